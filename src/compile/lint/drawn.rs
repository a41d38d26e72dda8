//! Lints inherited draws by insufficient material if some of that material can still win in this game.
//!
//! Mates are searched on the whole board: the square of the royal and all its escape squares must be attackable by the other
//! side. Candidates are verified by the literal evaluator. Other wins are searched in random positions with the pieces close to
//! the royal.

use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{At, Node, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Square;
use crate::random::Random;
use crate::source::Sources;
use crate::variant::literal::{self, routes};
use crate::variant::{
    Anchor, Effect, Material, Movement, Piece, Place, PlayerId, Predicate, RoleId, RoleSet, Setup, Test,
    Variant, Verdict, fen,
};

use super::feasible::{Possible, looks};
use super::shades::{SHARE, ever_on_by};

/// The limits on examined placements, and on those verified by the literal evaluator.
const MAX_PLACEMENTS: usize = 2_000_000;
const MAX_JUDGED: usize = 400;

/// The number of random positions for each entry of the list.
const SAMPLES: usize = 64;

/// Larger boards are skipped, because a set of squares is one integer here.
const MAX_SQUARES: usize = 128;

/// The maximum number of pieces of the winner besides the royal.
const MAX_HELPERS: usize = 2;

const WINNER: PlayerId = PlayerId(0);
const LOSER: PlayerId = PlayerId(1);

/// Reports entries of an inherited list whose material can still win.
pub(crate) fn lint_drawn(findings: &mut Findings, root: &Table, variant: &Variant, sources: &Sources) {
    let ending = root.entry("ending");
    let list = ending.and_then(|entry| entry.value.as_table()).and_then(|table| table.get("insufficient"));
    let Some(list) = list.filter(|list| list.source != MAIN) else { return };
    let at: Option<At> = ending.map(|entry| entry.key.at()).filter(|at| at.0 == MAIN);
    let Some(at) = at.or_else(|| root.get("name").map(Node::at)).filter(|at| at.0 == MAIN) else { return };
    if variant.players.len() != 2 || variant.board.len() > MAX_SQUARES {
        return;
    }
    let mut search = Search::new(variant);
    let mut found = None;
    let mut draws: Vec<String> = Vec::new();
    for sides in &variant.ending.insufficient {
        let [one, other] = sides.each_ref().map(|side| written(variant, side));
        let entry = format!("{one} v {other}");
        match search.win(sides) {
            Some(win) => found = found.or(Some((entry, win))),
            None => draws.push(format!("\"{entry}\"")),
        }
    }
    let Some((entry, (setup, how))) = found else { return };
    let base = sources.get(list.source).map_or("", |source| source.name());
    let message = format!(
        "`insufficient`, which comes from `{base}`, makes `{entry}` a draw, but here that can be won: {how} `{}`",
        fen::print(variant, &setup)
    );
    let help = format!(
        "list under `[ending]` the material that draws here: `insufficient = [{}]`",
        draws.join(", ")
    );
    let finding = Diagnostic::new(Code::DRAWN_TOO_SOON, at.1, message).help(help);
    findings.add(finding.in_source(at.0));
}

/// One side of an entry in the syntax of rule files.
fn written(variant: &Variant, side: &Material) -> String {
    let roles = variant.roles.iter().zip(&side.at_most).enumerate();
    let letters = roles.map(|(index, (role, &most))| {
        let star = side.one_shade.contains(RoleId(index as u8));
        let count = if star { 1 } else { usize::from(most) };
        role.letter.to_string().repeat(count) + if star && most > 0 { "*" } else { "" }
    });
    letters.collect()
}

/// A set of squares as a bit set.
type Squares = u128;

fn bit(square: Square) -> Squares {
    1 << (square.index() & 127)
}

/// The search and its remaining budget.
struct Search<'v> {
    variant: &'v Variant,
    /// By role and square: the squares that the winner's piece may attack.
    reach: Vec<Vec<Squares>>,
    /// By role and square: the squares that the loser's piece may move to.
    steps: Vec<Vec<Squares>>,
    /// By player and role: the squares on which such a piece may stand.
    stands: [Vec<Squares>; 2],
    placements: usize,
    judged: usize,
}

