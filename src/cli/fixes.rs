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
    /// The fixes of the remaining findings.
    pub left: Vec<Left>,
}

/// A fix that was not applied.
pub struct Left {
    /// The file and the line.
    pub place: (String, usize),
    /// The fix.
    pub fix: Fix,
    /// Why it was not applied.
    pub reason: String,
}

/// Applies every fix for this text that improves it: the finding disappears, and errors do not become more. Other fixes are
/// left.
pub fn fix(text: &str, compile: impl Fn(&str) -> Compiled) -> Fixed {
    let compiled = compile(text);
    let mut fixed = Fixed { text: text.to_owned(), compiled, applied: Vec::new(), left: Vec::new() };
    // Each with the message of its finding, and the reason.
    let mut refused: Vec<(Fix, String, String)> = Vec::new();
    let began = Instant::now();
    for _ in 0..TRIED {
        if began.elapsed() > PATIENCE {
            break;
        }
        let own = |one: &&Diagnostic| one.fix.as_ref().is_some_and(|fix| fix.source == SourceId(0));
        let next = fixed.compiled.diagnostics.iter().filter(own).find(|one| {
            let fix = one.fix.as_ref();
            !refused.iter().any(|(known, message, _)| Some(known) == fix && *message == one.message)
        });
        let Some((finding, fix)) = next.and_then(|one| Some((one.clone(), one.fix.clone()?))) else { break };
        match applied(&fixed.text, &fix).map(|text| (compile(&text), text)) {
            Some((after, text)) if is_better(&fixed.compiled, &after, &finding) => {
                fixed.applied.push((fixed.line(&fix), fix));
                // A fix rejected before may help now.
                refused.clear();
                (fixed.text, fixed.compiled) = (text, after);
            }
            tried => {
                let after = tried.map(|(after, _)| after);
                refused.push((fix, finding.message, objection(&fixed.compiled, after.as_ref())));
            }
        }
    }
    let left = |one: &Diagnostic| {
        let fix = one.fix.clone()?;
        let place = (fixed.compiled.sources.get(fix.source)?.name().to_owned(), fixed.line(&fix));
        let refused = refused.iter().find(|(known, message, _)| *known == fix && *message == one.message);
        let reason = match refused {
            _ if fix.source != SourceId(0) => "this file extends that one".to_owned(),
            Some((.., reason)) => reason.clone(),
            None => "there was no time to try it".to_owned(),
        };
        Some(Left { place, fix, reason })
    };
    fixed.left = fixed.compiled.diagnostics.iter().filter_map(left).collect();
    fixed
}

impl Fixed {
    /// The line of a fix in its text.
    fn line(&self, fix: &Fix) -> usize {
        self.compiled.sources.get(fix.source).map_or(1, |text| text.position(fix.span.start).line)
    }
}

/// The first error that the text before did not have, as the reason why a fix was refused.
fn objection(before: &Compiled, after: Option<&Compiled>) -> String {
    match after.and_then(|after| fresh(before, after).next()) {
        Some(new) => format!("it would lead to another error: {}", new.message),
        None => "the finding would remain".to_owned(),
    }
}

/// The errors that the text before did not have.
fn fresh<'c>(before: &'c Compiled, after: &'c Compiled) -> impl Iterator<Item = &'c Diagnostic> {
    let like = |a: &Diagnostic, b: &Diagnostic| (a.code, &a.message) == (b.code, &b.message);
    let known = move |one: &Diagnostic| before.diagnostics.iter().any(|old| like(old, one));
    after.diagnostics.iter().filter(move |one| one.is_error() && !known(one))
}

/// The text with one fix applied; `None` if nothing changes, or if the fix is for another text.
fn applied(text: &str, fix: &Fix) -> Option<String> {
    let (before, after) = (text.get(..fix.span.start)?, text.get(fix.span.end..)?);
    let new = format!("{before}{}{after}", fix.replacement);
    (new != text && fix.span.start <= fix.span.end).then_some(new)
}

/// Whether the text is better: one finding of this kind less, or its first one further down, and no more errors than before in
/// what was readable.
fn is_better(before: &Compiled, after: &Compiled, mended: &Diagnostic) -> bool {
    let same = |compiled: &Compiled| {
        let like = |one: &&Diagnostic| one.code == mended.code && one.message == mended.message;
        let all = compiled.diagnostics.iter().filter(like);
        // Measured from the end of the text, since a fix moves what follows it.
        let behind = |one: &Diagnostic| {
            compiled.sources.get(one.source).map_or(0, |text| text.text().len() - one.span.start)
        };
        (all.clone().count(), all.map(behind).max())
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
        // An invalid part hides the errors in it, which come after its own.
        (Some(_), Some(_)) => {
            let hidden = |new: &Diagnostic| new.source == SourceId(0) && new.span.start > mended.span.start;
            less && (errors(after) <= errors(before) || fresh(before, after).all(hidden))
        }
    }
}

/// The first error of the file itself.
fn first_error(compiled: &Compiled) -> Option<&Diagnostic> {
    let errors = compiled.diagnostics.iter().filter(|one| one.is_error() && one.source == SourceId(0));
    errors.min_by_key(|one| one.span.start)
}
