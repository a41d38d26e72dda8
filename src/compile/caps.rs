//! How large a rule file's parts may be, so that loading a stranger's file always ends soon.

/// Bytes of one rule file.
pub const MAX_FILE: usize = 256 * 1024;
/// Files in one chain of `extends`, the first included.
pub const MAX_EXTENDS: usize = 8;
/// Roles of a variant (the bits of a role set).
pub const MAX_ROLES: usize = 128;
/// Alternatives of one piece, all its patterns together.
pub const MAX_ALTERNATIVES: usize = 128;
/// Legs of one alternative.
pub const MAX_LEGS: usize = 16;
/// Variables of one alternative.
pub const MAX_VARIABLES: usize = 6;
/// Calls that one alternative has when every function in it is written out.
pub const MAX_CALLS: usize = 4096;
/// Functions that call one another in a chain.
pub const MAX_FUNCTION_DEPTH: usize = 32;
/// Choices of axes, signs, counts and variables tried in compiling one rule file. This and the next two bound the time
/// that loading takes.
pub const MAX_CHOICES: usize = 400_000;
/// Movements of one piece (a move names its movement by 16 bits).
pub const MAX_MOVEMENTS: usize = 16_384;
/// Legs and conditions of all movements, counted for every player and from every square where there is room: what a
/// game's tables are made of.
pub const MAX_STEPS: usize = 2_000_000;
/// Squares and conditions that finding all moves of one position may have to look at, on a board full of the piece that
/// looks at most. This and the next bound the time that a position takes.
pub const MAX_LOOKS: u64 = 40_000_000;
/// Replies that may have to be looked at to see which moves of one position are legal, where they have to be made to see
/// it, or ask about attacks.
pub const MAX_REPLIES: u64 = 250_000_000;
/// Single rights of all players together (a setup keeps one bit for each).
pub const MAX_RIGHTS: usize = 64;
/// Counters of a variant.
pub const MAX_COUNTERS: usize = 16;
/// Zones, written-out regions included.
pub const MAX_ZONES: usize = 1024;
/// Entries in any other list of a rule file.
pub const MAX_LIST: usize = 256;

/// The way round a bound on time or memory, for those who know the file.
pub const TRUST: &str = "this bound is for files of strangers: `--trust` loads the file all the same";
