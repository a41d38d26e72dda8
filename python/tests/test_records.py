"""Records: reading, variations, writing, searching by a condition."""

import errno
import io
from pathlib import Path

import pytest

import carn

PGN = """[Event "Test"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {good} e5 (1... c5 2. Nf3 $1 (2. c3)) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "Second"]
[Variant "Xiangqi"]
[Result "*"]

1. 炮二平五 馬8進7 *

[Event "Third"]
[Variant "Nobody's game"]
[Result "*"]

1. e4 *
"""


@pytest.fixture
def games() -> list[carn.Game]:
    return list(carn.Records(PGN.encode()))


def test_reading(games: list[carn.Game]) -> None:
    first, second = games
    assert first.headers["White"] == "A" and first.result == "1-0"
    assert [move.uci() for move in first.mainline_moves()][:3] == ["e2e4", "e7e5", "f1c4"]
    assert first.end().is_game_over() and first.end().ply == 7
    assert second.variant.key == "xiangqi" and second.end().ply == 2


def test_variations(games: list[carn.Game]) -> None:
    e4 = games[0].root.next()
    assert e4 is not None
    assert e4.comment == "good" and e4.san() == "e4" and e4.ply == 1
    main, sicilian = e4.variations
    assert (main.text, sicilian.text) == ("e5", "c5")
    knight = sicilian.next()
    assert knight is not None and knight.nags == [1] and knight.parent == sicilian
    assert [node.text for node in sicilian.variations] == ["Nf3", "c3"]
    board = knight.board()
    assert board is not None and board.ply == 3
    assert board.fen() == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def test_what_is_skipped() -> None:
    records = carn.Records(PGN.encode())
    assert len(list(records)) == 2
    assert records.read == 3 and records.skipped == 1 and "Nobody's game" in records.problems[0]


def test_files_of_other_formats(tmp_path: Path) -> None:
    file = tmp_path / "game.csa"
    file.write_text("V2.2\nN+Sente\nN-Gote\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n")
    (game,) = carn.Records(file)
    assert game.variant.key == "shogi" and game.end().ply == 2
    assert "kif" in game.variant.scripts or game.variant.scripts
    for read in (carn.Records, carn.Variant.from_file):
        with pytest.raises(FileNotFoundError) as caught:
            read(tmp_path / "none.pgn")
        assert caught.value.errno == errno.ENOENT and caught.value.filename == str(tmp_path / "none.pgn")


