//! `carn explain`: the rules in plain words.

mod betza;
mod ending;
mod piece;
mod speaker;
mod terms;

use carn::compile::Clause;
use carn::variant::{BoardStyle, PlayerId, Role, RoleId, RoleSet, Variant};

use super::console::{Console, Format};
use super::exit::{Result, Stop};
use super::game::Game;
use super::words::{self, Language};

use ending::{ending, verdict};
use piece::explain_role;
use speaker::{Speaker, listed};
use terms::{clauses, explain_functions, explain_play, explain_rights, hooks};

/// Say the rules in plain words
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn explain xiangqi
  carn explain xiangqi cannon
  carn explain xiangqi --lang zh
  carn explain xiangqi --betza          the pieces in Betza's notation")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` is standard input
    #[arg(add = crate::cli::completions::variant())]
    variant: String,
    /// One kind of piece, by its name or letter
    role: Option<String>,
    /// The language of the answer; without this the one that LC_ALL, LC_MESSAGES or LANG say
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Say how pieces move in Betza's notation, as far as it can; exit code 1 if not all of it
    #[arg(long)]
    betza: bool,
    /// How to write the answer of --betza
    #[arg(long, value_enum, default_value_t, requires = "betza")]
    format: Format,
}

/// Prints the rules of the game, or of one kind of piece.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    if arguments.betza {
        let role = arguments.role.as_ref().map(|wanted| find(game.variant(), wanted)).transpose()?;
        return betza::explain_betza(&game, role, arguments.format, console);
    }
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
