//! Writes reports as JSON, and reads them: they contain the data as whole numbers.

use std::path::{Path, PathBuf};

use carn::study::statistics::Estimate;
use carn::study::{Data, Difference, Figure, Kind, Plan, Study, ending};
use serde_json::{Value, json};

use super::super::given::Given;
use super::sections::never_visited;
use super::{Report, Studied};
use crate::cli::console::Console;
use crate::cli::exit::{Result, Stop};
use crate::cli::game::Game;

/// The report.
pub fn report(report: &Report) -> Value {
    let both = |one: &Difference| {
        json!({
            "name": one.name,
            "first": estimate(one.both[0]),
            "second": estimate(one.both[1]),
            "standard_errors": one.distance,
        })
    };
    json!({
        "program": concat!("carn ", env!("CARGO_PKG_VERSION")),
        "stopped": report.stopped.is_some(),
        "studies": report.studies.iter().map(studied).collect::<Vec<_>>(),
        "differences": report.differences().iter().map(both).collect::<Vec<_>>(),
    })
}

fn estimate(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "error": estimate.error })
}

fn studied(studied: &Studied) -> Value {
    let Studied { game, study, data, .. } = studied;
    let variant = study.rules().variant();
    let results = data.results.iter().enumerate().flat_map(|(start, strengths)| {
        strengths.iter().enumerate().flat_map(move |(strength, players)| {
            players.iter().enumerate().map(move |(player, one)| {
                json!({
                    "start": study.plan().starts[start].name,
                    "strength": study.plan().strengths[strength].to_string(),
                    "player": variant.players[player].name,
                    "wins": one.wins, "draws": one.draws, "losses": one.losses,
                    "points": estimate(one.share()),
                })
            })
        })
    });
    let endings = data.endings.iter().map(|(reason, one)| {
        json!({
            "reason": reason, "text": ending(study, reason), "games": one.games, "wins": one.wins, "draws": one.draws,
        })
    });
    let values = studied.values.values.iter().map(|value| {
        json!({
            "role": variant.role(value.role).name,
            "suggested": value.suggested,
            "value": value.value.map(estimate),
            "elo": value.elo.map(estimate),
            "cases": value.cases,
        })
    });
    let figure = |figure: &Figure| json!({ "name": figure.name, "value": figure.estimate.value, "error": figure.estimate.error });
    json!({
        "variant": game.name,
        "name": variant.name,
        "rules": game.compiled.rule_hash_text(),
        "plan": study.plan(),
        "games": data.played(),
        "results": results.collect::<Vec<_>>(),
        "endings": endings.collect::<Vec<_>>(),
        "figures": studied.figures.iter().map(figure).collect::<Vec<_>>(),
        "values": values.collect::<Vec<_>>(),
        "unit": studied.values.unit.map(|role| &variant.role(role).name),
        "never_visited": never_visited(studied),
        "coverage": coverage(studied),
        "data": data,
    })
}

fn coverage(studied: &Studied) -> Vec<Value> {
    let sources = &studied.game.compiled.sources;
    let rules = studied.study.coverage().rules().iter().enumerate();
    rules
        .filter_map(|(index, rule)| {
            let source = sources.get(rule.source)?;
            let place = source.position(rule.span.start);
            Some(json!({
                "file": source.name(),
                "line": place.line,
                "column": place.column,
                "text": source.slice(rule.span),
                "kind": word(rule.kind),
                "counted": rule.kind.counted(),
                "uses": studied.data.uses.get(index).copied().unwrap_or(0),
            }))
        })
        .collect()
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Alternative => "alternative",
        Kind::Hook => "hook",
        Kind::Promotion => "promotion",
        Kind::Drop => "drop",
        Kind::Pass => "pass",
        Kind::Choice => "choice",
        Kind::End => "end",
    }
}

/// Merges reports of disjoint games of the same plan. `variant` is the current path of the rule file.
pub fn merged(files: &[PathBuf], variant: Option<&Given>, console: &mut Console) -> Result<Report> {
    let mut all: Option<Report> = None;
    for path in files {
        let failed =
            |message: String| Stop::usage(format!("`{}` cannot be merged: {message}", path.display()));
        let one = read(path, variant, console)?;
        let Some(whole) = &mut all else {
            all = Some(one);
            continue;
        };
        if whole.studies.len() != one.studies.len() {
            return Err(failed(
                "it compares another number of rule files than the reports before it".to_owned(),
            ));
        }
        for (own, other) in whole.studies.iter_mut().zip(one.studies) {
            if own.game.compiled.rule_hash != other.game.compiled.rule_hash {
                return Err(failed("its rules differ from those of the reports before it".to_owned()));
            }
            if own.study.plan() != other.study.plan() {
                return Err(failed(
                    "its settings differ; seed, nodes, opening, limit and handicaps must be the same"
                        .to_owned(),
                ));
            }
            own.data.merge(&other.data).map_err(|twice| {
                failed(format!("{twice} it and those before it; give each study another --from"))
            })?;
        }
    }
    let mut all = all.ok_or_else(|| Stop::usage("there is nothing to merge"))?;
    all.studies = all.studies.into_iter().map(|one| Studied::new(one.game, one.study, one.data)).collect();
    Ok(all)
}

/// Reads a report from its JSON.
fn read(path: &Path, variant: Option<&Given>, console: &mut Console) -> Result<Report> {
    let failed = |message: String| {
        Stop::usage(format!("`{}` is not a report of `carn study`: {message}", path.display()))
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Stop::usage(format!("cannot read `{}`: {error}", path.display())))?;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let Value::Array(studies) = value["studies"].take() else {
        return Err(failed("it has no `studies`; write it with --format json".to_owned()));
    };
    let mut found = Vec::new();
    for (nth, mut one) in studies.into_iter().enumerate() {
        let plan: Plan =
            serde_json::from_value(one["plan"].take()).map_err(|error| failed(error.to_string()))?;
        let data: Data =
            serde_json::from_value(one["data"].take()).map_err(|error| failed(error.to_string()))?;
        let written = one["variant"].as_str().unwrap_or_default();
        let name = variant.filter(|_| nth == 0).cloned().unwrap_or_else(|| Given::from(written));
        let game = Game::load(&name, console)?;
        if game.compiled.rule_hash_text().as_deref() != one["rules"].as_str() {
            return Err(failed(format!("the rules of `{name}` have changed since")));
        }
        let study = Study::new(game.rules.clone(), &game.compiled.origins, plan);
        found.push(Studied::new(game, study, data));
    }
    if found.is_empty() {
        return Err(failed("it has no games".to_owned()));
    }
    let stopped = None;
    Ok(Report { studies: found, stopped })
}
