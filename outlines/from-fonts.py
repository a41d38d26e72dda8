#!/usr/bin/env python3
"""Writes pieces.txt, hanzi.txt and latin.txt beside this file from three fonts, with fonttools.

usage: from-fonts.py NotoSansSymbols2-Regular.ttf LXGWWenKai-Bold.ttf NotoSans-Bold.ttf

The characters are those named below; to add one, add it here and run the script again. See README.md for the format.
"""

import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

# Name, the character whose lines are dark on light, the one that is dark throughout.
PIECES = [
    ("king", 0x2654, 0x265A),
    ("queen", 0x2655, 0x265B),
    ("rook", 0x2656, 0x265C),
    ("bishop", 0x2657, 0x265D),
    ("knight", 0x2658, 0x265E),
    ("pawn", 0x2659, 0x265F),
    ("knight-queen", 0x1FA4E, 0x1FA51),
    ("knight-rook", 0x1FA4F, 0x1FA52),
    ("knight-bishop", 0x1FA50, 0x1FA53),
]
# What stands on the pieces of xiangqi, in both scripts, and on its river.
HANZI = "帥將帅将仕士相象傌馬马俥車车炮砲包兵卒旗楚河漢汉界"
# What stands on the pieces of shogi and its relatives and beside their boards; 竪 and 鯢 are not in the font.
KANJI = "いうおきこぞとにひよらりわん一七三九二五人仲全八六凰十反四圭太奔子成杏桂横歩燕牛猛猪獅玉王白盲竜虎行角豹酔金銀銅雉飛香駒鯨鳳鴈鵬鵰鶉鶴鷲鷹鹿麒麟龍"
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-+*"


class Font:
    def __init__(self, path):
        self.font = TTFont(path)
        self.glyphs = self.font.getGlyphSet()
        self.names = self.font.getBestCmap()
        self.em = self.font["head"].unitsPerEm

    def contours(self, character):
        """The contours of a character, each a list of pen calls."""
        pen = DecomposingRecordingPen(self.glyphs)
        self.glyphs[self.names[character]].draw(pen)
        contours = [[]]
        for call in pen.value:
            contours[-1].append(call)
            if call[0] in ("closePath", "endPath"):
                contours.append([])
        return [contour for contour in contours if contour]

    def width(self, character):
        return self.glyphs[self.names[character]].width * 1000 / self.em


def play(contours, pen):
    for contour in contours:
        for name, arguments in contour:
            getattr(pen, name)(*arguments)


def bounds(contours):
    pen = BoundsPen(None)
    play(contours, pen)
    return pen.bounds


def path(contours, transform):
    pen = SVGPathPen(None, ntos=lambda number: str(round(number)))
    play(contours, TransformPen(pen, transform))
    return pen.getCommands()


def outermost(contours):
    """The contours that lie within no other, by their boxes: what a piece covers."""
    boxes = [bounds(contour_list) for contour_list in ([c] for c in contours)]
    def within(a, b):
        return a != b and a[0] >= b[0] and a[1] >= b[1] and a[2] <= b[2] and a[3] <= b[3]
    return [c for c, box in zip(contours, boxes) if not any(within(box, other) for other in boxes)]


def unicorn(lines):
    """The knight with a horn."""
    whole, around = "M390 290L170 25L470 190Z", "M390 290L170 25L470 190ZM388 245L424 198L248 93Z"
    for line in lines:
        name, _, rest = line.partition("\t")
        if name == "knight":
            key, path = rest.rstrip("\n").split("\t")
            yield f"unicorn\t{key}\t{path}{around if key == 'light' else whole}\n"


def main():
    symbols, chinese, latin = map(Font, sys.argv[1:4])
    here = Path(__file__).parent
    head = "# From {}, by from-fonts.py; SIL Open Font License 1.1 (OFL.txt).\n"
    lines = [head.format("Noto Sans Symbols 2")]
    for name, light, dark in PIECES:
        light, dark = symbols.contours(light), symbols.contours(dark)
        left, bottom, right, top = bounds(light + dark)
        scale = min(1.08, 880 / (top - bottom), 940 / (right - left))
        # In the middle of a box of 1000 by 1000 whose y runs down, all standing on one line.
        place = Transform(scale, 0, 0, -scale, 500 - scale * (left + right) / 2, 930 + scale * bottom)
        lines.append(f"{name}\tbody\t{path(outermost(light), place)}\n")
        lines.append(f"{name}\tlight\t{path(light, place)}\n")
        lines.append(f"{name}\tdark\t{path(dark, place)}\n")
    lines += list(unicorn(lines))
    (here / "pieces.txt").write_text("".join(lines))
    lines = [head.format("LXGW WenKai Bold")]
    for character in HANZI + KANJI:
        contours = chinese.contours(ord(character))
        left, bottom, right, top = bounds(contours)
        scale = 1000 / chinese.em
        place = Transform(scale, 0, 0, -scale, 500 - scale * (left + right) / 2, 500 + scale * (bottom + top) / 2)
        lines.append(f"{character}\tbody\t{path(contours, place)}\n")
    (here / "hanzi.txt").write_text("".join(lines))
    lines = [head.format("Noto Sans Bold")]
    for character in LATIN:
        scale = 1000 / latin.em
        place = Transform(scale, 0, 0, -scale, 0, 860)
        lines.append(f"{character}\tbody\t{path(latin.contours(ord(character)), place)}\n")
        lines.append(f"{character}\twidth\t{round(latin.width(ord(character)))}\n")
    (here / "latin.txt").write_text("".join(lines))


main()
