//! The keys of a rule file and the types of their values: one table for the compiler, the formatter and editors.

use super::proofs::Part;
use super::sections::weights::MOST_WEIGHT;
use super::sections::{counting, drawing, ending, hand};
use crate::variant::{Colour, Script};

/// A table of a rule file with a fixed set of keys.
#[derive(Debug)]
pub struct Section {
    /// Its name in messages: "a piece".
    pub name: &'static str,
    /// Its keys, in the order used in messages.
    pub keys: &'static [Key],
}

impl Section {
    /// The key with this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The names of the keys.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

/// A key.
#[derive(Debug)]
pub struct Key {
    /// Its name in the file.
    pub name: &'static str,
    /// Its meaning, in one line.
    pub about: &'static str,
    /// The allowed types of its value.
    pub holds: &'static [Holds],
}

/// The kinds of names in a rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An axis of the board.
    Axis,
    /// A zone.
    Zone,
    /// A kind of piece.
    Role,
    /// A function.
    Function,
    /// A player.
    Player,
    /// A right.
    Right,
    /// A counter.
    Counter,
}

impl Sort {
    /// The kind in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axis => "axis",
            Self::Zone => "zone",
            Self::Role => "piece",
            Self::Function => "function",
            Self::Player => "player",
            Self::Right => "right",
            Self::Counter => "counter",
        }
    }

    /// The top-level table whose keys are names of this kind; `None` for axes.
    #[must_use]
    pub fn section(self) -> Option<&'static str> {
        let named = |key: &&Key| matches!(key.holds, [Holds::Named(Some(sort), _)] if *sort == self);
        FILE.keys.iter().find(named).map(|key| key.name)
    }
}

/// The type of a value. All string types except [`Holds::Text`] and [`Holds::Words`] may also be lists.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Holds {
    /// A string.
    Text,
    /// A string or a list of strings.
    Texts,
    /// One of these words.
    Words(fn() -> Vec<&'static str>),
    /// Several of these words.
    WordList(fn() -> Vec<&'static str>),
    /// `true` or `false`.
    Switch,
    /// A whole number between these.
    Number(i64, i64),
    /// A number of points, with at most one decimal digit.
    Points,
    /// A list of integers, each at least this number.
    Numbers(i64),
    /// Patterns.
    Pattern,
    /// Predicates.
    Conditions,
    /// Predicates or effects: the body of a function.
    Calls,
    /// `predicates => effects`, or effects alone.
    Hook,
    /// Predicates, or `predicates => effects`.
    Drop,
    /// `condition => wanted`, or `wanted` alone.
    Must,
    /// Regions.
    Region,
    /// Names of these kinds, separated by signs and numbers.
    Naming(&'static [Sort]),
    /// Players, each with an optional list of pieces after a colon.
    Turns,
    /// The name of a player and that player's result.
    Outcome,
    /// A table with known keys.
    Table(&'static Section),
    /// One table with known keys, or a list of them.
    Tables(&'static Section),
    /// A table whose keys the author chooses: the kind of names, and the types of values.
    Named(Option<Sort>, &'static [Holds]),
    /// A list of values of these types.
    List(&'static [Holds]),
}

/// The known keys of a table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Under {
    /// These keys.
    Section(&'static Section),
    /// The author chooses the keys: the kind of names, and the types of values.
    Named(Option<Sort>, &'static [Holds]),
    /// Unknown keys.
    Unknown,
}

impl Under {
    /// The known keys of the tables under a key.
    #[must_use]
    pub fn of(holds: &[Holds]) -> Self {
        let known = holds.iter().find_map(|kind| match kind {
            Holds::Table(section) | Holds::Tables(section) => Some(Self::Section(section)),
            Holds::Named(sort, inner) => Some(Self::Named(*sort, inner)),
            _ => None,
        });
        known.unwrap_or(Self::Unknown)
    }

    /// The allowed types under a key.
    #[must_use]
    pub fn holds(self, key: &str) -> &'static [Holds] {
        match self {
            Self::Section(section) => section.key(key).map_or(&[], |key| key.holds),
            Self::Named(_, holds) => holds,
            Self::Unknown => &[],
        }
    }

    /// The kind of name of the last key of a path, if the author chose it.
    #[must_use]
    pub fn names<S: AsRef<str>>(path: &[S]) -> Option<Sort> {
        let (_, before) = path.split_last()?;
        match Self::of(Self::path(before)) {
            Self::Named(sort, _) => sort,
            _ => None,
        }
    }

    /// The allowed types at a path of keys from the top; empty if unknown.
    ///
    /// ```
    /// use carn::compile::schema::{Holds, Under};
    /// let holds = Under::path(&["pieces", "knight", "pattern"]);
    /// assert!(holds.iter().any(|kind| matches!(kind, Holds::Pattern)));
    /// assert!(Under::path(&["colour"]).is_empty());
    /// ```
    #[must_use]
    pub fn path<S: AsRef<str>>(path: &[S]) -> &'static [Holds] {
        let (mut under, mut holds): (Self, &'static [Holds]) = (Self::Section(&FILE), &[]);
        for key in path {
            holds = under.holds(key.as_ref());
            under = Self::of(holds);
        }
        holds
    }
}

const fn key(name: &'static str, holds: &'static [Holds], about: &'static str) -> Key {
    Key { name, about, holds }
}

use Holds::{
    Calls, Conditions, Drop, Hook, List, Must, Named, Naming, Number, Numbers, Outcome, Pattern, Points,
    Region, Switch, Table, Tables, Text, Texts, Turns, WordList, Words,
};
use Sort::{Axis, Counter, Function, Player, Right, Role, Zone};

fn verdicts() -> Vec<&'static str> {
    ending::VERDICTS.iter().map(|&(word, _)| word).collect()
}

fn standings() -> Vec<&'static str> {
    vec!["win", "loss", "draw", "none"]
}

fn lost() -> Vec<&'static str> {
    ending::LOST.iter().map(|&(word, _)| word).collect()
}

fn team_lost() -> Vec<&'static str> {
    ending::TEAM_LOST.iter().map(|&(word, _)| word).collect()
}

fn taken() -> Vec<&'static str> {
    hand::TAKEN.iter().map(|&(word, _)| word).collect()
}

fn revert() -> Vec<&'static str> {
    hand::REVERT.iter().map(|&(word, _)| word).collect()
}

