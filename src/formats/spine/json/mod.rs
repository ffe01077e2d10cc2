//! The JSON skeleton of Spine 4.3 (spine-binary-corrections, "Spine JSON 4.3 in brief").

pub(super) fn scan_version(_bytes: &[u8]) -> Option<(String, u64)> {
    None
}
