//! One game per line in the form of USI's `position` command: `position startpos moves 7g7f 3c3d`, or from another position
//! `sfen … moves …`. The word `position` may be omitted.

use crate::record::problem::ProblemKind;
use crate::record::sgf::Parsed;

use super::Line;

/// Reads all games.
pub(super) fn read(text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    for (number, line) in (1..).zip(text.lines()) {
        let body = line.trim().strip_prefix("position ").unwrap_or(line.trim());
        if body.is_empty() {
            continue;
        }
        let mut game = Line::new(parsed.games.len() as u64 + 1);
        game.line = number;
        let (start, moves) = match body.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (body, ""),
        };
        match start.strip_prefix("sfen ") {
            Some(sfen) => {
                game.second = sfen.split_whitespace().nth(1) == Some("w");
                game.tree.tags.set("FEN", start);
                game.tree.tags.set("SetUp", "1");
            }
            None if start == "startpos" => {}
            None => game.problem(
                ProblemKind::BadStart,
                format!("a game starts from startpos or sfen, not from {start:?}"),
            ),
        }
        // The column before the remaining moves.
        let line = line.trim_end();
        let mut column = line.chars().count() - moves.chars().count();
        let mut rest = moves;
        while let Some(word) = rest.split_whitespace().next() {
            let blanks = rest.len() - rest.trim_start().len();
            column += rest[..blanks].chars().count();
            game.play(word, column);
            column += word.chars().count();
            rest = &rest[blanks + word.len()..];
        }
        game.tree.tags.set("Format", "usi");
        game.finish(&mut parsed);
    }
    parsed
}
