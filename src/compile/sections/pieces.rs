//! `[pieces]` and `[hooks]`: roles, their patterns, promotion and what follows a move.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax;
use crate::variant::{Hook, LocalName, Mode, Promotion, Role, RoleId};

use crate::compile::caps::{MAX_ALTERNATIVES, MAX_ROLES};
use crate::compile::game::{Declared, Game};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Entry, Kind, Node, Table};
use crate::compile::resolve::alternative::{Frame, Scope};
use crate::compile::resolve::predicates::Context;
use crate::compile::resolve::template::{Alternative, At};
use crate::compile::{AlternativeOrigin, HookOrigin, Origins};

/// The keys of a piece.
const KEYS: [&str; 11] = [
    "letter",
    "names",
    "glyphs",
    "royal",
    "move",
    "capture",
    "pattern",
    "promotion",
    "hooks",
    "drop",
    "description",
];

/// One string of a pattern, and the name its moves have of their own.
struct Line {
    text: Text,
    name: Option<Text>,
}

impl Game<'_> {
    /// Declares the roles, so that patterns can name them.
    pub fn declare_roles(&mut self, root: &Table, top: At) {
        let Some(node) = root.get("pieces") else {
            self.missing(top, "the rule file has no `[pieces]`");
            return;
        };
        let Some(table) = self.table_at(root, "pieces") else { return };
        if table.entries.is_empty() {
            self.missing(node.at(), "there is no piece");
        }
        for entry in &table.entries {
            if self.roles.len() >= MAX_ROLES {
                let at = (entry.key.source, entry.key.span);
                self.report_at(
                    at,
                    Code::TOO_MANY_ROLES,
                    format!("a game may have {MAX_ROLES} kinds of piece"),
                );
                return;
            }
            self.name(&entry.key, "a piece");
            self.roles.push(Declared {
                name: entry.key.value.clone(),
                at: (entry.key.source, entry.key.span),
                used: false,
            });
        }
    }

    /// Says where roles, zones, players, rights and axes share a name.
    pub fn find_collisions(&mut self) {
        let mut taken: Vec<(String, &str, Option<At>)> =
            self.board.axes().iter().map(|axis| (axis.name.clone(), "an axis", None)).collect();
        let players = self.players.iter().map(|player| (player.name.clone(), "a player", None));
        taken.extend(players);
        let zones = self.zone_names.iter().map(|zone| (zone.name.clone(), "a zone", Some(zone.at)));
        taken.extend(zones);
        taken.extend(self.roles.iter().map(|role| (role.name.clone(), "a piece", Some(role.at))));
        let mut seen: std::collections::HashMap<&str, &str> = std::collections::HashMap::new();
        let mut findings = Vec::new();
        for (name, what, at) in &taken {
            match seen.get(name.as_str()) {
                Some(other) if other != what => {
                    if let Some(at) = at {
                        findings.push((*at, format!("`{name}` is already the name of {other}")));
                    }
                }
                _ => {
                    seen.insert(name, what);
                }
            }
        }
        for (at, message) in findings {
            self.report_at(at, Code::NAME_TAKEN, message);
        }
    }

    /// Reads all roles. `names` collects what SAN writes for movements with a name of their own.
    pub fn read_roles(&mut self, root: &Table, names: &mut Vec<String>, origins: &mut Origins) -> Vec<Role> {
        let Some(Kind::Table(table)) = root.get("pieces").map(|node| &node.kind) else { return Vec::new() };
        let mut roles = Vec::new();
        let mut letters: Vec<(char, At)> = Vec::new();
        for (index, entry) in table.entries.iter().enumerate().take(self.roles.len()) {
            let at = (entry.key.source, entry.key.span);
            origins.roles.push(at);
            let mut role = Role {
                name: entry.key.value.clone(),
                letter: '?',
                glyphs: Vec::new(),
                names: Vec::new(),
                royal: false,
                movements: Vec::new(),
                promotion: None,
                after_move: Vec::new(),
                after_capture: Vec::new(),
            };
            if let Some(table) = self.table(&entry.value, "a piece") {
                self.keys(table, "a piece", &KEYS);
                self.read_letter(table, entry, &mut role, &mut letters);
                self.read_names(table, &mut role);
                if let Some(node) = table.get("royal") {
                    role.royal = self.boolean(node, "`royal`").unwrap_or(false);
                }
                if let Some(entry) = table.entry("drop") {
                    let at = (entry.key.source, entry.key.span);
                    self.report_at(at, Code::NOT_YET, "pieces in hand are not supported yet");
                }
                self.read_movements(table, RoleId(index as u8), &mut role, names, origins);
                if let Some(node) = table.get("promotion") {
                    role.promotion = self.read_promotion(node);
                }
                if let Some(hooks) = table.get("hooks") {
                    (role.after_move, role.after_capture) =
                        self.read_hooks(hooks, Some(RoleId(index as u8)), origins);
                }
            }
            roles.push(role);
        }
        roles
    }

    fn read_letter(&mut self, table: &Table, entry: &Entry, role: &mut Role, letters: &mut Vec<(char, At)>) {
        let Some(text) = self.string_at(table, "letter") else {
            if table.get("letter").is_none() {
                let at = (entry.key.source, entry.key.span);
                self.missing(at, format!("the piece `{}` has no `letter`", entry.key.value));
            }
            return;
        };
        let at = (text.source, text.span);
        let mut chars = text.value.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            self.report_at(at, Code::BAD_LETTER, "a piece's letter is one letter");
            return;
        };
        let single = |mut chars: Box<dyn Iterator<Item = char>>| match (chars.next(), chars.next()) {
            (Some(c), None) => Some(c),
            _ => None,
        };
        let upper = single(Box::new(c.to_uppercase()));
        let lower = single(Box::new(c.to_lowercase()));
        let (Some(upper), Some(lower)) = (upper, lower) else {
            self.report_at(at, Code::BAD_LETTER, "a piece's letter needs one upper and one lower case form");
            return;
        };
        if upper == lower {
            let finding = Diagnostic::new(
                Code::BAD_LETTER,
                at.1,
                format!(
                    "`{c}` has no upper and lower case, which tell the two players' pieces apart in a FEN"
                ),
            )
            .help("give the piece a letter such as `K`; names in other scripts go into `names`");
            self.add(finding.in_source(at.0));
            return;
        }
        if c != upper {
            let finding = Diagnostic::new(Code::BAD_LETTER, at.1, "a piece's letter is given in upper case")
                .fix(at.1, format!("\"{upper}\""), "write it in upper case");
            self.add(finding.in_source(at.0));
        }
        if let Some((_, other)) = letters.iter().find(|(known, _)| *known == upper) {
            let finding = Diagnostic::new(
                Code::DUPLICATE_LETTER,
                at.1,
                format!("two pieces have the letter `{upper}`"),
            )
            .primary("given again here")
            .in_source(at.0)
            .label_in(other.0, other.1, "given here first");
            self.add(finding);
        }
        letters.push((upper, at));
        role.letter = upper;
    }

    fn read_names(&mut self, table: &Table, role: &mut Role) {
        for text in self.strings_at(table, "glyphs") {
            let mut chars = text.value.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => role.glyphs.push(c),
                _ => {
                    self.report_at((text.source, text.span), Code::BAD_VALUE, "a glyph is one character");
                }
            }
        }
        let players = self.players.len();
        if !role.glyphs.is_empty() && role.glyphs.len() != players {
            let at = table.get("glyphs").map_or((crate::source::SourceId(0), Span::point(0)), Node::at);
            self.report_at(
                at,
                Code::BAD_VALUE,
                format!("`glyphs` is {players} characters, one for each player"),
            );
        }
        let Some(names) = self.table_at(table, "names") else { return };
        for entry in &names.entries {
            let mut all: Vec<Vec<String>> = Vec::new();
            match &entry.value.kind {
                Kind::String(text) => all = vec![vec![text.value.clone()]; players],
                Kind::Array(items) => {
                    for item in self.capped(items, &entry.value, "`names`") {
                        let names = self.strings(item, "a name");
                        all.push(names.iter().map(|text| text.value.clone()).collect());
                    }
                }
                _ => {
                    self.wrong_type::<()>(&entry.value, "a piece's name", "a string or a list");
                    continue;
                }
            }
            if all.len() != players || all.iter().any(Vec::is_empty) {
                let message = format!("{players} names are needed, one for each player");
                self.report_at(entry.value.at(), Code::BAD_VALUE, message);
                continue;
            }
            role.names.push(LocalName { language: entry.key.value.clone(), names: all });
        }
    }

    fn read_movements(
        &mut self,
        table: &Table,
        id: RoleId,
        role: &mut Role,
        names: &mut Vec<String>,
        origins: &mut Origins,
    ) {
        let mut count = 0;
        for (key, mode) in [("move", Mode::Move), ("capture", Mode::Capture), ("pattern", Mode::Both)] {
            let Some(node) = table.get(key) else { continue };
            for line in self.lines(node, key) {
                let parsed = syntax::parse_pattern(&line.text.value);
                let faulty = crate::diagnostic::has_errors(&parsed.diagnostics);
                parsed.diagnostics.into_iter().for_each(|finding| self.report(&line.text, finding));
                let Some(pattern) = parsed.value else { continue };
                let name = line.name.map(|name| {
                    let at = names.iter().position(|known| *known == name.value);
                    at.unwrap_or_else(|| {
                        names.push(name.value);
                        names.len() - 1
                    }) as u16
                });
                for ast in &pattern.alternatives {
                    count += 1;
                    if count > MAX_ALTERNATIVES {
                        let message = format!("a piece may have {MAX_ALTERNATIVES} alternatives");
                        let finding = Diagnostic::new(Code::TOO_MANY_ALTERNATIVES, ast.span, message);
                        self.report(&line.text, finding);
                        return;
                    }
                    let Some(alternative) = self.alternative(&line.text, ast, mode) else { continue };
                    let first = role.movements.len();
                    let number = origins.alternatives.len() as u32;
                    if !self.movements(&alternative, &mut role.movements) {
                        continue;
                    }
                    for movement in &mut role.movements[first..] {
                        movement.alternative = number;
                        movement.name = name;
                    }
                    self.count_steps(alternative.at, &role.movements[first..]);
                    // What is written wrongly may have room once it is put right.
                    if !faulty {
                        self.lint_no_room(alternative.at, &role.movements[first..]);
                    }
                    let (source, span) = alternative.at;
                    origins.alternatives.push(AlternativeOrigin { role: id, mode, source, span });
                }
            }
        }
        self.lint_covered(&role.movements, |number| {
            origins.alternatives.get(number as usize).map(|origin| (origin.source, origin.span))
        });
    }

    /// The strings of a pattern: a string, a table with a name, or a list of these.
    fn lines(&mut self, node: &Node, key: &str) -> Vec<Line> {
        match &node.kind {
            Kind::Array(items) => {
                let items = self.capped(items, node, &format!("`{key}`"));
                items.iter().filter_map(|item| self.line(item, key)).collect()
            }
            _ => self.line(node, key).into_iter().collect(),
        }
    }

    fn line(&mut self, node: &Node, key: &str) -> Option<Line> {
        match &node.kind {
            Kind::String(text) => Some(Line { text: text.clone(), name: None }),
            Kind::Table(table) => {
                self.keys(table, "a pattern with a name", &["pattern", "name"]);
                let name = self.string_at(table, "name").cloned();
                let Some(text) = self.string_at(table, "pattern") else {
                    if table.get("pattern").is_none() {
                        self.missing(node.at(), "a pattern with a name needs a `pattern`");
                    }
                    return None;
                };
                Some(Line { text: text.clone(), name })
            }
            _ => self.wrong_type(node, &format!("`{key}`"), "a pattern, or a list of patterns"),
        }
    }

    fn read_promotion(&mut self, node: &Node) -> Option<Promotion> {
        let table = self.table(node, "`promotion`")?;
        self.keys(table, "a promotion", &["to", "when", "forced"]);
        let mut to = Vec::new();
        let texts: Vec<Text> = self.strings_at(table, "to").into_iter().cloned().collect();
        for text in &texts {
            to.extend(self.role_or_report(text, &text.value, Span::new(0, text.value.len())));
        }
        if texts.is_empty() {
            self.missing(node.at(), "a promotion needs `to`: what the piece may become");
        }
        let when = match table.get("when") {
            Some(when) => self.free_guards(when, "`when`")?,
            None => {
                self.missing(node.at(), "a promotion needs `when`: the condition, such as `@To(Rank 8)`");
                return None;
            }
        };
        let forced = match table.get("forced").map(|node| (node, &node.kind)) {
            None | Some((_, Kind::Boolean(true))) => Some(Vec::new()),
            Some((_, Kind::Boolean(false))) => None,
            Some((node, _)) => Some(self.free_guards(node, "`forced`")?),
        };
        Some(Promotion { to, when, forced })
    }

    /// Conditions that belong to no alternative.
    fn free_guards(&mut self, node: &Node, what: &str) -> Option<Vec<crate::variant::Predicate>> {
        let texts: Vec<Text> = self.strings(node, what).into_iter().cloned().collect();
        let mut all = Vec::new();
        for text in &texts {
            let parsed = syntax::parse_calls(&text.value);
            parsed.diagnostics.into_iter().for_each(|finding| self.report(text, finding));
            let calls = parsed.value?;
            let (mut frame, mut out) = (Frame::default(), Vec::new());
            for call in &calls {
                let mut context = Context { leg: None, nested: false, parts: None };
                self.condition(&Scope::new(text), &mut frame, call, &mut context, &mut out);
            }
            let outer = self.free_frame(&frame, text)?;
            all.extend(self.free_predicates(&out, &outer)?);
        }
        Some(all)
    }

    /// What stands for the alternative around conditions that have none; `None` if they cannot be compiled.
    fn free_frame(&mut self, frame: &Frame, text: &Text) -> Option<Alternative> {
        if let Some(variable) = frame.variables.first() {
            let message = format!("nothing says how large `${}` may be", variable.name);
            self.report_at(variable.at, Code::UNBOUNDED_VARIABLE, message);
            return None;
        }
        (!frame.failed).then(|| Alternative {
            mode: Mode::Both,
            legs: Vec::new(),
            effects: Vec::new(),
            variables: Vec::new(),
            labels: 0,
            at: (text.source, text.span),
        })
    }

    /// Reads hooks: `aftermove` and `aftercapture`.
    pub fn read_hooks(
        &mut self,
        node: &Node,
        role: Option<RoleId>,
        origins: &mut Origins,
    ) -> (Vec<Hook>, Vec<Hook>) {
        let Some(table) = self.table(node, "`hooks`") else { return (Vec::new(), Vec::new()) };
        self.keys(table, "`hooks`", &["aftermove", "aftercapture"]);
        let mut both = (Vec::new(), Vec::new());
        for (key, out) in [("aftermove", &mut both.0), ("aftercapture", &mut both.1)] {
            let texts: Vec<Text> = self.strings_at(table, key).into_iter().cloned().collect();
            for text in &texts {
                let parsed = syntax::parse_hook(&text.value);
                parsed.diagnostics.into_iter().for_each(|finding| self.report(text, finding));
                let hook = parsed.value.and_then(|hook| self.hook(text, &hook));
                if hook.is_some() {
                    let after_capture = key == "aftercapture";
                    let (source, span) = text.locate(Span::new(0, text.value.len()));
                    origins.hooks.push(HookOrigin { role, after_capture, source, span });
                }
                out.extend(hook);
            }
        }
        both
    }

    fn hook(&mut self, text: &Text, ast: &syntax::ast::Hook) -> Option<Hook> {
        let scope = Scope::new(text);
        let (mut frame, mut guards, mut effects) = (Frame::default(), Vec::new(), Vec::new());
        for call in &ast.guards {
            let mut context = Context { leg: None, nested: false, parts: None };
            self.condition(&scope, &mut frame, call, &mut context, &mut guards);
        }
        for call in &ast.effects {
            self.action(&scope, &mut frame, call, &mut effects);
        }
        let outer = self.free_frame(&frame, text)?;
        let guards = self.free_predicates(&guards, &outer)?;
        let effects = self.free_effects(&effects, &outer)?;
        if effects.iter().any(|effect| matches!(effect, crate::variant::Effect::Promote(_))) {
            self.report_at(
                (text.source, text.span),
                Code::NOT_YET,
                "a hook cannot let the mover choose: write `@Promote` in a pattern, or give the piece a `promotion`",
            );
            return None;
        }
        Some(Hook { guards, effects })
    }
}
