//! Fonts, spacing and colours, for dark and light.

use egui::{Color32, FontFamily, FontId, TextStyle, Theme, Ui, Vec2};

use crate::model::Severity;

/// Sets both themes; the dark one is shown first.
pub(super) fn dress(context: &egui::Context) {
    context.set_theme(Theme::Dark);
    // Plain text and its weaker kind, both readable on their panels.
    for (theme, plain, weak) in [(Theme::Dark, 205, 150), (Theme::Light, 40, 96)] {
        context.style_mut_of(theme, |style| {
            style.visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(plain);
            style.visuals.weak_text_color = Some(Color32::from_gray(weak));
        });
    }
    context.all_styles_mut(|style| {
        // Words for developers of panels, which builds for tests have on.
        #[cfg(debug_assertions)]
        {
            style.debug.show_unaligned = false;
        }
        style.spacing.item_spacing = Vec2::new(6.0, 4.0);
        style.spacing.button_padding = Vec2::new(6.0, 2.0);
        style.spacing.interact_size.y = 21.0;
        style.spacing.slider_width = 120.0;
        let sizes = [
            (TextStyle::Heading, 17.0, FontFamily::Proportional),
            (TextStyle::Body, 13.5, FontFamily::Proportional),
            (TextStyle::Button, 13.5, FontFamily::Proportional),
            (TextStyle::Small, 11.5, FontFamily::Proportional),
            (TextStyle::Monospace, 12.5, FontFamily::Monospace),
        ];
        for (text_style, size, family) in sizes {
            style
                .text_styles
                .insert(text_style, FontId::new(size, family));
        }
    });
}

/// What catches the eye: the playhead, a joint that skins.
pub(super) fn accent(ui: &Ui) -> Color32 {
    if ui.visuals().dark_mode {
        Color32::from_rgb(92, 200, 255)
    } else {
        Color32::from_rgb(0, 112, 176)
    }
}

/// The colour of a finding.
pub(super) fn severity(ui: &Ui, severity: Severity) -> Color32 {
    match (severity, ui.visuals().dark_mode) {
        (Severity::Error, true) => Color32::from_rgb(255, 122, 110),
        (Severity::Error, false) => Color32::from_rgb(184, 32, 24),
        (Severity::Warning, true) => Color32::from_rgb(255, 200, 90),
        (Severity::Warning, false) => Color32::from_rgb(146, 94, 0),
        (Severity::Note, true) => Color32::from_rgb(160, 190, 220),
        (Severity::Note, false) => Color32::from_rgb(60, 96, 134),
    }
}
