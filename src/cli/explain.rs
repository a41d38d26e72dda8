//! `carn explain`: the rules in plain words.

use carn::compile::Clause;
use carn::geometry::SquareSet;
use carn::source::Span;
use carn::syntax::{self, ast};
use carn::variant::{
    Anchor, BoardStyle, Ending, Mode, PlayerId, Predicate, Promotion, Role, RoleId, RoleSet, Taken, Test,
    Variant, Verdict,
};

use super::console::{Console, Paint};
use super::exit::{Result, Stop};
use super::game::Game;
use super::words::{self, Language, Words, wrapped};

/// Say the rules in plain words
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn explain xiangqi
  carn explain xiangqi cannon
  carn explain xiangqi --lang zh")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` is standard input
    #[arg(add = super::completions::variant())]
    variant: String,
    /// One kind of piece, by its name or letter
    role: Option<String>,
    /// The language of the answer; without this the one that LC_ALL, LC_MESSAGES or LANG say
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,
}

/// Where the answer goes: in a language, on lines of the terminal's width.
struct Speaker<'a> {
    game: &'a Game,
    console: &'a mut Console,
    language: Language,
    width: usize,
}

impl Speaker<'_> {
    fn heading(&mut self, text: &str) -> Result {
        for line in wrapped(text, 0, 0, self.width).lines() {
            self.console.line(self.console.paint(Paint::Bold, line))?;
        }
        Ok(())
    }

    fn blank(&mut self) -> Result {
        self.console.line("")
    }

    /// A sentence, so many blanks from the edge.
    fn say(&mut self, indent: usize, text: &str) -> Result {
        self.console.line(wrapped(text, indent, if indent == 0 { 0 } else { indent + 2 }, self.width))
    }

    /// What stands in the rule file.
    fn written(&mut self, text: &str) -> Result {
        for line in wrapped(text, 6, 10, self.width).lines() {
            self.console.line(self.console.paint(Paint::Dim, line))?;
        }
        Ok(())
    }

    fn words(&self) -> Words<'_> {
        Words::new(self.game.variant(), self.language)
    }

    fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// A player's name.
    fn player(&self, player: PlayerId) -> String {
        let english = || self.variant().players[player.index()].name.clone();
        match self.language {
            Language::En => english(),
            Language::Zh => words::chinese_player(self.variant(), player),
        }
    }

    /// A piece's name.
    fn role(&self, role: RoleId) -> String {
        let name = &self.variant().role(role).name;
        match self.language {
            Language::En => name.clone(),
            Language::Zh => words::chinese_role(self.variant(), name),
        }
    }
}

/// Prints the rules of the game, or of one kind of piece.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let language = arguments.lang.unwrap_or_else(Language::of_environment);
    let width = console.width();
    let to = &mut Speaker { game: &game, console, language, width };
    if let Some(wanted) = &arguments.role {
        let id = find(game.variant(), wanted)?;
        return explain_role(to, id);
    }
    let variant = game.variant();
    to.heading(&variant.name)?;
    if let Some(description) = &game.compiled.description {
        to.say(0, description)?;
    }
    to.blank()?;
    explain_board(to)?;
    for id in (0..variant.roles.len()).map(|index| RoleId(index as u8)) {
        to.blank()?;
        explain_role(to, id)?;
    }
    explain_functions(to)?;
    explain_rights(to)?;
    explain_play(to)?;
    let hooks = hooks(to, None);
    if !hooks.is_empty() {
        to.blank()?;
        to.heading(language.pick("With every piece's moves", "每个棋子走后"))?;
        for (said, written) in hooks {
            to.say(2, &said)?;
            to.written(&written)?;
        }
    }
    to.blank()?;
    to.heading(language.pick("The end", "终局"))?;
    for (index, end) in variant.ending.ends.iter().enumerate() {
        let result = verdict(language, end.verdict);
        for (said, written) in clauses(to, Clause::End(index as u16)) {
            let line = language.pick(
                format!("For the player of whom this holds, {result}: {said}."),
                format!("满足下列条件的一方{result}：{said}。"),
            );
            to.say(2, &line)?;
            to.written(&written)?;
        }
    }
    for line in ending(to) {
        to.say(2, &line)?;
    }
    Ok(())
}

