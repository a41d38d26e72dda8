"""Measures one machine, shard by shard: `python benches/scale.py [--workers N] [JOB…]`. Prints the figures of docs/scale.md.

The jobs are perft, games, chess and study; all of them if none is named. Perft of chess to depth 7 is compared with the
published number, the games and the study of the cluster with those of one process.
"""

import argparse
import json
import time
from collections.abc import Callable

from distributed import Client, LocalCluster

from carn import distributed as work

# https://www.chessprogramming.org/Perft_Results
PERFT_SEVEN = 3_195_901_860


def told(what: str, workers: int, report: work.Report, count: int, unit: str) -> None:
    spent = report.work()
    lost = report.seconds - spent / workers
    print(
        f"{what}: {count:,} {unit}, {report.shards} shards of {spent / report.shards:.2f} s, {report.seconds:.1f} s in all, "
        f"{count / spent:,.0f} {unit}/s a process; {lost / report.shards * 1000:.1f} ms lost a shard"
    )


def games(report: work.Report) -> list[tuple[int, tuple[str, ...], str]]:
    return [(row["game"], tuple(row["moves"]), row["result"]) for row in report]


def perft(client: Client, workers: int) -> None:
    report = work.perft(client, "chess", 7)
    assert report.total("nodes") == PERFT_SEVEN
    told("perft 7 of chess", workers, report, PERFT_SEVEN, "nodes")


def minixiangqi(client: Client, workers: int) -> None:
    settings = {"nodes": 200, "opening": 6, "longest": 200, "seed": 1}
    report = work.self_play(client, "minixiangqi", 2000, size=20, **settings)
    told("self-play, minixiangqi, 200 nodes a move", workers, report, 2000, "games")
    began = time.perf_counter()
    alone = work.self_play(work.Here(), "minixiangqi", 2000, size=2000, **settings)
    assert games(alone) == games(report)
    print(f"the same games in one process: {time.perf_counter() - began:.1f} s, move for move equal")


def chess(client: Client, workers: int) -> None:
    report = work.self_play(client, "chess", 100, nodes=2000, size=5)
    told("self-play, chess, 2000 nodes a move", workers, report, 100, "games")


def study(client: Client, workers: int) -> None:
    options = ("--nodes", "100", "--alone")
    report = work.study(client, "chess", 10_000, size=200, options=options)
    told("study of chess, 100 nodes a move", workers, report, 10_000, "games")
    began = time.perf_counter()
    (alone,) = work.study(work.Here(), "chess", 10_000, size=10_000, options=options)
    assert work.merged(report) == json.loads(alone["report"])
    print(f"the same study in one process: {time.perf_counter() - began:.1f} s, the same report")


JOBS: dict[str, Callable[[Client, int], None]] = {"perft": perft, "games": minixiangqi, "chess": chess, "study": study}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("jobs", nargs="*", metavar="JOB")
    given = parser.parse_args()
    with (
        LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        for job in given.jobs or JOBS:
            JOBS[job](client, given.workers)


if __name__ == "__main__":
    main()
