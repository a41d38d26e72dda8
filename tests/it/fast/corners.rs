//! Rules of which each has a place of its own in the tables, on boards strewn with pieces, with hands filled, rights and
//! counters set as it comes: what the tables make of them must be what the literal evaluator makes of them.

use std::sync::Arc;

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::core::Tables;
use carn::variant::Variant;

use super::strewn::differs;

/// What the game is about, its pieces on 6 by 5 squares, and what follows.
const GAMES: [(&str, &str, &str); 76] = [
    (
        "pieces of either player are shifted to where they attack a royal, or stand before one",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\ns = { letter = 'S', move = '*# 1 *# 1 => @Shift(From File +1, From \
         Rank -1)' }\nc = { letter = 'C', capture = '*# 2 *# 1 @Count(1~, To *# 1, @Opponent)' }\nn = { letter = 'N', pattern = \
         '*# 2 *# 1' }\nr = { letter = 'R', pattern = '*# *' }",
        "",
    ),
    (
        "royals take some pieces as no other piece does, one or two roles, more of them, and with an effect",
        "k = { letter = 'K', royal = true, pattern = '**# 1', capture = ['Rank +* @Is(k)', 'File * @Is(r, b)', '*# 2 *# 1 \
         @Is(n) => @Mark(From)', '*# 2 @Is(r, b, n)', '*# 2 *# 2 @Occupied', '*# 3 @Ally @Is(n)'] }\nr = { letter = 'R', pattern = \
         '*# *' }\nb = { letter = 'B', pattern = '*# $n *# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "",
    ),
    (
        "a square is attacked by who could take what stands there: some take royals alone, some all but royals",
        "k = { letter = 'K', royal = true, pattern = '**# 1 @NotAttacked', capture = 'Rank +* @Is(k)' }\nr = { letter = 'R', \
         pattern = '*# * @NotAttacked' }\nw = { letter = 'W', move = '*# 1', capture = '*# * @Is(k)' }\nb = { letter = 'B', \
         capture = '*# $n *# $n @Not(@Is(k))', move = '*# 1 @Attacked' }",
        "",
    ),
    (
        "what is promoted as it takes is what a hook sees",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File \
         1', promotion = { to = ['r', 'b'], when = '@To(Rank 4~5)', forced = '@To(Rank 5)' } }\nr = { letter = 'R', pattern = \
         '*# *' }\nb = { letter = 'B', pattern = '*# $n *# $n => @Take(Rank +1)' }",
        "[hooks]\naftercapture = '@Take(To ** ~1, @Not(@Is(p, k)))'",
    ),
    (
        "a piece comes back to where it was and has taken on its way",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nl = { letter = 'L', pattern = ['**# 1', '**#a 1 @Opponent ; \
         **#a -1 => @Take(Leg 1)', '*#a 1 @Opponent ; *# 1 => @Take(Leg 1)'] }\nm = { letter = 'M', move = ['*# 1', '*#a 1 \
         @Occupied ; *#a -1 => @Take(Leg 1, @Not(@Is(k)))'] }\nr = { letter = 'R', pattern = '*# * => \
         @Take(From File +1, @Opponent)' }",
        "",
    ),
    (
        "a royal goes to one square in several ways, of which some ask whether it is safe",
        "k = { letter = 'K', royal = true, pattern = ['**# 1', 'File +1 @NotAttacked(File +1) => @Take(Rank +1, @Opponent)', 'File -1 \
         @NotAttacked(From) @NotAttacked(Rank +1) => @Shift(File -2, Rank +1)', 'Rank +2 @NotAttacked(Rank +1) \
         @Empty(Rank +1)'] }\nr = { letter = 'R', pattern = '*# *' }\np = { letter = 'P', pattern = 'Rank +1 | Rank +1 File 1 \
         @Marked => @TakeMarker' }",
        "",
    ),
    (
        "while a piece goes a chain its origin is empty, whoever asks",
        "d = { letter = 'D', move = ['{ *#a 1 @Opponent ; *#a +1 @Not(@Any(** ~1, @Is(d))) } 1~ => @Take(Leg 1)', '*# 1'], \
         promotion = { to = ['e'], when = '@Or(@To(Rank 5), @By(Black) @To(Rank 4))' } }\ne = { letter = 'E', move = ['*# 1 *# 1', \
         '{ *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 @Count(~1, ** ~1, @Ally) } 1~ @Full => @Take(Leg 1)'] }\nf = { letter = 'F', \
         move = ['*# 1', '{ *# 2 @Any(** ~1, @Opponent) @None(*# 1, @Occupied) } 1~2 => @Take(** ~1, @Opponent)'] }",
        "",
    ),
    (
        "one square is asked about twice",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\ne = { letter = 'E', \
         pattern = '*#a 2 @JumpOver(1) @Occupied(*#a +1)' }\nf = { letter = 'F', pattern = '*#a 2 *#b 2 @Empty(*#a +1 *#b +1) \
         @NoAlly(*#a +1 *#b +1) @Any(** 1, @Occupied)' }",
        "",
    ),
    (
        "runs are counted, and so is what stands along them",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\no = { letter = 'O', pattern = '*# 1 => @Flip(Runs(To **# 1, \
         @Opponent @Not(@Is(k)), @Ally, 1~2))' }\nr = { letter = 'R', pattern = '*# * @Any(Runs(To *# 1, @Occupied, @Ally, 2))' \
         }\ns = { letter = 'S', pattern = '**# 1 @Count(2~, Runs(To *# 1, @Opponent, @Ally), @Is(r, s))', move = '*# $n *# $n \
         @Count(1~, Runs(From *# 1, @Empty, @Opponent), @Any(Here *# 1, @Ally))' }",
        "",
    ),
    (
        "what was taken is dropped again where the rules allow it",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', pattern = 'Rank +1', drop = '@To(Rank 2~4) \
         @None(To Rank *, @Ally @Is(p)) @Not(@Mates)', promotion = { to = ['g'], when = '@To(Rank 4~5)', forced = '@To(Rank \
         5)' } }\ng = { letter = 'G', pattern = '*# 1', drop = false }\nr = { letter = 'R', pattern = '*# *', drop = '@Any(To \
         ** 1, @Ally) => @Take(To File 1, @Opponent @Is(p))' }\nb = { letter = 'B', pattern = '*# $n *# $n', drop = \
         '@Not(@Checks)' }",
        "[hand]\ntaken = 'taker'\ndrop = true",
    ),
    (
        "who has been lost may be what a pawn becomes",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', pattern = 'Rank +1 | Rank +1 File 1', \
         promotion = { to = ['r', 'b'], when = '@To(Rank 4~5)', stock = true } }\nr = { letter = 'R', pattern = '*# *' }\nb = { \
         letter = 'B', pattern = '*# $n *# $n' }",
        "[hand]\ntaken = 'owner'",
    ),
    (
        "rights stand for squares, for one player alone, and come and go by effects",
        "k = { letter = 'K', royal = true, pattern = ['**# 1', 'File +2 @Right(O, From) @Empty(File +1) => @Shift(File +3, File \
         +1)'] }\nr = { letter = 'R', pattern = ['*# *', 'Rank +2 @Right(L) => @Lose(L)'] }\nn = { letter = 'N', pattern = \
         ['*# 2 *# 1', 'Rank +1 @Right(L) @Right(O)', 'File 1 => @Gain(L)'] }",
        "[rights]\nO = { squares = ['File c, Rank 1', 'File f, Rank 1'], letter = 'O' }\nL = { squares = 'File a, Rank 1', letter = \
         'L' }",
    ),
    (
        "counters are asked, raised and lowered, and end the game",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = ['*# *', '*# 1 *# 1 @Counter(n, \
         1~) => @Add(n, -1)', '*# 2 *# 1 @Counter(n, 0) => @Set(n, 2)'] }\nb = { letter = 'B', pattern = '*# $n *# $n', hooks = \
         { aftercapture = '@Counter(n, ~1) => @Add(n, 1)' } }",
        "[counters]\nn = { start = 1 }\nm = {}\n[hooks]\naftermove = '@Takes => @Add(m, 1)'",
    ),
    (
        "one who can take must, the most if there is a choice of how much",
        "p = { letter = 'P', move = 'Rank +1 File 1 | *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 => @Take(Leg 1)' }\nr = { letter = \
         'R', pattern = '*# *' }\nx = { letter = 'X', move = '*# 1 => @Take(To *# 1, @Opponent)' }",
        "[moves]\nmust = ['@Takes(r)', '@Takes']\nmost = 'taken'\npass = '@Not(@Can(@Takes))'",
    ),
    (
        "nobody may give check but by mate, nor pass in check",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1' }",
        "[moves]\nguard = '@Or(@Not(@Checks), @Mates)'\npass = '@Not(@InCheck)'",
    ),
    (
        "pieces step with marks and effects, and some choose what they become",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nq = { letter = 'Q', pattern = '**# 1 => @Mark(From)' }\np = { letter = 'P', pattern = 'Rank +1 => \
         @Promote(r, b)', capture = 'Rank +1 File 1 @Marked => @TakeMarker' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter \
         = 'B', pattern = '*# $n *# $n => @Become(p)' }",
        "",
    ),
    (
        "lines jump over a number of some pieces, or over any, and look at what they jump",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nc = { letter = 'C', move = '*# *', capture = '*# * \
         @JumpOver(1, @Not(@Is(c)))' }\nd = { letter = 'D', pattern = '**# $n @JumpOver(~1, @Ally)' }\ne = { letter = 'E', \
         pattern = '*# $n *# $n @JumpOver(*)' }\nr = { letter = 'R', pattern = '*# 2 *# 1 @Ride(~2)' }",
        "",
    ),
    (
        "pieces that are nobody's stand in the way, are jumped and are pushed",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nz = { letter = 'Z', neutral = true, pattern = '*# 1' }\nr = { \
         letter = 'R', pattern = '*# *' }\nc = { letter = 'C', pattern = '*# * @JumpOver(1)', move = '*#a 1 @Is(z) => \
         @Shift(To, *#a +2)' }",
        "",
    ),
    (
        "one of two royals may be lost, and a pawn may become one",
        "k = { letter = 'K', royal = 'last', pattern = '**# 1' }\nq = { letter = 'Q', royal = 'last', pattern = '**# $n' }\np = \
         { letter = 'P', pattern = 'Rank +1 | File 1', promotion = { to = ['q', 'r'], when = '@To(Rank 5)' } }\nr = { letter = \
         'R', pattern = '*# *' }",
        "",
    ),
    (
        "what stands on it says where a piece may go, whichever way it is asked",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# * @Any(From **# 1, @Ally)' \
         }\nn = { letter = 'N', pattern = '*# 2 *# 1 @All(To *# 1, @Or(@Empty, @Ally))', capture = '*# 1 @Count(2~3, To ** \
         ~1, @Occupied)' }\nb = { letter = 'B', pattern = '*# $n *# $n @None(All, @Opponent @Is(b) @On(Rank 3~5))', move = \
         'Rank +1 @Same(Mid)' }",
        "[zones]\nAll = 'Rank 1~5'\nMid = 'File c d, Rank 2~3'",
    ),
    (
        "what follows a move of one role, of all, and of captures alone",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *', hooks = { aftermove = \
         '@Any(To *# 1, @Opponent @Is(b)) => @Take(To *# 1, @Is(b))' } }\nb = { letter = 'B', pattern = '*# $n *# $n', hooks = { \
         aftercapture = '=> @Become(n)' } }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[hooks]\naftercapture = '@Takes(n) => @Put(b, From)'",
    ),
    (
        "what is taken changes sides or stays, and who takes goes back",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *', hooks = { aftercapture = \
         '=> @Shift(To, From)' } }\nb = { letter = 'B', pattern = '*# $n *# $n', hooks = { aftercapture = '=> @Flip(To)' } }\nn = \
         { letter = 'N', pattern = '*# 2 *# 1 => @Flip(To *# 1, @Opponent @Is(r, b))' }",
        "",
    ),
    (
        "a guard asks about the position that a move leaves",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\np = { letter = 'P', move \
         = 'Rank +1', capture = 'Rank +1 File 1' }",
        "[moves]\nguard = '@After(@Not(@Any(All, @Opponent @Is(k) @Any(Here *# 1, @Ally @Is(r)))))'\n[zones]\nAll = 'Rank 1~5'",
    ),
    (
        "of several royals each must be safe, but from what a guard forbids",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = ['*# *', '*# 1 *# 1 => @Mark(To)'] }\nn = { \
         letter = 'N', pattern = '*# 2 *# 1' }",
        "[moves]\nguard = '@After(@None(All, @Opponent @Is(k) @On(Rank 1~2)))'\n[zones]\nAll = 'Rank 1~5'",
    ),
    (
        "pieces pass over each other's squares where a board goes round",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1 @Ride' }\ng = { letter = 'G', pattern = '**#a $n @Occupied ; **#a +1' }",
        "wrap",
    ),
    (
        "a step leaves marks of its own, and another one of the same piece others",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\np = { letter = 'P', move \
         = ['Rank +1', 'Rank +2 @Empty(Rank +1) => @Mark(Rank +1)', 'Rank +1 File +2 => @Mark(From)', 'Rank +2 File -1 => \
         @Mark(File -1)'], capture = 'Rank +1 File 1 | Rank +1 File 1 @Marked => @TakeMarker' }",
        "",
    ),
    (
        "the most is counted of what is promoted, too",
        "p = { letter = 'P', pattern = 'Rank +1 | Rank +1 File 1', promotion = { to = ['r', 'x'], when = '@To(Rank 4~5)', forced = \
         '@To(Rank 5)' } }\nr = { letter = 'R', pattern = '*# *' }\nx = { letter = 'X', move = '*# 1 => @Take(To *# 1, @Opponent)' \
         }",
        "[moves]\nmost = 'taken'",
    ),
    (
        "one movement with effects and one without lead to the same square",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', pattern = ['Rank +1', 'File 1', 'Rank +1 \
         @Any(** ~1, @Opponent) => @Take(Rank +1 File +1, @Opponent @Not(@Is(k)))'], promotion = { to = ['r'], when = '@To(Rank \
         5)', forced = false } }\nr = { letter = 'R', pattern = ['*# *', '*# 1 => @Take(From Rank +1, @Opponent @Not(@Is(k)))'] }",
        "",
    ),
    (
        "what follows a move may take the mover's own royal",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *', hooks = { aftermove = '=> \
         @Take(To Rank +1) @Take(From File +1)' } }\nb = { letter = 'B', pattern = '*# $n *# $n', hooks = { aftercapture = '=> \
         @Take(To *# 1)' } }",
        "",
    ),
    (
        "a promoted piece goes back to a hand as what it was, wherever it was pushed",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', pattern = 'Rank +1 | Rank +1 File 1', drop = \
         '@To(Rank 1~4)', promotion = { to = ['r'], when = '@To(Rank 5)' } }\nr = { letter = 'R', pattern = '*# *', move = '*#a 1 \
         @Empty => @Shift(*#a -1, From)' }\nb = { letter = 'B', pattern = '*# $n *# $n', move = '*# 1 => @Flip(From *# 1, @Is(r))' }",
        "[hand]\ntaken = 'taker'\nrevert = 'mark'\ndrop = true",
    ),
    (
        "a condition after the move asks about one of several pieces",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# * @After(@None(Board, @Ally @Is(r) \
         @On(Rank 3)))' }\nb = { letter = 'B', pattern = '*# $n *# $n @After(@Not(@Any(To ** 1, @Opponent @Is(b))))' }\nn = { letter = \
         'N', pattern = '*# 2 *# 1 @Count(1~2, Board, @Or(@Is(n), @Ally @Is(b)))' }",
        "",
    ),
    (
        "who is promoted with check must have taken, whether one piece steps or several step as a set",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File \
         1', promotion = { to = ['r', 'n'], when = '@To(Rank 4~5)', forced = '@To(Rank 5)' } }\nr = { letter = 'R', pattern = \
         '*# *' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[moves]\nguard = '@Or(@Not(@Checks), @Takes)'",
    ),
    (
        "who can give check must, and be promoted for it",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = 'Rank +1 | File 1', capture = 'Rank +1 \
         File 1', promotion = { to = ['r', 'n'], when = '@To(Rank 3~5)', forced = '@To(Rank 5)' } }\nr = { letter = 'R', \
         pattern = '*# *' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[moves]\nmust = ['@Checks', '@Takes(r, n)', '@Or(@Drops(n), @Passes, @Takes)']\npass = '@InCheck'",
    ),
    (
        "rights of single squares come and go, whoever has them",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = ['*# *', '*# 1 *# 1 @Right(L, From) => \
         @Lose(L, From) @Gain(O, To)'] }\nn = { letter = 'N', pattern = ['*# 2 *# 1 => @Lose(O, To) @Lose(L, From)', 'File 1 \
         @Right(O) => @Gain(L, To) @Lose(O)'] }",
        "[rights]\nO = { squares = ['File c, Rank 1', 'File b~e, Rank 2'], letter = 'O' }\nL = { squares = 'File a~f, Rank 3', \
         letter = 'L' }",
    ),
    (
        "what follows moves of some roles touches no square",
        "k = { letter = 'K', royal = true, pattern = '**# 1 @Counter(m, ~1)' }\nr = { letter = 'R', pattern = '*# *', hooks = { aftermove = \
         '=> @Add(n, 1)', aftercapture = '=> @Lose(L)' } }\nb = { letter = 'B', pattern = '*# $n *# $n @Right(L)', hooks = { aftermove = \
         '@To(Rank 3) => @Set(m, 2)' } }\nn = { letter = 'N', pattern = '*# 2 *# 1', hooks = { aftermove = '@Takes(r) => @Gain(L)', \
         aftercapture = '=> @Add(m, -1) @Set(n, m)' } }",
        "[counters]\nn = { start = 1 }\nm = {}\n[rights]\nL = { squares = 'File a, Rank 1', letter = 'L' }",
    ),
    (
        "a right for each square is asked about and lost where the move goes",
        "k = { letter = 'K', royal = true, pattern = '**# 1 | File +2 @Right(E, From File +1) => @Shift(File +3, File +1)' }\nr = { letter = \
         'R', pattern = ['*# *', '*# 1 *# 1 @Right(E, From) => @Lose(E, From) @Gain(E, To)'] }\nn = { letter = 'N', pattern = ['*# 2 *# 1 => \
         @Lose(E, To)', 'File 1 @Not(@Right(E, To)) => @Gain(E, From)'] }",
        "[rights]\nE = { each = 'Rank 1', letters = 'File' }",
    ),
    (
        "a royal goes with another piece that comes beside it, beyond it or between, asking of several squares",
        "k = { letter = 'K', royal = true, pattern = ['**# 1', 'File +2 @NotAttacked(From) @NotAttacked(File +1) @NotAttacked(File \
         +2) @Empty(File +1) => @Shift(File +3, File +1)', 'File -2 @NotAttacked(File -1) => @Shift(File -1, From)', 'Rank +2 \
         @Empty(Rank +1) => @Shift(File +1, Rank +3)', 'File +3 @NotAttacked(File +2) => @Shift(Rank +1, File +2)', 'File -1 \
         @NotAttacked(Rank +1) => @Shift(File +1, Rank +1)'] }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', pattern = \
         '*# $n *# $n' }\nc = { letter = 'C', move = '*# *', capture = '*# * @JumpOver(1)' }",
        "",
    ),
    (
        "movements of one piece to one square differ in what they take and mark",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = ['Rank +1', 'File 1 => @Mark(From)', 'Rank \
         +1 File 1 => @Mark(To)'], capture = ['File 1', 'Rank +1 => @Mark(Rank +1)', 'Rank +1 File 1', 'Rank +1 File 1 @Marked => \
         @TakeMarker'] }\nr = { letter = 'R', pattern = '*# *' }\nq = { letter = 'Q', pattern = 'Rank 1 | *# 1 => @Mark(From)', \
         move = 'File 2 | *# 2 => @Mark(From)' }",
        "",
    ),
    (
        "what follows moves of a royal may take it, as it comes, as it goes and from where it stood",
        "k = { letter = 'K', royal = true, pattern = '**# 1', hooks = { aftermove = '@Any(To *# 1, @Is(r)) => @Take(From ** ~1, \
         @Is(n))', aftercapture = '=> @Take(To ** ~1, @Opponent)' } }\nr = { letter = 'R', pattern = '*# *', hooks = { aftercapture = \
         '=> @Take(To ** ~1, @Is(n, k))' } }\nn = { letter = 'N', pattern = '*# 2 *# 1', hooks = { aftermove = '=> @Take(From *# 2, \
         @Count(1~, *# 1, @Is(r)))' } }",
        "",
    ),
    (
        "what is asked of every move may ask whether another could be made, after it or before",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = \
         '*# 2 *# 1' }",
        "[moves]\nguard = ['@Or(@Takes, @Not(@Checks))', '@Or(@Not(@Takes(r)), @InCheck, @Any(To *# 1, @Ally))', \
         '@After(@Not(@Any(All, @Ally @Is(n) @On(Rank 5))))']\n[zones]\nAll = 'Rank 1~5'",
    ),
    (
        "a guard on a place of its own holds of replies where it stands aside, and not elsewhere",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', pattern = \
         '*# $n *# $n' }",
        "[moves]\nguard = '@Or(@Not(@After(@Any(All, @Opponent @Is(k) @Any(Here *# 1, @Empty)))), @After(@Count(~1, All, @Opponent \
         @Is(k))), @Passes)'\n[zones]\nAll = 'Rank 1~5'",
    ),
    (
        "pieces are put, brought from hands and chosen as a move goes",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = ['*# *', '*# 1 *# 1 @Empty(From Rank +1) \
         => @Put(n, From Rank +1)', '*# 2 => @ToHand(From File 1)'], drop = true }\nn = { letter = 'N', pattern = ['*# 2 *# 1', \
         'Rank +1 => @Drop(n, From)', 'Rank -1 => @Promote(r, n)'], drop = '@Not(@Checks)' }",
        "[hand]\ntaken = 'taker'\ndrop = true",
    ),
    (
        "lines that some block and others do not, from both sides, with a shield that may go",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# * | *# 1 *# 2' }\nc = { letter = 'C', \
         pattern = '**# $n @JumpOver(1~2)' }\ne = { letter = 'E', pattern = '*#a 2 *#b 2 @Empty(*#a +1 *#b +1) | *#a 2 \
         @Occupied(*#a +1)' }\nh = { letter = 'H', pattern = '*#a 1 ; *#a +1 *#b 1', move = '**# $n' }\nt = { letter = 'T', pattern \
         = '*# * @Any(Rank 1 File 1, @Empty) | **# 3 @JumpOver(~2, @Opponent)' }",
        "",
    ),
    (
        "what comes back to where it began and has pieces change sides takes none, and attacks none",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *', move = 'File 1 ; File 1 => @Flip(Rank \
         +1~2, @Opponent)' }\nn = { letter = 'N', pattern = '*# 2 *# 1', move = '*# 1 ; *# 1 @NotAttacked => @Flip(** ~1, @Opponent)' }",
        "",
    ),
    (
        "whether a step promotes depends on what it takes, and what follows takes the marker",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = 'Rank +1 | Rank +2 @Empty(Rank +1) => \
         @Mark(Rank +1)', capture = 'Rank +1 | Rank +1 File 1', promotion = { to = ['r', 'n'], when = '@Or(@Takes, @To(Rank 5))', \
         forced = '@To(Rank 4~5)' } }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[hooks]\naftermove = '@Any(To *# 1, @Is(r)) => @TakeMarker'",
    ),
    (
        "who has something in hand must drop it, though everybody may pass",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *', drop = '@To(Middle)' }\nn = { \
         letter = 'N', pattern = '*# 2 *# 1', drop = ['@Any(To *# 1, @Opponent @Checks)', '@To(Middle)'] }",
        "[hand]\ntaken = 'taker'\n[moves]\nmust = ['@Drops(r)', '@Drops']\npass = true\n[zones]\nMiddle = 'Rank 3'",
    ),
    (
        "what a player must do hangs on what stands where, and on check",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = \
         '*# 2 *# 1' }",
        "[moves]\nmust = ['@InCheck => @Takes', '@Any(Middle, @Ally @Is(n)) => @Takes(r)', '@Count(3~, Middle) => @Checks', \
         '@None(Middle) => @Or(@Checks, @Takes(n))']\n[zones]\nMiddle = 'Rank 3'",
    ),
    (
        "squares beside one another are asked for the same, and for something else",
        "k = { letter = 'K', royal = true, pattern = ['**# 1', '*# 2 @Any(All, @Ally @Opponent(File +1))'] }\nr = { letter = 'R', \
         pattern = ['*# * @Any(All, @Ally @Ally(File +1) @Opponent(Rank +1))', '*# 1 *# 1 @Any(All, @Empty @Empty(File +1) \
         @Opponent(File +2))', '*# 1 @Any(All, @Is(r) @Is(r, File +1) @Is(r, Rank +1))'] }\nn = { letter = 'N', pattern = ['*# 2 *# 1 \
         @None(All, @Opponent @Opponent(File +1) @Opponent(Rank +1 File +1) @Is(n))', '*# 1 @Count(2~, All, @Ally @Is(r) @Ally(Rank \
         +1) @Is(r, Rank +1))'] }",
        "[moves]\nguard = ['@Or(@Takes, @After(@None(All, @Opponent @Is(r) @Count(1, File +1, @Opponent @Is(n)))))', '@Or(@Takes, \
         @After(@None(All, @Ally @Is(n) @Count(2, Rank +1~2, @Ally @Is(n)))))']\n[zones]\nAll = 'Rank 1~5'",
    ),
    (
        "nobody may give check, and who stands in a line of either player's may not leave it",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', \
         pattern = '*# $n *# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[moves]\nguard = '@Not(@Checks)'",
    ),
    (
        "what stands beside what is asked of two squares at once",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1' }",
        "[moves]\nguard = ['@After(@None(All, @Ally @Is(r) @Any(Here Rank +1, @Opponent @Is(n))))', '@After(@None(All, @Ally \
         @Is(n) @On(Rank 2~4) @Any(Here File +1, @Ally @Is(n))))', '@None(All, @Opponent @Is(n) @Takes)']\n[zones]\nAll = \
         'Rank 1~5'",
    ),
    (
        "what a guard asks about pieces that are not royal is asked of replies, too",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1' }",
        "[moves]\nguard = '@After(@Count(~1, All, @Opponent @Is(n)))'\n[zones]\nAll = 'Rank 1~5'",
    ),
    (
        "the same is put in two orders",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nm = { letter = 'M', \
         pattern = ['*# 1', 'Rank +1 @Empty(From File +1) @Empty(From File -1) => @Put(r, From File +1) @Put(r, From File \
         -1)', 'Rank +1 @Empty(From File +1) @Empty(From File -1) => @Put(r, From File -1) @Put(r, From File +1)'] }",
        "",
    ),
    (
        "whether a step promotes depends on what stands elsewhere",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\np = { letter = 'P', \
         move = 'Rank +1', capture = 'Rank +1 File 1', promotion = { to = ['r', 'n'], when = '@Is(r, n, p, From File +1)', \
         forced = '@Not(@Is(r, From Rank -1))' } }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "",
    ),
    (
        "who must promote and has nothing to become takes nothing, and attacks nothing",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\np = { letter = 'P', \
         move = 'Rank +1', capture = 'Rank +1 File 1 @Not(@Marked(From))', promotion = { to = ['r'], when = '@Occupied(From \
         Rank -1)', forced = true, stock = true } }",
        "[hand]\ntaken = 'owner'",
    ),
    (
        "what follows a move takes pieces of one kind around where it ends, its origin included",
        "k = { letter = 'K', royal = true, pattern = '**# 1', hooks = { aftermove = '=> @Take(To ** ~1, @Is(n))' } }\nr = { \
         letter = 'R', pattern = '*# *', hooks = { aftermove = '=> @Take(To ** ~1, @Is(n, r))' } }\nn = { letter = 'N', \
         pattern = '*# 2 *# 1 | *# 1', hooks = { aftercapture = '=> @Take(To ** ~1, @Not(@Is(k, n)))' } }",
        "",
    ),
    (
        "what comes encloses, once the middle is full; who cannot passes, and what ends the game never comes between",
        "d = { letter = 'D', supply = true, drop = ['@To(Mid) @Any(Mid, @Empty)', '@None(Mid, @Empty) @Any(Runs(To **# 1, @Opponent, \
         @Ally)) => @Flip(Runs(To **# 1, @Opponent, @Ally))'] }\ne = { letter = 'E' }",
        "[zones]\nMid = 'File c, Rank 2~3'\n[moves]\npass = '@Not(@Can)'\n[ending]\nends = [{ win = '@Or(@None(Board, @Empty), \
         @Passed(2)) @More' }, { draw = '@Or(@None(Board, @Empty), @Passed(2))' }]",
    ),
    (
        "what comes encloses along some lines on some squares, and who cannot has ended the game",
        "d = { letter = 'D', supply = true, drop = '@To(Part) @Any(Runs(To *# 1 *# 1, @Opponent, @Ally)) => @Flip(Runs(To *# 1 *# \
         1, @Opponent, @Ally))' }",
        "[zones]\nPart = 'Rank 1~4'\n[ending]\nends = [{ win = '@Or(@None(Board, @Empty), @Not(@Can)) @More' }, { draw = \
         '@Or(@None(Board, @Empty), @Not(@Can))' }]",
    ),
    (
        "what comes encloses, and the game may end though somebody could move",
        "d = { letter = 'D', supply = true, drop = '@Any(Runs(To **# 1, @Opponent, @Ally)) => @Flip(Runs(To **# 1, @Opponent, @Ally))' }",
        "[moves]\npass = '@Not(@Can)'\n[ending]\nends = [{ win = '@None(Board, @Opponent)' }, { draw = '@Count(~9, Board, \
         @Empty)' }]",
    ),
    (
        "what comes encloses around a board, and turns over another line than it asks for",
        "d = { letter = 'D', supply = true, drop = '@Any(Runs(To *# 1, @Opponent, @Ally)) => @Flip(Runs(To **# 1, @Opponent, @Ally))' }",
        "wrap",
    ),
    (
        "what comes encloses around a board",
        "d = { letter = 'D', supply = true, drop = '@Any(Runs(To **# 1, @Opponent, @Ally)) => @Flip(Runs(To **# 1, @Opponent, @Ally))' }",
        "wrap",
    ),
    (
        "who can take must take, and no royal forbids it: promotions, marks and rights beside plain moves",
        "p = { letter = 'P', move = 'Rank +1 | Rank +2 @Empty(Rank +1) => @Mark(Rank +1)', capture = 'Rank +1 File 1 | Rank +1 File 1 \
         @Marked => @TakeMarker', promotion = { to = ['r', 'n'], when = '@Or(@Takes, @To(Rank 5))', forced = '@To(Rank 5)' } }\nr = { \
         letter = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[moves]\nmust = '@Takes'",
    ),
    (
        "what attacks a royal asks twice about one square, and shields ask, too",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# * @None(Path, @Is(n))' }\nt = { letter = \
         'T', pattern = '*#a 3 @JumpOver(~1) @None(Path, @Ally @Is(n)) | *#a 2 @Not(@Is(n, *#a +1)) | *#a 2 *#b 2 @Empty(*#a +1 *#b +1) \
         @Not(@Ally(*#a +1 *#b +1))' }\nn = { letter = 'N', pattern = '*# 2 *# 1 @Not(@Is(r))', promotion = { to = 't', when = '@Opponent', \
         forced = '@Or(@Opponent, @Is(t))' } }",
        "",
    ),
    (
        "what follows moves belongs to one of the players, of some pieces alone",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *', hooks = { aftermove = '@By(White) => @Take(To \
         Rank +1, @Not(@Is(k)))' } }\nn = { letter = 'N', pattern = '*# 2 *# 1', hooks = { aftercapture = '@By(Black) => @Take(From, \
         @Opponent) @Become(r)' } }",
        "",
    ),
    (
        "the same, and nobody is royal",
        "r = { letter = 'R', pattern = '*# *', hooks = { aftermove = '@By(White) => @Take(To Rank +1)' } }\nn = { letter = 'N', pattern = '*# 2 *# 1 \
         | Rank +1', promotion = { to = 'r', when = '@To(Rank 5)' }, hooks = { aftercapture = '@By(Black) => @Take(To ** ~1, @Opponent)' } }",
        "",
    ),
    (
        "steps that leave marks, and steps that do not, promote and are asked what they leave",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\np = { letter = 'P', move = 'Rank +1 | Rank +2 @Empty(Rank +1) => @Mark(Rank \
         +1)', capture = 'Rank +1 File 1 | Rank +1 File 1 @Empty @Marked => @TakeMarker', promotion = { to = ['r', 'q'], when = '@To(Rank \
         4~5)', forced = '@To(Rank 5)' } }\nq = { letter = 'Q', move = 'File 1 | File 2 => @Mark(File 1)', promotion = { to = 'r', when = \
         '@On(Rank 5)' } }\nr = { letter = 'R', pattern = '*# *' }",
        "[moves]\nguard = '@Or(@Takes, @After(@Count(~3, Top, @Ally)))'\n[zones]\nTop = 'Rank 4~5'",
    ),
    (
        "a royal and another piece of its own change squares at once, seen over none, one or two pieces",
        "k = { letter = 'K', royal = true, pattern = '**# 1', move = ['File +2 @Empty(File +1) @NotAttacked(From) @NotAttacked(File +1) => \
         @Shift(File +3, File +1)', 'File -2 @Empty(File -1) @NotAttacked(File -1) => @Shift(File -3, File -1)', 'Rank +2 @Empty(Rank +1) \
         @NotAttacked(Rank +1) => @Shift(Rank +3, Rank +1)'] }\nr = { letter = 'R', pattern = '*# *' }\nc = { letter = 'C', pattern = '*# * \
         @JumpOver(1)' }\nh = { letter = 'H', pattern = '*# ~3 | **# * @JumpOver(2)' }\nl = { letter = 'L', pattern = '*# 3 | *# 2 *# 1 | *# \
         $n *# $n' }",
        "",
    ),
    (
        "the same where lines are short, and shields attack what they shield from",
        "k = { letter = 'K', royal = true, pattern = '**# 1', move = ['File +2 @Empty(File +1) @NotAttacked(From) @NotAttacked(File +1) => \
         @Shift(File +3, File +1)', 'Rank +1 File +1 @Empty(File +1) @NotAttacked(File +1) => @Shift(Rank +1, File +1)', 'File -2 \
         @NotAttacked(From) @NotAttacked(File -1) => @Shift(Rank +1, File -1)'] }\nr = { letter = 'R', pattern = '*# * | **# $n @JumpOver(1)' \
         }\nc = { letter = 'C', pattern = 'Rank * | File 3' }\nn = { letter = 'N', pattern = 'File * | *#a 2 *#b 1 @Empty(*#a +1)' }",
        "",
    ),
    (
        "lines tell who attacks but while some pieces are there, which a pawn may become",
        "k = { letter = 'K', royal = true, pattern = '**# 1', move = 'File +2 @Right(O) @NotAttacked(From) @NotAttacked(File \
         +1) => @Shift(File +3, File +1)' }\nr = { letter = 'R', pattern = '*# *' }\nc = { letter = 'C', pattern = '**#a 1 \
         @Occupied ; **#a +$m' }\ng = { letter = 'G', pattern = '**#a $n @Occupied ; **#a +$m @Occupied ; **#a +1' }\na = { letter \
         = 'A', pattern = '*# 2 *# 1 @Any(To ** 1, @Ally)' }\np = { letter = 'P', pattern = 'Rank +1 | Rank +1 File 1', promotion \
         = { to = ['c', 'g', 'a', 'r'], when = '@To(Rank 5)' } }",
        "[rights]\nO = { squares = 'File c, Rank 1', letter = 'O' }",
    ),
    (
        "general movements of a piece ask the same, but for who stands on some squares, or who comes from the hand",
        "k = { letter = 'K', royal = true, pattern = '**# 1', move = ['File +2 @Right(O, From) @Empty(File +1) => @Shift(File +3, File \
         +1)', 'File -1 @Right(O, From) => @Drop(n, q, From)'] }\nr = { letter = 'R', pattern = ['*# *', '*# * @Right(O, From) => \
         @Drop(n, q, From)', '*# 1 *# 1 @NotAttacked(From) @Empty(File +1) @Empty(File -1)'] }\nc = { letter = 'C', pattern = '*# * \
         @JumpOver(1, @Not(@Is(c))) @Not(@Is(c))' }\nb = { letter = 'B', pattern = ['*# $n *# $n @None(Rank 1, @Opponent @Is(n))', \
         '*# 1 @Right(O, From) @None(Rank 1, @Opponent @Is(n)) => @Drop(n, From)'] }\nn = { letter = 'N', pattern = ['*# 2 *# 1', '*# 2 \
         @JumpOver(*) => @Mark(From)'] }\nq = { letter = 'Q', pattern = '**# $n @JumpOver(1, @Is(b, n)) @Not(@Is(r))' }",
        "[rights.O]\neach = 'Rank 1'\nletters = 'File'\n[hand]\ntaken = 'taker'\ndrop = false",
    ),
    (
        "nobody may give check, by promotions and by pieces that go beside a royal either",
        "k = { letter = 'K', royal = true, pattern = ['**# 1', 'File +2 @Right(O) @NotAttacked(From) @NotAttacked(File +1) @Empty(File \
         +1) => @Shift(File +3, File +1)'] }\np = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1', promotion = { to = \
         ['r', 'q'], when = '@To(Rank 4~5)', forced = '@To(Rank 5)' } }\nr = { letter = 'R', pattern = '*# *' }\nq = { \
         letter = 'Q', pattern = '**# $n' }\nb = { letter = 'B', pattern = '*# $n *# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[moves]\nguard = '@Not(@Checks)'\n[rights]\nO = { squares = 'File c, Rank 1', letter = 'O' }",
    ),
    (
        "nobody may give check, by what is dropped or what goes along a line of its own",
        "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\nb = { letter = 'B', pattern = \
         '*# $n *# $n' }\nq = { letter = 'Q', pattern = '**# $n' }",
        "[moves]\nguard = '@Not(@Checks)'\n[hand]\ntaken = 'taker'\ndrop = true",
    ),
    (
        "who is in check does what others may not, and may not do what others may",
        "k = { letter = 'K', royal = true, pattern = '**# 1', move = ['File +2 @Not(@InCheck) @NotAttacked(File -1) @Own(File +1) => \
         @Shift(File +1, File -1)', '*# 2 *# 1 @InCheck'] }\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', move = '*# 2 \
         *# 1 @Or(@InCheck, @On(Rank 1~3))', capture = '*# 2 *# 1 @Not(@InCheck, @Opponent(File +1))' }\nb = { letter = 'B', pattern \
         = '*# $n *# $n @InCheck => @Take(To *# 1, @Opponent)' }",
        "",
    ),
    (
        "of several royals one must be safe, and who is in check may shift and drop pieces, whose captures are replies nevertheless",
        "k = { letter = 'K', royal = 'one', pattern = '**# 1' }\nr = { letter = 'R', capture = '*# * @InCheck', move = '*# *' }\np = { \
         letter = 'P', move = 'Rank +1 @Not(@InCheck) => @Shift(From File +1, From Rank -1)', capture = 'Rank +1 File 1 @Attacked(From) \
         @InCheck', drop = '@InCheck' }",
        "[hand]\ntaken = 'taker'\ndrop = true",
    ),
    (
        "royals of three kinds, all of which must be safe; two of them take some pieces as no other piece does, and one castles",
        "k = { letter = 'K', royal = true, pattern = '**# 1', capture = 'Rank +* @Is(k, q)', move = 'File +2 @NotAttacked(From) \
         @NotAttacked(File -1) @NotAttacked(To) @Own(File +1) => @Shift(File +1, File -1)' }\nd = { letter = 'D', royal = true, \
         pattern = '*# 1', capture = '*# 2 *# 2 @Is(r, n)' }\nq = { letter = 'Q', royal = true, pattern = '**# $n' }\nr = { letter \
         = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = '*# 2 *# 1 @Not(@Is(q))' }",
        "",
    ),
    (
        "royals of four kinds of which the last counts, pawns that become one, and captures that blow up what is beside",
        "k = { letter = 'K', royal = 'last', pattern = '**# 1' }\nd = { letter = 'D', royal = 'last', pattern = '*# 1' }\nf = { \
         letter = 'F', royal = 'last', pattern = '*# $n *# $n' }\nr = { letter = 'R', royal = 'last', pattern = '*# *' }\np = { \
         letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1', promotion = { to = ['d', 'r', 'n'], when = '@To(Rank 4~5)', \
         forced = '@To(Rank 5)' } }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[hooks]\naftercapture = '@Take(To *# 1, @Not(@Is(p, k)))'",
    ),
    (
        "royals of three kinds of which one must be safe, where pieces change sides and what is taken may become royal",
        "k = { letter = 'K', royal = 'one', pattern = '**# 1' }\nd = { letter = 'D', royal = 'one', pattern = '*# 1' }\nf = { letter \
         = 'F', royal = 'one', pattern = '*# $n *# $n' }\nr = { letter = 'R', pattern = '*# * => @Flip(To *# 1, @Opponent)' }\nn = { \
         letter = 'N', move = '*# 2 *# 1', capture = '*# 2 *# 1 => @Become(d)' }",
        "",
    ),
];

