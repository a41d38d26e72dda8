//! Codes of syntax errors: errors that can be found without resolving any name.

codes! {
    UNEXPECTED_CHARACTER = "E0101", "unexpected-character", "a character that CARN does not use",
        wrong "Rank %1", right "Rank 1",
        "CARN consists of names (letters of any script, digits and `_`), numbers, and the signs , ; @ + - ~ # $ ( ) { } | * =>. Nothing else has a meaning.";
    BACKSLASH = "E0102", "backslash", "the backslash is not allowed",
        wrong "Rank +1 \\ File 1", right "Rank +1 File 1",
        "The backslash is reserved. No escapes are needed, because signs cannot be part of a name.";
    BRACES = "E0103", "braces", "braces that are not a chain",
        wrong "{ *#a 1 @Opponent ; *#a +1 } => @Take(Leg 1)", right "{ *#a 1 @Opponent ; *#a +1 } 1~ => @Take(Leg 1)",
        "Braces enclose all legs of an alternative, which are then repeated. After them, write how often: `{ legs } 1~` once or more, `{ legs } 1~3` at most three times. `@Full` after that requires that no further repetition is possible. Each alternative has its own braces; to repeat one leg, use `@Ride`.";
    FULL_WIDTH = "E0104", "full-width", "a full-width or look-alike sign where the plain one is needed",
        wrong "Rank ＋1", right "Rank +1",
        "A Chinese or Japanese keyboard types signs, digits and blanks that look like the plain ones but are other characters: ｜ ＠ ， （ ） ＋ － ～ ＃ ＄ ； ＊ ０. Write the plain sign. The rest of the string is read with the plain sign.";
    INVISIBLE_CHARACTER = "E0105", "invisible-character", "an invisible character",
        wrong "Rank\u{a0}1", right "Rank 1",
        "Control characters, characters of no width and blanks other than the space, the tab and the line break come from copying out of documents. Delete them, or write a space.";
    UNBALANCED_PARENTHESIS = "E0106", "unbalanced-parenthesis", "a parenthesis without its partner",
        wrong "Rank 1 @Is(pawn", right "Rank 1 @Is(pawn)",
        "Every `(` needs a `)` before the next `|`, `;` or `=>`, because these signs never occur inside a call.";
    SEPARATOR_IN_CALL = "E0107", "separator-in-call", "`|`, `;` or `=>` inside a call",
        wrong "Rank 1 @Not(@Is(pawn) | @Is(rook))", right "Rank 1 @Not(@Or(@Is(pawn), @Is(rook)))",
        "These signs separate alternatives, legs and effects, and never occur inside parentheses. Several calls in one argument must all hold; for one of several, use `@Or(…, …)`.";
    TEXT_TOO_LONG = "E0108", "text-too-long", "a string of CARN that is too long",
        wrong "Rank 1 | Rank 1 | … (more than 4096 bytes)", right "Rank 1",
        "One string of CARN may have 4096 bytes. Give a list of strings: they are alternatives. Move repeated conditions to `[functions]`.";
    NESTING_TOO_DEEP = "E0109", "nesting-too-deep", "parentheses nested too deep",
        wrong "Rank (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))", right "Rank 1",
        "Parentheses may be nested 64 deep. Move inner conditions to `[functions]`.";
    NUMBER_TOO_LARGE = "E0110", "number-too-large", "a number larger than any board",
        wrong "Rank 1000000", right "Rank *",
        "Numbers go up to 999999. For any number of squares write `*`; for a lower bound alone write `3~`.";
    EMPTY_TEXT = "E0111", "empty-text", "nothing is written",
        wrong "", right "Rank 1",
        "An empty string has no meaning. For a piece that never moves, write `pattern = []`.";
    EMPTY_ALTERNATIVE = "E0112", "empty-alternative", "an alternative without content",
        wrong "Rank 1 | | File 1", right "Rank 1 | File 1",
        "`|` stands between two alternatives. Write one on each side, or delete the sign.";
    EMPTY_LEG = "E0113", "empty-leg", "a leg without content",
        wrong "Rank 1 ; => @Take(To)", right "Rank 1 => @Take(To)",
        "`;` stands between two legs, and `=>` follows the last one. A leg has at least one step or call.";
    SECOND_ARROW = "E0114", "second-arrow", "a second `=>` in one alternative",
        wrong "Rank 1 => @Take(Leg 1) => @Take(To)", right "Rank 1 => @Take(Leg 1) @Take(To)",
        "`=>` separates conditions from effects. All effects follow the one arrow, in the order in which they happen.";
    NO_EFFECTS = "E0115", "no-effects", "nothing follows `=>`",
        wrong "Rank 1 =>", right "Rank 1",
        "`=>` is followed by at least one effect, such as `@Take(Leg 1)`. Without effects, leave the arrow out.";
    STEP_AFTER_ARROW = "E0116", "step-after-arrow", "a step right of `=>`",
        wrong "Rank 1 => @Take(Leg 1) File 1", right "Rank 1 File 1 => @Take(Leg 1)",
        "Only effects are allowed right of `=>`. Steps belong to the legs, on the left. Write the place of an effect inside its parentheses: `@Take(File 1)`.";
    BLANK_IN_RANGE = "E0117", "blank-in-range", "a blank inside a range",
        wrong "File 1 ~ 2", right "File 1~2",
        "A range is one word: `1~2`, `~2`, `1~`. Blanks separate the counts of a list, so `1 ~2` means 1, or 0 to 2.";
    BLANK_AFTER_SIGN = "E0118", "blank-after-sign", "a blank between a sign and its number",
        wrong "Rank + 1", right "Rank +1",
        "A sign belongs to the count that follows, without a blank.";
    BLANK_IN_EXPRESSION = "E0119", "blank-in-expression", "a blank inside an expression",
        wrong "Rank ($n + 1)", right "Rank ($n+1)",
        "An expression is one word: `$n-1` is a difference, and `$n -1` is two counts.";
    DETACHED_NAME = "E0120", "detached-name", "a blank between `@`, `$`, `*#` or `**#` and its name",
        wrong "Rank $ n", right "Rank $n",
        "The name of a call, a variable or a label follows its sign without a blank: `@Empty`, `$n`, `*#a`.";
    MISSING_COUNT = "E0121", "missing-count", "an axis without a count",
        wrong "Rank File 1", right "Rank * File 1",
        "After an axis, write how far the piece moves along it: `Rank 1`, `Rank +1`, `Rank 1~3`, or `Rank *` for any number.";
    STRAY_COUNT = "E0122", "stray-count", "a count without an axis",
        wrong "1 Rank", right "Rank 1",
        "A count follows the axis it is measured along: `Rank 1`. Separate counts of one axis by blanks, not commas: `File 1 3`.";
    BAD_COUNT = "E0123", "bad-count", "a count that cannot be read",
        wrong "Rank 1~$n", right "Rank $n @Where($n, 1~3)",
        "A count is a number, `*`, a range such as `1~2`, `~2` or `1~`, or an expression of numbers and variables such as `2*$n` or `$n+1`. A sign before a sum needs parentheses: `+(1+$n)`. The ends of a range are numbers; bound a variable with `@Where`.";
    MISSING_TIMES = "E0124", "missing-times", "a product without its `*`",
        wrong "*# $n *# 2$n", right "*# $n *# 2*$n",
        "A product is written with `*`: `2*$n`.";
    MISSING_CALL_NAME = "E0125", "missing-call-name", "`@` without a name",
        wrong "Rank 1 @", right "Rank 1 @Empty",
        "`@` is followed by the name of a predicate, an effect or a function.";
    MISSING_VARIABLE_NAME = "E0126", "missing-variable-name", "`$` without a name",
        wrong "Rank $", right "Rank $n",
        "`$` is followed by the name of a variable, such as `$n`. A name starts with a letter or `_`.";
    RESERVED_WORD = "E0127", "reserved-word", "a reserved word as a name",
        wrong "From 1", right "Rank 1",
        "From, To, Here, Victim, Leg, Path and Span name places, and can name neither an axis nor a label, a variable, a role, a zone or a square's coordinate.";
    UNEXPECTED_TOKEN = "E0128", "unexpected-token", "something that cannot stand here",
        wrong "Rank 1 , , File 1", right "Rank 1, File 1",
        "The string is readable up to this place, where something else is needed.";
    MISSING_ARGUMENT = "E0129", "missing-argument", "an argument without content",
        wrong "Rank 1 @Is(pawn, )", right "Rank 1 @Is(pawn)",
        "A comma inside parentheses stands between two arguments.";
    REVERSED_RANGE = "E0130", "reversed-range", "a range whose end is smaller than its start",
        wrong "File 5~2", right "File 2~5",
        "A range goes from the smaller number to the larger, both included. Against the axis, sign it: `-2~5` is 2 to 5 squares backward.";
    ANY_IN_LIST = "E0131", "any-in-list", "`*` in a longer list of counts",
        wrong "*# 2 * $n", right "*# 2*$n",
        "`*` is any number, so a list that holds it says no more than `*` alone. For a product write `2*$n`, without blanks.";
    NEGATIVE_CONSTANT = "E0132", "negative-constant", "a count below zero",
        wrong "Rank 1-3", right "Rank 1~3",
        "A count is how many squares, and never below zero; the direction is a sign in front. `1-3` is a difference; for 1 either way, or 3 backward, write `1 -3`; for 1 to 3 write `1~3`.";
    OVERFLOW = "E0133", "overflow", "a computed number larger than any board",
        wrong "Rank 999999*999999", right "Rank *",
        "Numbers go up to 999999, computed ones too.";
    AXIS_TWICE = "E0134", "axis-twice", "an axis or label named twice in one leg",
        wrong "Rank 1 Rank 2", right "Rank 1 2",
        "All steps of a leg hold at once, so an axis can have one step only. For one of several counts write a list: `Rank 1 2`; for one move after another, write two legs with `;`.";
    REST_TWICE = "E0135", "rest-twice", "two of `**` and `**#` in one leg",
        wrong "** 1 **# 2", right "** 1",
        "`**` is every axis that no other step of the leg takes, and `**#` any of them, so that a second one has none left.";
    MISSING_BLANK = "E0136", "missing-blank", "two words without a blank between them",
        wrong "Rank 1File 2", right "Rank 1 File 2",
        "A count ends at a blank, at one of , ; | ) } @ =>, or at the end.";
    LEG_NUMBER = "E0137", "leg-number", "`Leg` without its number",
        wrong "Rank 1 => @Take(Leg)", right "Rank 1 => @Take(Leg 1)",
        "`Leg 1` is where the first leg ends, `Leg 2` the second, and so on; legs are counted from 1.";
    BETZA = "E0138", "betza", "Betza notation instead of CARN",
        wrong "fmWfcF", right "Rank +1",
        "Betza notation writes a piece in letters, `R`, `mWcF`. CARN names axes and counts. `carn import betza mWcF` converts a piece to CARN.";
    MIXED_SIGNS = "W0101", "mixed-signs", "a list of counts with and without signs",
        wrong "Rank +1 2", right "Rank +1 +2",
        "A sign belongs to one count alone: `Rank +1 2` is one forward, or two either way. If that is meant, write it as two alternatives.";
}
