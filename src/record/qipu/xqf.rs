//! XQF: a header of 1024 bytes, then the moves as a tree. From version 11 on, squares and lengths are shifted by keys in the
//! header, and bytes by a key stream made from them.

use crate::record::encoding::{self, Encoding};
use crate::record::problem::ProblemKind;
use crate::record::tree::{NodeId, Termination};

use super::{Board, Branches, Games, MEN, NODE, Place, end, game, say, tag, written};

/// The length of the header.
const HEAD: usize = 1024;

/// The newest known version.
const NEWEST: u8 = 18;

/// The constant behind the key stream.
const STREAM: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Length-prefixed text fields in the header: offset, length and PGN tag.
const TEXTS: [(usize, usize, &str); 8] = [
    (80, 64, "Title"),
    (208, 64, "Event"),
    (272, 16, "Date"),
    (288, 16, "Site"),
    (304, 16, "Red"),
    (320, 16, "Black"),
    (336, 64, "TimeControl"),
    (464, 16, "Annotator"),
];

/// The shifts of encrypted values.
#[derive(Default)]
struct Keys {
    pieces: u8,
    from: u8,
    to: u8,
    said: u32,
    stream: [u8; 32],
}

impl Keys {
    fn new(head: &[u8; HEAD]) -> Self {
        if head[2] < 11 {
            return Self::default();
        }
        let shift =
            |key: u8, by: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221).wrapping_mul(by);
        let pieces = shift(head[13], head[13]);
        let from = shift(head[14], pieces);
        let to = shift(head[15], from);
        let said = (u32::from(head[12]) * 256 + u32::from(head[13])) % 32000 + 767;
        let key = |nth: usize| head[8 + nth] | head[12 + nth] & head[3];
        let stream = std::array::from_fn(|nth| key(nth % 4) & STREAM[nth]);
        Self { pieces, from, to, said, stream }
    }
}

/// The bytes after the header, decrypted with the key stream.
struct Stream<'b> {
    bytes: &'b [u8],
    keys: [u8; 32],
    at: usize,
}

impl Stream<'_> {
    /// The next `count` bytes; `None` if there are fewer.
    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        let keys = self.keys.iter().cycle().skip(self.at % self.keys.len());
        self.at += count;
        Some(taken.iter().zip(keys).map(|(byte, key)| byte.wrapping_sub(*key)).collect())
    }

    fn four(&mut self) -> Option<[u8; 4]> {
        self.take(4)?.try_into().ok()
    }
}

/// Reads the game.
pub(super) fn read(bytes: &[u8], encoding: Encoding, games: &mut Games) {
    let Some(head) = bytes.first_chunk::<HEAD>() else {
        return games.damaged("this XQF file ends within its head");
    };
    let version = head[2];
    if version > NEWEST {
        let message = format!("XQF of version {version} is not known, but only up to {NEWEST}");
        return games.problem(ProblemKind::Damaged, message, 0);
    }
    let text = |bytes: &[u8]| encoding::decode(bytes, Some(encoding)).0.trim_end_matches('\0').to_owned();
    let mut tree = game();
    for (at, size, name) in TEXTS {
        let length = usize::from(head[at]).min(size - 1);
        tag(&mut tree, name, &text(&head[at + 1..at + 1 + length]));
    }
    let keys = Keys::new(head);
    let mut board = Board { second: head[50] == 1, ..Board::default() };
    for nth in 0..32 {
        let turned = if version < 12 { nth } else { (usize::from(keys.pieces) + 1 + nth) % 32 };
        let at = head[16 + nth].wrapping_sub(keys.pieces);
        board.put(place(at), u8::from(turned >= 16), MEN[turned % 16]);
    }
    end(
        &mut tree,
        match head[51] {
            1 => Termination::First,
            2 => Termination::Second,
            3 => Termination::Draw,
            _ => Termination::Open,
        },
    );
    let mut rest = Stream { bytes: &bytes[HEAD..], keys: keys.stream, at: 0 };
    let mut branches = Branches::new();
    let mut first = true;
    loop {
        let Some([from, to, flags, _]) = rest.four() else {
            games.damaged("this XQF file ends within its moves");
            break;
        };
        let (goes_on, another, speaks) = match version {
            0..=10 => (flags & 0xF0 != 0, flags & 0x0F != 0, true),
            _ => (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0),
        };
        let mut said = String::new();
        if speaks {
            let length = rest.four().map(|length| u32::from_le_bytes(length).wrapping_sub(keys.said));
            let comment = length.and_then(|length| rest.take(usize::try_from(length).ok()?));
            let Some(comment) = comment else {
                games.damaged("a comment of this XQF file is longer than the file");
                break;
            };
            said = text(&comment);
        }
        if !games.takes(NODE + said.len()) {
            break;
        }
        let more = if first {
            say(&mut tree, NodeId::ROOT, &said);
            goes_on
        } else {
            let from = place(from.wrapping_sub(24).wrapping_sub(keys.from));
            let to = place(to.wrapping_sub(32).wrapping_sub(keys.to));
            if tree.is_empty() {
                board.moved_from(from);
            }
            let (node, more) = branches.add(&mut tree, &written(from, to), another, goes_on);
            say(&mut tree, node, &said);
            more
        };
        first = false;
        if !more {
            break;
        }
    }
    board.start(&mut tree);
    tree.tags.set("Format", "iccs");
    games.push(tree);
}

/// The square of a number: the tens are the file, the ones the rank.
fn place(number: u8) -> Place {
    (usize::from(number / 10), usize::from(number % 10))
}
