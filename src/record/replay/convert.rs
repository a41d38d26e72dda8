//! Rewrites the moves of a tree in another script.

use crate::geometry::Square;
use crate::notation::{self, View, is_remark};
use crate::position::Position;
use crate::record::tree::{Annotation, GameTree};
use crate::variant::Script;

use super::pass::{PASS, pass};
use super::tree::{target_before, walk};
use super::{Ready, Replay, unpack};

/// Writes every move that [`resolve`](super::resolve) found in a script; returns the number of changed words. Words that are
/// not moves, or that the script cannot express, stay unchanged.
///
/// The `Format` tag is set if the script is not the variant's own, so that readers choose the right script.
pub fn convert(tree: &mut GameTree, replay: &Replay, script: Script) -> usize {
    convert_with(&mut Ready::default(), tree, replay, script)
}

/// The same with reusable writers, for many games.
pub fn convert_with(ready: &mut Ready, tree: &mut GameTree, replay: &Replay, script: Script) -> usize {
    let writer = &ready.of(&replay.known.rules).writer;
    let mut list = Vec::new();
    let mut position = replay.start.clone();
    let mut changed = 0;
    walk(tree, &mut position, |tree, node, _, position| {
        let last = target_before(tree, node);
        let Some(played) = &mut tree[node].played else { return false };
        let mv = match played.resolved {
            None => return false,
            Some(PASS) => return pass(position),
            Some(packed) => unpack(packed),
        };
        let begun = if script == Script::San { writer.begin(position, mv, &mut list) } else { None };
        let text = match begun {
            Some(begun) => {
                position.play_unchecked(mv);
                Some(writer.end(position, begun))
            }
            None => play_and_write(position, mv, script, last),
        };
        if let Some(text) = text {
            if *text != *played.text {
                played.text = text.into();
                changed += 1;
            }
            // The text of the move says it all.
            let variant = position.rules().variant();
            let remark = |one: &Annotation| matches!(one, Annotation::Text(text) if is_remark(variant, text));
            tree[node].annotations.retain(|one| !remark(one));
        }
        true
    });
    if replay.known.rules.variant().notation.scripts.first() == Some(&script) {
        tree.tags.remove("Format");
    } else {
        tree.tags.set("Format", notation::script_name(script));
    }
    changed
}

/// Makes a legal move and returns its text. `last` is the target of the previous move, if known.
pub(in crate::record) fn play_and_write(
    position: &mut Position,
    mv: crate::variant::Move,
    script: Script,
    last: Option<Square>,
) -> Option<String> {
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    position.play_unchecked(mv);
    let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
    let text = notation::write_played(view, mv, position, script)?;
    Some(notation::in_line(view.variant, text, script, last.filter(|_| mv.target() == last)))
}
