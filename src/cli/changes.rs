//! Differences of two texts, line by line, in the style of `diff -u`.

/// The number of context lines around a change.
const AROUND: usize = 2;

/// The maximum number of changed lines that are compared; a longer difference is shown as one replacement.
const LONGEST: usize = 2000;

/// The status of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Kept,
    Removed,
    Added,
}

/// The changes between two texts, with the name of the file; empty if there are none. Every line ends with a line feed.
pub fn changes(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let fates = fates(&before, &after);
    let mut out = format!("--- {name}\n+++ {name}\n");
    let shown = |at: usize| {
        let from = at.saturating_sub(AROUND);
        fates[from..fates.len().min(at + AROUND + 1)].iter().any(|&(fate, _)| fate != Fate::Kept)
    };
    let (mut old_line, mut new_line, mut open) = (1, 1, false);
    for (at, &(fate, text)) in fates.iter().enumerate() {
        if shown(at) {
            if !open {
                let run = fates[at..].iter().enumerate().take_while(|(more, _)| shown(at + more));
                let run: Vec<Fate> = run.map(|(_, &(fate, _))| fate).collect();
                let count = |without: Fate| run.iter().filter(|&&fate| fate != without).count();
                let (olds, news) = (count(Fate::Added), count(Fate::Removed));
                out += &format!("@@ -{old_line},{olds} +{new_line},{news} @@\n");
            }
            let sign = match fate {
                Fate::Kept => ' ',
                Fate::Removed => '-',
                Fate::Added => '+',
            };
            out.push(sign);
            out += text;
            out.push('\n');
        }
        open = shown(at);
        old_line += usize::from(fate != Fate::Added);
        new_line += usize::from(fate != Fate::Removed);
    }
    if fates.iter().all(|&(fate, _)| fate == Fate::Kept) {
        out += "(only line endings)\n";
    }
    out
}

/// The lines of both texts, common ones once, by their longest common subsequence.
fn fates<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(Fate, &'t str)> {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_mid, new_mid) = (&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail]);
    let mut out: Vec<(Fate, &str)> = old[..same].iter().map(|&line| (Fate::Kept, line)).collect();
    if old_mid.len() > LONGEST || new_mid.len() > LONGEST {
        out.extend(old_mid.iter().map(|&line| (Fate::Removed, line)));
        out.extend(new_mid.iter().map(|&line| (Fate::Added, line)));
    } else {
        let width = new_mid.len() + 1;
        let mut longest = vec![0_u16; (old_mid.len() + 1) * width];
        for i in (0..old_mid.len()).rev() {
            for j in (0..new_mid.len()).rev() {
                longest[i * width + j] = if old_mid[i] == new_mid[j] {
                    longest[(i + 1) * width + j + 1] + 1
                } else {
                    longest[(i + 1) * width + j].max(longest[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < old_mid.len() || j < new_mid.len() {
            if i < old_mid.len() && j < new_mid.len() && old_mid[i] == new_mid[j] {
                out.push((Fate::Kept, old_mid[i]));
                (i, j) = (i + 1, j + 1);
            } else if j == new_mid.len()
                || i < old_mid.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1]
            {
                out.push((Fate::Removed, old_mid[i]));
                i += 1;
            } else {
                out.push((Fate::Added, new_mid[j]));
                j += 1;
            }
        }
    }
    out.extend(old_rest[old_rest.len() - tail..].iter().map(|&line| (Fate::Kept, line)));
    out
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn changes_stand_with_the_lines_around_them() {
        assert_eq!(changes("a", "x\n", "x\n"), "");
        assert_eq!(
            changes("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\nfour\n5\n6\n7\n8\n9\n10\n"),
            "--- a\n+++ a\n@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+four\n 5\n 6\n@@ -8,2 +8,3 @@\n 8\n 9\n+10\n"
        );
        assert_eq!(changes("a", "", "new\n"), "--- a\n+++ a\n@@ -1,0 +1,1 @@\n+new\n");
        assert_eq!(changes("a", "x\r\n", "x\n"), "--- a\n+++ a\n(only line endings)\n");
    }
}
