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
        key("description", &[Text, Named(None, &[Text])], "one or two lines about the game"),
        key("family", &[Text, Named(None, &[Text])], "the group in which `carn list` shows the game"),
        key("extends", &[Text], "the file to start from: a shipped variant, or a file in the same folder"),
        key("allow", &[Texts], "codes of warnings that are intended in this file"),
        key("turn", &[Turns, Table(&TURN)], "the players in the order of their turns"),
        key("teams", &[List(&[Naming(&[Player])])], "the players of each team"),
        key("board", &[Table(&BOARD)], "the board"),
        key("players", &[Named(Some(Player), &[Table(&PLAYER)])], "the players"),
        key(
            "zones",
            &[Named(Some(Zone), &[Region, Table(&ZONE)])],
            "regions, as the moving player sees them",
        ),
        key("functions", &[Named(Some(Function), &[Calls])], "named predicates or effects"),
        key("rights", &[Named(Some(Right), &[Table(&RIGHT)])], "permissions lost when squares are disturbed"),
        key("pieces", &[Named(Some(Role), &[Table(&PIECE)])], "the pieces: how each moves and captures"),
        key("hooks", &[Table(&HOOKS)], "effects after the moves of all pieces"),
        key("moves", &[Table(&MOVES)], "rules for all moves: conditions, compulsory moves, passing"),
        key("hand", &[Table(&HAND)], "rules for captured pieces and drops"),
        key("counters", &[Named(Some(Counter), &[Table(&COUNTER)])], "numbers that effects change"),
        key("setup", &[Table(&SETUP)], "the start position"),
        key("ending", &[Table(&ENDING)], "when the game ends, and with which result"),
        key("notation", &[Table(&NOTATION)], "notations for moves"),
        key("records", &[Table(&RECORDS)], "names of the game in game records"),
        key("engine", &[Table(&ENGINE)], "weights of the engine's evaluation, which `carn tune` computes"),
        key("perft", &[Tables(&PERFT)], "published perft counts, which `carn test` verifies"),
        key("test", &[Tables(&TEST)], "test positions with legal and illegal moves, for `carn test`"),
        key("differs", &[Tables(&DIFFERS)], "a known difference from another program, for `carn compare`"),
    ],
};

/// `turn`, where it has a beginning.
pub static TURN: Section = Section {
    name: "`turn`",
    keys: &[
        key("first", &[Turns], "the turns at the beginning, played once"),
        key("then", &[Turns], "the order of turns that then repeats"),
    ],
};

/// `[board]`.
pub static BOARD: Section = Section {
    name: "the board",
    keys: &[
        key("axes", &[Naming(&[Axis])], "the names of the axes, in order"),
        key("ranges", &[Named(Some(Axis), &[Text])], "the coordinates of each axis: `a~h`, `1~8`, `a b d`"),
        key("drawing", &[Words(styles)], "the style of the board in pictures"),
        key("tiles", &[Words(tiles)], "the shape behind pieces drawn as characters"),
        key(
            "labels",
            &[Named(Some(Axis), &[Text])],
            "labels beside the board in pictures, in place of coordinates",
        ),
        key(
            "at",
            &[Texts],
            "places of points that are not on a grid: a text for each row, `right,up` for each point",
        ),
        key("lines", &[Texts], "lines between points, each as the list of its points"),
        key("where", &[Naming(&[Axis])], "a condition on the coordinates of every square: `Q + R + S == 18`"),
        key("holes", &[Region], "regions without squares"),
        key("wrap", &[Naming(&[Axis])], "axes whose last coordinate is adjacent to the first"),
        key("names", &[Texts], "names of squares: a text for each row, a word for each square"),
        key("counted", &[Naming(&[Axis])], "the axis along which squares of a line are numbered"),
    ],
};

/// `[players.NAME]`.
pub static PLAYER: Section = Section {
    name: "a player",
    keys: &[
        key("fen", &[Text], "the FEN's letter for the player's turn"),
        key("flip", &[Naming(&[Axis])], "the axes that are reversed for the player"),
        key(
            "view",
            &[Named(Some(Axis), &[Naming(&[Axis])])],
            "maps each of the player's axes to an axis of the board",
        ),
        key("colour", &[Words(colours)], "the colour of the pieces in pictures"),
    ],
};

