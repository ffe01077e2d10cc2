// Surfaces that a file describes: up to four textures laid one on the other (toee-formats §11). Follows mesh.wgsl.

// More bits of `flags`; keep in step with gpu::layout::DrawRecord. BLEND: alpha is opacity, or how much light is added.
const ADD = 8u;
const ONE_SIDED = 16u;
const UNLIT = 32u;
const CLAMP = 64u;
const MIRRORED = 128u;

// A byte of `kinds` for each stage: these two bits, three for the source of coordinates, three for the way of combining.
const PRESENT = 1u;
const FOUND = 2u;

const UV_ENVIRONMENT = 1u;
const UV_DRIFT = 2u;
const UV_SWIRL = 3u;
const UV_WAVEY = 4u;

const COMBINE_ADD = 1u;
const COMBINE_BY_TEXTURE_ALPHA = 2u;
const COMBINE_BY_CURRENT_ALPHA = 3u;
const COMBINE_ADD_BY_CURRENT_ALPHA = 4u;

const TURN = 6.2831853;

// The first stage's is `surface_texture`.
@group(1) @binding(2) var texture_1: texture_2d<f32>;
@group(1) @binding(3) var texture_2: texture_2d<f32>;
@group(1) @binding(4) var texture_3: texture_2d<f32>;

// Begins as Surface does.
struct StagedSurface {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) @interpolate(flat) tint: vec4f,
    @location(4) @interpolate(flat) flags: u32,
    @location(5) heat: f32,
    @location(6) uvs_01: vec4f,
    @location(7) uvs_23: vec4f,
    @location(8) @interpolate(flat) kinds: u32,
    @location(9) @interpolate(flat) alpha_test: f32,
}

// What StagedSurface has beyond Surface.
struct Stages {
    @builtin(front_facing) front: bool,
    @location(6) uvs_01: vec4f,
    @location(7) uvs_23: vec4f,
    @location(8) @interpolate(flat) kinds: u32,
    @location(9) @interpolate(flat) alpha_test: f32,
}

fn stage_kind(kinds: u32, stage: u32) -> u32 {
    return (kinds >> (stage * 8u)) & 255u;
}

// `phase` counts repeats, or turns, since the beginning.
fn stage_uv(kind: u32, uv: vec2f, normal: vec3f, phase: vec2f) -> vec2f {
    switch (kind >> 2u) & 7u {
        case UV_ENVIRONMENT: {
            return vec2f(0.5 + 0.35355 * (normal.x - normal.z), 0.5 - 0.5 * normal.y);
        }
        case UV_DRIFT: {
            return uv + phase;
        }
        case UV_SWIRL: {
            return uv + 0.1 * vec2f(cos(TURN * phase.x), sin(TURN * phase.y));
        }
        case UV_WAVEY: {
            return uv + 0.1 * vec2f(cos(TURN * (phase.x + uv.x)), sin(TURN * (phase.y + uv.y)));
        }
        default: {
            return uv;
        }
    }
}

@vertex
fn vs_staged(
    in: Input,
    @location(9) phases_01: vec4f,
    @location(10) phases_23: vec4f,
    @location(11) kinds: u32,
    @location(12) alpha_test: f32,
    @location(13) swelling: f32,
) -> StagedSurface {
    let outward = in.normal * inverseSqrt(max(dot(in.normal, in.normal), 1e-30));
    var swollen = in;
    swollen.position += outward * swelling;
    let plain = surface(swollen, 0.0);
    let normal = plain.normal * inverseSqrt(max(dot(plain.normal, plain.normal), 1e-30));
    var out: StagedSurface;
    out.clip = plain.clip;
    out.world = plain.world;
    out.normal = plain.normal;
    out.uv = plain.uv;
    out.tint = plain.tint;
    out.flags = plain.flags;
    out.heat = plain.heat;
    out.uvs_01 = vec4f(
        stage_uv(stage_kind(kinds, 0u), in.uv, normal, phases_01.xy),
        stage_uv(stage_kind(kinds, 1u), in.uv, normal, phases_01.zw),
    );
    out.uvs_23 = vec4f(
        stage_uv(stage_kind(kinds, 2u), in.uv, normal, phases_23.xy),
        stage_uv(stage_kind(kinds, 3u), in.uv, normal, phases_23.zw),
    );
    out.kinds = kinds;
    out.alpha_test = alpha_test;
    return out;
}

