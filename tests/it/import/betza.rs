//! Betza's notation by its published description: the squares of a piece, computed letter by letter, equal
//! those of the written patterns, on empty boards and on boards with pieces.

use std::collections::BTreeSet;

use carn::compile::{Natives, board, compile_pattern};
use carn::import::betza::{Initial, betza, carn, read};
use carn::library;
use carn::position::Position;
use carn::random::Random;

/// A board of pieces, by rank and file: whose, 0 the mover's.
type Men = [[Option<u8>; 8]; 8];

/// An atom with its modifiers, split by hand: the letters before it, the atom, the number after it.
struct Piece<'a> {
    modifiers: &'a str,
    leaps: Vec<(i32, i32)>,
    /// How often the leap is repeated.
    most: i32,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let at = rest.find(|c: char| c.is_ascii_uppercase()).expect("an atom");
        let (modifiers, from_atom) = rest.split_at(at);
        let atom = from_atom.chars().next().unwrap();
        let mut after = &from_atom[1..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let mut most = 1;
        if digits > 0 {
            most = after[..digits].parse().unwrap();
            most = if most == 0 { 99 } else { most };
            after = &after[digits..];
        } else if after.starts_with(atom) {
            most = 99;
            after = &after[1..];
        } else if "RBQ".contains(atom) {
            most = 99;
        }
        let leaps = match atom {
            'W' | 'R' => vec![(1, 0)],
            'F' | 'B' => vec![(1, 1)],
            'K' | 'Q' => vec![(1, 0), (1, 1)],
            'D' => vec![(2, 0)],
            'N' => vec![(2, 1)],
            'A' => vec![(2, 2)],
            'H' => vec![(3, 0)],
            'C' | 'L' => vec![(3, 1)],
            'Z' | 'J' => vec![(3, 2)],
            'G' => vec![(3, 3)],
            _ => panic!("{atom}"),
        };
        found.push(Piece { modifiers, leaps, most });
        rest = after;
    }
    found
}

/// Whether a leap of `up` ranks and `right` files goes one of the ways that the letters name.
fn goes(modifiers: &str, (up, right): (i32, i32), alone: bool) -> bool {
    let letters: Vec<char> = modifiers.chars().filter(|c| "fbrlvsh".contains(*c)).collect();
    if letters.is_empty() {
        return true;
    }
    let sign = |letter: char| match letter {
        'f' => up > 0,
        'b' => up < 0,
        'r' => right > 0,
        'l' => right < 0,
        'v' => up != 0,
        's' => right != 0,
        _ => true,
    };
    let vertical = |letter: char| "fbv".contains(letter);
    let (straight, diagonal) = (up == 0 || right == 0, up.abs() == right.abs());
    // Of an oblique leap the longer side lies along the axis of the last letter.
    let lies = |letter: char| if vertical(letter) { up.abs() > right.abs() } else { right.abs() > up.abs() };
    let mut at = 0;
    let text: Vec<char> = modifiers.chars().collect();
    let mut any = false;
    while at < text.len() {
        let first = text[at];
        at += 1;
        if !"fbrlvsh".contains(first) {
            continue;
        }
        let pairs = |second: char| {
            second == first
                || ("fbvh".contains(first) && "rlsh".contains(second))
                || ("rlsh".contains(first) && "fbvh".contains(second))
        };
        let second = text.get(at).copied().filter(|&second| "fbrlvsh".contains(second) && pairs(second));
        at += usize::from(second.is_some());
        let second = second.unwrap_or(first);
        any |= if straight && !diagonal {
            match alone {
                true => sign(first) && first != 'h' || sign(second) && second != 'h',
                false if first == second => sign(first),
                // Of king and queen two letters name a slanting way, and the straight one of the last.
                false => lies(second) && sign(second),
            }
        } else if diagonal {
            sign(first) && sign(second)
        } else if first == 'h' || second == 'h' {
            match (first, second) {
                ('h', 'r') => (up * right > 0) == (up.abs() > right.abs()),
                ('h', 'l') => (up * right > 0) != (up.abs() > right.abs()),
                _ => sign(if first == 'h' { second } else { first }),
            }
        } else {
            sign(first) && sign(second) && lies(second)
        };
    }
    any
}

fn ways(leap: (i32, i32)) -> BTreeSet<(i32, i32)> {
    let (a, b) = leap;
    [(a, b), (b, a)].into_iter().flat_map(|(a, b)| [(a, b), (-a, b), (a, -b), (-a, -b)]).collect()
}

