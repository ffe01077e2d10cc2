//! Stand-in until the window is merged.
use crate::pose::MappingRule;
use crate::scene::Skinning;
use std::path::PathBuf;
/// o
pub struct AppOptions {
    /// p
    pub paths: Vec<PathBuf>,
    /// c
    pub clip: Option<String>,
    /// o
    pub only: bool,
    /// m
    pub mapping: MappingRule,
    /// s
    pub skinning: Skinning,
}
/// r
pub fn run(_o: AppOptions) -> anyhow::Result<()> {
    Ok(())
}
