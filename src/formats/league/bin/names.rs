//! The names behind the hashes of a bin: those that a viewer needs, made from the names themselves, and those that a
//! person or a rig adds (league-formats §1, §7).

use std::collections::HashMap;
use std::sync::Arc;

use super::super::hash::{elf, fnv1a, xxh64};

macro_rules! names {
    ($($constant:ident $name:literal)*) => {
        $(
            #[doc = concat!("FNV-1a of `", $name, "`.")]
            pub const $constant: u32 = fnv1a($name);
        )*
        /// Every name above.
        const EMBEDDED: &[(u32, &str)] = &[$(($constant, $name)),*];
    };
}

names! {
    // Skins (league-formats §7.1).
    SKIN_CHARACTER_DATA_PROPERTIES "SkinCharacterDataProperties"
    SKIN_MESH_PROPERTIES "skinMeshProperties"
    SKIN_ANIMATION_PROPERTIES "skinAnimationProperties"
    SKIN_MESH_DATA_PROPERTIES "SkinMeshDataProperties"
    SKIN_MESH_MATERIAL_OVERRIDE "SkinMeshDataProperties_MaterialOverride"
    ANIMATION_GRAPH_DATA "animationGraphData"
    CHAMPION_SKIN_NAME "championSkinName"
    RESOURCE_RESOLVER_FIELD "mResourceResolver"
    RESOURCE_RESOLVER "ResourceResolver"
    RESOURCE_MAP "resourceMap"
    ICON_CIRCLE "iconCircle"
    ICON_SQUARE "iconSquare"
    SKELETON "skeleton"
    SIMPLE_SKIN "simpleSkin"
    TEXTURE "texture"
    MATERIAL "material"
    MATERIAL_OVERRIDE "materialOverride"
    SUBMESH "submesh"
    INITIAL_SUBMESH_TO_HIDE "initialSubmeshToHide"
    INITIAL_SUBMESH_SHADOWS_TO_HIDE "initialSubmeshShadowsToHide"
    SUBMESH_RENDER_ORDER "submeshRenderOrder"
    SKIN_SCALE "skinScale"
    SELF_ILLUMINATION "selfIllumination"
    OVERRIDE_BOUNDING_BOX "overrideBoundingBox"
    BOUNDING_SPHERE_RADIUS "boundingSphereRadius"
    REDUCED_BONE_SKINNING "reducedBoneSkinning"
    EMISSIVE_TEXTURE "emissiveTexture"
    // Materials (league-formats §7.1).
    STATIC_MATERIAL_DEF "StaticMaterialDef"
    SAMPLER_VALUES "samplerValues"
    STATIC_MATERIAL_SHADER_SAMPLER_DEF "StaticMaterialShaderSamplerDef"
    SAMPLER_NAME "samplerName"
    TEXTURE_NAME "textureName"
    TEXTURE_PATH "texturePath"
    // Clip graphs (league-formats §7.2).
    CLIP_DATA_MAP "mClipDataMap"
    MASK_DATA_MAP "mMaskDataMap"
    TRACK_DATA_MAP "mTrackDataMap"
    SYNC_GROUP_DATA_MAP "mSyncGroupDataMap"
    BLEND_DATA_TABLE "mBlendDataTable"
    USE_CASCADE_BLEND "mUseCascadeBlend"
    CASCADE_BLEND_VALUE "mCascadeBlendValue"
    MASK_DATA "MaskData"
    TRACK_DATA "TrackData"
    SYNC_GROUP_DATA "SyncGroupData"
    TIME_BLEND_DATA "TimeBlendData"
    TRANSITION_CLIP_BLEND_DATA "TransitionClipBlendData"
    ATOMIC_CLIP_DATA "AtomicClipData"
    SEQUENCER_CLIP_DATA "SequencerClipData"
    SELECTOR_CLIP_DATA "SelectorClipData"
    PARAMETRIC_CLIP_DATA "ParametricClipData"
    PARALLEL_CLIP_DATA "ParallelClipData"
    CONDITION_FLOAT_CLIP_DATA "ConditionFloatClipData"
    CONDITION_BOOL_CLIP_DATA "ConditionBoolClipData"
    EVENT_CONTROLLED_SELECTOR_CLIP_DATA "EventControlledSelectorClipData"
    STATE_ANIM_CLIP_DATA "StateAnimClipData"
    SWITCH_INT_CLIP_DATA "SwitchIntClipData"
    ANIMATION_RESOURCE_DATA_FIELD "mAnimationResourceData"
    ANIMATION_RESOURCE_DATA "AnimationResourceData"
    ANIMATION_FILE_PATH "mAnimationFilePath"
    TRACK_DATA_NAME "mTrackDataName"
    MASK_DATA_NAME "mMaskDataName"
    SYNC_GROUP_DATA_NAME "mSyncGroupDataName"
    EVENT_DATA_MAP "mEventDataMap"
    TICK_DURATION "mTickDuration"
    FLAGS "mFlags"
    CLIP_START_FRAME "startFrame"
    CLIP_END_FRAME "endFrame"
    ACCESSORY_LIST "accessorylist"
    UPDATER_RESOURCE_DATA "mUpdaterResourceData"
    ANIMATION_INTERRUPTION_GROUP_NAMES "mAnimationInterruptionGroupNames"
    CLIP_NAME_LIST "mClipNameList"
    SELECTOR_PAIR_DATA_LIST "mSelectorPairDataList"
    SELECTOR_PAIR_DATA "SelectorPairData"
    PARAMETRIC_PAIR_DATA_LIST "mParametricPairDataList"
    PARAMETRIC_PAIR_DATA "ParametricPairData"
    CONDITION_FLOAT_PAIR_DATA_LIST "mConditionFloatPairDataList"
    CONDITION_FLOAT_PAIR_DATA "ConditionFloatPairData"
    HOLD_ANIMATION_TO_HIGHER "mHoldAnimationToHigher"
    HOLD_ANIMATION_TO_LOWER "mHoldAnimationToLower"
    CHANGE_ANIMATION_MID_PLAY "mChangeAnimationMidPlay"
    CHILD_ANIM_DELAY_SWITCH_TIME "mChildAnimDelaySwitchTime"
    PLAY_ANIM_CHANGE_FROM_BEGINNING "mPlayAnimChangeFromBeginning"
    TRUE_CONDITION_CLIP_NAME "mTrueConditionClipName"
    FALSE_CONDITION_CLIP_NAME "mFalseConditionClipName"
    UPDATER "Updater"
    NEW_SELECTOR_PAIR_DATA_LIST "SelectorPairDataList"
    NEW_CLIP_NAME "ClipName"
    DEFAULT_CLIP_NAME "DefaultClipName"
    CHILD_CLIP_NAME "ChildClipName"
    TRANSITIONS "Transitions"
    TARGET_CLIP_NAME "TargetClipName"
    SWITCH_INT_PAIR_DATA_LIST "SwitchIntPairDataList"
    CLIP_NAME "mClipName"
    VALUE "mValue"
    PROBABILITY "mProbability"
    PRIORITY "mPriority"
    BLEND_MODE "mBlendMode"
    BLEND_WEIGHT "mBlendWeight"
    WEIGHT_LIST "mWeightList"
    ID "mId"
    TIME "mTime"
    TYPE "mType"
    DEFAULT "Default"
    // Events (league-formats §7.2).
    NAME "mName"
    START_FRAME "mStartFrame"
    END_FRAME "mEndFrame"
    FIRE_IF_ANIMATION_ENDS_EARLY "mFireIfAnimationEndsEarly"
    IS_SELF_ONLY "mIsSelfOnly"
    JOINT_SNAP_EVENT_DATA "JointSnapEventData"
    JOINT_NAME_TO_OVERRIDE "mJointNameToOverride"
    JOINT_NAME_TO_SNAP_TO "mJointNameToSnapTo"
    OFFSET "offset"
    SUBMESH_VISIBILITY_EVENT_DATA "SubmeshVisibilityEventData"
    SHOW_SUBMESH_LIST "mShowSubmeshList"
    HIDE_SUBMESH_LIST "mHideSubmeshList"
    APPLY_ONLY_TO_AVATAR_MESHES "ApplyOnlyToAvatarMeshes"
    PARTICLE_EVENT_DATA "ParticleEventData"
    EFFECT_KEY "mEffectKey"
    EFFECT_NAME "mEffectName"
    PARTICLE_EVENT_DATA_PAIR_LIST "mParticleEventDataPairList"
    PARTICLE_EVENT_DATA_PAIR "ParticleEventDataPair"
    BONE_NAME "mBoneName"
    TARGET_BONE_NAME "mTargetBoneName"
    IS_LOOP "mIsLoop"
    IS_KILL_EVENT "mIsKillEvent"
    SOUND_EVENT_DATA "SoundEventData"
    SOUND_NAME "mSoundName"
    CONFORM_TO_PATH_EVENT_DATA "ConformToPathEventData"
    BLEND_IN_TIME "mBlendInTime"
    BLEND_OUT_TIME "mBlendOutTime"
    STOP_ANIMATION_EVENT_DATA "StopAnimationEventData"
    STOP_ANIMATION_NAME "mStopAnimationName"
    FACE_TARGET_EVENT_DATA "FaceTargetEventData"
    ENABLE_LOOK_AT_EVENT_DATA "EnableLookAtEventData"
    FADE_EVENT_DATA "FadeEventData"
    TIME_TO_FADE "mTimeToFade"
    TARGET_ALPHA "mTargetAlpha"
    LOCK_ROOT_ORIENTATION_EVENT_DATA "LockRootOrientationEventData"
    JOINT_NAME "jointName"
    NEW_BLEND_OUT_TIME "blendOutTime"
    IDLE_PARTICLES_VISIBILITY_EVENT_DATA "IdleParticlesVisibilityEventData"
    SHOW "mShow"
    JOINT_ORIENTATION_EVENT_DATA "JointOrientationEventData"
    SPRING_PHYSICS_EVENT_DATA "SpringPhysicsEventData"
    SYNCED_ANIMATION_EVENT_DATA "SyncedAnimationEventData"
    SPRING_TO_AFFECT "SpringToAffect"
    LERP_TIME "mLerpTime"
    // What else lies in skins' bins.
    VFX_SYSTEM_DEFINITION_DATA "VfxSystemDefinitionData"
}

