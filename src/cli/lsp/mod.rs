//! `carn lsp`: the language server, which editors start and talk to over standard input and output.

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
mod words;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
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

use super::console::Console;
use super::exit::{Result, Stop};
use super::words::{Language, of_environment};
use session::Session;

/// Serve editors that speak the language server protocol
#[derive(clap::Args)]
#[command(after_help = "\
An editor starts this itself; docs/editor.md says how to tell it. The server
speaks over standard input and output: findings while you type, fixes,
completion, what a pattern means and where it leads, definitions, renaming.")]
pub struct Arguments {
    /// Nothing but standard input and output is served; editors may say so
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor says goodbye.
pub fn run(_: &Arguments, _: &mut Console) -> Result {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    drop(connection);
    match (served, threads.join()) {
        (Err(message), _) => Err(Stop::usage(message)),
        (Ok(()), Err(error)) => Err(error.into()),
        (Ok(()), Ok(())) => Ok(()),
    }
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

/// Why the server cannot go on, in words.
fn broken(error: impl std::fmt::Display) -> String {
    format!("the editor cannot be understood: {error}")
}

fn serve(connection: &Connection) -> std::result::Result<(), String> {
    let capabilities = serde_json::to_value(capabilities()).map_err(broken)?;
    let parameters = match connection.initialize(capabilities) {
        Ok(parameters) => parameters,
        // Whoever closes the connection before it is open wants nothing.
        Err(error) if error.channel_is_disconnected() => return Ok(()),
        Err(error) => return Err(broken(error)),
    };
    // The type of all that an editor can say here would be a tenth of the command's code.
    let language = match parameters["locale"].as_str() {
        Some(locale) if locale.starts_with("zh") => Language::Zh,
        Some(_) => Language::En,
        None => of_environment(),
    };
    let mut session = Session::new(language);
    loop {
        // Findings wait until everything that was typed has been taken over.
        let message = if session.is_behind() {
            match connection.receiver.try_recv() {
                Ok(message) => message,
                Err(error) if error.is_empty() => {
                    session.catch_up().into_iter().for_each(|note| send(connection, note.into()));
                    continue;
                }
                Err(_) => return Ok(()),
            }
        } else {
            match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => return Ok(()),
            }
        };
        match message {
            Message::Request(request) => {
                match connection.handle_shutdown(&request) {
                    Ok(true) => return Ok(()),
                    Ok(false) => {}
                    Err(error) => return Err(broken(error)),
                }
                let response = answer(&mut session, request);
                send(connection, response.into());
            }
            Message::Notification(notification) => {
                hear(&mut session, notification).into_iter().for_each(|note| send(connection, note.into()));
            }
            Message::Response(_) => {}
        }
    }
}

/// An editor that has gone needs no answer.
fn send(connection: &Connection, message: Message) {
    let _ = connection.sender.send(message);
}

/// Takes over what the editor tells, and says what it should hear of it at once.
fn hear(session: &mut Session, notification: Notification) -> Vec<Notification> {
    fn told<N: note::Notification>(notification: Notification) -> Option<N::Params> {
        serde_json::from_value(notification.params).ok()
    }
    match notification.method.as_str() {
        note::DidOpenTextDocument::METHOD => {
            if let Some(told) = told::<note::DidOpenTextDocument>(notification) {
                session.open(told.text_document);
            }
        }
        note::DidChangeTextDocument::METHOD => {
            if let Some(told) = told::<note::DidChangeTextDocument>(notification) {
                session.change(told);
            }
        }
        note::DidCloseTextDocument::METHOD => {
            if let Some(told) = told::<note::DidCloseTextDocument>(notification) {
                return session.close(&told.text_document.uri).into_iter().collect();
            }
        }
        // What others extend may have become another file.
        note::DidSaveTextDocument::METHOD | note::DidChangeWatchedFiles::METHOD => session.doubt_all(),
        _ => {}
    }
    Vec::new()
}

/// Answers one request.
fn answer(session: &mut Session, request: Request) -> Response {
    let Request { id, method, params, .. } = request;
    if let Some(uri) = params["textDocument"]["uri"].as_str() {
        session.begin(uri);
    }
    let answered = match method.as_str() {
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
        ask::Rename::METHOD => return renamed(session, id, params),
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
        other => {
            let message = format!("`{other}` is nothing that this server does");
            return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
        }
    };
    match answered {
        Ok(value) => Response::new_ok(id, value),
        Err(message) => Response::new_err(id, ErrorCode::InvalidParams as i32, message),
    }
}

/// Reads what a request asks about, and writes the answer.
fn with<R: ask::Request>(
    params: serde_json::Value,
    answer: impl FnOnce(R::Params) -> R::Result,
) -> std::result::Result<serde_json::Value, String>
where
    R::Params: DeserializeOwned,
    R::Result: Serialize,
{
    let params = serde_json::from_value(params).map_err(broken)?;
    serde_json::to_value(answer(params)).map_err(broken)
}

/// Renaming alone may be refused with words.
fn renamed(session: &mut Session, id: lsp_server::RequestId, params: serde_json::Value) -> Response {
    let refused = |message: String| Response::new_err(id.clone(), ErrorCode::InvalidParams as i32, message);
    match serde_json::from_value(params) {
        Ok(params) => match navigate::rename(session, &params) {
            Ok(edit) => Response::new_ok(id, edit),
            Err(message) => refused(message),
        },
        Err(error) => refused(broken(error)),
    }
}
