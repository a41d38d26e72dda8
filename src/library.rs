//! The shipped rule files, embedded.

use std::sync::{Arc, OnceLock};

use crate::compile::{Compiled, Loader, Natives, RuleErrors, Summary, compile, compile_to_play, records};
use crate::diagnostic::nearest;
use crate::position::Rules;
use crate::variant::{Network, Records, Variant};

/// Embeds the shipped files by name.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// Name and text of every shipped rule file, in the order of `carn list`.
        static FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../rules/", $name, ".toml")))),*];
    };
}

shipped![
    "chess",
    "xiangqi",
    "chess960",
    "minixiangqi",
    "atomic",
    "vault",
    "kamikaze",
    "tower",
    "almost",
    "amazon",
    "berolina",
    "capablanca",
    "centaur",
    "chancellor",
    "chigorin",
    "clobber",
    "embassy",
    "gothic",
    "grasshopper",
    "hoppelpoppel",
    "horde",
    "janus",
    "knightmate",
    "nocastle",
    "legan",
    "losalamos",
    "makruk",
    "asean",
    "ai-wok",
    "manchu",
    "modern",
    "newzealand",
    "nightrider",
    "pawnback",
    "pawnsideways",
    "perfect",
    "shako",
    "sortofalmost",
    "tencubed",
    "torpedo",
    "wolf",
    "kingofthehill",
    "3check",
    "racingkings",
    "coregal",
    "antichess",
    "giveaway",
    "suicide",
    "codrus",
    "losers",
    "extinction",
    "extinction960",
    "kinglet",
    "threekings",
    "atomic960",
    "nocheckatomic",
    "atomar",
    "crazyhouse",
    "loop",
    "chessgi",
    "pocketknight",
    "placement",
    "koedem",
    "seirawan",
    "seirawan960",
    "shouse",
    "grand",
    "opulent",
    "spartan",
    "shatranj",
    "courier",
    "shatar",
    "cambodian",
    "karouk",
    "makpong",
    "sittuyin",
    "janggi",
    "shogi",
    "minishogi",
    "euroshogi",
    "kyotoshogi",
    "micro",
    "yarishogi",
    "shoshogi",
    "torishogi",
    "dobutsu",
    "duck",
    "breakthrough",
    "jesonmor",
    "jesonmor-exit",
    "ataxx",
    "flipello",
    "flipello10",
    "flipersi",
    "amazons",
    "omicron",
    "gustav3",
    "troitzky",
    "cylinder",
    "glinski",
    "draughts",
    "brazilian",
    "checkers",
    "andernach",
    "checkless",
    "rifle",
    "alice",
    "raumschach",
    "mccooey",
    "omega",
    "byzantine",
    "brandubh",
    "marseillais",
    "progressive",
    "ultima",
    "pieces",
    "tictactoe",
    "cfour",
    "gomoku",
    "fourplayer",
    "fourteams",
    "yoninshogi",
    "chushogi",
];

/// The names of the shipped variants.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}

/// The names of a shipped variant in records.
struct Called {
    shipped: &'static str,
    /// Its names in the form in which they are compared ([`Records::plain`]).
    plain: Vec<String>,
    sgf: Option<u16>,
}

/// The record names of each shipped variant. Each file is read once and only when the iterator reaches it, so that finding an
/// early variant does not read all files.
fn called() -> impl Iterator<Item = &'static Called> {
    static CALLED: [OnceLock<Option<Called>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let read = |&(shipped, text): &(&'static str, &str)| {
        let Records { names, sgf, .. } = records(text)?;
        let names = std::iter::once(shipped).chain(names.iter().map(String::as_str));
        Some(Called { shipped, plain: names.map(Records::plain).collect(), sgf })
    };
    FILES.iter().zip(&CALLED).filter_map(move |(file, called)| called.get_or_init(|| read(file)).as_ref())
}

