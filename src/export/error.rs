//! Why nothing was exported.

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Neither mesh nor skeleton is at hand.
    #[error("there is neither a mesh nor a skeleton to export: name one")]
    Nothing,
    /// More than the format or this program takes.
    #[error(
        "the export would be larger than {0}; export fewer clips at a time, or check the file for damage"
    )]
    TooLarge(&'static str),
    /// A texture could not be packed.
    #[error("the texture {name} cannot be packed as a PNG: {reason}")]
    Texture {
        /// The texture's name.
        name: String,
        /// The encoder's reason.
        reason: String,
    },
    /// What the kind of file is about is not at hand.
    #[error("{0} is not at hand, and there is nothing to write: name {1} too")]
    Missing(&'static str, &'static str),
    /// The format's encoder refuses.
    #[error("it cannot be written: {0}")]
    Encode(#[from] crate::formats::WriteError),
    /// Writing would replace what was read.
    #[error(
        "{0} is one of the files that were opened and is not written over: choose another place"
    )]
    Opened(String),
    /// The document could not be written as JSON.
    #[error("the glTF document cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// The file could not be written.
    #[error("cannot write it: {0}; check the folder and the free space")]
    Write(#[from] std::io::Error),
    /// Whoever asked wants it no more.
    #[error("the export was stopped")]
    Cancelled,
}
