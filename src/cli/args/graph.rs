//! What can be typed where a clip graph plays.

use super::NamesArg;

/// What every command takes that plays clips.
#[derive(Debug, Default, clap::Args)]
pub struct GraphArgs {
    /// League: the clip graph that clips are looked for in: its number as `inspect` counts them from 0, its hash, or its
    /// file's name [default: every one, that of the skin first].
    #[arg(long, value_name = "N|NAME")]
    pub graph: Option<String>,
    /// League: how a clip of the graph is controlled, as Run=250: a number for a parametric or float-condition clip, yes
    /// or no for a condition, and for a selector a child's name, heaviest or weighted; may be given several times.
    #[arg(long, value_name = "CLIP=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// Further names for hashes, of clips too.
    #[command(flatten)]
    pub names: NamesArg,
}

fn setting(text: &str) -> Result<(String, String), String> {
    // A clip's name may hold the sign, what it is set to does not.
    match text.rsplit_once('=') {
        Some((clip, value)) if !clip.is_empty() && !value.is_empty() => {
            Ok((clip.to_owned(), value.to_owned()))
        }
        _ => Err("a clip and what it is set to, as Run=250".to_owned()),
    }
}
