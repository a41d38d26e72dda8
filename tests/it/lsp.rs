//! The language server over standard input and output, as an editor uses it.

mod editor;
mod renaming;

use std::path::Path;

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::random::Random;
use serde_json::{Value, json};

use editor::{Editor, place};

/// The byte of a place.
fn byte(text: &str, place: &Value) -> usize {
    let (line, column) = (place["line"].as_u64().unwrap_or(0), place["character"].as_u64().unwrap_or(0));
    let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
    let mut units = 0;
    let rest = text[start..].char_indices();
    let found = rest.take_while(|(_, c)| *c != '\n').find(|(_, c)| {
        let here = units >= column as usize;
        units += c.len_utf16();
        here
    });
    let end = text[start..].find('\n').unwrap_or(text.len() - start);
    start + found.map_or(end, |(at, _)| at)
}

/// A text with the edits of a workspace edit for a document.
fn edited(text: &str, uri: &str, edit: &Value) -> String {
    let mut edits: Vec<(usize, usize, String)> = edit["changes"][uri]
        .as_array()
        .expect("edits of the document")
        .iter()
        .map(|one| {
            let (start, end) = (byte(text, &one["range"]["start"]), byte(text, &one["range"]["end"]));
            (start, end, one["newText"].as_str().unwrap_or("").to_owned())
        })
        .collect();
    edits.sort();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, &new);
    }
    out
}

const URI: &str = "file:///nowhere/%E6%A3%8B.toml";

/// A game with names of every sort, some of them Chinese.
const GAME: &str = r#"name = "棋"
extends = "chess"

[zones]
Camp = "Rank 1~2"

[functions]
"Near(n)" = "@Any(To *# 1, @Opponent @Is(rook))"

[pieces."馬"]
letter = "M"
pattern = "*#a +1 ; *#a +1 *#b 1 @To(Camp) | **# $n @Where($n, 2 3) @Near(1)"

[pieces.pawn]
promotion = { to = ["queen", "馬"] }

[setup]
fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1"
"#;

