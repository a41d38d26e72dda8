//! `[rights]`: permissions that a disturbed square takes away.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::SquareSet;
use crate::source::Span;
use crate::syntax;
use crate::variant::{PlayerId, Right, RightId, RightSlot, RoleSet};

use crate::compile::caps::MAX_RIGHTS;
use crate::compile::game::{Declared, Game};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table};
use crate::compile::resolve::template::At;

/// A right before it is given to each player.
struct Draft {
    /// The squares, by player.
    squares: Vec<SquareSet>,
    by_square: bool,
    letter: Option<char>,
    /// The axis whose labels are the letters.
    letters: Option<usize>,
    /// Letter, own axis, and whether toward its end.
    outermost: Vec<(char, usize, bool)>,
}

impl Game<'_> {
    /// Declares the rights, so that patterns can name them.
    pub fn declare_rights(&mut self, root: &Table) {
        let Some(table) = self.table_at(root, "rights") else { return };
        for entry in table.entries.iter().take(MAX_RIGHTS) {
            self.name(&entry.key, "a right");
            self.rights.push(Declared {
                name: entry.key.value.clone(),
                at: (entry.key.source, entry.key.span),
                used: false,
            });
            let by_square = match &entry.value.kind {
                crate::compile::read::tree::Kind::Table(table) => table.get("each").is_some(),
                _ => false,
            };
            self.rights_by_square.push(by_square);
        }
    }

    /// Reads `[rights]`.
    pub fn read_rights(&mut self, root: &Table) -> (Vec<Right>, Vec<RightSlot>) {
        let Some(node) = root.get("rights") else { return (Vec::new(), Vec::new()) };
        let crate::compile::read::tree::Kind::Table(table) = &node.kind else {
            return (Vec::new(), Vec::new());
        };
        let mut rights = Vec::new();
        let mut drafts = Vec::new();
        for (index, entry) in table.entries.iter().enumerate().take(self.rights.len()) {
            let draft = self.right_draft(&entry.value, &entry.key.value, index);
            let (right, draft) = draft.unwrap_or_else(|| {
                let right = Right {
                    name: entry.key.value.clone(),
                    by_square: false,
                    holders: RoleSet::default(),
                    lost_with: RoleSet::default(),
                };
                let squares = vec![self.board.empty_set(); self.players.len()];
                let empty =
                    Draft { squares, by_square: false, letter: None, letters: None, outermost: Vec::new() };
                (right, empty)
            });
            rights.push(right);
            drafts.push(draft);
        }
        let mut slots: Vec<RightSlot> = Vec::new();
        for player in 0..self.players.len() {
            for (index, draft) in drafts.iter().enumerate() {
                self.slots(RightId(index as u8), PlayerId(player as u8), draft, &mut slots);
            }
        }
        if slots.len() > MAX_RIGHTS || table.entries.len() > MAX_RIGHTS {
            let message =
                format!("all players together may have {MAX_RIGHTS} rights, and have {}", slots.len());
            self.report_at(node.at(), Code::TOO_MANY_RIGHTS, message);
            slots.truncate(MAX_RIGHTS);
        }
        self.check_right_letters(node, &slots);
        (rights, slots)
    }

    fn right_draft(&mut self, node: &Node, name: &str, index: usize) -> Option<(Right, Draft)> {
        let table = self.table(node, "a right")?;
        let by_square = self.rights_by_square.get(index).copied().unwrap_or(false);
        let known: &[&str] = if by_square {
            &["each", "piece", "letters", "outermost", "with"]
        } else {
            &["squares", "letter", "with"]
        };
        self.keys(table, if by_square { "a right by square" } else { "a right" }, known);
        let key = if by_square { "each" } else { "squares" };
        if table.get(key).is_none() {
            self.missing(
                node.at(),
                format!("the right `{name}` needs `squares` (whose disturbance loses it) or `each`"),
            );
            return None;
        }
        let squares = self.region_strings(table, key)?;
        let holders = self.role_set_at(table, "piece")?;
        let lost_with = self.role_set_at(table, "with")?;
        let letter = match self.string_at(table, "letter") {
            Some(text) => Some(self.one_letter(&text.value.clone(), (text.source, text.span))?),
            None => None,
        };
        let letters = match self.string_at(table, "letters").cloned() {
            Some(text) => Some(self.axis(&text, &text.value, Span::new(0, text.value.len()))?),
            None => None,
        };
        if by_square && letters.is_none() {
            let message =
                format!("the right `{name}` needs `letters`: the axis that names each square's right");
            self.missing(node.at(), message);
            return None;
        }
        let mut outermost = Vec::new();
        if let Some(table) = self.table_at(table, "outermost") {
            for entry in &table.entries {
                let letter = self.one_letter(&entry.key.value, (entry.key.source, entry.key.span))?;
                let text = self.string(&entry.value, "a side")?.clone();
                let (axis, toward_end) = self.side(&text)?;
                outermost.push((letter, axis, toward_end));
            }
        }
        let right = Right { name: name.to_owned(), by_square, holders, lost_with };
        Some((right, Draft { squares, by_square, letter, letters, outermost }))
    }

    /// The union of regions under a key, by player.
    fn region_strings(&mut self, table: &Table, key: &str) -> Option<Vec<SquareSet>> {
        let texts: Vec<Text> = self.strings_at(table, key).into_iter().cloned().collect();
        let mut all = vec![self.board.empty_set(); self.players.len()];
        let mut fine = true;
        for text in &texts {
            let parsed = syntax::parse_region(&text.value);
            parsed.diagnostics.into_iter().for_each(|finding| self.report(text, finding));
            match parsed.value.and_then(|region| self.region_squares(text, &region)) {
                Some(part) => all.iter_mut().zip(&part).for_each(|(set, part)| set.extend_from(part)),
                None => fine = false,
            }
        }
        fine.then_some(all)
    }

    /// The roles that a string or list under a key names; `None` if one is unknown.
    pub fn role_set_at(&mut self, table: &Table, key: &str) -> Option<RoleSet> {
        let texts: Vec<Text> = self.strings_at(table, key).into_iter().cloned().collect();
        let mut roles = Vec::new();
        let mut fine = true;
        for text in &texts {
            match self.role_or_report(text, &text.value, Span::new(0, text.value.len())) {
                Some(role) => roles.push(role),
                None => fine = false,
            }
        }
        fine.then(|| roles.into_iter().collect())
    }

    fn one_letter(&mut self, text: &str, at: At) -> Option<char> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_uppercase() && c.to_lowercase().count() == 1 => Some(c),
            _ => {
                self.report_at(at, Code::BAD_LETTER, "a right's letter is one letter in upper case");
                None
            }
        }
    }

    /// `File +`: an axis and which way along it.
    fn side(&mut self, text: &Text) -> Option<(usize, bool)> {
        let value = text.value.trim_end();
        let (name, toward_end) = if let Some(name) = value.strip_suffix('+') {
            (name.trim_end(), true)
        } else if let Some(name) = value.strip_suffix('-') {
            (name.trim_end(), false)
        } else {
            let span = Span::new(0, text.value.len());
            let message = "a side is an axis and a sign, such as `File +`";
            self.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
            return None;
        };
        Some((self.axis(text, name, Span::new(0, name.len()))?, toward_end))
    }

    /// The single rights of one player.
    fn slots(&self, right: RightId, player: PlayerId, draft: &Draft, out: &mut Vec<RightSlot>) {
        let cased = |letter: char| {
            if player.0 == 0 {
                letter.to_uppercase().next().unwrap_or(letter)
            } else {
                letter.to_lowercase().next().unwrap_or(letter)
            }
        };
        let Some(squares) = draft.squares.get(player.index()) else { return };
        if !draft.by_square {
            out.push(RightSlot {
                right,
                player,
                square: None,
                squares: squares.clone(),
                letter: draft.letter.map(cased),
                outermost: Vec::new(),
            });
            return;
        }
        let orientation = &self.players[player.index()].orientation;
        for square in squares.iter() {
            if out.len() > MAX_RIGHTS {
                return;
            }
            let mut only = self.board.empty_set();
            only.insert(square);
            let letter = draft.letters.and_then(|axis| {
                let coordinate = self.board.point(square).get(axis).copied().unwrap_or(0);
                self.board.axes()[axis].label(coordinate as u16).chars().next()
            });
            let outermost = draft.outermost.iter().map(|&(letter, axis, toward_end)| {
                (cased(letter), orientation.board_axis(axis), toward_end != orientation.flips(axis))
            });
            out.push(RightSlot {
                right,
                player,
                square: Some(square),
                squares: only,
                letter: letter.map(cased),
                outermost: outermost.collect(),
            });
        }
    }

    /// Says where two rights have one letter.
    fn check_right_letters(&mut self, node: &Node, slots: &[RightSlot]) {
        let mut seen: Vec<char> = Vec::new();
        for slot in slots {
            let Some(letter) = slot.letter else { continue };
            if seen.contains(&letter) {
                let message = format!("two rights are written `{letter}` in a FEN");
                self.report_at(node.at(), Code::DUPLICATE_LETTER, message);
                return;
            }
            seen.push(letter);
        }
    }
}
