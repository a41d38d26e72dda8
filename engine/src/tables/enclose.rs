//! Games in which every move is a piece that comes and turns over the runs that it encloses: what is asked of such a move is
//! two sets of squares, so that positions are counted without being made whole.

use crate::bits::Bits;

use super::Rules;
use super::act::Act;
use super::ask::{Ask, Set};
use super::runs::Runs;
use super::turn::{Drop, Turn};

/// Such a game.
#[derive(Clone, Debug)]
pub struct Enclosing<const W: usize> {
    /// What each player may do.
    pub players: [Encloser<W>; 2],
}

/// The one way in which a player's pieces come that encloses something.
#[derive(Clone, Debug)]
pub struct Encloser<const W: usize> {
    /// Which of the player's drops it is.
    pub drop: usize,
    /// From where to where opposing pieces are enclosed.
    pub runs: Runs<W>,
    /// Where pieces may come at all.
    pub on: Bits<W>,
    /// What must hold for this to be the only way, each with the answer: once it is so, it stays so.
    pub settled: Vec<(Ask<W>, bool)>,
}

/// The runs that a drop must enclose, the squares that it may come to, and what must hold besides.
type Asked<const W: usize> = (Runs<W>, Bits<W>, Vec<(Ask<W>, bool)>);

impl<const W: usize> Enclosing<W> {
    /// Whether the game is such a one.
    pub fn new(rules: &Rules<W>) -> Option<Self> {
        let alternate = rules.turns.len() == 2 && rules.turns[0] != rules.turns[1];
        let plain = rules.still && rules.royalless && alternate && !rules.phased;
        if !plain || rules.choosy || rules.chained || rules.concludes || rules.markers.is_some() {
            return None;
        }
        let [first, second] = &rules.offers;
        Some(Self { players: [Encloser::new(rules, first)?, Encloser::new(rules, second)?] })
    }
}

impl<const W: usize> Encloser<W> {
    fn new(rules: &Rules<W>, turn: &Turn<W>) -> Option<Self> {
        let board = Bits::below(rules.squares);
        // While somebody can move nothing else may end the game or stand beside the drops.
        let never = |end: &Ask<W>| end.midway(board) == Some(false);
        let endless = turn.vital.is_empty()
            && (rules.before_end.as_ref().is_some_and(never)
                || turn.before_end.as_ref().is_some_and(never)
                || turn.ends.iter().all(never));
        if !endless || turn.pass.is_some() && !turn.stuck_pass {
            return None;
        }
        let mut found = turn.drops.iter().enumerate().filter(|(_, drop)| drop.turns_over);
        let (index, drop) = found.next().filter(|_| found.next().is_none())?;
        let bit = 1 << (drop.role & 63);
        if drop.each.is_some() || rules.memory.supply & bit == 0 || rules.memory.neutral & bit != 0 {
            return None;
        }
        let (runs, on, mut settled) = Self::asked(drop)?;
        let follows = |(to, general): (usize, &super::movement::General<W>)| {
            matches!(&general.acts[..], [Act::Flip(Set::Along(inner))]
                if inner.0 == runs && inner.1 == Set::Fixed(Bits::single(to)))
        };
        if !drop.generals.iter().enumerate().all(follows) {
            return None;
        }
        for other in turn.drops.iter().filter(|other| other.way != drop.way || other.role != drop.role) {
            let shut = |part: &Set<W>| match part {
                Set::Whether(ask) if ask.lasting() == Some(false) => Some((**ask).clone()),
                _ => None,
            };
            settled.push((parts(&other.squares).iter().find_map(shut)?, false));
        }
        Some(Self { drop: index, runs, on, settled })
    }

    /// What is asked of a drop, if it is no more than that.
    fn asked(drop: &Drop<W>) -> Option<Asked<W>> {
        let (mut runs, mut on, mut settled) = (None, Bits::FULL, Vec::new());
        for part in parts(&drop.squares) {
            match part {
                Set::Fixed(squares) => on &= *squares,
                Set::Whether(ask) if ask.lasting() == Some(true) => settled.push(((**ask).clone(), true)),
                Set::Beside(inner) if runs.is_none() && inner.1 == Set::Fixed(Bits::FULL) => {
                    runs = Some(&inner.0).filter(|runs| runs.encloses());
                    runs?;
                }
                _ => return None,
            }
        }
        Some((runs?.clone(), on, settled))
    }
}

/// The sets that one is made of.
fn parts<const W: usize>(set: &Set<W>) -> &[Set<W>] {
    match set {
        Set::All(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

impl<const W: usize> Ask<W> {
    /// What is known of the answer where the move before was no pass, some square of the board is empty, and the player to move
    /// has a move.
    fn midway(&self, board: Bits<W>) -> Option<bool> {
        let settled = |parts: &[Self], decisive: bool| {
            let known = || parts.iter().map(|part| part.midway(board));
            match known().any(|part| part == Some(decisive)) {
                true => Some(decisive),
                false => known().all(|part| part == Some(!decisive)).then_some(!decisive),
            }
        };
        match self {
            Self::Constant(value) => Some(*value),
            Self::Passed(counts) => Some(counts.contains(0)),
            Self::Can(like) if matches!(**like, Self::Constant(true)) => Some(true),
            Self::Any(set) => (board & !set.empty_of()?).is_empty().then_some(true),
            Self::Settled(inner) => inner.midway(board),
            Self::Not(inner) => inner.midway(board).map(|value| !value),
            Self::All(parts) => settled(parts, false),
            Self::One(parts) => settled(parts, true),
            _ => None,
        }
    }

    /// The answer that stays once it is given, in a game in which no square is left; `None` if there is none such.
    fn lasting(&self) -> Option<bool> {
        match self {
            Self::Any(set) => set.empty_of().map(|_| false),
            Self::Not(inner) => inner.lasting().map(|value| !value),
            Self::Settled(inner) => inner.lasting(),
            _ => None,
        }
    }
}

impl<const W: usize> Set<W> {
    /// The squares of which these are the empty ones.
    fn empty_of(&self) -> Option<Bits<W>> {
        match self {
            Self::Empty => Some(Bits::FULL),
            Self::All(parts) => match parts[..] {
                [Self::Fixed(on), Self::Empty] => Some(on),
                _ => None,
            },
            _ => None,
        }
    }
}
