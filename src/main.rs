//! The `carn` command.

fn main() -> std::process::ExitCode {
    let program = std::env::current_exe().map(|path| path.display().to_string());
    carn::command(program.into_iter().collect(), std::env::args_os())
}