/// The name behind an FNV-1a hash, if it is one of those that are always known. Class names and field names share one
/// table: equal hashes are equal names, but for case.
pub fn embedded(hash: u32) -> Option<&'static str> {
    EMBEDDED
        .iter()
        .find(|(known, _)| *known == hash)
        .map(|&(_, name)| name)
}

/// The embedded names, and those that are added: a person's list, the joints, submeshes and clips of a rig.
#[derive(Clone, Debug)]
pub struct Names {
    short: HashMap<u32, Arc<str>>,
    /// By the hash that skeletons and clips use.
    joints: HashMap<u32, Arc<str>>,
    files: HashMap<u64, Arc<str>>,
    /// Those that these are added to.
    below: Option<Arc<Names>>,
}

impl Default for Names {
    fn default() -> Self {
        let embedded = EMBEDDED.iter().rev();
        Self {
            short: embedded.map(|&(hash, name)| (hash, name.into())).collect(),
            joints: HashMap::new(),
            files: HashMap::new(),
            below: None,
        }
    }
}

impl Names {
    /// None yet, over others: a long list need not be copied to add a few.
    pub fn over(below: Arc<Self>) -> Self {
        Self {
            short: HashMap::new(),
            joints: HashMap::new(),
            files: HashMap::new(),
            below: Some(below),
        }
    }

