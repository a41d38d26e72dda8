//! What a variant needs at run time, computed once at load.
//!
//! Every movement is enumerated from every square with its conditions folded ([`instance`]). What occupancy alone
//! decides becomes *atoms* ([`atom`]): from, to, squares that must be empty, squares that are counted. Atoms become
//! lookups ([`lookup`]), steps that a whole set makes at once and scripted moves ([`movement`]), kept by player
//! ([`side`]), and read backwards the lines by which royals are attacked ([`attack`]).

pub mod account;
pub mod act;
pub mod atom;
pub mod attack;
pub mod chain;
pub mod condition;
pub mod endings;
mod fan;
mod filing;

pub mod guard;
pub mod instance;
pub mod keys;
pub mod late;
pub mod lookup;
pub mod markers;
pub mod memory;
pub mod mentions;
pub mod movement;
pub mod multiplayer;
pub mod owned;
pub mod promotion;
pub mod removal;
mod require;
pub mod rounds;
pub mod runs;
pub mod scripted;
pub mod side;
pub mod sorted;
pub mod turn;

use std::sync::Arc;

use crate::variant::{self, Effect, Piece, PlayerId, PlayerSet, Predicate, RoleId, Royalty, Setup, Variant};

use condition::Condition;
use endings::Endings;
use keys::Keys;
use markers::Markers;
use memory::Memory;
use movement::{MEMBERS, Members, filled};
use multiplayer::{Owners, PlayerView};
use side::Side;
use sorted::TableBuilder;
use turn::Turn;

/// Something the tables have no form for; the whole variant is then run by the literal evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// What belongs to one turn besides its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The turn that follows.
    pub next: u16,
    /// The turn that follows where the player moves once more.
    pub again: u16,
    /// The roles (a bit each) that move in it.
    pub moving: u64,
    /// Whether the player has moved in the same turn before.
    pub goes_on: bool,
    /// Whether a new full move begins with it.
    pub begins: bool,
    /// The player who made the last move before it.
    pub last_mover: u8,
    /// Whether a new full move begins with the turn that follows.
    pub begins_next: bool,
    /// By how much keys differ once the turn that follows has come.
    pub key: u64,
}

impl Phase {
    fn new<const W: usize>(variant: &Variant, keys: &Keys<W>, index: usize) -> Self {
        let turn = &variant.turns[index];
        Self {
            next: turn.next,
            again: turn.again,
            moving: turn.moving.word(),
            goes_on: turn.after.is_none(),
            begins: variant.begins_full_move(index as u16),
            last_mover: variant.mover_before(index as u16, PlayerSet::default()).0,
            begins_next: variant.begins_full_move(turn.next),
            key: keys.turn(index) ^ keys.turn(usize::from(turn.next)),
        }
    }
}

/// Whether the order of turns is more than players who move in a cycle, or in some turn pieces move that are nobody's.
pub fn is_phased(variant: &Variant) -> bool {
    let neutral = (0..variant.roles.len()).filter(|&role| variant.roles[role].neutral);
    let neutral: variant::RoleSet = neutral.map(|role| RoleId(role as u8)).collect();
    // Among several these are the spared partners', which never move, too.
    if variant.players.len() == 2 && variant.turns.iter().any(|turn| turn.moving.word() & neutral.word() != 0)
    {
        return true;
    }
    let count = variant.turns.len();
    let all =
        |turn: &variant::Turn| (0..variant.roles.len()).all(|role| turn.moving.contains(RoleId(role as u8)));
    let plain = |(index, turn): (usize, &variant::Turn)| {
        usize::from(turn.next) == (index + 1) % count && turn.after.is_some() && all(turn)
    };
    !variant.turns.iter().enumerate().all(plain)
}

