//! Constraints in their setup pose. The list's order is the order of work.

/// One constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// Never empty.
    pub name: String,
    /// Works only while a skin that lists it is worn.
    pub skin_required: bool,
    /// What it does.
    pub kind: ConstraintKind,
}

/// The kinds of constraint.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstraintKind {
    /// Inverse kinematics of one or two bones.
    Ik(IkConstraint),
    /// Properties of one bone drive those of others.
    Transform(TransformConstraint),
    /// Bones along a path.
    Path(PathConstraint),
    /// A bone that sways.
    Physics(PhysicsConstraint),
    /// An animation as a function of a value.
    Slider(SliderConstraint),
}

impl ConstraintKind {
    /// For people, and the `type` of JSON.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Ik(_) => "ik",
            Self::Transform(_) => "transform",
            Self::Path(_) => "path",
            Self::Physics(_) => "physics",
            Self::Slider(_) => "slider",
        }
    }
}

/// What happens to a bone's Y scale when its X scale is changed. In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScaleYMode {
    /// Nothing.
    #[default]
    None,
    /// The same factor.
    Uniform,
    /// The area is kept.
    Volume,
}

impl ScaleYMode {
    /// All, in the order of the wire.
    pub const ALL: [Self; 3] = [Self::None, Self::Uniform, Self::Volume];
}

/// Turns one or two bones towards a target (spine-runtime-semantics §8).
#[derive(Clone, Debug, PartialEq)]
pub struct IkConstraint {
    /// One bone, or parent and child.
    pub bones: Vec<usize>,
    /// The bone to reach.
    pub target: usize,
    /// Share of the result.
    pub mix: f64,
    /// Distance from full stretch at which the turn slows down.
    pub softness: f64,
    /// The sense in which two bones bend.
    pub bend_positive: bool,
    /// A single bone shrinks to a target that is too near.
    pub compress: bool,
    /// Bones grow to a target that is out of reach.
    pub stretch: bool,
    /// Y scale of what grows or shrinks.
    pub scale_y: ScaleYMode,
}

/// A number of a bone that constraints read or write. In the order of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransformProperty {
    /// Degrees.
    Rotate,
    /// Position.
    X,
    /// Position.
    Y,
    /// Factor.
    ScaleX,
    /// Factor.
    ScaleY,
    /// Degrees.
    ShearY,
}

impl TransformProperty {
    /// All, in the order of the wire; `ALL[p as usize] == p`.
    pub const ALL: [Self; 6] = [
        Self::Rotate,
        Self::X,
        Self::Y,
        Self::ScaleX,
        Self::ScaleY,
        Self::ShearY,
    ];
}

/// A number of the source, and what it drives.
#[derive(Clone, Debug, PartialEq)]
pub struct FromProperty {
    /// What is read.
    pub property: TransformProperty,
    /// Taken from the value read.
    pub offset: f64,
    /// What is driven.
    pub to: Vec<ToProperty>,
}

/// A number that is driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToProperty {
    /// What is written.
    pub property: TransformProperty,
    /// Value where the source's is 0.
    pub offset: f64,
    /// The other end of the range, if clamped; may be below `offset`.
    pub max: f64,
    /// Factor.
    pub scale: f64,
}

/// Copies properties of a bone to others (spine-runtime-semantics §9).
#[derive(Clone, Debug, PartialEq)]
pub struct TransformConstraint {
    /// The bones that are changed.
    pub bones: Vec<usize>,
    /// The bone that is read.
    pub source: usize,
    /// Reads local values.
    pub local_source: bool,
    /// Writes local values.
    pub local_target: bool,
    /// Adds, instead of moving towards.
    pub additive: bool,
    /// Keeps what is driven in its range.
    pub clamp: bool,
    /// What drives what.
    pub properties: Vec<FromProperty>,
    /// Added to what is read, by [`TransformProperty`].
    pub offsets: [f64; 6],
    /// Share of the result, by [`TransformProperty`].
    pub mixes: [f64; 6],
}

/// What a path position means. In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PositionMode {
    /// A length.
    Fixed,
    /// A share of the path.
    #[default]
    Percent,
}

impl PositionMode {
    /// All, in the order of the wire.
    pub const ALL: [Self; 2] = [Self::Fixed, Self::Percent];
}

/// What a path spacing means. In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SpacingMode {
    /// Added to the bone's length.
    #[default]
    Length,
    /// A length.
    Fixed,
    /// A share of the path.
    Percent,
    /// A factor of lengths that fit the path.
    Proportional,
}

impl SpacingMode {
    /// All, in the order of the wire.
    pub const ALL: [Self; 4] = [Self::Length, Self::Fixed, Self::Percent, Self::Proportional];
}