fn find(variant: &Variant, wanted: &str) -> Result<RoleId> {
    let same = |role: &&Role| {
        role.name == wanted
            || role.letter.to_string().eq_ignore_ascii_case(wanted)
            || role.names.iter().flat_map(|local| local.names.iter().flatten()).any(|name| name == wanted)
    };
    let found = variant.roles.iter().position(|role| same(&role));
    found.map(|index| RoleId(index as u8)).ok_or_else(|| {
        let known: Vec<_> = variant.roles.iter().map(|role| role.name.as_str()).collect();
        Stop::usage(format!("{} has no piece `{wanted}`; it has {}", variant.name, known.join(", ")))
    })
}

fn explain_board(to: &mut Speaker<'_>) -> Result {
    let game = to.game;
    let variant = game.variant();
    let axes: Vec<_> = variant
        .board
        .axes()
        .iter()
        .map(|axis| {
            let (first, last) = (axis.label(0), axis.label(axis.length - 1));
            to.language.pick(
                format!("{} {first} to {last}", axis.name),
                format!("{} {first} 至 {last}", words::chinese_axis(&axis.name)),
            )
        })
        .collect();
    let squares = variant.board.len();
    let points = variant.drawing.board == BoardStyle::Points;
    let unit =
        to.language.pick(if points { "points" } else { "squares" }, if points { "个交叉点" } else { "格" });
    to.say(
        0,
        &to.language.pick(
            format!("The board has {squares} {unit}: {}.", axes.join(", ")),
            format!("棋盘共 {squares} {unit}：{}。", axes.join("，")),
        ),
    )?;
    explain_turns(to)?;
    for (index, player) in variant.players.iter().enumerate() {
        let turned: Vec<&str> = (0..variant.board.axes().len())
            .filter(|&axis| player.orientation.flips(axis))
            .map(|axis| variant.board.axes()[axis].name.as_str())
            .collect();
        if !turned.is_empty() {
            let name = to.player(PlayerId(index as u8));
            let chinese: Vec<_> = turned.iter().map(|axis| words::chinese_axis(axis)).collect();
            to.say(
                0,
                &to.language.pick(
                    format!(
                        "{name} sees {} turned round: what is forward for one is backward for the other.",
                        turned.join(" and ")
                    ),
                    format!("{name}从对面看棋盘（{}反向）：一方的前进就是另一方的后退。", chinese.join("、")),
                ),
            )?;
        }
    }
    for zone in variant.zones.iter().filter(|zone| !zone.name.is_empty()) {
        let seen: Vec<_> = zone
            .squares
            .iter()
            .enumerate()
            .map(|(index, squares)| {
                let (name, squares) = (to.player(PlayerId(index as u8)), listed(to, squares));
                to.language.pick(format!("{squares} for {name}"), format!("{name}为 {squares}"))
            })
            .collect();
        to.say(
            0,
            &to.language.pick(
                format!("{}: {}.", zone.name, seen.join("; ")),
                format!("{}：{}。", words::chinese_zone(variant, &zone.name), seen.join("；")),
            ),
        )?;
    }
    Ok(())
}

/// Whose turn follows whose, and which pieces move in its phases.
fn explain_turns(to: &mut Speaker<'_>) -> Result {
    let variant = to.variant();
    let steps: Vec<_> = variant.turns.iter().filter(|turn| !turn.repeated).collect();
    let plain = |role: &Role| !role.neutral;
    let all: RoleSet = (0..variant.roles.len())
        .filter(|&index| plain(&variant.roles[index]))
        .map(|index| RoleId(index as u8))
        .collect();
    let said: Vec<String> = steps
        .iter()
        .map(|turn| {
            let name = to.player(turn.player);
            if turn.moving == all {
                return name;
            }
            let moving = turn.moving.iter().filter(|role| role.index() < variant.roles.len());
            let roles: Vec<_> = moving.map(|role| to.role(role)).collect();
            let roles = roles.join(to.language.pick(", ", "、"));
            to.language.pick(format!("{name} ({roles})"), format!("{name}（走{roles}）"))
        })
        .collect();
    let start = steps.last().map_or(0, |turn| usize::from(turn.next));
    let join = |part: &[String]| part.join(to.language.pick(", then ", "，然后"));
    let (first, then) = said.split_at(start.min(said.len()));
    let line = match first {
        [] => to.language.pick(
            format!("Turns: {}, and round again.", join(then)),
            format!("行棋顺序：{}，如此轮流。", join(then)),
        ),
        first => to.language.pick(
            format!("Turns: first {}; from then on {}, and round again.", join(first), join(then)),
            format!("行棋顺序：先是{}；此后{}，如此轮流。", join(first), join(then)),
        ),
    };
    to.say(0, &line)
}

