//! Writing a checkpoint.

use std::io::{self, Write};

use upstar_core::{AtomicFile, Fnv1a, lock};

use super::{Checkpoint, Entries, NO_MOVE, RootProof, WorkDone};

/// A file, and the checksum of the bytes written to it.
struct ChecksummedFile {
    file: AtomicFile,
    checksum: Fnv1a,
}

impl ChecksummedFile {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.file.write_all(bytes)
    }
}

impl Checkpoint {
    pub(super) fn write(
        &self,
        proof: RootProof,
        done: WorkDone,
        table_bytes: usize,
        for_each: Entries,
    ) -> io::Result<()> {
        let file = AtomicFile::create(&self.path)?;
        let mut sink = ChecksummedFile { file, checksum: Fnv1a::EMPTY };
        let mut result = sink.write(self.header(proof, done, table_bytes).as_bytes());
        for_each(&mut |entry| {
            if result.is_ok() {
                result = sink.write(entry);
            }
        });
        result?;
        // The interned keys are written after the entries. So they include every id of an entry, even if
        // other threads intern keys at the same time.
        let mut count = 0_u64;
        if let Some(interner) = &self.interner {
            for word in lock(interner).serialized() {
                count += 1;
                sink.write(&word.to_le_bytes())?;
            }
        }
        sink.write(&count.to_le_bytes())?;
        let ChecksummedFile { mut file, checksum } = sink;
        file.write_all(&checksum.value().to_le_bytes())?;
        file.commit()
    }

    /// The lines of the header, with the empty line at its end.
    fn header(&self, proof: RootProof, done: WorkDone, table_bytes: usize) -> String {
        let mut header = String::new();
        for (name, value) in &self.identity {
            header += &format!("{name}: {value}\n");
        }
        let nodes = self.earlier_work.nodes + done.nodes;
        let seconds = self.earlier_work.seconds + done.seconds;
        let RootProof { bounds, best } = proof;
        let best = best.map_or(NO_MOVE.into(), |mv| mv.0.to_string());
        header += &format!("bounds: {} {}\nbest: {best}\n", bounds.lo, bounds.hi);
        header += &format!("nodes: {nodes}\nseconds: {seconds:.3}\ntable: {table_bytes}\n\n");
        header
    }
}
