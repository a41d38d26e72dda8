//! Games of more than two players: the language reference's statements, on boards so small that they can be
//! verified by hand, and random rules of two to four players.

use carn::compile::{Natives, compile};
use carn::library::{self, Shipped};
use carn::notation;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::record::replay::Known;
use carn::record::{Game, Scores, Termination, pgn};
use carn::variant::{Lost, Move, PlayerId, Reason, Script, Variant, Verdict, fen, literal};

use crate::by_build;

const RED: PlayerId = PlayerId(0);
const BLUE: PlayerId = PlayerId(1);
const GREEN: PlayerId = PlayerId(2);

fn variant(text: &str) -> Variant {
    let compiled = compile("several.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.variant.unwrap()
}

/// Kings and rooks of three on seven by seven; what differs is put in.
fn kings(top: &str, rest: &str) -> Rules {
    let turn = if top.contains("turn") { "" } else { "turn = ['Red', 'Blue', 'Green']\n" };
    Rules::new(variant(&format!(
        "name = 'Kings'\n{turn}{top}\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~g', Rank = '1~7' }}\n\
         [players]\nRed = {{ fen = 'r' }}\nBlue = {{ fen = 'b', flip = ['Rank'] }}\n\
         Green = {{ fen = 'g', view = {{ File = 'Rank', Rank = '-File' }} }}\n\
         [pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\n\
         rook = {{ letter = 'R', pattern = '*# *' }}\n\
         [setup]\nfen = 'bK5gK/7/7/7/7/7/rK6 r - - 0 1'\n{rest}"
    )))
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = notation::read(position, text, &[]).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        position.play(mv).unwrap();
    }
}

fn legal(position: &Position, text: &str) -> bool {
    notation::read(position, text, &[]).is_ok()
}

