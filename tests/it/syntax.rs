//! CARN strings: all examples of the language reference parse, print and parse again; random ones too.

use carn::diagnostic::{Code, Diagnostic};
use carn::source::Span;
use carn::syntax::ast::{
    Alternative, Amount, Anchor, AnchorKind, Argument, ArgumentKind, Axis, AxisKind, Call, Count, Expression,
    Item, Leg, Name, Pattern, Repeat, Sign, Step,
};
use carn::syntax::{
    MAX_NESTING, Parsed, parse_calls, parse_hook, parse_pattern, parse_region, parse_signature,
};

/// The sketch's own strings, and every other pattern that the language's description shows.
const PATTERNS: &[&str] = &[
    "Rank +1",
    "File 1~2",
    "File *",
    "File ~1 Rank ~1",
    "*# 1 ** ~1",
    "*# 2 *# 1",
    "*# 2 *# 2",
    "*# * *# *",
    "*# $n *# $n",
    "**# $n",
    "Rank +1 File ~1 | Rank -1 File 1",
    "*# * @JumpOver(1)",
    "@NoAlly Rank 1 | @PawnStartingPosition @NoAlly Rank 2",
    "@Opponent Rank +1 File 1",
    "@NoAlly @NotAttacked ** 1 | @CanLongCastle File -3 | @CanShortCastle File +2",
    "@Opponent @NotAttacked ** 1",
    "Rank 1",
    "File ~1",
    "File 3~",
    "File 1 3",
    "Rank +*",
    "Rank -2~",
    "*# $n *# 2*$n",
    "* 1 | *# 1",
    "*# * *# 1",
    "Rank $n-1",
    "Rank $n -1",
    "Rank 1 @JumpOver(1)",
    "Rank 1 @JumpOver(1~2)",
    "Rank 1 @JumpOver(*)",
    "Rank * @JumpOver(1, @Not(@Is(cannon)))",
    "*# 2 @JumpOver(*) @Ride",
    "*# 2 @Ride(1~3)",
    "*#a 2 *#b 1 @Empty(*#a +1)",
    "*#a 1 ; *#a +1 *#b 1",
    "*#a 1 ; *#a +2 *#b 2",
    "*#a 1 *#b 1 | *#a 1 *#b 1 ; *#a +$n",
    "**#a $n @Occupied ; **#a +1",
    "*#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 => @Take(Leg 1)",
    "Rank 1 @Empty()",
    "Rank 1 @Empty(To ** ~1)",
    "Rank 1 @Is(pawn, rook)",
    "Rank 1 @Is(pawn, rook, File +1)",
    "Rank 1 @On(Rank 2) @To(Palace)",
    "Rank 1 @By(Red, Black)",
    "*# $n *# $n @Where($n, 1~4)",
    "Rank 1 @Right(K) @Unmoved @Marked @Attacked @NotAttacked @Mobile @Checks @Mates",
    "Rank 1 @Any(Path, @Is(pawn)) @All(From File +1, @Empty) @None(To, @Ally) @Count(1~2, Path, @Opponent @Is(rook))",
    "Rank 1 @Not(@Is(pawn) @Ally) @Or(@Empty, @Opponent)",
    "Rank 1 => @Take(To ** ~1, @Not(@Is(pawn))) @Take(To)",
    "Rank 1 => @Shift(File +3, File +1) @Mark(Rank +1) @TakeMarker",
    "Rank 1 => @Promote(queen, rook) @Become(queen) @ToHand(To) @Flip(To) @Put(stone, From)",
    "Rank +2 @On(Rank 2) => @Mark(Rank +1)",
    "Rank +1 File 1 @Marked => @TakeMarker",
    "File +2 @Right(K) @NotAttacked(From) @NotAttacked(File +1) => @Shift(File +3, File +1)",
    "File -2 @Right(Q) @Empty(File -3) @NotAttacked(From) @NotAttacked(File -1) => @Shift(File -4, File -1)",
    "*# 1 @To(Palace)",
    "Rank +* @Is(general)",
    "*# *",
    "Rank +1 | File 1 @Not(@On(Home))",
    "@Empty @Not(@On(Rank 9))",
    "*# $n *# $n *# $n",
    "Rank 1 @All(Span(From, Corner), @Empty) @Empty(Span(From File +1, Leg 1 *#a +1))",
    "馬 1 @空(將)",
    "Rank +(1+$n)*2 -2*$n",
    "Rank 1 @To(File d~f, Rank 1~3) @On(File a h)",
];

