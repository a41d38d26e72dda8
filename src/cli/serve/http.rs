//! Minimal HTTP for a page of a few files: one request per connection, of which the first line and `Host` are used.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The time limit of a request, and of sending a part of an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The maximum length of a request in bytes.
const LONGEST: usize = 16 << 10;

/// A request.
pub struct Request {
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The host name in the request, in lower case; empty if missing.
    pub host: String,
}

/// Reads a request; `None` if it is invalid.
pub fn read(stream: &mut TcpStream) -> io::Result<Option<Request>> {
    let start = Instant::now();
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut bytes = Vec::new();
    let mut part = [0; 1024];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let left = PATIENCE.saturating_sub(start.elapsed());
        if bytes.len() > LONGEST || left.is_zero() {
            return Ok(None);
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut part)? {
            0 => return Ok(None),
            count => bytes.extend_from_slice(&part[..count]),
        }
    }
    let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Ok(None);
    };
    if !version.starts_with("HTTP/1.") {
        return Ok(None);
    }
    let path = target.split(['?', '#']).next().unwrap_or_default().to_owned();
    let headers = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(':'));
    let mut hosts = headers.filter(|(name, _)| name.eq_ignore_ascii_case("host"));
    let host = hosts.next().map(|(_, value)| value.trim().to_ascii_lowercase()).unwrap_or_default();
    // With two host headers, one could belong to another page.
    Ok(hosts.next().is_none().then(|| Request { method: method.to_owned(), path, host }))
}

/// Answers and closes.
pub fn respond(stream: &mut TcpStream, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
    respond_head(stream, status, headers, body)?;
    stream.write_all(body)?;
    stream.flush()
}

/// Answers `HEAD`: the same as `respond`, without the body.
pub fn respond_head(
    stream: &mut TcpStream,
    status: u16,
    headers: &[(&str, &str)],
    body: &[u8],
) -> io::Result<()> {
    let said = match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        _ => "Method Not Allowed",
    };
    let mut head =
        format!("HTTP/1.1 {status} {said}\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes())
}
