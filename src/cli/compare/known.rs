//! Handles differences from a reference that a rule file declares. A difference that one of them explains is named, and the
//! rest of the game is compared with the reference's rule.

use carn::compile::{Differs, Part};
use carn::position::Position;
use carn::variant::Script;
use serde_json::{Value, json};

use super::contest::{Contest, Difference, Subject};
use super::report::Found;
use super::spelling::is_pass;
use crate::cli::console::{Console, Paint};
use crate::cli::exit::Result;
use crate::cli::game::{Game, written};
use crate::cli::quote::quote;

/// The game under comparison, and the known differences found.
pub struct Readings {
    /// The game, with the changes of the known differences found so far.
    pub game: Game,
    /// The reference's name.
    reference: String,
    met: Vec<Met>,
}

/// A known difference that was found.
struct Met {
    /// Its index among the file's.
    nth: usize,
    found: Found,
    moves: Vec<String>,
}

impl Readings {
    /// No known difference found yet.
    pub fn new(game: Game, reference: String) -> Self {
        Self { game, reference, met: Vec::new() }
    }

    /// The declared differences from this reference, with their indices.
    fn known(&self) -> Vec<(usize, Differs)> {
        let all = self.game.compiled.differs.iter().enumerate();
        let about = |differs: &Differs| self.reference.starts_with(&differs.reference);
        all.filter(|(_, differs)| about(differs)).map(|(nth, differs)| (nth, differs.clone())).collect()
    }

    /// If a declared difference explains this difference, returns the start of its line under the reference's rule, from which
    /// to continue.
    pub fn explain(
        &mut self,
        contest: &mut Contest,
        found: Found,
        difference: &Difference,
    ) -> Option<Position> {
        let subject = difference.look.subject()?;
        for (nth, differs) in self.known() {
            if self.met.iter().any(|met| met.nth == nth) {
                continue;
            }
            let mut start = difference.line.start.clone();
            let part = match &subject {
                Subject::Field(field) => field.part(),
                Subject::Ends(ends) => ends.part(),
                Subject::Extra(text) | Subject::Missing(text) => {
                    is_pass(&self.game.rules.variant().board, text).then_some(Part::Passes)
                }
            };
            let part = part.filter(|part| differs.aside.contains(part));
            let mut changed = None;
            if part.is_none() {
                if !differs.change {
                    continue;
                }
                let Some(game) = self.game.differing(nth) else { continue };
                if contest.persists(&game.rules, &difference.line, &subject) != Some(false) {
                    continue;
                }
                start = Position::from_fen(&game.rules, &difference.line.fen).ok()?;
                changed = Some(game);
            }
            contest.aside.extend(&differs.aside);
            let moves = written(&difference.line.start, &difference.line.moves, Script::Coordinate);
            self.met.push(Met { nth, found, moves });
            if let Some(game) = changed {
                self.game = game;
            }
            return Some(start);
        }
        None
    }

    /// Whether a known difference was found.
    pub fn any(&self) -> bool {
        !self.met.is_empty()
    }

    /// Prints the known difference found last.
    pub fn tell(&self, console: &mut Console) -> Result {
        let Some(met) = self.met.last() else { return Ok(()) };
        let reached = if met.moves.is_empty() {
            "at the start".to_owned()
        } else {
            format!("after {}", met.moves.join(" "))
        };
        let heading = console.paint(Paint::Yellow, "known");
        console.line(format_args!("{heading}: {}, in {}, {reached}", self.reference, met.found))?;
        self.show(met.nth, console)?;
        console.flush()
    }

    /// Prints other known differences of the reference, if an unexplained difference remains.
    pub fn tell_rest(&self, console: &mut Console) -> Result {
        for (nth, _) in self.known() {
            if self.met.iter().all(|met| met.nth != nth) {
                console.line(format_args!(
                    "\n{}:",
                    console.paint(Paint::Yellow, "known difference of the reference")
                ))?;
                self.show(nth, console)?;
            }
        }
        Ok(())
    }

    fn show(&self, nth: usize, console: &mut Console) -> Result {
        let Some(differs) = self.game.compiled.differs.get(nth) else { return Ok(()) };
        match self.game.compiled.sources.get(differs.source) {
            Some(source) => console.line(quote(source, differs.span, &differs.says)),
            None => console.line(&differs.says),
        }
    }

    /// The known differences found, as JSON.
    pub fn json(&self) -> Vec<Value> {
        let one = |met: &Met| {
            let differs = self.game.compiled.differs.get(met.nth)?;
            let source = self.game.compiled.sources.get(differs.source)?;
            Some(json!({
                "says": differs.says,
                "file": source.name(),
                "line": source.position(differs.span.start).line,
                "in": met.found.to_string(),
                "moves": met.moves,
            }))
        };
        self.met.iter().filter_map(one).collect()
    }
}
