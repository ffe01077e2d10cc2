//! Routes chosen by hand, kept beside the model as `<skeleton>.routing.json`. The format is our own:
//!
//! ```json
//! {"rigscope-routing":1,"skeleton":"figure","routes":[
//!  {"hash":"0x0006eb74","occurrence":0,"clip":"walk","joint":"Head","index":6},
//!  {"hash":"0x0006eb74","occurrence":1,"joint":null}]}
//! ```
//!
//! `occurrence` counts the clip's tracks of one hash; without `clip` a route is for every clip; `joint: null` has the
//! track move nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::formats::ReadError;
use crate::model::{Finding, Route, RouteTarget, Routing};

/// The one version there is.
const VERSION: u64 = 1;
/// The key that tells such a file from other JSON.
const MARK: &str = "rigscope-routing";
/// More routes than a clip may have tracks say nothing.
const MOST_ROUTES: usize = 65_536;

#[derive(Serialize)]
struct File<'a> {
    #[serde(rename = "rigscope-routing")]
    version: u64,
    skeleton: &'a str,
    routes: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    hash: String,
    #[serde(default)]
    occurrence: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
    joint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
}

/// Whether a file begins like one of these.
pub fn begins_like_routing(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    let mark = format!("\"{MARK}\"");
    first == Some(&b'{') && head.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// The path of a skeleton's routes.
pub fn path_beside(skeleton: &Path) -> PathBuf {
    skeleton.with_extension("routing.json")
}

/// Reads routes. Entries that cannot be understood are left out, with a finding.
///
/// # Errors
/// When it is no JSON, or of another version.
pub fn read(bytes: &[u8]) -> Result<(Routing, Vec<Finding>), ReadError> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let document: Value = serde_json::from_slice(text).map_err(|error| {
        let offset = offset_of(text, error.line(), error.column()) + bytes.len() - text.len();
        ReadError::new(offset as u64, "JSON", error.to_string()).advise(ADVICE)
    })?;
    let version = document.get(MARK);
    if version.and_then(Value::as_u64) != Some(VERSION) {
        let found = version.map_or("nothing".into(), Value::to_string);
        let expected = format!("\"{MARK}\": {VERSION}");
        return Err(ReadError::new(0, expected, found).advise(ADVICE));
    }
    let empty = Vec::new();
    let entries = document.get("routes").and_then(Value::as_array);
    let entries = entries.unwrap_or(&empty);
    let mut routing = Routing::default();
    if let Some(name) = document.get("skeleton").and_then(Value::as_str) {
        routing.skeleton = name.into();
    }
    let mut odd = Vec::new();
    for (index, entry) in entries.iter().take(MOST_ROUTES).enumerate() {
        match route(entry) {
            Ok(route) => routing.routes.push(route),
            Err(why) => odd.push((index, why)),
        }
    }
    let findings = odd.first().map(|(index, why)| {
        let count = odd.len();
        Finding::warning(
            "league.routing-odd-entry",
            format!(
                "{count} of {} routes cannot be understood; the first is entry {index}: {why}",
                entries.len()
            ),
            "mend or remove it, or save the routes again from the Mapping page",
        )
    });
    Ok((routing, findings.into_iter().collect()))
}

const ADVICE: &str = "remove the file, and save the routes again from the Mapping page";

/// serde_json counts lines and columns from 1.
fn offset_of(text: &[u8], line: usize, column: usize) -> usize {
    let before: usize = text
        .split_inclusive(|&byte| byte == b'\n')
        .take(line.saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    (before + column.saturating_sub(1)).min(text.len())
}

fn route(entry: &Value) -> Result<Route, String> {
    let entry = Entry::deserialize(entry).map_err(|error| error.to_string())?;
    let digits = entry.hash.strip_prefix("0x").unwrap_or(&entry.hash);
    let hash = u32::from_str_radix(digits, 16);
    let hash = hash.map_err(|_| format!("{:?} is no hash", entry.hash))?;
    let target = entry.joint.map_or(RouteTarget::Nothing, |name| {
        // An index that is no joint's has the joint looked for by its name.
        let index = entry.index.unwrap_or(usize::MAX);
        RouteTarget::Joint { name, index }
    });
    Ok(Route {
        hash,
        occurrence: entry.occurrence,
        clip: entry.clip,
        target,
    })
}

/// The routes as a file.
pub fn write(routing: &Routing) -> Vec<u8> {
    let entry = |route: &Route| {
        let (joint, index) = match &route.target {
            RouteTarget::Nothing => (None, None),
            RouteTarget::Joint { name, index } => (Some(name.clone()), Some(*index)),
        };
        Entry {
            hash: format!("0x{:08x}", route.hash),
            occurrence: route.occurrence,
            clip: route.clip.clone(),
            joint,
            index,
        }
    };
    let file = File {
        version: VERSION,
        skeleton: &routing.skeleton,
        routes: routing.routes.iter().map(entry).collect(),
    };
    // Strings, numbers and lists: nothing that JSON could refuse.
    let mut text = serde_json::to_vec_pretty(&file).unwrap_or_default();
    text.push(b'\n');
    text
}

/// Writes the routes to a file, whole or not at all: a half-written file would lose what was there.
///
/// # Errors
/// The system's.
pub fn save(path: &Path, routing: &Routing) -> std::io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let written = fs::File::create(&part).and_then(|mut file| {
        file.write_all(&write(routing))?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&part, path));
    if done.is_err() {
        // What is left of it is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_file(&part);
    }
    done
}

/// Reads a file of routes.
///
/// # Errors
/// When there is none that can be read.
pub fn load(path: &Path) -> Result<(Routing, Vec<Finding>), crate::formats::OpenError> {
    use crate::formats::{OpenError, gather, sniff::Kind};
    if gather::sniff_file(path)? != Kind::LeagueRouting {
        return Err(OpenError::Unknown {
            path: path.into(),
            found: "no file of routes chosen by hand".into(),
            advice: "name one that the Mapping page has saved".into(),
        });
    }
    let bytes = fs::read(path).map_err(|error| gather::unreadable(path, &error))?;
    let (mut routing, findings) = read(&bytes).map_err(|error| OpenError::Refused {
        path: path.into(),
        kind: Kind::LeagueRouting.title(),
        error: error.into(),
    })?;
    routing.file = Some(path.into());
    let findings = findings.into_iter().map(|finding| finding.in_file(path));
    Ok((routing, findings.collect()))
}
