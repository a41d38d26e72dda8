//! The run-time tables of a variant, computed once at load.
//!
//! Every movement is enumerated from every square with folded conditions ([`instance`]). Those that depend on
//! occupancy only become *atoms* ([`atom`]): from, to, squares that must be empty, squares that are counted.
//! Tables by player ([`side`]) have lookups ([`lookup`]), set-wise steps and scripted moves ([`movement`]).
//! Reversed atoms give the lines of attack on royals ([`attack`]).

pub mod account;
pub mod act;
pub mod atom;
pub mod attack;
pub mod chain;
pub mod condition;
pub mod endings;
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

use endings::Endings;
use keys::Keys;
use markers::Markers;
use memory::Memory;
use movement::{MEMBERS, Members, filled};
use multiplayer::{Owners, PlayerView};
use side::Side;
use sorted::TableBuilder;
use turn::Turn;

/// A feature without table support; the literal evaluator then runs the whole variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// The data of one turn besides its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The next turn.
    pub next: u16,
    /// The next turn if the player moves again.
    pub again: u16,
    /// The roles (as bits) that may move.
    pub moving: u64,
    /// Whether the player has already moved in this turn.
    pub goes_on: bool,
    /// Whether a full move begins with it.
    pub begins: bool,
    /// The player who made the previous move.
    pub last_mover: u8,
    /// Whether a full move begins with the next turn.
    pub begins_next: bool,
    /// The XOR of the keys of this turn and the next.
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

/// Whether the turn order is more than a cycle of players, or neutral pieces move in some turn.
pub fn is_phased(variant: &Variant) -> bool {
    let neutral = (0..variant.roles.len()).filter(|&role| variant.roles[role].neutral);
    let neutral: variant::RoleSet = neutral.map(|role| RoleId(role as u8)).collect();
    // With several players, these include spared partners' pieces, which never move.
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
    /// The number of squares.
    pub squares: usize,
    /// The number of roles.
    pub roles: usize,
    /// The player to move, by turn.
    pub turns: Vec<u8>,
    /// The other data of a turn, by turn.
    pub phases: Vec<Phase>,
    /// Whether turns differ in more than their players, so that a state must look up the next turn and the
    /// moving roles.
    pub phased: bool,
    /// The royal roles.
    pub royals: Members,
    /// Further royal roles (as bits); a state of such a game has memory.
    pub more_royals: u64,
    /// With more than two players: the others' royal roles (as bits).
    pub crowns: u64,
    /// With more than two players: for each role, the royal roles (as bits) of its owner.
    pub reigns: Vec<u64>,
    /// Whether royals may be left en prise while their player moves on in the same turn.
    pub deferred: bool,
    /// Whether there are no royals: then no move can be illegal for exposing one.
    pub royalless: bool,
    /// The rule for several royals of one player.
    pub royalty: Royalty,
    /// Whether lines decide the safety of each of several royals.
    pub royal_lines: bool,
    /// Whether some of several royals may be lost.
    pub may_lose_royal: bool,
    /// Whether each player starts with a royal, so that having none ends the game.
    pub loses_royal: [bool; 2],
    /// Rights lost when a square is touched.
    pub touch: Box<[[u64; 64]; W]>,
    /// Rights lost when a piece moves or is captured: by player, then role.
    pub lost_with: [Vec<u64>; 2],
    /// Whether there are any such rights.
    pub losing: bool,
    /// By player, the roles (as bits) whose plain moves have no hooks: quiet moves, and captures.
    pub plain: [[u64; 2]; 2],
    /// The players' tables.
    pub sides: [Side<W>; 2],
    /// The players' drops, passes and other turn rules.
    pub offers: [Turn<W>; 2],
    /// Whether pieces may change their owner, so that a lower piece count does not imply a capture.
    pub flips: bool,
    /// Whether a move's own captures cannot be read off the position after it.
    pub aside: bool,
    /// Whether conditions on all moves may forbid the capture of one of several royals.
    pub vetoes: bool,
    /// Whether the game has custom endings.
    pub ends: bool,
    /// Whether some moves of the pieces may be excluded.
    pub filters_moves: bool,
    /// Whether only moves with the most captures may be played.
    pub most: bool,
    /// Whether some role has chains.
    pub chained: bool,
    /// Whether there are hooks that do not change the board.
    pub has_after_hooks: bool,
    /// The roles (as bits) whose moves are progress.
    pub progress: u64,
    /// Whether pieces can be added to the board.
    pub grows: bool,
    /// The endings; none with more than two players.
    pub endings: Endings<W>,
    /// The memory layout.
    pub memory: Memory,
    /// The markers, if marks of several moves may exist at once.
    pub markers: Option<Arc<Markers>>,
    /// The Zobrist keys.
    pub keys: Keys<W>,
}