/// The shipped variant with this name: one of [`names`], the name in the rule file, or one listed in its `[records]` section.
/// Letter case, blanks and punctuation are ignored. The empty name is the name in records that state no game.
///
/// ```
/// assert_eq!(carn::library::find("Chinese Chess"), Some("xiangqi"));
/// assert_eq!(carn::library::find("fischerandom"), Some("chess960"));
/// assert_eq!(carn::library::find("???"), None);
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static str> {
    let plain = Records::plain(name);
    if plain.is_empty() && !name.is_empty() {
        return None;
    }
    called().find(|called| called.plain.contains(&plain)).map(|called| called.shipped)
}

/// Suggestions for an unknown name: the names that contain it or are contained in it, and the one with the most similar
/// spelling.
#[must_use]
pub fn near(name: &str) -> Vec<&'static str> {
    let plain = Records::plain(name);
    let holds = |long: &str, short: &str| short.chars().count() > 3 && long.contains(short);
    let alike = |known: &&str| {
        let known = Records::plain(known);
        holds(&known, &plain) || holds(&plain, &known)
    };
    let known = called().flat_map(|called| called.plain.iter().map(String::as_str));
    let mut found: Vec<&'static str> = nearest(&plain, known).and_then(find).into_iter().collect();
    for known in names().filter(alike) {
        if !found.contains(&known) {
            found.push(known);
        }
    }
    found.truncate(NEAR);
    found
}

/// The largest number of suggestions.
const NEAR: usize = 4;

/// The shipped variant with this number in SGF (`GM`).
#[must_use]
pub fn numbered(sgf: u16) -> Option<&'static str> {
    called().find(|called| called.sgf == Some(sgf)).map(|called| called.shipped)
}

/// The text of a shipped rule file.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    FILES.iter().find(|&&(known, _)| known == name).map(|&(_, text)| text)
}

/// The summary of a shipped rule file, without compiling it; `None` if there is no file of this name.
///
/// ```
/// for name in carn::library::names() {
///     assert!(!carn::library::summary(name).expect("it is shipped").name.is_empty());
/// }
/// ```
#[must_use]
pub fn summary(name: &str) -> Option<Summary> {
    crate::compile::summary(&format!("{name}.toml"), text(name)?, &Shipped)
}

/// Compiles a shipped rule file; `None` if there is no file of this name.
///
/// ```
/// let compiled = carn::library::load("xiangqi").expect("it is shipped");
/// assert!(compiled.variant.is_some());
/// ```
#[must_use]
pub fn load(name: &str) -> Option<Compiled> {
    let text = text(name)?;
    Some(with_network(name, compile(&format!("{name}.toml"), text, &Shipped, &Natives::default())))
}

/// Compiles a shipped rule file with [`compile_to_play`], which skips lints. `None` if there is no file of this name.
#[must_use]
pub fn load_to_play(name: &str) -> Option<Compiled> {
    let text = text(name)?;
    Some(with_network(name, compile_to_play(&format!("{name}.toml"), text, &Shipped, &Natives::default())))
}

/// Embeds the shipped networks, each with the games that it is for.
#[cfg(feature = "networks")]
macro_rules! networks {
    ($($file:literal for $($name:literal),+;)*) => {
        static NETWORKS: &[(&[&str], &[u8])] =
            &[$((&[$($name),+], include_bytes!(concat!("../rules/networks/", $file, ".net")))),*];
    };
}

