//! `carn explain`: the rules in plain words.

use carn::geometry::SquareSet;
use carn::source::Span;
use carn::syntax::{self, ast};
use carn::variant::{Anchor, Ending, Mode, Predicate, Promotion, Role, RoleId, Test, Variant, Verdict};

use super::console::{Console, Paint};
use super::exit::{Result, Stop};
use super::game::Game;
use super::words::Words;

/// Say the rules in plain words
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn explain xiangqi
  carn explain xiangqi cannon")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` is standard input
    #[arg(add = super::completions::variant())]
    variant: String,
    /// One kind of piece, by its name or letter
    role: Option<String>,
}

/// Prints the rules of the game, or of one kind of piece.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    if let Some(wanted) = &arguments.role {
        let id = find(game.variant(), wanted)?;
        return explain_role(&game, id, console);
    }
    let variant = game.variant();
    console.line(console.paint(Paint::Bold, &variant.name))?;
    if let Some(description) = &game.compiled.description {
        console.line(description)?;
    }
    console.line("")?;
    explain_board(variant, console)?;
    for id in (0..variant.roles.len()).map(|index| RoleId(index as u8)) {
        console.line("")?;
        explain_role(&game, id, console)?;
    }
    explain_functions(&game, console)?;
    explain_rights(variant, console)?;
    let hooks = hooks(&game, None);
    if !hooks.is_empty() {
        console.line("")?;
        console.line(console.paint(Paint::Bold, "With every piece's moves"))?;
        for (said, written) in hooks {
            console.line(format_args!("  {said}"))?;
            console.line(console.paint(Paint::Dim, &format!("      {written}")))?;
        }
    }
    console.line("")?;
    console.line(console.paint(Paint::Bold, "The end"))?;
    for line in ending(variant) {
        console.line(format_args!("  {line}"))?;
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

fn explain_board(variant: &Variant, console: &mut Console) -> Result {
    let axes: Vec<_> = variant
        .board
        .axes()
        .iter()
        .map(|axis| format!("{} {} to {}", axis.name, axis.label(0), axis.label(axis.length - 1)))
        .collect();
    console.line(format_args!("The board has {} squares: {}.", variant.board.len(), axes.join(", ")))?;
    let order: Vec<_> =
        variant.turns.iter().map(|turn| variant.players[turn.player.index()].name.as_str()).collect();
    console.line(format_args!("Turns: {}, and round again.", order.join(", then ")))?;
    for player in &variant.players {
        let turned: Vec<_> = (0..variant.board.axes().len())
            .filter(|&axis| player.orientation.flips(axis))
            .map(|axis| variant.board.axes()[axis].name.as_str())
            .collect();
        if !turned.is_empty() {
            console.line(format_args!(
                "{} sees {} turned round: what is forward for one is backward for the other.",
                player.name,
                turned.join(" and ")
            ))?;
        }
    }
    for zone in variant.zones.iter().filter(|zone| !zone.name.is_empty()) {
        let seen: Vec<_> = zone
            .squares
            .iter()
            .zip(&variant.players)
            .map(|(squares, player)| format!("{} for {}", listed(variant, squares), player.name))
            .collect();
        console.line(format_args!("{}: {}.", zone.name, seen.join("; ")))?;
    }
    Ok(())
}

/// The rule file's own functions, and those of the files that it extends: what each of their names stands for.
fn explain_functions(game: &Game, console: &mut Console) -> Result {
    let mut told: Vec<String> = Vec::new();
    // The file itself comes first, and what it says replaces what the files say that it extends.
    for (_, source) in game.compiled.sources.iter() {
        let Ok(file) = source.text().parse::<toml_edit::DocumentMut>() else { continue };
        let Some(functions) = file.get("functions").and_then(|item| item.as_table_like()) else { continue };
        for (name, body) in functions.iter() {
            if told.iter().any(|known| known == name) {
                continue;
            }
            if told.is_empty() {
                console.line("")?;
                console.line(console.paint(Paint::Bold, "Terms of these rules"))?;
            }
            told.push(name.to_owned());
            let texts: Vec<&str> = match body.as_array() {
                Some(list) => list.iter().filter_map(|text| text.as_str()).collect(),
                None => body.as_str().into_iter().collect(),
            };
            let words = Words::new(game.variant());
            let said: Vec<String> =
                texts.iter().filter_map(|text| Some(words.body(&syntax::parse_calls(text).value?))).collect();
            let term = shown(name);
            console.line(format_args!("  @{term}: {}", said.join(" and ")))?;
            for text in texts {
                console.line(console.paint(Paint::Dim, &format!("      {}", shown(text))))?;
            }
        }
    }
    Ok(())
}

/// A text of a rule file without characters that would command a terminal.
fn shown(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() })
        .collect()
}

