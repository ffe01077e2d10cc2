//! Opening off the UI thread, with progress and a way to stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::formats::{OpenError, Opened, Progress};

/// One opening under way.
pub struct Load {
    /// How far it is.
    pub progress: Arc<Progress>,
    result: Receiver<Result<Opened, OpenError>>,
}

/// Opens one thing at a time: a new opening stops the one before.
#[derive(Default)]
pub struct Loader {
    current: Option<Load>,
}

impl Loader {
    /// Opens on a thread of its own and calls `wake` when the result is there.
    pub fn start(
        &mut self,
        open: impl FnOnce(&Progress) -> Result<Opened, OpenError> + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) {
        self.cancel();
        let progress = Arc::new(Progress::default());
        let (sender, result) = channel();
        let theirs = progress.clone();
        std::thread::spawn(move || {
            // A fault of a reader must not leave whoever waits waiting for ever.
            let opened = catch_unwind(AssertUnwindSafe(|| open(&theirs)));
            // A closed channel means that nobody waits any more.
            let _ = sender.send(opened.unwrap_or(Err(OpenError::Abandoned)));
            wake();
        });
        self.current = Some(Load { progress, result });
    }

    /// What is being opened.
    pub fn current(&self) -> Option<&Load> {
        self.current.as_ref()
    }

    /// Stops what is being opened; what is on the screen stays.
    pub fn cancel(&mut self) {
        if let Some(load) = self.current.take() {
            load.progress.cancel();
        }
    }

    /// The result, once, when it is there.
    pub fn poll(&mut self) -> Option<Result<Opened, OpenError>> {
        let result = match self.current.as_ref()?.result.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(OpenError::Abandoned),
        };
        self.current = None;
        Some(result)
    }
}
