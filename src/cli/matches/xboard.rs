//! Players that use the Chess Engine Communication Protocol, version 2, as XBoard does.
//!
//! Source: "Chess Engine Communication Protocol" (Mann and Muller, 2009). The engine never plays by itself. Before each of its
//! moves it is put in force mode, given the moves since then, and told to go.

use std::time::Duration;

use carn::position::Position;
use carn::variant::Move;

use crate::cli::compare::spelling::spelled_from_zero;
use crate::cli::engine::text::{self, Spelling};
use crate::cli::engine::xboard::their_name;

use super::clock::{Clock, Control};
use super::dialogue::Dialogue;
use super::player::{Answer, Choice, Fault, Player, Score};
use super::uci::find;

/// The time to wait for features; an engine of the protocol's first version sends none.
const GREETING: Duration = Duration::from_secs(2);

/// An engine with this protocol.
pub struct XboardPlayer {
    dialogue: Dialogue,
    name: String,
    patience: Duration,
    /// The engine's name for the game.
    variant: String,
    features: Features,
    /// The moves that have not been sent to the engine.
    untold: Vec<String>,
    /// Whether the time control was sent in this game.
    timed: bool,
    /// Whether the next move is the engine's own, which it already knows.
    own: bool,
}

/// The features that the engine declares.
#[derive(Clone, Debug, Default)]
struct Features {
    name: Option<String>,
    variants: Option<Vec<String>>,
    usermove: bool,
    setboard: bool,
    ping: bool,
    colors: bool,
    done: Option<bool>,
}

impl Features {
    /// Reads a line of features: `feature setboard=1 myname="Name 1" done=1`.
    fn read(&mut self, line: &str) {
        let Some(mut rest) = line.strip_prefix("feature ") else { return };
        while let Some((name, after)) = rest.trim_start().split_once('=') {
            let (value, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            match name {
                "myname" => self.name = Some(value.chars().take(80).collect()),
                "variants" => {
                    self.variants = Some(value.split(',').map(|one| one.trim().to_owned()).collect())
                }
                "usermove" => self.usermove = value == "1",
                "setboard" => self.setboard = value == "1",
                "ping" => self.ping = value == "1",
                "colors" => self.colors = value == "1",
                "done" => self.done = Some(value == "1"),
                _ => {}
            }
            rest = next;
        }
    }

    /// A variant as the engine spells it: programs differ in hyphens, as in `los-alamos`. The name is an error if
    /// the engine lists variants without it.
    fn spelled<'a>(&'a self, variant: &'a str) -> Result<&'a str, &'a str> {
        let Some(known) = &self.variants else { return Ok(variant) };
        let plain = |name: &str| name.replace('-', "");
        known.iter().map(String::as_str).find(|one| plain(one) == plain(variant)).ok_or(variant)
    }
}

impl XboardPlayer {
    /// Starts the command and reads its features.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or does not know the variant.
    pub fn start(
        command: &str,
        variant: &str,
        options: &[(String, String)],
        patience: Duration,
    ) -> Result<Self, Fault> {
        let mut dialogue = Dialogue::start(command, patience)?;
        dialogue.send("xboard")?;
        dialogue.send("protover 2")?;
        let mut features = Features::default();
        dialogue.allow(GREETING);
        loop {
            let done = dialogue.wait_for(|line| {
                features.read(line);
                features.done
            })?;
            if done {
                break;
            }
            // An engine that needs longer sends `done=0` first.
            features.done = None;
            dialogue.allow(patience);
        }
        dialogue.allow(patience);
        let variant = features.spelled(their_name(variant)).map(str::to_owned);
        let variant = variant.map_err(|name| Fault::Gone(format!("it does not play `{name}`")))?;
        for (name, value) in options {
            dialogue.send(&format!("option {name}={value}"))?;
        }
        let name = features.name.clone().unwrap_or_else(|| command.to_owned());
        Ok(Self { dialogue, name, patience, variant, features, untold: Vec::new(), timed: false, own: false })
    }

    /// Sends the time to the engine.
    fn tell_time(&mut self, clock: &Clock) -> Result<(), Fault> {
        let hundredths = |time: Duration| time.as_millis() / 10;
        if !self.timed {
            self.timed = true;
            match clock.control {
                // `st` takes whole seconds; the clock gives the exact time.
                Control::Move(time) => self.dialogue.send(&format!("st {}", time.as_secs_f64().max(0.01)))?,
                Control::Game(base, more) => {
                    let (minutes, seconds) = (base.as_secs() / 60, base.as_secs() % 60);
                    self.dialogue.send(&format!("level 0 {minutes}:{seconds:02} {}", more.as_secs_f64()))?;
                }
                Control::Depth(depth) => self.dialogue.send(&format!("sd {depth}"))?,
                Control::Nodes(_) => self.dialogue.send("st 1")?,
            }
        }
        if let Control::Game(..) | Control::Move(_) = clock.control {
            let (own, other) = match clock.control {
                Control::Game(..) => (clock.left[clock.side], clock.left[1 - clock.side]),
                _ => (clock.allowed(), clock.allowed()),
            };
            self.dialogue.send(&format!("time {}", hundredths(own)))?;
            self.dialogue.send(&format!("otim {}", hundredths(other)))?;
        }
        Ok(())
    }
}

