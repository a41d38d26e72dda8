//! The pipes of an engine with time limits, so that no engine can block this program. A pipe alone cannot be waited on with a
//! timeout, so each has its own thread.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of lines kept of an engine's standard error.
const KEPT: usize = 5;
/// The maximum length of each in bytes.
const LONGEST: u64 = 400;
/// The time to wait for the last output of an engine that has ended.
const ON_THE_WAY: Duration = Duration::from_millis(200);

/// The time limit of an answer, and its remaining time. Clones share it.
#[derive(Clone)]
pub struct Limit {
    deadline: Rc<Cell<Instant>>,
    patience: Rc<Cell<Duration>>,
}

impl Limit {
    /// A limit that starts now.
    pub fn new(patience: Duration) -> Self {
        Self {
            deadline: Rc::new(Cell::new(Instant::now() + patience)),
            patience: Rc::new(Cell::new(patience)),
        }
    }

    /// Restarts the limit for the next answer.
    pub fn restart(&self) {
        self.deadline.set(Instant::now() + self.patience.get());
    }

    /// Restarts with another duration.
    pub fn restart_with(&self, patience: Duration) {
        self.patience.set(patience);
        self.restart();
    }

    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    fn left(&self) -> Duration {
        self.deadline.get().saturating_duration_since(Instant::now())
    }

    fn error(&self) -> io::Error {
        let message = format!("it was stopped after {} s without an answer", self.patience.get().as_secs());
        io::Error::new(ErrorKind::TimedOut, message)
    }
}

/// The standard output of the engine.
pub struct Answers {
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    read: usize,
    limit: Limit,
}

impl Answers {
    pub fn new(mut stdout: ChildStdout, limit: Limit) -> Self {
        // The channel is bounded, so that an engine with endless output blocks instead of filling the memory. The output may
        // stay open in a process that the engine has started.
        let (sender, chunks) = mpsc::sync_channel(16);
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { chunks, chunk: Vec::new(), read: 0, limit }
    }
}

impl Read for Answers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Answers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.chunk.len() {
            self.read = 0;
            self.chunk = Vec::new();
            // Tested before every chunk, so that endless output also times out.
            if self.limit.is_over() {
                return Err(self.limit.error());
            }
            self.chunk = match self.chunks.recv_timeout(self.limit.left()) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Disconnected) => Vec::new(),
                Err(RecvTimeoutError::Timeout) => return Err(self.limit.error()),
            };
        }
        Ok(&self.chunk[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

/// The standard input of the engine, sent when flushed.
pub struct Commands {
    pending: Vec<u8>,
    sender: SyncSender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    limit: Limit,
}

impl Commands {
    pub fn new(mut stdin: ChildStdin, limit: Limit) -> Self {
        let (sender, commands) = mpsc::sync_channel::<Vec<u8>>(1);
        let (tell, written) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            for bytes in commands {
                let result = stdin.write_all(&bytes).and_then(|()| stdin.flush());
                let failed = result.is_err();
                if tell.send(result).is_err() || failed {
                    return;
                }
            }
        });
        Self { pending: Vec::new(), sender, written, limit }
    }
}

impl Write for Commands {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.pending);
        // The channel has room unless an earlier command is still unread, whose time is then over.
        self.sender.try_send(bytes).map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        match self.written.recv_timeout(self.limit.left()) {
            Ok(result) => result,
            Err(RecvTimeoutError::Disconnected) => Err(ErrorKind::BrokenPipe.into()),
            Err(RecvTimeoutError::Timeout) => Err(self.limit.error()),
        }
    }
}

/// The last lines of the engine's standard error.
pub struct Complaints {
    lines: Arc<Mutex<VecDeque<String>>>,
    ended: Receiver<()>,
}

impl Complaints {
    pub fn new(stderr: ChildStderr) -> Self {
        let lines: Arc<Mutex<VecDeque<String>>> = Arc::default();
        let (end, ended) = mpsc::sync_channel(1);
        let kept = Arc::clone(&lines);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stderr);
            let mut bytes = Vec::new();
            while let Ok(1..) = reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                bytes.clear();
                if line.is_empty() {
                    continue;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == KEPT {
                    kept.pop_front();
                }
                kept.push_back(line);
            }
            let _ = end.send(());
        });
        Self { lines, ended }
    }

    /// The last lines, oldest first.
    pub fn last(&self) -> Vec<String> {
        let _ = self.ended.recv_timeout(ON_THE_WAY);
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_program_that_never_reads_causes_a_timeout() {
        let mut child =
            Command::new("sleep").arg("30").stdin(Stdio::piped()).spawn().expect("sleep is there");
        let stdin = child.stdin.take().expect("it has a pipe");
        let mut commands = Commands::new(stdin, Limit::new(Duration::from_millis(200)));
        let start = Instant::now();
        // More than a pipe holds.
        commands.write_all(&vec![b'x'; 1 << 20]).expect("it is only kept");
        assert_eq!(commands.flush().map_err(|error| error.kind()), Err(ErrorKind::TimedOut));
        // The second flush fails too while the first command is unread.
        commands.write_all(b"quit\n").expect("it is only kept");
        assert!(commands.flush().is_err());
        assert!(start.elapsed() < Duration::from_secs(5));
        child.kill().and_then(|()| child.wait()).expect("it can be ended");
    }
}
