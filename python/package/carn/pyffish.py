"""The functions of pyffish, answered by carn: a program tries it by `import carn.pyffish as pyffish`.

A variant is a shipped game, one that Fairy-Stockfish has built in, or one of `load_variant_config`. What differs from
pyffish is listed in docs/python.md.
"""

import functools
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Final

from . import _carn
from ._carn import Board, FenError, IllegalMoveError, Imported, Move, Variant

VALUE_ZERO: Final = 0
VALUE_DRAW: Final = 0
VALUE_MATE: Final = 32000

NOTATION_DEFAULT: Final = 0
NOTATION_SAN: Final = 1
NOTATION_LAN: Final = 2
NOTATION_SHOGI_HOSKING: Final = 3
NOTATION_SHOGI_HODGES: Final = 4
NOTATION_SHOGI_HODGES_NUMBER: Final = 5
NOTATION_JANGGI: Final = 6
NOTATION_XIANGQI_WXF: Final = 7
NOTATION_THAI_SAN: Final = 8
NOTATION_THAI_LAN: Final = 9

FEN_INVALID_COUNTING_RULE: Final = -14
FEN_INVALID_CHECK_COUNT: Final = -13
FEN_INVALID_PROMOTED_PIECE: Final = -12
FEN_INVALID_NB_PARTS: Final = -11
FEN_INVALID_CHAR: Final = -10
FEN_TOUCHING_KINGS: Final = -9
FEN_INVALID_BOARD_GEOMETRY: Final = -8
FEN_INVALID_POCKET_INFO: Final = -7
FEN_INVALID_SIDE_TO_MOVE: Final = -6
FEN_INVALID_CASTLING_INFO: Final = -5
FEN_INVALID_EN_PASSANT_SQ: Final = -4
FEN_INVALID_NUMBER_OF_KINGS: Final = -3
FEN_INVALID_HALF_MOVE_COUNTER: Final = -2
FEN_INVALID_MOVE_COUNTER: Final = -1
FEN_EMPTY: Final = 0
FEN_OK: Final = 1


class error(Exception):  # noqa: N801
    """The exception class of pyffish, which raises `ValueError` instead, as this module does."""


_SCRIPTS: Final = {
    NOTATION_SAN: "san",
    NOTATION_LAN: "long",
    NOTATION_SHOGI_HOSKING: "hodges",
    NOTATION_SHOGI_HODGES: "hodges",
    NOTATION_SHOGI_HODGES_NUMBER: "hodges",
    NOTATION_XIANGQI_WXF: "wxf",
}
# How games end that pyffish asks about apart: at once, and where a player may claim the end.
_AT_ONCE: Final = ("end", "royal-lost", "insufficient")
_CLAIMED: Final = ("repetition", "perpetual-check", "perpetual-chase", "quiet", "counting")

# What is not lost here: the program, too, plays only one board.
_KEPT: Final = frozenset({"twoBoards"})
# Names that shipped games have instead.
_SHIPPED_AS: Final = {"fischerandom": "chess960"}

# Variants on two boards.
_twofold = {"bughouse", "koedem", "supply"}

_known: dict[str, Variant] = {}
_texts: dict[str, str] = {}


def _variant(name: str, chess960: bool = False) -> Variant:
    if chess960:
        other = "chess960" if name == "chess" else f"{name}960"
        if other in _carn.variants():
            name = other
    if name in _known:
        return _known[name]
    if name in _texts:
        variant = Variant.from_toml(_texts[name], f"{name}.toml")
    else:
        try:
            variant = Variant(_SHIPPED_AS.get(name, name))
        except KeyError:
            variant = _built_in(name)
    _known[name] = variant
    return variant


def _built_in(name: str) -> Variant:
    """What the program has built in, imported as a variant of it without a change."""
    imported = _carn.import_variants(f"[its-own:{name}]\n") if re.fullmatch(r"[\w-]+", name) else []
    if not imported:
        raise ValueError(f"no variant is called '{name}'")
    if missing := _missing(imported[0]):
        raise ValueError(f"no variant is called '{name}': its rules cannot be expressed: {missing}")
    return Variant.from_toml(imported[0].text, f"{name}.toml")


def _missing(imported: Imported) -> str:
    """The rules of a variant that its rule file has not; empty if it has all."""
    lost = (one for one in imported.lost if one["rules"] and one["key"] not in _KEPT)
    return imported.failed or "; ".join(map(_line, lost))


def _line(lost: dict[str, str]) -> str:
    return f"{lost['key']} = {lost['value']} ({lost['why']})"


