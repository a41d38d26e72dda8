"""Executors of shards: this process, Dask, Ray."""

import traceback
from collections.abc import Callable, Iterator
from typing import Any, Protocol

Work = Callable[..., list[dict[str, Any]]]


def call(work: Work, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs a piece of work. Its arguments are one tuple, so that Dask does not take some of them for its own."""
    return work(**arguments)


class Executor(Protocol):
    """Runs shards: takes work by a key, and yields the results in any order."""

    def submit(self, key: str, work: Work, arguments: dict[str, Any]) -> None:
        """Submits a piece of work."""

    def finished(self) -> Iterator[tuple[str, list[dict[str, Any]] | Exception]]:
        """Yields rows or an exception for each key, until no work is pending. More may be submitted in between."""
        ...


class Here:
    """Does the work in this process, one shard after the other."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, Work, dict[str, Any]]] = []

    def submit(self, key: str, work: Work, arguments: dict[str, Any]) -> None:
        """Queues a piece of work."""
        self._waiting.append((key, work, arguments))

    def finished(self) -> Iterator[tuple[str, list[dict[str, Any]] | Exception]]:
        """Runs the queued work."""
        while self._waiting:
            key, work, arguments = self._waiting.pop(0)
            try:
                yield key, work(**arguments)
            except Exception as error:  # noqa: BLE001
                yield key, error


class OnDask:
    """Does the work on a cluster of Dask, or on its threads or processes."""

    def __init__(self, client: Any) -> None:
        import distributed

        self._client = client
        # A stranger's death is no fault of the shard: the scheduler gives it to another worker.
        self._completed = distributed.as_completed(with_results=False)
        self._keys: dict[Any, str] = {}

    def submit(self, key: str, work: Work, arguments: dict[str, Any]) -> None:
        """Hands a piece of work to the scheduler."""
        future = self._client.submit(call, work, arguments, pure=False)
        self._keys[future.key] = key
        self._completed.add(future)

    def finished(self) -> Iterator[tuple[str, list[dict[str, Any]] | Exception]]:
        """Yields the results of the scheduler."""
        while not self._completed.is_empty():
            future = next(self._completed)
            key = self._keys.pop(future.key, None)
            if key is None:
                continue
            error = future.exception() if future.status != "cancelled" else RuntimeError("the work was cancelled")
            if error is None:
                yield key, future.result()
            else:
                trace = future.traceback() if future.status == "error" else None
                if trace is not None:
                    error.add_note("".join(traceback.format_tb(trace)))
                yield key, error
            future.release()


class OnRay:
    """Does the work on Ray, which the caller has started (`ray.init`)."""

    def __init__(self) -> None:
        import ray

        self._ray = ray
        self._keys: dict[Any, str] = {}

    def submit(self, key: str, work: Work, arguments: dict[str, Any]) -> None:
        """Hands a piece of work to Ray."""
        # Shards are tried again by the caller, who counts the tries.
        self._keys[self._ray.remote(max_retries=0)(work).remote(**arguments)] = key

    def finished(self) -> Iterator[tuple[str, list[dict[str, Any]] | Exception]]:
        """Yields the results of Ray."""
        while self._keys:
            (done, *_), _ = self._ray.wait(list(self._keys), num_returns=1)
            key = self._keys.pop(done)
            try:
                yield key, self._ray.get(done)
            except Exception as error:  # noqa: BLE001
                yield key, error


def executor(given: Any) -> Executor:
    """The given executor, or one for a client of Dask."""
    if hasattr(given, "submit") and hasattr(given, "finished"):
        return given  # type: ignore[no-any-return]
    return OnDask(given)
