"""Batches: the same games as boards play, whatever the game and the number of players."""

import threading
import time
from typing import Any

import numpy as np
import pytest

import carn


@pytest.mark.parametrize("name", ["chess", "shogi", "xiangqi", "fourplayer", "breakthrough", "gomoku", "brazilian"])
def test_games_of_a_batch_are_those_of_boards(name: str) -> None:
    variant = carn.Variant(name)
    batch = carn.Batch(variant, 6, longest=80)
    boards = [variant.board() for _ in range(6)]
    random = np.random.default_rng(1)
    for _ in range(40):
        masks, planes = batch.masks(), batch.observe()
        actions = np.zeros(6, np.int64)
        for game, board in enumerate(boards):
            legal = board.legal_actions()
            if board.is_game_over():
                assert not masks[game].any()
                continue
            assert list(np.flatnonzero(masks[game])) == legal
            assert batch.counts()[game] == len(board.legal_moves) and batch.to_move()[game] == board.turn
            assert planes[game].tobytes() == board.planes()
            actions[game] = random.choice(legal)
            board.push(board.move_of(int(actions[game])))
        batch.step(actions)
        assert [batch.board(game).fen() for game in range(6)] == [board.fen() for board in boards]
        assert list(batch.terminated()) == [board.is_game_over() for board in boards]


def test_planes_say_what_stands_where() -> None:
    variant = carn.Variant("chess")
    batch = carn.Batch(variant, 2)
    planes = batch.observe(np.float32)
    assert (batch.observe("float32") == planes).all() and (batch.observe(np.dtype(np.uint8)) == planes).all()
    assert planes.dtype == np.float32 and planes.shape == (2, *variant.plane_shape)
    names = variant.plane_names
    assert len(names) == variant.plane_shape[0]
    rooks = planes[0, names.index("White rook")]
    assert rooks.sum() == 2 and rooks[0, 0] == rooks[0, 7] == 1
    assert planes[0, names.index("Black king"), 7, 4] == 1
    assert (planes[0, names.index("White to move")] == 1).all()
    assert (planes[0, names.index("Black to move")] == 0).all()
    assert (planes[0, names.index("White right K")] == 1).all()
    board = carn.Board("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 9")
    shown = np.frombuffer(board.planes(), np.uint8).reshape(variant.plane_shape)
    assert shown[names.index("marked"), 5, 3] == 1 and shown[names.index("marked")].sum() == 1
    assert (shown[names.index("quiet plies")] == 7).all()
    hands = carn.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NNq] w - - 0 1")
    names = hands.variant.plane_names
    shown = np.frombuffer(hands.planes(), np.uint8).reshape(hands.variant.plane_shape)
    assert (shown[names.index("White knight in hand")] == 2).all()
    assert (shown[names.index("Black queen in hand")] == 1).all()


def test_rewards_and_resets() -> None:
    batch = carn.Batch("breakthrough", 50, seed=3)
    assert not batch.rewards().any() and not batch.is_over
    while not batch.is_over:
        batch.step_random()
    rewards = batch.rewards()
    assert (np.sort(rewards, axis=1) == [-1, 1]).all()
    for game in range(50):
        outcome = batch.outcome(game)
        assert outcome is not None and outcome.winner == int(rewards[game].argmax())
    assert batch.terminated().all() and not batch.truncated().any()
    which = np.arange(50) < 10
    batch.reset(which)
    assert list(batch.terminated()) == list(~which)
    assert batch.board(0).ply == 0 and batch.board(49).ply > 0
    batch.reset()
    assert not batch.terminated().any()


def test_rewards_of_four() -> None:
    batch = carn.Batch("fourplayer", 4, longest=400, seed=1)
    while not batch.is_over:
        batch.step_random()
    assert np.allclose(batch.rewards().sum(axis=1), 0)
    assert (batch.truncated() != batch.terminated()).all()


def test_games_are_broken_off() -> None:
    batch = carn.Batch("chess", 3, longest=5)
    for _ in range(5):
        batch.step_nth([0] * 3)
    assert batch.truncated().all() and not batch.terminated().any() and batch.is_over
    assert not batch.counts().any() and not batch.rewards().any()


