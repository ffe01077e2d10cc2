//! What happens when the display server goes while the window is open.
//!
//! The window library has no way to say so but a panic, in calls that every redraw makes. People who log out of their
//! desktop are told in one sentence; any other panic is told in full, as always.

use std::panic::{
    AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook, take_hook,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::AppError;

/// Runs the event loop; a panic of the window library becomes an error.
pub(super) fn run(event_loop: impl FnOnce() -> Result<(), AppError>) -> Result<(), AppError> {
    let in_library = Arc::new(AtomicBool::new(false));
    let (seen, usual) = (in_library.clone(), take_hook());
    set_hook(Box::new(move |panic| {
        if is_of_window_library(panic) {
            seen.store(true, Ordering::Relaxed);
            tracing::debug!(%panic, "the window library gave up");
        } else {
            usual(panic);
        }
    }));
    let ended = catch_unwind(AssertUnwindSafe(event_loop));
    let _ = take_hook();
    match ended {
        Ok(result) => result,
        Err(_) if in_library.load(Ordering::Relaxed) => Err(AppError::Gone),
        Err(other) => resume_unwind(other),
    }
}

fn is_of_window_library(panic: &PanicHookInfo<'_>) -> bool {
    panic.location().is_some_and(|place| {
        let mut parts = place.file().split(['/', '\\']);
        parts.any(|part| part.starts_with("winit-"))
    })
}
