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
/// may occur twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<Tag>);

impl Tags {
    /// The value of the first tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| &*tag.name == name).map(|tag| &*tag.value)
    }

    /// Adds a tag, even when there is one of the name.
    pub fn push(&mut self, name: &str, value: &str) {
        self.push_at(name, value, (0, 0));
    }

    /// The same for a tag that stands at a line and column.
    pub(super) fn push_at(&mut self, name: &str, value: &str, place: (u32, u32)) {
        let rank = rank(name);
        let at = self.0.iter().rposition(|tag| self::rank(&tag.name) <= rank).map_or(0, |i| i + 1);
        self.0.insert(at, Tag { name: name.into(), value: value.into(), place });
    }

    /// Gives the first tag of this name another value, or adds the tag.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|tag| &*tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.push(name, value),
        }
    }

    /// Removes every tag of this name and says whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|tag| &*tag.name != name);
        self.0.len() < before
    }

    /// All tags, in the order in which they are written.
    pub fn iter(&self) -> std::slice::Iter<'_, Tag> {
        self.0.iter()
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no tag.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = std::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

fn rank(name: &str) -> usize {
    ROSTER.iter().position(|&r| r == name).unwrap_or(ROSTER.len())
}