/// The rights, and what loses them.
fn explain_rights(variant: &Variant, console: &mut Console) -> Result {
    if variant.rights.is_empty() {
        return Ok(());
    }
    console.line("")?;
    console.line(console.paint(Paint::Bold, "Rights"))?;
    for (index, right) in variant.rights.iter().enumerate() {
        let slots = variant.right_slots.iter().filter(|slot| usize::from(slot.right.0) == index);
        let squares: Vec<_> = slots
            .map(|slot| {
                let player = &variant.players[slot.player.index()].name;
                format!("{} for {player}", listed(variant, &slot.squares))
            })
            .collect();
        let with: Vec<_> = right.lost_with.iter().map(|role| variant.role(role).name.as_str()).collect();
        let with = match with.as_slice() {
            [] => String::new(),
            roles => format!(", or once the {} has moved", roles.join(" or the ")),
        };
        // A right by square has a line of its own for each square: the rule is the same for all.
        let lost = if right.by_square {
            "each square has its own, lost once something moves from it or to it".to_owned()
        } else {
            format!("lost once anything moves from or to one of its squares ({})", squares.join("; "))
        };
        console.line(format_args!("  {}: {lost}{with}", right.name))?;
    }
    Ok(())
}

/// The squares of a set: all of a few, else how many.
fn listed(variant: &Variant, squares: &SquareSet) -> String {
    if squares.len() > 12 {
        let mut ends = squares.iter().map(|square| variant.board.name(square));
        let first = ends.next().unwrap_or_default();
        let last = ends.last().unwrap_or_default();
        return format!("{} squares, {first} to {last}", squares.len());
    }
    squares.iter().map(|square| variant.board.name(square)).collect::<Vec<_>>().join(" ")
}

/// A line of the rule file: for what it serves, and which legs pass over squares.
struct Line {
    alternative: u32,
    mode: Mode,
    blockable: Vec<bool>,
}

fn explain_role(game: &Game, id: RoleId, console: &mut Console) -> Result {
    let role = game.variant().role(id);
    let mut names: Vec<_> = role
        .names
        .iter()
        .flat_map(|local| local.names.iter().filter_map(|names| names.first()))
        .map(String::as_str)
        .collect();
    // Both players often call a piece the same.
    names.dedup();
    let names = if names.is_empty() { String::new() } else { format!(", {}", names.join(" ")) };
    let heading = format!("{} ({}{names})", role.name, role.letter);
    let royal = if role.royal { ", royal: it may not be left to be taken" } else { "" };
    console.line(format_args!("{}{royal}", console.paint(Paint::Bold, &heading)))?;
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
        console.line("  never moves")?;
    }
    for line in lines {
        let mode = match line.mode {
            Mode::Move => "moves",
            Mode::Capture => "takes",
            Mode::Both => "moves or takes",
        };
        let (written, said) = in_words(game, &line);
        console.line(format_args!("  {mode}: {said}"))?;
        console.line(console.paint(Paint::Dim, &format!("      {written}")))?;
    }
    if let Some(promotion) = &role.promotion {
        console.line(format_args!("  {}", promoting(game.variant(), promotion)))?;
    }
    for (said, written) in hooks(game, Some(id)) {
        console.line(format_args!("  {said}"))?;
        console.line(console.paint(Paint::Dim, &format!("      {written}")))?;
    }
    Ok(())
}

