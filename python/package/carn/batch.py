"""Many games played side by side, as numpy's arrays."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _carn
from ._carn import Variant


class Batch(_carn.Batch):
    """`games` games of one kind, played in step.

    Every array has one entry a game. A game that is over stays as it is until `reset`; what is given for it does not
    count. `longest` breaks games off after so many plies, without a winner. No lock of Python's is held while games
    are played and planes are written; `threads` shares them out.

    >>> import numpy as np
    >>> batch = Batch("breakthrough", 4)
    >>> batch.observe().shape, batch.masks().shape[0]
    ((4, 4, 8, 8), 4)
    >>> while not batch.is_over:
    ...     batch.step(np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in batch.masks()]))
    >>> batch.rewards().sum(axis=1)
    array([0., 0., 0., 0.], dtype=float32)
    """

    def __new__(
        cls,
        variant: Variant | str,
        games: int,
        *,
        threads: int = 1,
        longest: int = 1_000_000,
        seed: int = 0,
    ) -> "Batch":
        """`games` games at their start."""
        if isinstance(variant, str):
            variant = Variant(variant)
        return super().__new__(cls, variant, games, threads, longest, seed)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.variant.players)

    def observe(self, dtype: DTypeLike = np.uint8, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The positions as `[games, channels, rows, columns]`, as uint8 or float32; `Variant.plane_names` says what the
        channels are."""
        shape = (len(self), *self.variant.plane_shape)
        planes = np.empty(shape, dtype) if out is None else out
        if planes.dtype == np.float32:
            self.write_planes_as_floats(planes)
        else:
            self.write_planes(planes)
        return planes

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Which actions are legal, as `[games, Variant.action_count]`; none where a game is over."""
        masks = np.empty((len(self), self.variant.action_count), np.bool_) if out is None else out
        self.write_masks(masks.view(np.uint8))
        return masks

    def counts(self) -> NDArray[np.uint32]:
        """How many legal moves there are in each game; 0 where it is over."""
        counts = np.empty(len(self), np.uint32)
        self.write_counts(counts)
        return counts

    def to_move(self) -> NDArray[np.uint8]:
        """The index of the player to move in each game."""
        players = np.empty(len(self), np.uint8)
        self.write_players(players)
        return players

    def terminated(self) -> NDArray[np.bool_]:
        """Which games have ended by the rules."""
        ended = np.empty(len(self), np.bool_)
        self.write_ended(ended.view(np.uint8))
        return ended

    def truncated(self) -> NDArray[np.bool_]:
        """Which games were broken off at `longest`."""
        cut = np.empty(len(self), np.bool_)
        self.write_cut(cut.view(np.uint8))
        return cut

    def rewards(self) -> NDArray[np.float32]:
        """What each player has won, as `[games, players]`: 1, 0 or -1, and 0 for all while a game goes on. Where more than
        two play, the winners share what the losers lose."""
        rewards = np.empty((len(self), self.players), np.float32)
        self.write_rewards(rewards)
        return rewards

    def step(self, actions: NDArray[Any]) -> None:
        """Plays one action a game. Raises `IllegalMoveError` if one is no legal move's; nothing has changed then."""
        self.play_actions(np.ascontiguousarray(actions, np.uint32))

    def step_nth(self, places: NDArray[Any]) -> None:
        """Plays in each game the legal move at a place below `counts()`: the quickest way to play at random."""
        self.play_places(np.ascontiguousarray(places, np.uint32))

    def step_random(self) -> None:
        """Plays a random legal move in each game, drawn from `seed`."""
        self.play_random()

    def reset(self, which: NDArray[np.bool_] | None = None) -> None:
        """Sets games back to the start: all of them, or those for which `which` is true."""
        chosen = np.ones(len(self), np.bool_) if which is None else np.ascontiguousarray(which, np.bool_)
        self.reset_games(chosen.view(np.uint8))