    /// Adds a name under its own hashes. A name that is known already under one stays.
    pub fn add(&mut self, name: &str) {
        let hash = fnv1a(name);
        if self.of(hash).is_some() {
            return;
        }
        let shared: Arc<str> = name.into();
        self.short.insert(hash, shared.clone());
        // Paths are hashed in full, joints' names are no paths.
        if name.contains(['/', '\\']) {
            self.files.entry(xxh64(name)).or_insert(shared);
        } else {
            self.joints.entry(elf(name)).or_insert(shared);
        }
    }

    /// Adds a name under a hash that someone else computed, of 8 digits or 16.
    pub(super) fn add_hashed(&mut self, hash: u64, digits: usize, name: &str) {
        match digits {
            8 => {
                self.short.insert(hash as u32, name.into());
            }
            _ => {
                self.files.insert(hash, name.into());
            }
        }
        self.add(name);
    }

    /// The name behind an FNV-1a hash.
    pub fn of(&self, hash: u32) -> Option<&str> {
        let own = self.short.get(&hash).map(|name| &**name);
        own.or_else(|| self.below.as_ref()?.of(hash))
    }

    /// The name behind an FNV-1a hash or, where that is unknown, behind an ELF hash: sentences do not say which.
    pub fn of_either(&self, hash: u32) -> Option<&str> {
        self.of(hash).or_else(|| self.of_joint(hash))
    }

    /// The name behind an ELF hash.
    pub fn of_joint(&self, hash: u32) -> Option<&str> {
        let own = self.joints.get(&hash).map(|name| &**name);
        own.or_else(|| self.below.as_ref()?.of_joint(hash))
    }

