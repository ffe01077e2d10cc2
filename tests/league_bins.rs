//! Property bins: golden values, round trips, both numberings, and damage of every kind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::{Coverage, damage, files_ending, golden, shared};
use rigscope::formats::league::bin::{self, means, names};
use rigscope::formats::league::hash::{fnv1a, xxh64};
use rigscope::model::Severity;
use rigscope::model::league::bin::{
    Bin, BinName, Field, Kind, List, Map, Numbering, Object, Patch, Struct, Value,
};
use serde_json::json;

fn real_bins(shared: &Path) -> Vec<(String, Vec<u8>)> {
    let folder = shared.join("data/league");
    let read = |path: &std::path::PathBuf| {
        let name = path.strip_prefix(&folder).unwrap();
        (name.to_str().unwrap().into(), std::fs::read(path).unwrap())
    };
    files_ending(&folder, &["bin"]).iter().map(read).collect()
}

/// How a kind is written in the goldens.
fn number(kind: Kind) -> u8 {
    let at = kind as u8;
    if kind <= Kind::File {
        at
    } else {
        at - 19 + 0x80
    }
}

/// Hands over a value and all that lie in it.
fn walk(value: &Value, each: &mut impl FnMut(&Value)) {
    each(value);
    match value {
        Value::List(list) | Value::List2(list) => list.items.iter().for_each(|v| walk(v, each)),
        Value::Pointer(inside) | Value::Embed(inside) => {
            inside.fields.iter().for_each(|f| walk(&f.value, each));
        }
        Value::Option(_, Some(inside)) => walk(inside, each),
        Value::Map(map) => map.pairs.iter().for_each(|(key, value)| {
            walk(key, each);
            walk(value, each);
        }),
        _ => {}
    }
}

fn walk_all(bin: &Bin, each: &mut impl FnMut(&Value)) {
    for object in &bin.objects {
        object.fields.iter().for_each(|f| walk(&f.value, each));
    }
    bin.patches.iter().for_each(|p| walk(&p.value, each));
}

#[test]
fn every_real_bin_holds_what_the_goldens_say_and_nothing_is_left_over() {
    let Some(shared) = shared() else { return };
    let golden = golden(&shared, "league/bin.json");
    let mut coverage = Coverage::default();
    for (name, bytes) in real_bins(&shared) {
        let (bin, findings) = bin::read(&bytes).unwrap();
        assert!(findings.is_empty(), "{name}: {findings:?}");
        let wanted = &golden[&name];
        assert!(wanted.is_object(), "{name} is not in the goldens");
        coverage.equal(&name, json!(bin.version), wanted["version"].clone());
        coverage.equal(&name, json!(bin.is_patch()), wanted["ptch"].clone());
        coverage.equal(&name, json!(bin.linked), wanted["linked"].clone());
        for (index, object) in bin.objects.iter().enumerate() {
            let wanted = &wanted["objects"][index];
            coverage.equal(&name, json!(object.path), wanted[1].clone());
            coverage.equal(&name, json!(object.fields.len()), wanted[2].clone());
            let class = wanted[0].as_str().unwrap();
            coverage.equal(&name, object.class, fnv1a(class));
            assert!(names::embedded(object.class).is_some(), "{name}: {class}");
        }
        let objects = wanted["objects"].as_array().unwrap().len();
        coverage.equal(&name, bin.objects.len(), objects);
        let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
        for object in &bin.objects {
            for field in &object.fields {
                walk(&field.value, &mut |value| {
                    let key = format!("{:#04x}", number(value.kind()));
                    *kinds.entry(key).or_default() += 1;
                });
            }
        }
        coverage.equal(&name, json!(kinds), wanted["kinds"].clone());
        coverage.files += 1;
    }
    assert_eq!(coverage.files, golden.as_object().unwrap().len());
    coverage.report("property bins");
}

