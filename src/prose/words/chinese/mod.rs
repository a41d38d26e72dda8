//! CARN in Chinese, in the terms of 象棋 and 国际象棋.

mod calls;

use crate::syntax::ast::{
    Alternative, Amount, Anchor, AnchorKind, Argument, ArgumentKind, AxisKind, Call, Count, Expression, Hook,
    Item, Leg, Repeat, Sign, Step,
};
use crate::variant::{BoardStyle, Colour, PlayerId, Variant};

use super::along::Along;
use super::{
    About, EFFECTS, Seen, Shape, around, encloses, expression, free, of_another, one_number, several, shape,
    steps_of, two_and_one, zone_in,
};

/// The default square of a condition.
const TARGET: &str = "落点";
/// The default square inside a quantifier, a hurdle or a filter.
const THAT: &str = "该格";

/// Describes patterns in Chinese, for one variant.
pub struct Words<'a> {
    variant: &'a Variant,
}

/// The name of a player: the colour, if the name is one, or the side.
pub fn player(variant: &Variant, player: PlayerId) -> String {
    let name = variant.players.get(player.index()).map_or("", |player| player.name.as_str());
    let chinese = match Colour::named(name) {
        Some(Colour::White) => "白方",
        Some(Colour::Black) => "黑方",
        Some(Colour::Red) => "红方",
        Some(Colour::Blue) => "蓝方",
        Some(Colour::Green) => "绿方",
        Some(Colour::Yellow) => "黄方",
        _ => match name {
            "Sente" => "先手",
            "Gote" => "后手",
            _ => name,
        },
    };
    chinese.to_owned()
}

/// The usual name of an axis, if there is one.
pub fn axis(name: &str) -> &str {
    match name {
        "File" => "竖线",
        "Rank" => "横线",
        "Level" | "Floor" => "层",
        other => other,
    }
}

/// The name of a zone.
pub fn zone(variant: &Variant, name: &str) -> String {
    let unnamed = if name == "Board" { "棋盘" } else { name };
    zone_in(variant, name, "zh").unwrap_or_else(|| unnamed.to_owned())
}

/// The name of a role: in Chinese, or else in the first language that has one, or else the rule file's.
pub fn role(variant: &Variant, name: &str) -> String {
    let found = variant.roles.iter().find(|role| role.name == name);
    let mut names = found.into_iter().flat_map(|role| &role.names).filter(|local| !local.are_codes());
    let chinese = names.clone().find(|local| local.language.starts_with("zh"));
    let Some(local) = chinese.or_else(|| names.next()) else { return name.to_owned() };
    let mut said: Vec<&str> = local.names.iter().filter_map(|own| own.first()).map(String::as_str).collect();
    said.dedup();
    said.join("／")
}

impl<'a> Words<'a> {
    pub(super) fn new(variant: &'a Variant) -> Self {
        Self { variant }
    }

    pub(super) fn alternative(&self, alternative: &Alternative, about: &About<'_>) -> String {
        if let Some(along) = Along::of(self.variant, alternative, about) {
            return self.bringing(&along);
        }
        let blockable = about.blockable;
        let mut legs = Vec::new();
        let mut seen = Seen::default();
        for (index, leg) in alternative.legs.iter().enumerate() {
            legs.push(self.leg(alternative, leg, &mut seen, blockable.get(index).copied().unwrap_or(false)));
        }
        let mut text = legs.join("；然后");
        if !alternative.effects.is_empty() {
            let when = if alternative.repeat.is_some() { "每次" } else { "同时" };
            text += &format!("；{when}{}", self.effects(&alternative.effects));
        }
        match &alternative.repeat {
            Some(repeat) => format!("{}：{text}（整步走完才拿掉）", chain(repeat)),
            None => text,
        }
    }

