//! Slots through the skinning shader: the shader, its twin and the pose's own vertices agree.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod gpu_support;

use std::path::Path;

use rigscope::gpu::{GpuContext, Renderer};
use rigscope::scene::Scene;
use rigscope::scene::frame::{FramePacket, SkinnedVertex, SlotVertices};

struct Bench {
    context: GpuContext,
    renderer: Renderer,
    covered: common::Coverage,
    /// Slots seen: posed by a mesh, deformed, cut.
    meshes: usize,
    deformed: usize,
    cut: usize,
}

impl Bench {
    fn new() -> Self {
        let context = gpu_support::context();
        Self {
            renderer: Renderer::new(&context).unwrap(),
            context,
            covered: common::Coverage::default(),
            meshes: 0,
            deformed: 0,
            cut: 0,
        }
    }

    /// All animations at some moments, in every skin alone.
    fn compare(&mut self, skeleton: &Path) {
        let mut scene = common::paused(skeleton);
        let item = scene.item.as_ref().unwrap();
        let clips = item.character.clips.len();
        let skins = item.spine().unwrap().1.skins.len();
        for clip in 0..clips {
            let (spine, rig) = scene.item.as_mut().unwrap().spine_mut().unwrap();
            spine.wear(rig, vec![clip % skins]);
            scene.pick_clip(Some(clip));
            for moment in 1..4 {
                let duration = scene.clock.duration;
                scene.clock.seek(duration * f64::from(moment) / 4.0);
                self.compare_moment(&mut scene, &skeleton.display().to_string());
            }
        }
        self.covered.files += 1;
    }

    fn compare_moment(&mut self, scene: &mut Scene, what: &str) {
        let [shader, twin] = [false, true].map(|skin_here| {
            let mut packet = FramePacket::default();
            scene.build_frame([64, 64], 1.0, skin_here, &mut packet);
            packet
        });
        assert!(shader.locals[0].skinned.is_empty());
        let found = self
            .renderer
            .skinned_local_vertices(&self.context, &shader, 0)
            .unwrap();
        let expected = &twin.locals[0].skinned;
        let (spine, rig) = scene.item.as_ref().unwrap().spine().unwrap();
        let drawn = spine.draw(rig);
        let drawn = drawn
            .iter()
            .filter(|drawn| drawn.color[3] > 0.0 && !drawn.triangles.is_empty());
        let mut slots = 0;
        for (slot, drawn) in twin.slots.iter().zip(drawn) {
            let range = slot.indices.start as usize..slot.indices.end as usize;
            for (&index, &corner) in twin.slot_indices[range]
                .iter()
                .zip(drawn.triangles.as_flattened())
            {
                let [x, y] = drawn.positions[corner];
                let at = |vertex: &SkinnedVertex| {
                    let [found_x, found_y, z] = vertex.position.map(f64::from);
                    assert_eq!(z, 0.0);
                    let far = (found_x - x).hypot(found_y - y);
                    let size = x.abs().max(y.abs()).max(100.0);
                    assert!(
                        far < size * 1e-5,
                        "{what}: slot {} is off by {far}",
                        drawn.slot
                    );
                };
                match slot.vertices {
                    SlotVertices::Posed => at(&twin.slot_vertices[index as usize]),
                    SlotVertices::Local(_) => {
                        at(&expected[index as usize]);
                        at(&found[index as usize]);
                    }
                }
                self.covered.values += 2;
            }
            match slot.vertices {
                SlotVertices::Posed => self.cut += 1,
                SlotVertices::Local(_) => self.meshes += 1,
            }
            slots += 1;
        }
        assert_eq!(slots, twin.slots.len(), "{what}");
        self.deformed += usize::from(!twin.locals[0].offsets.is_empty());
    }
}

#[test]
fn shader_twin_and_pose_agree_on_our_own_figure() {
    let mut bench = Bench::new();
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine/dot.skel");
    bench.compare(&ours);
    assert!(bench.meshes > 0 && bench.deformed > 0 && bench.cut > 0);
}

#[test]
fn shader_twin_and_pose_agree_on_real_rigs() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut bench = Bench::new();
    for skeleton in common::files_ending(&shared.join("data/spine"), &["skel"]) {
        bench.compare(&skeleton);
    }
    println!(
        "{} slots by mesh, {} cut, {} moments with deforms",
        bench.meshes, bench.cut, bench.deformed
    );
    assert!(bench.meshes > 0 && bench.deformed > 0 && bench.cut > 0);
    bench.covered.report("Spine skinning");
}
