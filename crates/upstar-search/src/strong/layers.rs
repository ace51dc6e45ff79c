//! The files of a build: the positions of each layer, then the same with their entries.

use std::{
    fs,
    path::{Path, PathBuf},
};

use upstar_cgt::database::{DatabaseError, Header, Result, remove_stale_files};
use upstar_core::DirectoryLock;

use super::{CodeShape, position_file::PositionFile};

/// The directory of an unfinished build. Only one process uses it at a time.
pub struct Layers {
    directory: PathBuf,
    /// The lines that every file of the build has.
    identity: Header,
    _lock: DirectoryLock,
}

/// What the file of a layer holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The codes of the positions.
    Reached,
    /// The codes with their entries.
    Solved,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Reached => "reached",
            Kind::Solved => "solved",
        }
    }
}

impl Layers {
    /// Opens or creates the directory `PATH.build`.
    ///
    /// # Errors
    /// If it cannot be created, or another process uses it.
    pub fn open(path: &Path, identity: Header) -> Result<Layers> {
        let mut directory = path.as_os_str().to_owned();
        directory.push(".build");
        let directory = PathBuf::from(directory);
        let system = |why: String| DatabaseError::System(directory.clone(), why);
        fs::create_dir_all(&directory).map_err(|error| system(error.to_string()))?;
        let lock = DirectoryLock::acquire(&directory)
            .ok_or_else(|| system("another process builds this solution".into()))?;
        remove_stale_files(&directory);
        let layers = Layers { directory, identity, _lock: lock };
        layers.remove_runs();
        Ok(layers)
    }

    fn path(&self, ply: usize, kind: Kind) -> PathBuf {
        self.directory.join(format!("{ply:03}.{}", kind.name()))
    }

    /// The file for a run of a layer.
    pub fn run(&self, number: usize) -> PathBuf {
        self.directory.join(format!("{number}.run"))
    }

    /// Removes the runs.
    pub fn remove_runs(&self) {
        let Ok(entries) = fs::read_dir(&self.directory) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_some_and(|extension| extension == "run") {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The header of a layer's file.
    pub fn header(&self, kind: Kind, shape: CodeShape) -> Header {
        self.identity.clone().with("kind", kind.name()).with("shape", shape)
    }

    /// The file of a layer, if it is complete and of this build.
    fn own(&self, ply: usize, kind: Kind) -> Option<PositionFile> {
        let file = PositionFile::open(&self.path(ply, kind), &[kind.name()]).ok()?;
        let names = ["game", "root", "to_move", "sources"];
        let is_own = names.iter().all(|name| file.header().text(name) == self.identity.text(name));
        is_own.then_some(file)
    }

    /// How the codes of the first layer are made, if its file exists.
    pub fn shape(&self) -> Option<CodeShape> {
        let first = self.own(0, Kind::Solved).or_else(|| self.own(0, Kind::Reached))?;
        CodeShape::parse(first.header().text("shape"))
    }

    /// Opens the file of a layer; `None` if there is none. A file that is damaged, of another build or of another shape
    /// is removed.
    pub fn layer(&self, ply: usize, kind: Kind, shape: CodeShape) -> Option<PositionFile> {
        let own = self.own(ply, kind);
        let own = own.filter(|file| file.header().text("shape") == shape.to_string());
        if own.is_none() {
            self.remove(ply, kind);
        }
        own
    }

    /// Where to write the file of a layer.
    pub fn target(&self, ply: usize, kind: Kind) -> PathBuf {
        self.path(ply, kind)
    }

    /// Removes the file of a layer.
    pub fn remove(&self, ply: usize, kind: Kind) {
        let _ = fs::remove_file(self.path(ply, kind));
    }

    /// Removes all files of layers, and the directory if nothing else is in it.
    pub fn clear(&self) {
        let Ok(entries) = fs::read_dir(&self.directory) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            if [Kind::Reached.name(), Kind::Solved.name(), "run"].contains(&extension) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Removes the directory after the build.
    pub fn remove_all(self) {
        self.clear();
        let _ = fs::remove_dir(&self.directory);
    }
}
