//! Unreachable positions: random pieces, hands, rights, counters and eliminated players. Tables must agree
//! with the literal evaluator.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::{Piece, PlayerId, PlayerSet, Revert, RightSlot, RoleId, Setup, Variant, fen, literal};

use super::agree::{in_parts, same, same_moves};
use super::random::Random;
use super::written::rule_file;

/// The start with other pieces: more of them come at random, hands are filled, counters set.
pub fn strewn(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = variant.start.clone();
    let players = variant.players.len();
    let squares: Vec<_> = variant.board.squares().collect();
    let royal = |piece: Option<Piece>| piece.is_some_and(|piece| variant.royals().contains(piece.role));
    if random.chance(25) {
        // Few are left: then it may take a pawn to have a move at all.
        let most = 30 + random.below(70);
        for held in setup.squares.iter_mut().filter(|held| !royal(**held)) {
            *held = held.filter(|_| !random.chance(most));
        }
    }
    for _ in 0..2 + random.below(10 + squares.len() / 9) {
        let player = PlayerId(random.below(players) as u8);
        let role = RoleId(random.below(variant.roles.len()) as u8);
        let square = squares[random.below(squares.len())];
        let piece = variant.piece(player, role);
        if !royal(setup.piece(square)) && (!royal(Some(piece)) || random.chance(15)) {
            setup.squares[square.index()] = Some(piece);
        }
    }
    let royals: Vec<_> = setup.pieces().filter(|(_, piece)| royal(Some(*piece))).collect();
    if random.chance(50) && !royals.is_empty() {
        let (from, king) = royals[random.below(royals.len())];
        let to = squares[random.below(squares.len())];
        if !royal(setup.piece(to)) {
            setup.squares[from.index()] = None;
            setup.squares[to.index()] = Some(king);
        }
    }
    for (index, held) in setup.hands.iter_mut().enumerate() {
        // Neutral pieces are never in a hand.
        let owned = variant.roles.get(index % variant.roles.len().max(1)).is_some_and(|role| !role.neutral);
        *held = if owned && random.chance(40) { random.below(3) as u16 } else { 0 };
    }
    if variant.hand.as_ref().is_some_and(|hand| hand.revert == Revert::Mark) {
        let becomes = |role: RoleId| {
            variant
                .roles
                .iter()
                .flat_map(|role| &role.promotion)
                .any(|promotion| promotion.to.contains(&role))
        };
        for &square in &squares {
            if setup.piece(square).is_some_and(|piece| becomes(piece.role)) && random.chance(50) {
                setup.promoted.insert(square);
            }
        }
    }
    for counter in &mut setup.counters {
        *counter = random.below(3) as i16;
    }
    // Whatever pieces they belong to.
    let slots = variant.right_slots.len().min(16);
    setup.rights = if random.chance(30) { 0 } else { random.below(1 << slots) as u64 };
    setup.turn = random.below(variant.turns.len()) as u16;
    if players > 2 {
        several(variant, &mut setup, random);
    } else if random.chance(10) {
        // Exercises have one royal, or none.
        let all = random.chance(30);
        for (square, piece) in royals {
            let there = setup.piece(square) == Some(piece);
            if there && (all || piece.player.index() == random.below(2)) {
                setup.squares[square.index()] = None;
            }
        }
    }
    setup
}

/// Among several some are out, and numbers of moves are any.
fn several(variant: &Variant, setup: &mut Setup, random: &mut Random) {
    let players = variant.players.len();
    let one = |random: &mut Random| PlayerSet::single(PlayerId(random.below(players) as u8));
    for _ in 0..random.below(players - 1) {
        let out = setup.out.with(one(random));
        if variant.sides_left(out) > 1 && random.chance(60) {
            setup.out = out;
        }
    }
    while setup.out.contains(variant.mover(setup.turn)) {
        setup.turn = variant.next_turn(setup.turn);
    }
    setup.quiet_plies = random.below(40) as u32;
    setup.full_moves = 1 + random.below(40) as u32;
}

/// The position is read back from its text as it was. Rights of which the text says less are left out: those without
/// letters, and those of single squares, which need their piece.
fn read_back(variant: &Variant, setup: &Setup) -> Result<(), String> {
    let told = |slot: &RightSlot| slot.letter.is_some() && slot.outermost.is_empty() && slot.square.is_none();
    let all_told = variant.right_slots.iter().all(told);
    let rights = if all_told { setup.rights } else { 0 };
    let written = Setup { rights, ..setup.clone() };
    let text = fen::print(variant, &written);
    let back = fen::parse(variant, &text).map_err(|error| format!("{text}: {error}"))?;
    let rights = if all_told { back.rights } else { 0 };
    let back = Setup { undisturbed: setup.undisturbed.clone(), rights, ..back };
    same("read back", &back, &written).map_err(|error| format!("{text}: {error}"))
}

