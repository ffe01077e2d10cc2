//! Materials, and the textures they need as PNG.

use std::collections::HashMap;

use glam::Vec2;
use image::ImageEncoder;
use serde_json::{Value, json};

use super::ExportError;
use super::alpha::AlphaMode;
use super::binary::{Binary, Target};
use crate::model::{Image, Material, Texture};

/// Repeated, smooth, with levels.
pub(super) fn sampler() -> Value {
    json!({"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497})
}

/// What was packed so far.
#[derive(Default)]
pub(super) struct Materials {
    materials: Vec<Value>,
    textures: Vec<Value>,
    images: Vec<Value>,
    packed: HashMap<usize, usize>,
}

impl Materials {
    /// Adds one submesh's material; gives its index. `uvs` and `triangles` are those of the submesh.
    pub fn add(
        &mut self,
        out: &mut Binary,
        material: &Material,
        textures: &[Texture],
        uvs: &[Vec2],
        triangles: &[[u32; 3]],
    ) -> Result<usize, ExportError> {
        // Unlit games have neither metal nor gloss.
        let mut surface = json!({"metallicFactor": 0.0, "roughnessFactor": 1.0});
        let mut mode = AlphaMode::Opaque;
        let worn = material.texture.and_then(|index| {
            let texture = textures.get(index)?;
            let image = texture.image.as_deref().filter(|image| is_whole(image))?;
            Some((index, texture, image))
        });
        if let Some((index, texture, image)) = worn {
            let texture = self.texture(out, index, &texture.name, image)?;
            surface["baseColorTexture"] = json!({"index": texture});
            mode = AlphaMode::of(image, uvs, triangles);
        }
        self.materials.push(json!({
            "name": material.name,
            "pbrMetallicRoughness": surface,
            "doubleSided": true,
            "alphaMode": mode.word(),
        }));
        Ok(self.materials.len() - 1)
    }

    /// Packs a texture once, however many materials wear it.
    fn texture(
        &mut self,
        out: &mut Binary,
        index: usize,
        name: &str,
        image: &Image,
    ) -> Result<usize, ExportError> {
        if let Some(&packed) = self.packed.get(&index) {
            return Ok(packed);
        }
        let png = png(image).map_err(|error| ExportError::Texture {
            name: name.to_owned(),
            reason: error.to_string(),
        })?;
        let view = out.view(&png, Target::None)?;
        self.images
            .push(json!({"name": name, "mimeType": "image/png", "bufferView": view}));
        self.textures
            .push(json!({"name": name, "source": self.images.len() - 1, "sampler": 0}));
        self.packed.insert(index, self.textures.len() - 1);
        Ok(self.textures.len() - 1)
    }

    /// Materials, textures, images.
    pub fn into_lists(self) -> (Vec<Value>, Vec<Value>, Vec<Value>) {
        (self.materials, self.textures, self.images)
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