/// A zone written as a table.
pub static ZONE: Section = Section {
    name: "a zone",
    keys: &[
        key("squares", &[Region], "the squares of the zone"),
        key("draw", &[Words(looks)], "how the zone is drawn"),
        key("text", &[Text], "the text on a river"),
        key("names", &[Named(None, &[Text])], "names in other languages"),
    ],
};

/// `[rights.NAME]`, whichever way it is given.
pub static RIGHT: Section = Section {
    name: "a right",
    keys: &[
        key("squares", &[Region], "the squares that must stay undisturbed"),
        key("letter", &[Text], "the letter in a FEN"),
        key("with", &[Naming(&[Role])], "pieces whose moves from any square lose the right"),
        key("each", &[Region], "squares with a right for each of them"),
        key("piece", &[Naming(&[Role])], "the piece that has such a right"),
        key("letters", &[Naming(&[Axis])], "the axis whose coordinates a FEN writes for the rights"),
        key("outermost", &[Named(None, &[Naming(&[Axis])])], "letters for the outermost piece on a side"),
        key("groups", &[Named(None, &[Region])], "letters for several squares together"),
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
            "the letter in FEN and in moves, upper case for the first player; further letters are only read",
        ),
        key("names", &[Named(None, &[Text, List(&[Texts])])], "names in other languages, by player"),
        key("glyphs", &[Texts], "the characters of `carn show --glyphs unicode`"),
        key("picture", &[Texts], "the picture in SVG: an outline or one character"),
        key("royal", &[Switch, Words(several)], "whether the piece must not be left under attack"),
        key("move", MOVEMENT, "movements onto empty squares"),
        key("capture", MOVEMENT, "movements that capture"),
        key("pattern", MOVEMENT, "movements with or without a capture"),
        key("like", &[Naming(&[Role])], "another piece whose movements this piece also has"),
        key("promotion", &[Table(&PROMOTION)], "the promotions of the piece"),
        key("drop", &[Switch, Drop], "whether and where the piece may be dropped"),
        key("supply", &[Switch], "whether the supply for drops is unlimited"),
        key("neutral", &[Switch], "whether the piece belongs to no player"),
        key("hooks", &[Table(&HOOKS)], "effects after moves of the piece"),
        key("description", &[Text], "one line about the piece"),
    ],
};

/// Movements; some may have a name.
const MOVEMENT: &[Holds] = &[Pattern, Table(&NAMED_PATTERN), List(&[Pattern, Table(&NAMED_PATTERN)])];

/// A pattern with a name.
pub static NAMED_PATTERN: Section = Section {
    name: "a pattern with a name",
    keys: &[
        key("pattern", &[Pattern], "the pattern"),
        key("name", &[Text], "the text of such a move, such as `O-O`"),
    ],
};

/// `promotion`.
pub static PROMOTION: Section = Section {
    name: "a promotion",
    keys: &[
        key("to", &[Naming(&[Role])], "the pieces that it may become"),
        key("when", &[Switch, Conditions], "the condition of a promotion"),
        key("forced", &[Switch, Conditions], "whether promotion is compulsory"),
        key("stock", &[Switch, Naming(&[Role])], "whether only pieces that the player has lost are allowed"),
    ],
};

/// `hooks`.
pub static HOOKS: Section = Section {
    name: "`hooks`",
    keys: &[
        key("aftermove", &[Hook], "effects after every move"),
        key("aftercapture", &[Hook], "effects after captures of opposing pieces"),
    ],
};

/// `[moves]`.
pub static MOVES: Section = Section {
    name: "`[moves]`",
    keys: &[
        key("guard", &[Conditions], "predicates that every move must satisfy"),
        key("must", &[Must], "compulsory moves: if a legal move satisfies this, only such moves are legal"),
        key("most", &[Words(most)], "`taken`: only the moves that capture most pieces are legal"),
        key("pass", &[Switch, Conditions], "the condition for passing"),
        key("answer", &[Switch], "whether a player in check at the end of a turn moves next"),
        key("partners", &[Switch], "whether partners capture each other's pieces"),
    ],
};

/// `[hand]`.
pub static HAND: Section = Section {
    name: "`[hand]`",
    keys: &[
        key("drop", &[Switch, Drop], "the drop rule of pieces without a `drop` of their own"),
        key("taken", &[Words(taken)], "the hand that receives a captured piece"),
        key("revert", &[Words(revert)], "the form of a promoted piece in hand"),
    ],
};

