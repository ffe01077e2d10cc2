// What all drawing passes share; put in front of each of them.

// Keep in step with gpu::layout::FrameUniform.
struct Frame {
    clip_from_world: mat4x4f,
    eye: vec3f,
    // Distance from the world's origin at which segments are gone.
    fade_distance: f32,
    // World directions of the picture's right, up and towards the viewer.
    right: vec3f,
    lit: u32,
    up: vec3f,
    textured: u32,
    back: vec3f,
    // Physical pixels.
    viewport: vec2f,
    // Straight alpha, at the picture's top and bottom.
    background_top: vec4f,
    background_bottom: vec4f,
}

// What is painted without a texture.
const CLAY = vec3f(0.62, 0.61, 0.59);

@group(0) @binding(0) var<uniform> frame: Frame;

// The target holds premultiplied alpha.
fn premultiplied(color: vec4f) -> vec4f {
    return vec4f(color.rgb * color.a, color.a);
}

// A chequer that no picture looks like, where a texture is missing.
fn missing_pattern(uv: vec2f) -> vec4f {
    let square = vec2i(floor(uv * 8.0));
    return select(vec4f(0.08, 0.02, 0.08, 1.0), vec4f(0.95, 0.1, 0.85, 1.0), ((square.x + square.y) & 1) == 0);
}
