//! `carn serve`: the page on which rules are written and played, from this machine to a browser on it.
//!
//! The loopback address alone is served, and only to who asks for it by a name of it: no other page in the browser can
//! read the file by having its own name point here.

mod file;
mod http;
mod page;

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use carn::library;

use super::console::Console;
use super::exit::{Result, Stop};
use file::Followed;
use http::{Request, respond};
use page::Page;

/// Write and play a game in a browser, on a page that this program serves
#[derive(clap::Args)]
#[command(after_help = "\
The page is served on this machine's loopback address until the program is
interrupted. It follows a rule file: whenever the file is saved, the board goes
on with the new rules. A reverse proxy may show it under another name and path.
docs/playground.md says what the page can do.

Examples:
  carn serve                            the page, with chess
  carn serve xiangqi                    with a shipped game
  carn serve mychess.toml               with a rule file that it follows
  carn serve --port 8080 --behind chess.example.org")]
pub struct Arguments {
    /// A shipped variant, or a rule file to follow
    #[arg(add = crate::cli::completions::variant())]
    file: Option<String>,
    /// The port; without this any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The folder with the page, as `web/build` makes it
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// A name under which a reverse proxy on this machine passes requests on; several may be named
    #[arg(long, value_name = "NAME")]
    behind: Vec<String>,
}

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(250);

/// How long a page that listens hears nothing: then it is told that the program is still there, and one that has gone is
/// noticed.
const SILENCE: Duration = Duration::from_secs(10);

/// Nobody who looks at a page or two opens more connections; whoever does waits for none of them.
const MOST_CONNECTIONS: usize = 64;

/// What is true now may not be later.
const NO_STORE: (&str, &str) = ("Cache-Control", "no-store");

/// What is served. Each connection has a thread of its own: a reader that stalls keeps nobody waiting.
struct Served {
    page: Page,
    port: u16,
    /// Names of reverse proxies.
    behind: Vec<String>,
    file: Option<Live>,
    connections: AtomicUsize,
}

/// A file that is followed: how often it has changed, and what it says now.
struct Live {
    now: Mutex<(u64, Arc<str>)>,
    changed: Condvar,
}

/// Serves until the process is ended.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let page = Page::find(arguments.page.as_deref())?;
    let mut fragment = String::new();
    let mut followed = None;
    match arguments.file.as_deref() {
        Some(name) if library::text(name).is_some() => fragment = format!("#game={name}"),
        Some(name) => followed = Some(Followed::open(name)?),
        None => {}
    }
    let refused =
        |error: io::Error| Stop::usage(format!("the port {} cannot be served: {error}", arguments.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).map_err(refused)?;
    let port = listener.local_addr().map_err(refused)?.port();
    console.line(format_args!("http://127.0.0.1:{port}/{fragment}"))?;
    console.flush()?;
    console.message("serving this page; interrupt the program to end it");
    let file = followed
        .as_ref()
        .map(|file| Live { now: Mutex::new((0, file.told().into())), changed: Condvar::new() });
    let served = Arc::new(Served {
        page,
        port,
        behind: arguments.behind.clone(),
        file,
        connections: AtomicUsize::new(0),
    });
    if let Some(file) = followed {
        let served = Arc::clone(&served);
        thread::spawn(move || served.file.as_ref().map(|live| live.follow(file)));
    }
    for stream in listener.incoming().flatten() {
        if served.connections.fetch_add(1, Ordering::Relaxed) < MOST_CONNECTIONS {
            let served = Arc::clone(&served);
            thread::spawn(move || {
                // That a browser has gone meanwhile concerns nobody.
                let _ = served.answer(stream);
                served.connections.fetch_sub(1, Ordering::Relaxed);
            });
        } else {
            served.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

impl Live {
    /// Tells every page that listens of every change of the file.
    fn follow(&self, mut file: Followed) {
        loop {
            thread::sleep(LOOK);
            if let Some(told) = file.look() {
                let mut now = self.now();
                *now = (now.0 + 1, told.into());
                self.changed.notify_all();
            }
        }
    }

    /// What a thread that has stopped half-way left is still what it was: lines of text.
    fn now(&self) -> std::sync::MutexGuard<'_, (u64, Arc<str>)> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a page of changes as long as it listens. One that reads slowly is told what the file says when it is ready.
    fn tell(&self, out: &mut TcpStream) -> io::Result<()> {
        out.write_all(
            // A proxy that gathers an answer before it passes it on would never pass this one on.
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
              X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\nConnection: close\r\n\r\n:\n\n",
        )?;
        let mut seen = self.now().0;
        loop {
            let (now, _) = self
                .changed
                .wait_timeout_while(self.now(), SILENCE, |now| now.0 == seen)
                .unwrap_or_else(PoisonError::into_inner);
            let (count, told) = now.clone();
            drop(now);
            if count == seen {
                out.write_all(b":\n\n")?;
            } else {
                out.write_all(format!("event: file\ndata: {told}\n\n").as_bytes())?;
            }
            seen = count;
        }
    }
}

impl Served {
    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        let Some(Request { method, path, host }) = http::read(&mut stream)? else {
            return respond(&mut stream, 400, &[], b"this is no request");
        };
        let own = |name: &str| host == name || host.strip_suffix(&format!(":{}", self.port)) == Some(name);
        let passed_on = self.behind.iter().any(|name| without_port(&host).eq_ignore_ascii_case(name));
        if !own("127.0.0.1") && !own("localhost") && !passed_on {
            return respond(&mut stream, 403, &[], b"not served under this name");
        }
        if method != "GET" {
            return respond(&mut stream, 405, &[], b"only GET is served");
        }
        match (path.as_str(), &self.file) {
            ("/live/file", Some(file)) => {
                let told = Arc::clone(&file.now().1);
                let headers = [("Content-Type", "application/json"), NO_STORE];
                respond(&mut stream, 200, &headers, told.as_bytes())
            }
            ("/live/events", Some(file)) => file.tell(&mut stream),
            (path, file) => {
                let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
                let Some(found) = self.page.file(name, file.is_some()) else {
                    return respond(&mut stream, 404, &[], b"there is no such file");
                };
                let mut headers = vec![("Content-Type", found.kind)];
                headers.extend(page::HEADERS);
                headers.extend(found.packed.then_some(page::PACKED));
                respond(&mut stream, 200, &headers, &found.bytes)
            }
        }
    }
}

/// A host's name without the port that may follow it.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