fn clean<T: std::fmt::Debug>(text: &str, parsed: Parsed<T>) -> T {
    let errors: Vec<&Diagnostic> = parsed.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{text}: {errors:#?}");
    parsed.value.unwrap_or_else(|| panic!("{text}: no value"))
}

fn codes(text: &str) -> Vec<&'static str> {
    parse_pattern(text).diagnostics.iter().map(|one| one.code.id()).collect()
}

#[test]
fn shown_patterns_parse_and_come_back() {
    for text in PATTERNS.iter().filter(|text| !text.starts_with("* ")) {
        let first = clean(text, parse_pattern(text));
        let printed = first.to_string();
        let second = clean(&printed, parse_pattern(&printed));
        assert_eq!(first.without_spans(), second.without_spans(), "{text} printed as {printed}");
        assert_eq!(second.to_string(), printed);
    }
}

#[test]
fn shown_patterns_are_canonical_but_for_empty_parentheses() {
    for text in PATTERNS.iter().filter(|text| !text.starts_with("* ") && !text.contains("()")) {
        assert_eq!(clean(text, parse_pattern(text)).to_string(), *text);
    }
}

#[test]
fn other_strings_of_a_rule_file() {
    for text in ["File d~f, Rank 1~3", "Palace", "Rank 1~5", "File a c e", "Rank 3~", "Q *, R 1 3"] {
        let region = clean(text, parse_region(text));
        assert_eq!(region.to_string(), text);
    }
    for text in
        ["@Take(To ** ~1, @Not(@Is(pawn))) @Take(To)", "@Is(pawn, To) @To(Rank 8) => @Promote(queen, rook)"]
    {
        assert_eq!(clean(text, parse_hook(text)).to_string(), text);
    }
    let hook = clean("", parse_hook("=> @Take(To)"));
    assert_eq!((hook.guards.len(), hook.effects.len()), (0, 1));
    let calls = clean("", parse_calls("@Right(side), @Empty(Span(From, rookFile))"));
    assert_eq!(calls.len(), 2);
    for text in ["CanCastle(side, rookFile)", "Home", "To"] {
        assert_eq!(clean(text, parse_signature(text)).to_string(), text);
    }
    assert!(parse_region("File").value.is_some_and(|region| region.terms.len() == 1));
    assert!(parse_region("*# 1").has_errors());
    assert!(parse_calls("@Empty Rank 1").has_errors());
    assert!(parse_signature("A(1)").has_errors());
    assert!(parse_signature("A b").has_errors());
}

/// The tree's shape, where the notation invites misreading.
#[test]
fn tokens_are_the_longest() {
    let counts = |text: &str| -> Vec<usize> {
        clean(text, parse_pattern(text)).alternatives[0].legs[0]
            .items
            .iter()
            .map(|item| match item {
                Item::Step(step) => step.counts.len(),
                Item::Call(_) => 0,
            })
            .collect()
    };
    assert_eq!(counts("File 2*$n"), [1]);
    assert_eq!(counts("File * *# 1"), [1, 1]);
    assert_eq!(counts("File $n-1"), [1]);
    assert_eq!(counts("File +$n -1"), [2]);
    assert_eq!(counts("*#1"), [1]);
    assert_eq!(counts("**1"), [1]);
    assert_eq!(counts("**#$n"), [1]);
    assert_eq!(counts("File* Rank+1@Empty"), [1, 1, 0]);
    assert_eq!(counts("File 1~ 2"), [2]);
    assert_eq!(counts("File 1 ~2"), [2]);
    assert_eq!(counts("File\t1,\n Rank 2"), [1, 1]);
}

