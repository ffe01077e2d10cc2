//! What a person may choose for Lost Saga: how rotations run between keys, and what becomes of names that only tools that
//! ignore case would find (lostsaga-formats §2, §6).

use super::{Compare, Item, Scene};
use crate::model::{Character, Composition, Family, Link, Names, Skeleton, Slerp};

impl Item {
    /// How rotations run between keys.
    pub fn slerp(&self) -> Slerp {
        let clip = self.clip().or(self.character.clips.first());
        clip.map_or_else(Slerp::default, |clip| clip.slerp)
    }

    /// Lets rotations run between keys exactly, or as in the game, where errors add up along chains of joints. Other families
    /// are left as they are.
    pub fn set_slerp(&mut self, slerp: Slerp) {
        if self.character.family != Family::LostSaga || self.slerp() == slerp {
            return;
        }
        run(&mut self.character, slerp);
        self.revision += 1;
        self.remap();
    }

    /// Whether bones that are not found by exact name are bound to bone 0.
    pub fn is_as_in_game(&self) -> bool {
        let skeleton = self.skeleton();
        skeleton.is_some_and(|skeleton| skeleton.names == Names::ExactElseFirstJoint)
    }

    /// Binds bones of meshes and clips that are not found by exact name to bone 0, as the client does, or finds them ignoring
    /// case. Other families are left as they are.
    pub fn set_as_in_game(&mut self, is_on: bool) {
        if self.character.family != Family::LostSaga || self.is_as_in_game() == is_on {
            return;
        }
        bind(&mut self.character, is_on);
        self.revision += 1;
        let visible = std::mem::take(&mut self.visible);
        self.rebind();
        self.visible = visible;
    }

    /// The skeleton that the one in use is linked to, and how their joints are paired.
    pub fn link(&self) -> Option<&Link> {
        self.skeleton()?.link.as_deref()
    }

    /// Lets a character that was read again have what was chosen for this one.
    pub(super) fn choose_alike(&self, character: &mut Character) {
        if [self.character.family, character.family] == [Family::LostSaga; 2] {
            run(character, self.slerp());
            bind(character, self.is_as_in_game());
        }
    }

    /// The skeleton that the one in use is linked to, as an item of its own that plays the same.
    pub fn linked_item(&self) -> Option<Self> {
        let link = self.link()?;
        let skeleton = Skeleton {
            composition: self.skeleton()?.composition,
            names: self.skeleton()?.names,
            ..(*link.skeleton).clone()
        };
        let name = format!("{} (linked)", skeleton.name);
        let mut character = Character::empty(Family::LostSaga, name);
        character.files.extend(skeleton.file.clone());
        character.skeletons.push(skeleton);
        character.clips.clone_from(&self.character.clips);
        let mut item = Self::new(character);
        item.pick(self.picked());
        Some(item)
    }
}

impl Scene {
    /// Whether the linked skeleton stands beside the character.
    pub fn shows_linked(&self) -> bool {
        let linked = self.item.as_ref().and_then(Item::link);
        let other = self
            .other
            .as_ref()
            .filter(|_| self.compare() == Compare::Other);
        linked.zip(other).is_some_and(|(link, other)| {
            let skeleton = other.item.skeleton();
            skeleton.is_some_and(|it| it.file == link.skeleton.file)
        })
    }

    /// Stands the linked skeleton beside the character, playing the same, and shows the bones of both; or takes it away.
    pub fn show_linked(&mut self, is_on: bool) {
        if is_on == self.shows_linked() {
            return;
        }
        let linked = self.item.as_ref().and_then(Item::linked_item);
        match linked.filter(|_| is_on) {
            Some(linked) => {
                let name = linked.character.name.clone();
                self.compare_with(linked, Some(name));
                self.view.bones = true;
            }
            None => self.stop_comparing(),
        }
    }
}

fn run(character: &mut Character, slerp: Slerp) {
    let composition = match slerp {
        Slerp::Exact => Composition::Plain,
        Slerp::Game => Composition::Quaternions,
    };
    for clip in &mut character.clips {
        clip.slerp = slerp;
    }
    for skeleton in &mut character.skeletons {
        skeleton.composition = composition;
    }
}

fn bind(character: &mut Character, is_as_in_game: bool) {
    let names = match is_as_in_game {
        true => Names::ExactElseFirstJoint,
        false => Names::ExactFirst,
    };
    for skeleton in &mut character.skeletons {
        skeleton.names = names;
    }
}
