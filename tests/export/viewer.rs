//! What a viewer of glTF makes of a file, in double precision: nodes posed by linear and spherical interpolation,
//! vertices skinned.

use glam::{DMat4, DQuat, DVec3};
use gltf::animation::util::ReadOutputs;
use gltf::animation::{Interpolation, Property};
use gltf::mesh::util::ReadIndices;

pub struct Viewer {
    pub nodes: Vec<Node>,
    /// Of each skin the nodes of its joints, and their inverse binds.
    pub skins: Vec<(Vec<usize>, Vec<DMat4>)>,
    /// Those of the first skin.
    pub joints: Vec<usize>,
    pub inverse_binds: Vec<DMat4>,
    pub animations: Vec<Animation>,
    pub primitives: Vec<Primitive>,
    pub materials: Vec<Material>,
    /// The document as it was written.
    pub json: serde_json::Value,
    order: Vec<usize>,
}

pub struct Node {
    pub name: String,
    pub parent: Option<usize>,
    rest: Local,
}

#[derive(Clone, Copy)]
struct Local {
    translation: DVec3,
    rotation: DQuat,
    scale: DVec3,
}

pub struct Animation {
    pub name: String,
    pub channels: Vec<Channel>,
}

pub struct Channel {
    pub node: usize,
    pub path: Property,
    pub times: Vec<f32>,
    values: Vec<[f64; 4]>,
}

pub struct Primitive {
    /// That draws it.
    pub node: usize,
    /// Of its vertices, where they have shares.
    pub skin: usize,
    pub positions: Vec<DVec3>,
    pub normals: Option<Vec<DVec3>>,
    pub uvs: Option<Vec<[f32; 2]>>,
    pub triangles: Vec<[u32; 3]>,
    /// For each vertex places in the skin, and weights.
    pub shares: Vec<Vec<(usize, f64)>>,
    pub material: Option<usize>,
}

pub struct Material {
    pub name: String,
    pub alpha: String,
    /// Pixels of the texture, row by row.
    pub picture: Option<image::RgbaImage>,
}

impl Animation {
    /// The last key of any channel.
    pub fn duration(&self) -> f32 {
        let last = self
            .channels
            .iter()
            .filter_map(|channel| channel.times.last());
        last.copied().fold(0.0, f32::max)
    }

    pub fn channel(&self, node: usize, path: Property) -> Option<&Channel> {
        let wanted = |channel: &&Channel| channel.node == node && channel.path == path;
        self.channels.iter().find(wanted)
    }
}

