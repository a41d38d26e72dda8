//! Generated trees and texts read back equal, for any size of the buffer. So do random games of every shipped variant.

use carn::library;
use carn::random::Random;
use carn::record::replay::{Known, from_sgf, to_sgf};
use carn::record::{
    Annotation, Game, GameTree, MoveText, NodeId, Numbering, Problems, Property, Termination, pgn, sgf,
};
use proptest::prelude::*;

use crate::by_build;

/// A node: which earlier node it follows, its word, its annotations, and those before it.
type Plan = (prop::sample::Index, String, Vec<Annotation>, Vec<Annotation>);

fn comment() -> impl Strategy<Value = Annotation> {
    let text = prop_oneof![
        "[ -~]{0,120}",
        "(word |马 |\\{|\\}|;|%|\\[Event \"|\n| |  |\\(|\\)|\"|\\\\){0,40}",
        "(a|\n|\\}| ){0,8}",
        any::<String>().prop_map(|text| text.replace('\r', "")),
    ];
    text.prop_map(|text| Annotation::Comment(text.into()))
}

fn annotation() -> impl Strategy<Value = Annotation> {
    prop_oneof![
        4 => comment(),
        2 => any::<u16>().prop_map(Annotation::Glyph),
        1 => "[ -~]{0,100}".prop_map(|text| Annotation::Escape(text.into())),
    ]
}

fn played() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-h][1-8]",
        "[KQRBN][a-h]x[a-h][1-8][+#]",
        "[炮马车相][一二三四五][进退平][一二三四五]",
        "[CHR][1-9][-+.=][1-9]",
        "%[a-z]{0,60}",
        "\"[a-z]{0,100}",
    ]
}

fn tree(plans: Vec<Plan>, tags: Vec<(String, String)>, numbering: Numbering, end: Termination) -> GameTree {
    let mut tree = GameTree::new();
    (tree.numbering, tree.termination) = (numbering, end);
    tags.iter().for_each(|(name, value)| tree.tags.push(name, value));
    let mut nodes = vec![NodeId::ROOT];
    for (parent, word, lead, annotations) in plans {
        // Mostly on from the latest nodes, so that lines become long.
        let recent = nodes.len().saturating_sub(4);
        let parent = nodes[recent + parent.index(nodes.len() - recent)];
        let first = tree.first_child(parent).is_none();
        let node = tree.add(parent, Some(MoveText::new(word)));
        tree[node].annotations = annotations;
        // Before the first move of a main line, there is only what is said after the move before it.
        tree[node].lead = if first { vec![] } else { lead };
        nodes.push(node);
    }
    // A first number can only be read from a move.
    if tree.is_empty() {
        tree.numbering = Numbering::default();
    }
    tree
}

fn trees() -> impl Strategy<Value = GameTree> {
    let plan = (
        any::<prop::sample::Index>(),
        played(),
        prop::collection::vec(annotation(), 0..2),
        prop::collection::vec(annotation(), 0..4),
    );
    let tag = (prop_oneof!["[A-Za-z0-9_]{1,9}", Just("Round".to_owned())], "[^\r\n]{0,20}");
    let numbering = (0..1000u32, any::<bool>()).prop_map(|(number, second)| Numbering { number, second });
    let end = prop_oneof![
        Just(Termination::First),
        Just(Termination::Second),
        Just(Termination::Draw),
        Just(Termination::Open)
    ];
    (prop::collection::vec(plan, 0..30), prop::collection::vec(tag, 0..5), numbering, end)
        .prop_map(|(plans, tags, numbering, end)| tree(plans, tags, numbering, end))
}

