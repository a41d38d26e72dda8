//! CBR: text fields at fixed offsets, the board, then the moves, each with flags for the end of its line and for a sibling.
//! CBL: a library of such records.

use crate::record::tree::{NodeId, Termination};

use super::{Board, Branches, FILES, Games, NODE, Place, RANKS, end, game, say, tag, written};

/// The signatures of a record and of a library.
pub(super) const RECORD: &[u8] = b"CCBridge Record\0";
pub(super) const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

/// Text fields: offset, length and PGN tag.
const TEXTS: [(usize, usize, &str); 12] = [
    (180, 128, "Title"),
    (564, 64, "Source"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1652, 64, "Annotator"),
];

/// The offsets of the result, the player to move, the board and the moves.
const RESULT: usize = 2076;
const TURN: usize = 2112;
const BOARD: usize = 2120;
const MOVES: usize = 2214;

/// The flags of a move: its line ends, a sibling exists, a comment follows.
const ENDS: u8 = 1;
const ANOTHER: u8 = 2;
const SPEAKS: u8 = 4;

/// Reads all records of a library. Each extends to the next.
pub(super) fn read_library(bytes: &[u8], games: &mut Games) {
    let mut starts = memchr::memmem::find_iter(bytes, RECORD).peekable();
    while let Some(start) = starts.next().filter(|_| !games.full) {
        read(&bytes[start..starts.peek().copied().unwrap_or(bytes.len())], games);
    }
}

/// Reads a record.
pub(super) fn read(bytes: &[u8], games: &mut Games) {
    if bytes.len() < MOVES {
        return games.damaged("this record of CCBridge ends within its head");
    }
    let mut tree = game();
    for (at, size, name) in TEXTS {
        tag(&mut tree, name, &text(&bytes[at..at + size]));
    }
    let mut board = Board { second: bytes[TURN] == 2, ..Board::default() };
    for (nth, &piece) in (0..).zip(&bytes[BOARD..BOARD + FILES * RANKS]) {
        if let (side @ 1..=2, kind @ 1..) = (piece >> 4, piece & 15) {
            board.put(place(nth), side - 1, kind);
        }
    }
    end(
        &mut tree,
        match bytes[RESULT] {
            1 => Termination::First,
            2 => Termination::Second,
            3 => Termination::Draw,
            _ => Termination::Open,
        },
    );
    let mut rest = &bytes[MOVES..];
    let mut branches = Branches::new();
    let mut first = true;
    loop {
        let Some(&[flags, _, from, to]) = rest.first_chunk::<4>() else {
            games.damaged("this record of CCBridge ends within its moves");
            break;
        };
        rest = &rest[4..];
        let mut said = String::new();
        if flags & SPEAKS != 0 {
            let length =
                rest.first_chunk().and_then(|length| usize::try_from(u32::from_le_bytes(*length)).ok());
            let Some(comment) = length.and_then(|length| rest.get(4..)?.get(..length)) else {
                games.damaged("a comment of this record of CCBridge is longer than the record");
                break;
            };
            said = text(comment);
            rest = &rest[4 + comment.len()..];
        }
        if !games.takes(NODE + said.len()) {
            break;
        }
        let goes_on = flags & ENDS == 0;
        // The first entry is not a move, but a comment on the start.
        let more = if std::mem::take(&mut first) {
            say(&mut tree, NodeId::ROOT, &said);
            goes_on
        } else {
            let (from, to) = (place(from), place(to));
            if tree.is_empty() {
                board.moved_from(from);
            }
            let (node, more) = branches.add(&mut tree, &written(from, to), flags & ANOTHER != 0, goes_on);
            say(&mut tree, node, &said);
            more
        };
        if !more {
            break;
        }
    }
    board.start(&mut tree);
    tree.tags.set("Format", "iccs");
    games.push(tree);
}

/// A UTF-16 text, little endian, up to its terminator.
fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}

/// The square of a number: row by row from the far side.
fn place(number: u8) -> Place {
    let (row, file) = (usize::from(number) / FILES, usize::from(number) % FILES);
    (file, (RANKS - 1).checked_sub(row).unwrap_or(usize::MAX))
}
