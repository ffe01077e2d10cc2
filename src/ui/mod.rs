//! The panels. They read and change the [`Scene`], know no GPU, and are given the picture as a texture id.
//!
//! What only the window can do (open files, leave) they ask for by a [`Request`].

mod bins;
mod character;
mod clip_events;
mod clips;
mod compare;
mod constraints;
mod events;
mod findings;
mod icons;
mod inspector;
mod joints;
mod keys;
mod league_events;
mod mapping;
mod marks;
mod messages;
mod person;
mod question;
mod recents;
mod rows;
mod saga;
mod samples;
mod skins;
mod slots;
mod status;
mod theme;
mod timeline;
mod title;
mod toee;
mod toolbar;
mod tracks;
mod viewport;
mod welcome;
mod worn;

pub use inspector::Tab;
pub use messages::{Notice, NoticeKind};
pub use question::{Answer, Unsaved};
pub use recents::Recent;
pub use title::title;

use std::path::PathBuf;

use egui::{CentralPanel, Frame, Panel, Rect, TextureId, Ui};

use crate::model::Family;
use crate::scene::material::MeshAt;
use crate::scene::worn::Fit;
use crate::scene::{Item, Scene};

/// Below this width of the window, in points, the side panels make room for the picture.
const ROOM_FOR_BOTH_PANELS: f32 = 940.0;
/// Below this width of the window, in points, only the picture is left.
const ROOM_FOR_ONE_PANEL: f32 = 640.0;
/// Below this height of the window, in points, the side panels make room for the picture.
const ROOM_FOR_LISTS: f32 = 430.0;
/// Below this height of the window, in points, the time line makes room for the picture.
const ROOM_FOR_KEYS: f32 = 520.0;
/// Below this height of the window, in points, bars and time line make room for the picture.
const ROOM_FOR_BARS: f32 = 340.0;

/// A number with its noun.
fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A name from a file, as a row of a list shows it.
fn spelled(name: &str) -> &str {
    if name.trim().is_empty() {
        "(no name)"
    } else {
        name
    }
}

/// What is shown while no clip is played.
fn rest_pose(scene: &Scene) -> &'static str {
    if scene.is_spine() {
        "Setup pose"
    } else if scene.item.as_ref().is_some_and(Item::is_at_rest) {
        "Rest pose"
    } else {
        "Bind pose"
    }
}

/// What the panels ask of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Let people choose files.
    ChooseFiles,
    /// Let people choose files to wear or to hold.
    ChooseWorn(Fit),
    /// Let people choose files to compare with.
    ChooseCompared,
    /// Compare with another one of the characters that were opened together.
    CompareWith(usize),
    /// Let people choose a material for a slot.
    ChooseMaterial(&'static str),
    /// Let people choose a material text or a picture for a mesh.
    ChooseMeshMaterial(MeshAt),
    /// Give a mesh the look of a material text or a picture.
    DressMesh(MeshAt, PathBuf),
    /// Wear what these files hold, one of each.
    Wear(Vec<PathBuf>),
    /// Put the material of a file into a slot.
    FillSlot(&'static str, PathBuf),
    /// Let people choose a folder.
    ChooseFolder,
    /// Let people choose a list of names for hashes.
    ChooseNames,
    /// What becomes of routes that would be lost.
    Answer(Answer),
    /// Open these.
    Open(Vec<PathBuf>),
    /// Open the bundled sample of the family that was used last.
    OpenSample,
    /// Open the bundled sample of a family.
    OpenSampleOf(Family),
    /// Stop what is being opened.
    CancelOpening,
    /// Read what is shown again.
    Reload,
    /// Keep the routes chosen by hand beside the skeleton.
    SaveRouting,
    /// Read them from there again.
    ReloadRouting,
    /// Show another one of the characters that were opened together.
    ShowCharacter(usize),
    /// Let people choose a file, and export what is shown to it.
    Export {
        /// Every clip, else the one that is played.
        all_clips: bool,
    },
    /// Stop what is being exported.
    CancelExport,
}

/// What is being opened, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Files done and files known of.
    pub files: (usize, usize),
    /// The one being read.
    pub current: String,
}

/// What is being exported, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exporting {
    /// Clips done and clips to do.
    pub clips: (usize, usize),
    /// The clip at work.
    pub current: String,
}

/// What the window tells the panels.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The picture of the scene; it will have been drawn in the size that [`Reply::picture`] gives.
    pub picture: Option<TextureId>,
    /// The graphics adapter, for people.
    pub adapter: String,
    /// Whether that adapter is a software one.
    pub software_adapter: bool,
    /// Whether that adapter has no compute shaders.
    pub lacks_compute: bool,
    /// Pictures a second, while playing.
    pub frames_per_second: Option<f32>,
    /// What is being opened.
    pub opening: Option<Opening>,
    /// What is being exported.
    pub exporting: Option<Exporting>,
    /// Names of all that was opened together, and which of them is shown.
    pub characters: (Vec<String>, usize),
    /// Whether what is shown was read from files, which may change; the bundled sample was not.
    pub has_files: bool,
    /// What would be lost by what was asked for last.
    pub unsaved: Option<Unsaved>,
    /// False where the window system does not hand over dropped files.
    pub dropping_works: bool,
}

