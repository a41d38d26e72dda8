"""The adapters pass the checks of those that they adapt to."""

import random

import pytest

import carn


@pytest.mark.parametrize("name", ["chess", "xiangqi", "shogi", "fourplayer", "breakthrough"])
def test_pettingzoo(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from carn.pettingzoo import env, raw_env

    api_test(env(name, longest=60), num_cycles=200)
    if name == "breakthrough":
        seed_test(lambda: env(name, longest=60), num_cycles=50)
        game = raw_env(carn.Variant(name), render_mode="svg")
        game.reset(seed=1)
        drawn = game.render()
        assert drawn is not None and drawn.startswith("<svg")
        total = dict.fromkeys(game.possible_agents, 0.0)
        for agent in game.agent_iter():
            observation, reward, ended, cut, _ = game.last()
            total[agent] += reward
            assert observation is not None
            legal = observation["action_mask"].nonzero()[0]
            game.step(None if ended or cut else int(random.choice(legal)))
        assert sorted(total.values()) == [-1, 1]


@pytest.mark.parametrize("name", ["chess", "xiangqi", "fourplayer", "breakthrough"])
def test_openspiel(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import carn.openspiel

    game = pyspiel.load_game(f"carn(variant={name},longest=60)")
    assert game.num_players() == len(carn.Variant(name).players)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert abs(sum(state.returns())) < 1e-6
    assert carn.openspiel.CarnGame({"variant": name}).num_distinct_actions() == carn.Variant(name).action_count


def test_pyffish() -> None:
    import carn.pyffish as sf

    start = sf.start_fen("xiangqi")
    texts = [sf.get_san("xiangqi", start, move, False, sf.NOTATION_LAN) for move in ("g1e3", "h1g3", "b3e3")]
    assert texts == ["Eg1-e3", "Hh1-g3", "Cb3-e3"]
    assert issubclass(sf.error, Exception)
    assert sf.validate_fen("   ", "chess") == sf.FEN_INVALID_BOARD_GEOMETRY
    with pytest.raises(ValueError, match="77"):
        sf.get_san("chess", sf.start_fen("chess"), "e2e4", notation=77)
    assert sf.get_san("bughouse", sf.start_fen("bughouse"), "e2e4") == "e4"
    assert sf.get_san("gorogoro", sf.start_fen("gorogoro"), "a1a2") == "S-55"
    assert {"chess", "bughouse", "gorogoro", "fischerandom"} <= set(sf.variants())
    assert sf.two_boards("supply") and not sf.two_boards("crazyhouse")


def test_pyffish_leaves_out_other_rules() -> None:
    import carn.pyffish as sf

    for name in ("isolation", "janggicasual", "petrified", "caparandom"):
        assert name not in sf.variants()
        with pytest.raises(ValueError, match="its rules cannot be expressed"):
            sf.start_fen(name)
    with pytest.warns(UserWarning, match="'walled' is left out.*wallingRule = duck"):
        sf.load_variant_config("[walled:chess]\nwallingRule = duck\n")
    with pytest.warns(UserWarning, match="'odd' ignores nosuch = 1"):
        sf.load_variant_config("[odd:chess]\nnosuch = 1\n")
    sf.load_variant_config("[doubled:bughouse]\n")
    assert "walled" not in sf.variants() and {"odd", "doubled"} <= set(sf.variants())
    assert sf.two_boards("doubled")
