//! `[ending]` and `[notation]`.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::{
    Ending, Material, Notation, QuietLimit, Repetition, Role, RoleId, RoleSet, Script, Verdict,
};

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table};

const VERDICTS: [(&str, Verdict); 3] =
    [("win", Verdict::Win), ("loss", Verdict::Loss), ("draw", Verdict::Draw)];

const SCRIPTS: [(&str, Script); 5] = [
    ("coordinate", Script::Coordinate),
    ("san", Script::San),
    ("chinese", Script::Chinese),
    ("wxf", Script::Wxf),
    ("iccs", Script::Iccs),
];

impl Game<'_> {
    /// Reads `[ending]`.
    pub fn read_ending(&mut self, root: &Table, roles: &[Role]) -> Ending {
        let mut ending = Ending::default();
        let Some(table) = self.table_at(root, "ending") else { return ending };
        let keys = ["checkmate", "stalemate", "royal-lost", "repetition", "quiet", "insufficient"];
        self.keys(table, "the ending", &keys);
        let royal = roles.iter().any(|role| role.royal);
        for key in ["checkmate", "royal-lost"] {
            if let Some(entry) = table.entry(key)
                && !royal
            {
                let finding = Diagnostic::new(
                    Code::CHECKMATE_WITHOUT_ROYAL,
                    entry.key.span,
                    format!("`{key}` needs a royal piece, and this game has none"),
                )
                .help("give the piece whose loss ends the game `royal = true`");
                self.add(finding.in_source(entry.key.source));
            }
        }
        if let Some(verdict) = self.verdict(table, "checkmate") {
            ending.checkmate = verdict;
        }
        if let Some(verdict) = self.verdict(table, "stalemate") {
            ending.stalemate = verdict;
        }
        if let Some(verdict) = self.verdict(table, "royal-lost") {
            ending.royal_lost = verdict;
        }
        if let Some(inner) = self.table_at(table, "repetition") {
            self.keys(inner, "`repetition`", &["times", "result", "perpetual-check"]);
            let times =
                inner.get("times").and_then(|node| self.integer(node, "`times`", 2, 100)).unwrap_or(3);
            ending.repetition = Some(Repetition {
                times: times as u16,
                result: self.verdict(inner, "result").unwrap_or(Verdict::Draw),
                perpetual_check: self.verdict(inner, "perpetual-check"),
            });
        }
        if let Some(node) = table.get("quiet")
            && let Some(inner) = self.table(node, "`quiet`")
        {
            self.keys(inner, "`quiet`", &["plies", "result", "reset"]);
            match inner.get("plies") {
                None => self.missing(node.at(), "`quiet` needs `plies`: how many moves of one player"),
                Some(plies) => {
                    if let Some(plies) = self.integer(plies, "`plies`", 1, 100_000) {
                        ending.quiet = Some(QuietLimit {
                            plies: plies as u32,
                            result: self.verdict(inner, "result").unwrap_or(Verdict::Draw),
                            reset_by: self.role_set_at(inner, "reset").unwrap_or_default(),
                        });
                    }
                }
            }
        }
        let texts: Vec<Text> = self.strings_at(table, "insufficient").into_iter().cloned().collect();
        for text in &texts {
            ending.insufficient.extend(self.materials(text, roles));
        }
        ending
    }

    fn verdict(&mut self, table: &Table, key: &str) -> Option<Verdict> {
        let text = self.string_at(table, key)?.clone();
        self.word(&text, &format!("`{key}`"), &VERDICTS)
    }

    /// `KN v K`: what each side has at most.
    fn materials(&mut self, text: &Text, roles: &[Role]) -> Option<[Material; 2]> {
        let mut words = text.value.split_whitespace();
        let (first, v, second, end) = (words.next(), words.next(), words.next(), words.next());
        let (Some(first), Some("v"), Some(second), None) = (first, v, second, end) else {
            let span = Span::new(0, text.value.len());
            let finding = Diagnostic::new(
                Code::BAD_VALUE,
                span,
                "material is written like `KN v K`: letters, `v`, letters",
            )
            .help("`*` after a letter: any number of them, all on squares of one shade");
            self.report(text, finding);
            return None;
        };
        Some([self.material(text, first, roles)?, self.material(text, second, roles)?])
    }

    fn material(&mut self, text: &Text, word: &str, roles: &[Role]) -> Option<Material> {
        let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
        let mut material = Material { at_most: vec![0; roles.len()], one_shade: RoleSet::default() };
        let mut last: Option<usize> = None;
        for (at, c) in word.char_indices() {
            let span = Span::new(start + at, start + at + c.len_utf8());
            if c == '*' {
                match last {
                    Some(role) => {
                        material.at_most[role] = u16::MAX;
                        material.one_shade = material.one_shade.iter().chain([RoleId(role as u8)]).collect();
                    }
                    None => {
                        let message = "`*` follows the letter of a piece";
                        self.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
                        return None;
                    }
                }
                continue;
            }
            let Some(role) = roles.iter().position(|role| role.letter == c) else {
                let message = format!("no piece has the letter `{c}`");
                self.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
                return None;
            };
            self.roles[role].used = true;
            material.at_most[role] = material.at_most[role].saturating_add(1);
            last = Some(role);
        }
        Some(material)
    }

    /// Reads `[notation]`.
    pub fn read_notation(&mut self, root: &Table, move_names: Vec<String>) -> Notation {
        let mut notation = Notation { move_names, ..Notation::default() };
        let Some(table) = self.table_at(root, "notation") else { return notation };
        let keys = ["scripts", "letterless", "aslant", "never-ordered", "massed", "wxf"];
        self.keys(table, "the notation", &keys);
        let texts: Vec<Text> = self.strings_at(table, "scripts").into_iter().cloned().collect();
        let mut scripts = Vec::new();
        for text in &texts {
            if let Some(script) = self.word(text, "a script", &SCRIPTS)
                && !scripts.contains(&script)
            {
                scripts.push(script);
            }
        }
        if !scripts.is_empty() {
            notation.scripts = scripts;
        }
        notation.letterless = self.role_set_at(table, "letterless").unwrap_or_default();
        notation.aslant = self.role_set_at(table, "aslant").unwrap_or_default();
        notation.never_ordered = self.role_set_at(table, "never-ordered").unwrap_or_default();
        notation.massed = self.role_set_at(table, "massed").unwrap_or_default();
        if let Some(inner) = self.table_at(table, "wxf") {
            for entry in &inner.entries {
                let key = &entry.key;
                let span = Span::new(0, key.value.len());
                let role = self.role_or_report(key, &key.value.clone(), span);
                let letter = self.wxf_letter(&entry.value);
                if let (Some(role), Some(letter)) = (role, letter) {
                    notation.wxf_letters.push((role, letter));
                }
            }
        }
        notation
    }

    fn wxf_letter(&mut self, node: &Node) -> Option<char> {
        let text = self.string(node, "a letter")?.clone();
        let mut chars = text.value.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_uppercase() => Some(c),
            _ => {
                self.report_at(node.at(), Code::BAD_LETTER, "this is one letter in upper case");
                None
            }
        }
    }
}