#[test]
fn names_compare_in_nfc() {
    let (composed, decomposed) = ("caf\u{e9} 1", "cafe\u{301} 1");
    let read = |text: &str| clean(text, parse_pattern(text)).without_spans();
    assert_eq!(read(composed), read(decomposed));
}

#[test]
fn spans_are_those_of_the_text_as_written() {
    let text = "Rank　＋１ ｜ 馬 1";
    let parsed = parse_pattern(text);
    let pattern = parsed.value.expect("read as if the signs were plain");
    assert_eq!(pattern.to_string(), "Rank +1 | 馬 1");
    assert_eq!(pattern.alternatives[0].span.text(text), "Rank　＋１");
    assert_eq!(pattern.alternatives[1].span.text(text), "馬 1");
    let Item::Step(step) = &pattern.alternatives[0].legs[0].items[0] else { panic!("a step") };
    assert_eq!(step.axis.span.text(text), "Rank");
    assert_eq!(step.counts[0].span.text(text), "＋１");
    assert!(parsed.diagnostics.iter().all(|one| one.code == Code::FULL_WIDTH));
    assert_eq!(parsed.diagnostics.len(), 2);
}

#[test]
fn a_fix_makes_the_text_right() {
    for code in Code::all().filter(|code| code.id().starts_with("E01") && *code != Code::TEXT_TOO_LONG) {
        let mut text = code.wrong().to_owned();
        let first = parse_pattern(&text);
        let Some(fix) = first.diagnostics.iter().find_map(|one| one.fix.as_ref()) else { continue };
        text.replace_range(fix.span.range(), &fix.replacement);
        let second = parse_pattern(&text);
        assert!(!second.has_errors(), "{code}: {text}: {:?}", second.diagnostics);
    }
}

/// The example of each syntax code gets that code and no other; its correction gets none.
#[test]
fn examples_of_the_codes_are_true() {
    for code in Code::all().filter(|code| code.id().starts_with("E01") || *code == Code::MIXED_SIGNS) {
        assert_eq!(codes(code.right()), [""; 0], "{code}: {}", code.right());
        let long = format!("Rank 1{}", " | Rank 1".repeat(1000));
        let wrong = if code == Code::TEXT_TOO_LONG { &long } else { code.wrong() };
        let mut found = codes(wrong);
        found.dedup();
        assert_eq!(found, [code.id()], "{code}: {}", code.wrong());
    }
}

#[test]
fn every_part_tells_its_own_errors() {
    let text = "Rank | File 5~2 @ @Is(a,,b) | 1 ; *# 2$n => Rank 1 | Rank 1 | \\";
    let parsed = parse_pattern(text);
    let found: Vec<Code> = parsed.diagnostics.iter().map(|one| one.code).collect();
    let wanted = [
        Code::MISSING_COUNT,
        Code::MISSING_CALL_NAME,
        Code::MISSING_ARGUMENT,
        Code::STRAY_COUNT,
        Code::MISSING_TIMES,
        Code::STEP_AFTER_ARROW,
    ];
    for code in wanted {
        assert!(found.contains(&code), "{code} in {found:?}");
    }
    assert_eq!(parsed.value.map(|pattern| pattern.to_string()).as_deref(), Some("Rank 1"));
}

