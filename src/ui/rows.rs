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
    pub help: String,
}

impl Row<'_> {
    /// Shows the row; a click on box or text changes `ticked`. True once it did.
    pub fn show(self, ui: &mut Ui, ticked: &mut bool) -> bool {
        let before = *ticked;
        ui.horizontal(|ui| {
            ui.add(Checkbox::without_text(ticked))
                .accessible_name(self.tick);
            let width = ui.available_width() - SCROLL_BAR;
            let size = [width.max(0.0), ui.spacing().interact_size.y];
            let button = Button::new(self.text)
                .frame(false)
                .right_text(RichText::new(self.aside).small().weak())
                .truncate();
            let text = ui
                .add_sized(size, button)
                .accessible_name(self.name)
                .on_hover_text(self.help);
            if text.clicked() {
                *ticked = !*ticked;
            }
        });
        *ticked != before
    }
}
