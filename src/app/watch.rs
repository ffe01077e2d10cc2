//! Which files have changed since they were read. They are looked at a few times a second on a thread of its own: that
//! works on every disk and network share, whichever way a program saves, and costs one look at each file.

use std::collections::HashMap;
use std::fs::Metadata;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

/// From one look to the next. A file that two looks find the same is written to its end.
const INTERVAL: Duration = Duration::from_millis(250);
/// Many files on a slow share are looked at less often: this much of the time goes into it at most.
const SHARE_OF_TIME: u32 = 40;

/// What follows the files of what is shown.
#[derive(Default)]
pub(super) struct Watch {
    orders: Option<Sender<Order>>,
    /// Of the last order, so that what was seen before it is told apart.
    order: u64,
}

/// Something changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    order: u64,
    /// Files that were written, or are gone; else a folder has other files than before.
    pub files: bool,
}

struct Order {
    number: u64,
    paths: Vec<PathBuf>,
    since: SystemTime,
}

impl Watch {
    /// Follows these files and folders in place of those before; `since` is when they began to be read. `tell` is called
    /// from another thread for each change.
    pub fn follow(
        &mut self,
        paths: Vec<PathBuf>,
        since: SystemTime,
        tell: impl Fn(Seen) + Send + 'static,
    ) {
        self.order += 1;
        let order = Order {
            number: self.order,
            paths,
            since,
        };
        let orders = self.orders.get_or_insert_with(|| {
            let (orders, theirs) = channel();
            std::thread::spawn(move || watch(&theirs, tell));
            orders
        });
        // The thread ends with the channel alone.
        let _ = orders.send(order);
    }

    /// Follows nothing.
    pub fn rest(&mut self) {
        self.order += 1;
        self.orders = None;
    }

    /// Whether anything is followed.
    #[cfg(test)]
    fn is_on(&self) -> bool {
        self.orders.is_some()
    }

    /// Whether a change was seen since the last order.
    pub fn is_current(&self, seen: &Seen) -> bool {
        seen.order == self.order
    }
}

fn watch(orders: &Receiver<Order>, tell: impl Fn(Seen)) {
    let mut looks = Looks::default();
    let mut order: Option<Order> = None;
    let mut interval = INTERVAL;
    loop {
        match orders.recv_timeout(interval) {
            Ok(new) => {
                let begun = Instant::now();
                looks.begin(stamps(&new.paths), new.since);
                interval = INTERVAL.max(begun.elapsed() * SHARE_OF_TIME);
                order = Some(new);
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                let Some(order) = &order else { continue };
                let begun = Instant::now();
                let changed = looks.look(stamps(&order.paths));
                interval = INTERVAL.max(begun.elapsed() * SHARE_OF_TIME);
                if let Some(files) = changed {
                    tell(Seen {
                        order: order.number,
                        files,
                    });
                }
            }
        }
    }
}

/// By what a change is told; `None` where there is no such file.
type Stamps = HashMap<PathBuf, Option<Stamp>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
    is_folder: bool,
    /// Tells a file that was put in the place of another with the same length and times.
    #[cfg(unix)]
    changed: (i64, i64, u64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            modified: metadata.modified().ok(),
            length: metadata.len(),
            is_folder: metadata.is_dir(),
            #[cfg(unix)]
            changed: (metadata.ctime(), metadata.ctime_nsec(), metadata.ino()),
        }
    }
}

fn stamps(paths: &[PathBuf]) -> Stamps {
    let stamp = |path: &PathBuf| {
        let metadata = std::fs::metadata(path).ok();
        (path.clone(), metadata.as_ref().map(Stamp::of))
    };
    paths.iter().map(stamp).collect()
}

/// What the looks have found so far.
#[derive(Debug, Default)]
struct Looks {
    /// As it was last told.
    known: Stamps,
    /// Another than that, which the next look finds again unless it is still being written.
    pending: Option<Stamps>,
}

impl Looks {
    /// Begins with other paths, which began to be read at `since`: those that were written later have changed already.
    fn begin(&mut self, now: Stamps, since: SystemTime) {
        let mut known = std::mem::take(&mut self.known);
        let is_newer = |stamp: &Stamp| stamp.modified.is_some_and(|at| at > since);
        // What was known before is known better than by the clocks of this machine and of a file server.
        self.known = now
            .iter()
            .filter_map(|(path, stamp)| match (known.remove(path), stamp) {
                (Some(before), _) => Some((path.clone(), before)),
                (None, Some(stamp)) if is_newer(stamp) => None,
                (None, stamp) => Some((path.clone(), *stamp)),
            })
            .collect();
        self.pending = None;
    }

