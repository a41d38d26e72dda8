//! The board, its players and its zones, as seen by each player.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, SquareSet};
use crate::source::Span;
use crate::variant::{Player, PlayerId, Zone, ZoneId};

use super::caps::MAX_ZONES;
use super::findings::{Findings, listed, unknown};
use super::names::{Declared, find, normal};
use super::read::text::Text;
use super::read::tree::At;

/// For each coordinate of an axis, the squares with this coordinate, by player.
type Lines = Rc<Vec<Vec<SquareSet>>>;

/// The predefined zone: all squares.
pub(crate) const BOARD: &str = "Board";

/// The board, the players, and sets of squares: named zones, and regions written where they are used.
#[derive(Debug)]
pub(crate) struct Ground {
    pub board: Board,
    pub players: Vec<Player>,
    /// Named zones come first.
    pub zones: Vec<Zone>,
    /// The named zones, by id.
    pub zone_names: Vec<Declared>,
    written_out: HashMap<Vec<SquareSet>, ZoneId>,
    lines: HashMap<usize, Lines>,
}

impl Ground {
    /// A board without zones.
    pub fn new(board: Board, players: Vec<Player>) -> Self {
        Self {
            board,
            players,
            zones: Vec::new(),
            zone_names: Vec::new(),
            written_out: HashMap::new(),
            lines: HashMap::new(),
        }
    }

    /// The player of this name.
    pub fn player(&self, name: &str) -> Option<PlayerId> {
        let name = normal(name);
        self.players.iter().position(|player| player.name == name).map(|i| PlayerId(i as u8))
    }

    /// The axis of this name; reports an unknown name.
    pub fn axis(&self, findings: &mut Findings, text: &Text, name: &str, span: Span) -> Option<usize> {
        axis(&self.board, findings, text, name, span)
    }

    /// A region from the name of a square, or from two opposite corners separated by `~`.
    pub fn region_of_squares(&self, text: &str) -> Option<String> {
        let (first, last) = text.split_once('~').unwrap_or((text, text));
        let (first, last) = (self.board.square(first.trim())?, self.board.square(last.trim())?);
        let ends = self.board.point(first).iter().zip(self.board.point(last));
        let terms = self.board.axes().iter().zip(ends).map(|(axis, (&a, &b))| {
            let (low, high) = (a.min(b) as u16, a.max(b) as u16);
            if low == high {
                return format!("{} {}", axis.name, axis.label(low));
            }
            format!("{} {}~{}", axis.name, axis.label(low), axis.label(high))
        });
        Some(terms.collect::<Vec<_>>().join(", "))
    }

    /// All squares, by player.
    pub fn everywhere(&self) -> Vec<SquareSet> {
        vec![self.board.full_set(); self.players.len()]
    }

    /// No squares, by player.
    pub fn nowhere(&self) -> Vec<SquareSet> {
        vec![self.board.empty_set(); self.players.len()]
    }

    /// The squares of each coordinate on an axis; computed once.
    pub fn lines_across(&mut self, axis: usize) -> Lines {
        if let Some(known) = self.lines.get(&axis) {
            return Rc::clone(known);
        }
        let length = usize::from(self.board.axes()[axis].length);
        let mut lines = vec![self.nowhere(); length];
        for (at, player) in self.players.iter().enumerate() {
            for square in self.board.squares() {
                let own = player.orientation.own_point(&self.board, square);
                lines[usize::from(own[axis])][at].insert(square);
            }
        }
        let lines = Rc::new(lines);
        self.lines.insert(axis, Rc::clone(&lines));
        lines
    }

    /// The zone of this name. Marks it as used.
    pub fn zone(&mut self, name: &str) -> Option<ZoneId> {
        if let Some(at) = find(&mut self.zone_names, name) {
            return Some(ZoneId(at as u16));
        }
        // The predefined zone always exists.
        let whole = (normal(name) == BOARD).then(|| self.everywhere())?;
        let known = self.written_out.get(&whole).copied();
        Some(known.unwrap_or_else(|| self.add(whole)))
    }

    /// Adds a zone without a name.
    fn add(&mut self, squares: Vec<SquareSet>) -> ZoneId {
        let id = ZoneId(self.zones.len() as u16);
        self.written_out.insert(squares.clone(), id);
        self.zones.push(Zone { name: String::new(), squares });
        id
    }

    /// The names of the zones.
    pub fn names_of_zones(&self) -> impl Iterator<Item = &str> {
        self.zone_names.iter().map(|zone| zone.name.as_str())
    }

    /// The unnamed zone with these squares (by player), added if missing; `None` if there are too many zones.
    pub fn written_out(
        &mut self,
        findings: &mut Findings,
        squares: Vec<SquareSet>,
        at: At,
    ) -> Option<ZoneId> {
        if let Some(&zone) = self.written_out.get(&squares) {
            return Some(zone);
        }
        if self.zones.len() >= MAX_ZONES {
            // Report this once: every further region would exceed the limit too.
            if !findings.has(Code::TOO_MANY_ZONES) {
                let message = format!("more than {MAX_ZONES} zones and regions");
                findings.report_at(at, Code::TOO_MANY_ZONES, message);
            }
            return None;
        }
        Some(self.add(squares))
    }
}

/// The finding for a name that is no axis.
pub(crate) fn unknown_axis(names: &[&str], name: &str, span: Span) -> Diagnostic {
    let message = format!("the board has no axis `{name}`");
    unknown(Code::UNKNOWN_AXIS, span, message, name, names.iter().copied())
        .help(format!("the axes are {}", listed(names)))
}

/// The axis of this name; reports an unknown name.
pub(crate) fn axis(
    board: &Board,
    findings: &mut Findings,
    text: &Text,
    name: &str,
    span: Span,
) -> Option<usize> {
    if let Some(axis) = board.axis(&normal(name)) {
        return Some(axis);
    }
    let names: Vec<&str> = board.axes().iter().map(|axis| axis.name.as_str()).collect();
    let mut finding = unknown_axis(&names, name, span);
    if let Some(square) = board.square(name) {
        let point = board.point(square).iter().zip(board.axes());
        let said = point.map(|(&at, axis)| format!("{} {}", axis.name, axis.label(at as u16)));
        let said = said.collect::<Vec<_>>().join(", ");
        finding = finding.help(format!("the square {name}, as the first player sees it, is `{said}`"));
    }
    findings.report(text, finding);
    None
}

/// Intersects each set of `all` with that of `part`.
pub(crate) fn intersect(all: &mut [SquareSet], part: &[SquareSet]) {
    all.iter_mut().zip(part).for_each(|(set, other)| set.intersect_with(other));
}

/// Adds each set of `part` to that of `all`.
pub(crate) fn unite(all: &mut [SquareSet], part: &[SquareSet]) {
    all.iter_mut().zip(part).for_each(|(set, other)| set.extend_from(other));
}
