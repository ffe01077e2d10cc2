//! Patches over the bins at hand (league-formats §7). No real one was seen (§13): what cannot be applied without a guess
//! is left as it is, and said.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use super::super::hash::fnv1a;
use crate::model::Finding;
use crate::model::finding::counted;
use crate::model::league::bin::{Bin, BinFile, Field, Patch, Value};

/// Objects of a patch that are told one by one.
const MOST_TOLD: usize = 4;
/// Values of one patch that are put in place: each is looked for among the fields of its object.
const MOST_VALUES: usize = 1 << 14;

/// Applies every patch among a character's bins to the objects of those that are none: first it takes objects away, then
/// its own take the place of those of their path, then it replaces single values. A patch's own bin stays as it is stored.
pub fn apply(files: &mut [Arc<BinFile>]) -> Vec<Finding> {
    let patches: Vec<usize> = (0..files.len())
        .filter(|&file| files[file].bin.is_patch())
        .collect();
    let mut findings = Vec::new();
    for patch in patches {
        let patch = files[patch].clone();
        let done = apply_one(&patch.bin, files);
        let told = [
            done.applied_finding(),
            done.left_finding(&patch.bin, files.iter().all(|file| file.bin.is_patch())),
        ];
        let told = told.into_iter().flatten();
        findings.extend(told.map(|finding| finding.in_file(&patch.path)));
    }
    findings
}

/// Where there is a patch, the paths of all objects of the other bins: what it holds of those has taken its place there.
pub fn elsewhere(files: &[Arc<BinFile>]) -> HashSet<u32> {
    if !files.iter().any(|file| file.bin.is_patch()) {
        return HashSet::new();
    }
    let others = files.iter().filter(|file| !file.bin.is_patch());
    let objects = others.flat_map(|file| &file.bin.objects);
    objects.map(|object| object.path).collect()
}

/// What came of a patch.
#[derive(Default)]
struct Done {
    values: usize,
    objects: usize,
    deletions: usize,
    /// Names of the bins that were changed.
    changed: Vec<String>,
    /// What was left: values and deletions.
    left: (usize, usize),
    /// The objects of what was left.
    left_of: Vec<u32>,
}

