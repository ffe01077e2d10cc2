//! Names that a graph's hashes may stand for. A graph keeps no name of a clip; hashing what it is likely called gives
//! most of them back.

use std::collections::HashMap;

use super::super::hash::fnv1a;
use crate::model::clip_graph::ClipKind;
use crate::model::{Character, ClipGraph};

/// What clips, tracks and masks are usually called in the game's scripts.
const USUAL: &str = "Default Idle Idle1 Idle2 Idle3 Idle4 Idle5 Idle_Base Idle1_Base Idle_In IdleIn Idle_Variant1 \
    Idle_Variant2 Idle_Variant3 Idle_Passive Idle_Ult Idle_Loop Run Run1 Run2 Run3 Run4 Run_Base Run_In Run_Out RunFast \
    Run_Fast Run_Slow Run_Haste Run_Homeguard Run_Variant1 Run_Variant2 Run_Injured Run_Ult Run_Passive Run_To_Idle \
    RunToIdle IdleToRun Into_Run Into_Idle Attack Attack1 Attack2 Attack3 Attack4 Attack5 Attack6 Attack1_Base \
    Attack_Passive Attack1_To_Idle Attack2_To_Idle Attack1_To_Run Attack2_To_Run Attack_To_Idle Attack_To_Run Crit Crit1 \
    Crit2 Crit_To_Idle Crit_To_Run Spell1 Spell2 Spell3 Spell4 Spell5 Spell6 Spell1A Spell1B Spell1C Spell1D Spell2A \
    Spell2B Spell2C Spell3A Spell3B Spell3C Spell4A Spell4B Spell4C Spell1_In Spell2_In Spell3_In Spell4_In Spell1_Loop \
    Spell2_Loop Spell3_Loop Spell4_Loop Spell1_Out Spell2_Out Spell3_Out Spell4_Out Spell1_End Spell2_End Spell3_End \
    Spell4_End Spell1_To_Idle Spell2_To_Idle Spell3_To_Idle Spell4_To_Idle Spell1_To_Run Spell2_To_Run Spell3_To_Run \
    Spell4_To_Run Spell1_Windup Spell2_Windup Spell3_Windup Spell4_Windup Spell1_Cast Spell2_Cast Spell3_Cast Spell4_Cast \
    Spell1_Run Spell2_Run Spell3_Run Spell4_Run Spell1_Dash Spell2_Dash Spell3_Dash Spell4_Dash Spell1_Hit Spell2_Hit \
    Spell3_Hit Spell4_Hit Passive Passive_Attack Passive_Death Passive_Idle Passive_Run Passive_In Passive_Loop \
    Passive_Out Death Death1 Death2 Death_Base Death_Loop Respawn Respawn_In Recall Recall_Base Recall_Windup Recall_Loop \
    Recall_Winddown Recall_Leadin Recall_Leadout Recall_Out Recall_In Recall_Channel Channel Channel_Windup Channel_Wndup \
    Channel_Loop Channel_In Channel_Out Dance Dance_Base Dance_In Dance_Windup Dance_Loop Dance_Out Dance_To_Idle Joke \
    Joke_Base Joke_In Joke_Loop Joke_Out Joke_To_Idle Taunt Taunt_Base Taunt_In Taunt_Loop Taunt_Out Taunt_To_Idle Laugh \
    Laugh_Base Laugh_In Laugh_Loop Laugh_Out Laugh_To_Idle Stunned Stun Knockup Knock_Up Knockback Knockback_In Snared \
    Turn Turn_0 Turn_L Turn_R Turn_Left Turn_Right Turn_Left_90 Turn_Right_90 Turns_Left_90 Turns_Right_90 Turn_90 \
    Turn_-90 Turn_180 Turn_-180 Turn_L_90 Turn_R_90 Turn_L_180 Turn_R_180 Run_Homeguard_Base Idle_Homeguard Idle_Homeguard_01 \
    Idle_Homeguard_02 Idle_Homeguard_03 Idle_In_Homeguard Death1_Base Death2_Base Turn_Left_180 Turn_Right_180 Homeguard Homeguard_Run Homeguard_In Run_Into_Homeguard \
    Surf Surf_In Surf_Loop Swim Fly Walk Pose Spawn Spawn_In Victory Defeat Celebrate Celebration Ult Ult_Run Ult_Idle \
    Ult_In Ult_Out Ultimate Sheath Sheath_Run Unsheath Toss Leash Leap Dash Jump Land Activate Deactivate Catch Reload \
    Eat Sit Sleep Wave Emote Emote1 Emote2 Emote3 Emote4 Wings_Null Buffbones Facial Face Blink Eyes Upper UpperBody \
    Upper_Body Lower LowerBody Lower_Body Weapon Weapons Head Tail Wings Hair Cape Additive Override Base Root Body \
    Snap_Weapon2World Buffbone_Glb_Channel_Loc";

/// Words of a file's name that are tried in every run of neighbours. More say nothing.
const MOST_WORDS: usize = 10;

/// Names by their hashes. The names of classes and fields are not among them: no clip is called so.
#[derive(Default)]
pub(super) struct Names(HashMap<u32, String>);

impl Names {
    /// Of two names of one hash the first stays.
    fn add(&mut self, name: &str) {
        self.0.entry(fnv1a(name)).or_insert_with(|| name.to_owned());
    }

    /// The name behind a hash.
    pub fn of(&self, hash: u32) -> Option<String> {
        self.0.get(&hash).cloned()
    }
}

/// Every name at hand: usual ones, those in the names of animation files, joints and submeshes.
pub(super) fn names(character: &Character, graphs: &[ClipGraph]) -> Names {
    let mut names = Names::default();
    USUAL.split_whitespace().for_each(|name| names.add(name));
    let skeletons = character.skeletons.iter();
    for joint in skeletons.flat_map(|skeleton| &skeleton.joints) {
        names.add(&joint.name);
    }
    for submesh in character.meshes.iter().flat_map(|mesh| &mesh.submeshes) {
        names.add(&submesh.name);
    }
    for clip in &character.clips {
        parts(&clip.name, &mut names);
    }
    for clip in graphs.iter().flat_map(|graph| &graph.clips) {
        if let ClipKind::Atomic(animation) = &clip.kind
            && let Some(path) = &animation.path
        {
            let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
            parts(file, &mut names);
        }
    }
    names
}

/// A file's name without its endings, and every run of its words: `ahri_skin27_spell2.pie.anm` holds `spell2`.
fn parts(file: &str, names: &mut Names) {
    let stem = file.split('.').next().unwrap_or(file);
    let words: Vec<&str> = stem.split(['_', ' ']).take(MOST_WORDS).collect();
    names.add(stem);
    for first in 0..words.len() {
        for last in (first + 1..=words.len()).rev() {
            let run = &words[first..last];
            names.add(&run.join("_"));
            if run.len() > 1 {
                names.add(&run.concat());
            }
        }
    }
}
