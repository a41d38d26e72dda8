//! Reads and writes messages of the language server protocol, and rejects invalid ones.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

/// Error codes of JSON-RPC and of the protocol.
pub const PARSE_ERROR: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const METHOD_NOT_FOUND: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;
pub const NOT_INITIALIZED: i32 = -32002;

/// The maximum length of a message in bytes: many times that of a rule file.
const LONGEST: u64 = 32 << 20;
/// The maximum length of a header line in bytes.
const LONGEST_LINE: usize = 4096;
/// The header with the length of a message.
const LENGTH: &[u8] = b"content-length:";

/// Input from an editor.
pub enum Heard {
    /// A message that needs an answer.
    Request { id: Value, method: String, params: Value },
    /// A message without an answer.
    Notification { method: String, params: Value },
    /// Invalid input, with the error to send.
    Fault(Value),
}

/// A notification to the editor.
pub struct Note {
    pub method: &'static str,
    pub params: Value,
}

impl Note {
    pub fn message(self) -> Value {
        json!({ "jsonrpc": "2.0", "method": self.method, "params": self.params })
    }
}

/// The answer to a request.
pub fn answer(id: &Value, answered: Result<Value, (i32, String)>) -> Value {
    match answered {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// Writes a message.
pub fn write(message: &Value) -> io::Result<()> {
    let text = message.to_string();
    let mut out = io::stdout().lock();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// Reads messages. Invalid input is reported once; then everything up to the next length header is skipped.
pub struct Input<R> {
    input: R,
    /// Whether input is being skipped.
    lost: bool,
    /// The length in a header found while skipping.
    length: Option<u64>,
}

impl<R: BufRead> Input<R> {
    pub const fn new(input: R) -> Self {
        Self { input, lost: false, length: None }
    }

    /// The next message; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Heard>> {
        let mut length = self.length.take();
        let mut line = Vec::new();
        loop {
            let room = LONGEST_LINE.saturating_sub(line.len()) as u64;
            if self.input.by_ref().take(room).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let text = line.trim_ascii();
            if text.is_empty() && length.is_some() {
                break;
            }
            // A header may follow invalid input on the same line, since messages do not end with a line feed.
            let at = text.windows(LENGTH.len()).rposition(|word| word.eq_ignore_ascii_case(LENGTH));
            let said = at.map(|at| text[at + LENGTH.len()..].trim_ascii());
            let whole = line.ends_with(b"\n");
            let known =
                said.and_then(|said| str::from_utf8(said).ok()?.parse::<u64>().ok()).filter(|_| whole);
            let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
            length = known.filter(|bytes| *bytes <= LONGEST).or(length.filter(|_| said.is_none()));
            let wrong = match known {
                Some(bytes) if bytes > LONGEST => Some(format!("a message of {bytes} bytes is too long")),
                Some(_) if at == Some(0) => None,
                None if said.is_none() && whole && (text.is_empty() || text.get(name) == Some(&b':')) => None,
                _ => Some("the header does not give the length of the message".to_owned()),
            };
            // The end of a truncated line may contain the beginning of a header.
            line.drain(..if whole { line.len() } else { line.len().saturating_sub(64) });
            if let Some(wrong) = wrong.filter(|_| !self.lost) {
                self.lost = true;
                self.length = length;
                return Ok(Some(fault(PARSE_ERROR, &Value::Null, wrong)));
            }
        }
        self.lost = false;
        let length = length.unwrap_or_default();
        let mut bytes = Vec::new();
        if self.input.by_ref().take(length).read_to_end(&mut bytes)? as u64 != length {
            return Ok(None);
        }
        Ok(Some(message(&bytes)))
    }
}

fn fault(code: i32, id: &Value, wrong: impl std::fmt::Display) -> Heard {
    Heard::Fault(answer(id, Err((code, format!("cannot read the message: {wrong}")))))
}

/// Parses the bytes of a message.
fn message(bytes: &[u8]) -> Heard {
    let mut value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => return fault(PARSE_ERROR, &Value::Null, error),
    };
    let params = value.get_mut("params").map(Value::take).unwrap_or_default();
    let id = value.get("id").filter(|id| id.is_number() || id.is_string());
    match (value["method"].as_str(), id, value.get("id")) {
        (Some(method), None, None) => Heard::Notification { method: method.to_owned(), params },
        (Some(method), Some(id), _) => Heard::Request { id: id.clone(), method: method.to_owned(), params },
        // The server sends no requests whose results it needs.
        (None, _, Some(_)) if value.get("result").or(value.get("error")).is_some() => {
            Heard::Notification { method: String::new(), params }
        }
        _ => fault(INVALID_REQUEST, id.unwrap_or(&Value::Null), "it is neither a request nor a notification"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Heard, Input};

    /// The messages in a text: methods, and error codes.
    fn heard(text: &[u8]) -> Vec<String> {
        let mut input = Input::new(text);
        let mut said = Vec::new();
        while let Some(heard) = input.next().unwrap() {
            said.push(match heard {
                Heard::Request { method, .. } | Heard::Notification { method, .. } => method,
                Heard::Fault(answer) => answer["error"]["code"].to_string(),
            });
        }
        said
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn invalid_messages_are_reported_and_skipped() {
        let good = framed(r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#);
        let long = format!("{{\"x\":\"{}\"}}", "Content-Length: 5 ".repeat(1000));
        for (wrong, code) in [
            (framed("{"), "-32700"),
            (framed("{\"method\": \"\u{1}\"}"), "-32700"),
            (framed("[]"), "-32600"),
            (framed(r#"{"jsonrpc":"2.0","id":7}"#), "-32600"),
            (framed(r#"{"id":null,"method":"a"}"#), "-32600"),
            ("Content-Length: many\r\n\r\n{}\n".to_owned(), "-32700"),
            ("Content-Length: -1\r\n\r\n".to_owned(), "-32700"),
            ("hello\r\n".to_owned(), "-32700"),
            (format!("Content-Length: 99999999999999\r\n\r\n{long}"), "-32700"),
            (format!("Content-Length: 9999999999999999999999\r\n\r\n{{\n\"x\": 1\n}}\n{long}"), "-32700"),
            ("x".repeat(100_000), "-32700"),
        ] {
            for padding in 0..3 {
                let text = format!("{good}{wrong}{}{good}{good}", " ".repeat(padding));
                assert_eq!(
                    heard(text.as_bytes()),
                    ["a", code, "a", "a"],
                    "{}",
                    &wrong[..wrong.len().min(60)]
                );
            }
        }
        let bytes = [framed("\"??\"").into_bytes().as_slice(), good.as_bytes()].concat();
        let bytes: Vec<u8> = bytes.into_iter().map(|byte| if byte == b'?' { 0xff } else { byte }).collect();
        assert_eq!(heard(&bytes), ["-32700", "a"]);
        assert_eq!(heard(format!("content-type: x\r\n{good}").as_bytes()), ["a"]);
        assert_eq!(heard(&good.as_bytes()[..good.len() - 1]), [""; 0]);
    }
}