#[test]
fn every_real_bin_is_written_back_byte_for_byte() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for (name, bytes) in real_bins(&shared) {
        let (bin, _) = bin::read(&bytes).unwrap();
        assert!(bin::write(&bin).unwrap() == bytes, "{name}");
        coverage.values += bytes.len();
        coverage.files += 1;
    }
    coverage.report("bins written back");
}

#[test]
fn a_patch_says_what_it_replaces() {
    let Some(shared) = shared() else { return };
    let bytes = std::fs::read(shared.join("data/league/synthetic/override.ptch.bin")).unwrap();
    let (bin, _) = bin::read(&bytes).unwrap();
    assert_eq!(bin.patch_version, Some(1));
    let [patch] = bin.patches.as_slice() else {
        panic!("{:?}", bin.patches)
    };
    assert_eq!(patch.object, bin.objects[0].path);
    assert_eq!(patch.path, "skinMeshProperties.skinScale");
    assert_eq!(patch.value, Value::F32(2.0));
}

/// One value of every kind but file paths, containers in containers among them.
fn every_kind() -> Vec<Value> {
    let pair = |name, value| Field { name, value };
    let leaf = Struct {
        class: fnv1a("Leaf"),
        fields: vec![pair(fnv1a("depth"), Value::F32(1.5))],
    };
    let rows = (0..3).map(|row| {
        Value::List2(Box::new(List {
            kind: Kind::U8,
            items: (0..row).map(Value::U8).collect(),
        }))
    });
    vec![
        Value::None,
        Value::Bool(true),
        Value::I8(-8),
        Value::U8(8),
        Value::I16(-1600),
        Value::U16(1600),
        Value::I32(-320_000),
        Value::U32(4_000_000_000),
        Value::I64(-64 << 40),
        Value::U64(64 << 50),
        Value::F32(0.25),
        Value::Vec2([1.0, 2.0]),
        Value::Vec3([1.0, 2.0, 3.0]),
        Value::Vec4([1.0, 2.0, 3.0, 4.0]),
        Value::Mat4(Box::new(std::array::from_fn(|index| index as f32))),
        Value::Rgba([1, 2, 3, 4]),
        Value::String("héro".into()),
        Value::Hash(fnv1a("hero")),
        Value::List(Box::new(List {
            kind: Kind::List2,
            items: rows.collect(),
        })),
        Value::List(Box::new(List {
            kind: Kind::None,
            items: vec![Value::None; 3],
        })),
        Value::Pointer(Box::default()),
        Value::Pointer(Box::new(leaf.clone())),
        Value::Embed(Box::new(leaf.clone())),
        Value::Link(fnv1a("Characters/Hero")),
        Value::Option(Kind::Vec3, None),
        Value::Option(Kind::Embed, Some(Box::new(Value::Embed(Box::new(leaf))))),
        Value::Map(Box::new(Map {
            key: Kind::Hash,
            value: Kind::Option,
            pairs: vec![(
                Value::Hash(1),
                Value::Option(Kind::U8, Some(Box::new(Value::U8(7)))),
            )],
        })),
        Value::Flag(true),
    ]
}

/// Two objects that hold every kind; offsets are as they will be read.
fn sample(numbering: Numbering) -> Bin {
    let mut values = every_kind();
    if numbering == Numbering::Current {
        values.push(Value::File(xxh64("assets/hero.skn")));
    }
    let field = |(index, value)| Field {
        name: index as u32,
        value,
    };
    let fields: Vec<Field> = values.into_iter().enumerate().map(field).collect();
    let object = |path: &str, fields: Vec<Field>| Object {
        path: fnv1a(path),
        class: fnv1a("Sample"),
        fields,
        offset: 0,
    };
    Bin {
        version: 3,
        numbering,
        linked: vec!["DATA/Hero.bin".into(), String::new()],
        objects: vec![object("a", fields.clone()), object("b", fields)],
        ..Bin::default()
    }
}

fn without_offsets(mut bin: Bin) -> Bin {
    bin.objects.iter_mut().for_each(|object| object.offset = 0);
    bin
}

