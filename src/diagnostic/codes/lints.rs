//! Codes of lints: rules that are valid but probably not intended.

codes! {
    IMPLIED_PREDICATE = "W0102", "implied-predicate", "a redundant predicate",
        wrong "move = \"Rank 1 @Empty\"", right "move = \"Rank 1\"",
        "`move` ends on an empty square, `capture` on an opposing piece, `pattern` on any square without an own piece. This predicate adds nothing.";
    NEVER_APPLIES = "W0103", "never-applies", "an alternative that can never apply",
        wrong "move = \"File 9\"  # on a board of 8 files", right "move = \"File 7\"",
        "No square of the board has room for this move, or its conditions contradict each other or its mode.";
    COVERED = "W0104", "covered", "an alternative that another covers",
        wrong "pattern = \"*# * | Rank 1\"", right "pattern = \"*# *\"",
        "Every move of this alternative is also a move of another one without further conditions. Delete it.";
    STUCK_PIECE = "W0105", "stuck-piece", "a piece that cannot leave a square it can reach",
        wrong "move = \"Rank +1\"  # and no promotion", right "promotion = { to = \"queen\", when = \"@To(Rank 8)\" }",
        "The piece can reach a square from which it can never move, on any board. Often a promotion is missing.";
    UNUSED_ZONE = "W0106", "unused-zone", "an unused zone",
        wrong "[zones] River = \"Rank 5\"", right "# delete it",
        "No pattern, right or zone names it.";
    UNUSED_FUNCTION = "W0107", "unused-function", "an unused function",
        wrong "[functions] Far = \"@On(Rank 5~8)\"", right "# delete it",
        "No pattern or hook calls it. Errors in it are reported all the same.";
    UNUSED_ROLE = "W0108", "unused-role", "a piece that never appears",
        wrong "[pieces.queen]  # not in the setup", right "# put it on the board, or let something promote to it",
        "It is not in the start position, and no piece becomes it.";
    UNEVEN_PLAYERS = "W0109", "uneven-players", "a single rule that distinguishes the players",
        wrong "Rank 1 @By(White)", right "Rank 1",
        "The rest of the game is the same for both players, as each sees the board. A single `@By`, or one or two pieces of the start position without a counterpart, may be a mistake. If it is intended, ignore the warning.";
    UNUSED_RIGHT = "W0110", "unused-right", "a right that no condition tests",
        wrong "[rights] K = { squares = \"Rank 1\" }", right "# delete it, or test `@Right(K)`",
        "No pattern tests it.";
    UNUSED_COUNTER = "W0120", "unused-counter", "an unused counter",
        wrong "[counters] checks = { start = 3 }", right "# delete it, or test `@Counter(checks, 0)`",
        "No pattern, hook or ending changes it or tests it.";
    STARTS_IN_CHECK = "W0111", "starts-in-check", "a start position in which a royal piece can be captured at once",
        wrong "fen = \"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\"", right "fen = \"4k3/4R3/8/8/8/8/8/4K3 b - - 0 1\"",
        "The player to move could capture a royal piece of a player who has not had a turn. No game leads to this position; often the turn or a piece is wrong.";
    ONE_SIDED_ROYAL = "W0112", "one-sided-royal", "a royal piece on one side alone",
        wrong "fen = \"4k3/8/8/8/8/8/8/R7 w - - 0 1\"", right "fen = \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"",
        "Only one player starts with a royal piece, so only that player can be mated. There is no warning for armies of one or two kinds of piece that the other player does not have, such as a horde.";
    RIGHT_WITHOUT_PIECE = "W0113", "right-without-piece", "a right that no piece of the start position can use",
        wrong "fen = \"4k3/8/8/8/8/8/8/3K3R w K - 0 1\"  # the right is about e1 and h1", right "fen = \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"",
        "The start position gives a player a right, but the piece whose moves test it is on none of the squares of the right. Moving that piece would never lose the right.";
    PROMOTION_SHORT_OF_EDGE = "W0114", "promotion-short-of-edge", "a promotion zone that the piece can pass",
        wrong "promotion = { to = \"queen\", when = \"@To(Rank 8)\", forced = false }  # on 10 ranks", right "promotion = { to = \"queen\", when = \"@To(Rank 8~10)\", forced = false }",
        "The piece only moves forward, and the board continues behind the ranks on which it promotes. If it declines a promotion there, it never promotes. Perhaps the promotion comes from an extended file with a shorter board.";
    NO_MOVES = "W0115", "no-moves", "a piece that has no move",
        wrong "[pieces.rook]\nletter = \"R\"", right "[pieces.rook]\nletter  = \"R\"\npattern = \"*# *\"",
        "The piece has no movement. If it must not move, write an empty list, `pattern = []`.";
    EMPTY_TEST = "W0116", "empty-test", "a test without an assertion",
        wrong "[[test]]\nnote = \"the rook's path\"", right "[[test]]\nlegal = [\"a1a4\"]",
        "A `[[test]]` needs one of `legal`, `illegal`, `only`, `outcome` and `moves`. Without any of them it passes with any rules.";
    TEST_WITHOUT_MOVE = "W0117", "test-without-move", "a test that names no move",
        wrong "illegal = [\"e2e9\"]  # on a board of 8 ranks", right "illegal = [\"e2e5\"]",
        "The text cannot be a move of this game: it has no squares, or they are not on the board. A test that it is illegal always passes.";
    TEST_WITHOUT_OUTCOME = "W0118", "test-without-outcome", "a test for an outcome that does not exist",
        wrong "outcome = \"White by points\"", right "outcome = \"White checkmate\"",
        "An outcome is a player's name, `draw` or `none`, a reason, or both: checkmate, stalemate, royal-lost, repetition, perpetual-check, quiet, insufficient, end.";
    VARIABLE_ONCE = "W0119", "variable-once", "a variable that is used once",
        wrong "File $n", right "File *",
        "A variable gives several counts the same value. A variable used once, for one axis, means the same as `*`.";
    ENDED_AT_START = "W0121", "ended-at-start", "a game that is over at the start",
        wrong "ends = [{ win = \"@Any(Board, @Ally)\" }]", right "ends = [{ win = \"@None(Board, @Opponent)\" }]",
        "The game is over before the first move: in the start position the conditions of an end hold for a player, the player to move is mated or has no legal move, or an entry of `insufficient` applies.";
    EMPTY_HANDS = "W0122", "empty-hands", "hands that stay empty",
        wrong "[hand] drop = true", right "[hand] drop = true  taken = \"taker\"",
        "Pieces may be dropped, but all hands are empty at the start, captures and effects put nothing into a hand, and there is no supply.";
    NEVER_ENDS = "W0123", "never-ends", "an end that never applies",
        wrong "ends = [{ win = \"@Checks\" }]  # without a royal piece", right "ends = [{ win = \"@None(Board, @Opponent)\" }]",
        "No position satisfies the conditions of an end or of a count: they contradict themselves, or need something that this game does not have, such as a piece that never appears or a counter that never changes.";
    NEVER_COMPULSORY = "W0124", "never-compulsory", "a `must` that no move satisfies",
        wrong "must = \"@Drops\"  # without `drop`", right "must = \"@Takes\"",
        "No move of this game satisfies it, or the condition before it never holds, so it has no effect.";
    UNASKED_COUNTER = "W0125", "unasked-counter", "a counter that no condition tests",
        wrong "aftercapture = \"@Add(taken, 1)\"", right "aftercapture = \"@Add(taken, 1)\"  # and ends = [{ win = \"@Counter(taken, 5)\" }]",
        "Moves change the counter, but no condition tests it, so it has no effect.";
    STUCK_DROP = "W0126", "stuck-drop", "a drop on a square from which the piece never moves",
        wrong "drop = true  # a pawn, on the last rank too", right "drop = \"@Mobile\"",
        "The piece may be dropped on a square that it can never leave, even on an empty board. `@Mobile` excludes these squares.";
    UNASKED_POINTS = "W0127", "unasked-points", "points that no condition tests",
        wrong "points = { rook = 5 }", right "points = { rook = 5 }  # and ends = [{ win = \"@Passed(2) @MorePoints\" }]",
        "Pieces have points, but no condition tests them, so they have no effect.";
    NEVER_PROMOTES = "W0128", "never-promotes", "a promotion that no piece reaches",
        wrong "when = \"@On(Rank 8)\"  # a pawn, which has no move from there", right "when = \"@To(Rank 8)\"",
        "No move from a square that this piece can reach satisfies the condition: the zone is out of reach, or has only squares of the other colour.";
    MATE_AT_ONCE = "W0129", "mate-at-once", "a start position with mate in one move",
        wrong "fen = \"7k/5K2/8/8/8/8/8/6R1 w\"", right "fen = \"7k/8/5K2/8/8/8/8/6R1 w\"",
        "The first player can mate with the first move.";
    ONE_SHADE = "W0130", "one-shade", "pieces that are all on squares of one colour",
        wrong "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR w\"  # both bishops on light squares", right "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\"",
        "Such pieces, like bishops, never change the colour of their squares. There are several of them, but they all start on squares of the same colour, so they never reach the other squares. There is no warning for a single piece, for pieces kept in a zone, and for a mirrored setup on an odd number of files.";
    COVERED_LIMIT = "W0131", "covered-limit", "a limit that never applies",
        wrong "limits = [\"R 16\", \"RR 8\"]", right "limits = [\"RR 8\", \"R 16\"]",
        "The first limit whose pieces the opponent has applies. An opponent with two rooks also has one, so write the limit for two before that for one, and a number without letters last.";
    BEYOND_BOARD = "W0132", "beyond-board", "a condition about squares that the board does not have",
        wrong "ends = [{ win = \"@InRow(9~)\" }]  # on 8 files and 8 ranks", right "ends = [{ win = \"@InRow(5~)\" }]",
        "The row is longer than every straight line of the board, or the steps lead off the board from every square. A square off the board satisfies nothing, so the condition always has the same result.";
    COUNTER_OUT_OF_REACH = "W0133", "counter-out-of-reach", "a value that a counter never has",
        wrong "checks = { start = 0 }  # and `@Add(checks, -1)`, and `@Counter(checks, 3)`", right "checks = { start = 3 }  # and `@Counter(checks, 0)`",
        "The counter never has the value that is tested: from its start it only falls, only rises, or is set to other values.";
    DRAWN_TOO_SOON = "W0145", "drawn-too-soon", "an inherited draw by material that can still win",
        wrong "extends = \"chess\"  # whose `insufficient` draws K and N against K; here a hole takes the king's last square", right "[ending]\ninsufficient = [\"K v K\"]",
        "The list comes from the extended file. With this file's board and rules, there is a position with only the material of an entry that is mate or a win in one move. Give this file its own list.";
    ASKS_OF_A_MOVE = "W0150", "asks-of-a-move", "a condition that needs a move, where there is none",
        wrong "ends = [{ win = \"@On(Hill) @Is(king)\" }]", right "ends = [{ win = \"@Any(Hill, @Ally @Is(king))\" }]",
        "Ends, counts, passes and the condition before `=>` of `must` apply to a position and a player, without a move. `From`, `To`, steps without a beginning and predicates without a place refer to a move, so they have no meaning there; nor do `@Takes`, `@Checks`, `@Mates`, `@Drops`, `@Passes` and `@After`. Name the squares: `@Any`, `@All`, `@None` and `@Count` test the squares of a zone, or of `Board`.";
    WRONG_SIDES = "W0151", "wrong-sides", "armies on each other's side of the board",
        wrong "fen = \"RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1\"", right "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"",
        "All pieces of each player are in front of the other player's, and some of them only move forward, away from the opponent. A FEN starts with the last rank, and upper case is for the first player. In `[setup.pieces]` names of squares are the board's, and regions are as the player sees them.";
    NO_ROYAL_AT_START = "W0152", "no-royal-at-start", "a royal piece that no player has",
        wrong "fen = \"rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1\"", right "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"",
        "The game has a royal piece, but no player starts with one, and none can come: there is neither check nor mate. Put it on the board, or take `royal` from it.";
    ANY_SQUARE = "W0153", "any-square", "steps that lead to any square",
        wrong "File *, Rank *", right "File * | Rank *",
        "All steps of a leg apply at once, so two counts of any size lead to any square. `|` separates alternatives: `File * | Rank *` is the rook. One variable gives both the same number: `*# $n *# $n` is the bishop.";
    EFFECT_OF_THE_LAST = "W0154", "effect-of-the-last", "an effect that belongs to the last alternative alone",
        wrong "File 1 | Rank 1 => @Become(rook)", right "File 1 => @Become(rook) | Rank 1 => @Become(rook)",
        "`=>` belongs to one alternative only. Repeat the effect, or name it in `[functions]`; for all moves of a piece write a hook. If the last alternative alone is meant, give it a string of its own: `[\"File 1\", \"Rank 1 => @Become(rook)\"]`.";
    UNLABELLED_TURN = "W0155", "unlabelled-turn", "a sign on an axis that has no label",
        wrong "*# 1 ; *# +1", right "*#a 1 ; *#a +1",
        "`*#` without a label is any axis, chosen again in each leg, and `+` is forward or to the right. A label keeps the axis and the direction of an earlier leg: then `+` continues, and `-` turns back.";
    FAR_STEP = "W0156", "far-step", "steps that may be meant as a coordinate",
        wrong "=> @Put(pawn, To Rank 7)", right "=> @Put(pawn, Seventh)  # and [zones] Seventh = \"Rank 7\"",
        "In a place, numbers count steps from where it begins: `To Rank 7` is seven ranks away, forward or backward, and on eight ranks never both. Squares with a coordinate are a zone.";
}
