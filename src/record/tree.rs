//! The tree of a game: nodes in an arena, linked by index, so that no operation needs recursion.
//!
//! The root is the position before the first move. In SGF it is the first node, which may itself contain a move. The first
//! child of a node continues its line; other children are variations.

use super::tags::Tags;
use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// A resolved move in packed form, opaque to this module.
pub type Move = u64;

/// A node of one [`GameTree`]. It stays valid through every edit except the deletion of the node itself, and is not reused
/// before [`GameTree::compact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    fn new(index: usize) -> NodeId {
        let number = u32::try_from(index).ok().and_then(|i| NonZeroU32::MIN.checked_add(i));
        NodeId(number.expect("four thousand million nodes need more memory than there is"))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move as text, and its resolved form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The text: SAN, coordinates, Chinese or any other script of the game.
    pub text: Box<str>,
    /// The resolved move, if the text has been read.
    pub resolved: Option<Move>,
}

impl MoveText {
    /// An unresolved word.
    pub fn new(text: impl Into<Box<str>>) -> MoveText {
        MoveText { text: text.into(), resolved: None }
    }
}

/// A raw SGF property: its name, and its values with brackets and escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property(pub(super) Box<str>);

/// An annotation of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A comment, with embedded commands such as `[%clk 0:05:00]` left in it (see [`commands`]).
    Comment(Box<str>),
    /// A numeric annotation glyph: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    Glyph(u16),
    /// An SGF property.
    Property(Property),
    /// The rest of a line that began with `%`.
    Escape(Box<str>),
    /// Text that could not be understood.
    Text(Box<str>),
}

/// A node's content and its links.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move to this node; `None` at the root, and in SGF, where a move is a property.
    pub played: Option<MoveText>,
    /// Annotations before the move, at the start of a variation. PGN has no place for them on a main line: there they are read
    /// back as annotations of the previous move.
    pub lead: Vec<Annotation>,
    /// Annotations after the move, in order.
    pub annotations: Vec<Annotation>,
    /// The place of the move in the source text: line and column from 1, or zeros. It is ignored in comparisons.
    pub place: (u32, u32),
    /// The number of the move, if it does not follow from the count of moves. Resolving sets it for legal moves if there are more
    /// than two players or turns of several moves; rounds become shorter after eliminations. For other moves it is the number
    /// in the source text. It is ignored in comparisons.
    pub round: Option<Round>,
    links: Links,
}

#[derive(Clone, Copy, Debug, Default)]
struct Links {
    parent: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    deleted: bool,
}

impl Node {
    fn new(played: Option<MoveText>, links: Links) -> Node {
        Node { played, lead: vec![], annotations: vec![], place: (0, 0), round: None, links }
    }

    /// The SGF properties, in order.
    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.annotations.iter().filter_map(|annotation| match annotation {
            Annotation::Property(property) => Some(property),
            _ => None,
        })
    }

    /// The first SGF property of this name (only capitals count, as `Black` is FF\[3\]'s `B`).
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties().find(|property| property.is(name))
    }

    /// The comments after the move.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.annotations.iter().filter_map(|annotation| match annotation {
            Annotation::Comment(text) => Some(&**text),
            _ => None,
        })
    }

    /// The comments after the move in any format: comments, and SGF's `C`.
    pub fn said(&self) -> impl Iterator<Item = Cow<'_, str>> {
        said(&self.annotations)
    }

    /// The comments before the move, at the start of its variation.
    pub fn said_before(&self) -> impl Iterator<Item = Cow<'_, str>> {
        said(&self.lead)
    }

    /// The glyphs after the move.
    pub fn glyphs(&self) -> impl Iterator<Item = u16> {
        self.annotations.iter().filter_map(|annotation| match annotation {
            Annotation::Glyph(number) => Some(*number),
            _ => None,
        })
    }

    fn same_content(&self, other: &Node) -> bool {
        self.played == other.played && self.lead == other.lead && self.annotations == other.annotations
    }
}

