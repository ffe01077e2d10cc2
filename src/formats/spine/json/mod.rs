//! The JSON skeleton of Spine 4.3 (spine-binary-corrections, "Spine JSON 4.3 in brief").

mod animations;
mod attachments;
mod constraints;
mod fields;
mod keys;
mod scan;
mod setup;
mod skins;
mod timelines;
mod value;
mod words;
mod write;

use std::collections::HashMap;

use crate::formats::ReadError;
use crate::model::Finding;
use crate::model::spine::Rig;

use super::check;
use super::version::Version;
use value::Value;
pub use write::write;

type Result<T> = std::result::Result<T, ReadError>;

/// True for a JSON skeleton of any Spine version.
pub fn is_json(bytes: &[u8]) -> bool {
    let scan = scan::scan(bytes);
    scan.version.is_some() || scan.is_skeleton
}

/// Reads a JSON skeleton of Spine 4.3, early betas among them. Numbers are rounded to single precision, so that the
/// same skeleton is the same however it was exported.
///
/// # Errors
/// Another version (before anything else is read), text that is no JSON, or JSON that does not follow the format; the
/// error names the way to the value: `.bones[3].parent`.
pub fn read(bytes: &[u8]) -> Result<(Rig, Vec<Finding>)> {
    check_version(bytes)?;
    let root = Value::parse(bytes)?;
    read_rig(&root).map_err(|mut error| {
        let path = root.path_to(error.offset);
        error.expected = format!("{} in {}", error.expected, path.trim_start_matches('.'));
        error.advise("export the skeleton again, or correct the JSON here")
    })
}

fn check_version(bytes: &[u8]) -> Result<()> {
    let scan = scan::scan(bytes);
    let expected = "a Spine 4.3 skeleton";
    match &scan.version {
        Some((text, offset)) => match Version::parse(text) {
            Some(version) => version.check(*offset),
            None => Err(
                ReadError::new(*offset, expected, format!("version {text:?}"))
                    .advise("export it again with Spine 4.3"),
            ),
        },
        None if scan.is_skeleton => {
            let found = "a skeleton that does not say its version (\"skeleton\": {\"spine\": …})";
            Err(ReadError::new(0, expected, found).advise(
                "open the project in Spine 4.3 and export it again; old exports leave the version out",
            ))
        }
        None => {
            // JSON that is broken says where; other JSON says that it is something else.
            Value::parse(bytes)?;
            Err(ReadError::new(0, expected, "other JSON")
                .advise("open the .json that the Spine editor exported"))
        }
    }
}

/// Indices by name.
pub(super) struct Names<'a> {
    what: &'static str,
    indices: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn new(what: &'static str) -> Self {
        Self {
            what,
            indices: HashMap::new(),
        }
    }

    /// Adds the next name; of equal names the first is found.
    fn push(&mut self, name: &'a str, index: usize) {
        self.indices.entry(name).or_insert(index);
    }

    /// The names under `"name"` of a list's items.
    fn of_list(what: &'static str, items: &'a [Value]) -> Result<Self> {
        let mut names = Self::new(what);
        for (index, item) in items.iter().enumerate() {
            names.push(item.name_at("name")?, index);
        }
        Ok(names)
    }

    /// The index of a name, or a refusal of `value`, where it stands.
    fn find(&self, name: &str, value: &Value) -> Result<usize> {
        let found = self.indices.get(name).copied();
        found.ok_or_else(|| {
            let mut error = value.error(format!("the name of a {}", self.what));
            error.found = format!("{name:?}");
            error
        })
    }

    /// The index of the name that is this value.
    fn value(&self, value: &Value) -> Result<usize> {
        self.find(value.text(&format!("the name of a {}", self.what))?, value)
    }

    /// The index of the name under a key, which must be there.
    fn at(&self, object: &Value, key: &str) -> Result<usize> {
        match object.get(key) {
            Some(value) => self.value(value),
            None => Err(object.error(format!("{key:?} with the name of a {}", self.what))),
        }
    }

    /// The indices of the names in a list under a key; none without the key.
    fn list(&self, object: &Value, key: &str) -> Result<Vec<usize>> {
        let names = object.list_at(key)?;
        names.iter().map(|name| self.value(name)).collect()
    }
}

/// What the parts of a skeleton call each other.
struct Context<'a> {
    bones: Names<'a>,
    slots: Names<'a>,
    /// By the kinds of [`words::CONSTRAINTS`]: two of different kinds may share a name.
    constraints: [Names<'a>; 5],
    skins: Names<'a>,
    events: Names<'a>,
}

impl Context<'_> {
    /// The names of constraints of a kind.
    fn constraints_of(&self, kind: &str) -> &Names<'_> {
        let index = words::CONSTRAINTS.iter().position(|known| *known == kind);
        &self.constraints[index.unwrap_or(0)]
    }
}

fn constraint_names(list: &[Value]) -> Result<[Names<'_>; 5]> {
    let mut names = words::CONSTRAINTS.map(|_| Names::new("constraint of this type"));
    for (index, value) in list.iter().enumerate() {
        let kind = value.name_at("type")?;
        for (known, names) in words::CONSTRAINTS.into_iter().zip(&mut names) {
            if known == kind {
                names.push(value.name_at("name")?, index);
            }
        }
    }
    Ok(names)
}

fn read_rig(root: &Value) -> Result<(Rig, Vec<Finding>)> {
    root.fields("skeleton, bones, slots, …")?;
    let mut findings = Vec::new();
    let mut rig = Rig::default();
    let mut context = Context {
        bones: Names::of_list("bone", root.list_at("bones")?)?,
        slots: Names::of_list("slot", root.list_at("slots")?)?,
        constraints: constraint_names(root.list_at("constraints")?)?,
        skins: Names::of_list("skin", root.list_at("skins")?)?,
        events: Names::new("event"),
    };
    setup::read_header(root, &mut rig)?;
    setup::read_bones(root, &mut rig, &context)?;
    setup::read_slots(root, &mut rig, &context)?;
    constraints::read(root, &mut rig, &context)?;
    skins::read(root, &mut rig, &context, &mut findings)?;
    check::settle_skins(&mut rig, &mut findings);
    skins::add_timeline_slots(&mut rig);
    for (index, (name, event)) in root.fields_at("events")?.iter().enumerate() {
        rig.events.push(setup::read_event(name, event)?);
        context.events.push(name, index);
    }
    animations::read(root, &mut rig, &context, &mut findings)?;
    constraints::resolve_sliders(root, &mut rig, &mut findings)?;
    check::settle(&mut rig, &mut findings);
    // Hand-made files may have the editor's data without saying so in the header.
    let mut bare = rig.clone();
    bare.strip_nonessential();
    rig.nonessential = bare != rig;
    Ok((rig, findings))
}