    /// Whether there is a change to be told: true where it is a file's, false where only folders' contents differ.
    fn look(&mut self, now: Stamps) -> Option<bool> {
        if now == self.known {
            self.pending = None;
            return None;
        }
        if self.pending.as_ref() != Some(&now) {
            self.pending = Some(now);
            return None;
        }
        self.pending = None;
        let is_file = |stamp: &&Option<Stamp>| !stamp.is_some_and(|stamp| stamp.is_folder);
        let mut changed = now
            .iter()
            .filter(|(path, stamp)| self.known.get(*path) != Some(*stamp))
            .map(|(_, stamp)| stamp);
        let files = changed.any(|stamp| is_file(&stamp));
        self.known = now;
        Some(files)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    struct Bench {
        folder: tempfile::TempDir,
        paths: Vec<PathBuf>,
        looks: Looks,
    }

    impl Bench {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let paths = vec![folder.path().join("walk.anm"), folder.path().to_path_buf()];
            std::fs::write(&paths[0], "old").unwrap();
            let mut looks = Looks::default();
            let later = SystemTime::now() + Duration::from_secs(5);
            looks.begin(stamps(&paths), later);
            Self {
                folder,
                paths,
                looks,
            }
        }

        fn look(&mut self) -> Option<bool> {
            self.looks.look(stamps(&self.paths))
        }
    }

    #[test]
    fn a_file_is_told_once_when_it_stays_as_it_was_written() {
        let mut bench = Bench::new();
        assert_eq!(bench.look(), None);
        std::fs::write(&bench.paths[0], "half").unwrap();
        assert_eq!(bench.look(), None, "it may still be being written");
        std::fs::write(&bench.paths[0], "half and half").unwrap();
        assert_eq!(bench.look(), None, "it was");
        assert_eq!(bench.look(), Some(true));
        assert_eq!(bench.look(), None);
    }

    #[test]
    fn a_file_that_is_renamed_over_another_of_the_same_length_is_told() {
        let mut bench = Bench::new();
        let beside = bench.folder.path().join("walk.anm.new");
        std::fs::write(&beside, "new").unwrap();
        std::fs::rename(&beside, &bench.paths[0]).unwrap();
        assert_eq!((bench.look(), bench.look()), (None, Some(true)));
    }

    #[test]
    fn a_file_that_goes_and_one_that_comes_are_told() {
        let mut bench = Bench::new();
        std::fs::remove_file(&bench.paths[0]).unwrap();
        assert_eq!((bench.look(), bench.look()), (None, Some(true)));
        std::fs::write(bench.folder.path().join("dance.anm"), "new").unwrap();
        assert_eq!((bench.look(), bench.look()), (None, Some(false)));
    }

    #[test]
    fn what_was_written_while_it_was_read_is_told_once_whatever_the_clocks_say() {
        let mut bench = Bench::new();
        let mut looks = Looks::default();
        looks.begin(stamps(&bench.paths), SystemTime::UNIX_EPOCH);
        bench.looks = looks;
        assert_eq!((bench.look(), bench.look()), (None, Some(true)));
        // It is read again, and followed again by the same clocks.
        let stamps = stamps(&bench.paths);
        bench.looks.begin(stamps, SystemTime::UNIX_EPOCH);
        assert_eq!((bench.look(), bench.look()), (None, None));
    }

    #[test]
    fn the_thread_tells_of_a_change_and_rests() {
        let bench = Bench::new();
        let (sender, told) = channel();
        let mut watch = Watch::default();
        assert!(!watch.is_on());
        watch.follow(bench.paths.clone(), SystemTime::now(), move |seen| {
            let _ = sender.send(seen);
        });
        std::fs::write(&bench.paths[0], "other").unwrap();
        let seen = told.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(seen.files && watch.is_current(&seen));
        watch.rest();
        assert!(!watch.is_on() && !watch.is_current(&seen));
        // The thread lets go of the channel as it ends.
        assert_eq!(
            told.recv_timeout(Duration::from_secs(20)),
            Err(RecvTimeoutError::Disconnected)
        );
    }
}
