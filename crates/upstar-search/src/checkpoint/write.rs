//! Writing a checkpoint.

use std::io::{self, Write};

use upstar_core::{AtomicFile, Fnv1a, Key, lock};

use super::{Checkpoint, NO_MOVE, RootProof, WorkDone};

/// A file with the checksum of what was written.
struct SummedFile {
    file: AtomicFile,
    checksum: Fnv1a,
}

impl SummedFile {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.file.write_all(bytes)
    }
}

impl Checkpoint {
    pub(super) fn write<K: Key>(
        &self,
        proof: RootProof,
        done: WorkDone,
        table_bytes: usize,
        for_each: impl FnOnce(&mut dyn FnMut(&K, u64)),
    ) -> io::Result<()> {
        let file = AtomicFile::create(&self.path)?;
        let mut sink = SummedFile { file, checksum: Fnv1a::EMPTY };
        let mut result = sink.write(self.header(proof, done, table_bytes).as_bytes());
        let mut bytes = Vec::with_capacity(K::BYTES + 8);
        for_each(&mut |key, word| {
            if result.is_ok() {
                bytes.clear();
                key.write(&mut bytes);
                bytes.extend(word.to_le_bytes());
                result = sink.write(&bytes);
            }
        });
        result?;
        // The interned keys come after the entries. So every id in an entry is among them, even if other
        // threads intern keys meanwhile.
        let mut count = 0_u64;
        if let Some(interner) = &self.interner {
            for word in lock(interner).serialized() {
                count += 1;
                sink.write(&word.to_le_bytes())?;
            }
        }
        sink.write(&count.to_le_bytes())?;
        let SummedFile { mut file, checksum } = sink;
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