fn at(rules: &Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_fen_says_whose_a_piece_is_and_who_is_out() {
    let rules = kings("", "");
    for text in ["bK2bR2gK/7/7/3gR3/7/7/rK6 g-b - - 3 9", "bK5gK/7/7/7/7/7/rK6 r - - 0 1"] {
        let setup = fen::parse(rules.variant(), text).unwrap();
        assert_eq!(fen::print(rules.variant(), &setup), text);
    }
    // Four-player FENs often have commas between the pieces of a row.
    let commas = fen::parse(rules.variant(), "bK,2,bR,2,gK/7/7/3,gR,3/7/7/rK,6 g-b - - 3 9").unwrap();
    assert_eq!(fen::print(rules.variant(), &commas), "bK2bR2gK/7/7/3gR3/7/7/rK6 g-b - - 3 9");
    for (wrong, span) in [
        ("bK5gK/7/7/7/7/7/K6 r - - 0 1", 16..17),
        ("bK5gK/7/7/7/7/7/rk6 r - - 0 1", 16..18),
        ("bK5gK/7/7/7/7/7/rK6 r-x - - 0 1", 22..23),
        ("bK5gK/7/7/7/7/7/rK6 r-bb - - 0 1", 23..24),
        ("bK5gK/7/7/7/7/7/rK6 w - - 0 1", 20..21),
    ] {
        assert_eq!(fen::parse(rules.variant(), wrong).unwrap_err().span, span, "{wrong}");
    }
    // At least two sides are needed.
    assert!(Position::from_fen(&rules, "bK5gK/7/7/7/7/7/rK6 r-bg - - 0 1").is_err());
}

#[test]
fn rights_and_hands_are_written_behind_their_players() {
    let rules = Rules::new(library::variant("fourplayer").unwrap());
    let start = Position::start(&rules);
    assert!(start.fen().ends_with(" r rKrQbKbQyKyQgKgQ - 0 1"), "{}", start.fen());
    let mut position = start.clone();
    // A king's move costs the rights of its own army alone.
    play(&mut position, "h2h3 b7c7 g13g12 m8l8 h1h2");
    assert!(position.fen().contains(" b bKbQyKyQgKgQ "), "{}", position.fen());
    assert_eq!(at(&rules, &position.fen()).setup(), position.setup());

    let rules = Rules::new(library::variant("yoninshogi").unwrap());
    let fen = "4nK4/9/9/9/wK7eK/9/9/9/4sK4[sPsPnRe+P] s - - 0 1";
    assert!(fen::parse(rules.variant(), fen).is_ok());
    let fen = "4nK4/9/9/9/wK7eK/9/9/9/4sK4[sPsPnReG] s - - 0 1";
    assert_eq!(at(&rules, fen).fen(), "4nK4/9/9/9/wK7eK/9/9/9/4sK4[sPsPnReG] s - - 0 1");
}

#[test]
fn only_who_moves_before_the_owner_attacks_a_royal() {
    // Red moves before and after Blue: Green cannot take what Red leaves before Blue's turn.
    let rules = kings("turn = ['Red', 'Blue', 'Red', 'Green']", "");
    let first = at(&rules, "bK5gK/7/7/7/7/6gR/rK6 r - - 0 1");
    assert!(legal(&first, "a1a2"), "Blue's turn comes, and then Red's own");
    let second = at(&rules, "bK5gK/7/7/7/7/6gR/rK6 r2 - - 0 1");
    assert!(!legal(&second, "a1a2"), "Green's turn comes");
    // And Blue's rook does not attack before Green's turn.
    let second = at(&rules, "bK5gK/7/7/7/7/6bR/rK6 r2 - - 0 1");
    assert!(legal(&second, "a1a2"), "Green's turn comes, and then Red's own");
    // With everybody in turn, everybody counts.
    let rules = kings("", "");
    for rook in ["bR", "gR"] {
        assert!(!legal(&at(&rules, &format!("bK5gK/7/7/7/7/6{rook}/rK6 r - - 0 1")), "a1a2"), "{rook}");
    }
}

/// Blue is mated: the king in the corner, rooks on two files.
const MATE: &str = "bK5gK/7/7/7/2gR4/1rR5/rK1rR4 r - - 0 1";

#[test]
fn a_mated_player_is_out_and_the_others_play_on() {
    let rules = kings("", "");
    let mut position = at(&rules, "bK2bR2gK/7/7/7/1rR5/7/2rR1rK2 r - - 0 1");
    assert_eq!(position.out().len(), 0);
    // The rook on d7 is Blue's, and cannot help.
    let before = position.fen();
    play(&mut position, "c1a1");
    assert_eq!((position.turn(), position.outcome()), (GREEN, None));
    assert!(position.out().contains(BLUE) && position.out().len() == 1);
    assert_eq!(position.fen(), "bK2bR2gK/7/7/7/1rR5/7/rR3rK2 g-b - - 1 1");
    assert!(!position.in_check(), "a dead rook attacks nobody");
    assert!(legal(&position, "g7f6"));
    // Undone, Blue is back.
    position.undo();
    assert_eq!(position.fen(), before);

    // Where the men of who is out are taken off, so they are.
    let rules = kings("", "[ending]\nlost = 'removed'");
    assert_eq!(rules.variant().ending.lost, Lost::Removed);
    let mut position = at(&rules, "bK2bR2gK/7/7/7/1rR5/7/2rR1rK2 r - - 0 1");
    play(&mut position, "c1a1");
    assert_eq!(position.fen(), "6gK/7/7/7/1rR5/7/rR3rK2 g-b - - 1 1");
    assert_eq!(at(&rules, MATE).out().len(), 0);
}

#[test]
fn the_last_one_left_has_won() {
    let rules = kings("", "");
    let mut position = at(&rules, "bK5gK/7/7/7/1rR5/7/2rR1rK2 r-g - - 0 1");
    play(&mut position, "c1a1");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(RED), Reason::Checkmate));
    assert_eq!([RED, BLUE, GREEN].map(|one| outcome.of(one)), [Verdict::Win, Verdict::Loss, Verdict::Loss]);
    assert!(position.legal_moves().is_empty());
    // The position of the end is left as it is.
    assert_eq!(position.fen(), "bK5gK/7/7/7/1rR5/7/rR3rK2 b-g - - 1 1");
}

