//! A position in a game tree that remembers its line.

use super::tree::{GameTree, NodeId};

/// A position in a [`GameTree`], and the line through it. Stepping back and forward again follows the same variation.
///
/// The cursor does not borrow the tree, which may be edited between steps. If its node is deleted, it falls back to the nearest
/// remaining ancestor.
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

    /// A cursor at a node; at the root if the tree does not contain the node.
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

    /// Steps back; `None` at the root.
    pub fn back(&mut self, tree: &GameTree) -> Option<NodeId> {
        self.node(tree);
        self.at = self.at.checked_sub(1)?;
        Some(self.line[self.at])
    }

    /// Steps forward: along the remembered line, or else to the first child.
    pub fn forward(&mut self, tree: &GameTree) -> Option<NodeId> {
        let node = self.node(tree);
        let remembered = self.line.get(self.at + 1).copied().filter(|&id| tree.parent(id) == Some(node));
        let next = remembered.or_else(|| tree.first_child(node))?;
        self.enter(next);
        Some(next)
    }

    /// Steps forward to the nth child, counted from 0.
    pub fn descend(&mut self, tree: &GameTree, nth: usize) -> Option<NodeId> {
        let node = self.node(tree);
        let next = tree.children(node).nth(nth)?;
        self.enter(next);
        Some(next)
    }

    /// Moves to any node. Returns `false` without moving if the tree does not contain it. A node on the remembered line keeps
    /// that line.
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

    /// Moves to the next or previous sibling variation.
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

    /// Moves to the end of the line; returns the number of steps.
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
