//! Codes of calls, arguments, places and legs that do not fit together.

codes! {
    ARGUMENT_COUNT = "E0301", "argument-count", "the wrong number of arguments",
        wrong "Rank 1 @Checks(From)", right "Rank 1 @Checks",
        "The reference says what each call takes. Empty parentheses may be left out.";
    ARGUMENT_KIND = "E0302", "argument-kind", "an argument of the wrong kind",
        wrong "Rank 1 @Is(3)", right "Rank 1 @Is(pawn)",
        "Calls take pieces, players, zones, places (`From`, `File +1`), numbers, or other calls, each in its own order.";
    SEVERAL_SQUARES = "E0303", "several-squares", "several squares where one is needed",
        wrong "*# 2 @Empty(*# 1)", right "*#a 2 @Empty(*#a +1)",
        "A predicate asks about one square, so its place must be one square: every step with a sign and a number, every unnamed axis with a label that the leg travels. To ask about several squares, use `@Any`, `@All`, `@None` or `@Count`.";
    EFFECT_AS_PREDICATE = "E0304", "effect-as-predicate", "an effect left of `=>`",
        wrong "Rank 1 @Take(To)", right "Rank 1 => @Take(To)",
        "Conditions of a move are left of `=>`, and its effects are right of it.";
    PREDICATE_AS_EFFECT = "E0305", "predicate-as-effect", "a predicate right of `=>`",
        wrong "Rank 1 => @Empty", right "Rank 1 @Empty",
        "Conditions of a move are left of `=>`, and its effects are right of it.";
    NOT_ALONE = "E0306", "not-alone", "a call about the whole leg inside another call",
        wrong "*# * @Not(@JumpOver(1))", right "*# * @JumpOver(0 2~)",
        "`@JumpOver`, `@Ride` and `@Where` apply to a whole leg. Write them directly in a leg, or in a function that is called directly in a leg.";
    CALL_TWICE = "E0307", "call-twice", "a call that may occur only once, written twice",
        wrong "*# * @JumpOver(1) @JumpOver(2)", right "*# * @JumpOver(1~2)",
        "A leg has one rule for its path, and rides one number of times.";
    TOO_MANY_AXES_IN_LEG = "E0308", "too-many-axes-in-leg", "more axes in a leg than the board has",
        wrong "*# 1 *# 1 *# 1", right "*# 1 *# 1",
        "Every step of a leg goes along another axis, so a leg cannot have more steps than the board has axes.";
    NO_STEP = "E0309", "no-step", "a leg without a step",
        wrong "@Empty", right "Rank 1 @Empty",
        "A leg needs a step. For a move that ends on its origin, write two legs, there and back.";
    NO_SUCH_LEG = "E0310", "no-such-leg", "a leg that the alternative does not have",
        wrong "Rank 1 => @Take(Leg 2)", right "Rank 1 => @Take(Leg 1)",
        "`Leg 1` is where the first leg of the same alternative ends. Hooks and promotions have no legs: write `From` or `To`.";
    FUNCTION_CYCLE = "E0311", "function-cycle", "a function that calls itself",
        wrong "A = \"@B\"  B = \"@A\"", right "A = \"@B\"  B = \"@Empty\"",
        "A function is expanded where it is called. A function that calls itself could not be expanded.";
    ZONE_CYCLE = "E0312", "zone-cycle", "a zone that contains itself",
        wrong "A = \"B\"  B = \"A\"", right "A = \"B\"  B = \"Rank 1\"",
        "A zone may consist of other zones, but not of itself.";
    CHAIN_EFFECTS = "E0314", "chain-effects", "an effect that a chain cannot have",
        wrong "{ Rank +2 } 1~", right "{ Rank +1 @Opponent ; Rank +1 } 1~ => @Take(Leg 1)",
        "Every repetition of a chain must capture a piece that no earlier one has captured; otherwise the chain would never end. `@Take` is its only effect. Hooks follow it as any move.";
    CHAIN_QUESTION = "E0315", "chain-question", "a condition that a chain cannot have",
        wrong "{ Rank +2 } 1~ @Checks", right "{ Rank +2 } 1~ @Full",
        "The legs of a chain may test the pieces at the start of the move, but not the whole move, checks or attacks. Only `@Full` may follow the braces: no further repetition is possible.";
    CHAIN_MODE = "E0316", "chain-mode", "a chain outside `move`",
        wrong "capture = \"{ Rank +1 } 1~\"", right "move = \"{ Rank +1 @Opponent ; Rank +1 } 1~ => @Take(Leg 1)\"",
        "Each repetition of a chain lands on an empty square, so write a chain under `move`. `@Take` makes its captures.";
    MOVES_ASKED = "E0317", "moves-asked", "a move that depends on the legal moves",
        wrong "[moves] guard = \"@Can\"", right "[moves] pass = \"@Not(@Can)\"",
        "`@Can` tests every legal move. Conditions of legal moves and their effects cannot depend on it, because that would be circular. Use it in `pass`, `must` and `ends`.";
    NOT_YET = "E0313", "not-yet", "something that is not supported yet",
        wrong "[hooks] aftercapture = \"@Promote(queen)\"", right "promotion = { to = [\"queen\"], when = \"@To(Last)\" }",
        "The language has a place for this, but this version of the engine cannot play it.";
}
