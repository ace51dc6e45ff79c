//! Strong solutions and books with right checksums.
#![no_main]

use std::sync::LazyLock;

use harness::{folder, write_checked};
use libfuzzer_sys::fuzz_target;
use upstar_engine::{BOOK, STRONG, SolvedPositions};

static FILE: LazyLock<std::path::PathBuf> = LazyLock::new(|| folder("solved").join("file"));

fuzz_target!(|data: &[u8]| {
    if data.len() < 3000 && write_checked(&FILE, data) {
        if let Ok(file) = SolvedPositions::open(&FILE, &[STRONG, BOOK]) {
            let root = file.root();
            let _ = file.probe(root);
            let _ = file.probe_moves(root);
            let _ = file.code(root);
            let _ = file.probe_codes(&[0; 64]);
            for mv in root.moves() {
                let _ = file.probe(root.play(mv).as_ref());
            }
            let _ = file.iter().take(100).count();
        }
        let _ = std::fs::remove_file(&*FILE);
    }
});
