//! Four-player chess on a cross-shaped board, against a generator written only for these tests, with
//! hard-coded squares and armies. In every position of random games it must agree on the moves, the turn, the
//! eliminated players and the end. It shares no code with the library, and detects attacks on a king by
//! testing every piece.

use carn::library;
use carn::notation;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::{PlayerId, PlayerSet, Reason, Script, Verdict};

use crate::by_build;

const SIDE: i32 = 14;
/// How many games are played, and how many plies of each at most; a debug build is many times slower.
const GAMES: usize = by_build(2, 40);
const PLIES: usize = by_build(10, 60);
/// Which way each army's pawns go.
const FORWARD: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn inside((x, y): (i32, i32)) -> bool {
    let corner = |at: i32| !(3..11).contains(&at);
    (0..SIDE).contains(&x) && (0..SIDE).contains(&y) && !(corner(x) && corner(y))
}

/// The rank of a square as an army counts from its own edge, from 1.
fn rank(army: usize, (x, y): (i32, i32)) -> i32 {
    [y + 1, x + 1, SIDE - y, SIDE - x][army]
}

#[derive(Clone, Debug, PartialEq)]
struct Cross {
    men: Vec<Option<(usize, char)>>,
    out: [bool; 4],
    turn: usize,
    teams: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// Won by an army (and its partner), by mate or by the capture of a king.
    Won(usize, bool),
    Drawn,
}

type Step = ((i32, i32), (i32, i32), Option<char>);

impl Cross {
    fn man(&self, (x, y): (i32, i32)) -> Option<(usize, char)> {
        self.men[(y * SIDE + x) as usize]
    }

    fn put(&mut self, (x, y): (i32, i32), man: Option<(usize, char)>) {
        self.men[(y * SIDE + x) as usize] = man;
    }

