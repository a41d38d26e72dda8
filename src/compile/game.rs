//! What is known about the game while its patterns are compiled: the board and every name.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::geometry::{Board, SquareSet};
use crate::source::Span;
use crate::syntax::ast;
use crate::variant::{NativeEffect, NativePredicate, Player, PlayerId, RightId, RoleId, Zone, ZoneId};

use super::Natives;
use super::caps::MAX_ZONES;
use super::read::text::Text;
use super::resolve::template::At;

/// Findings are kept up to this number; a file with more is broken as a whole.
const MAX_FINDINGS: usize = 300;

/// A name that the rule file declares.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub name: String,
    pub at: At,
    pub used: bool,
}

/// A function of the rule file.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub at: At,
    pub parameters: Vec<ast::Name>,
    /// The texts of the body, all of whose calls count.
    pub body: Vec<(Text, Vec<ast::Call>)>,
    /// Whether it names effects; else predicates.
    pub effects: bool,
    /// Whether something is wrong with it that has been said already.
    pub broken: bool,
}

/// The game so far.
pub(crate) struct Game<'n> {
    pub board: Board,
    pub players: Vec<Player>,
    pub zones: Vec<Zone>,
    /// The named zones, in the order of their ids, which come first in `zones`.
    pub zone_names: Vec<Declared>,
    pub roles: Vec<Declared>,
    pub rights: Vec<Declared>,
    pub rights_by_square: Vec<bool>,
    pub functions: Rc<Vec<Function>>,
    pub functions_used: Vec<bool>,
    pub natives: &'n Natives,
    pub native_predicates: Vec<NativePredicate>,
    pub native_effects: Vec<NativeEffect>,
    pub tracks_undisturbed: bool,
    pub findings: Vec<Diagnostic>,
    /// Choices tried so far; see [`MAX_CHOICES`](super::caps::MAX_CHOICES).
    pub choices: usize,
    /// Steps from all squares so far; see [`MAX_STEPS`](super::caps::MAX_STEPS).
    pub steps: usize,
    regions: HashMap<Vec<SquareSet>, ZoneId>,
    /// The squares with each coordinate on an axis, by axis, coordinate and player.
    pub lines: HashMap<usize, Rc<Vec<Vec<SquareSet>>>>,
}

impl<'n> Game<'n> {
    /// A game of which only the board and the players are known.
    pub fn new(board: Board, players: Vec<Player>, natives: &'n Natives) -> Self {
        Self {
            board,
            players,
            zones: Vec::new(),
            zone_names: Vec::new(),
            roles: Vec::new(),
            rights: Vec::new(),
            rights_by_square: Vec::new(),
            functions: Rc::default(),
            functions_used: Vec::new(),
            natives,
            native_predicates: Vec::new(),
            native_effects: Vec::new(),
            tracks_undisturbed: false,
            findings: Vec::new(),
            choices: 0,
            steps: 0,
            regions: HashMap::new(),
            lines: HashMap::new(),
        }
    }

    /// Adds a finding whose spans are those of `text`.
    pub fn report(&mut self, text: &Text, finding: Diagnostic) {
        self.add(finding.map_spans(|span| text.locate(span)));
    }

    /// Adds a finding whose spans are those of the file.
    pub fn report_at(&mut self, at: At, code: Code, message: impl Into<String>) {
        self.add(Diagnostic::new(code, at.1, message).in_source(at.0));
    }

    /// Whether so much has been found that nothing more is kept.
    pub fn is_full(&self) -> bool {
        self.findings.len() >= MAX_FINDINGS
    }

    /// Adds a finding, unless it is already there.
    pub fn add(&mut self, finding: Diagnostic) {
        if !self.is_full() && !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Says that a name is unknown, and which known one is nearest.
    pub fn unknown<'a>(
        &mut self,
        text: &Text,
        span: Span,
        code: Code,
        message: String,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let finding = unknown(code, span, message, span.text(&text.value), known);
        self.report(text, finding);
    }

