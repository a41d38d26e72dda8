//! The files of the page: embedded in the program, or in a folder.

use std::path::{Path, PathBuf};

use crate::cli::exit::{Result, Stop};

/// The files of the page with their content types.
const FILES: [(&str, &str); 6] = [
    ("index.html", "text/html; charset=utf-8"),
    ("main.js", "text/javascript; charset=utf-8"),
    ("worker.js", "text/javascript; charset=utf-8"),
    ("style.css", "text/css; charset=utf-8"),
    ("engine.wasm", "application/wasm"),
    ("licences.txt", "text/plain; charset=utf-8"),
];

/// Headers of every file: the page may load only its own files, and must not cache them. It keeps its worker's source
/// as a blob, to start another one without the server.
pub const HEADERS: [(&str, &str); 4] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
];

/// The header of a compressed file.
pub const PACKED: (&str, &str) = ("Content-Encoding", "gzip");

/// An embedded file, and whether it is compressed.
type Built = (&'static [u8], bool);

/// The page built together with the program, in the order of [`FILES`].
#[cfg(feature = "page")]
const BUILT: Option<[Built; FILES.len()]> = Some([
    (include_bytes!("../../../web/dist/index.html"), false),
    (include_bytes!("../../../web/dist/main.js.gz"), true),
    (include_bytes!("../../../web/dist/worker.js"), false),
    (include_bytes!("../../../web/dist/style.css"), false),
    (include_bytes!("../../../web/dist/engine.wasm.gz"), true),
    (include_bytes!("../../../web/dist/licences.txt"), false),
]);
#[cfg(not(feature = "page"))]
const BUILT: Option<[Built; FILES.len()]> = None;

/// The source of the files.
pub enum Page {
    Built([Built; FILES.len()]),
    Folder(PathBuf),
}

/// A file of the page.
pub struct Found {
    pub bytes: Vec<u8>,
    pub kind: &'static str,
    /// Whether the bytes are compressed.
    pub packed: bool,
}

/// The output folder of `web/build`.
const USUAL: &str = "web/dist";

impl Page {
    /// The page in a folder, or else the embedded one, or else the one built in this checkout.
    pub fn find(folder: Option<&Path>) -> Result<Self> {
        let is_page = |folder: &Path| FILES.iter().all(|(name, _)| folder.join(name).is_file());
        match (folder, BUILT) {
            (Some(folder), _) if is_page(folder) => Ok(Self::Folder(folder.to_owned())),
            (Some(folder), _) => {
                let names: Vec<&str> = FILES.iter().map(|&(name, _)| name).collect();
                let (folder, names) = (folder.display(), names.join(", "));
                Err(Stop::usage(format!("there is no page in `{folder}`; a page has {names}")))
            }
            (None, Some(built)) => Ok(Self::Built(built)),
            (None, None) if is_page(Path::new(USUAL)) => Ok(Self::Folder(PathBuf::from(USUAL))),
            (None, None) => Err(Stop::usage(
                "this program was built without the page, and `web/dist` has none. Released programs contain it. To build it from \
                 carn's sources, with Node and npm:\n  \
                 rustup target add wasm32-unknown-unknown\n  \
                 web/build\n\
                 Then run `carn serve` there, or `carn serve --page FOLDER` elsewhere. `cargo install --path . --features page` \
                 builds a program with the page",
            )),
        }
    }

    /// A file by its name; `live` tells the page that there is a file to follow.
    pub fn file(&self, name: &str, live: bool) -> Option<Found> {
        let index = FILES.iter().position(|(known, _)| *known == name)?;
        let kind = FILES[index].1;
        let (mut bytes, packed) = match self {
            Self::Built(files) => (files[index].0.to_vec(), files[index].1),
            Self::Folder(folder) => (std::fs::read(folder.join(name)).ok()?, false),
        };
        if live && index == 0 {
            let text = String::from_utf8(bytes).ok()?;
            bytes = text.replacen("<html ", "<html data-live ", 1).into_bytes();
        }
        Some(Found { bytes, kind, packed })
    }
}
