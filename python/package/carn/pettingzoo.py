"""Games of carn as environments of PettingZoo: agents move one after the other (AEC).

>>> game = env("xiangqi")
>>> game.reset()
>>> int(game.last()[0]["action_mask"].sum())
44
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._carn import Board, Variant


def env(variant: Variant | str, longest: int = 1000, render_mode: str | None = None) -> Any:
    """An environment of a game; an illegal action loses the game for its player.

    Observations are dictionaries: `observation` has the planes as uint8, `action_mask` says which actions are legal.
    """
    bare = raw_env(variant, longest, render_mode)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801
    """The environment without wrappers. The agents are the players by name."""

    def __init__(self, variant: Variant | str, longest: int = 1000, render_mode: str | None = None) -> None:
        super().__init__()
        self.variant = Variant(variant) if isinstance(variant, str) else variant
        self.longest = longest
        self.render_mode = render_mode
        self.metadata = {
            "name": f"carn_{self.variant.key or self.variant.name}",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.possible_agents = list(self.variant.players)
        count = self.variant.action_count
        planes = gymnasium.spaces.Box(0, 255, self.variant.plane_shape, np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (count,), np.int8)
        space = gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of observations, the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of actions, of the same size for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game."""
        self.board: Board = self.variant.board()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.board.turn]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The planes, and the legal actions of the player to move; none for the others."""
        planes = np.frombuffer(self.board.planes(), np.uint8).reshape(self.variant.plane_shape)
        mask = np.zeros(self.variant.action_count, np.int8)
        if agent == self.possible_agents[self.board.turn] and not self.board.is_game_over():
            mask[self.board.legal_actions()] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        assert action is not None
        self.board.push(self.board.move_of(int(action)))
        outcome = self.board.outcome()
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.board.ply >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.board.turn]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as a FEN, or as an SVG document."""
        return self.board.svg() if self.render_mode == "svg" else self.board.fen()
