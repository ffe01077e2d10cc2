//! Writes the bundled sample characters: `cargo run --example make-samples [FOLDER]`, by default into `assets/samples`.

mod league;
mod lostsaga;
mod spine;
mod toee;

use std::path::PathBuf;
use std::{env, fs};

fn main() -> anyhow::Result<()> {
    let default = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples"));
    let folder = env::args_os().nth(1).map_or(default, PathBuf::from);
    let league = league::files()?.into_iter();
    let mut files: Vec<(PathBuf, Vec<u8>)> = league
        .map(|file| (folder.join("league").join(file.path), file.bytes))
        .collect();
    let spine = spine::files()?.into_iter();
    files.extend(spine.map(|(path, bytes)| (folder.join("spine").join(path), bytes)));
    let toee = toee::files()?.into_iter();
    files.extend(toee.map(|(path, bytes)| (folder.join("toee").join(path), bytes)));
    let lostsaga = lostsaga::files()?.into_iter();
    files.extend(lostsaga.map(|(path, bytes)| (folder.join("lostsaga").join(path), bytes)));
    let mut total = 0;
    for (path, bytes) in files {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &bytes)?;
        total += bytes.len();
        println!("{:>7} bytes  {}", bytes.len(), path.display());
    }
    println!("{total:>7} bytes together");
    Ok(())
}
