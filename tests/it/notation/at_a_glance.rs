//! The fast reader of SAN, which generates only fitting moves, against the one that examines all moves.

use carn::geometry::Square;
use carn::library;
#[cfg(feature = "record")]
use carn::notation::SanWriter;
use carn::notation::{self, QuickReader, SanReader, View};
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::{Move, RoleSet, Script};

use crate::by_build;

/// Positions of random games of every shipped variant, fewer of those where there is much to move.
fn positions(plies: usize, mut each: impl FnMut(&Position)) {
    for name in library::names() {
        let rules = Rules::new(library::variant(name).unwrap());
        let mut random = Random::new(7);
        let mut position = Position::start(&rules);
        let mut most = 40 * plies;
        for _ in 0..plies {
            each(&position);
            let legal = position.legal_moves();
            most = most.saturating_sub(legal.len());
            let Some(&mv) = random.choose(&legal).filter(|_| most > 0) else { break };
            position.play_unchecked(mv);
        }
    }
}

#[test]
fn the_moves_of_some_roles_to_a_square_are_those_of_all_moves() {
    positions(by_build(8, 16), |position| {
        let legal = position.legal_moves();
        let roles = position.rules().variant().roles.len();
        let letterless = position.rules().variant().notation.letterless;
        for set in (0..roles).map(|role| RoleSet(1 << role)).chain([letterless, RoleSet::ALL]) {
            for to in position.rules().variant().board.squares().step_by(3) {
                let mut found = Vec::new();
                position.moves_to_into(set, to, &mut found);
                found.sort_unstable();
                let fits = |mv: &&Move| {
                    let role = mv.drop().or_else(|| position.piece(mv.origin()?).map(|piece| piece.role));
                    mv.to == to && role.is_some_and(|role| set.contains(role))
                };
                let wanted: Vec<Move> = legal.iter().filter(fits).copied().collect();
                assert_eq!(found, wanted, "{set:?} to {to:?} in {}", position.fen());
            }
        }
        let mut none = Vec::new();
        position.moves_to_into(RoleSet::ALL, Square(9999), &mut none);
        assert_eq!(none, []);
    });
}

#[test]
fn words_mean_the_same_read_either_way() {
    let mut list = Vec::new();
    let (mut sound, mut refused) = (0, 0);
    positions(16, |position| {
        let reader = SanReader::new(position.rules().variant());
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
        let mut same = |word: &str| {
            let quick = reader.read_at(position, word, &mut list);
            assert_eq!(quick, reader.read(view, word), "{word} in {}", position.fen());
            match quick {
                Ok(_) => sound += 1,
                Err(_) => refused += 1,
            }
        };
        for &mv in legal.iter().step_by(1 + legal.len() / 10) {
            let word = notation::write(position, mv, Script::San).unwrap();
            same(&word);
            // A word that lacks a character may be another move, none, or several.
            for (at, c) in word.char_indices() {
                same(&format!("{}{}", &word[..at], &word[at + c.len_utf8()..]));
            }
        }
        ["", "O-O", "O-O-O", "0-0", "O-O+", "o-o-o", "e4", "e9", "Qh4#", "exd5", "e8=Q", "e8Q", "Kg1"]
            .into_iter()
            .for_each(&mut same);
    });
    assert!(sound > 500 && refused > 500, "{sound} and {refused}");
}

/// Whatever the quick reader says of a text is what its script's own reader says, and it knows the usual forms.
#[test]
fn the_scripts_of_chinese_chess_mean_the_same_read_either_way() {
    let mut list = Vec::new();
    let scripts = [Script::Chinese, Script::Wxf, Script::Iccs, Script::Coordinate];
    let (mut known, mut texts) = ([0; 4], [0; 4]);
    positions(50, |position| {
        let reader = QuickReader::new(position.rules().variant());
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
        for (nth, &script) in scripts.iter().enumerate() {
            let mut same = |text: &str| {
                let quick = reader.read_at(position, text, script, &mut list);
                if let Some(mv) = quick {
                    let own = notation::read_in(view, text, &[script]);
                    assert_eq!(Ok(mv), own, "{text} in {}", position.fen());
                }
                quick.is_some()
            };
            for &mv in legal.iter().step_by(1 + legal.len() / 4) {
                let Some(text) = notation::write(position, mv, script) else { continue };
                let usual = position.rules().variant().notation.scripts.contains(&script);
                texts[nth] += usize::from(usual);
                known[nth] += usize::from(same(&text) && usual);
                let characters: Vec<char> = text.chars().collect();
                for at in 0..characters.len() {
                    for other in "前后一3+=a".chars() {
                        let mut changed = characters.clone();
                        changed[at] = other;
                        same(&changed.into_iter().collect::<String>());
                    }
                }
            }
        }
    });
    // Where players write so. Stacks of several and coordinates of ten ranks are left to the others.
    for (nth, share) in [(0, 95), (1, 95), (2, 95), (3, 60)] {
        assert!(texts[nth] > 50 && known[nth] * 100 >= texts[nth] * share, "{known:?} of {texts:?}");
    }
}

/// SAN that is written by asking for the moves to one square is the SAN that is made from all of them.
#[cfg(feature = "record")]
#[test]
fn san_written_at_a_glance_is_the_same() {
    let mut quick = 0;
    positions(40, |position| {
        let writer = SanWriter::new(position.rules().variant());
        let mut list = Vec::new();
        for mv in position.legal_moves() {
            let Some(begun) = writer.begin(position, mv, &mut list) else { continue };
            let mut after = position.here();
            after.play_unchecked(mv);
            let text = writer.end(&after, begun);
            let slowly = notation::write_between(position, mv, &after, Script::San);
            assert_eq!(
                Some(&text),
                slowly.as_ref(),
                "{} {}",
                position.rules().variant().name,
                position.fen()
            );
            quick += 1;
        }
    });
    assert!(quick > 10_000, "{quick}");
}