    fn squares(&self) -> impl Iterator<Item = (i32, i32)> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))).filter(|&at| inside(at))
    }

    fn partners(&self, a: usize, b: usize) -> bool {
        a == b || self.teams && a % 2 == b % 2
    }

    fn spared(&self, a: usize, b: usize) -> bool {
        a == b || self.partners(a, b) && !self.out[b]
    }

    /// Where the man on a square could go, kings aside.
    fn steps(&self, from: (i32, i32)) -> Vec<Step> {
        let Some((army, kind)) = self.man(from) else { return vec![] };
        let mut steps = vec![];
        let mut reach = |directions: &[(i32, i32)], far: i32| {
            for &(dx, dy) in directions {
                for n in 1..=far {
                    let to = (from.0 + n * dx, from.1 + n * dy);
                    if !inside(to) {
                        break;
                    }
                    match self.man(to) {
                        Some((other, _)) => {
                            if !self.spared(army, other) {
                                steps.push((from, to, None));
                            }
                            break;
                        }
                        None => steps.push((from, to, None)),
                    }
                }
            }
        };
        match kind {
            'R' => reach(&STRAIGHT, SIDE),
            'B' => reach(&ASLANT, SIDE),
            'Q' => [STRAIGHT, ASLANT].iter().for_each(|all| reach(all, SIDE)),
            'K' => [STRAIGHT, ASLANT].iter().for_each(|all| reach(all, 1)),
            'N' => reach(&[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], 1),
            _ => {
                let (fx, fy) = FORWARD[army];
                let one = (from.0 + fx, from.1 + fy);
                let mut to = vec![];
                if inside(one) && self.man(one).is_none() {
                    to.push(one);
                    let two = (one.0 + fx, one.1 + fy);
                    if rank(army, from) == 2 && self.man(two).is_none() {
                        to.push(two);
                    }
                }
                for (sx, sy) in [(fy, fx), (-fy, -fx)] {
                    let aside = (one.0 + sx, one.1 + sy);
                    let prey = if inside(aside) { self.man(aside) } else { None };
                    if prey.is_some_and(|(other, _)| !self.spared(army, other)) {
                        to.push(aside);
                    }
                }
                let (last, choices) = if self.teams { (11, "QRBN") } else { (8, "Q") };
                for to in to {
                    if rank(army, to) == last {
                        steps.extend(choices.chars().map(|choice| (from, to, Some(choice))));
                    } else {
                        steps.push((from, to, None));
                    }
                }
            }
        }
        steps
    }

    fn king(&self, army: usize) -> Option<(i32, i32)> {
        self.squares().find(|&at| self.man(at) == Some((army, 'K')))
    }

    /// Whether some army still in the game takes this army's king.
    fn checked(&self, army: usize) -> bool {
        let Some(king) = self.king(army) else { return false };
        let theirs = |at: &(i32, i32)| {
            self.man(*at).is_some_and(|(other, _)| !self.out[other] && !self.partners(army, other))
        };
        self.squares().filter(theirs).any(|at| self.steps(at).iter().any(|step| step.1 == king))
    }

    fn made(&self, (from, to, choice): Step) -> Cross {
        let mut after = self.clone();
        let prey = self.man(to);
        let (army, kind) = self.man(from).unwrap();
        after.put(from, None);
        after.put(to, Some((army, choice.unwrap_or(kind))));
        if let Some((other, 'K')) = prey.filter(|(other, _)| !self.out[*other]) {
            after.fall(other);
        }
        after
    }

    /// An army is out, if the game goes on without it.
    fn fall(&mut self, army: usize) {
        let mut without = self.clone();
        (0..4).filter(|&other| if self.teams { other % 2 == army % 2 } else { other == army }).for_each(
            |gone| {
                without.out[gone] = true;
            },
        );
        if !without.decided() {
            *self = without;
        }
    }

    /// Whether one side alone is left.
    fn decided(&self) -> bool {
        let left: Vec<usize> = (0..4).filter(|&army| !self.out[army]).collect();
        left.iter().all(|&army| self.partners(army, left[0]))
    }

    /// An army that has lost its king and is not out: the last one.
    fn kingless(&self) -> Option<usize> {
        (0..4).find(|&army| !self.out[army] && self.king(army).is_none())
    }

    fn legal(&self) -> Vec<Step> {
        if self.kingless().is_some() {
            return vec![];
        }
        let own = self.squares().filter(|&at| self.man(at).is_some_and(|(army, _)| army == self.turn));
        let all: Vec<Step> = own.flat_map(|at| self.steps(at)).collect();
        all.into_iter()
            .filter(|&step| {
                let after = self.made(step);
                after.kingless().is_some() || !after.checked(self.turn)
            })
            .collect()
    }

    fn next(&mut self) {
        self.turn = (1..=4).map(|n| (self.turn + n) % 4).find(|&army| !self.out[army]).unwrap();
    }

    /// Takes out who cannot move.
    fn settle(&mut self) {
        for _ in 0..4 {
            if self.end().is_none() && self.legal().is_empty() {
                let (before, army) = (self.clone(), self.turn);
                let left = (0..4).filter(|&army| !self.out[army]).count();
                if self.checked(army) || !self.teams && left > 2 {
                    self.fall(army);
                }
                if self.out == before.out {
                    return;
                }
                self.next();
            }
        }
    }

    fn end(&self) -> Option<End> {
        let winner =
            |loser: usize| (0..4).find(|&army| !self.out[army] && !self.partners(army, loser)).unwrap();
        if let Some(loser) = self.kingless() {
            return Some(End::Won(winner(loser), false));
        }
        let left = (0..4).filter(|&army| !self.out[army]).count();
        if !self.legal().is_empty() {
            return None;
        }
        match (self.checked(self.turn), self.teams) {
            (true, true) => Some(End::Won(winner(self.turn), true)),
            (true, false) if left == 2 => Some(End::Won(winner(self.turn), true)),
            (false, true) => Some(End::Drawn),
            (false, false) if left == 2 => Some(End::Drawn),
            _ => None,
        }
    }

    fn fen(&self) -> String {
        let mut rows = vec![];
        for y in (0..SIDE).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for x in 0..SIDE {
                let man = if inside((x, y)) { self.man((x, y)) } else { None };
                if inside((x, y)) && man.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                match man {
                    Some((army, kind)) => row += &format!("{}{kind}", ['r', 'b', 'y', 'g'][army]),
                    None => row.push('*'),
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        format!("{} {} - - 0 1", rows.join("/"), ['r', 'b', 'y', 'g'][self.turn])
    }
}

fn spelled(((fx, fy), (tx, ty), choice): Step) -> String {
    let name = |x: i32, y: i32| format!("{}{}", char::from(b'a' + x as u8), y + 1);
    let choice = choice.map_or(String::new(), |choice| choice.to_ascii_lowercase().to_string());
    format!("{}{}{choice}", name(fx, fy), name(tx, ty))
}

/// A few men of each army, wherever they fall.
fn strewn(random: &mut Random, teams: bool) -> Cross {
    let mut cross = Cross { men: vec![None; 196], out: [false; 4], turn: random.below(4), teams };
    let squares: Vec<(i32, i32)> = cross.squares().collect();
    for army in 0..4 {
        let more: Vec<char> = "PB".chars().filter(|_| random.below(2) == 0).collect();
        for kind in "KQRN".chars().chain(more) {
            let at = loop {
                let at = squares[random.below(squares.len())];
                // A pawn has its way before it.
                if cross.man(at).is_none() && (kind != 'P' || (2..6).contains(&rank(army, at))) {
                    break at;
                }
            };
            cross.put(at, Some((army, kind)));
        }
    }
    cross
}

/// Whether the other generator and the library say the same of a position.
fn agree(cross: &Cross, position: &Position) -> Vec<Step> {
    let fen = position.fen();
    let mut steps = cross.legal();
    if cross.end().is_some() {
        steps.clear();
    }
    let mut theirs: Vec<String> = steps.iter().map(|&step| spelled(step)).collect();
    let script = Script::Coordinate;
    let mut ours: Vec<String> =
        position.legal_moves().iter().map(|&mv| notation::write(position, mv, script).unwrap()).collect();
    theirs.sort_unstable();
    ours.sort_unstable();
    assert_eq!(ours, theirs, "{fen}");
    let out: PlayerSet = (0..4u8).filter(|&army| cross.out[usize::from(army)]).map(PlayerId).collect();
    assert_eq!(position.out(), out, "{fen}");
    let outcome = position.outcome().filter(|outcome| {
        matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate | Reason::RoyalLost)
    });
    match (cross.end(), outcome) {
        (None, None) => {}
        (Some(End::Drawn), Some(outcome)) => {
            assert_eq!((outcome.winner, outcome.reason), (None, Reason::Stalemate), "{fen}");
        }
        (Some(End::Won(winner, mate)), Some(outcome)) => {
            let reason = if mate { Reason::Checkmate } else { Reason::RoyalLost };
            assert_eq!(outcome.reason, reason, "{fen}");
            for army in 0..4u8 {
                let won = cross.partners(usize::from(army), winner);
                let verdict = if won { Verdict::Win } else { Verdict::Loss };
                assert_eq!(outcome.of(PlayerId(army)), verdict, "{fen} {army}");
            }
        }
        (theirs, ours) => panic!("{fen}: {ours:?}, and it should be {theirs:?}"),
    }
    if cross.end().is_none() {
        assert_eq!(usize::from(position.turn().0), cross.turn, "{fen}");
    }
    steps
}

