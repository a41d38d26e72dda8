//! Random rule files as text: every construct with a form in the tables, combined at random.

use std::fmt::Write as _;

use super::boards::Board;
use super::random::Random;

const AXES: [(&str, [&str; 3]); 2] = [("File", ["+1", "-1", "+2"]), ("Rank", ["+1", "-1", "-2"])];

/// A place of one square.
fn place(random: &mut Random) -> String {
    let step = |random: &mut Random| {
        let (axis, counts) = AXES[random.below(2)];
        format!("{axis} {}", counts[random.below(3)])
    };
    match random.below(8) {
        0 => "From".into(),
        1 | 2 => "To".into(),
        3 => format!("To {}", step(random)),
        4 => format!("From {}", step(random)),
        5 => "File +1 Rank -1".into(),
        _ => step(random),
    }
}

/// A place of several squares.
fn places(random: &mut Random) -> String {
    random
        .one(&[
            "To ** ~1",
            "From ** ~1",
            "Path",
            "Camp",
            "Span(From, To)",
            "To *# 1",
            "Rank +1~2",
            "Runs(To **# 1, @Opponent, @Ally)",
            "Runs(From *# 1, @Empty, @Occupied)",
            "Runs(To **# 1, @NoAlly, @Or(@Ally, @Not(@Is(p))), 1~2)",
        ])
        .into()
}

/// A condition for one square of a quantifier or a filter.
fn filter(random: &mut Random) -> String {
    if random.chance(2) {
        // The compiler refuses these in effects: there they would ask about themselves.
        return random.one(&["@Takes", "@After(@Occupied(To))", "@Checks", "@Mates"]).into();
    }
    match random.below(14) {
        8 => {
            let counts = random.one(&["1", "2~", "1 3", "~2"]);
            let line = random.one(&["To, Here", "Here, From", "Here, Here Rank +1", "From, Here File -1"]);
            format!("@Count({counts}, Span({line}), @Occupied)")
        }
        9 => format!(
            "@{}({})",
            random.one(&["Empty", "Ally", "Opponent", "NoAlly", "Unmoved", "Marked"]),
            random.one(&["Here File +1", "Here Rank -1", "To", "From", "To Rank +1"])
        ),
        10 => format!("@Any(Runs({} **# 1, @Opponent, @Ally))", random.one(&["Here", "To"])),
        11 => random.one(&["@Same(Span(From, To))", "@Same(Camp)", "@Same(To *# 1)"]).into(),
        12 => random.one(&["@On(Camp)", "@All(Camp, @Not(@Is(p)))", "@None(Here *# 1, @Ally)"]).into(),
        13 => "@Mobile".into(),
        0 => "@Opponent".into(),
        1 => "@Ally".into(),
        2 => format!("@Is({})", role(random)),
        3 => "@Not(@Is(p))".into(),
        4 => "@Count(1~2, Here ** ~1, @Occupied)".into(),
        5 => "@Not(@Same(To))".into(),
        6 => "@Or(@Empty, @Is(q, p))".into(),
        _ => "@Occupied".into(),
    }
}

fn role(random: &mut Random) -> &'static str {
    random.one(&["p", "q", "r", "s", "k"])
}

/// A predicate about the leg or the move.
fn predicate(random: &mut Random, deep: usize) -> String {
    let at = place(random);
    match random.below(if deep == 0 { 23 } else { 27 }) {
        0 => format!("@Empty({at})"),
        1 => format!("@Occupied({at})"),
        2 => format!("@Ally({at})"),
        3 => format!("@Opponent({at})"),
        4 => format!("@NoAlly({at})"),
        5 => format!("@NoOpponent({at})"),
        6 => format!("@Is({}, {at})", role(random)),
        7 => format!("@Is({}, From)", random.one(&["p", "q", "p, r, s", "k, s"])),
        8 => "@On(Camp)".into(),
        9 => "@To(Last)".into(),
        10 => format!("@Right({})", random.one(&["K", "Q"])),
        11 => format!("@Unmoved({at})"),
        12 => format!("@Marked({at})"),
        13 | 14 => format!("@NotAttacked({at})"),
        15 => format!("@Attacked({at})"),
        16 => format!("@Any({}, {})", places(random), filter(random)),
        17 => format!("@None({}, {})", places(random), filter(random)),
        18 => format!("@All({}, {})", places(random), filter(random)),
        19 => format!(
            "@Count({}, {}, {})",
            random.one(&["1", "2~", "1 3", "~2"]),
            places(random),
            filter(random)
        ),
        20 => format!("@By({})", random.one(&["White", "Black"])),
        21 => random.one(&["@Same(From)", "@Not(@Marked)", "@Any(Victim, @Is(p, q))"]).into(),
        22 => format!("@InRow({}, {})", random.one(&["2", "2~", "3~4", "1 3"]), filter(random)),
        23 | 24 => format!("@Not({})", predicate(random, deep - 1)),
        _ => format!("@Or({}, {})", predicate(random, deep - 1), predicate(random, deep - 1)),
    }
}

