//! Compares positions and ends of games of two sides.

use carn::compile::Part;
use carn::position::Position;
use carn::reference::{Ending, Observation, Standing, Verdict};
use carn::variant::{Count, Outcome, Reason, Setup, Variant, fen};

/// A part of a position that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The placement.
    Placement,
    /// The player to move.
    Turn,
    /// The rights; those that only one side has, as bits.
    Rights(u64),
    /// The squares marked by the last move.
    Marks,
    /// The plies without progress.
    Quiet,
    /// The move number.
    Number,
}

/// A field with the values of both sides.
#[derive(Clone, Debug)]
pub struct Mismatch {
    pub field: Field,
    pub ours: String,
    pub theirs: String,
}

impl Field {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Placement => "pieces",
            Self::Turn => "turn",
            Self::Rights(_) => "rights",
            Self::Marks => "marks",
            Self::Quiet => "moves without progress",
            Self::Number => "number of the move",
        }
    }

    /// The name with which a rule file excludes this part; `None` if it cannot be excluded.
    pub const fn part(self) -> Option<Part> {
        match self {
            Self::Placement => Some(Part::Pieces),
            Self::Rights(_) => Some(Part::Rights),
            Self::Marks => Some(Part::Marks),
            Self::Quiet => Some(Part::Quiet),
            Self::Turn | Self::Number => None,
        }
    }

    fn is_in(self, aside: &[Part]) -> bool {
        self.part().is_some_and(|part| aside.contains(&part))
    }

    /// The index of its FEN field, from 0.
    const fn word(self) -> usize {
        match self {
            Self::Placement => 0,
            Self::Turn => 1,
            Self::Rights(_) => 2,
            Self::Marks => 3,
            Self::Quiet => 4,
            Self::Number => 5,
        }
    }
}

/// The first field in which our position differs from the reference's.
///
/// Parts in `aside` are skipped. The reference's FEN is parsed with our rules, which accept several notations of a right. Marks
/// are compared only if both sides have some, since references omit marks that no move can use; the moves reveal the rest.
pub fn mismatch(position: &Position, seen: &Observation, aside: &[Part]) -> Option<Mismatch> {
    let theirs = seen.fen.as_deref()?;
    let variant = position.rules().variant();
    let (ours, setup) = (position.fen(), position.setup());
    let words: Vec<&str> = theirs.split_whitespace().collect();
    let told = |field: Field| {
        let word = |text: &str| text.split_whitespace().nth(field.word()).unwrap_or("-").to_owned();
        Mismatch { field, ours: word(&ours), theirs: word(theirs) }
    };
    let counted = |field: Field, ours: u32, theirs: u32| Mismatch {
        field,
        ours: ours.to_string(),
        theirs: theirs.to_string(),
    };
    let Some(read) = understood(variant, &words) else {
        // A FEN that our rules cannot parse is compared as text, without hands and promotion marks.
        let plain = |text: &str| text.split('[').next().unwrap_or_default().replace('~', "");
        let same = |field: Field| {
            let word = |text: &str| text.split_whitespace().nth(field.word()).map(plain);
            word(&ours) == word(theirs)
        };
        let mut fields = [Field::Placement, Field::Turn].into_iter().filter(|field| !field.is_in(aside));
        return fields.find(|&field| !same(field)).map(told);
    };
    let says = |field: Field| words.len() > field.word();
    // A reference that does not report ends may count differently, unless our rules end games by the count. Without legal
    // moves, an engine reports only that fact.
    let tells = !matches!(seen.standing, Standing::Unsaid | Standing::Over(_, Ending::NoMove));
    let differs = |field: &Field| match field {
        Field::Placement => read.squares != setup.squares,
        Field::Turn => read.turn != setup.turn,
        Field::Rights(bits) => *bits != 0,
        Field::Marks => {
            let marked = |setup: &Setup| setup.marks.iter().map(|mark| mark.square).collect::<Vec<_>>();
            !read.marks.is_empty() && !setup.marks.is_empty() && marked(&read) != marked(&setup)
        }
        // While a count towards a draw runs, a FEN has it in this field.
        Field::Quiet if read.count.runs() || setup.count.runs() => read.count != setup.count,
        Field::Quiet => (tells || variant.ending.quiet.is_some()) && read.quiet_plies != setup.quiet_plies,
        Field::Number => tells && read.full_moves != setup.full_moves,
    };
    let lettered =
        (0..64).filter(|&slot| variant.right_slots.get(slot).is_some_and(|slot| slot.letter.is_some()));
    let lettered = lettered.fold(0u64, |bits, slot| bits | 1 << slot);
    let rights = Field::Rights((read.rights ^ setup.rights) & lettered);
    let fields = [Field::Placement, Field::Turn, rights, Field::Marks, Field::Quiet, Field::Number];
    let first = fields.into_iter().filter(|&field| says(field) && !field.is_in(aside)).find(differs)?;
    Some(match first {
        // These counters precede the others in a FEN, and have no field of their own.
        Field::Quiet if read.count.runs() || setup.count.runs() => {
            let written = |count: Count| format!("{} of {}", count.plies, count.limit);
            Mismatch { field: first, ours: written(setup.count), theirs: written(read.count) }
        }
        Field::Quiet => counted(first, setup.quiet_plies, read.quiet_plies),
        Field::Number => counted(first, setup.full_moves, read.full_moves),
        other => told(other),
    })
}

/// A reference's FEN parsed with our rules, without its marks if they do not parse.
fn understood(variant: &Variant, words: &[&str]) -> Option<Setup> {
    let whole = fen::parse(variant, &words.join(" "));
    whole.ok().or_else(|| {
        let mut words = words.to_vec();
        *words.get_mut(Field::Marks.word())? = "-";
        fen::parse(variant, &words.join(" ")).ok()
    })
}

/// An end of the game that only one side sees, or that the sides judge differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    pub ours: Option<Outcome>,
    pub theirs: Standing,
}

impl Ends {
    /// The part of the position concerned; `None` if the sides disagree whether the game is over.
    pub const fn part(self) -> Option<Part> {
        match (self.ours, self.theirs) {
            (Some(_), Standing::Over(..)) => Some(Part::Result),
            _ => None,
        }
    }
}

/// Compares the end of the game.
pub fn ends(position: &Position, seen: &Observation) -> Option<Ends> {
    let ours = position.outcome();
    let agree = match (ours, seen.standing) {
        (_, Standing::Unsaid) => true,
        (None, Standing::Open) => true,
        (Some(outcome), Standing::Over(verdict, _)) => {
            let won = outcome.winner.map(|_| outcome.winners.contains(position.turn()));
            matches!(
                (won, verdict),
                (Some(true), Verdict::Win | Verdict::Decided)
                    | (Some(false), Verdict::Loss | Verdict::Decided)
                    | (None, Verdict::Draw)
            )
        }
        _ => false,
    };
    (!agree).then_some(Ends { ours, theirs: seen.standing })
}

/// The key under `[ending]` that determines the result for this reason.
pub const fn key(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::RoyalLost => "royal-lost",
        Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase => "repetition",
        Reason::QuietLimit => "quiet",
        Reason::Counting => "counting",
        Reason::InsufficientMaterial => "insufficient",
        _ => "ends",
    }
}
