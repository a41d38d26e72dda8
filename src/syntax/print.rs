//! Writes a tree as canonical text: one blank between words, no commas between items, no empty parentheses.

use std::fmt::{self, Display, Formatter};

use super::ast::{
    Alternative, Amount, Anchor, AnchorKind, Argument, ArgumentKind, Axis, AxisKind, Call, Count, Expression,
    Hook, Item, Leg, Pattern, Region, Repeat, Sign, Signature, Step, Term,
};

fn list<T: Display>(f: &mut Formatter<'_>, items: &[T], between: &str) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.alternatives, " | ")
    }
}

impl Display for Alternative {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.repeat {
            None => list(f, &self.legs, " ; ")?,
            Some(repeat) => {
                f.write_str("{ ")?;
                list(f, &self.legs, " ; ")?;
                write!(f, " }} {repeat}")?;
            }
        }
        if !self.effects.is_empty() {
            f.write_str(" => ")?;
            list(f, &self.effects, " ")?;
        }
        Ok(())
    }
}

impl Display for Repeat {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.counts, " ")?;
        if !self.guards.is_empty() {
            f.write_str(" ")?;
            list(f, &self.guards, " ")?;
        }
        Ok(())
    }
}

impl Display for Leg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.items, " ")
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(step) => step.fmt(f),
            Self::Call(call) => call.fmt(f),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.axis)?;
        list(f, &self.counts, " ")
    }
}

impl Display for Axis {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let label =
            |label: &Option<super::ast::Name>| label.as_ref().map_or("", |name| &name.text).to_owned();
        match &self.kind {
            AxisKind::Named(name) => f.write_str(name),
            AxisKind::Some(name) => write!(f, "*#{}", label(name)),
            AxisKind::Rest => f.write_str("**"),
            AxisKind::AnySet(name) => write!(f, "**#{}", label(name)),
        }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(sign) = self.sign {
            sign.fmt(f)?;
        }
        match &self.amount {
            Amount::Any => f.write_str("*"),
            Amount::Range { low, high } => {
                if let Some(low) = low {
                    low.fmt(f)?;
                }
                f.write_str("~")?;
                high.map_or(Ok(()), |high| high.fmt(f))
            }
            // A product may follow a sign; a sum needs parentheses there.
            Amount::Value(value) => write_expression(f, value, usize::from(self.sign.is_some())),
            Amount::Coordinate(name) => f.write_str(&name.text),
            Amount::Coordinates { low, high } => write!(f, "{}~{}", low.text, high.text),
        }
    }
}

impl Display for Sign {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plus => "+",
            Self::Minus => "-",
        })
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_expression(f, self, 0)
    }
}

/// `tightness`: 0 where a sum is allowed, 1 where a product is, 2 where only an atom is.
fn write_expression(f: &mut Formatter<'_>, expression: &Expression, tightness: usize) -> fmt::Result {
    let (own, left, sign, right) = match expression {
        Expression::Number(number, _) => return number.fmt(f),
        Expression::Variable(name) => return write!(f, "${}", name.text),
        Expression::Group(inner, _) => {
            f.write_str("(")?;
            write_expression(f, inner, 0)?;
            return f.write_str(")");
        }
        Expression::Sum(left, right) => (0, left, "+", right),
        Expression::Difference(left, right) => (0, left, "-", right),
        Expression::Product(left, right) => (1, left, "*", right),
    };
    let grouped = own < tightness;
    if grouped {
        f.write_str("(")?;
    }
    write_expression(f, left, own)?;
    f.write_str(sign)?;
    write_expression(f, right, own + 1)?;
    if grouped { f.write_str(")") } else { Ok(()) }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.name.text)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        list(f, &self.arguments, ", ")?;
        f.write_str(")")
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ArgumentKind::Calls(calls) => list(f, calls, " "),
            ArgumentKind::Counts(counts) => list(f, counts, " "),
            ArgumentKind::Steps { anchor, steps } => {
                if let Some(anchor) = anchor {
                    anchor.fmt(f)?;
                    if !steps.is_empty() {
                        f.write_str(" ")?;
                    }
                }
                list(f, steps, " ")
            }
            ArgumentKind::Name(name) => f.write_str(&name.text),
            ArgumentKind::Runs(start, rest) => {
                write!(f, "Runs({start}")?;
                rest.iter().try_for_each(|part| write!(f, ", {part}"))?;
                f.write_str(")")
            }
            ArgumentKind::Span(a, b) => write!(f, "Span({a}, {b})"),
        }
    }
}

impl Display for Anchor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            AnchorKind::From => "From",
            AnchorKind::To => "To",
            AnchorKind::Here => "Here",
            AnchorKind::Victim => "Victim",
            AnchorKind::Path => "Path",
            AnchorKind::Leg(number) => return write!(f, "Leg {number}"),
        })
    }
}

impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.terms, ", ")
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinates { axis, counts } => {
                write!(f, "{} ", axis.text)?;
                list(f, counts, " ")
            }
            Self::Zone(name) => f.write_str(&name.text),
        }
    }
}

impl Display for Hook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.guards.is_empty() {
            list(f, &self.guards, " ")?;
            f.write_str(" => ")?;
        }
        list(f, &self.effects, " ")
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.text)?;
        for (index, parameter) in self.parameters.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "(" } else { ", " }, parameter.text)?;
        }
        if self.parameters.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}