class _Promoted(dict[str, str]):
    """The squares of promoted pieces, and the letter of the original piece if known: the program distinguishes them
       even in games whose rules do not."""

    def __init__(self, fen: str) -> None:
        super().__init__((square, "") for square, _, letter in _pieces(fen) if letter.endswith("~"))

    def push(self, board: Board, move: Move) -> None:
        """Plays a move on the board and follows it."""
        origin, target = move.from_square, move.to_square
        before = board.piece_at(origin) if origin else None
        letter = self.pop(origin, None) if origin else None
        board.push(move)
        if target is None:
            return
        self.pop(target, None)
        piece = board.piece_at(target)
        if letter is not None:
            self[target] = letter
        elif before and piece and piece.name == move.promotion != before.name:
            self[target] = before.symbol

    def mark(self, fen: str) -> str:
        """The position with a sign after promoted pieces that have none."""
        for square, end, letter in reversed(list(_pieces(fen))):
            if square in self and letter[0] != "+" and letter[-1] != "~":
                fen = f"{fen[:end]}~{fen[end:]}"
        return fen


def _pieces(fen: str) -> Iterator[tuple[str, int, str]]:
    """The pieces on the board of a FEN: square, where the piece ends in the text, and the piece as it is written."""
    rank, file = re.split(r"[\[ ]", fen)[0].count("/") + 1, 0
    for found in re.finditer(r"([0-9]+)|(/)|(\+*[A-Za-z*]~?)|.", fen):
        empty, line, piece = found.groups()
        if piece:
            yield f"{chr(ord('a') + file)}{rank}", found.end(), piece
        elif not empty and not line:
            return
        rank, file = (rank - 1, 0) if line else (rank, file + int(empty or 1))


def _board(
    variant: str, fen: str, moves: list[str], chess960: bool = False, promoted: _Promoted | None = None
) -> Board:
    board = Board(_variant(variant, chess960), None if fen == "startpos" else fen, lenient=True)
    for text in moves:
        try:
            move = board.parse_uci(text)
        except IllegalMoveError as error:
            raise ValueError(f"Invalid move '{text}': {error}") from error
        if promoted is None:
            board.push(move)
        else:
            promoted.push(board, move)
    return board


def version() -> tuple[int, int, int]:
    """The version of pyffish that this module imitates."""
    return (0, 0, 90)


def info() -> str:
    """The version text; programs look for the first word."""
    return f"Fairy-Stockfish's interface, by carn {_carn.__version__}"


def variants() -> list[str]:
    """The shipped games, the built-in variants of Fairy-Stockfish, and those of `load_variant_config`."""
    return sorted({*_carn.variants(), *_playable(), *_texts})


@functools.cache
def _playable() -> tuple[str, ...]:
    """The built-in variants of Fairy-Stockfish that no shipped game is named after."""
    names = set(_carn.fairy_variants()) - set(_carn.variants())
    imported = _carn.import_variants("".join(f"[its-own-{name}:{name}]\n" for name in names))
    built_in = (one.name.removeprefix("its-own-") for one in imported if not _missing(one))
    return (*built_in, *_SHIPPED_AS)


def set_option(name: str, value: object) -> None:
    """Accepts options of the engine, which have no effect here."""


def load_variant_config(config: str) -> None:
    """Adds the variants of a configuration. A variant with rules that a rule file cannot express is left out, with a
       warning."""
    for imported in _carn.import_variants(config):
        if missing := _missing(imported):
            text = f"the variant '{imported.name}' is left out, since its rules cannot be expressed: {missing}"
            warnings.warn(text, stacklevel=2)
            continue
        if ignored := "; ".join(_line(one) for one in imported.lost if not one["rules"]):
            warnings.warn(f"the variant '{imported.name}' ignores {ignored}", stacklevel=2)
        _texts.setdefault(imported.name, imported.text)
        if imported.extends in _twofold or any(one["key"] == "twoBoards" for one in imported.lost):
            _twofold.add(imported.name)


def start_fen(variant: str) -> str:
    """The start position."""
    return _variant(variant).start_fen


def two_boards(variant: str) -> bool:
    """Whether the game is played on two boards."""
    return variant in _twofold


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces go to the captor's hand."""
    return _variant(variant).takes_to_hand


def legal_moves(variant: str, fen: str, moves: list[str], chess960: bool = False) -> list[str]:
    """The legal moves in coordinates."""
    board = _board(variant, fen, moves, chess960)
    return [_pass(board) if move.is_pass else str(move) for move in board.legal_moves]


def _pass(board: Board) -> str:
    """A pass, written as a move of the royal to its own square."""
    royals = board.variant.royal_pieces
    stands = (s for s, p in board.piece_map().items() if p.player == board.turn and p.name in royals)
    square = next(stands, None)
    return square + square if square else "0000"


