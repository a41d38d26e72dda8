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

/// Whether the text is better: one finding of this kind less, and no more errors than before in what was readable.
fn is_better(before: &Compiled, after: &Compiled, mended: &Diagnostic) -> bool {
    let same = |compiled: &Compiled| {
        let like = |one: &&Diagnostic| one.code == mended.code && one.message == mended.message;
        compiled.diagnostics.iter().filter(like).count()
    };
    let errors = |compiled: &Compiled| compiled.diagnostics.iter().filter(|one| one.is_error()).count();
    let less = same(after) < same(before);
    match (before.rule_hash, after.rule_hash) {
        (Some(_), None) => false,
        // An unreadable file shows more errors once it is readable; they do not count against the fix.
        (None, Some(_)) => less,
        // Its next error may be anywhere. One in the lines of the fix may be caused by it, unless it is of the same kind.
        (None, None) => first_error(after).zip(mended.fix.as_ref()).map_or(less, |(new, fix)| {
            let line = |at: usize| after.sources.get(SourceId(0)).map_or(0, |text| text.position(at).line);
            let lines = line(fix.span.start)..=line(fix.span.start + fix.replacement.len());
            let same = new.message == mended.message;
            let beside = lines.contains(&line(new.span.start));
            if beside { same && new.span.start > mended.span.start } else { !same || new.span != mended.span }
        }),
        (Some(_), Some(_)) => less && (errors(after) <= errors(before) || reaches_further(before, after)),
    }
}

/// Whether errors after the first error are newly reported: an invalid part hides everything after it.
fn reaches_further(before: &Compiled, after: &Compiled) -> bool {
    let (before, after) = (first_error(before), first_error(after));
    before.zip(after).is_some_and(|(before, after)| after.span.start > before.span.start)
}

/// The first error of the file itself.
fn first_error(compiled: &Compiled) -> Option<&Diagnostic> {
    let errors = compiled.diagnostics.iter().filter(|one| one.is_error() && one.source == SourceId(0));
    errors.min_by_key(|one| one.span.start)
}
