//! Numbers with nouns: `1 game`, `2 games`.

/// A number with a noun whose plural ends in `s`.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_not_several() {
        assert_eq!([0, 1, 2, 21].map(|n| counted(n, "game")), ["0 games", "1 game", "2 games", "21 games"]);
    }
}