#[test]
fn findings_have_their_places_and_fixes() {
    let mut editor = Editor::new();
    let text = GAME.replace("@To(Camp)", "@Tto(Camp)");
    editor.open(URI, &text);
    let found = editor.findings(URI, 1);
    let wrong = found.iter().find(|one| one["severity"] == 1).expect("an error");
    let at = text.find("Tto").unwrap();
    assert_eq!(byte(&text, &wrong["range"]["start"]), at, "{wrong}");
    assert_eq!(wrong["range"]["start"], place(&text, at));
    assert_eq!(wrong["source"], "carn");
    let asked = json!({
        "textDocument": { "uri": URI }, "range": wrong["range"], "context": { "diagnostics": [wrong] },
    });
    let actions = editor.ask("textDocument/codeAction", asked);
    let mended = edited(&text, URI, &actions[0]["edit"]);
    assert_eq!(mended, GAME, "{actions}");
    editor.change(URI, 2, json!([{ "text": mended }]));
    let found = editor.findings(URI, 2);
    assert!(found.iter().all(|one| one["severity"] != 1), "{found:?}");
    let all = json!({
        "textDocument": { "uri": URI },
        "range": { "start": place(&text, 0), "end": place(&text, 0) },
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    editor.change(URI, 3, json!([{ "text": text }]));
    let actions = editor.ask("textDocument/codeAction", all);
    let fixed = edited(&text, URI, &actions[0]["edit"]);
    assert!(fixed.contains("@To(Camp)"), "{actions}");
}

#[test]
fn hovering_explains_in_words_and_draws() {
    let mut editor = Editor::new();
    editor.open(URI, GAME);
    let said = |it: Value| it["contents"]["value"].as_str().unwrap_or("").to_owned();
    let call = said(editor.at("textDocument/hover", URI, GAME, "@To(Camp)", 1));
    assert!(call.contains("lands in the region or zone"), "{call}");
    assert!(call.contains("1 square from b1 on an empty board") && call.contains("[M]"), "{call}");
    let zone = said(editor.at("textDocument/hover", URI, GAME, "Camp)", 1));
    assert!(zone.contains("zone `Camp`") && zone.contains("16 squares"), "{zone}");
    let piece = said(editor.at("textDocument/hover", URI, GAME, "[pieces.pawn", 9));
    assert!(piece.contains("piece `pawn`"), "{piece}");
    let key = said(editor.at("textDocument/hover", URI, GAME, "promotion", 1));
    assert!(key.contains("`promotion`:"), "{key}");
    let file = said(editor.at("textDocument/hover", URI, GAME, "chess\"", 1));
    assert!(file.contains("Chess"), "{file}");
}

#[test]
fn possible_words_are_offered() {
    let mut editor = Editor::new();
    let labels = |it: Value| -> Vec<String> {
        let items = it.as_array().cloned().unwrap_or_default();
        items.iter().filter_map(|one| one["label"].as_str().map(str::to_owned)).collect()
    };
    editor.open(URI, GAME);
    let mut ask = |text: &str, needle: &str, behind: usize, version: i64| {
        editor.change(URI, version, json!([{ "text": text }]));
        labels(editor.at("textDocument/completion", URI, text, needle, behind))
    };
    let calls = ask(GAME, "@To(Camp)", 2, 2);
    for wanted in ["@Near", "@To", "@Take"] {
        assert!(calls.iter().any(|one| one == wanted), "{wanted}: {calls:?}");
    }
    let names = ask(GAME, "Camp) |", 2, 3);
    for wanted in ["Camp", "Rank", "馬", "queen", "From", "$n", "*#a"] {
        assert!(names.iter().any(|one| one == wanted), "{wanted}: {names:?}");
    }
    let region = ask(GAME, "Rank 1~2", 2, 4);
    assert!(region.iter().any(|one| one == "File") && !region.iter().any(|one| one == "queen"), "{region:?}");
    let keys = ask(&GAME.replace("letter = \"M\"", "let"), "let\n", 3, 5);
    assert!(keys.iter().any(|one| one == "letter") && keys.iter().any(|one| one == "royal"), "{keys:?}");
    let headings = ask(&GAME.replace("[setup]", "[se"), "[se\n", 3, 6);
    assert!(headings.iter().any(|one| one == "setup") && headings.iter().any(|one| one == "ending"));
    let pieces = ask(&GAME.replace("[pieces.pawn]", "[pieces.pa"), "[pieces.pa\n", 10, 7);
    assert!(pieces.iter().any(|one| one == "pawn") && pieces.iter().any(|one| one == "king"), "{pieces:?}");
    // The name being typed is not offered: it is declared nowhere else.
    let half = ask(&GAME.replace("[pieces.pawn]", "[pieces.kn]"), "[pieces.kn]", 10, 11);
    assert!(half.iter().any(|one| one == "knight") && !half.iter().any(|one| one == "kn"), "{half:?}");
    let empty = ask(&GAME.replace("[pieces.pawn]", "[pieces."), "[pieces.\n", 8, 12);
    assert!(empty.iter().any(|one| one == "queen") && !empty.iter().any(String::is_empty), "{empty:?}");
    let parents = ask(GAME, "chess\"", 2, 8);
    assert!(parents.iter().any(|one| one == "xiangqi"), "{parents:?}");
    let turned = ask(GAME, "queen\"", 2, 9);
    assert!(turned.iter().any(|one| one == "rook"), "{turned:?}");
    let values = ask(&format!("{GAME}\n[hand]\ntaken = "), "taken = ", 8, 10);
    assert!(values.iter().any(|one| one == "taker"), "{values:?}");
}

#[test]
fn names_lead_to_where_they_are_declared_and_used() {
    let mut editor = Editor::new();
    editor.open(URI, GAME);
    let place_of = |needle: &str, behind: usize| place(GAME, GAME.find(needle).unwrap() + behind);
    let zone = editor.at("textDocument/definition", URI, GAME, "Camp)", 1);
    assert_eq!((&zone["uri"], &zone["range"]["start"]), (&json!(URI), &place_of("Camp =", 0)));
    let function = editor.at("textDocument/definition", URI, GAME, "@Near(1)", 3);
    assert_eq!(function["range"]["start"], place_of("Near(n)", 0));
    // Declarations of the extended game are shown in its file.
    let queen = editor.at("textDocument/definition", URI, GAME, "queen", 2);
    let uri = queen["uri"].as_str().unwrap_or("");
    let file = uri.strip_prefix("file://").map(Path::new).expect("a file");
    let shipped = std::fs::read_to_string(file).expect("it can be read");
    assert!(shipped[byte(&shipped, &queen["range"]["start"])..].starts_with("queen"), "{queen}");
    let uses = editor.ask(
        "textDocument/references",
        json!({
            "textDocument": { "uri": URI }, "position": place_of("馬\"]", 0),
            "context": { "includeDeclaration": true },
        }),
    );
    assert_eq!(uses.as_array().map(Vec::len), Some(2), "{uses}");
    let marked = editor.at("textDocument/documentHighlight", URI, GAME, "$n @Where", 1);
    assert_eq!(marked.as_array().map(Vec::len), Some(2), "{marked}");
}

#[test]
fn renaming_changes_every_mention_or_says_why_not() {
    let mut editor = Editor::new();
    editor.open(URI, GAME);
    let mut rename = |needle: &str, behind: usize, new: &str| {
        let at = place(GAME, GAME.find(needle).unwrap() + behind);
        editor.answer(
            "textDocument/rename",
            json!({ "textDocument": { "uri": URI }, "position": at, "newName": new }),
        )
    };
    let zone = rename("Camp)", 1, "Base");
    assert_eq!(edited(GAME, URI, &zone["result"]), GAME.replace("Camp", "Base"));
    let piece = rename("[pieces.\"馬", 9, "horse");
    assert_eq!(edited(GAME, URI, &piece["result"]), GAME.replace('馬', "horse"));
    let function = rename("@Near", 2, "@Close");
    assert_eq!(edited(GAME, URI, &function["result"]), GAME.replace("Near", "Close"));
    let chinese = rename("Camp =", 1, "宫");
    assert_eq!(
        edited(GAME, URI, &chinese["result"]),
        GAME.replace("Camp =", "\"宫\" =").replace("Camp", "宫")
    );
    let variable = rename("$n @Where", 1, "far");
    assert_eq!(edited(GAME, URI, &variable["result"]), GAME.replace("$n", "$far"));
    for (needle, new, why) in [
        ("queen", "lady", "shipped"),
        ("[pieces.pawn", "兵", "shipped"),
        ("Camp", "two words", "is not a name"),
        ("Camp", "Near", "already the name"),
        ("@To(Camp)", "Into", "no name to rename here"),
    ] {
        let refused = rename(needle, if needle.starts_with('[') { 9 } else { 1 }, new);
        let message = refused["error"]["message"].as_str().unwrap_or("");
        assert!(message.contains(why), "{needle}: {refused}");
    }
}

#[test]
fn outlines_folds_colours_hints_and_form() {
    let mut editor = Editor::new();
    editor.open(URI, GAME);
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = editor.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<_> = symbols.as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    let wanted = ["name", "extends", "zones", "functions", "pieces.馬", "pieces.pawn", "setup"];
    assert_eq!(names, wanted);
    assert_eq!(symbols[4]["children"].as_array().map(Vec::len), Some(2), "{symbols}");
    assert_eq!(symbols[5]["children"].as_array().map(Vec::len), Some(1), "{symbols}");
    let folds = editor.ask("textDocument/foldingRange", document.clone());
    assert_eq!(folds.as_array().map(Vec::len), Some(5), "{folds}");
    let tokens = editor.ask("textDocument/semanticTokens/full", document.clone());
    assert_eq!(tokens["data"].as_array().map(|all| all.len() % 5), Some(0));
    let end = place(GAME, GAME.len());
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    let hints =
        editor.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": range }));
    let label = hints[0]["label"].as_str().unwrap_or("");
    assert!(label.starts_with("reaches ") && label.ends_with(" from d4"), "{hints}");
    let asked = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", asked);
    let formatted = edited(GAME, URI, &json!({ "changes": { URI: edits } }));
    assert_eq!(Some(&formatted), carn::format::format(GAME).as_ref());
    editor.change(URI, 2, json!([{ "text": formatted.replace('\n', "\r\n") }]));
    let asked = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    assert_eq!(editor.ask("textDocument/formatting", asked), json!([]), "line endings are kept");
}

#[test]
fn a_file_that_is_broken_when_it_is_opened_knows_what_it_extends() {
    let mut editor = Editor::new();
    let text = "name = \"Broken\"\nextends = \"xiangqi\"\n\n[pieces.horse]\nletter =\npattern = \"*# 1 @Is(elephant)\"\n\n[pieces.can\n";
    editor.open(URI, text);
    let offered = editor.at("textDocument/completion", URI, text, "can\n", 3);
    assert!(offered.as_array().unwrap().iter().any(|one| one["label"] == "cannon"), "{offered}");
    let found = editor.at("textDocument/definition", URI, text, "elephant", 1);
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("xiangqi.toml")), "{found}");
}