/// A counter.
pub static COUNTER: Section = Section {
    name: "a counter",
    keys: &[
        key("start", &[Number(-999, 999)], "the value at the start"),
        key("shared", &[Switch], "whether all players share one value"),
    ],
};

/// `[setup]`.
pub static SETUP: Section = Section {
    name: "the setup",
    keys: &[
        key(
            "fen",
            &[Text],
            "the start position as a FEN: placement, turn, rights, marks, plies without progress, full moves",
        ),
        key(
            "pieces",
            &[Named(Some(Player), &[Named(Some(Role), &[Naming(&[Axis, Zone])])])],
            "the start position by player, piece and squares",
        ),
    ],
};

/// `perpetual-chase`.
pub static CHASE: Section = Section {
    name: "`perpetual-chase`",
    keys: &[
        key("result", &[Words(verdicts)], "the result for the player who chases"),
        key("free", &[Naming(&[Role])], "pieces that may chase without end"),
        key("spared", &[Conditions], "conditions on the capture under which it is no chase"),
        key("always", &[Named(Some(Role), &[Naming(&[Role])])], "chased pieces by chaser, even if protected"),
    ],
};

/// A count towards a draw.
pub static COUNTING: Section = Section {
    name: "a count",
    keys: &[
        key("when", &[Conditions], "conditions for the player who counts"),
        key("limits", &[Texts], "the limit in moves, by the opponent's pieces: `RR 8`, `64`"),
        key("from", &[Number(0, counting::MOST), Words(count_from)], "the number at which the count starts"),
        key("anew", &[Switch], "whether this count replaces one that is running"),
    ],
};

/// `[ending]`.
pub static ENDING: Section = Section {
    name: "the ending",
    keys: &[
        key("checkmate", &[Words(verdicts)], "the result for a checkmated player"),
        key("stalemate", &[Words(verdicts), Table(&STALEMATE)], "the result for a player without a move"),
        key("royal-lost", &[Words(verdicts)], "the result for a player without a royal piece"),
        key("lost", &[Words(lost)], "the pieces of an eliminated player: removed, or left on the board"),
        key("team-lost", &[Words(team_lost)], "whether a team is out when one of its players is, or all"),
        key("repetition", &[Table(&REPETITION)], "the rule for repeated positions"),
        key("quiet", &[Table(&QUIET)], "the rule for moves without progress"),
        key("counting", &[Tables(&COUNTING)], "counting rules: a player must mate within a number of moves"),
        key("insufficient", &[Texts], "material with which the game is drawn: `KN v K`"),
        key("ends", &[Tables(&END)], "further conditions that end the game"),
        key("points", &[Named(Some(Role), &[Points])], "points of each piece"),
        key("komi", &[Named(Some(Player), &[Points])], "bonus points of a player"),
    ],
};

/// The table form of `stalemate`, for a different result when two sides are left.
pub static STALEMATE: Section = Section {
    name: "`stalemate`",
    keys: &[
        key("result", &[Words(verdicts)], "the result for a player without a legal move"),
        key("last", &[Words(verdicts)], "the result if only two sides are left"),
    ],
};

/// `repetition`.
pub static REPETITION: Section = Section {
    name: "`repetition`",
    keys: &[
        key("times", &[Number(2, 100)], "the number of occurrences of a position"),
        key("result", &[Words(verdicts)], "the result for the player who has just moved, or for `player`"),
        key("player", &[Naming(&[Player])], "the player to whom the result applies, whoever has just moved"),
        key("perpetual-check", &[Words(verdicts)], "the result for a player who gave check with every move"),
        key("perpetual-chase", &[Table(&CHASE)], "the rule for chasing one piece with every move"),
    ],
};

/// `quiet`.
pub static QUIET: Section = Section {
    name: "`quiet`",
    keys: &[
        key("plies", &[Number(1, 100_000)], "the number of plies"),
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
        key("reason", &[Text], "the reason that messages show"),
    ],
};