fn said(annotations: &[Annotation]) -> impl Iterator<Item = Cow<'_, str>> {
    annotations.iter().filter_map(|annotation| match annotation {
        Annotation::Comment(text) => Some(Cow::Borrowed(&**text)),
        Annotation::Property(property) if property.is("C") => Some(property.value()?.text()),
        _ => None,
    })
}

/// The result of a game's record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `1-0-0-0`: a score for each of more than two players.
    Each(Scores),
    /// `*`: unfinished or unknown; also if the record states no result.
    #[default]
    Open,
}

/// The scores of more than two players: 1, 1/2 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores {
    /// In halves; 0 for players that do not exist.
    halves: [u8; 8],
    players: u8,
}

impl Scores {
    /// The scores of three to eight players, in halves; `None` for other numbers.
    pub fn new(halves: &[u8]) -> Option<Scores> {
        if !(3..=8).contains(&halves.len()) || halves.iter().any(|&half| half > 2) {
            return None;
        }
        let mut all = [0; 8];
        all[..halves.len()].copy_from_slice(halves);
        Some(Scores { halves: all, players: halves.len() as u8 })
    }

    /// The scores in halves, in the order of the players.
    pub fn halves(&self) -> &[u8] {
        &self.halves[..usize::from(self.players)]
    }
}

/// The signs between the scores of a result: a hyphen, or what typesetters and sports pages write.
pub(crate) const SCORE_SIGNS: [char; 5] = ['-', '–', '—', '−', ':'];

/// The scores of a marker in halves, of any number of players.
fn halves(text: &str) -> Option<Vec<u8>> {
    let half = |score: &str| match score.trim_matches([' ', '\t']) {
        "0" => Some(0),
        "1/2" | "½" | "0.5" => Some(1),
        "1" => Some(2),
        _ => None,
    };
    text.split(SCORE_SIGNS).map(half).collect()
}

impl std::fmt::Display for Scores {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = self.halves().iter().map(|half| ["0", "1/2", "1"][usize::from(*half).min(2)]);
        f.write_str(&words.collect::<Vec<_>>().join("-"))
    }
}

impl Termination {
    /// The marker in a record.
    pub fn marker(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Termination::First => "1-0",
            Termination::Second => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::Each(scores) => return Cow::Owned(scores.to_string()),
            Termination::Open => "*",
        })
    }

    /// The result for a marker, also with blanks (`1 - 0`), in decimals (`0.5-0.5`), with a dash or a colon (`1–0`, `1:0`).
    pub fn from_marker(text: &str) -> Option<Termination> {
        Some(match text {
            "1-0" => Termination::First,
            "0-1" => Termination::Second,
            "1/2-1/2" | "1/2" | "和棋" | "和局" => Termination::Draw,
            "*" => Termination::Open,
            _ => return Self::from_chinese(text).or_else(|| Self::from_halves(&halves(text)?)),
        })
    }

    /// The result with these scores of the players in halves, in their order.
    pub fn from_halves(halves: &[u8]) -> Option<Termination> {
        match halves {
            [2, 0] => Some(Termination::First),
            [0, 2] => Some(Termination::Second),
            [1, 1] => Some(Termination::Draw),
            _ => Scores::new(halves).map(Termination::Each),
        }
    }

    /// The result in Chinese, of the first player (red) or the second: `红胜`, `红先负。`, `黑方和`.
    fn from_chinese(text: &str) -> Option<Termination> {
        let text = text.trim_end_matches('。');
        let first = text.starts_with(['红', '紅']);
        let result = text.strip_prefix(['红', '紅', '黑'])?.trim_start_matches(['先', '方']);
        Some(match result {
            "胜" | "勝" if first => Termination::First,
            "负" | "負" if !first => Termination::First,
            "胜" | "勝" | "负" | "負" => Termination::Second,
            "和" => Termination::Draw,
            _ => return None,
        })
    }
}

/// The number of a move, and whether it is not the first with that number (`1...`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The number of the full move, or of the round.
    pub number: u32,
    /// Whether it is not the first move of that number; with two players, the second player's.
    pub second: bool,
}