#[test]
fn of_two_as_well_who_moves_twice_takes_what_the_first_move_attacked() {
    let rules = |turn: &str| {
        Rules::new(variant(&format!(
            "name = 'Twice'\nturn = [{turn}]\n[board]\naxes = ['File', 'Rank']\n\
             ranges = {{ File = 'a~e', Rank = '1~5' }}\n\
             [players]\nRed = {{ fen = 'r' }}\nBlue = {{ fen = 'b', flip = ['Rank'] }}\n\
             [pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\n\
             rook = {{ letter = 'R', pattern = '*# *' }}\n\
             [hand]\ntaken = 'taker'\ndrop = true\n[setup]\nfen = '2k2/5/5/5/R1K2 r - - 0 1'\n"
        )))
    };
    let twice = rules("'Red', 'Red', 'Blue'");
    let mut position = Position::start(&twice);
    play(&mut position, "a1a5 a5c5");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(RED), Reason::RoyalLost));
    assert!(position.legal_moves().is_empty());
    let over = at(&twice, &position.fen());
    assert_eq!((over.setup(), over.outcome()), (position.setup(), position.outcome()));
    // Where everybody answers every move, no royal was lost: such a position is an exercise.
    let exercise = at(&rules("'Red', 'Blue'"), &position.fen()).outcome();
    assert_ne!(exercise.map(|outcome| outcome.reason), Some(Reason::RoyalLost));
}

#[test]
fn a_royal_laid_bare_is_taken_before_its_owner_moves() {
    let rules = kings("", "");
    // Red's king steps out of the line between Blue's rook and Green's king.
    let mut position = at(&rules, "bR2rK2gK/7/7/7/7/7/bK6 r - - 0 1");
    assert!(position.in_check());
    play(&mut position, "d7d6 a7g7");
    assert!(position.out().contains(GREEN));
    assert_eq!((position.turn(), position.outcome()), (RED, None));
    // To take one royal saves nobody's own while the game goes on …
    let position = at(&rules, "bK5gK/7/7/7/bR6/6rR/rK6 r - - 0 1");
    assert!(position.in_check() && !legal(&position, "g2g7"));
    // … but the last one's does.
    let position = at(&rules, "1bK5/7/7/7/bR6/1rR5/rK6 r-g - - 0 1");
    assert!(position.in_check() && legal(&position, "b2b7"));
}

#[test]
fn partners_spare_each_other_until_one_is_out() {
    let top = "turn = ['Red', 'Blue', 'Green', 'Gold']\nteams = [['Red', 'Green'], ['Blue', 'Gold']]";
    let text = |rest: &str| {
        format!(
            "name = 'Teams'\n{top}\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~g', Rank = '1~7' }}\n\
             [players]\nRed = {{ fen = 'r' }}\nBlue = {{ fen = 'b' }}\nGreen = {{ fen = 'g' }}\nGold = {{ fen = 'o' }}\n\
             [pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\n\
             rook = {{ letter = 'R', pattern = '*# *' }}\n\
             gift = {{ letter = 'G', capture = '*# 1 @Ally @Not(@Own)' }}\n\
             kin  = {{ letter = 'N', move = '*# 1 @Any(Rank +1, @Own)' }}\n\
             [setup]\nfen = 'bK5oK/7/7/7/7/7/rK5gK r - - 0 1'\n{rest}"
        )
    };
    let rules = Rules::new(variant(&text("")));
    let position = at(&rules, "bK5oK/7/7/1rRgR4/7/7/rK5gK r - - 0 1");
    assert!(!legal(&position, "b4c4") && legal(&position, "b4b7"));
    // A partner's rook attacks no king, and its piece is an ally, not one's own.
    let position = at(&rules, "bK5oK/7/7/7/7/gR6/rKrG4gK r - - 0 1");
    assert!(!position.in_check());
    let position = at(&rules, "bK5oK/7/7/7/1gR5/7/rKrG3gRgK r - - 0 1");
    assert!(!legal(&position, "b1b2"));
    let position = at(&rules, "bK5oK/7/7/7/7/1gR5/rKrG4gK r - - 0 1");
    assert!(legal(&position, "b1b2"));
    // The kin moves where a man of its own stands before it; a partner's will not do.
    assert!(!legal(&at(&rules, "bK5oK/7/7/7/gR6/rN6/rK5gK r - - 0 1"), "a2b2"));
    assert!(legal(&at(&rules, "bK5oK/7/7/7/rR6/rN6/rK5gK r - - 0 1"), "a2b2"));
    // One partner without a king, the other plays on and may take the dead men, the partner's too.
    let position = at(&rules, "bK5oK/7/6oR/7/7/5oR1/rR5gK g - - 0 1");
    assert_eq!(position.out().len(), 1, "Red has no king: {}", position.fen());
    let position = at(&rules, "bK5oK/7/7/7/7/6rR/6gK g-r - - 0 1");
    assert!(legal(&position, "g1g2"), "a dead partner's man may be taken");
    // Both are out together where the rules say so.
    let rules = Rules::new(variant(&text("[ending]\nteam-lost = 'one'")));
    let position = at(&rules, "bK5oK/7/6oR/7/7/5oR1/rR5gK g - - 0 1");
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.reason, Reason::RoyalLost);
    assert_eq!(
        [0, 1, 2, 3].map(|player| outcome.of(PlayerId(player))),
        [Verdict::Loss, Verdict::Win, Verdict::Loss, Verdict::Win]
    );
}

