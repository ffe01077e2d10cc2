//! A row of a list with a tick box.

use egui::{Button, Checkbox, RichText, Ui};

/// Room at the right, in points, for the bar that lists lay over their rows.
const SCROLL_BAR: f32 = 6.0;

/// What a row says.
pub(super) struct Row<'a> {
    /// The accessible name of the tick box.
    pub tick: String,
    /// The accessible name of the text.
    pub name: String,
    pub text: RichText,
    /// At the right, small.
    pub aside: &'a str,
    /// Points that stay free at the right of that.
    pub margin: f32,
    pub selected: bool,
    /// Asked for while the pointer is over the text.
    pub help: &'a dyn Fn() -> String,
}

impl Row<'_> {
    /// Shows the row. A click on the box changes `ticked`; true once the text was clicked.
    pub fn show(self, ui: &mut Ui, ticked: &mut bool) -> bool {
        let row = ui.horizontal(|ui| {
            ui.add(Checkbox::without_text(ticked))
                .accessible_name(self.tick);
            let width = ui.available_width() - SCROLL_BAR - self.margin;
            let size = [width.max(0.0), ui.spacing().interact_size.y];
            let button = Button::selectable(self.selected, self.text)
                .right_text(RichText::new(self.aside).small().weak())
                .truncate();
            let text = ui.add_sized(size, button).accessible_name(self.name);
            text.on_hover_ui(|ui| {
                ui.label((self.help)());
            })
            .clicked()
        });
        row.inner
    }

    /// Shows the row; a click on its text changes `ticked` too. True once it changed.
    pub fn show_whole(self, ui: &mut Ui, ticked: &mut bool) -> bool {
        let before = *ticked;
        if self.show(ui, ticked) {
            *ticked = !*ticked;
        }
        *ticked != before
    }
}
