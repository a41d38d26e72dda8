//! Codes of errors in the notations of other programs.

codes! {
    BETZA_SIGN = "E0701", "betza-sign", "a sign that Betza notation does not have",
        wrong "W?", right "W",
        "A piece in Betza's notation is a row of atoms, capital letters, each with its modifiers before it, small letters, and perhaps a number after it: `fmWfcF`, `R4`.";
    BETZA_NO_ATOM = "E0702", "betza-no-atom", "modifiers in Betza's notation without an atom",
        wrong "fm", right "fmW",
        "Small letters before an atom restrict how and in which directions it moves: W F D N A H C Z G, K for W and F, and the riders R, B, Q.";
    INI_LINE = "E0711", "ini-line", "a line that is not part of a configuration",
        wrong "[mine]\nmaxRank 5", right "[mine]\nmaxRank = 5",
        "A configuration is made of sections, `[name]` or `[name:parent]`, of lines `key = value`, of comments after `#` or `;` at the beginning of a line, and of blank lines. Lines before the first section belong to no variant, so a file without a section has none.";
    INI_SECTION = "E0712", "ini-section", "a section with a name that is taken, or that is not closed",
        wrong "[mine]\n[mine]", right "[mine]\n[other]",
        "Each section defines a variant of its own; one that was defined already, here or by the program itself, stays as it was.";
    INI_PARENT = "E0713", "ini-parent", "a variant that inherits from an unknown one",
        wrong "[mine:ches]", right "[mine:chess]",
        "After the colon, write a built-in variant of the program or one that is defined further up.";
    INI_VALUE = "E0714", "ini-value", "a value that its key cannot have",
        wrong "[mine]\nmaxRank = tall", right "[mine]\nmaxRank = 8",
        "Each key takes a number, `true` or `false`, letters of pieces, squares (`d4 e4`, `*8` for a rank), a result (`win`, `loss`, `draw`), or one of a few words. The start position has to fit the board and the pieces.";
    NOT_CARRIED = "W0201", "not-carried", "something that could not be converted",
        wrong "oR", right "R",
        "This part of the text has no counterpart in CARN, or the import does not know it. The result without it is a different piece or game.";
    UNKNOWN_OPTION = "W0202", "unknown-option", "a key that no variant has",
        wrong "[mine]\nmaxRanks = 5", right "[mine]\nmaxRank = 5",
        "The program that the configuration is for ignores it, too.";
}
