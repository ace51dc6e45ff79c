//! A lock on a directory that only one search may use at a time.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// A lock that is held until it is dropped or the process ends. On systems that cannot lock
/// directories, nothing is locked.
#[derive(Debug)]
pub struct DirectoryLock {
    _file: Option<File>,
}

impl DirectoryLock {
    /// Locks a directory; `None` if another process holds the lock.
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