fn effect(random: &mut Random) -> String {
    match random.below(17) {
        14 | 15 => format!("@Flip({}, {})", places(random), filter(random)),
        16 => random.one(&["@Become(k)", "@Put(k, File +1)", "@Promote(k, q)"]).into(),
        0 | 1 => format!("@Take({}, {})", places(random), filter(random)),
        2 => format!("@Take({})", place(random)),
        3..=6 => format!("@Shift({}, {})", place(random), place(random)),
        7 => format!("@Mark({})", place(random)),
        8 => "@TakeMarker".into(),
        9 | 10 => format!("@Put({}, {})", random.one(&["p", "q", "r"]), place(random)),
        11 => format!("@Put(p, {})", random.one(&["Rank +1~2", "To *# 1"])),
        12 => format!("@Become({})", random.one(&["p", "q", "s"])),
        _ => random.one(&["@Promote(q, r)", "@Promote(q, q, s)", "@Promote(r)"]).into(),
    }
}

/// A path over the board, conditions aside.
fn shape(random: &mut Random) -> String {
    random
        .one(&[
            "*# *",
            "*# $n *# $n",
            "**# $n",
            "**# 1",
            "*# 1",
            "*# 2 *# 1",
            "*#a 2 *#b 1 @Empty(*#a +1)",
            "*#a 1 ; *#a +1 *#b 1",
            "*# * @JumpOver(1)",
            "*# * @JumpOver(~1)",
            "*# * @JumpOver(1 3)",
            "**# $n @JumpOver(2~)",
            "*# * @JumpOver(*)",
            "*# * @JumpOver(1, @Opponent)",
            "*# 1 *# 2 @Ride",
            "*# 1 @Ride(1~2) ; *# 1 @Ride(~2)",
            "**#a $n @Occupied ; **#a +1",
            "**#a 1 @Opponent ; **#a -1",
            "*# 1 ; *# 1 *# 1",
            "*#a 1 *#b 1 @Opponent ; *#a +1 *#b +1",
            "Rank +1",
            "Rank +2",
            "Rank +1 File 1",
            "File +* ",
            "File -2",
            "*# 2",
            "**# ~2",
            "File 1 ; File 1",
        ])
        .into()
}

/// One alternative.
fn alternative(random: &mut Random, wild: usize) -> String {
    let mut line = shape(random);
    for _ in 0..2 {
        if random.chance(wild) {
            let _ = write!(line, " {}", predicate(random, 2));
        }
    }
    if random.chance(wild / 4) {
        line += random.one(&[
            " @Not(@Checks)",
            " @Checks",
            " @Not(@Mates)",
            " @After(@None(To ** ~1, @Ally @Is(q)))",
            " @Not(@Takes(p))",
        ]);
    }
    // Captures away from the target apply where the leg stopped.
    if line.contains("@Opponent ;") {
        line += " => @Take(Leg 1)";
        if random.chance(30) {
            let _ = write!(line, " {}", effect(random));
        }
    } else if random.chance(wild) {
        line += " =>";
        for _ in 0..1 + random.below(2) {
            let _ = write!(line, " {}", effect(random));
        }
    }
    line
}

/// An alternative without a step.
fn still(random: &mut Random) -> String {
    let effect =
        random.one(&["@Become(q)", "@Flip(From *# 1)", "@Take(From *# 1, @Opponent)", "@Promote(q, r)"]);
    format!("{} => {effect}", predicate(random, 1))
}

/// An alternative for one of a piece's keys. What may come back to where it began is a move, or has no table form.
fn suited(random: &mut Random, key: &str, wild: usize) -> String {
    loop {
        let line = alternative(random, wild);
        let returns = ["File 1 ; File 1", "**#a 1 @Opponent ; **#a -1", "*# 1 @Ride(1~2) ; *# 1 @Ride(~2)"];
        if key == "move" || !returns.iter().any(|shape| line.starts_with(shape)) {
            return line;
        }
    }
}

fn patterns(random: &mut Random, text: &mut String, wild: usize) {
    let keys = ["pattern", "move", "capture"];
    let first = random.below(3);
    for offset in 0..1 + random.below(2) {
        let key = keys[(first + offset) % 3];
        let all: Vec<String> =
            (0..1 + random.below(3)).map(|_| format!("\"{}\"", suited(random, key, wild))).collect();
        let still = (key == "move" && random.chance(wild)).then(|| format!("\"{}\"", still(random)));
        let all: Vec<String> = all.into_iter().chain(still).collect();
        let _ = writeln!(text, "{key} = [{}]", all.join(", "));
    }
}

