//! Weights of the evaluation: their effect, their text, and the fit to games.

use carn::compile::{Natives, compile};
use carn::library;
use carn::position::Rules;
use carn::search::tune::{Sample, Trainer, Tuning, fit};
use carn::search::{Control, Evaluation, Features, Fitting, Searcher};
use carn::variant::{Network, NetworkError, PlayerId, Weights};

use super::played;

/// Games with hands and without, on boards of several sizes, with and without royals, with a neutral piece.
const GAMES: [&str; 6] = ["chess", "xiangqi", "minishogi", "breakthrough", "atomic", "duck"];

/// Every weight changed a little, each otherwise.
fn changed(fitting: &Fitting) -> (Vec<f64>, Weights) {
    let changes: Vec<f64> = (0..fitting.len()).map(|nth| (nth * 7 % 11) as f64 - 5.0).collect();
    let weights = fitting.changed(&changes);
    (changes, weights)
}

#[test]
fn weights_change_the_score_by_their_features() {
    for name in GAMES {
        let rules = library::rules(name).unwrap();
        let fitting = Fitting::new(&rules).unwrap();
        let (changes, weights) = changed(&fitting);
        let new = Searcher::with_weights(&rules, &weights);
        for seed in 0..12 {
            let position = played(&rules, seed, 10 + seed as usize);
            if position.in_check() || position.outcome().is_some() {
                continue;
            }
            let Features { score, terms } = fitting.features(&position);
            let by = terms.iter().map(|&(weight, value)| f64::from(value) * changes[weight as usize]);
            let expected = score + by.sum::<f64>();
            let found = f64::from(new.evaluate(&position, PlayerId(0)));
            // Sums of whole numbers are rounded here and there.
            let most = 6.0 + expected.abs() / 50.0;
            assert!((found - expected).abs() <= most, "{name} {}: {found} for {expected}", position.fen());
        }
    }
}

#[test]
fn weights_are_read_as_they_are_written() {
    for name in GAMES {
        let rules = library::rules(name).unwrap();
        let (_, weights) = changed(&Fitting::new(&rules).unwrap());
        let table = carn::format::weights(rules.variant(), &weights);
        let text = format!("extends = '{name}'\n{table}");
        let compiled = compile("mine.toml", &text, &library::Shipped, &Natives::default());
        assert!(!compiled.has_errors(), "{name}: {:?}", compiled.diagnostics);
        let read = compiled.variant.unwrap();
        assert_eq!(carn::format::weights(&read, &read.weights), table, "{name}");
        assert_eq!((read.weights.tempo, read.weights.attack), (weights.tempo, weights.attack));
        for (own, wanted) in read.weights.roles.iter().zip(&weights.roles) {
            assert_eq!((own.value, own.hand, own.mobility), (wanted.value, wanted.hand, wanted.mobility));
            assert_eq!((own.pair, &own.passed, &own.royals), (wanted.pair, &wanted.passed, &wanted.royals));
            for role in 0..rules.variant().roles.len() {
                let lists = [own, wanted]
                    .map(|weights| [true, false].map(|by| weights.beside(role, by).unwrap_or(&[])));
                assert_eq!(lists[0], lists[1]);
            }
        }
        assert_eq!(carn::format::format(&table).as_deref(), Some(&*table), "{name}: canonical");
    }
}

#[test]
fn weights_are_no_rule_and_are_not_inherited() {
    let text = "extends = 'chess'\n[engine]\ntempo = 20\n[engine.pieces.pawn]\nvalue = [150, 160]\n";
    let compiled = compile("mine.toml", text, &library::Shipped, &Natives::default());
    let chess = library::load("chess").unwrap();
    assert_eq!(compiled.rule_hash, chess.rule_hash);
    let rules = Rules::new(compiled.variant.unwrap());
    let evaluation = Evaluation::new(&rules);
    assert_eq!(evaluation.value(rules.variant().role_named("pawn").unwrap()), 155);
    let derived = compile("mine.toml", "extends = 'chess'\n", &library::Shipped, &Natives::default());
    assert!(derived.variant.unwrap().weights.is_empty());
}

