//! The tags of a game: name and value pairs, the seven-tag roster first.

/// The seven tags that every archived game has, in the order in which they are written.
/// Source: the PGN specification (Edwards, 1994), section 8.1.1.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// One tag pair.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The name, as it was read.
    pub name: Box<str>,
    /// The value, without quotes and escapes.
    pub value: Box<str>,
    /// Where the tag stands in the text that it was read from: line and column from 1, zeros if there is none. Tags are
    /// equal without it.
    pub place: (u32, u32),
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

/// The tags of a game. The seven-tag roster comes first and in its order, the others follow as they were added; a name
/// may occur twice, and then all but the first are among the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    list: Vec<Tag>,
    /// How many of them, the first, are the roster's.
    roster: usize,
}

impl Tags {
    /// The value of the first tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|tag| &*tag.name == name).map(|tag| &*tag.value)
    }

    /// Adds a tag, even when there is one of the name.
    pub fn push(&mut self, name: &str, value: &str) {
        self.push_at(name, value, (0, 0));
    }

    /// The same for a tag that stands at a line and column.
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

    /// Gives the first tag of this name another value, or adds the tag.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.list.iter_mut().find(|tag| &*tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.push(name, value),
        }
    }

    /// Removes every tag of this name and says whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.list.len();
        self.roster -= self.list[..self.roster].iter().filter(|tag| &*tag.name == name).count();
        self.list.retain(|tag| &*tag.name != name);
        self.list.len() < before
    }

    /// All tags, in the order in which they are written.
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
