//! The forms that tables and states are compiled in: by words of a square set, slots for roles, words of memory, and the
//! processor.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::bits::{Portable, Processor, Usual};
use crate::tables::Rules;
use crate::tables::Unsupported;
use crate::tables::account::Account;
use crate::tables::memory::Memory;
use crate::variant::{Move, PlayerId, Setup, Variant};

use super::follow::Counts;
use super::several::{Armies, Several};
use super::state::State;
use super::tableless::Tableless;
use super::{Told, follow};

/// A state of some width with its tables, and the processor whose code runs it, if it was detected.
#[derive(Clone, Debug)]
pub(super) struct Fast<const W: usize, const R: usize, const H: usize, P> {
    pub rules: Arc<Rules<W>>,
    pub state: State<W, R, H>,
    pub processor: P,
}

impl<const W: usize, const R: usize, const H: usize, P: Copy> Fast<W, R, H, P> {
    fn copy_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.rules, &other.rules) {
            self.rules = other.rules.clone();
        }
        self.state = other.state;
        self.processor = other.processor;
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Fast<W, R, H, P> {
    #[inline(always)]
    fn follow(&mut self, before: &mut Self, told: &Told<'_>, counts: &mut Counts) -> Option<Move> {
        let Self { rules, state, processor } = self;
        let &Told { roles, to, choice, .. } = told;
        if to.index() >= rules.squares || !Arc::ptr_eq(rules, &before.rules) {
            return None;
        }
        let (origins, before) = (told.origins(), &mut before.state);
        processor.call(follow::Follow { rules, state, before, roles, origins, to, choice, counts })
    }
}

/// A value where it is: what [`Box`] is for large states, for small ones.
#[derive(Clone, Debug)]
pub(super) struct InPlace<T>(T);

