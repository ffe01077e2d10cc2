//! How far a loader is, readable and stoppable from another thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::OpenError;

/// Shared between the loader and whoever waits.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    total: AtomicUsize,
    cancelled: AtomicBool,
    current: Mutex<String>,
}

impl Progress {
    /// Asks the loader to stop at the next file.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Err once [`Self::cancel`] was called.
    pub fn check(&self) -> Result<(), OpenError> {
        if self.cancelled.load(Ordering::Relaxed) {
            Err(OpenError::Cancelled)
        } else {
            Ok(())
        }
    }

    /// Adds files to do.
    pub fn expect(&self, files: usize) {
        self.total.fetch_add(files, Ordering::Relaxed);
    }

    /// One file is begun; the one before is done.
    pub fn begin(&self, name: impl Into<String>) {
        if let Ok(mut current) = self.current.lock() {
            *current = name.into();
        }
    }

    /// One file is done.
    pub fn finish_one(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Files done, files known of, and the name of the one being read.
    pub fn state(&self) -> (usize, usize, String) {
        let current = self
            .current
            .lock()
            .map(|name| name.clone())
            .unwrap_or_default();
        (
            self.done.load(Ordering::Relaxed),
            self.total.load(Ordering::Relaxed),
            current,
        )
    }
}