impl Viewer {
    pub fn open(glb: &[u8]) -> Self {
        let file = gltf::Gltf::from_slice(glb).expect("the gltf crate reads it");
        let json_length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
        let json = serde_json::from_slice(&glb[20..20 + json_length]).unwrap();
        let blob = file.blob.as_deref().unwrap_or_default();
        let mut nodes: Vec<Node> = file.nodes().map(|node| read_node(&node)).collect();
        for node in file.nodes() {
            for child in node.children() {
                let place = &mut nodes[child.index()].parent;
                assert_eq!(place.replace(node.index()), None, "a node with two parents");
            }
        }
        let skins: Vec<_> = file.skins().map(|skin| read_skin(&skin, blob)).collect();
        let (joints, inverse_binds) = skins.first().cloned().unwrap_or_default();
        Self {
            skins,
            joints,
            inverse_binds,
            animations: file
                .animations()
                .map(|a| read_animation(&a, blob))
                .collect(),
            primitives: file
                .meshes()
                .flat_map(|mesh| {
                    let drawn = |node: &gltf::Node<'_>| {
                        node.mesh().is_some_and(|it| it.index() == mesh.index())
                    };
                    let node = file.nodes().find(drawn).expect("a node draws each mesh");
                    let skin = node.skin().map_or(0, |skin| skin.index());
                    mesh.primitives()
                        .map(|p| Primitive {
                            node: node.index(),
                            skin,
                            ..read_primitive(&p, blob)
                        })
                        .collect::<Vec<_>>()
                })
                .collect(),
            materials: file
                .materials()
                .map(|material| read_material(&material, blob))
                .collect(),
            order: parents_first(&nodes),
            nodes,
            json,
        }
    }

    pub fn node(&self, name: &str) -> usize {
        let mut found = (0..self.nodes.len()).filter(|&node| self.nodes[node].name == name);
        let first = found.next().unwrap_or_else(|| panic!("no node {name}"));
        assert_eq!(found.next(), None, "two nodes {name}");
        first
    }

    /// World matrices of all nodes; of the rest pose without an animation.
    pub fn worlds(&self, animation: Option<usize>, seconds: f64) -> Vec<DMat4> {
        let mut locals: Vec<Local> = self.nodes.iter().map(|node| node.rest).collect();
        for channel in animation
            .iter()
            .flat_map(|&animation| &self.animations[animation].channels)
        {
            channel.apply(seconds, &mut locals[channel.node]);
        }
        let mut worlds = vec![DMat4::IDENTITY; locals.len()];
        for &node in &self.order {
            let Local {
                translation,
                rotation,
                scale,
            } = locals[node];
            let local = DMat4::from_scale_rotation_translation(scale, rotation, translation);
            worlds[node] = match self.nodes[node].parent {
                Some(parent) => worlds[parent] * local,
                None => local,
            };
        }
        worlds
    }

    /// One vertex of one primitive, in a pose of all nodes.
    pub fn skinned(&self, worlds: &[DMat4], primitive: usize, vertex: usize) -> DVec3 {
        let primitive = &self.primitives[primitive];
        let position = primitive.positions[vertex];
        let Some(shares) = primitive.shares.get(vertex) else {
            return position;
        };
        let part = |&(joint, weight): &(usize, f64)| {
            let (joints, inverse_binds) = &self.skins[primitive.skin];
            let matrix = worlds[joints[joint]] * inverse_binds[joint];
            matrix.transform_point3(position) * weight
        };
        shares.iter().map(part).sum()
    }
}

impl Channel {
    fn apply(&self, seconds: f64, local: &mut Local) {
        let after = self
            .times
            .partition_point(|&time| f64::from(time) <= seconds);
        let before = after.saturating_sub(1);
        let (a, b) = (
            self.values[before],
            self.values[after.min(self.values.len() - 1)],
        );
        let start = f64::from(self.times[before]);
        let end = f64::from(self.times[after.min(self.times.len() - 1)]);
        let share = if end > start {
            ((seconds - start) / (end - start)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let vector = || DVec3::new(a[0], a[1], a[2]).lerp(DVec3::new(b[0], b[1], b[2]), share);
        match self.path {
            Property::Translation => local.translation = vector(),
            Property::Scale => local.scale = vector(),
            Property::Rotation => local.rotation = slerp(a, b, share),
            Property::MorphTargetWeights => panic!("nothing morphs"),
        }
    }
}

/// glTF 2.0, appendix C.4.
fn slerp(a: [f64; 4], b: [f64; 4], share: f64) -> DQuat {
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let (sign, angle) = (dot.signum(), dot.abs().min(1.0).acos());
    let (from, to) = if angle < 1e-9 {
        (1.0 - share, share)
    } else {
        (
            ((1.0 - share) * angle).sin() / angle.sin(),
            (share * angle).sin() / angle.sin(),
        )
    };
    let mix = |part: usize| a[part] * from + b[part] * to * sign;
    DQuat::from_xyzw(mix(0), mix(1), mix(2), mix(3)).normalize()
}

fn read_skin(skin: &gltf::Skin<'_>, blob: &[u8]) -> (Vec<usize>, Vec<DMat4>) {
    let joints: Vec<usize> = skin.joints().map(|joint| joint.index()).collect();
    let mut once = joints.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), joints.len(), "a skin names a node but once");
    let reader = skin.reader(|_| Some(blob));
    let matrices = reader.read_inverse_bind_matrices();
    let matrix = |m: [[f32; 4]; 4]| glam::Mat4::from_cols_array_2d(&m).as_dmat4();
    let inverse_binds = matrices.map_or(Vec::new(), |all| all.map(matrix).collect());
    (joints, inverse_binds)
}

fn read_node(node: &gltf::Node<'_>) -> Node {
    let (translation, rotation, scale) = node.transform().decomposed();
    Node {
        name: node.name().unwrap_or_default().to_owned(),
        parent: None,
        rest: Local {
            translation: glam::Vec3::from(translation).as_dvec3(),
            rotation: glam::Quat::from_array(rotation).as_dquat(),
            scale: glam::Vec3::from(scale).as_dvec3(),
        },
    }
}

