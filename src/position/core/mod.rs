//! The engine below [`Position`](super): one state, its legal moves, what a move makes of it, and perft.
//!
//! [`Tables`] are computed once for a variant; a [`Core`] is a state that uses them. The width of the board and the
//! number of roles are types inside and a closed choice outside: each call decides once which code it runs. Variants
//! that the tables have no form for are run by the literal evaluator, behind the same face.

mod general;
mod generate;
mod hash;
mod legality;
mod perft;
mod sinks;
mod state;
mod tasks;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::bits::{Native, Portable, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::variant::{Move, Piece, PlayerId, Setup, Variant, literal};

use generate::Wanted;
use hash::{changed_hash, state_hash};
use state::State;

pub use perft::PerftOptions;

/// What a variant needs at run time, and the processor it was computed for. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tables {
    variant: Arc<Variant>,
    native: Option<Native>,
    form: Form,
}

/// A state of a game, ready to be played on. Without history.
#[derive(Clone, Debug)]
pub struct Core {
    native: Option<Native>,
    variant: Arc<Variant>,
    kind: Kind,
    hash: u64,
    quiet_plies: u32,
    full_moves: u32,
}

/// A state of some width with its tables.
#[derive(Clone, Debug)]
struct Fast<const W: usize, const R: usize> {
    rules: Arc<Rules<W>>,
    state: State<W, R>,
}

macro_rules! widths {
    ($($words:literal: $rules:ident => $($roles:literal $kind:ident),+;)+) => {
        /// The tables, by the number of words of a square set.
        #[derive(Clone, Debug)]
        enum Form {
            $($rules(Arc<Rules<$words>>),)+
            Literal(&'static str),
        }

        /// The state, by words and by slots for roles.
        #[derive(Clone, Debug)]
        enum Kind {
            $($($kind(Box<Fast<$words, $roles>>),)+)+
            Literal(Box<Setup>),
        }

        impl Form {
            fn new(variant: &Variant, extracts: bool) -> Self {
                let squares = variant.board.len();
                $(if squares <= 64 * $words && variant.roles.len() < [$($roles),+].into_iter().fold(0, usize::max) {
                    return match Rules::<$words>::new(variant, extracts) {
                        Ok(rules) => Self::$rules(Arc::new(rules)),
                        Err(reason) => Self::Literal(reason.0),
                    };
                })+
                Self::Literal("too many squares")
            }

            fn bytes(&self) -> usize {
                match self {
                    $(Self::$rules(rules) => rules.bytes(),)+
                    Self::Literal(_) => 0,
                }
            }
        }

        impl Kind {
            fn new(form: &Form, setup: &Setup) -> Self {
                match form {
                    $(Form::$rules(rules) => {
                        $(if rules.roles < $roles {
                            let state = State::new(rules, setup);
                            return Self::$kind(Box::new(Fast { rules: rules.clone(), state }));
                        })+
                        Self::Literal(Box::new(setup.clone()))
                    })+
                    Form::Literal(_) => Self::Literal(Box::new(setup.clone())),
                }
            }
        }

        macro_rules! each_kind {
            ($kind_value:expr, $fast:ident => $run:expr, $setup:ident => $literally:expr) => {
                match $kind_value {
                    $($(Kind::$kind($fast) => $run,)+)+
                    Kind::Literal($setup) => $literally,
                }
            };
        }
    };
}

widths! {
    1: Words1 => 8 W1R8, 16 W1R16, 64 W1R64;
    2: Words2 => 8 W2R8, 16 W2R16, 64 W2R64;
    3: Words3 => 16 W3R16, 64 W3R64;
    4: Words4 => 16 W4R16;
    8: Words8 => 16 W8R16;
    16: Words16 => 16 W16R16, 64 W16R64;
}

fn call<T: Task>(native: Option<Native>, task: T) -> T::Output {
    match native {
        Some(native) => native.call(task),
        None => Portable.call(task),
    }
}

impl Tables {
    /// Computes the tables of a variant for the processor at hand.
    pub fn new(variant: &Arc<Variant>) -> Self {
        let native = Native::detect();
        Self { variant: variant.clone(), native, form: Form::new(variant, native.is_some_and(extracts)) }
    }

    /// The same for any processor of the target, with no code that needs detected features.
    pub fn portable(variant: &Arc<Variant>) -> Self {
        Self { variant: variant.clone(), native: None, form: Form::new(variant, false) }
    }

    /// No tables: every state is run by the literal evaluator.
    pub fn literal(variant: &Arc<Variant>) -> Self {
        Self { variant: variant.clone(), native: None, form: Form::Literal("asked for") }
    }

    /// Why the literal evaluator runs this variant; `None` if tables do.
    pub fn fallback(&self) -> Option<&'static str> {
        match self.form {
            Form::Literal(reason) => Some(reason),
            _ => None,
        }
    }

    /// How much memory the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.form.bytes()
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }
}

