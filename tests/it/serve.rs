//! `carn serve` from a browser's side: the page, the followed file, and rejected requests.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const FILES: [&str; 6] = ["index.html", "main.js", "worker.js", "style.css", "engine.wasm", "licences.txt"];

/// A folder of its own with the files of a page, and a rule file that extends another one.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("page")).unwrap();
    for file in FILES {
        fs::write(folder.join("page").join(file), format!("<html lang=\"en\">{file}")).unwrap();
    }
    fs::write(folder.join("base.toml"), "name = 'Base'\nextends = 'chess'\n").unwrap();
    fs::write(folder.join("mine.toml"), "name = 'Mine'\nextends = 'base.toml'\n").unwrap();
    folder
}

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
    line: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(folder: &Path, file: &str) -> Server {
    serve_with(folder, &[file])
}

fn serve_with(folder: &Path, arguments: &[&str]) -> Server {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carn"))
        .args(["serve", "--page", "page"])
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().split(['/', '#']).find_map(|part| part.strip_prefix("127.0.0.1:")?.parse().ok());
    let port = port.unwrap_or_else(|| panic!("`{line}` names no port"));
    Server { child, port, line }
}

impl Server {
    fn begin(&self, method: &str, path: &str, host: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        stream
    }

    /// A whole answer, head and body.
    fn get(&self, path: &str) -> String {
        self.ask("GET", path, &format!("127.0.0.1:{}", self.port))
    }

    fn ask(&self, method: &str, path: &str, host: &str) -> String {
        let mut answer = String::new();
        self.begin(method, path, host).read_to_string(&mut answer).unwrap();
        answer
    }
}

#[test]
fn the_page_is_served_to_this_machine_alone() {
    let folder = folder("page");
    let server = serve(&folder, "xiangqi");
    assert!(server.line.trim().ends_with("/#game=xiangqi"), "{}", server.line);
    for (path, file) in [("/", "index.html"), ("/main.js", "main.js"), ("/engine.wasm?1", "engine.wasm")] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.ends_with(file) && answer.contains("Content-Security-Policy"), "{answer}");
    }
    assert!(server.get("/engine.wasm").contains("Content-Type: application/wasm"));
    // No file is followed: the page is not told to ask for one.
    assert!(!server.get("/").contains("data-live"));
    assert!(server.get("/live/file").starts_with("HTTP/1.1 404"));
    for path in ["/../mine.toml", "/page/index.html", "/%2e%2e/mine.toml", "//etc/passwd", "/mine.toml"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(server.ask("GET", "/", "evil.example").starts_with("HTTP/1.1 403"));
    assert!(server.ask("GET", "/", &format!("localhost:{}", server.port)).starts_with("HTTP/1.1 200"));
    let refused = server.ask("POST", "/", "127.0.0.1");
    assert!(refused.starts_with("HTTP/1.1 405") && refused.contains("Allow: GET, HEAD"), "{refused}");
    for path in ["/", "/nothing"] {
        let whole = server.get(path);
        let (head, _) = whole.split_once("\r\n\r\n").unwrap();
        assert_eq!(
            server.ask("HEAD", path, &format!("127.0.0.1:{}", server.port)),
            format!("{head}\r\n\r\n")
        );
    }
}

#[test]
fn a_proxy_that_is_named_may_keep_its_own_name() {
    let folder = folder("proxy");
    let server = serve_with(&folder, &["--behind", "chess.example.org"]);
    for host in ["chess.example.org", "chess.example.org:8443", "Chess.Example.org"] {
        assert!(server.ask("GET", "/", host).starts_with("HTTP/1.1 200"), "{host}");
    }
    for host in ["example.org", "chess.example.org.evil", "chess.example.org:evil", ""] {
        assert!(server.ask("GET", "/", host).starts_with("HTTP/1.1 403"), "{host}");
    }
}

#[test]
fn a_file_is_followed_with_what_it_extends() {
    let folder = folder("follow");
    let server = serve(&folder, "mine.toml");
    assert!(server.get("/").contains("<html data-live lang"));
    let told = server.get("/live/file");
    assert!(told.contains(r#""name":"mine.toml""#) && told.contains("name = 'Mine'"), "{told}");
    assert!(told.contains(r#""base.toml":"name = 'Base'"#) && !told.contains("knight"), "{told}");
    let host = format!("127.0.0.1:{}", server.port);
    let mut events = BufReader::new(server.begin("GET", "/live/events", &host)).lines();
    let mut next = |wanted: &str| {
        let found = events.by_ref().map(Result::unwrap).find(|line| line.contains(wanted));
        found.unwrap_or_else(|| panic!("no line of the events has `{wanted}`"))
    };
    next("text/event-stream");
    // The first event is the current text; only later ones are changes.
    next(":");
    fs::write(folder.join("mine.toml"), "name = 'Changed'\nextends = 'base.toml'\n").unwrap();
    next("event: file");
    assert!(next("data: ").contains("name = 'Changed'"));
    fs::write(folder.join("base.toml"), "name = 'Another base'\nextends = 'shogi'\n").unwrap();
    assert!(next("data: ").contains("Another base"));
}

/// One that reads nothing of what it has asked for keeps nobody waiting: of the events, nor of the page.
#[test]
fn a_reader_that_stalls_stops_nobody() {
    let folder = folder("stalled");
    fs::write(folder.join("page/main.js"), "x".repeat(20 << 20)).unwrap();
    let server = serve(&folder, "mine.toml");
    let host = format!("127.0.0.1:{}", server.port);
    let mut stalled: Vec<BufReader<TcpStream>> = Vec::new();
    for path in ["/live/events", "/main.js", "/main.js", "/live/events"] {
        let mut stream = server.begin("GET", path, &host);
        stream.read_exact(&mut [0; 20]).unwrap();
        stalled.push(BufReader::new(stream));
    }
    let mut text = String::new();
    for round in 0..12 {
        text = format!("name = 'Round {round}'\nextends = 'base.toml'\n#{}\n", "x".repeat(250_000));
        fs::write(folder.join("mine.toml"), &text).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    for _ in 0..3 {
        assert!(server.get("/live/file").contains("Round 11"), "{} bytes", text.len());
        let mut events = BufReader::new(server.begin("GET", "/live/events", &host));
        assert!(events.by_ref().lines().map(Result::unwrap).any(|line| line == ":"));
        stalled.push(events);
    }
    // One that has heard of nothing for a while hears what is true now.
    let slow = stalled.swap_remove(0).lines();
    let mut slow = slow.map(Result::unwrap);
    assert!(slow.any(|line| line.contains("Round 11")));
}

#[test]
fn missing_parts_are_reported() {
    let folder = folder("missing");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_carn"))
            .arg("serve")
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = run(&["nothing.toml", "--page", "page"]);
    assert!(code == Some(2) && said.contains("cannot read `nothing.toml`"), "{said}");
    let (code, said) = run(&["--page", "."]);
    assert!(code == Some(2) && said.contains("engine.wasm"), "{said}");
    if !cfg!(feature = "page") {
        let (code, said) = run(&[]);
        let commands = "\n  rustup target add wasm32-unknown-unknown\n  web/build\n";
        assert!(code == Some(2) && said.contains(commands), "{said}");
    }
}
