//! Shrinks a difference: first its moves, then its pieces.

use carn::geometry::Square;
use carn::position::Position;
use carn::variant::{Setup, fen};

use super::contest::{Contest, Difference, Line, Subject};

/// The smallest difference with the same subject that removing single parts leads to.
///
/// A difference in untracked state appears only with the moves that caused it. So first find the shortest suffix of the game
/// whose start, given as a FEN, still leads to a difference. Then remove pairs of moves, pieces, rights and counters as long as
/// possible.
pub fn shrink(contest: &mut Contest, difference: Difference) -> Difference {
    let Some(subject) = difference.look.subject() else { return difference };
    let mut best = end(contest, difference, &subject);
    loop {
        let before = size(&best);
        fewer_moves(contest, &mut best, &subject);
        fewer_pieces(contest, &mut best, &subject);
        plainer_state(contest, &mut best, &subject);
        if size(&best) == before {
            return best;
        }
    }
}

/// The size of a difference: moves, pieces, and further contents of its FEN.
fn size(difference: &Difference) -> (usize, usize, u32) {
    let setup = difference.line.start.setup();
    (difference.line.moves.len(), setup.pieces().count(), setup.rights.count_ones())
}

/// The shortest suffix of the line that still ends in the difference.
fn end(contest: &mut Contest, difference: Difference, subject: &Subject) -> Difference {
    let line = &difference.line;
    // Short suffixes are tried one by one; a longer one need not be minimal.
    let lengths = (0..=16).chain([24, 32, 48, 64, 96, 128, 192]);
    for kept in lengths.take_while(|&kept| kept < line.moves.len()) {
        let from = line.moves.len() - kept;
        let mut start = line.start.clone();
        line.moves[..from].iter().for_each(|&mv| start.play_unchecked(mv));
        let Ok(start) = Position::from_fen(start.rules(), &start.fen()) else { continue };
        let (moves, texts) = (line.moves[from..].to_vec(), line.texts[from..].to_vec());
        let shorter = Line { fen: start.fen(), start, moves, texts };
        if let Some(found) = replay(contest, shorter, subject) {
            return found;
        }
    }
    difference
}

/// Removes moves in pairs, so that the same player is to move.
fn fewer_moves(contest: &mut Contest, best: &mut Difference, subject: &Subject) {
    let mut at = 0;
    while at + 2 <= best.line.moves.len() {
        let mut line = best.line.clone();
        line.moves.drain(at..at + 2);
        line.texts.drain(at..at + 2);
        match replay(contest, line, subject) {
            Some(found) => *best = found,
            None => at += 1,
        }
    }
}

/// Removes pieces one by one.
fn fewer_pieces(contest: &mut Contest, best: &mut Difference, subject: &Subject) {
    let squares: Vec<Square> = best.line.start.setup().pieces().map(|(square, _)| square).collect();
    for square in squares {
        if let Some(setup) = without(best, square)
            && let Some(found) = anew(contest, best, setup, subject)
        {
            *best = found;
        }
    }
}

/// Removes rights, and resets the counters.
fn plainer_state(contest: &mut Contest, best: &mut Difference, subject: &Subject) {
    for bit in 0..best.line.start.rules().variant().right_slots.len() {
        let mut setup = best.line.start.setup();
        if setup.rights >> bit & 1 == 1 {
            setup.rights &= !(1 << bit);
            if let Some(found) = anew(contest, best, setup, subject) {
                *best = found;
            }
        }
    }
    let mut setup = best.line.start.setup();
    if (setup.quiet_plies, setup.full_moves) != (0, 1) {
        (setup.quiet_plies, setup.full_moves) = (0, 1);
        if let Some(found) = anew(contest, best, setup, subject) {
            *best = found;
        }
    }
}

/// The start without the piece on a square, and without the rights and marks that need it.
fn without(difference: &Difference, square: Square) -> Option<Setup> {
    let rules = difference.line.start.rules();
    let mut setup = difference.line.start.setup();
    let piece = setup.squares.get_mut(square.index())?.take()?;
    // References may rightly reject a game without its royals.
    if rules.variant().role(piece.role).royal {
        return None;
    }
    for (bit, slot) in rules.variant().right_slots.iter().enumerate() {
        if slot.squares.contains(square) {
            setup.rights &= !(1 << bit);
        }
    }
    setup.marks.retain(|mark| mark.marker != Some(square));
    Some(setup)
}

/// The same moves from another start, if they lead to the same difference.
fn anew(contest: &mut Contest, best: &Difference, setup: Setup, subject: &Subject) -> Option<Difference> {
    let rules = best.line.start.rules();
    // Go through the FEN, since the reference receives only this text.
    let start = Position::from_fen(rules, &fen::print(rules.variant(), &setup)).ok()?;
    let line = Line { fen: start.fen(), start, ..best.line.clone() };
    replay(contest, line, subject)
}

/// Plays a line. It must be legal on both sides, which must agree before its end and differ there as before.
fn replay(contest: &mut Contest, line: Line, subject: &Subject) -> Option<Difference> {
    let mut position = line.start.clone();
    for (done, (&mv, text)) in line.moves.iter().zip(&line.texts).enumerate() {
        let look = contest.look(&position, &line.fen, &line.texts[..done]).ok()?;
        let common = look.sides.common.iter().any(|(ours, name)| *ours == mv && name == text);
        if !common || !look.agrees() {
            return None;
        }
        position.play_unchecked(mv);
    }
    let look = contest.look(&position, &line.fen, &line.texts).ok()?;
    look.has(subject).then_some(Difference { line, position, look })
}