#[test]
fn of_other_toml_files_nothing_is_said() {
    let mut editor = Editor::new();
    editor.open(URI, "[package]\nname = \"x\"\n[dependencies]\nboard = 1\n");
    assert_eq!(editor.findings(URI, 1), Vec::<Value>::new());
}

#[test]
fn findings_follow_the_extended_file() {
    let mut editor = Editor::new();
    let (base, child) = ("file:///nowhere/base.toml", "file:///nowhere/child.toml");
    let text = carn::library::text("chess").expect("chess is shipped");
    editor.open(base, text);
    editor.open(child, "name = \"Child\"\nextends = \"base.toml\"\n");
    let errors = |found: Vec<Value>| found.iter().filter(|one| one["severity"] == 1).count();
    assert_eq!(errors(editor.findings(child, 1)), 0);
    editor.findings.remove(child);
    editor.change(base, 2, json!([{ "text": text.replace("[setup]", "[setup]\nwrong = 1") }]));
    let found = editor.findings(child, 1);
    let said = found.iter().find(|one| one["severity"] == 1).expect("an error from the base");
    assert_eq!(said["range"]["start"]["line"], 1, "{said}");
    assert!(said["message"].as_str().unwrap_or("").contains("base.toml"), "{said}");
    assert_eq!(said["relatedInformation"][0]["location"]["uri"], base);
    editor.findings.remove(child);
    editor.change(base, 3, json!([{ "text": text }]));
    assert_eq!(errors(editor.findings(child, 1)), 0);
}

