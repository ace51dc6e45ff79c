//! Checkpoints of a search: the checksum is put right, so that header, keys and entries are reached.
#![no_main]

use std::sync::LazyLock;

use harness::{control, folder};
use libfuzzer_sys::fuzz_target;
use upstar_core::{Fnv1a, Parameters};
use upstar_engine::{registry, solve};
use upstar_search::Request;

static FOLDER: LazyLock<std::path::PathBuf> = LazyLock::new(|| folder("checkpoint"));

fuzz_target!(|data: &[u8]| {
    let [choice, data @ ..] = data else { return };
    let path = FOLDER.join("table.upstar");
    let mut bytes = data.to_vec();
    if choice & 1 == 0 {
        let mut checksum = Fnv1a::EMPTY;
        checksum.add(&bytes);
        bytes.extend(checksum.value().to_le_bytes());
    }
    std::fs::write(&path, &bytes).expect("the file can be written");
    let (game, text, algorithm) = [
        ("domineering", "3x3", "alpha-beta"),
        ("nogo", "2x3", "df-pn"),
        ("mnk", "2x3:2", "df-pp"),
        ("hackenbush", "LRRL,GG", "alpha-beta"),
    ][usize::from(choice >> 1) % 4];
    let position = registry::position(game, text, None).expect("it is a position");
    let mut request = Request::new(algorithm);
    request.parameters = Parameters::default();
    request.checkpoint = Some(FOLDER.clone());
    let _ = solve(position.as_ref(), &request, &control());
    let _ = std::fs::remove_file(&path);
});
