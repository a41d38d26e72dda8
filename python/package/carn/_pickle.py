"""What boards are made of again where they are sent."""

from ._carn import Board, Variant


def board(variant: Variant, fen: str | None, moves: list[str]) -> Board:
    """A board from a position and the moves that followed it, in coordinates."""
    made = Board(variant, fen)
    for move in moves:
        made.push_uci(move)
    return made
