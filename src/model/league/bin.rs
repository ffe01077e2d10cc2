//! Property bins as trees of values (league-formats §7). Every value keeps the kind it was stored as, and every name its
//! hash: what a viewer does not know is still here to be shown.

use std::path::PathBuf;

/// A property bin and where it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct BinFile {
    /// Where it was read from.
    pub path: PathBuf,
    /// What it holds.
    pub bin: Bin,
}

/// A whole property bin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bin {
    /// 1 to 3.
    pub version: u32,
    /// The version of a patch's own head; `None` for a bin that is no patch.
    pub patch_version: Option<u32>,
    /// Which numbers the kinds had.
    pub numbering: Numbering,
    /// Paths of further bins whose objects may be referred to.
    pub linked: Vec<String>,
    /// What the bin defines, in file order.
    pub objects: Vec<Object>,
    /// Path hashes of the objects that a patch takes away.
    pub deletions: Vec<u32>,
    /// Single values that a patch replaces.
    pub patches: Vec<Patch>,
}

/// The two sets of numbers for kinds. Before there were file paths, containers were numbered without the high bit and one
/// lower (league-formats §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Containers begin at 0x80.
    #[default]
    Current,
    /// Containers begin at 18.
    Old,
}

/// One object: a class and its fields, under a path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// FNV-1a of its path.
    pub path: u32,
    /// FNV-1a of its class's name.
    pub class: u32,
    /// In file order; absent fields have their class's default.
    pub fields: Vec<Field>,
    /// Where it begins in the file, in bytes.
    pub offset: u64,
}

/// One value of a patch.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// FNV-1a of the object's path.
    pub object: u32,
    /// Names of fields from the object down, parted by points.
    pub path: String,
    /// What is put there.
    pub value: Value,
}

/// A named value.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// FNV-1a of the field's name.
    pub name: u32,
    /// Its value.
    pub value: Value,
}

/// A class and its fields without a path of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Struct {
    /// FNV-1a of the class's name; 0 for a pointer to nothing.
    pub class: u32,
    /// In file order.
    pub fields: Vec<Field>,
}

/// Items of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The kind of every item.
    pub kind: Kind,
    /// In file order.
    pub items: Vec<Value>,
}

/// Pairs of two kinds.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The kind of every key.
    pub key: Kind,
    /// The kind of every value.
    pub value: Kind,
    /// In file order. Keys may repeat.
    pub pairs: Vec<(Value, Value)>,
}

/// How a value is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing.
    None,
    /// One byte.
    Bool,
    /// Signed, 8 bits.
    I8,
    /// Unsigned, 8 bits.
    U8,
    /// Signed, 16 bits.
    I16,
    /// Unsigned, 16 bits.
    U16,
    /// Signed, 32 bits.
    I32,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 64 bits.
    I64,
    /// Unsigned, 64 bits.
    U64,
    /// IEEE-754 single.
    F32,
    /// Two floats.
    Vec2,
    /// Three floats.
    Vec3,
    /// Four floats.
    Vec4,
    /// Sixteen floats.
    Mat4,
    /// Four bytes.
    Rgba,
    /// Text.
    String,
    /// FNV-1a of a name.
    Hash,
    /// XXH64 of a file's path.
    File,
    /// Items of one kind.
    List,
    /// The same under another number.
    List2,
    /// A class that may be nothing, or a class derived from the expected one.
    Pointer,
    /// A class in place.
    Embed,
    /// FNV-1a of an object's path.
    Link,
    /// One value or none.
    Option,
    /// Pairs.
    Map,
    /// One byte.
    Flag,
}

impl Kind {
    /// The word for it; scripts may rely on it.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::F32 => "f32",
            Self::Vec2 => "vec2",
            Self::Vec3 => "vec3",
            Self::Vec4 => "vec4",
            Self::Mat4 => "mat4",
            Self::Rgba => "rgba",
            Self::String => "string",
            Self::Hash => "hash",
            Self::File => "file",
            Self::List => "list",
            Self::List2 => "list2",
            Self::Pointer => "pointer",
            Self::Embed => "embed",
            Self::Link => "link",
            Self::Option => "option",
            Self::Map => "map",
            Self::Flag => "flag",
        }
    }
}