#[test]
fn every_kind_goes_there_and_back_in_every_version_and_numbering() {
    for numbering in [Numbering::Current, Numbering::Old] {
        for version in 1..=3 {
            let mut bin = sample(numbering);
            bin.version = version;
            if version == 1 {
                bin.linked.clear();
            }
            let bytes = bin::write(&bin).unwrap();
            let (read, findings) = bin::read(&bytes).unwrap();
            assert_eq!(without_offsets(read), bin);
            let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
            match numbering {
                Numbering::Current => assert!(codes.is_empty(), "{findings:?}"),
                Numbering::Old => assert_eq!(codes, ["league.bin-old-kinds"]),
            }
        }
    }
    let mut patch = sample(Numbering::Current);
    patch.patch_version = Some(1);
    patch.deletions = vec![1, 2, 3];
    patch.patches = every_kind()
        .into_iter()
        .map(|value| Patch {
            object: 5,
            path: "a.b[1]".into(),
            value,
        })
        .collect();
    let (read, findings) = bin::read(&bin::write(&patch).unwrap()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(without_offsets(read), patch);
}

#[test]
fn old_files_have_no_numbers_for_file_paths() {
    let mut bin = sample(Numbering::Current);
    bin.numbering = Numbering::Old;
    assert!(bin::write(&bin).unwrap_err().to_string().contains("File"));
}

#[test]
fn a_damaged_object_costs_its_own_rest_and_says_where() {
    let bin = sample(Numbering::Current);
    let mut bytes = bin::write(&bin).unwrap();
    let (whole, _) = bin::read(&bytes).unwrap();
    // The kind of the third field: size, path and count come first, then two fields of 5 and 6 bytes.
    let at = whole.objects[0].offset as usize + 10 + 5 + 6 + 4;
    assert_eq!(bytes[at], 2);
    bytes[at] = 0x70;
    let (damaged, findings) = bin::read(&bytes).unwrap();
    assert_eq!(damaged.objects[0].fields, whole.objects[0].fields[..2]);
    assert_eq!(damaged.objects[1], whole.objects[1]);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}")
    };
    assert_eq!(finding.code, "league.bin-unreadable");
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.offset, Some(at as u64));
    assert!(finding.message.contains("kind 0x70"), "{finding:?}");
}

#[test]
fn a_bin_that_was_cut_off_keeps_its_first_objects() {
    let bytes = bin::write(&sample(Numbering::Current)).unwrap();
    let (whole, _) = bin::read(&bytes).unwrap();
    let (cut, findings) = bin::read(&bytes[..bytes.len() - 1]).unwrap();
    // Only the last value of the last object is gone.
    let [first, last] = cut.objects.as_slice() else {
        panic!("{:?}", cut.objects)
    };
    assert_eq!(first, &whole.objects[0]);
    let fields = &whole.objects[1].fields;
    assert_eq!(last.fields, fields[..fields.len() - 1]);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].offset, Some(last.offset + 4));
    for length in whole.objects[1].offset as usize + 8..bytes.len() {
        let (cut, findings) = bin::read(&bytes[..length]).unwrap();
        assert_eq!(cut.objects.len(), 2, "{length}");
        assert_eq!(findings.len(), 1, "{length}: {findings:?}");
    }
    let mut longer = bytes.clone();
    longer.extend([1, 2, 3]);
    let (same, findings) = bin::read(&longer).unwrap();
    assert_eq!(same, whole);
    assert_eq!(findings[0].code, "league.bin-rest");
    assert_eq!(findings[0].offset, Some(bytes.len() as u64));
}

#[test]
fn a_newer_version_is_read_with_a_word_and_other_content_is_refused() {
    let mut bin = sample(Numbering::Current);
    bin.version = 7;
    let (read, findings) = bin::read(&bin::write(&bin).unwrap()).unwrap();
    assert_eq!(without_offsets(read), bin);
    assert_eq!(findings[0].code, "league.bin-version");
    let error = bin::read(b"PTCH\x01\0\0\0\0\0\0\0PRO!").unwrap_err();
    assert_eq!((error.offset, error.expected.as_str()), (12, "PROP"));
}