/// What a pass over the panels came to.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// In the order of asking.
    pub requests: Vec<Request>,
    /// Where the picture is, in points; `None` where none is shown.
    pub picture: Option<Rect>,
}

/// The panels, and what they remember between passes.
#[derive(Debug)]
pub struct Shell {
    /// Shown above the picture until it is closed.
    pub notice: Option<Notice>,
    /// Whether the left panel is unfolded.
    pub character_open: bool,
    /// Its width, in points.
    pub character_width: f32,
    /// Whether the right panel is unfolded.
    pub inspector_open: bool,
    /// Its width, in points.
    pub inspector_width: f32,
    /// Whether curves of the selected joint are shown above the time line.
    pub curves_open: bool,
    /// Whether the sheet of shortcuts is shown.
    pub shortcuts_open: bool,
    /// The page of the right panel.
    pub tab: Tab,
    /// Whether what is shown is read again when its files change.
    pub follow_files: bool,
    /// What was opened, the last first.
    pub recents: Vec<Recent>,
    /// What stands in the field for a path.
    typed_path: String,
    /// The brief notice that is shown, and the time when it goes.
    brief: Option<(String, f64)>,
    bins: bins::Memory,
    clips: clips::Memory,
    compare: compare::Memory,
    joints: joints::Memory,
    mapping: mapping::Memory,
    slots: slots::Memory,
    time: timeline::Memory,
}

impl Default for Shell {
    fn default() -> Self {
        Self {
            notice: None,
            character_open: true,
            character_width: 252.0,
            inspector_open: true,
            inspector_width: 306.0,
            curves_open: false,
            shortcuts_open: false,
            tab: Tab::default(),
            follow_files: true,
            recents: Vec::new(),
            typed_path: String::new(),
            brief: None,
            bins: Default::default(),
            clips: Default::default(),
            compare: Default::default(),
            joints: Default::default(),
            mapping: Default::default(),
            slots: Default::default(),
            time: Default::default(),
        }
    }
}

impl Shell {
    /// Sets fonts, spacing and colours; once for each context.
    pub fn dress(context: &egui::Context) {
        theme::dress(context);
    }

    /// One pass over all panels, filling `ui`.
    pub fn show(&mut self, ui: &mut Ui, scene: &mut Scene, around: &Surroundings) -> Reply {
        let mut reply = Reply::default();
        keys::handle(ui.ctx(), self, scene, &mut reply.requests);
        let room = ui.available_size();
        let bars = room.y >= ROOM_FOR_BARS;
        if bars {
            Panel::top("tools").resizable(false).show(ui, |ui| {
                toolbar::show(ui, self, scene, around, &mut reply.requests)
            });
            Panel::bottom("status")
                .resizable(false)
                .show(ui, |ui| status::show(ui, self, scene, around));
        }
        if scene.item.is_some() {
            if bars {
                Panel::bottom("time").resizable(false).show(ui, |ui| {
                    let keys = room.y >= ROOM_FOR_KEYS;
                    timeline::show(ui, &mut self.time, &mut self.curves_open, scene, keys);
                });
            }
            let lists = room.y >= ROOM_FOR_LISTS;
            if self.character_open && lists && room.x >= ROOM_FOR_ONE_PANEL {
                let panel = Panel::left("character")
                    .default_size(self.character_width)
                    .size_range(200.0..=room.x * 0.4)
                    .show(ui, |ui| {
                        character::show(ui, self, scene, around, &mut reply.requests);
                    });
                self.character_width = panel.response.rect.width();
            }
            if self.inspector_open && lists && room.x >= ROOM_FOR_BOTH_PANELS {
                let panel = Panel::right("inspector")
                    .default_size(self.inspector_width)
                    .size_range(240.0..=room.x * 0.45)
                    .show(ui, |ui| {
                        inspector::show(ui, self, scene, around, &mut reply.requests)
                    });
                self.inspector_width = panel.response.rect.width();
            }
        }
        // The picture covers all of its panel: painting below it would cost and not be seen.
        let frame = if scene.item.is_some() {
            Frame::new()
        } else {
            Frame::new().fill(ui.visuals().panel_fill)
        };
        let middle = CentralPanel::default().frame(frame).show(ui, |ui| {
            if scene.item.is_some() {
                reply.picture = Some(viewport::show(ui, scene, around, bars));
            } else {
                welcome::show(ui, self, around, &mut reply.requests);
            }
        });
        let middle = reply.picture.unwrap_or(middle.response.rect);
        messages::show(ui, middle, self, around, &mut reply.requests);
        question::show(ui.ctx(), around, &mut reply.requests);
        keys::sheet(ui.ctx(), &mut self.shortcuts_open);
        keys::give_back_focus(ui.ctx());
        reply
    }

    /// Unfolds the right panel on one page.
    fn turn_to(&mut self, tab: Tab) {
        self.inspector_open = true;
        self.tab = tab;
    }
}
