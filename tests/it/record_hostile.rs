//! Untrusted records: each is processed within a second, and readable parts are kept.

use crate::timed::{timed, within};
use carn::library;
use carn::notation::{self, SanReader};
use carn::position::Position;
use carn::record::replay::{Known, MoveReader};
use carn::record::{Encoding, Game, NodeId, ProblemKind, pgn, sgf};
use carn::variant::Script;

#[test]
fn nested_parentheses_of_pgn() {
    const N: usize = 100_000;
    // Nothing but parentheses, closed and not.
    for text in ["(".repeat(N), "(".repeat(N) + &")".repeat(N), ")".repeat(N)] {
        let parsed = timed(|| pgn::read(&text));
        assert_eq!(parsed.games.len(), 1);
        assert!(!parsed.problems.is_empty());
    }
    // Each variation in the one before: a tree of depth N.
    let text = "a b ".to_owned() + &"(c d ".repeat(N) + &")".repeat(N) + " *";
    let parsed = timed(|| pgn::read(&text));
    assert!(parsed.problems.is_empty());
    assert_eq!(parsed.games[0].len(), 3 + 2 * N);
    let written = timed(|| pgn::write(&parsed.games));
    assert!(timed(|| pgn::read(&written)).games == parsed.games);
    let copy = timed(|| parsed.games[0].clone());
    assert!(copy == parsed.games[0]);
    // And never closed: nothing is lost but the parentheses.
    let parsed = timed(|| pgn::read(&("a b ".to_owned() + &"(c d ".repeat(N))));
    assert_eq!(parsed.games[0].len(), 3 + 2 * N);
    assert_eq!(parsed.problems[0].kind, ProblemKind::UnclosedVariation);
}

#[test]
fn a_long_line_of_pgn() {
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(50_000);
    let parsed = timed(|| pgn::read(&text));
    assert_eq!(parsed.games[0].main_line().count(), 200_001);
    let written = timed(|| pgn::write(&parsed.games));
    assert!(timed(|| pgn::read(&written)).games == parsed.games);
}

#[test]
fn long_words_are_no_moves() {
    for name in ["chess", "crazyhouse", "xiangqi", "shogi", "draughts"] {
        let rules = library::rules(name).unwrap();
        let position = Position::start(&rules);
        for part in ["e4", "N", "x", "1", "+", "P@", "@", "a1-", "七", "~1"] {
            let text = part.repeat((1 << 20) / part.len());
            for (_, script) in Script::NAMED {
                assert!(timed(|| notation::read(&position, &text, &[*script])).is_err());
            }
            assert!(timed(|| MoveReader::new(&rules).read(&position, &text)).is_err());
            let san = SanReader::new(rules.variant());
            assert!(timed(|| san.read_at(&position, &text, &mut vec![])).is_err());
            // The reason too.
            let known = Known { rules: rules.clone(), hash: None };
            let mut game = Game::new(known);
            assert!(timed(|| game.play_text(&text)).is_err());
        }
    }
}

#[test]
fn long_comments_of_pgn() {
    let long = "long comment ".repeat(80_000);
    let parsed = timed(|| pgn::read(&format!("1. e4 {{{long}}} e5 *")));
    assert!(parsed.problems.is_empty());
    let e4 = parsed.games[0].main_line().nth(1).unwrap();
    assert!(parsed.games[0][e4].comments().eq([&*long]));
    assert_eq!(parsed.games[0].len(), 3);
    let written = timed(|| pgn::write(&parsed.games));
    assert!(timed(|| pgn::read(&written)).games == parsed.games);
    for (opener, kind) in [("{", Some(ProblemKind::UnclosedComment)), (";", None)] {
        let parsed = timed(|| pgn::read(&format!("1. e4 {opener}{long}")));
        assert_eq!(parsed.problems.first().map(|problem| problem.kind), kind);
        let e4 = parsed.games[0].main_line().nth(1).unwrap();
        assert!(parsed.games[0][e4].comments().eq([&*long]));
    }
    // A megabyte of openers, of words, of tags, of dots, of carriage returns in a comment.
    for hostile in
        ["{", "[", "[a \"", "a", "a!", "$", ".", "1", "1.", ";", "\0", "\"", "%", "\\", "½", ";\r", "*"]
    {
        let text = hostile.repeat((1 << 20) / hostile.len());
        timed(|| pgn::read(&text));
        timed(|| pgn::read(&format!("1. e4 {text}\n\n[Event \"x\"]\n1. d4 *")));
        timed(|| pgn::read(&format!(";{text}{}", "\r".repeat(3 << 20))));
    }
}

