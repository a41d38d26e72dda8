//! Squares that a piece can reach but not leave: the compiler's report against all moves of the piece on an
//! empty board and on one with a single piece to capture.

use std::collections::BTreeSet;

use carn::compile::{Natives, compile};
use carn::geometry::Square;
use carn::library::Shipped;
use carn::random::Random;
use carn::variant::literal;
use carn::variant::{PlayerId, RoleId, Variant};

/// Ways to move of which only the squares at both ends and what stands on the target decide.
const WAYS: [&str; 20] = [
    "Rank +1",
    "Rank +1",
    "File +1",
    "File -1",
    "File 1",
    "Rank +2",
    "*# 1 *# 1",
    "Rank +2 File 1",
    "Rank -1 @On(Far)",
    "Rank +1 @On(Near)",
    "File -4",
    "Rank +1 @Not(@To(Far))",
    "File +1 @Or(@On(Mid), @To(Mid))",
    "Rank -4 @On(Far)",
    "Rank +1 => @Become(u)",
    "Rank +2 => @Take(To)",
    "Rank +1 => @Take(From)",
    "File +1 => @Take(From Rank -1, @Opponent)",
    "Rank +1 File +1 => @Promote(t, u)",
    "File +1 @On(Mid) => @Mark(From)",
];

fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    random.choose(of).copied().unwrap_or_default()
}

fn piece(random: &mut Random, name: &str, letter: char, others: &str) -> String {
    let keys = ["pattern", "pattern", "move", "capture"];
    let key = if name == "s" { "pattern" } else { one(random, &keys) };
    let promotion = match random.below(3) {
        0 => String::new(),
        _ => {
            let when =
                one(random, &["@To(Far)", "@To(Mid)", "@On(Mid)", "@Or(@To(Far), @On(Near))", "@On(Far)"]);
            let forced =
                one(random, &["", ", forced = false", ", forced = '@To(Far)'", ", forced = '@Not(@Mobile)'"]);
            format!(", promotion = {{ to = [{others}], when = '{when}'{forced} }}")
        }
    };
    // The effects of a move and a promotion are not combined.
    let plain: Vec<&str> = WAYS.iter().copied().filter(|way| !way.contains("=>")).collect();
    let ways = if promotion.is_empty() { &WAYS[..] } else { &plain };
    let ways: Vec<String> = (0..1 + random.below(2)).map(|_| format!("\"{}\"", one(random, ways))).collect();
    format!("{name} = {{ letter = '{letter}', {key} = [{}]{promotion} }}\n", ways.join(", "))
}

fn file(random: &mut Random) -> String {
    format!(
        "name = 'Stuck'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' }}\n\
         [zones]\nFar = 'Rank 5'\nMid = 'File c d, Rank 2~3'\nNear = 'Rank 1~2'\n[pieces]\n{}{}{}[setup]\nfen = \
         '{} w - - 0 1'\n[ending]\nstalemate = 'draw'\nends = [{{ loss = '@None(Far, @Ally)' }}]\n",
        piece(random, "s", 'S', "'t', 'u'"),
        piece(random, "t", 'T', "'u'"),
        piece(random, "u", 'U', "'t'"),
        one(random, &["s3s/5/5/5/S3S", "2s2/5/5/5/2S2", "5/s4/5/4S/5", "1s3/5/5/2S2/5"]),
    )
}

/// Where a player's pieces come to and cannot leave.
fn explored(variant: &Variant, player: PlayerId) -> BTreeSet<(RoleId, Square)> {
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(RoleId, Square)> = variant
        .start
        .pieces()
        .filter(|(_, piece)| piece.player == player)
        .map(|(square, piece)| (piece.role, square))
        .collect();
    let mut stuck = BTreeSet::new();
    while let Some((role, square)) = waiting.pop() {
        if !seen.insert((role, square)) {
            continue;
        }
        let mut setup = variant.start.clone();
        setup.squares.fill(None);
        setup.squares[square.index()] = Some(variant.piece(player, role));
        setup.turn = u16::from(player.0);
        let mut moves = false;
        let victims = variant.board.squares().filter(|&at| at != square).map(Some).chain([None]);
        for victim in victims {
            let mut there = setup.clone();
            if let Some(victim) = victim {
                there.squares[victim.index()] = Some(variant.piece(PlayerId(1 - player.0), RoleId(0)));
            }
            for m in literal::pseudo_legal(variant, &there).into_iter().filter(|m| m.from == square) {
                moves = true;
                let after = literal::apply(variant, &there, m).setup;
                if let Some(piece) = after.piece(m.to).filter(|piece| piece.player == player) {
                    waiting.push((piece.role, m.to));
                }
            }
        }
        if !moves {
            stuck.insert((role, square));
        }
    }
    stuck
}

#[test]
fn squares_that_cannot_be_left_are_those_without_a_move() {
    let mut random = Random::new(5);
    let (mut asked, mut some) = (0, 0);
    for case in 0..260 {
        let text = file(&mut random);
        let compiled = compile("stuck.toml", &text, &Shipped, &Natives::default());
        let Some(variant) = compiled.variant else { continue };
        asked += 1;
        let stuck = explored(&variant, PlayerId(0));
        let said = compiled.diagnostics.iter().filter(|one| one.code.id() == "W0105");
        let said: Vec<&str> = said.map(|one| one.message.as_str()).collect();
        for (index, role) in variant.roles.iter().enumerate() {
            let squares = stuck.iter().filter(|(other, _)| other.index() == index).map(|(_, square)| *square);
            let squares: Vec<String> = squares.map(|square| variant.board.name(square)).collect();
            let about = format!("the piece `{}` of White ", role.name);
            let found = said.iter().find(|message| message.starts_with(&about));
            assert_eq!(found.is_some(), !squares.is_empty(), "case {case}: {said:?}, {squares:?}\n{text}");
            let Some(found) = found else { continue };
            some += 1;
            let more = squares.len().saturating_sub(4);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let named = format!("{}{more}", squares[..squares.len().min(4)].join(", "));
            assert!(found.ends_with(&format!(": {named}")), "case {case}: {found}, {squares:?}\n{text}");
        }
    }
    assert!(asked > 150 && some > 60 && some < 2 * asked, "{asked} {some}");
}
