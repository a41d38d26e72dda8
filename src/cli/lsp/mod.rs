//! `carn lsp`: the language server, which editors start and use through standard input and output.

mod actions;
mod complete;
mod document;
mod findings;
mod hints;
mod hover;
mod names;
mod navigate;
mod outline;
mod place;
mod session;
mod shipped;
mod symbols;
mod tokens;
mod wire;
mod words;

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, RenameOptions, SemanticTokensFullOptions,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::console::Console;
use super::exit::{Result, Stop};
use super::words::{Language, of_environment};
use session::Session;
use wire::{Heard, INVALID_PARAMS, INVALID_REQUEST, Input, METHOD_NOT_FOUND, NOT_INITIALIZED, Note};

/// Run as a language server for editors
#[derive(clap::Args)]
#[command(after_help = "\
The editor starts this command and talks to it over standard input and output;
docs/editor.md explains the configuration. The server offers diagnostics while
you type, fixes, completion, descriptions and diagrams of patterns, definitions
and renaming.")]
pub struct Arguments {
    /// Use standard input and output; accepted because editors pass it, and always so
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor ends the session.
pub fn run(_: &Arguments, _: &mut Console) -> Result {
    // The queue is bounded, so that findings are computed after all pending edits.
    let (tell, heard) = sync_channel(64);
    std::thread::spawn(move || {
        let mut input = Input::new(std::io::stdin().lock());
        while let Ok(Some(message)) = input.next() {
            if tell.send(message).is_err() {
                break;
            }
        }
    });
    serve(&heard)
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["@", "$", "\"", "'", "[", "."].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// The phase of a session.
enum Phase {
    /// The editor has not sent `initialize` yet.
    Before,
    /// The session is running.
    During(Session),
    /// The editor has requested the shutdown.
    After,
}

fn serve(heard: &Receiver<Heard>) -> Result {
    let mut phase = Phase::Before;
    loop {
        // Findings wait until all pending edits are applied.
        let message = match heard.try_recv() {
            Err(TryRecvError::Empty) => {
                if let Phase::During(session) = &mut phase
                    && session.is_behind()
                {
                    session.catch_up().into_iter().for_each(|note| send(&note.message()));
                    continue;
                }
                heard.recv().ok()
            }
            other => other.ok(),
        };
        // The editor has closed its connection.
        let Some(message) = message else { return Ok(()) };
        match message {
            Heard::Fault(answer) => send(&answer),
            Heard::Request { id, method, params } => {
                let answered = request(&mut phase, &method, params);
                send(&wire::answer(&id, answered));
            }
            Heard::Notification { method, .. } if method == note::Exit::METHOD => {
                return if matches!(phase, Phase::After) { Ok(()) } else { Err(Stop::Findings) };
            }
            Heard::Notification { method, params } => {
                if let Phase::During(session) = &mut phase {
                    hear(session, &method, params).into_iter().for_each(|note| send(&note.message()));
                }
            }
        }
    }
}

/// Sends a message. A failure is ignored, since a closed editor needs no answer.
fn send(message: &Value) {
    let _ = wire::write(message);
}

/// The answer to a request: a value, or an error code with a message.
type Answered = std::result::Result<Value, (i32, String)>;

fn request(phase: &mut Phase, method: &str, params: Value) -> Answered {
    match (&mut *phase, method) {
        (Phase::Before, ask::Initialize::METHOD) => {
            // Parsed by hand: the type of all parameters would be a tenth of the command's code.
            let language = match params["locale"].as_str() {
                Some(locale) if locale.starts_with("zh") => Language::Zh,
                Some(_) => Language::En,
                None => of_environment(),
            };
            *phase = Phase::During(Session::new(language));
            Ok(json!({ "capabilities": capabilities() }))
        }
        (Phase::Before, _) => Err((NOT_INITIALIZED, "`initialize` comes first".to_owned())),
        (Phase::During(_), ask::Initialize::METHOD) => {
            Err((INVALID_REQUEST, "`initialize` comes once".to_owned()))
        }
        (Phase::During(_), ask::Shutdown::METHOD) => {
            *phase = Phase::After;
            Ok(Value::Null)
        }
        (Phase::During(session), _) => answer(session, method, params),
        (Phase::After, _) => Err((INVALID_REQUEST, "nothing is answered after `shutdown`".to_owned())),
    }
}

/// Handles a notification; returns a note to send at once.
fn hear(session: &mut Session, method: &str, params: Value) -> Option<Note> {
    fn told<N: note::Notification>(params: Value) -> Option<N::Params> {
        serde_json::from_value(params).ok()
    }
    match method {
        note::DidOpenTextDocument::METHOD => {
            if let Some(told) = told::<note::DidOpenTextDocument>(params) {
                session.open(told.text_document);
            }
        }
        note::DidChangeTextDocument::METHOD => {
            if let Some(told) = told::<note::DidChangeTextDocument>(params) {
                session.change(told);
            }
        }
        note::DidCloseTextDocument::METHOD => {
            if let Some(told) = told::<note::DidCloseTextDocument>(params) {
                return session.close(&told.text_document.uri);
            }
        }
        // Extended files may have changed.
        note::DidSaveTextDocument::METHOD | note::DidChangeWatchedFiles::METHOD => session.doubt_all(),
        _ => {}
    }
    None
}

/// Answers one request.
fn answer(session: &mut Session, method: &str, params: Value) -> Answered {
    if let Some(uri) = params["textDocument"]["uri"].as_str() {
        session.begin(uri);
    }
    match method {
        ask::Completion::METHOD => with::<ask::Completion>(params, |it| complete::complete(session, &it)),
        ask::HoverRequest::METHOD => with::<ask::HoverRequest>(params, |it| hover::hover(session, &it)),
        ask::GotoDefinition::METHOD => {
            with::<ask::GotoDefinition>(params, |it| navigate::definition(session, &it))
        }
        ask::References::METHOD => with::<ask::References>(params, |it| navigate::references(session, &it)),
        ask::DocumentHighlightRequest::METHOD => {
            with::<ask::DocumentHighlightRequest>(params, |it| navigate::highlights(session, &it))
        }
        ask::PrepareRenameRequest::METHOD => {
            with::<ask::PrepareRenameRequest>(params, |it| navigate::prepare_rename(session, &it))
        }
        ask::Rename::METHOD => renamed(session, params),
        ask::DocumentSymbolRequest::METHOD => {
            with::<ask::DocumentSymbolRequest>(params, |it| symbols::symbols(session, &it))
        }
        ask::FoldingRangeRequest::METHOD => {
            with::<ask::FoldingRangeRequest>(params, |it| symbols::folds(session, &it))
        }
        ask::Formatting::METHOD => with::<ask::Formatting>(params, |it| actions::format(session, &it)),
        ask::CodeActionRequest::METHOD => {
            with::<ask::CodeActionRequest>(params, |it| actions::actions(session, &it))
        }
        ask::SemanticTokensFullRequest::METHOD => {
            with::<ask::SemanticTokensFullRequest>(params, |it| tokens::tokens(session, &it))
        }
        ask::InlayHintRequest::METHOD => {
            with::<ask::InlayHintRequest>(params, |it| hints::hints(session, &it))
        }
        other => Err((METHOD_NOT_FOUND, format!("`{other}` is not supported"))),
    }
}

/// The error for invalid parameters.
fn broken(error: impl std::fmt::Display) -> (i32, String) {
    (INVALID_PARAMS, format!("cannot read the editor's message: {error}"))
}

/// Parses the parameters of a request, and serialises its answer.
fn with<R: ask::Request>(params: Value, answer: impl FnOnce(R::Params) -> R::Result) -> Answered
where
    R::Params: DeserializeOwned,
    R::Result: Serialize,
{
    let params = serde_json::from_value(params).map_err(broken)?;
    serde_json::to_value(answer(params)).map_err(broken)
}

/// Handles renaming, the only request that fails with a message for the user.
fn renamed(session: &mut Session, params: Value) -> Answered {
    let params = serde_json::from_value(params).map_err(broken)?;
    let edit = navigate::rename(session, &params).map_err(|message| (INVALID_PARAMS, message))?;
    serde_json::to_value(edit).map_err(broken)
}