def test_illegal_actions_change_nothing() -> None:
    batch = carn.Batch("chess", 2)
    actions = np.array([batch.board(0).legal_actions()[0], batch.variant.action_count])
    with pytest.raises(carn.IllegalMoveError, match="game 1"):
        batch.step(actions)
    assert batch.board(0).ply == 0
    with pytest.raises(ValueError):
        batch.step(np.zeros(3, int))
    with pytest.raises(IndexError):
        batch.board(2)


def test_numbers_are_integers() -> None:
    batch = carn.Batch("chess", 2)
    actions = np.array([batch.board(0).legal_actions()[0]] * 2)
    for wrong in (actions.astype(float), actions > 0, np.array([None, None])):
        with pytest.raises(TypeError, match="must be integers"):
            batch.step(wrong)
    for number in (2**32 + int(actions[1]), -1):
        with pytest.raises(carn.IllegalMoveError, match=f"game 1 has no legal move with the number {number}"):
            batch.step([int(actions[0]), number])
    batch.step(actions.astype(np.int16))
    assert batch.board(1).ply == 1
    with pytest.raises(IndexError):
        batch.outcome(2)


def test_games_are_reset_by_masks_and_indices() -> None:
    batch = carn.Batch("chess", 4)
    for which, after in (([False, True, True, False], [1, 0, 0, 1]), (np.array([0, -1]), [0, 1, 1, 0]), ([], [1] * 4)):
        batch.step_random()
        batch.reset(which)
        assert [batch.board(game).ply for game in range(4)] == after
        batch.reset()
    for wrong, error in (([4], IndexError), ([-5], IndexError), ([True], ValueError), ([0.5], TypeError)):
        with pytest.raises(error):
            batch.reset(wrong)


@pytest.mark.parametrize("name", ["chess", "checkers", "shogi"])
def test_the_order_of_moves(name: str) -> None:
    batch = carn.Batch(name, 1)
    for nth in range(40):
        if batch.is_over:
            break
        moves, board = batch.legal_moves(0), batch.board(0)
        assert sorted(map(str, moves)) == sorted(map(str, board.legal_moves))
        place = nth % len(moves)
        batch.step_nth([place])
        assert batch.board(0).peek() == moves[place]
    assert batch.is_over == (len(batch.legal_moves(0)) == 0)


@pytest.mark.parametrize("games", [10**12, 2**62])
def test_more_games_than_memory(games: int) -> None:
    with pytest.raises(MemoryError, match="not enough memory"):
        carn.Batch("chess", games)


def test_arrays_that_are_given() -> None:
    batch = carn.Batch("chess", 3)
    planes, masks = batch.observe(np.float32), batch.masks()
    given, given_masks = np.ones_like(planes), np.ones_like(masks)
    assert batch.observe(out=given) is given and (given == planes).all()
    assert batch.masks(out=given_masks) is given_masks and (given_masks == masks).all()
    for wrong in (np.asfortranarray(given), given.transpose(0, 1, 3, 2), given[:2], given.reshape(-1), given[:, :, ::-1]):
        with pytest.raises(ValueError, match=r"shape \[3, "):
            batch.observe(out=wrong)
    numbers: Any = given_masks.astype(np.int8)
    with pytest.raises(ValueError, match=r"array of bool of the shape \[3, "):
        batch.masks(out=numbers)
    for mask in (np.asfortranarray(given_masks), given_masks.T, given_masks.reshape(1, -1)):
        with pytest.raises(ValueError, match=r"shape \[3, "):
            batch.masks(out=mask)


def test_threads_change_nothing() -> None:
    ends = []
    for threads in (1, 2):
        batch = carn.Batch("xiangqi", 600, threads=threads, longest=50)
        random = np.random.default_rng(5)
        while not batch.is_over:
            batch.step_nth((random.random(600) * batch.counts()).astype(int))
        ends.append((batch.observe().tobytes(), batch.masks().tobytes(), batch.rewards().tobytes()))
    assert ends[0] == ends[1]


def test_no_lock_is_held() -> None:
    batch = carn.Batch("chess", 20_000)
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0005)

    other = threading.Thread(target=count)
    other.start()
    started = time.perf_counter()
    while time.perf_counter() - started < 0.5:
        batch.step_random()
    done.set()
    other.join()
    # With the lock held, the other thread would run between the calls alone, of which there are few.
    assert ticks > 50
