//! The reasons why a move is legal or not, from every square to every other: each statement must be true.

use carn::compile::{Natives, compile};
use carn::geometry::Square;
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::literal::{self, Asked, Cause, Examination};
use carn::variant::{Effect, Move, Piece, PlayerId, RoleId, Setup, Variant, fen};

use crate::fast::{random, strewn::strewn, written};

/// The royal pieces of a player.
fn royals(variant: &Variant, setup: &Setup, player: PlayerId) -> usize {
    setup.pieces().filter(|(_, piece)| piece.player == player && variant.role(piece.role).royal).count()
}

/// The fault of a reason; `moves` are all moves that differ from the one in question only by promotion.
fn untrue(
    variant: &Variant,
    setup: &Setup,
    to: Option<Square>,
    cause: &Cause,
    legal: &[Move],
) -> Option<String> {
    let mover = variant.mover(setup.turn);
    let stands = |square: Square| setup.piece(square);
    let holds = match cause {
        Cause::NoPiece | Cause::NoMovement | Cause::NeverPassed | Cause::GoesOn | Cause::NoChoice => true,
        Cause::NotYours(piece) => piece.player != mover,
        Cause::NotNow(piece) => {
            !variant.turn(setup.turn).moving.contains(piece.role) || piece.player == mover
        }
        Cause::GameOver | Cause::Ended { .. } => legal.is_empty(),
        Cause::Blocked { square, piece, .. } => stands(*square) == Some(*piece),
        Cause::Hurdles { squares, .. } => squares.len() < 2 || squares.iter().any(|&s| stands(s).is_some()),
        Cause::Hurdle { square, .. } => stands(*square).is_some(),
        Cause::OwnPiece { square, piece } => {
            stands(*square) == Some(*piece) && piece.player == mover && Some(*square) == to
        }
        Cause::NothingToTake { square } => stands(*square).is_none() && Some(*square) == to,
        Cause::Compelled { instead, .. } => {
            let mut instead = instead.clone();
            instead.sort_unstable();
            !instead.is_empty() && instead == legal
        }
        Cause::NeverDropped(role) => variant.role(*role).drops.is_empty(),
        Cause::NotInHand(role) => {
            let at = mover.index() * variant.roles.len() + role.index();
            setup.hands.get(at).is_none_or(|&held| held == 0)
        }
        Cause::LeavesRoyal { royal, piece, .. } => {
            let own = |square: Square| {
                // The royal may be the piece that moves: then it stands on the target.
                stands(square).is_some_and(|piece| piece.player == mover) || Some(square) == to
            };
            // Nor need there have been one before the move.
            let made = variant.effects().any(|effect| match effect {
                Effect::Put(role, _) | Effect::Become(role) => variant.role(*role).royal,
                _ => false,
            });
            variant.opposes(setup, *piece, mover)
                && royal.is_none_or(|square| own(square) || royals(variant, setup, mover) > 0 || made)
        }
        Cause::LosesRoyal | Cause::LeavesRoyals => royals(variant, setup, mover) > 0,
        Cause::ChecksPartner(partner) => {
            variant.side(mover).contains(*partner)
                && *partner != mover
                && !literal::in_check(variant, setup, *partner)
        }
        _ => true,
    };
    (!holds).then(|| format!("{cause:?}"))
}

/// Checks the conditions of a movement: all hold, except the last of a forbidden movement.
fn unanswered(examination: &Examination) -> Option<String> {
    let wrong = examination.ways.iter().find(|way| {
        let (last, before) =
            way.questions.split_last().map_or((None, &[][..]), |(last, all)| (Some(last), all));
        let refused = last.is_some_and(|last| !last.holds);
        let asked = !matches!(way.cause, None | Some(Cause::NoChoice | Cause::GoesOn));
        before.iter().any(|one| !one.holds) || refused != asked
    });
    wrong.map(|way| format!("{way:?}"))
}

/// If a royal is said to be attacked, some reply captures it.
fn unsafe_after(variant: &Variant, setup: &Setup, m: Move, cause: &Cause) -> Option<String> {
    let mover = variant.mover(setup.turn);
    let after = literal::apply(variant, setup, m).setup;
    let told = match cause {
        Cause::LeavesRoyal { royal, reply, piece, movement } => {
            let taken = literal::apply(variant, &after, *reply).taken;
            let takes = |square: Square| {
                let own = |gone: Piece| gone.player == mover && variant.role(gone.role).royal;
                taken.iter().any(|&(at, gone)| at == square && own(gone))
            };
            after.piece(reply.from) == Some(*piece)
                && royal.is_none_or(takes)
                && movement.is_none_or(|at| at < variant.role(piece.role).movements.len())
        }
        Cause::LosesRoyal => royals(variant, &after, mover) < royals(variant, setup, mover),
        Cause::ChecksPartner(partner) => literal::in_check(variant, &after, *partner),
        _ => true,
    };
    (!told).then(|| format!("{m:?}: {cause:?}"))
}