    /// A move that also moves another piece on the line.
    fn bringing(&self, along: &Along<'_>) -> String {
        let way = self.direction(along.axis, Some(along.sign));
        let piece = along.companion.map(|id| role(self.variant, &self.variant.role(id).name));
        let piece = piece.unwrap_or_else(|| "棋子".to_owned());
        let to = match along.lands {
            0 => "它离开的格子".to_owned(),
            1 if along.far == 2 => "它越过的那一格".to_owned(),
            n if n == along.far - 1 => "它越过的最后一格".to_owned(),
            n if n < 0 => format!("起点反方向第 {} 格", -n),
            n => format!("起点同方向第 {n} 格"),
        };
        let mut text = format!("{way}走 {} 格，同方向第 {} 格的{piece}移到{to}", along.far, along.other);
        let mut must: Vec<String> = along.right.iter().map(|right| format!("权利 {right} 仍在")).collect();
        if along.clear {
            must.push("两子之间没有棋子".to_owned());
        } else if along.far > 1 {
            must.push("不能越子".to_owned());
        }
        must.extend(along.rest.iter().map(|call| self.predicate(call, TARGET)));
        if along.safe {
            let squares = if along.far > 1 { "起点和越过的格子均" } else { "起点" };
            must.push(format!("{squares}不受对方攻击"));
        }
        if !must.is_empty() {
            text += &format!("；须{}", must.join("，"));
        }
        text
    }

    pub(super) fn hook(&self, hook: &Hook) -> String {
        let effects = self.effects(&hook.effects);
        if hook.guards.is_empty() {
            effects
        } else {
            format!("若{}，则{effects}", self.all(&hook.guards, TARGET))
        }
    }

    pub(super) fn body(&self, calls: &[Call]) -> String {
        let here = if of_another(calls) { THAT } else { TARGET };
        let said = calls.iter().map(|call| match EFFECTS.contains(&call.name.text.as_str()) {
            true => self.effect(call),
            false => self.part(call, here, calls.len() == 1),
        });
        said.collect::<Vec<_>>().join("，且")
    }

    fn effects(&self, calls: &[Call]) -> String {
        calls.iter().map(|call| self.effect(call)).collect::<Vec<_>>().join("，并")
    }

    /// Whether an axis has a forward and a backward direction.
    fn forward(&self, name: &str) -> bool {
        let axis = self.variant.board.axis(name);
        axis.is_some_and(|axis| self.variant.players.iter().any(|player| player.orientation.flips(axis)))
    }

    fn leg(&self, alternative: &Alternative, leg: &Leg, seen: &mut Seen, blockable: bool) -> String {
        seen.steps = 0;
        let mut conditions = Vec::new();
        let (mut rides, mut jumps) = (false, false);
        for item in &leg.items {
            if let Item::Call(call) = item {
                jumps |= call.name.text == "JumpOver";
                rides |= call.name.text == "Ride";
                conditions.push(call);
            }
        }
        let squares =
            |count: &Amount| if free(alternative, count) { "任意格".to_owned() } else { squares(count) };
        let mut text = match self.shape(&steps_of(leg), "走", &squares) {
            Some(known) => known,
            None if two_and_one(leg) => format!("走“日”字：{}", self.steps(leg, seen)),
            None => self.steps(leg, seen),
        };
        if blockable && !jumps && !rides {
            text += "，不能越子";
        }
        for (index, call) in conditions.iter().enumerate() {
            text += "，";
            text += &self.part(call, TARGET, index + 1 == conditions.len());
        }
        text
    }

    /// The shape of the steps, if players have a name for it; `go` is the verb, empty in a place.
    fn shape(&self, steps: &[&Step], go: &str, squares: &dyn Fn(&Amount) -> String) -> Option<String> {
        // The second axis may be a forward axis too (both are if the players sit crosswise).
        let ahead = |name: &str| self.variant.board.axis(name) == Some(1) && self.forward(name);
        let (way, count) = match shape(self.variant, steps, &ahead)? {
            Shape::Straight(count) => ("沿直线", count),
            Shape::Diagonal(count) => ("沿斜线", count),
            Shape::Lines(count) => ("沿直线或斜线", count),
            Shape::Sides(count) => ("穿过六角格的边笔直", count),
            Shape::Corners(count) => ("穿过六角格的角笔直", count),
            Shape::Aslant(count, Sign::Plus) => ("向斜前方", count),
            Shape::Aslant(count, Sign::Minus) => ("向斜后方", count),
        };
        Some(format!("{way}{go} {}", squares(count)))
    }