/// Such a reply would cost its player a royal, too, and attacks nothing.
#[test]
fn of_several_sides_nobody_takes_a_partners_king_and_goes_out_with_it() {
    let rules = |teams: &str, rest: &str| {
        let turn = format!("turn = ['Red', 'Blue', 'Green', 'Gold']\nteams = {teams}");
        Rules::new(variant(&format!(
            "name = 'Together'\n{turn}\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~g', Rank = '1~7' }}\n\
             [players]\nRed = {{ fen = 'r' }}\nBlue = {{ fen = 'b' }}\nGreen = {{ fen = 'g' }}\nGold = {{ fen = 'o' }}\n\
             [pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\n\
             rook = {{ letter = 'R', pattern = '*# *' }}\n\
             [setup]\nfen = 'gK5oK/7/7/7/1bR5/7/rK5bK r - - 0 1'\n[moves]\npartners = true\n[ending]\n{rest}"
        )))
    };
    let one = Position::start(&rules("[['Red', 'Blue']]", "team-lost = 'one'"));
    assert!(legal(&one, "a1b1") && !one.in_check());
    // Where the partner plays on, or the game is over with it, the rook attacks.
    let all = Position::start(&rules("[['Red', 'Blue']]", ""));
    assert!(!legal(&all, "a1b1") && legal(&all, "a1a2"));
    let two = Position::start(&rules("[['Red', 'Blue'], ['Green', 'Gold']]", "team-lost = 'one'"));
    assert!(!legal(&two, "a1b1") && legal(&two, "a1a2"));
}

#[test]
fn ends_of_the_games_own_take_players_out_and_points_are_compared_with_all() {
    let rules = kings(
        "",
        "[moves]\npass = true\n[ending]\nends = [{ win = '@Passed(3) @MorePoints' }, { draw = '@Passed(3)' }, \
         { loss = '@None(Board, @Own @Is(rook)) @Any(File d, Rank 4, @Opponent @Is(rook))' }]\npoints = { rook = 5 }\n\
         komi = { Green = 1 }"
            .replace("File d, Rank 4", "Mid")
            .as_str()
            .replace("[moves]", "[zones]\nMid = 'File d, Rank 4'\n[moves]")
            .as_str(),
    );
    let mut position = at(&rules, "bK5gK/7/7/1bR4gR/7/7/rK2rR3 r - - 0 1");
    play(&mut position, "0000 0000 0000");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(GREEN), Reason::End(0)));
    assert_eq!(outcome.beaten.len(), 2);
    let mut position = at(&rules, "bK5gK/7/7/6gR/7/7/rK2rR3 r - - 0 1");
    play(&mut position, "d1d4");
    assert!(position.out().contains(BLUE) && position.turn() == GREEN, "{}", position.fen());
}

