//! `carn fmt`: shipped files are unchanged, the meaning of other files is unchanged, and no file is damaged.

use std::fs;

use carn::compile::{Natives, NoFiles, compile};
use carn::format::format;
use carn::library;
use carn::random::Random;

use super::cli::{Folder, carn, carn_in, root};

/// The shipped files by name.
fn shipped() -> Vec<(&'static str, &'static str)> {
    let all: Vec<_> = library::names().filter_map(|name| Some((name, library::text(name)?))).collect();
    assert!(all.len() > 80, "all files are looked at");
    all
}

/// Everything that a text compiles to, in one string.
fn meaning(text: &str) -> String {
    let compiled =
        compile("a.toml", text, &library::Beside(|_: &str| Err("none".to_owned())), &Natives::default());
    assert!(compiled.variant.is_some(), "{:?}", compiled.diagnostics);
    format!("{:?} {:?}", compiled.variant, compiled.description)
}

#[test]
fn shipped_files_are_as_they_should_be() {
    for (name, text) in shipped() {
        let formatted = format(text).unwrap_or_default();
        assert!(formatted == text, "carn fmt rules/{name}.toml");
    }
}

/// The same file with other blanks: around keys, at the ends of lines, between lines, between the words of patterns.
fn disarranged(text: &str, random: &mut Random) -> String {
    let blanks = |random: &mut Random| " ".repeat(random.below(4));
    let mut out = String::new();
    let mut list = false;
    for line in text.lines() {
        let carn = ["pattern", "move", "capture", "drop", "guard", "must", "aftermove", "aftercapture"];
        let key = line.split('=').next().unwrap_or_default().trim();
        let is_carn = carn.contains(&key) && line.contains(" = \"") && !line.contains('{');
        let mut line = match line.split_once(" = ") {
            Some((key, value)) if !line.starts_with([' ', '#', '[', '"']) => {
                let value = if is_carn {
                    let end = value.rfind('"').unwrap_or_default();
                    let (text, rest) = value.split_at(end);
                    text.replace(' ', &format!(" {}", blanks(random))) + rest
                } else {
                    value.to_owned()
                };
                format!("{}{}{}={}{value}", blanks(random), key.trim_end(), blanks(random), blanks(random))
            }
            _ => line.to_owned(),
        };
        if !line.contains('#') && random.below(3) == 0 {
            line += &blanks(random);
        }
        if line.starts_with('[') && random.below(3) == 0 {
            out += "\n   \n";
        }
        list = (list || line.trim_end().ends_with('[')) && !line.starts_with(']');
        out += if list && random.below(2) == 0 { line.trim_start() } else { &line };
        out += if random.below(5) == 0 { "\r\n" } else { "\n" };
    }
    out
}

#[test]
fn other_blanks_are_put_back_and_mean_the_same() {
    let mut random = Random::new(11);
    for (name, text) in shipped() {
        let other = disarranged(text, &mut random);
        assert_ne!(other, text);
        let formatted = format(&other).unwrap_or_else(|| panic!("{name} is no TOML:\n{other}"));
        // Blank lines are kept where there were none.
        let dense =
            |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(dense(&formatted), dense(text), "{name}");
        assert_eq!(format(&formatted).as_ref(), Some(&formatted), "{name}");
    }
    for name in
        ["chess", "xiangqi", "shogi", "micro", "kyotoshogi", "atomic", "chess960", "janggi", "flipello"]
    {
        let text = library::text(name).expect("it is shipped");
        let other = disarranged(text, &mut random);
        assert!(meaning(&format(&other).unwrap_or_default()) == meaning(&other), "{name}");
    }
}

