//! What a rig is without what only the editor needs.

use super::attachment::BOUNDING_BOX_COLOR;
use super::{AttachmentKind, Bone, Clipping, ConstraintKind, Path, Point, Rig, Skin, WHITE};

impl Rig {
    /// Sets everything that an export without nonessential data leaves out to its default.
    pub fn strip_nonessential(&mut self) {
        let usual = Self::default();
        self.nonessential = false;
        self.fps = usual.fps;
        self.images = None;
        self.audio = None;
        for bone in &mut self.bones {
            let bare = Bone::new("", None);
            bone.color = bare.color;
            bone.icon = None;
            bone.icon_size = bare.icon_size;
            bone.icon_rotation = bare.icon_rotation;
            bone.visible = bare.visible;
        }
        for slot in &mut self.slots {
            slot.visible = true;
        }
        for skin in &mut self.skins {
            skin.color = Skin::COLOR;
        }
        for constraint in &mut self.constraints {
            if let ConstraintKind::Slider(slider) = &mut constraint.kind {
                slider.max = 0.0;
            }
        }
        for attachment in &mut self.attachments {
            strip_attachment(&mut attachment.kind);
        }
        for animation in &mut self.animations {
            animation.color = WHITE;
        }
    }
}

fn strip_attachment(kind: &mut AttachmentKind) {
    match kind {
        AttachmentKind::Region(_) => {}
        AttachmentKind::Mesh(mesh) => {
            mesh.edges.clear();
            (mesh.width, mesh.height) = (0.0, 0.0);
        }
        AttachmentKind::LinkedMesh(mesh) => (mesh.width, mesh.height) = (0.0, 0.0),
        AttachmentKind::Path(path) => path.color = Path::COLOR,
        AttachmentKind::Point(point) => point.color = Point::COLOR,
        AttachmentKind::BoundingBox { color, .. } => *color = BOUNDING_BOX_COLOR,
        AttachmentKind::Clipping(clipping) => clipping.color = Clipping::COLOR,
    }
}
