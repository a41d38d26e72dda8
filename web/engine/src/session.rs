//! The state of the engine between requests, and the dispatch of requests.

use carn::compile::{self, Compiled, Natives};
use carn::format;
use carn::library;
use carn::position::{Position, Rules};
use carn::record::GameTree;
use carn::search::Searcher;
use carn::variant::Variant;
use serde_json::{Value, json};

use crate::{arrange, best, count, game, look, position, prose, records, tables, why};

/// An answer, or an error in words.
pub type Answer = Result<Value, String>;

/// The current rules and position.
pub struct Table {
    /// The results of compiling the file, apart from the rules.
    pub compiled: Compiled,
    /// The rules.
    pub rules: Rules,
    /// The start of the game, if it is not that of the rules.
    pub fen: Option<String>,
    /// The moves since then, in coordinates.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: Position,
    /// The searcher, created on first use.
    pub searcher: Option<Searcher>,
}

/// The state between two requests.
#[derive(Default)]
pub struct Session {
    /// The current game.
    table: Option<Table>,
    /// Other rules, from the file checked last.
    next: Option<(Compiled, Variant)>,
    /// The games of the last opened file of records.
    games: Vec<GameTree>,
}

impl Session {
    /// Answers a request.
    pub fn answer(&mut self, request: &Value) -> Value {
        match self.try_answer(request) {
            Ok(answer) => json!({ "ok": answer }),
            Err(error) => json!({ "error": error }),
        }
    }

    fn try_answer(&mut self, request: &Value) -> Answer {
        match text(request, "do")? {
            "tables" => Ok(tables::tables()),
            "shipped" => {
                let name = text(request, "name")?;
                let text = library::text(name).ok_or_else(|| format!("there is no game `{name}`"))?;
                Ok(json!({ "text": text }))
            }
            "check" => self.check(request),
            "game" => self.game(),
            "format" => Ok(json!({ "text": format::format(text(request, "text")?) })),
            "stage" => Ok(look::stage(self.table()?, number(request, "widest").unwrap_or(1200))),
            "position" => position::position(self.table()?, request),
            "why" => why::why(self.table()?, request),
            "explain" => prose::explain(self.table()?, request),
            "diagram" => prose::diagram(self.table()?, request),
            "start" => look::start(text(request, "name")?, request["language"] == "zh"),
            "arrange" => arrange::arrange(self.table()?, request),
            "records" => {
                let (games, answer) = records::read(request)?;
                self.games = games;
                Ok(answer)
            }
            "record" => {
                let tree = self.games.get(number(request, "nth").unwrap_or(0));
                records::moves(self.table.as_ref(), tree.ok_or("the file has no such game")?)
            }
            "save" => records::save(self.table()?, request),
            "picture" => Ok(look::picture(self.table()?, request["set"].as_str())),
            "best" => best::best(self.table()?, request),
            "count" => count::count(self.table()?, request),
            "random" => count::random(self.table()?, request),
            other => Err(format!("`{other}` is nothing that the engine does")),
        }
    }

    fn table(&mut self) -> Result<&mut Table, String> {
        self.table.as_mut().ok_or_else(|| "there are no rules to play by yet".to_owned())
    }

    /// Reports the findings of a rule file. A file with errors does not change the current game, and neither does one with the
    /// same rules. Other rules apply after `game`.
    fn check(&mut self, request: &Value) -> Answer {
        let source = text(request, "text")?;
        let beside = |name: &str| {
            let found = request["beside"][name].as_str().map(str::to_owned);
            found.ok_or_else(|| format!("there is no file `{name}` beside this one here"))
        };
        let loader = library::Beside(beside);
        let name = request["name"].as_str().unwrap_or("rules.toml");
        let mut compiled = compile::compile(name, source, &loader, &Natives::default());
        let findings = game::findings(source, &compiled);
        let names = game::names(&compiled);
        let variant = compiled.variant.take();
        let rules = match (&variant, &mut self.table) {
            (None, _) => "none",
            (Some(variant), Some(table)) if table.says_the_same(&compiled, variant) => {
                table.compiled = compiled;
                self.next = None;
                "same"
            }
            _ => {
                self.next = variant.map(|variant| (compiled, variant));
                "new"
            }
        };
        Ok(json!({ "findings": findings, "names": names, "rules": rules }))
    }

    /// Starts a game with the rules checked last.
    fn game(&mut self) -> Answer {
        let (compiled, variant) = self.next.take().ok_or("there are no new rules to play by")?;
        let rules = Rules::new(variant);
        let answer = game::game(&compiled, &rules);
        let position = Position::start(&rules);
        self.table = Some(Table { compiled, rules, fen: None, moves: Vec::new(), position, searcher: None });
        Ok(answer)
    }
}

impl Table {
    /// Whether a compiled file has the current rules and the same name.
    fn says_the_same(&self, compiled: &Compiled, variant: &Variant) -> bool {
        let known = |one: &Compiled| (one.rule_hash, one.description.clone());
        compiled.rule_hash.is_some()
            && known(&self.compiled) == known(compiled)
            && self.rules.variant().name == variant.name
    }
}

/// A text of a request.
pub fn text<'a>(request: &'a Value, key: &str) -> Result<&'a str, String> {
    request[key].as_str().ok_or_else(|| format!("the request has no text `{key}`"))
}

/// A number of a request.
pub fn number(request: &Value, key: &str) -> Option<usize> {
    request[key].as_u64().and_then(|number| usize::try_from(number).ok())
}
