//! Pieces strewn over the board: checks, pins, lines of several pieces and castling under attack, as games played from a
//! start seldom have them. What one turn offers is compared, and what each move makes of it.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::{Piece, PlayerId, RoleId, Setup, Variant, fen, literal};

use super::agree::in_parts;
use super::random::Random;

/// Games on 7 by 5 squares: what the pieces are, and what follows.
const GAMES: [(&str, &str); 15] = [
    // Castling past what attacks, with one rook and with two, one of them beyond the other.
    (
        "k = { letter = 'K', royal = true, pattern = ['**# 1', 'File +2 @Right(O) @NotAttacked(From) @NotAttacked(File +1) \
         @Empty(File +1) => @Shift(File +3, File +1)', 'File -2 @Right(Q) @NotAttacked(From) @NotAttacked(File -1) \
         @Empty(File -1) => @Shift(File -3, File -1)'] }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', \
         pattern = '*# $n *# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[rights]\nO = { squares = ['File d, Rank 1', 'File g, Rank 1'], letter = 'O' }\nQ = { squares = ['File d, Rank 1', \
         'File a, Rank 1'], letter = 'Q' }",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = ['**# 1', 'File +1 @Right(O) @NotAttacked(From) => @Shift(File +3, \
         From)', 'File +3 @Right(O) @Empty(File +1) => @Shift(File -1, File +1)', 'File -2 @Right(Q) @NotAttacked => \
         @Shift(File -3, File +1)'] }\nr = { letter = 'R', pattern = '*# *' }\nc = { letter = 'C', move = '*# *', capture = \
         '*# * @JumpOver(1)' }\nh = { letter = 'H', pattern = '*#a 1 ; *#a +1 *#b 1' }",
        "[rights]\nO = { squares = ['File d, Rank 1', 'File g, Rank 1'], letter = 'O' }\nQ = { squares = ['File d, Rank 1', \
         'File a, Rank 1'], letter = 'Q' }",
    ),
    // Riders, hoppers and lame leapers.
    (
        "k = { letter = 'K', royal = true, pattern = '*# 1' }\nr = { letter = 'R', pattern = '*# *' }\nc = { letter = 'C', \
         pattern = '**# $n @JumpOver(1~2)' }\ne = { letter = 'E', pattern = '*#a 2 *#b 2 @Empty(*#a +1 *#b +1)' }",
        "",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\ng = { letter = 'G', pattern = '**#a $n @Occupied ; **#a +1' \
         }\nr = { letter = 'L', capture = '**#a $n @Opponent ; **#a +1 => @Take(Leg 1)', move = '**# $n' }\nn = { letter = \
         'N', pattern = '*# 1 *# 2 @Ride' }",
        "",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'Q', pattern = '**# $n' }\nc = { letter = \
         'C', pattern = '*# * @JumpOver(2, @Ally)' }\ni = { letter = 'I', move = '**# $n', capture = '*# 2 *# 2' }",
        "[moves]\nguard = '@Not(@Checks)'",
    ),
    // Pawns: two steps, in passing, promotion where it must and where it may be.
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = 'Rank +1 | Rank +2 @Empty(Rank \
         +1) @On(Rank 2) => @Mark(Rank +1)', capture = 'Rank +1 File 1 | Rank +1 File 1 @Marked => @TakeMarker', promotion = \
         { to = ['r', 'b'], when = '@To(Rank 4~5)', forced = '@To(Rank 5)' } }\nr = { letter = 'R', pattern = '*# *' }\nb = \
         { letter = 'B', pattern = '*# $n *# $n' }",
        "",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', pattern = 'Rank +1 | File 1 @On(Rank \
         3~5)', promotion = { to = 'k', when = '@To(Rank 5)', forced = false } }\nr = { letter = 'R', pattern = '*# *' }",
        "",
    ),
    // Several royals: all, one of them, the last.
    (
        "k = { letter = 'K', royal = 'one', pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', \
         pattern = '*# $n *# $n => @Take(To *# 1, @Is(b))' }",
        "",
    ),
    (
        "k = { letter = 'K', royal = 'last', pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = \
         'B', pattern = '*# $n *# $n' }",
        "[hooks]\naftercapture = '@Take(To ** 1, @Is(r))'",
    ),
    // What moves drag along, push, swap and blow up.
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nd = { letter = 'D', move = '*# 1 => @Shift(From, To)', \
         pattern = '*#a 1 @Ally => @Shift(To, From)' }\nx = { letter = 'X', pattern = '*# * => @Take(To ** 1, @Not(@Is(k)))' \
         }\nr = { letter = 'R', pattern = '*#a 1~3 => @Shift(From *#a -1, From)' }",
        "",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1' }",
        "[hooks]\naftercapture = '@Take(To ** 1, @Not(@Is(n))) @Take(To)'",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# * @None(Path, @On(Rank \
         3))' }\nt = { letter = 'T', pattern = '*# * @Any(To ** 1, @Ally @Not(@Is(t)))' }\nf = { letter = 'F', pattern = \
         '**# $n @Not(@Attacked) => @Flip(To *# 1, @Not(@Is(k)))' }",
        "",
    ),
    // What must hold after every move, with the royals of whoever is asked about there or gone.
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1' }",
        "[zones]\nAll = 'Rank 1~5'\n[moves]\nguard = '@After(@Or(@None(All, @Opponent @Is(k)), @Any(All, @Opponent @Is(k) \
         @On(Rank 1~4))))'",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', \
         pattern = '*# $n *# $n' }",
        "[zones]\nAll = 'Rank 1~5'\n[moves]\nguard = '@After(@Not(@Count(1~, All, @Opponent @Is(k) @Any(Here ** 1, @Ally \
         @Is(r)))))'",
    ),
    (
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', \
         pattern = '*# $n *# $n' }",
        "[zones]\nAll = 'Rank 1~5'\n[moves]\nguard = '@After(@All(All, @Not(@Opponent @Is(k) @On(Rank 5))))'\nmust = \
         '@After(@Any(All, @Ally @Is(b)))'",
    ),
];

