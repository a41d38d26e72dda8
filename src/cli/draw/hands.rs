//! The pieces in hand on a terminal: next to the board at each player's side, or in lines below.

use carn::variant::PlayerId;
use unicode_width::UnicodeWidthStr;

use super::text::Block;
use super::{Picture, sides};
use crate::cli::console::Console;

/// The gap between board and hands.
const GAP: usize = 3;
/// The indentation of the further lines of a hand.
const INDENT: usize = 2;

/// The hand of one player.
pub struct Held {
    player: PlayerId,
    /// The words to print, with their widths in cells.
    words: Vec<(String, usize)>,
}

impl Held {
    /// The hand on one line.
    pub fn line(&self) -> String {
        self.words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The words in lines of at most this width; `None` if a word is longer.
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

/// The hands of the players, in the order of the rule file; empty for a game without hands.
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

/// A board with the hands to its right: the first player's ends at the lowest row, the other's begins at the highest. `None` if
/// there is no room.
pub fn beside(board: &Block, held: &[Held], width: usize) -> Option<Vec<String>> {
    let room = width.checked_sub(board.width + GAP)?;
    let mut lines = board.lines.clone();
    for hand in held {
        let wrapped = hand.wrapped(room)?;
        // Each player has one half of the board's height.
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
