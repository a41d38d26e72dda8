//! Compares directions in lanes with the same directions one by one, on boards of all shapes that fit a word.

use super::*;
use crate::bits::{Portable, Usual};
use crate::random::Random;

/// A step on a board of this many files and ranks.
pub fn stride((files, ranks): (i32, i32), (right, up): (i32, i32)) -> Stride {
    let on_board = |file: i32, rank: i32| (0..files).contains(&file) && (0..ranks).contains(&rank);
    let mut origins = 0u64;
    let mut longest = 0;
    for (file, rank) in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
        origins |= u64::from(on_board(file + right, rank + up)) << (rank * files + file);
        let squares = (0..64).take_while(|n| on_board(file + n * right, rank + n * up)).count();
        longest = longest.max(squares as u16);
    }
    Stride { delta: up * files + right, origins: [origins].into(), uneven: None, longest }
}

/// Runs of any length on a board, in lanes where possible.
fn runs((files, ranks): (i32, i32), steps: &[(i32, i32)]) -> Runs<1> {
    let strides: Box<[Stride]> = steps.iter().map(|&step| stride((files, ranks), step)).collect();
    let fan = Fan::new(&strides, (files * ranks) as usize);
    let any = || SquareExpr::NONE;
    Runs { ways: Arc::new(Ways { strides, fan }), along: any(), until: any(), counts: None }
}

#[test]
fn directions_side_by_side_are_those_one_by_one() {
    let all: Vec<(i32, i32)> = (-2..=2)
        .flat_map(|up| (-2..=2).map(move |right| (right, up)))
        .filter(|step| *step != (0, 0))
        .collect();
    let near: Vec<_> = all.iter().copied().filter(|(right, up)| right.abs() < 2 && up.abs() < 2).collect();
    let mut random = Random::new(7);
    let mut found = 0;
    for board in (1..=64).map(|files| (files, 64 / files)) {
        for steps in [&near[..], &all, &all[..3], &[(0, 1)], &[(-1, 0)], &[]] {
            let runs = runs(board, steps);
            let fan = runs.fan().unwrap();
            let squares = Bits::<1>::below((board.0 * board.1) as usize);
            for dense in [false, true] {
                for _ in 0..10 {
                    let few = |random: &mut Random| random.next_u64() & random.next_u64();
                    let along = match dense {
                        false => Bits([random.next_u64()]),
                        true => Bits([random.next_u64() | random.next_u64() | random.next_u64()]),
                    };
                    let (along, until) = (along & squares, Bits([few(&mut random)]) & squares);
                    let each = if random.next_u64() & 1 == 0 { Bits::FULL } else { Bits([few(&mut random)]) };
                    for start in squares.indices() {
                        let start = Bits::<1>::single(start);
                        let walked = runs.walked(along, until, start);
                        assert_eq!(runs.from(Portable, along, until, start), walked);
                        if let Some(native) = Usual::detected() {
                            assert_eq!(fan.from(native, word(along), word(until), word(start)), word(walked));
                        }
                        found += walked.count();
                    }
                    let walked = runs.beside_walked((along, until), each, squares);
                    assert_eq!(runs.beside(Portable, (along, until), each, squares), walked);
                    if let Some(native) = Usual::detected() {
                        assert_eq!(fan.beside(native, word(along), word(until), word(each)), word(walked));
                    }
                }
            }
        }
    }
    assert!(found > 100_000, "too few runs to tell: {found}");
}

#[test]
fn boards_beyond_a_word_and_uneven_steps_are_walked() {
    let even = stride((64, 1), (1, 0));
    let uneven = Stride { uneven: Some(vec![u16::MAX; 64].into()), ..even.clone() };
    assert!(Fan::new(std::slice::from_ref(&even), 64).is_some());
    assert!(Fan::new(std::slice::from_ref(&even), 65).is_none());
    assert!(Fan::new(&[even, uneven], 64).is_none());
}
