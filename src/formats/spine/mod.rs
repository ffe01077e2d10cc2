//! Spine 4.3: skeletons as `.skel` and `.json`, and `.atlas` of every age. Each has its reader and, but for the atlas,
//! its encoder; both skeleton readers give the same [`crate::model::spine::Rig`].

pub mod atlas;
pub mod character;
mod check;
mod draw_order;
mod hash;
pub mod json;
pub mod skel;
mod version;

/// True for a binary skeleton of any Spine version.
pub fn is_binary(bytes: &[u8]) -> bool {
    version::of_binary(bytes).is_some()
}

/// True for a JSON skeleton of any Spine version.
pub fn is_json(bytes: &[u8]) -> bool {
    json::is_json(bytes)
}

/// True for the beginning of a file that may be a JSON skeleton: reading it tells.
pub fn begins_like_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    let names = |word: &[u8]| head.windows(word.len()).any(|part| part == word);
    first == Some(&b'{') && (names(b"\"skeleton\"") || names(b"\"bones\""))
}

/// True for an atlas of any age.
pub fn is_atlas(bytes: &[u8]) -> bool {
    atlas::is_atlas(bytes)
}