/// A name is one in all the files that know it, whether an editor has them open or not.
#[test]
fn names_are_found_and_changed_in_files_that_are_not_open() {
    let folder = std::env::temp_dir().join(format!("carn-lsp-{}", std::process::id())).join("规则 files");
    let nested = folder.join("nested");
    std::fs::create_dir_all(&nested).expect("a folder");
    // The text before a name is wide in UTF-16, or takes two units.
    let base = GAME.replace("\"*#a +1 ;", "\"*# 1 @To(Camp) | *#a +1 ;");
    let child = "# 𝄞棋\nname = \"𝄞\"\nextends = \"base.toml\"\n[pieces.\"馬\"]\nmove = { 棋 = 1 }\n";
    let child = child.replace("{ 棋 = 1 }", "\"Rank 1 @To(Camp) @Is(馬, From)\"");
    let grandchild = "name = \"G\"\nextends = \"child.toml\"\n[zones]\nCamp = \"Rank 1\" # Camp\n";
    let other = "name = \"O\"\nextends = \"chess\"\n[zones]\nCamp = \"Rank 1\"\n[pieces.king]\nmove = \"Rank 1 @To(Camp)\"\n";
    // The extended file is missing in this folder.
    let deep = "name = \"D\"\nextends = \"base.toml\"\n[pieces.rook]\nmove = \"Rank 1 @To(Camp)\"\n";
    let write = |path: &str, text: &str| std::fs::write(folder.join(path), text).expect("written");
    write("base.toml", &base);
    write("child.toml", &child);
    write("grandchild.toml", grandchild);
    write("other.toml", other);
    write("nested/deep.toml", deep);
    write("noise.toml", "[package]\nname = \"Camp\"\n");
    let uri = |path: &str| {
        let path =
            folder.join(path).to_str().expect("text").replace("规则 files", "%E8%A7%84%E5%88%99%20files");
        format!("file://{path}")
    };
    let mut editor = Editor::new();
    editor.open(&uri("child.toml"), &child);
    let asked = json!({
        "textDocument": { "uri": uri("child.toml") }, "position": place(&child, child.find("Camp").unwrap() + 1),
        "context": { "includeDeclaration": true },
    });
    let uses = editor.ask("textDocument/references", asked);
    let mut found: Vec<(String, usize)> = Vec::new();
    for (name, text) in
        [("base", &base[..]), ("child", &child), ("grandchild", grandchild), ("nested/deep", deep)]
    {
        for one in
            uses.as_array().expect("places").iter().filter(|one| one["uri"] == uri(&format!("{name}.toml")))
        {
            let at = byte(text, &one["range"]["start"]);
            assert!(text[at..].starts_with("Camp"), "{one}");
            found.push((name.to_owned(), at));
        }
    }
    assert_eq!(found.len(), uses.as_array().map_or(0, Vec::len), "nowhere else: {uses}");
    let count = |wanted: &str| found.iter().filter(|(name, _)| name == wanted).count();
    assert_eq!(
        [count("base"), count("child"), count("grandchild"), count("nested/deep")],
        [3, 1, 1, 0],
        "{uses}"
    );
    let rename = |editor: &mut Editor, new: &str| {
        let at = place(&child, child.find("Camp").unwrap() + 1);
        let asked = json!({ "textDocument": { "uri": uri("child.toml") }, "position": at, "newName": new });
        editor.answer("textDocument/rename", asked)
    };
    let edit = rename(&mut editor, "Base")["result"].clone();
    let renamed = |path: &str, text: &str| edited(text, &uri(path), &edit);
    assert_eq!(renamed("base.toml", &base), base.replace("Camp", "Base"));
    assert_eq!(renamed("child.toml", &child), child.replace("Camp", "Base"));
    assert_eq!(renamed("grandchild.toml", grandchild), grandchild.replace("Camp =", "Base ="));
    assert_eq!(edit["changes"].as_object().map(serde_json::Map::len), Some(3), "{edit}");
    // A name that only a child has is another's, there.
    write("grandchild.toml", &format!("{grandchild}Base = \"Rank 2\"\n"));
    let refused = rename(&mut editor, "Base");
    let message = refused["error"]["message"].as_str().unwrap_or("");
    assert!(message.contains("grandchild.toml"), "{refused}");
    // From the parent, too, and by what is typed rather than saved.
    write("grandchild.toml", grandchild);
    editor.open(&uri("base.toml"), &base);
    editor.change(&uri("child.toml"), 2, json!([{ "text": child.replace("@To(Camp)", "") }]));
    let asked = json!({
        "textDocument": { "uri": uri("base.toml") }, "position": place(&base, base.find("Camp =").unwrap() + 1),
        "context": { "includeDeclaration": true },
    });
    let uses = editor.ask("textDocument/references", asked);
    assert_eq!(uses.as_array().map(Vec::len), Some(4), "{uses}");
    let _ = std::fs::remove_dir_all(folder.parent().expect("a folder"));
}

