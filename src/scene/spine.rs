//! A Spine rig that is shown: its skins, what is hidden of it, and where it has been played to.

use std::sync::Arc;

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use super::Item;
use super::frame::{FramePacket, LocalInstance, TextureImage};
use super::spine_mesh::RigMesh;
use super::spine_slots::RigPicture;
use super::spine_tracks::TrackPick;
use crate::model::Character;
use crate::model::spine::{Atlas, Rig};
use crate::pose::spine::{Drawn, Fired, PhysicsMode, Pictures, Playback, Player, Stepping};

/// What is chosen of a rig besides its animation. While this and the moment stay, so does the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Indices of the skins worn.
    pub skins: Vec<usize>,
    /// By slot: hidden by hand.
    pub hidden: Vec<bool>,
    /// By constraint: left out by hand.
    pub muted: Vec<bool>,
    /// See [`SpineItem::draw_order_playback`].
    pub draw_order_playback: bool,
    /// See [`SpineItem::premultiplied`].
    pub premultiplied: Option<bool>,
    /// See [`SpineItem::revision`].
    pub revision: u64,
}

/// A rig that plays.
pub struct SpineItem {
    /// Index of the rig, and of its skeleton.
    rig: usize,
    /// Index of its atlas.
    atlas: Option<usize>,
    /// Worn together; the later win. None: the default skin alone.
    skins: Vec<usize>,
    /// What is picked to play; at least one.
    pub(super) tracks: Vec<TrackPick>,
    /// The track that the list of animations picks for.
    pub selected_track: usize,
    /// Seconds in which another animation replaces what a track plays.
    pub mix: f64,
    pub(super) looped: bool,
    pub(super) stepping: Stepping,
    pictures: Pictures,
    pages: Vec<Option<Arc<TextureImage>>>,
    /// Of the skins worn.
    mesh: RigMesh,
    pub(super) playback: Playback,
    pub(super) revision: u64,
    /// It plays from another reset than the clock knows of.
    pub(super) anew: bool,
    /// The slots' order is that of the moment; else that of the setup pose.
    pub draw_order_playback: bool,
    /// Whether the pages' colours are multiplied by alpha already; `None` obeys the atlas.
    pub premultiplied: Option<bool>,
    /// As many slots as there are, in the order of the setup pose.
    setup_order: Vec<usize>,
    hidden: Vec<bool>,
    /// By constraint; outlives the poses.
    muted: Vec<bool>,
}

impl SpineItem {
    /// A rig of a character in its setup pose, with the atlas that belongs to it. `textures` are the character's.
    pub fn new(
        character: &Character,
        rig: usize,
        textures: &[Option<Arc<TextureImage>>],
    ) -> Option<Self> {
        let atlas = crate::formats::spine::character::atlas_for(character, rig);
        let file = atlas.and_then(|atlas| character.atlases.get(atlas));
        let rig_index = rig;
        let rig = character.rigs.get(rig_index)?;
        let none = Atlas::default();
        let textures_of =
            |page: &Option<usize>| page.and_then(|page| textures.get(page).cloned().flatten());
        let pages: Vec<_> = file
            .iter()
            .flat_map(|file| &file.pages)
            .map(textures_of)
            .collect();
        let size = |page: &Option<Arc<TextureImage>>| {
            page.as_ref()
                .map_or([1, 1], |page| [page.image.width, page.image.height])
        };
        let sizes: Vec<[u32; 2]> = pages.iter().map(size).collect();
        let playback = Playback::new(Player::new(rig, &[]), Stepping::default());
        let pictures = Pictures::new(rig, file.map_or(&none, |file| &file.atlas), &sizes);
        Some(Self {
            rig: rig_index,
            atlas,
            skins: Vec::new(),
            tracks: vec![TrackPick::default()],
            selected_track: 0,
            mix: 0.0,
            looped: true,
            stepping: Stepping::default(),
            mesh: RigMesh::new(rig, &pictures, &[]),
            pictures,
            pages,
            playback,
            revision: 0,
            anew: false,
            draw_order_playback: true,
            premultiplied: None,
            setup_order: (0..rig.slots.len()).collect(),
            hidden: vec![false; rig.slots.len()],
            muted: vec![false; rig.constraints.len()],
        })
    }

