//! `carn compare` finds the error in a broken rule file, and its line.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::cli::{Folder, carn, root};

/// A way to break the xiangqi rules: a line of the file, what it becomes, and where compare must point.
struct Mutation {
    name: &'static str,
    /// The piece whose section is changed.
    section: &'static str,
    /// The replaced text, and its replacement.
    replace: (&'static str, &'static str),
    /// A text that the line named must have; empty where the rule is gone and some line of the move is enough.
    points_at: &'static str,
}

const MUTATIONS: &[Mutation] = &[
    Mutation {
        name: "no horse leg",
        section: "horse",
        replace: ("*#a 2 *#b 1 @Empty(*#a +1)", "*# 2 *# 1"),
        points_at: "*# 2 *# 1",
    },
    Mutation {
        name: "the horse's leg on the wrong side",
        section: "horse",
        replace: ("@Empty(*#a +1)", "@Empty(*#b +1)"),
        points_at: "@Empty(*#b +1)",
    },
    Mutation {
        name: "the elephant crosses the river",
        section: "elephant",
        replace: ("@To(Home)", ""),
        points_at: "*# 2 *# 2",
    },
    Mutation {
        name: "the elephant's eye is no obstacle",
        section: "elephant",
        replace: ("*# 2 *# 2", "*# 2 *# 2 @JumpOver(*)"),
        points_at: "@JumpOver(*)",
    },
    Mutation {
        name: "the cannon takes without a screen",
        section: "cannon",
        replace: ("*# * @JumpOver(1)", "*# *"),
        points_at: "*# *",
    },
    Mutation {
        name: "the cannon takes over two screens",
        section: "cannon",
        replace: ("@JumpOver(1)", "@JumpOver(1~2)"),
        points_at: "@JumpOver(1~2)",
    },
    Mutation {
        name: "the cannon moves over a screen",
        section: "cannon",
        replace: ("move = \"*# *\"", "move = \"*# * @JumpOver(0~1)\""),
        points_at: "@JumpOver(0~1)",
    },
    Mutation {
        name: "the soldier goes sideways from the start",
        section: "soldier",
        replace: ("@Not(@On(Home))", ""),
        points_at: "File 1",
    },
    Mutation {
        name: "the soldier goes backward",
        section: "soldier",
        replace: ("Rank +1", "Rank 1"),
        points_at: "Rank 1",
    },
    Mutation {
        name: "the soldier never goes sideways",
        section: "soldier",
        replace: (" | File 1 @Not(@On(Home))", ""),
        points_at: "",
    },
    Mutation {
        name: "the advisor leaves the palace",
        section: "advisor",
        replace: ("@To(Palace)", ""),
        points_at: "*# 1 *# 1",
    },
    Mutation {
        name: "the general leaves the palace",
        section: "general",
        replace: ("*# 1 @To(Palace)", "*# 1"),
        points_at: "*# 1",
    },
    Mutation {
        name: "the generals may face each other",
        section: "general",
        replace: ("capture = \"Rank +* @Is(general)\"", ""),
        points_at: "",
    },
    Mutation {
        name: "the chariot jumps",
        section: "chariot",
        replace: ("*# *", "*# * @JumpOver(0~1)"),
        points_at: "@JumpOver(0~1)",
    },
];

/// The rules with the mutation, or why it does not fit them.
fn mutate(rules: &str, mutation: &Mutation) -> Result<String, String> {
    let head = format!("[pieces.{}]", mutation.section);
    let start = rules.find(&head).ok_or_else(|| format!("there is no {head}"))?;
    let end = rules[start + head.len()..].find("\n[").map_or(rules.len(), |at| start + head.len() + at);
    let section = &rules[start..end];
    // Columns of `=` may be aligned in the file.
    let squeezed: String = section
        .lines()
        .map(|line| match line.split_once('=') {
            Some((key, value)) if !key.contains('"') => format!("{} = {}\n", key.trim(), value.trim()),
            _ => format!("{line}\n"),
        })
        .collect();
    let (from, to) = mutation.replace;
    if !squeezed.contains(from) {
        return Err(format!("{head} has no `{from}`:\n{squeezed}"));
    }
    Ok(format!("{}{}{}", &rules[..start], squeezed.replacen(from, to, 1), &rules[end..]))
}

