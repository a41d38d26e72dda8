//! Codes of names that do not exist or mean something else.

codes! {
    UNKNOWN_AXIS = "E0201", "unknown-axis", "an axis that the board does not have",
        wrong "Rnak +1", right "Rank +1",
        "A step goes along an axis of the board, by the name that `[board]` gives it; `*#` is any axis.";
    UNKNOWN_ZONE = "E0202", "unknown-zone", "a zone that is not declared",
        wrong "@To(Palce)", right "@To(Palace)",
        "Zones are declared in `[zones]`. A region may also be written in place: `@To(File d~f, Rank 1~3)`.";
    UNKNOWN_ROLE = "E0203", "unknown-role", "a piece that is not declared",
        wrong "@Is(rok)", right "@Is(rook)",
        "A piece is named by its key in `[pieces]`, not by its letter.";
    UNKNOWN_CALL = "E0204", "unknown-call", "a predicate, effect or function that does not exist",
        wrong "Rank 1 @Emtpy", right "Rank 1 @Empty",
        "After `@` stands a predicate or effect of the language, a function declared in `[functions]`, or one that the embedding program gives.";
    UNKNOWN_KEY = "E0205", "unknown-key", "a key that a rule file does not have",
        wrong "mvoe = \"Rank +1\"", right "move = \"Rank +1\"",
        "The key is misspelled, or belongs to another table.";
    UNKNOWN_PLAYER = "E0206", "unknown-player", "a player who is not declared",
        wrong "Rank 1 @By(Whte)", right "Rank 1 @By(White)",
        "Players are named in `turn` or `[players]`.";
    UNKNOWN_RIGHT = "E0207", "unknown-right", "a right that is not declared",
        wrong "@Right(castle)", right "@Right(K)",
        "Rights are declared in `[rights]`.";
    UNKNOWN_COUNTER = "E0215", "unknown-counter", "a counter that is not declared",
        wrong "@Counter(cheks, 0)", right "@Counter(checks, 0)",
        "Counters are declared in `[counters]`.";
    UNKNOWN_COORDINATE = "E0208", "unknown-coordinate", "a coordinate that the axis does not have",
        wrong "@On(Rank 9)", right "@On(Rank 8)",
        "In zones, `@On` and `@To` the numbers and letters are coordinates, from the first to the last that `ranges` gives, as the player who moves sees them.";
    NAME_TAKEN = "E0209", "name-taken", "a name that already means something else",
        wrong "[zones] Rank = \"Rank 1\"", right "[zones] Home = \"Rank 1\"",
        "Axes, players, zones and pieces share one set of names, so a word in a pattern has one meaning. `Board` is the zone of all squares. A function cannot have the name of a predicate or effect of the language.";
    BAD_NAME = "E0210", "bad-name", "a name that patterns cannot write",
        wrong "[pieces.\"water buffalo\"]", right "[pieces.buffalo]",
        "A name is letters of any script, digits and `_`; it does not start with a digit, and is none of the reserved words From, To, Here, Victim, Leg, Path and Span.";
    LABEL_IS_AXIS = "E0211", "label-is-axis", "a label that is also the name of an axis",
        wrong "*#File 1", right "*#a 1",
        "A label names an axis that is chosen anew for every move, so it needs a name of its own.";
    LABEL_KIND = "E0212", "label-kind", "one label for an axis and for a set of axes",
        wrong "*#a 1 ; **#a +1", right "*#a 1 ; *#a +1",
        "`*#a` labels one axis, `**#a` a set of axes; the same label cannot be both.";
    LABEL_WITHOUT_DIRECTION = "E0213", "label-without-direction", "a label used before it has a direction",
        wrong "*# 1 @Empty(*#a +1)", right "*#a 1 @Empty(*#a +1)",
        "A label gets its axis and direction from the first step that travels it, in the same leg or an earlier one. Only then can `+` go on and `-` turn back.";
    UNBOUNDED_VARIABLE = "E0214", "unbounded-variable", "a variable without a range",
        wrong "Rank 1 @Where($n, 1~3)", right "Rank $n @Where($n, 1~3)",
        "A variable gets its values from the count of a step, which the board bounds: `*# $n`. Elsewhere it can only be used.";
    EFFECT_ASKS_RESULT = "E0216", "effect-asks-result", "an effect that depends on the result of its own move",
        wrong "*# 1 => @Take(To *# 1, @Takes)", right "*# 1 @Takes => @Take(To *# 1)",
        "`@Takes`, `@After`, `@Checks` and `@Mates` test the position after the move with its effects, so an effect cannot depend on them. Write them left of `=>`, in the pattern or the hook.";
    NO_DROP = "E0220", "no-drop", "a condition about a drop that the move does not make",
        wrong "Rank 1 @WithoutDrop(@Not(@InCheck))", right "Rank 1 @WithoutDrop(@Not(@InCheck)) => @Drop(hawk, From)",
        "`@WithoutDrop` tests the position after the move without the piece of its `@Drop` effect. Use it left of `=>` in a pattern with that effect.";
}