/// The squares that the piece on `from` may go to.
fn reached(text: &str, men: &Men, from: (i32, i32)) -> BTreeSet<(i32, i32)> {
    let at = |(rank, file): (i32, i32)| -> Option<Option<u8>> {
        let inside = (0..8).contains(&rank) && (0..8).contains(&file);
        inside.then(|| men[rank as usize][file as usize])
    };
    let mut found = BTreeSet::new();
    for piece in pieces(text) {
        let has = |letter: char| piece.modifiers.contains(letter);
        let (quiet, capture) = (has('m') || !has('c'), has('c') || !has('m'));
        let lands = |square: (i32, i32)| match at(square) {
            Some(None) => quiet,
            Some(Some(1)) => capture,
            _ => false,
        };
        for &leap in &piece.leaps {
            for way in ways(leap) {
                if !goes(piece.modifiers, way, piece.leaps.len() == 1) {
                    continue;
                }
                let step = |from: (i32, i32)| (from.0 + way.0, from.1 + way.1);
                if has('p') || has('g') {
                    let mut here = step(from);
                    while at(here) == Some(None) {
                        here = step(here);
                    }
                    if at(here).is_none() {
                        continue;
                    }
                    here = step(here);
                    loop {
                        if lands(here) {
                            found.insert(here);
                        }
                        if has('g') || at(here) != Some(None) {
                            break;
                        }
                        here = step(here);
                    }
                    continue;
                }
                let mut here = from;
                for _ in 0..piece.most {
                    // Straight while one side is longer, then aslant.
                    let (mut between, mut place) = (Vec::new(), here);
                    let end = step(here);
                    while place != end {
                        let rest = (end.0 - place.0, end.1 - place.1);
                        let (tall, wide) = (rest.0.abs(), rest.1.abs());
                        place.0 += if tall >= wide { rest.0.signum() } else { 0 };
                        place.1 += if wide >= tall { rest.1.signum() } else { 0 };
                        between.push(place);
                    }
                    between.pop();
                    let free = between.iter().all(|&one| at(one) == Some(None));
                    if has('n') && !free || has('j') && free {
                        break;
                    }
                    here = end;
                    if lands(here) {
                        found.insert(here);
                    }
                    if at(here) != Some(None) {
                        break;
                    }
                }
            }
        }
    }
    found
}

/// A game whose one moving piece has these patterns, on a board with these men.
fn played(text: &str, men: &Men, from: (i32, i32)) -> BTreeSet<(i32, i32)> {
    let (groups, findings) = read(text);
    let (patterns, lost) = carn(&groups, &Initial::default());
    assert!(findings.is_empty() && lost.is_empty(), "{text}: {findings:?} {lost:?}");
    let keys: Vec<String> = patterns.keys().map(|(key, lines)| format!("{key} = {lines:?}")).collect();
    let mut fen = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for (file, man) in men[rank].iter().enumerate() {
            let letter = match man {
                _ if (rank as i32, file as i32) == from => "X",
                None => "",
                Some(0) => "M",
                Some(_) => "m",
            };
            if !letter.is_empty() && empty > 0 {
                fen += &empty.to_string();
                empty = 0;
            }
            empty += i32::from(letter.is_empty());
            fen += letter;
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
        fen.push(if rank == 0 { ' ' } else { '/' });
    }
    let file = format!(
        "name = 'T'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~h', Rank = '1~8' }}\n\
         [pieces.x]\nletter = 'X'\n{}\n[pieces.man]\nletter = 'M'\npattern = []\n[setup]\nfen = '{fen}w - - 0 1'\n",
        keys.join("\n")
    );
    let rules = library::rules_from("t.toml", &file).unwrap_or_else(|error| panic!("{text}: {error}"));
    let position = Position::start(&rules);
    let square = |square: carn::geometry::Square| {
        let name = rules.variant().board.name(square);
        let bytes = name.as_bytes();
        (i32::from(bytes[1] - b'1'), i32::from(bytes[0] - b'a'))
    };
    position.legal_moves().into_iter().filter(|mv| square(mv.from) == from).map(|mv| square(mv.to)).collect()
}