#[test]
fn odd_bytes_of_pgn() {
    let parsed = timed(|| pgn::read_bytes(b"1. e4 \0\0 e5 \x01 *", None));
    assert_eq!(parsed.games[0].len(), 3);
    assert_eq!(parsed.problems.len(), 2);
    assert!(parsed.problems.iter().all(|problem| problem.kind == ProblemKind::UnknownToken));
    // UTF-8 first, a Latin-1 byte later: it is read as what it must have been.
    let parsed = pgn::read_bytes(b"[White \"\xC3\xA9\"]\n[Black \"\xE9\"]\n\n1. e4 *", None);
    assert_eq!(parsed.games[0].tags.get("White"), Some("é"));
    assert_eq!(parsed.games[0].tags.get("Black"), Some("é"));
    let [problem] = &parsed.problems[..] else { panic!("{:?}", parsed.problems) };
    assert_eq!((problem.kind, problem.line, problem.column), (ProblemKind::BadEncoding, 2, 9));
    for byte in 0..=255u8 {
        let parsed = pgn::read_bytes(&[b"1. e4 {", &[byte][..], b"} e5 *"].concat(), None);
        assert!(byte == b'}' || parsed.games[0].len() == 3, "{byte}");
    }
}

#[test]
fn encodings() {
    let text = "[White \"象棋大师 中\"]\n\n1. 炮二平五 {注释} *\n";
    let expected = pgn::read(text).games;
    for encoding in [Encoding::Utf8, Encoding::Gb18030, Encoding::ShiftJis, Encoding::EucJp] {
        let (bytes, _) = encoding.encode(text);
        // Whole, and cut into the smallest buffer.
        let parsed = pgn::read_bytes(&bytes, Some(encoding));
        if parsed.games[0].tags.get("White").is_some_and(|white| !white.contains('?')) {
            assert_eq!(parsed.games, expected, "{}", encoding.name());
        }
    }
    let (gb, whole) = Encoding::Gb18030.encode(text);
    assert!(whole);
    assert_eq!(pgn::read_bytes(&gb, Some(Encoding::Gb18030)).games, expected);
    let big5 = Encoding::Big5.encode("[White \"象棋\"]\n\n1. 炮二平五 *").0;
    assert_eq!(pgn::read_bytes(&big5, Some(Encoding::Big5)).games[0].tags.get("White"), Some("象棋"));
    // Not named: a mark, valid UTF-8, and what is neither.
    let marked = ["\u{FEFF}".as_bytes(), text.as_bytes()].concat();
    assert_eq!(pgn::read_bytes(&marked, None).games, expected);
    assert_eq!(pgn::read_bytes(text.as_bytes(), None).games, expected);
    let parsed = pgn::read_bytes(b"[White \"J\xF6rg \xC3\xA9\"]\n\n1. e4 *", None);
    assert_eq!(parsed.games[0].tags.get("White"), Some("Jörg Ã©"));
    assert_eq!(parsed.problems[0].kind, ProblemKind::UnknownEncoding);
    assert_eq!((parsed.problems[0].line, parsed.problems[0].column), (1, 10));
    let utf16: Vec<u8> =
        "\u{FEFF}".chars().chain(text.chars()).flat_map(|c| (c as u16).to_le_bytes()).collect();
    assert_eq!(pgn::read_bytes(&utf16, None).games, expected);
    for (name, encoding) in [
        ("gbk", Encoding::Gb18030),
        ("latin1", Encoding::Latin1),
        ("SJIS", Encoding::ShiftJis),
        ("utf8", Encoding::Utf8),
    ] {
        assert_eq!(Encoding::from_name(name), Some(encoding));
    }
    assert_eq!(Encoding::from_name("klingon"), None);
}