/// How bones turn along a path. In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RotateMode {
    /// As the path does.
    #[default]
    Tangent,
    /// To the next bone.
    Chain,
    /// To the next bone, and grown to reach it.
    ChainScale,
}

impl RotateMode {
    /// All, in the order of the wire.
    pub const ALL: [Self; 3] = [Self::Tangent, Self::Chain, Self::ChainScale];
}

/// Lays bones along a path (spine-runtime-semantics §10).
#[derive(Clone, Debug, PartialEq)]
pub struct PathConstraint {
    /// The bones, in order along the path.
    pub bones: Vec<usize>,
    /// The slot that shows the path.
    pub slot: usize,
    /// What `position` means.
    pub position_mode: PositionMode,
    /// What `spacing` means.
    pub spacing_mode: SpacingMode,
    /// How bones turn.
    pub rotate_mode: RotateMode,
    /// Degrees added.
    pub offset_rotation: f64,
    /// Of the first bone.
    pub position: f64,
    /// Between bones.
    pub spacing: f64,
    /// Share of the rotation.
    pub mix_rotate: f64,
    /// Share of the X position.
    pub mix_x: f64,
    /// Share of the Y position.
    pub mix_y: f64,
}

/// Which values of a physics constraint the timelines for all constraints reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhysicsGlobals {
    /// Inertia.
    pub inertia: bool,
    /// Strength.
    pub strength: bool,
    /// Damping.
    pub damping: bool,
    /// Mass.
    pub mass: bool,
    /// Wind.
    pub wind: bool,
    /// Gravity.
    pub gravity: bool,
    /// Mix.
    pub mix: bool,
}

/// Lets a bone lag behind and swing (spine-runtime-semantics §11).
#[derive(Clone, Debug, PartialEq)]
pub struct PhysicsConstraint {
    /// The bone.
    pub bone: usize,
    /// Share for the X position.
    pub x: f64,
    /// Share for the Y position.
    pub y: f64,
    /// Share for the rotation.
    pub rotate: f64,
    /// Share for the X scale.
    pub scale_x: f64,
    /// Share for the X shear.
    pub shear_x: f64,
    /// What the Y scale does with it.
    pub scale_y: ScaleYMode,
    /// Greatest movement of the bone that is felt, a second.
    pub limit: f64,
    /// Steps a second, above 0.
    pub fps: f64,
    /// Share of the bone's movement that becomes an offset.
    pub inertia: f64,
    /// Pull back to the setup.
    pub strength: f64,
    /// Share of the velocity that is left after a sixtieth of a second.
    pub damping: f64,
    /// 1 / mass.
    pub mass_inverse: f64,
    /// Along the skeleton's wind.
    pub wind: f64,
    /// Along the skeleton's gravity.
    pub gravity: f64,
    /// Share of the result.
    pub mix: f64,
    /// Which values timelines for all reach.
    pub globals: PhysicsGlobals,
}

impl PhysicsConstraint {
    /// With the values that JSON leaves out.
    pub fn new(bone: usize) -> Self {
        Self {
            bone,
            x: 0.0,
            y: 0.0,
            rotate: 0.0,
            scale_x: 0.0,
            shear_x: 0.0,
            scale_y: ScaleYMode::None,
            limit: 5000.0,
            fps: 60.0,
            inertia: 0.5,
            strength: 100.0,
            damping: f64::from(0.85_f32),
            mass_inverse: 1.0,
            wind: 0.0,
            gravity: 0.0,
            mix: 1.0,
            globals: PhysicsGlobals::default(),
        }
    }
}

/// The number of a bone that drives a slider.
#[derive(Clone, Debug, PartialEq)]
pub struct SliderSource {
    /// The bone.
    pub bone: usize,
    /// What is read.
    pub property: TransformProperty,
    /// Taken from the value read.
    pub property_offset: f64,
    /// Time where the value is 0, in seconds.
    pub offset: f64,
    /// Seconds for each unit of the value.
    pub scale: f64,
    /// Reads the local value.
    pub local: bool,
}

/// Applies an animation at a time that a bone, or a timeline, gives (spine-runtime-semantics §12).
#[derive(Clone, Debug, PartialEq)]
pub struct SliderConstraint {
    /// Index of the animation; `None` if the file names one that it does not have.
    pub animation: Option<usize>,
    /// Adds, instead of moving towards.
    pub additive: bool,
    /// Times beyond the end wrap.
    pub looped: bool,
    /// Seconds in the setup pose, without a source.
    pub time: f64,
    /// Share of the result.
    pub mix: f64,
    /// The bone that drives it.
    pub source: Option<SliderSource>,
    /// The editor's end of the range, with a source (nonessential).
    pub max: f64,
}
