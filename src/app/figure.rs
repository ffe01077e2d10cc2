//! An item as what is exported of it: its own mesh, and what it wears and holds.

use glam::{Affine3A, Vec3};

use crate::export::{Figure, Held, Piece, SkinBone};
use crate::model::{Finding, Influences, Material, Mesh};
use crate::pose::Pose;
use crate::scene::Item;
use crate::scene::worn::{Fit, Worn};

/// What a figure borrows and the item does not have as it is wanted.
pub(super) struct Dressed<'a> {
    item: &'a Item,
    none: Influences,
    bones: Option<Vec<SkinBone>>,
    worn: Vec<(&'a Worn, Option<Vec<SkinBone>>)>,
    held: Vec<(&'a Worn, Mesh, Option<usize>, Affine3A)>,
}

impl<'a> Dressed<'a> {
    /// Of what is shown.
    pub fn of(item: &'a Item) -> Self {
        let mut dressed = Self {
            item,
            none: Influences::default(),
            bones: bones(item),
            worn: Vec::new(),
            held: Vec::new(),
        };
        let rest = item.skeleton().map(Pose::bind).unwrap_or_default();
        for worn in item.worn().iter().filter(|worn| worn.shown) {
            match worn.fit {
                Fit::Worn => dressed.worn.push((worn, bones(&worn.item))),
                Fit::Held { .. } => {
                    let joint = worn.joint();
                    let world = joint.and_then(|joint| rest.worlds.get(joint));
                    let place = world.map_or(Affine3A::IDENTITY, |world| {
                        world.inverse() * worn.held_place(world)
                    });
                    dressed
                        .held
                        .extend(posed_mesh(&worn.item).map(|mesh| (worn, mesh, joint, place)));
                }
            }
        }
        dressed
    }

    /// The meshes on its joints beside its own.
    pub fn worn(&self) -> Vec<Piece<'_>> {
        let pieces = self.worn.iter().filter_map(|(worn, bones)| {
            let mesh = worn.item.mesh()?;
            Some(self.piece(&worn.item, mesh, bones.as_deref()))
        });
        pieces.collect()
    }

    /// What its joints hold.
    pub fn held(&self) -> Vec<Held<'_>> {
        let held = self.held.iter().map(|(worn, mesh, joint, place)| Held {
            piece: self.piece(&worn.item, mesh, None),
            joint: *joint,
            joint_from_own: *place,
        });
        held.collect()
    }

    /// The whole figure around those.
    pub fn figure<'b>(&'b self, worn: &'b [Piece<'b>], held: &'b [Held<'b>]) -> Figure<'b> {
        let (item, character) = (self.item, &self.item.character);
        Figure {
            name: &character.name,
            family: character.family.title(),
            basis: character.family.basis(),
            scale: item.scale(),
            skeleton: item.skeleton(),
            mesh: item.mesh(),
            influences: item.influences().unwrap_or(&self.none),
            bones: self.bones.as_deref(),
            materials: materials(item),
            textures: &character.textures,
            visible: &item.visible,
            worn,
            held,
        }
    }

    /// What of it does not come out as it is shown.
    pub fn findings(&self) -> Vec<Finding> {
        let moves = |worn: &Worn| {
            let clip = worn.item.clip();
            clip.is_some_and(|clip| !clip.tracks.is_empty())
        };
        let moving = self.held.iter().filter(|(worn, ..)| moves(worn));
        let told = moving.map(|(worn, ..)| {
            let message = format!(
                "{} is held, and plays a clip of its own: it was exported as it stands at the clip's start",
                worn.item.character.name
            );
            let fix = "export it by itself to have its clips";
            Finding::note("export.held-stands-still", message, fix)
        });
        told.chain(self.cloth()).collect()
    }

    fn cloth(&self) -> Option<Finding> {
        self.item.has_cloth().then(|| {
            let message = "glTF has no cloth that hangs: its vertices follow their other bones";
            let fix = "nothing; it is seen as in the game in the window and by `render`";
            Finding::note("export.cloth-left-out", message, fix)
        })
    }

    fn piece<'b>(
        &'b self,
        item: &'b Item,
        mesh: &'b Mesh,
        bones: Option<&'b [SkinBone]>,
    ) -> Piece<'b> {
        Piece {
            name: &item.character.name,
            mesh,
            influences: item.influences().unwrap_or(&self.none),
            bones,
            materials: materials(item),
            textures: &item.character.textures,
            visible: &item.visible,
        }
    }
}

fn materials(item: &Item) -> &[Material] {
    let (_, mesh, _) = item.picks();
    let materials = mesh.and_then(|mesh| item.character.materials.get(mesh));
    materials.map_or(&[], Vec::as_slice)
}

/// The bones of a mesh that brings its own, tied to joints.
fn bones(item: &Item) -> Option<Vec<SkinBone>> {
    let (pairing, mesh) = item.pairing().zip(item.mesh())?;
    let bone = |bone: usize| match pairing.bound(bone) {
        Some((joint, inverse_bind)) => SkinBone {
            joint: Some(joint),
            inverse_bind,
        },
        None => SkinBone {
            joint: None,
            inverse_bind: Affine3A::IDENTITY,
        },
    };
    Some((0..mesh.bones.len()).map(bone).collect())
}

/// The mesh as it stands in the pose last computed, in its own file space.
fn posed_mesh(item: &Item) -> Option<Mesh> {
    let mut mesh = item.mesh()?.clone();
    let posed = item.posed_vertices();
    let (places, normals) = (mesh.positions.iter_mut(), posed.iter());
    for (position, posed) in places.zip(normals) {
        *position = Vec3::from(posed.position);
    }
    for (normal, posed) in mesh.normals.iter_mut().zip(&posed) {
        *normal = Vec3::from(posed.normal);
    }
    Some(mesh)
}