fn count_from() -> Vec<&'static str> {
    counting::FROM.iter().map(|&(word, _)| word).collect()
}

fn scripts() -> Vec<&'static str> {
    Script::NAMED.iter().map(|&(word, _)| word).collect()
}

fn looks() -> Vec<&'static str> {
    drawing::LOOKS.iter().map(|&(word, _)| word).collect()
}

fn styles() -> Vec<&'static str> {
    drawing::STYLES.iter().map(|&(word, _)| word).collect()
}

fn tiles() -> Vec<&'static str> {
    drawing::TILES.iter().map(|&(word, _)| word).collect()
}

fn colours() -> Vec<&'static str> {
    Colour::ALL.iter().map(|&(word, _)| word).collect()
}

fn most() -> Vec<&'static str> {
    vec!["taken"]
}

fn parts() -> Vec<&'static str> {
    Part::WORDS.iter().map(|&(word, _)| word).collect()
}

fn several() -> Vec<&'static str> {
    vec!["one", "last"]
}

/// The whole file.
pub static FILE: Section = Section {
    name: "the rule file",
    keys: &[
        key("name", &[Text], "the game's name"),
        key("description", &[Text], "a line or two about it"),
        key("family", &[Text], "the games among which it is listed"),
        key("extends", &[Text], "a shipped variant, or a file beside this one, to start from"),
        key("allow", &[Texts], "warnings that the file means to have, by their codes"),
        key("turn", &[Turns, Table(&TURN)], "the players in the order of their turns"),
        key("teams", &[List(&[Naming(&[Player])])], "who plays together"),
        key("board", &[Table(&BOARD)], "the board"),
        key("players", &[Named(Some(Player), &[Table(&PLAYER)])], "the players"),
        key(
            "zones",
            &[Named(Some(Zone), &[Region, Table(&ZONE)])],
            "parts of the board, as the player who moves sees them",
        ),
        key("functions", &[Named(Some(Function), &[Calls])], "predicates or effects under a name"),
        key(
            "rights",
            &[Named(Some(Right), &[Table(&RIGHT)])],
            "permissions that a player has until some square is disturbed",
        ),
        key("pieces", &[Named(Some(Role), &[Table(&PIECE)])], "the kinds of piece"),
        key("hooks", &[Table(&HOOKS)], "what follows every piece's moves"),
        key("moves", &[Table(&MOVES)], "what may be played beyond what the pieces may"),
        key("hand", &[Table(&HAND)], "pieces in hand"),
        key("counters", &[Named(Some(Counter), &[Table(&COUNTER)])], "numbers that effects change"),
        key("setup", &[Table(&SETUP)], "the start position"),
        key("ending", &[Table(&ENDING)], "when the game is over, and who has won"),
        key("notation", &[Table(&NOTATION)], "how moves are written"),
        key("records", &[Table(&RECORDS)], "what game records call the game"),
        key("engine", &[Table(&ENGINE)], "what the search thinks of the pieces, as `carn tune` finds it"),
        key("perft", &[Tables(&PERFT)], "counts of moves that must come out"),
        key("test", &[Tables(&TEST)], "moves that must be legal or illegal"),
        key("differs", &[Tables(&DIFFERS)], "what another program reads otherwise"),
    ],
};