impl<'v> Search<'v> {
    fn new(variant: &'v Variant) -> Self {
        let (reach, steps) = (vec![Vec::new(); variant.roles.len()], vec![Vec::new(); variant.roles.len()]);
        let stands = [vec![0; variant.roles.len()], vec![0; variant.roles.len()]];
        Self { variant, reach, steps, stands, placements: MAX_PLACEMENTS, judged: MAX_JUDGED }
    }

    /// A position with at most these pieces that is won, or from which a move wins.
    fn win(&mut self, sides: &[Material; 2]) -> Option<(Setup, &'static str)> {
        let shaded = sides.iter().flat_map(|side| side.one_shade.iter()).collect();
        for (strong, weak) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            let (Some((own_royal, helpers)), Some((royal, others))) = (self.army(strong), self.army(weak))
            else {
                continue;
            };
            let sought = Sought { own_royal, royal, others, shaded };
            for helpers in some_of(&helpers) {
                if let Some(setup) = self.mate(&sought, &helpers) {
                    let mated = literal::in_check(self.variant, &setup, LOSER);
                    return Some((
                        setup,
                        if mated { "this is mate," } else { "this is a stalemate that loses," },
                    ));
                }
                if let Some(setup) = self.move_that_wins(&sought, &helpers) {
                    return Some((setup, "a move wins at once in"));
                }
            }
            if sides[0] == sides[1] {
                break;
            }
        }
        None
    }

    /// The royal and the other pieces of a side. A role with unlimited pieces counts once.
    fn army(&mut self, side: &Material) -> Option<(RoleId, Vec<RoleId>)> {
        let mut royal = None;
        let mut others = Vec::new();
        for (index, &most) in side.at_most.iter().enumerate().filter(|(_, most)| **most > 0) {
            let id = RoleId(index as u8);
            if self.variant.role(id).royal {
                royal = Some(id);
            } else {
                let count = if side.one_shade.contains(id) { 1 } else { most };
                others.extend(std::iter::repeat_n(id, usize::from(count)));
            }
        }
        self.prepare(royal?)?;
        for &other in &others {
            self.prepare(other)?;
        }
        Some((royal?, others))
    }

    /// Computes the reach of a role once; `None` if that exceeds the budget.
    fn prepare(&mut self, id: RoleId) -> Option<()> {
        let variant = self.variant;
        if !self.reach[id.index()].is_empty() {
            return Some(());
        }
        for player in [WINNER, LOSER] {
            let possible = Possible::new(variant, player);
            let mut table = vec![0; variant.board.len()];
            let mut goes = table.clone();
            for movement in &variant.role(id).movements {
                let cost = looks(variant, movement).saturating_mul(variant.board.len());
                self.placements = self.placements.checked_sub(cost)?;
                if movement.chain.is_some() || is_special(movement) {
                    continue;
                }
                for from in variant.board.squares() {
                    let routes = routes(variant, player, movement, from).into_iter();
                    let allowed = routes.filter(|route| possible.allowed(movement, route));
                    let to = allowed.fold(0, |set, route| set | bit(route.to()));
                    table[from.index()] |= to;
                    if !takes_royals(variant, movement) {
                        goes[from.index()] |= to;
                    }
                }
            }
            // A piece that cannot leave a palace or cross a river gives no mate beyond it.
            let ever = ever_on_by(variant, player, id, &mut SHARE.clone());
            let ever = ever.and_then(|_| come_to(variant, player, id, &goes));
            let all = variant.board.squares().fold(0, |set, square| set | bit(square));
            self.stands[player.index()][id.index()] = ever.unwrap_or(all);
            match player {
                WINNER => self.reach[id.index()] = table,
                _ => self.steps[id.index()] = table,
            }
        }
        Some(())
    }

    /// A position with the royal mated, or stalemated if stalemate decides the game.
    fn mate(&mut self, sought: &Sought, helpers: &[RoleId]) -> Option<Setup> {
        let stalemate = self.variant.ending.stalemate != Verdict::Draw;
        for royal in self.standing(LOSER, sought.royal) {
            let escapes = self.steps[sought.royal.index()][royal.index()] & !bit(royal);
            let wanted = if stalemate { escapes } else { escapes | bit(royal) };
            for own_royal in
                self.standing(WINNER, sought.own_royal).into_iter().filter(|&own_royal| own_royal != royal)
            {
                let by_royal = self.reach[sought.own_royal.index()][own_royal.index()];
                if by_royal & bit(royal) != 0 {
                    continue;
                }
                let men = vec![(own_royal, WINNER, sought.own_royal), (royal, LOSER, sought.royal)];
                if let Some(setup) = self.covered(sought, helpers, men, wanted & !by_royal) {
                    return Some(setup);
                }
            }
        }
        None
    }

    /// The position in which these further pieces cover all wanted squares.
    fn covered(&mut self, sought: &Sought, helpers: &[RoleId], men: Men, wanted: Squares) -> Option<Setup> {
        self.placements = self.placements.checked_sub(1)?;
        let Some((&helper, rest)) = helpers.split_first() else {
            return self.blocked(sought, men, wanted);
        };
        for square in self.standing(WINNER, helper) {
            self.placements = self.placements.checked_sub(1)?;
            let by_helper = self.reach[helper.index()][square.index()];
            // The last piece must cover all squares that the loser's own pieces do not block.
            let left = (wanted & !by_helper).count_ones() as usize;
            if rest.is_empty() && left > sought.others.len() || men.iter().any(|&(at, ..)| at == square) {
                continue;
            }
            let men = men.iter().copied().chain([(square, WINNER, helper)]).collect();
            if let Some(setup) = self.covered(sought, rest, men, wanted & !by_helper) {
                return Some(setup);
            }
        }
        None
    }

    /// The position in which the loser's own pieces block the remaining squares, if it is decided.
    fn blocked(&mut self, sought: &Sought, mut men: Men, left: Squares) -> Option<Setup> {
        let royal = men.iter().find(|(_, player, _)| *player == LOSER).map(|&(at, ..)| bit(at));
        if left & royal.unwrap_or(0) != 0 || left.count_ones() as usize > sought.others.len() {
            return None;
        }
        let squares = self.variant.board.squares().filter(|&square| left & bit(square) != 0);
        men.extend(squares.zip(&sought.others).map(|(square, &role)| (square, LOSER, role)));
        let taken = |at: Square| men.iter().filter(|(other, ..)| *other == at).count();
        let stands = |&(at, player, role): &(Square, PlayerId, RoleId)| {
            self.stands[player.index()][role.index()] & bit(at) != 0 && taken(at) == 1
        };
        if !men.iter().all(stands) || !sought.one_shade(self.variant, &men) {
            return None;
        }
        self.judged = self.judged.checked_sub(1)?;
        let setup = position(self.variant, &men, LOSER)?;
        let decided = literal::ended(self.variant, &setup).is_none()
            && !literal::in_check(self.variant, &setup, WINNER)
            && !literal::has_legal_move(self.variant, &setup)
            && literal::stuck(self.variant, &setup) == Verdict::Loss;
        decided.then_some(setup)
    }

    /// The squares on which a player's piece may stand.
    fn standing(&self, player: PlayerId, role: RoleId) -> Vec<Square> {
        let squares = self.stands[player.index()][role.index()];
        self.variant.board.squares().filter(|&square| squares & bit(square) != 0).collect()
    }

    /// A position in which the winner has a move that wins at once other than by mate.
    fn move_that_wins(&mut self, sought: &Sought, helpers: &[RoleId]) -> Option<Setup> {
        let variant = self.variant;
        if variant.ending.ends.is_empty() && variant.hooks().next().is_none() {
            return None;
        }
        let royals = self.standing(LOSER, sought.royal);
        let mut random = Random::new(1);
        for _ in 0..SAMPLES {
            let royal = *random.choose(&royals)?;
            let steps = self.steps[sought.royal.index()][royal.index()];
            let own = sought.others.iter().map(|&role| (LOSER, role));
            let theirs = std::iter::once(&sought.own_royal).chain(helpers).map(|&role| (WINNER, role));
            let mut men: Men = vec![(royal, LOSER, sought.royal)];
            for (player, role) in own.chain(theirs) {
                let all = self.standing(player, role);
                let near: Vec<Square> =
                    all.iter().copied().filter(|&square| steps & bit(square) != 0).collect();
                let among = if random.below(2) == 0 && !near.is_empty() { &near } else { &all };
                let square = *random.choose(among)?;
                if men.iter().all(|&(other, ..)| other != square) {
                    men.push((square, player, role));
                }
            }
            if men.len() != 2 + sought.others.len() + helpers.len() || !sought.one_shade(variant, &men) {
                continue;
            }
            let setup = position(variant, &men, WINNER)?;
            if literal::ended(variant, &setup).is_some() || literal::in_check(variant, &setup, LOSER) {
                continue;
            }
            let wins = literal::legal_moves(variant, &setup).into_iter().any(|mv| {
                let after = literal::play(variant, &setup, mv);
                let ended = literal::ended(variant, &after).is_some_and(|(player, verdict, _)| {
                    verdict == if player == WINNER { Verdict::Win } else { Verdict::Loss }
                });
                ended || literal::royal_lost(variant, &after) == Some(LOSER)
            });
            if wins {
                return Some(setup);
            }
        }
        None
    }
}