    fn steps(&self, leg: &Leg, seen: &mut Seen) -> String {
        let steps: Vec<_> = steps_of(leg).into_iter().map(|step| self.step(step, seen)).collect();
        if steps.is_empty() { "原地不动".to_owned() } else { steps.join("，同时") }
    }

    fn step(&self, step: &Step, seen: &mut Seen) -> String {
        let parts = step
            .counts
            .iter()
            .map(|count| format!("{} {}", self.way(step, count, seen), squares(&count.amount)));
        let said = parts.collect::<Vec<_>>().join("，或");
        seen.note(&step.axis.kind);
        said
    }

    /// The direction of a step, up to the count.
    fn way(&self, step: &Step, count: &Count, seen: &Seen) -> String {
        match &step.axis.kind {
            AxisKind::Named(name) => format!("{}走", self.direction(name, count.sign)),
            AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)) if seen.knows(&label.text) => {
                let label = &label.text;
                match count.sign {
                    Some(Sign::Plus) => format!("沿方向 {label} 继续走"),
                    Some(Sign::Minus) => format!("沿方向 {label} 往回走"),
                    None => format!("沿方向 {label} 来回任一向走"),
                }
            }
            AxisKind::Some(label) => {
                let which = match seen.steps {
                    0 => "沿一个方向",
                    _ if self.variant.drawing.board == BoardStyle::Hexagons => "沿另一个方向",
                    _ => "沿与它垂直的方向",
                };
                let sign = match count.sign {
                    Some(Sign::Plus) => "正向",
                    Some(Sign::Minus) => "反向",
                    None => "",
                };
                match label {
                    Some(label) => format!("{which} {} {sign}走", label.text),
                    None => format!("{which}{sign}走"),
                }
            }
            AxisKind::Rest if seen.steps == 0 => "沿每个方向各走".to_owned(),
            AxisKind::Rest => "沿其余每个方向各走".to_owned(),
            AxisKind::AnySet(Some(label)) if one_number(step).is_some() => {
                format!("沿直线或斜线（方向 {}）走", label.text)
            }
            AxisKind::AnySet(Some(label)) => format!("沿一个或多个方向（方向 {}）各走", label.text),
            AxisKind::AnySet(None) if one_number(step).is_some() => "沿直线或斜线走".to_owned(),
            AxisKind::AnySet(None) => "沿一个或多个方向各走".to_owned(),
        }
    }

    /// The direction along a named axis, from the mover's view.
    fn direction(&self, name: &str, sign: Option<Sign>) -> String {
        let (board, forward) = (&self.variant.board, self.forward(name));
        let Some(index) = board.axis(name) else { return format!("沿 {name} ") };
        let along = axis(name);
        let square = self.variant.drawing.board != BoardStyle::Hexagons;
        match (sign, index, forward) {
            (None, 0, _) if square => "向左或向右".to_owned(),
            (None, 1, true) => "向前或向后".to_owned(),
            (None, 1, false) if square => "向上或向下".to_owned(),
            (None, ..) => format!("沿{along}的正反方向"),
            (Some(Sign::Plus), 0, true) => "向右".to_owned(),
            (Some(Sign::Minus), 0, true) => "向左".to_owned(),
            (Some(Sign::Plus), 1, true) => "向前".to_owned(),
            (Some(Sign::Minus), 1, true) => "向后".to_owned(),
            // The ends of an axis that some player sees reversed are not the same for all.
            (Some(Sign::Plus), _, true) => format!("沿{along}向前"),
            (Some(Sign::Minus), _, true) => format!("沿{along}向后"),
            (Some(sign), ..) => {
                let (first, last) = board.ends(index);
                let end = if sign == Sign::Plus { last } else { first };
                format!("向 {end} {along}方向")
            }
        }
    }

    fn list(&self, arguments: &[Argument], between: &str) -> String {
        arguments.iter().map(|argument| self.argument(argument)).collect::<Vec<_>>().join(between)
    }

    fn conditions(&self, arguments: &[Argument], between: &str, here: &str) -> String {
        // The words between the arguments of `@Or` separate them sufficiently.
        let alone = arguments.len() == 1 || between.ends_with("或者");
        let one = |argument: &Argument| match &argument.kind {
            ArgumentKind::Calls(calls) => match calls.as_slice() {
                [call] => self.part(call, here, alone),
                calls => self.all(calls, here),
            },
            _ => self.argument(argument),
        };
        arguments.iter().map(one).collect::<Vec<_>>().join(between)
    }

    /// A conjunction of conditions.
    fn all(&self, calls: &[Call], here: &str) -> String {
        calls.iter().map(|call| self.part(call, here, calls.len() == 1)).collect::<Vec<_>>().join("，且")
    }

    /// A condition among others; parentheses mark its end if needed.
    fn part(&self, call: &Call, here: &str, alone: bool) -> String {
        let said = self.predicate(call, here);
        if alone || !encloses(call) { said } else { format!("（{said}）") }
    }

    fn argument(&self, argument: &Argument) -> String {
        match &argument.kind {
            ArgumentKind::Calls(calls) => self.all(calls, TARGET),
            ArgumentKind::Counts(_) => self.counts_of(argument),
            ArgumentKind::Steps { anchor, steps } => self.place(anchor.as_ref(), steps),
            ArgumentKind::Name(name) => self.name(&name.text),
            ArgumentKind::Runs(start, rest) => {
                let of = |at: usize| {
                    rest.get(at).map_or_else(String::new, |part| {
                        self.conditions(std::slice::from_ref(part), "，且", THAT)
                    })
                };
                let long = rest
                    .get(2)
                    .map_or_else(String::new, |counts| format!("；长 {} 格", self.counts_of(counts)));
                let start = self.argument(start);
                format!("自{start}起沿直线延伸的各段（段中每格：{}；段后一格：{}{long}）", of(0), of(1))
            }
            ArgumentKind::Span(from, to) => {
                format!("从{}到{}的直线", self.argument(from), self.argument(to))
            }
        }
    }

    /// A name of the rule file: a role, a zone, a player.
    fn name(&self, name: &str) -> String {
        if self.variant.roles.iter().any(|role| role.name == name) {
            return role(self.variant, name);
        }
        match self.variant.players.iter().position(|player| player.name == name) {
            Some(index) => player(self.variant, PlayerId(index as u8)),
            None => zone(self.variant, name),
        }
    }

    fn place_or(&self, argument: Option<&Argument>, otherwise: &str) -> String {
        argument.map_or_else(|| otherwise.to_owned(), |argument| self.argument(argument))
    }

    fn place(&self, anchor: Option<&Anchor>, steps: &[Step]) -> String {
        let from = match anchor.map(|anchor| anchor.kind) {
            None | Some(AnchorKind::From) => "起点".to_owned(),
            Some(AnchorKind::To) => TARGET.to_owned(),
            Some(AnchorKind::Here) => THAT.to_owned(),
            Some(AnchorKind::Victim) => "被吃棋子所在格".to_owned(),
            Some(AnchorKind::Leg(n)) => format!("第 {n} 段的落点"),
            Some(AnchorKind::Path) => "途经各格".to_owned(),
        };
        if steps.is_empty() {
            return from;
        }
        if around(steps) {
            return format!("{from}及其周围各格");
        }
        let square = if steps.iter().any(several) { "处的各格" } else { "处" };
        let known = self.shape(&steps.iter().collect::<Vec<_>>(), "", &squares);
        let each = || {
            let each = steps.iter().enumerate().map(|(index, step)| self.step_in_place(step, index > 0));
            each.collect::<Vec<_>>().join("、")
        };
        format!("{from}{}{square}", known.unwrap_or_else(each))
    }

    /// A step of a place, and whether others precede it. A label there means a direction chosen by the leg.
    fn step_in_place(&self, step: &Step, later: bool) -> String {
        let parts = step.counts.iter().map(|count| {
            let squares = squares(&count.amount);
            match &step.axis.kind {
                AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)) => match count.sign {
                    Some(Sign::Plus) => format!("沿方向 {} 前 {squares}", label.text),
                    Some(Sign::Minus) => format!("沿方向 {} 反向 {squares}", label.text),
                    None => format!("沿方向 {} 前后各 {squares}", label.text),
                },
                AxisKind::Named(name) => format!("{} {squares}", self.direction(name, count.sign)),
                AxisKind::Some(None) if later => format!("再沿另一个方向 {squares}"),
                AxisKind::Some(None) => format!("沿一个方向 {squares}"),
                AxisKind::Rest if later => format!("再沿其余每个方向各 {squares}"),
                AxisKind::Rest => format!("每个方向各 {squares}"),
                AxisKind::AnySet(None) if one_number(step).is_some() => format!("沿直线或斜线 {squares}"),
                AxisKind::AnySet(None) => format!("沿一个或多个方向各 {squares}"),
            }
        });
        parts.collect::<Vec<_>>().join("或")
    }

    fn regions(&self, call: &Call) -> String {
        call.arguments.iter().map(|argument| self.region(argument)).collect::<Vec<_>>().join("或")
    }

    /// The name of a zone, or coordinates on axes.
    fn region(&self, argument: &Argument) -> String {
        match &argument.kind {
            ArgumentKind::Steps { anchor: None, steps } => {
                let parts = steps.iter().map(|step| {
                    let counts: Vec<_> = step.counts.iter().map(|count| amount(&count.amount)).collect();
                    match &step.axis.kind {
                        AxisKind::Named(name) => {
                            let counts = counts.join("、");
                            // Numbers count, letters name.
                            let ordinal =
                                if counts.starts_with(|c: char| c.is_ascii_digit()) { "第 " } else { "" };
                            format!("{ordinal}{counts} {}", axis(name))
                        }
                        _ => counts.join("、"),
                    }
                });
                parts.collect::<Vec<_>>().join("与")
            }
            _ => format!("{}内", self.argument(argument)),
        }
    }

    fn counts_of(&self, argument: &Argument) -> String {
        match &argument.kind {
            ArgumentKind::Counts(counts) => {
                let signed = |count: &Count| {
                    let sign = if count.sign == Some(Sign::Minus) { "-" } else { "" };
                    format!("{sign}{}", amount(&count.amount))
                };
                counts.iter().map(signed).collect::<Vec<_>>().join(" 或 ")
            }
            _ => self.argument(argument),
        }
    }
}

