//! `carn serve`: serves the page for writing and playing rules to a browser on this machine.
//!
//! It serves only the loopback address, and only requests with a host name of it. Otherwise another page in the browser could
//! read the file by pointing its own host name here (DNS rebinding).

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
use super::given::Given;
use file::Followed;
use http::{Request, respond};
use page::Page;

/// Serve a page to edit and play a game in a browser
#[derive(clap::Args)]
#[command(after_help = "\
The page is available on this machine only (loopback address), until Ctrl-C.
With a rule file, the page loads the new rules each time the file is saved. A
reverse proxy may serve the page under another name and path. docs/playground.md
describes the page.

Examples:
  carn serve                            start with chess
  carn serve xiangqi                    start with a shipped game
  carn serve mychess.toml               start with a rule file, and follow it
  carn serve --port 8080 --behind chess.example.org")]
pub struct Arguments {
    /// A shipped variant, or a rule file to follow [default: chess]
    #[arg(add = crate::cli::completions::variant())]
    file: Option<Given>,
    /// Port; 0 selects a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Serve the page in this folder, which `web/build` makes [default: the built-in page, or web/dist]
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// Host name of a reverse proxy on this machine; may be repeated
    #[arg(long, value_name = "NAME")]
    behind: Vec<String>,
}

/// The interval of checking the file.
const LOOK: Duration = Duration::from_millis(250);

/// The interval of keep-alive messages to a listening page, which also detect closed pages.
const SILENCE: Duration = Duration::from_secs(10);

/// The maximum number of connections; more are never needed for a page or two.
const MOST_CONNECTIONS: usize = 64;

/// Responses may change at any time.
const NO_STORE: (&str, &str) = ("Cache-Control", "no-store");

/// The server. Each connection has its own thread, so that a slow reader blocks no other.
struct Served {
    page: Page,
    port: u16,
    /// Names of reverse proxies.
    behind: Vec<String>,
    file: Option<Live>,
    connections: AtomicUsize,
}

/// The followed file: the number of its changes, and its current text.
struct Live {
    now: Mutex<(u64, Arc<str>)>,
    changed: Condvar,
}

/// Serves until the process is ended.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let page = Page::find(arguments.page.as_deref())?;
    let mut fragment = String::new();
    let mut followed = None;
    match arguments.file.as_ref() {
        Some(name) if library::text(name).is_some() => fragment = format!("#game={name}"),
        Some(name) => followed = Some(Followed::open(name)?),
        None => {}
    }
    let refused =
        |error: io::Error| Stop::usage(format!("cannot listen on port {}: {error}", arguments.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).map_err(refused)?;
    let port = listener.local_addr().map_err(refused)?.port();
    console.line(format_args!("http://127.0.0.1:{port}/{fragment}"))?;
    console.flush()?;
    console.message("serving this page; press Ctrl-C to stop");
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
                // A failure is ignored, since the browser may have closed the connection.
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
    /// Informs every listening page of every change of the file.
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

    /// A thread that panicked leaves valid data: lines of text.
    fn now(&self) -> std::sync::MutexGuard<'_, (u64, Arc<str>)> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends changes to a page as long as it listens. A slow reader gets only the latest state.
    fn tell(&self, out: &mut TcpStream) -> io::Result<()> {
        out.write_all(
            // A buffering proxy would otherwise never forward this answer.
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
            return respond(&mut stream, 400, &[], b"this is not a request");
        };
        let own = |name: &str| host == name || host.strip_suffix(&format!(":{}", self.port)) == Some(name);
        let passed_on = self.behind.iter().any(|name| without_port(&host).eq_ignore_ascii_case(name));
        if !own("127.0.0.1") && !own("localhost") && !passed_on {
            return respond(&mut stream, 403, &[], b"not served under this name");
        }
        let respond = match method.as_str() {
            "GET" => http::respond,
            "HEAD" => http::respond_head,
            _ => {
                return http::respond(
                    &mut stream,
                    405,
                    &[("Allow", "GET, HEAD")],
                    b"only GET and HEAD are served",
                );
            }
        };
        match (path.as_str(), &self.file) {
            ("/live/file", Some(file)) => {
                let told = Arc::clone(&file.now().1);
                let headers = [("Content-Type", "application/json"), NO_STORE];
                respond(&mut stream, 200, &headers, told.as_bytes())
            }
            ("/live/events", Some(file)) if method == "GET" => file.tell(&mut stream),
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

/// A host's name without its optional port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