/// The squares of the games above.
const SMALL: (&str, u16) = ("a~f", 5);
/// More of them: sets of squares are long there, and lines too long for a table.
const WIDE: (&str, u16) = ("a~n", 11);

fn game(pieces: &str, rest: &str, (files, ranks): (&str, u16)) -> Result<Variant, String> {
    let (wrap, rest) = if rest == "wrap" { ("wrap = 'File'\n", "") } else { ("", rest) };
    let (rest, ends) = rest.split_once("[ending]\n").unwrap_or((rest, ""));
    let royal = pieces.contains("royal =");
    let (ending, kings) = match royal {
        true => ("checkmate = 'loss'\n", ["k = 'c1', ", "k = 'c5', "]),
        false => ("", ["", ""]),
    };
    let text = format!(
        "name = 'Corners'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '{files}', Rank = \
         '1~{ranks}' }}\n{wrap}[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b', flip = ['Rank'] }}\n{rest}\n[setup]\npieces = \
         {{ White = {{ {}{} = 'a1 f1' }}, Black = {{ {}{} = 'a5 f5' }} }}\n[ending]\n{ending}{ends}\nstalemate = \
         'draw'\n[pieces]\n{pieces}\n",
        kings[0],
        second(pieces),
        kings[1],
        second(pieces),
    );
    let compiled = compile("corners.toml", &text, &Shipped, &Natives::default());
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|one| one.is_error()).map(|one| one.message.as_str()).collect();
    let errors = errors.join(", ");
    compiled.variant.ok_or(errors)
}