#[test]
fn a_record_has_a_score_for_each() {
    let rules = kings("", "");
    let known = Known { rules: rules.clone(), hash: None };
    let mut game = Game::from_fen(known.clone(), "bK5gK/7/7/7/1rR5/7/2rR1rK2 r-g - - 0 1").unwrap();
    game.play_text("c1a1").unwrap();
    let scores = Scores::new(&[2, 0, 0]).unwrap();
    assert_eq!(game.result(), Termination::Each(scores));
    let mut tree = game.to_tree();
    for (player, name) in [("Red", "Ann"), ("Blue", "Bo"), ("Green", "Cy")] {
        tree.tags.set(player, name);
    }
    let text = pgn::write_game(&tree);
    assert!(text.contains("[Result \"1-0-0\"]") && text.trim_end().ends_with("1-0-0"), "{text}");
    let read = pgn::read(&text);
    assert_eq!(read.games[0].termination, Termination::Each(scores));
    assert_eq!(pgn::write(&read.games), text);
    let (again, problems) = Game::from_tree(tree, &|_| Some(known.clone())).unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(again.tree().tags.get("Green"), Some("Cy"));
    for marker in ["1-0-0-0", "0-1/2-1/2-0", "1-0-1-0"] {
        let termination = Termination::from_marker(marker).unwrap();
        assert_eq!(termination.marker(), marker);
    }
    assert_eq!(Termination::from_marker("1-0-2"), None);
}

#[test]
fn the_others_play_on_after_a_resignation() {
    for (ending, gone) in [("", "bK6"), ("[ending]\nlost = 'removed'", "7")] {
        let rules = kings("", ending);
        let rest = "1rR4gK/2rR1rK2";
        let mut position = at(&rules, &format!("bK6/7/7/7/7/{rest} b - - 0 1"));
        let before = position.setup();
        assert!(position.may_leave() && position.is_legal(Move::leaving()));
        assert!(!position.legal_moves().contains(&Move::leaving()));
        assert_eq!(notation::read(&position, "T", &[]), Ok(Move::leaving()));
        assert_eq!(notation::write(&position, Move::leaving(), Script::San).as_deref(), Some("R"));
        play(&mut position, "R");
        assert_eq!(position.fen(), format!("{gone}/7/7/7/7/{rest} g-b - - 1 1"));
        // Of two that are left neither leaves the game to others.
        assert!(!position.may_leave() && position.play(Move::leaving()).is_err());
        assert!(!legal(&position, "R"));
        position.undo();
        assert_eq!(position.setup(), before);
    }
    let chess = carn::library::rules("chess").unwrap();
    assert!(Position::start(&chess).play(Move::leaving()).is_err());
}

#[test]
fn resigned_players_are_out_in_a_record() {
    let known = Known { rules: kings("", ""), hash: None };
    let text = "[Result \"*\"]\n[Variant \"Kings\"]\n\n1. Ka2 .. R .. Kg6 *\n";
    let read = pgn::read(text);
    let (mut game, problems) = Game::from_tree(read.games[0].clone(), &|_| Some(known.clone())).unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(game.redo(9), 3);
    assert_eq!(game.position().fen(), "bK6/6gK/7/7/7/rK6/7 r-b - - 3 2");
    assert_eq!(pgn::write_game(&game.to_tree()), text);
}