/// Pieces of published tables: orthodox and shogi pieces, the compounds of fairy chess, and what configurations define.
const TABLE: &[&str] = &[
    "K",
    "Q",
    "R",
    "B",
    "N",
    "W",
    "F",
    "D",
    "A",
    "H",
    "C",
    "Z",
    "G",
    "L",
    "J",
    "BN",
    "RN",
    "QN",
    "KN",
    "RF",
    "BW",
    "WfF",
    "FfW",
    "fW",
    "fR",
    "fN",
    "ffN",
    "fsN",
    "fhN",
    "bhN",
    "rhN",
    "hrN",
    "hlN",
    "vN",
    "sN",
    "lN",
    "rfN",
    "frN",
    "NN",
    "N2",
    "N0",
    "CC",
    "ZZ",
    "WD",
    "FA",
    "WA",
    "FD",
    "FC",
    "WAD",
    "NAD",
    "NC",
    "NZ",
    "CZ",
    "FDH",
    "HFD",
    "BD",
    "DD",
    "AA",
    "HH",
    "D2",
    "A3",
    "R4",
    "B3",
    "Q2",
    "W3",
    "F2",
    "fsW",
    "frlR",
    "rbB",
    "lbF",
    "fRrbBlbF",
    "fRlbBrbF",
    "bFfD",
    "fAbD",
    "KbRfBbF2",
    "fmWfcF",
    "mWcF",
    "mfFcfW",
    "mNcB",
    "mRcN",
    "mNcR",
    "mBcN",
    "mQcN",
    "cW",
    "mW",
    "mRcpR",
    "mBcpB",
    "mQcpQ",
    "pR",
    "pB",
    "pQ",
    "fpR",
    "gQ",
    "gR",
    "gB",
    "fgR",
    "rfgB",
    "mKmgQ",
    "nN",
    "nA",
    "nD",
    "nZ",
    "nC",
    "nH",
    "nG",
    "fnN",
    "fnZ",
    "jD",
    "jA",
    "jN",
    "jZ",
    "nDD",
    "FsfW",
    "FvW",
    "vR",
    "sR",
    "fFfR",
    "WfFbR",
    "fKbR",
    "FbW",
    "fK",
    "bK",
    "vQ",
    "fsK",
    "fbNF",
    "KNAD",
    "fmWfF",
    "mRpRFAcpR",
    "FfbNN",
    "rbNlfN",
    "fF3",
    "mfR3",
    "cbB2",
];

fn random_men(random: &mut Random, one_in: usize) -> Men {
    let mut men: Men = Default::default();
    for man in men.iter_mut().flatten() {
        if random.below(one_in) == 0 {
            *man = Some(random.below(2) as u8);
        }
    }
    men
}

#[test]
fn pieces_reach_what_their_letters_say() {
    let mut random = Random::new(7);
    for &text in TABLE {
        for crowd in [0, 8, 4, 3] {
            let men = if crowd == 0 { Men::default() } else { random_men(&mut random, crowd) };
            let from = (random.below(8) as i32, random.below(8) as i32);
            let (ours, theirs) = (played(text, &men, from), reached(text, &men, from));
            assert_eq!(ours, theirs, "{text} from {from:?} among {men:?}");
        }
    }
}

/// Any row of atoms with any modifiers: the conversion is right.
#[test]
fn random_pieces_reach_what_their_letters_say() {
    let mut random = Random::new(11);
    let mut told = 0;
    for _ in 0..150 {
        let mut text = String::new();
        for _ in 0..=random.below(2) {
            for letters in [["", "m", "c"], ["", "f", "s"], ["", "l", "b"], ["", "n", "p"]] {
                text += letters[random.below(3)];
            }
            text += ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "R", "B", "Q", "K", "W3", "NN"]
                [random.below(15)];
        }
        let (groups, findings) = read(&text);
        let (_, lost) = carn(&groups, &Initial::default());
        if !findings.is_empty() || !lost.is_empty() || text.contains("pW3") {
            continue;
        }
        told += 1;
        let men = random_men(&mut random, 4);
        let from = (random.below(8) as i32, random.below(8) as i32);
        assert_eq!(
            played(&text, &men, from),
            reached(&text, &men, from),
            "{text} from {from:?} among {men:?}"
        );
    }
    assert!(told > 60, "{told} of 150 were converted");
}

/// From Betza to CARN and back: the same text, or another one for the same moves.
#[test]
fn there_and_back() {
    let board = board(&[("File", 8), ("Rank", 8)]).unwrap();
    for &text in TABLE {
        let (patterns, _) = carn(&read(text).0, &Initial::default());
        // A pattern alone has one mode.
        if patterns.pattern.is_empty() || patterns.keys().count() > 1 {
            continue;
        }
        let compile =
            |lines: &[String]| compile_pattern(&lines.join(" | "), &board, &Natives::default()).unwrap();
        let there = compile(&patterns.pattern);
        let back = betza(&board, there.movements());
        if text.contains('j') || text.contains('G') {
            continue;
        }
        let back = back.unwrap_or_else(|| panic!("{text}: {:?} is not found again", patterns.pattern));
        let again = compile(&carn(&read(&back).0, &Initial::default()).0.pattern);
        for from in ["a1", "d4", "h5"] {
            let from = board.square(from).unwrap();
            assert!(there.squares(from) == again.squares(from), "{text} became {back}");
        }
    }
    let named = |pattern: &str| {
        betza(&board, compile_pattern(pattern, &board, &Natives::default()).unwrap().movements())
    };
    for (pattern, text) in [
        ("**# $n", "Q"),
        ("**# 1", "K"),
        ("*# *", "R"),
        ("*# 1 | Rank +1 File 1", "WfF"),
        ("*# $n *# 2*$n", "NN"),
        ("*# 2 *# 2", "nA"),
        ("Rank +1 | File 1", "fsW"),
    ] {
        assert_eq!(named(pattern).as_deref(), Some(text));
    }
    assert_eq!(named("*# 4 *# 1"), None, "no atom leaps so far");
    assert_eq!(named("*# 2 *# 1 @On(Rank 2)"), None, "no letter asks where it starts");
}

