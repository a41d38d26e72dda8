"""Shards: done once each, the same whatever does them, though a worker dies."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import carn

pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

from distributed import Client, LocalCluster

from carn import distributed as work
from carn.distributed.records import parts


@pytest.fixture(scope="module")
def client() -> Any:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster) as made,
    ):
        yield made


def without_place(report: work.Report) -> list[dict[str, Any]]:
    return [{k: v for k, v in row.items() if k not in ("shard", "shard_seconds", "worker")} for row in report]


def test_perft_is_what_is_published(client: Client) -> None:
    report = work.perft(client, "chess", 5)
    assert report.total("nodes") == 4_865_609 and report.done == report.shards == 20
    assert work.perft(work.Here(), "xiangqi", 3).total("nodes") == 79_666
    assert work.perft(work.Here(), "chess", 1).total("nodes") == 20
    assert len({row["worker"] for row in report}) == 2


@pytest.mark.skipif("CARN_DEEP" not in os.environ, reason="minutes: set CARN_DEEP")
def test_perft_to_depth_seven(client: Client) -> None:
    assert work.perft(client, "chess", 7).total("nodes") == 3_195_901_860


def test_games_do_not_depend_on_who_plays_them(client: Client) -> None:
    here = work.self_play(work.Here(), "minixiangqi", 30, nodes=100, seed=7, size=30)
    there = work.self_play(client, "minixiangqi", 30, nodes=100, seed=7, size=4)
    assert without_place(here) == without_place(there)
    assert {row["game"] for row in there} == set(range(30))
    other = work.self_play(work.Here(), "minixiangqi", 30, nodes=100, seed=8)
    assert without_place(here) != without_place(other)


def die_once(path: str, number: int) -> list[dict[str, Any]]:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return [{"number": number, "nodes": carn.Board().perft(3)}]
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def test_a_worker_is_killed(client: Client, tmp_path: Path) -> None:
    mark = str(tmp_path / "killed")
    shards = [work.Shard(f"one-{n:02}", {"path": mark, "number": n}) for n in range(24)]
    told: list[int] = []
    report = work.run(client, die_once, shards, progress=lambda now: told.append(now.done))
    assert Path(mark).exists(), "no worker was killed"
    assert sorted(row["number"] for row in report) == list(range(24))
    assert report.total("nodes") == 24 * 8902
    assert told == list(range(1, 25))


def fail_at(number: int, folder: str) -> list[dict[str, Any]]:
    with (Path(folder) / f"tried-{number}").open("a") as file:
        file.write(".")
    if number == 3:
        raise ValueError("the third never works")
    return [{"number": number}]


def test_what_always_fails_is_told_and_the_rest_is_kept(client: Client, tmp_path: Path) -> None:
    shards = [work.Shard(f"one-{n}", {"number": n, "folder": str(tmp_path)}) for n in range(5)]
    for on in (client, work.Here()):
        out = tmp_path / f"out-{type(on).__name__}"
        with pytest.raises(work.ShardFailed, match="one-3") as caught:
            work.run(on, fail_at, shards, folder=out, tries=2)
        assert caught.value.report.failures == {"one-3": 2}
        assert isinstance(caught.value.__cause__, ValueError)
    # What is done stays done: only the shard that failed is tried again.
    tried = len((tmp_path / "tried-0").read_text())
    with pytest.raises(work.ShardFailed):
        work.run(work.Here(), fail_at, shards, folder=tmp_path / "out-Here", tries=1)
    assert len((tmp_path / "tried-0").read_text()) == tried
    report = work.run(work.Here(), fail_at, shards[:3], folder=tmp_path / "out-Here")
    assert [row["number"] for row in report] == [0, 1, 2]


def test_a_folder_of_other_work(tmp_path: Path) -> None:
    def play(**given: Any) -> work.Report:
        return work.self_play(work.Here(), folder=tmp_path, **{"variant": "tictactoe", "games": 4, "nodes": 20, **given})

    first = play()
    assert list(play()) == list(first)
    mine = carn.Variant.from_toml("name = 'Mine'\nextends = 'tictactoe'\n")
    for other in ({"seed": 1}, {"nodes": 30}, {"games": 2}, {"variant": "breakthrough"}, {"variant": mine}):
        with pytest.raises(ValueError, match="other work"):
            play(**other)


def test_columns_do_not_depend_on_rows(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    some, none = tmp_path / "some.pgn", tmp_path / "none.pgn"
    some.write_text('[White "A"]\n\n1. e4 e5 *\n')
    none.write_text('[Variant "Nobody\'s game"]\n\n1. e4 e5 *\n')
    for positions in (False, True):
        folder = tmp_path / str(positions)
        work.convert(work.Here(), [some, none], folder, positions=positions)
        empty, full = (parquet.read_table(path) for path in sorted(folder.glob("*.parquet")))
        assert len(empty) == 0 and len(full) > 0 and empty.schema.equals(full.schema)
        assert pyarrow.null() not in full.schema.types


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    variant = carn.Variant("xiangqi")
    path = tmp_path_factory.mktemp("records") / "games.pgn"
    batch = carn.Batch(variant, 60, longest=200, seed=11)
    while not batch.is_over:
        batch.step_random()
    texts = []
    for number in range(60):
        game = carn.Game(variant)
        game.set_header("Event", "Random")
        game.set_header("Round", str(number))
        for move in batch.board(number).move_stack:
            game.play(str(move))
        texts.append(game.pgn())
    path.write_text("\n".join(texts))
    return path


def test_parts_of_a_file_are_whole_games(collection: Path) -> None:
    whole = collection.read_bytes()
    for size in (1, 1000, 30_000, len(whole)):
        cut = list(parts(collection, size))
        assert b"".join(whole[start:end] for start, end in cut) == whole
        assert sum(len(list(carn.Records(whole[start:end]))) for start, end in cut) == 60


def test_search_through_records(client: Client, collection: Path) -> None:
    condition = "@Any(Palace, @Opponent @Is(horse))"
    report = work.search(client, "xiangqi", condition, [collection], size=20_000)
    assert report.shards > 2 and report.total("games") == 60
    found, games, positions = carn.Variant("xiangqi").predicate(condition).search(collection)
    assert (games, positions) == (60, report.total("positions"))
    fens = [match["fen"] for row in report for match in row["matches"]]
    assert fens == [match.fen for match in found] and fens


def test_parquet_is_read_by_others(client: Client, collection: Path, tmp_path: Path) -> None:
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    work.convert(client, [collection], tmp_path / "games", size=20_000)
    report = work.convert(client, [collection], tmp_path / "positions", size=20_000, positions=True)
    games = f"{tmp_path}/games/*.parquet"
    (counted,) = duckdb.sql(f"select count(*), sum(plies) from '{games}'").fetchall()
    assert counted[0] == 60
    frame = polars.read_parquet(f"{tmp_path}/positions/*.parquet")
    assert len(frame) == counted[1] + 60 == len(list(report))
    assert frame.filter(polars.col("ply") == 0)["fen"].unique().to_list() == [carn.Variant("xiangqi").start_fen]
    (first,) = duckdb.sql(f"select moves from '{games}' order by start, game limit 1").fetchall()
    board = carn.Board("xiangqi")
    for text in first[0]:
        board.push_uci(text)
    assert board.fen() == frame.filter((polars.col("start") == 0) & (polars.col("game") == 1))["fen"][-1]


def test_matches_and_values(client: Client) -> None:
    report = work.match(client, "breakthrough", "carn:3", "random", 4, size=2, options=("--nodes", "200"))
    assert report.done == 2
    rules = carn.Variant.from_toml("name = 'Mine'\nextends = 'breakthrough'\n")
    assert work.match(work.Here(), rules, "random", "random", 2).done == 1
    games = work.self_play(work.Here(), "losalamos", 30, nodes=60, opening=8, seed=2)
    values = work.tune(games, "losalamos")
    assert values["queen"] > values["pawn"]


def test_a_study_is_the_same_in_shards(client: Client) -> None:
    help_page = subprocess.run([sys.executable, "-m", "carn", "study", "--help"], capture_output=True, check=False)
    if help_page.returncode != 0:
        pytest.skip("this command has no studies")
    options = ("--nodes", "50", "--alone")
    whole = work.study(work.Here(), "breakthrough", 12, seed=3, size=12, options=options)
    shards = work.study(client, "breakthrough", 12, seed=3, size=4, options=options)
    assert shards.done == 3 and whole.done == 1
    (one,) = whole
    alone = json.loads(one["report"])
    assert alone["studies"] and work.merged(shards) == alone


def test_ray_does_the_same(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    try:
        assert work.perft(work.OnRay(), "chess", 5).total("nodes") == 4_865_609
        here = work.self_play(work.Here(), "minixiangqi", 12, nodes=50, seed=7, size=12)
        there = work.self_play(work.OnRay(), "minixiangqi", 12, nodes=50, seed=7, size=4)
        assert without_place(here) == without_place(there)
        shards = [work.Shard(f"one-{n}", {"path": str(tmp_path / "killed"), "number": n}) for n in range(6)]
        report = work.run(work.OnRay(), die_once, shards)
        assert sorted(row["number"] for row in report) == list(range(6)) and sum(report.failures.values()) == 1
    finally:
        ray.shutdown()
