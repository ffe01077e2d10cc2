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

@group(0) @binding(0) var<uniform> frame: Frame;

// The target holds premultiplied alpha.
fn premultiplied(color: vec4f) -> vec4f {
    return vec4f(color.rgb * color.a, color.a);
}
