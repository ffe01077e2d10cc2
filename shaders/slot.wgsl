// 2D slots: pages with two-colour tint, in the order they come (spine-runtime-semantics §18).

// Keep in step with gpu::layout::SlotRecord.
const MISSING = 1u;

@group(1) @binding(0) var page_texture: texture_2d<f32>;
@group(1) @binding(1) var page_sampler: sampler;

struct Input {
    @location(0) position: vec3f,
    @location(2) uv: vec2f,
    // Per draw: rows of world_from_file.
    @location(3) world_x: vec4f,
    @location(4) world_y: vec4f,
    @location(5) world_z: vec4f,
    @location(6) light: vec4f,
    @location(7) flags: u32,
    @location(8) dark: vec3f,
}

struct Slot {
    @builtin(position) clip: vec4f,
    // Inside the triangle: beyond its edge lies another picture of the page.
    @location(0) @interpolate(perspective, centroid) uv: vec2f,
    // Premultiplied by the light's alpha, as is `dark`.
    @location(1) @interpolate(flat) light: vec4f,
    @location(2) @interpolate(flat) dark: vec3f,
    @location(3) @interpolate(flat) flags: u32,
}

@vertex
fn vs_slot(in: Input) -> Slot {
    var out: Slot;
    let position = vec4f(in.position, 1.0);
    let world = vec3f(dot(in.world_x, position), dot(in.world_y, position), dot(in.world_z, position));
    out.clip = frame.clip_from_world * vec4f(world, 1.0);
    out.uv = in.uv;
    out.light = premultiplied(in.light);
    out.dark = in.dark * in.light.a;
    out.flags = in.flags;
    return out;
}

@fragment
fn fs_slot(in: Slot) -> @location(0) vec4f {
    // Sampled in any case: derivatives want uniform control flow. Premultiplied.
    var texel = textureSample(page_texture, page_sampler, in.uv);
    if (in.flags & MISSING) != 0u {
        texel = missing_pattern(in.uv);
    }
    if frame.textured == 0u {
        return vec4f(CLAY, 1.0) * texel.a * in.light.a;
    }
    let color = (texel.a - texel.rgb) * in.dark + texel.rgb * in.light.rgb;
    return vec4f(color, texel.a * in.light.a);
}