fn game(pieces: &str, rest: &str) -> Variant {
    let text = format!(
        "name = 'Strewn'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~g', Rank = \
         '1~5' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b', flip = ['Rank'] }}\n{rest}\n[setup]\npieces = \
         {{ White = {{ k = 'd1', r = 'a1 g1' }}, Black = {{ k = 'd5', r = 'a5 g5' }} }}\n[ending]\ncheckmate = \
         'loss'\nstalemate = 'draw'\n[pieces]\n{pieces}\n"
    );
    let compiled = compile("strewn.toml", &text, &Shipped, &Natives::default());
    compiled.variant.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

/// The start with other pieces: some of the first's stay, others come at random.
fn strewn(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = variant.start.clone();
    let squares: Vec<_> = variant.board.squares().collect();
    for _ in 0..2 + random.below(12) {
        let piece = Piece {
            player: PlayerId(random.below(2) as u8),
            role: RoleId(random.below(variant.roles.len()) as u8),
        };
        let square = squares[random.below(squares.len())];
        let royal = |piece: Option<Piece>| piece.is_some_and(|piece| variant.role(piece.role).royal);
        if !royal(setup.piece(square)) && (!royal(Some(piece)) || random.chance(10)) {
            setup.squares[square.index()] = Some(piece);
        }
    }
    if random.chance(40) {
        // The king may stand anywhere, too.
        let royals: Vec<_> = setup.pieces().filter(|(_, piece)| variant.role(piece.role).royal).collect();
        let (from, king) = royals[random.below(royals.len())];
        let to = squares[random.below(squares.len())];
        if setup.piece(to).is_none() {
            setup.squares[from.index()] = None;
            setup.squares[to.index()] = Some(king);
            setup.rights = 0;
        }
    }
    setup.turn = random.below(2) as u16;
    setup
}

#[test]
fn strewn_pieces_may_go_where_the_rules_say() {
    for (index, (pieces, rest)) in GAMES.iter().enumerate() {
        let rules = Rules::new(game(pieces, rest));
        let variant = rules.variant();
        assert_eq!(rules.fallback(), None, "{pieces}");
        let mut random = Random::new(77 + index as u64);
        let mut seen = 0;
        for case in 0..200 {
            let mut setup = strewn(variant, &mut random);
            // Rights that have lost their pieces are none.
            if Position::from_setup(&rules, setup.clone()).is_err() {
                setup.rights = 0;
            }
            if Position::from_setup(&rules, setup.clone()).is_err() {
                continue;
            }
            seen += 1;
            let text = fen::print(variant, &setup);
            let position = Position::from_setup_unchecked(&rules, &setup);
            let legal = literal::legal_moves(variant, &setup);
            let mut found = position.legal_moves();
            found.sort_unstable();
            assert_eq!(found, legal, "{text}\n{pieces}");
            assert_eq!(position.perft(1), legal.len() as u64, "{text}\n{pieces}");
            let mover = variant.mover(setup.turn);
            assert_eq!(
                position.stands_in_check(mover),
                literal::in_check(variant, &setup, mover),
                "{text}\n{pieces}"
            );
            if case % 8 == 0 {
                in_parts(&position, &setup, &legal)
                    .unwrap_or_else(|error| panic!("{text}: {error}\n{pieces}"));
            }
            for &m in legal.iter().step_by(5) {
                let mut after = Position::from_setup_unchecked(&rules, &setup);
                after.play_unchecked(m);
                let expected = literal::apply(variant, &setup, m).setup;
                assert_eq!(after.setup(), expected, "{text} {m:?}\n{pieces}");
                assert_eq!(after.hash(), after.fresh_hash(), "{text} {m:?}\n{pieces}");
            }
            if seen == 60 {
                break;
            }
        }
        assert!(seen >= 30, "{seen} of {pieces}");
    }
}
