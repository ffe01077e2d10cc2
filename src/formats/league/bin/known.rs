//! Where further names come from: a person's list, and a rig's own joints, submeshes and clips (league-formats §1).

use super::names::Names;
use crate::model::Character;
use crate::model::league::bin::{Bin, Field, Value};

/// Clips are named in bins by what follows the character's name in their files, in one to four words.
const MOST_WORDS: usize = 8;

impl Names {
    /// Adds a list: a hash in hexadecimal digits and a name on each line, or a name alone. Lines that begin with `#` are
    /// remarks. Gives the number of names.
    pub fn add_list(&mut self, list: &str) -> usize {
        let lines = list.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|line| match hash_and_name(line) {
                Some((hash, digits, name)) => self.add_hashed(hash, digits, name),
                None => self.add(line),
            })
            .count()
    }

    /// Adds a character's own names: joints, submeshes, clips and their files, and every path that its bins hold.
    pub fn add_character(&mut self, character: &Character) {
        self.add_parts(character);
        for file in &character.bins {
            self.add_texts(&file.bin);
        }
    }

    /// The same without what its bins hold: that may be much.
    pub fn add_parts(&mut self, character: &Character) {
        for joint in character.skeletons.iter().flat_map(|one| &one.joints) {
            self.add(&joint.name);
        }
        for submesh in character.meshes.iter().flat_map(|mesh| &mesh.submeshes) {
            self.add(&submesh.name);
        }
        for clip in &character.clips {
            self.add_clip(&clip.name);
        }
    }

    /// `xayah_skin04_recall.patch` may be the clip `Recall`: the words from any one of them on.
    fn add_clip(&mut self, stem: &str) {
        let first = stem.split('.').next().unwrap_or_default();
        self.add(first);
        let breaks = first.match_indices('_').map(|(at, _)| at + 1);
        for at in breaks.take(MOST_WORDS) {
            self.add(&first[at..]);
        }
    }

    fn add_texts(&mut self, bin: &Bin) {
        for path in &bin.linked {
            self.add(path);
        }
        for object in &bin.objects {
            self.add_fields(&object.fields);
        }
    }

    fn add_fields(&mut self, fields: &[Field]) {
        fields.iter().for_each(|field| self.add_value(&field.value));
    }

    /// Depth is bounded by the reader.
    fn add_value(&mut self, value: &Value) {
        match value {
            Value::String(text) => {
                self.add(text);
                if text.to_ascii_lowercase().ends_with(".anm") {
                    let file = text.rsplit(['/', '\\']).next().unwrap_or_default();
                    self.add_clip(file);
                }
            }
            Value::List(list) | Value::List2(list) => {
                list.items.iter().for_each(|item| self.add_value(item));
            }
            Value::Pointer(inside) | Value::Embed(inside) => self.add_fields(&inside.fields),
            Value::Option(_, Some(inside)) => self.add_value(inside),
            Value::Map(map) => map.pairs.iter().for_each(|(key, value)| {
                self.add_value(key);
                self.add_value(value);
            }),
            _ => {}
        }
    }

    /// A sentence in which each hash is followed by its name, where that is known: `0x5bd9a1e6 (AtomicClipData)`.
    pub fn explain(&self, sentence: &str) -> String {
        let mut explained = String::with_capacity(sentence.len());
        let mut rest = sentence;
        while let Some(at) = rest.find("0x") {
            let digits = rest[at + 2..]
                .bytes()
                .take_while(u8::is_ascii_hexdigit)
                .count();
            let (before, after) = rest.split_at(at + 2 + digits);
            explained.push_str(before);
            let number = u64::from_str_radix(&before[at + 2..], 16).ok();
            let name = number.and_then(|number| match digits {
                8 => self.of_either(number as u32),
                16 => self.of_file(number),
                _ => None,
            });
            if let Some(name) = name {
                explained.push_str(&format!(" ({name})"));
            }
            rest = after;
        }
        explained.push_str(rest);
        explained
    }
}

/// `8 or 16 hexadecimal digits, a blank, a name`, with or without `0x`.
fn hash_and_name(line: &str) -> Option<(u64, usize, &str)> {
    let (hash, name) = line.split_once([' ', '\t'])?;
    let digits = hash.strip_prefix("0x").unwrap_or(hash);
    let is_hash = matches!(digits.len(), 8 | 16) && !name.trim().is_empty();
    let number = u64::from_str_radix(digits, 16).ok().filter(|_| is_hash)?;
    Some((number, digits.len(), name.trim()))
}

#[cfg(test)]
mod tests {
    use super::super::super::hash::{elf, fnv1a, xxh64};
    use super::*;

    #[test]
    fn a_list_gives_names_with_and_without_their_hashes() {
        let mut names = Names::default();
        let list =
            "# remarks\n\n0123abcd Something\n0x0123456789abcdef assets/file.bin\nLone Name\n";
        assert_eq!(names.add_list(list), 3);
        assert_eq!(names.of(0x0123_abcd), Some("Something"));
        assert_eq!(
            names.of_file(0x0123_4567_89ab_cdef),
            Some("assets/file.bin")
        );
        assert_eq!(names.of(fnv1a("lone name")), Some("Lone Name"));
    }

    #[test]
    fn sentences_get_the_names_of_their_hashes() {
        let mut names = Names::default();
        names.add("L_Hand");
        names.add("assets/hero.skn");
        let sentence = |one, two, three| {
            format!(
                "track {one:#010x}{}, bin {two:#010x}{}, file {three:#018x}",
                "", ""
            )
        };
        let explained = names.explain(&sentence(
            elf("L_Hand"),
            0x5bd9_a1e6,
            xxh64("assets/hero.skn"),
        ));
        assert!(explained.starts_with("track 0x0"), "{explained}");
        assert!(explained.contains(" (L_Hand), bin 0x5bd9a1e6 (AtomicClipData), file 0x"));
        assert!(explained.ends_with(" (assets/hero.skn)"), "{explained}");
        assert_eq!(
            names.explain("0x 0x12 0xZZ, byte 0x1234567"),
            "0x 0x12 0xZZ, byte 0x1234567"
        );
    }

    #[test]
    fn a_clips_name_is_any_end_of_its_files() {
        let mut names = Names::default();
        names.add_clip("xayah_skin04_recall_duo.PIE");
        for name in [
            "Recall_Duo",
            "duo",
            "skin04_recall_duo",
            "xayah_skin04_recall_duo",
        ] {
            assert!(names.of(fnv1a(name)).is_some(), "{name}");
        }
    }
}
