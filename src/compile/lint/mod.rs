//! Lints: rules that are valid but probably not intended.

mod beyond;
mod contrary;
mod counters;
mod covered;
mod drawn;
mod dropped;
mod feasible;
mod impossible;
mod landing;
mod motionless;
mod never;
mod play;
mod promotion;
mod proofs;
mod shades;
mod sides;
mod start;
mod steps;
mod stuck;
mod uneven;
mod unused;
mod variables;

use crate::syntax::ast;
use crate::variant::Mode;

use super::game::Game;
use super::read::text::Text;

pub(crate) use beyond::lint_beyond;
pub(crate) use counters::lint_counters;
pub(crate) use covered::{lint_covered, lint_no_room};
pub(crate) use drawn::lint_drawn;
pub(crate) use dropped::lint_dropped;
pub(crate) use impossible::lint_impossible;
pub(crate) use motionless::lint_motionless;
pub(crate) use never::lint_never;
pub(crate) use play::{lint_empty_hands, lint_ended};
pub(crate) use promotion::lint_promotion_zones;
pub(crate) use proofs::lint_test;
pub(crate) use shades::lint_one_shade;
pub(crate) use sides::{lint_no_royal, lint_wrong_sides};
pub(crate) use start::{lint_check_at_start, lint_mate_at_once, lint_one_sided_royal, lint_rights};
pub(crate) use steps::lint_last_effects;
pub(crate) use stuck::lint_stuck;
pub(crate) use uneven::lint_uneven;
pub(crate) use unused::lint_unused;
pub(crate) use variables::variables_of;

/// Lints an alternative in its written form.
pub(crate) fn lint_alternative(game: &mut Game<'_>, text: &Text, ast: &ast::Alternative, mode: Mode) {
    if let Some(last) = ast.legs.last() {
        landing::lint_landing(&mut game.findings, text, last, mode);
    }
    steps::lint_unlabelled(&mut game.findings, text, ast);
    variables::lint_variables(&mut game.findings, &game.functions.variables, text, ast);
}
