//! Two plies counted by what each move changes of the replies to none, against the replies to each move counted by
//! themselves: in random games, and with more pieces, fewer, and a royal elsewhere.

use std::fmt::Write as _;
use std::sync::Arc;

use carn::compile::{Natives, NoFiles, compile};
use carn::library::Shipped;
use carn::position::Position;
use carn::position::Rules;
use carn::position::core::{Core, Tables};
use carn::variant::{Piece, PlayerId, RoleId, Setup, Variant, fen};

use super::random::Random;

/// Games whose replies differ by little more than the squares of a move.
const GAMES: [&str; 43] = [
    "chess",
    "chess960",
    "xiangqi",
    "minixiangqi",
    "3check",
    "crazyhouse",
    "kingofthehill",
    "horde",
    "knightmate",
    "capablanca",
    "berolina",
    "makruk",
    "courier",
    "chigorin",
    "losalamos",
    "coregal",
    // Pawns that step as a set, or by lookup with a first move of two squares.
    "gustav3",
    "omega",
    "omicron",
    "perfect",
    "troitzky",
    "wolf",
    "glinski",
    "mccooey",
    // Promotions that a lookup's targets tell, and such as the hand tells.
    "raumschach",
    "tower",
    "grand",
    "opulent",
    "sortofalmost",
    // Ends that come when few pieces are left.
    "shatranj",
    "shatar",
    "threekings",
    // Castling that is no set of squares.
    "extinction",
    "extinction960",
    "kinglet",
    "shako",
    // Who can take must.
    "antichess",
    "giveaway",
    "codrus",
    // Nobody may give check.
    "racingkings",
    // What is taken takes others along.
    "atomic",
    "atomic960",
    "nocheckatomic",
];

fn played(tables: &Tables, variant: &Variant, random: &mut Random) -> Setup {
    let mut core = Core::new(tables, &variant.start);
    for _ in 0..random.below(60) {
        let moves = core.legal_moves();
        if moves.is_empty() {
            break;
        }
        core.play(moves[random.below(moves.len())]);
    }
    core.setup()
}

/// The same with some pieces gone, some come, and perhaps a royal elsewhere.
fn stirred(variant: &Variant, mut setup: Setup, random: &mut Random) -> Setup {
    let squares: Vec<_> = variant.board.squares().collect();
    let royal = |piece: Option<Piece>| piece.is_some_and(|piece| variant.role(piece.role).royal);
    for _ in 0..random.below(30) {
        let square = squares[random.below(squares.len())];
        let (player, role) =
            (PlayerId(random.below(2) as u8), RoleId(random.below(variant.roles.len()) as u8));
        let piece = Some(Piece { player, role }).filter(|_| random.chance(40));
        if !royal(setup.piece(square)) && !royal(piece) {
            setup.squares[square.index()] = piece;
        }
    }
    let royals: Vec<_> = setup.pieces().filter(|(_, piece)| variant.role(piece.role).royal).collect();
    if !royals.is_empty() && random.chance(50) {
        let (from, king) = royals[random.below(royals.len())];
        let to = squares[random.below(squares.len())];
        if setup.piece(to).is_none() {
            setup.squares[from.index()] = None;
            setup.squares[to.index()] = Some(king);
        }
    }
    setup.turn = random.below(2) as u16;
    setup
}

/// Few pieces on an empty board, so that lines are long.
fn strewn(variant: &Variant, random: &mut Random) -> Setup {
    let squares: Vec<_> = variant.board.squares().collect();
    let mut setup = variant.start.clone();
    let royals: Vec<Piece> =
        setup.pieces().map(|(_, piece)| piece).filter(|piece| variant.role(piece.role).royal).collect();
    setup.squares.iter_mut().for_each(|square| *square = None);
    for _ in 0..4 + random.below(36) {
        let (player, role) =
            (PlayerId(random.below(2) as u8), RoleId(random.below(variant.roles.len()) as u8));
        if !variant.role(role).royal {
            setup.squares[squares[random.below(squares.len())].index()] = Some(Piece { player, role });
        }
    }
    for royal in royals {
        setup.squares[squares[random.below(squares.len())].index()] = Some(royal);
    }
    setup.rights = 0;
    setup.turn = random.below(2) as u16;
    setup
}