impl Default for Numbering {
    fn default() -> Self {
        Numbering { number: 1, second: false }
    }
}

impl Numbering {
    /// The numbering in a FEN: `b` in the second field, and the number in the last.
    pub fn from_fen(fen: &str) -> Numbering {
        let mut fields = fen.split_ascii_whitespace().skip(1);
        let second = fields.next() == Some("b");
        let number = fields.last().and_then(|field| field.parse().ok()).unwrap_or(1);
        Numbering { number, second }
    }

    /// The numbering after more plies.
    pub fn after(self, plies: u32) -> Numbering {
        let halves = u64::from(plies) + u64::from(self.second);
        let number = u64::from(self.number).saturating_add(halves / 2);
        Numbering { number: u32::try_from(number).unwrap_or(u32::MAX), second: halves % 2 == 1 }
    }
}

/// The number of a move counted by rounds or turns, and its separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number of the round or turn.
    pub number: u32,
    /// As [`Numbering::second`].
    pub second: bool,
    /// The separator before the move.
    pub parting: Parting,
}

impl Round {
    /// The number without its separator.
    pub fn numbering(self) -> Numbering {
        Numbering { number: self.number, second: self.second }
    }
}

/// The separator between two moves with the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parting {
    /// Nothing but a blank.
    #[default]
    Blank,
    /// Two dots: the next of more than two players moves.
    Dots,
    /// A comma: the same player moves again.
    Comma,
}

