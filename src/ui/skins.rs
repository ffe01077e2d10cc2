//! What a Spine character wears, and the atlas that its pictures come from.

use egui::{ComboBox, Label, RichText, ScrollArea, Ui};

use super::rows::Row;
use super::{counted, spelled};
use crate::model::spine::{AtlasPage, Rig};
use crate::scene::spine::SpineItem;
use crate::scene::{Item, Scene};

/// The atlas's name and pages, and whether their colours are multiplied by alpha.
pub(super) fn atlas(ui: &mut Ui, item: &mut Item) {
    let file = item
        .spine()
        .and_then(|(spine, _)| item.character.atlases.get(spine.atlas()?));
    let Some(file) = file else {
        ui.horizontal(|ui| {
            ui.label("Atlas");
            ui.label(RichText::new("none").strong());
        });
        return;
    };
    let pages = &file.atlas.pages;
    let names: Vec<&str> = pages.iter().map(|page| page.name.as_str()).collect();
    let title = RichText::new(spelled(&file.name)).strong();
    let help = format!("{}\n{}", file.file.display(), names.join("\n"));
    let line = format!(
        "{}: {}",
        counted(pages.len(), "page", "pages"),
        names.join(", ")
    );
    let said = said(pages);
    ui.horizontal(|ui| {
        ui.label("Atlas");
        ui.add(Label::new(title).truncate()).on_hover_text(&help);
    });
    ui.add(Label::new(RichText::new(line).small().weak()).truncate())
        .on_hover_text(help);
    if let Some((spine, _)) = item.spine_mut() {
        premultiplied(ui, spine, said);
    }
}

/// What pages say of their colours; those that say nothing are not multiplied (spine-runtime-semantics §18).
fn said(pages: &[AtlasPage]) -> &'static str {
    let premultiplied = |page: &&AtlasPage| page.premultiplied == Some(true);
    match pages.iter().filter(premultiplied).count() {
        0 if pages.iter().all(|page| page.premultiplied.is_none()) => "no: not stated",
        0 => "no, as the atlas says",
        all if all == pages.len() => "yes, as the atlas says",
        _ => "differs by page, as the atlas says",
    }
}

fn premultiplied(ui: &mut Ui, spine: &mut SpineItem, said: &str) {
    let choices = [(None, said), (Some(true), "yes"), (Some(false), "no")];
    let chosen = &mut spine.premultiplied;
    let shown = choices.iter().find(|(choice, _)| choice == chosen);
    ui.horizontal(|ui| {
        ui.label("Premultiplied");
        let combo = ComboBox::from_id_salt("premultiplied")
            .selected_text(shown.map_or("", |(_, text)| text))
            .width(ui.available_width())
            .truncate()
            .show_ui(ui, |ui| {
                for (choice, text) in choices {
                    ui.selectable_value(chosen, choice, text);
                }
            });
        combo
            .response
            .accessible_name("Premultiplied")
            .on_hover_text("Whether the pages' colours are multiplied by alpha already");
    });
}

/// Whether there is anything to choose.
pub(super) fn any(scene: &Scene) -> bool {
    let rig = scene.item.as_ref().and_then(Item::spine);
    rig.is_some_and(|(_, rig)| !own(rig).is_empty())
}

/// The skins besides the default one, which is always worn below them.
fn own(rig: &Rig) -> Vec<usize> {
    let own = |skin: &usize| Some(*skin) != rig.default_skin;
    (0..rig.skins.len()).filter(own).collect()
}

/// Tick boxes: several skins are worn together, and where two show something in one place, the one ticked last wins.
pub(super) fn list(ui: &mut Ui, scene: &mut Scene) {
    let Some((spine, rig)) = scene.item.as_ref().and_then(Item::spine) else {
        return;
    };
    let rows = own(rig);
    if rows.is_empty() {
        ui.label(RichText::new("Only the default skin.").weak());
        return;
    }
    let mut worn = spine.skins().to_vec();
    if ui.small_button("Wear none").clicked() {
        worn.clear();
    }
    let row_height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("skins")
        .min_scrolled_height(0.0)
        .auto_shrink([false, false])
        .show_rows(ui, row_height, rows.len(), |ui, range| {
            for &skin in &rows[range] {
                row(ui, rig, skin, &mut worn);
            }
        });
    if worn != spine.skins() {
        if let Some((spine, rig)) = scene.item.as_mut().and_then(Item::spine_mut) {
            spine.wear(rig, worn);
        }
        scene.pose_now();
    }
}

fn row(ui: &mut Ui, rig: &Rig, skin: usize, worn: &mut Vec<usize>) {
    let Some(data) = rig.skins.get(skin) else {
        return;
    };
    let name = spelled(&data.name);
    let place = worn.iter().position(|&other| other == skin);
    let place = place.filter(|_| worn.len() > 1);
    let aside = place.map(|place| format!("worn as {}", place + 1));
    let help = || {
        let attachments = counted(data.entries.len(), "attachment", "attachments");
        format!("{name}\n{attachments}; of several skins the one ticked last wins")
    };
    let mut ticked = worn.contains(&skin);
    let row = Row {
        tick: format!("Wear {name}"),
        name: name.to_owned(),
        text: RichText::new(name),
        aside: aside.as_deref().unwrap_or_default(),
        margin: 0.0,
        selected: false,
        help: &help,
    };
    if !row.show_whole(ui, &mut ticked) {
        return;
    }
    if ticked {
        worn.push(skin);
    } else {
        worn.retain(|&other| other != skin);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_atlas_says_of_alpha_is_told_of_all_its_pages() {
        let cases: [(&[Option<bool>], &str); 6] = [
            (&[None, None], "no: not stated"),
            (&[Some(false), None], "no, as the atlas says"),
            (&[Some(true), Some(true)], "yes, as the atlas says"),
            (
                &[Some(true), Some(false)],
                "differs by page, as the atlas says",
            ),
            (&[None, Some(true)], "differs by page, as the atlas says"),
            (&[], "no: not stated"),
        ];
        for (pages, expected) in cases {
            let page = |premultiplied: &Option<bool>| AtlasPage {
                premultiplied: *premultiplied,
                ..AtlasPage::default()
            };
            let pages: Vec<AtlasPage> = pages.iter().map(page).collect();
            assert_eq!(said(&pages), expected);
        }
    }
}
