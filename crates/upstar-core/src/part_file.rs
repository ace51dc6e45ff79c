//! Files that are whole or not there: written as `NAME.part`, put on the disk, then renamed.
//!
//! A writer that gives up removes the part; one that is killed leaves a part without its end,
//! which is no certificate.

use std::{
    fs::{self, File},
    io::{self, BufWriter},
    path::{Path, PathBuf},
};

/// A file that gets its name when it is whole, and is gone if it never is.
pub struct PartFile {
    file: Option<BufWriter<File>>,
    part: PathBuf,
    path: PathBuf,
}

impl PartFile {
    /// Creates `path.part`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> io::Result<PartFile> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        let file = BufWriter::with_capacity(1 << 16, File::create(&part)?);
        Ok(PartFile { file: Some(file), part, path: path.to_owned() })
    }

    /// Makes sure that all is on the disk, and gives the file its name.
    ///
    /// # Errors
    /// If the disk is full, or the name cannot be given.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            fs::rename(&self.part, &self.path)?;
            self.part = PathBuf::new();
        }
        Ok(())
    }
}

impl io::Write for PartFile {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), io::Write::flush)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        drop(self.file.take());
        if !self.part.as_os_str().is_empty() {
            // There is nobody left to tell; without its end it is no certificate anyway.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Can a certificate be written there? Found out before the work rather than after it.
///
/// # Errors
/// Why not.
pub fn check_target(path: &Path) -> Result<(), String> {
    if path.exists() && !path.is_file() {
        return Err(format!("cannot write {}: it is there and no ordinary file", path.display()));
    }
    PartFile::create(path).map(drop).map_err(|e| format!("cannot write {}: {e}", path.display()))
}
