//! Writes SAN, derived from the rule file for any variant: `Nbxd7+`, `exd6`, `O-O`, `e8=Q#`.
//!
//! Letter (none for letterless roles), the minimal disambiguation, `x` for captures, the target, `=` and a letter for
//! promotions, then `+` or `#`. The disambiguation is the smallest sufficient set of the origin's coordinates; of equal sets,
//! the first in the order of the axes. A letterless capture always includes the origin's first coordinate. A letterless piece
//! that changes its role beside its file without a capture is written with its whole origin: `d5c6=F` in sittuyin. Named
//! movements are written by name.

use crate::variant::{Move, Movement, RoleId, RoleSet};

use super::san_read::SanReader;
use super::{Consequence, View, coordinate, legs, suffix};

/// The text of a legal move.
pub(super) fn write(view: View<'_>, mv: Move, consequence: Consequence) -> String {
    marked(body(view, mv, consequence), consequence)
}

/// Long notation: the full origin, a sign, and the letter of a piece captured on the target: `Ng1-f3`, `Qg1xQn8+`, `e4xd5`.
pub(super) fn write_long(view: View<'_>, mv: Move, consequence: Consequence) -> String {
    let named = !is_bare(view, mv) || entering(view, mv).is_some();
    let Some(role) = view.role(mv).filter(|_| !named) else { return write(view, mv, consequence) };
    let (variant, letterless) = (view.variant, view.variant.notation.letterless);
    let letter = |role: RoleId| {
        if letterless.contains(role) { String::new() } else { variant.role(role).symbol() }
    };
    let taken = view.setup.piece(mv.to).filter(|_| consequence.takes && mv.from != mv.to);
    let mut text = letter(role) + &variant.board.name(mv.from);
    text.push(if consequence.takes { 'x' } else { '-' });
    text += &taken.map_or_else(String::new, |piece| letter(piece.role));
    text += &variant.board.name(mv.to);
    push_choice(&mut text, view, mv);
    suffix::push(&mut text, suffix::nth(view, mv, |other| is_bare(view, other)));
    let meant = SanReader::new(variant).read(view, &text) == Ok(mv);
    marked(if meant { text } else { coordinate::fallback(view, mv) }, consequence)
}

/// Appends the role that the piece becomes, `=Q`, or that enters with the move, `/H`.
fn push_choice(text: &mut String, view: View<'_>, mv: Move) {
    if let Some(choice) = mv.promotion().or_else(|| view.becomes(mv)) {
        text.push(if view.movement(mv).is_some_and(Movement::enters) { '/' } else { '=' });
        *text += &view.variant.role(choice).symbol();
    }
}

/// Appends the sign for check or mate. Coordinates get none, since a `+` after them is a promotion.
pub(super) fn marked(mut text: String, consequence: Consequence) -> String {
    if coordinate::is_fallback(&text) {
        return text;
    }
    if consequence.mate {
        text.push('#');
    } else if consequence.check {
        text.push('+');
    }
    text
}

fn body(view: View<'_>, mv: Move, consequence: Consequence) -> String {
    let notation = &view.variant.notation;
    let reader = SanReader::new(view.variant);
    if let Some(name) = unique_name(view, mv).and_then(|name| notation.move_names.get(usize::from(name)))
        && (reader.is_compact() || reader.read(view, name) == Ok(mv))
    {
        return name.clone();
    }
    if let Some(text) = entering(view, mv).filter(|text| reader.read(view, text) == Ok(mv)) {
        return text;
    }
    let Some(role) = view.role(mv) else { return coordinate::fallback(view, mv) };
    if legs::path(view, mv).is_some() {
        let text = format!("{}{}", view.variant.role(role).symbol(), coordinate::write(view, mv));
        return if reader.read(view, &text) == Ok(mv) { text } else { coordinate::fallback(view, mv) };
    }
    let letterless = notation.letterless.contains(role);
    let aside = || view.variant.board.written(mv.from).first() != view.variant.board.written(mv.to).first();
    let base = match letterless {
        true if consequence.takes => 1,
        true if view.becomes(mv).is_some() && aside() => u16::MAX,
        _ => 0,
    };
    let least = compose(view, mv, role, consequence, least_axes(view, mv, role, base));
    if reader.is_compact() {
        return least;
    }
    // On boards with ambiguous labels or letters, verify that the text reads back as the move.
    if reader.read(view, &least) == Ok(mv) {
        return least;
    }
    let full = compose(view, mv, role, consequence, u16::MAX);
    if reader.read(view, &full) == Ok(mv) { full } else { coordinate::fallback(view, mv) }
}