impl<T> InPlace<T> {
    fn new(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for InPlace<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for InPlace<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

macro_rules! widths {
    ($($kind:ident: $words:literal words, $roles:literal roles, $memory:literal words of memory, $processor:ident, $place:ident;)+) => {
        /// The tables, by words of a square set and slots for roles.
        #[derive(Clone, Debug)]
        pub(super) enum AnyTables {
            $($kind(Arc<Rules<$words>>, $processor),)+
            Armies(Arc<dyn Several>),
            Literal(&'static str),
        }

        /// The state.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "common states are worth their place: a copy then allocates nothing")]
        pub(super) enum AnyState {
            $($kind($place<Fast<$words, $roles, $memory, $processor>>),)+
            Literal(Box<Tableless>),
        }

        impl AnyTables {
            /// The tables of the first kind that has room; `native` says whether code for the detected processor may
            /// be used.
            pub fn new(variant: &Arc<Variant>, native: bool) -> Self {
                if variant.players.len() > 2 {
                    return match several(variant, native) {
                        Ok(several) => Self::Armies(several),
                        Err(reason) => Self::Literal(reason.0),
                    };
                }
                let needed = Memory::is_needed(variant).then(|| Memory::new(variant));
                $(if variant.board.len() <= 64 * $words
                    && variant.roles.len() < $roles
                    && needed.as_ref().map_or(0, |memory| memory.words($words)) <= $memory
                    && let Some(processor) = detected::<$processor>(native)
                {
                    match Rules::<$words>::new(variant, <$processor as Processor>::EXTRACTS) {
                        // What has to be remembered of marks is known only now.
                        Ok(rules) if rules.memory.markers > 0 && rules.memory.words($words) > $memory => {}
                        Ok(rules) => return Self::$kind(Arc::new(rules), processor),
                        Err(reason) => return Self::Literal(reason.0),
                    }
                })+
                Self::Literal("a board or roles beyond every form")
            }

            pub fn bytes(&self) -> usize {
                match self {
                    $(Self::$kind(rules, _) => rules.bytes(),)+
                    Self::Armies(several) => several.bytes(),
                    Self::Literal(_) => 0,
                }
            }

            /// How the game runs.
            pub fn account(&self, variant: &Variant) -> Account {
                match self {
                    $(Self::$kind(rules, _) => rules.account(variant, [Some(PlayerId(0)), Some(PlayerId(1))]),)+
                    Self::Armies(several) => several.account(),
                    Self::Literal(_) => Account { parts: Vec::new() },
                }
            }
        }

        impl AnyState {
            pub fn new(form: &AnyTables, setup: &Setup) -> Self {
                match form {
                    // Marks that no move can have left so are kept square by square.
                    $(AnyTables::$kind(rules, _) if !rules.tell_marks(setup) => {
                        Self::Literal(Box::new(Tableless { setup: setup.clone(), several: None }))
                    })+
                    $(AnyTables::$kind(rules, processor) => {
                        let (rules, state, processor) = (rules.clone(), State::new(rules, setup), *processor);
                        Self::$kind($place::new(Fast { rules, state, processor }))
                    })+
                    AnyTables::Armies(several) => {
                        let several = Some(several.clone());
                        Self::Literal(Box::new(Tableless { setup: setup.clone(), several }))
                    }
                    AnyTables::Literal(_) => {
                        Self::Literal(Box::new(Tableless { setup: setup.clone(), several: None }))
                    }
                }
            }
        }

        impl AnyState {
            /// Plays the one move that is told so; `before` becomes what this was.
            #[inline]
            pub fn follow(&mut self, before: &mut Self, told: &Told<'_>, counts: &mut Counts) -> Option<Move> {
                match (self, before) {
                    $((Self::$kind(this), Self::$kind(before)) => this.follow(before, told, counts),)+
                    _ => None,
                }
            }

            pub fn copy_from(&mut self, other: &Self) {
                match (self, other) {
                    $((Self::$kind(this), Self::$kind(other)) => this.copy_from(other),)+
                    (this, other) => *this = other.clone(),
                }
            }
        }

        macro_rules! each_kind {
            ($kind_value:expr, $fast:ident => $run:expr, $setup:ident => $literally:expr) => {
                match $kind_value {
                    $(AnyState::$kind($fast) => $run,)+
                    AnyState::Literal($setup) => $literally,
                }
            };
        }
    };
}

// The first kind with room is taken. Code of its own for the usual processor's features is worth its size where games are
// common; a processor without them takes the next kind that needs none. Each line costs compile time, so that builds that
// nobody ships have the fewest that still play every board.
#[cfg(not(any(debug_assertions, feature = "compact")))]
widths! {
    Small: 1 words, 8 roles, 0 words of memory, Usual, InPlace;
    Medium: 2 words, 8 roles, 0 words of memory, Usual, InPlace;
    Several: 2 words, 16 roles, 0 words of memory, Usual, Box;
    Many: 2 words, 64 roles, 0 words of memory, Portable, Box;
    Large: 3 words, 16 roles, 0 words of memory, Usual, Box;
    Wide: 4 words, 16 roles, 0 words of memory, Usual, Box;
    Wider: 8 words, 16 roles, 0 words of memory, Usual, Box;
    Widest: 16 words, 64 roles, 0 words of memory, Portable, Box;
    LeastHeld: 1 words, 2 roles, 3 words of memory, Usual, InPlace;
    SmallHeld: 1 words, 8 roles, 7 words of memory, Usual, Box;
    SeveralHeld: 1 words, 16 roles, 10 words of memory, Usual, Box;
    MediumHeld: 2 words, 16 roles, 14 words of memory, Usual, Box;
    ManyHeld: 4 words, 64 roles, 44 words of memory, Usual, Box;
    WidestHeld: 16 words, 64 roles, 88 words of memory, Portable, Box;
}

#[cfg(all(debug_assertions, not(test), not(feature = "compact")))]
widths! {
    Medium: 2 words, 8 roles, 0 words of memory, Usual, InPlace;
    MediumHeld: 2 words, 16 roles, 14 words of memory, Portable, Box;
    WidestHeld: 16 words, 64 roles, 88 words of memory, Portable, Box;
}

// Tests inside the library play next to nothing, and the library is compiled once more for them.
#[cfg(all(debug_assertions, test, not(feature = "compact")))]
widths! {
    WidestHeld: 16 words, 64 roles, 88 words of memory, Usual, InPlace;
}

// What a page has to load is smaller still.
#[cfg(feature = "compact")]
widths! {
    MediumHeld: 2 words, 16 roles, 14 words of memory, Usual, InPlace;
    WidestHeld: 16 words, 64 roles, 88 words of memory, Portable, Box;
}

pub(super) use each_kind;

/// Tables of several players, in the first of the forms with room for hands that has room for every kind of piece of each
/// player's.
fn several(variant: &Arc<Variant>, native: bool) -> Result<Arc<dyn Several>, Unsupported> {
    #[cfg(all(debug_assertions, not(test)))]
    type Narrow = Portable;
    #[cfg(not(debug_assertions))]
    type Narrow = Usual;
    #[cfg(not(any(feature = "compact", all(debug_assertions, test))))]
    if let Some(processor) = detected::<Narrow>(native)
        && let Ok(armies) = Armies::<4, 64, 44, Narrow>::new(variant, processor)
    {
        return Ok(Arc::new(armies));
    }
    let processor = detected::<Portable>(native).ok_or(Unsupported("no processor"))?;
    Ok(Arc::new(Armies::<16, 64, 88, Portable>::new(variant, processor)?))
}

/// Whether a form is for games as they commonly are: few words, few roles.
pub(super) const fn is_common(words: usize, roles: usize) -> bool {
    words <= 2 && roles <= 16
}

/// Whether a form has its code once, behind calls, where common ones have it in place for each question: beside the work
/// on many words calls cost little, and most of what a build compiles is code in place.
pub(super) const fn is_apart(words: usize, roles: usize) -> bool {
    cfg!(any(debug_assertions, feature = "compact")) || !is_common(words, roles)
}

/// The processor, if it is there and may be used: one with features of its own only where `native` says so.
fn detected<P: Processor>(native: bool) -> Option<P> {
    P::detected().filter(|_| native || !P::EXTRACTS)
}
