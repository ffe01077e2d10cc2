//! Routes chosen by hand of what is open: kept beside their skeletons, and read from there again.

use std::time::SystemTime;

use super::document::Document;
use crate::scene::Item;
use crate::scene::routing::unsaved_routes;
use crate::ui::Notice;

impl Document {
    /// Keeps the routes chosen by hand beside the skeleton; says where, or why not.
    pub fn save_routing(&mut self) -> Notice {
        let saved = self.scene.item.as_mut().map(Item::save_routing);
        if let Some(read_at) = self.read_at.get_mut(self.shown) {
            *read_at = SystemTime::now();
        }
        match saved.unwrap_or(Err("nothing is open".into())) {
            Ok(path) => Notice::note(format!("The routing was saved as {}.", path.display())),
            Err(why) => Notice::failed("Not saved", why),
        }
    }

    /// Routes chosen by hand that are not kept, of all that was opened together.
    pub fn unsaved_routes(&self) -> usize {
        let shown = self.scene.item.as_ref().map_or(0, Item::unsaved_routes);
        let others = self.characters.iter().flatten();
        let others = others.map(|(character, _)| unsaved_routes(character));
        shown + others.sum::<usize>()
    }

    /// Whether those of the shown character can be kept beside its skeleton.
    pub fn can_save_routes(&self) -> bool {
        let item = self.scene.item.as_ref();
        item.is_some_and(|item| item.routing_path().is_some())
    }

    /// Keeps the unsaved routes of each character beside its skeleton.
    pub fn save_all_routings(&mut self) -> Result<(), String> {
        if let Some(item) = &mut self.scene.item
            && item.unsaved_routes() > 0
        {
            item.save_routing()?;
        }
        for place in self.characters.iter_mut() {
            let Some((character, garments)) = place.take() else {
                continue;
            };
            if unsaved_routes(&character) == 0 {
                *place = Some((character, garments));
                continue;
            }
            let mut item = Item::new(character);
            let saved = item.save_routing();
            *place = Some((item.character, garments));
            saved?;
        }
        Ok(())
    }

    /// Reads the routes beside the skeleton again; says why where it cannot.
    pub fn reload_routing(&mut self) -> Option<Notice> {
        let item = self.scene.item.as_mut()?;
        let path = item.routing_path()?;
        let failed = item.load_routing(&path).err()?;
        Some(Notice::failed("Not loaded", failed.to_string()))
    }
}
