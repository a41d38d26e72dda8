//! A running language server from an editor's side, with its messages; used by the test and the benchmark.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// A server and what it has said.
pub struct Editor {
    pub server: Child,
    input: ChildStdin,
    heard: Receiver<Value>,
    next: i64,
    /// The last findings of each document, with the version that they are of.
    pub findings: HashMap<String, (i64, Vec<Value>)>,
}

impl Editor {
    pub fn new() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_carn"))
            .args(["lsp", "--stdio"])
            .env("XDG_CACHE_HOME", std::env::temp_dir().join("carn-lsp-cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("its input");
        let mut output = BufReader::new(server.stdout.take().expect("its output"));
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if tell.send(message).is_err() {
                    break;
                }
            }
        });
        let mut editor = Self { server, input, heard, next: 0, findings: HashMap::new() };
        let said = editor.ask("initialize", json!({ "capabilities": {}, "locale": "en" }));
        assert!(said["capabilities"]["hoverProvider"].as_bool().unwrap_or(false), "{said}");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_text(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    pub fn send_text(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("the server listens");
        self.input.flush().expect("the server listens");
    }

    /// The next message that is about no document.
    pub fn told(&mut self) -> Value {
        loop {
            if let Some(message) = self.hear() {
                return message;
            }
        }
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Takes over one message; what it answers, if it answers something.
    fn hear(&mut self) -> Option<Value> {
        let message = self.heard.recv_timeout(Duration::from_secs(60)).expect("the server answers in time");
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
            let version = params["version"].as_i64().unwrap_or(-1);
            self.findings.insert(params["uri"].as_str().unwrap_or("").to_owned(), (version, found));
            return None;
        }
        Some(message)
    }

    /// The whole answer to a request.
    pub fn answer(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.told();
            if message["id"] == id {
                return message;
            }
        }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The findings of a version of a document.
    pub fn findings(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            match self.findings.get(uri) {
                Some((known, found)) if *known == version => return found.clone(),
                _ => assert!(self.hear().is_none(), "nothing else was asked"),
            }
        }
    }

    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Sends a request about a place.
    pub fn at(&mut self, method: &str, uri: &str, text: &str, needle: &str, behind: usize) -> Value {
        let at = text.find(needle).expect("the text has it") + behind;
        self.ask(method, json!({ "textDocument": { "uri": uri }, "position": place(text, at) }))
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// One message with its header.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => {
                if let Some(value) = line.strip_prefix("Content-Length: ") {
                    length = value.parse().ok()?;
                }
            }
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// A byte's place as editors count it.
pub fn place(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").encode_utf16().count();
    json!({ "line": line, "character": column })
}
