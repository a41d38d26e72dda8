"""Work on many machines: perft, games of the search against itself, matches, studies, searches through collections.

Each function takes an executor: a `Client` of Dask, an `OnRay`, or a `Here` that does the work in this process. Work
is cut into shards with their own seeds, so that what comes out does not depend on how many machines there were. A
shard that dies with its machine is done again, and counted once.

>>> from carn.distributed import Here, perft
>>> perft(Here(), "chess", 4).total("nodes")
197281
"""

from .executors import Executor, Here, OnDask, OnRay
from .play import match, merged, perft, self_play, study, tune
from .records import convert, search
from .shards import Report, Shard, ShardFailed, run

__all__ = [
    "Executor",
    "Here",
    "OnDask",
    "OnRay",
    "Report",
    "Shard",
    "ShardFailed",
    "convert",
    "match",
    "merged",
    "perft",
    "run",
    "search",
    "self_play",
    "study",
    "tune",
]