/// A value with its kind. Large ones lie behind a box, so that lists of small ones stay small.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    None,
    /// True or false.
    Bool(bool),
    /// Signed, 8 bits.
    I8(i8),
    /// Unsigned, 8 bits.
    U8(u8),
    /// Signed, 16 bits.
    I16(i16),
    /// Unsigned, 16 bits.
    U16(u16),
    /// Signed, 32 bits.
    I32(i32),
    /// Unsigned, 32 bits.
    U32(u32),
    /// Signed, 64 bits.
    I64(i64),
    /// Unsigned, 64 bits.
    U64(u64),
    /// May be NaN or infinite.
    F32(f32),
    /// Two floats.
    Vec2([f32; 2]),
    /// Three floats.
    Vec3([f32; 3]),
    /// Four floats.
    Vec4([f32; 4]),
    /// Sixteen floats in file order.
    Mat4(Box<[f32; 16]>),
    /// Red, green, blue, alpha.
    Rgba([u8; 4]),
    /// Text.
    String(String),
    /// FNV-1a of a name.
    Hash(u32),
    /// XXH64 of a file's path.
    File(u64),
    /// Items of one kind.
    List(Box<List>),
    /// Items of one kind.
    List2(Box<List>),
    /// A class, or nothing where the class is 0.
    Pointer(Box<Struct>),
    /// A class in place.
    Embed(Box<Struct>),
    /// FNV-1a of an object's path.
    Link(u32),
    /// A kind, and one value of it or none.
    Option(Kind, Option<Box<Value>>),
    /// Pairs.
    Map(Box<Map>),
    /// True or false.
    Flag(bool),
}

/// A name, in whichever of the three ways it was stored: over the years the same field held all of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BinName {
    /// In full.
    Text(String),
    /// FNV-1a of the name.
    Hash(u32),
    /// XXH64 of a file's path.
    File(u64),
}

impl Bin {
    /// True for a patch of another bin.
    pub fn is_patch(&self) -> bool {
        self.patch_version.is_some()
    }

    /// The object under a path's hash.
    pub fn object(&self, path: u32) -> Option<&Object> {
        self.objects.iter().find(|object| object.path == path)
    }

    /// The objects of a class, in file order.
    pub fn of_class(&self, class: u32) -> impl Iterator<Item = &Object> {
        self.objects
            .iter()
            .filter(move |object| object.class == class)
    }
}

/// The value of the first field of this name.
pub fn field(fields: &[Field], name: u32) -> Option<&Value> {
    fields
        .iter()
        .find(|field| field.name == name)
        .map(|field| &field.value)
}

impl Object {
    /// The value of a field.
    pub fn field(&self, name: u32) -> Option<&Value> {
        field(&self.fields, name)
    }
}

impl Struct {
    /// The value of a field.
    pub fn field(&self, name: u32) -> Option<&Value> {
        field(&self.fields, name)
    }
}

/// Coercions. Fields changed their kind over the years (league-formats §7), so a reader asks for what it needs. Each looks
/// into an option.
impl Value {
    /// How it is stored.
    pub fn kind(&self) -> Kind {
        match self {
            Self::None => Kind::None,
            Self::Bool(_) => Kind::Bool,
            Self::I8(_) => Kind::I8,
            Self::U8(_) => Kind::U8,
            Self::I16(_) => Kind::I16,
            Self::U16(_) => Kind::U16,
            Self::I32(_) => Kind::I32,
            Self::U32(_) => Kind::U32,
            Self::I64(_) => Kind::I64,
            Self::U64(_) => Kind::U64,
            Self::F32(_) => Kind::F32,
            Self::Vec2(_) => Kind::Vec2,
            Self::Vec3(_) => Kind::Vec3,
            Self::Vec4(_) => Kind::Vec4,
            Self::Mat4(_) => Kind::Mat4,
            Self::Rgba(_) => Kind::Rgba,
            Self::String(_) => Kind::String,
            Self::Hash(_) => Kind::Hash,
            Self::File(_) => Kind::File,
            Self::List(_) => Kind::List,
            Self::List2(_) => Kind::List2,
            Self::Pointer(_) => Kind::Pointer,
            Self::Embed(_) => Kind::Embed,
            Self::Link(_) => Kind::Link,
            Self::Option(..) => Kind::Option,
            Self::Map(_) => Kind::Map,
            Self::Flag(_) => Kind::Flag,
        }
    }