#[test]
fn containers_nested_without_end_are_refused_where_they_are_too_deep() {
    for depth in [60, 70, 5000] {
        let mut value = Value::None;
        for _ in 0..depth {
            let kind = value.kind();
            value = Value::Option(kind, Some(Box::new(value)));
        }
        let mut bin = sample(Numbering::Current);
        bin.objects[0].fields = vec![Field { name: 1, value }];
        let bytes = bin::write(&bin).unwrap();
        let (read, findings) = bin::read(&bytes).unwrap();
        assert_eq!(findings.is_empty(), depth < 64, "{depth}: {findings:?}");
        assert_eq!(read.objects[1].fields, bin.objects[1].fields);
    }
}

#[test]
fn items_without_bytes_cannot_be_claimed_without_end() {
    let mut bin = sample(Numbering::Current);
    bin.objects[0].fields = vec![Field {
        name: 1,
        value: Value::List(Box::new(List {
            kind: Kind::None,
            items: Vec::new(),
        })),
    }];
    let mut bytes = bin::write(&bin).unwrap();
    let (read, _) = bin::read(&bytes).unwrap();
    let at = read.objects[1].offset as usize - 4;
    bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let (read, findings) = bin::read(&bytes).unwrap();
    let empty = Value::List(Box::new(List {
        kind: Kind::None,
        items: Vec::new(),
    }));
    assert_eq!(read.objects[0].fields[0].value, empty);
    assert_eq!(findings[0].offset, Some(at as u64));
}

#[test]
fn a_fault_inside_a_container_costs_the_rest_of_that_container_only() {
    let class = |name: u32, numbers: [u32; 2]| {
        let fields = numbers.map(|number| Field {
            name: number,
            value: Value::U32(number),
        });
        Value::Pointer(Box::new(Struct {
            class: name,
            fields: fields.into(),
        }))
    };
    let mut bin = sample(Numbering::Current);
    let pairs = (1..4).map(|key| (Value::Hash(key), class(key, [10 * key, 10 * key + 1])));
    let map = Map {
        key: Kind::Hash,
        value: Kind::Pointer,
        pairs: pairs.collect(),
    };
    let behind = Field {
        name: 2,
        value: Value::Bool(true),
    };
    bin.objects[0].fields = vec![
        Field {
            name: 1,
            value: Value::Map(Box::new(map)),
        },
        behind.clone(),
    ];
    let bytes = bin::write(&bin).unwrap();
    let (whole, findings) = bin::read(&bytes).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    // The kind of the second field of the second pair's class.
    let field = [21, 0, 0, 0, 7, 21, 0, 0, 0];
    let at = 4 + bytes.windows(9).position(|window| window == field).unwrap();
    let mut damaged = bytes.clone();
    damaged[at] = 0x88;
    let (read, findings) = bin::read(&damaged).unwrap();
    assert_eq!(read.objects[1], whole.objects[1]);
    assert_eq!(read.objects[0].fields[1], behind);
    let pairs = read.objects[0].fields[0].value.as_pairs();
    let kept: Vec<usize> = pairs
        .iter()
        .map(|(_, class)| class.as_struct().unwrap().fields.len())
        .collect();
    assert_eq!(kept, [2, 1, 2]);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}")
    };
    assert_eq!(finding.offset, Some(at as u64));
    assert!(finding.message.starts_with("the class in object 0 of 2"));
    assert!(finding.message.contains("first field is kept"));
    // A pair whose class states more than there is ends the map, and not what lies behind.
    let size = at - 4 - 9 - 2 - 4;
    assert_eq!(bytes[size], 20);
    damaged = bytes.clone();
    damaged[size + 3] = 0x7F;
    let (read, findings) = bin::read(&damaged).unwrap();
    assert_eq!(read.objects[0].fields[0].value.as_pairs().len(), 2);
    assert_eq!(read.objects[0].fields[1], behind);
    assert_eq!(read.objects[1], whole.objects[1]);
    assert_eq!(findings.len(), 1, "{findings:?}");
}

