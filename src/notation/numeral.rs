//! Chinese numerals and variant forms of characters.

/// The largest number that [`chinese`] writes.
pub(super) const LARGEST_CHINESE: u16 = 99;

const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A number in Chinese numerals: 十二, 三十.
pub(super) fn chinese(n: u16) -> String {
    let (tens, ones) = (usize::from(n / 10), usize::from(n % 10));
    let mut text = String::new();
    if tens > 0 {
        if tens > 1 {
            text.extend(DIGITS.get(tens));
        }
        text.push('十');
    }
    if ones > 0 || tens == 0 {
        text.push(DIGITS[ones]);
    }
    text
}

/// The value of one digit in any form; 十 is 10.
pub(super) fn digit(c: char) -> Option<u16> {
    Some(match c {
        '0'..='9' => c as u16 - '0' as u16,
        '０'..='９' => (c as u32 - '０' as u32) as u16,
        '〇' | '零' => 0,
        '一' | '壹' => 1,
        '二' | '贰' | '貳' => 2,
        '三' | '叁' | '參' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' | '陸' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        '十' | '拾' => 10,
        _ => return None,
    })
}

/// The number for some digits, positional (`12`) or with 十 (十二).
pub(super) fn number(digits: &[u16]) -> Option<u16> {
    match digits {
        [] => None,
        [10] => Some(10),
        [10, ones @ 0..=9] => Some(10 + ones),
        [tens @ 1..=9, 10] => Some(tens * 10),
        [tens @ 1..=9, 10, ones @ 0..=9] => Some(tens * 10 + ones),
        plain if plain.len() <= 4 && plain.iter().all(|&d| d < 10) => {
            Some(plain.iter().fold(0, |n, &d| n * 10 + d))
        }
        _ => None,
    }
}

/// The half-width form of a full-width character; other characters are unchanged.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' => ' ',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_read_as_written() {
        for n in 0..=LARGEST_CHINESE {
            let digits: Vec<u16> = chinese(n).chars().filter_map(digit).collect();
            assert_eq!(number(&digits), Some(n), "{}", chinese(n));
        }
        assert_eq!(chinese(21), "二十一");
        assert_eq!(number(&[1, 2]), Some(12));
        assert_eq!(number(&[10, 10]), None);
    }
}