/// Where a single piece decides what random positions seldom let it decide.
const HARD: [(&str, &str); 17] = [
    // A knight between king and rook goes, and castling is open.
    ("chess", "rN2k2r/pppppppp/8/8/8/8/8/4K3 w kq - 0 1"),
    // Rooks take rooks, and attack squares that the king passes.
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("chess960", "r1k2r2/8/8/8/8/8/8/R1K2R2 w FAfa - 0 1"),
    ("chess960", "rN2k2r/pppppppp/8/8/8/8/8/4K3 w ha - 0 1"),
    // The last man beside the king is taken, and the last but one.
    ("shatranj", "4k3/8/8/8/8/8/3rR3/4K3 w - - 0 1"),
    ("shatar", "4k3/7r/8/8/8/8/3rR3/4K3 w - - 0 1"),
    // The last of the horde is taken.
    ("horde", "k7/8/8/8/8/8/1r5P/8 b - - 0 1"),
    ("kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1"),
    // A general faces the other over pieces that go.
    ("xiangqi", "3k5/9/9/9/4C4/9/4c4/9/9/4K4 w - - 0 1"),
    // Who goes lets another be taken, gives somebody something to take, or is in between.
    ("antichess", "r7/8/8/N7/8/8/R7/8 w - - 0 1"),
    ("antichess", "8/8/2b5/8/8/3R4/8/8 w - - 0 1"),
    ("antichess", "8/1p6/8/8/3n4/8/P1P5/8 w - - 0 1"),
    // A king castles past squares beside the other king, where no check counts.
    ("atomic", "8/p7/8/8/8/8/1k6/R3K3 b Q - 0 1"),
    ("atomic", "8/8/8/8/8/2r5/pk6/R3K3 b Q - 0 1"),
    ("atomic", "8/3Q4/5qB1/2P5/1B6/7r/1k6/R3K2R b KQ - 0 1"),
    ("atomic", "8/8/8/1n4q1/8/1k6/5N2/R3K2R b KQ - 0 1"),
    // Who takes is taken again, by one that promotes or not.
    ("antichess", "8/8/8/8/6q1/2p5/1nP5/RK6 w - - 0 1"),
];

#[test]
fn replies_by_differences_are_so_in_hard_positions() {
    for (name, text) in HARD {
        let variant = Arc::new(carn::library::variant(name).unwrap());
        let setup = fen::parse(&variant, text).unwrap();
        let core = Core::new(&Tables::new(&variant), &setup);
        assert_eq!(core.perft(2), singly(&core), "{name}: {text}");
    }
}

/// The replies to each move, counted by themselves.
fn singly(core: &Core) -> u64 {
    let replies = core.legal_moves().into_iter().map(|m| {
        let mut after = core.clone();
        after.play(m);
        after.perft(1)
    });
    replies.sum()
}

/// Compares in so many positions of a game, half as many at least.
fn compare(name: &str, variant: &Arc<Variant>, random: &mut Random, wanted: usize) {
    let tables = Tables::new(variant);
    let rules = Rules::new((**variant).clone());
    let mut seen = 0;
    for case in 0..3 * wanted {
        let mut setup = match case % 4 {
            3 => strewn(variant, random),
            _ => played(&tables, variant, random),
        };
        if case % 4 > 0 {
            setup = stirred(variant, setup, random);
        }
        // Rights that have lost their pieces are none.
        if Position::from_setup(&rules, setup.clone()).is_err() {
            setup.rights = 0;
        }
        if Position::from_setup(&rules, setup.clone()).is_err() {
            continue;
        }
        let core = Core::new(&tables, &setup);
        assert_eq!(core.perft(2), singly(&core), "{name}: {}", fen::print(variant, &setup));
        seen += 1;
        if seen == wanted {
            break;
        }
    }
    assert!(2 * seen >= wanted, "{seen} positions of {name}");
}

