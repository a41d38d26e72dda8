//! Child processes: started with a time limit for answers, and ended with this program.

mod pipes;

use std::io::ErrorKind;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

pub use pipes::{Answers, Commands};
use pipes::{Complaints, Limit};

use super::interrupt;

/// The time for an engine to quit, and for one that has closed its output to end.
const PARTING: Duration = Duration::from_millis(500);

/// The running engines, to be killed on an interrupt.
static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

/// The command that starts this program again.
static OWN: OnceLock<Vec<String>> = OnceLock::new();

/// Stores the command that starts this program again: a program and its first arguments; empty if unknown.
pub fn name(program: Vec<String>) {
    // The command runs once per process; another run would set the same value.
    let _ = OWN.set(program);
}

/// The command that starts this program again, in the form of [`Process::start`].
pub fn own_command() -> Option<String> {
    let words = OWN.get().filter(|words| !words.is_empty())?;
    Some(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// A word of a command in quotes, for [`Process::start`].
pub fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\"'\"'"))
}

/// A running engine without its pipes. Dropping it waits half a second for the engine's end, then kills it. Drop the
/// [`Commands`] first, so that the engine's input closes.
pub struct Process {
    child: Arc<Mutex<Child>>,
    complaints: Complaints,
    limit: Limit,
}

impl Process {
    /// Starts the command: a program, then its arguments, separated by blanks; quotes protect blanks. The first answer may take
    /// at most `patience`.
    ///
    /// # Errors
    /// The reason why the program cannot be started, as a sentence.
    pub fn start(command: &str, patience: Duration) -> Result<(Self, Answers, Commands), String> {
        let words =
            words(command).ok_or_else(|| format!("the engine's command has an unclosed quote: {command}"))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err("the engine's command is missing".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A terminal sends Ctrl-C to the whole group of a process; this program alone decides what it ends.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, 0x200);
        let mut child = command.spawn().map_err(|error| {
            let hint = match error.kind() {
                ErrorKind::NotFound => "; is it installed, and on the PATH?",
                _ => "",
            };
            format!("cannot start the engine `{program}`: {error}{hint}")
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            let _ = child.kill();
            return Err(format!("the engine `{program}` has no standard input or output"));
        };
        let child = Arc::new(Mutex::new(child));
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&child));
        interrupt::watch();
        let limit = Limit::new(patience);
        let answers = Answers::new(stdout, limit.clone());
        let commands = Commands::new(stdin, limit.clone());
        Ok((Self { child, complaints: Complaints::new(stderr), limit }, answers, commands))
    }

    /// The time limit of the engine's answers.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// Kills the engine.
    pub fn kill(&self) {
        kill(&mut self.child.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The way the engine ended, if it does so within half a second: `it ended with exit status 1`.
    pub fn ending(&self) -> Option<String> {
        let status = self.wait(PARTING)?;
        Some(match status.code() {
            Some(code) => format!("it ended with exit status {code}"),
            None => format!("it was ended by {status}"),
        })
    }

    /// The last lines of the engine's standard error, oldest first.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.last()
    }

    fn wait(&self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
            match status {
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                status => return status.ok().flatten(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait(PARTING);
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // A wrapper may have ended before its engine.
        kill(&mut child);
        let _ = child.wait();
        drop(child);
        RUNNING
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|other| !Arc::ptr_eq(other, &self.child));
    }
}

/// Kills all running engines.
pub fn kill_engines() {
    for child in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        kill(&mut child.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Kills a child and everything that it has started: the program may be a script that waits for the engine.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = child.kill();
}

/// The words of a command line; `None` if a quote is unclosed.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::{quoted, words};

    #[test]
    fn commands_are_parted_at_blanks() {
        assert_eq!(
            words(" a  'b c' \"\" d\"e f\" "),
            Some(["a", "b c", "", "de f"].map(String::from).into())
        );
        assert_eq!(words("a 'b"), None);
        assert_eq!(words(&quoted("o'brien \"x\"")), Some(vec!["o'brien \"x\"".to_owned()]));
        assert_eq!(words(""), Some(Vec::new()));
    }
}
