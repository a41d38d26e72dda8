//! The parts of a report as texts and tables, shared by the terminal and the page.

use carn::source::SourceId;
use carn::study::statistics::{Estimate, Sums, elo};
use carn::study::{Deeds, Difference, Results, ending, length};
use carn::variant::Piece;

use super::{Report, Studied};
use crate::cli::counted::counted;

/// A part of a report.
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// Its tables, each preceded by a sentence; either may be empty.
    pub parts: Vec<Part>,
}

/// A sentence and a table.
#[derive(Default)]
pub struct Part {
    /// The sentence.
    pub text: String,
    /// The names of the columns; the first is left-aligned, the others are numbers.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Part {
    fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn table(head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self { text: String::new(), head: head.iter().map(|&name| name.to_owned()).collect(), rows }
    }
}

/// The maximum number of differences shown.
const DIFFERENCES: usize = 12;
/// The maximum number of squares shown.
const SQUARES: usize = 12;
/// The number of standard errors from which a difference is significant, given the number of compared figures.
const CLEAR: f64 = 3.0;

/// The heading of the report: the game, the plan, and how to read the report.
pub fn heading(report: &Report) -> (String, Vec<String>) {
    let names: Vec<&str> =
        report.studies.iter().map(|one| one.study.rules().variant().name.as_str()).collect();
    let mut lines = Vec::new();
    if let Some(first) = report.studies.first() {
        let plan = first.study.plan();
        let played: u64 = report.studies.iter().map(|one| one.data.played()).sum();
        let strengths: Vec<String> = plan.strengths.iter().map(ToString::to_string).collect();
        lines.push(format!(
            "{} of {} against itself: {}; seed {}, {} chosen among the best moves, draw after {}.",
            counted(played, "game"),
            concat!("carn ", env!("CARGO_PKG_VERSION")),
            strengths.join(", "),
            plan.seed,
            counted(plan.opening, "opening move"),
            counted(plan.limit, "move"),
        ));
        if let Some(whole) = report.stopped {
            lines.push(format!("The study was stopped; {} were requested.", counted(whole, "game")));
        }
        lines.push("± is half of the 95 % interval. A move is one player's move.".to_owned());
    }
    (names.join(" and "), lines)
}

/// All parts of the report about one game.
pub fn sections(studied: &Studied) -> Vec<Section> {
    let all = [
        results(studied),
        ends(studied),
        course(studied),
        handicaps(studied),
        pieces(studied),
        values(studied),
        squares(studied),
        rules(studied),
    ];
    all.into_iter().filter(|section| !section.parts.is_empty()).collect()
}

fn results(studied: &Studied) -> Section {
    let (variant, plan) = (studied.study.rules().variant(), studied.study.plan());
    let mut head = vec!["points of".to_owned(), "games".to_owned()];
    head.extend(variant.players.iter().map(|player| player.name.clone()));
    // With more than two players, some may have lost a drawn game.
    let two = variant.players.len() == 2;
    head.extend(two.then(|| "drawn".to_owned()));
    let row = |name: String, results: &[Results]| {
        let games = results.first().map_or(0, |one| one.games());
        let mut row = vec![name, games.to_string()];
        row.extend(results.iter().map(|one| percent(one.share())));
        row.extend(results.first().filter(|_| two).map(|one| percent(Estimate::share(one.draws, games))));
        row
    };
    let players = variant.players.len();
    let strengths = studied.data.results.first().into_iter().flatten();
    let mut rows: Vec<Vec<String>> = strengths
        .zip(&plan.strengths)
        .filter(|(results, _)| results.iter().any(|one| one.games() > 0))
        .map(|(results, strength)| row(strength.to_string(), results))
        .collect();
    let all: Vec<Results> = (0..players).map(|player| studied.data.of_player(0, player)).collect();
    if rows.len() > 1 {
        rows.push(row("all games".to_owned(), &all));
    }
    let mut parts = vec![Part { text: String::new(), head, rows }];
    let first = studied.study.first().index();
    if let (Some(player), Some(results)) = (variant.players.get(first), all.get(first)) {
        parts.push(Part::said(advantage(&player.name, *results, players)));
    }
    let (openings, games) = (studied.data.openings.len() as u64, studied.data.games());
    if openings < games {
        parts.push(Part::said(format!(
            "{} began with {}. Repeated games make the intervals too narrow; a longer --opening gives more openings.",
            counted(games, "game"),
            counted(openings, "different opening"),
        )));
    }
    Section { title: "Results", parts }
}