/// In games that the side with more pawns always wins, pawns are worth more than was thought; nothing else is.
#[test]
fn a_fit_finds_what_wins() {
    let rules = library::rules("chess").unwrap();
    let fitting = Fitting::new(&rules).unwrap();
    let pawn = rules.variant().role_named("pawn").unwrap();
    // The first weight is the tempo, which takes turns here.
    let mut terms = fitting.features(&carn::position::Position::start(&rules)).terms;
    terms.retain(|&(weight, _)| weight == 0);
    let mut value = vec![0.0; fitting.len()];
    let before = fitting.changed(&value).roles[pawn.index()].value.unwrap();
    let number = (0..fitting.len()).find(|&number| {
        value.fill(0.0);
        value[number] = 50.0;
        fitting.changed(&value).roles[pawn.index()].value == Some((before.0 + 50, before.1))
    });
    let number = number.expect("a weight is the value of a pawn in the middle game") as u32;
    let games: Vec<Vec<Sample>> = (0..200)
        .map(|nth| {
            let sign = if nth % 2 == 0 { 1.0 } else { -1.0 };
            let tempo = if nth % 4 < 2 { 1.0 } else { -1.0 };
            let features = Features { score: 0.0, terms: vec![(0, tempo), (number, sign)] };
            let result = if sign > 0.0 { 1.0 } else { 0.0 };
            vec![Sample { features, found: 100.0 * f64::from(sign), result }]
        })
        .collect();
    let found = fit(&fitting, &games).unwrap();
    let value = found.weights.roles[pawn.index()].value.unwrap();
    assert!(value.0 > before.0 + 10, "{value:?} after {before:?}");
    assert_eq!(found.weights.tempo, fitting.changed(&vec![0.0; fitting.len()]).tempo);
    assert!(found.errors[1] < found.errors[0], "{:?}", found.errors);

    // Of fewer than ten games, the last is held out.
    assert!(fit(&fitting, &games[..2]).is_some());
    assert_eq!(fit(&fitting, &games[..1]), None);
    assert_eq!(fit(&fitting, &[Vec::new(), Vec::new()]), None);
}

#[test]
fn games_of_one_seed_are_the_same() {
    let rules = library::rules("minixiangqi").unwrap();
    let fitting = Fitting::new(&rules).unwrap();
    let tuning = Tuning { nodes: 60, limit: 60, ..Tuning::default() };
    let game = |number| {
        let mut players = [Searcher::new(&rules), Searcher::new(&rules)];
        let [first, second] = &mut players;
        tuning.samples(number, &fitting, [first, second], &Control::new()).unwrap()
    };
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

#[test]
fn only_games_of_two_are_fitted() {
    assert!(Fitting::new(&library::rules("fourplayer").unwrap()).is_none());
}

#[test]
fn a_network_learns_the_scores_of_the_search() {
    let mut variant = library::variant("minishogi").unwrap();
    variant.weights.network = None;
    let rules = Rules::new(variant);
    let trainer = Trainer::new(&rules).unwrap();
    let mut players = [Searcher::new(&rules), Searcher::new(&rules)];
    let tuning = Tuning { nodes: 30, limit: 60, ..Tuning::default() };
    let games: Vec<_> = (0..300)
        .map(|number| {
            let [first, second] = &mut players;
            tuning.examples(number, &trainer, [first, second], &Control::new()).unwrap()
        })
        .collect();
    let trained = trainer.train(&games, 3).unwrap();
    let [before, after] = trained.errors;
    assert!(after < before, "{before} before, {after} after");
    assert_eq!(trainer.train(&games, 3).as_ref(), Some(&trained), "the same seed gives the same network");
    assert_ne!(trainer.train(&games, 4).unwrap().network, trained.network);

    let bytes = trained.network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes, rules.variant()), Ok(trained.network));
    let chess = library::variant("chess").unwrap();
    assert_eq!(Network::from_bytes(&bytes, &chess), Err(NetworkError::Unfit));
    assert_eq!(Network::from_bytes(&bytes[..bytes.len() - 1], rules.variant()), Err(NetworkError::Damaged));
    for end in 0..40 {
        assert!(Network::from_bytes(&bytes[..end], rules.variant()).is_err());
        assert!(Network::from_bytes(&bytes[end + 1..], rules.variant()).is_err());
    }
}

#[test]
fn games_of_four_have_no_network() {
    assert!(Trainer::new(&library::rules("fourplayer").unwrap()).is_none());
}

#[test]
fn shipped_networks_fit_their_games() {
    let with: Vec<&str> = library::names().filter(|name| library::network(name).is_some()).collect();
    assert!(with.contains(&"chess"));
    let mut trained: Vec<(&[u8], Weights)> = Vec::new();
    for name in with {
        let weights = library::variant(name).unwrap().weights.clone();
        assert!(weights.network.is_some(), "{name}");
        // A network corrects what the other weights say, so games that share one share these too.
        let (bytes, weights) = (library::network(name).unwrap(), weights.without_network());
        match trained.iter().find(|(known, _)| *known == bytes) {
            Some((_, known)) => assert_eq!(*known, weights, "{name}"),
            None => trained.push((bytes, weights)),
        }
    }
}