    /// The axis of this name, or a finding.
    pub fn axis(&mut self, text: &Text, name: &str, span: Span) -> Option<usize> {
        if let Some(axis) = self.board.axis(name) {
            return Some(axis);
        }
        let names: Vec<String> = self.board.axes().iter().map(|axis| axis.name.clone()).collect();
        let message = format!("the board has no axis `{name}`");
        let mut finding = unknown(Code::UNKNOWN_AXIS, span, message, name, names.iter().map(String::as_str))
            .help(format!("the axes are {}", listed(&names)));
        if let Some(square) = self.board.square(name) {
            let point = self.board.point(square).iter().zip(self.board.axes());
            let said = point.map(|(&at, axis)| format!("{} {}", axis.name, axis.label(at as u16)));
            let said = said.collect::<Vec<_>>().join(", ");
            finding = finding.help(format!("the square {name}, as the first player sees it, is `{said}`"));
        }
        self.report(text, finding);
        None
    }

    /// The role of this name; marks it used.
    pub fn role(&mut self, name: &str) -> Option<RoleId> {
        let at = self.roles.iter().position(|role| role.name == name)?;
        self.roles[at].used = true;
        Some(RoleId(at as u8))
    }

    /// The role of this name, or a finding.
    pub fn role_or_report(&mut self, text: &Text, name: &str, span: Span) -> Option<RoleId> {
        let found = self.role(name);
        if found.is_none() {
            let names: Vec<String> = self.roles.iter().map(|role| role.name.clone()).collect();
            let message = format!("there is no piece `{name}`");
            let finding = unknown(Code::UNKNOWN_ROLE, span, message, name, names.iter().map(String::as_str))
                .help(format!("the pieces are {}", listed(&names)));
            self.report(text, finding);
        }
        found
    }

    /// The zone of this name; marks it used.
    pub fn zone(&mut self, name: &str) -> Option<ZoneId> {
        let at = self.zone_names.iter().position(|zone| zone.name == name)?;
        self.zone_names[at].used = true;
        Some(ZoneId(at as u16))
    }

    /// The right of this name; marks it used.
    pub fn right(&mut self, name: &str) -> Option<RightId> {
        let at = self.rights.iter().position(|right| right.name == name)?;
        self.rights[at].used = true;
        Some(RightId(at as u8))
    }

    /// The player of this name.
    pub fn player(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|player| player.name == name).map(|i| PlayerId(i as u8))
    }

    /// The zone with these squares (by player), made if there is none without a name; `None` if there are too many.
    pub fn region(&mut self, squares: Vec<SquareSet>, at: At) -> Option<ZoneId> {
        if let Some(&zone) = self.regions.get(&squares) {
            return Some(zone);
        }
        if self.zones.len() >= MAX_ZONES {
            // Once is enough: every region from here on is one too many.
            if !self.findings.iter().any(|finding| finding.code == Code::TOO_MANY_ZONES) {
                self.report_at(at, Code::TOO_MANY_ZONES, format!("more than {MAX_ZONES} zones and regions"));
            }
            return None;
        }
        let id = ZoneId(self.zones.len() as u16);
        self.regions.insert(squares.clone(), id);
        self.zones.push(Zone { name: String::new(), squares });
        Some(id)
    }
}

/// A finding about an unknown name, with the nearest known one as fix.
pub(crate) fn unknown<'a>(
    code: Code,
    span: Span,
    message: String,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let finding = Diagnostic::new(code, span, message);
    match nearest(name, known) {
        Some(near) => {
            let fix = format!("`{near}` is the nearest name");
            finding.fix(span, near, fix)
        }
        None => finding,
    }
}

/// Names in a row: `a`, `b` and `c`; the first dozen.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().take(12).map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => "none".into(),
        Some((last, [])) => last.clone(),
        Some(_) if names.len() > 12 => format!("{}, …", quoted.join(", ")),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
