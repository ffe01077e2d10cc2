//! The `rigscope` program: arguments → window or command.

use std::process::ExitCode;

fn main() -> ExitCode {
    rigscope::cli::main()
}
