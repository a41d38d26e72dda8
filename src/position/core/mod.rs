//! The engine below [`Position`](super): one state, its legal moves, what a move makes of it, and perft.
//!
//! [`Tables`] are computed once for a variant; a [`Core`] is a state that uses them. The width of the board and the
//! number of roles are types inside and a closed choice outside: each call decides once which code it runs. Variants
//! that the tables have no form for are run by the literal evaluator, behind the same face.

mod candidates;
mod chain;
mod choose;
mod erased;
mod evaluator;
mod fallen;
mod follow;
mod forms;
mod general;
mod generate;
mod hand;
mod harmless;
mod hash;
mod legality;
mod marks;
mod most;
mod perft;
mod perft_several;
mod royals;
mod select;
mod several;
mod sieve;
mod sinks;
mod state;
mod tableless;
mod tasks;
mod turns;
mod underway;
mod view;
mod views;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::bits::{Bits, Processor};
use crate::geometry::{Square, SquareSet};
use crate::variant::{Count, Move, Piece, PlayerId, RoleId, RoleSet, Setup, Variant, literal};

use follow::Counts;
use forms::{AnyState, AnyTables, each_kind};
use generate::Wanted;
use hash::{changed_hash, state_hash};
use tableless::{setup_hash, squares_of};

pub use crate::tables::account::{Account, Part};
pub use perft::PerftOptions;

/// What a variant needs at run time, and the processor it was computed for. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tables {
    variant: Arc<Variant>,
    form: AnyTables,
}

/// A state of a game, ready to be played on. Without history.
#[derive(Clone, Debug)]
pub struct Core {
    variant: Arc<Variant>,
    kind: AnyState,
    hash: u64,
    /// Whether `hash` is kept from move to move; else it is computed when asked for.
    hashed: bool,
    counts: Counts,
}

/// What is known of a move before any position is asked.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The kinds of piece it may be.
    pub roles: RoleSet,
    /// Sets of squares in all of which its origin is.
    pub among: [Option<&'a SquareSet>; 2],
    /// Its target.
    pub to: Square,
    /// The role chosen plus 1, or 0: as in [`Move::choice`].
    pub choice: u16,
}

impl Told<'_> {
    /// The squares of which its origin is one.
    #[inline(always)]
    fn origins<const W: usize>(&self) -> Bits<W> {
        let Self { among: [first, second], .. } = self;
        let of = |set: &Option<&SquareSet>| set.map_or(Bits::FULL, Bits::from_set);
        // Most often nothing is said of it.
        if first.is_none() && second.is_none() { Bits::FULL } else { of(first) & of(second) }
    }
}

impl Tables {
    /// Computes the tables of a variant for the processor at hand.
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self { variant: variant.clone(), form: AnyTables::new(variant, true) }
    }

    /// The same for any processor of the target, with no code that needs detected features.
    pub fn portable(variant: &Arc<Variant>) -> Self {
        Self { variant: variant.clone(), form: AnyTables::new(variant, false) }
    }

    /// No tables: every state is run by the literal evaluator.
    pub fn literal(variant: &Arc<Variant>) -> Self {
        Self { variant: variant.clone(), form: AnyTables::Literal("asked for") }
    }

    /// Why the literal evaluator runs this variant; `None` if tables do.
    pub fn fallback(&self) -> Option<&'static str> {
        match self.form {
            AnyTables::Literal(reason) => Some(reason),
            _ => None,
        }
    }

    /// How much memory the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.form.bytes()
    }

    /// How the game runs: what the tables hold, part by part. Empty where the literal evaluator runs it.
    pub fn account(&self) -> Account {
        self.form.account(&self.variant)
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }
}

impl Core {
    /// The state that a setup of the tables' variant describes.
    pub fn new(tables: &Tables, setup: &Setup) -> Self {
        let mut core = Self {
            variant: tables.variant.clone(),
            kind: AnyState::new(&tables.form, setup),
            hash: 0,
            hashed: true,
            counts: Counts::of(setup),
        };
        core.hash = core.fresh_hash();
        core
    }