/// A named move with which a piece also enters: `O-O/He1`.
fn entering(view: View<'_>, mv: Move) -> Option<String> {
    let role = mv.promotion()?;
    let goes = view.between(mv.from, mv.to).iter().filter(|other| other.promotion().is_none());
    let name = goes.copied().find_map(|other| unique_name(view, other))?;
    let name = view.variant.notation.move_names.get(usize::from(name))?;
    let square = view.variant.board.name(view.entered(mv)?);
    Some(format!("{name}/{}{square}", view.variant.role(role).symbol()))
}

/// The text with the origin's coordinates on the axes of a mask.
fn compose(view: View<'_>, mv: Move, role: RoleId, consequence: Consequence, axes: u16) -> String {
    let variant = view.variant;
    let mut text = String::with_capacity(8);
    if !variant.notation.letterless.contains(role) {
        text += &variant.role(role).symbol();
    }
    let point = variant.board.written(mv.from);
    let named = variant.board.own_name(mv.from).filter(|_| axes != 0);
    text += named.unwrap_or_default();
    for (i, (axis, &coordinate)) in variant.board.written_axes().iter().zip(point).enumerate() {
        if axes >> i & 1 == 1 && named.is_none() {
            let label = axis.label(coordinate as u16);
            if text.ends_with(|c: char| c.is_ascii_digit()) && label.starts_with(|c: char| c.is_ascii_digit())
            {
                text.push('_');
            }
            text.push_str(&label);
        }
    }
    if consequence.takes {
        text.push('x');
    }
    text.push_str(&variant.board.name(mv.to));
    push_choice(&mut text, view, mv);
    suffix::push(&mut text, suffix::nth(view, mv, |other| is_bare(view, other)));
    text
}

/// The smallest set of axes, including `base`, on which the origin differs from every rival's.
fn least_axes(view: View<'_>, mv: Move, role: RoleId, base: u16) -> u16 {
    let class = class(view, role);
    let board = &view.variant.board;
    let own = board.written(mv.from);
    // For each rival, the axes on which its square differs.
    let differs = |other: &Move| {
        let axes = own.iter().zip(board.written(other.from)).enumerate();
        axes.fold(0u16, |mask, (i, (own, other))| mask | u16::from(own != other) << i)
    };
    let mut rivals: Vec<u16> = view
        .legal
        .onto(mv.to)
        .filter(|other| other.from != mv.from && other.choice == mv.choice)
        .filter(|other| view.role(**other).is_some_and(|role| class.contains(role)))
        .filter(|other| unique_name(view, **other).is_none())
        .map(differs)
        .collect();
    if rivals.is_empty() {
        return base;
    }
    rivals.sort_unstable();
    rivals.dedup();
    let tells = |axes: u16| rivals.iter().all(|differs| differs & axes != 0);
    let sets = (0..1u16 << own.len()).filter(|&axes| axes & base == base && tells(axes));
    let least = |axes: &u16| (axes.count_ones(), std::cmp::Reverse(axes.reverse_bits()));
    sets.min_by_key(least).unwrap_or(u16::MAX)
}

/// The roles written with the same letter, or without a letter.
fn class(view: View<'_>, role: RoleId) -> RoleSet {
    let letterless = view.variant.notation.letterless;
    if letterless.contains(role) { letterless } else { [role].into_iter().collect() }
}

/// Whether a move is written with origin and target, not with its name or landings.
fn is_bare(view: View<'_>, mv: Move) -> bool {
    unique_name(view, mv).is_none() && legs::path(view, mv).is_none()
}

/// The name of a move, if no other legal move has the same.
pub(super) fn unique_name(view: View<'_>, mv: Move) -> Option<u16> {
    let name = view.name(mv)?;
    let mut same = view.legal.iter().filter(|other| other.way != 0 && view.name(**other) == Some(name));
    same.nth(1).is_none().then_some(name)
}