fn hook(random: &mut Random) -> String {
    let when = if random.chance(40) { format!("{} => ", predicate(random, 1)) } else { String::new() };
    let mut hook = when + &effect(random);
    if random.chance(30) {
        let _ = write!(hook, " {}", effect(random));
    }
    let when = random.one(&["aftermove", "aftercapture", "aftercapture", "aftercapture"]);
    format!("{{ {when} = \"{hook}\" }}")
}

/// Counts towards a draw, or nothing.
fn counting(random: &mut Random) -> String {
    let mut rules = Vec::new();
    for _ in 0..random.below(3) {
        let when = random.one(&[
            "@Count(1~2, Board, @Ally)",
            "@Count(~4, Board, @Ally) @None(Board, @Is(p))",
            "@None(Board, @Opponent @Is(r))",
            "@Any(Camp, @Ally @Is(q))",
            "@By(Black) @Count(2~, Board, @Opponent)",
            "@Not(@ToMove)",
            "@Not(@Can(@To(Camp)))",
        ]);
        let limits =
            random.one(&["\"QQ 1\", \"RP 2\", \"3\"", "\"R 3\", \"P 2\"", "\"4\"", "\"SS 60\", \"1\""]);
        let from = random.one(&["", "", ", from = \"pieces\"", ", from = 1"]);
        let anew = random.one(&["", ", anew = true"]);
        rules.push(format!("{{ when = \"{when}\", limits = [{limits}]{from}{anew} }}"));
    }
    if rules.is_empty() { String::new() } else { format!("counting = [{}]\n", rules.join(", ")) }
}

/// A random `repetition`, or none.
fn repetition(random: &mut Random) -> String {
    if random.chance(40) {
        return String::new();
    }
    let verdict = |random: &mut Random| random.one(&["draw", "loss", "win"]);
    let mut text =
        format!("repetition = {{ times = {}, result = \"{}\"", 2 + random.below(2), verdict(random));
    text += random.one(&["", "", ", player = \"White\"", ", player = \"Black\""]);
    if random.chance(50) {
        let _ = write!(text, ", perpetual-check = \"{}\"", verdict(random));
    }
    if random.chance(80) {
        let _ = write!(text, ", perpetual-chase = {{ result = \"{}\"", verdict(random));
        text += random.one(&["", ", free = [\"p\"]", ", free = [\"k\", \"s\"]"]);
        text += random.one(&["", "", ", spared = \"@Is(p) @Not(@To(Camp))\"", ", spared = \"@Is(q)\""]);
        text += random.one(&["", ", always = { r = [\"q\", \"s\"], p = [\"p\"] }"]);
        text += " }";
    }
    text + " }\n"
}

/// The same with hands, to which captured pieces go and from which a piece brings others in.
fn handed(random: &mut Random, text: &str) -> String {
    let without = random.one(&["@Not(@InCheck)", "@Not(@InCheck)", "@Any(Board, @Ally @Is(q))", "@InCheck"]);
    let shape = random.one(&["*# *", "**# 1", "*# 2 *# 1", "**# $n @Ally", "*# 1 @Or(@Ally, @Empty)"]);
    let line = format!("\"{shape} @WithoutDrop({without}) => @Drop(p, q, {})\", ", place(random));
    let taken = random.one(&["taken = \"taker\"\n", "taken = \"owner\"\n", ""]);
    let (revert, drop) = (random.one(&["role", "mark", "no"]), random.one(&["true", "false"]));
    let hand = format!("[hand]\n{taken}revert = \"{revert}\"\ndrop = {drop}\n");
    let mut text = text.to_owned();
    let at = |text: &str, start: &str, end: &str| {
        let start = text.find(start)? + start.len();
        Some(start + text[start..].find(end)? + end.len())
    };
    if let Some(at) = at(&text, "[pieces.s]", " = [") {
        text.insert_str(at, &line);
    }
    if let Some(at) = at(&text, "[setup]\nfen = \"", " ") {
        text.insert_str(at - 1, "[PQRpqr]");
    }
    text.replace("[setup]", &format!("{hand}[setup]"))
}

/// Without what the tables have no form for: a rule file that goes to the literal evaluator compares it with itself.
fn tabled(text: &str) -> String {
    text.replace("@Any(Victim, @Is(p, q))", "@Same(From)")
}