#[test]
fn replies_by_differences_are_the_replies_to_each_move() {
    for (index, name) in GAMES.iter().enumerate() {
        let variant = Arc::new(carn::library::variant(name).unwrap());
        compare(name, &variant, &mut Random::new(411 + index as u64), 400);
    }
}

/// Pieces of every shape: riders that tables are too large for, leapers, a lame one, hoppers, such as take otherwise than they
/// go, pawns that leave marks and are promoted, a king that castles.
fn wide(size: usize) -> Variant {
    const LETTERS: &[u8] = b"RNBQHCDWGT";
    let middle = size / 2;
    let name = |file: usize| char::from(b'a' + file as u8);
    let mut text = format!(
        "name = \"Wide\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\"]\n\
         ranges = {{ File = \"a~{last}\", Rank = \"1~{size}\" }}\n[players]\nWhite = {{ fen = \"w\" }}\n\
         Black = {{ fen = \"b\", flip = [\"Rank\"] }}\n",
        last = name(size - 1)
    );
    let _ = write!(
        text,
        r#"
[pieces.king]
letter  = "K"
royal   = true
pattern = "**# 1"
move    = {{ name = "O-O", pattern = "File +2 @Right(K) @NotAttacked(From) @NotAttacked(File +1) => @Shift(File +3, File +1)" }}
[pieces.pawn]
letter  = "P"
capture = "Rank +1 File 1"
move    = [
    "Rank +1",
    "Rank +2 @On(Rank 2) => @Mark(Rank +1)",
    "Rank +1 File 1 @Marked => @TakeMarker",
]
promotion = {{ to = ["queen", "knight"], when = "@To(Rank {size})" }}
[pieces.rook]
letter  = "R"
pattern = "*# *"
[pieces.knight]
letter  = "N"
pattern = "*# 2 *# 1"
[pieces.bishop]
letter  = "B"
pattern = "*# $n *# $n"
[pieces.queen]
letter  = "Q"
pattern = "**# $n"
[pieces.horse]
letter  = "H"
pattern = "*#a 1 ; *#a +1 *#b 1"
[pieces.cannon]
letter  = "C"
move    = "*# *"
capture = "*# * @JumpOver(1)"
[pieces.double]
letter  = "D"
move    = "*# $n *# $n"
capture = "*# $n *# $n @JumpOver(2)"
[pieces.wall]
letter  = "W"
move    = "**# $n"
capture = "*# 2 *# 1"
[pieces.grasshopper]
letter  = "G"
pattern = "**# $n @JumpOver(1)"
[pieces.thrower]
letter  = "T"
move    = "*# $n *# $n @JumpOver(1)"
capture = "*# 3 *# 1"
[rights]
K = {{ letter = "K", squares = "File {king} {rook}, Rank 1" }}
"#,
        king = name(middle),
        rook = name(middle + 3)
    );
    // A rider that first goes three squares is no ray; on larger boards it is more than may be asked of one position.
    let letters = if size > 16 { LETTERS } else { &b"RNBQHCDWGTM"[..] };
    if size <= 16 {
        text.push_str("[pieces.marshal]\nletter = \"M\"\npattern = \"**# 3 4 5 6 7 8 9\"\n");
    }
    let officer = |file: usize| match file {
        _ if file == middle => 'K',
        _ if file == middle + 3 => 'R',
        _ if file == middle + 1 || file == middle + 2 => '1',
        _ => char::from(letters[file % letters.len()]),
    };
    let back: String = (0..size).map(officer).collect::<String>().replace("11", "2");
    let pawns = "P".repeat(size);
    let between = format!("{size}/").repeat(size - 4);
    let _ = write!(
        text,
        "[setup]\nfen = \"{}/{}/{between}{pawns}/{back} w Kk - 0 1\"\n\
         [ending]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n",
        back.to_lowercase(),
        pawns.to_lowercase()
    );
    let compiled = compile("wide.toml", &text, &NoFiles, &Natives::default());
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
    compiled.variant.unwrap_or_else(|| panic!("{codes:?}"))
}