    /// The path behind an XXH64 hash.
    pub fn of_file(&self, hash: u64) -> Option<&str> {
        let own = self.files.get(&hash).map(|name| &**name);
        own.or_else(|| self.below.as_ref()?.of_file(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes as they stand in game files (league-formats §7.1, §7.2).
    #[test]
    fn names_have_the_hashes_of_game_files() {
        for (constant, hash) in [
            (SKIN_CHARACTER_DATA_PROPERTIES, 0x9b67_e9f6),
            (SKIN_MESH_PROPERTIES, 0x45ff_5904),
            (SKIN_MESH_DATA_PROPERTIES, 0x6111_d8a4),
            (SKIN_ANIMATION_PROPERTIES, 0x426d_89a3),
            (ANIMATION_GRAPH_DATA, 0xf5fb_07c7),
            (CHAMPION_SKIN_NAME, 0x2d78_c328),
            (RESOURCE_RESOLVER_FIELD, 0x6228_6e7e),
            (ICON_CIRCLE, 0xe672_84f4),
            (ICON_SQUARE, 0xac47_3fef),
            (SKELETON, 0xb14c_976e),
            (SIMPLE_SKIN, 0xd6a0_0df6),
            (TEXTURE, 0x3c64_68f4),
            (MATERIAL, 0xd2e4_d060),
            (MATERIAL_OVERRIDE, 0x2472_5910),
            (SKIN_MESH_MATERIAL_OVERRIDE, 0x8b7a_4394),
            (SUBMESH, 0xaad7_612c),
            (INITIAL_SUBMESH_TO_HIDE, 0x80b7_f78f),
            (INITIAL_SUBMESH_SHADOWS_TO_HIDE, 0xf4ba_5c9e),
            (SUBMESH_RENDER_ORDER, 0x2d7b_4ab4),
            (SKIN_SCALE, 0xa1f8_05da),
            (SELF_ILLUMINATION, 0x252f_6884),
            (OVERRIDE_BOUNDING_BOX, 0x5c7a_0332),
            (REDUCED_BONE_SKINNING, 0xd62d_f07c),
            (EMISSIVE_TEXTURE, 0x9a93_4591),
            (STATIC_MATERIAL_DEF, 0xff9d_3409),
            (SAMPLER_VALUES, 0x0a6f_0eb5),
            (STATIC_MATERIAL_SHADER_SAMPLER_DEF, 0x0904_b150),
            (SAMPLER_NAME, 0x02e7_fb4c),
            (TEXTURE_NAME, 0xb311_d4ef),
            (TEXTURE_PATH, 0xf0a3_63e3),
            (CLIP_DATA_MAP, 0x45e1_22f8),
            (MASK_DATA_MAP, 0xde04_746e),
            (MASK_DATA, 0x2b3c_2139),
            (TRACK_DATA_MAP, 0x38ea_85a7),
            (TRACK_DATA, 0x982a_3d24),
            (SYNC_GROUP_DATA_MAP, 0xaf88_4184),
            (BLEND_DATA_TABLE, 0x3091_13ad),
            (TIME_BLEND_DATA, 0x3d7f_07ef),
            (TRANSITION_CLIP_BLEND_DATA, 0x1620_ad7f),
            (USE_CASCADE_BLEND, 0xc398_3aca),
            (CASCADE_BLEND_VALUE, 0x1e53_f13e),
            (ATOMIC_CLIP_DATA, 0x5bd9_a1e6),
            (SEQUENCER_CLIP_DATA, 0x8d30_a7c0),
            (SELECTOR_CLIP_DATA, 0x49f4_b8ca),
            (PARAMETRIC_CLIP_DATA, 0xf2b2_e7c1),
            (PARALLEL_CLIP_DATA, 0x2160_b3ec),
            (CONDITION_FLOAT_CLIP_DATA, 0x8ebb_e9e2),
            (CONDITION_BOOL_CLIP_DATA, 0x1560_dccc),
            (ANIMATION_RESOURCE_DATA_FIELD, 0xb49f_754e),
            (ANIMATION_FILE_PATH, 0x0329_f1d7),
            (TICK_DURATION, 0x193f_611d),
            (CLIP_NAME_LIST, 0x078c_afd9),
            (SELECTOR_PAIR_DATA_LIST, 0x512c_9525),
            (PARAMETRIC_PAIR_DATA_LIST, 0x2ec3_ba66),
            (CONDITION_FLOAT_PAIR_DATA_LIST, 0x2329_eec5),
            (TRUE_CONDITION_CLIP_NAME, 0x4d7a_54c0),
            (FALSE_CONDITION_CLIP_NAME, 0x24af_5ac1),
            (NEW_SELECTOR_PAIR_DATA_LIST, 0xd188_b400),
            (NEW_CLIP_NAME, 0x68c1_4f60),
            (DEFAULT_CLIP_NAME, 0x9a7f_92cb),
            (CHILD_CLIP_NAME, 0x8e5e_6618),
            (TRANSITIONS, 0x2132_8a43),
            (TARGET_CLIP_NAME, 0xc6f2_91ed),
            (SWITCH_INT_PAIR_DATA_LIST, 0x778d_6dee),
            (EVENT_DATA_MAP, 0xf598_463e),
            (TRACK_DATA_NAME, 0xd392_43c4),
            (MASK_DATA_NAME, 0x0359_739b),
            (SYNC_GROUP_DATA_NAME, 0xa09d_0561),
            (FLAGS, 0x8d80_922b),
            (CLIP_START_FRAME, 0x76f8_ad24),
            (CLIP_END_FRAME, 0xbd8e_2d9b),
            (ACCESSORY_LIST, 0xa2b3_fa25),
            (CLIP_NAME, 0xca2b_847d),
            (VALUE, 0x24f2_ec89),
            (PROBABILITY, 0x63cb_984f),
            (UPDATER, 0x1686_0572),
            (PRIORITY, 0x0f71_7330),
            (BLEND_MODE, 0x9ae6_020c),
            (BLEND_WEIGHT, 0xf401_8e7f),
            (WEIGHT_LIST, 0xa3c8_0380),
            (NAME, 0x19ef_bfdb),
            (START_FRAME, 0x250c_fbe1),
            (END_FRAME, 0xb725_173e),
            (FIRE_IF_ANIMATION_ENDS_EARLY, 0xa18e_b198),
            (IS_SELF_ONLY, 0x488b_fb2c),
            (ID, 0xc38f_3be5),
            (TIME, 0xac25_1151),
            (TYPE, 0x87ed_aeb0),
            (JOINT_SNAP_EVENT_DATA, 0xb5c1_b6ad),
            (JOINT_NAME_TO_OVERRIDE, 0xac70_ab62),
            (JOINT_NAME_TO_SNAP_TO, 0xf6e6_d893),
            (OFFSET, 0x14c8_d3ca),
            (SUBMESH_VISIBILITY_EVENT_DATA, 0xbcf5_6e70),
            (SHOW_SUBMESH_LIST, 0x6d4d_42d0),
            (HIDE_SUBMESH_LIST, 0xbb41_a45b),
            (PARTICLE_EVENT_DATA, 0x0542_d41d),
            (SOUND_EVENT_DATA, 0x9c56_6034),
            (CONFORM_TO_PATH_EVENT_DATA, 0x8237_7a1d),
            (STOP_ANIMATION_EVENT_DATA, 0xf4d0_f73f),
            (FACE_TARGET_EVENT_DATA, 0xd7a6_b107),
            (ENABLE_LOOK_AT_EVENT_DATA, 0x0786_1898),
            (FADE_EVENT_DATA, 0x4c54_7d91),
            (LOCK_ROOT_ORIENTATION_EVENT_DATA, 0xc113_3f98),
            (IDLE_PARTICLES_VISIBILITY_EVENT_DATA, 0x77c7_801e),
            (JOINT_ORIENTATION_EVENT_DATA, 0x7121_5bc9),
            (SPRING_PHYSICS_EVENT_DATA, 0xe5bb_e067),
            (SYNCED_ANIMATION_EVENT_DATA, 0x7fa9_7211),
        ] {
            assert_eq!(constant, hash, "{:?}", embedded(constant));
        }
    }

    #[test]
    fn added_names_are_found_by_either_hash() {
        let mut names = Names::default();
        names.add("ASSETS/Hero.skn");
        assert_eq!(names.of(fnv1a("assets/hero.SKN")), Some("ASSETS/Hero.skn"));
        assert_eq!(
            names.of_file(xxh64("assets/hero.skn")),
            Some("ASSETS/Hero.skn")
        );
        names.add("MTIME");
        assert_eq!(names.of(TIME), Some("mTime"));
    }
}
