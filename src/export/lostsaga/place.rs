//! Where files go, and what they are called.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::Written;
use super::names::file_name;

/// Which files are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A `.skl`.
    Skeleton,
    /// A `.msh`, and one more for each further piece.
    Mesh,
    /// An `.ani` for each clip.
    Clips,
    /// All of it in a `resource` tree with materials, textures and the model's text.
    Set,
}

impl Wanted {
    /// By the ending of a place to write to; a folder that is there, or a path that ends as one, is a whole set. `None`
    /// for other endings.
    pub fn of(output: &Path) -> Option<Self> {
        let ends_as_folder = output
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        let ending = output.extension().unwrap_or_default().to_ascii_lowercase();
        if ends_as_folder || output.is_dir() && ending != "glb" {
            return Some(Self::Set);
        }
        match ending.to_str()? {
            "skl" => Some(Self::Skeleton),
            "msh" => Some(Self::Mesh),
            "ani" => Some(Self::Clips),
            _ => None,
        }
    }
}

/// Gives each file a place of its own.
pub(super) struct Places {
    pub wanted: Wanted,
    output: PathBuf,
    /// What a file of a set is called that has no name of its own.
    name: String,
    taken: HashSet<String>,
}

impl Places {
    pub fn new(wanted: Wanted, output: &Path, name: &str) -> Self {
        Self {
            wanted,
            output: output.to_owned(),
            name: file_name(name),
            taken: HashSet::new(),
        }
    }

    /// Puts a file in its folder of a set, else beside the place that was named. Gives the stem.
    pub fn put(
        &mut self,
        written: &mut Written,
        folder: &str,
        name: Option<&str>,
        ending: &str,
        bytes: Vec<u8>,
    ) -> String {
        self.put_part(written, (folder, ending), name, None, bytes)
    }

    /// The same for one of several files that were one thing.
    pub fn put_part(
        &mut self,
        written: &mut Written,
        (folder, ending): (&str, &str),
        name: Option<&str>,
        part: Option<usize>,
        bytes: Vec<u8>,
    ) -> String {
        let is_set = self.wanted == Wanted::Set;
        let named = name.map(file_name);
        let own = self
            .output
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let mut stem = match (is_set, named) {
            (true, named) => named.unwrap_or_else(|| self.name.clone()),
            (false, Some(named)) => format!("{}_{named}", own.unwrap_or_default()),
            (false, None) => own.unwrap_or_default(),
        };
        if let Some(part) = part {
            stem = format!("{stem}_{part}");
        }
        let plain = stem.clone();
        let mut number = 1;
        // Names of files are one whatever their case.
        while !self
            .taken
            .insert(format!("{folder}/{}", stem.to_lowercase()))
        {
            number += 1;
            stem = format!("{plain}_{number}");
        }
        let path = match is_set {
            true => self
                .output
                .join("resource")
                .join(folder)
                .join(format!("{stem}.{ending}")),
            false if name.is_none() && part.is_none() => self.output.clone(),
            false => self.output.with_file_name(format!("{stem}.{ending}")),
        };
        written.files.push((path, bytes));
        stem
    }

    /// Puts a file of a set below its `resource`.
    pub fn put_exact(&mut self, written: &mut Written, below: &str, bytes: Vec<u8>) {
        written
            .files
            .push((self.output.join("resource").join(below), bytes));
    }
}
