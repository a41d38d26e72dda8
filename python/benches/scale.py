"""What one machine does, shard by shard: `python benches/scale.py [WORKERS] [GAMES]`. Prints the figures of docs/scale.md.

Perft of chess to depth 7 is compared with the published number, and the games that the cluster plays with those that
one process plays.
"""

import sys
import time

from distributed import Client, LocalCluster

from carn import distributed as work

WORKERS = int(sys.argv[1]) if len(sys.argv) > 1 else 2
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
# https://www.chessprogramming.org/Perft_Results
PERFT_SEVEN = 3_195_901_860


def told(what: str, report: work.Report, count: int, unit: str) -> None:
    spent = report.work()
    lost = report.seconds - spent / WORKERS
    print(
        f"{what}: {count:,} {unit}, {report.shards} shards of {spent / report.shards:.2f} s, {report.seconds:.1f} s in all, "
        f"{count / spent:,.0f} {unit}/s a process; {lost / report.shards * 1000:.1f} ms lost a shard"
    )


def games(report: work.Report) -> list[tuple[int, tuple[str, ...], str]]:
    return [(row["game"], tuple(row["moves"]), row["result"]) for row in report]


def main() -> None:
    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        report = work.perft(client, "chess", 7)
        assert report.total("nodes") == PERFT_SEVEN
        told("perft 7 of chess", report, PERFT_SEVEN, "nodes")
        settings = {"nodes": 200, "opening": 6, "longest": 200, "seed": 1}
        report = work.self_play(client, "minixiangqi", GAMES, size=20, **settings)
        told("self-play, minixiangqi, 200 nodes a move", report, GAMES, "games")
        began = time.perf_counter()
        alone = work.self_play(work.Here(), "minixiangqi", GAMES, size=GAMES, **settings)
        assert games(alone) == games(report)
        print(f"the same {GAMES:,} games in one process: {time.perf_counter() - began:.1f} s, move for move equal")
        report = work.self_play(client, "chess", 100, nodes=2000, size=5)
        told("self-play, chess, 2000 nodes a move", report, 100, "games")


if __name__ == "__main__":
    main()
