//! The tags of a game: pairs of name and value, with the seven-tag roster first.

/// The seven tags of every archived game, in their written order. Source: the PGN specification (Edwards, 1994), section 8.1.1.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// One tag pair.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The name, as it was read.
    pub name: Box<str>,
    /// The value, without quotes and escapes.
    pub value: Box<str>,
    /// The place in the source text: line and column from 1, or zeros. It is ignored in comparisons.
    pub place: (u32, u32),
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

/// The tags of a game. The seven-tag roster comes first in its order; the others follow in order of addition. A name may occur
/// twice; only its first tag can be in the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    list: Vec<Tag>,
    /// The number of leading tags that belong to the roster.
    roster: usize,
}

impl Tags {
    /// The value of the first tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|tag| &*tag.name == name).map(|tag| &*tag.value)
    }

    /// Adds a tag, even if there is one of this name.
    pub fn push(&mut self, name: &str, value: &str) {
        self.push_at(name, value, (0, 0));
    }

    /// The same with the place of the tag.
    pub(super) fn push_at(&mut self, name: &str, value: &str, place: (u32, u32)) {
        let tag = Tag { name: name.into(), value: value.into(), place };
        let roster = &self.list[..self.roster];
        let Some(rank) = rank(name).filter(|_| roster.iter().all(|known| *known.name != *name)) else {
            return self.list.push(tag);
        };
        let at = roster.iter().position(|known| self::rank(&known.name) > Some(rank)).unwrap_or(self.roster);
        self.list.insert(at, tag);
        self.roster += 1;
    }

    /// Replaces the value of the first tag of this name, or adds the tag.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.list.iter_mut().find(|tag| &*tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.push(name, value),
        }
    }

    /// Removes every tag of this name; returns whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.list.len();
        self.roster -= self.list[..self.roster].iter().filter(|tag| &*tag.name == name).count();
        self.list.retain(|tag| &*tag.name != name);
        self.list.len() < before
    }

    /// All tags in their written order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tag> {
        self.list.iter()
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no tag.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = std::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// The place in the roster.
fn rank(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&known| known == name)
}