/// Pieces on their squares.
type Men = Vec<(Square, PlayerId, RoleId)>;

/// The mate that is searched: the winner's and the loser's pieces.
struct Sought {
    /// The winner's royal.
    own_royal: RoleId,
    /// The loser's royal.
    royal: RoleId,
    /// Other pieces of the loser.
    others: Vec<RoleId>,
    /// The roles whose pieces all stand on one shade.
    shaded: RoleSet,
}

impl Sought {
    fn one_shade(&self, variant: &Variant, men: &Men) -> bool {
        let shaded = men.iter().filter(|(.., role)| self.shaded.contains(*role));
        let mut shades = shaded.map(|(square, ..)| {
            let sum: i32 = variant.board.point(*square).iter().map(|&coordinate| i32::from(coordinate)).sum();
            sum.rem_euclid(2)
        });
        let first = shades.next();
        shades.all(|shade| Some(shade) == first)
    }
}

/// The squares that a player's pieces of a role reach from their start squares; `None` if no such piece is in the start
/// position.
fn come_to(variant: &Variant, player: PlayerId, id: RoleId, goes: &[Squares]) -> Option<Squares> {
    let own = variant.start.pieces().filter(|(_, piece)| piece.player == player && piece.role == id);
    let mut found = own.fold(0, |set, (square, _)| set | bit(square));
    loop {
        let from = variant.board.squares().filter(|&square| found & bit(square) != 0);
        let next = from.fold(found, |set, square| set | goes[square.index()]);
        if next == found {
            return Some(found).filter(|found| *found != 0);
        }
        found = next;
    }
}

