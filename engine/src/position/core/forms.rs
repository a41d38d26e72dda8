//! The compiled forms of tables and states: words per square set, role slots, words of memory, and the
//! processor.

use std::sync::Arc;

use crate::bits::{Portable, Processor, Usual};
use crate::tables::Rules;
use crate::tables::Unsupported;
use crate::tables::memory::Memory;
use crate::variant::Variant;

use crate::position::core::board::Tables;
use crate::position::core::game::Form;
use crate::position::core::literal_game::Tableless;
use crate::position::core::multiplayer::Multiplayer;

/// The first form with room for a variant; `native` allows code for the detected processor.
pub(crate) fn form(variant: &Arc<Variant>, native: bool) -> Arc<dyn Form> {
    let literal = |reason| -> Arc<dyn Form> { Arc::new(Tableless { variant: variant.clone(), reason }) };
    if variant.players.len() > 2 {
        return multiplayer(variant, native).unwrap_or_else(|reason| literal(reason.0));
    }
    match of_two(variant, native) {
        Ok(Some(form)) => form,
        Ok(None) => literal("a board or a number of roles too large for every form"),
        Err(reason) => literal(reason.0),
    }
}

/// A form of this size, if the game fits.
fn fitting<const W: usize, const R: usize, const H: usize, P: Processor>(
    variant: &Arc<Variant>,
    native: bool,
) -> Result<Option<Arc<dyn Form>>, Unsupported> {
    let memory = if Memory::is_needed(variant) { Memory::new(variant).words(W) } else { 0 };
    let room = variant.board.len() <= 64 * W && variant.roles.len() < R && memory <= H;
    let Some(processor) = detected::<P>(native).filter(|_| room) else { return Ok(None) };
    let rules = Rules::<W>::new(variant, P::EXTRACTS)?;
    // The memory for marks is known only after the tables are built.
    if rules.memory.markers > 0 && rules.memory.words(W) > H {
        return Ok(None);
    }
    Ok(Some(Arc::new(Tables::<W, R, H, P> { variant: variant.clone(), rules: Arc::new(rules), processor })))
}

macro_rules! forms {
    ($($words:literal words, $roles:literal roles, $memory:literal words of memory, $processor:ident;)+) => {
        /// The first form with room for a game of two players; `None` if there is none.
        fn of_two(variant: &Arc<Variant>, native: bool) -> Result<Option<Arc<dyn Form>>, Unsupported> {
            $(if let Some(form) = fitting::<$words, $roles, $memory, $processor>(variant, native)? {
                return Ok(Some(form));
            })+
            Ok(None)
        }
    };
}

// The first form with room is taken. Common games get code specialised for the usual processor's features; a
// processor without them takes the next portable form. Each line costs compile time.
#[cfg(not(any(test, feature = "compact")))]
forms! {
    1 words, 8 roles, 0 words of memory, Usual;
    2 words, 8 roles, 0 words of memory, Usual;
    2 words, 16 roles, 0 words of memory, Usual;
    1 words, 16 roles, 10 words of memory, Usual;
    2 words, 16 roles, 14 words of memory, Usual;
    4 words, 64 roles, 44 words of memory, Portable;
    21 words, 64 roles, 98 words of memory, Portable;
}

// Unit tests play almost no games, and the library is compiled once more for them.
#[cfg(all(test, not(feature = "compact")))]
forms! {
    21 words, 64 roles, 98 words of memory, Usual;
}

// A web page needs the smallest download.
#[cfg(feature = "compact")]
forms! {
    2 words, 16 roles, 14 words of memory, Usual;
    21 words, 64 roles, 98 words of memory, Portable;
}

/// The tables for several players, in the first form with room for hands and for every role of each player.
fn multiplayer(variant: &Arc<Variant>, native: bool) -> Result<Arc<dyn Form>, Unsupported> {
    // Boards for several players are large: without bit extraction, sliders are walked ray by ray.
    #[cfg(not(any(test, feature = "compact")))]
    if let Some(processor) = detected::<Usual>(native)
        && let Ok(tables) = Multiplayer::<4, 64, 44, Usual>::new(variant, processor)
    {
        return Ok(Arc::new(Arc::new(tables)));
    }
    let processor = detected::<Portable>(native).ok_or(Unsupported("no processor"))?;
    Ok(Arc::new(Arc::new(Multiplayer::<21, 64, 98, Portable>::new(variant, processor)?)))
}

/// The processor, if it is detected; one with special features only if `native`.
fn detected<P: Processor>(native: bool) -> Option<P> {
    P::detected().filter(|_| native || !P::EXTRACTS)
}