#[test]
fn more_wrong_strings() {
    for (text, code) in [
        ("Rank", Code::MISSING_COUNT),
        ("Rank @Empty", Code::MISSING_COUNT),
        ("*#", Code::MISSING_COUNT),
        ("*#a File 1", Code::MISSING_COUNT),
        ("**", Code::MISSING_COUNT),
        ("File d", Code::MISSING_COUNT),
        ("1", Code::STRAY_COUNT),
        ("+1 Rank 1", Code::STRAY_COUNT),
        ("File 1, 3", Code::STRAY_COUNT),
        ("@Empty 1", Code::STRAY_COUNT),
        ("Rank 1~$n", Code::BAD_COUNT),
        ("Rank +1+$n", Code::BAD_COUNT),
        ("Rank ~", Code::BAD_COUNT),
        ("Rank +", Code::BAD_COUNT),
        ("Rank 1~2~3", Code::BAD_COUNT),
        ("Rank ()", Code::BAD_COUNT),
        ("Rank 2*", Code::BAD_COUNT),
        ("Rank -$n*", Code::BAD_COUNT),
        ("Rank *~2", Code::BAD_COUNT),
        ("Rank 2(1+$n)", Code::MISSING_TIMES),
        ("Rank ($n)$m", Code::MISSING_TIMES),
        ("Rank 2n", Code::MISSING_BLANK),
        ("Rank 2*# 1", Code::MISSING_BLANK),
        ("Rank $From", Code::RESERVED_WORD),
        ("Rank $1", Code::MISSING_VARIABLE_NAME),
        ("*#To 1", Code::RESERVED_WORD),
        ("Rank 1 @Is(pawn) Here 1", Code::RESERVED_WORD),
        ("Rank 1 @To(File From)", Code::RESERVED_WORD),
        ("Rank 1 @Take(Leg)", Code::LEG_NUMBER),
        ("Rank 1 @Take(Leg x)", Code::LEG_NUMBER),
        ("Rank 1 @Take(Leg 0)", Code::LEG_NUMBER),
        ("Rank 1 @Is(,a)", Code::MISSING_ARGUMENT),
        ("Rank 1 @Is(a,,b)", Code::MISSING_ARGUMENT),
        ("Rank 1 @Empty(*#)", Code::MISSING_COUNT),
        ("Rank 1 @Is(a @Ally)", Code::UNEXPECTED_TOKEN),
        ("Rank 1,", Code::UNEXPECTED_TOKEN),
        (", Rank 1", Code::UNEXPECTED_TOKEN),
        ("Rank 1 # 2", Code::UNEXPECTED_TOKEN),
        ("Rank 1 = @Take", Code::UNEXPECTED_TOKEN),
        ("Rank 1 => 1", Code::STEP_AFTER_ARROW),
        ("|", Code::EMPTY_ALTERNATIVE),
        (";", Code::EMPTY_LEG),
        ("=> @Take(To)", Code::EMPTY_LEG),
        ("   ", Code::EMPTY_TEXT),
        ("Rank 1)", Code::UNBALANCED_PARENTHESIS),
        ("Rank 1 @Is((a)", Code::UNBALANCED_PARENTHESIS),
        ("*# File 2", Code::MISSING_COUNT),
        ("*# a 2", Code::DETACHED_NAME),
        ("@ Empty Rank 1", Code::DETACHED_NAME),
        ("Rank $n - 1", Code::BLANK_IN_EXPRESSION),
        ("Rank 2- 1", Code::BLANK_IN_EXPRESSION),
        ("Rank ~ 2", Code::BLANK_IN_RANGE),
        ("Rank 2 ~", Code::BLANK_IN_RANGE),
        ("Rank 1 - 2", Code::BLANK_AFTER_SIGN),
        ("Rank 99999999999999999999", Code::NUMBER_TOO_LARGE),
        ("Rank 999999*999999*999999*999999", Code::OVERFLOW),
        ("*#a 1 *#a 2", Code::AXIS_TWICE),
        ("Rank 1 @Empty(File 1 File 2)", Code::AXIS_TWICE),
        ("** 1 ** 2", Code::REST_TWICE),
        ("File 2 *", Code::ANY_IN_LIST),
        ("Rank ٣", Code::UNEXPECTED_CHARACTER),
        ("Rank 1 {", Code::BRACES),
        ("Rank 1｛", Code::BRACES),
        ("Rank 1｛", Code::FULL_WIDTH),
        ("Rank 1 }", Code::BRACES),
        ("{ Rank 1", Code::BRACES),
        ("{ Rank 1 }", Code::BRACES),
        ("{ Rank 1 } @Full", Code::BRACES),
        ("{ Rank 1 } +1", Code::BRACES),
        ("{ Rank 1 } 1~ ; File 1", Code::BRACES),
        ("{ } 1~", Code::BRACES),
        ("Rank 1 ; { File 1 } 1~", Code::BRACES),
        ("{ { Rank 1 } 1~ } 1~", Code::BRACES),
        ("{ Rank 1 | File 1 } 1~", Code::BRACES),
        ("{ Rank 1 } 3~1", Code::REVERSED_RANGE),
        ("{ Rank 2$n } 1~", Code::MISSING_TIMES),
        ("{ Rank 1 } 1~ @", Code::MISSING_CALL_NAME),
        ("Rank 1\u{200b}", Code::INVISIBLE_CHARACTER),
        ("Rank 1 @To(File d ~ f)", Code::BLANK_IN_RANGE),
    ] {
        let found = codes(text);
        assert!(found.contains(&code.id()), "{text}: {found:?}, not {code} {}", code.slug());
    }
}