/// Whether a movement only captures a royal, which ends the game.
fn takes_royals(variant: &Variant, movement: &Movement) -> bool {
    let mut guards = movement.legs.iter().flat_map(|leg| &leg.guards);
    guards.any(|guard| match guard {
        Predicate::Holds(Test::Is(roles), place) => {
            *place == Place::at(Anchor::Landing) && roles.iter().all(|role| variant.role(role).royal)
        }
        _ => false,
    })
}

/// Whether a movement needs a right or has effects. The search does not rely on it as an escape.
fn is_special(movement: &Movement) -> bool {
    let mut guards = movement.legs.iter().flat_map(|leg| &leg.guards);
    guards.any(|guard| matches!(guard, Predicate::Right(..)))
        || movement.effects.iter().any(|effect| matches!(effect, Effect::Shift(..) | Effect::TakeMarker))
}

/// All selections of none, one or two of these pieces, without repetition.
fn some_of(pieces: &[RoleId]) -> Vec<Vec<RoleId>> {
    let mut choices: Vec<Vec<RoleId>> = vec![Vec::new()];
    for &piece in pieces {
        let longer: Vec<Vec<RoleId>> = choices
            .iter()
            .filter(|choice| choice.len() < MAX_HELPERS)
            .map(|choice| choice.iter().copied().chain([piece]).collect())
            .collect();
        for choice in longer {
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
    choices
}

/// A position with these pieces alone, at the first turn of a player.
fn position(variant: &Variant, men: &Men, mover: PlayerId) -> Option<Setup> {
    let mut setup = Setup::empty(variant.board.len());
    setup.turn = variant.turns.iter().position(|turn| turn.player == mover)? as u16;
    if variant.hand.is_some() {
        setup.hands = vec![0; variant.players.len() * variant.roles.len()];
    }
    setup.counters = variant.counters_at_start();
    for &(square, player, role) in men {
        *setup.squares.get_mut(square.index())? = Some(Piece { player, role });
    }
    Some(setup)
}