    /// Index of the atlas in use.
    pub fn atlas(&self) -> Option<usize> {
        self.atlas
    }

    /// The pages of the atlas in use.
    pub fn pages(&self) -> &[Option<Arc<TextureImage>>] {
        &self.pages
    }

    /// Indices of the skins worn.
    pub fn skins(&self) -> &[usize] {
        &self.skins
    }

    /// Wears skins together; the later win.
    pub fn wear(&mut self, rig: &Rig, skins: Vec<usize>) {
        self.mesh = RigMesh::new(rig, &self.pictures, &skins);
        self.skins = skins;
        self.reset(rig);
    }

    /// How time passes, and whether the animation begins again at its end.
    pub fn set_stepping(&mut self, rig: &Rig, stepping: Stepping, looped: bool) {
        if (self.stepping, self.looped) != (stepping, looped) {
            (self.stepping, self.looped) = (stepping, looped);
            self.reset(rig);
        }
    }

    /// Plays all that is picked anew, from wherever the character stands.
    pub(super) fn reset(&mut self, rig: &Rig) {
        let mut start = Player::new(rig, &self.skins);
        let placement = self.shown().pose.placement;
        let moved = start.pose.placement != placement;
        start.pose.placement = placement;
        if moved || self.muted.contains(&true) {
            start.pose.muted.clone_from(&self.muted);
            start.pose.update(rig, PhysicsMode::None);
        }
        self.set_tracks(rig, &mut start);
        self.play_from(start);
    }

    /// Plays to a moment, seconds from the reset; see [`Playback::show`]. Without an animation nothing moves by itself.
    pub fn seek(&mut self, rig: &Rig, seconds: f64) {
        if self.start().state.track_count() > 0 {
            self.playback.show(rig, seconds);
        }
    }

    /// Plays a number of whole steps from the reset.
    pub fn seek_step(&mut self, rig: &Rig, steps: u64) {
        if self.start().state.track_count() > 0 {
            self.playback.show_step(rig, steps);
        }
    }

    /// The rig's index.
    pub fn rig(&self) -> usize {
        self.rig
    }

    /// At the reset.
    pub(super) fn start(&self) -> &Player {
        self.playback.start()
    }

    /// The moment asked for.
    pub fn shown(&self) -> &Player {
        self.playback.shown()
    }

    /// Pictures and corners of the attachments.
    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// Whether a slot is hidden by hand.
    pub fn is_hidden(&self, slot: usize) -> bool {
        self.hidden.get(slot).copied().unwrap_or(false)
    }

    /// Hides or shows a slot by hand.
    pub fn hide(&mut self, slot: usize, hidden: bool) {
        if let Some(place) = self.hidden.get_mut(slot) {
            *place = hidden;
        }
    }

    /// Whether a constraint is left out by hand.
    pub fn is_muted(&self, constraint: usize) -> bool {
        self.muted.get(constraint).copied().unwrap_or(false)
    }

    /// Leaves a constraint out, or lets it work again, from the start of the animation on: physics would remember.
    pub fn mute(&mut self, rig: &Rig, constraint: usize, muted: bool) {
        if let Some(place) = self.muted.get_mut(constraint)
            && *place != muted
        {
            *place = muted;
            self.reset(rig);
        }
    }

    /// What is chosen, to tell whether the picture is still right.
    pub fn choices(&self) -> Choices {
        Choices {
            skins: self.skins.clone(),
            hidden: self.hidden.clone(),
            muted: self.muted.clone(),
            draw_order_playback: self.draw_order_playback,
            premultiplied: self.premultiplied,
            revision: self.revision,
        }
    }

