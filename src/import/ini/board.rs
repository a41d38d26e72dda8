//! Converts squares for a rule file: regions from the mover's view, and the contents of a FEN.

use std::collections::BTreeSet;

/// Squares as (file, rank), from 0.
pub type Squares = BTreeSet<(u16, u16)>;

/// The board of a variant, and its second player's view.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub files: u16,
    pub ranks: u16,
    /// Whether the second player sees the ranks reversed.
    pub turned: bool,
    /// Whether the second player sees the files reversed, too.
    pub mirrored: bool,
}

impl Size {
    /// Every square.
    pub fn all(self) -> Squares {
        (0..self.files).flat_map(|file| (0..self.ranks).map(move |rank| (file, rank))).collect()
    }

    /// A set of squares from a player's view; the conversion is its own inverse.
    pub fn seen(self, squares: &Squares, side: usize) -> Squares {
        squares
            .iter()
            .map(|&(file, rank)| {
                let file = if side == 1 && self.mirrored { self.files - 1 - file } else { file };
                let rank = if side == 1 && self.turned { self.ranks - 1 - rank } else { rank };
                (file, rank)
            })
            .collect()
    }

    /// The name of a file.
    pub fn file(file: u16) -> char {
        char::from_u32(u32::from('a') + u32::from(file)).unwrap_or('a')
    }
}

/// Ascending numbers as a rule file lists them: `1~3 5`, or `a~c e`.
fn listed(numbers: &BTreeSet<u16>, name: impl Fn(u16) -> String) -> String {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(last) if last.1 + 1 == number => last.1 = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |&(low, high): &(u16, u16)| match high - low {
        0 => name(low),
        1 => format!("{} {}", name(low), name(high)),
        _ => format!("{}~{}", name(low), name(high)),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

/// The terms of a region that together are these squares: one for ranks or a box, several otherwise, none for no squares.
pub fn terms(squares: &Squares, size: Size) -> Vec<String> {
    let mut rows: Vec<(BTreeSet<u16>, BTreeSet<u16>)> = Vec::new();
    for rank in 0..size.ranks {
        let files: BTreeSet<u16> =
            squares.iter().filter(|square| square.1 == rank).map(|square| square.0).collect();
        if files.is_empty() {
            continue;
        }
        match rows.iter_mut().find(|(other, _)| *other == files) {
            Some((_, ranks)) => {
                ranks.insert(rank);
            }
            None => rows.push((files, BTreeSet::from([rank]))),
        }
    }
    rows.iter()
        .map(|(files, ranks)| {
            let rank = format!("Rank {}", listed(ranks, |rank| (rank + 1).to_string()));
            if files.len() == usize::from(size.files) {
                return rank;
            }
            let file = format!("File {}", listed(files, |file| Size::file(file).to_string()));
            if ranks.len() == usize::from(size.ranks) { file } else { format!("{file}, {rank}") }
        })
        .collect()
}

/// A start position taken apart.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The pieces: a letter, after `+` if promoted, with file and rank; `*` is a hole.
    pub men: Vec<(String, u16, u16)>,
    /// The letters in the hands, if the position has hands.
    pub hands: Option<String>,
    /// The letters of castling rights; `-` for none.
    pub rights: String,
    /// The whole position in the form of rule files.
    pub fen: String,
    /// The number of checks that each player must still give, if present.
    pub checks: Option<(u32, u32)>,
}

/// Parses a FEN, possibly with missing fields, or returns the error.
pub fn start(fen: &str, size: Size, counts_checks: bool) -> Result<Start, String> {
    let mut fields = fen.split_whitespace();
    let Some(placement) = fields.next() else { return Err("it is empty".to_owned()) };
    let (board, hands) = match placement.split_once('[') {
        Some((board, rest)) => (board, Some(rest.trim_end_matches(']').to_owned())),
        None => (placement, None),
    };
    let mut men = Vec::new();
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(size.ranks) {
        return Err(format!("it has {} ranks, and the board {}", rows.len(), size.ranks));
    }
    for (row, rank) in rows.iter().zip((0..size.ranks).rev()) {
        let mut file = 0u16;
        let mut letters = row.chars().peekable();
        let mut plus = false;
        while let Some(letter) = letters.next() {
            if let Some(mut empty) = letter.to_digit(10) {
                while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                    empty = (empty * 10 + digit).min(1000);
                    letters.next();
                }
                file = file.saturating_add(empty as u16);
                continue;
            }
            match letter {
                '+' => {
                    plus = true;
                    continue;
                }
                '~' => continue,
                _ => {}
            }
            let sign = if plus { "+" } else { "" };
            men.push((format!("{sign}{letter}"), file, rank));
            plus = false;
            file = file.saturating_add(1);
        }
        if file != size.files {
            return Err(format!("rank {} has {file} squares, and the board {}", rank + 1, size.files));
        }
    }
    let turn = if fields.next() == Some("b") { "b" } else { "w" };
    let rest: Vec<&str> = fields.collect();
    // Fields that are not move counts come first: rights, the en passant square, the counts of checks.
    let number = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit());
    let words: Vec<&str> = rest.iter().filter(|word| !number(word)).copied().collect();
    let numbers: Vec<&str> = rest.iter().filter(|word| number(word)).copied().collect();
    let checks = words.iter().find_map(|word| {
        let (first, second) = word.split_once('+')?;
        Some((first.parse().ok()?, second.parse().ok()?))
    });
    let words: Vec<&str> = words.into_iter().filter(|word| !word.contains('+')).collect();
    let rights = words.first().copied().unwrap_or("-").to_owned();
    let passing = words.get(1).copied().unwrap_or("-");
    let counted = match (counts_checks, checks) {
        (true, Some((first, second))) => format!(" {first}+{second}"),
        (true, None) => " 1+1".to_owned(),
        (false, _) => String::new(),
    };
    let plies = numbers.first().copied().unwrap_or("0");
    let moves = numbers.get(1).copied().unwrap_or("1");
    let fen = format!("{placement} {turn} {rights} {passing}{counted} {plies} {moves}");
    let checks = checks.or(if counts_checks { Some((1, 1)) } else { None });
    Ok(Start { men, hands, rights, fen, checks })
}
