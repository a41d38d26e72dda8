"""The functions of pyffish, answered by carn: a program tries it by `import carn.pyffish as pyffish`.

A variant is a shipped game, one that Fairy-Stockfish has built in, or one of `load_variant_config`. What differs from
pyffish is listed in docs/python.md.
"""

import re
from typing import Final

from . import _carn
from ._carn import Board, FenError, IllegalMoveError, Variant

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
            variant = Variant(name)
        except KeyError:
            # What the program has built in, as a variant of it without a change.
            texts = dict(_carn.import_variants(f"[its-own:{name}]\n"))
            if "its-own" not in texts:
                raise ValueError(f"no variant is called '{name}'") from None
            variant = Variant.from_toml(texts["its-own"], f"{name}.toml")
    _known[name] = variant
    return variant


def _board(variant: str, fen: str, moves: list[str], chess960: bool = False) -> Board:
    board = Board(_variant(variant, chess960), None if fen == "startpos" else fen)
    for move in moves:
        try:
            board.push_uci(move)
        except IllegalMoveError as error:
            raise ValueError(f"Invalid move '{move}': {error}") from error
    return board


def version() -> tuple[int, int, int]:
    """The version of pyffish that this answers like."""
    return (0, 0, 90)


def info() -> str:
    """Who answers; programs look for the first word."""
    return f"Fairy-Stockfish's interface, by carn {_carn.__version__}"


def variants() -> list[str]:
    """The shipped games and those of `load_variant_config`."""
    return sorted({*_carn.variants(), *_texts})


def set_option(name: str, value: object) -> None:
    """Options of the engine change nothing here."""


def load_variant_config(config: str) -> None:
    """Adds the variants of a configuration. Those of which no rule file can be made are left out."""
    for name, text in _carn.import_variants(config):
        _texts.setdefault(name, text)


def start_fen(variant: str) -> str:
    """The start position."""
    return _variant(variant).start_fen


def two_boards(variant: str) -> bool:
    """Whether the game is played on two boards."""
    return variant in ("bughouse", "koedem")


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces go to the hand of who took them."""
    return _variant(variant).takes_to_hand


def legal_moves(variant: str, fen: str, moves: list[str], chess960: bool = False) -> list[str]:
    """The legal moves in coordinates."""
    board = _board(variant, fen, moves, chess960)
    return [_pass(board) if move.is_pass else str(move) for move in board.legal_moves]


def _pass(board: Board) -> str:
    """A pass as a move of the royal to where it stands."""
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
    """The position after some moves. Promoted pieces are marked where the game's rules mark them, whatever
    `show_promoted` is, and counts begin as the rules say."""
    board = _board(variant, fen, moves, chess960)
    return (board.sfen() or board.fen()) if sfen else board.fen()


def _san(board: Board, move: str, notation: int) -> str:
    if notation == NOTATION_DEFAULT:
        notation = NOTATION_SHOGI_HODGES_NUMBER if "hodges" in board.variant.scripts else NOTATION_SAN
    script = _SCRIPTS.get(notation)
    if script is None:
        raise ValueError(f"no text in notation {notation}: Janggi's and Thai notations are not known")
    text = board.san(board.parse_uci(move), script)
    if notation in (NOTATION_SHOGI_HODGES_NUMBER, NOTATION_SHOGI_HOSKING):
        text = re.sub(r"(?<=[0-9])[a-i]", lambda rank: str("abcdefghi".index(rank[0]) + 1), text)
    if notation == NOTATION_SHOGI_HOSKING:
        text = re.sub(r"^(\+?[A-Z]+)-", r"\1", text).replace("*", "'")
    return text


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """The text of a move."""
    return _san(_board(variant, fen, [], chess960), move, notation)


def get_san_moves(
    variant: str, fen: str, moves: list[str], chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> list[str]:
    """The texts of moves that follow one another."""
    board = _board(variant, fen, [], chess960)
    texts = []
    for move in moves:
        texts.append(_san(board, move, notation))
        board.push_uci(move)
    return texts


def gives_check(variant: str, fen: str, moves: list[str], chess960: bool = False) -> bool:
    """Whether the player to move is in check after some moves."""
    return _board(variant, fen, moves, chess960).is_check()


def is_capture(variant: str, fen: str, moves: list[str], move: str, chess960: bool = False) -> bool:
    """Whether a move takes something."""
    board = _board(variant, fen, moves, chess960)
    return board.is_capture(board.parse_uci(move))


def piece_to_partner(variant: str, fen: str, moves: list[str], chess960: bool = False) -> str:
    """The piece that the last move took on its target, as the game's rules put it in a hand; empty if none."""
    if not moves:
        return ""
    board = _board(variant, fen, moves[:-1], chess960)
    move = board.parse_uci(moves[-1])
    return board.taken(move) or ""


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
    """Whether a rule of the game's own ends it, and the result for the player to move."""
    board = _board(variant, fen, moves, chess960)
    outcome = board.outcome()
    ended = outcome is not None and outcome.reason in _AT_ONCE
    return (ended, _value(board) if ended else VALUE_ZERO)


def is_optional_game_end(
    variant: str, fen: str, moves: list[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Whether repetition, quiet moves or a count end the game, and the result for the player to move."""
    board = _board(variant, fen, moves, chess960)
    outcome = board.outcome()
    ended = outcome is not None and outcome.reason in _CLAIMED
    return (ended, _value(board) if ended else VALUE_ZERO)


def has_insufficient_material(
    variant: str, fen: str, moves: list[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Whether neither side can win: rules say it of both sides together."""
    outcome = _board(variant, fen, moves, chess960).outcome()
    drawn = outcome is not None and outcome.reason == "insufficient"
    return (drawn, drawn)


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """`FEN_OK`, or a negative number where a position cannot be read or played."""
    if not fen:
        return FEN_EMPTY
    rules = _variant(variant, chess960)
    promoted = re.search(r"\+[Kk+]", fen.split()[0])
    try:
        Board(rules, fen)
    except FenError as error:
        return FEN_INVALID_PROMOTED_PIECE if promoted else _invalid(str(error))
    return FEN_OK


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