/// Plays random games of both; says how often somebody was taken out, and how many games ended.
fn games(name: &str, teams: bool, seed: u64, count: usize, plies: usize) -> (usize, usize) {
    let rules = Rules::new(library::variant(name).unwrap());
    let mut random = Random::new(seed);
    let (mut fallen, mut ended) = (0, 0);
    for _ in 0..count {
        let mut cross = strewn(&mut random, teams);
        let mut position = Position::from_fen(&rules, &cross.fen()).unwrap();
        cross.settle();
        let start = position.fen();
        let mut before = vec![];
        for _ in 0..plies {
            let steps = agree(&cross, &position);
            let again = Position::from_fen(&rules, &position.fen()).unwrap();
            assert_eq!((again.setup(), again.hash()), (position.setup(), position.hash()));
            if steps.is_empty() {
                ended += 1;
                break;
            }
            // Men that can be taken are taken every other time, or the games would never end.
            let taking: Vec<Step> =
                steps.iter().copied().filter(|step| cross.man(step.1).is_some()).collect();
            let from = if taking.is_empty() || random.below(2) == 0 { &steps } else { &taking };
            let step = from[random.below(from.len())];
            before.push((position.fen(), position.hash()));
            let mv = notation::read(&position, &spelled(step), &[Script::Coordinate]).unwrap();
            position.play(mv).unwrap();
            cross = cross.made(step);
            let was = cross.out;
            if cross.kingless().is_none() {
                cross.next();
                cross.settle();
            }
            fallen += usize::from(cross.out != was);
        }
        while let Some((fen, hash)) = before.pop() {
            position.undo().unwrap();
            assert_eq!((position.fen(), position.hash()), (fen, hash));
        }
        assert_eq!(position.fen(), start);
    }
    (fallen, ended)
}

#[test]
fn free_for_all_is_played_as_by_hand() {
    let (fallen, _) = games("fourplayer", false, 1, GAMES, PLIES);
    assert!(fallen > 0 || cfg!(debug_assertions), "{fallen}");
}

#[test]
fn two_against_two_is_played_as_by_hand() {
    let (_, ended) = games("fourteams", true, 2, GAMES, PLIES);
    assert!(ended > 0 || cfg!(debug_assertions), "{ended}");
}

/// So many ways there are to play so many moves. Nobody is mated that early.
fn ways(cross: &Cross, depth: u32) -> u64 {
    let steps = cross.legal();
    if depth == 1 {
        return steps.len() as u64;
    }
    let after = |step| {
        let mut after = cross.made(step);
        after.next();
        ways(&after, depth - 1)
    };
    steps.into_iter().map(after).sum()
}

#[test]
fn both_count_the_same_from_the_start() {
    for (name, teams) in [("fourplayer", false), ("fourteams", true)] {
        let rules = Rules::new(library::variant(name).unwrap());
        let mut cross = Cross { men: vec![None; (SIDE * SIDE) as usize], out: [false; 4], turn: 0, teams };
        for (square, piece) in rules.variant().start.pieces() {
            let &[x, y] = rules.variant().board.point(square) else { panic!("two axes") };
            let at = (i32::from(x), i32::from(y));
            cross.put(at, Some((usize::from(piece.player.0), rules.variant().role(piece.role).letter)));
        }
        let depth = by_build(2, 3);
        let counts: Vec<u64> = (1..=depth).map(|depth| ways(&cross, depth)).collect();
        assert_eq!(counts, [20, 395, 7800][..counts.len()], "{name}");
    }
}
