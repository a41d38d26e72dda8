//! `carn serve`: the page on which rules are written and played, from this machine to a browser on it.
//!
//! The loopback address alone is served, and only to who asks for it by a name of it: no other page in the browser can
//! read the file by having its own name point here.

mod file;
mod page;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use carn::library;
use tiny_http::{Header, Method, Request, Response, Server};

use super::console::Console;
use super::exit::{Result, Stop};
use file::Followed;
use page::Page;

/// Write and play a game in a browser, on a page that this program serves
#[derive(clap::Args)]
#[command(after_help = "\
The page is served on this machine's loopback address until the program is
interrupted. It follows a rule file: whenever the file is saved, the board goes
on with the new rules. docs/playground.md says what the page can do.

Examples:
  carn serve                            the page, with chess
  carn serve xiangqi                    with a shipped game
  carn serve mychess.toml               with a rule file that it follows")]
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
}

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(250);

/// After so many looks a page is told that the program is still there, and one that has gone is noticed.
const SILENT_LOOKS: u32 = 40;

/// No page needs more than a few; whoever opens more gets none.
const MOST_LISTENERS: usize = 32;

/// What is true now may not be later.
const NO_STORE: (&str, &str) = ("Cache-Control", "no-store");

/// Who hears of a change.
type Listeners = Arc<Mutex<Vec<Box<dyn Write + Send>>>>;

/// What is served.
struct Served {
    page: Page,
    file: Option<Arc<Mutex<Followed>>>,
    listeners: Listeners,
}

/// Serves until the process is ended.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let page = Page::find(arguments.page.as_deref())?;
    let mut fragment = String::new();
    let mut file = None;
    match arguments.file.as_deref() {
        Some(name) if library::text(name).is_some() => fragment = format!("#game={name}"),
        Some(name) => file = Some(Followed::open(name)?),
        None => {}
    }
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let server = Server::http(address)
        .map_err(|error| Stop::usage(format!("the port {} cannot be served: {error}", arguments.port)))?;
    let port = server.server_addr().to_ip().map_or(arguments.port, |address| address.port());
    console.line(format_args!("http://127.0.0.1:{port}/{fragment}"))?;
    console.flush()?;
    console.message("serving this page; interrupt the program to end it");
    let file = file.map(|file| Arc::new(Mutex::new(file)));
    let served = Served { page, file, listeners: Listeners::default() };
    if let Some(file) = served.file.clone() {
        let listeners = served.listeners.clone();
        thread::spawn(move || follow(&file, &listeners));
    }
    for request in server.incoming_requests() {
        served.answer(request, port);
    }
    Ok(())
}

/// Tells every page that listens of every change of the file.
fn follow(file: &Mutex<Followed>, listeners: &Mutex<Vec<Box<dyn Write + Send>>>) {
    let mut silent = 0;
    loop {
        thread::sleep(LOOK);
        let changed = lock(file).look();
        silent = if changed.is_some() { 0 } else { silent + 1 };
        let event = match changed {
            Some(told) => format!("event: file\ndata: {told}\n\n"),
            None if silent % SILENT_LOOKS == 0 => ":\n\n".to_owned(),
            None => continue,
        };
        lock(listeners).retain_mut(|one| one.write_all(event.as_bytes()).and_then(|()| one.flush()).is_ok());
    }
}

/// What a thread that has stopped half-way left is still what it was: lines of text.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Served {
    /// Answers a request; that a browser has gone meanwhile concerns nobody.
    fn answer(&self, request: Request, port: u16) {
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        let own = |name: &str| {
            host.is_some_and(|host| {
                let said = host.value.as_str();
                said == name || said.strip_suffix(&format!(":{port}")) == Some(name)
            })
        };
        if !own("127.0.0.1") && !own("localhost") {
            let _ =
                request.respond(Response::from_string("not served under this name").with_status_code(403));
            return;
        }
        if *request.method() != Method::Get {
            let _ = request.respond(Response::from_string("only GET is served").with_status_code(405));
            return;
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
        match (path.as_str(), &self.file) {
            ("/live/file", Some(file)) => {
                let told = lock(file).told();
                let told = Response::from_string(told);
                let _ = request.respond(with(told, &[("Content-Type", "application/json"), NO_STORE]));
            }
            ("/live/events", Some(_)) => self.listen(request),
            (path, file) => {
                let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
                let Some(found) = self.page.file(name, file.is_some()) else {
                    let _ =
                        request.respond(Response::from_string("there is no such file").with_status_code(404));
                    return;
                };
                let response = with(Response::from_data(found.bytes), &[("Content-Type", found.kind)]);
                let response = with(response, &page::HEADERS);
                let response = if found.packed { with(response, &page::PACKED) } else { response };
                let _ = request.respond(response);
            }
        }
    }

    /// Keeps a connection for what is to be told later.
    fn listen(&self, request: Request) {
        let mut listeners = lock(&self.listeners);
        if listeners.len() >= MOST_LISTENERS {
            let _ = request.respond(Response::from_string("too many pages listen").with_status_code(503));
            return;
        }
        let mut out = request.into_writer();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                    X-Content-Type-Options: nosniff\r\n\r\n:\n\n";
        if out.write_all(head.as_bytes()).and_then(|()| out.flush()).is_ok() {
            listeners.push(out);
        }
    }
}

/// An answer with further headers.
fn with<R: std::io::Read>(mut response: Response<R>, headers: &[(&str, &str)]) -> Response<R> {
    headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()).for_each(|header| {
        response.add_header(header);
    });
    response
}