/// A game with its variations. Two trees are equal if their contents are equal, independent of their edits.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The tags of the game.
    pub tags: Tags,
    /// The result of the record.
    pub termination: Termination,
    /// The number of the first move.
    pub numbering: Numbering,
    /// The place of the result in the source text: line and column from 1, or zeros. It is ignored in comparisons.
    pub end: (u32, u32),
    /// In a game read from SGF, whether the first player's property is `B`. It is ignored in comparisons.
    pub(super) black_first: Option<bool>,
    nodes: Vec<Node>,
    live: usize,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A tree of the root alone.
    pub fn new() -> GameTree {
        GameTree {
            tags: Tags::default(),
            termination: Termination::default(),
            numbering: Numbering::default(),
            end: (0, 0),
            black_first: None,
            nodes: vec![Node::new(None, Links::default())],
            live: 1,
        }
    }

    /// The number of a node's move; `before` is the number of moves before it.
    pub fn number(&self, node: NodeId, before: u32) -> Numbering {
        let round = self.get(node).and_then(|node| node.round).map(Round::numbering);
        round.unwrap_or_else(|| self.numbering.after(before))
    }

    /// The separator before a node's move.
    pub fn parting(&self, node: NodeId) -> Parting {
        self.get(node).and_then(|node| node.round).map_or(Parting::Blank, |round| round.parting)
    }

    /// The numbers of the moves of a line that begins at the root, in order.
    pub fn numbers(&self, line: impl IntoIterator<Item = NodeId>) -> Vec<Numbering> {
        (0..).zip(line).map(|(before, node)| self.number(node, before)).collect()
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The number of nodes, root included.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether there is only the root.
    pub fn is_empty(&self) -> bool {
        self.live == 1
    }

    /// The node, unless it was deleted.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index()).filter(|node| !node.links.deleted)
    }

    /// Mutable access to a node, unless it was deleted.
    pub fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index()).filter(|node| !node.links.deleted)
    }

    /// Whether the node is in the tree.
    pub fn contains(&self, id: NodeId) -> bool {
        self.get(id).is_some()
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.links.parent
    }

    /// The node that continues the line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.links.first
    }

    /// The next variation of the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.links.next
    }

    /// The previous variation of the same parent.
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.links.previous
    }

    /// The children, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Whether the node has more than one child.
    pub fn branches(&self, id: NodeId) -> bool {
        self.get(id).is_some_and(|node| node.links.first != node.links.last)
    }

    /// Adds a node as the last child.
    ///
    /// # Panics
    /// If the parent is not in the tree. All edits below panic likewise if a given node is not in the tree.
    pub fn add(&mut self, parent: NodeId, played: Option<MoveText>) -> NodeId {
        let id = self.create(played);
        let last = self[parent].links.last;
        self.link(id, parent, last);
        id
    }

    /// Adds a node as the first child; the other children become variations.
    pub fn add_first(&mut self, parent: NodeId, played: Option<MoveText>) -> NodeId {
        assert!(self.contains(parent), "the parent is in the tree");
        let id = self.create(played);
        self.link(id, parent, None);
        id
    }

    /// Adds a node between a node and all its children, and moves the node's annotations to it.
    pub fn add_between(&mut self, parent: NodeId, played: Option<MoveText>) -> NodeId {
        let id = self.create(played);
        let (first, last) = (self[parent].links.first, self[parent].links.last);
        let children: Vec<NodeId> = self.children(parent).collect();
        children.into_iter().for_each(|child| self[child].links.parent = Some(id));
        self[parent].links.first = None;
        self[parent].links.last = None;
        self.link(id, parent, None);
        self[id].links.first = first;
        self[id].links.last = last;
        self[id].annotations = std::mem::take(&mut self[parent].annotations);
        self[id].place = self[parent].place;
        id
    }

    /// Deletes the node and its descendants; returns the number of deleted nodes: 0 for the root, which stays. The slots stay
    /// empty until [`GameTree::compact`], so that an old id never refers to another node.
    pub fn delete(&mut self, id: NodeId) -> usize {
        if id == NodeId::ROOT || !self.contains(id) {
            return 0;
        }
        let doomed: Vec<NodeId> = self.descendants(id).collect();
        self.unlink(id);
        for &node in &doomed {
            let links = Links { deleted: true, ..Links::default() };
            self.nodes[node.index()] = Node::new(None, links);
        }
        self.live -= doomed.len();
        doomed.len()
    }

    /// Removes the first child of another node: its annotations and children become the parent's, and its variations those of
    /// the parent. The root stays.
    pub(super) fn join_to_parent(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let variations: Vec<NodeId> = self.children(parent).skip(1).collect();
        let children: Vec<NodeId> = self.children(id).collect();
        let around = self.parent(parent).unwrap_or(parent);
        for (moved, to) in variations
            .into_iter()
            .map(|one| (one, around))
            .chain(children.into_iter().map(|one| (one, parent)))
        {
            self.unlink(moved);
            let last = self[to].links.last;
            self.link(moved, to, last);
        }
        let annotations = std::mem::take(&mut self[id].annotations);
        self[parent].annotations.extend(annotations);
        self.delete(id);
    }

    /// Moves the node one place up among its siblings; `false` if it is the first.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let links = self[id].links;
        let (Some(parent), Some(previous)) = (links.parent, links.previous) else { return false };
        let before = self[previous].links.previous;
        self.unlink(id);
        self.link(id, parent, before);
        true
    }

    /// Moves the node one place down among its siblings; `false` if it is the last.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self[id].links.next.is_some_and(|next| self.promote(next))
    }

    /// Makes the node the first of its siblings; `false` if it is already.
    pub fn promote_to_first(&mut self, id: NodeId) -> bool {
        let links = self[id].links;
        let (Some(parent), Some(_)) = (links.parent, links.previous) else { return false };
        self.unlink(id);
        self.link(id, parent, None);
        true
    }

    /// Makes the path to the node the main line; `false` if it is already.
    pub fn promote_to_main(&mut self, id: NodeId) -> bool {
        let mut changed = false;
        let mut at = Some(id);
        while let Some(node) = at {
            changed |= self.promote_to_first(node);
            at = self[node].links.parent;
        }
        changed
    }

    /// Whether the node is on the main line.
    pub fn is_main(&self, id: NodeId) -> bool {
        std::iter::successors(Some(id), |&id| self.parent(id)).all(|id| self.previous_sibling(id).is_none())
    }

    /// The main line, from the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line(NodeId::ROOT)
    }

    /// The line from a node: the node, its first child, and so on.
    pub fn line(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(from), |&id| self.first_child(id))
    }

    /// The path from the root to the node, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// The number of steps from the root to the node.
    pub fn depth(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&id| self.parent(id)).count()
    }

    /// Every node in preorder, with siblings in order, as in SGF.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.descendants(NodeId::ROOT)
    }

    /// A node and its descendants in preorder.
    pub fn descendants(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(top), move |&id| {
            self.first_child(id).or_else(|| {
                let mut at = id;
                while at != top {
                    if let Some(next) = self.next_sibling(at) {
                        return Some(next);
                    }
                    at = self.parent(at)?;
                }
                None
            })
        })
    }

    /// The nodes without children.
    pub fn leaves(&self) -> impl Iterator<Item = NodeId> {
        self.nodes().filter(|&id| self.first_child(id).is_none())
    }

    /// Frees the memory of deleted nodes and sorts the others in the order of [`GameTree::nodes`]. All ids change: returns the
    /// new id of each old one, in order of creation.
    pub fn compact(&mut self) -> Vec<(NodeId, NodeId)> {
        let order: Vec<NodeId> = self.nodes().collect();
        let mut map = vec![None; self.nodes.len()];
        for (new, old) in order.iter().enumerate() {
            map[old.index()] = Some(NodeId::new(new));
        }
        let mut old: Vec<Option<Node>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        let renamed = |id: Option<NodeId>| id.and_then(|id| map[id.index()]);
        self.nodes = order.iter().filter_map(|id| old[id.index()].take()).collect();
        for Node { links, .. } in &mut self.nodes {
            for link in
                [&mut links.parent, &mut links.first, &mut links.last, &mut links.previous, &mut links.next]
            {
                *link = renamed(*link);
            }
        }
        map.iter().enumerate().filter_map(|(old, new)| Some((NodeId::new(old), (*new)?))).collect()
    }

    fn create(&mut self, played: Option<MoveText>) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(Node::new(played, Links::default()));
        self.live += 1;
        id
    }

    /// Links a node without links after a child of the parent, or as the first.
    fn link(&mut self, id: NodeId, parent: NodeId, previous: Option<NodeId>) {
        let next = match previous {
            Some(previous) => self[previous].links.next.replace(id),
            None => self[parent].links.first.replace(id),
        };
        match next {
            Some(next) => self[next].links.previous = Some(id),
            None => self[parent].links.last = Some(id),
        }
        let links = &mut self[id].links;
        (links.parent, links.previous, links.next) = (Some(parent), previous, next);
    }

    fn unlink(&mut self, id: NodeId) {
        let Links { parent: Some(parent), previous, next, .. } = self[id].links else { return };
        match previous {
            Some(previous) => self[previous].links.next = next,
            None => self[parent].links.first = next,
        }
        match next {
            Some(next) => self[next].links.previous = previous,
            None => self[parent].links.last = previous,
        }
    }
}

impl Index<NodeId> for GameTree {
    type Output = Node;

    /// # Panics
    /// If the node is not in the tree.
    fn index(&self, id: NodeId) -> &Node {
        self.get(id).expect("the node is in the tree")
    }
}

impl IndexMut<NodeId> for GameTree {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        self.get_mut(id).expect("the node is in the tree")
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let shape = |tree: &GameTree, id| (tree.first_child(id).is_some(), tree.next_sibling(id).is_some());
        self.live == other.live
            && self.tags == other.tags
            && self.termination == other.termination
            && self.numbering == other.numbering
            && self.nodes().zip(other.nodes()).all(|(mine, theirs)| {
                shape(self, mine) == shape(other, theirs) && self[mine].same_content(&other[theirs])
            })
    }
}

impl Eq for GameTree {}

/// The commands embedded in a comment, `[%name arguments]`, as pairs of name and arguments: `("clk", "0:05:00")`. Source: the
/// PGN specification supplement (ICC, 2001).
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    comment.split("[%").skip(1).filter_map(|rest| {
        let body = &rest[..rest.find(']')?];
        let (name, arguments) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        Some((name, arguments.trim()))
    })
}
