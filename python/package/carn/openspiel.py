"""Games of carn as games of OpenSpiel: `import carn.openspiel; pyspiel.load_game("carn(variant=xiangqi)")`."""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._carn import Board, Variant

_PARAMETERS = {"variant": "chess", "longest": 1000}


def _type(players: int) -> Any:
    return pyspiel.GameType(
        short_name="carn",
        long_name="A game of carn",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class CarnGame(pyspiel.Game):  # type: ignore[misc]
    """A game by its rules: the shipped variant of the parameter `variant`, or the rule file at such a path.

    A game longer than the parameter `longest` is a draw.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        name = str(given["variant"])
        self.variant = Variant.from_file(name) if name.endswith(".toml") else Variant(name)
        self.longest = int(given["longest"])
        self.players = len(self.variant.players)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.variant.action_count,
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=float(self.players - 1),
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_type(self.players), information, given)

    def new_initial_state(self, state: str | None = None) -> "CarnState":
        """The start of a game."""
        return CarnState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observer that writes a state's planes; with perfect recall, the moves."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return CarnObserver(self.variant)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class CarnState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: CarnGame) -> None:
        super().__init__(game)
        self.board: Board = game.variant.board()
        self._longest = game.longest

    def _over(self) -> bool:
        return self.board.ply >= self._longest or self.board.is_game_over()

    def current_player(self) -> int:
        """The player to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self._over() else self.board.turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.board.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.board.push(self.board.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.board.san(self.board.move_of(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._over()

    def returns(self) -> list[float]:
        """The returns of each player."""
        outcome = self.board.outcome()
        return outcome.rewards if outcome else [0.0] * len(self.board.variant.players)

    def __str__(self) -> str:
        return self.board.fen()


class CarnObserver:
    """The planes of a state as one tensor."""

    def __init__(self, variant: Variant) -> None:
        self.tensor = np.zeros(int(np.prod(variant.plane_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(variant.plane_shape)}

    def set_from(self, state: CarnState, player: int) -> None:
        """Takes the planes of a state, the same for all players."""
        self.tensor[:] = np.frombuffer(state.board.planes(), np.uint8)

    def string_from(self, state: CarnState, player: int) -> str:
        """A state as text."""
        return state.board.fen()


pyspiel.register_game(_type(8), CarnGame)
