//! Explains calls for whole classes of games that are not supported, such as `@Random`.

/// Prefixes of names in lower case, and the explanation of the class from `docs/not-yet.md`.
const CLASSES: [(&[&str], &str); 8] = [
    (
        &["random", "chance", "dice", "roll", "coin", "shuffle", "probab"],
        "chance is not supported: no dice, cards or random moves",
    ),
    (
        &["hid", "reveal", "secret", "fog", "visib", "invisib", "facedown", "faceup"],
        "hidden information is not supported: every player sees the whole position",
    ),
    (
        &["connect", "group", "linked", "enclos", "surround", "libert", "territor"],
        "conditions cannot test connected groups or enclosed areas",
    ),
    (
        &["graph", "node", "neighbo", "road"],
        "adjacency comes from coordinates: a board cannot be given as points and lines",
    ),
    (
        &["push", "pull", "drag", "moveopponent"],
        "a player cannot move an opponent's piece as a move of their own: `@Shift` only pushes or pulls a piece beside the one that moves",
    ),
    (&["stack", "height", "carry", "under", "pile"], "a square holds one piece: pieces cannot be stacked"),
    (
        &["partner", "bughouse"],
        "a captured piece goes to the hand of the player who took it or of its owner, never to a partner's hand",
    ),
    (
        &["repeat", "differ", "superko", "sameposition", "changed"],
        "a move is never illegal because its position has occurred before: repetition can only end the game",
    ),
];

/// The explanation for an unknown name, if it belongs to such a class.
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
            assert!(page.contains(&sentence.to_lowercase()), "docs/not-yet.md does not say: {sentence}");
            assert!(words.iter().all(|word| missing(word).is_some()));
        }
    }
}