/// The rule file's own functions, and those of the files that it extends: what each of their names stands for.
fn explain_functions(to: &mut Speaker<'_>) -> Result {
    let mut told: Vec<String> = Vec::new();
    let game = to.game;
    // The file itself comes first, and what it says replaces what the files say that it extends.
    for (_, source) in game.compiled.sources.iter() {
        let Ok(file) = source.text().parse::<toml_edit::DocumentMut>() else { continue };
        let Some(functions) = file.get("functions").and_then(|item| item.as_table_like()) else { continue };
        for (name, body) in functions.iter() {
            if told.iter().any(|known| known == name) {
                continue;
            }
            told.push(name.to_owned());
            let texts: Vec<&str> = match body.as_array() {
                Some(list) => list.iter().filter_map(|text| text.as_str()).collect(),
                None => body.as_str().into_iter().collect(),
            };
            // `false` takes a function away.
            if texts.is_empty() {
                continue;
            }
            if told.len() == 1 {
                to.blank()?;
                to.heading(to.language.pick("Terms of these rules", "本规则的用语"))?;
            }
            let words = to.words();
            let said: Vec<String> =
                texts.iter().filter_map(|text| Some(words.body(&syntax::parse_calls(text).value?))).collect();
            let said = to
                .language
                .pick(format!("@{name}: {}", said.join(" and ")), format!("@{name}：{}", said.join("，且")));
            to.say(2, &said)?;
            for text in texts {
                to.written(text)?;
            }
        }
    }
    Ok(())
}

/// The rights, and what loses them.
fn explain_rights(to: &mut Speaker<'_>) -> Result {
    let game = to.game;
    let variant = game.variant();
    if variant.rights.is_empty() {
        return Ok(());
    }
    to.blank()?;
    to.heading(to.language.pick("Rights", "权利"))?;
    for (index, right) in variant.rights.iter().enumerate() {
        let slots = variant.right_slots.iter().filter(|slot| usize::from(slot.right.0) == index);
        let squares: Vec<_> = slots
            .map(|slot| {
                let (player, squares) = (to.player(slot.player), listed(to, &slot.squares));
                to.language.pick(format!("{squares} for {player}"), format!("{player}为 {squares}"))
            })
            .collect();
        let with: Vec<_> = right.lost_with.iter().map(|role| to.role(role)).collect();
        let with = match with.as_slice() {
            [] => String::new(),
            roles => to.language.pick(
                format!(", or once the {} has moved", roles.join(" or the ")),
                format!("；{}走动后也失去", roles.join("或")),
            ),
        };
        // A right by square has a line of its own for each square: the rule is the same for all.
        let lost = if right.by_square {
            to.language.pick(
                "each square has its own, lost once something moves from it or to it".to_owned(),
                "每格各有一份，有棋子离开或进入该格即失去".to_owned(),
            )
        } else {
            to.language.pick(
                format!("lost once anything moves from or to one of its squares ({})", squares.join("; ")),
                format!("有棋子离开或进入其中一格即失去（{}）", squares.join("；")),
            )
        };
        let colon = to.language.pick(": ", "：");
        to.say(2, &format!("{}{colon}{lost}{with}", right.name))?;
    }
    Ok(())
}

/// The squares of a set: all of a few, else how many.
fn listed(to: &Speaker<'_>, squares: &SquareSet) -> String {
    let board = &to.variant().board;
    if squares.len() > 12 {
        let mut ends = squares.iter().map(|square| board.name(square));
        let first = ends.next().unwrap_or_default();
        let last = ends.last().unwrap_or_default();
        let count = squares.len();
        return to
            .language
            .pick(format!("{count} squares, {first} to {last}"), format!("{first} 至 {last} 共 {count} 格"));
    }
    squares.iter().map(|square| board.name(square)).collect::<Vec<_>>().join(" ")
}

