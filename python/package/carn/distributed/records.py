"""Collections of games: searched by a condition, and written as Parquet."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .. import Game, Records, Variant
from .play import Rules, rules
from .shards import Columns, Progress, Report, Shard, run

_SEARCHES: Columns = {
    "path": "string", "start": "int64", "end": "int64", "games": "int64", "positions": "int64",
    "matches": [{"game": "int64", "ply": "int64", "player": "int64", "fen": "string"}],
}  # fmt: skip
_GAMES: Columns = {
    "path": "string", "start": "int64", "game": "int64", "variant": "string", "white": "string", "black": "string",
    "event": "string", "date": "string", "result": "string", "moves": ["string"], "plies": "int64", "fen": "string",
    "problems": ["string"],
}  # fmt: skip
_POSITIONS: Columns = {
    "path": "string", "start": "int64", "game": "int64", "ply": "int64", "move": "string", "fen": "string",
    "key": "int64", "result": "string",
}  # fmt: skip

# What a part of a PGN file begins with.
_BEGINNING = b"\n[Event "


def parts(path: Path, size: int) -> Iterator[tuple[int, int]]:
    """The byte ranges of a PGN file, about `size` long, each of which begins with a game; a file of another format is
    one part."""
    length = path.stat().st_size
    if path.suffix.lower() != ".pgn":
        yield 0, length
        return
    with path.open("rb") as file:
        start = 0
        while start < length:
            end = start + size
            found = -1
            while end < length and found < 0:
                file.seek(end)
                block = file.read(1 << 20)
                found = block.find(_BEGINNING)
                if found < 0 and end + len(block) >= length:
                    break
                # The sign may lie across two blocks.
                end += found + 1 if found >= 0 else len(block) - len(_BEGINNING) + 1
            if found < 0:
                end = length
            yield start, end
            start = end


def _read(path: str, start: int, end: int) -> bytes | str:
    if Path(path).suffix.lower() != ".pgn":
        return path
    with Path(path).open("rb") as file:
        file.seek(start)
        return file.read(end - start)


def _shards(name: str, paths: Iterable[str | Path], size: int, **arguments: Any) -> list[Shard]:
    found = [(Path(path), start, end) for path in sorted(map(str, paths)) for start, end in parts(Path(path), size)]
    return [
        Shard(f"{name}-{number:06}", {"path": str(path), "start": start, "end": end, **arguments})
        for number, (path, start, end) in enumerate(found)
    ]


def search(
    on: Any,
    variant: Rules,
    condition: str,
    paths: Iterable[str | Path],
    *,
    first: bool = True,
    size: int = 8 << 20,
    folder: str | Path | None = None,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """Looks through files of records for a condition in CARN, such as `@Any(Palace, @Opponent @Is(horse))`.

    A row for each shard: its file and bytes, how many `games` and `positions` were looked at, and `matches`, each with
    the game's number in the shard, ply, player and FEN. Every machine must see the files under their paths.
    """
    shards = _shards("search", paths, size, variant=rules(variant), condition=condition, first=first)
    return run(on, _search, shards, folder=folder, tries=tries, progress=progress, columns=_SEARCHES)


def _search(path: str, start: int, end: int, variant: Variant, condition: str, first: bool) -> list[dict[str, Any]]:
    found, games, positions = variant.predicate(condition).search(_read(path, start, end), first)
    matches = [{"game": one.game, "ply": one.ply, "player": one.player, "fen": one.fen} for one in found]
    return [
        {"path": path, "start": start, "end": end, "games": games, "positions": positions, "matches": matches}
    ]


def convert(
    on: Any,
    paths: Iterable[str | Path],
    folder: str | Path,
    *,
    variant: Rules | None = None,
    positions: bool = False,
    size: int = 8 << 20,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """Writes files of records as Parquet to a folder, a file for each shard: a row for each game, or for each position
    of it. Games whose rules are not known are left out."""
    given = None if variant is None else rules(variant)
    shards = _shards("games", paths, size, variant=given, positions=positions)
    columns = _POSITIONS if positions else _GAMES
    return run(on, _convert, shards, folder=folder, tries=tries, progress=progress, columns=columns)


def _convert(path: str, start: int, end: int, variant: Variant | None, positions: bool) -> list[dict[str, Any]]:
    source = _read(path, start, end)
    rows: list[dict[str, Any]] = []
    for number, game in enumerate(Records(source, variant), 1):
        rows += _positions(path, start, number, game) if positions else [_game(path, start, number, game)]
    return rows


def _game(path: str, start: int, number: int, game: Game) -> dict[str, Any]:
    headers = game.headers
    moves = game.mainline_moves()
    return {
        "path": path,
        "start": start,
        "game": number,
        "variant": game.variant.key or game.variant.name,
        "white": headers.get("White"),
        "black": headers.get("Black"),
        "event": headers.get("Event"),
        "date": headers.get("Date"),
        "result": game.result,
        "moves": [str(move) for move in moves],
        "plies": len(moves),
        "fen": game.board().fen(),
        "problems": game.problems,
    }


def _positions(path: str, start: int, number: int, game: Game) -> list[dict[str, Any]]:
    board = game.board()
    rows = []
    for ply, move in enumerate([None, *game.mainline_moves()]):
        if move is not None:
            board.push(move)
        rows.append(
            {
                "path": path,
                "start": start,
                "game": number,
                "ply": ply,
                "move": None if move is None else str(move),
                "fen": board.fen(),
                # Parquet's integers have a sign.
                "key": board.key() - (1 << 63),
                "result": game.result,
            }
        )
    return rows