#[test]
fn replies_by_differences_are_so_on_boards_of_many_words() {
    // Debug builds count none of these so.
    let positions = if cfg!(debug_assertions) { 4 } else { 200 };
    for size in [11, 12, 13, 14, 16, 19, 22] {
        let variant = Arc::new(wide(size));
        assert_eq!(Tables::new(&variant).fallback(), None, "{size} by {size}");
        compare(&format!("{size} by {size}"), &variant, &mut Random::new(size as u64), positions);
    }
}

/// What is told by differences beside lookups: few pawns, whose first move and whose promotions, others where they take, no set
/// tells; a runner with a right; and sentries, of which there is none to begin with and which take on a condition.
const ODD: &str = r#"
name = "Odd"
turn = ["White", "Black"]
[board]
axes   = ["File", "Rank"]
ranges = { File = "a~i", Rank = "1~9" }
[players]
White = { fen = "w" }
Black = { fen = "b", flip = ["Rank"] }
[pieces.king]
letter  = "K"
royal   = true
pattern = "**# 1"
[pieces.pawn]
letter  = "P"
move    = "Rank +1"
capture = "Rank +1 File 1"
[pieces.sergeant]
letter  = "S"
capture = "Rank +1 File 1"
move    = ["Rank +1", "Rank +2 @On(Rank 2 3) => @Mark(Rank +1)"]
promotion = { to = ["queen", "sentry"], when = "@Or(@To(Rank 9), @Opponent @To(Rank 5~8))", forced = false }
[pieces.queen]
letter  = "Q"
pattern = "**# $n"
[pieces.jumper]
letter    = "J"
pattern   = "*# 2 *# 1"
promotion = { to = ["queen", "sentry"], when = "@Or(@To(Rank 9), @Opponent)", forced = false }
[pieces.runner]
letter  = "R"
pattern = ["*# *", "Rank +2 File 2 @Right(G)"]
[pieces.sentry]
letter  = "T"
move    = "*# 1"
capture = "*# 1 *# 1 @Count(3~, Board, @Ally)"
[rights]
G = { letter = "G", squares = "File a, Rank 1" }
[setup]
fen = "rjqsksqjr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RJQSKSQJR w Gg - 0 1"
[ending]
checkmate = "loss"
stalemate = "draw"
"#;

#[test]
fn replies_by_differences_are_so_where_more_than_lookups_tell_them() {
    let compiled = compile("odd.toml", ODD, &NoFiles, &Natives::default());
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
    let variant = Arc::new(compiled.variant.unwrap_or_else(|| panic!("{codes:?}")));
    assert_eq!(Tables::new(&variant).fallback(), None);
    compare("odd", &variant, &mut Random::new(7), 1_500);
    // A pawn takes, and goes out of a sergeant's way.
    let setup = fen::parse(&variant, "k8/4s4/5j3/4P4/9/9/9/9/8K w - - 0 1").unwrap();
    let core = Core::new(&Tables::new(&variant), &setup);
    assert_eq!(core.perft(2), singly(&core));
}

/// To take is compulsory, and nobody royal: with hands, first moves, rights and promotions of all kinds, and with pieces that
/// take over others.
#[test]
fn replies_by_differences_are_so_where_who_can_take_must() {
    let giveaway = |name: &str, hands: &str| {
        format!(
            "extends = '{name}'\nname = 'Giveaway'\nrights = false\n[pieces]\nking = {{ royal = false, move = false }}\n[ending]\n\
             checkmate = false\ninsufficient = []\nends = [{{ win = '@None(Board, @Ally)' }}]\n[moves]\nmust = '@Takes'\n\
             [setup]\nfen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{hands} w - - 0 1'\n"
        )
    };
    let lance = "[pieces.lance]\nletter = \"L\"\nmove = \"Rank +1\"\ncapture = \"Rank +2\"\n";
    let odd = ODD.replace("royal   = true\n", "").replace("checkmate = \"loss\"\n", "");
    let odd = format!("{odd}[moves]\nmust = \"@Takes\"\n");
    let cannon = odd.replace("pattern   = \"*# 2 *# 1\"", "pattern   = \"*# * @JumpOver(1)\"");
    for (index, text) in
        [giveaway("chess", "") + lance, giveaway("crazyhouse", "[]"), odd, cannon].iter().enumerate()
    {
        let compiled = compile("giveaway.toml", text, &Shipped, &Natives::default());
        let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
        let variant = Arc::new(compiled.variant.unwrap_or_else(|| panic!("{codes:?}")));
        assert_eq!(Tables::new(&variant).fallback(), None);
        compare("giveaway", &variant, &mut Random::new(90 + index as u64), 800);
        // Who takes what has come there may become one of several, and who goes may have kept a lance back.
        for text in ["9/9/9/4j4/9/9/3P5/9/9 w - - 0 1", "8/3l4/3N4/3P4/8/8/8/8 w - - 0 1"] {
            if let Ok(setup) = fen::parse(&variant, text) {
                let core = Core::new(&Tables::new(&variant), &setup);
                assert_eq!(core.perft(2), singly(&core), "{text}");
            }
        }
    }
}