#[test]
fn sgf_of_any_depth_and_length() {
    const N: usize = 100_000;
    let nested = "(;B[aa]".repeat(N) + &")".repeat(N);
    let parsed = timed(|| sgf::read(&nested));
    assert!(parsed.problems.is_empty());
    assert_eq!(parsed.games[0].len(), N);
    let branching = "(;B[aa](;W[bb])".repeat(N) + &")".repeat(N);
    let parsed = timed(|| sgf::read(&branching));
    assert_eq!(parsed.games[0].len(), 2 * N);
    let written = timed(|| sgf::write(&parsed.games));
    assert!(timed(|| sgf::read(&written)).games == parsed.games);
    assert_eq!(
        timed(|| sgf::cells::cells(&parsed.games[0])).last().map(|cell| cell.number),
        Some(2 * N as u32 - 1)
    );
    // Five megabytes in one line of play.
    let linear = format!("(;GM[1]SZ[19]{})", ";B[aa];W[bb]".repeat((5 << 20) / 12));
    let parsed = timed(|| sgf::read(&linear));
    assert_eq!(parsed.games[0].main_line().count(), 1 + 2 * ((5 << 20) / 12));
    let written = timed(|| sgf::write(&parsed.games));
    assert!(timed(|| sgf::read(&written)).games == parsed.games);
    for hostile in [
        "(", ")", "(;", ";", "[", "(;C[", "(;C[\\", "(;C[a]", "\\", "\0", "(;A", "(;A ", "a(", "(;]", "((;a)",
    ] {
        let text = hostile.repeat((1 << 20) / hostile.len());
        let parsed = timed(|| sgf::read(&text));
        assert!(!parsed.problems.is_empty() || hostile == "(;C[a]", "{hostile}");
        timed(|| sgf::read(&format!("(;GM[1]{text}")));
    }
    assert_eq!(sgf::read("").problems[0].kind, ProblemKind::NoGame);
}

/// Of a whole text, the data kept of all games has a limit; read one by one, that of each game. A game that is cut has no result.
#[test]
fn sgf_of_many_games_and_of_too_long_ones() {
    let half = format!("(;RE[B+]{})", ";".repeat(pgn::MAX_TREE / 2 / size_of::<carn::record::Node>()));
    let text = half.repeat(3);
    let parsed = timed(|| sgf::read(&text));
    let kinds: Vec<_> = parsed.problems.iter().map(|problem| (problem.kind, problem.game)).collect();
    let results: Vec<bool> =
        parsed.games.iter().map(|game| game[NodeId::ROOT].property("RE").is_some()).collect();
    assert_eq!((kinds, results), (vec![(ProblemKind::TooLong, 2)], vec![true, false]));
    drop(parsed);
    let mut games = sgf::Games::new(&text, vec![]);
    assert!(
        games.by_ref().map(|(game, problems)| (game.len(), problems.total())).eq([(half.len() - 8, 0); 3])
    );
    assert_eq!(games.rest().total(), 0);
}

#[test]
fn sgf_values() {
    let text = "(;FF[4]GM[7]C[a\\]b\\\\ c\\\nd\ne\\:\tf]AB[aa:cb]\n [dd]LB[aa:x\\:y]Black[ee]KO[])";
    let parsed = sgf::read(text);
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    let root = &parsed.games[0][NodeId::ROOT];
    assert_eq!(root.property("C").unwrap().value().unwrap().text(), "a]b\\ cd\ne: f");
    let points = root.property("AB").unwrap().points().unwrap();
    assert_eq!(points, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 3)]);
    assert_eq!(root.property("B").unwrap().name(), "Black");
    assert_eq!(root.property("KO").unwrap().raw(), "KO[]");
    let (point, label) = root.property("LB").unwrap().value().unwrap().compose().unwrap();
    assert_eq!((point.point(), &*label.text()), (Some((0, 0)), "x:y"));
    assert_eq!(sgf::read(&sgf::write(&parsed.games)).games, parsed.games);
}

#[test]
fn sgf_collections_and_what_is_wrong_with_them() {
    let text = "a mail (with prose)\n(;GM[1];B[aa])\nbetween\n(;GM[3](;A[1])(;A[2]);A[3])(;B[cc](B[dd];C[x\\";
    let parsed = sgf::read(text);
    let sizes: Vec<_> = parsed.games.iter().map(|game| game.len()).collect();
    assert_eq!(sizes, [2, 4, 3]);
    use ProblemKind as K;
    let kinds: Vec<_> = parsed.problems.iter().map(|problem| (problem.kind, problem.line)).collect();
    assert_eq!(
        kinds,
        [
            (K::TextOutsideGame, 1),
            (K::TextOutsideGame, 3),
            (K::MisplacedNode, 4),
            (K::MisplacedNode, 4),
            (K::UnclosedValue, 4),
            (K::UnclosedVariation, 4),
        ]
    );
    let again = sgf::read(&sgf::write(&parsed.games));
    assert_eq!(again.games, parsed.games);
    let junk = sgf::read("(;[x]B[aa]%%[y]%% %%KO W[bb]KO;)");
    let again = sgf::read(&sgf::write(&junk.games));
    assert_eq!(again.games, junk.games);
    assert!(sgf::write(&junk.games).contains("[y]"));
}