#[test]
fn comments_and_lists_are_laid_out() {
    let text = "\n\n# top\n\n\nname='Odd'   # a name\nextends = \"chess\"\n[ pieces . \"knight\" ]   # header\n   # a remark\n   \
                pattern   =    [   '*#   2,*#  1',   # one\n  \"Rank +1|Rank   -1 @Empty( )\"\n     # the end\n]\n\
                names={zh='马',en=\"Knight\"}\n[functions]\n'Two(p)' = \"@Any( p , @Ally@Is( knight ))\"\n# last\n\n";
    let wanted = "# top\n\nname    = \"Odd\"   # a name\nextends = \"chess\"\n[pieces.\"knight\"]   # header\n# a remark\n\
                  pattern = [\n    \"*# 2 *# 1\",   # one\n    \"Rank +1 | Rank -1 @Empty\",\n    # the end\n]\n\
                  names = { zh = \"马\", en = \"Knight\" }\n[functions]\n'Two(p)' = \"@Any(p, @Ally @Is(knight))\"\n# last\n";
    assert_eq!(format(text).as_deref(), Some(wanted));
    // Text that is not CARN, and layout by hand, stay unchanged.
    let kept = "name = \"\"\"\na\n  b\"\"\"\n\n[pieces.p]\npattern = \"*#  2 @Emty(\"\nletter  = 'a\"b'\n";
    assert_eq!(format(kept).as_deref(), Some(kept));
    assert_eq!(format("a = [,"), None);
    assert_eq!(format("").as_deref(), Some(""));
    assert_eq!(format("\u{feff}\"馬\" = 1\nx = 2\n").as_deref(), Some("\"馬\" = 1\nx    = 2\n"));
    // An effect without a condition keeps the arrow that makes it one.
    let drop = "[pieces.p]\ndrop = [\"@Empty\", \"=>   @Become(q)\"]\n";
    assert!(format(drop).is_some_and(|text| text.contains("\"=> @Become(q)\"")));
}

#[test]
fn broken_files_are_formatted_once_or_not_at_all() {
    let mut random = Random::new(5);
    let signs = [
        "\n", "#", "\"", "'", "[", "]", "{", "}", "=", ",", " ", "\t", "|", "@", "馬", "\\", "\"\"\"", "\r",
        ".",
    ];
    let texts = shipped();
    let mut formatted = 0;
    for _ in 0..600 {
        let Some(&(name, text)) = random.choose(&texts) else { return };
        let mut text = text.to_owned();
        for _ in 0..=random.below(3) {
            let mut at = random.below(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let Some(sign) = random.choose(&signs) else { return };
            match random.below(2) {
                0 => text.insert_str(at, sign),
                _ => drop(text.remove(at)),
            }
        }
        if let Some(once) = format(&text) {
            formatted += 1;
            assert_eq!(format(&once).as_ref(), Some(&once), "{name}: {text}");
            let same = |text: &str| compile("a.toml", text, &NoFiles, &Natives::default()).variant.is_some();
            assert_eq!(same(&text), same(&once), "{name}: {text}");
        }
    }
    assert!(formatted > 100, "many are still TOML: {formatted}");
}

const LOOSE: &str = "extends='chess'\nname = 'Loose'\n[pieces.knight]\npattern='*#  2,*# 1'\n";
const TIGHT: &str = "extends = \"chess\"\nname    = \"Loose\"\n[pieces.knight]\npattern = \"*# 2 *# 1\"\n";

#[test]
fn files_are_written_and_checked() {
    let folder = Folder::new("fmt");
    let file = folder.file("loose.toml", LOOSE);
    let run = carn_in(folder.path(), &["fmt", "--check", "loose.toml"]).code(1);
    assert!(run.out.contains("-pattern='*#  2,*# 1'\n+pattern = \"*# 2 *# 1\"\n"), "{}", run.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), LOOSE, "--check writes nothing");
    assert_eq!(carn_in(folder.path(), &["fmt", "loose.toml"]).ok(), "loose.toml: formatted\n");
    assert_eq!(fs::read_to_string(&file).unwrap(), TIGHT);
    assert_eq!(carn_in(folder.path(), &["fmt", "loose.toml"]).ok(), "");
    assert_eq!(carn_in(folder.path(), &["fmt", "--check", "loose.toml"]).ok(), "");
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["loose.toml"], "nothing else is left behind");
    let json = carn_in(folder.path(), &["fmt", "loose.toml", "--format", "json"]).json();
    assert_eq!(json["files"][0]["changed"], false);
}