/// The tables of a variant on a board of up to 64·W squares.
#[derive(Clone, Debug)]
pub struct Rules<const W: usize> {
    /// How many squares the board has.
    pub squares: usize,
    /// How many roles there are.
    pub roles: usize,
    /// Whose turn it is, by turn.
    pub turns: Vec<u8>,
    /// What else belongs to a turn, by turn.
    pub phases: Vec<Phase>,
    /// Whether turns differ in more than their players, so that a state must ask what follows and what moves.
    pub phased: bool,
    /// The royal roles.
    pub royals: Members,
    /// Royal roles beside these (a bit each); the state of a game that has such has words of memory.
    pub more_royals: u64,
    /// Among more than two, the royal roles (a bit each) of the others.
    pub crowns: u64,
    /// Among more than two, by role the royal roles (a bit each) of the player whose pieces have it.
    pub reigns: Vec<u64>,
    /// Whether they may be left to be taken as long as their player moves on in the same turn.
    pub deferred: bool,
    /// Whether there are none: then no move can be illegal for what it leaves to be taken.
    pub royalless: bool,
    /// What they are worth where a player has several.
    pub royalty: Royalty,
    /// Whether each of several royals has lines that tell what leaves it safe.
    pub royal_lines: bool,
    /// Whether some of several royals may be lost.
    pub may_lose_royal: bool,
    /// Whether each player has a royal at the start, so that being without one ends the game.
    pub loses_royal: [bool; 2],
    /// Rights lost when a square is touched.
    pub touch: Box<[[u64; 64]; W]>,
    /// Rights lost when a piece moves or is taken: by player, then role.
    pub lost_with: [Vec<u64>; 2],
    /// Whether that is ever so.
    pub losing: bool,
    /// By player, the roles (a bit each) after whose plain moves nothing follows: onto an empty square, and onto a piece.
    pub plain: [[u64; 2]; 2],
    /// The players' tables.
    pub sides: [Side<W>; 2],
    /// What the players' turns offer besides.
    pub offers: [Turn<W>; 2],
    /// Whether pieces may change sides, so that a player who has fewer has not been taken any.
    pub flips: bool,
    /// Whether what a move takes itself is not told by what is gone after it.
    pub aside: bool,
    /// Whether conditions of all moves may keep one of several royals from being taken.
    pub vetoes: bool,
    /// Whether the game has ends of its own.
    pub ends: bool,
    /// What must hold for any of them to come, but for [required](Turn::required) pieces that are gone.
    pub before_end: Option<Condition<W>>,
    /// Whether some moves that the pieces have may not be played.
    pub filters_moves: bool,
    /// Whether of the moves that are left only those may be played that take most.
    pub most: bool,
    /// Whether some piece goes chains.
    pub chained: bool,
    /// Whether something follows moves without touching the board.
    pub has_after_hooks: bool,
    /// Whether some question is asked of a whole turn, of several royals or of sides that pieces change, so that which moves
    /// are legal is more than what each piece has and what lines tell.
    pub intricate: bool,
    /// The roles (a bit each) whose moves are progress.
    pub progress: u64,
    /// Whether pieces may come to the board.
    pub grows: bool,
    /// How the game ends; none where more than two play.
    pub endings: Endings<W>,
    /// What is remembered besides the board.
    pub memory: Memory,
    /// Who left which mark, where marks of several moves may stand at once.
    pub markers: Option<Arc<Markers>>,
    /// For hashes.
    pub keys: Keys<W>,
}

impl<const W: usize> Rules<W> {
    /// Computes the tables; `extracts` says whether they will be indexed by bit extraction.
    ///
    /// # Errors
    /// When the rules have something that only the literal evaluator can run.
    pub fn new(variant: &Variant, extracts: bool) -> Result<Self, Unsupported> {
        if variant.players.len() != 2 || variant.turns.iter().any(|turn| turn.player.0 > 1) {
            return Err(Unsupported("not two players"));
        }
        let builder = TableBuilder::of_two(extracts);
        let mut rules = Self::between(variant, (&multiplayer::two(variant), 0), &builder)?;
        rules.set_markers(Markers::new(variant, rules.sides.iter().zip(&rules.offers)).map(Arc::new));
        rules.endings = Endings::new(variant)?;
        Ok(rules)
    }

    /// Says what is known of who left a mark.
    pub fn set_markers(&mut self, markers: Option<Arc<Markers>>) {
        let kept = markers.as_ref().is_some_and(|markers| markers.told.is_none());
        self.memory.markers = if kept { self.squares } else { 0 };
        self.markers = markers;
    }

    /// Whether a state can keep all marks of a position.
    pub fn tell_marks(&self, setup: &Setup) -> bool {
        self.markers.as_ref().is_none_or(|markers| markers.tell(setup))
    }

