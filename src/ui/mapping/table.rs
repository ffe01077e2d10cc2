//! The list of all tracks.

use egui::{Align, Button, ComboBox, Layout, RichText, ScrollArea, TextEdit, Ui};

use super::super::{counted, spelled, theme};
use super::{Memory, distance};
use crate::model::{Severity, Skeleton};
use crate::pose::mapping::{self, Mapping, Reason};
use crate::scene::Item;

/// Rows of the table that are there at least, however small the window.
const FEWEST_ROWS: f32 = 3.0;

/// Which tracks are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Filter {
    #[default]
    All,
    Differing,
    SeveralCandidates,
    WithoutJoint,
    ByHand,
    Jumps,
}

impl Filter {
    const ALL: [Self; 6] = [
        Self::All,
        Self::Differing,
        Self::SeveralCandidates,
        Self::WithoutJoint,
        Self::ByHand,
        Self::Jumps,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Differing => "rules differ",
            Self::SeveralCandidates => "several joints",
            Self::WithoutJoint => "no joint",
            Self::ByHand => "by hand",
            Self::Jumps => "largest jumps",
        }
    }

    fn lets_through(self, item: &Item, mapping: &Mapping, track: usize) -> bool {
        let mapped = &mapping.tracks[track];
        match self {
            Self::All | Self::Jumps => true,
            Self::Differing => item.disagreements().iter().any(|one| one.track == track),
            Self::SeveralCandidates => mapped.candidates.len() > 1,
            Self::WithoutJoint => mapping.moved_by(track).is_none(),
            Self::ByHand => mapped.reason == Reason::ByHand,
        }
    }
}

pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    item: &Item,
    details_height: f32,
    selected: &mut Option<usize>,
) {
    let (Some(mapping), Some(skeleton)) = (item.mapping(), item.skeleton()) else {
        return;
    };
    summary(ui, item);
    ui.horizontal(|ui| {
        let shown = ComboBox::from_id_salt("tracks shown")
            .selected_text(memory.filter.title())
            .width(104.0)
            .show_ui(ui, |ui| {
                for one in Filter::ALL {
                    ui.selectable_value(&mut memory.filter, one, one.title());
                }
            });
        shown.response.accessible_name("Tracks shown");
        let hint = counted(mapping.tracks.len(), "track", "tracks");
        let search = TextEdit::singleline(&mut memory.search)
            .hint_text(format!("Search {hint}"))
            .desired_width(f32::INFINITY);
        ui.add(search).accessible_name("Search tracks");
    });
    let rows = rows(memory, item, mapping, skeleton);
    header(ui);
    let row_height = ui.spacing().interact_size.y;
    let step = row_height + ui.spacing().item_spacing.y;
    let height = (ui.available_height() - details_height).max(step * FEWEST_ROWS);
    ScrollArea::vertical()
        .id_salt("tracks")
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink(false)
        .show_rows(ui, row_height, rows.len(), |ui, range| {
            for &track in &rows[range] {
                row(ui, memory, item, track, selected);
            }
        });
}

fn summary(ui: &mut Ui, item: &Item) {
    let differing = item.disagreements().len();
    if differing == 0 {
        ui.label(RichText::new("All three rules agree on this clip.").weak());
        return;
    }
    let tracks = counted(differing, "track", "tracks");
    let text = RichText::new(format!("The rules differ at {tracks}")).strong();
    ui.label(text.color(theme::severity(ui, Severity::Warning)));
}

fn header(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new("Track, joint").small().weak());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(12.0);
            ui.label(RichText::new("moved by, rule").small().weak());
        });
    });
}

fn rows(memory: &Memory, item: &Item, mapping: &Mapping, skeleton: &Skeleton) -> Vec<usize> {
    let wanted = memory.search.trim().to_lowercase();
    let clip = item.clip();
    let found = |track: &usize| {
        let source = clip.and_then(|clip| clip.tracks.get(*track));
        let title = source.map(mapping::track_title).unwrap_or_default();
        let candidates = mapping.tracks[*track].candidates.iter();
        wanted.is_empty()
            || title.to_lowercase().contains(&wanted)
            || candidates.take(super::MOST_CANDIDATES).any(|candidate| {
                let name = &skeleton.joints[candidate.joint].name;
                name.to_lowercase().contains(&wanted)
            })
    };
    let mut rows: Vec<usize> = (0..mapping.tracks.len())
        .filter(|&track| memory.filter.lets_through(item, mapping, track))
        .filter(found)
        .collect();
    if memory.filter == Filter::Jumps {
        let jump = |track: usize| memory.reach(track).map_or(-1.0, |reach| reach.jump);
        rows.sort_by(|&a, &b| jump(b).total_cmp(&jump(a)));
    }
    rows
}

fn row(ui: &mut Ui, memory: &mut Memory, item: &Item, track: usize, selected: &mut Option<usize>) {
    let (Some(mapping), Some(skeleton)) = (item.mapping(), item.skeleton()) else {
        return;
    };
    let joint = mapping.moved_by(track);
    let name = joint.and_then(|joint| skeleton.joints.get(joint));
    let name = name.map_or("moves nothing", |joint| spelled(&joint.name));
    let rule = mapping.tracks[track].reason.word();
    let reach = memory.reach(track);
    let aside = match (memory.filter, reach) {
        (Filter::Jumps, Some(reach)) => format!("jump {}  {rule}", distance(reach.jump)),
        (_, Some(reach)) => format!("{}  {rule}", distance(reach.moved)),
        (_, None) => rule.into(),
    };
    let mut text = RichText::new(format!("{track:>3}  {name}"));
    if joint.is_none() {
        text = text.weak();
    }
    let button = Button::selectable(memory.track == Some(track), text)
        .right_text(RichText::new(aside).small().weak())
        .truncate();
    let size = [ui.available_width(), ui.spacing().interact_size.y];
    let title = title(item, track);
    let row = ui.add_sized(size, button).accessible_name(&title);
    let row = row.on_hover_ui(|ui| {
        ui.label(&title);
        ui.label(mapping::explain(mapping, track, skeleton));
    });
    if row.clicked() {
        memory.track = Some(track);
        *selected = joint.or(*selected);
        memory.joint = *selected;
    }
}

/// What a track is called.
pub(super) fn title(item: &Item, track: usize) -> String {
    let title = item
        .clip()
        .and_then(|clip| clip.tracks.get(track))
        .map(mapping::track_title);
    format!("Track {track}, {}", title.unwrap_or_default())
}
