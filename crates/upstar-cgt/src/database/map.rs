//! Files in memory. They are mapped and shared between processes if the system supports it, otherwise read.

use std::{fs::File, io, path::Path};

/// The bytes of a file, read-only.
#[derive(Debug)]
pub struct Map(Inner);

#[cfg(unix)]
#[derive(Debug)]
struct Inner {
    address: *mut libc::c_void,
    length: usize,
}

#[cfg(not(unix))]
#[derive(Debug)]
struct Inner(Vec<u8>);

// SAFETY: invariant: the pages are only read, and only this value owns them until it is dropped. Test: `a_map_has_the_bytes_of_its_file`.
#[cfg(unix)]
#[allow(unsafe_code)]
unsafe impl Send for Map {}
// SAFETY: likewise.
#[cfg(unix)]
#[allow(unsafe_code)]
unsafe impl Sync for Map {}

impl Map {
    /// Maps a file.
    ///
    /// # Errors
    /// If it cannot be read.
    #[cfg(unix)]
    pub fn open(path: &Path) -> io::Result<Map> {
        use std::os::fd::AsRawFd;

        let file = File::open(path)?;
        let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        if length == 0 {
            return Ok(Map(Inner { address: std::ptr::null_mut(), length }));
        }
        // SAFETY: invariant: this is a new mapping, for reading, of a file that this program never writes in place: a
        // build writes another file and renames it. Test: `a_map_has_the_bytes_of_its_file`.
        #[allow(unsafe_code)]
        let address = unsafe {
            let (read, shared) = (libc::PROT_READ, libc::MAP_SHARED);
            libc::mmap(std::ptr::null_mut(), length, read, shared, file.as_raw_fd(), 0)
        };
        if address == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Map(Inner { address, length }))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read.
    #[cfg(not(unix))]
    pub fn open(path: &Path) -> io::Result<Map> {
        use std::io::Read;

        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        Ok(Map(Inner(bytes)))
    }

    /// The bytes.
    #[cfg(unix)]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        if self.0.length == 0 {
            return &[];
        }
        // SAFETY: invariant: the mapping has this length and lives as long as `self`. Test: `a_map_has_the_bytes_of_its_file`.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(self.0.address.cast::<u8>(), self.0.length)
        }
    }

    /// The bytes.
    #[cfg(not(unix))]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.0.0
    }
}

#[cfg(unix)]
impl Drop for Map {
    fn drop(&mut self) {
        if self.0.length > 0 {
            // SAFETY: invariant: no borrow of the bytes outlives `self`. Test: `a_map_has_the_bytes_of_its_file`.
            #[allow(unsafe_code)]
            unsafe {
                libc::munmap(self.0.address, self.0.length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_the_bytes_of_its_file() {
        let path = std::env::temp_dir().join(format!("upstar-map-{}", std::process::id()));
        for length in [0, 1, 4095, 4096, 4097, 100_000] {
            let bytes: Vec<u8> = (0..length).map(|at: usize| (at * 7) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let map = Map::open(&path).unwrap();
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| assert_eq!(map.bytes(), bytes));
                }
            });
        }
        std::fs::remove_file(&path).unwrap();
        assert!(Map::open(&path).is_err());
    }
}