    /// The tables of a game as one of several players sees it: the player always moves in the first seat.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn of_view(view: &PlayerView, builder: &TableBuilder<W>) -> Result<Self, Unsupported> {
        let rules = Self::between(&view.variant, (&view.owners, view.crowns), builder)?;
        Ok(Self { turns: vec![0; rules.turns.len()], ..rules })
    }

    /// The tables of two sides.
    fn between(
        variant: &Variant,
        (owners, crowns): (&Owners, u64),
        builder: &TableBuilder<W>,
    ) -> Result<Self, Unsupported> {
        check(variant)?;
        let squares = variant.board.len();
        let count = variant.roles.len();
        let spare = count as u8;
        let royals: Vec<u8> = variant.royals().iter().map(|role| role.0).collect();
        let mut touch = Box::new([[0; 64]; W]);
        let mut lost_with = [vec![0; 64], vec![0; 64]];
        let mut losing = false;
        for (bit, slot) in variant.right_slots.iter().enumerate() {
            for square in slot.squares.iter().filter(|square| square.index() < squares) {
                touch[square.index() / 64][square.index() % 64] |= 1u64 << bit;
            }
            let with = variant.rights.get(usize::from(slot.right.0)).map(|right| right.lost_with);
            for role in with.into_iter().flat_map(|roles| roles.iter()).filter(|role| role.index() < count) {
                let whose = Some(slot.player);
                for (_, lost) in
                    owners.iter().zip(&mut lost_with).filter(|(seat, _)| seat[role.index()] == whose)
                {
                    lost[role.index()] |= 1u64 << bit;
                    losing = true;
                }
            }
        }
        let loses = |seat: usize| {
            let seated = |piece: Piece| owners[seat].get(piece.role.index()) == Some(&Some(piece.player));
            let royal = |piece: Piece| variant.role(piece.role).royal && seated(piece);
            variant.royals_can_fall() && variant.start.pieces().any(|(_, piece)| royal(piece))
        };
        // Of several opponents none is asked how they move, only what they attack.
        let one = |seat: &[Option<PlayerId>]| {
            let mut players = seat.iter().flatten();
            let first = players.next().copied();
            first.filter(|first| players.all(|player| player == first))
        };
        let side = |seat: &[Option<PlayerId>]| {
            Side::new(variant, (seat, crowns), one(seat).is_some(), spare, builder)
        };
        let (first, second) = rayon::join(|| side(&owners[0]), || side(&owners[1]));
        let mut sides = [first?, second?];
        let [first, second] = &mut sides;
        first.settle(&second.attack);
        second.settle(&first.attack);
        let offer =
            |seat: &[Option<PlayerId>]| one(seat).map_or(Ok(Turn::default()), |one| Turn::new(variant, one));
        let mut offers = [offer(&owners[0])?, offer(&owners[1])?];
        let memory = Memory::new(variant);
        offers.iter_mut().enumerate().for_each(|(seat, turn)| turn.find_hand(&memory, seat));
        for turn in &offers {
            turn.check_counters(sides.iter().flat_map(|side| &side.scripted))?;
        }
        let vetoes = offers.iter().any(|turn| turn.veto.is_some());
        let filters_moves = |turn: &Turn<W>| turn.guard.is_some() || !turn.musts.is_empty();
        let filters_moves = offers.iter().any(filters_moves) || variant.choice.most.is_some();
        let (flips, may_lose_royal) = (flips(variant), variant.royalty != Royalty::Each);
        let keys = Keys::new(2, count, squares, variant.turns.len());
        Ok(Self {
            flips,
            aside: flips || turn::hooked(variant),
            vetoes,
            ends: !variant.ending.ends.is_empty(),
            before_end: Condition::in_common(&offers.iter().flat_map(|turn| &turn.ends).collect::<Vec<_>>()),
            filters_moves,
            intricate: filters_moves || flips || may_lose_royal || !variant.ending.ends.is_empty(),
            progress: variant.ending.quiet.as_ref().map_or(0, |quiet| quiet.reset_by.word()),
            grows: endings::grows(variant),
            endings: Endings::none(),
            most: variant.choice.most.is_some(),
            chained: sides.iter().any(|side| !side.chains.is_empty()),
            has_after_hooks: offers.iter().any(|turn| !turn.after_hooks.is_empty()),
            offers,
            memory,
            squares,
            roles: count,
            turns: variant.turns.iter().map(|turn| turn.player.0).collect(),
            phases: (0..variant.turns.len()).map(|index| Phase::new(variant, &keys, index)).collect(),
            phased: is_phased(variant),
            royals: filled(&royals[..royals.len().min(MEMBERS)], spare),
            more_royals: royals.iter().skip(MEMBERS).fold(0, |more, role| more | 1 << (role & 63)),
            crowns,
            reigns: reigns(variant, crowns),
            deferred: !royals.is_empty() && is_deferred(variant),
            royalless: royals.is_empty(),
            royalty: variant.royalty,
            royal_lines: variant.royalty == Royalty::Each && !vetoes,
            may_lose_royal,
            loses_royal: [loses(0), loses(1)],
            touch,
            lost_with,
            losing,
            plain: sides.each_ref().map(|side| [!side.hooked_quiets, !side.hooked]),
            sides,
            markers: None,
            keys,
        })
    }
}

impl<const W: usize> Rules<W> {
    /// Whether a role is royal; among several players, whether it is to the one whose tables they are.
    #[inline(always)]
    pub fn is_royal(&self, role: u8) -> bool {
        self.royals.contains(role) || self.more_royals >> (role & 63) & 1 == 1
    }

    /// Whether nothing follows plain moves of a player's role, onto a piece or onto an empty square.
    #[inline(always)]
    pub fn is_plain(&self, player: usize, role: u8, onto_piece: bool) -> bool {
        self.plain[player & 1][usize::from(onto_piece)] >> (role & 63) & 1 == 1
    }

