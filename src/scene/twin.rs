//! The same character once more, to be played otherwise or by another thread.

use super::{Item, Pick};
use crate::model::ClipGraph;
use crate::pose::graph::Controls;

impl Item {
    /// A second item of this character: picked, mapped, controlled and dressed as this one, and free of it. What is worn
    /// and held stays behind.
    pub fn twin(&self) -> Self {
        let mut twin = Self::new(self.character.clone());
        // What is uploaded once serves both.
        twin.textures.clone_from(&self.textures);
        let (skeleton, mesh, _) = self.picks();
        twin.pick_mesh(mesh);
        twin.pick_skeleton(skeleton);
        twin.skinnable.clone_from(&self.skinnable);
        let mut graphs = self.character.graphs.iter();
        let in_use = |graph: &ClipGraph| self.graph().is_some_and(|used| std::ptr::eq(used, graph));
        if let Some(graph) = graphs.position(in_use) {
            twin.pick_graph(graph);
        }
        twin.unposed = self.unposed;
        twin.set_rule(self.rule());
        twin.set_snaps(self.snaps_on());
        twin.set_events(self.events_on());
        twin.visible.clone_from(&self.visible);
        let skins = self.spine().map(|(spine, _)| spine.skins().to_vec());
        if let (Some(skins), Some((spine, rig))) = (skins, twin.spine_mut()) {
            spine.wear(rig, skins);
        }
        twin.pick(self.picked());
        twin.set_controls(Controls {
            pass: 0,
            ..self.controls().clone()
        });
        twin
    }

    /// The same, playing something else.
    pub fn twin_playing(&self, pick: Pick) -> Self {
        let mut twin = self.twin();
        twin.pick(pick);
        twin
    }
}
