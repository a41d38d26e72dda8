//! Applies the fixes of diagnostics to a text, one after another.

use std::time::{Duration, Instant};

use carn::compile::Compiled;
use carn::diagnostic::{Diagnostic, Fix};
use carn::source::SourceId;

/// The limits on the fixes tried per file: their number, and the total time. Each try compiles the file.
const TRIED: usize = 400;
const PATIENCE: Duration = Duration::from_secs(20);

/// A text with its fixes applied.
pub struct Fixed {
    /// The text.
    pub text: String,
    /// The result of compiling it.
    pub compiled: Compiled,
    /// The applied fixes in order, each with its line.
    pub applied: Vec<(usize, Fix)>,
}

/// Applies every fix for this text that improves it: the finding disappears, and errors do not become more. Other fixes are
/// skipped.
pub fn fix(text: &str, compile: impl Fn(&str) -> Compiled) -> Fixed {
    let mut fixed = Fixed { text: text.to_owned(), compiled: compile(text), applied: Vec::new() };
    let mut refused: Vec<(Fix, String)> = Vec::new();
    let began = Instant::now();
    for _ in 0..TRIED {
        if began.elapsed() > PATIENCE {
            break;
        }
        let own = |one: &&Diagnostic| one.fix.as_ref().is_some_and(|fix| fix.source == SourceId(0));
        let next = fixed.compiled.diagnostics.iter().filter(own).find(|one| {
            let fix = one.fix.as_ref();
            !refused.iter().any(|(known, message)| Some(known) == fix && *message == one.message)
        });
        let Some((finding, fix)) = next.and_then(|one| Some((one.clone(), one.fix.clone()?))) else { break };
        let tried = applied(&fixed.text, &fix).map(|text| (compile(&text), text));
        match tried.filter(|(after, _)| is_better(&fixed.compiled, after, &finding)) {
            Some((compiled, text)) => {
                let line =
                    fixed.text.get(..fix.span.start).map_or(1, |before| before.matches('\n').count() + 1);
                fixed.applied.push((line, fix));
                // A fix rejected before may help now.
                refused.clear();
                (fixed.text, fixed.compiled) = (text, compiled);
            }
            None => refused.push((fix, finding.message)),
        }
    }
    fixed
}

/// The text with one fix applied; `None` if nothing changes, or if the fix is for another text.
fn applied(text: &str, fix: &Fix) -> Option<String> {
    let (before, after) = (text.get(..fix.span.start)?, text.get(fix.span.end..)?);
    let new = format!("{before}{}{after}", fix.replacement);
    (new != text && fix.span.start <= fix.span.end).then_some(new)
}

/// Whether the text is better: no more errors than before in what was readable, and one finding of this kind less.
fn is_better(before: &Compiled, after: &Compiled, mended: &Diagnostic) -> bool {
    let same = |compiled: &Compiled| {
        let like = |one: &&Diagnostic| one.code == mended.code && one.message == mended.message;
        compiled.diagnostics.iter().filter(like).count()
    };
    let errors = |compiled: &Compiled| compiled.diagnostics.iter().filter(|one| one.is_error()).count();
    // An unreadable file shows more errors once it is readable; they do not count against the fix.
    let unread = before.rule_hash.is_none() && after.rule_hash.is_some();
    let lost = before.rule_hash.is_some() && after.rule_hash.is_none();
    // The next line may be unreadable for the same reason.
    let less = same(after) < same(before) || before.rule_hash.is_none() && reaches_further(before, after);
    less && !lost && (unread || errors(after) <= errors(before) || reaches_further(before, after))
}

/// Whether errors after the first error are newly reported: an unreadable text hides everything after it.
fn reaches_further(before: &Compiled, after: &Compiled) -> bool {
    let first = |compiled: &Compiled| {
        let errors = compiled.diagnostics.iter().filter(|one| one.is_error() && one.source == SourceId(0));
        errors.map(|one| one.span.start).min()
    };
    match (first(before), first(after)) {
        (Some(before), Some(after)) => after > before,
        _ => false,
    }
}