/// A piece that is not royal.
fn piece(random: &mut Random, role: &str, wild: usize) -> String {
    let mut piece = String::new();
    let _ = writeln!(piece, "[pieces.{role}]\nletter = \"{}\"", role.to_ascii_uppercase());
    patterns(random, &mut piece, wild);
    if random.chance(25) {
        let to = random.one(&["\"q\", \"r\"", "\"q\", \"q\", \"s\"", "\"p\", \"q\"", "\"q\", \"k\""]);
        let stock = random.one(&["", "", ", stock = true"]);
        let when = if random.chance(60) { "@To(Last)".into() } else { predicate(random, 1) };
        let forced = match random.below(4) {
            0 => ", forced = false".to_owned(),
            1 => format!(", forced = \"{}\"", predicate(random, 1)),
            _ => String::new(),
        };
        let _ = writeln!(piece, "promotion = {{ to = [{to}], when = \"{when}\"{forced}{stock} }}");
    }
    if random.chance(10) {
        let _ = writeln!(piece, "hooks = {}", hook(random));
    }
    piece
}

/// Questions and effects that need more than two seats of a table where more than two play.
const UNFIT: [&str; 5] = ["@Checks", "@Mates", "@After", "@Flip", "hooks"];

/// A rule file. Most are accepted; what is not is no case.
pub fn rule_file(random: &mut Random) -> String {
    let mut text = String::from("name = \"T\"\n");
    let board = Board::random(random);
    text += &board.text();
    let wild = random.one(&[5, 20, 40]);
    // Few files ask for everything.
    let all = random.chance(10);
    let plain = |text: String| if all { text } else { tabled(&text) };
    let hooked = random.chance(25) && (board.players == 2 || random.chance(20));
    if hooked && random.chance(50) {
        let _ = writeln!(text, "[hooks]\naftercapture = \"@Take(To ** ~1, {}) @Take(To)\"", filter(random));
    } else if hooked {
        let made = plain(hook(random));
        let _ = writeln!(text, "[hooks]\n{}", &made[2..made.len() - 2]);
    }
    let second_royal = random.chance(15);
    let royals: &[&str] = if second_royal { &["k", "j"] } else { &["k"] };
    let royalty = random.one(&["true", "true", "\"one\"", "\"last\""]);
    for role in royals {
        let letter = role.to_ascii_uppercase();
        let _ = writeln!(text, "[pieces.{role}]\nletter = \"{letter}\"\nroyal = {royalty}");
        let own = random.one(&["**# 1", "*# 1", "**# 1 | *# 2 *# 1", "*# *"]);
        let _ = writeln!(text, "pattern = \"{own}\"");
        if random.chance(60) {
            let key = random.one(&["move", "capture"]);
            let more: Vec<String> =
                (0..1 + random.below(2)).map(|_| format!("\"{}\"", suited(random, key, wild + 20))).collect();
            let _ = writeln!(text, "{key} = [{}]", more.join(", "));
        }
        if random.chance(15) {
            let _ = writeln!(text, "promotion = {{ to = [\"q\", \"k\"], when = \"@To(Last)\" }}");
        }
        if random.chance(10) {
            let _ = writeln!(text, "hooks = {}", hook(random));
        }
    }
    // Among several what the tables have no form for is nearly as rare as among two.
    let unfit = |text: &str| UNFIT.iter().any(|word| text.contains(word));
    for role in ["p", "q", "r", "s"] {
        let mut made = piece(random, role, wild);
        while board.players > 2 && unfit(&made) && random.chance(95) {
            made = piece(random, role, wild);
        }
        text += &board.lifted(random, plain(made));
    }
    for (right, letter) in [("K", ", letter = \"K\""), ("Q", "")] {
        let with = if random.chance(40) { format!(", with = \"{}\"", role(random)) } else { String::new() };
        let _ = writeln!(
            text,
            "[rights.{right}]\nsquares = \"File {} {}, Rank {}\"\n{}",
            board.any_file(random),
            board.any_file(random),
            board.any_rank(random),
            [letter, &with].concat().trim_start_matches(", ").replace(", ", "\n"),
        );
    }
    let _ = writeln!(text, "[setup]\nfen = \"{}\"", board.placement(random, second_royal));
    let reset = if random.chance(50) { "\"p\"" } else { "" };
    let quiet = format!("quiet = {{ plies = 100, result = \"draw\", reset = [{reset}] }}\n");
    let _ = write!(text, "[ending]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n");
    text += random.one(&[quiet.as_str(), &quiet, &quiet.replace("100", "5"), ""]);
    // Among several nothing but a draw comes of positions.
    if board.players == 2 {
        text += &counting(random);
        text += &repetition(random);
        if random.chance(25) {
            text = handed(random, &text);
        }
    }
    text
}