fn properties() -> impl Strategy<Value = Vec<Annotation>> {
    let values = prop::collection::vec(prop_oneof!["[a-s]{2}", any::<String>()], 1..4);
    let property = ("[A-Z]{1,3}", values).prop_map(|(name, values)| Property::new(&name, values));
    prop::collection::vec(property.prop_map(Annotation::Property), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn pgn_trees(games in prop::collection::vec(trees(), 1..3)) {
        let text = pgn::write(&games);
        let parsed = pgn::read(&text);
        prop_assert!(parsed.problems.is_empty(), "{:?}\n{}", parsed.problems, text);
        prop_assert_eq!(&parsed.games, &games, "{}", text);
        prop_assert_eq!(pgn::write(&parsed.games), text);
    }

    #[test]
    fn pgn_texts(text in "(e4 |Nf3!\\? |\\(|\\)|\\{|\\}|;|%|\n|\r\n|\\[|\\]|\\[Event \"x\"\\]|\"|\\$1 |1\\. |1-0 |\\* |\0|马){0,60}") {
        let parsed = pgn::read(&text);
        let written = pgn::write(&parsed.games);
        let again = pgn::read(&written);
        prop_assert_eq!(&again.games, &parsed.games, "{}", written);
    }

    #[test]
    fn pgn_in_small_buffers(games in prop::collection::vec(trees(), 1..3), size in 64usize..300) {
        let text = pgn::write(&games);
        let options = pgn::Options { buffer: size, encoding: None };
        let mut whole = Events::default();
        let mut pieces = Events::default();
        let _ = pgn::Reader::new(text.as_bytes()).read_all(&mut whole).unwrap();
        let _ = pgn::Reader::with_options(Dribble(text.as_bytes()), options).read_all(&mut pieces).unwrap();
        prop_assert_eq!(whole.0, pieces.0);
    }

    #[test]
    fn skipped_games_end_where_games_end(
        text in "(e4 |Nf3!\\? |O-O |\\(|\\)|\\{|\\}|;|%|\n|\\[Event \"x\"\\]|1\\. |1-0 |1/2-1/2\n|\\*|½-½ |马){0,60}",
        size in 64usize..100,
    ) {
        let ends = |next, size| {
            let options = pgn::Options { buffer: size, encoding: None };
            let mut ends = Ends(next, vec![]);
            let _ = pgn::Reader::with_options(text.as_bytes(), options).read_all(&mut ends).unwrap();
            ends.1
        };
        let read = ends(pgn::Next::Read, 1 << 16);
        prop_assert_eq!(&ends(pgn::Next::Skip, 1 << 16), &read);
        prop_assert_eq!(&ends(pgn::Next::Skip, size), &read);
    }

    #[test]
    fn sgf_trees(plans in prop::collection::vec((any::<prop::sample::Index>(), properties()), 0..30)) {
        let mut tree = GameTree::new();
        let mut nodes = vec![NodeId::ROOT];
        for (parent, annotations) in plans {
            let node = tree.add(*parent.get(&nodes), None);
            tree[node].annotations = annotations;
            nodes.push(node);
        }
        let games = [tree.clone(), tree];
        let text = sgf::write(&games);
        let parsed = sgf::read(&text);
        prop_assert!(parsed.problems.is_empty(), "{:?}\n{}", parsed.problems, text);
        prop_assert_eq!(&parsed.games, &games, "{}", text);
    }

    #[test]
    fn sgf_texts(text in "(\\(;|\\(|\\)|;|\\[|\\]|B\\[aa\\]|AB|\\\\|%| |\n|x){0,60}") {
        let parsed = sgf::read(&text);
        let written = sgf::write(&parsed.games);
        prop_assert_eq!(&sgf::read(&written).games, &parsed.games, "{}", written);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = pgn::read_bytes(&bytes, None);
        let _ = sgf::read_bytes(&bytes, None);
    }

    #[test]
    fn edits_keep_the_links(edits in prop::collection::vec((0..5u8, any::<prop::sample::Index>()), 0..60)) {
        let mut tree = GameTree::new();
        for (edit, index) in edits {
            let nodes: Vec<NodeId> = tree.nodes().collect();
            let node = *index.get(&nodes);
            match edit {
                0 | 1 => { tree.add(node, Some(MoveText::new(format!("m{}", nodes.len())))); }
                2 => { tree.promote(node); }
                3 => { tree.promote_to_main(node); }
                _ => { tree.delete(node); }
            }
            prop_assert_eq!(tree.nodes().count(), tree.len());
            for id in tree.nodes() {
                let children: Vec<NodeId> = tree.children(id).collect();
                prop_assert!(children.iter().all(|&child| tree.parent(child) == Some(id)));
                let back = children.last().copied();
                let back: Vec<NodeId> =
                    std::iter::successors(back, |&child| tree.previous_sibling(child)).collect();
                prop_assert!(back.iter().rev().eq(&children));
            }
        }
        let copy = tree.clone();
        tree.compact();
        prop_assert_eq!(tree, copy);
    }
}

/// The FEN at the end of the main line of a file's only game, or the problems of reading it.
fn end_of(games: &[GameTree], problems: &Problems, known: &Known) -> String {
    let lookup = |_: &str| Some(known.clone());
    let (mut game, unread) = Game::from_tree(games[0].clone(), &lookup).unwrap();
    game.redo(usize::MAX);
    match problems.iter().chain(unread.iter()).next() {
        Some(problem) => problem.to_string(),
        None => game.position().fen(),
    }
}

#[test]
fn random_games_of_every_variant() {
    let mut wrong = String::new();
    for name in library::names() {
        let known = Known { rules: library::rules(name).unwrap(), hash: None };
        for seed in 0..by_build(3, 6) {
            let mut random = Random::new(seed);
            let mut game = Game::new(known.clone());
            for _ in 0..80 {
                let legal = game.position().legal_moves();
                let Some(&mv) = random.choose(&legal) else { break };
                game.play(mv).unwrap();
            }
            let (tree, fen) = (game.to_tree(), game.position().fen());
            let text = pgn::write_game(&tree);
            let parsed = pgn::read(&text);
            let end = end_of(&parsed.games, &parsed.problems, &known);
            if end != fen {
                wrong += &format!("{name}: {end}\n{text}\n");
            }
            let text = sgf::write(&[to_sgf(&tree, known.rules.variant())]);
            let parsed = sgf::read(&text);
            let end = end_of(&[from_sgf(&parsed.games[0])], &parsed.problems, &known);
            if end != fen {
                wrong += &format!("{name}: {end}\n{text}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_script_of_a_game_can_write_it() {
    for name in library::names() {
        let variant = library::variant(name).unwrap();
        let scripts = &variant.notation.scripts;
        assert!(scripts.iter().all(|&script| variant.can_write(script)), "{name}: {scripts:?}");
    }
}

/// Gives a few bytes at a time.
struct Dribble<'a>(&'a [u8]);

impl std::io::Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.0.len()).min(7);
        let (head, tail) = self.0.split_at(length);
        buffer[..length].copy_from_slice(head);
        self.0 = tail;
        Ok(length)
    }
}

/// A stream that cannot be read, as a folder.
struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::IsADirectory.into())
    }
}

