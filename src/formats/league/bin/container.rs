//! Values of every kind, and the containers that hold them (league-formats §7). What cannot be read costs the rest of the
//! nearest container that states its size; reading goes on behind that.

use super::faults::{Fault, Faults};
use super::kinds::{kind_of, least_bytes};
use crate::formats::{ReadError, Reader};
use crate::model::league::bin::{Field, Kind, List, Map, Numbering, Struct, Value};

/// Containers nested deeper than this are refused: the game's are a tenth of it, and each level costs stack.
const DEEPEST: usize = 64;

/// What states its size, and what it consists of.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    name: &'static str,
    item: &'static str,
    items: &'static str,
}

const LIST: Whole = Whole {
    name: "the list",
    item: "item",
    items: "items",
};
const MAP: Whole = Whole {
    name: "the map",
    item: "pair",
    items: "pairs",
};
const CLASS: Whole = Whole {
    name: "the class",
    item: "field",
    items: "fields",
};
pub(super) const OBJECT: Whole = Whole {
    name: "the object",
    item: "field",
    items: "fields",
};

/// What reading values needs to know.
pub(super) struct Values {
    pub numbering: Numbering,
    /// Bytes of memory that may still be taken. A real bin takes six times its size; a list of bytes would take twenty
    /// times its own, and items that take no bytes in the file any number of times.
    left: usize,
    /// What was skipped so far.
    pub faults: Faults,
}

/// Memory for each byte of the file, and what even the smallest file may take.
const MEMORY_PER_BYTE: usize = 12;
const LEAST_MEMORY: usize = 64 << 10;
/// What an allocation costs beside its content.
const ALLOCATION: usize = 16;

impl Values {
    pub fn new(numbering: Numbering, reader: &Reader<'_>) -> Self {
        Self {
            numbering,
            left: MEMORY_PER_BYTE * reader.file_len() + LEAST_MEMORY,
            faults: Faults::default(),
        }
    }

    /// Takes memory for `count` items. `reader` stands where they are claimed.
    fn take<T>(&mut self, count: usize, reader: &Reader<'_>) -> Result<(), ReadError> {
        let bytes = count.saturating_mul(size_of::<T>()) + ALLOCATION;
        self.left = self.left.checked_sub(bytes).ok_or_else(|| {
            reader.error(
                format!(
                    "values that take at most {MEMORY_PER_BYTE} times the file's size in memory"
                ),
                format!("{count} more"),
            )
        })?;
        Ok(())
    }

    /// Reads fields and their number. Those before a fault stay in `fields`.
    pub fn fields(
        &mut self,
        reader: &mut Reader<'_>,
        fields: &mut Vec<Field>,
        depth: usize,
    ) -> Result<(), ReadError> {
        let count = reader.u16("the number of fields")?;
        let count = reader.fits(count, 5, "fields")?;
        self.take::<Field>(count, reader)?;
        fields.reserve_exact(count);
        for _ in 0..count {
            let name = reader.u32("a field's name")?;
            let kind = self.kind(reader)?;
            let value = self.value(reader, kind, depth)?;
            fields.push(Field { name, value });
        }
        Ok(())
    }

    /// Reads what states its size. After a fault in it the items before that are kept, and `reader` stands behind it.
    pub fn sized<'a, T>(
        &mut self,
        reader: &mut Reader<'a>,
        size: u32,
        whole: Whole,
        read: impl FnOnce(&mut Self, &mut Reader<'a>, &mut Vec<T>) -> Result<(), ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let (mut part, short) = self.faults.part(reader, size, whole.name)?;
        let mut items = Vec::new();
        let inside = read(self, &mut part, &mut items).and_then(|()| at_end(&part));
        self.faults.lost += part.remaining() as u64;
        let is_told = self.faults.is_cut(&part);
        if let Some(error) = short.or_else(|| inside.err().filter(|_| !is_told)) {
            self.faults.add(|| Fault {
                part: whole.name.into(),
                kept: match items.len() {
                    0 => format!("its {} are left out", whole.items),
                    1 => format!("its first {} is kept", whole.item),
                    kept => format!("its first {kept} {} are kept", whole.items),
                },
                error,
            });
        }
        Ok(items)
    }

    /// Reads the number of a kind.
    pub fn kind(&self, reader: &mut Reader<'_>) -> Result<Kind, ReadError> {
        let before = *reader;
        let number = reader.u8("a kind of value")?;
        kind_of(number, self.numbering).ok_or_else(|| {
            before
                .error("a known kind of value", format!("kind {number:#04x}"))
                .advise("extract the bin again; it may be damaged, or newer than this program")
        })
    }

