//! Tells Zed how to start `carn lsp` for files of the language TOML.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Carn;

impl zed::Extension for Carn {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        // `"lsp": { "carn": { "binary": { "path": "…" } } }` in the settings comes before the path of the shell.
        let binary = LspSettings::for_worktree(id.as_ref(), worktree).ok().and_then(|set| set.binary);
        let (path, arguments) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which("carn")).ok_or(
            "`carn` is not on the path: install it, or say in the settings where it is (lsp.carn.binary.path)",
        )?;
        let args = arguments.unwrap_or_else(|| vec!["lsp".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }
}

zed::register_extension!(Carn);
