//! Codes of the rule file and its setup.

codes! {
    TOML = "E0401", "toml", "the file is not valid TOML",
        wrong "name = Chess", right "name = \"Chess\"",
        "A rule file is TOML: keys, `=`, and strings in quotes. TOML's own rules are at https://toml.io.";
    WRONG_TYPE = "E0402", "wrong-type", "a value of the wrong kind",
        wrong "royal = \"yes\"", right "royal = true",
        "Patterns and names are strings in quotes, switches are true or false, numbers stand without quotes, lists in brackets.";
    MISSING_KEY = "E0403", "missing-key", "a required part of the rule file is missing",
        wrong "[pieces.rook]\nmove = \"*# *\"", right "[pieces.rook]\nletter = \"R\"\nmove = \"*# *\"",
        "A rule file needs a name, a board, two players or more, pieces with letters, and a setup. `carn new` writes one to start from.";
    BAD_VALUE = "E0404", "bad-value", "a value that is not allowed here",
        wrong "stalemate = \"tie\"", right "stalemate = \"draw\"",
        "The reference lists what each key can be.";
    BAD_RANGE = "E0405", "bad-range", "coordinates that cannot be read",
        wrong "ranges = { File = \"a-h\" }", right "ranges = { File = \"a~h\" }",
        "An axis has letters, `a~h`, or numbers, `1~10`, the first and the last with `~` between them. A region names each axis, `File d~f, Rank 1~3`, and not two corners.";
    BAD_LETTER = "E0406", "bad-letter", "a letter that cannot tell the players apart",
        wrong "letter = \"馬\"", right "letter = \"N\"",
        "A FEN writes the first player's pieces in upper case and the second's in lower case, so a piece's letter needs both (of more players, each piece stands behind its player's letter). Names in other scripts go into `names`. A neutral piece may have a sign, such as `*`, unless it means something else in a FEN, a move or a diagram.";
    DUPLICATE_LETTER = "E0407", "duplicate-letter", "two pieces or rights with one letter",
        wrong "letter = \"K\"  letter = \"K\"", right "letter = \"K\"  letter = \"N\"",
        "A FEN could not tell them apart.";
    BAD_PLAYERS = "E0408", "bad-players", "too few or too many players",
        wrong "turn = [\"White\"]", right "turn = [\"White\", \"Black\"]",
        "From two to eight play. Name them in `turn` in the order in which they move.";
    EXTENDS_MISSING = "E0409", "extends-missing", "a rule file to extend that is not there",
        wrong "extends = \"ches\"", right "extends = \"chess\"",
        "`extends` takes the name of a shipped variant (see `carn list`), or of a file in the same folder, ending in `.toml`.";
    EXTENDS_PATH = "E0410", "extends-path", "a path in `extends`",
        wrong "extends = \"../chess.toml\"", right "extends = \"chess.toml\"",
        "Rule files may be untrusted, so they can only name files in their own folder.";
    EXTENDS_CYCLE = "E0411", "extends-cycle", "rule files that extend one another in a circle",
        wrong "extends = \"self.toml\"", right "extends = \"chess\"",
        "A rule file cannot extend itself, directly or through other files.";
    CHECKMATE_WITHOUT_ROYAL = "E0412", "checkmate-without-royal", "`checkmate` in a game without a royal piece",
        wrong "checkmate = \"loss\"", right "checkmate = \"loss\"  # and `royal = true` on a piece",
        "Check and mate are threats to a royal piece. Give one `royal = true`, or leave the key out.";
    NO_POINTS = "E0413", "no-points", "a condition about points in a game without points",
        wrong "ends = [{ win = \"@MorePoints\" }]", right "points = { rook = 5, pawn = 1 }  # beside `ends`",
        "Set the points of pieces in `[ending]`, under `points`. Without it no player has points.";
    BAD_TEAMS = "E0414", "bad-teams", "teams that leave no game",
        wrong "teams = [[\"Red\", \"Yellow\"], [\"Red\", \"Green\"]]", right "teams = [[\"Red\", \"Yellow\"], [\"Blue\", \"Green\"]]",
        "Each player may be in one team, and at least two sides are needed. A player in no team plays alone.";
    FEN = "E0501", "fen", "a FEN that does not fit the game",
        wrong "fen = \"9/8/8/8/8/8/8/8 w - - 0 1\"", right "fen = \"8/8/8/8/8/8/8/8 w - - 0 1\"",
        "A FEN lists the rows from the last to the first, `/` between them, pieces by their letters and runs of empty squares as numbers; then the turn, the rights, the marks and two counters. Every row has exactly as many squares as the board.";
}
