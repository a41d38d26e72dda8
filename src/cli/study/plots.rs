//! The plots of a report as SVG.

use std::error::Error;

use carn::study::statistics::Estimate;
use plotters::prelude::*;

use super::Studied;

/// Width and height of a plot.
const SIZE: (u32, u32) = (420, 280);
const COLOUR: RGBColor = RGBColor(31, 111, 139);
const SECOND: RGBColor = RGBColor(196, 91, 55);

/// Draws a plot; empty on failure, since a report is useful without it.
fn picture(
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Result<(), Box<dyn Error>>,
) -> String {
    let mut svg = String::new();
    let drawn = {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&area).and_then(|()| Ok(area.present()?))
    };
    if drawn.is_err() {
        return String::new();
    }
    // Without a fixed size, the page can scale it.
    let size = format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1);
    svg.replacen(&size, "", 1)
}

/// The label of a place on an axis of whole numbers; empty between them.
fn whole(number: &f64) -> String {
    if (number - number.round()).abs() < 0.01 { format!("{number:.0}") } else { String::new() }
}

/// Bars over equal steps of width `step` from `low`, with a title and axis names.
fn bars(title: &str, x: &str, y: &str, low: f64, step: f64, heights: &[f64]) -> String {
    let high = low + step * heights.len().max(1) as f64;
    let most = heights.iter().copied().fold(0.0, f64::max) * 1.08;
    if most <= 0.0 {
        return String::new();
    }
    picture(|area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 16))
            .margin(8)
            .margin_right(24)
            .x_label_area_size(36)
            .y_label_area_size(48)
            .build_cartesian_2d(low..high, 0.0..most)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc(x)
            .y_desc(y)
            .draw()?;
        chart.draw_series(heights.iter().enumerate().map(|(nth, &height)| {
            let left = low + step * nth as f64;
            Rectangle::new([(left + step * 0.06, 0.0), (left + step * 0.94, height)], COLOUR.filled())
        }))?;
        Ok(())
    })
}

/// Estimates with their errors, one above the other; two per name if a second is given.
fn ranges(
    title: &str,
    x: &str,
    rows: &[(String, Estimate, Option<f64>)],
    span: (f64, f64),
    mark: Option<f64>,
) -> String {
    if rows.is_empty() {
        return String::new();
    }
    picture(|area| {
        let number = rows.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 16))
            .margin(8)
            .margin_right(24)
            .x_label_area_size(36)
            .y_label_area_size(110)
            .build_cartesian_2d(span.0..span.1, -0.5..number - 0.5)?;
        let name = |at: &f64| {
            let nearest = at.round();
            let row = rows.iter().rev().nth(nearest.max(0.0) as usize);
            row.filter(|_| (at - nearest).abs() < 0.01).map_or(String::new(), |row| row.0.clone())
        };
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .y_labels(2 * rows.len() + 1)
            .y_label_formatter(&name)
            .x_labels(7)
            .x_label_formatter(&whole)
            .x_desc(x)
            .draw()?;
        if let Some(at) = mark {
            chart.draw_series(LineSeries::new([(at, -0.5), (at, number - 0.5)], SECOND.stroke_width(1)))?;
        }
        for (nth, (_, estimate, second)) in rows.iter().rev().enumerate() {
            let at = nth as f64;
            let (low, high) = (estimate.value - estimate.error, estimate.value + estimate.error);
            let bar = ErrorBar::new_horizontal(at, low, estimate.value, high, COLOUR.filled(), 9);
            chart.draw_series(std::iter::once(bar))?;
            if let Some(second) = second {
                chart.draw_series(std::iter::once(Circle::new((*second, at), 4, SECOND.stroke_width(2))))?;
            }
        }
        Ok(())
    })
}

/// The first player's points at each strength.
pub fn points(studied: &Studied) -> String {
    let plan = studied.study.plan();
    let strengths = studied.data.results.first().into_iter().flatten();
    let first = studied.study.first().index();
    let rows: Vec<_> = strengths
        .zip(&plan.strengths)
        .filter_map(|(players, strength)| {
            let one = players.get(first).filter(|one| one.games() > 0)?;
            Some((strength.to_string(), one.share().scaled(100.0), None))
        })
        .collect();
    let players = &studied.study.rules().variant().players;
    let name = players.get(first).map_or("", |player| player.name.as_str());
    let even = 100.0 / players.len().max(1) as f64;
    ranges(&format!("Points of {name}"), "percent", &rows, (0.0, 100.0), Some(even))
}

/// The lengths of games.
pub fn lengths(studied: &Studied) -> String {
    let longest = studied.data.lengths.keys().next_back().copied().unwrap_or(0);
    let step = (longest / 30 + 1).next_multiple_of(2);
    let mut heights = vec![0.0; (longest / step + 1) as usize];
    for (&plies, &number) in &studied.data.lengths {
        heights[(plies / step) as usize] += number as f64;
    }
    bars("Length of games", "moves", "games", 0.0, f64::from(step), &heights)
}

/// The number of legal moves in the course of a game.
pub fn choices(studied: &Studied) -> String {
    // Long games are too few for reliable means.
    let least = studied.data.by_ply.first().map_or(0, |(positions, _)| positions / 20).max(1);
    let kept = studied.data.by_ply.iter().take_while(|(positions, _)| *positions >= least);
    let heights: Vec<f64> = kept.map(|&(positions, moves)| moves as f64 / positions.max(1) as f64).collect();
    bars("Choice", "moves played", "legal moves", 0.0, 10.0, &heights)
}

/// The moments at which won games are decided.
pub fn moments(studied: &Studied) -> String {
    let decided = studied.data.decided;
    let heights = decided.tenths.map(|number| 100.0 * number as f64 / decided.games.max(1) as f64);
    bars("When won games are decided", "percent of the game", "percent of games", 0.0, 10.0, &heights)
}

/// The values of pieces measured from games, and by the rules.
pub fn values(studied: &Studied) -> String {
    let variant = studied.study.rules().variant();
    let mut measured: Vec<_> = studied
        .values
        .values
        .iter()
        .filter_map(|value| {
            let name = variant.role(value.role).name.clone();
            Some((name, value.value?, Some(f64::from(value.suggested))))
        })
        .collect();
    measured.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let ends = measured.iter().flat_map(|(_, one, rules)| {
        [one.value - one.error, one.value + one.error, rules.unwrap_or(0.0), 0.0]
    });
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
    // A very large error would leave no room for the others.
    let most = measured.iter().map(|(_, one, _)| one.value.abs()).fold(0.0, f64::max) * 2.0;
    let span = (low.max(-most) * 1.05, high.min(most) * 1.05);
    ranges("Value: from the games ●, from the rules ○", "hundredths", &measured, span, None)
}