#[test]
fn nesting_is_bounded_before_the_grammar_runs() {
    let nested = |depth: usize| format!("Rank {}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(codes(&nested(MAX_NESTING)), [""; 0]);
    assert_eq!(codes(&nested(MAX_NESTING + 1)), ["E0109"]);
    assert_eq!(codes(&"(".repeat(4000)), ["E0109"]);
    let calls = format!("{}@A{}", "@Not(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING));
    assert_eq!(codes(&calls), [""; 0]);
}

mod random {
    use super::*;
    use crate::timed::timed;
    use proptest::prelude::*;

    const NOWHERE: Span = Span::new(0, 0);

    fn name() -> impl Strategy<Value = Name> {
        const WORDS: [&str; 8] = ["Rank", "File", "a", "n2", "馬", "_x", "é", "Fromage"];
        proptest::sample::select(&WORDS[..]).prop_map(|text| Name { text: text.to_owned(), span: NOWHERE })
    }

    fn expression() -> impl Strategy<Value = Expression> {
        let atom = prop_oneof![
            (0..9_u32).prop_map(|n| Expression::Number(n, NOWHERE)),
            name().prop_map(Expression::Variable)
        ];
        atom.prop_recursive(3, 8, 2, |inner| {
            (inner.clone(), inner, 0..3).prop_map(|(a, b, which)| {
                let (a, b) = (Box::new(a), Box::new(b));
                match which {
                    0 => Expression::Sum(a, b),
                    1 => Expression::Difference(a, b),
                    _ => Expression::Product(a, b),
                }
            })
        })
    }

    fn count() -> impl Strategy<Value = Count> {
        let amount = prop_oneof![
            Just(Amount::Any),
            (0..5_u32, 5..9_u32).prop_map(|(a, b)| Amount::Range { low: Some(a), high: Some(b) }),
            (0..9_u32).prop_map(|a| Amount::Range { low: Some(a), high: None }),
            (0..9_u32).prop_map(|b| Amount::Range { low: None, high: Some(b) }),
            expression().prop_map(Amount::Value),
        ];
        let sign = proptest::option::of(prop_oneof![Just(Sign::Plus), Just(Sign::Minus)]);
        (sign, amount).prop_map(|(sign, amount)| Count { sign, amount, span: NOWHERE })
    }

    fn axis() -> impl Strategy<Value = Axis> {
        prop_oneof![
            name().prop_map(|name| AxisKind::Named(name.text)),
            proptest::option::of(name()).prop_map(AxisKind::Some),
            Just(AxisKind::Rest),
            proptest::option::of(name()).prop_map(AxisKind::AnySet),
        ]
        .prop_map(|kind| Axis { kind, span: NOWHERE })
    }

    fn step() -> impl Strategy<Value = Step> {
        (axis(), proptest::collection::vec(count(), 1..3)).prop_map(|(axis, counts)| Step {
            axis,
            counts,
            span: NOWHERE,
        })
    }

    /// An axis with one coordinate. Nothing parts a coordinate from a further axis, so it is the last of a place.
    fn term() -> impl Strategy<Value = Step> {
        let coordinate = prop_oneof![
            name().prop_map(Amount::Coordinate),
            (name(), name()).prop_map(|(low, high)| Amount::Coordinates { low, high }),
        ];
        (name(), coordinate).prop_map(|(name, amount)| Step {
            axis: Axis { kind: AxisKind::Named(name.text), span: NOWHERE },
            counts: vec![Count { sign: None, amount, span: NOWHERE }],
            span: NOWHERE,
        })
    }

    fn steps(least: usize) -> impl Strategy<Value = Vec<Step>> {
        let last = proptest::option::of(term());
        (proptest::collection::vec(step(), least..3), last).prop_map(|(mut steps, last)| {
            steps.extend(last);
            steps
        })
    }

    fn place() -> impl Strategy<Value = Argument> {
        let anchor = prop_oneof![
            Just(AnchorKind::From),
            Just(AnchorKind::To),
            Just(AnchorKind::Here),
            Just(AnchorKind::Victim),
            Just(AnchorKind::Path),
            (1..9_u32).prop_map(AnchorKind::Leg),
        ]
        .prop_map(|kind| Anchor { kind, span: NOWHERE });
        prop_oneof![
            (anchor, steps(0)).prop_map(|(anchor, steps)| (Some(anchor), steps)),
            prop_oneof![steps(1), term().prop_map(|term| vec![term])].prop_map(|steps| (None, steps)),
        ]
        .prop_map(|(anchor, steps)| Argument { kind: ArgumentKind::Steps { anchor, steps }, span: NOWHERE })
    }

    fn call() -> impl Strategy<Value = Call> {
        let plain =
            name().prop_map(|name| Call { name, arguments: Vec::new(), parentheses: None, span: NOWHERE });
        plain.prop_recursive(3, 12, 3, |inner| {
            let argument = prop_oneof![
                proptest::collection::vec(inner, 1..3)
                    .prop_map(|calls| Argument { kind: ArgumentKind::Calls(calls), span: NOWHERE }),
                proptest::collection::vec(count(), 1..3)
                    .prop_map(|counts| Argument { kind: ArgumentKind::Counts(counts), span: NOWHERE }),
                name().prop_map(|name| Argument { kind: ArgumentKind::Name(name), span: NOWHERE }),
                place(),
                (place(), place()).prop_map(|(a, b)| Argument {
                    kind: ArgumentKind::Span(Box::new(a), Box::new(b)),
                    span: NOWHERE
                }),
            ];
            (name(), proptest::collection::vec(argument, 0..3)).prop_map(|(name, arguments)| Call {
                name,
                arguments,
                parentheses: None,
                span: NOWHERE,
            })
        })
    }

    fn pattern() -> impl Strategy<Value = Pattern> {
        let item = prop_oneof![3 => step().prop_map(Item::Step), 1 => call().prop_map(Item::Call)];
        let leg = proptest::collection::vec(item, 1..4).prop_map(|items| Leg { items, span: NOWHERE });
        let times = prop_oneof![
            Just(Amount::Any),
            (0..9_u32).prop_map(|low| Amount::Range { low: Some(low), high: None }),
            (0..9_u32).prop_map(|n| Amount::Value(Expression::Number(n, NOWHERE))),
        ]
        .prop_map(|amount| Count { sign: None, amount, span: NOWHERE });
        let calls = || proptest::collection::vec(call(), 0..3);
        let repeat = (proptest::collection::vec(times, 1..3), calls()).prop_map(|(counts, guards)| Repeat {
            counts,
            guards,
            span: NOWHERE,
        });
        let alternative = (proptest::collection::vec(leg, 1..3), proptest::option::of(repeat), calls())
            .prop_map(|(legs, repeat, effects)| {
                let arrow = (!effects.is_empty()).then_some(NOWHERE);
                Alternative { legs, repeat, effects, arrow, span: NOWHERE }
            });
        proptest::collection::vec(alternative, 1..3)
            .prop_map(|alternatives| Pattern { alternatives, span: NOWHERE })
    }

    /// Whatever is said about the text lies in the text, and so does every fix.
    fn assert_in_bounds(text: &str, diagnostics: &[Diagnostic]) {
        for one in diagnostics {
            let labels = one.labels.iter().map(|label| label.span);
            for span in labels.chain([one.span]).chain(one.fix.as_ref().map(|fix| fix.span)) {
                assert!(span.start <= span.end, "{text:?}: {one:?}");
                assert!(text.get(span.range()).is_some(), "{text:?}: {one:?}");
            }
        }
    }

    fn all_readers(text: &str) {
        let pattern = parse_pattern(text);
        assert_in_bounds(text, &pattern.diagnostics);
        assert!(pattern.value.is_some() || pattern.has_errors(), "{text:?}: nothing read, nothing said");
        if let Some(pattern) = pattern.value {
            let printed = pattern.to_string();
            let again = parse_pattern(&printed).value;
            assert_eq!(
                again.map(|pattern| pattern.without_spans()),
                Some(pattern.without_spans()),
                "{text:?} printed as {printed:?}"
            );
        }
        let hook = parse_hook(text);
        assert_in_bounds(text, &hook.diagnostics);
        assert!(hook.value.is_some() || hook.has_errors());
        let calls = parse_calls(text);
        assert_in_bounds(text, &calls.diagnostics);
        assert!(calls.value.is_some() || calls.has_errors());
        let region = parse_region(text);
        assert_in_bounds(text, &region.diagnostics);
        assert!(region.value.is_some() || region.has_errors());
        let signature = parse_signature(text);
        assert_in_bounds(text, &signature.diagnostics);
        assert!(signature.value.is_some() || signature.has_errors());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn trees_print_and_parse(tree in pattern()) {
            let text = tree.to_string();
            let parsed = parse_pattern(&text);
            prop_assert_eq!(parsed.value.map(|read| read.without_spans()), Some(tree.without_spans()), "{}", text);
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            all_readers(&text);
        }

        #[test]
        fn signs_in_any_order(text in "[-+~*#$@(),;|=> 0-9anFrom\\\\{｜＋１　]{0,40}") {
            all_readers(&text);
        }

        #[test]
        fn shown_patterns_with_a_change(
            index in 0..PATTERNS.len(), at in 0..80_usize, put in proptest::option::of(any::<char>()),
        ) {
            let mut chars: Vec<char> = PATTERNS[index].chars().collect();
            let at = at % chars.len();
            match put {
                Some(c) => chars[at] = c,
                None => { chars.remove(at); }
            }
            let text: String = chars.into_iter().collect();
            all_readers(&text);
        }
    }

    #[test]
    fn the_longest_texts_end_fast() {
        for unit in [
            "Rank 1 | ",
            "@A(",
            "(",
            "((1+",
            "1*",
            "*#",
            "@Not(@",
            "@A(B(",
            "a ",
            "@A(a a,",
            "$n-",
            "~",
            "|",
            "@A(a 1 ",
        ] {
            let text = unit.repeat(4096 / unit.len());
            timed(|| all_readers(&text));
            let nested = format!("{}1", unit.repeat(60));
            timed(|| all_readers(&nested));
        }
    }
}

/// A tree without places has all the content of the text.
#[test]
fn trees_without_places_differ_where_texts_say_something_else() {
    let tree = |text: &str| parse_pattern(text).value.map(|pattern| pattern.without_spans()).expect(text);
    let chain = "{ *#a 1 @Opponent ; *#a +1 }";
    let chains = [" 1~", " 2", " 2 @Full"].map(|times| format!("{chain}{times} => @Take(Leg 1)"));
    let places = ["*# 1", "From *# 1", "To *# 1", "Leg 1 *# 1", "Leg 2 *# 1"];
    let places = places.map(|place| format!("Rank 1 @Any({place}, @Ally)"));
    let steps =
        "*# 1,*#a 1,*#b 1,Rank $n,Rank 1~,Rank ~1,Rank 1~2,Rank +1,Rank -1".split(',').map(String::from);
    let all: Vec<String> = chains.into_iter().chain(places).chain(steps).collect();
    for (index, text) in all.iter().enumerate() {
        assert_eq!(tree(text), tree(&format!("  {text} ")), "{text}");
        let same: Vec<_> = all.iter().skip(index + 1).filter(|other| tree(other) == tree(text)).collect();
        assert!(same.is_empty(), "{text} is {same:?}");
    }
}
