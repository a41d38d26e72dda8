//! The command from its users' side: output, messages and exit codes of every subcommand.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// The folder of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A temporary folder, gone with the value.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder of its own for every call.
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("carn-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and gives its path as an argument.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file can be written");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command with these arguments, run in a folder where nothing is.
pub fn carn(arguments: &[&str]) -> Run {
    let folder = Folder::new("run");
    carn_in(folder.path(), arguments)
}

pub fn carn_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR");
    command.env("LC_ALL", "C").env_remove("COLUMNS");
    Run::new(arguments, command.output().expect("the command can be run"))
}

/// The output of the command for this input, at this width if given.
pub fn carn_told(arguments: &[&str], input: &str, columns: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).env_remove("NO_COLOR");
    match columns {
        Some(columns) => command.env("COLUMNS", columns),
        None => command.env_remove("COLUMNS"),
    };
    let mut child = command.spawn().expect("the command can be run");
    let mut told = child.stdin.take().expect("it is piped");
    told.write_all(input.as_bytes()).expect("the command listens");
    drop(told);
    let output = child.wait_with_output().expect("the command ends");
    String::from_utf8(output.stdout).expect("text")
}

/// The result of a run.
pub struct Run {
    pub arguments: String,
    pub code: i32,
    pub out: String,
    pub messages: String,
}

impl Run {
    fn new(arguments: &[&str], output: Output) -> Self {
        Self {
            arguments: arguments.join(" "),
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("output is UTF-8"),
            messages: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }

    /// The output of a run that ended well.
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "carn {}\n{}{}", self.arguments, self.out, self.messages);
        self.out
    }

    /// The run, if it ended with this code.
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "carn {}\n{}{}", self.arguments, self.out, self.messages);
        self
    }

    /// The output of a run that ended well, as JSON.
    pub fn json(self) -> Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in\n{out}"))
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

pub const SUBCOMMANDS: [&str; 22] = [
    "best",
    "engine",
    "values",
    "study",
    "list",
    "check",
    "fmt",
    "explain",
    "explain-code",
    "show",
    "moves",
    "why",
    "perft",
    "compare",
    "diff",
    "test",
    "new",
    "record",
    "play",
    "schema",
    "completions",
    "man",
];

#[test]
fn every_subcommand_has_help_with_examples() {
    for subcommand in SUBCOMMANDS {
        let help = carn(&[subcommand, "--help"]).ok();
        assert!(help.contains("Examples:\n  carn "), "{subcommand}: {help}");
    }
    let help = carn(&["--help"]).ok();
    assert!(SUBCOMMANDS.iter().all(|subcommand| help.contains(subcommand)), "{help}");
    assert!(carn(&["--version"]).ok().starts_with("carn "));
}

#[test]
fn wrong_calls_end_with_2_and_leave_stdout_empty() {
    let calls: &[&[&str]] = &[
        &[],
        &["no-such-subcommand"],
        &["moves"],
        &["moves", "no-such-variant"],
        &["moves", "no/such/file.toml"],
        &["check", "no-such-file.toml"],
        &["check"],
        &["perft", "chess"],
        &["perft", "chess", "0"],
        &["perft", "chess", "many"],
        &["show", "chess", "--from", "z9"],
        &["show", "chess", "--from", "e4"],
        &["explain", "chess", "wizard"],
        &["explain-code", "E9999"],
        &["compare", "chess", "--reference", "nobody"],
        &["compare", "chess", "--reference", "builtin:nobody"],
        &["compare", "chess", "--reference", "uci:/no/such/engine"],
        &["test", "no-such-file.toml"],
        &["completions", "no-such-shell"],
    ];
    for call in calls {
        let run = carn(call).code(2);
        assert!(run.out.is_empty(), "carn {}: {}", run.arguments, run.out);
        assert!(!run.messages.is_empty(), "carn {}", run.arguments);
    }
}

#[test]
fn names_that_are_nearly_right_are_suggested() {
    assert!(carn(&["moves", "xianqi"]).code(2).messages.contains("did you mean `xiangqi`?"));
    assert!(carn(&["explain-code", "backslas"]).code(2).messages.contains("did you mean `backslash`?"));
}

