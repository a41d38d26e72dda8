//! Builds the syntax tree from the grammar's pairs.

use pest::iterators::Pair;
use unicode_normalization::UnicodeNormalization;

use super::clean::Clean;
use super::grammar::Rule;
use crate::source::Span;
use crate::syntax::ast::{
    Alternative, Amount, Anchor, AnchorKind, Argument, ArgumentKind, Axis, AxisKind, Call, Count, Expression,
    Item, Leg, Name, Pattern, Region, Repeat, Sign, Signature, Step, Term,
};

type P<'i> = Pair<'i, Rule>;

/// Builds trees whose spans refer to the original text.
pub(super) struct Builder<'a> {
    /// The text that the grammar parsed, wholly or in part.
    pub clean: &'a Clean,
    /// The offset of that part in the clean text.
    pub base: usize,
}

impl Builder<'_> {
    fn span(&self, pair: &P<'_>) -> Span {
        let span = pair.as_span();
        self.clean.original(Span::new(span.start(), span.end()).offset(self.base))
    }

    fn name(&self, pair: &P<'_>) -> Name {
        Name { text: pair.as_str().nfc().collect(), span: self.span(pair) }
    }

    fn int(pair: &P<'_>) -> u32 {
        // Larger numbers were reported before the grammar ran.
        pair.as_str().parse().unwrap_or(super::MAX_NUMBER).min(super::MAX_NUMBER)
    }

    /// A whole pattern, parsed at once.
    pub fn pattern(&self, pair: P<'_>) -> Pattern {
        let mut alternatives = Vec::new();
        for pair in pair.into_inner() {
            if pair.as_rule() == Rule::alternative {
                let span = self.span(&pair);
                let (legs, effects) = (Vec::new(), Vec::new());
                let mut alternative = Alternative { legs, repeat: None, effects, arrow: None, span };
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::leg => alternative.legs.push(self.leg(part)),
                        Rule::chain => alternative.repeat = Some(self.chain(part, &mut alternative.legs)),
                        Rule::arrow => alternative.arrow = Some(self.span(&part)),
                        _ => alternative.effects = self.calls(part),
                    }
                }
                alternatives.push(alternative);
            }
        }
        let span = alternatives
            .iter()
            .fold(None::<Span>, |all, one| Some(all.map_or(one.span, |all| all.join(one.span))));
        Pattern { alternatives, span: span.unwrap_or_default() }
    }

    /// The legs of a chain, and the text after its braces.
    fn chain(&self, pair: P<'_>, legs: &mut Vec<Leg>) -> Repeat {
        let mut repeat = Repeat { counts: Vec::new(), guards: Vec::new(), span: self.span(&pair) };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::leg => legs.push(self.leg(part)),
                Rule::times => repeat.counts = self.times(part),
                Rule::calls => repeat.guards = self.calls(part),
                _ => {}
            }
        }
        repeat
    }

    pub fn times(&self, pair: P<'_>) -> Vec<Count> {
        pair.into_inner().map(|count| self.count(count)).collect()
    }

    pub fn leg(&self, pair: P<'_>) -> Leg {
        let span = self.span(&pair);
        let items = pair.into_inner().map(|item| match item.as_rule() {
            Rule::call => Item::Call(self.call(item)),
            _ => Item::Step(self.step(item)),
        });
        Leg { items: items.collect(), span }
    }

    pub fn calls(&self, pair: P<'_>) -> Vec<Call> {
        pair.into_inner().map(|call| self.call(call)).collect()
    }

    fn step(&self, pair: P<'_>) -> Step {
        let span = self.span(&pair);
        let mut axis = Axis { kind: AxisKind::Rest, span };
        let mut counts = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::axis => axis = self.axis(part),
                _ => counts.push(self.count(part)),
            }
        }
        Step { axis, counts, span }
    }

    fn axis(&self, pair: P<'_>) -> Axis {
        let span = self.span(&pair);
        let mut kind = AxisKind::Rest;
        for part in pair.into_inner() {
            kind = match part.as_rule() {
                Rule::any_set => AxisKind::AnySet(part.into_inner().next().map(|label| self.name(&label))),
                Rule::some => AxisKind::Some(part.into_inner().next().map(|label| self.name(&label))),
                Rule::name => AxisKind::Named(self.name(&part).text),
                _ => AxisKind::Rest,
            };
        }
        Axis { kind, span }
    }

    /// A `count`, `plain_count`, `coordinate` or `coordinates`.
    fn count(&self, pair: P<'_>) -> Count {
        let rule = pair.as_rule();
        let mut span = self.span(&pair);
        let mut sign = None;
        let mut amount = Amount::Any;
        let mut names = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::sign => sign = Some(if part.as_str() == "-" { Sign::Minus } else { Sign::Plus }),
                Rule::range => amount = Self::range(part),
                Rule::expression => amount = Amount::Value(self.expression(part)),
                Rule::product => amount = Amount::Value(self.product(part)),
                Rule::int => amount = Amount::Value(Expression::Number(Self::int(&part), self.span(&part))),
                Rule::name => names.push(self.name(&part)),
                _ => {}
            }
        }
        let mut names = names.into_iter();
        if let Some(low) = names.next() {
            amount = match names.next() {
                Some(high) => Amount::Coordinates { low, high },
                None => {
                    // The rule has a lookahead, so its pair may extend over the blank.
                    if rule == Rule::coordinate {
                        span = low.span;
                    }
                    Amount::Coordinate(low)
                }
            };
        }
        Count { sign, amount, span }
    }

    fn range(pair: P<'_>) -> Amount {
        let (mut low, mut high) = (None, None);
        for end in pair.into_inner() {
            match end.as_rule() {
                Rule::low => low = Some(Self::int(&end)),
                _ => high = Some(Self::int(&end)),
            }
        }
        Amount::Range { low, high }
    }

    fn expression(&self, pair: P<'_>) -> Expression {
        let mut minus = false;
        let mut result: Option<Expression> = None;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::operator {
                minus = part.as_str() == "-";
                continue;
            }
            let right = self.product(part);
            result = Some(match result {
                None => right,
                Some(left) if minus => Expression::Difference(Box::new(left), Box::new(right)),
                Some(left) => Expression::Sum(Box::new(left), Box::new(right)),
            });
        }
        result.unwrap_or(Expression::Number(0, Span::default()))
    }

    fn product(&self, pair: P<'_>) -> Expression {
        let atoms = pair.into_inner().map(|atom| self.atom(atom));
        atoms
            .reduce(|left, right| Expression::Product(Box::new(left), Box::new(right)))
            .unwrap_or(Expression::Number(0, Span::default()))
    }

    fn atom(&self, pair: P<'_>) -> Expression {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::int => Expression::Number(Self::int(&pair), span),
            Rule::variable => {
                let name = pair.into_inner().next().map(|name| self.name(&name));
                Expression::Variable(name.unwrap_or(Name { text: String::new(), span }))
            }
            _ => {
                let inner = pair.into_inner().next().map(|inner| self.expression(inner));
                Expression::Group(Box::new(inner.unwrap_or(Expression::Number(0, span))), span)
            }
        }
    }

    fn call(&self, pair: P<'_>) -> Call {
        let span = self.span(&pair);
        let mut call =
            Call { name: Name { text: String::new(), span }, arguments: Vec::new(), parentheses: None, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::word => call.name = self.name(&part),
                _ => {
                    call.parentheses = Some(self.span(&part));
                    call.arguments = part.into_inner().map(|one| self.argument(one)).collect();
                }
            }
        }
        call
    }

    /// An `argument`, or an `end` of a span.
    fn argument(&self, pair: P<'_>) -> Argument {
        let span = self.span(&pair);
        let kind = pair.into_inner().next().map(|form| match form.as_rule() {
            Rule::line => {
                let mut ends = form.into_inner().map(|end| Box::new(self.argument(end)));
                match (ends.next(), ends.next()) {
                    (Some(a), Some(b)) => ArgumentKind::Span(a, b),
                    _ => ArgumentKind::Calls(Vec::new()),
                }
            }
            Rule::runs => {
                let mut parts = form.into_inner().map(|part| self.argument(part));
                match parts.next() {
                    Some(start) => ArgumentKind::Runs(Box::new(start), parts.collect()),
                    None => ArgumentKind::Calls(Vec::new()),
                }
            }
            Rule::conjunction => ArgumentKind::Calls(self.calls(form)),
            Rule::counts => ArgumentKind::Counts(form.into_inner().map(|one| self.count(one)).collect()),
            Rule::place => self.place(form),
            _ => ArgumentKind::Name(self.name(&form)),
        });
        Argument { kind: kind.unwrap_or(ArgumentKind::Calls(Vec::new())), span }
    }

    fn place(&self, pair: P<'_>) -> ArgumentKind {
        let mut anchor = None;
        let mut steps = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::anchor => anchor = Some(self.anchor(part)),
                _ => steps.push(self.step(part)),
            }
        }
        ArgumentKind::Steps { anchor, steps }
    }

    fn anchor(&self, pair: P<'_>) -> Anchor {
        let span = self.span(&pair);
        let kind = pair.into_inner().next().map(|form| match (form.as_rule(), form.as_str()) {
            (Rule::at_leg, _) => AnchorKind::Leg(form.into_inner().next().map_or(0, |int| Self::int(&int))),
            (_, "From") => AnchorKind::From,
            (_, "To") => AnchorKind::To,
            (_, "Victim") => AnchorKind::Victim,
            (_, "Path") => AnchorKind::Path,
            _ => AnchorKind::Here,
        });
        Anchor { kind: kind.unwrap_or(AnchorKind::Here), span }
    }

    pub fn region(&self, pair: P<'_>) -> Region {
        let mut terms = Vec::new();
        let mut span: Option<Span> = None;
        for bound in pair.into_inner().filter(|part| part.as_rule() == Rule::bound) {
            let here = self.span(&bound);
            span = Some(span.map_or(here, |span| span.join(here)));
            let mut parts = bound.into_inner();
            let Some(axis) = parts.next().map(|name| self.name(&name)) else { continue };
            let counts: Vec<Count> = parts.map(|count| self.count(count)).collect();
            terms.push(if counts.is_empty() { Term::Zone(axis) } else { Term::Coordinates { axis, counts } });
        }
        Region { terms, span: span.unwrap_or_default() }
    }

    pub fn signature(&self, pair: P<'_>) -> Option<Signature> {
        let mut name = None;
        let mut parameters = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::word => name = Some(self.name(&part)),
                Rule::parameters => {
                    parameters = part.into_inner().map(|parameter| self.name(&parameter)).collect();
                }
                _ => {}
            }
        }
        Some(Signature { name: name?, parameters })
    }
}