/// As if a cat ran over the keys: whatever is typed, the server lives, and what it says is of the text as it is.
#[test]
fn thousands_of_random_edits_leave_nothing_stale() {
    let pieces = [
        "@",
        "[",
        "]",
        "\"",
        "'",
        "\n",
        "=",
        " ",
        "$n",
        "*#a +1",
        "馬",
        "𝄞",
        "{ ",
        " }",
        "# note\n",
        "[pieces.",
        "@Empty",
        "| ",
        "=>",
        "false",
        ",",
        "\\",
        "0",
        "\r\n",
        "name = ",
        "extends = \"xiangqi\"\n",
        "(",
        ")",
        "~",
    ];
    let methods = ["hover", "completion", "definition", "documentHighlight", "prepareRename"];
    let mut random = Random::new(11);
    let mut editor = Editor::new();
    let mut text = GAME.to_owned();
    editor.open(URI, &text);
    let mut version = 1;
    for round in 0..300 {
        if round % 60 == 59 {
            text = carn::library::text(["minixiangqi", "dobutsu", "placement"][round / 60 % 3])
                .unwrap()
                .to_owned();
            version += 1;
            editor.change(URI, version, json!([{ "text": text }]));
        }
        let mut changes = Vec::new();
        for _ in 0..1 + random.below(12) {
            let boundary = |mut at: usize| {
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                // Between the two characters of a line's end nothing can be pointed at.
                if text[..at].ends_with('\r') && text[at..].starts_with('\n') { at - 1 } else { at }
            };
            let start = boundary(random.below(text.len() + 1));
            let length = if random.below(3) == 0 { random.below(12) } else { 0 };
            let end = boundary((start + length).min(text.len())).max(start);
            let new = random.choose(&pieces).copied().unwrap_or("");
            changes.push(json!({
                "range": { "start": place(&text, start), "end": place(&text, end) }, "text": new,
            }));
            text.replace_range(start..end, new);
        }
        version += 1;
        editor.change(URI, version, json!(changes));
        let at = random.below(text.len() + 1);
        let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let method = random.choose(&methods).copied().unwrap_or("hover");
        let asked = json!({ "textDocument": { "uri": URI }, "position": place(&text, at) });
        editor.ask(&format!("textDocument/{method}"), asked);
        if round % 10 == 0 {
            let document = json!({ "textDocument": { "uri": URI } });
            for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
                editor.ask(&format!("textDocument/{method}"), document.clone());
            }
        }
        let heard = editor.findings(URI, version);
        let wanted = compile("it", &text, &Shipped, &Natives::default()).diagnostics;
        assert_eq!(heard.len(), wanted.len(), "{text:?}\n{heard:?}\n{wanted:?}");
        for (heard, wanted) in heard.iter().zip(&wanted) {
            assert_eq!(heard["code"], wanted.code.id(), "{text}");
            if wanted.source.0 == 0 {
                assert_eq!(heard["range"]["start"], place(&text, wanted.span.start), "{text:?}\n{wanted:?}");
            }
        }
    }
    let end = editor.ask("shutdown", json!(null));
    assert!(end.is_null());
    editor.tell("exit", json!(null));
    assert!(editor.server.wait().is_ok_and(|status| status.success()));
}

