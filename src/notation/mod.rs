//! Text of squares, moves and positions, chosen by the rule file.
