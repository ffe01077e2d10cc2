//! Which track of the clip that plays moves which joint, and what is found of that.

use super::Item;
use crate::pose::mapping::{self, Disagreement, Mapping, MappingRule};
use crate::scene::frame::ResourceId;

impl Item {
    /// The rule in use.
    pub fn rule(&self) -> MappingRule {
        self.rule
    }

    /// Maps by another rule.
    pub fn set_rule(&mut self, rule: MappingRule) {
        self.rule = rule;
        self.remap_by_hand();
    }

    /// Which track moves which joint, by the rule in use and the routes chosen by hand. `None` without a clip or a
    /// skeleton.
    pub fn mapping(&self) -> Option<&Mapping> {
        self.by_hand.as_ref().or_else(|| self.mapping_by(self.rule))
    }

    /// Which track moves which joint by one rule alone.
    pub fn mapping_by(&self, rule: MappingRule) -> Option<&Mapping> {
        let all = self.mappings.as_ref()?;
        all.iter().find(|mapping| mapping.rule == rule)
    }

    /// Another one whenever the mapping in use is: what was computed of the mapping may be kept until then.
    pub fn mapping_id(&self) -> ResourceId {
        self.mapping_id
    }

    /// Whether routes chosen by hand change the mapping in use.
    pub fn is_routed(&self) -> bool {
        self.by_hand.is_some()
    }

    /// For each joint, whether it is an orphan stub.
    pub fn orphan_stubs(&self) -> &[bool] {
        &self.orphan_stubs
    }

    /// The tracks at which the three rules differ.
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.disagreements
    }

    /// Plans the pass and maps tracks to joints again, after pick, controls, skeleton or mesh changed.
    pub(in crate::scene) fn remap(&mut self) {
        let stubs = self.skeleton().map(|skeleton| {
            mapping::orphan_stubs(skeleton, &mapping::claims(skeleton, &self.joint_skins))
        });
        self.orphan_stubs = stubs.unwrap_or_default();
        self.hanging.forget();
        self.playing.replan(&self.character);
        self.map_playing();
        self.clip = self.playing.plan.playing(0.0);
        self.remap_clip();
    }

    /// Maps the tracks of the clip that plays at this moment by all three rules.
    pub(super) fn remap_clip(&mut self) {
        self.mappings = self.skeleton().zip(self.clip()).map(|(skeleton, clip)| {
            MappingRule::ALL
                .map(|rule| mapping::map(rule, skeleton, &self.joint_skins, &clip.tracks))
        });
        self.disagreements = match (&self.mappings, self.skeleton()) {
            (Some(mappings), Some(skeleton)) => mapping::disagreements(mappings, skeleton),
            _ => Vec::new(),
        };
        self.find_events();
        self.route_clip();
    }

    /// Puts the routes chosen by hand over the rule in use again, after either changed.
    pub(in crate::scene) fn remap_by_hand(&mut self) {
        self.hanging.forget();
        self.map_playing();
        self.route_clip();
    }

    fn route_clip(&mut self) {
        self.mapping_id = ResourceId::new();
        self.sides = None;
        let rule = self
            .mapping_by(self.rule)
            .zip(self.skeleton())
            .zip(self.clip());
        let routed = rule
            .zip(self.routing())
            .map(|(((rule, skeleton), clip), routing)| {
                let (mapping, mut findings) = mapping::route(rule, routing, skeleton, clip);
                let file = routing.file.clone().unwrap_or_default();
                findings
                    .iter_mut()
                    .for_each(|finding| finding.file = Some(file.clone()));
                ((mapping != *rule).then_some(mapping), findings)
            });
        let (by_hand, findings) = routed.unwrap_or_default();
        self.by_hand = by_hand;
        self.refresh_mapping_findings();
        self.mapping_findings.extend(findings);
    }

    fn refresh_mapping_findings(&mut self) {
        self.mapping_findings = match (self.mapping(), self.skeleton(), self.clip()) {
            (Some(mapping), Some(skeleton), Some(clip)) => {
                let file = clip.file.clone().unwrap_or_default();
                let findings = mapping::findings(mapping, skeleton, clip);
                findings
                    .into_iter()
                    .map(|finding| finding.in_file(&file))
                    .collect()
            }
            _ => Vec::new(),
        };
    }
}
