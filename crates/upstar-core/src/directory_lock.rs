//! A directory that one search at a time uses.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// Holds a directory until it is dropped, or the process ends. Where the system cannot lock
/// directories, nothing is locked.
#[derive(Debug)]
pub struct DirectoryLock {
    _file: Option<File>,
}

impl DirectoryLock {
    /// Locks a directory; none if another process holds it.
    pub fn acquire(directory: &Path) -> Option<DirectoryLock> {
        let file = File::open(directory).ok();
        match file.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => None,
            Some(Ok(()) | Err(TryLockError::Error(_))) | None => {
                Some(DirectoryLock { _file: file })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_has_one_holder_at_a_time() {
        let directory = std::env::temp_dir().join(format!("upstar-lock-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let held = DirectoryLock::acquire(&directory);
        assert!(held.is_some());
        assert!(DirectoryLock::acquire(&directory).is_none());
        drop(held);
        assert!(DirectoryLock::acquire(&directory).is_some());
        std::fs::remove_dir(&directory).unwrap();
    }
}