fn apply_one(patch: &Bin, files: &mut [Arc<BinFile>]) -> Done {
    let mut places: HashMap<u32, (usize, usize)> = HashMap::new();
    let bins = files.iter().enumerate();
    for (file, found) in bins.filter(|(_, found)| !found.bin.is_patch()) {
        for (index, object) in found.bin.objects.iter().enumerate() {
            places.entry(object.path).or_insert((file, index));
        }
    }
    let mut done = Done::default();
    let mut changed: HashSet<usize> = HashSet::new();
    let own: HashSet<u32> = patch.objects.iter().map(|object| object.path).collect();
    for object in &patch.objects {
        if let Some(&(file, index)) = places.get(&object.path) {
            Arc::make_mut(&mut files[file]).bin.objects[index] = object.clone();
            changed.insert(file);
            done.objects += 1;
        }
    }
    let mut gone: HashSet<u32> = HashSet::new();
    for &path in &patch.deletions {
        match places.get(&path) {
            Some((file, _)) if !own.contains(&path) => {
                changed.insert(*file);
                gone.insert(path);
            }
            Some(_) => {}
            None => {
                done.left.1 += 1;
                done.left_of.push(path);
            }
        }
    }
    done.deletions = gone.len();
    for (number, value) in patch.patches.iter().enumerate() {
        let place = places
            .get(&value.object)
            .filter(|_| number < MOST_VALUES && !gone.contains(&value.object));
        let is_put = place.is_some_and(|&(file, index)| {
            let is_put = put(
                &mut Arc::make_mut(&mut files[file]).bin.objects[index].fields,
                value,
            );
            if is_put {
                changed.insert(file);
            }
            is_put
        });
        if is_put {
            done.values += 1;
        } else {
            done.left.0 += 1;
            done.left_of.push(value.object);
        }
    }
    if !gone.is_empty() {
        for &file in &changed {
            let objects = &mut Arc::make_mut(&mut files[file]).bin.objects;
            objects.retain(|object| !gone.contains(&object.path));
        }
    }
    let mut changed: Vec<usize> = changed.into_iter().collect();
    changed.sort_unstable();
    let name = |file: usize| file_name(&files[file].path);
    done.changed = changed.into_iter().map(name).collect();
    done
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Puts a value where the names lead, parted by points; the place of an item of a list stands in brackets behind its
/// name. A field that is not stored has its default, and is added. False where the names lead nowhere.
fn put(fields: &mut Vec<Field>, patch: &Patch) -> bool {
    let mut steps = patch.path.split('.').peekable();
    let mut fields = fields;
    while let Some(step) = steps.next() {
        let Some((name, places)) = parted(step) else {
            return false;
        };
        let is_last = steps.peek().is_none();
        let found = fields.iter().position(|field| field.name == name);
        let at = match found {
            Some(at) => at,
            None if is_last && places.is_empty() => {
                let value = patch.value.clone();
                fields.push(Field { name, value });
                return true;
            }
            None => return false,
        };
        let mut value = &mut fields[at].value;
        for place in places {
            let items = match inner(value) {
                Some(Value::List(list) | Value::List2(list)) => &mut list.items,
                _ => return false,
            };
            match items.get_mut(place) {
                Some(item) => value = item,
                None => return false,
            }
        }
        if is_last {
            *value = patch.value.clone();
            return true;
        }
        fields = match inner(value) {
            Some(Value::Pointer(inside) | Value::Embed(inside)) if inside.class != 0 => {
                &mut inside.fields
            }
            _ => return false,
        };
    }
    false
}

/// What lies in an option, else the value itself.
fn inner(mut value: &mut Value) -> Option<&mut Value> {
    while let Value::Option(_, inside) = value {
        value = inside.as_deref_mut()?;
    }
    Some(value)
}

/// A field's hash and the places behind its name: `mList[2]`.
fn parted(step: &str) -> Option<(u32, Vec<usize>)> {
    let mut parts = step.split('[');
    let name = parts.next().filter(|name| !name.is_empty())?;
    let digits = name.strip_prefix("0x").filter(|digits| digits.len() == 8);
    let hash = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let place = |part: &str| part.strip_suffix(']')?.parse().ok();
    let places = parts.map(place).collect::<Option<Vec<usize>>>()?;
    Some((hash.unwrap_or_else(|| fnv1a(name)), places))
}

impl Done {
    fn applied_finding(&self) -> Option<Finding> {
        if self.changed.is_empty() {
            return None;
        }
        let message = format!(
            "the patch replaces {} and {}, and takes {} away, of {}: shown as they are then",
            counted(self.values, "value", "values"),
            counted(self.objects, "object", "objects"),
            counted(self.deletions, "object", "objects"),
            listed(self.changed.iter().cloned()),
        );
        Some(Finding::note(
            "league.patch-applied",
            message,
            "nothing to do; how the game applies patches is not known for certain: name the bins without the patch, with \
             --only, to see them as they are",
        ))
    }

    /// What a patch says that changed nothing; `alone` where there is no bin that it could change.
    fn left_finding(&self, patch: &Bin, alone: bool) -> Option<Finding> {
        let brings = if alone { patch.objects.len() } else { 0 };
        let (values, deletions) = self.left;
        if values + deletions + brings == 0 {
            return None;
        }
        let own = patch.objects.iter().map(|object| object.path).take(brings);
        let mut objects: Vec<u32> = self.left_of.iter().copied().chain(own).collect();
        objects.sort_unstable();
        objects.dedup();
        let brought = match brings {
            0 => String::new(),
            brings => format!(", brings {}", counted(brings, "object", "objects")),
        };
        let message = format!(
            "the patch replaces {}{brought} and deletes {}, which is not applied; of the {} {}",
            counted(values, "value", "values"),
            counted(deletions, "object", "objects"),
            if objects.len() == 1 {
                "object"
            } else {
                "objects"
            },
            listed(objects.iter().map(|object| format!("{object:#010x}"))),
        );
        let fix = if alone {
            "open the patch together with the bins that it changes: a patch by itself is no character"
        } else {
            "open the bins that hold these objects too; where they are open, the names lead to no value in them, and \
             inspect --json lists what would be put there"
        };
        Some(Finding::note("league.patch-not-applied", message, fix))
    }
}

/// The first of a list, and how many more there are.
fn listed(all: impl ExactSizeIterator<Item = String>) -> String {
    let count = all.len();
    let told: Vec<String> = all.take(MOST_TOLD).collect();
    match count - told.len() {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}