/// `turn`, where it has a beginning.
pub static TURN: Section = Section {
    name: "`turn`",
    keys: &[
        key("first", &[Turns], "what comes once, at the beginning"),
        key("then", &[Turns], "what then goes round"),
    ],
};

/// `[board]`.
pub static BOARD: Section = Section {
    name: "the board",
    keys: &[
        key("axes", &[Naming(&[Axis])], "the names of the axes, in order"),
        key("ranges", &[Named(Some(Axis), &[Text])], "the coordinates of each axis: `a~h`, `1~8`, `a b d`"),
        key("drawing", &[Words(styles)], "what the board looks like"),
        key("tiles", &[Words(tiles)], "what characters stand on"),
        key(
            "labels",
            &[Named(Some(Axis), &[Text])],
            "what is written beside the board in place of coordinates",
        ),
        key(
            "at",
            &[Texts],
            "where points lie: a text for each row, for each point how far right and how far up",
        ),
        key("lines", &[Texts], "the lines between points, each with the points that it goes through"),
        key("where", &[Naming(&[Axis])], "what holds for the coordinates of every square"),
        key("holes", &[Region], "where there is no square"),
        key("wrap", &[Naming(&[Axis])], "axes that are rings"),
        key("names", &[Texts], "what squares are called: a text for each row, a word for each square"),
        key("counted", &[Naming(&[Axis])], "the axis along which squares are counted from the edge"),
    ],
};

/// `[players.NAME]`.
pub static PLAYER: Section = Section {
    name: "a player",
    keys: &[
        key("fen", &[Text], "what a FEN writes for the player's turn"),
        key("flip", &[Naming(&[Axis])], "the axes that the player sees turned round"),
        key(
            "view",
            &[Named(Some(Axis), &[Naming(&[Axis])])],
            "for each of the player's axes which of the board's it is",
        ),
        key("colour", &[Words(colours)], "the colour of the pieces in pictures"),
    ],
};

/// A zone written as a table.
pub static ZONE: Section = Section {
    name: "a zone",
    keys: &[
        key("squares", &[Region], "where it is"),
        key("draw", &[Words(looks)], "how it is drawn"),
        key("text", &[Text], "what is written on a river"),
        key("names", &[Named(None, &[Text])], "its names in other languages"),
    ],
};

/// `[rights.NAME]`, whichever way it is given.
pub static RIGHT: Section = Section {
    name: "a right",
    keys: &[
        key("squares", &[Region], "whose disturbance loses it"),
        key("letter", &[Text], "how a FEN writes it"),
        key("with", &[Naming(&[Role])], "pieces that lose it when they move, wherever they stand"),
        key("each", &[Region], "squares that have a right each"),
        key("piece", &[Naming(&[Role])], "the pieces that have such a right"),
        key("letters", &[Naming(&[Axis])], "the axis by whose coordinates a FEN writes them"),
        key(
            "outermost",
            &[Named(None, &[Naming(&[Axis])])],
            "letters that stand for the outermost piece of a side",
        ),
        key("groups", &[Named(None, &[Region])], "letters that stand for several squares together"),
    ],
};