/// No move may give check: pieces of all shapes but pawns, kings that go like kings, like knights, or further; on small boards
/// pieces are dense, and on large ones some have more lines than are told.
#[test]
fn replies_by_differences_are_so_where_nobody_may_give_check() {
    const RIDERS: [(char, &str); 5] = [
        ('Q', "**# $n"),
        ('R', "*# *"),
        ('B', "*# $n *# $n"),
        ('N', "*# 2 *# 1"),
        ('S', "*# ~3 | *# 1 *# 1"),
    ];
    const CROWNED: [(char, &str); 6] = [
        ('R', "*# *"),
        ('B', "*# $n *# $n"),
        ('C', "*# * | *# 2 *# 1"),
        ('H', "*# $n *# $n | *# 2 *# 1"),
        ('D', "*# * | *# 1 *# 1"),
        ('W', "*# 1"),
    ];
    let games = [
        ("**# 1", &RIDERS[..], 5, "kqrbn/5/5/5/NBRQK"),
        ("**# 1", &RIDERS, 6, "kqrbns/6/6/6/6/SNBRQK"),
        ("**# 1", &RIDERS, 8, "kqrbns2/8/8/8/8/8/8/2SNBRQK"),
        ("**# 1", &RIDERS, 9, "kqrbns3/9/9/9/9/9/9/9/3SNBRQK"),
        ("**# 1 | *# 2 *# 1", &CROWNED, 5, "krb2/5/5/5/2BRK"),
        ("*# 2 *# 1", &CROWNED, 7, "krb4/7/7/7/7/7/4BRK"),
        ("*# ~2", &CROWNED, 8, "krb5/8/8/8/8/8/8/5BRK"),
    ];
    for (index, (king, pieces, size, fen)) in games.into_iter().enumerate() {
        let last = char::from(b'a' + size as u8 - 1);
        let mut text = format!(
            "name = 'Hushed'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\n\
             ranges = {{ File = 'a~{last}', Rank = '1~{size}' }}\n[moves]\nguard = '@Not(@Checks)'\n\
             [setup]\nfen = '{fen} w - - 0 1'\n[ending]\nstalemate = 'draw'\n\
             [pieces.king]\nletter = 'K'\nroyal = true\npattern = '{king}'\n"
        );
        for (letter, pattern) in pieces {
            let _ = write!(text, "[pieces.piece{letter}]\nletter = '{letter}'\npattern = '{pattern}'\n");
        }
        let compiled = compile("hushed.toml", &text, &NoFiles, &Natives::default());
        let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
        let variant = Arc::new(compiled.variant.unwrap_or_else(|| panic!("{codes:?}")));
        assert_eq!(Tables::new(&variant).fallback(), None);
        compare("hushed", &variant, &mut Random::new(170 + index as u64), 1_500);
    }
}