/// Moves of several legs and paths that turn, by squares worked out by hand.
#[test]
fn legs_and_turns() {
    let empty = Men::default();
    let squares = |text: &str, from: (i32, i32)| played(text, &empty, from);
    let set = |squares: &[(i32, i32)]| squares.iter().copied().collect::<BTreeSet<_>>();
    // A knight that goes straight first and is blocked there; a griffon: a step aslant, then on and on straight.
    assert_eq!(squares("mafsW", (0, 0)), set(&[(2, 1), (1, 2)]));
    assert_eq!(
        squares("FyafsF", (0, 0)),
        set(&[
            (1, 1),
            (1, 2),
            (1, 3),
            (1, 4),
            (1, 5),
            (1, 6),
            (1, 7),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 1),
            (6, 1),
            (7, 1)
        ])
    );
    // A rose turns an eighth at each leap; a crooked bishop goes to and fro.
    assert!(squares("qNN", (3, 3)).is_superset(&set(&[(5, 4), (6, 6), (5, 2), (6, 0), (1, 4)])));
    assert_eq!(squares("zF2", (0, 0)), set(&[(1, 1), (2, 0), (0, 2)]));
    assert_eq!(squares("zW3", (0, 0)), set(&[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]));
    // A locust takes what it leaps over.
    let mut men = Men::default();
    men[1][0] = Some(1);
    assert_eq!(played("cafW", &men, (0, 0)), set(&[(2, 0)]));
}

#[test]
fn invalid_betza_is_reported_with_its_place() {
    let found = |text: &str| {
        let (groups, findings) = read(text);
        let (_, lost) = carn(&groups, &Initial::default());
        findings
            .iter()
            .chain(&lost)
            .map(|one| (one.code.id(), one.span.text(text).to_owned()))
            .collect::<Vec<_>>()
    };
    let one = |id: &'static str, text: &str| vec![(id, text.to_owned())];
    assert_eq!(found("W?F"), one("E0701", "?"));
    assert_eq!(found("Wfm"), one("E0702", "fm"));
    assert_eq!(found("oR"), one("W0201", "o"));
    assert_eq!(found("RpN"), one("W0201", "pN"));
    assert_eq!(found("象"), one("E0701", "象"));
    assert_eq!(found("W99999"), one("E0701", "99999"));
}

/// No text makes it panic, and every span lies in the text.
#[test]
fn any_text_is_read() {
    let mut random = Random::new(3);
    let letters: Vec<char> = "fbrlvshmcdeinjpgzqyatukox[]WFDNAHCZGLJKRBQ0123456789 馬?-".chars().collect();
    for _ in 0..3000 {
        let text: String = (0..random.below(14)).map(|_| letters[random.below(letters.len())]).collect();
        let (groups, findings) = read(&text);
        let (patterns, lost) = carn(&groups, &Initial::default());
        for finding in findings.iter().chain(&lost) {
            assert!(text.get(finding.span.range()).is_some(), "{text}: {finding:?}");
        }
        for (_, lines) in patterns.keys() {
            for line in lines {
                let parsed = carn::syntax::parse_pattern(line);
                assert!(parsed.diagnostics.is_empty(), "{text}: {line}: {:?}", parsed.diagnostics);
            }
        }
    }
}

/// A variable that stands once would be a finding of the rule file.
#[test]
fn hoppers_along_one_axis_need_no_variable() {
    for (text, line) in [
        ("gR", "*#a * @Occupied ; *#a +1"),
        ("fgR", "Rank +* @Occupied ; Rank +1"),
        ("gB", "*#a $n *#b $n @Occupied ; *#a +1 *#b +1"),
    ] {
        let (patterns, lost) = carn(&read(text).0, &Initial::default());
        let lines: Vec<&String> = patterns.keys().flat_map(|(_, lines)| lines).collect();
        assert!(lost.is_empty() && lines == [line], "{text}: {lines:?}");
    }
}