/// Checks the explanation of every move that can be written.
fn said(variant: &Variant, setup: &Setup) -> Result<(), String> {
    let mut legal = literal::legal_moves(variant, setup);
    legal.sort_unstable();
    let check = |what: String, examination: &Examination, to: Option<Square>, may: bool| {
        if examination.is_legal() != may {
            return Err(format!("{what}: {} is said, {may} is so", !may));
        }
        let whole = examination.whole.iter();
        let causes = whole.chain(examination.ways.iter().filter_map(|way| way.cause.as_ref()));
        let untrue = causes.filter_map(|cause| untrue(variant, setup, to, cause, &legal)).next();
        let wrong = untrue.or_else(|| unanswered(examination));
        wrong.map_or(Ok(()), |wrong| Err(format!("{what}: {wrong}")))
    };
    let name = |square| variant.board.name(square);
    for from in variant.board.squares() {
        for to in variant.board.squares() {
            let examination = literal::examine(variant, setup, from, to);
            let may = legal.iter().any(|m| m.origin() == Some(from) && m.to == to);
            check(format!("{}-{}", name(from), name(to)), &examination, Some(to), may)?;
            for way in &examination.ways {
                let (Some(cause), Some(index)) = (&way.cause, way.movement) else { continue };
                let piece = setup.piece(from).ok_or("no piece")?;
                let movement = &variant.role(piece.role).movements[index];
                let plain = variant.role(piece.role).promotion.is_none()
                    && movement.chain.is_none()
                    && movement.effects.is_empty();
                if plain && let Some(wrong) = unsafe_after(variant, setup, Move::plain(from, to), cause) {
                    return Err(wrong);
                }
                // Another movement may end there too.
                let same = |m: &&Move| m.origin() == Some(from) && m.to == to && m.movement() == Some(index);
                if *cause == Cause::TakesNothing && (from != to || legal.iter().any(|m| same(&m))) {
                    return Err(format!("{}: takes nothing", name(from)));
                }
                let last = way.questions.last().map(|question| question.asked);
                if matches!(cause, Cause::LeavesRoyal { .. } | Cause::LosesRoyal)
                    && last != Some(Asked::Safety)
                {
                    return Err(format!("{}-{}: {last:?}", name(from), name(to)));
                }
            }
        }
    }
    for role in (0..variant.roles.len() as u8).map(RoleId).filter(|_| variant.hand.is_some()) {
        for to in variant.board.squares() {
            let may = legal.iter().any(|m| m.drop() == Some(role) && m.to == to);
            let examination = literal::examine_drop(variant, setup, role, to);
            check(format!("{role:?} to {}", name(to)), &examination, Some(to), may)?;
        }
    }
    let may = legal.iter().any(|m| m.is_pass());
    check("pass".to_owned(), &literal::examine_pass(variant, setup), None, may)
}

/// Asks in every so many positions of a random game.
fn played(variant: &Variant, seed: u64, plies: usize, every: usize) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut setup = variant.start.clone();
    for ply in 0..=plies {
        if ply % every == 0 {
            said(variant, &setup).map_err(|error| format!("{}: {error}", fen::print(variant, &setup)))?;
        }
        let moves = literal::legal_moves(variant, &setup);
        let Some(&m) = random.choose(&moves) else { break };
        setup = literal::play(variant, &setup, m);
    }
    Ok(())
}

#[test]
fn predictions_about_moves_of_shipped_games_hold() {
    for (name, plies, every) in [
        ("chess", 40, 40),
        ("dobutsu", 24, 4),
        ("minixiangqi", 30, 6),
        ("minishogi", 30, 6),
        ("atomic", 20, 20),
        ("crazyhouse", 24, 24),
        ("checkers", 16, 8),
        ("janggi", 30, 30),
        ("duck", 5, 5),
        ("spartan", 30, 30),
    ] {
        let variant = carn::library::variant(name).unwrap_or_else(|| panic!("{name}"));
        let positions = 120 / variant.board.len();
        if let Err(error) =
            played(&variant, 3, plies, every).and_then(|()| strewn_about(&variant, 3, positions))
        {
            panic!("{name}: {error}");
        }
    }
}

/// Asks in positions as no game comes by them.
fn strewn_about(variant: &Variant, seed: u64, positions: usize) -> Result<(), String> {
    let rules = Rules::new(variant.clone());
    let mut random = random::Random::new(seed);
    for _ in 0..positions {
        let setup = strewn(variant, &mut random);
        let bare = Setup { rights: 0, ..setup };
        if let Ok(position) = Position::from_setup(&rules, bare) {
            let setup = position.setup();
            said(variant, &setup).map_err(|error| format!("{}: {error}", fen::print(variant, &setup)))?;
        }
    }
    Ok(())
}

