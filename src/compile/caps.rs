//! Limits on the parts of a rule file, so that loading an untrusted file always ends soon.

/// Bytes of one rule file.
pub const MAX_FILE: usize = 256 * 1024;
/// Files in a chain of `extends`, including the first.
pub const MAX_EXTENDS: usize = 8;
/// Roles of a variant (the number of bits of a role set).
pub const MAX_ROLES: usize = 128;
/// Alternatives of one piece, over all its patterns.
pub const MAX_ALTERNATIVES: usize = 128;
/// Legs of one alternative.
pub const MAX_LEGS: usize = 16;
/// Variables of one alternative.
pub const MAX_VARIABLES: usize = 6;
/// Calls in one alternative after all functions are expanded.
pub const MAX_CALLS: usize = 4096;
/// Depth of functions that call one another.
pub const MAX_FUNCTION_DEPTH: usize = 32;
/// Choices of axes, signs, counts and variables tried while compiling one rule file. This and the next two limits bound the
/// loading time.
pub const MAX_CHOICES: usize = 400_000;
/// Movements of one piece (a move stores its movement in 16 bits).
pub const MAX_MOVEMENTS: usize = 16_384;
/// Legs and conditions of all movements, counted for every player and every origin with room. The size of a game's tables
/// depends on this number.
pub const MAX_STEPS: usize = 2_000_000;
/// Squares and conditions examined to generate all moves of one position, on a board full of the costliest piece. This and the
/// next limit bound the time per position.
pub const MAX_LOOKS: u64 = 40_000_000;
/// Replies examined to test the legality of all moves of one position, if moves must be made or query attacks.
pub const MAX_REPLIES: u64 = 250_000_000;
/// Rights of all players together (a setup stores one bit for each).
pub const MAX_RIGHTS: usize = 64;
/// Counters of a variant.
pub const MAX_COUNTERS: usize = 16;
/// Zones, written-out regions included.
pub const MAX_ZONES: usize = 1024;
/// Entries in any other list of a rule file.
pub const MAX_LIST: usize = 256;

/// The help for an exceeded limit: how to load a trusted file anyway.
pub const TRUST: &str =
    "this limit protects against untrusted files; if you trust this file, load it with `--trust`";