fn xiangqi() -> String {
    std::fs::read_to_string(root().join("rules/xiangqi.toml")).expect("the rule file is shipped")
}

#[test]
fn every_mutation_is_found_and_placed() {
    let folder = Folder::new("mutations");
    let rules = xiangqi();
    let mut failures = Vec::new();
    for (number, mutation) in MUTATIONS.iter().enumerate() {
        let name = format!("mutant-{number}.toml");
        let broken = match mutate(&rules, mutation) {
            Ok(broken) => broken,
            Err(error) => {
                failures.push(format!("{}: {error}", mutation.name));
                continue;
            }
        };
        let file = folder.file(&name, &broken);
        let run = carn(&[
            "compare",
            &file,
            "--reference",
            "builtin:xiangqi",
            "--games",
            "200",
            "--seed",
            "1",
            "--format",
            "json",
        ]);
        if run.code != 1 {
            failures.push(format!("{}: code {}\n{}{}", mutation.name, run.code, run.out, run.messages));
            continue;
        }
        let json: Value = serde_json::from_str(&run.out).expect("JSON");
        let difference = &json["difference"];
        let told = ["extra", "missing"]
            .into_iter()
            .flat_map(|side| difference[side].as_array().into_iter().flatten());
        let lines: Vec<&Value> =
            told.flat_map(|told| told["lines"].as_array().into_iter().flatten()).collect();
        let texts: Vec<&str> = lines.iter().filter_map(|line| line["text"].as_str()).collect();
        let placed = lines.iter().all(|line| line["line"].is_u64() && line["file"] == file.as_str());
        if lines.is_empty() || !placed || !texts.iter().any(|text| text.contains(mutation.points_at)) {
            failures.push(format!("{}: points at {texts:?}\n{difference:#}", mutation.name));
        }
        // Two royals, the piece concerned, and what it takes to see the difference.
        let fen = difference["fen"].as_str().unwrap_or_default();
        let pieces = fen.split(' ').next().unwrap_or_default().chars().filter(|c| c.is_alphabetic()).count();
        if !(2..=6).contains(&pieces) {
            failures.push(format!("{}: not small: {fen}", mutation.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_unbroken_rules_agree() {
    let folder = Folder::new("unbroken");
    let file = folder.file("xiangqi.toml", &xiangqi());
    let out = carn(&["compare", &file, "--reference", "builtin", "--games", "10", "--seed", "1"]).ok();
    assert!(out.contains("agrees with"), "{out}");
    let out = carn(&["compare", "chess", "--games", "5", "--depth", "3"]).ok();
    assert!(out.starts_with("1\t20\tagrees\n2\t400\tagrees\n3\t8902\tagrees\n"), "{out}");
    let json = carn(&["compare", "xiangqi", "--depth", "2", "--format", "json"]).json();
    assert_eq!(json["difference"], Value::Null);
    assert_eq!(json["perft"][1]["nodes"], 1920);
}

#[test]
fn a_wrong_perft_leads_to_the_position() {
    let folder = Folder::new("perft");
    let broken = mutate(&xiangqi(), &MUTATIONS[0]).expect("the mutation fits");
    let run = carn(&["compare", &folder.file("xiangqi.toml", &broken), "--depth", "3"]).code(1);
    assert!(run.out.contains("but the reference counts"), "{}", run.out);
    assert!(run.out.contains("xiangqi.toml:") && run.out.contains("^^^"), "{}", run.out);
    assert!(run.out.contains("extra:") && run.out.contains("shrunk to:"), "{}", run.out);
}

/// Without --reference, the built-in reference is used only for its own game.
#[test]
fn a_game_is_compared_with_what_knows_it() {
    let folder = Folder::new("default");
    let one = ["--depth", "1"];
    let against = |game: &str, more: &[&str]| {
        let run = carn(&[&["compare", game], &one[..], more].concat());
        assert!(run.code < 2, "{game}: {}", run.messages);
        let literal = run.out.contains("the literal evaluator");
        let told =
            run.messages.contains("has other rules than") && run.messages.contains("--reference builtin");
        (literal, told)
    };
    let (builtin, other, unknown) = ((false, false), (true, true), (true, false));
    for (game, expected) in [
        ("chess", builtin),
        ("chess960", builtin),
        ("xiangqi", builtin),
        ("janggi", other),
        ("minixiangqi", other),
        ("crazyhouse", other),
        ("horde", other),
        ("shogi", unknown),
        ("gomoku", unknown),
    ] {
        assert_eq!(against(game, &[]), expected, "{game}");
    }
    for (name, text, expected) in [
        ("same", "extends = 'xiangqi'\nname = 'Mine'", builtin),
        (
            "looks",
            "extends = 'chess'\nname = 'Mine'\n[board]\ndrawing = 'plain'\n[pieces.king]\nglyphs = false",
            builtin,
        ),
        (
            "start",
            "extends = 'chess'\nname = 'Mine'\n[setup]\nfen = '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'",
            builtin,
        ),
        ("moves", "extends = 'xiangqi'\nname = 'Mine'\n[pieces.horse]\npattern = '*# 2 *# 1'", other),
        ("ends", "extends = 'chess'\nname = 'Mine'\n[ending]\nstalemate = 'win'", other),
        // A file named chess is compared with chess.
        ("chess", "extends = 'chess'\nname = 'Mine'\n[ending]\nstalemate = 'win'", builtin),
        ("title", "extends = 'chess'\nname = 'Chess'\n[ending]\nstalemate = 'win'", builtin),
        // So does what knows how the reference differs.
        (
            "differs",
            "extends = 'chess'\nname = 'Mine'\n[ending]\nstalemate = 'win'\n[[differs]]\nreference = 'chess by'\nsays = 'a draw'",
            builtin,
        ),
        (
            "elsewhere",
            "extends = 'chess'\nname = 'Mine'\n[ending]\nstalemate = 'win'\n[[differs]]\nreference = 'Other'\nsays = 'a draw'",
            other,
        ),
    ] {
        let file = folder.file(&format!("{name}.toml"), text);
        assert_eq!(against(&file, &[]), expected, "{name}");
    }
    let file = folder.file("mine.toml", "extends = 'same.toml'\nname = 'Further'");
    assert_eq!(against(&file, &[]), builtin);
    let file = folder.file("mine.toml", "extends = 'moves.toml'\nname = 'Further'");
    assert_eq!(against(&file, &[]), other);
    assert_eq!(against(&file, &["--reference", "builtin"]), builtin);
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let run = || carn(&["compare", "xiangqi", "--games", "2", "--seed", "7", "--format", "json"]).ok();
    assert_eq!(run(), run());
}

/// An engine that says what it is told to, as a shell script.
#[cfg(unix)]
fn engine(script: &str) -> String {
    format!("uci:sh -c '{script}'")
}

#[cfg(unix)]
#[test]
fn engines_that_misbehave_are_ended() {
    let silent = engine("sleep 60");
    let start = Instant::now();
    let run = carn(&["compare", "chess", "--reference", &silent, "--timeout", "1"]).code(2);
    assert!(run.messages.contains("after 1 s without an answer"), "{}", run.messages);
    assert!(start.elapsed() < Duration::from_secs(20));
    let run = carn(&["compare", "chess", "--reference", &engine("exit 3")]).code(2);
    assert!(run.messages.contains("the engine ended"), "{}", run.messages);
    let run = carn(&["compare", "xiangqi", "--reference", &engine("echo uciok; cat >/dev/null")]).code(2);
    assert!(run.messages.contains("plays no variants"), "{}", run.messages);
    let run = carn(&["compare", "chess", "--reference", "uci:no-such-engine-anywhere"]).code(2);
    assert!(run.messages.contains("is it installed"), "{}", run.messages);
}

/// With Fairy-Stockfish where it is installed: Debian puts it where not every PATH looks.
#[test]
fn fairy_stockfish_agrees() {
    let installed = ["fairy-stockfish", "/usr/games/fairy-stockfish"].into_iter().find(|command| {
        Command::new(command).arg("quit").output().is_ok_and(|output| output.status.success())
    });
    let Some(command) = installed else { return };
    let reference = format!("uci:{command}");
    for variant in ["chess", "xiangqi"] {
        carn(&[
            "compare",
            variant,
            "--reference",
            &reference,
            "--depth",
            "3",
            "--games",
            "2",
            "--plies",
            "60",
        ])
        .ok();
    }
}