/// Rules that nobody thought of: from two to four players, views, teams, hands, what becomes of who is out.
fn anything(random: &mut Random) -> String {
    let count = 2 + random.below(3);
    let names = &["Red", "Blue", "Yellow", "Green"][..count];
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let mut turn = quoted.clone();
    for _ in 0..[0, 0, 1, 3][random.below(4)] {
        let some = if random.below(3) == 0 { [":pA", ":king own", ":pB pA"][random.below(3)] } else { "" };
        let one = format!("'{}{some}'", names[random.below(count)]);
        turn.insert(random.below(turn.len()), one);
    }
    let mut text = format!("name = 'Any'\nturn = [{}]\n", turn.join(", "));
    let teams = count > 2 && random.below(2) == 0;
    if teams {
        let with = 1 + random.below(count - 1);
        text += &format!("teams = [[{}, {}]]\n", quoted[0], quoted[with]);
    }
    let size = 4 + random.below(3);
    let file = char::from(b'a' + size as u8 - 1);
    text +=
        &format!("[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~{file}', Rank = '1~{size}' }}\n");
    if random.below(3) == 0 {
        text += "holes = 'File a, Rank 1'\n";
    }
    text += "[players]\n";
    let views = [
        "File = 'File', Rank = 'Rank'",
        "File = '-Rank', Rank = 'File'",
        "File = '-File', Rank = '-Rank'",
        "File = 'Rank', Rank = '-File'",
    ];
    for (name, view) in names.iter().zip(views) {
        let letter = name.chars().next().unwrap().to_lowercase();
        text += &format!("{name} = {{ fen = '{letter}', view = {{ {view} }} }}\n");
    }
    let patterns = [
        "*# *",
        "*# $n *# $n",
        "*# 2 *# 1",
        "Rank +1 | Rank -1 File 1",
        "*# 1",
        "Rank +1 File ~1",
        "*# * @JumpOver(1)",
    ];
    let royal = ["true", "true", "'one'", "'last'", "false"][random.below(5)];
    text += &format!("[pieces]\nking = {{ letter = 'K', royal = {royal}, pattern = '**# 1' }}\n");
    for letter in ["A", "B"] {
        let mode = ["pattern", "pattern", "move", "capture"][random.below(4)];
        let pattern = patterns[random.below(patterns.len())];
        text += &format!("p{letter} = {{ letter = '{letter}', {mode} = '{pattern}' }}\n");
    }
    text += "own = { letter = 'O', pattern = '*# 1 @Not(@Own(Rank +2))', promotion = { to = ['pA', 'pB'], when = '@To(Rank 3)', forced = false } }\n";
    if random.below(3) == 0 {
        text += "[hand]\ntaken = 'taker'\ndrop = true\n";
    }
    if random.below(4) == 0 {
        text += "[hooks]\naftercapture = '@Take(To ** 1, @Is(pA))'\n";
    }
    if count > 2 {
        let lost = ["stays", "removed"][random.below(2)];
        let stalemate = ["'loss'", "'draw'", "{ result = 'loss', last = 'draw' }", "'win'"][random.below(4)];
        text += &format!("[ending]\nlost = '{lost}'\nstalemate = {stalemate}\n");
        if teams {
            text += ["team-lost = 'one'\n", "team-lost = 'all'\n"][random.below(2)];
        }
        text += "quiet = { plies = 30, result = 'draw' }\n";
        if random.below(4) == 0 {
            text += "[moves]\nanswer = true\n";
            if teams && random.below(2) == 0 {
                text += "partners = true\n";
            }
        }
    }
    text += "[setup]\nfen = '";
    let mut places: Vec<Option<String>> = vec![None; size * size];
    let mut put = |random: &mut Random, man: String| {
        // The first place may be a hole.
        let at = 1 + random.below(size * size - 1);
        let corner = at == size * (size - 1);
        if places[at].is_none() && !corner {
            places[at] = Some(man);
            return true;
        }
        false
    };
    for (index, name) in names.iter().enumerate() {
        let letter = name.chars().next().unwrap().to_lowercase().to_string();
        let man = |role: &str| match (count, index) {
            (2, 0) => role.to_owned(),
            (2, _) => role.to_lowercase(),
            _ => format!("{letter}{role}"),
        };
        while !put(random, man("K")) {}
        for role in ["A", "A", "B", "O"] {
            let placed = put(random, man(role));
            let _ = placed;
        }
    }
    let rows: Vec<String> = places
        .chunks(size)
        .map(|row| {
            let mut written = String::new();
            for place in row {
                written += &place.clone().unwrap_or_else(|| "1".to_owned());
            }
            written
        })
        .collect();
    // Where the corner is a hole, the last row is one square shorter.
    let mut rows = rows;
    if text.contains("holes") {
        let last = rows.last_mut().unwrap();
        *last = last[1..].to_owned();
    }
    let merged: Vec<String> = rows.iter().map(|row| counted(row)).collect();
    text += &format!("{} r - - 0 1'\n", merged.join("/"));
    text
}

/// A row in which runs of ones are numbers.
fn counted(row: &str) -> String {
    let mut out = String::new();
    let mut run = 0;
    for c in row.chars().chain(['.']) {
        if c == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            out += &run.to_string();
            run = 0;
        }
        if c != '.' {
            out.push(c);
        }
    }
    out
}

