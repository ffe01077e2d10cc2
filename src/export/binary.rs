//! The binary chunk, the views and accessors into it, and the container around it (glTF 2.0 §3.6, §4.4).

use glam::{Quat, Vec2, Vec3};
use serde_json::{Value, json};

use super::ExportError;

/// More is damage, or an export that no program opens.
const MOST_BYTES: usize = 1 << 30;

/// `5121`, `5123`, `5125`, `5126`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    U8 = 5121,
    U16 = 5123,
    U32 = 5125,
    F32 = 5126,
}

/// What a view is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Read by the processor: images, animations, matrices.
    None,
    Vertices,
    Indices,
}

#[derive(Default)]
pub(super) struct Binary {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Binary {
    /// Appends a view; gives its index.
    pub fn view(&mut self, bytes: &[u8], target: Target) -> Result<usize, ExportError> {
        if self.bytes.len() + bytes.len() > MOST_BYTES {
            return Err(ExportError::TooLarge("1 GiB"));
        }
        let mut view =
            json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        match target {
            Target::None => {}
            Target::Vertices => view["target"] = json!(34962),
            Target::Indices => view["target"] = json!(34963),
        }
        self.bytes.extend_from_slice(bytes);
        // Every component begins at a multiple of its own size.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        Ok(self.views.len() - 1)
    }

    /// The index that [`Self::view`] will give next.
    pub fn next_view(&self) -> usize {
        self.views.len()
    }

    /// Appends an accessor; gives its index.
    pub fn accessor(
        &mut self,
        view: usize,
        offset: usize,
        count: usize,
        component: Component,
        kind: &str,
    ) -> usize {
        let mut accessor = json!({
            "bufferView": view, "componentType": component as u32, "count": count, "type": kind,
        });
        if offset > 0 {
            accessor["byteOffset"] = json!(offset);
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// States the smallest and the largest value of each component.
    pub fn bound(&mut self, accessor: usize, min: &[f32], max: &[f32]) {
        if let Some(accessor) = self.accessors.get_mut(accessor) {
            accessor["min"] = json!(min);
            accessor["max"] = json!(max);
        }
    }

    /// A view of its own with one accessor on all of it; gives the accessor.
    pub fn list(
        &mut self,
        bytes: &[u8],
        count: usize,
        component: Component,
        kind: &str,
        target: Target,
    ) -> Result<usize, ExportError> {
        let view = self.view(bytes, target)?;
        Ok(self.accessor(view, 0, count, component, kind))
    }

    /// The whole file.
    pub fn into_glb(self, mut document: Value) -> Result<Vec<u8>, ExportError> {
        if !self.bytes.is_empty() {
            document["buffers"] = json!([{"byteLength": self.bytes.len()}]);
            document["bufferViews"] = Value::Array(self.views);
        }
        if !self.accessors.is_empty() {
            document["accessors"] = Value::Array(self.accessors);
        }
        let mut text = serde_json::to_vec(&document)?;
        text.resize(text.len().next_multiple_of(4), b' ');
        let has_binary = !self.bytes.is_empty();
        let total = 12 + 8 + text.len() + if has_binary { 8 + self.bytes.len() } else { 0 };
        let length = |length: usize| {
            u32::try_from(length).map_err(|_| ExportError::TooLarge("the format allows"))
        };
        let mut glb = Vec::with_capacity(total);
        glb.extend_from_slice(b"glTF");
        glb.extend_from_slice(&2_u32.to_le_bytes());
        glb.extend_from_slice(&length(total)?.to_le_bytes());
        glb.extend_from_slice(&length(text.len())?.to_le_bytes());
        glb.extend_from_slice(b"JSON");
        glb.extend_from_slice(&text);
        if has_binary {
            glb.extend_from_slice(&length(self.bytes.len())?.to_le_bytes());
            glb.extend_from_slice(b"BIN\0");
            glb.extend_from_slice(&self.bytes);
        }
        Ok(glb)
    }
}

/// Little-endian bytes of numbers.
pub(super) fn floats(numbers: impl IntoIterator<Item = f32>) -> Vec<u8> {
    numbers.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// Little-endian bytes of vectors.
pub(super) fn vectors(vectors: &[Vec3]) -> Vec<u8> {
    floats(vectors.iter().flat_map(|vector| vector.to_array()))
}

/// Little-endian bytes of texture coordinates.
pub(super) fn pairs(pairs: &[Vec2]) -> Vec<u8> {
    floats(pairs.iter().flat_map(|pair| pair.to_array()))
}

/// Little-endian bytes of rotations.
pub(super) fn rotations(rotations: &[Quat]) -> Vec<u8> {
    floats(rotations.iter().flat_map(|rotation| rotation.to_array()))
}