/// A line of the rule file: for what it serves, and which legs pass over squares.
struct Line {
    alternative: u32,
    mode: Mode,
    blockable: Vec<bool>,
}

fn explain_role(to: &mut Speaker<'_>, id: RoleId) -> Result {
    let game = to.game;
    let role = game.variant().role(id);
    let mut names: Vec<_> = role
        .names
        .iter()
        .flat_map(|local| local.names.iter().filter_map(|names| names.first()))
        .map(String::as_str)
        .collect();
    // Both players often call a piece the same.
    names.dedup();
    let heading = match to.language {
        Language::Zh if !names.is_empty() => {
            format!("{}（{}，{}）", names.join("／"), role.symbol(), role.name)
        }
        Language::Zh => format!("{}（{}）", role.name, role.symbol()),
        Language::En if names.is_empty() => format!("{} ({})", role.name, role.symbol()),
        Language::En => format!("{} ({}, {})", role.name, role.symbol(), names.join(" ")),
    };
    let royal = to.language.pick(", royal: it may not be left to be taken", "：不可送吃，被将军必须应将");
    to.heading(&if role.royal { heading + royal } else { heading })?;
    if role.neutral {
        to.say(
            2,
            to.language.pick("is nobody's: no ally, no opponent", "不属于任何一方：既非己方，也非对方"),
        )?;
    }
    let mut lines: Vec<Line> = Vec::new();
    for movement in &role.movements {
        let passes = movement.legs.iter().map(|leg| leg.displacement.length() > 1);
        match lines.iter_mut().find(|line| line.alternative == movement.alternative) {
            Some(line) => {
                for (known, passes) in line.blockable.iter_mut().zip(passes) {
                    *known |= passes;
                }
            }
            None => lines.push(Line {
                alternative: movement.alternative,
                mode: movement.mode,
                blockable: passes.collect(),
            }),
        }
    }
    if lines.is_empty() {
        to.say(2, to.language.pick("never moves", "不能走动"))?;
    }
    for line in lines {
        let mode = match line.mode {
            Mode::Move => to.language.pick("moves: ", "走子："),
            Mode::Capture => to.language.pick("takes: ", "吃子："),
            Mode::Both => to.language.pick("moves or takes: ", "走子、吃子："),
        };
        let (written, said) = in_words(to, &line);
        to.say(2, &format!("{mode}{said}"))?;
        to.written(&written)?;
    }
    let drops = clauses(to, Clause::Drop(id));
    if drops.is_empty() && !role.drops.is_empty() {
        to.say(2, to.language.pick("may be dropped on any empty square", "可打入任何空格"))?;
    }
    for (said, written) in drops {
        let before = to.language.pick("may be dropped: ", "打入：");
        to.say(2, &format!("{before}{said}"))?;
        to.written(&written)?;
    }
    if let Some(promotion) = &role.promotion {
        to.say(2, &promoting(to, promotion))?;
    }
    for (said, written) in hooks(to, Some(id)) {
        to.say(2, &said)?;
        to.written(&written)?;
    }
    Ok(())
}

/// What may be played beyond what the pieces may: compulsion, passing, hands.
fn explain_play(to: &mut Speaker<'_>) -> Result {
    let language = to.language;
    let mut told: Vec<(String, String)> = Vec::new();
    for (clause, english, chinese) in [
        (Clause::Guard, "every move: ", "每一着都须："),
        (Clause::Must, "if it can be played, it must be: ", "凡能走出下列着法者必须走："),
        (Clause::Pass, "a player may pass: ", "可以弃权不走的条件："),
    ] {
        for (said, written) in clauses(to, clause) {
            told.push((format!("{}{said}", language.pick(english, chinese)), written));
        }
    }
    if to.variant().choice.pass.as_ref().is_some_and(Vec::is_empty) {
        let line = language.pick("a player may always pass", "任何时候都可以弃权不走");
        told.push((line.to_owned(), String::new()));
    }
    if let Some(hand) = to.variant().hand {
        let line = match hand.taken {
            Some(Taken::Taker) => language.pick(
                "what is taken goes to the taker's hand, to be dropped as a piece of theirs",
                "吃得的棋子归吃子方持有，可作为己方棋子打入",
            ),
            Some(Taken::Owner) => language.pick(
                "what is taken goes back to its owner's hand, to be dropped again",
                "被吃的棋子归还原主持有，可再打入",
            ),
            None => language.pick(
                "pieces in hand may be dropped; what is taken is gone",
                "持子可以打入；被吃的棋子离开棋局",
            ),
        };
        told.push((line.to_owned(), String::new()));
    }
    if told.is_empty() {
        return Ok(());
    }
    to.blank()?;
    to.heading(language.pick("What may be played", "着法限制与持子"))?;
    for (said, written) in told {
        to.say(2, &said)?;
        if !written.is_empty() {
            to.written(&written)?;
        }
    }
    Ok(())
}