    /// What lies in an option, else the value itself.
    pub fn inner(&self) -> Option<&Self> {
        let mut value = self;
        while let Self::Option(_, inside) = value {
            value = inside.as_deref()?;
        }
        Some(value)
    }

    /// A number of any kind, finite or not.
    pub fn as_f32(&self) -> Option<f32> {
        match self.inner()? {
            &Self::F32(number) => Some(number),
            other => other.as_i64().map(|number| number as f32),
        }
    }

    /// A whole number of any kind, or a float without a fraction. 64 unsigned bits wrap into the sign.
    pub fn as_i64(&self) -> Option<i64> {
        Some(match *self.inner()? {
            Self::Bool(yes) | Self::Flag(yes) => i64::from(yes),
            Self::I8(number) => number.into(),
            Self::U8(number) => number.into(),
            Self::I16(number) => number.into(),
            Self::U16(number) => number.into(),
            Self::I32(number) => number.into(),
            Self::U32(number) | Self::Hash(number) | Self::Link(number) => number.into(),
            Self::I64(number) => number,
            Self::U64(number) | Self::File(number) => number.cast_signed(),
            Self::F32(number) if number.fract() == 0.0 => number as i64,
            _ => return None,
        })
    }

    /// A whole number, hash or link that fits 32 unsigned bits.
    pub fn as_u32(&self) -> Option<u32> {
        self.as_i64().and_then(|number| number.try_into().ok())
    }

    /// A whole number of 64 bits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i64().map(i64::cast_unsigned)
    }

    /// A truth, or a number that is not 0.
    pub fn as_bool(&self) -> Option<bool> {
        match self.inner()? {
            Self::F32(number) => Some(*number != 0.0),
            other => other.as_i64().map(|number| number != 0),
        }
    }

    /// Text.
    pub fn as_str(&self) -> Option<&str> {
        match self.inner()? {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Three floats.
    pub fn as_vec3(&self) -> Option<[f32; 3]> {
        match *self.inner()? {
            Self::Vec3(vector) => Some(vector),
            Self::Vec4([x, y, z, _]) => Some([x, y, z]),
            _ => None,
        }
    }

    /// A name stored as text, as a hash or link, or as a file's hash.
    pub fn as_name(&self) -> Option<BinName> {
        match self.inner()? {
            Self::String(text) => Some(BinName::Text(text.clone())),
            &Self::Hash(hash) | &Self::Link(hash) | &Self::U32(hash) => Some(BinName::Hash(hash)),
            &Self::File(hash) | &Self::U64(hash) => Some(BinName::File(hash)),
            _ => None,
        }
    }

    /// A class in place or behind a pointer that is not nothing.
    pub fn as_struct(&self) -> Option<&Struct> {
        match self.inner()? {
            Self::Pointer(inside) | Self::Embed(inside) if inside.class != 0 => Some(inside),
            _ => None,
        }
    }

    /// The items of a list; of anything else but nothing, the value alone.
    pub fn as_items(&self) -> &[Self] {
        match self.inner() {
            Some(Self::List(list) | Self::List2(list)) => &list.items,
            Some(Self::None | Self::Map(_)) | None => &[],
            Some(other) => std::slice::from_ref(other),
        }
    }

    /// The pairs of a map; none of anything else.
    pub fn as_pairs(&self) -> &[(Self, Self)] {
        match self.inner() {
            Some(Self::Map(map)) => &map.pairs,
            _ => &[],
        }
    }
}
