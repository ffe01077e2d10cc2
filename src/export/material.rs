//! Materials, and the textures they need as PNG.

use std::collections::HashMap;

use glam::Vec2;
use image::ImageEncoder;
use serde_json::{Value, json};

use super::ExportError;
use super::alpha::AlphaMode;
use super::binary::{Binary, Target};
use super::surface;
use crate::model::{Finding, Image, Material, Texture};

/// Smooth, with levels; repeated, or ending at the edges.
fn sampler(clamp: bool) -> Value {
    let wrap = if clamp { 33071 } else { 10497 };
    json!({"magFilter": 9729, "minFilter": 9987, "wrapS": wrap, "wrapT": wrap})
}

/// A texture by the list that it is in, and its place there.
type TextureKey = (*const Texture, usize);

/// What was packed so far.
#[derive(Default)]
pub(super) struct Materials {
    materials: Vec<Value>,
    textures: Vec<Value>,
    images: Vec<Value>,
    /// For each sampler whether textures end at the edges.
    samplers: Vec<bool>,
    /// By what it shows, and whether it ends at the edges.
    packed: HashMap<(TextureKey, bool), usize>,
    packed_images: HashMap<TextureKey, usize>,
    is_unlit: bool,
}

/// The lists of a document that hold looks.
pub(super) struct Lists {
    pub materials: Vec<Value>,
    pub textures: Vec<Value>,
    pub images: Vec<Value>,
    pub samplers: Vec<Value>,
    /// Extensions of glTF that they use.
    pub extensions: Vec<Value>,
}

impl Materials {
    /// Adds one submesh's material; gives its index. Texture coordinates and triangles are those of the submesh.
    pub fn add(
        &mut self,
        out: &mut Binary,
        material: &Material,
        textures: &[Texture],
        (uvs, triangles): (&[Vec2], &[[u32; 3]]),
        findings: &mut Vec<Finding>,
    ) -> Result<usize, ExportError> {
        // Unlit games have neither metal nor gloss.
        let mut plain = json!({"metallicFactor": 0.0, "roughnessFactor": 1.0});
        let mut mode = AlphaMode::Opaque;
        let surface = material.surface.as_ref();
        let worn = material.texture.and_then(|index| {
            let texture = textures.get(index)?;
            let image = texture.image.as_deref().filter(|image| is_whole(image))?;
            Some((index, texture, image))
        });
        if let Some((index, texture, image)) = worn {
            let clamp = surface.is_some_and(|surface| surface.clamp);
            let key = ((textures.as_ptr(), index), clamp);
            let texture = self.texture(out, key, &texture.name, image)?;
            plain["baseColorTexture"] = json!({"index": texture});
            mode = AlphaMode::of(image, uvs, triangles);
        }
        if let Some(surface) = surface {
            mode = surface::alpha_mode(surface, mode);
        }
        let mut value = json!({
            "name": material.name,
            "pbrMetallicRoughness": plain,
            "doubleSided": true,
            "alphaMode": mode.word(),
        });
        if let Some(surface) = surface {
            surface::put_on(&mut value, surface);
            self.is_unlit |= !surface.lit;
            findings.extend(surface::left_out(material, surface));
        }
        self.materials.push(value);
        Ok(self.materials.len() - 1)
    }

    /// Packs a texture once, however many materials wear it.
    fn texture(
        &mut self,
        out: &mut Binary,
        (key, clamp): (TextureKey, bool),
        name: &str,
        image: &Image,
    ) -> Result<usize, ExportError> {
        if let Some(&packed) = self.packed.get(&(key, clamp)) {
            return Ok(packed);
        }
        let source = self.image(out, key, name, image)?;
        let known = self.samplers.iter().position(|sampler| *sampler == clamp);
        let sampler = known.unwrap_or(self.samplers.len());
        if known.is_none() {
            self.samplers.push(clamp);
        }
        self.textures
            .push(json!({"name": name, "source": source, "sampler": sampler}));
        self.packed.insert((key, clamp), self.textures.len() - 1);
        Ok(self.textures.len() - 1)
    }

    fn image(
        &mut self,
        out: &mut Binary,
        key: TextureKey,
        name: &str,
        image: &Image,
    ) -> Result<usize, ExportError> {
        if let Some(&packed) = self.packed_images.get(&key) {
            return Ok(packed);
        }
        let png = png(image).map_err(|error| ExportError::Texture {
            name: name.to_owned(),
            reason: error.to_string(),
        })?;
        let view = out.view(&png, Target::None)?;
        self.images
            .push(json!({"name": name, "mimeType": "image/png", "bufferView": view}));
        self.packed_images.insert(key, self.images.len() - 1);
        Ok(self.images.len() - 1)
    }

    pub fn into_lists(self) -> Lists {
        let unlit = self.is_unlit.then(|| json!(surface::UNLIT));
        Lists {
            materials: self.materials,
            textures: self.textures,
            images: self.images,
            samplers: self.samplers.into_iter().map(sampler).collect(),
            extensions: unlit.into_iter().collect(),
        }
    }
}

fn is_whole(image: &Image) -> bool {
    let pixels = u64::from(image.width) * u64::from(image.height);
    pixels > 0 && pixels.checked_mul(4) == Some(image.rgba.len() as u64)
}

fn png(image: &Image) -> Result<Vec<u8>, image::ImageError> {
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes).write_image(
        &image.rgba,
        image.width,
        image.height,
        image::ExtendedColorType::Rgba8,
    )?;
    Ok(bytes)
}