    /// Another number after each change of what plays, and of where the character stands.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// All slots as they are drawn, back to front: in the order of the moment, or of the setup pose.
    pub fn order(&self) -> &[usize] {
        if self.draw_order_playback {
            &self.shown().pose.applied().draw_order
        } else {
            &self.setup_order
        }
    }

    /// What has fired since the reset.
    pub fn fired(&self) -> impl Iterator<Item = &Fired> {
        self.playback.fired()
    }

    /// The same, with seconds from the reset; see [`Playback::fired_at`].
    pub fn fired_at(&self) -> impl Iterator<Item = (f64, &Fired)> {
        self.playback.fired_at()
    }

    /// What is drawn, back to front.
    pub fn draw(&self, rig: &Rig) -> Vec<Drawn> {
        let pose = &self.shown().pose;
        pose.draw_in_order(rig, &self.pictures, self.order())
    }

    /// World matrices of the bones, flat; the identity for bones that do not work in the skins worn.
    pub fn worlds(&self, bones: usize, worlds: &mut Vec<Affine3A>) {
        worlds.clear();
        worlds.extend((0..bones).map(|bone| {
            let Some(world) = self.shown().pose.world(bone) else {
                return Affine3A::IDENTITY;
            };
            Affine3A {
                matrix3: Mat3A::from_cols(
                    Vec3A::new(world.a as f32, world.c as f32, 0.0),
                    Vec3A::new(world.b as f32, world.d as f32, 0.0),
                    Vec3A::Z,
                ),
                translation: Vec3A::new(world.x as f32, world.y as f32, 0.0),
            }
        }));
    }
}

impl Item {
    /// Wears the richest skin of a rig that shows nothing in its default skin, and all that one person wears at once.
    pub fn dress_if_bare(&mut self) {
        self.wear_together();
        let Some((spine, rig)) = self.spine_mut() else {
            return;
        };
        let others = rig.skins.iter().enumerate();
        let others = others.filter(|(skin, _)| Some(*skin) != rig.default_skin);
        let richest = others.max_by_key(|(skin, it)| (it.entries.len(), std::cmp::Reverse(*skin)));
        if spine.draw(rig).is_empty()
            && let Some((skin, _)) = richest
        {
            spine.wear(rig, vec![skin]);
            self.take_spine_pose();
        }
    }

    /// Appends what the rig draws to a frame, back to front; see [`RigPicture::add_to_frame`].
    pub(super) fn add_slots(
        &self,
        skin_here: bool,
        reuse: Option<LocalInstance>,
        packet: &mut FramePacket,
    ) {
        let Some((spine, rig)) = self.spine() else {
            return;
        };
        let nothing = Atlas::default();
        let file = spine
            .atlas
            .and_then(|atlas| self.character.atlases.get(atlas));
        let picture = RigPicture {
            rig,
            pose: &spine.shown().pose,
            order: spine.order(),
            hidden: &spine.hidden,
            pictures: &spine.pictures,
            mesh: &spine.mesh,
            atlas: file.map_or(&nothing, |file| &file.atlas),
            pages: &spine.pages,
            premultiplied: spine.premultiplied,
            world_from_file: self.world_from_file(),
            skin_here,
        };
        picture.add_to_frame(reuse, packet);
    }

    /// World-space corners of all that the rig draws now.
    pub(super) fn slot_points(&self) -> Vec<Vec3> {
        let Some((spine, rig)) = self.spine() else {
            return Vec::new();
        };
        let world = self.world_from_file();
        let seen = |drawn: &Drawn| drawn.color[3] > 0.0 && !spine.is_hidden(drawn.slot);
        let drawn = spine.draw(rig).into_iter().filter(seen);
        let corners = drawn.flat_map(|drawn| drawn.positions);
        corners
            .map(|[x, y]| world.transform_point3(Vec3::new(x as f32, y as f32, 0.0)))
            .collect()
    }
}
