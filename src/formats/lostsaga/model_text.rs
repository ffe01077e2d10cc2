//! Model texts: which skeleton, meshes and clips make a model (lostsaga-formats §8).

use std::fmt::Write;

use super::words::{file_of, lines, numbers};
use crate::formats::ReadError;
use crate::formats::tally::counted;
use crate::model::Finding;

/// The first line.
const HEAD: &str = "#MODEL_CFG";
const COMMENT: &str = ";";

/// Keys that a viewer has no use for.
const OF_NO_USE: [&str; 6] = [
    "#OUTLINE",
    "#EFFECT_LIST",
    "#EFFECT_LIST_END",
    "#VIEW_CHECK_ONLY",
    "#OWN_ALPHA_DIST",
    "#MODEL_END",
];

/// What a text says. Names are as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelText {
    /// A `.skl`.
    pub skeleton: Option<String>,
    /// `.ani` files.
    pub animations: Vec<String>,
    /// Names of meshes, without their ending.
    pub meshes: Vec<String>,
    /// A `.cms`.
    pub collision: Option<String>,
    /// Smallest and largest corner.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// Centre and radius.
    pub sphere: Option<([f32; 3], f32)>,
    /// RGB, 0 to 255.
    pub color: Option<[f32; 3]>,
}

/// Whether a file begins like a model text.
pub fn is_model_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let first = lines(head, COMMENT).into_iter().next();
    first.is_some_and(|line| line.eq_ignore_ascii_case(HEAD))
}

/// Reads a text.
///
/// # Errors
/// Another first line.
pub fn read(bytes: &[u8]) -> Result<(ModelText, Vec<Finding>), ReadError> {
    let lines = lines(bytes, COMMENT);
    let first = lines.first().map_or("", |line| line.as_str());
    if !first.eq_ignore_ascii_case(HEAD) {
        let found: String = first.chars().take(40).collect();
        let error = ReadError::new(0, format!("a first line {HEAD}"), format!("{found:?}"));
        return Err(error.advise("open a model text of the game"));
    }
    let mut model = ModelText::default();
    let mut unknown = Vec::new();
    let mut rest = lines.iter().map(String::as_str).skip(1).peekable();
    while let Some(line) = rest.next() {
        let mut data = Vec::new();
        while let Some(line) = rest.next_if(|line| !line.starts_with('#')) {
            data.push(line);
        }
        let key = line.to_ascii_uppercase();
        let is_list_end = matches!(key.as_str(), "#ANIMATION_LIST_END" | "#MESH_LIST_END");
        if !model.take(&key, &data) && !is_list_end && !OF_NO_USE.contains(&key.as_str()) {
            unknown.push(line);
        }
    }
    let mut findings = Vec::new();
    if let Some(first) = unknown.first() {
        let message = format!(
            "{} not known here and passed over; the first is {first:?}",
            counted(unknown.len(), "key is", "keys are")
        );
        let fix = "check the spelling";
        findings.push(Finding::note("lostsaga.unknown-model-key", message, fix));
    }
    Ok((model, findings))
}

impl ModelText {
    /// Takes what stands below a key. False for a key that means nothing here.
    fn take(&mut self, key: &str, data: &[&str]) -> bool {
        let first = data.first().copied();
        let all = || data.iter().filter_map(|line| file_of(line));
        let row = |index: usize| -> Option<[f32; 3]> {
            numbers(&mut data.get(index)?.split_whitespace())
        };
        match key {
            "#SKELETON" => self.skeleton = first.and_then(file_of),
            "#COLLISION_MESH" => self.collision = first.and_then(file_of),
            "#ANIMATION_LIST" => self.animations.extend(all()),
            "#MESH_LIST" => self.meshes.extend(all()),
            "#AABOX" => self.bounds = row(0).zip(row(1)).map(|(min, max)| [min, max]),
            "#SPHERE" => {
                let radius = data.get(1).and_then(|line| line.parse().ok());
                self.sphere = row(0).zip(radius.filter(|radius: &f32| radius.is_finite()));
            }
            "#MODEL_COLOR" => self.color = row(0),
            _ => return false,
        }
        true
    }
}

/// Writes a text that says the same.
pub fn write(model: &ModelText) -> Vec<u8> {
    let mut text = format!("{HEAD}\r\n");
    let mut put = |key: &str, lines: &[String]| {
        let _ = write!(text, "{key}\r\n");
        for line in lines {
            let _ = write!(text, "{line}\r\n");
        }
    };
    let row = |row: [f32; 3]| row.map(|number| number.to_string()).join(" ");
    if let Some(skeleton) = &model.skeleton {
        put("#SKELETON", std::slice::from_ref(skeleton));
    }
    for (key, end, list) in [
        ("#ANIMATION_LIST", "#ANIMATION_LIST_END", &model.animations),
        ("#MESH_LIST", "#MESH_LIST_END", &model.meshes),
    ] {
        if !list.is_empty() {
            put(key, list);
            put(end, &[]);
        }
    }
    if let Some(bounds) = model.bounds {
        put("#AABOX", &bounds.map(row));
    }
    if let Some((center, radius)) = model.sphere {
        put("#SPHERE", &[row(center), radius.to_string()]);
    }
    if let Some(collision) = &model.collision {
        put("#COLLISION_MESH", std::slice::from_ref(collision));
    }
    if let Some(color) = model.color {
        put("#MODEL_COLOR", &[row(color)]);
    }
    put("#MODEL_END", &[]);
    text.into_bytes()
}
