//! The one integration-test binary; each module is a subject.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod accounts;
mod armies;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod cli_annotate;
#[cfg(feature = "cli")]
mod cli_check;
#[cfg(feature = "cli")]
mod cli_compare;
#[cfg(all(feature = "cli", unix))]
mod cli_compare_engines;
#[cfg(feature = "cli")]
mod cli_compare_known;
#[cfg(feature = "cli")]
mod cli_compare_state;
#[cfg(feature = "cli")]
mod cli_diff;
#[cfg(feature = "cli")]
mod cli_engine;
#[cfg(feature = "cli")]
mod cli_explain;
#[cfg(all(feature = "cli", unix))]
mod cli_files;
#[cfg(feature = "cli")]
mod cli_fmt;
#[cfg(feature = "cli")]
mod cli_hands;
#[cfg(feature = "cli")]
mod cli_manners;
#[cfg(all(feature = "cli", unix))]
mod cli_match;
#[cfg(feature = "cli")]
mod cli_outcome;
#[cfg(feature = "cli")]
mod cli_record;
#[cfg(feature = "cli")]
mod cli_record_files;
#[cfg(feature = "cli")]
mod cli_schema;
#[cfg(feature = "cli")]
mod cli_search;
#[cfg(feature = "cli")]
mod cli_study;
#[cfg(feature = "cli")]
mod cli_tune;
#[cfg(feature = "cli")]
mod cli_why;
mod combined;
mod compile;
mod counting;
mod details;
mod diagnostics;
#[cfg(feature = "reference")]
mod differential;
#[cfg(feature = "cli")]
mod docs;
mod effort;
mod fast;
mod features;
mod foreign_fens;
#[cfg(feature = "cli")]
mod hostile;
#[cfg(feature = "import")]
mod import;
#[cfg(all(feature = "cli", unix))]
mod interrupt;
#[cfg(all(feature = "cli", feature = "record"))]
mod kifu;
mod learn;
mod limits;
mod lints;
mod literal;
#[cfg(feature = "cli")]
mod lsp;
mod notation;
#[cfg(feature = "record")]
mod passes;
mod perft;
mod phases;
mod pictures;
mod position;
mod read_back;
#[cfg(feature = "record")]
mod record;
#[cfg(feature = "record")]
mod record_formats;
#[cfg(feature = "record")]
mod record_hostile;
#[cfg(feature = "record")]
mod record_kif;
#[cfg(feature = "record")]
mod record_round_trip;
#[cfg(feature = "record")]
mod record_several;
#[cfg(feature = "record")]
mod record_turns;
#[cfg(feature = "reference")]
mod reference;
#[cfg(feature = "record")]
mod replay;
#[cfg(feature = "record")]
mod replay_game;
mod search;
#[cfg(feature = "cli")]
mod serve;
#[cfg(feature = "record")]
mod several;
mod slips;
mod stuck;
mod syntax;
mod tidy;
mod timed;
mod wrong_lines;
mod wrong_strings;

/// How much a test does. A debug build does less: it is tested at every change, a release build every night.
const fn by_build<T: Copy>(debug: T, release: T) -> T {
    if cfg!(debug_assertions) { debug } else { release }
}