/// `[notation]`.
pub static NOTATION: Section = Section {
    name: "the notation",
    keys: &[
        key("scripts", &[WordList(scripts)], "the notations for moves, the default first"),
        key("letterless", &[Naming(&[Role])], "pieces that SAN writes without a letter"),
        key("aslant", &[Naming(&[Role])], "Chinese notations: pieces identified by the target's file"),
        key("never-ordered", &[Naming(&[Role])], "Chinese notations: pieces never told apart on a file"),
        key("massed", &[Naming(&[Role])], "Chinese notations: pieces of which many may be on a file"),
        key("wxf", &[Named(Some(Role), &[Texts])], "letters in WXF if not the FEN's, the first written"),
        key("numbered-turns", &[Switch], "whether records number each turn, not each round"),
    ],
};

/// `[records]`.
pub static RECORDS: Section = Section {
    name: "the table of records",
    keys: &[
        key("names", &[Texts], "names of the game in game records besides `name`"),
        key("sgf", &[Number(2, 9999)], "the game's number in SGF"),
        key("starts", &[Named(None, &[Text])], "named start positions of records, as FENs"),
    ],
};

/// `[engine]`.
pub static ENGINE: Section = Section {
    name: "`[engine]`",
    keys: &[
        key("like", &[Text], "a shipped variant or a file whose weights apply as well"),
        key("tempo", &[WEIGHT], "the value of having the move, in hundredths of the weakest piece"),
        key("attack", &[PERCENT], "the weight of attacks near a royal piece, in percent of the default"),
        key("threats", &[PERCENT], "the weight of threats to more valuable pieces, also in percent"),
        key("pieces", &[Named(Some(Role), &[Table(&WEIGHTS)])], "the weights of each piece"),
    ],
};

/// A piece under `[engine]`.
pub static WEIGHTS: Section = Section {
    name: "the weights of a piece",
    keys: &[
        key("value", &[Numbers(-MOST_WEIGHT)], "the piece's value in the middlegame and in the endgame"),
        key("hand", &[WEIGHT], "the piece's value in hand"),
        key("mobility", &[WEIGHT], "the value of each further move, in sixteenths of a hundredth"),
        key(
            "places",
            &[Named(Some(Axis), &[List(&[Numbers(-MOST_WEIGHT)])])],
            "values of coordinates by axis, as the player sees it: two lists, middlegame and endgame",
        ),
        key("pair", &[WEIGHT], "the bonus for two or more of this piece"),
        key(
            "passed",
            &[PHASES],
            "the value of a passed piece with one to eight moves left to promotion: two lists, middlegame and endgame",
        ),
        key(
            "own-royal",
            &[PHASES],
            "values of squares around the own royal piece: seven rows from three steps behind to three in front, each with zero to three steps aside",
        ),
        key("royal", &[PHASES], "values of squares around the opponent's royal piece, as in `own-royal`"),
        key(
            "with",
            &[BESIDE],
            "values of adjacent own pieces: in front, diagonally in front, beside, diagonally behind, behind",
        ),
        key("against", &[BESIDE], "values of adjacent opposing pieces, as in `with`"),
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
        key("fen", &[Text], "the position; default: the start position"),
        key("depth", &[Number(1, 99)], "the depth of the first number; default: 1"),
        key("nodes", &[Numbers(0)], "the perft count of each depth"),
        key("turns", &[Switch], "whether depth counts whole turns, not single moves"),
        key("ends", &[Switch], "`false`: play continues after an end by `ends`"),
        key("source", &[Text], "the source of the numbers"),
    ],
};

/// `[[test]]`.
pub static TEST: Section = Section {
    name: "`[[test]]`",
    keys: &[
        key("fen", &[Text], "the position; default: the start position"),
        key("moves", &[Texts], "moves played first"),
        key("legal", &[Texts], "moves that must be legal"),
        key("illegal", &[Texts], "moves that must be illegal"),
        key("only", &[Texts, Switch], "the exact set of legal moves, of `from` or of all pieces"),
        key("from", &[Text], "the square of the piece for `only`"),
        key(
            "outcome",
            &[Outcome, Named(Some(Player), &[Words(standings)])],
            "the expected outcome: winner and reason, `draw` or `none`; or the result of each player",
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
        key("reference", &[Text], "the beginning of the other program's name"),
        key("says", &[Text], "the other program's rule, in words"),
        key("change", &[Table(&FILE)], "keys that make this file play by that rule"),
        key("aside", &[WordList(parts)], "parts that are not compared from then on"),
    ],
};
