//! `.lsc`, a DirectDraw surface whose every byte was changed (lostsaga-formats §8).

/// Whether a file begins like such a texture.
pub fn is_lsc(bytes: &[u8]) -> bool {
    bytes.get(..4).is_some_and(|head| decode(head) == *b"DDS ")
}

/// The DirectDraw surface within.
pub fn decode(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| !byte.rotate_right(3)).collect()
}

/// Hides a DirectDraw surface as the game does.
pub fn encode(dds: &[u8]) -> Vec<u8> {
    dds.iter().map(|byte| (!byte).rotate_left(3)).collect()
}