#[test]
fn sgf_charsets() {
    // The second byte of 表 and ソ in Shift_JIS is a backslash, that of 乗 is not far; GB18030 has `\` and `]` too.
    let cases = [
        ("Shift_JIS", "表ソ十 [解説]"),
        ("GB18030", "俓譢 乗"),
        ("EUC-JP", "詰碁"),
        ("Big5", "功許蓋"),
        ("EUC-KR", "바둑"),
    ];
    for (label, words) in cases {
        let encoding = Encoding::from_name(label).unwrap();
        let escaped = words.replace(']', "\\]");
        let text = format!("(;GM[1]FF[4]\nCA[{label}]C[{escaped}]PB[x];B[aa])");
        let (bytes, whole) = encoding.encode(&text);
        assert!(whole, "{label}");
        let parsed = sgf::read_bytes(&bytes, None);
        assert!(parsed.problems.is_empty(), "{label}: {:?}", parsed.problems);
        assert_eq!(parsed.games[0][NodeId::ROOT].property("C").unwrap().value().unwrap().text(), words);
        let encoded = sgf::encode(&parsed.games);
        assert_eq!((encoded.encoding, encoded.problems.total()), (encoding, 0));
        assert_eq!(sgf::read_bytes(&encoded.bytes, None).games, parsed.games);
    }
    // Text outside the charset is written as UTF-8, with a note.
    let games = sgf::read("(;CA[latin1]C[바둑])").games;
    let encoded = sgf::encode(&games);
    assert_eq!((encoded.encoding, encoded.problems.total()), (Encoding::Utf8, 1));
    let again = sgf::read_bytes(&encoded.bytes, None);
    assert_eq!(again.games[0][NodeId::ROOT].property("C").unwrap().raw(), "C[바둑]");
    let unknown = sgf::read_bytes("(;CA[klingon]C[é])".as_bytes(), None);
    assert_eq!(unknown.problems[0].kind, ProblemKind::UnknownEncoding);
    assert_eq!(unknown.games[0][NodeId::ROOT].property("C").unwrap().raw(), "C[é]");
}

/// Long, wide and deep records take time in proportion to their length, and no more memory than the limit of a tree.
#[test]
fn the_worst_of_pgn() {
    let many = 100_000;
    let texts = [
        // Brackets on one line; tags without an end; half tags; tags of two names in turn.
        "[]".repeat(4 * many),
        "[a \"x".repeat(2 * many),
        "[a \"x]".repeat(2 * many),
        "[".repeat(8 * many),
        "[Site \"a\"]\n[X \"b\"]\n".repeat(many),
        // Variations at one node, within each other, closed too often, in a game that has no move.
        format!("e4 {} e5 *", "(d4) ".repeat(many)),
        format!("e4 {}", "(d4 ".repeat(2 * many)),
        "(".repeat(10 * many),
        format!("e4 {}", ")".repeat(2 * many)),
        "$".repeat(4 * many),
        "{".repeat(4 * many),
        "}".repeat(4 * many),
        "1.".repeat(4 * many),
        format!("e4 {}", ";\n".repeat(2 * many)),
        "%\n".repeat(2 * many),
        "*".repeat(2 * many),
    ];
    within(std::time::Duration::from_secs(20), || {
        texts.iter().for_each(|text| {
            let parsed = pgn::read(text);
            let nodes: usize = parsed.games.iter().map(|game| game.len()).sum();
            assert!(nodes <= text.len() + parsed.games.len() && parsed.problems.len() <= 1000);
            let written = pgn::write(&parsed.games);
            assert!(written.len() < 40 * text.len() + 100, "{} of {}", written.len(), text.len());
        })
    });
}

/// A game that is larger than its tree may be keeps its beginning, and the next game is whole.
#[test]
fn a_game_beyond_the_bound_is_cut_with_an_error() {
    let long = "{} ".repeat(pgn::MAX_TREE / 64);
    let text = format!("e4 {long} e5 (d5 d4) *\n\n[Event \"next\"]\n\nd4 *\n");
    let parsed = pgn::read(&text);
    assert_eq!(parsed.games.iter().map(|game| game.len()).collect::<Vec<_>>(), [2, 2]);
    let kinds: Vec<_> = parsed.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [ProblemKind::TooLong]);
}
