"""Shards: pieces of work whose results occur once each, on any machine and after any number of tries."""

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .executors import Work, executor

Progress = Callable[["Report"], None]


@dataclass(frozen=True)
class Shard:
    """A piece of work: its key, which is also the name of its file, and the argument of its function."""

    key: str
    arguments: dict[str, Any]


class ShardFailed(RuntimeError):
    """A shard that failed at every try; `report` has the finished part."""

    def __init__(self, key: str, report: "Report") -> None:
        super().__init__(f"the shard {key} failed {report.failures[key]} times")
        self.key, self.report = key, report


@dataclass
class Report:
    """The results of the shards so far. Each shard's rows occur once."""

    shards: int
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def done(self) -> int:
        """The number of finished shards."""
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, in the order of the shards' keys."""
        return (row for key in sorted(self.rows) for row in self.rows[key])

    def total(self, column: str) -> Any:
        """The sum of a column."""
        return sum(row[column] for row in self)

    def work(self) -> float:
        """The seconds that shards took, added up over all machines."""
        return float(sum(rows[0]["shard_seconds"] for rows in self.rows.values() if rows))

    def table(self) -> Any:
        """All rows as a table of pyarrow."""
        import pyarrow

        return pyarrow.Table.from_pylist(list(self))


def timed(work: Work, key: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Does a shard, and notes in its rows where and how long."""
    began = time.perf_counter()
    rows = work(**arguments)
    seconds = time.perf_counter() - began
    place = f"{socket.gethostname()}:{os.getpid()}"
    return [{**row, "shard": key, "shard_seconds": seconds, "worker": place} for row in rows]


def run(
    on: Any,
    work: Work,
    shards: Iterable[Shard],
    *,
    folder: str | Path | None = None,
    tries: int = 3,
    progress: Progress | None = None,
) -> Report:
    """Does each shard once and gathers the rows.

    With `folder`, the rows of each shard are written there as Parquet when it is done, under its key; shards whose
    file is there already are read and not done again, so that work broken off goes on. `progress` is called after each
    shard with the report so far. A shard that fails is tried again, `tries` times in all.
    """
    began = time.perf_counter()
    todo = {shard.key: shard for shard in shards}
    report = Report(len(todo))
    place = Path(folder) if folder is not None else None
    if place is not None:
        place.mkdir(parents=True, exist_ok=True)
        for key in todo:
            known = _read(place / f"{key}.parquet")
            if known is not None:
                report.rows[key] = known
    works = executor(on)
    for key, shard in todo.items():
        if key not in report.rows:
            works.submit(key, timed, {"work": work, "key": key, "arguments": shard.arguments})
    for key, rows in works.finished():
        report.seconds = time.perf_counter() - began
        if isinstance(rows, Exception):
            report.failures[key] = report.failures.get(key, 0) + 1
            if report.failures[key] >= tries:
                raise ShardFailed(key, report) from rows
            works.submit(key, timed, {"work": work, "key": key, "arguments": todo[key].arguments})
        elif key not in report.rows:
            report.rows[key] = rows
            if place is not None:
                _write(place / f"{key}.parquet", rows)
            if progress is not None:
                progress(report)
    report.seconds = time.perf_counter() - began
    return report


def _read(path: Path) -> list[dict[str, Any]] | None:
    if not path.exists():
        return None
    from pyarrow import parquet

    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    import pyarrow
    from pyarrow import parquet

    # Whoever reads the folder meanwhile sees whole files only.
    part = path.with_name(f".{path.name}.{os.getpid()}")
    parquet.write_table(pyarrow.Table.from_pylist(rows), part)
    part.replace(path)
