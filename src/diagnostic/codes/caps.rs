//! Codes of limits: rule files that are larger than the engine accepts.

codes! {
    FILE_TOO_LONG = "E0601", "file-too-long", "a rule file that is too long",
        wrong "# more than 256 KiB", right "# less",
        "A rule file may have 256 KiB, each file of a chain of `extends` by itself.";
    EXTENDS_TOO_DEEP = "E0602", "extends-too-deep", "too many files that extend one another",
        wrong "extends = \"ninth.toml\"", right "extends = \"chess\"",
        "A chain of `extends` may have 8 files.";
    TOO_MANY_AXES = "E0603", "too-many-axes", "a board with too many axes",
        wrong "axes = [\"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\", \"I\"]", right "axes = [\"A\", \"B\"]",
        "A board may have 8 axes.";
    TOO_MANY_SQUARES = "E0604", "too-many-squares", "a board with too many squares",
        wrong "ranges = { File = \"1~100\", Rank = \"1~100\" }", right "ranges = { File = \"1~32\", Rank = \"1~32\" }",
        "A board may have 1296 squares: 36 by 36.";
    TOO_MANY_ROLES = "E0605", "too-many-roles", "too many kinds of piece",
        wrong "# 129 tables [pieces.…]", right "# 128 tables",
        "A game may have 128 kinds of piece. A game with more than 63 has no tables, and its moves are found slowly.";
    TOO_MANY_ALTERNATIVES = "E0606", "too-many-alternatives", "too many alternatives of one piece",
        wrong "move = \"Rank 1 | Rank 2 | …\"", right "move = \"Rank 1~2\"",
        "A piece may have 128 alternatives, those of `move`, `capture` and `pattern` together. Counts and ranges often say the same in one.";
    TOO_MANY_LEGS = "E0607", "too-many-legs", "an alternative with too many legs",
        wrong "Rank 1 ; Rank 1 ; …", right "Rank 1 @Ride",
        "An alternative may have 16 legs. `@Ride` repeats one.";
    TOO_MANY_VARIABLES = "E0608", "too-many-variables", "an alternative with too many variables",
        wrong "File $a+$b+$c+$d+$e+$f+$g", right "File *",
        "An alternative may have 6 variables.";
    TOO_MANY_CALLS = "E0609", "too-many-calls", "an alternative with too many calls",
        wrong "@A  # whose functions call others many times over", right "@Empty",
        "An alternative may have 4096 calls when every function in it is written out.";
    FUNCTIONS_TOO_DEEP = "E0610", "functions-too-deep", "functions that call one another too deep",
        wrong "A1 = \"@A2\"  A2 = \"@A3\"  …", right "A1 = \"@Empty\"",
        "Functions may call one another 32 deep.";
    TOO_MANY_CHOICES = "E0611", "too-many-choices", "patterns that stand for too many moves",
        wrong "*# * *# * *# * *# *", right "*# $n *# $n",
        "A pattern is written out as movements when the file is read: every choice of axes, signs, counts and variables that fits the board. All patterns of a file together may need 400000 choices. `--trust` loads a file that you know without this bound.";
    TOO_MANY_MOVEMENTS = "E0612", "too-many-movements", "a piece with too many ways to move",
        wrong "** *", right "**# $n",
        "A piece may have 16384 movements on its board.";
    TOO_MANY_RIGHTS = "E0613", "too-many-rights", "too many rights",
        wrong "each = \"Rank *\"", right "each = \"Rank 1\"",
        "All players together may have 64 single rights; a right by square counts once for each square.";
    TOO_MANY_COUNTERS = "E0619", "too-many-counters", "too many counters",
        wrong "[counters] a = {}  b = {}  # and 15 more", right "# fewer",
        "A game may have 16 counters.";
    TOO_MANY_ZONES = "E0614", "too-many-zones", "too many zones",
        wrong "# more than 1024 zones and regions", right "# fewer",
        "Zones and the regions written in patterns may be 1024 in all.";
    LIST_TOO_LONG = "E0615", "list-too-long", "a list or table with too many entries",
        wrong "glyphs = [ … more than 256 … ]", right "glyphs = [\"♔\", \"♚\"]",
        "A list or table of a rule file may have 256 entries.";
    TOO_MANY_STEPS = "E0616", "too-many-steps", "a game with too many moves for its board",
        wrong "*# * *# * @JumpOver(*)  # on a board of 32 by 32", right "*# ~4 *# ~4 @JumpOver(*)",
        "Before a game is played, every way to move is written out for every square that has room for it. The legs and conditions of all of them together, for both players, may be 2000000. `--trust` loads a file that you know without this bound.";
    TOO_MANY_LOOKS = "E0617", "too-many-looks", "a game whose moves take too long to find",
        wrong "Rank 1 @Any(Board, @Any(Here ** *, @Opponent))  # on a board of 32 by 32", right "Rank 1 @Any(To ** 1, @Opponent)",
        "What a condition looks at is counted: every square of a zone, a path or a span, for each of them what stands inside a quantifier. All moves of a position together may look at 40000000 squares and conditions. The position is that of the start, or where pieces can come to the board, one full of one piece. `--trust` loads a file that you know without this bound.";
    TOO_MANY_REPLIES = "E0618", "too-many-replies", "a game whose moves take too long to judge",
        wrong "**# $n @NotAttacked  # on a board of 32 by 32", right "**# 1 @NotAttacked",
        "A move with effects, a hook, `@Attacked`, `@Checks` or `@Mates` asks what the opponent could reply. The moves that ask, times the replies that there can be, may be 250000000. They are counted with the pieces of the start position, each as the piece that it may become which has most, or where pieces can come to the board, with a board full of one piece. `--trust` loads a file that you know without this bound.";
}
