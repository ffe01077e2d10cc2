//! `rigscope inspect` of property bins and the skins in them.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::json;
use crate::formats::league::bin::names::Names;
use crate::formats::league::tree::fit;
use crate::model::Character;
use crate::model::finding::counted;
use crate::model::league::bin::{
    Bin, BinFile, BinName, Field, Kind, List, Numbering, Object, Struct, Value,
};
use crate::model::league::skin::Skin;

/// More objects of one bin are counted, not listed.
const MOST_OBJECTS: usize = 40;

/// More linked bins that are not at hand are counted, not listed.
const MOST_MISSING: usize = 3;

/// A bin with all its values.
pub struct BinJson {
    file: Arc<BinFile>,
    names: Arc<Names>,
    found: Vec<bool>,
}

/// A skin.
#[derive(Serialize)]
pub struct SkinJson {
    name: Option<String>,
    bin: Option<String>,
    object: String,
    skeleton: Option<String>,
    mesh: Option<String>,
    texture: Option<String>,
    material: Option<String>,
    scale: f32,
    hidden: Vec<String>,
    overrides: Vec<OverrideJson>,
    graph: Option<String>,
    /// Index of the mesh that it names.
    of_mesh: Option<usize>,
    /// Whether that mesh wears it: several skins may share a mesh.
    worn: bool,
}

#[derive(Serialize)]
struct OverrideJson {
    submesh: Option<String>,
    texture: Option<String>,
    material: Option<String>,
}

/// All bins of a character.
pub fn bins(character: &Character, names: &Arc<Names>) -> Vec<BinJson> {
    let bin = |file: &Arc<BinFile>| BinJson {
        file: file.clone(),
        names: names.clone(),
        found: links_found(character, &file.bin),
    };
    character.bins.iter().map(bin).collect()
}

/// For each link, whether its bin was read. A file beside counts that has at least the folder and the name in common.
fn links_found(character: &Character, bin: &Bin) -> Vec<bool> {
    let is_read = |link: &String| {
        let name = BinName::Text(link.clone());
        let parts = link.split('/').count();
        let is_it = |file: &Arc<BinFile>| fit(&name, &file.path) >= parts.min(2);
        character.bins.iter().any(is_it)
    };
    bin.linked.iter().map(is_read).collect()
}

/// All skins of a character.
pub fn skins(character: &Character, names: &Names) -> Vec<SkinJson> {
    let skin = |(index, skin): (usize, &Skin)| SkinJson {
        name: skin.name.clone(),
        bin: bin_path(character, skin).map(json::path),
        object: json::hash(skin.object),
        skeleton: text(&skin.skeleton, names),
        mesh: text(&skin.mesh, names),
        texture: text(&skin.texture, names),
        material: skin.material.map(json::hash),
        scale: skin.scale,
        hidden: skin.hidden.clone(),
        overrides: skin
            .overrides
            .iter()
            .map(|one| OverrideJson {
                submesh: text(&one.submesh, names),
                texture: text(&one.texture, names),
                material: one.material.map(json::hash),
            })
            .collect(),
        graph: skin.graph.map(json::hash),
        of_mesh: skin.of_mesh,
        worn: character.skins_of_meshes.contains(&Some(index)),
    };
    character.skins.iter().enumerate().map(skin).collect()
}

fn bin_path<'a>(character: &'a Character, skin: &Skin) -> Option<&'a Path> {
    character.bins.get(skin.bin).map(|bin| bin.path.as_path())
}

fn text(name: &Option<BinName>, names: &Names) -> Option<String> {
    Some(match name.as_ref()? {
        BinName::Text(text) => text.clone(),
        BinName::Hash(hash) => names
            .of(*hash)
            .map_or_else(|| json::hash(*hash), str::to_owned),
        BinName::File(hash) => names
            .of_file(*hash)
            .map_or_else(|| format!("0x{hash:016x}"), str::to_owned),
    })
}

/// For people. Writing to a string cannot fail.
pub fn write(character: &Character, names: &Names, out: &mut String) {
    for skin in &character.skins {
        let file = bin_path(character, skin)
            .map(|path| path.display().to_string())
            .unwrap_or_default();
        let mesh = text(&skin.mesh, names).unwrap_or_else(|| "no mesh".into());
        let _ = writeln!(
            out,
            "  skin {} of {file}: {mesh}, scale {}, {}, hidden at first: {}",
            skin.name.as_deref().unwrap_or("without a name"),
            skin.scale,
            counted(skin.overrides.len(), "override", "overrides"),
            match skin.hidden.as_slice() {
                [] => "nothing".into(),
                hidden => hidden.join(", "),
            }
        );
    }
    for file in &character.bins {
        write_bin(character, file, names, out);
    }
}