/// Conditions of one kind, in words and as they are written.
fn clauses(to: &Speaker<'_>, clause: Clause) -> Vec<(String, String)> {
    let of_kind = to.game.compiled.origins.clauses.iter().filter(|origin| origin.clause == clause);
    let said = of_kind.filter_map(|origin| {
        let written = to.game.compiled.sources.get(origin.source)?.slice(origin.span).trim().to_owned();
        let (guards, effects) = written.split_once("=>").unwrap_or((&written, ""));
        let part = |text: &str| Some(to.words().body(&syntax::parse_calls(text).value?));
        let said = match (guards.trim(), effects.trim()) {
            ("", "") => return None,
            (guards, "") => part(guards)?,
            ("", effects) => part(effects)?,
            (guards, effects) => {
                let arrow = to.language.pick(": ", "：");
                format!("{}{arrow}{}", part(guards)?, part(effects)?)
            }
        };
        Some((said, written))
    });
    said.collect()
}

/// What follows the moves of a role, or of every role, in words and as it is written.
fn hooks(to: &Speaker<'_>, role: Option<RoleId>) -> Vec<(String, String)> {
    let of_role = to.game.compiled.origins.hooks.iter().filter(|hook| hook.role == role);
    let said = of_role.filter_map(|hook| {
        let written = to.game.compiled.sources.get(hook.source)?.slice(hook.span).trim().to_owned();
        let words = to.words().hook(&syntax::parse_hook(&written).value?);
        let when = match hook.after_capture {
            true => to.language.pick("after a capture: ", "吃子之后："),
            false => to.language.pick("after a move: ", "走棋之后："),
        };
        Some((format!("{when}{words}"), written))
    });
    said.collect()
}

/// A line of the rule file as it is written, and what it says.
fn in_words(to: &Speaker<'_>, line: &Line) -> (String, String) {
    let written = to
        .game
        .line(line.alternative)
        .map_or_else(String::new, |(source, span): (_, Span)| source.slice(span).trim().to_owned());
    let parsed = syntax::parse_pattern(&written).value;
    let said = parsed.as_ref().and_then(|pattern: &ast::Pattern| pattern.alternatives.first()).map_or_else(
        || to.language.pick("as written:", "如下：").to_owned(),
        |alternative| to.words().alternative(alternative, &line.blockable),
    );
    (written, said)
}

fn promoting(to: &Speaker<'_>, promotion: &Promotion) -> String {
    let roles: Vec<_> = promotion.to.iter().map(|&role| to.role(role)).collect();
    let when: Vec<_> = promotion.when.iter().map(|predicate| condition(to, predicate)).collect();
    if to.language == Language::Zh {
        let must = match promotion.forced.as_deref() {
            Some([]) => "必须升变",
            Some(_) => "可以（有时必须）升变",
            None => "可以升变",
        };
        let when = if when.is_empty() { String::new() } else { format!("{}时", when.join("且")) };
        return format!("升变：{when}{must}为{}", roles.join("、"));
    }
    let must = match promotion.forced.as_deref() {
        Some([]) => "must become",
        Some(_) => "may, and sometimes must, become",
        None => "may become",
    };
    let when = if when.is_empty() { String::new() } else { format!(" when {}", when.join(" and ")) };
    format!("{must} {}{when}", roles.join(" or "))
}

