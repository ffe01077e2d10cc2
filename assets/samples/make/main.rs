//! Writes the bundled sample characters: `cargo run --example make-samples [FOLDER]`, by default into `assets/samples`.

mod league;

use std::path::PathBuf;
use std::{env, fs};

fn main() -> anyhow::Result<()> {
    let default = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples"));
    let folder = env::args_os().nth(1).map_or(default, PathBuf::from);
    let mut total = 0;
    for file in league::files()? {
        let path = folder.join("league").join(file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &file.bytes)?;
        total += file.bytes.len();
        println!("{:>7} bytes  {}", file.bytes.len(), path.display());
    }
    println!("{total:>7} bytes together");
    Ok(())
}
