//! The log of a match: finished games are appended, and an interrupted match continues from it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use carn::record::{Termination, pgn};

use crate::cli::exit::{Result, Stop};

use super::referee::Played;

/// The tag that identifies a match.
const SETTINGS: &str = "MatchSettings";
/// The tag with the points of the first player, in halves.
const POINTS: &str = "MatchPoints";

/// The first line of every game of a match.
const FIRST: &str = "[Event \"carn match\"]";

/// The length of the complete games in a file. The last one may be truncated, for example by a power failure. A blank line
/// follows the tags, and another one the moves.
fn whole(text: &str) -> usize {
    let end = text.rfind("\n\n").map_or(0, |end| end + 2);
    let begin = text[..end].rfind(FIRST).unwrap_or(0);
    let last = pgn::read(&text[begin..end]).games.pop();
    let complete = text[begin..end].matches("\n\n").count() == 2;
    if complete && last.is_some_and(|game| game.termination != Termination::Open) { end } else { begin }
}

/// The log file of a match, open at its end.
pub struct Log {
    path: PathBuf,
    file: File,
    settings: String,
    names: [String; 2],
}

impl Log {
    /// Opens the file. Returns its games of the same match by number, with the points of the first player in halves. A
    /// truncated last game is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has other contents.
    pub fn open(path: &Path, settings: &str, names: [String; 2]) -> Result<(Self, BTreeMap<u64, u8>)> {
        let failed =
            |error: std::io::Error| Stop::usage(format!("cannot write `{}`: {error}", path.display()));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let bytes = std::fs::read(path).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        let whole = whole(&text);
        let games = pgn::read(&text[..whole]).games;
        if games.is_empty() && !text.is_empty() && !text.starts_with(FIRST) {
            return Err(Stop::usage(format!("`{}` already exists and is not a match file", path.display())));
        }
        let mut done = BTreeMap::new();
        for game in games {
            if game.tags.get(SETTINGS) != Some(settings) {
                return Err(Stop::usage(format!(
                    "`{}` has games of another match; name another file, or use the settings of that match",
                    path.display()
                )));
            }
            let number: Option<u64> = game.tags.get("Round").and_then(|round| round.parse().ok());
            let points = game.tags.get(POINTS).and_then(|points| points.parse().ok());
            done.extend(number.zip(points));
        }
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        Ok((Self { path: path.to_owned(), file, settings: settings.to_owned(), names }, done))
    }

    /// Appends a game, counted from 1, with the side of each player of the rule file, and the first side's points.
    ///
    /// # Errors
    /// If writing fails, for example because the disk is full.
    pub fn add(&mut self, number: u64, played: &Played, seats: &[usize], halves: u8) -> Result {
        let text = text(&self.settings, &self.names, number, played, seats, halves);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Stop::usage(format!("cannot write `{}`: {error}", self.path.display())))
    }
}

/// The record of a game with its tags, followed by a blank line.
fn text(
    settings: &str,
    names: &[String; 2],
    number: u64,
    played: &Played,
    seats: &[usize],
    halves: u8,
) -> String {
    let mut tree = played.record.to_tree();
    tree.tags.set("Event", "carn match");
    tree.tags.set("Round", &number.to_string());
    let rules = &played.record.known().rules;
    let players = rules.variant().players.iter().map(|player| player.name.clone());
    let tags: Vec<String> = match seats.len() {
        // PGN's names for the first and the second player, whatever the rule file calls them.
        2 => vec!["White".to_owned(), "Black".to_owned()],
        _ => players.collect(),
    };
    for (tag, &side) in tags.iter().zip(seats) {
        tree.tags.set(tag, &names[side]);
    }
    tree.tags.set("Termination", &played.reason);
    tree.tags.set(SETTINGS, settings);
    tree.tags.set(POINTS, &halves.to_string());
    pgn::write_game(&tree).trim_end().to_owned() + "\n\n"
}