/// A right for squares together.
pub(crate) const RIGHT_TOGETHER: &[&str] = &["squares", "letter", "with"];

/// A right square by square.
pub(crate) const RIGHT_EACH: &[&str] = &["each", "piece", "letters", "outermost", "groups", "with"];

/// `[pieces.NAME]`.
pub static PIECE: Section = Section {
    name: "a piece",
    keys: &[
        key(
            "letter",
            &[Texts],
            "the letter of FEN and of moves, upper case for the first player; others read alike",
        ),
        key("names", &[Named(None, &[Text, List(&[Texts])])], "names in other languages, one a player"),
        key("glyphs", &[Texts], "the characters that pictures of text show"),
        key("picture", &[Texts], "what drawings show: an outline or one character"),
        key("royal", &[Switch, Words(several)], "whether it may not be left to be taken"),
        key("move", MOVEMENT, "how it moves onto empty squares"),
        key("capture", MOVEMENT, "how it takes"),
        key("pattern", MOVEMENT, "how it moves and takes"),
        key("like", &[Naming(&[Role])], "it also moves as that piece does"),
        key("promotion", &[Table(&PROMOTION)], "what it may or must become"),
        key("drop", &[Switch, Drop], "whether and where it may come from the hand"),
        key("supply", &[Switch], "players always have more of it"),
        key("neutral", &[Switch], "its pieces are nobody's"),
        key("hooks", &[Table(&HOOKS)], "what follows its moves"),
        key("description", &[Text], "a line about it"),
    ],
};

/// Movements; some may have a name.
const MOVEMENT: &[Holds] = &[Pattern, Table(&NAMED_PATTERN), List(&[Pattern, Table(&NAMED_PATTERN)])];

/// A pattern with a name.
pub static NAMED_PATTERN: Section = Section {
    name: "a pattern with a name",
    keys: &[key("pattern", &[Pattern], "how it moves"), key("name", &[Text], "how the moves are written")],
};

/// `promotion`.
pub static PROMOTION: Section = Section {
    name: "a promotion",
    keys: &[
        key("to", &[Naming(&[Role])], "what it may become"),
        key("when", &[Switch, Conditions], "the moves that promote"),
        key("forced", &[Switch, Conditions], "whether it must"),
        key("stock", &[Switch, Naming(&[Role])], "only into what the player has lost"),
    ],
};

/// `hooks`.
pub static HOOKS: Section = Section {
    name: "`hooks`",
    keys: &[
        key("aftermove", &[Hook], "what follows every move"),
        key("aftercapture", &[Hook], "what follows what takes something of the opponent's"),
    ],
};

/// `[moves]`.
pub static MOVES: Section = Section {
    name: "`[moves]`",
    keys: &[
        key("guard", &[Conditions], "what every move must satisfy"),
        key("must", &[Must], "what must be played if it can be"),
        key("most", &[Words(most)], "of the legal moves only those with most of this"),
        key("pass", &[Switch, Conditions], "when a player may pass"),
        key("answer", &[Switch], "whoever is in check moves at once"),
        key("partners", &[Switch], "partners take each other's pieces as opponents do"),
    ],
};

/// `[hand]`.
pub static HAND: Section = Section {
    name: "`[hand]`",
    keys: &[
        key("drop", &[Switch, Drop], "whether and where pieces may be dropped that say nothing themselves"),
        key("taken", &[Words(taken)], "whose hand receives what is taken"),
        key("revert", &[Words(revert)], "what a promoted piece is in hand"),
    ],
};

/// A counter.
pub static COUNTER: Section = Section {
    name: "a counter",
    keys: &[
        key("start", &[Number(-999, 999)], "its value at the start"),
        key("shared", &[Switch], "whether all players have it together"),
    ],
};

/// `[setup]`.
pub static SETUP: Section = Section {
    name: "the setup",
    keys: &[
        key("fen", &[Text], "placement, turn, rights, marks, plies without progress, full moves"),
        key(
            "pieces",
            &[Named(Some(Player), &[Named(Some(Role), &[Naming(&[Axis, Zone])])])],
            "by player, piece and squares",
        ),
    ],
};