#[test]
fn faults_of_an_editor_are_told_and_the_server_lives() {
    let mut editor = Editor::new();
    for (text, code) in [
        ("Content-Length: 3\r\n\r\n{x}", -32700),
        ("Content-Length: 99999999999999999\r\n\r\n{}", -32700),
        ("Content-Length: 2\r\n\r\n[]", -32600),
        ("no header\r\n\r\n", -32700),
    ] {
        editor.send_text(text);
        let told = editor.told();
        assert_eq!((&told["id"], &told["error"]["code"]), (&Value::Null, &json!(code)), "{text}: {told}");
    }
    assert_eq!(editor.answer("initialize", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.answer("nothing/such", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.answer("textDocument/hover", json!([1]))["error"]["code"], -32602);
    // Findings of a text that is too long are one, and it is not taken apart.
    let long = format!("name = \"x\"\nextends = \"chess\"\n{}", "a = [[[1, 2], [3]], 'x']\n".repeat(400_000));
    editor.open(URI, &long);
    let found = editor.findings(URI, 1);
    assert!(
        found.len() == 1 && found[0]["message"].as_str().unwrap_or("").contains("longer than"),
        "{found:?}"
    );
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", editor.server.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 200_000, "{peak} kB for a document of {} bytes", long.len());
    }
    assert!(editor.ask("shutdown", json!(null)).is_null());
    assert_eq!(editor.answer("textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.answer("shutdown", json!(null))["error"]["code"], -32600);
    editor.tell("exit", json!(null));
    assert_eq!(editor.server.wait().unwrap().code(), Some(0));
    let mut editor = Editor::new();
    editor.tell("exit", json!(null));
    assert_eq!(editor.server.wait().unwrap().code(), Some(1));
}
