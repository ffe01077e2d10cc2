//! A person's set: the meshes of one character that are worn at once (lostsaga-formats §8).

use super::Item;

impl Item {
    /// Wears all that belongs on one person together with the mesh in use. What a clip's event shows is put on too, and
    /// is not drawn before.
    pub fn wear_together(&mut self) {
        let Some(mesh) = self.mesh else { return };
        let together = self.character.together.clone();
        if !together.contains(&mesh) {
            return;
        }
        for other in together {
            self.wear_own(other);
        }
        for other in self.meshes_shown_by_events() {
            self.wear_own_as(other, false);
        }
    }

    /// Wears what was in use before, where what is in use now was worn.
    pub(super) fn change_places(&mut self, before: Option<usize>) {
        let now = self.mesh;
        let worn = self.worn.len();
        self.worn
            .retain(|worn| worn.own_mesh().is_none() || worn.own_mesh() != now);
        if let (true, Some(before)) = (self.worn.len() < worn, before) {
            self.wear_own(before);
        }
    }

    /// Whether one of its meshes is drawn as part of the set, as ticks say.
    pub fn is_own_worn(&self, mesh: usize) -> bool {
        if self.mesh == Some(mesh) {
            return self.visible.contains(&true);
        }
        let mut worn = self.worn.iter();
        worn.any(|worn| worn.own_mesh() == Some(mesh) && worn.shown)
    }

    /// Draws one of its meshes as part of the set, or does not.
    pub fn set_own_worn(&mut self, mesh: usize, is_worn: bool) {
        self.revision += 1;
        if self.mesh == Some(mesh) {
            return self.visible.fill(is_worn);
        }
        let mut worn = self.worn.iter_mut();
        match worn.find(|worn| worn.own_mesh() == Some(mesh)) {
            Some(worn) => worn.shown = is_worn,
            None if is_worn => _ = self.wear_own(mesh),
            None => {}
        }
    }
}