/// `perpetual-chase`.
pub static CHASE: Section = Section {
    name: "`perpetual-chase`",
    keys: &[
        key("result", &[Words(verdicts)], "the result for who alone chased one piece all the time"),
        key("free", &[Naming(&[Role])], "pieces that may chase for ever"),
        key("spared", &[Conditions], "captures that are no chase"),
        key(
            "always",
            &[Named(Some(Role), &[Naming(&[Role])])],
            "of which pieces which are chased though they are protected",
        ),
    ],
};

/// A count towards a draw.
pub static COUNTING: Section = Section {
    name: "a count",
    keys: &[
        key("when", &[Conditions], "what holds for the player who counts"),
        key("limits", &[Texts], "how many moves against at least which pieces: `RR 8`, `64`"),
        key("from", &[Number(0, counting::MOST), Words(count_from)], "where it begins"),
        key("anew", &[Switch], "whether it begins though another count runs"),
    ],
};

/// `[ending]`.
pub static ENDING: Section = Section {
    name: "the ending",
    keys: &[
        key("checkmate", &[Words(verdicts)], "the result for the player who is mated"),
        key("stalemate", &[Words(verdicts), Table(&STALEMATE)], "the result for the player who cannot move"),
        key("royal-lost", &[Words(verdicts)], "the result for a player whose royal is gone"),
        key("lost", &[Words(lost)], "what becomes of the pieces of a player who is out"),
        key("team-lost", &[Words(team_lost)], "whether a team is out with one of its players or with all"),
        key("repetition", &[Table(&REPETITION)], "positions that come again"),
        key("quiet", &[Table(&QUIET)], "moves without progress"),
        key("counting", &[Tables(&COUNTING)], "counts within which somebody must mate"),
        key("insufficient", &[Texts], "a draw if each side has at most this: `KN v K`"),
        key("ends", &[Tables(&END)], "ends of the game's own"),
        key("points", &[Named(Some(Role), &[Points])], "what each piece is worth"),
        key("komi", &[Named(Some(Player), &[Points])], "points that a player has from the beginning"),
    ],
};

/// The table form of `stalemate`, for a different result when two sides are left.
pub static STALEMATE: Section = Section {
    name: "`stalemate`",
    keys: &[
        key("result", &[Words(verdicts)], "the result for the player who cannot move"),
        key("last", &[Words(verdicts)], "the result where two sides are left"),
    ],
};

/// `repetition`.
pub static REPETITION: Section = Section {
    name: "`repetition`",
    keys: &[
        key("times", &[Number(2, 100)], "how often a position has then come"),
        key("result", &[Words(verdicts)], "the result"),
        key("perpetual-check", &[Words(verdicts)], "the result for who has given check all the time"),
        key("perpetual-chase", &[Table(&CHASE)], "what it is to chase one piece all the time"),
    ],
};

/// `quiet`.
pub static QUIET: Section = Section {
    name: "`quiet`",
    keys: &[
        key("plies", &[Number(1, 100_000)], "how many moves of one player"),
        key("result", &[Words(verdicts)], "the result"),
        key("reset", &[Naming(&[Role])], "pieces whose moves are progress"),
    ],
};

/// An end of the game's own.
pub static END: Section = Section {
    name: "an end",
    keys: &[
        key("win", &[Conditions], "when the player has won"),
        key("loss", &[Conditions], "when the player has lost"),
        key("draw", &[Conditions], "when it is a draw"),
        key("reason", &[Text], "what messages call it"),
    ],
};

/// `[notation]`.
pub static NOTATION: Section = Section {
    name: "the notation",
    keys: &[
        key("scripts", &[WordList(scripts)], "the ways of writing moves, the default first"),
        key("letterless", &[Naming(&[Role])], "pieces that SAN writes without a letter"),
        key("aslant", &[Naming(&[Role])], "pieces told by the target's file"),
        key("never-ordered", &[Naming(&[Role])], "pieces of which two on a file need no telling apart"),
        key("massed", &[Naming(&[Role])], "pieces of which there may be many on a file"),
        key("wxf", &[Named(Some(Role), &[Texts])], "letters that differ from the FEN's, the first written"),
        key("numbered-turns", &[Switch], "whether each turn has a number of its own"),
    ],
};

/// `[records]`.
pub static RECORDS: Section = Section {
    name: "the table of records",
    keys: &[
        key("names", &[Texts], "what game records call the game besides its name"),
        key("sgf", &[Number(2, 9999)], "the game's number in SGF"),
        key("starts", &[Named(None, &[Text])], "start positions that records name, as FENs"),
    ],
};