/// A number of squares.
fn squares(count: &Amount) -> String {
    match count {
        Amount::Any | Amount::Range { low: None, high: None } => "任意格".to_owned(),
        other => format!("{} 格", amount(other)),
    }
}

/// The number of repetitions of a chain.
fn chain(repeat: &Repeat) -> String {
    let times = |count: &Count| match &count.amount {
        Amount::Range { low: Some(1), high: None } | Amount::Any => "一次或多次".to_owned(),
        Amount::Value(Expression::Number(1, _)) => "一次".to_owned(),
        other => format!("{}次", amount(other)),
    };
    let times: Vec<String> = repeat.counts.iter().map(times).collect();
    let full = if repeat.guards.is_empty() { "" } else { "，能继续就须继续" };
    format!("连走{}{full}", times.join("或"))
}

fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Any | Amount::Range { low: None, high: None } => "任意".to_owned(),
        Amount::Range { low: None, high: Some(high) } => format!("至多 {high}"),
        Amount::Range { low: Some(low), high: None } => format!("至少 {low}"),
        Amount::Range { low: Some(low), high: Some(high) } => format!("{low} 至 {high}"),
        Amount::Value(value) => expression(value),
        Amount::Coordinate(name) => name.text.clone(),
        Amount::Coordinates { low, high } => format!("{} 至 {}", low.text, high.text),
    }
}

/// A call without wording of its own: the name in the rule file.
fn written(call: &Call) -> String {
    super::english::written(call)
}

/// The text without blanks between Chinese characters; only numbers and foreign names keep theirs.
pub(super) fn tight(text: &str) -> String {
    let wide = |c: char| c > '\u{2e7f}';
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != ' ' || !out.ends_with(wide) || !rest.peek().is_some_and(|&next| wide(next)) {
            out.push(c);
        }
    }
    out
}