/// The value of the first move, in words.
fn advantage(name: &str, results: Results, players: usize) -> String {
    let share = results.share();
    let fair = 1.0 / players as f64;
    let clear = if players == 2 { (share.value - 0.5).abs() > share.error } else { false };
    let verdict = match (players, clear, share.value > fair) {
        (3.., ..) => return format!("{name} moves first and has {} of the points.", percent(share)),
        (_, false, _) => "which shows no clear advantage of either side",
        (_, true, true) => "an advantage",
        (_, true, false) => "a disadvantage",
    };
    let bound = |value: f64| {
        let elo = elo(value.clamp(0.0, 1.0));
        if elo.is_finite() { format!("{elo:+.0}") } else { "unbounded".to_owned() }
    };
    format!(
        "{name} moves first and has {} of the points, {verdict}: {} Elo, between {} and {}.",
        percent(share),
        bound(share.value),
        bound(share.value - share.error),
        bound(share.value + share.error),
    )
}

fn ends(studied: &Studied) -> Section {
    let variant = studied.study.rules().variant();
    let games = studied.data.games();
    let mut endings: Vec<_> = studied.data.endings.iter().collect();
    endings.sort_by_key(|(_, ended)| std::cmp::Reverse(ended.games));
    let mut head = vec!["games end by".to_owned(), "games".to_owned(), "share".to_owned()];
    head.extend(variant.players.iter().map(|player| format!("{} wins", player.name)));
    head.push("drawn".to_owned());
    let rows = endings.into_iter().map(|(reason, ended)| {
        let share = percent(Estimate::share(ended.games, games));
        let mut row = vec![ending(&studied.study, reason), ended.games.to_string(), share];
        row.extend(ended.wins.iter().chain([&ended.draws]).map(u64::to_string));
        row
    });
    Section { title: "Ends", parts: vec![Part { text: String::new(), head, rows: rows.collect() }] }
}

fn course(studied: &Studied) -> Section {
    let data = &studied.data;
    let games = data.games();
    let mut parts = Vec::new();
    if games == 0 {
        return Section { title: "Course", parts };
    }
    let [low, middle, high] = quartiles(data.lengths.iter().map(|(&key, &number)| (key, number)));
    let longest = data.lengths.keys().next_back().copied().unwrap_or(0);
    parts.push(Part::said(format!(
        "A game has {} moves: median {middle}, half of the games between {low} and {high}, longest {longest}.",
        number(length(data), 1)
    )));
    let [low, middle, high] = quartiles(data.choices.iter().map(|(&key, &number)| (key, number)));
    let most = data.choices.keys().next_back().copied().unwrap_or(0);
    let only = data.choices.get(&1).copied().unwrap_or(0);
    let positions: u64 = data.choices.values().sum();
    parts.push(Part::said(format!(
        "A position has {} legal moves: median {middle}, half of the positions between {low} and {high}, most {most}. In \
         {:.1} % there is only one.",
        number(data.branching.mean(games).scaled(0.01), 1),
        100.0 * only as f64 / positions.max(1) as f64,
    )));
    let decided = data.decided;
    if decided.games > 0 {
        parts.push(Part::said(format!(
            "Won games are decided after {} of their moves: from then on the engine's score has the winner ahead by two of \
             the weakest pieces or more. In {} of them the winner was behind by as much before.",
            percent(decided.moment.mean(decided.games).scaled(0.001)),
            percent(Estimate::share(decided.turned, decided.games)),
        )));
    }
    Section { title: "Course", parts }
}

/// The quarters of a distribution.
fn quartiles(counts: impl Iterator<Item = (u32, u64)>) -> [u32; 3] {
    let counts: Vec<(u32, u64)> = counts.collect();
    let whole: u64 = counts.iter().map(|(_, number)| number).sum();
    [1, 2, 3].map(|quarter| {
        let mut below = 0;
        let found = counts.iter().find(|(_, number)| {
            below += number;
            below * 4 >= whole * quarter
        });
        found.map_or(0, |(key, _)| *key)
    })
}