/// `[engine]`.
pub static ENGINE: Section = Section {
    name: "`[engine]`",
    keys: &[
        key("tempo", &[WEIGHT], "what it is worth to be the one to move"),
        key("attack", &[PERCENT], "attacks near a royal, in hundredths of what they are worth by themselves"),
        key("threats", &[PERCENT], "threats to more valuable pieces, likewise"),
        key("pieces", &[Named(Some(Role), &[Table(&WEIGHTS)])], "by piece"),
    ],
};

/// A piece under `[engine]`.
pub static WEIGHTS: Section = Section {
    name: "what the search thinks of a piece",
    keys: &[
        key("value", &[Numbers(-MOST_WEIGHT)], "its value in the middle game and in the endgame"),
        key("hand", &[WEIGHT], "its value in hand"),
        key("mobility", &[WEIGHT], "what one move more is worth, in sixteenths"),
        key(
            "places",
            &[Named(Some(Axis), &[List(&[Numbers(-MOST_WEIGHT)])])],
            "by own axis: a list for the middle game and one for the endgame, coordinate by coordinate",
        ),
        key("pair", &[WEIGHT], "what a second piece of the kind adds"),
        key("passed", &[PHASES], "a passed piece, by the moves left to its promotion, one to eight"),
        key(
            "own-royal",
            &[PHASES],
            "squares around the own royal: three steps behind to three before, by steps aside",
        ),
        key("royal", &[PHASES], "squares around the opponent's royal, likewise"),
        key(
            "with",
            &[BESIDE],
            "own neighbours: in front, diagonally in front, beside, diagonally behind, behind",
        ),
        key("against", &[BESIDE], "the opponent's neighbours, likewise"),
    ],
};

/// The range of numbers under `[engine]`.
const WEIGHT: Holds = Number(-MOST_WEIGHT, MOST_WEIGHT);
const PERCENT: Holds = Number(0, 1000);
/// Two lists: for the middle game and for the endgame.
const PHASES: Holds = List(&[Numbers(-MOST_WEIGHT)]);
const BESIDE: Holds = Named(Some(Role), &[Numbers(-MOST_WEIGHT)]);

/// `[[perft]]`.
pub static PERFT: Section = Section {
    name: "`[[perft]]`",
    keys: &[
        key("fen", &[Text], "the position; the start position if left out"),
        key("depth", &[Number(1, 99)], "what the first number is for, if not depth 1"),
        key("nodes", &[Numbers(0)], "how many positions there are at each depth"),
        key("turns", &[Switch], "whole turns are counted, not single moves"),
        key("ends", &[Switch], "`false`: moves after ends of the game's own are counted, too"),
        key("source", &[Text], "where the numbers are from"),
    ],
};

/// `[[test]]`.
pub static TEST: Section = Section {
    name: "`[[test]]`",
    keys: &[
        key("fen", &[Text], "the position; the start position if left out"),
        key("moves", &[Texts], "moves played first"),
        key("legal", &[Texts], "moves that must be legal"),
        key("illegal", &[Texts], "moves that must not be"),
        key("only", &[Texts, Switch], "the exact set of moves, of `from` or of all"),
        key("from", &[Text], "the square whose piece is meant by `only`"),
        key(
            "outcome",
            &[Outcome, Named(Some(Player), &[Words(standings)])],
            "how the game stands: who has won and why, `draw`, `none`; or so by player",
        ),
        key("note", &[Text], "what the test shows"),
    ],
};

/// Whether a top-level section holds tests or known differences and no rule: `[[perft]]`, `[[test]]`, `[[differs]]`.
#[must_use]
pub fn is_proof(section: &str) -> bool {
    matches!(section, "perft" | "test" | "differs")
}

/// `[[differs]]`.
pub static DIFFERS: Section = Section {
    name: "`[[differs]]`",
    keys: &[
        key("reference", &[Text], "how the other program's name begins"),
        key("says", &[Text], "what it reads otherwise"),
        key("change", &[Table(&FILE)], "what this file would have to say to be read so"),
        key("aside", &[WordList(parts)], "parts of a position that it writes or counts otherwise"),
    ],
};