/// Kings and rooks that may castle, and other pieces strewn, the other king near.
fn castling(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = variant.start.clone();
    let unmoved = |piece: &Option<Piece>| {
        piece.is_none_or(|piece| !["king", "rook"].contains(&&*variant.role(piece.role).name))
    };
    setup.squares.iter_mut().filter(|piece| unmoved(piece)).for_each(|square| *square = None);
    let free: Vec<_> = variant.board.squares().filter(|&square| setup.piece(square).is_none()).collect();
    let free = |random: &mut Random| free[random.below(free.len())].index();
    let king = setup.pieces().filter(|(_, piece)| variant.role(piece.role).royal).nth(random.below(2));
    if let Some((from, king)) = king.filter(|_| random.chance(80)) {
        setup.squares[from.index()] = None;
        setup.squares[free(random)] = Some(king);
    }
    for _ in 0..random.below(9) {
        let (player, role) =
            (PlayerId(random.below(2) as u8), RoleId(random.below(variant.roles.len()) as u8));
        let to = free(random);
        if !variant.role(role).royal && setup.squares[to].is_none() {
            setup.squares[to] = Some(Piece { player, role });
        }
    }
    setup.turn = random.below(2) as u16;
    setup
}

/// A king castles past squares that are attacked, or seem to be.
#[test]
fn replies_by_differences_are_so_where_kings_castle() {
    for (index, name) in ["chess", "chess960", "atomic", "atomic960", "crazyhouse"].iter().enumerate() {
        let variant = Arc::new(carn::library::variant(name).unwrap());
        let (tables, rules) = (Tables::new(&variant), Rules::new((*variant).clone()));
        let mut random = Random::new(900 + index as u64);
        let (mut seen, cases) = (0, if cfg!(debug_assertions) { 800 } else { 2_000 });
        for _ in 0..cases {
            let mut setup = castling(&variant, &mut random);
            // The rights of who is still there.
            for right in 0..64 {
                let without = Setup { rights: setup.rights & !(1 << right), ..setup.clone() };
                if Position::from_setup(&rules, setup.clone()).is_err() && setup.rights >> right & 1 == 1 {
                    setup = without;
                }
            }
            if Position::from_setup(&rules, setup.clone()).is_err() {
                continue;
            }
            let core = Core::new(&tables, &setup);
            assert_eq!(core.perft(2), singly(&core), "{name}: {}", fen::print(&variant, &setup));
            seen += u32::from(setup.rights != 0);
        }
        assert!(seen > cases / 10, "{seen} positions of {name}");
    }
}

/// Captures sweep pieces off the board, the royal's own among them or not: whoever takes, what stands around, what stands behind;
/// with pieces that take over others, promotions of all kinds and first moves that leave marks.
#[test]
fn replies_by_differences_are_so_where_captures_sweep() {
    let chess = "extends = 'chess'\nname = 'Swept'\n";
    let pieces = "[pieces.lance]\nletter = \"L\"\nmove = \"Rank +1\"\ncapture = \"Rank +2\"\n\
                  [pieces.cannon]\nletter = \"C\"\nmove = \"*# $n\"\ncapture = \"*# * @JumpOver(1)\"\n";
    let sweeps = [
        "@Take(To)",
        "@Take(To ** ~1, @Not(@Is(pawn))) @Take(To)",
        "@Take(To) @Take(To Rank +1) @Take(To Rank +2)",
        "@Take(To) @Take(To *# 2 *# 1, @Is(king))",
    ];
    let mut games: Vec<String> =
        sweeps.iter().map(|sweep| format!("{chess}[hooks]\naftercapture = '{sweep}'\n")).collect();
    // Where only some captures sweep, replies are counted singly.
    for asked in ["@To(Rank 4~8)", "@On(Rank 4~8)", "@Any(From, @Is(rook))", "@By(White)"] {
        games.push(format!("{chess}[hooks]\naftercapture = '{asked} => {}'\n", sweeps[1]));
    }
    games.push(format!("{chess}[hooks]\naftercapture = '@Take(To Rank +1)'\n"));
    games.push(format!("{}{pieces}", games[1]));
    games.push(format!("{}{pieces}", games[3]));
    games.push(format!("{ODD}[hooks]\naftercapture = '{}'\n", sweeps[1]));
    for (index, text) in games.iter().enumerate() {
        let compiled = compile("swept.toml", text, &Shipped, &Natives::default());
        let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
        let variant = Arc::new(compiled.variant.unwrap_or_else(|| panic!("{codes:?}")));
        assert_eq!(Tables::new(&variant).fallback(), None);
        compare("swept", &variant, &mut Random::new(500 + index as u64), 800);
        // Who goes makes room for somebody who could not take there.
        if let Ok(setup) = fen::parse(&variant, "n3k3/2L5/8/8/8/8/8/4K3 w - - 0 1") {
            let core = Core::new(&Tables::new(&variant), &setup);
            assert_eq!(core.perft(2), singly(&core));
        }
    }
}

