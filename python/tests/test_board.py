"""Variants and boards: rules, moves, ends, reasons, pictures, search."""

import copy
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

import carn


def test_every_shipped_game_loads_and_has_moves() -> None:
    names = carn.variants()
    assert len(names) > 100
    for name in names:
        board = carn.Board(name)
        assert len(board.legal_moves) > 0, name
        assert carn.Board(name, board.fen()).fen() == board.fen(), name


def test_perft_of_published_positions() -> None:
    # https://www.chessprogramming.org/Perft_Results, positions 1 to 3.
    assert carn.Board().perft(5) == 4_865_609
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert carn.Board("chess", kiwipete).perft(4, threads=2) == 4_085_603
    assert carn.Board("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").perft(5) == 674_624
    assert sum(carn.Board().divide(3).values()) == 8902


def test_counts_end() -> None:
    board = carn.Board()
    for depth in (201, 10**6):
        with pytest.raises(ValueError, match="200"):
            board.perft(depth)
        with pytest.raises(ValueError, match="200"):
            board.divide(depth)
    assert board.perft(3, threads=10**6) == 8902


@pytest.mark.parametrize("count", ["perft(30)", "perft(30, threads=2)", "divide(30)"])
def test_counts_are_interrupted(count: str) -> None:
    program = f"""
import carn, os, signal, threading
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    carn.Board().{count}
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout == "interrupted\n"


def test_scholars_mate() -> None:
    board = carn.Board()
    for text in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"):
        board.push_san(text)
    assert board.gives_check("Qxf7#") and board.is_capture("h5f7")
    move = board.push_san("Qxf7#")
    assert (str(move), move.from_square, move.to_square) == ("h5f7", "h5", "f7")
    assert board.is_check() and board.checkers() == ["f7"]
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.result()) == (0, "checkmate", "1-0")
    assert (outcome.winners, outcome.losers, outcome.points) == ([0], [1], [1.0, 0.0])
    assert board.result() == "1-0" and board.is_game_over() and not board.legal_moves


def test_push_and_pop() -> None:
    board = carn.Board("xiangqi")
    start = board.fen()
    move = board.push_san("炮二平五")
    assert board.ply == 1 and board.turn == 1 and board.peek() == move
    assert board.move_stack == [move]
    assert board.pop() == move and board.fen() == start
    with pytest.raises(IndexError):
        board.pop()
    assert board.san(move) == "炮二平五" and board.san(move, "wxf") == "C2=5"
    assert board.parse_san("C2=5") == move == board.parse_uci("h3e3")
    with pytest.raises(ValueError, match="notation"):
        board.san(move, "morse")


def test_illegal_moves_say_why() -> None:
    board = carn.Board()
    with pytest.raises(carn.IllegalMoveError, match="e2"):
        board.push("e2e5")
    with pytest.raises(carn.IllegalMoveError):
        board.push("nonsense")
    with pytest.raises(TypeError):
        board.push(7)  # type: ignore[arg-type]
    assert board.why("e2e4") is None
    blocked = board.why("a1a5")
    assert blocked is not None and "a2" in blocked
    stale = next(move for move in board.legal_moves if str(move) == "e2e4")
    board.push(stale)
    with pytest.raises(carn.IllegalMoveError):
        board.push(stale)
    assert not board.is_legal(stale) and board.is_legal("e7e5")


def test_moves_are_a_sequence() -> None:
    board = carn.Board()
    moves = board.legal_moves
    texts = [str(move) for move in moves]
    assert len(moves) == 20 and len(set(texts)) == 20
    assert moves[0] in moves and str(moves[-1]) == texts[-1]
    assert "Nf3" in moves and "e2e4" in moves and "e2e5" not in moves and 7 not in moves
    assert "Nf3" not in board.moves_from("b1")
    assert isinstance(moves, Sequence)
    assert moves[2:5] == [moves[2], moves[3], moves[4]] and moves[::-1] == list(reversed(moves))
    assert moves.index(moves[3]) == moves.index(texts[3]) == 3 and moves.count("e2e4") == 1 and moves.count("e4e5") == 0
    for start, stop in ((4, 20), (0, 3), (-3, 20)):
        with pytest.raises(ValueError):
            moves.index(moves[3], start, stop)
    with pytest.raises(IndexError):
        moves[20]
    assert {str(move) for move in board.moves_from("b1")} == {"b1a3", "b1c3"}
    promoting = carn.Board("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert {move.promotion for move in promoting.moves_from("a7")} == {"queen", "rook", "bishop", "knight"}
    drop = carn.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").parse_san("N@e4")
    assert (drop.drop, drop.from_square, drop.to_square, str(drop)) == ("knight", None, "e4", "N@e4")


def test_rules_from_text() -> None:
    leaping = carn.Variant.from_toml(
        "name = 'Leaping king'\nextends = 'chess'\n[pieces.king]\npattern = '*# 2 *# 1'\n"
    )
    assert len(leaping.board().legal_moves) == 22
    assert leaping.key is None and leaping.players == ["White", "Black"]
    with pytest.raises(carn.RuleError) as caught:
        carn.Variant.from_toml("name = 'Wrong'\nextends = 'chess'\n[pieces.king]\npatern = '*# 2'\n", "wrong.toml")
    error = caught.value
    assert "wrong.toml" in str(error) and "patern" in str(error)
    found = [one for one in error.diagnostics if one["severity"] == "error"]
    assert found[0]["span"]["line"] == 4 and found[0]["file"] == "wrong.toml"


def test_rules_from_a_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "base.toml").write_text("name = 'Base'\nextends = 'chess'\n[ending]\nstalemate = 'loss'\n")
    file = folder / "mine.toml"
    file.write_text("name = 'Mine'\nextends = 'base.toml'\n")
    mine = carn.Variant.from_file(file)
    assert mine.name == "Mine"
    outcome = mine.board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome()
    assert outcome is not None and outcome.winner == 0
    with pytest.raises(OSError):
        carn.Variant.from_file(folder / "none.toml")


def test_unknown_names() -> None:
    with pytest.raises(KeyError, match="xiangqi"):
        carn.Variant("xianqi")
    with pytest.raises(carn.FenError):
        carn.Board("chess", "no position")
    with pytest.raises(ValueError, match="square"):
        carn.Board().piece_at("z9")


def test_what_a_board_says() -> None:
    board = carn.Board("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nq] w KQkq - 3 5")
    piece = board.piece_at("e1")
    assert piece is not None and (piece.player, piece.name, piece.symbol) == (0, "king", "K")
    assert board.piece_at("e4") is None
    assert len(board.piece_map()) == 32
    assert (board.hand(0), board.hand(1)) == ({"knight": 1}, {"queen": 1})
    assert (board.halfmove_clock, board.fullmove_number, board.turn) == (3, 5, 0)
    pinned = carn.Board("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    assert pinned.pinned() == ["e2"]


def test_repetition_and_copies() -> None:
    board = carn.Board()
    for _ in range(2):
        for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
            board.push_san(text)
    assert board.occurrences() == 3
    outcome = board.outcome()
    assert outcome is not None and outcome.reason == "repetition" and outcome.winner is None
    for other in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.occurrences() == 3
        other.pop()
        assert other != board
    variant = pickle.loads(pickle.dumps(carn.Variant("shogi")))
    assert variant == carn.Variant("shogi") and hash(variant) == hash(carn.Variant("shogi"))


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "duck", "checkers", "amazons"])
def test_moves_and_pieces_are_pickled(name: str) -> None:
    board = carn.Board(name)
    for _ in range(6):
        for move in board.legal_moves[:10]:
            for other in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
                assert other == move and str(other) == str(move) and board.is_legal(other)
        board.push(board.legal_moves[-1])
    for piece in board.piece_map().values():
        assert pickle.loads(pickle.dumps(piece)) == copy.deepcopy(piece) == piece


def test_ends_of_chess() -> None:
    mated = carn.Board("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert mated.is_checkmate() and not mated.is_stalemate()
    stuck = carn.Board("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
    assert stuck.is_stalemate() and not stuck.is_checkmate()
    board = carn.Board()
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"]:
        board.push(text)
    assert board.is_repetition(2) and not board.is_repetition()
    assert board.pieces("knight", 0) == ["b1", "g1"] and board.pieces("king", 1) == ["e8"]


def test_four_players() -> None:
    board = carn.Board("fourplayer")
    assert len(board.variant.players) == 4
    for player in range(4):
        assert board.turn == player
        board.push(board.legal_moves[0])
    assert board.turn == 0 and board.out == []


def test_pictures() -> None:
    board = carn.Board("xiangqi")
    assert board.svg().startswith("<svg") and board._repr_svg_() == board.svg()
    assert board.svg("chinese") != board.svg("letters")
    assert board.svg(squares=["e5"]) != board.svg()
    with pytest.raises(ValueError):
        board.svg("runes")


def test_search_finds_a_mate() -> None:
    board = carn.Board("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    found = board.search(depth=3)
    assert str(found.best) == "a1a8" and found.mate == 1 and found.score is None
    assert found.lines[0].san == ["Ra8#"] and found.nodes > 0
    two = board.search(depth=2, lines=2)
    assert len(two.lines) == 2 and two.lines[0].mate == 1
    over = carn.Board("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").search(depth=2)
    assert over.best is None and over.lines == []


def test_search_is_the_same_with_the_same_seed() -> None:
    variant = carn.Variant("xiangqi")
    searcher = carn.Searcher(variant)

    def game(seed: int) -> list[str]:
        searcher.clear()
        board = variant.board()
        for ply in range(12):
            if board.is_game_over():
                break
            best = searcher.search(board, nodes=500, level=5, seed=seed + ply).best
            assert best is not None
            board.push(best)
        return [str(move) for move in board.move_stack]

    assert game(1) == game(1)
    for ask in (searcher.search, searcher.evaluate):
        with pytest.raises(ValueError, match="different games"):
            ask(carn.Board())
    with pytest.raises(ValueError, match="different games"):
        carn.Searcher(carn.Variant("tictactoe")).evaluate(carn.Board())
    with pytest.raises(MemoryError, match="not enough memory"):
        carn.Searcher(variant, hash=1 << 40)


def test_a_board_changes_during_its_search() -> None:
    board = carn.Board()
    searcher = carn.Searcher(board.variant)
    for work in (lambda: board.search(time=0.5), lambda: searcher.search(board, time=0.5), lambda: board.perft(5)):
        fen = board.fen()
        with ThreadPoolExecutor() as pool:
            found = pool.submit(work)
            time.sleep(0.1)
            board.push(board.legal_moves[0])
            board.pop()
            assert board.fen() == fen and found.result()


def test_games_are_the_same_by_their_rules() -> None:
    text = "name = 'Mine'\nextends = 'chess'\n"
    one, same = carn.Variant.from_toml(text), carn.Variant.from_toml(text)
    other = carn.Variant.from_toml(text + "[ending]\nstalemate = 'loss'\n")
    searcher = carn.Searcher(one)
    for board in (one.board(), same.board(), pickle.loads(pickle.dumps(one.board()))):
        assert board == one.board() and searcher.search(board, nodes=100).best
        assert searcher.evaluate(board) == searcher.evaluate(one.board())
    assert other.board() != one.board() and other != one
    with pytest.raises(ValueError, match="different games"):
        searcher.search(other.board())


def test_what_a_variant_says() -> None:
    chess = carn.Variant("chess")
    assert chess.squares[:2] == ["a1", "b1"] and len(chess.squares) == 64
    assert chess.values()["queen"] > chess.values()["rook"] > chess.values()["pawn"]
    assert "knight" in chess.explain() and "马" in chess.explain("zh")
    assert chess.symbol(1, "queen") == "q" and carn.Variant("shogi").symbol(0, "tokin") == "+P"
    assert carn.Variant("Chinese Chess").key == "xiangqi"
    assert chess.warnings == [] and 'name        = "Chess"' in chess.text


def test_imported_variants() -> None:
    games = carn.import_variants("[leapers:chess]\nking = k:KN\n")
    assert [(game.name, game.extends, game.lost, game.failed) for game in games] == [("leapers", "chess", [], None)]
    leapers = carn.Variant.from_toml(games[0].text)
    # The king leaps over its pawns to two squares more.
    assert len(leapers.board().legal_moves) == 22
    walls, odd = carn.import_variants("[walls:chess]\nwallingRule = arrow\n[odd:chess]\nnosuch = 1\n")
    assert [(one["key"], one["value"], one["rules"]) for one in walls.lost] == [("wallingRule", "arrow", True)]
    assert [(one["key"], one["rules"]) for one in odd.lost] == [("nosuch", False)]


def test_actions_are_moves() -> None:
    for name in ("chess", "shogi", "crazyhouse", "fourplayer", "amazons", "brazilian", "duck"):
        board = carn.Board(name)
        for _ in range(30):
            if board.is_game_over():
                break
            actions = board.legal_actions()
            assert len(actions) == len(set(actions)) == len(board.legal_moves), name
            assert all(0 <= action < board.variant.action_count for action in actions)
            assert {str(board.move_of(action)) for action in actions} == {str(move) for move in board.legal_moves}
            assert board.action(board.move_of(actions[-1])) == actions[-1]
            board.push(board.move_of(actions[len(actions) // 2]))
        with pytest.raises(carn.IllegalMoveError):
            board.move_of(board.variant.action_count)
