"""Perft, games of the search against itself, matches, studies, values of pieces: what each shard does."""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from .. import Searcher, Variant
from .shards import Columns, Progress, Report, Shard, run

# A game is given as text that every machine can read: the name of a shipped one, or a rule file's own text.
Rules = Variant | str


def rules(variant: Rules) -> Variant:
    """The given variant, or the shipped one of this name."""
    return Variant(variant) if isinstance(variant, str) else variant


def _shares(count: int, size: int) -> list[range]:
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


def perft(
    on: Any,
    variant: Rules,
    depth: int,
    *,
    fen: str | None = None,
    size: int = 20,
    folder: str | Path | None = None,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """Counts the positions after this many moves: `report.total("nodes")`.

    The positions after two moves are dealt out, `size` to a shard.
    """
    given = rules(variant)
    split = min(2, depth)
    lines: list[list[str]] = [[]]
    for _ in range(split):
        longer = []
        for line in lines:
            board = given.board(fen)
            for text in line:
                board.push_uci(text)
            longer += [[*line, str(move)] for move in board.legal_moves]
        lines = longer
    shards = [
        Shard(f"perft-{number:06}", {"variant": given, "fen": fen, "lines": [lines[at] for at in share], "depth": depth})
        for number, share in enumerate(_shares(len(lines), size))
    ]
    columns = {"positions": "int64", "nodes": "int64"}
    return run(on, _count, shards, folder=folder, tries=tries, progress=progress, columns=columns)


def _count(variant: Variant, fen: str | None, lines: list[list[str]], depth: int) -> list[dict[str, Any]]:
    nodes = 0
    for line in lines:
        board = variant.board(fen)
        for text in line:
            board.push_uci(text)
        nodes += board.perft(depth - len(line))
    return [{"positions": len(lines), "nodes": nodes}]


def self_play(
    on: Any,
    variant: Rules,
    games: int,
    *,
    nodes: int = 1000,
    opening: int = 6,
    longest: int = 400,
    seed: int = 0,
    size: int = 20,
    folder: str | Path | None = None,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """Games of the search against itself, a row each: the same games for the same seed, however they are sharded.

    Each game begins with `opening` random moves and goes on with searches of `nodes` positions; it is broken off after
    `longest` moves.
    """
    given = rules(variant)
    shards = [
        Shard(
            f"games-{share.start:09}",
            {
                "variant": given, "first": share.start, "count": len(share), "nodes": nodes, "opening": opening,
                "longest": longest, "seed": seed,
            },
        )
        for share in _shares(games, size)
    ]  # fmt: skip
    return run(on, _play, shards, folder=folder, tries=tries, progress=progress, columns=_GAMES)


_GAMES: Columns = {
    "game": "int64", "variant": "string", "rules": "string", "moves": ["string"], "plies": "int64", "result": "string",
    "reason": "string", "points": ["float64"], "end": "string",
}  # fmt: skip


def _play(
    variant: Variant, first: int, count: int, nodes: int, opening: int, longest: int, seed: int
) -> list[dict[str, Any]]:
    searcher = Searcher(variant)
    rows = []
    for number in range(first, first + count):
        # What a game's seed is does not depend on its shard, nor what the search knows when it begins.
        choice = random.Random(f"{seed}/{number}")
        searcher.clear()
        board = variant.board()
        outcome = None
        for ply in range(longest):
            outcome = board.outcome()
            if outcome is not None:
                break
            if ply < opening:
                board.push(choice.choice(board.legal_moves))
                continue
            best = searcher.search(board, nodes=nodes).best
            if best is None:
                break
            board.push(best)
        outcome = board.outcome()
        rows.append(
            {
                "game": number,
                "variant": variant.key or variant.name,
                "rules": variant.rule_hash,
                "moves": [str(move) for move in board.move_stack],
                "plies": board.ply,
                "result": board.result(),
                "reason": outcome.reason if outcome else "longest",
                "points": outcome.points if outcome else None,
                "end": board.fen(),
            }
        )
    return rows


def _command(*arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "carn", *arguments, "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 2:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def match(
    on: Any,
    variant: Rules,
    first: str,
    second: str,
    games: int,
    *,
    options: tuple[str, ...] = (),
    seed: int = 0,
    size: int = 10,
    folder: str | Path | None = None,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """A match by `carn match`, in shards of `size` games, each with a seed of its own; a row for each shard, with what
    the command says as JSON. `options` are further options of the command."""
    given = rules(variant)
    shards = [
        Shard(
            f"match-{share.start:09}",
            {
                "variant": given,
                "arguments": [first, second, "--games", str(len(share)), "--seed", str(seed + share.start), *options],
                "command": "match",
            },
        )
        for share in _shares(games, size + size % 2)
    ]
    return run(on, _report, shards, folder=folder, tries=tries, progress=progress, columns=_REPORTS)


def study(
    on: Any,
    variant: Rules,
    games: int,
    *,
    options: tuple[str, ...] = (),
    seed: int = 0,
    size: int = 100,
    folder: str | Path | None = None,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """A study by `carn study`, in shards of `size` games; a row for each shard, with what the command says as JSON.
    `merged` makes one report of them, the same as that of one machine that plays all games of the seed."""
    given = rules(variant)
    shards = [
        Shard(
            f"study-{share.start:09}",
            {
                "variant": given,
                "arguments": [
                    "--from", str(share.start), "--games", str(len(share)), "--seed", str(seed), *options,
                ],
                "command": "study",
            },
        )
        for share in _shares(games, size)
    ]  # fmt: skip
    return run(on, _report, shards, folder=folder, tries=tries, progress=progress, columns=_REPORTS)


def merged(studies: Report, *options: str) -> Any:
    """One report of the shards of a study, as `carn study --merge` makes it; `options` are further options of the
    command, such as `--html`, `report.html`."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, row in enumerate(studies):
            path = Path(folder) / f"{number:06}.json"
            path.write_text(row["report"])
            paths.append(str(path))
        return _command("study", *options, "--merge", *paths)


_REPORTS: Columns = {"variant": "string", "report": "string"}


def _report(variant: Variant, command: str, arguments: list[str]) -> list[dict[str, Any]]:
    name = variant.key
    with tempfile.TemporaryDirectory() as folder:
        if name is None:
            name = str(Path(folder) / "rules.toml")
            Path(name).write_text(variant.text)
        said = _command(command, name, *arguments)
    return [{"variant": variant.key or variant.name, "report": json.dumps(said, ensure_ascii=False)}]


def tune(games: Report, variant: Rules, *, skip: int = 8) -> dict[str, float]:
    """The value of each piece for the first of two players, from games of `self_play`: a logistic regression of their
    results on how many more pieces of each kind a player has, in hundredths of the weakest piece that wins.

    Positions of the first `skip` plies do not count.
    """
    import numpy as np

    given = rules(variant)
    names = given.pieces
    differences, results = [], []
    for row in games:
        if row["points"] is None:
            continue
        board = given.board()
        for ply, text in enumerate(row["moves"]):
            board.push_uci(text)
            if ply >= skip and ply % 4 == 0:
                counts = dict.fromkeys(names, 0)
                for piece in board.piece_map().values():
                    if piece.player is not None:
                        counts[piece.name] += 1 if piece.player == 0 else -1
                differences.append([counts[name] for name in names])
                results.append(row["points"][0])
    x, y = np.array(differences, float), np.array(results, float)
    used = np.asarray(x.any(axis=0))
    x = np.column_stack([x[:, used], np.ones(len(x))])
    weights = np.zeros(x.shape[1])
    # Newton's method, with a little weight on values of 0 so that pieces that are never lost do not run away.
    for _ in range(30):
        expected = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - expected) - 1e-2 * weights
        bend = x.T @ (x * (expected * (1 - expected))[:, None]) + 1e-2 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    found = dict(zip([name for name, one in zip(names, used.tolist(), strict=True) if one], weights[:-1], strict=True))
    least = min((value for value in found.values() if value > 0), default=1.0)
    return {name: round(float(value / least) * 100, 1) for name, value in found.items()}
