// Surfaces of skinned meshes: textures, plain grey, the missing-texture pattern, the heat map.

// Bits of `flags`; keep in step with gpu::layout::DrawRecord.
const TEXTURED = 1u;
const MISSING = 2u;
const BLEND = 4u;

// Fragments from here up count as opaque; a texture's 254 of 255 does.
const OPAQUE_FROM = 0.996;
const INVISIBLE_BELOW = 0.004;

@group(1) @binding(0) var surface_texture: texture_2d<f32>;
@group(1) @binding(1) var surface_sampler: sampler;

struct Input {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    // Per draw: rows of world_from_file.
    @location(3) world_x: vec4f,
    @location(4) world_y: vec4f,
    @location(5) world_z: vec4f,
    @location(6) tint: vec4f,
    @location(7) flags: u32,
}

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) @interpolate(flat) tint: vec4f,
    @location(4) @interpolate(flat) flags: u32,
    @location(5) heat: f32,
}

fn surface(in: Input, heat: f32) -> Surface {
    let position = vec4f(in.position, 1.0);
    let world = vec3f(dot(in.world_x, position), dot(in.world_y, position), dot(in.world_z, position));
    // The cofactor matrix again, as in skin.wgsl; which side is outward does not matter here.
    let normal = vec3f(
        dot(cross(in.world_y.xyz, in.world_z.xyz), in.normal),
        dot(cross(in.world_z.xyz, in.world_x.xyz), in.normal),
        dot(cross(in.world_x.xyz, in.world_y.xyz), in.normal),
    );
    var out: Surface;
    out.clip = frame.clip_from_world * vec4f(world, 1.0);
    out.world = world;
    out.normal = normal;
    out.uv = in.uv;
    out.tint = in.tint;
    out.flags = in.flags;
    out.heat = heat;
    return out;
}

@vertex
fn vs_surface(in: Input) -> Surface {
    return surface(in, 0.0);
}

@vertex
fn vs_heat(in: Input, @location(8) heat: f32) -> Surface {
    return surface(in, heat);
}

// Light that hangs on the camera, in gamma space: a key from the upper left, a fill from the right, a soft rim. A surface
// that faces the viewer keeps its texture's value.
fn shade(in: Surface, color: vec3f) -> vec3f {
    let to_eye = frame.eye - in.world;
    // Where the file has no normal the flat one has to do.
    let flat_normal = cross(dpdx(in.world), dpdy(in.world));
    let length_squared = dot(in.normal, in.normal);
    var normal = select(normalize(flat_normal), in.normal * inverseSqrt(length_squared), length_squared > 1e-30);
    // Both sides of a surface are drawn, and mirrored ones: light the one that is seen.
    normal = select(normal, -normal, dot(normal, to_eye) < 0.0);
    let seen = vec3f(dot(normal, frame.right), dot(normal, frame.up), dot(normal, frame.back));
    let key = pow(0.5 + 0.5 * dot(seen, vec3f(-0.454, 0.606, 0.653)), 1.5);
    let fill = 0.5 + 0.5 * dot(seen, vec3f(0.704, -0.101, 0.703));
    let rim = pow(1.0 - clamp(dot(normal, normalize(to_eye)), 0.0, 1.0), 3.0) * (0.6 + 0.4 * seen.y);
    return color * (0.25 + 0.75 * key + 0.22 * fill) + 0.10 * rim;
}

// Straight alpha.
fn surface_color(in: Surface) -> vec4f {
    // Sampled in any case: derivatives want uniform control flow.
    let texel = textureSample(surface_texture, surface_sampler, in.uv);
    var color = vec4f(CLAY, 1.0);
    if (in.flags & MISSING) != 0u {
        color = missing_pattern(in.uv);
    } else if (in.flags & TEXTURED) != 0u {
        color = texel;
    }
    color *= in.tint;
    if frame.textured == 0u {
        color = vec4f(CLAY, color.a);
    }
    if (in.flags & BLEND) == 0u {
        color.a = 1.0;
    }
    let shaded = shade(in, color.rgb);
    return vec4f(select(color.rgb, shaded, frame.lit != 0u), color.a);
}

@fragment
fn fs_opaque(in: Surface) -> @location(0) vec4f {
    let color = surface_color(in);
    if color.a < OPAQUE_FROM {
        discard;
    }
    return vec4f(color.rgb, 1.0);
}

// The fragments that `fs_opaque` left out.
@fragment
fn fs_blended(in: Surface) -> @location(0) vec4f {
    let color = surface_color(in);
    if color.a >= OPAQUE_FROM || color.a < INVISIBLE_BELOW {
        discard;
    }
    return premultiplied(color);
}

// A ramp whose lightness rises, so that it reads in grey and to the colour-blind; its low end is light enough for form to
// read on a dark background.
fn heat_color(heat: f32) -> vec3f {
    var stops = array<vec3f, 6>(
        vec3f(0.38, 0.44, 0.64),
        vec3f(0.55, 0.40, 0.69),
        vec3f(0.78, 0.38, 0.58),
        vec3f(0.93, 0.47, 0.36),
        vec3f(0.99, 0.68, 0.28),
        vec3f(1.00, 0.93, 0.50),
    );
    let at = clamp(heat, 0.0, 1.0) * 5.0;
    let low = min(u32(at), 4u);
    return mix(stops[low], stops[low + 1u], at - f32(low));
}

@fragment
fn fs_heat(in: Surface) -> @location(0) vec4f {
    let unmoved = vec3f(0.38, 0.40, 0.44);
    let color = mix(unmoved, heat_color(in.heat), smoothstep(0.0, 0.02, in.heat));
    // Partly lit: form reads, and the colours stay comparable.
    let shaded = mix(color, shade(in, color), 0.7);
    return vec4f(select(color, shaded, frame.lit != 0u), 1.0);
}