    /// The state as a setup.
    pub fn setup(&self) -> Setup {
        let setup =
            each_kind!(&self.kind, fast => fast.state.setup(&fast.rules), setup => setup.setup.clone());
        let Counts { quiet_plies, count, full_moves } = self.counts;
        Setup { quiet_plies, count, full_moves, ..setup }
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Whose turn it is: an index into the variant's turns.
    pub fn turn(&self) -> u16 {
        each_kind!(&self.kind, fast => fast.state.turn, setup => setup.turn)
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        each_kind!(&self.kind, fast => fast.state.piece(square), setup => setup.piece(square))
    }

    /// The squares of a player's pieces.
    pub fn by_player(&self, player: PlayerId) -> SquareSet {
        each_kind!(&self.kind,
            fast => match fast.state.players.get(player.index()) {
                Some(pieces) => pieces.to_set(fast.rules.squares),
                None => SquareSet::new(fast.rules.squares),
            },
            setup => squares_of(setup, |piece| piece.player == player)
        )
    }

    /// The squares of the pieces of a role.
    pub fn by_role(&self, role: RoleId) -> SquareSet {
        each_kind!(&self.kind,
            fast => match fast.state.roles.get(role.index()).filter(|_| role.index() < fast.rules.roles) {
                Some(pieces) => pieces.to_set(fast.rules.squares),
                None => SquareSet::new(fast.rules.squares),
            },
            setup => squares_of(setup, |piece| piece.role == role)
        )
    }

    /// Plies since the last progress.
    pub fn quiet_plies(&self) -> u32 {
        self.counts.quiet_plies
    }

    /// The count towards a draw.
    pub fn drawing_count(&self) -> Count {
        self.counts.count
    }

    /// The number of the full move.
    pub fn full_moves(&self) -> u32 {
        self.counts.full_moves
    }

    /// Appends every legal move to a buffer, in no particular order.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                let wanted = Wanted::ALL;
                fast.processor.call(tasks::List { rules: &fast.rules, state: &fast.state, moves, wanted });
            },
            setup => moves.extend(setup.legal_moves(&self.variant))
        );
    }

    /// Every legal move, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(&mut moves);
        moves.sort_unstable();
        moves
    }

    /// Appends every legal move that removes a piece of the opponent's.
    pub fn captures_into(&self, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                let wanted = Wanted::CAPTURES;
                fast.processor.call(tasks::List { rules: &fast.rules, state: &fast.state, moves, wanted });
            },
            setup => {
                let mover = self.variant.mover(setup.turn);
                let taking = |m: &Move| {
                    let taken = literal::apply(&self.variant, setup, *m).taken;
                    taken.iter().any(|&(_, piece)| self.variant.opposes(setup, piece, mover))
                };
                moves.extend(setup.legal_moves(&self.variant).into_iter().filter(taking));
            }
        );
    }

    /// Appends every legal move of the piece on a square.
    pub fn moves_from_into(&self, from: Square, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                if from.index() < fast.rules.squares {
                    let origins = Bits::single(from.index());
                    let wanted = Wanted { origins, hand: false, ..Wanted::ALL };
                    fast.processor.call(tasks::List { rules: &fast.rules, state: &fast.state, moves, wanted });
                }
            },
            setup => moves.extend(setup.legal_moves_from(&self.variant, from))
        );
    }

    /// Appends every legal move to a square by a piece of these roles.
    pub fn moves_to_into(&self, roles: RoleSet, to: Square, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                if to.index() < fast.rules.squares {
                    let (rules, state, origins) = (&*fast.rules, &fast.state, Bits::FULL);
                    fast.processor.call(select::Select { rules, state, roles, origins, to, moves });
                }
            },
            setup => {
                for (from, _) in setup.pieces().filter(|(_, piece)| roles.contains(piece.role)) {
                    let found = setup.legal_moves_from(&self.variant, from);
                    moves.extend(found.into_iter().filter(|m| m.to == to));
                }
                // Of some pieces there are always more, in hand or not.
                if self.variant.roles.iter().any(|role| !role.drops.is_empty()) {
                    let drops = setup.legal_moves(&self.variant).into_iter();
                    moves.extend(drops.filter(|m| m.to == to && m.drop().is_some_and(|role| roles.contains(role))));
                }
            }
        );
    }

    /// The one legal move that is told so. `None` if there are none or more, and also where each move must be tried.
    pub fn only_move(&self, told: &Told<'_>) -> Option<Move> {
        let &Told { roles, to, choice, .. } = told;
        each_kind!(&self.kind,
            fast => {
                if to.index() >= fast.rules.squares {
                    return None;
                }
                let (rules, state, origins) = (&*fast.rules, &fast.state, told.origins());
                fast.processor.call(follow::Only { rules, state, roles, origins, to, choice })
            },
            _setup => None
        )
    }

    /// The one legal move that is of some movements of a role. `None` if there are none or more, and also where each move must
    /// be tried.
    pub fn only_move_of(&self, role: RoleId, movements: Range<u16>) -> Option<Move> {
        each_kind!(&self.kind,
            fast => {
                let (rules, state) = (&*fast.rules, &fast.state);
                let ways = movements.start.checked_add(1)?..=movements.end;
                let known = role.index() < rules.roles;
                known.then(|| fast.processor.call(select::Named { rules, state, role: role.0, ways })).flatten()
            },
            _setup => None
        )
    }

    /// Plays the one legal move that is told so, and makes the other state what this one was. `None` as in
    /// [`Core::only_move`]; nothing has changed then. The hash is not kept.
    #[inline(always)]
    pub fn follow(&mut self, before: &mut Self, told: &Told<'_>) -> Option<Move> {
        let counts = self.counts;
        let m = self.kind.follow(&mut before.kind, told, &mut self.counts)?;
        (before.hash, before.hashed, before.counts) = (self.hash, self.hashed, counts);
        self.hashed = false;
        if !self.variant.ending.counting.is_empty() {
            self.count_towards_draw(&before.setup());
        }
        Some(m)
    }

    /// Counts a move that has been played, and whether a turn began with it.
    #[inline(always)]
    fn count(&mut self, progress: bool, begins: bool) {
        let begins_full_move = self.variant.begins_full_move(self.turn());
        let Counts { quiet_plies, full_moves, .. } = &mut self.counts;
        *quiet_plies = if progress { 0 } else { quiet_plies.saturating_add(u32::from(begins)) };
        if begins_full_move {
            *full_moves = full_moves.saturating_add(1);
        }
    }

    /// What counting rules make of the move that has led here.
    #[cold]
    fn count_towards_draw(&mut self, before: &Setup) {
        (self.counts.count, self.counts.quiet_plies) = literal::counted(&self.variant, before, &self.setup());
    }

    /// Appends every legal move from one square to another one.
    pub fn moves_between_into(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                let (rules, state) = (&*fast.rules, &fast.state);
                let inside = from.index() < rules.squares && to.index() < rules.squares;
                if let Some(role) = state.role_at(from.index()).filter(|_| inside) {
                    let (roles, origins) = (RoleSet(1 << role), Bits::single(from.index()));
                    fast.processor.call(select::Select { rules, state, roles, origins, to, moves });
                }
            },
            setup => {
                let found = setup.legal_moves_from(&self.variant, from);
                moves.extend(found.into_iter().filter(|m| m.to == to));
            }
        );
    }

    /// Calls a function with each piece of a player's that has one of these roles.
    pub fn for_each_piece(&self, player: PlayerId, roles: RoleSet, mut each: impl FnMut(Square, RoleId)) {
        each_kind!(&self.kind,
            fast => {
                let own = fast.state.players[player.index() & 1];
                for role in roles.iter().filter(|role| role.index() < fast.rules.roles) {
                    let squares = fast.state.role(role.0) & own;
                    squares.indices().for_each(|square| each(Square(square as u16), role));
                }
            },
            setup => {
                let pieces = setup.pieces();
                let wanted = pieces.filter(|(_, piece)| piece.player == player && roles.contains(piece.role));
                wanted.for_each(|(square, piece)| each(square, piece.role));
            }
        );
    }

    /// Becomes a copy of another state, in the memory that this one has.
    pub fn copy_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.variant, &other.variant) {
            self.variant = other.variant.clone();
        }
        self.kind.copy_from(&other.kind);
        (self.hash, self.hashed) = (other.hash, other.hashed);
        self.counts = other.counts;
    }

    /// Calls a function with each legal move, in no particular order, until it breaks off; says whether it did. Moves
    /// after that are not looked for.
    pub fn for_each(&self, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> bool {
        each_kind!(&self.kind,
            fast => {
                let (rules, state) = (&*fast.rules, &fast.state);
                fast.processor.call(tasks::Call { rules, state, each })
            },
            setup => setup.legal_moves(&self.variant).into_iter().try_for_each(each).is_break()
        )
    }

    /// Whether each move is tried here, because lines alone do not tell which are legal: much slower. Where the literal
    /// evaluator runs the game, always.
    pub fn tries_moves(&self) -> bool {
        each_kind!(&self.kind,
            fast => fast.processor.call(tasks::Tries { rules: &fast.rules, state: &fast.state }),
            setup => setup.tries_moves()
        )
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        match &self.kind {
            AnyState::Literal(setup) => setup.has_legal_move(&self.variant),
            _ => self.for_each(&mut |_| ControlFlow::Break(())),
        }
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        let Some(from) = m.origin() else { return self.legal_moves().contains(&m) };
        let mut moves = Vec::with_capacity(32);
        self.moves_from_into(from, &mut moves);
        moves.contains(&m)
    }

    /// Whether a player is in check.
    pub fn in_check(&self, player: PlayerId) -> bool {
        each_kind!(&self.kind,
            fast => {
                let player = player.index() & 1;
                fast.processor.call(tasks::Check { rules: &fast.rules, state: &fast.state, player })
            },
            setup => literal::in_check(&self.variant, setup, player)
        )
    }

    /// Plays a legal move. Any other move has some result too, and no meaning.
    pub fn play(&mut self, m: Move) {
        if let AnyState::Literal(setup) = &mut self.kind {
            self.counts.write(setup);
            setup.play(&self.variant, m);
            self.counts = Counts::of(setup);
            self.hash = if self.hashed { setup_hash(setup) } else { 0 };
            return;
        }
        let counting = !self.variant.ending.counting.is_empty();
        let counted = counting.then(|| self.setup());
        let (progress, hash);
        let begins = self.variant.turn(self.turn()).after.is_some();
        each_kind!(&mut self.kind,
            fast => {
                let rules = &fast.rules;
                let before = &fast.state;
                let quiet = self.variant.ending.quiet.as_ref().map_or(RoleSet::default(), |quiet| quiet.reset_by);
                let after;
                (after, progress) = fast.processor.call(tasks::Play { rules, state: before, played: m, quiet });
                hash = if self.hashed { changed_hash(rules, before, self.hash, &after) } else { 0 };
                fast.state = after;
            },
            _setup => return
        );
        self.hash = hash;
        self.count(progress, begins);
        if let Some(before) = counted {
            self.count_towards_draw(&before);
        }
    }

    /// The Zobrist hash of board, turn, rights, marks and undisturbed squares, kept from move to move.
    pub fn hash(&self) -> u64 {
        if self.hashed { self.hash } else { self.fresh_hash() }
    }

    /// Keeps the hash from now on no longer from move to move: it then costs something when it is asked for, and
    /// nothing when it is not.
    pub fn stop_hashing(&mut self) {
        self.hashed = false;
    }

    /// The same, computed afresh.
    pub fn fresh_hash(&self) -> u64 {
        each_kind!(&self.kind, fast => state_hash(&fast.rules, &fast.state), setup => setup_hash(setup))
    }

    /// A hash that is the same for positions that count as the same for repetition: marks count only if some legal
    /// move depends on them.
    pub fn repetition_hash(&self) -> u64 {
        let unmarked = self.without_marks();
        match unmarked {
            Some(unmarked) if unmarked.legal_moves() == self.legal_moves() => unmarked.hash(),
            _ => self.hash(),
        }
    }

    /// The same state without its marks; `None` if it has none.
    fn without_marks(&self) -> Option<Self> {
        if each_kind!(&self.kind, fast => fast.state.marks.is_empty(), setup => setup.marks.is_empty()) {
            return None;
        }
        let mut other = self.clone();
        each_kind!(&mut other.kind,
            fast => {
                fast.state.marks = Bits::EMPTY;
                fast.state.marker = state::NOWHERE;
            },
            setup => {
                setup.marks.clear();
            }
        );
        (other.hash, other.hashed) = (other.fresh_hash(), true);
        Some(other)
    }

    /// The number of positions `depth` legal moves on, ways to reach them counted apart.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_with(depth, &PerftOptions::default()).unwrap_or_default()
    }

    /// Perft with threads, a table of counts, progress and a way to stop; `None` if it was stopped.
    pub fn perft_with(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        each_kind!(&self.kind,
            fast => perft::perft(fast.processor, &fast.rules, &fast.state, depth, options),
            setup => setup.perft(&self.variant, depth, options)
        )
    }
}
