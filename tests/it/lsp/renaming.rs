//! Renames in shipped files: the game stays the same.

use std::collections::BTreeMap;

use carn::compile::{Natives, compile_to_play};
use carn::library::{self, Shipped};
use carn::variant::Variant;
use serde_json::json;

use super::byte;
use super::editor::{Editor, place};
use crate::by_build;

/// A game without the words that tell names, where some are another's.
fn described(variant: Option<&Variant>, new: impl Fn(&str) -> Option<String>) -> String {
    let mut variant = variant.expect("a game").clone();
    // A player called `Red` is red.
    variant.drawing.colours.clear();
    let text = format!("{variant:#?}");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !is_word(c)) {
        let word = part.trim_end_matches(|c: char| !is_word(c));
        out += &new(word).map_or(part.to_owned(), |old| part.replacen(word, &old, 1));
    }
    out
}

/// Every name that can be changed in shipped files: all are changed at once, each to one that nothing has.
#[test]
fn renaming_leaves_every_shipped_game_what_it_is() {
    let mut editor = Editor::new();
    let mut count = 0;
    // Every word of a file is asked about, which takes a debug build a minute for all files.
    let every = by_build(5, 1);
    for game in library::names().step_by(every) {
        let text = library::text(game).unwrap();
        let uri = format!("file:///nowhere/{game}.toml");
        editor.open(&uri, text);
        let mut new: BTreeMap<String, String> = BTreeMap::new();
        let mut edits: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        let mut starts: Vec<usize> = Vec::new();
        let mut inside = false;
        for (at, c) in text.char_indices() {
            // Movements come in the order of their variables' names: these are left as they are.
            let word = c.is_alphanumeric() || matches!(c, '_' | '$');
            if word && !inside && c != '$' {
                starts.push(at);
            }
            inside = word;
        }
        for at in starts {
            if edits.range(..=at).next_back().is_some_and(|(_, (end, _))| at < *end) {
                continue;
            }
            let asked = json!({ "textDocument": { "uri": uri }, "position": place(text, at) });
            let found = editor.ask("textDocument/prepareRename", asked);
            let Some(old) = found["placeholder"].as_str() else { continue };
            if new.contains_key(old) {
                continue;
            }
            let name = format!("zz{}", new.len());
            let asked =
                json!({ "textDocument": { "uri": uri }, "position": place(text, at), "newName": name });
            let answer = editor.answer("textDocument/rename", asked);
            if let Some(error) = answer["error"]["message"].as_str() {
                assert!(error.contains("cannot be renamed"), "{game}, `{old}`: {error}");
                continue;
            }
            let changed = answer["result"]["changes"][&uri].as_array().expect("edits");
            for one in changed {
                let (start, end) = (byte(text, &one["range"]["start"]), byte(text, &one["range"]["end"]));
                assert_eq!(&text[start..end], old, "{game}");
                edits.insert(start, (end, name.clone()));
            }
            new.insert(old.to_owned(), name);
            count += 1;
        }
        let mut renamed = text.to_owned();
        for (start, (end, name)) in edits.iter().rev() {
            renamed.replace_range(*start..*end, name);
        }
        let compile = |text: &str| compile_to_play("it.toml", text, &Shipped, &Natives::default());
        let after = compile(&renamed);
        let errors: Vec<_> = after.diagnostics.iter().filter(|one| one.is_error()).collect();
        assert!(errors.is_empty(), "{game}: {errors:?}\n{renamed}");
        let old = |word: &str| new.iter().find(|(_, new)| *new == word).map(|(old, _)| old.clone());
        let (before, after) =
            (described(compile(text).variant.as_ref(), |_| None), described(after.variant.as_ref(), old));
        for (before, after) in before.lines().zip(after.lines()) {
            assert_eq!(before, after, "{game}\n{renamed}");
        }
        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    assert!(count * every > 400, "{count}");
}

#[test]
fn files_whose_meaning_would_change_are_refused() {
    let text = "name = \"Mine\"\nextends = \"chess\"\n[zones]\nCamp = \"Rank 1~2\"\n[functions]\n\
                \"Near(place)\" = \"@Any(place, @Opponent) @To(Camp)\"\n[pieces.knight]\nmove = \"Rank 1 @Near(To)\"\n\
                picture = \"bishop\"\n[pieces.rook]\nmove = \"*# $n *# $m @Where($n, 1) @Where($m, 2)\"\n";
    let uri = "file:///nowhere/mine.toml";
    let mut editor = Editor::new();
    editor.open(uri, text);
    let mut rename = |needle: &str, new: &str| {
        let at = place(text, text.find(needle).unwrap());
        let asked = json!({ "textDocument": { "uri": uri }, "position": at, "newName": new });
        let answer = editor.answer("textDocument/rename", asked);
        answer["error"]["message"].as_str().unwrap_or("").to_owned()
    };
    // A zone would become a function's parameter, one variable another, an axis another file's.
    assert!(rename("Camp)", "place").contains("cannot be called `place`"));
    assert!(rename("n *#", "m").contains("already"));
    assert!(rename("Rank 1 @", "Row").contains("cannot be renamed"));
    assert!(rename("bishop", "zz").contains("no name to rename here"));
    assert_eq!(rename("Camp)", "Place"), "");
}