    /// Reads one value of a kind.
    pub fn value(
        &mut self,
        reader: &mut Reader<'_>,
        kind: Kind,
        depth: usize,
    ) -> Result<Value, ReadError> {
        let what = "a value";
        Ok(match kind {
            Kind::None => Value::None,
            Kind::Bool => Value::Bool(reader.u8(what)? != 0),
            Kind::I8 => Value::I8(reader.u8(what)?.cast_signed()),
            Kind::U8 => Value::U8(reader.u8(what)?),
            Kind::I16 => Value::I16(reader.i16(what)?),
            Kind::U16 => Value::U16(reader.u16(what)?),
            Kind::I32 => Value::I32(reader.i32(what)?),
            Kind::U32 => Value::U32(reader.u32(what)?),
            Kind::I64 => Value::I64(reader.u64(what)?.cast_signed()),
            Kind::U64 => Value::U64(reader.u64(what)?),
            Kind::F32 => Value::F32(reader.f32(what)?),
            Kind::Vec2 => Value::Vec2(floats(reader)?),
            Kind::Vec3 => Value::Vec3(floats(reader)?),
            Kind::Vec4 => Value::Vec4(floats(reader)?),
            Kind::Mat4 => Value::Mat4(Box::new(floats(reader)?)),
            Kind::Rgba => {
                let mut channels = [0; 4];
                channels.copy_from_slice(reader.take(4, "a colour")?);
                Value::Rgba(channels)
            }
            Kind::String => {
                let length = reader.u16("the length of a text")?;
                self.take::<u8>(length.into(), reader)?;
                Value::String(reader.string(length, "a text")?)
            }
            Kind::Hash => Value::Hash(reader.u32(what)?),
            Kind::File => Value::File(reader.u64(what)?),
            Kind::Link => Value::Link(reader.u32(what)?),
            Kind::Flag => Value::Flag(reader.u8(what)? != 0),
            _ if depth >= DEEPEST => {
                return Err(reader.error(
                    format!("containers nested at most {DEEPEST} deep"),
                    "another container",
                ));
            }
            Kind::List => Value::List(Box::new(self.list(reader, depth + 1)?)),
            Kind::List2 => Value::List2(Box::new(self.list(reader, depth + 1)?)),
            Kind::Pointer => Value::Pointer(Box::new(self.pointer(reader, depth + 1)?)),
            Kind::Embed => {
                self.take::<Struct>(1, reader)?;
                let class = reader.u32("a class")?;
                Value::Embed(Box::new(self.structure(reader, class, depth + 1)?))
            }
            Kind::Option => self.option(reader, depth + 1)?,
            Kind::Map => Value::Map(Box::new(self.map(reader, depth + 1)?)),
        })
    }

    fn list(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<List, ReadError> {
        self.take::<List>(1, reader)?;
        let kind = self.kind(reader)?;
        let size = reader.u32("the size of a list")?;
        let read = |values: &mut Self, part: &mut Reader<'_>, items: &mut Vec<Value>| {
            let count = values.count::<Value>(part, least_bytes(kind))?;
            items.reserve_exact(count);
            for _ in 0..count {
                items.push(values.value(part, kind, depth)?);
            }
            Ok(())
        };
        let items = self.sized(reader, size, LIST, read)?;
        Ok(List { kind, items })
    }

    fn map(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<Map, ReadError> {
        self.take::<Map>(1, reader)?;
        let key = self.kind(reader)?;
        let value = self.kind(reader)?;
        let size = reader.u32("the size of a map")?;
        let least = least_bytes(key) + least_bytes(value);
        let read = |values: &mut Self, part: &mut Reader<'_>, pairs: &mut Vec<_>| {
            let count = values.count::<(Value, Value)>(part, least)?;
            pairs.reserve_exact(count);
            for _ in 0..count {
                let key = values.value(part, key, depth)?;
                pairs.push((key, values.value(part, value, depth)?));
            }
            Ok(())
        };
        let pairs = self.sized(reader, size, MAP, read)?;
        Ok(Map { key, value, pairs })
    }

    /// A count of items of type `T` that take at least `least` bytes each.
    fn count<T>(&mut self, reader: &mut Reader<'_>, least: usize) -> Result<usize, ReadError> {
        let before = *reader;
        let count = reader.u32("the number of items")?;
        let count = reader.fits(count, least, "items")?;
        self.take::<T>(count, &before)?;
        Ok(count)
    }

    fn pointer(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<Struct, ReadError> {
        self.take::<Struct>(1, reader)?;
        match reader.u32("a class")? {
            0 => Ok(Struct::default()),
            class => self.structure(reader, class, depth),
        }
    }

    fn structure(
        &mut self,
        reader: &mut Reader<'_>,
        class: u32,
        depth: usize,
    ) -> Result<Struct, ReadError> {
        let size = reader.u32("the size of a class")?;
        let fields = self.sized(reader, size, CLASS, |values, part, fields| {
            values.fields(part, fields, depth)
        })?;
        Ok(Struct { class, fields })
    }

    fn option(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<Value, ReadError> {
        let kind = self.kind(reader)?;
        let before = *reader;
        match reader.u8("whether an option holds a value")? {
            0 => Ok(Value::Option(kind, None)),
            1 => {
                self.take::<Value>(1, reader)?;
                let inside = self.value(reader, kind, depth)?;
                Ok(Value::Option(kind, Some(Box::new(inside))))
            }
            other => Err(before.error("an option that holds 0 or 1 values", other.to_string())),
        }
    }
}

fn floats<const N: usize>(reader: &mut Reader<'_>) -> Result<[f32; N], ReadError> {
    reader.fits(N, 4, "floats")?;
    let mut floats = [0.0; N];
    for float in &mut floats {
        *float = reader.f32("a float")?;
    }
    Ok(floats)
}

/// A part that states its size must be used up.
fn at_end(reader: &Reader<'_>) -> Result<(), ReadError> {
    match reader.remaining() {
        0 => Ok(()),
        left => Err(reader.error(
            "the end of what states its size",
            format!("{left} more bytes"),
        )),
    }
}