fn write_bin(character: &Character, file: &BinFile, names: &Names, out: &mut String) {
    let BinFile { path, bin } = file;
    let _ = writeln!(
        out,
        "  bin {} ({}version {}): {}{}",
        path.display(),
        if bin.is_patch() { "patch, " } else { "" },
        bin.version,
        counted(bin.objects.len(), "object", "objects"),
        match bin.patches.len() + bin.deletions.len() {
            0 => String::new(),
            changes => format!(", {}", counted(changes, "change", "changes")),
        }
    );
    write_links(character, bin, out);
    for object in bin.objects.iter().take(MOST_OBJECTS) {
        let _ = writeln!(
            out,
            "    {} {}: {}",
            known(object.class, names),
            known(object.path, names),
            counted(object.fields.len(), "field", "fields")
        );
    }
    if let Some(more @ 1..) = bin.objects.len().checked_sub(MOST_OBJECTS) {
        let _ = writeln!(out, "    and {}", counted(more, "object", "objects more"));
    }
}

/// A skin links to many bins that hold nothing of its look: of those that are not at hand a few are enough.
fn write_links(character: &Character, bin: &Bin, out: &mut String) {
    let found = links_found(character, bin);
    let mut missing = 0;
    for (link, found) in bin.linked.iter().zip(found) {
        missing += usize::from(!found);
        if found || missing <= MOST_MISSING {
            let found = if found { "" } else { ", not at hand" };
            let _ = writeln!(out, "    linked: {}{found}", shortened(link));
        }
    }
    if let Some(more @ 1..) = missing.checked_sub(MOST_MISSING) {
        let _ = writeln!(
            out,
            "    linked: {}, not at hand",
            counted(more, "bin more", "bins more")
        );
    }
}

fn known(hash: u32, names: &Names) -> String {
    names
        .of(hash)
        .map_or_else(|| json::hash(hash), str::to_owned)
}

/// Bins that many skins share have all their names in their own.
fn shortened(link: &str) -> String {
    const LONGEST: usize = 96;
    match link.char_indices().nth(LONGEST) {
        None => link.to_owned(),
        Some((at, _)) => format!("{}…", &link[..at]),
    }
}

impl Serialize for BinJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BinFile { path, bin } = &*self.file;
        let names = &*self.names;
        let links = bin.linked.iter().zip(&self.found);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", &json::path(path))?;
        map.serialize_entry("version", &bin.version)?;
        map.serialize_entry("patch", &bin.patch_version)?;
        map.serialize_entry("old_kinds", &(bin.numbering == Numbering::Old))?;
        let links: Vec<LinkJson<'_>> = links
            .map(|(path, found)| LinkJson {
                path,
                found: *found,
            })
            .collect();
        map.serialize_entry("linked", &links)?;
        map.serialize_entry(
            "objects",
            &Seq(&bin.objects, |object| ObjectJson(object, names)),
        )?;
        if bin.is_patch() {
            let hashes: Vec<String> = bin.deletions.iter().copied().map(json::hash).collect();
            map.serialize_entry("deletions", &hashes)?;
            let patch = |patch| PatchJson(patch, names);
            map.serialize_entry("patches", &Seq(&bin.patches, patch))?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct LinkJson<'a> {
    path: &'a str,
    found: bool,
}

/// A list that is made while it is written.
struct Seq<'a, T, F>(&'a [T], F);

impl<'a, T, J: Serialize, F: Fn(&'a T) -> J> Serialize for Seq<'a, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

struct ObjectJson<'a>(&'a Object, &'a Names);

impl Serialize for ObjectJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(object, names) = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", &HashJson(object.path, names))?;
        map.serialize_entry("class", &HashJson(object.class, names))?;
        map.serialize_entry("offset", &object.offset)?;
        map.serialize_entry(
            "fields",
            &Seq(&object.fields, |field| FieldJson(field, names)),
        )?;
        map.end()
    }
}

struct PatchJson<'a>(&'a crate::model::league::bin::Patch, &'a Names);