fn extracts<P: Processor>(_: P) -> bool {
    P::EXTRACTS
}

impl Core {
    /// The state that a setup of the tables' variant describes.
    pub fn new(tables: &Tables, setup: &Setup) -> Self {
        let mut core = Self {
            native: tables.native,
            variant: tables.variant.clone(),
            kind: Kind::new(&tables.form, setup),
            hash: 0,
            quiet_plies: setup.quiet_plies,
            full_moves: setup.full_moves,
        };
        core.hash = core.fresh_hash();
        core
    }

    /// The state as a setup.
    pub fn setup(&self) -> Setup {
        let setup = each_kind!(&self.kind, fast => fast.state.setup(&fast.rules), setup => Setup::clone(setup));
        Setup { quiet_plies: self.quiet_plies, full_moves: self.full_moves, ..setup }
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

    /// Plies since the last progress.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// The number of the full move.
    pub fn full_moves(&self) -> u32 {
        self.full_moves
    }

    /// Appends every legal move to a buffer, in no particular order.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                let wanted = Wanted::ALL;
                call(self.native, tasks::List { rules: &fast.rules, state: &fast.state, moves, wanted });
            },
            setup => moves.extend(literal::legal_moves(&self.variant, setup))
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
                let wanted = Wanted { captures: true, ..Wanted::ALL };
                call(self.native, tasks::List { rules: &fast.rules, state: &fast.state, moves, wanted });
            },
            setup => {
                let mover = self.variant.mover(setup.turn);
                let taking = |m: &Move| {
                    let taken = literal::apply(&self.variant, setup, *m).taken;
                    taken.iter().any(|(_, piece)| piece.player != mover)
                };
                moves.extend(literal::legal_moves(&self.variant, setup).into_iter().filter(taking));
            }
        );
    }

    /// Appends every legal move of the piece on a square.
    pub fn moves_from_into(&self, from: Square, moves: &mut Vec<Move>) {
        each_kind!(&self.kind,
            fast => {
                if from.index() < fast.rules.squares {
                    let wanted = Wanted { origins: crate::bits::Bits::single(from.index()), captures: false };
                    call(self.native, tasks::List { rules: &fast.rules, state: &fast.state, moves, wanted });
                }
            },
            setup => moves.extend(literal::legal_moves_from(&self.variant, setup, from))
        );
    }

    /// Calls a function with each legal move until it breaks off.
    pub fn for_each(&self, mut each: impl FnMut(Move) -> std::ops::ControlFlow<()>) {
        each_kind!(&self.kind,
            fast => {
                let wanted = Wanted::ALL;
                call(self.native, tasks::ForEach { rules: &fast.rules, state: &fast.state, each, wanted });
            },
            setup => {
                let _ = literal::legal_moves(&self.variant, setup).into_iter().try_for_each(&mut each);
            }
        );
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        each_kind!(&self.kind,
            fast => call(self.native, tasks::HasMove { rules: &fast.rules, state: &fast.state }),
            setup => !literal::legal_moves(&self.variant, setup).is_empty()
        )
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        let mut moves = Vec::with_capacity(32);
        self.moves_from_into(m.from, &mut moves);
        moves.contains(&m)
    }

    /// Whether a player is in check.
    pub fn in_check(&self, player: PlayerId) -> bool {
        each_kind!(&self.kind,
            fast => {
                let player = player.index() & 1;
                call(self.native, tasks::Check { rules: &fast.rules, state: &fast.state, player })
            },
            setup => literal::in_check(&self.variant, setup, player)
        )
    }

    /// Plays a legal move. Any other move has some result too, and no meaning.
    pub fn play(&mut self, m: Move) {
        let native = self.native;
        let (progress, hash);
        each_kind!(&mut self.kind,
            fast => {
                let (rules, before) = (&fast.rules, fast.state);
                let after = call(native, tasks::Play { rules, state: &before, played: m });
                let mover = before.players[1].contains(m.from.index()) as usize;
                let resets = before.role_at(m.from.index()).is_some_and(|role| {
                    let quiet = self.variant.ending.quiet.as_ref();
                    quiet.is_some_and(|quiet| quiet.reset_by.contains(crate::variant::RoleId(role)))
                });
                let other = mover ^ 1;
                progress = resets || after.players[other].count() < before.players[other].count();
                hash = changed_hash(rules, &before, self.hash, &after);
                fast.state = after;
            },
            setup => {
                setup.quiet_plies = self.quiet_plies;
                setup.full_moves = self.full_moves;
                **setup = literal::apply(&self.variant, setup, m).setup;
                progress = setup.quiet_plies == 0;
                hash = setup_hash(setup);
            }
        );
        self.hash = hash;
        self.quiet_plies = if progress { 0 } else { self.quiet_plies.saturating_add(1) };
        if self.turn() == 0 {
            self.full_moves = self.full_moves.saturating_add(1);
        }
    }

    /// The Zobrist hash of board, turn, rights, marks and undisturbed squares, kept from move to move.
    pub fn hash(&self) -> u64 {
        self.hash
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
            Some(unmarked) if unmarked.legal_moves() == self.legal_moves() => unmarked.hash,
            _ => self.hash,
        }
    }

    /// The same state without its marks; `None` if it has none.
    fn without_marks(&self) -> Option<Self> {
        let mut other = self.clone();
        let marked = each_kind!(&mut other.kind,
            fast => {
                let marked = fast.state.marks.any();
                fast.state.marks = crate::bits::Bits::EMPTY;
                fast.state.marker = state::NOWHERE;
                marked
            },
            setup => {
                let marked = !setup.marks.is_empty();
                setup.marks.clear();
                setup.marker = None;
                marked
            }
        );
        other.hash = other.fresh_hash();
        marked.then_some(other)
    }

    /// The number of positions `depth` legal moves on, ways to reach them counted apart.
    pub fn perft(&self, depth: u32) -> u64 {
        each_kind!(&self.kind,
            fast => call(self.native, perft::Perft { rules: &fast.rules, state: &fast.state, depth }),
            setup => literal::perft(&self.variant, setup, depth)
        )
    }

    /// Perft with threads, a table of counts, progress and a way to stop; `None` if it was stopped.
    pub fn perft_with(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        each_kind!(&self.kind,
            fast => match self.native {
                Some(native) => perft::perft(native, &fast.rules, &fast.state, depth, options),
                None => perft::perft(Portable, &fast.rules, &fast.state, depth, options),
            },
            setup => literal_perft(&self.variant, setup, depth, options)
        )
    }
}

fn literal_perft(variant: &Variant, setup: &Setup, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
    if options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return None;
    }
    if depth == 0 {
        return Some(1);
    }
    let moves = literal::legal_moves(variant, setup);
    if depth == 1 {
        if let Some(progress) = options.progress {
            progress.fetch_add(moves.len() as u64, Ordering::Relaxed);
        }
        return Some(moves.len() as u64);
    }
    moves
        .into_iter()
        .map(|m| literal_perft(variant, &literal::apply(variant, setup, m).setup, depth - 1, options))
        .sum()
}

fn setup_hash(setup: &Setup) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (&setup.squares, setup.turn, setup.rights, &setup.undisturbed, &setup.marks, setup.marker).hash(&mut hasher);
    hasher.finish()
}