/// White's pieces, of those that walk, crowd the board; Black's are a king and a few, or what is left of them at home.
fn crowded(variant: &Variant, walkers: &[&str], random: &mut Random) -> Setup {
    let mut setup = variant.start.clone();
    let home = random.chance(50);
    let (many, few) = (random.below(60), random.below(30));
    let own = |piece: Option<Piece>| piece.is_some_and(|piece| piece.player == PlayerId(1));
    let royal = |piece: Option<Piece>| piece.is_some_and(|piece| variant.role(piece.role).royal);
    let named = |role: RoleId| walkers.contains(&&*variant.role(role).name);
    let king = variant.start.pieces().find(|(_, piece)| variant.role(piece.role).royal);
    for square in variant.board.squares() {
        let kept = home && own(setup.piece(square)) && random.chance(80);
        if kept || royal(setup.piece(square)) {
            continue;
        }
        let role = RoleId(random.below(variant.roles.len()) as u8);
        let player = PlayerId(u8::from(!random.chance(many)));
        let there = if player.0 == 0 { named(role) } else { random.chance(few) && !variant.role(role).royal };
        // Now and then another one of White's.
        let there = there || player.0 == 0 && random.chance(1) && !variant.role(role).royal;
        setup.squares[square.index()] = Some(Piece { player, role }).filter(|_| there);
    }
    if let Some((from, king)) = king.filter(|_| !home) {
        let squares: Vec<_> = variant.board.squares().collect();
        setup.squares[from.index()] = None;
        setup.squares[squares[random.below(squares.len())].index()] = Some(king);
        setup.rights = 0;
    }
    setup.turn = 0;
    setup
}