/// What follows the moves of a role, or of every role, in words and as it is written.
fn hooks(game: &Game, role: Option<RoleId>) -> Vec<(String, String)> {
    let of_role = game.compiled.origins.hooks.iter().filter(|hook| hook.role == role);
    let said = of_role.filter_map(|hook| {
        let written = game.compiled.sources.get(hook.source)?.slice(hook.span).trim().to_owned();
        let words = Words::new(game.variant()).hook(&syntax::parse_hook(&written).value?);
        let when = if hook.after_capture { "after a capture" } else { "after a move" };
        Some((format!("{when}: {words}"), written))
    });
    said.collect()
}

/// A line of the rule file as it is written, and what it says.
fn in_words(game: &Game, line: &Line) -> (String, String) {
    let written = game
        .line(line.alternative)
        .map_or_else(String::new, |(source, span): (_, Span)| source.slice(span).trim().to_owned());
    let parsed = syntax::parse_pattern(&written).value;
    let said = parsed.as_ref().and_then(|pattern: &ast::Pattern| pattern.alternatives.first()).map_or_else(
        || "as written:".to_owned(),
        |alternative| Words::new(game.variant()).alternative(alternative, &line.blockable),
    );
    (written, said)
}

fn promoting(variant: &Variant, promotion: &Promotion) -> String {
    let roles: Vec<_> = promotion.to.iter().map(|&role| variant.role(role).name.as_str()).collect();
    let must = match promotion.forced.as_deref() {
        Some([]) => "must become",
        Some(_) => "may, and sometimes must, become",
        None => "may become",
    };
    let when: Vec<_> = promotion.when.iter().map(|predicate| condition(variant, predicate)).collect();
    let when = if when.is_empty() { String::new() } else { format!(" {}", when.join(" and ")) };
    format!("{must} {}{when}", roles.join(" or "))
}

/// The condition of a promotion: a zone, most often.
fn condition(variant: &Variant, predicate: &Predicate) -> String {
    match predicate {
        Predicate::Holds(Test::In(zone), place) => {
            let verb = match place.anchor {
                Anchor::LegOrigin | Anchor::From => "moving from",
                _ => "moving to",
            };
            let zone = &variant.zones[usize::from(zone.0)];
            let first = variant.turns.first().and_then(|turn| zone.squares.get(turn.player.index()));
            if zone.name.is_empty() {
                let squares = first.map_or_else(String::new, |squares| listed(variant, squares));
                format!("{verb} {squares} (as the first player sees the board)")
            } else {
                format!("{verb} {}", zone.name)
            }
        }
        Predicate::Or(ways) => {
            let ways: Vec<_> = ways
                .iter()
                .map(|all| all.iter().map(|one| condition(variant, one)).collect::<Vec<_>>().join(" and "))
                .collect();
            ways.join(" or ")
        }
        _ => "under the conditions of the rule file".to_owned(),
    }
}

fn ending(variant: &Variant) -> Vec<String> {
    let Ending { checkmate, stalemate, royal_lost, repetition, quiet, insufficient } = &variant.ending;
    let mut lines = Vec::new();
    if !variant.royals().is_empty() {
        lines.push(format!("In check without a legal move: {}.", verdict(*checkmate)));
        lines.push(format!("A royal piece gone: {}.", verdict(*royal_lost)));
    }
    lines.push(format!("No legal move otherwise: {}.", verdict(*stalemate)));
    if let Some(repetition) = repetition {
        let perpetual = repetition.perpetual_check.map_or_else(String::new, |result| {
            format!("; for who alone gave check all the time: {}", verdict(result))
        });
        lines.push(format!(
            "The same position {} times: {}{perpetual}.",
            repetition.times,
            verdict(repetition.result)
        ));
    }
    if let Some(quiet) = quiet {
        let resets: Vec<_> = quiet.reset_by.iter().map(|role| variant.role(role).name.as_str()).collect();
        let or =
            if resets.is_empty() { String::new() } else { format!(" or move of a {}", resets.join(" or ")) };
        lines.push(format!("{} moves without capture{or}: {}.", quiet.plies, verdict(quiet.result)));
    }
    if !insufficient.is_empty() {
        lines.push("Too little material to win on both sides: a draw.".to_owned());
    }
    lines
}

const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "a win",
        Verdict::Loss => "a loss",
        _ => "a draw",
    }
}