impl<const W: usize> Rules<W> {
    /// Computes the tables; `extracts` if they are indexed by bit extraction.
    ///
    /// # Errors
    /// If only the literal evaluator supports the rules.
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

    /// Sets the known markers.
    pub fn set_markers(&mut self, markers: Option<Arc<Markers>>) {
        let kept = markers.as_ref().is_some_and(|markers| markers.told.is_none());
        self.memory.markers = if kept { self.squares } else { 0 };
        self.markers = markers;
    }

    /// Whether a state can hold all marks of a position.
    pub fn tell_marks(&self, setup: &Setup) -> bool {
        self.markers.as_ref().is_none_or(|markers| markers.tell(setup))
    }

    /// The tables of one player's view: the player always moves on the first side.
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
        // Opponents' moves are not generated here, only their attacks.
        let one = |seat: &[Option<PlayerId>]| {
            let mut players = seat.iter().flatten();
            let first = players.next().copied();
            first.filter(|first| players.all(|player| player == first))
        };
        let side = |seat: &[Option<PlayerId>]| {
            Side::new(variant, (seat, crowns), one(seat).is_some(), spare, builder)
        };
        let (first, second) = rayon::join(|| side(&owners[0]), || side(&owners[1]));
        let sides = [first?, second?];
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
            filters_moves,
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
    /// Whether a role is royal; with several players, for the owner of the tables.
    #[inline(always)]
    pub fn is_royal(&self, role: u8) -> bool {
        self.royals.contains(role) || self.more_royals >> (role & 63) & 1 == 1
    }

    /// Whether plain moves of a player's role have no hooks, by captures or quiet moves.
    #[inline(always)]
    pub fn is_plain(&self, player: usize, role: u8, onto_piece: bool) -> bool {
        self.plain[player & 1][usize::from(onto_piece)] >> (role & 63) & 1 == 1
    }

    /// The rights lost when a square is touched.
    #[inline(always)]
    pub fn touched(&self, square: usize) -> u64 {
        self.touch[square / 64 % W][square % 64]
    }

    /// Whether a player keeps the royals that matter, given their numbers before and now.
    #[inline(always)]
    pub fn keeps(&self, before: u32, after: u32) -> bool {
        if self.may_lose_royal { after > 0 || before == 0 } else { after >= before }
    }

    /// The size of the tables in bytes, counting shared ones once.
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

/// With more than two players: for each role, the royal roles (as bits) of its owner.
fn reigns(variant: &Variant, crowns: u64) -> Vec<u64> {
    let each = (variant.roles.len() / variant.players.len().max(1)).max(1);
    let all = variant.royals().word() | crowns;
    let of =
        |role: usize| (0..each).fold(0, |own, other| own | 1 << ((role / each * each + other) & 63)) & all;
    if crowns == 0 { Vec::new() } else { (0..variant.roles.len()).map(of).collect() }
}

/// Whether some effect changes owners.
fn flips(variant: &Variant) -> bool {
    variant.effects().any(|effect| matches!(effect, Effect::Flip(..)))
}

/// Whether royals may be left en prise while the turn order alone gives their player another move.
fn is_deferred(variant: &Variant) -> bool {
    let prolongs = variant.effects().any(|effect| matches!(effect, Effect::Again));
    variant.players.len() == 2 && variant.has_phases() && !prolongs && !guard::keeps_safe(variant)
}

/// Rejects rules that no table supports.
fn check(variant: &Variant) -> Result<(), Unsupported> {
    let royals = variant.roles.iter().any(|role| role.royal);
    if variant.has_phases() && royals && !guard::keeps_safe(variant) && !is_deferred(variant) {
        return Err(Unsupported("turns of several moves in a game with royals"));
    }
    if variant.choice.most.is_some() && (flips(variant) || turn::hooked(variant)) {
        return Err(Unsupported(
            "compulsory largest captures together with hooks or pieces that change owner",
        ));
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
            return Err(Unsupported("promotion of a role to itself, in a game that marks promoted pieces"));
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