#[test]
fn lines_end_as_most_of_them_did() {
    let returns = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(format(&returns(LOOSE)), Some(returns(TIGHT)));
    assert_eq!(format(&returns(LOOSE).replacen("\r\n", "\n", 1)), Some(returns(TIGHT)));
    assert_eq!(format(&LOOSE.replacen('\n', "\r\n", 2)), Some(TIGHT.to_owned()), "two lines of four");
    let folder = Folder::new("fmt-returns");
    let file = folder.file("tight.toml", &returns(TIGHT));
    assert_eq!(carn_in(folder.path(), &["fmt", "--check", "tight.toml"]).ok(), "");
    let wrong = folder.file("wrong.toml", &returns(&TIGHT.replace("*# 2", "*＃ 2").replace('"', "'")));
    carn_in(folder.path(), &["check", "--fix", "--yes", "wrong.toml"]).ok();
    assert_eq!(fs::read_to_string(&wrong).unwrap(), returns(&TIGHT.replace('"', "'")));
    assert_eq!(fs::read_to_string(&file).unwrap(), returns(TIGHT));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let piped = |arguments: &str, text: &str| {
        let folder = Folder::new("fmt-pipe");
        folder.file("in.toml", text);
        let command = format!("{} {arguments} < in.toml", env!("CARGO_BIN_EXE_carn"));
        let output = std::process::Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(piped("fmt -", LOOSE), (Some(0), TIGHT.to_owned()));
    assert_eq!(piped("fmt -", TIGHT), (Some(0), TIGHT.to_owned()));
    assert_eq!(piped("fmt --check -", TIGHT), (Some(0), String::new()));
    assert_eq!(piped("fmt -", "name = 'Nothing'\n").0, Some(1));
}

#[test]
fn files_with_errors_are_left_alone() {
    let folder = Folder::new("fmt-errors");
    let bad = "extends='chess'\nname='Bad'\n[pieces.knight]\npattern='*#  2 @Emty'\n";
    let (faulty, loose) = (folder.file("bad.toml", bad), folder.file("loose.toml", LOOSE));
    let run = carn_in(folder.path(), &["fmt", &faulty, &loose]).code(1);
    assert!(run.messages.contains("E0204") && run.messages.contains("is not changed"), "{}", run.messages);
    assert_eq!(fs::read_to_string(&faulty).unwrap(), bad);
    assert_eq!(fs::read_to_string(&loose).unwrap(), TIGHT, "the other is formatted");
    let garbage = folder.file("garbage.toml", "a = [,\n");
    carn_in(folder.path(), &["fmt", &garbage]).code(1);
    let run = carn_in(folder.path(), &["fmt", "no-such.toml"]).code(2);
    assert!(run.messages.contains("cannot read `no-such.toml`"), "{}", run.messages);
    assert!(carn(&["fmt", "chess"]).code(2).messages.contains("a shipped variant has no file to write"));
    carn(&["fmt"]).code(2);
    carn(&["fmt", root().join("rules").to_str().unwrap()]).code(2);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("fmt-link");
    let file = folder.file("real.toml", LOOSE);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&file, folder.path().join("link.toml")).unwrap();
    carn_in(folder.path(), &["fmt", "link.toml"]).ok();
    assert!(fs::symlink_metadata(folder.path().join("link.toml")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), TIGHT);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let file = folder.file("locked.toml", LOOSE);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
    let run = carn_in(folder.path(), &["fmt", "locked.toml"]).code(2);
    assert!(run.messages.contains("it is read-only"), "{}", run.messages);
    assert_eq!(fs::read_to_string(&file).unwrap(), LOOSE);
}