#[test]
fn list_names_the_shipped_variants() {
    let out = carn(&["list"]).ok();
    for name in ["chess", "xiangqi"] {
        assert!(out.lines().any(|line| line.split_whitespace().next() == Some(name)), "{out}");
    }
    let json = carn(&["list", "--format", "json"]).json();
    let names: Vec<_> = json["variants"].as_array().expect("a list").iter().map(|row| &row["name"]).collect();
    assert!(names.contains(&&Value::from("chess")), "{json}");
}

#[test]
fn list_groups_by_board_and_by_what_is_special() {
    let out = carn(&["list", "--by", "board"]).ok();
    assert!(out.lines().any(|line| line == "9×10") && out.lines().any(|line| line == "8×8"), "{out}");
    let out = carn(&["list", "--by", "special"]).ok();
    let groups: Vec<&str> = out.lines().filter(|line| !line.starts_with(' ') && !line.is_empty()).collect();
    for (word, name) in [
        ("phases", "duck"),
        ("again", "marseillais"),
        ("chains", "draughts"),
        ("hands", "seirawan"),
        ("counting", "makruk"),
    ] {
        assert!(groups.contains(&word), "{word}");
        let with = carn(&["list", "--with", word]).ok();
        assert!(with.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name} in {with}");
    }
    assert_eq!(groups.last(), Some(&"None of these"));
}

