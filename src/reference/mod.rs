//! Hard-coded move generators to compare with; the only place beside `rules/` that knows a game.