impl Player for XboardPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, start: &Position) -> Result<(), Fault> {
        self.dialogue.allow(self.patience);
        self.untold.clear();
        (self.timed, self.own) = (false, false);
        self.dialogue.send("new")?;
        if self.variant != "normal" {
            self.dialogue.send(&format!("variant {}", self.variant))?;
        }
        self.dialogue.send("force")?;
        self.dialogue.send("post")?;
        if start.setup() != start.rules().variant().start {
            if !self.features.setboard {
                return Err(Fault::Gone("it cannot set up a position".to_owned()));
            }
            self.dialogue.send(&format!("setboard {}", start.fen()))?;
        }
        if self.features.ping {
            self.dialogue.send("ping 1")?;
            self.dialogue.wait_for(|line| (line == "pong 1").then_some(()))?;
        }
        Ok(())
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if std::mem::take(&mut self.own) {
            return;
        }
        self.untold.push(text::write(before, mv, Spelling::FromZero));
    }

    fn choose(&mut self, position: &Position, clock: &Clock) -> Result<Answer, Fault> {
        self.dialogue.allow(clock.allowed() + clock.margin);
        self.dialogue.send("force")?;
        for text in std::mem::take(&mut self.untold) {
            let usermove = if self.features.usermove { "usermove " } else { "" };
            self.dialogue.send(&format!("{usermove}{text}"))?;
        }
        self.tell_time(clock)?;
        self.dialogue.send("go")?;
        let (mut score, mut depth) = (None, None);
        let best = self.dialogue.wait_for(|line| {
            if let Some(text) = line.strip_prefix("move ") {
                return Some(Ok(text.trim().to_owned()));
            }
            if line == "resign" || line.starts_with("tellics resign") {
                return Some(Ok("resign".to_owned()));
            }
            if line.starts_with("Illegal move") {
                return Some(Err(Fault::Gone(format!("it refuses a legal move: {line}"))));
            }
            if let Some((deep, value)) = thought(line) {
                (depth, score) = (Some(deep), Some(value));
            }
            None
        })??;
        if best == "resign" {
            return Ok(Answer { choice: Choice::Resign, score, depth });
        }
        let known = find(&spelled_from_zero(position), &best);
        let known = known.or_else(|| text::read(position, &best, Spelling::FromZero));
        let mv = known.ok_or(Fault::Illegal(best))?;
        self.own = true;
        Ok(Answer { choice: Choice::Move(mv), score, depth })
    }
}

/// Depth and score of a thinking line: `9 156 1084 48000 Nf3 Nc6`. Mates are beyond 100000.
fn thought(line: &str) -> Option<(u32, Score)> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']).parse().ok()?;
    let value: i32 = words.next()?.parse().ok()?;
    // Time and nodes distinguish such a line from others that begin with numbers.
    words.next()?.parse::<u64>().ok()?;
    words.next()?.parse::<u64>().ok()?;
    let score = match value {
        100_000.. => Score::Mate((value - 100_000).max(1)),
        ..=-100_000 => Score::Mate(-(value.saturating_add(100_000).saturating_neg()).max(1)),
        value => Score::Centipawns(value),
    };
    Some((depth, score))
}

impl Drop for XboardPlayer {
    fn drop(&mut self) {
        let _ = self.dialogue.send("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        features.read(
            "feature ping=1 setboard=1 myname=\"A B 1.0\" variants=\"normal,xiangqi\" usermove=0 done=1",
        );
        assert!(features.ping && features.setboard && !features.usermove);
        assert_eq!(features.name.as_deref(), Some("A B 1.0"));
        assert_eq!(features.variants, Some(vec!["normal".to_owned(), "xiangqi".to_owned()]));
        assert_eq!((features.spelled("xiang-qi"), features.spelled("shogi")), (Ok("xiangqi"), Err("shogi")));
        assert_eq!(features.done, Some(true));
    }

    #[test]
    fn thoughts_are_read() {
        assert_eq!(thought("9 156 1084 48000 Nf3 Nc6"), Some((9, Score::Centipawns(156))));
        assert_eq!(thought("9 -100002 1084 48000 Nf3"), Some((9, Score::Mate(-2))));
        assert_eq!(thought("9 100003 1084 48000 Nf3"), Some((9, Score::Mate(3))));
        assert_eq!(thought("move e2e4"), None);
        assert_eq!(thought("1 2 three four"), None);
    }
}
