// Linear blend skinning, one invocation a vertex. The twins are src/pose/skin_cpu.rs and, of `skin_local`,
// src/pose/skin_local.rs: same steps in the same order.

// Keep in step with gpu::layout::SkinJob.
struct Job {
    vertex_count: u32,
    // Where in `skinned` this instance starts, in vertices.
    output_start: u32,
    // Where in `palette` this instance starts, in joints, and how many are its own.
    palette_start: u32,
    palette_count: u32,
    // Vertices in one row of the dispatch grid, which has a second dimension only where one would not do.
    row_width: u32,
    // Where in `offsets` this instance starts; NO_OFFSETS where nothing is deformed.
    offset_start: u32,
}

const NO_OFFSETS = 0xffffffffu;

// Keep in step with gpu::layout::BindVertex.
struct BindVertex {
    position: vec3f,
    influence_start: u32,
    normal: vec3f,
    influence_count: u32,
}

// Keep in step with gpu::layout::InfluenceEntry.
struct Influence {
    bone: u32,
    weight: f32,
}

// Keep in step with pose::skin_local::LocalInfluence.
struct LocalInfluence {
    position: vec2f,
    bone: u32,
    weight: f32,
}

// Keep in step with pose::palette::PaletteRows.
struct PaletteRows {
    x: vec4f,
    y: vec4f,
    z: vec4f,
}

// Keep in step with pose::skin_cpu::SkinnedVertex.
struct SkinnedVertex {
    position: vec3f,
    normal: vec3f,
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> palette: array<PaletteRows>;
// What deforms add to the positions of local influences, in the same order.
@group(0) @binding(2) var<storage, read> offsets: array<vec2f>;
// Of `skin`.
@group(1) @binding(0) var<storage, read> vertices: array<BindVertex>;
@group(1) @binding(1) var<storage, read> influences: array<Influence>;
// Of `skin_local`: a vertex's influences start at its entry and end at the next one.
@group(1) @binding(0) var<storage, read> local_starts: array<u32>;
@group(1) @binding(1) var<storage, read> local_influences: array<LocalInfluence>;
@group(2) @binding(0) var<storage, read_write> skinned: array<SkinnedVertex>;

// Divided by its largest component first, so that the square of a very small or large vector stays in range.
fn unit_or_zero(vector: vec3f) -> vec3f {
    let size = abs(vector);
    let largest = max(max(size.x, size.y), size.z);
    // The upper bound turns infinite ones away; no comparison holds for NaN.
    if largest > 1e-30 && largest <= 3.4028234e38 {
        let scaled = vector / largest;
        return scaled / sqrt(dot(scaled, scaled));
    }
    return vec3f();
}

@compute @workgroup_size(64)
fn skin(@builtin(global_invocation_id) id: vec3u) {
    let index = id.y * job.row_width + id.x;
    if index >= job.vertex_count {
        return;
    }
    let vertex = vertices[index];
    var rows = PaletteRows();
    var moved = false;
    for (var i = 0u; i < vertex.influence_count; i++) {
        let influence = influences[vertex.influence_start + i];
        if influence.bone < job.palette_count {
            let joint = palette[job.palette_start + influence.bone];
            rows.x += joint.x * influence.weight;
            rows.y += joint.y * influence.weight;
            rows.z += joint.z * influence.weight;
            moved = true;
        }
    }
    var position = vertex.position;
    var normal = vertex.normal;
    if moved {
        let bind = vec4f(vertex.position, 1.0);
        position = vec3f(dot(rows.x, bind), dot(rows.y, bind), dot(rows.z, bind));
        // The rows of the cofactor matrix are the cross products of the rows.
        let cofactor_x = cross(rows.y.xyz, rows.z.xyz);
        let cofactor_y = cross(rows.z.xyz, rows.x.xyz);
        let cofactor_z = cross(rows.x.xyz, rows.y.xyz);
        let outward = select(1.0, -1.0, dot(rows.x.xyz, cofactor_x) < 0.0);
        normal = vec3f(dot(cofactor_x, normal), dot(cofactor_y, normal), dot(cofactor_z, normal)) * outward;
    }
    skinned[job.output_start + index].position = position;
    skinned[job.output_start + index].normal = unit_or_zero(normal);
}

// Each bone moves a position of its own, in its own space (spine-runtime-semantics §15).
@compute @workgroup_size(64)
fn skin_local(@builtin(global_invocation_id) id: vec3u) {
    let index = id.y * job.row_width + id.x;
    if index >= job.vertex_count {
        return;
    }
    var position = vec3f();
    for (var i = local_starts[index]; i < local_starts[index + 1u]; i++) {
        let influence = local_influences[i];
        if influence.bone < job.palette_count {
            var at = influence.position;
            if job.offset_start != NO_OFFSETS {
                at += offsets[job.offset_start + i];
            }
            let local = vec4f(at, 0.0, 1.0);
            let joint = palette[job.palette_start + influence.bone];
            position += vec3f(dot(joint.x, local), dot(joint.y, local), dot(joint.z, local)) * influence.weight;
        }
    }
    skinned[job.output_start + index].position = position;
    skinned[job.output_start + index].normal = vec3f();
}
