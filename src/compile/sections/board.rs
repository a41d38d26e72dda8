//! `[board]`, `[players]`, `turn` and `[zones]`.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Axis, Board, BoardError, Labels, MAX_AXES, MAX_SQUARES, Orientation};
use crate::source::Span;
use crate::syntax;
use crate::variant::{Player, PlayerId, Turn, Zone};

use crate::compile::caps::MAX_ZONES;
use crate::compile::game::{Declared, Game, listed, unknown};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Kind, Table};
use crate::compile::resolve::template::At;

impl Game<'_> {
    /// Reads `[board]`; `None` (with findings) if there is no board to go on with.
    pub fn read_board(&mut self, root: &Table, top: At) -> Option<Board> {
        let Some(node) = root.get("board") else {
            self.missing(top, "the rule file has no `[board]`");
            return None;
        };
        let table = self.table(node, "`board`")?;
        for later in ["holes", "where", "wrap"] {
            if let Some(entry) = table.entry(later) {
                let at = (entry.key.source, entry.key.span);
                self.report_at(at, Code::NOT_YET, "boards with holes or wraps are not supported yet");
            }
        }
        self.keys(table, "the board", &["axes", "ranges", "holes", "where", "wrap"]);
        let Some(list) = table.get("axes") else {
            self.missing(node.at(), "the board has no `axes`");
            return None;
        };
        let names: Vec<Text> = self.strings(list, "`axes`").into_iter().cloned().collect();
        let ranges = match table.get("ranges") {
            Some(ranges) => self.table(ranges, "`ranges`")?,
            None => {
                self.missing(node.at(), "the board has no `ranges`");
                return None;
            }
        };
        if names.is_empty() {
            self.missing(list.at(), "the board has no axis");
            return None;
        }
        if names.len() > MAX_AXES {
            let message = format!("a board may have {MAX_AXES} axes, and this one has {}", names.len());
            self.report_at(list.at(), Code::TOO_MANY_AXES, message);
            return None;
        }
        let mut axes: Vec<Axis> = Vec::new();
        let mut fine = true;
        for text in &names {
            fine &= self.name(text, "an axis");
            if axes.iter().any(|axis| axis.name == text.value) {
                let message = format!("two axes are named `{}`", text.value);
                self.report_at((text.source, text.span), Code::NAME_TAKEN, message);
                fine = false;
                continue;
            }
            let Some(range) = ranges.get(&text.value) else {
                self.missing(
                    (text.source, text.span),
                    format!("`ranges` does not say what the coordinates of `{}` are", text.value),
                );
                fine = false;
                continue;
            };
            let range = self.string(range, "a range").cloned();
            match range.and_then(|range| self.range(&range)) {
                Some((labels, length)) => {
                    axes.push(Axis { name: text.value.clone(), length, labels, wraps: false });
                }
                None => fine = false,
            }
        }
        for entry in &ranges.entries {
            if !names.iter().any(|name| name.value == entry.key.value) {
                let known: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
                let message = format!("the board has no axis `{}`", entry.key.value);
                let finding = unknown(
                    Code::UNKNOWN_AXIS,
                    entry.key.span,
                    message,
                    &entry.key.value,
                    known.iter().copied(),
                )
                .help(format!("the axes are {}", listed(&known)));
                self.add(finding.in_source(entry.key.source));
                fine = false;
            }
        }
        if !fine {
            return None;
        }
        match Board::new(axes) {
            Ok(board) => Some(board),
            Err(BoardError::Squares(count)) => {
                let message = format!("a board may have {MAX_SQUARES} squares, and this one has {count}");
                self.report_at(node.at(), Code::TOO_MANY_SQUARES, message);
                None
            }
            Err(BoardError::Axes(_) | BoardError::EmptyAxis(_)) => {
                self.report_at(node.at(), Code::BAD_RANGE, "an axis has no coordinates");
                None
            }
        }
    }

    /// The coordinates that `a~h` or `1~10` stands for.
    fn range(&mut self, text: &Text) -> Option<(Labels, u16)> {
        let parsed = text.value.split_once('~').and_then(|(low, high)| {
            let (low, high) = (low.trim(), high.trim());
            if let (Ok(low), Ok(high)) = (low.parse::<u32>(), high.parse::<u32>()) {
                return Some((Labels::Numbers(low), u64::from(low), u64::from(high)));
            }
            let letter = |text: &str| {
                let mut letters = text.chars();
                letters.next().filter(|c| c.is_alphabetic() && letters.next().is_none())
            };
            let (low, high) = (letter(low)?, letter(high)?);
            Some((Labels::Letters(low), u64::from(u32::from(low)), u64::from(u32::from(high))))
        });
        let span = Span::new(0, text.value.len());
        let Some((labels, low, high)) = parsed else {
            let finding = Diagnostic::new(
                Code::BAD_RANGE,
                span,
                "a range of coordinates is two letters or two numbers with `~` between them",
            )
            .help("for example `a~h` or `1~8`");
            self.report(text, finding);
            return None;
        };
        if high < low {
            let finding = Diagnostic::new(Code::BAD_RANGE, span, "the range ends before it starts");
            self.report(text, finding);
            return None;
        }
        let length = high - low + 1;
        if length > MAX_SQUARES as u64 {
            let message = format!("a board may have {MAX_SQUARES} squares, and this axis has {length}");
            self.report(text, Diagnostic::new(Code::TOO_MANY_SQUARES, span, message));
            return None;
        }
        Some((labels, length as u16))
    }

    /// Whether a text can be written as a name in CARN; says so if not.
    pub fn name(&mut self, text: &Text, what: &str) -> bool {
        if syntax::is_name(&text.value) {
            return true;
        }
        let finding = Diagnostic::new(
            Code::BAD_NAME,
            text.span,
            format!("`{}` cannot be the name of {what}: patterns could not write it", text.value),
        )
        .help(
            "a name is letters of any script, digits and `_`, starts with no digit, and is no reserved word",
        );
        self.add(finding.in_source(text.source));
        false
    }

    /// Reads `[players]` and `turn`.
    pub fn read_players(&mut self, root: &Table, top: At) -> Option<Vec<Turn>> {
        let mut order: Vec<Text> = self.strings_at(root, "turn").into_iter().cloned().collect();
        let table = self.table_at(root, "players");
        let mut names: Vec<Text> = match table {
            Some(table) => table.entries.iter().map(|entry| entry.key.clone()).collect(),
            None => order.clone(),
        };
        if root.get("turn").is_none() {
            order.clone_from(&names);
        }
        // The first to move is the first player, whatever the order of the tables.
        if order.iter().all(|turn| names.iter().any(|name| name.value == turn.value)) {
            let place = |name: &Text| order.iter().position(|turn| turn.value == name.value);
            names.sort_by_key(|name| place(name).unwrap_or(usize::MAX));
        }
        let at = root.get("players").or_else(|| root.get("turn")).map_or(top, |node| node.at());
        if names.len() != 2 {
            let message = format!("a game needs two players, and this one has {}", names.len());
            let finding = Diagnostic::new(Code::BAD_PLAYERS, at.1, message).help(
                "name them in `turn`, in the order in which they move: `turn = [\"White\", \"Black\"]`",
            );
            self.add(finding.in_source(at.0));
            return None;
        }
        for (index, text) in names.iter().enumerate() {
            self.name(text, "a player");
            let flip_default = if index == 0 { Vec::new() } else { vec![self.forward_axis()] };
            let mut player = Player {
                name: text.value.clone(),
                fen: if index == 0 { "w".into() } else { "b".into() },
                orientation: Orientation::flipping(self.board.axes().len(), &flip_default),
            };
            let node = table.and_then(|table| table.get(&text.value));
            if let Some(node) = node
                && let Some(table) = self.table(node, "a player")
            {
                self.keys(table, "a player", &["fen", "flip"]);
                if let Some(fen) = self.string_at(table, "fen") {
                    let fits = !fen.value.is_empty() && !fen.value.contains(char::is_whitespace);
                    if fits {
                        player.fen.clone_from(&fen.value);
                    } else {
                        let at = (fen.source, fen.span);
                        self.report_at(at, Code::BAD_VALUE, "what a FEN writes for a turn is one word");
                    }
                }
                if table.get("flip").is_some() {
                    let mut flipped = Vec::new();
                    for text in self.strings_at(table, "flip") {
                        let name = text.value.clone();
                        flipped.extend(self.axis(text, &name, Span::new(0, name.len())));
                    }
                    player.orientation = Orientation::flipping(self.board.axes().len(), &flipped);
                }
            }
            self.players.push(player);
        }
        if self.players[0].fen == self.players[1].fen {
            let message = format!("both players' turns are written `{}`", self.players[0].fen);
            self.report_at(at, Code::NAME_TAKEN, message);
        }
        let mut turns = Vec::new();
        for text in &order {
            let Some(player) = self.player(&text.value) else {
                let known: Vec<String> = names.iter().map(|name| name.value.clone()).collect();
                let message = format!("there is no player `{}`", text.value);
                let span = Span::new(0, text.value.len());
                self.unknown(text, span, Code::UNKNOWN_PLAYER, message, known.iter().map(String::as_str));
                continue;
            };
            turns.push(Turn { player });
        }
        let alternate = turns.len() == 2 && turns[0].player == PlayerId(0) && turns[1].player == PlayerId(1);
        if !alternate && order.iter().all(|text| self.player(&text.value).is_some()) {
            let at = root.get("turn").map_or(top, |node| node.at());
            self.report_at(at, Code::NOT_YET, "turns other than one after the other are not supported yet");
        }
        Some(turns)
    }

    /// The axis along which the two players look at each other if the file does not say: `Rank`, or else the second.
    fn forward_axis(&self) -> usize {
        self.board.axis("Rank").unwrap_or(usize::from(self.board.axes().len() > 1))
    }

    /// Reads `[zones]`.
    pub fn read_zones(&mut self, root: &Table) {
        let Some(table) = self.table_at(root, "zones") else { return };
        // All names first, so that every unknown one in a region is told from one that comes later.
        for entry in &table.entries {
            self.name(&entry.key, "a zone");
            if self.zone_names.len() >= MAX_ZONES {
                return;
            }
            self.zone_names.push(Declared {
                name: entry.key.value.clone(),
                at: (entry.key.source, entry.key.span),
                used: false,
            });
            self.zones.push(Zone {
                name: entry.key.value.clone(),
                squares: vec![self.board.empty_set(); self.players.len()],
            });
        }
        let mut done = vec![false; table.entries.len()];
        for index in 0..table.entries.len() {
            self.zone_at(table, index, &mut done, &mut Vec::new());
        }
    }

    /// Makes one zone, after the zones that it names.
    fn zone_at(&mut self, table: &Table, index: usize, done: &mut [bool], chain: &mut Vec<usize>) {
        if done[index] {
            return;
        }
        let entry = &table.entries[index];
        if chain.contains(&index) || chain.len() > 64 {
            let names: Vec<&str> =
                chain.iter().chain([&index]).map(|&at| table.entries[at].key.value.as_str()).collect();
            let message = format!("the zone `{}` is made of itself", entry.key.value);
            let finding = Diagnostic::new(Code::ZONE_CYCLE, entry.key.span, message)
                .help(format!("the chain is {}", names.join(" → ")));
            self.add(finding.in_source(entry.key.source));
            done[index] = true;
            return;
        }
        chain.push(index);
        let texts: Vec<Text> = match &entry.value.kind {
            Kind::Array(items) if items.is_empty() => Vec::new(),
            _ => self.strings(&entry.value, "a zone").into_iter().cloned().collect(),
        };
        for text in &texts {
            let parsed = syntax::parse_region(&text.value);
            parsed.diagnostics.into_iter().for_each(|finding| self.report(text, finding));
            let Some(region) = parsed.value else { continue };
            for term in &region.terms {
                if let syntax::ast::Term::Zone(name) = term
                    && let Some(other) = table.entries.iter().position(|entry| entry.key.value == name.text)
                {
                    self.zone_at(table, other, done, chain);
                }
            }
            if let Some(squares) = self.region_squares(text, &region) {
                for (set, other) in self.zones[index].squares.iter_mut().zip(&squares) {
                    set.extend_from(other);
                }
            }
        }
        chain.pop();
        done[index] = true;
    }
}