// The colour so far, a texel laid on it; `opacity` is the plain colour's alpha.
fn combined(kind: u32, color: vec4f, texel: vec4f, opacity: f32) -> vec4f {
    switch kind >> 5u {
        case COMBINE_ADD: {
            return vec4f(color.rgb + texel.rgb, color.a);
        }
        case COMBINE_BY_TEXTURE_ALPHA: {
            return vec4f(mix(color.rgb, texel.rgb, texel.a), color.a);
        }
        case COMBINE_BY_CURRENT_ALPHA: {
            return vec4f(mix(color.rgb, texel.rgb, color.a), opacity);
        }
        case COMBINE_ADD_BY_CURRENT_ALPHA: {
            return vec4f(color.rgb + texel.rgb * color.a, opacity);
        }
        default: {
            return color * texel;
        }
    }
}

// The sampler repeats: stays half a texel away from the edges.
fn first_uv(in: Surface, uv: vec2f) -> vec2f {
    let half_texel = 0.5 / vec2f(textureDimensions(surface_texture));
    return select(uv, clamp(uv, half_texel, 1.0 - half_texel), (in.flags & CLAMP) != 0u);
}

// Straight alpha. Only the plain colour is lit: a texture that is laid on by a mask glows.
fn staged_color(in: Surface, stages: Stages) -> vec4f {
    var uvs = array<vec2f, 4>(
        first_uv(in, stages.uvs_01.xy), stages.uvs_01.zw, stages.uvs_23.xy, stages.uvs_23.zw,
    );
    // Sampled in any case: derivatives want uniform control flow.
    var texels = array<vec4f, 4>(
        textureSample(surface_texture, surface_sampler, uvs[0]),
        textureSample(texture_1, surface_sampler, uvs[1]),
        textureSample(texture_2, surface_sampler, uvs[2]),
        textureSample(texture_3, surface_sampler, uvs[3]),
    );
    let is_lit = frame.lit != 0u && (in.flags & UNLIT) == 0u;
    var color = vec4f(select(in.tint.rgb, shade(in, in.tint.rgb), is_lit), in.tint.a);
    let clay = select(CLAY, shade(in, CLAY), is_lit);
    for (var stage = 0u; stage < 4u; stage++) {
        let kind = stage_kind(stages.kinds, stage);
        if (kind & PRESENT) != 0u {
            let found = (kind & FOUND) != 0u;
            let texel = select(missing_pattern(uvs[stage]), texels[stage], found);
            color = combined(kind, color, texel, in.tint.a);
        }
    }
    return vec4f(select(color.rgb, clay, frame.textured == 0u), color.a);
}

// Whether a fragment of this alpha is seen at all.
fn is_seen(in: Surface, stages: Stages, alpha: f32) -> bool {
    let is_front = stages.front != ((in.flags & MIRRORED) != 0u);
    return alpha >= stages.alpha_test && (is_front || (in.flags & ONE_SIDED) == 0u);
}

@fragment
fn fs_staged_opaque(in: Surface, stages: Stages) -> @location(0) vec4f {
    let color = staged_color(in, stages);
    let is_glass = (in.flags & BLEND) != 0u && color.a < OPAQUE_FROM;
    if is_glass || !is_seen(in, stages, color.a) {
        discard;
    }
    return vec4f(color.rgb, 1.0);
}

// The fragments that `fs_staged_opaque` left out.
@fragment
fn fs_staged_blended(in: Surface, stages: Stages) -> @location(0) vec4f {
    let color = staged_color(in, stages);
    if color.a >= OPAQUE_FROM || color.a < INVISIBLE_BELOW || !is_seen(in, stages, color.a) {
        discard;
    }
    return premultiplied(color);
}

// All fragments, of surfaces that add light or hide nothing.
@fragment
fn fs_staged_whole(in: Surface, stages: Stages) -> @location(0) vec4f {
    let color = staged_color(in, stages);
    if !is_seen(in, stages, color.a) {
        discard;
    }
    let alpha = select(1.0, clamp(color.a, 0.0, 1.0), (in.flags & BLEND) != 0u);
    // Premultiplied light without any alpha leaves what is behind it, and is added.
    return vec4f(color.rgb * alpha, select(alpha, 0.0, (in.flags & ADD) != 0u));
}