#[cfg(feature = "networks")]
networks! {
    "chess" for "chess", "chess960", "coregal", "nocastle", "pawnback", "pawnsideways", "torpedo";
    "xiangqi" for "xiangqi";
    "3check" for "3check";
    "almost" for "almost";
    "amazon" for "amazon";
    "antichess" for "antichess", "codrus", "giveaway", "suicide";
    "asean" for "asean";
    "atomic" for "atomic", "atomic960";
    "berolina" for "berolina";
    "cambodian" for "cambodian";
    "capablanca" for "capablanca", "embassy";
    "chigorin" for "chigorin";
    "crazyhouse" for "crazyhouse";
    "extinction" for "extinction", "extinction960";
    "gothic" for "gothic";
    "horde" for "horde";
    "janggi" for "janggi";
    "janus" for "janus";
    "kinglet" for "kinglet";
    "kingofthehill" for "kingofthehill";
    "knightmate" for "knightmate";
    "losalamos" for "losalamos";
    "losers" for "losers";
    "makruk" for "makruk";
    "minishogi" for "minishogi";
    "minixiangqi" for "minixiangqi";
    "placement" for "placement";
    "racingkings" for "racingkings";
    "seirawan" for "seirawan", "seirawan960";
    "shatranj" for "shatranj";
    "sittuyin" for "sittuyin";
}

#[cfg(not(feature = "networks"))]
static NETWORKS: &[(&[&str], &[u8])] = &[];

/// The file of a shipped variant's network; `None` if it has none, or without the feature `networks`.
#[must_use]
pub fn network(name: &str) -> Option<&'static [u8]> {
    NETWORKS.iter().find(|(names, _)| names.contains(&name)).map(|&(_, bytes)| bytes)
}

/// The compiled file of a shipped variant, with its network.
fn with_network(name: &str, mut compiled: Compiled) -> Compiled {
    if let Some(variant) = &mut compiled.variant {
        add_network(name, variant);
    }
    compiled
}

/// Adds the network of a shipped variant, if it has one.
pub(crate) fn add_network(name: &str, variant: &mut Variant) {
    if let Some(bytes) = network(name) {
        variant.weights.network = Network::from_bytes(bytes, variant).ok().map(Arc::new);
    }
}

/// The rules of a shipped variant; `None` if there is no variant of this name.
#[must_use]
pub fn variant(name: &str) -> Option<Variant> {
    load_to_play(name)?.variant
}

/// A shipped game, ready to play; `None` if there is no game of this name.
///
/// ```
/// use carn::position::Position;
/// let rules = carn::library::rules("chess").expect("it is shipped");
/// assert_eq!(Position::start(&rules).legal_moves().len(), 20);
/// ```
#[must_use]
pub fn rules(name: &str) -> Option<Rules> {
    variant(name).map(Rules::new)
}

/// The game that a rule file describes, ready to play. The file may extend shipped files. Messages call it `name`.
///
/// # Errors
/// If the file has errors. The error holds all findings; its text shows the lines concerned.
///
/// ```
/// use carn::library;
/// let text = "name = 'Mine'\nextends = 'chess'\n[ending]\nstalemate = 'loss'";
/// assert_eq!(library::rules_from("mine.toml", text)?.variant().name, "Mine");
/// assert!(library::rules_from("typo.toml", "extend = 'chess'").is_err());
/// # Ok::<(), carn::compile::RuleErrors>(())
/// ```
pub fn rules_from(name: &str, text: &str) -> Result<Rules, RuleErrors> {
    compile_to_play(name, text, &Shipped, &Natives::default()).into_variant().map(Rules::new)
}

/// A loader that knows only the shipped rule files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl Loader for Shipped {
    fn names(&self) -> Vec<&str> {
        names().collect()
    }

    fn named(&self, name: &str) -> Option<String> {
        text(name).map(str::to_owned)
    }

    fn beside(&self, _: &str) -> Result<String, String> {
        Err("a shipped rule file can extend only shipped variants".into())
    }
}

/// A loader that knows the shipped rule files, and asks a function for files beside the one being compiled.
#[derive(Clone, Copy, Debug)]
pub struct Beside<F>(pub F);

impl<F: Fn(&str) -> Result<String, String>> Loader for Beside<F> {
    fn names(&self) -> Vec<&str> {
        names().collect()
    }

    fn named(&self, name: &str) -> Option<String> {
        text(name).map(str::to_owned)
    }

    fn beside(&self, file: &str) -> Result<String, String> {
        (self.0)(file)
    }
}
