//! Compares the squares beside runs, found by floods, with the runs from each square.

use super::*;
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

#[test]
fn floods_find_the_squares_whose_runs_meet_a_set() {
    let all: Vec<(i32, i32)> = (-2..=2)
        .flat_map(|up| (-2..=2).map(move |right| (right, up)))
        .filter(|step| *step != (0, 0))
        .collect();
    let near: Vec<_> = all.iter().copied().filter(|(right, up)| right.abs() < 2 && up.abs() < 2).collect();
    let mut random = Random::new(7);
    let mut found = 0;
    for board in (1..=64).map(|files| (files, 64 / files)) {
        for steps in [&near[..], &all, &all[..3], &[(0, 1)], &[(-1, 0)], &[]] {
            let strides = steps.iter().map(|&step| stride(board, step)).collect();
            let any = || SquareExpr::NONE;
            let runs = Runs::<1> { strides, along: any(), until: any(), counts: None };
            let squares = Bits::<1>::below((board.0 * board.1) as usize);
            for case in 0..20 {
                let few = |random: &mut Random| Bits([random.next_u64() & random.next_u64()]);
                let dense = random.next_u64() | if case < 10 { 0 } else { random.next_u64() };
                let (along, until) = (Bits([dense]) & squares, few(&mut random) & squares);
                let each = if random.next_u64() & 1 == 0 { Bits::FULL } else { few(&mut random) };
                let meets = |start: &usize| (runs.from(along, until, Bits::single(*start)) & each).any();
                let starts = squares.indices().filter(meets);
                let wanted = starts.fold(Bits::EMPTY, |all, start| all | Bits::single(start));
                assert_eq!(runs.beside((along, until), each, squares), wanted);
                found += wanted.count();
            }
        }
    }
    assert!(found > 10_000, "too few runs to tell: {found}");
}
