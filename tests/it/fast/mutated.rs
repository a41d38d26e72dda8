//! Mutations of shipped and random rule files, as text.

use super::random::Random;

/// Snippets that are put in place of others.
const WORDS: [&str; 36] = [
    "+1",
    "-1",
    "+2",
    "1~2",
    "2~",
    "~2",
    "*",
    "$n",
    "*#",
    "*#a",
    "**",
    "**#",
    "File",
    "Rank",
    " ; ",
    " | ",
    " => ",
    "@Empty",
    "@Opponent",
    "@Ally",
    "@NotAttacked",
    "@Attacked(From)",
    "@JumpOver(1)",
    "@JumpOver(*)",
    "@Ride",
    "@Take(To)",
    "@Shift(To, From)",
    "@Put(pawn, From)",
    "@Mark(From)",
    "@TakeMarker",
    "royal = true",
    "From",
    "To",
    "Leg 1",
    "@Marked",
    "@Become(pawn)",
];

/// The pieces that a line of rules is made of.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let kind = |c: char| if c.is_alphanumeric() || c == '@' { 0 } else { 1 + u32::from(c) };
    let mut last = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != kind(c)) {
            found.push(&text[start..at]);
            start = at;
        }
        last = Some(kind(c));
    }
    found.push(&text[start..]);
    found
}

/// The same text with one or two small changes: a token gone, doubled, exchanged for one of its own or of another's,
/// a line gone or moved.
pub fn mutated(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(2) {
        if random.chance(25) {
            let mut lines: Vec<&str> = text.lines().collect();
            let (a, b) = (random.below(lines.len()), random.below(lines.len()));
            match random.below(3) {
                0 => {
                    lines.remove(a);
                }
                1 => lines.swap(a, b),
                _ => lines.insert(a, lines[b]),
            }
            text = lines.join("\n");
            continue;
        }
        let mut all = tokens(&text);
        let (a, b) = (random.below(all.len()), random.below(all.len()));
        match random.below(5) {
            0 => {
                all.remove(a);
            }
            1 => all.insert(a, all[b]),
            2 => all.swap(a, b),
            3 => all[a] = all[b],
            _ => all[a] = WORDS[random.below(WORDS.len())],
        }
        text = all.concat();
    }
    text
}
