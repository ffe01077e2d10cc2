//! The whole skeleton.

use super::{
    Animation, Attachment, AttachmentKind, AttachmentRef, Bone, Constraint, Mesh, Skin, Slot,
    Vertices,
};

/// Something that an animation tells the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventData {
    /// Never empty.
    pub name: String,
    /// For the game.
    pub int: i32,
    /// For the game.
    pub float: f64,
    /// For the game.
    pub string: String,
    /// Sound file.
    pub audio: Option<String>,
    /// Of the sound.
    pub volume: f64,
    /// Of the sound: −1 left to 1 right.
    pub balance: f64,
}

/// A Spine skeleton: setup pose, skins, constraints, animations.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    /// Of the editor that exported it: `"4.3.23"`.
    pub version: String,
    /// Eleven base64 characters from the editor, or any text; `None` if the file has none.
    pub hash: Option<String>,
    /// Left edge of the setup pose's bounds; may be 0 like the three that follow.
    pub x: f64,
    /// Lower edge of the setup pose's bounds.
    pub y: f64,
    /// Of the setup pose's bounds.
    pub width: f64,
    /// Of the setup pose's bounds.
    pub height: f64,
    /// Units that stand for one, in physics.
    pub reference_scale: f64,
    /// The file has the editor's data too: colours, visibility, mesh edges and the like. They are at their defaults
    /// otherwise.
    pub nonessential: bool,
    /// Of the editor's time line (nonessential).
    pub fps: f64,
    /// Folder of pictures (nonessential).
    pub images: Option<String>,
    /// Folder of sounds (nonessential).
    pub audio: Option<String>,
    /// Parents first.
    pub bones: Vec<Bone>,
    /// In the setup draw order, back to front.
    pub slots: Vec<Slot>,
    /// In the order of work.
    pub constraints: Vec<Constraint>,
    /// In the file's order.
    pub skins: Vec<Skin>,
    /// The skin that is searched after the one that is worn.
    pub default_skin: Option<usize>,
    /// Every attachment of every skin; its index is its identity.
    pub attachments: Vec<Attachment>,
    /// What animations may tell the game.
    pub events: Vec<EventData>,
    /// In the file's order.
    pub animations: Vec<Animation>,
}

impl Default for Rig {
    fn default() -> Self {
        Self {
            version: String::new(),
            hash: None,
            x: 0.0,
            y: 0.0,
            width: 0.0,
            height: 0.0,
            reference_scale: 100.0,
            nonessential: false,
            fps: 30.0,
            images: None,
            audio: None,
            bones: Vec::new(),
            slots: Vec::new(),
            constraints: Vec::new(),
            skins: Vec::new(),
            default_skin: None,
            attachments: Vec::new(),
            events: Vec::new(),
            animations: Vec::new(),
        }
    }
}

impl Rig {
    /// Index of the bone of this name.
    pub fn bone(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    /// Index of the slot of this name.
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.name == name)
    }

    /// Index of the skin of this name.
    pub fn skin(&self, name: &str) -> Option<usize> {
        self.skins.iter().position(|skin| skin.name == name)
    }

    /// Index of the first constraint of this name; those of different kinds may share it.
    pub fn constraint(&self, name: &str) -> Option<usize> {
        self.constraints
            .iter()
            .position(|constraint| constraint.name == name)
    }

    /// Index of the animation of this name.
    pub fn animation(&self, name: &str) -> Option<usize> {
        self.animations
            .iter()
            .position(|animation| animation.name == name)
    }

    /// Index of the attachment that a slot's placeholder stands for: in the skin that is worn, then in the default
    /// skin (spine-runtime-semantics §14).
    pub fn attachment(&self, worn: Option<&Skin>, slot: usize, placeholder: &str) -> Option<usize> {
        let default = self.default_skin.and_then(|index| self.skins.get(index));
        worn.and_then(|skin| skin.attachment(slot, placeholder))
            .or_else(|| default.and_then(|skin| skin.attachment(slot, placeholder)))
    }

    /// Index of the attachment at a place.
    pub fn attachment_at(&self, place: &AttachmentRef) -> Option<usize> {
        self.skins
            .get(place.skin)?
            .attachment(place.slot, &place.placeholder)
    }

    /// The first place of each attachment, by index.
    pub fn places(&self) -> Vec<Option<AttachmentRef>> {
        let mut places = vec![None; self.attachments.len()];
        for (skin, entries) in self.skins.iter().enumerate() {
            for entry in &entries.entries {
                if let Some(place @ None) = places.get_mut(entry.attachment) {
                    *place = Some(AttachmentRef {
                        skin,
                        slot: entry.slot,
                        placeholder: entry.placeholder.clone(),
                    });
                }
            }
        }
        places
    }

    /// The mesh whose triangles an attachment shows: its own, or at the end of its links. `None` for what has no
    /// triangles, and for links that lead nowhere.
    pub fn mesh(&self, attachment: usize) -> Option<&Mesh> {
        let mut at = attachment;
        // Readers break circles of links; the bound keeps a rig made otherwise from hanging.
        for _ in 0..=self.attachments.len() {
            match &self.attachments.get(at)?.kind {
                AttachmentKind::Mesh(mesh) => return Some(mesh),
                AttachmentKind::LinkedMesh(linked) => at = linked.source?,
                _ => return None,
            }
        }
        None
    }

    /// Numbers in a deform of an attachment; `None` for what has no vertices.
    pub fn deform_len(&self, attachment: usize) -> Option<usize> {
        let own = self.attachments.get(attachment)?.vertices();
        let vertices = own.or_else(|| self.mesh(attachment).map(|mesh| &mesh.vertices));
        vertices.map(Vertices::deform_len)
    }

    /// The attachment whose deform and sequence timelines work on this one: itself, or the source of a linked mesh
    /// that inherits timelines.
    pub fn timeline_attachment(&self, attachment: usize) -> usize {
        match self.attachments.get(attachment).map(|found| &found.kind) {
            Some(AttachmentKind::LinkedMesh(linked)) if linked.inherit_timelines => {
                linked.source.unwrap_or(attachment)
            }
            _ => attachment,
        }
    }

    /// All slots in which timelines of an attachment work, the slot named by the timeline first.
    pub fn timeline_slots(&self, slot: usize, attachment: usize) -> impl Iterator<Item = usize> {
        let more = match self.attachments.get(attachment).map(|found| &found.kind) {
            Some(AttachmentKind::Mesh(mesh)) => mesh.timeline_slots.as_slice(),
            _ => &[],
        };
        std::iter::once(slot).chain(more.iter().copied())
    }
}
