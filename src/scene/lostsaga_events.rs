//! Events of Lost Saga that change the picture: `hide_mesh` and `show_mesh` (lostsaga-formats §6).

use std::path::Path;

use super::Item;
use crate::model::finding::counted;
use crate::model::{Clip, ClipEvent, Family, Finding, Mesh};

const HIDE: &str = "hide_mesh";
const SHOW: &str = "show_mesh";
/// Names that a message lists.
const MOST_NAMED: usize = 4;

/// The rates by which people count frames of this game, besides the file's own.
pub const RATES: [f32; 3] = [100.0, 60.0, 30.0];

/// What an event says of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshEvent<'a> {
    /// As the event spells it.
    pub mesh: &'a str,
    /// Shown from then on, else hidden.
    pub shown: bool,
    /// The end of the clip undoes it.
    pub is_undone: bool,
    /// When.
    pub seconds: f32,
}

/// What an event says of a mesh: its name, and perhaps whether the end of the clip undoes it. `None` for other events.
pub fn mesh_event(event: &ClipEvent) -> Option<MeshEvent<'_>> {
    let shown = match event.name.as_str() {
        SHOW => true,
        HIDE => false,
        _ => return None,
    };
    let text = event.text.trim();
    let (mesh, flag) = match text.rsplit_once(char::is_whitespace) {
        Some((mesh, last)) => (mesh.trim_end(), truth(last)),
        None => (text, None),
    };
    Some(MeshEvent {
        mesh: if flag.is_some() { mesh } else { text },
        shown,
        is_undone: flag.unwrap_or(false),
        seconds: event.seconds,
    })
}

fn truth(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

/// Names of meshes follow the rule of files: case does not count, and the ending may be there (lostsaga-formats §2).
fn is_called(mesh: &Mesh, name: &str) -> bool {
    let path = Path::new(name);
    let ends = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("msh"));
    let name = match (ends, path.file_stem()) {
        (true, Some(stem)) => stem.to_str().unwrap_or(name),
        _ => name,
    };
    mesh.name.eq_ignore_ascii_case(name)
}

/// The last event of a clip that has come by a moment and speaks of a mesh; of two of one moment the later in the file.
/// At the clip's end those are over that the end undoes.
fn told<'a>(clip: &'a Clip, mesh: &Mesh, seconds: f32) -> Option<MeshEvent<'a>> {
    let events = clip.events.iter().filter(|event| event.seconds <= seconds);
    let mut last: Option<MeshEvent<'a>> = None;
    for event in events.filter_map(mesh_event) {
        let is_later = last.is_none_or(|last| last.seconds <= event.seconds);
        if is_later && is_called(mesh, event.mesh) {
            last = Some(event);
        }
    }
    let is_over = clip.duration > 0.0 && seconds >= clip.duration;
    last.filter(|event| !(event.is_undone && is_over))
}

impl Item {
    /// What the events of the clip in use make of a mesh at a moment of it; `None` where none does, and where events do
    /// not act.
    pub fn told_of_mesh(&self, mesh: &Mesh, seconds: f64) -> Option<MeshEvent<'_>> {
        let acts = self.character.family == Family::LostSaga && self.events_on();
        let clip = self.clip().filter(|_| acts)?;
        told(clip, mesh, seconds as f32)
    }

    /// Hides every submesh of the mesh in use, or shows it, as the events of a moment say.
    pub(super) fn hide_by_events(&mut self, seconds: f32) {
        if self.character.family != Family::LostSaga {
            return;
        }
        let mesh = self.mesh();
        let told = mesh.and_then(|mesh| Some(self.told_of_mesh(mesh, seconds.into())?.shown));
        if let Some(shown) = told {
            self.by_events.clear();
            self.by_events.resize(self.visible.len(), shown);
        }
    }

    /// Its own meshes that an event of any clip shows.
    pub(super) fn meshes_shown_by_events(&self) -> Vec<usize> {
        let events = self.character.clips.iter().flat_map(|clip| &clip.events);
        let shown: Vec<&str> = events
            .filter_map(mesh_event)
            .filter(|event| event.shown)
            .map(|event| event.mesh)
            .collect();
        let meshes = self.character.meshes.iter().enumerate();
        let is_shown = |mesh: &Mesh| shown.iter().any(|name| is_called(mesh, name));
        let meshes = meshes.filter(|(_, mesh)| is_shown(mesh));
        meshes.map(|(index, _)| index).collect()
    }

    /// Counts frames at a rate of its own; `None` for the file's.
    pub fn count_frames_by(&mut self, rate: Option<f32>) {
        self.revision += u64::from(self.counted_by != rate);
        self.counted_by = rate;
    }

    /// The rate that a person counts frames by, where that is not the file's.
    pub fn counted_by(&self) -> Option<f32> {
        self.counted_by
    }

    /// Finds out which events name a mesh that nobody wears, after clip or clothes changed.
    pub(super) fn find_events(&mut self) {
        self.event_findings.clear();
        if self.character.family != Family::LostSaga {
            return;
        }
        let Some(clip) = self.clip() else { return };
        let worn = self.worn.iter().filter_map(|worn| worn.item.mesh());
        let all: Vec<&Mesh> = self.character.meshes.iter().chain(worn).collect();
        let mut lost: Vec<&str> = Vec::new();
        for event in clip.events.iter().filter_map(mesh_event) {
            let is_known = all.iter().any(|mesh| is_called(mesh, event.mesh));
            if !is_known && !lost.contains(&event.mesh) {
                lost.push(event.mesh);
            }
        }
        if lost.is_empty() {
            return;
        }
        let count = counted(lost.len(), "mesh", "meshes");
        lost.truncate(MOST_NAMED);
        let message = format!(
            "events show or hide {count} not open here: {}",
            lost.join(", ")
        );
        let fix =
            "open the mesh too, or let the person wear it; in the game nothing happens without it";
        let finding = Finding::note("lostsaga.event-without-mesh", message, fix);
        self.event_findings = vec![finding.in_file(clip.file.clone().unwrap_or_default())];
    }
}
