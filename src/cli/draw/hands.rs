//! What players hold, in the cells of a terminal: beside the board, each at its own end, or in lines below.

use carn::variant::PlayerId;
use unicode_width::UnicodeWidthStr;

use super::text::Block;
use super::{Picture, sides};
use crate::cli::console::Console;

/// Between the board and what is held.
const GAP: usize = 3;
/// How far the lines of a hand after its first are set in.
const INDENT: usize = 2;

/// What one player holds.
pub struct Held {
    player: PlayerId,
    /// What is said word by word, and how many cells each takes.
    words: Vec<(String, usize)>,
}

impl Held {
    /// All of it in a line.
    pub fn line(&self) -> String {
        self.words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// In lines of at most so many cells; `None` if a word is longer.
    fn wrapped(&self, width: usize) -> Option<Vec<String>> {
        let mut lines: Vec<(String, usize)> = Vec::new();
        for (word, cells) in &self.words {
            match lines.last_mut() {
                Some((line, used)) if *used + 1 + cells <= width => {
                    *line += &format!(" {word}");
                    *used += 1 + cells;
                }
                known => {
                    let indent = if known.is_none() { 0 } else { INDENT };
                    if indent + cells > width {
                        return None;
                    }
                    lines.push((" ".repeat(indent) + word, indent + cells));
                }
            }
        }
        Some(lines.into_iter().map(|(line, _)| line).collect())
    }
}

/// What the players hold, in the order of the rule file; nothing of a game without hands.
pub fn held(picture: &Picture<'_>, console: &Console) -> Vec<Held> {
    if picture.variant.hand.is_none() {
        return Vec::new();
    }
    let one = |(player, pieces): (PlayerId, Vec<(_, u16)>)| {
        let name = picture.variant.players.get(player.index()).map_or("", |player| &player.name);
        let holds = format!("{name} holds");
        let mut words = vec![(holds.clone(), holds.width())];
        for &(piece, count) in &pieces {
            let glyph = picture.glyph(piece);
            let number = if count > 1 { format!("×{count}") } else { String::new() };
            let cells = glyph.width() + number.width();
            words.push((console.paint(sides::paint(picture.variant, player), &glyph) + &number, cells));
        }
        if pieces.is_empty() {
            words.push(("nothing".to_owned(), 7));
        }
        Held { player, words }
    };
    picture.hands().into_iter().map(one).collect()
}

/// A board with what is held to the right of it: the first player's hand ends at the lowest row, the other's begins at
/// the highest. `None` if there is no room.
pub fn beside(board: &Block, held: &[Held], width: usize) -> Option<Vec<String>> {
    let room = width.checked_sub(board.width + GAP)?;
    let mut lines = board.lines.clone();
    for hand in held {
        let wrapped = hand.wrapped(room)?;
        // Each has one half of the board.
        if wrapped.len() > board.rows.len() / 2 {
            return None;
        }
        let first = match hand.player {
            PlayerId(0) => board.rows.end - wrapped.len(),
            _ => board.rows.start,
        };
        for (line, said) in lines[first..].iter_mut().zip(wrapped) {
            *line += &format!("{}{said}", " ".repeat(GAP));
        }
    }
    Some(lines.into_iter().map(|line| line.trim_end().to_owned()).collect())
}
