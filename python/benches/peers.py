"""Random games of chess from Python, by carn and by its peers in one run: `python benches/peers.py [SECONDS]`.

Each library plays uniformly random legal moves until a game is over, again and again, with the calls that its users
would write. A peer that is not installed is left out. The rate is in plies a second by the clock, the best of three, so
the machine should be idle.
"""

import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import carn

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def carn_boards() -> int:
    """One board, one call a move."""
    board, choice, plies = CHESS.board(), random.choice, 0
    while not board.is_game_over():
        board.push(choice(board.legal_moves))
        plies += 1
    return plies


def carn_batch(games: int) -> Callable[[], int]:
    """Many games in step: numpy chooses a legal move in each, finished games begin anew."""
    import numpy as np

    batch = carn.Batch("chess", games)
    rng = np.random.default_rng(1)

    def steps() -> int:
        for _ in range(20):
            counts = batch.counts()
            batch.step_nth((rng.random(games) * counts).astype(np.uint32))
            ended = batch.terminated()
            if ended.any():
                batch.reset(ended)
        return 20 * games

    return steps


def carn_random(games: int, threads: int = 1) -> Callable[[], int]:
    """The same, the moves chosen by the library."""
    batch = carn.Batch("chess", games, threads=threads)

    def steps() -> int:
        for _ in range(20):
            batch.step_random()
            if batch.terminated().any():
                batch.reset(batch.terminated())
        return 20 * games

    return steps


def carn_learning(games: int) -> Callable[[], int]:
    """The same with what a learning program needs at every step: planes and masks."""
    import numpy as np

    batch = carn.Batch("chess", games)
    rng = np.random.default_rng(1)
    planes, masks = batch.observe(), batch.masks()

    def step() -> int:
        batch.observe(out=planes)
        batch.masks(out=masks)
        batch.step_nth((rng.random(games) * batch.counts()).astype(np.uint32))
        batch.reset(batch.terminated())
        return games

    return step


def python_chess() -> int:
    import chess

    board, plies = chess.Board(), 0
    while not board.is_game_over(claim_draw=False):
        board.push(random.choice(list(board.legal_moves)))
        plies += 1
    return plies


def pyffish() -> int:
    import pyffish as sf

    # The library keeps no position: each call is given all moves so far, which a game of 100 plies is enough to show.
    moves: list[str] = []
    fen = sf.start_fen("chess")
    while len(moves) < 100:
        legal = sf.legal_moves("chess", fen, moves)
        if not legal or sf.is_optional_game_end("chess", fen, moves)[0]:
            break
        moves.append(random.choice(legal))
    return len(moves)


def cshogi() -> int:
    """Shogi: what the library plays."""
    import cshogi as shogi

    board, plies = shogi.Board(), 0
    while not board.is_game_over() and plies < 400:
        board.push(random.choice(list(board.legal_moves)))
        plies += 1
    return plies


def carn_shogi() -> int:
    board, plies = SHOGI.board(), 0
    while not board.is_game_over() and plies < 400:
        board.push(random.choice(board.legal_moves))
        plies += 1
    return plies


def openspiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("chess")
    return lambda: openspiel_game(game)


def openspiel_game(game: Any) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        plies += 1
    return plies


CHESS, SHOGI = carn.Variant("chess"), carn.Variant("shogi")
PEERS: list[tuple[str, str | None, Callable[[], Callable[[], int]]]] = [
    ("carn, one call a move", None, lambda: carn_boards),
    ("carn, batch of 1024", "numpy", lambda: carn_batch(1024)),
    ("carn, batch of 1024, step_random", "numpy", lambda: carn_random(1024)),
    ("carn, batch of 1024, step_random, two threads", "numpy", lambda: carn_random(1024, 2)),
    ("carn, batch of 8192, step_random", "numpy", lambda: carn_random(8192)),
    ("carn, batch of 8192, step_random, two threads", "numpy", lambda: carn_random(8192, 2)),
    ("carn, batch of 1024 with planes and masks", "numpy", lambda: carn_learning(1024)),
    ("python-chess", "chess", lambda: python_chess),
    ("pyffish", "pyffish", lambda: pyffish),
    ("OpenSpiel", "pyspiel", openspiel),
    ("carn, shogi", None, lambda: carn_shogi),
    ("cshogi, shogi", "cshogi", lambda: cshogi),
]


def rate(play: Callable[[], int]) -> float:
    # Not processor time, which adds up the threads.
    plies, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        plies += play()
    return plies / (time.perf_counter() - began)


def main() -> None:
    ready = {name: make() for name, module, make in PEERS if module is None or find_spec(module)}
    # One after the other, three times over: a machine that slows down slows down all of them.
    best = dict.fromkeys(ready, 0.0)
    for _ in range(3):
        for name, play in ready.items():
            best[name] = max(best[name], rate(play))
    base = best.get("OpenSpiel")
    for name, found in best.items():
        times = f"{found / base:8.1f} x" if base and "shogi" not in name else ""
        print(f"{name:45} {found:12,.0f} plies/s {times}")


if __name__ == "__main__":
    main()
