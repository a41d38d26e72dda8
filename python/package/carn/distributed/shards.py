"""Shards: pieces of work whose results occur once each, on any machine and after any number of tries."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import Variant, __version__
from .executors import Work, executor

Progress = Callable[["Report"], None]

# The columns of rows: the name of a type of pyarrow, `[kind]` for a list, a dictionary for a structure.
Columns = dict[str, Any]
_OF_ALL: Columns = {"shard": "string", "shard_seconds": "float64", "worker": "string"}


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
    columns: Columns | None = None

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

        return pyarrow.Table.from_pylist(list(self), schema=_schema(self.columns))


def _schema(columns: Columns | None) -> Any:
    """The schema of rows, which must not depend on the rows of one file; None if the columns are not known."""
    import pyarrow

    def kind(given: Any) -> Any:
        if isinstance(given, list):
            return pyarrow.list_(kind(given[0]))
        if isinstance(given, dict):
            return pyarrow.struct([(name, kind(part)) for name, part in given.items()])
        return pyarrow.type_for_alias(given)

    return None if columns is None else pyarrow.schema(kind({**columns, **_OF_ALL}))


def _stamp(work: Work, shard: Shard) -> bytes:
    """A text of what a shard's rows depend on: function, arguments, rules, version."""

    def rules(given: Any) -> Any:
        return [given.name, given.rule_hash or given.text] if isinstance(given, Variant) else repr(given)

    name = f"{work.__module__}.{getattr(work, '__qualname__', work)}"
    stamp = {"work": name, "arguments": shard.arguments, "version": __version__}
    return json.dumps(stamp, default=rules, sort_keys=True).encode()


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
    columns: Columns | None = None,
) -> Report:
    """Does each shard once and gathers the rows.

    With `folder`, the rows of each shard are written there as Parquet when it is done, under its key; shards whose
    file is there already are read and not done again, so that work broken off goes on. A file of other work, other
    arguments or another version raises `ValueError`. `columns` are the types of the columns, by which also the files of
    shards without rows are written. `progress` is called after each shard with the report so far. A shard that fails is
    tried again, `tries` times in all.
    """
    began = time.perf_counter()
    todo = {shard.key: shard for shard in shards}
    report = Report(len(todo), columns=columns)
    place = Path(folder) if folder is not None else None
    if place is not None:
        place.mkdir(parents=True, exist_ok=True)
        for key, shard in todo.items():
            known = _read(place / f"{key}.parquet", _stamp(work, shard))
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
                _write(place / f"{key}.parquet", rows, columns, _stamp(work, todo[key]))
            if progress is not None:
                progress(report)
    report.seconds = time.perf_counter() - began
    return report


def _read(path: Path, stamp: bytes) -> list[dict[str, Any]] | None:
    if not path.exists():
        return None
    from pyarrow import parquet

    table = parquet.read_table(path)
    found = (table.schema.metadata or {}).get(b"carn", b"nothing")
    if found != stamp:
        raise ValueError(
            f"{path} has the rows of other work; use another folder, or delete the file.\n"
            f"it is of {found.decode()}\nwanted is {stamp.decode()}"
        )
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def _write(path: Path, rows: list[dict[str, Any]], columns: Columns | None, stamp: bytes) -> None:
    import pyarrow
    from pyarrow import parquet

    # Whoever reads the folder meanwhile sees whole files only.
    part = path.with_name(f".{path.name}.{os.getpid()}")
    table = pyarrow.Table.from_pylist(rows, schema=_schema(columns))
    parquet.write_table(table.replace_schema_metadata({"carn": stamp}), part)
    part.replace(path)