/// Invariants of every position of every game.
fn sound(position: &Position, text: &str) {
    let (rules, setup) = (position.rules(), position.setup());
    let told = || format!("{}\n{text}", position.fen());
    let again =
        Position::from_fen(rules, &position.fen()).unwrap_or_else(|error| panic!("{error}: {}", told()));
    assert_eq!(again.setup(), setup, "{}", told());
    let position = Position::from_setup_unchecked(&Rules::literal(rules.variant().clone()), &setup);
    assert_eq!(position.hash(), position.fresh_hash());
    if rules.variant().players.len() > 2 {
        assert_eq!(again.hash(), again.fresh_hash(), "{}", told());
    }
    assert_eq!(position.legal_moves(), literal::legal_moves(rules.variant(), &setup), "{}", told());
    let out = position.out();
    assert!(rules.variant().sides_left(out) > 1, "{}", told());
    assert!(!out.contains(position.turn()), "{}", told());
    for (square, piece) in setup.pieces() {
        let gone = rules.variant().ending.lost == Lost::Removed && out.contains(piece.player);
        assert!(!gone, "{} on {}", told(), rules.variant().board.name(square));
    }
    for mv in position.legal_moves() {
        if let Some(piece) = mv.origin().and_then(|from| setup.piece(from)) {
            assert_eq!(piece.player, position.turn(), "{}", told());
        }
        // No partner's piece is taken, unless partners take each other or the partner is out.
        if let (Some(victim), Some(_)) = (setup.piece(mv.to), mv.origin())
            && mv.from != mv.to
        {
            let partner = rules.variant().side(position.turn()).contains(victim.player);
            let prey = rules.variant().choice.partners && victim.player != position.turn()
                || out.contains(victim.player);
            assert!(!partner || prey, "{}", told());
        }
    }
    match position.outcome() {
        Some(outcome) => {
            assert!(outcome.winners.iter().all(|one| !outcome.beaten.contains(one)), "{}", told());
            assert!(out.iter().all(|one| outcome.of(one) != Verdict::Draw), "{}", told());
            assert_eq!(outcome.winner.is_some(), !outcome.winners.is_empty(), "{}", told());
        }
        None => assert!(position.has_legal_move(), "{}", told()),
    }
}

#[test]
fn random_rules_of_two_to_four_players_hold_together() {
    let (games, plies) = by_build((40, 16), (1_500, 60));
    let (mut fallen, mut several) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let text = anything(&mut random);
        let compiled = compile("any.toml", &text, &Shipped, &Natives::default());
        let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        let rules = Rules::new(compiled.variant.unwrap());
        let fen = fen::print(rules.variant(), &rules.variant().start);
        // A king may stand to be taken at once.
        let Ok(mut position) = Position::from_fen(&rules, &fen) else { continue };
        several += usize::from(rules.variant().players.len() > 2);
        let mut past = vec![];
        for _ in 0..plies {
            sound(&position, &text);
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            past.push((position.fen(), position.hash()));
            position.play(moves[random.below(moves.len())]).unwrap();
        }
        fallen += position.out().len();
        while let Some((fen, hash)) = past.pop() {
            position.undo().unwrap();
            assert_eq!((position.fen(), position.hash()), (fen, hash), "{text}");
        }
    }
    assert!(fallen > 3 && several > games as usize / 3, "{fallen} {several}");
}

#[test]
fn threads_count_what_one_counts_and_stop_when_told() {
    use carn::position::PerftOptions;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    let position = Position::start(&Rules::new(library::variant("fourplayer").unwrap()));
    assert_eq!(position.perft(0), 1);
    let counts: Vec<u64> = (0..=3).map(|depth| position.perft(depth)).collect();
    for threads in [0, 1, 2] {
        for (depth, &count) in counts.iter().enumerate() {
            let (progress, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let told = PerftOptions {
                threads,
                progress: Some(&progress),
                stop: Some(&stop),
                ..PerftOptions::default()
            };
            assert_eq!(position.perft_with(depth as u32, &told), Some(count), "{threads} {depth}");
            assert_eq!(progress.load(Ordering::Relaxed), count, "{threads} {depth}");
            stop.store(true, Ordering::Relaxed);
            let stopped = position.perft_with(depth as u32, &told);
            assert_eq!(stopped, (depth < 2).then_some(count), "{threads} {depth}");
        }
    }
    // Each ply takes a stack frame.
    let told = PerftOptions::default();
    assert_eq!(position.perft_with(u32::MAX, &told), None);
    assert_eq!(position.divide_with(u32::MAX, &told), None);
}
