"""How fast a collection is searched by a condition: `python benches/search.py [GAMES] [WORKERS]`.

The collection is made first: random games of xiangqi, 100,000 of them if nothing is said. Then this process looks
through it, then a cluster of Dask on this machine.
"""

import sys
import tempfile
import time
from pathlib import Path

import carn
from carn import distributed as work

CONDITION = "@Any(Palace, @Opponent @Is(horse))"
GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
WORKERS = int(sys.argv[2]) if len(sys.argv) > 2 else 2


def collection(path: Path) -> None:
    variant = carn.Variant("xiangqi")
    with path.open("w") as file:
        for first in range(0, GAMES, 1000):
            batch = carn.Batch(variant, min(1000, GAMES - first), longest=80, seed=first)
            while not batch.is_over:
                batch.step_random()
            for game in range(len(batch)):
                moves = " ".join(str(move) for move in batch.board(game).move_stack)
                file.write(f'[Event "Random"]\n[Variant "Xiangqi"]\n[Result "*"]\n\n{moves} *\n\n')


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        collection(path)
        size = path.stat().st_size / 1e6
        began = time.perf_counter()
        found, games, positions = carn.Variant("xiangqi").predicate(CONDITION).search(path)
        seconds = time.perf_counter() - began
        print(f"{games:,} games, {positions:,} positions, {size:.0f} MB: {len(found):,} games match")
        print(f"one process: {seconds:.1f} s, {games / seconds:,.0f} games/s, {positions / seconds:,.0f} positions/s")
        from distributed import Client, LocalCluster

        with (
            LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            report = work.search(client, "xiangqi", CONDITION, [path], size=2 << 20)
            rate = report.total("games") / report.seconds
            print(f"{WORKERS} processes: {report.seconds:.1f} s, {rate:,.0f} games/s, {report.shards} shards")
            assert sum(len(row["matches"]) for row in report) == len(found)


if __name__ == "__main__":
    main()
