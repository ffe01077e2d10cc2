//! The names behind hashes that the window knows: those in the program, those of a person's list, which stays from one
//! character to the next, and a character's own.

use std::path::Path;
use std::sync::Arc;

use super::{Item, Scene};
use crate::formats::league;
use crate::formats::league::bin::list;
pub use crate::formats::league::bin::names::Names;
use crate::model::{Character, ClipGraph};

/// A person's list, read.
#[derive(Clone, Debug)]
pub struct NameList {
    /// What the file is called.
    pub title: String,
    /// Names in it.
    pub count: usize,
    names: Arc<Names>,
}

impl NameList {
    /// Reads a list over the names in the program. Takes a while for a long one.
    ///
    /// # Errors
    /// A sentence on why it is no list.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = list::read(path)?;
        let mut names = Names::default();
        let count = names.add_list(&text);
        let title = path.file_name().unwrap_or(path.as_os_str());
        match count {
            0 => Err("it has no line with a name".into()),
            _ => Ok(Self {
                title: title.to_string_lossy().into_owned(),
                count,
                names: Arc::new(names),
            }),
        }
    }
}

/// The names in use.
#[derive(Default)]
pub(super) struct Known {
    list: Option<NameList>,
    /// With the character's own; made when first asked for.
    all: Option<Arc<Names>>,
}

impl Scene {
    /// Uses a person's list, in place of the one before.
    pub fn use_names(&mut self, list: NameList) {
        self.names.all = None;
        if let Some(item) = &mut self.item {
            item.name_graphs(&list.names);
        }
        self.names.list = Some(list);
        self.marks = Default::default();
    }

    /// The person's list in use.
    pub fn name_list(&self) -> Option<&NameList> {
        self.names.list.as_ref()
    }

    /// Names of the program, of the person's list, and of the character's joints, submeshes and clips.
    pub fn names(&mut self) -> Arc<Names> {
        let (list, item) = (&self.names.list, &self.item);
        let all = self.names.all.get_or_insert_with(|| {
            let mut names = match list {
                Some(list) => Names::over(list.names.clone()),
                None => Names::default(),
            };
            if let Some(item) = item {
                names.add_parts(&item.character);
            }
            Arc::new(names)
        });
        all.clone()
    }

    /// A character that is about to be shown.
    pub(super) fn name(&mut self, character: &mut Character) {
        self.names.all = None;
        if let Some(list) = &self.names.list {
            character
                .graphs
                .iter_mut()
                .for_each(|graph| name(graph, &list.names));
        }
    }
}

impl Item {
    /// Gives clips, events, masks and tracks of its graphs that are known by their hash alone the names of a list.
    pub fn name_graphs(&mut self, names: &Names) {
        self.character
            .graphs
            .iter_mut()
            .for_each(|graph| name(graph, names));
        self.name_lines();
    }
}

fn name(graph: &mut ClipGraph, names: &Names) {
    league::graph::name(graph, &|hash| names.of(hash).map(str::to_owned));
}