/// The condition of a promotion: a zone, most often.
fn condition(to: &Speaker<'_>, predicate: &Predicate) -> String {
    let variant = to.variant();
    match predicate {
        Predicate::Holds(Test::In(zone), place) => {
            let from = matches!(place.anchor, Anchor::LegOrigin | Anchor::From);
            let zone = &variant.zones[usize::from(zone.0)];
            let first = variant.turns.first();
            let squares = first.and_then(|turn| zone.squares.get(turn.player.index()));
            let name = match (to.language, squares, first) {
                (Language::En, ..) if !zone.name.is_empty() => zone.name.clone(),
                (Language::Zh, ..) if !zone.name.is_empty() => words::chinese_zone(variant, &zone.name),
                (language, Some(squares), Some(turn)) => {
                    let (squares, player) = (listed(to, squares), to.player(turn.player));
                    language.pick(format!("{squares} (for {player})"), format!(" {squares}（{player}）"))
                }
                _ => String::new(),
            };
            match to.language {
                Language::En => format!("{} {name}", if from { "moving from" } else { "moving to" }),
                Language::Zh => format!("{}{name}", if from { "离开" } else { "走到" }),
            }
        }
        Predicate::Or(ways) => {
            let and = to.language.pick(" and ", "且");
            let ways: Vec<_> = ways
                .iter()
                .map(|all| all.iter().map(|one| condition(to, one)).collect::<Vec<_>>().join(and))
                .collect();
            ways.join(to.language.pick(" or ", "或"))
        }
        _ => to.language.pick("under the conditions of the rule file", "满足规则文件所写条件").to_owned(),
    }
}

fn ending(to: &Speaker<'_>) -> Vec<String> {
    let variant = to.variant();
    let Ending { checkmate, stalemate, royal_lost, repetition, quiet, insufficient, ends: _ } =
        &variant.ending;
    let language = to.language;
    let verdict = |result: Verdict| verdict(language, result);
    let mut lines = Vec::new();
    let mut tell = |english: String, chinese: String| lines.push(language.pick(english, chinese));
    if !variant.royals().is_empty() {
        let result = verdict(*checkmate);
        tell(
            format!("In check without a legal move: {result}."),
            format!("被将军而无着可应（将死）：{result}。"),
        );
        let result = verdict(*royal_lost);
        let royals: Vec<_> = variant.royals().iter().map(|role| to.role(role)).collect();
        tell(format!("A royal piece gone: {result}."), format!("{}被吃：{result}。", royals.join("或")));
    }
    let result = verdict(*stalemate);
    let chinese =
        if variant.royals().is_empty() { "无着可走" } else { "未被将军而无着可走（困毙）" };
    tell(format!("No legal move otherwise: {result}."), format!("{chinese}：{result}。"));
    if let Some(repetition) = repetition {
        let perpetual = repetition.perpetual_check.map_or_else(String::new, |result| {
            let result = verdict(result);
            language.pick(
                format!("; for who alone gave check all the time: {result}"),
                format!("；只有一方长将者，该方{result}"),
            )
        });
        let (times, result) = (repetition.times, verdict(repetition.result));
        tell(
            format!("The same position {times} times: {result}{perpetual}."),
            format!("同一局面出现 {times} 次：{result}{perpetual}。"),
        );
    }
    if let Some(quiet) = quiet {
        let resets: Vec<_> = quiet.reset_by.iter().map(|role| to.role(role)).collect();
        let (plies, result) = (quiet.plies, verdict(quiet.result));
        let english =
            if resets.is_empty() { String::new() } else { format!(" or move of a {}", resets.join(" or ")) };
        let chinese = if resets.is_empty() {
            String::new()
        } else {
            format!("，也没有走动{}", resets.join("、"))
        };
        tell(
            format!("{plies} moves, counting both sides', without capture{english}: {result}."),
            format!("双方合计连续 {plies} 步没有吃子{chinese}：{result}。"),
        );
    }
    if !insufficient.is_empty() {
        tell(
            "Too little material to win on both sides: a draw.".to_owned(),
            "双方子力均不足以取胜：和棋。".to_owned(),
        );
    }
    lines
}

const fn verdict(language: Language, verdict: Verdict) -> &'static str {
    match (language, verdict) {
        (Language::En, Verdict::Win) => "a win",
        (Language::En, Verdict::Loss) => "a loss",
        (Language::En, _) => "a draw",
        (Language::Zh, Verdict::Win) => "判胜",
        (Language::Zh, Verdict::Loss) => "判负",
        (Language::Zh, _) => "和棋",
    }
}