fn handicaps(studied: &Studied) -> Section {
    let plan = studied.study.plan();
    let mut parts = Vec::new();
    if plan.starts.len() > 1 && studied.study.rules().variant().players.len() == 2 {
        let first = studied.study.first().index();
        let name = &studied.study.rules().variant().players[first].name;
        let results = (0..plan.starts.len()).map(|start| studied.data.of_player(start, first));
        let mut rated: Vec<_> = plan.starts.iter().zip(results).filter(|(_, one)| one.games() > 0).collect();
        rated.sort_by(|(_, a), (_, b)| {
            (a.share().value - 0.5).abs().total_cmp(&(b.share().value - 0.5).abs())
        });
        if let Some((fairest, _)) = rated.first() {
            let even = |one: &Results| (one.share().value - 0.5).abs() <= one.share().error;
            let also = rated.iter().skip(1).filter(|(_, one)| even(one)).count();
            let also = match also {
                0 => String::new(),
                _ => format!(" Others that do not differ clearly from even: {also}."),
            };
            parts.push(Part::said(format!("The fairest: {}.{also}", fairest.name)));
        }
        let rows = rated
            .iter()
            .map(|(start, one)| vec![start.name.clone(), one.games().to_string(), percent(one.share())]);
        parts.push(Part::table(&["start", "games", &format!("points of {name}")], rows.collect()));
    }
    Section { title: "Handicaps", parts }
}

/// Selects one kind of activity of pieces.
type DeedSums = fn(&Deeds) -> Sums;

fn pieces(studied: &Studied) -> Section {
    let variant = studied.study.rules().variant();
    let games = studied.data.games();
    let mut parts = Vec::new();
    let used = |of: DeedSums| studied.data.deeds.iter().flatten().any(|deeds| of(deeds).sum > 0);
    let mut columns: Vec<(&str, DeedSums)> =
        vec![("moves", |deeds| deeds.moves), ("takes", |deeds| deeds.takes), ("lost", |deeds| deeds.lost)];
    if used(|deeds| deeds.promotions) {
        columns.push(("promotes", |deeds| deeds.promotions));
    }
    if used(|deeds| deeds.drops) {
        columns.push(("dropped", |deeds| deeds.drops));
    }
    let mut head = vec!["in a game"];
    head.extend(columns.iter().map(|(name, _)| *name));
    let moved = |deeds: &Deeds| deeds.moves.sum + deeds.drops.sum > 0;
    let begins = |player: usize, role: usize| {
        let start = &variant.start;
        let is = |piece: &Piece| (piece.player.index(), piece.role.index()) == (player, role);
        let held = start.hands.get(player * variant.roles.len() + role).is_some_and(|&held| held > 0);
        held || start.squares.iter().flatten().any(is)
    };
    let all = || variant.players.iter().zip(&studied.data.deeds).enumerate();
    let appears = |role: usize| {
        all().any(|(player, (_, deeds))| begins(player, role) || deeds.get(role).is_some_and(moved))
    };
    let (mut rows, mut idle) = (Vec::new(), Vec::new());
    for (side, (player, roles)) in all() {
        for (index, (role, deeds)) in variant.roles.iter().zip(roles).enumerate() {
            let name = format!("{} {}", player.name, role.name);
            // Not every player has every kind.
            if !moved(deeds) && (begins(side, index) || !appears(index)) {
                idle.push(name.clone());
            }
            if columns.iter().any(|(_, of)| of(deeds).sum > 0) {
                let numbers = columns.iter().map(|(_, of)| number(of(deeds).mean(games), 2));
                rows.push(std::iter::once(name).chain(numbers).collect());
            }
        }
    }
    if !rows.is_empty() {
        parts.push(Part::table(&head, rows));
    }
    if !idle.is_empty() {
        parts.push(Part::said(format!("Never moved: {}.", idle.join(", "))));
    }
    Section { title: "Pieces", parts }
}

fn values(studied: &Studied) -> Section {
    let variant = studied.study.rules().variant();
    let values = &studied.values;
    if studied.data.balances.iter().all(|group| group.is_empty()) || values.values.is_empty() {
        return Section { title: "Values", parts: Vec::new() };
    }
    let unit = match values.unit {
        Some(unit) => {
            let name = &variant.role(unit).name;
            format!("the {name} has the value derived from the rules, {}", studied.evaluation.value(unit))
        }
        None => "scaled to fit the values derived from the rules, because no piece's value is certain enough to be the \
                 unit"
            .to_owned(),
    };
    let unequal: u64 = studied.data.balances.iter().flat_map(|group| group.values().flatten()).sum();
    let text = format!(
        "From the results of {} in which each side lacked different pieces: in hundredths ({unit}), and in Elo between players of \
         this strength.",
        counted(unequal, "game")
    );
    let row = |value: &carn::study::Value| {
        let shown = |estimate: Option<Estimate>| estimate.map_or("too few".to_owned(), |one| number(one, 0));
        vec![
            variant.role(value.role).name.clone(),
            value.suggested.to_string(),
            shown(value.value),
            shown(value.elo),
            value.cases.to_string(),
        ]
    };
    let mut sorted: Vec<_> = values.values.iter().collect();
    sorted.sort_by_key(|value| std::cmp::Reverse(value.suggested));
    let head = ["one more", "by the rules", "by the games", "Elo", "games"];
    let mut table = Part::table(&head, sorted.into_iter().map(row).collect());
    table.text = text;
    Section { title: "Values", parts: vec![table] }
}