/// Compares both evaluators in this number of positions of a game with these pieces.
pub fn differs(rules: &Rules, seed: u64, positions: usize) -> Result<(), String> {
    let variant = rules.variant();
    let mut random = Random::new(seed);
    let mut seen = 0;
    for case in 0..10 * positions {
        let mut setup = strewn(variant, &mut random);
        let bare = Setup { rights: 0, ..setup.clone() };
        let Ok(position) = Position::from_setup(rules, bare) else { continue };
        if variant.players.len() > 2 {
            // A player without a move is eliminated when the turn comes.
            setup = Setup { rights: setup.rights, ..position.setup() };
        }
        seen += 1;
        read_back(variant, &setup)?;
        let at = |what: String| format!("{}: {what}", fen::print(variant, &setup));
        let position = Position::from_setup_unchecked(rules, &setup);
        let legal = literal::legal_moves(variant, &setup);
        same_moves(variant, "moves", position.legal_moves(), &legal).map_err(at)?;
        same("number", position.perft(1), legal.len() as u64).map_err(at)?;
        for player in variant.everybody().iter() {
            let expected = literal::in_check(variant, &setup, player);
            same("check", (player, position.stands_in_check(player)), (player, expected)).map_err(at)?;
        }
        if case % 6 == 0 {
            in_parts(&position, &setup, &legal).map_err(at)?;
        }
        for m in legal.iter().filter(|m| m.way != 0 || case % 4 == 0).step_by(3) {
            let mut after = position.clone();
            after.play_unchecked(*m);
            let expected = literal::play(variant, &setup, *m);
            same("after", fen::print(variant, &after.setup()), fen::print(variant, &expected))
                .map_err(|e| at(format!("{m:?} {e}")))?;
            same("after", &after.setup(), &expected).map_err(at)?;
            same("hash", after.hash(), after.fresh_hash()).map_err(at)?;
        }
        if case % 4 == 0 && legal.len() < 16 {
            let depth = if legal.len() < 6 && variant.players.len() == 2 { 3 } else { 2 };
            same("perft", position.perft(depth), literal::perft(variant, &setup, depth)).map_err(at)?;
        }
        if seen == positions {
            return Ok(());
        }
    }
    Err(format!("only {seen} positions"))
}

/// Adds conditions for all moves and drops to rules without them.
pub fn more(random: &mut Random, to: &str) -> String {
    let mut text = String::new();
    if random.chance(50) && !to.contains("[hand]") {
        let revert = random.one(&["", "revert = 'mark'\n", "revert = 'role'\n"]);
        let drop = random.one(&[
            "true",
            "'@Not(@Checks)'",
            "'@Not(@Mates)'",
            "'@Any(To *# 1, @Ally)'",
            "'@To(Camp)'",
        ]);
        text += &format!("[hand]\ntaken = 'taker'\n{revert}drop = {drop}\n");
    }
    if random.chance(60) {
        text += random.one(&[
            "[moves]\nguard = '@Not(@Checks)'\n",
            "[moves]\nguard = '@Or(@Takes, @None(To ** ~1, @Opponent @Is(k)))'\n",
            "[moves]\nmust = '@Takes'\n",
            "[moves]\nmust = ['@Takes(q, r)', '@Checks']\n",
            "[moves]\nmost = 'taken'\n",
            "[moves]\npass = '@Not(@InCheck)'\n",
            "[moves]\npass = true\nguard = '@After(@Any(Camp, @Occupied))'\n",
            "[moves]\nguard = '@After(@Count(~2, Board, @Ally @Is(q, p)))'\n",
        ]);
    }
    text.replace("Board", "Camp")
}

#[test]
fn random_rules_mean_the_same_in_any_position() {
    let (mut tabled, mut wrong) = (0, Vec::new());
    let cases = 70;
    for seed in 0..cases {
        let mut random = Random::new(50_000 + seed);
        let mut text = rule_file(&mut random);
        if random.chance(60) {
            text += &more(&mut random, &text);
        }
        let Some(variant) = compile("strewn.toml", &text, &Shipped, &Natives::default()).variant else {
            continue;
        };
        if variant.board.len() > 49 && seed % 4 != 0 {
            continue;
        }
        let rules = Rules::new(variant);
        if rules.fallback().is_some() {
            continue;
        }
        let found = differs(&rules, seed, 6).err().filter(|error| !error.starts_with("only"));
        tabled += 1;
        wrong.extend(found.map(|error| format!("{error}\n{text}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // Hands leave more of the games without tables.
    assert!(tabled * 5 > cases * 2, "{tabled}");
}

/// Pieces of different games interact on one board.
#[test]
fn shipped_games_mean_the_same_in_any_position() {
    let mut wrong = Vec::new();
    for (seed, name) in carn::library::names().enumerate() {
        let variant = carn::library::variant(name).unwrap();
        let positions = match (variant.board.len(), cfg!(debug_assertions)) {
            (0..50, true) => 8,
            (0..50, false) => 12,
            (50..82, true) => 3,
            (50..82, false) => 5,
            _ => continue,
        };
        let rules = Rules::new(variant.clone());
        let found = differs(&rules, 7_000 + seed as u64, positions).err();
        wrong
            .extend(found.filter(|error| !error.starts_with("only")).map(|error| format!("{name}: {error}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
