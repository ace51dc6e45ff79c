//! Files that are complete or absent: written under a temporary name, synced, then renamed.
//!
//! A writer that is dropped before [`commit`](AtomicFile::commit) removes the temporary file. A process
//! that is killed leaves it behind.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Bytes that are buffered before they are written.
const BUFFER_BYTES: usize = 1 << 16;

/// A file that gets its final name when it is committed.
pub struct AtomicFile {
    /// None once the file is committed or dropped.
    file: Option<BufWriter<File>>,
    temporary: PathBuf,
    path: PathBuf,
}

impl AtomicFile {
    /// Creates `path.part`, which is renamed to `path` on commit.
    ///
    /// # Errors
    /// If `path` is a directory, or the temporary file cannot be created.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".part");
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        AtomicFile::create_as(path, temporary.into(), BUFFER_BYTES)
    }

    /// Creates `temporary`, which is renamed to `path` on commit, with a buffer of `buffer_bytes`.
    ///
    /// # Errors
    /// If the temporary file cannot be created.
    pub fn create_as(
        path: &Path,
        temporary: PathBuf,
        buffer_bytes: usize,
    ) -> io::Result<AtomicFile> {
        let file = BufWriter::with_capacity(buffer_bytes, File::create(&temporary)?);
        Ok(AtomicFile { file: Some(file), temporary, path: path.to_owned() })
    }

    /// The temporary file.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// The final name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the file to the disk and renames it.
    ///
    /// # Errors
    /// If the disk is full, or the file cannot be renamed.
    pub fn commit(mut self) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            fs::rename(&self.temporary, &self.path)?;
            self.temporary = PathBuf::new();
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.as_mut().map_or(Ok(0), |file| file.seek(to))
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        drop(self.file.take());
        if !self.temporary.as_os_str().is_empty() {
            // A destructor cannot report an error, and an incomplete file has the temporary name.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Checks that a file can be written. Callers do so before long work whose result goes into the
/// file.
///
/// # Errors
/// Why it cannot be written.
pub fn check_writable(path: &Path) -> Result<(), String> {
    if path.exists() && !path.is_file() {
        return Err(format!(
            "cannot write {}: it exists and is not an ordinary file",
            path.display()
        ));
    }
    AtomicFile::create(path).map(drop).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_only_when_it_is_committed() {
        let path = std::env::temp_dir().join(format!("upstar-atomic-{}", std::process::id()));
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"....cd").unwrap();
        let temporary = file.temporary().to_owned();
        assert!(temporary.exists() && !path.exists());
        drop(file);
        assert!(!temporary.exists() && !path.exists());

        let mut file = AtomicFile::create_as(&path, temporary.clone(), 4).unwrap();
        file.write_all(b"..cd").unwrap();
        file.rewind().unwrap();
        file.write_all(b"ab").unwrap();
        file.commit().unwrap();
        assert!(!temporary.exists());
        assert_eq!(fs::read(&path).unwrap(), b"abcd");
        fs::remove_file(&path).unwrap();
    }
}
