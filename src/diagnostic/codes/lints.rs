//! Codes of lints: what has a meaning, but perhaps not the one that was wanted.

codes! {
    IMPLIED_PREDICATE = "W0102", "implied-predicate", "a predicate that goes without saying",
        wrong "move = \"Rank 1 @Empty\"", right "move = \"Rank 1\"",
        "`move` goes to an empty square, `capture` onto an opponent's piece, `pattern` onto anything but one's own. Saying so again changes nothing.";
    NEVER_APPLIES = "W0103", "never-applies", "an alternative that can never apply",
        wrong "move = \"File 9\"  # on a board of 8 files", right "move = \"File 7\"",
        "No square of the board has room for this move, or its conditions contradict one another or its mode.";
    COVERED = "W0104", "covered", "an alternative that another covers",
        wrong "pattern = \"*# * | Rank 1\"", right "pattern = \"*# *\"",
        "Every move of this alternative is a move of another one that asks no more, so it can be deleted.";
    STUCK_PIECE = "W0105", "stuck-piece", "a piece that cannot leave a square it can reach",
        wrong "move = \"Rank +1\"  # and no promotion", right "promotion = { to = \"queen\", when = \"@To(Rank 8)\" }",
        "The piece can come to a square, from where it starts or is promoted, from which no move of its own leads on however other pieces stand. That may be meant; often a promotion is missing.";
    UNUSED_ZONE = "W0106", "unused-zone", "a zone that nothing uses",
        wrong "[zones] River = \"Rank 5\"", right "# delete it",
        "No pattern, right or zone names it.";
    UNUSED_FUNCTION = "W0107", "unused-function", "a function that nothing calls",
        wrong "[functions] Far = \"@On(Rank 5~8)\"", right "# delete it",
        "No pattern or hook calls it. What it says is checked all the same.";
    UNUSED_ROLE = "W0108", "unused-role", "a piece that never appears",
        wrong "[pieces.queen]  # not in the setup", right "# put it on the board, or let something promote to it",
        "It is neither in the start position nor something that a piece becomes.";
    UNEVEN_PLAYERS = "W0109", "uneven-players", "one rule that tells the players apart where all others do not",
        wrong "Rank 1 @By(White)", right "Rank 1",
        "Everything else in the game is the same for both players, as each sees the board. A single `@By`, or one or two pieces of the start position without a counterpart, may be an oversight; if one player is meant to be favoured, ignore this.";
    UNUSED_RIGHT = "W0110", "unused-right", "a right that nothing asks about",
        wrong "[rights] K = { squares = \"Rank 1\" }", right "# delete it, or ask `@Right(K)`",
        "No pattern asks whether it stands.";
}