#[test]
fn perft_prints_depth_and_count() {
    // https://www.chessprogramming.org/Perft_Results and its page on Chinese chess.
    assert_eq!(carn(&["perft", "chess", "3"]).ok(), "1\t20\n2\t400\n3\t8902\n");
    assert_eq!(carn(&["perft", "xiangqi", "2"]).ok(), "1\t44\n2\t1920\n");
    assert_eq!(carn(&["perft", "duck", "1", "--turns"]).ok(), "1\t640\n");
    let divided = carn(&["perft", "duck", "1", "--turns", "--divide"]).ok();
    assert!(divided.starts_with("b1a3\t32\n") && divided.ends_with("\ntotal\t640\n"), "{divided}");
    let two = carn(&["perft", "chess", "3", "--threads", "2"]).ok();
    assert_eq!(two, "1\t20\n2\t400\n3\t8902\n");
    let json = carn(&["perft", "chess", "2", "--format", "json"]).json();
    assert_eq!(json["variant"], "chess");
    assert_eq!(json["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(json["results"][1]["depth"], 2);
    assert_eq!(json["results"][1]["nodes"], 400);
    assert!(json["results"][1]["seconds"].is_f64());
    let moves = carn(&["perft", "chess", "2", "--moves", "e2e4", "e7e5"]).ok();
    assert_eq!(moves.lines().next(), Some("1\t29"));
}

#[test]
fn divide_prints_each_move_and_the_total() {
    let out = carn(&["perft", "chess", "2", "--divide"]).ok();
    assert_eq!(lines(&out).len(), 21);
    assert!(out.contains("e2e4\t20\n"), "{out}");
    assert!(out.ends_with("total\t400\n"), "{out}");
    let json = carn(&["perft", "chess", "2", "--divide", "--format", "json"]).json();
    assert_eq!(json["divide"].as_array().map(Vec::len), Some(20));
}

#[test]
fn moves_are_listed_for_people_and_programs() {
    let out = carn(&["moves", "xiangqi"]).ok();
    assert_eq!(lines(&out).len(), 44);
    assert!(out.lines().any(|line| line.starts_with("h3e3")), "{out}");
    let json = carn(&["moves", "chess", "--format", "json"]).json();
    assert_eq!(json["variant"], "chess");
    assert_eq!(json["turn"], "White");
    let moves = json["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 20);
    let knight = moves.iter().find(|mv| mv["move"] == "g1f3").expect("the knight can move");
    assert_eq!((&knight["san"], &knight["from"], &knight["to"]), (&"Nf3".into(), &"g1".into(), &"f3".into()));
    assert_eq!(knight["flags"], Value::Array(Vec::new()));
    let one = carn(&["moves", "chess", "--from", "b1"]).ok();
    assert_eq!(lines(&one).len(), 2);
}

#[test]
fn moves_carry_flags() {
    let json =
        carn(&["moves", "chess", "--fen", "3rk3/2P5/8/8/8/8/8/4K2R w K - 0 1", "--format", "json"]).json();
    let flags = |name: &str| -> Vec<String> {
        let moves = json["moves"].as_array().expect("a list");
        let mv = moves.iter().find(|mv| mv["move"] == name).unwrap_or_else(|| panic!("{name} in {json:#}"));
        let flags = mv["flags"].as_array().expect("a list");
        flags.iter().filter_map(|flag| flag.as_str().map(str::to_owned)).collect()
    };
    assert_eq!(flags("c7d8q"), ["capture", "check", "promotion"]);
    assert_eq!(flags("c7c8n"), ["promotion"]);
    assert_eq!(flags("e1g1"), ["shift"]);
    assert_eq!(flags("h1h8"), ["check"]);
    let mate = ["moves", "chess", "--moves", "f2f3", "e7e5", "g2g4", "--from", "d8", "--format", "json"];
    let json = carn(&mate).json();
    let moves = json["moves"].as_array().expect("a list");
    let mate = moves.iter().find(|mv| mv["move"] == "d8h4").expect("the queen can mate");
    assert_eq!(mate["san"], "Qh4#");
    assert_eq!(mate["flags"], serde_json::json!(["check", "mate"]));
    // To castle onto the own rook is no capture.
    let castling = ["moves", "chess960", "--fen", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "--format", "json"];
    let json = carn(&castling).json();
    let moves = json["moves"].as_array().expect("a list");
    let castling = moves.iter().find(|mv| mv["move"] == "e1h1").expect("the king can castle");
    assert_eq!(castling["flags"], serde_json::json!(["shift", "put"]));
    assert_eq!(castling["takes"], serde_json::json!([]));
}

#[test]
fn errors_in_fen_moves_and_squares_point_at_the_place() {
    let run = carn(&["moves", "chess", "--fen", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"]).code(2);
    let messages = lines(&run.messages);
    assert!(messages[0].contains("no piece has the letter `x`"), "{}", run.messages);
    let at = messages[1].find('x').expect("the FEN is shown");
    assert_eq!(messages[2].find('^'), Some(at), "{}", run.messages);
    let run = carn(&["moves", "xiangqi", "--moves", "b1c4"]).code(2);
    assert!(run.messages.contains("`b1c4` is not a legal move here"), "{}", run.messages);
    let run = carn(&["moves", "xiangqi", "--moves", "b1d2"]).code(2);
    assert!(run.messages.contains("the horse on b1 is blocked at c1"), "{}", run.messages);
    let run = carn(&["show", "chess", "--from", "e99"]).code(2);
    assert!(run.messages.contains("`e99` is not a square of this board"), "{}", run.messages);
}

#[test]
fn show_draws_the_board_and_marks_moves() {
    let out = carn(&["show", "chess"]).ok();
    assert!(
        out.contains(" 8  r  n  b  q  k  b  n  r ") || out.contains("8  r  n  b  q  k  b  n  r "),
        "{out}"
    );
    assert!(out.contains("White to move"), "{out}");
    let out = carn(&["show", "chess", "--from", "g1"]).ok();
    assert!(out.contains("[N]"), "{out}");
    let board = out.split("\n\n").next().expect("the board comes first");
    assert_eq!(board.matches('*').count(), 2, "{out}");
    assert!(out.contains("2 legal moves"), "{out}");
    let out = carn(&["show", "chess", "--from", "g1", "--fen", "4k3/8/8/8/8/5p2/8/4K1N1 w"]).ok();
    assert!(out.contains("(p)"), "{out}");
}

#[test]
fn chinese_pieces_take_two_cells() {
    let out = carn(&["show", "xiangqi", "--glyphs", "chinese"]).ok();
    assert!(out.contains('帥') && out.contains('將'), "{out}");
    let rows = out.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let widths: Vec<usize> = rows.map(unicode_width::UnicodeWidthStr::width).collect();
    assert_eq!(widths.len(), 10, "{out}");
    let row = |digits: usize| widths[0] - 2 + digits;
    assert!(widths[1..].iter().all(|&width| width == row(1)), "{widths:?}\n{out}");
}

#[test]
fn promoted_pieces_are_told_from_others() {
    let fen = "4k2+P1/9/9/9/9/9/9/1+s5P1/4K4[] w - - 0 1";
    let shown = |glyphs: &str| carn(&["show", "shogi", "--fen", fen, "--glyphs", glyphs]).ok();
    let letters = shown("letters");
    let row = |rank: char| letters.lines().find(|line| line.starts_with(rank)).unwrap().split_whitespace();
    assert_eq!(row('一').collect::<String>(), "一....k..+P.一Goteholdsnothing");
    assert_eq!(row('八').collect::<String>(), "八.+s.....P.八");
    assert!(shown("chinese").contains('全') && !shown("chinese").contains("成銀"), "{}", shown("chinese"));
    assert!(shown("full").contains("成銀'") && shown("full").contains("歩兵"), "{}", shown("full"));
}

#[test]
fn svg_is_written_only_where_it_was_asked_for() {
    let folder = Folder::new("svg");
    carn_in(folder.path(), &["show", "chess", "--svg", "board.svg"]).ok();
    let svg = std::fs::read_to_string(folder.path().join("board.svg")).expect("the picture was written");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    // The ground, 64 squares and the frame; 32 pieces of two layers and 16 labels, none of which needs a font.
    assert_eq!(svg.matches("<rect").count(), 66);
    assert_eq!(svg.matches("<use").count(), 2 * 32 + 16);
    assert!(!svg.contains("<text"), "{svg}");
    let again = carn_in(folder.path(), &["show", "xiangqi", "--svg", "board.svg"]).code(2);
    assert!(again.messages.contains("--force"), "{}", again.messages);
    let kept = std::fs::read_to_string(folder.path().join("board.svg")).expect("the picture is there");
    assert_eq!(kept, svg);
    carn_in(folder.path(), &["show", "xiangqi", "--svg", "board.svg", "--force"]).ok();
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder is there").count(), 1);
}

/// The name of a river is drawn whole or, if there is no room for it, not at all.
#[test]
fn a_river_of_any_name_is_drawn() {
    let folder = Folder::new("river");
    for (name, drawn) in
        [("NEW RIVER", true), ("A VERY LONG TEXT INDEED FOR A RIVER", false), ("a b c d e f g h", false)]
    {
        let file = folder.file(
            "river.toml",
            &format!("extends = \"xiangqi\"\nname = \"R\"\n[zones]\nHome = {{ squares = \"Rank 1~5\", draw = \"river\", text = \"{name}\" }}\n"),
        );
        let out = carn(&["show", &file]).ok();
        let letters = |line: &str| line.chars().filter(|c| c.is_alphabetic()).collect::<String>();
        let river = letters(lines(&out)[10]);
        assert_eq!(river, if drawn { letters(name) } else { String::new() }, "{out}");
    }
}

/// Lines, river and palaces as the board has them; marks by sign, not by colour.
#[test]
fn boards_of_points_and_marks_are_drawn() {
    let out = carn(&["show", "xiangqi", "--zone", "Palace"]).ok();
    let lines: Vec<&str> = lines(&out);
    assert_eq!(lines[1], "10  r───n───b───a───k───a───b───n───r   10");
    assert!(lines[2].contains("│ ╲ │ ╱ │") && lines[4].contains("│ ╱ │ ╲ │"), "{out}");
    assert!(lines[10].contains("楚  河") && lines[10].contains("漢  界"), "{out}");
    assert!(lines[10].starts_with("    │ ") && lines[10].ends_with(" │"), "{out}");
    assert!(lines[19].contains("──:A:─:K:─:A:─"), "{out}");
    assert!(out.contains(": : the zone"), "{out}");

    let out = carn(&["show", "chess", "--moves", "e2e4", "f7f5", "d1h5", "--last"]).ok();
    assert!(out.contains("<.>") && out.contains("<Q>") && out.contains("!k!"), "{out}");
    let run = carn(&["show", "chess", "--last"]).code(2);
    assert!(run.messages.contains("--moves"), "{}", run.messages);
    let run = carn(&["show", "xiangqi", "--zone", "Palaca"]).code(2);
    assert!(run.messages.contains("Palace"), "{}", run.messages);

    // En passant takes beside the target.
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let out = carn(&["show", "chess", "--fen", fen, "--moves", "d7d5", "--from", "e5"]).ok();
    assert!(out.contains("{p}") && out.contains("what it can take from elsewhere"), "{out}");
    let out = carn(&["show", "chess", "--fen", fen, "--moves", "d7d5", "e5d6", "--last"]).ok();
    assert!(out.contains(" x ") && out.contains("<P>"), "{out}");
}

#[test]
fn boards_of_one_and_three_axes_are_drawn() {
    let folder = Folder::new("axes");
    let pieces = "[pieces.man]\nletter = \"M\"\npattern = \"File 1\"\n";
    let players = "turn = [\"A\", \"B\"]\n[players]\nA = { fen = \"w\" }\nB = { fen = \"b\" }\n";
    let line = format!(
        "name = \"Line\"\n{players}[board]\naxes = [\"File\"]\nranges = {{ File = \"a~e\" }}\n{pieces}\
         [setup]\nfen = \"M3m w - - 0 1\"\n"
    );
    let out = carn(&["show", &folder.file("line.toml", &line), "--from", "a"]).ok();
    assert_eq!(lines(&out)[0].trim_end(), "[M] *  .  .  m", "{out}");
    let cube = format!(
        "name = \"Cube\"\n{players}[board]\naxes = [\"File\", \"Rank\", \"Level\"]\n\
         ranges = {{ File = \"a~c\", Rank = \"1~3\", Level = \"A~C\" }}\n{pieces}\
         [setup]\nfen = \"2m/3/3//3/3/3//3/3/M2 w - - 0 1\"\n"
    );
    let out = carn(&["show", &folder.file("cube.toml", &cube)]).ok();
    let first = lines(&out)[0];
    assert!(first.contains("Level A") && first.contains("Level B") && first.contains("Level C"), "{out}");
    assert!(lines(&out).iter().any(|line| line.contains(" M ") && !line.contains(" m ")), "{out}");
}

#[test]
fn explain_says_the_rules_in_words() {
    let out = carn(&["explain", "xiangqi"]).ok();
    for word in
        ["general", "Palace", "nothing in between", "exactly 1 piece", "In check without a legal move"]
    {
        assert!(out.contains(word), "{word}: {out}");
    }
    let out = carn(&["explain", "xiangqi", "soldier"]).ok();
    assert!(out.contains("1 square forward") && !out.contains("general"), "{out}");
    assert_eq!(carn(&["explain", "xiangqi", "P"]).ok(), out);
    let horse = carn(&["explain", "xiangqi", "horse"]).ok();
    assert!(!horse.contains("another axis (a)"), "{horse}");
    let chess960 = carn(&["explain", "chess960"]).ok();
    for wanted in ["@CanCastle(kingTo, rookTo): ", "Rights", "one for each square"] {
        assert!(chess960.contains(wanted), "{wanted}: {chess960}");
    }
    assert!(carn(&["explain", "chess"]).ok().contains("K: lost when a piece moves"));
}

#[test]
fn codes_are_explained() {
    let out = carn(&["explain-code", "E0102"]).ok();
    assert!(out.starts_with("E0102 (backslash)"), "{out}");
    assert_eq!(carn(&["explain-code", "backslash"]).ok(), out);
    assert!(carn(&["explain-code"]).ok().contains("E0102\tbackslash\t"));
}

#[test]
fn check_tells_good_files_from_bad() {
    assert!(carn(&["check", "chess", "xiangqi"]).ok().contains("chess: ok"));
    let folder = Folder::new("check");
    let good = std::fs::read_to_string(root().join("rules/xiangqi.toml")).expect("a shipped file");
    let bad = folder.file("bad.toml", &good.replacen("Rank +1 |", "Rank ＋1 |", 1));
    let run = carn(&["check", &bad]).code(1);
    assert!(run.out.contains("E0104") && run.out.contains("bad.toml:"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'));
    let run = carn(&["check", &bad, "--format", "json"]).code(1);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["ok"], false);
    assert_eq!(json["files"][0]["diagnostics"][0]["code"], "E0104");
    let run = carn(&["moves", &bad]).code(1);
    assert!(run.out.is_empty() && run.messages.contains("E0104"), "{}", run.messages);
    let json = carn(&["check", "chess", "--format", "json"]).json();
    assert_eq!(json["ok"], true);
}

#[test]
fn one_pattern_is_checked_and_drawn() {
    let out = carn(&["check", "--pattern", "*# 2 *# 1"]).ok();
    assert_eq!(out.matches('*').count(), 8, "{out}");
    let out = carn(&["check", "--pattern", "*# $n *# $n *# $n", "--board", "5x5x5"]).ok();
    assert_eq!(out.matches('*').count(), 16, "{out}");
    let out = carn(&["check", "--pattern", "X 1", "--axes", "X=3,Y=3"]).ok();
    let board = out.split("\n\n").next().expect("the board comes first");
    assert_eq!(board.matches('*').count(), 2, "{out}");
    let run = carn(&["check", "--pattern", "Rank 5~2"]).code(1);
    assert!(run.out.contains("5~2"), "{}", run.out);
    carn(&["check", "--pattern", "Rank 1", "--board", "8y8"]).code(2);
    carn(&["check", "--pattern", "Rank 1", "--board", "800x800"]).code(2);
    let json = carn(&["check", "--pattern", "Rank +1", "--from", "a1", "--format", "json"]).json();
    assert_eq!(json["squares"], serde_json::json!(["a2"]));
}

#[test]
fn the_shipped_files_prove_themselves() {
    let out = carn(&["test", "chess", "xiangqi", "--max-nodes", "3000"]).ok();
    assert!(out.contains("passed"), "{out}");
    let json = carn(&["test", "xiangqi", "--max-nodes", "3000", "--format", "json"]).json();
    assert_eq!(json["failed"], 0);
    assert!(json["passed"].as_u64().is_some_and(|passed| passed > 0), "{json}");
}

#[test]
fn a_failed_test_is_found_and_placed() {
    let folder = Folder::new("test");
    let good = std::fs::read_to_string(root().join("rules/xiangqi.toml")).expect("a shipped file");
    let broken = good.replacen("@Empty(*#a +1)", "", 1);
    assert_ne!(good, broken);
    let run = carn(&["test", &folder.file("broken.toml", &broken), "--max-nodes", "3000"]).code(1);
    assert!(run.out.contains("1920") && run.out.contains("broken.toml:"), "{}", run.out);
}

#[test]
fn new_files_are_good_and_never_written_over() {
    let folder = Folder::new("new");
    carn_in(folder.path(), &["new", "alone"]).ok();
    let out = carn_in(folder.path(), &["check", "alone.toml", "--deny-warnings"]).ok();
    assert!(out.contains("ok"), "{out}");
    carn_in(folder.path(), &["test", "alone.toml"]).ok();
    let again = carn_in(folder.path(), &["new", "alone"]).code(2);
    assert!(again.messages.contains("--force"), "{}", again.messages);
    for parent in ["chess", "xiangqi"] {
        carn_in(folder.path(), &["new", "child", "--from", parent, "--force"]).ok();
        let count = |name: &str| carn_in(folder.path(), &["perft", name, "2"]).ok();
        assert_eq!(count("child.toml"), count(parent));
        carn_in(folder.path(), &["check", "child.toml"]).ok();
        // The comments are the parent's rules: without the comment signs the file is still valid.
        let text = std::fs::read_to_string(folder.path().join("child.toml")).expect("the file was written");
        let (head, rules) = text.split_once("removes a rule.\n\n").expect("the file explains itself");
        let bare: String =
            rules.lines().map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n").collect();
        folder.file("bare.toml", &format!("{head}removes a rule.\n\n{bare}"));
        assert_eq!(count("bare.toml"), count(parent), "{bare}");
    }
    carn_in(folder.path(), &["new", "grandchild", "--from", "child.toml"]).ok();
    carn_in(folder.path(), &["check", "grandchild.toml"]).ok();
    carn_in(folder.path(), &["new", "no/such/folder/x"]).code(2);
    for name in [".", "..", "alone/.."] {
        let run = carn_in(folder.path(), &["new", name]).code(2);
        assert!(run.messages.contains("is not a file name"), "{}", run.messages);
    }
    carn_in(folder.path(), &["new", "slash/"]).ok();
    assert!(folder.path().join("slash.toml").exists());
}

#[test]
fn a_rule_file_may_come_from_standard_input() {
    let run = |arguments: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command can be run");
        let mut stdin = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut stdin, input.as_bytes()).expect("the command reads it");
        drop(stdin);
        Run::new(arguments, child.wait_with_output().expect("the command ends"))
    };
    let swift = "extends = 'xiangqi'\nname = 'Swift'\n[pieces.horse]\npattern = '*# 2 *# 1'\n";
    assert!(run(&["check", "-"], swift).ok().contains("ok, 7 roles on 90 squares"));
    let moves = run(&["moves", "-", "--from", "b1"], swift).ok();
    assert_eq!(moves.lines().map(|line| &line[..4]).collect::<Vec<_>>(), ["b1d2", "b1a3", "b1c3"]);
    let wrong = run(&["check", "-"], &swift.replace("*# 1", "*# 5~2")).code(1);
    assert!(wrong.out.contains("--> <stdin>:4:20"), "{}", wrong.out);
    run(&["check", "-"], "\0").code(1);
}

#[test]
fn hooks_are_explained() {
    let folder = Folder::new("hooks");
    let text = "extends = 'chess'\nname = 'Atomic'\n[hooks]\naftercapture = '@Take(To ** ~1, @Not(@Is(pawn))) \
                @Take(To)'\n[pieces.rook]\nhooks = { aftermove = '@To(Rank 8) => @Become(queen)' }\n";
    let file = folder.file("atomic.toml", text);
    let out = carn(&["explain", &file]).ok();
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let every = out.split("After every move").nth(1).expect("the variant's hooks have a heading");
    assert!(
        every.contains("after a capture: captures any piece on its target and the squares around it"),
        "{every}"
    );
    assert!(
        every.contains("(if a pawn does not stand on that square), and captures any piece on its target"),
        "{every}"
    );
    let rook = carn(&["explain", &file, "rook"]).ok();
    assert!(rook.contains("after a move: if landing in Rank 8, then becomes queen"), "{rook}");
    assert!(!rook.contains("after a capture"), "{rook}");
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "zsh", "fish"] {
        let out = carn(&["completions", shell]).ok();
        // The shell asks the command itself for what may follow.
        assert!(out.contains("carn") && out.contains("COMPLETE"), "{shell}");
    }
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let run = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
        command.args(arguments).stdin(Stdio::null()).env_remove("NO_COLOR");
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        String::from_utf8(command.output().expect("the command can be run").stdout).expect("UTF-8")
    };
    assert!(!run(&["show", "chess"], None).contains('\u{1b}'));
    assert!(run(&["show", "chess", "--color", "always"], None).contains('\u{1b}'));
    assert!(run(&["--color", "always", "show", "chess"], Some("1")).contains('\u{1b}'));
    assert!(!run(&["show", "chess", "--color", "never"], None).contains('\u{1b}'));
    // Away from a terminal there is nothing that NO_COLOR could take away; `script` gives the command one.
    let terminal = |no_color: &str| {
        let line = format!("{} show chess", env!("CARGO_BIN_EXE_carn"));
        let output = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .env("NO_COLOR", no_color)
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .output();
        output.ok().filter(|output| output.status.success()).map(|output| output.stdout.contains(&0x1b))
    };
    if let Some(coloured) = terminal("") {
        assert!(coloured);
        assert_eq!(terminal("1"), Some(false));
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let pipe = |line: &str| {
        let line = format!("{} {line}", env!("CARGO_BIN_EXE_carn"));
        let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
        (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
    };
    // `true` reads nothing, so that the first write meets a closed pipe.
    for arguments in ["moves chess", "completions bash", "explain xiangqi", "perft chess 2"] {
        assert_eq!(pipe(&format!("{arguments} | true")), (String::new(), Some(0)), "{arguments}");
    }
}

/// In a turn of several moves a king that stays in check after the first is no check given.
#[test]
fn a_check_is_one_that_the_move_gives() {
    let folder = Folder::new("own-check");
    let text = "extends = \"duck\"\nname = \"Checks\"\n[pieces.king]\nroyal = true\n[ending]\ncheckmate = \
                \"loss\"\nstalemate = \"draw\"\nends = false\n";
    let file = folder.file("own-check.toml", text);
    let moves = |fen: &str| {
        let run = carn_in(folder.path(), &["moves", &file, "--fen", fen]);
        assert_eq!(run.code, 0, "{}", run.messages);
        run.out
    };
    let held = moves("4r2k/8/8/8/8/8/P7/4K3 w - - 0 1");
    assert!(held.contains("a2a3") && !held.contains('+') && !held.contains("check"), "{held}");
    let given = moves("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(given.lines().any(|line| line.contains("Ra8+") && line.contains("check")), "{given}");
}
