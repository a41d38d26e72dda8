//! Predicates and effects that people look for, and that belong to whole classes of games that the language cannot say.

/// Beginnings of names, in small letters, and what `docs/not-yet.md` says of the class.
const CLASSES: [(&[&str], &str); 8] = [
    (
        &["random", "chance", "dice", "roll", "coin", "shuffle", "probab"],
        "nothing happens by chance: there are no dice, no cards and no lots",
    ),
    (
        &["hid", "reveal", "secret", "fog", "visib", "invisib", "facedown", "faceup"],
        "nothing is hidden: all players see the whole position",
    ),
    (
        &["connect", "group", "linked", "enclos", "surround", "libert", "territor"],
        "no condition follows pieces from neighbour to neighbour: neither what is connected nor what is enclosed can be asked",
    ),
    (
        &["graph", "node", "neighbo", "road"],
        "a board is coordinates on axes: one whose points are joined by lines of its own cannot be drawn up",
    ),
    (
        &["push", "pull", "drag", "moveopponent"],
        "no move begins with a piece of the opponent's: `@Shift` pushes and pulls what stands beside a piece of one's own",
    ),
    (
        &["stack", "height", "carry", "under", "tower", "pile"],
        "a square holds one piece: there are no stacks",
    ),
    (
        &["partner", "bughouse"],
        "what is taken goes to the hand of who takes it or of whose it was, never to a partner's",
    ),
    (
        &["repeat", "differ", "superko", "sameposition", "changed"],
        "no move is forbidden because the game has been in the position that it leads to: a position that comes again can only end the game",
    ),
];

/// What is to be said of a name that nothing has, if it belongs to such a class.
pub(super) fn missing(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let begins = |words: &&[&str]| words.iter().any(|word| name.starts_with(word));
    CLASSES.iter().find(|(words, _)| begins(words)).map(|(_, sentence)| *sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_the_same() {
        let page = include_str!("../../../docs/not-yet.md").to_lowercase();
        for (words, sentence) in CLASSES {
            assert!(page.contains(sentence), "docs/not-yet.md does not say: {sentence}");
            assert!(words.iter().all(|word| missing(word).is_some()));
        }
    }
}
