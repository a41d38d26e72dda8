//! A place in a tree that remembers the line it is on.

use super::tree::{GameTree, NodeId};

/// A place in a [`GameTree`], and the line through it: stepping back and forward again follows the same variation.
///
/// The cursor does not borrow the tree, which may be edited between two steps. When the node it stands on is deleted,
/// it falls back to the nearest one that is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    line: Vec<NodeId>,
    at: usize,
}

impl Default for Cursor {
    fn default() -> Self {
        Cursor { line: vec![NodeId::ROOT], at: 0 }
    }
}

impl Cursor {
    /// At the root.
    pub fn new() -> Cursor {
        Cursor::default()
    }

    /// At a node; at the root if the tree does not have it.
    pub fn at(tree: &GameTree, node: NodeId) -> Cursor {
        let mut cursor = Cursor::new();
        cursor.go(tree, node);
        cursor
    }

    /// The node.
    pub fn node(&mut self, tree: &GameTree) -> NodeId {
        while self.at > 0 && !tree.contains(self.line[self.at]) {
            self.line.truncate(self.at);
            self.at -= 1;
        }
        self.line[self.at]
    }

    /// The number of steps from the root.
    pub fn ply(&self) -> usize {
        self.at
    }

    /// The path from the root to the node, both included.
    pub fn path(&self) -> &[NodeId] {
        &self.line[..=self.at]
    }

    /// One step back; none at the root.
    pub fn back(&mut self, tree: &GameTree) -> Option<NodeId> {
        self.node(tree);
        self.at = self.at.checked_sub(1)?;
        Some(self.line[self.at])
    }

    /// One step forward: along the line stepped back from, else to the first child.
    pub fn forward(&mut self, tree: &GameTree) -> Option<NodeId> {
        let node = self.node(tree);
        let remembered = self.line.get(self.at + 1).copied().filter(|&id| tree.parent(id) == Some(node));
        let next = remembered.or_else(|| tree.first_child(node))?;
        self.enter(next);
        Some(next)
    }

    /// One step forward to the nth child, counted from 0.
    pub fn descend(&mut self, tree: &GameTree, nth: usize) -> Option<NodeId> {
        let node = self.node(tree);
        let next = tree.children(node).nth(nth)?;
        self.enter(next);
        Some(next)
    }

    /// To a node anywhere; false, and no step, if the tree does not have it. Going to a node on the remembered line
    /// keeps that line.
    pub fn go(&mut self, tree: &GameTree, node: NodeId) -> bool {
        if !tree.contains(node) {
            return false;
        }
        if tree.parent(node) == Some(self.node(tree)) {
            self.enter(node);
            return true;
        }
        let path = tree.path(node);
        self.at = path.len() - 1;
        if !self.line.starts_with(&path) {
            self.line = path;
        }
        true
    }

    /// To the other variation of the same parent: the next one, or the previous one.
    pub fn sideways(&mut self, tree: &GameTree, next: bool) -> Option<NodeId> {
        let node = self.node(tree);
        let to = if next { tree.next_sibling(node) } else { tree.previous_sibling(node) }?;
        self.line.truncate(self.at);
        self.line.push(to);
        Some(to)
    }

    /// To the root.
    pub fn to_start(&mut self) {
        self.at = 0;
    }

    /// To the end of the line; the number of steps taken.
    pub fn to_end(&mut self, tree: &GameTree) -> usize {
        std::iter::from_fn(|| self.forward(tree)).count()
    }

    fn enter(&mut self, next: NodeId) {
        self.at += 1;
        if self.line.get(self.at) != Some(&next) {
            self.line.truncate(self.at);
            self.line.push(next);
        }
    }
}
