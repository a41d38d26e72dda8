//! Which boards of the past are the one of now, however long the past is.

use hashbrown::HashMap;

use super::Position;

/// The boards of a position's past by hash: where each hash came up, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    hashes: Vec<u64>,
    places: HashMap<u64, Vec<usize>>,
}

impl Seen {
    /// Adds the next board of the past, given its hash for repetition.
    pub fn push(&mut self, hash: u64) {
        self.places.entry(hash).or_default().push(self.hashes.len());
        self.hashes.push(hash);
    }

    /// Forgets the last board.
    pub fn pop(&mut self) {
        let Some(hash) = self.hashes.pop() else { return };
        if let Some(places) = self.places.get_mut(&hash) {
            places.pop();
            if places.is_empty() {
                self.places.remove(&hash);
            }
        }
    }
}

/// After how many moves of the past the position was the same as now, the latest first. Equal hashes are looked at
/// again, so that a collision cannot end a game.
pub(super) fn earlier(position: &Position) -> impl Iterator<Item = usize> + '_ {
    let seen = position.seen.get_or_init(|| {
        let mut seen = Seen::default();
        position.past.iter().for_each(|past| seen.push(past.before.repetition_hash()));
        seen
    });
    let places = seen.places.get(&position.core.repetition_hash()).map_or(&[][..], Vec::as_slice);
    let now = position.setup();
    places.iter().rev().copied().filter(move |&n| {
        let then = position.past[n].before.setup();
        (&then.squares, then.turn, then.out, then.rights, &then.undisturbed)
            == (&now.squares, now.turn, now.out, now.rights, &now.undisturbed)
    })
}