    /// The rights lost when a square is touched.
    #[inline(always)]
    pub fn touched(&self, square: usize) -> u64 {
        self.touch[square / 64 % W][square % 64]
    }

    /// Whether a player who had so many royals and has now so many has lost none that matters.
    #[inline(always)]
    pub fn keeps(&self, before: u32, after: u32) -> bool {
        if self.may_lose_royal { after > 0 || before == 0 } else { after >= before }
    }

    /// How much memory the tables take, in bytes, shared ones counted once.
    pub fn bytes(&self) -> usize {
        let mut seen: Vec<*const lookup::Lookup<W>> = Vec::new();
        let mut total = size_of::<Self>();
        for side in &self.sides {
            let forward = side.classes.iter().map(|class| &class.lookup);
            let backward = side.attack.classes.iter().map(|class| &class.lookup);
            let attacks_from = side.attack.attacks_from.iter().map(|class| &class.lookup);
            for lookup in forward.chain(backward).chain(attacks_from) {
                let pointer = std::sync::Arc::as_ptr(lookup);
                if !seen.contains(&pointer) {
                    seen.push(pointer);
                    total += lookup.bytes();
                }
            }
            total += size_of_val(&*side.attack.reaches) + size_of_val(&*side.attack.lines);
            total += size_of_val(&*side.scripted);
        }
        total
    }
}

/// Among more than two, by role the royal roles (a bit each) of the player whose pieces have it.
fn reigns(variant: &Variant, crowns: u64) -> Vec<u64> {
    let each = (variant.roles.len() / variant.players.len().max(1)).max(1);
    let all = variant.royals().word() | crowns;
    let of =
        |role: usize| (0..each).fold(0, |own, other| own | 1 << ((role / each * each + other) & 63)) & all;
    if crowns == 0 { Vec::new() } else { (0..variant.roles.len()).map(of).collect() }
}

/// Whether some effect has pieces change sides.
fn flips(variant: &Variant) -> bool {
    variant.effects().any(|effect| matches!(effect, Effect::Flip(..)))
}

/// Whether royals may be left to be taken as long as the order of turns, and nothing else, lets their player move on.
fn is_deferred(variant: &Variant) -> bool {
    let prolongs = variant.effects().any(|effect| matches!(effect, Effect::Again));
    variant.players.len() == 2 && variant.has_phases() && !prolongs && !guard::keeps_safe(variant)
}

/// Refuses what no table has a form for.
fn check(variant: &Variant) -> Result<(), Unsupported> {
    let royals = variant.roles.iter().any(|role| role.royal);
    if variant.has_phases() && royals && !guard::keeps_safe(variant) && !is_deferred(variant) {
        return Err(Unsupported("turns of several moves in a game with royals"));
    }
    if variant.choice.most.is_some() && (flips(variant) || turn::hooked(variant)) {
        return Err(Unsupported("a majority beside hooks or pieces that change sides"));
    }
    if variant.turns.is_empty() || variant.roles.is_empty() || variant.roles.len() > 63 {
        return Err(Unsupported("no turns, or too many roles"));
    }
    if variant.right_slots.len() > 64 {
        return Err(Unsupported("too many rights"));
    }
    let royals = variant.royals();
    let marks = Memory::new(variant).marks;
    let mut takes_marker = false;
    let mut royal_marks = false;
    let hooks = || variant.hooks().flat_map(|hook| &hook.effects);
    for (index, role) in variant.roles.iter().enumerate() {
        let royal = royals.contains(RoleId(index as u8));
        let itself = |promotion: &crate::variant::Promotion| promotion.to.contains(&RoleId(index as u8));
        if marks && role.promotion.as_ref().is_some_and(itself) {
            return Err(Unsupported("promotion to what it is, with a mark"));
        }
        for movement in &role.movements {
            takes_marker |= movement.effects.contains(&Effect::TakeMarker);
            let crowns = |effect: &Effect| match effect {
                Effect::Become(role) => royals.contains(*role),
                Effect::Promote(roles) => roles.iter().any(|&role| royals.contains(role)),
                _ => false,
            };
            let marks = movement.effects.iter().any(|effect| matches!(effect, Effect::Mark(_)));
            royal_marks |= marks && (royal || movement.effects.iter().chain(hooks()).any(crowns));
            for guard in movement.legs.iter().flat_map(|leg| &leg.guards) {
                if matches!(guard, Predicate::Native(..)) {
                    return Err(Unsupported("a native predicate"));
                }
            }
        }
    }
    for hook in variant.hooks() {
        takes_marker |= hook.effects.contains(&Effect::TakeMarker);
        royal_marks |= hook.effects.iter().any(|effect| matches!(effect, Effect::Mark(_)));
    }
    if takes_marker && royal_marks && royals.iter().next().is_some() {
        return Err(sorted::ROYAL_MARKER);
    }
    Ok(())
}