fn squares(studied: &Studied) -> Section {
    let never = never_visited(studied);
    let text = if studied.data.games() == 0 {
        return Section { title: "Squares", parts: Vec::new() };
    } else if never.is_empty() {
        "Pieces reached every square.".to_owned()
    } else {
        let squares = counted(studied.study.rules().variant().board.len(), "square");
        let end = if never.len() > SQUARES { ", …" } else { "." };
        let shown = never[..never.len().min(SQUARES)].join(", ");
        format!("No piece reached {} of {squares}: {shown}{end}", never.len())
    };
    Section { title: "Squares", parts: vec![Part::said(text)] }
}

/// The squares that no piece visited.
pub fn never_visited(studied: &Studied) -> Vec<String> {
    let board = &studied.study.rules().variant().board;
    let visits = |square: carn::geometry::Square| {
        studied.data.visits.iter().filter_map(|squares| squares.get(square.index())).sum::<u64>()
    };
    if studied.data.visits.is_empty() {
        return Vec::new();
    }
    board.squares().filter(|&square| visits(square) == 0).map(|square| board.name(square)).collect()
}

/// The unused rules: file and line, and the text.
pub fn never_used(studied: &Studied) -> Vec<(String, String)> {
    let sources = &studied.game.compiled.sources;
    let rules = studied.study.coverage().rules().iter().enumerate();
    let dead = rules.filter(|(index, _)| studied.data.uses.get(*index).copied().unwrap_or(0) == 0);
    let mut found: Vec<(SourceId, usize, String, String)> = dead
        .filter_map(|(_, rule)| {
            let source = sources.get(rule.source)?;
            let place = source.position(rule.span.start);
            let text = source.slice(rule.span);
            let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
            let text = bare.split_whitespace().collect::<Vec<_>>().join(" ");
            Some((rule.source, rule.span.start, format!("{}:{}", source.name(), place.line), text))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, _, place, text)| (place, text)).collect()
}

fn rules(studied: &Studied) -> Section {
    let all = studied.study.coverage().rules().len();
    let never = never_used(studied);
    if studied.data.games() == 0 || all == 0 {
        return Section { title: "Rules", parts: Vec::new() };
    }
    let mistake = if never.is_empty() { "" } else { " Never used, perhaps by mistake:" };
    let text = format!("Used: {} of {}.{mistake}", all - never.len(), counted(all, "rule"));
    let rows = never.into_iter().map(|(place, text)| vec![format!("{place}  {text}")]).collect();
    Section { title: "Rules", parts: vec![Part { text, head: Vec::new(), rows }] }
}

/// The largest differences between two games.
pub fn compared(report: &Report) -> Section {
    let mut parts = Vec::new();
    if let [first, second, ..] = report.studies.as_slice() {
        let all = report.differences();
        let clear = all.iter().filter(|one| one.distance.abs() >= CLEAR).count();
        let names = [first, second].map(|one| one.study.rules().variant().name.clone());
        let shown = |one: &Difference, which: usize| {
            if one.share { percent(one.both[which]) } else { number(one.both[which], 2) }
        };
        let row = |one: &Difference| {
            vec![one.name.clone(), shown(one, 0), shown(one, 1), format!("{:+.1}", one.distance)]
        };
        let rows = all.iter().filter(|one| one.distance != 0.0).take(DIFFERENCES).map(row).collect();
        let head = ["most significant first", &names[0], &names[1], "errors"];
        let mut table = Part::table(&head, rows);
        let figures = counted(all.len(), "figure");
        table.text = format!("Different by {CLEAR} standard errors or more: {clear} of {figures}.");
        parts.push(table);
    }
    Section { title: "Differences", parts }
}

/// A share in percent.
pub fn percent(share: Estimate) -> String {
    format!("{:.1} % ± {:.1}", 100.0 * share.value, 100.0 * share.error)
}

/// A number with this many decimals, with its error.
pub fn number(estimate: Estimate, digits: usize) -> String {
    format!("{:.digits$} ± {:.digits$}", estimate.value, estimate.error)
}