#[test]
fn predictions_about_moves_of_random_games_hold() {
    let mut asked = 0;
    for seed in 0..120u64 {
        let text = written::rule_file(&mut random::Random::new(seed));
        let Some(variant) = compile("reasons.toml", &text, &Shipped, &Natives::default()).variant else {
            continue;
        };
        if variant.board.len() > 49 {
            continue;
        }
        asked += 1;
        if let Err(error) = played(&variant, seed, 3, 3).and_then(|()| strewn_about(&variant, seed, 2)) {
            panic!("{error}\n{text}");
        }
    }
    assert!(asked > 50, "{asked}");
}

/// A pawn that would give check as a rook may become a knight: the move is legal.
#[test]
fn one_of_several_choices_is_enough() {
    let text = "name = 'Checkless'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~e', Rank = '1~5' \
                }\n[zones]\nFar = 'Rank 5'\n[moves]\nguard = '@Not(@Checks)'\n[pieces]\nk = { letter = 'K', royal = true, pattern = '**# 1' \
                }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }\np = { letter = 'P', pattern = 'Rank \
                +1', promotion = { to = ['r', 'n'], when = '@To(Far)' } }\n[setup]\nfen = 'k4/4P/5/5/K4 w - - 0 1'\n[ending]\ncheckmate = \
                'loss'\nstalemate = 'draw'\n";
    let compiled = compile("checkless.toml", text, &Shipped, &Natives::default());
    let variant = compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let [from, to] = ["e4", "e5"].map(|name| variant.board.square(name).unwrap());
    assert!(literal::examine(&variant, &variant.start, from, to).is_legal());
    played(&variant, 1, 0, 1).unwrap();
}

/// A capture that comes back to where it began is no move where it takes nothing.
#[test]
fn a_move_that_returns_must_capture() {
    let text = "name = 'Lions'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~e', Rank = '1~5' }\n\
                [pieces]\nk = { letter = 'K', royal = true, pattern = '**# 1' }\nl = { letter = 'L', pattern = '*#a 1 ; *#a -1 => \
                @Take(Leg 1, @Opponent)' }\n[setup]\nfen = 'k4/5/2l2/1lL2/4K w - - 0 1'\n[ending]\ncheckmate = 'loss'\nstalemate = 'draw'\n";
    let compiled = compile("lions.toml", text, &Shipped, &Natives::default());
    let variant = compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    played(&variant, 1, 6, 1).unwrap();
}

/// Partners may take each other's pieces here, and may not give each other check.
#[test]
fn a_move_that_checks_a_partner_is_said_to() {
    let text = "name = 'Teams'\nturn = ['Red', 'Blue', 'Green', 'Gold']\nteams = [['Red', 'Green'], ['Blue', 'Gold']]\n[board]\naxes = \
                ['File', 'Rank']\nranges = { File = 'a~g', Rank = '1~7' }\n[players]\nRed = { fen = 'r' }\nBlue = { fen = 'b' }\nGreen = \
                { fen = 'g' }\nGold = { fen = 'o' }\n[moves]\npartners = true\n[pieces]\nking = { letter = 'K', royal = true, pattern = \
                '**# 1' }\nrook = { letter = 'R', pattern = '*# *' }\n[setup]\nfen = 'bK5oK/7/7/3rR3/7/7/rK5gK r - - 0 1'\n";
    let compiled = compile("teams.toml", text, &Shipped, &Natives::default());
    let variant = compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let causes = |to: &str| -> Vec<Cause> {
        let [from, to] = ["d4", to].map(|name| variant.board.square(name).unwrap());
        let examination = literal::examine(&variant, &variant.start, from, to);
        examination.ways.iter().filter_map(|way| way.cause.clone()).collect()
    };
    assert_eq!(causes("d1"), [Cause::ChecksPartner(PlayerId(2))]);
    assert_eq!(causes("g4"), [Cause::ChecksPartner(PlayerId(2))]);
    assert_eq!(causes("d2"), []);
    // On this square it gives check to both opponents, and to nobody else.
    assert_eq!(causes("d7"), []);
}

/// A drop that must be made is legal where it is asked for, and on no other square.
#[test]
fn a_drop_is_compelled_where_it_is_asked_for() {
    let text = "name = 'Compelled'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~c', Rank = '1~3' \
                }\n[hand]\ndrop = true\n[moves]\nmust = '@To(Mid)'\n[zones]\nMid = 'File b, Rank 2'\n[pieces]\nn = { letter = 'N', \
                pattern = '*# 1' }\nw = { letter = 'W', pattern = '*# 1' }\n[setup]\nfen = '3/3/N2[NWnw] w - - 0 1'\n[ending]\nstalemate = \
                'draw'\n";
    let compiled = compile("compelled.toml", text, &Shipped, &Natives::default());
    let variant = compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    for square in variant.board.squares() {
        let name = variant.board.name(square);
        for role in [0, 1] {
            let examination = literal::examine_drop(&variant, &variant.start, RoleId(role), square);
            assert_eq!(examination.is_legal(), name == "b2", "{role} on {name}");
        }
    }
    played(&variant, 1, 4, 1).unwrap();
}