def get_fen(
    variant: str,
    fen: str,
    moves: list[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The position after some moves. Counts start by the rules."""
    promoted = _Promoted(fen)
    board = _board(variant, fen, moves, chess960, promoted)
    if sfen and (text := board.sfen()):
        return text
    # How many players have passed is not written.
    text = re.sub(" p[0-9]+$", "", board.fen())
    if chess960 or variant in _SHIPPED_AS:
        text = re.sub(" ([A-Z]{2}[a-z]{0,2}|[A-Z]{0,2}[a-z]{2}) ", _outermost_last, text, count=1)
    return promoted.mark(text) if show_promoted or two_boards(variant) else text


def _outermost_last(rights: re.Match[str]) -> str:
    """Rights by their files as the program orders them: the king's side first."""
    return " " + "".join(sorted(rights[1], key=lambda one: (one.islower(), -ord(one)))) + " "


def _san(board: Board, move: Move, notation: int, promoted: _Promoted) -> str:
    if notation == NOTATION_DEFAULT:
        notation = NOTATION_SHOGI_HODGES_NUMBER if "hodges" in board.variant.scripts else NOTATION_SAN
    if notation == NOTATION_JANGGI:
        return _janggi(board, move)
    if notation in (NOTATION_THAI_SAN, NOTATION_THAI_LAN):
        return _thai(board, move, notation == NOTATION_THAI_LAN, promoted)
    if notation not in _SCRIPTS:
        raise ValueError(f"{notation} is not a notation")
    text = board.san(move, _SCRIPTS[notation])
    if notation == NOTATION_LAN:
        # What is taken is not named.
        text = re.sub(r"x\+?[A-Z](?=[a-z][0-9])", "x", text)
    piece = board.piece_at(move.from_square) if move.from_square else None
    if notation in (NOTATION_SAN, NOTATION_LAN) and piece and piece.name in _LETTERS and text[0].isupper():
        text = _LETTERS[piece.name] + text[1:]
    if "=" in text and move.promotion and move.to_square:
        after = board.copy()
        after.push(move)
        landed = after.piece_at(move.to_square)
        # What comes from the hand beside the move is no promotion.
        text = text if landed and landed.name == move.promotion else text.replace("=", "/")
    if notation in (NOTATION_SHOGI_HODGES_NUMBER, NOTATION_SHOGI_HOSKING):
        text = re.sub(r"(?<=[0-9])[a-z]", lambda rank: str(ord(rank[0]) - ord("a") + 1), text)
    if notation == NOTATION_SHOGI_HOSKING:
        text = re.sub(r"^(\+?[A-Z]+)-", r"\1", text).replace("*", "'")
    return text


# Pieces of xiangqi and Janggi that have other letters in texts of moves than in FENs.
_LETTERS: Final = {"horse": "H", "elephant": "E"}


def _janggi(board: Board, move: Move) -> str:
    """Piece, origin and target, each as the row from above and the file, 10 written as 0."""
    piece = board.piece_at(move.from_square) if move.from_square else None
    if not (piece and move.from_square and move.to_square):
        return "-"
    rows = max(int(square[1:]) for square in board.variant.squares)
    squares = (move.from_square, move.to_square)
    ends = [f"{(rows + 1 - int(square[1:])) % 10}{ord(square[0]) - 96}" for square in squares]
    return _LETTERS.get(piece.name, piece.symbol.upper()) + ("x" if board.is_capture(move) else "-").join(ends)


# Khun, met, khon, ma, ruea, bia; then the files and the digits of a board of eight by eight.
_THAI: Final = dict(
    zip("KMSNRPabcdefgh12345678", "ข ม็ ค ม ร บ ก ข ค ง จ ฉ ช ญ ๑ ๒ ๓ ๔ ๕ ๖ ๗ ๘".split(), strict=True)
)


def _thai(board: Board, move: Move, long: bool, promoted: _Promoted) -> str:
    """The short text in Thai letters, or with the whole origin. A pawn that was promoted has a letter of its own."""
    parts = re.fullmatch(r"([A-Z]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])=?([A-Z]?)([+#]?)", board.san(move, "san"))
    if not parts:
        raise ValueError(f"no text of {move} in Thai")
    piece, file, rank, takes, target, choice, check = parts.groups()
    origin = move.from_square or ""
    between = takes or ("-" if piece or long else "")
    letter = "ง" if origin in promoted else _THAI.get(piece or "P", piece) if piece or long else ""
    written = [f" {origin}" if long else file + rank, between, target, f"={choice}" if choice else ""]
    return letter + "".join(_THAI.get(sign, sign) for sign in "".join(written)) + check


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """The text of a move."""
    board = _board(variant, fen, [], chess960)
    return _san(board, board.parse_uci(move), notation, _Promoted(fen))


def get_san_moves(
    variant: str, fen: str, moves: list[str], chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> list[str]:
    """The texts of moves that follow one another."""
    board, promoted, texts = _board(variant, fen, [], chess960), _Promoted(fen), []
    for text in moves:
        move = board.parse_uci(text)
        texts.append(_san(board, move, notation, promoted))
        promoted.push(board, move)
    return texts


def gives_check(variant: str, fen: str, moves: list[str], chess960: bool = False) -> bool:
    """Whether the player to move is in check after some moves."""
    return _board(variant, fen, moves, chess960).is_check()


def is_capture(variant: str, fen: str, moves: list[str], move: str, chess960: bool = False) -> bool:
    """Whether a move is a capture."""
    board = _board(variant, fen, moves, chess960)
    return board.is_capture(board.parse_uci(move))


def piece_to_partner(variant: str, fen: str, moves: list[str], chess960: bool = False) -> str:
    """The piece captured on the target of the last move, in its form in hand; empty if none."""
    if not moves:
        return ""
    promoted = _Promoted(fen)
    board = _board(variant, fen, moves[:-1], chess960, promoted)
    move = board.parse_uci(moves[-1])
    taken = board.taken(move) or ""
    target = move.to_square or ""
    if taken and two_boards(variant) and (piece := board.piece_at(target)):
        return promoted.get(target) or piece.symbol
    return taken


def _value(board: Board) -> int:
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return VALUE_DRAW
    return VALUE_MATE if board.turn in outcome.winners else -VALUE_MATE


def game_result(variant: str, fen: str, moves: list[str], chess960: bool = False) -> int:
    """The result of a game that is over, for the player to move."""
    return _value(_board(variant, fen, moves, chess960))


def is_immediate_game_end(
    variant: str, fen: str, moves: list[str], chess960: bool = False
) -> tuple[bool, int]:
    """Whether a condition of the game ends it, and the result for the player to move."""
    return _ended(_board(variant, fen, moves, chess960), _AT_ONCE)


def _ended(board: Board, reasons: tuple[str, ...]) -> tuple[bool, int]:
    outcome = board.outcome()
    ended = outcome is not None and outcome.reason in reasons
    return (ended, _value(board) if ended else VALUE_ZERO)


def is_optional_game_end(
    variant: str, fen: str, moves: list[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Whether repetition, quiet moves or a count end the game, and the result for the player to move."""
    return _ended(_board(variant, fen, moves, chess960), _CLAIMED)


def has_insufficient_material(
    variant: str, fen: str, moves: list[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Whether each side has too little to win."""
    board = _board(variant, fen, moves, chess960)
    return (board.has_insufficient_material(0), board.has_insufficient_material(1))


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """`FEN_OK`, or a negative number where a position cannot be read or played."""
    if not fen:
        return FEN_EMPTY
    if fen.isspace():
        return FEN_INVALID_BOARD_GEOMETRY
    rules = _variant(variant, chess960)
    promoted = re.search(r"\+[Kk+]", fen.split()[0])
    try:
        board = Board(rules, fen, lenient=True)
    except FenError as error:
        return FEN_INVALID_PROMOTED_PIECE if promoted else _invalid(str(error))
    wanted, found = _royals(rules.board()), _royals(board)
    if any(wanted[player] < 2 and wanted[player] != found[player] for player in range(2)):
        return FEN_INVALID_NUMBER_OF_KINGS
    return FEN_OK


def _royals(board: Board) -> Counter[int]:
    """The number of royal pieces of each player, on the board and in hand."""
    royals = board.variant.royal_pieces
    held = {player: sum(board.hand(player).get(name, 0) for name in royals) for player in range(2)}
    on_board = (piece.player for piece in board.piece_map().values() if piece.name in royals)
    return Counter(held) + Counter(player for player in on_board if player is not None)


def _invalid(message: str) -> int:
    for words, code in (
        (("castl", "right"), FEN_INVALID_CASTLING_INFO),
        (("royal", "king"), FEN_INVALID_NUMBER_OF_KINGS),
        (("rank", "row", "square"), FEN_INVALID_BOARD_GEOMETRY),
        (("hand",), FEN_INVALID_POCKET_INFO),
        (("turn", "to move"), FEN_INVALID_SIDE_TO_MOVE),
    ):
        if any(word in message for word in words):
            return code
    return FEN_INVALID_CHAR

