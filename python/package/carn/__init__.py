"""Chess-like games as text files: rules, positions, records, search and batches for learning.

>>> import carn
>>> board = carn.Board("xiangqi")
>>> len(board.legal_moves)
44
>>> str(board.push_san("C2=5"))
'h3e3'
"""

from ._carn import (
    Batch,
    Board,
    FenError,
    Found,
    Game,
    IllegalMoveError,
    Imported,
    Line,
    Match,
    Move,
    Moves,
    Node,
    Outcome,
    Piece,
    Predicate,
    Records,
    RuleError,
    Searcher,
    Variant,
    __version__,
    import_variants,
    variants,
)

__all__ = [
    "Batch",
    "Board",
    "FenError",
    "Found",
    "Game",
    "IllegalMoveError",
    "Imported",
    "Line",
    "Match",
    "Move",
    "Moves",
    "Node",
    "Outcome",
    "Piece",
    "Predicate",
    "Records",
    "RuleError",
    "Searcher",
    "Variant",
    "__version__",
    "import_variants",
    "variants",
]