def test_open_files(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(PGN)
    with file.open() as text, file.open("rb") as raw:
        for source in (text, raw, io.StringIO(PGN), io.BytesIO(PGN.encode())):
            assert len(list(carn.Records(source))) == 2
    with pytest.raises(TypeError):
        carn.Records(7)  # type: ignore[arg-type]


def test_sgf_of_unknown_games() -> None:
    records = carn.Records(b"(;FF[4]GM[1]SZ[19];B[pd];W[dd])(;FF[4]GM[99];B[c3])(;FF[4]RU[Chess];W[e2e4])")
    assert [game.variant.key for game in records] == ["chess"]
    assert records.skipped == 2 and "GM[1]" in records.problems[0] and "GM[99]" in records.problems[1]


@pytest.mark.parametrize("head", [b"PK\x03\x04", b"\x1f\x8b", b"\x89PNG", bytes(100)])
def test_files_that_are_no_text(head: bytes) -> None:
    with pytest.raises(ValueError, match="this is a .*, not a game record"):
        carn.Records(head + b"1. e4 e5 *")


def test_problems_have_their_game() -> None:
    text = b"1. e4 *\n\n[White \"A\"]\n\n1. e4 Ke4 *\n\n[White \"B\"]\n\n1. d4 {never closed"
    problems = [game.problems for game in carn.Records(text)]
    assert [len(found) for found in problems] == [0, 1, 1]
    assert "Ke4" in problems[1][0] and "(game 2, ply 2)" in problems[1][0]
    assert "comment" in problems[2][0] and "(game 3" in problems[2][0]
    (game,) = carn.Records(b"(;FF[4]RU[Chess];W[e2e4]C[never closed")
    assert game.problems and all("(game 1" in problem for problem in game.problems)


def test_writing() -> None:
    game = carn.Game(carn.Variant("chess"))
    game.play("e4")
    node = game.play("e5")
    game.play("Nf3")
    game.go(node)
    game.play("Bc4").annotate(nag=5, text="the bishop's opening")
    game.set_header("White", "Somebody")
    game.set_header("My-Tag_1", "x")
    game.conclude("1/2-1/2")
    text = game.pgn()
    assert '[White "Somebody"]' in text and '[My-Tag_1 "x"]' in text and "1/2-1/2" in text
    (again,) = carn.Records(text.encode())
    assert [n.text for n in again.mainline()] == ["e4", "e5", "Nf3"]
    other = again.mainline()[1].variations[1]
    assert (other.text, other.nags, other.comment) == ("Bc4", [5], "the bishop's opening")
    assert "e2e4" in again.pgn("coordinate")
    with pytest.raises(carn.IllegalMoveError):
        game.play("Ke3")
    for name in ("", "My Tag", 'a"]', "a\n"):
        with pytest.raises(ValueError, match="not a tag"):
            game.set_header(name, "x")
    with pytest.raises(carn.IllegalMoveError):
        game.play(carn.Board().parse_san("a4"))
    game.go(game.mainline()[-1])
    reply = game.end().legal_moves[0]
    assert game.play(reply).move == reply
    with pytest.raises(ValueError):
        game.conclude("three to one")


def test_headers_are_read_only() -> None:
    game = carn.Game("chess")
    with pytest.raises(TypeError):
        game.headers["White"] = "X"  # type: ignore[index]
    game.set_header("Result", "1-0")
    assert game.result == "1-0" and '[Result "1-0"]' in game.pgn()
    with pytest.raises(ValueError, match="not a result"):
        game.set_header("Result", "won")


def test_predicates() -> None:
    chess = carn.Variant.from_toml("""
name = "Chess with a name for a rank"
extends = "chess"
[zones]
Seventh = "Rank 7"
""")
    on_seventh = chess.predicate("@Any(Seventh, @Ally @Is(rook))")
    assert not on_seventh(chess.board())
    # The seventh rank is each player's own: Black's is the second of the board.
    assert on_seventh.holder(chess.board("4k3/R7/8/8/8/8/8/4K3 b - - 0 1")) == 0
    assert on_seventh.holder(chess.board("4k3/8/8/8/8/8/r7/4K3 w - - 0 1")) == 1
    with pytest.raises(carn.RuleError):
        chess.predicate("@Any(Seventh, @Ally @Is(elephant))")
    assert on_seventh.warnings == []
    with pytest.warns(UserWarning, match="Rank 7"):
        never = chess.predicate("@Any(Rank 7, @Ally @Is(rook))")
    assert [one["severity"] for one in never.warnings] == ["warning", "warning"]


def test_search_through_a_collection() -> None:
    variant = carn.Variant("xiangqi")
    invaded = variant.predicate("@Any(Palace, @Opponent @Is(horse))")
    boards = []
    for seed in range(20):
        batch = carn.Batch(variant, 1, longest=300, seed=seed)
        while not batch.is_over:
            batch.step_random()
        boards.append(batch.board(0))
    text = ""
    expected: list[tuple[int, int]] = []
    for number, end in enumerate(boards, 1):
        game = carn.Game(variant)
        board = variant.board()
        held = False
        for move in end.move_stack:
            game.play(str(move))
            board.push(move)
            if invaded(board):
                # Asked by hand: a horse stands in the palace of the other side.
                inside = [
                    square
                    for square, piece in board.piece_map().items()
                    if piece.name == "horse"
                    and square[0] in "def"
                    and int(square[1:]) in ((8, 9, 10) if piece.player == 0 else (1, 2, 3))
                ]
                assert inside
                if not held:
                    expected.append((number, board.ply))
                held = True
        text += game.pgn() + "\n"
    matches, games, positions = invaded.search(text.encode())
    assert games == 20 and positions <= 20 * 301
    assert [(match.game, match.ply) for match in matches] == expected
    assert expected, "random games have a horse in the palace now and then"
    every, _, positions = invaded.search(text.encode(), first=False)
    assert len(every) > len(matches) and positions == sum(board.ply + 1 for board in boards)
