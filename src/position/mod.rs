//! Setup, state, move generation, legality, outcome, hash, perft.
