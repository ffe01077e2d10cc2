//! How far the two that are compared are apart, measured on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::difference::{Difference, Tolerance, Wanted, When, compare};
use super::frame::ResourceId;
use super::{Compare, Item, Pick, Scene};
use crate::formats::Progress;
use crate::pose::MappingRule;

/// What is measured: while it stays, so does the result.
#[derive(Clone, Debug, PartialEq)]
struct Subject {
    compare: Compare,
    first: Chosen,
    second: Option<(ResourceId, Chosen)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Chosen {
    name: String,
    picks: (Option<usize>, Option<usize>),
    pick: Pick,
    revision: u64,
    rule: MappingRule,
    routes: usize,
    skins: Vec<usize>,
}

impl Chosen {
    fn of(item: &Item) -> Self {
        let (skeleton, mesh, _) = item.picks();
        Self {
            name: item.character.name.clone(),
            picks: (skeleton, mesh),
            pick: item.picked(),
            revision: item.revision(),
            rule: item.rule(),
            routes: item.routing().map_or(0, |routing| routing.routes.len()),
            skins: item
                .spine()
                .map_or(Vec::new(), |(spine, _)| spine.skins().to_vec()),
        }
    }
}

/// A measurement under way.
struct Run {
    subject: Subject,
    progress: Arc<Progress>,
    result: Receiver<Option<Difference>>,
}

/// Measures one thing at a time, and keeps the last result.
#[derive(Default)]
pub struct Measuring {
    run: Option<Run>,
    done: Option<(Subject, Option<Difference>)>,
}

impl Measuring {
    /// What was measured last.
    pub fn result(&self) -> Option<&Difference> {
        self.done.as_ref()?.1.as_ref()
    }

    /// Moments done and moments to do, while it is under way.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let (done, total, _) = self.run.as_ref()?.progress.state();
        Some((done, total))
    }

    /// Stops what is under way; it is not begun again until something else is compared.
    pub fn cancel(&mut self) {
        if let Some(run) = self.run.take() {
            run.progress.cancel();
            self.done = Some((run.subject, None));
        }
    }

    /// Measures again.
    pub fn forget(&mut self) {
        self.cancel();
        self.done = None;
    }

    fn poll(&mut self) {
        let Some(run) = &self.run else { return };
        let found = match run.result.try_recv() {
            Ok(found) => found,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => None,
        };
        self.done = self.run.take().map(|run| (run.subject, found));
    }

    fn is_about(&self, subject: &Subject) -> bool {
        let run = self.run.as_ref().map(|run| &run.subject);
        let done = self.done.as_ref().map(|(subject, _)| subject);
        run.or(done) == Some(subject)
    }

    fn start(&mut self, subject: Subject, [mut a, mut b]: [Item; 2]) {
        self.cancel();
        self.done = None;
        let wanted = Wanted {
            passes: vec![(a.picked(), b.picked())],
            when: When::Frames,
            tolerance: Tolerance::default(),
            curves: true,
        };
        let progress = Arc::new(Progress::default());
        let (sender, result) = channel();
        let theirs = progress.clone();
        std::thread::spawn(move || {
            // A fault must not leave whoever waits waiting for ever.
            let work = AssertUnwindSafe(|| compare(&mut a, &mut b, &wanted, &theirs));
            // A closed channel means that nobody waits any more.
            let _ = sender.send(catch_unwind(work).unwrap_or_default());
        });
        self.run = Some(Run {
            subject,
            progress,
            result,
        });
    }
}

impl Scene {
    /// Takes the result where it is there, and begins anew where something else is compared by now. True while it is
    /// under way.
    pub fn measure(&mut self) -> bool {
        self.measuring.poll();
        let Some(item) = &self.item else { return false };
        let compare = self.compare();
        let other = self.other.as_ref().filter(|_| compare == Compare::Other);
        let subject = Subject {
            compare,
            first: Chosen::of(item),
            second: other.map(|other| (other.id(), Chosen::of(&other.item))),
        };
        if !self.measuring.is_about(&subject) {
            match self.both_sides() {
                Some(sides) => self.measuring.start(subject, sides),
                None => self.measuring.forget(),
            }
        }
        self.measuring.run.is_some()
    }

    /// Whether the two that are compared are of one family: others have no numbers.
    pub fn can_measure(&self) -> bool {
        let family = |item: &Item| item.character.family;
        match (self.compare(), &self.item, &self.other) {
            (Compare::Off, ..) | (_, None, _) => false,
            (Compare::Other, Some(item), Some(other)) => family(item) == family(&other.item),
            _ => true,
        }
    }
}