/// What must hold of any bytes at all: a refusal in words, or a tree that can be written and read again.
fn survive(bytes: &[u8]) {
    let (bin, findings) = match bin::read(bytes) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.expected.is_empty() && !error.found.is_empty());
            return;
        }
    };
    assert!(findings.len() < 16, "{} findings", findings.len());
    let mut count = 0;
    walk_all(&bin, &mut |_| count += 1);
    assert!(count * size_of::<Value>() <= 36 * bytes.len() + (64 << 10));
    if let Ok(written) = bin::write(&bin) {
        let (again, _) = bin::read(&written).unwrap();
        assert!(bin::write(&again).unwrap() == written);
    }
}

/// Every four bytes of a file may be a size.
fn hostile_sizes(bytes: &[u8]) -> usize {
    for at in 0..bytes.len().saturating_sub(3) {
        for size in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFC, u32::MAX] {
            let mut damaged = bytes.to_vec();
            damaged[at..at + 4].copy_from_slice(&size.to_le_bytes());
            survive(&damaged);
        }
    }
    6 * bytes.len().saturating_sub(3)
}

#[test]
fn any_damage_to_our_own_bins_is_survived() {
    for numbering in [Numbering::Current, Numbering::Old] {
        let bytes = bin::write(&sample(numbering)).unwrap();
        damage(&bytes, survive);
        hostile_sizes(&bytes);
    }
}

#[test]
fn any_damage_to_small_game_bins_is_survived() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for (_, bytes) in real_bins(&shared) {
        if bytes.len() < 1000 {
            coverage.values += damage(&bytes, survive) + hostile_sizes(&bytes);
            coverage.files += 1;
        }
    }
    coverage.report("damaged small .bin");
}

#[test]
fn a_hundred_damages_of_every_large_game_bin_are_survived() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    for (_, bytes) in real_bins(&shared) {
        if bytes.len() < 1000 {
            continue;
        }
        for _ in 0..100 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut damaged = bytes.clone();
            damaged[random as usize % bytes.len()] ^= (random >> 32) as u8 | 1;
            survive(&damaged);
        }
        coverage.values += 100;
        coverage.files += 1;
    }
    coverage.report("damaged large .bin");
}

#[test]
fn numbers_are_read_whatever_their_kind() {
    for value in [
        Value::U8(3),
        Value::I32(3),
        Value::U32(3),
        Value::F32(3.0),
        Value::Option(Kind::U16, Some(Box::new(Value::U16(3)))),
    ] {
        assert_eq!(value.as_f32(), Some(3.0), "{value:?}");
        assert_eq!(value.as_u32(), Some(3), "{value:?}");
        assert_eq!(value.as_bool(), Some(true), "{value:?}");
    }
    assert_eq!(Value::F32(0.5).as_u32(), None);
    assert_eq!(Value::I8(-1).as_u32(), None);
    assert_eq!(Value::String("3".into()).as_f32(), None);
    assert_eq!(Value::Option(Kind::U8, None).as_f32(), None);
}

#[test]
fn names_mean_the_same_in_all_three_ways() {
    let path = "ASSETS/Characters/Hero/Hero.skn";
    for value in [
        Value::String(path.into()),
        Value::Hash(fnv1a(path)),
        Value::Link(fnv1a(path)),
        Value::File(xxh64(path)),
    ] {
        let name = value.as_name().unwrap();
        assert!(means(&name, "assets/characters/hero/HERO.SKN"), "{name:?}");
        assert!(!means(&name, "assets/characters/hero/hero.skl"), "{name:?}");
    }
    assert!(means(&BinName::Text(path.replace('/', "\\")), path));
    assert_eq!(Value::F32(1.0).as_name(), None);
}