impl Serialize for PatchJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(patch, names) = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("object", &HashJson(patch.object, names))?;
        map.serialize_entry("path", &patch.path)?;
        typed(&mut map, &patch.value, names)?;
        map.end()
    }
}

/// A hash and, where it is known, its name.
struct HashJson<'a>(u32, &'a Names);

impl Serialize for HashJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        named(serializer, &json::hash(self.0), self.1.of(self.0))
    }
}

fn named<S: Serializer>(serializer: S, hash: &str, name: Option<&str>) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("hash", hash)?;
    if let Some(name) = name {
        map.serialize_entry("name", name)?;
    }
    map.end()
}

struct FieldJson<'a>(&'a Field, &'a Names);

impl Serialize for FieldJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(field, names) = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("field", &HashJson(field.name, names))?;
        typed(&mut map, &field.value, names)?;
        map.end()
    }
}

/// The kind of a value, and its content.
fn typed<M: SerializeMap>(map: &mut M, value: &Value, names: &Names) -> Result<(), M::Error> {
    map.serialize_entry("kind", value.kind().word())?;
    match value {
        Value::List(list) | Value::List2(list) => map.serialize_entry("of", list.kind.word())?,
        Value::Option(kind, _) => map.serialize_entry("of", kind.word())?,
        Value::Map(inside) => {
            map.serialize_entry("of", &[inside.key.word(), inside.value.word()])?;
        }
        _ => {}
    }
    map.serialize_entry("value", &Content(value, names))
}

/// A value whose kind is said elsewhere; containers in containers say their own.
struct Content<'a>(&'a Value, &'a Names);

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value, names) = *self;
        match value {
            Value::None => serializer.serialize_none(),
            Value::Bool(yes) | Value::Flag(yes) => yes.serialize(serializer),
            Value::I8(number) => number.serialize(serializer),
            Value::U8(number) => number.serialize(serializer),
            Value::I16(number) => number.serialize(serializer),
            Value::U16(number) => number.serialize(serializer),
            Value::I32(number) => number.serialize(serializer),
            Value::U32(number) => number.serialize(serializer),
            Value::I64(number) => number.serialize(serializer),
            Value::U64(number) => number.serialize(serializer),
            Value::F32(number) => number.serialize(serializer),
            Value::Vec2(vector) => vector.serialize(serializer),
            Value::Vec3(vector) => vector.serialize(serializer),
            Value::Vec4(vector) => vector.serialize(serializer),
            Value::Mat4(matrix) => matrix.serialize(serializer),
            Value::Rgba(channels) => channels.serialize(serializer),
            Value::String(text) => text.serialize(serializer),
            &Value::Hash(hash) | &Value::Link(hash) => HashJson(hash, names).serialize(serializer),
            Value::File(hash) => named(serializer, &format!("0x{hash:016x}"), names.of_file(*hash)),
            Value::List(list) | Value::List2(list) => items(serializer, list, names),
            Value::Pointer(inside) if inside.class == 0 => serializer.serialize_none(),
            Value::Pointer(inside) | Value::Embed(inside) => {
                StructJson(inside, names).serialize(serializer)
            }
            Value::Option(_, None) => serializer.serialize_none(),
            Value::Option(_, Some(inside)) => Item(inside, names).serialize(serializer),
            Value::Map(map) => {
                let mut seq = serializer.serialize_seq(Some(map.pairs.len()))?;
                for (key, value) in &map.pairs {
                    seq.serialize_element(&[Item(key, names), Item(value, names)])?;
                }
                seq.end()
            }
        }
    }
}

fn items<S: Serializer>(serializer: S, list: &List, names: &Names) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.items.iter().map(|item| Item(item, names)))
}

/// A value in a container.
struct Item<'a>(&'a Value, &'a Names);

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value, names) = *self;
        match value.kind() {
            Kind::List | Kind::List2 | Kind::Option | Kind::Map => {
                let mut map = serializer.serialize_map(None)?;
                typed(&mut map, value, names)?;
                map.end()
            }
            _ => Content(value, names).serialize(serializer),
        }
    }
}

struct StructJson<'a>(&'a Struct, &'a Names);

impl Serialize for StructJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(inside, names) = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("class", &HashJson(inside.class, names))?;
        map.serialize_entry(
            "fields",
            &Seq(&inside.fields, |field| FieldJson(field, names)),
        )?;
        map.end()
    }
}
