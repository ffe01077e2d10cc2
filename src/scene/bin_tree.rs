//! The property bins of a character as a tree of lines, made line by line as they are looked at: a bin may hold a million
//! values. Classes and fields that nobody knows are lines like all others, with their hashes (league-formats §7).

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::formats::league::bin::names::Names;
use crate::model::league::bin::{Bin, BinFile, Field, Kind, Patch, Value};

/// Where a line is: the bin, then the object, then places among fields, items and pairs.
pub type Place = Vec<u32>;

/// More lines that a search has found are not kept.
pub const MOST_FOUND: usize = 1000;
/// Letters of a text that are shown.
const LONGEST: usize = 200;

/// One line of the tree, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What it is called: a file, a class, a field, a key, or a place in a list.
    pub name: String,
    /// Its value, or its class; empty where there is but what hangs below it.
    pub value: String,
    /// How it is stored.
    pub kind: &'static str,
    /// The hash behind a name that is known.
    pub hash: Option<u32>,
    /// Lines that hang below it.
    pub children: usize,
}

/// What a place leads to.
#[derive(Clone, Copy)]
enum Node<'a> {
    Bin(&'a BinFile),
    Object(&'a Bin, usize),
    Deletion(u32),
    Patch(&'a Patch),
    Linked(&'a str),
    Field(&'a Field),
    Item(usize, &'a Value),
    Pair(&'a Value, &'a Value),
}

impl<'a> Node<'a> {
    fn at(bins: &'a [Arc<BinFile>], place: &[u32]) -> Option<Self> {
        let (&bin, below) = place.split_first()?;
        let mut node = Self::Bin(bins.get(bin as usize)?);
        for &step in below {
            node = node.child(step as usize)?;
        }
        Some(node)
    }

    fn children(self) -> usize {
        match self {
            Self::Bin(BinFile { bin, .. }) => {
                bin.objects.len() + bin.deletions.len() + bin.patches.len() + bin.linked.len()
            }
            Self::Object(bin, object) => bin.objects.get(object).map_or(0, |it| it.fields.len()),
            Self::Deletion(_) | Self::Linked(_) => 0,
            Self::Patch(patch) => children_of(&patch.value),
            Self::Field(field) => children_of(&field.value),
            Self::Item(_, value) | Self::Pair(_, value) => children_of(value),
        }
    }

    /// A bin's objects come first, then what a patch takes away and replaces, then the bins that it links to.
    fn child(self, step: usize) -> Option<Self> {
        match self {
            Self::Bin(BinFile { bin, .. }) => {
                if step < bin.objects.len() {
                    return Some(Self::Object(bin, step));
                }
                let step = step - bin.objects.len();
                if let Some(&path) = bin.deletions.get(step) {
                    return Some(Self::Deletion(path));
                }
                let step = step - bin.deletions.len();
                if let Some(patch) = bin.patches.get(step) {
                    return Some(Self::Patch(patch));
                }
                let linked = bin.linked.get(step - bin.patches.len())?;
                Some(Self::Linked(linked))
            }
            Self::Object(bin, object) => bin.objects.get(object)?.fields.get(step).map(Self::Field),
            Self::Deletion(_) | Self::Linked(_) => None,
            Self::Patch(patch) => child_of(&patch.value, step),
            Self::Field(field) => child_of(&field.value, step),
            Self::Item(_, value) | Self::Pair(_, value) => child_of(value, step),
        }
    }

    fn line(self, names: &Names) -> Line {
        let children = self.children();
        let (name, value, kind, hash) = match self {
            Self::Bin(file) => {
                let name = file.path.file_name().unwrap_or(file.path.as_os_str());
                let what = if file.bin.is_patch() { "patch, " } else { "" };
                let version = format!("{what}version {}", file.bin.version);
                (name.to_string_lossy().into_owned(), version, "", None)
            }
            Self::Object(bin, object) => match bin.objects.get(object) {
                Some(object) => {
                    let class = title(names, object.class);
                    (class, title(names, object.path), "", Some(object.class))
                }
                None => Default::default(),
            },
            Self::Deletion(path) => ("deletes".into(), title(names, path), "", None),
            Self::Patch(patch) => {
                let name = format!("{} of {}", patch.path, title(names, patch.object));
                (name, told(names, &patch.value), word(&patch.value), None)
            }
            Self::Linked(path) => ("links to".into(), path.to_owned(), "", None),
            Self::Field(Field { name, value }) => (
                title(names, *name),
                told(names, value),
                word(value),
                Some(*name),
            ),
            Self::Item(place, value) => (place.to_string(), told(names, value), word(value), None),
            Self::Pair(key, value) => (told(names, key), told(names, value), word(value), None),
        };
        let known = |hash: &u32| names.of(*hash).is_some();
        Line {
            name,
            value,
            kind,
            hash: hash.filter(known),
            children,
        }
    }
}

fn children_of(value: &Value) -> usize {
    match value.inner() {
        Some(Value::List(list) | Value::List2(list)) => list.items.len(),
        Some(Value::Map(map)) => map.pairs.len(),
        Some(Value::Pointer(inside) | Value::Embed(inside)) => inside.fields.len(),
        _ => 0,
    }
}

fn child_of(value: &Value, step: usize) -> Option<Node<'_>> {
    match value.inner()? {
        Value::List(list) | Value::List2(list) => {
            list.items.get(step).map(|item| Node::Item(step, item))
        }
        Value::Map(map) => map
            .pairs
            .get(step)
            .map(|(key, value)| Node::Pair(key, value)),
        Value::Pointer(inside) | Value::Embed(inside) => inside.fields.get(step).map(Node::Field),
        _ => None,
    }
}

/// The name behind a hash, else the hash.
fn title(names: &Names, hash: u32) -> String {
    match names.of(hash) {
        Some(name) => name.to_owned(),
        None => format!("0x{hash:08x}"),
    }
}

fn told(names: &Names, value: &Value) -> String {
    let Some(value) = value.inner() else {
        return "nothing".into();
    };
    match value {
        Value::None => "nothing".into(),
        Value::Bool(yes) | Value::Flag(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::I8(number) => number.to_string(),
        Value::U8(number) => number.to_string(),
        Value::I16(number) => number.to_string(),
        Value::U16(number) => number.to_string(),
        Value::I32(number) => number.to_string(),
        Value::U32(number) => number.to_string(),
        Value::I64(number) => number.to_string(),
        Value::U64(number) => number.to_string(),
        Value::F32(number) => number.to_string(),
        Value::Vec2(floats) => listed(floats),
        Value::Vec3(floats) => listed(floats),
        Value::Vec4(floats) => listed(floats),
        Value::Mat4(floats) => listed(floats.as_slice()),
        Value::Rgba(bytes) => listed(bytes),
        Value::String(text) => text.chars().take(LONGEST).collect(),
        Value::Hash(hash) | Value::Link(hash) => title(names, *hash),
        Value::File(hash) => match names.of_file(*hash) {
            Some(path) => path.to_owned(),
            None => format!("0x{hash:016x}"),
        },
        Value::List(list) | Value::List2(list) => match list.items.len() {
            1 => "1 item".into(),
            count => format!("{count} items"),
        },
        Value::Map(map) => match map.pairs.len() {
            1 => "1 pair".into(),
            count => format!("{count} pairs"),
        },
        Value::Pointer(inside) | Value::Embed(inside) => match inside.class {
            0 => "nothing".into(),
            class => title(names, class),
        },
        Value::Option(..) => String::new(),
    }
}

fn listed<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    numbers.join(", ")
}

fn word(value: &Value) -> &'static str {
    match value.inner().map_or(Kind::None, Value::kind) {
        // Nothing tells the two apart for people.
        Kind::List2 => Kind::List.word(),
        kind => kind.word(),
    }
}

/// The line at a place; `None` where there is none.
pub fn line(bins: &[Arc<BinFile>], names: &Names, place: &[u32]) -> Option<Line> {
    Some(Node::at(bins, place)?.line(names))
}

/// The number of lines that hang below the one at a place; at none, the number of bins.
pub fn children(bins: &[Arc<BinFile>], place: &[u32]) -> usize {
    match place {
        [] => bins.len(),
        _ => Node::at(bins, place).map_or(0, Node::children),
    }
}

/// A search through all lines, a little at a time.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// In small letters.
    wanted: String,
    /// Where it is; `None` once it has seen all.
    at: Option<Place>,
    /// The lines that have what is wanted in name, value or hash, from the top.
    pub found: Vec<Place>,
    /// There are more than are kept.
    pub is_cut: bool,
}

impl Search {
    /// A search for a text, whatever its case.
    pub fn new(wanted: &str) -> Self {
        Self {
            wanted: wanted.trim().to_lowercase(),
            at: Some(vec![0]),
            ..Self::default()
        }
    }

    /// Whether it goes on.
    pub fn is_under_way(&self) -> bool {
        self.at.is_some()
    }

    /// Goes on for so long.
    pub fn advance(&mut self, bins: &[Arc<BinFile>], names: &Names, time: Duration) {
        /// Lines between two looks at the clock.
        const LINES: usize = 256;
        let started = Instant::now();
        while self.is_under_way() && started.elapsed() < time {
            for _ in 0..LINES {
                self.one(bins, names);
            }
        }
    }

    fn one(&mut self, bins: &[Arc<BinFile>], names: &Names) {
        let Some(place) = &mut self.at else { return };
        let Some(node) = Node::at(bins, place) else {
            // Behind the last of a list: its parent's next.
            place.pop();
            match place.last_mut() {
                Some(step) => *step += 1,
                None => self.at = None,
            }
            return;
        };
        if self.found.len() >= MOST_FOUND {
            self.is_cut = true;
            self.at = None;
            return;
        }
        if is_it(&node.line(names), &self.wanted) {
            self.found.push(place.clone());
        }
        if node.children() > 0 {
            place.push(0);
        } else if let Some(step) = place.last_mut() {
            *step += 1;
        }
    }
}

fn is_it(line: &Line, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    let by_hash = || {
        line.hash
            .is_some_and(|hash| format!("0x{hash:08x}").contains(wanted))
    };
    has(&line.name) || has(&line.value) || by_hash()
}
