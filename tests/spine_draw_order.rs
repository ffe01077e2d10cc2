//! Draw-order playback: switching it changes the picture and not one vertex.

mod common;

use std::path::Path;

use rigscope::gpu::{GpuContext, Preference, Renderer, Target, read_image};
use rigscope::scene::Scene;
use rigscope::scene::frame::FramePacket;

struct Studio {
    context: GpuContext,
    renderer: Renderer,
    target: Target,
}

impl Studio {
    fn new() -> Self {
        let context =
            GpuContext::headless(Preference::Software).expect("run scripts/setup test: no adapter");
        let renderer = Renderer::new(&context).unwrap();
        let target = Target::new(&context, 200, 200);
        Self {
            context,
            renderer,
            target,
        }
    }

    fn picture(&mut self, packet: &FramePacket) -> Vec<u8> {
        self.renderer.render(&self.context, packet, &self.target);
        read_image(&self.context, &self.target).unwrap().rgba
    }
}

fn packet(scene: &mut Scene, playback: bool) -> FramePacket {
    let (spine, _) = scene.item.as_mut().unwrap().spine_mut().unwrap();
    spine.draw_order_playback = playback;
    let mut packet = FramePacket::default();
    scene.build_frame([200, 200], 1.0, true, &mut packet);
    packet
}

/// Every corner that is drawn, in the order of drawing.
fn corners(packet: &FramePacket) -> Vec<[u32; 5]> {
    let corners = packet.slots.iter().flat_map(|slot| {
        let range = slot.indices.start as usize..slot.indices.end as usize;
        packet.slot_indices[range].iter().map(move |&index| {
            let (at, [u, v]) = packet.slot_corner(slot, index).unwrap();
            [at.x, at.y, at.z, u, v].map(f32::to_bits)
        })
    });
    corners.collect()
}

/// Plays every animation of a rig and counts the moments at which the switch changes the order; each must change the
/// picture and leave every vertex.
fn moments_that_differ(skeleton: &Path, studio: &mut Studio) -> usize {
    let mut scene = common::paused(skeleton);
    let mut differing = 0;
    for clip in 0..scene.item.as_ref().unwrap().character.clips.len() {
        scene.pick_clip(Some(clip));
        scene.ask_fit();
        for moment in 1..8 {
            scene
                .clock
                .seek(scene.clock.duration * f64::from(moment) / 8.0);
            let (on, off) = (packet(&mut scene, true), packet(&mut scene, false));
            let [mut played, mut setup] = [corners(&on), corners(&off)];
            let same = played == setup;
            played.sort_unstable();
            setup.sort_unstable();
            assert_eq!(played, setup, "a vertex moved");
            if same {
                continue;
            }
            // Slots that do not overlap may change places unseen.
            if studio.picture(&on) != studio.picture(&off) {
                differing += 1;
            }
        }
    }
    differing
}

#[test]
fn switching_draw_order_playback_changes_the_picture_and_no_vertex() {
    let mut studio = Studio::new();
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine/dot.skel");
    assert!(moments_that_differ(&ours, &mut studio) > 0, "the sample");
    let Some(shared) = common::shared() else {
        return;
    };
    let theirs = shared.join("data/spine/t-draw/t-draw.skel");
    assert!(moments_that_differ(&theirs, &mut studio) > 0, "t-draw");
}