/// A player without a king, whose pieces step, among the other's: such as face each other, pass over squares, go sideways and
/// back, castle, promote or leave marks; with roles beside them that lookups do not tell, and on boards of many words.
#[test]
fn replies_by_differences_are_so_where_a_player_only_walks() {
    let walkers = ["pawn", "serf", "hound"];
    let game = |files: usize, ranks: usize, queen: &str, serf: &str| {
        let name = |file: usize| char::from(b'a' + file as u8);
        let rest = files - 8;
        let row = |letter: &str| letter.repeat(files);
        let back = format!("rn{}qk1nr", "q".repeat(rest + 1));
        let rows = [back, row("p"), row("s"), row("d"), files.to_string()];
        let rows = rows.into_iter().chain((8..ranks).map(|_| files.to_string()));
        let rows: Vec<_> = rows.chain([row("D"), row("S"), row("P")]).collect();
        format!(
            "name = 'Afoot'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~{last}', Rank = \
             '1~{ranks}' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b', flip = ['Rank'] }}\n{PIECES}{queen}{serf}\
             promotion = {{ to = ['queen', 'knight'], when = '@To(Rank {ranks})' }}\n[rights]\nK = {{ letter = 'K', squares = \
             'File {king} {rook}, Rank 1' }}\n[setup]\nfen = '{fen} w k - 0 1'\n[ending]\ncheckmate = 'loss'\nends = [{{ loss = \
             '@Count(0~2, Board, @Ally)', reason = 'too few are left' }}]\n",
            last = name(files - 1),
            king = name(files - 4),
            rook = name(files - 1),
            fen = rows.join("/"),
        )
    };
    const PIECES: &str = r#"
[pieces.king]
letter  = "K"
royal   = true
pattern = "**# 1"
move    = { name = "O-O", pattern = "File +2 @Right(K) @NotAttacked(From) @NotAttacked(File +1) => @Shift(File +3, File +1)" }
[pieces.rook]
letter  = "R"
pattern = "*# *"
[pieces.knight]
letter  = "N"
pattern = "*# 2 *# 1"
[pieces.hound]
letter  = "D"
move    = ["Rank +3", "Rank -2"]
capture = ["Rank +1 File 1", "Rank -1"]
[pieces.pawn]
letter  = "P"
capture = "Rank +1 File 1"
move    = ["Rank +1", "Rank +2 @On(Rank 2 3) => @Mark(Rank +1)", "Rank +1 File 1 @Marked => @TakeMarker"]
promotion = { to = ["queen", "knight"], when = "@Opponent @To(Rank 4~)", forced = false }
"#;
    const PLAIN: &str = "[pieces.serf]\nletter = 'S'\nmove = ['File 1', 'Rank -1']\ncapture = 'Rank +1'\n";
    // One that takes over a square.
    const LONG: &str = "[pieces.serf]\nletter = 'S'\nmove = ['File 2', 'Rank -1']\ncapture = ['Rank +2']\n";
    const QUEEN: &str = "[pieces.queen]\nletter = 'Q'\npattern = '**# $n'\n";
    const CANNON: &str = "[pieces.queen]\nletter = 'Q'\nmove = '*# $n'\ncapture = '*# * @JumpOver(1)'\n";
    let games = [
        (8, 8, QUEEN, PLAIN),
        (8, 8, QUEEN, LONG),
        (8, 8, CANNON, PLAIN),
        (9, 8, QUEEN, PLAIN),
        (12, 11, QUEEN, LONG),
        (16, 13, QUEEN, PLAIN),
    ];
    let mut all = vec![carn::library::variant("horde").unwrap()];
    for (files, ranks, queen, serf) in games {
        let compiled = compile("afoot.toml", &game(files, ranks, queen, serf), &NoFiles, &Natives::default());
        let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
        all.push(compiled.variant.unwrap_or_else(|| panic!("{codes:?}")));
    }
    for (index, variant) in all.into_iter().map(Arc::new).enumerate() {
        let (tables, rules) = (Tables::new(&variant), Rules::new((*variant).clone()));
        assert_eq!(tables.fallback(), None);
        let mut random = Random::new(300 + index as u64);
        let (mut seen, cases) = (0, if cfg!(debug_assertions) { 3_000 } else { 6_000 });
        for _ in 0..cases {
            let mut setup = crowded(&variant, &walkers, &mut random);
            if Position::from_setup(&rules, setup.clone()).is_err() {
                setup.rights = 0;
            }
            if Position::from_setup(&rules, setup.clone()).is_err() {
                continue;
            }
            let mut core = Core::new(&tables, &setup);
            // Marks are left only by moves.
            if random.chance(50) {
                let mut passed = setup.clone();
                passed.turn = 1;
                core = Core::new(&tables, &passed);
                let moves = if Position::from_setup(&rules, passed).is_ok() {
                    core.legal_moves()
                } else {
                    Vec::new()
                };
                if moves.is_empty() {
                    continue;
                }
                core.play(moves[random.below(moves.len())]);
            }
            assert_eq!(
                core.perft(2),
                singly(&core),
                "{}: {}",
                variant.name,
                fen::print(&variant, &core.setup())
            );
            seen += 1;
        }
        assert!(seen > cases / 4, "{seen} positions of {}", variant.name);
        // The only one in the king's way goes; one of the last four is taken, and of the last three.
        let hard = [
            "4k1Dr/n7/8/8/8/8/8/P2PP3 w k - 0 1",
            "k7/8/8/2n1n3/3P4/8/6n1/P2P4 w - - 0 1",
            "k7/8/8/2n1n3/3P4/8/8/P2P4 w - - 0 1",
        ];
        for text in hard {
            if let Ok(setup) = fen::parse(&variant, text) {
                let core = Core::new(&tables, &setup);
                assert_eq!(core.perft(2), singly(&core), "{}: {text}", variant.name);
            }
        }
    }
}
