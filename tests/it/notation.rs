//! Notation: published texts are matched, and every written text is read back as the same move.

#![allow(clippy::unwrap_used)]

mod at_a_glance;
mod chess;
mod games;
mod mirrored;
mod other_boards;
mod xiangqi;
