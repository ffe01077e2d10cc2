//! Opening files off the UI thread, with progress and a way to stop.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::formats::{self, OpenError, OpenOptions, Opened, Progress};

/// One opening under way.
pub struct Load {
    /// What was asked for.
    pub paths: Vec<PathBuf>,
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
    /// Opens paths on a thread of its own and calls `wake` when the result is there.
    pub fn start(
        &mut self,
        paths: Vec<PathBuf>,
        options: OpenOptions,
        wake: impl FnOnce() + Send + 'static,
    ) {
        self.cancel();
        let progress = Arc::new(Progress::default());
        let (sender, result) = channel();
        let (their_paths, their_progress) = (paths.clone(), progress.clone());
        std::thread::spawn(move || {
            let opened = formats::open(&their_paths, &options, &their_progress);
            // A closed channel means that nobody waits any more.
            let _ = sender.send(opened);
            wake();
        });
        self.current = Some(Load {
            paths,
            progress,
            result,
        });
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
            Err(TryRecvError::Disconnected) => Err(OpenError::Unreadable {
                path: self
                    .current
                    .as_ref()?
                    .paths
                    .first()
                    .cloned()
                    .unwrap_or_default(),
                reason: "the loader stopped without a result".into(),
                advice: "this is a fault of the program: please report the file".into(),
            }),
        };
        self.current = None;
        Some(result)
    }
}