#[test]
fn games_end_with_the_error_of_their_stream() {
    let games: Vec<_> = pgn::Games::new(Broken, None).take(3).collect();
    assert!(matches!(games[..], [Err(_)]));
}

/// Everything a visitor is told, comments put together.
#[derive(Default)]
struct Events(Vec<String>, String);

impl pgn::Visitor for Events {
    type Break = std::convert::Infallible;

    fn tag(&mut self, name: &str, value: &str) -> std::ops::ControlFlow<Self::Break> {
        self.0.push(format!("tag {name} {value}"));
        std::ops::ControlFlow::Continue(())
    }

    fn word(&mut self, word: &str) -> std::ops::ControlFlow<Self::Break> {
        self.0.push(format!("word {word}"));
        std::ops::ControlFlow::Continue(())
    }

    fn comment(&mut self, piece: pgn::Piece<'_>) -> std::ops::ControlFlow<Self::Break> {
        self.1.push_str(piece.text);
        if piece.last {
            self.0.push(format!("{} {}", piece.opener, std::mem::take(&mut self.1)));
        }
        std::ops::ControlFlow::Continue(())
    }

    fn end_game(&mut self, end: Option<Termination>) -> std::ops::ControlFlow<Self::Break> {
        self.0.push(format!("end {end:?}"));
        std::ops::ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: carn::record::Problem) {
        self.0.push(problem.to_string());
    }
}

/// How the games end, their moves read or skipped.
struct Ends(pgn::Next, Vec<Option<Termination>>);

impl pgn::Visitor for Ends {
    type Break = std::convert::Infallible;

    fn begin_moves(&mut self) -> std::ops::ControlFlow<Self::Break, pgn::Next> {
        std::ops::ControlFlow::Continue(self.0)
    }

    fn end_game(&mut self, end: Option<Termination>) -> std::ops::ControlFlow<Self::Break> {
        self.1.push(end);
        std::ops::ControlFlow::Continue(())
    }
}
