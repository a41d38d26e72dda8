//! Game records: the game tree, PGN, SGF, replay.