/// The piece that stands on the corners at the start.
fn second(pieces: &str) -> &str {
    if pieces.contains("\nr = ") { "r" } else { &pieces[..1] }
}

/// Every so many of the games, in so many positions: tables for the processor at hand, and for any.
fn all_agree(size: (&str, u16), step: usize, positions: usize) {
    let mut wrong = Vec::new();
    for (index, (about, pieces, rest)) in GAMES.iter().enumerate().step_by(step) {
        let found = game(pieces, rest, size).and_then(|variant| {
            let variant = Arc::new(variant);
            let seed = 4_001 + index as u64;
            let mut kinds = vec![(Tables::new(&variant), positions)];
            if step == 1 {
                kinds.push((Tables::portable(&variant), positions / 4));
            }
            for (tables, positions) in kinds {
                if let Some(reason) = tables.fallback() {
                    return Err(format!("no tables: {reason}"));
                }
                differs(&variant, &tables, seed, positions)?;
            }
            Ok(())
        });
        wrong.extend(found.err().map(|error| format!("{about}: {error}\n{pieces}\n{rest}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn each_rule_means_the_same_in_any_position() {
    all_agree(SMALL, 1, if cfg!(debug_assertions) { 40 } else { 80 });
}

#[test]
fn each_rule_means_the_same_on_a_wide_board() {
    all_agree(WIDE, if cfg!(debug_assertions) { 6 } else { 3 }, 4);
}

/// Moves that give no check are counted as sets where lines tell of them: beside steps, promotions, castling, screens, blasts
/// and hands.
#[test]
fn where_no_move_may_give_check_tables_find_those_that_give_none() {
    for (seed, base) in ["chess", "makruk", "xiangqi", "atomic", "crazyhouse"].into_iter().enumerate() {
        let text = format!("name = 'Quiet'\nextends = '{base}'\n[moves]\nguard = '@Not(@Checks)'\n");
        let compiled = compile("quiet.toml", &text, &Shipped, &Natives::default());
        let variant = Arc::new(compiled.variant.unwrap());
        let tables = Tables::new(&variant);
        assert_eq!(tables.fallback(), None, "{base}");
        let found = differs(&variant, &tables, 7_001 + seed as u64, 60);
        assert!(found.is_ok(), "{base}: {}", found.err().unwrap_or_default());
    }
}

/// Whether a move gives check is asked of the position that it leaves, hooks included: tables, which ask before anything is
/// counted, leave games to the literal evaluator where that could matter.
#[test]
fn counters_that_follow_check_are_not_asked_by_movements() {
    let pieces = |asked: &str| {
        format!(
            "k = {{ letter = 'K', royal = true, pattern = '**# 1' }}\nr = {{ letter = 'R', pattern = ['*# *', '*# 2 *# 1 \
             @Counter({asked}, 0)'] }}"
        )
    };
    let fallback = |asked: &str, hook: &str| {
        let rest = format!("[counters]\nn = {{ start = 1 }}\nm = {{}}\n[hooks]\naftermove = '{hook}'");
        Tables::new(&Arc::new(game(&pieces(asked), &rest, SMALL).unwrap())).fallback()
    };
    assert_eq!(fallback("m", "@Checks => @Add(n, -1)"), None);
    assert_eq!(fallback("n", "@Takes => @Add(n, -1)"), None);
    assert!(fallback("n", "@Checks => @Add(n, -1)").is_some());
    assert!(fallback("n", "@After(@Counter(n, 0)) => @Add(n, -1)").is_some());
}