fn parents_first(nodes: &[Node]) -> Vec<usize> {
    let depth = |node: usize| {
        let up = std::iter::successors(Some(node), |&node| nodes[node].parent);
        up.take(nodes.len() + 1).count()
    };
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|&node| depth(node));
    order
}

fn read_animation(animation: &gltf::Animation<'_>, blob: &[u8]) -> Animation {
    let channels = animation.channels().map(|channel| {
        assert_eq!(channel.sampler().interpolation(), Interpolation::Linear);
        let reader = channel.reader(|_| Some(blob));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert!(
            times.is_sorted_by(|a, b| a < b),
            "times must ascend: {times:?}"
        );
        let three = |v: [f32; 3]| [v[0], v[1], v[2], 0.0].map(f64::from);
        let values: Vec<[f64; 4]> = match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(values) => values.map(three).collect(),
            ReadOutputs::Scales(values) => values.map(three).collect(),
            ReadOutputs::Rotations(values) => values
                .into_f32()
                .map(|value| value.map(f64::from))
                .collect(),
            ReadOutputs::MorphTargetWeights(_) => panic!("nothing morphs"),
        };
        assert_eq!(times.len(), values.len());
        Channel {
            node: channel.target().node().index(),
            path: channel.target().property(),
            times,
            values,
        }
    });
    Animation {
        name: animation.name().unwrap_or_default().to_owned(),
        channels: channels.collect(),
    }
}

fn read_primitive(primitive: &gltf::Primitive<'_>, blob: &[u8]) -> Primitive {
    let reader = primitive.reader(|_| Some(blob));
    let vector = |v: [f32; 3]| glam::Vec3::from(v).as_dvec3();
    let positions: Vec<DVec3> = reader.read_positions().unwrap().map(vector).collect();
    let indices: Vec<u32> = match reader.read_indices().unwrap() {
        ReadIndices::U16(indices) => indices.map(u32::from).collect(),
        ReadIndices::U32(indices) => indices.collect(),
        ReadIndices::U8(_) => panic!("no such indices are written"),
    };
    let mut shares: Vec<Vec<(usize, f64)>> = Vec::new();
    for set in 0.. {
        let (Some(joints), Some(weights)) = (reader.read_joints(set), reader.read_weights(set))
        else {
            break;
        };
        shares.resize(positions.len(), Vec::new());
        let pairs = joints.into_u16().zip(weights.into_f32());
        for (shares, (joints, weights)) in shares.iter_mut().zip(pairs) {
            let pairs = joints.into_iter().zip(weights);
            let pairs = pairs.map(|(joint, weight)| (usize::from(joint), f64::from(weight)));
            shares.extend(pairs.filter(|(_, weight)| *weight > 0.0));
        }
    }
    for list in &shares {
        let sum: f64 = list.iter().map(|(_, weight)| weight).sum();
        assert!((sum - 1.0).abs() < 1e-6, "weights {list:?}");
    }
    Primitive {
        node: 0,
        skin: 0,
        normals: reader
            .read_normals()
            .map(|normals| normals.map(vector).collect()),
        uvs: reader
            .read_tex_coords(0)
            .map(|uvs| uvs.into_f32().collect()),
        triangles: indices.as_chunks::<3>().0.to_vec(),
        material: primitive.material().index(),
        positions,
        shares,
    }
}

fn read_material(material: &gltf::Material<'_>, blob: &[u8]) -> Material {
    let texture = material.pbr_metallic_roughness().base_color_texture();
    let picture = texture.map(|texture| match texture.texture().source().source() {
        gltf::image::Source::View { view, mime_type } => {
            assert_eq!(mime_type, "image/png");
            let png = &blob[view.offset()..view.offset() + view.length()];
            image::load_from_memory(png).unwrap().into_rgba8()
        }
        gltf::image::Source::Uri { .. } => panic!("textures are embedded"),
    });
    Material {
        name: material.name().unwrap_or_default().to_owned(),
        alpha: format!("{:?}", material.alpha_mode()),
        picture,
    }
}
