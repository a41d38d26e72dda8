//! Codes of lints: rules that are valid but probably not intended.

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
    UNUSED_COUNTER = "W0120", "unused-counter", "a counter that nothing names",
        wrong "[counters] checks = { start = 3 }", right "# delete it, or ask `@Counter(checks, 0)`",
        "No pattern, hook or ending changes it or asks about it.";
    STARTS_IN_CHECK = "W0111", "starts-in-check", "a start position in which a royal piece can be taken at once",
        wrong "fen = \"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\"", right "fen = \"4k3/4R3/8/8/8/8/8/4K3 b - - 0 1\"",
        "The player to move could take a royal piece of a player who has not had a turn. No game can have come to this position: often the turn or a piece is wrong.";
    ONE_SIDED_ROYAL = "W0112", "one-sided-royal", "a royal piece on one side alone",
        wrong "fen = \"4k3/8/8/8/8/8/8/R7 w - - 0 1\"", right "fen = \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"",
        "Only one player starts with a royal piece, so that only one can be mated. An army of one or two kinds that the other player does not have is taken to be meant, but one or two pieces against a royal piece alone are not.";
    RIGHT_WITHOUT_PIECE = "W0113", "right-without-piece", "a right that no piece of the start position can use",
        wrong "fen = \"4k3/8/8/8/8/8/8/3K3R w K - 0 1\"  # the right is about e1 and h1", right "fen = \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"",
        "The start position gives a player a right, but the piece whose moves ask for it stands on none of the squares that the right is about, so that it would never be lost by moving that piece.";
    PROMOTION_SHORT_OF_EDGE = "W0114", "promotion-short-of-edge", "a promotion zone that the piece can pass",
        wrong "promotion = { to = \"queen\", when = \"@To(Rank 8)\", forced = false }  # on 10 ranks", right "promotion = { to = \"queen\", when = \"@To(Rank 8~10)\", forced = false }",
        "The piece only goes forward, it promotes on some ranks, and the board goes on behind them. Either it may stay what it is there and then never promote, or the promotion comes from an extended file whose board was shorter.";
    NO_MOVES = "W0115", "no-moves", "a piece that has no move",
        wrong "[pieces.rook]\nletter = \"R\"", right "[pieces.rook]\nletter  = \"R\"\npattern = \"*# *\"",
        "Nothing says how the piece moves. A piece that is meant to stand still says so by an empty list, `pattern = []`.";
    EMPTY_TEST = "W0116", "empty-test", "a test that asks nothing",
        wrong "[[test]]\nnote = \"the rook's path\"", right "[[test]]\nlegal = [\"a1a4\"]",
        "A `[[test]]` asks by `legal`, `illegal`, `only` or `outcome`, or at least plays `moves`. Without any of them it passes whatever the rules are.";
    TEST_WITHOUT_MOVE = "W0117", "test-without-move", "a test that names no move",
        wrong "illegal = [\"e2e9\"]  # on a board of 8 ranks", right "illegal = [\"e2e5\"]",
        "The text can be no move of this game: its squares are not on the board, or there are none in it. A test that something like this is illegal always passes.";
    TEST_WITHOUT_OUTCOME = "W0118", "test-without-outcome", "a test for an outcome that does not exist",
        wrong "outcome = \"White by points\"", right "outcome = \"White checkmate\"",
        "An outcome is a player's name, `draw` or `none`, a reason, or both: checkmate, stalemate, royal-lost, repetition, perpetual-check, quiet, insufficient, end.";
    VARIABLE_ONCE = "W0119", "variable-once", "a variable that is used once",
        wrong "File $n", right "File *",
        "A variable gives two counts the same value. One that stands alone, for one axis, says no more than `*`.";
    ENDED_AT_START = "W0121", "ended-at-start", "an end that has come before the game begins",
        wrong "ends = [{ win = \"@Any(Board, @Ally)\" }]", right "ends = [{ win = \"@None(Board, @Opponent)\" }]",
        "The conditions of an end hold in the start position already, for one of the players: nobody has a move.";
    EMPTY_HANDS = "W0122", "empty-hands", "hands that nothing enters",
        wrong "[hand] drop = true", right "[hand] drop = true  taken = \"taker\"",
        "Pieces may be dropped, but nobody holds any at the start, nothing that is taken goes to a hand, no effect puts anything there, and there is no supply.";
    NEVER_ENDS = "W0123", "never-ends", "an end that never comes",
        wrong "ends = [{ win = \"@Checks\" }]  # without a royal piece", right "ends = [{ win = \"@None(Board, @Opponent)\" }]",
        "No position satisfies the conditions of an end or of a count: they contradict themselves, or ask for something that this game does not have, such as a piece that never appears, or a counter that nothing changes.";
    NEVER_COMPULSORY = "W0124", "never-compulsory", "a compulsion that no move satisfies",
        wrong "must = \"@Drops\"  # without `drop`", right "must = \"@Takes\"",
        "No move of this game is as wanted, or the condition before it never holds, so that the players are as free as without it.";
    UNASKED_COUNTER = "W0125", "unasked-counter", "a counter that nothing asks about",
        wrong "aftercapture = \"@Add(taken, 1)\"", right "aftercapture = \"@Add(taken, 1)\"  # and ends = [{ win = \"@Counter(taken, 5)\" }]",
        "Moves change the counter, but no condition asks for its value, so that it changes nothing.";
    STUCK_DROP = "W0126", "stuck-drop", "a drop to where the piece never moves",
        wrong "drop = true  # a pawn, on the last rank too", right "drop = \"@Mobile\"",
        "The piece may come from the hand to a square that it can never leave, whatever stands on the board. `@Mobile` leaves these squares out.";
    UNASKED_POINTS = "W0127", "unasked-points", "points that nothing asks about",
        wrong "points = { rook = 5 }", right "points = { rook = 5 }  # and ends = [{ win = \"@Passed(2) @MorePoints\" }]",
        "Pieces are worth points, but no condition asks who has how many, so that they change nothing.";
    NEVER_PROMOTES = "W0128", "never-promotes", "a promotion that no piece comes to",
        wrong "when = \"@On(Rank 8)\"  # a pawn, which has no move from there", right "when = \"@To(Rank 8)\"",
        "From the squares where pieces of this kind stand at the start, and from all that they can come to, no move satisfies the condition: the zone is out of reach, or has squares of the other shade alone.";
    MATE_AT_ONCE = "W0129", "mate-at-once", "a start position with mate in one move",
        wrong "fen = \"7k/5K2/8/8/8/8/8/6R1 w\"", right "fen = \"7k/8/5K2/8/8/8/8/6R1 w\"",
        "Who moves first can mate with the first move: there is nothing to decide.";
    ONE_SHADE = "W0130", "one-shade", "pieces that are all of one colour",
        wrong "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR w\"  # both bishops on light squares", right "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\"",
        "Such pieces never leave the squares of the colour on which they stand, as bishops do. There are enough of them to have every colour, but they all start on the same, and the other squares of the board are out of their reach. Nothing is said of a single piece, of pieces that a zone keeps in, and of those that stand as in a mirror on a board with an odd number of files.";
    COVERED_LIMIT = "W0131", "covered-limit", "a limit that is never counted to",
        wrong "limits = [\"R 16\", \"RR 8\"]", right "limits = [\"RR 8\", \"R 16\"]",
        "The limits of a count are asked in order, and the first whose pieces the opponent has is the one. Whoever has two rooks has one, so that the limit for one must come after that for two, and a number alone comes last.";
    BEYOND_BOARD = "W0132", "beyond-board", "a condition about squares that the board does not have",
        wrong "ends = [{ win = \"@InRow(9~)\" }]  # on 8 files and 8 ranks", right "ends = [{ win = \"@InRow(5~)\" }]",
        "The row is longer than every straight line of the board, or the steps lead off the board wherever they begin. A square off the board satisfies nothing, so that the condition has the same answer for ever.";
    COUNTER_OUT_OF_REACH = "W0133", "counter-out-of-reach", "a value that a counter never has",
        wrong "checks = { start = 0 }  # and `@Add(checks, -1)`, and `@Counter(checks, 3)`", right "checks = { start = 3 }  # and `@Counter(checks, 0)`",
        "What the counter starts with and what moves do with it never come to the value that is asked for: it only falls, only rises, or is set to others.";
    DRAWN_TOO_SOON = "W0145", "drawn-too-soon", "an inherited draw for want of material that can still win",
        wrong "extends = \"chess\"  # whose `insufficient` draws K and N against K; here a hole takes the king's last square", right "[ending]\ninsufficient = [\"K v K\"]",
        "Whether a knight can mate depends on the board, on how pieces move and on what else ends the game. The list comes from the extended file; on this file's board a position was found, with no more than the material of an entry, that is mate or from which a move wins at once. Give the file a list of its own.";
    ASKS_OF_A_MOVE = "W0150", "asks-of-a-move", "a condition about a move where there is none",
        wrong "ends = [{ win = \"@On(Hill) @Is(king)\" }]", right "ends = [{ win = \"@Any(Hill, @Ally @Is(king))\" }]",
        "Ends, counts, passes and the condition before `=>` of `must` ask about a position and a player, without a move. `From`, `To`, steps without a beginning and predicates without a place are squares of a move, so that they mean nothing there; nor do `@Takes`, `@Checks`, `@Mates`, `@Drops`, `@Passes` and `@After`. Say where to look: `@Any`, `@All`, `@None` and `@Count` look at the squares of a zone, or of `Board`.";
    WRONG_SIDES = "W0151", "wrong-sides", "armies that stand on each other's side",
        wrong "fen = \"RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1\"", right "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"",
        "All pieces of each player stand in front of all pieces of the other, as both see the board, and some of them only go forward, away from the opponent. A FEN begins with the last rank, and upper case is the first player's. In `[setup.pieces]` names of squares are the board's, and regions are as the player sees them.";
    NO_ROYAL_AT_START = "W0152", "no-royal-at-start", "a royal piece that no player has",
        wrong "fen = \"rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1\"", right "fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"",
        "The game has a royal piece, but no player starts with one, and none can come: there is neither check nor mate. Put it on the board, or take `royal` from it.";
    ANY_SQUARE = "W0153", "any-square", "steps that lead to any square",
        wrong "File *, Rank *", right "File * | Rank *",
        "All steps of a leg are gone together, and two counts that may be anything lead anywhere (past empty squares). `|` stands between alternatives: `File * | Rank *` is the rook. One variable gives both the same number: `*# $n *# $n` is the bishop.";
    EFFECT_OF_THE_LAST = "W0154", "effect-of-the-last", "an effect that belongs to the last alternative alone",
        wrong "File 1 | Rank 1 => @Become(rook)", right "File 1 => @Become(rook) | Rank 1 => @Become(rook)",
        "`=>` belongs to one alternative, and `|` parts alternatives with all that is theirs. Repeat the effect, or name it in `[functions]`; for all moves of a piece write a hook. If the last alternative alone is meant, give it a string of its own: `[\"File 1\", \"Rank 1 => @Become(rook)\"]`.";
    UNLABELLED_TURN = "W0155", "unlabelled-turn", "a sign on an axis that has no label",
        wrong "*# 1 ; *# +1", right "*#a 1 ; *#a +1",
        "`*#` without a label is some axis, a new one in each leg, and `+` is forward or to the right. A label remembers the axis and the direction of an earlier leg: then `+` goes on, and `-` turns back.";
    FAR_STEP = "W0156", "far-step", "steps that may be meant as a coordinate",
        wrong "=> @Put(pawn, To Rank 7)", right "=> @Put(pawn, Seventh)  # and [zones] Seventh = \"Rank 7\"",
        "In a place, numbers count steps from where it begins: `To Rank 7` is seven ranks away, forward or backward, and on eight ranks never both. Squares with a coordinate are a zone.";
}
