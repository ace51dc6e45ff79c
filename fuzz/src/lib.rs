//! What the targets share: files in memory, checksums that are right, and the laws of a position.

use std::path::{Path, PathBuf};

use upstar_cgt::database::{Header, Writer};
use upstar_core::{Control, Limits, Player};
use upstar_engine::{AnyPosition, registry};

/// A limit that keeps each input short.
pub fn control() -> Control {
    Control::new(Limits {
        max_nodes: 2000,
        max_seconds: 1.0,
        max_bytes: 1 << 26,
        ..Limits::default()
    })
}

/// A directory of this process for files that a reader opens.
pub fn folder(target: &str) -> PathBuf {
    let base = Path::new("/dev/shm");
    let base = if base.is_dir() { base.to_path_buf() } else { std::env::temp_dir() };
    let folder = base.join(format!("upstar-fuzz-{target}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    folder
}

/// Writes a file of the database format with right checksums: the input is `NAME=VALUE` lines, an empty line, and data.
/// So the fuzzer reaches what is behind the checksums. Returns false if the input is not of this form.
pub fn write_checked(path: &Path, input: &[u8]) -> bool {
    let Some(end) = input.windows(2).position(|pair| pair == b"\n\n") else { return false };
    let Ok(text) = std::str::from_utf8(&input[..end]) else { return false };
    if text.len() > 2000 {
        return false;
    }
    let mut header = Header::default();
    for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
        if name != "checksum" {
            header = header.with(name, value);
        }
    }
    let Ok(mut writer) = Writer::new(path) else { return false };
    let data = &input[end + 2..];
    writer.words(&data[..data.len() / 4 * 4]).is_ok() && writer.finish(header).is_ok()
}

/// The laws that hold for every position that a text describes: its text reads back, its moves can be played.
pub fn check_position(position: &dyn AnyPosition, choice: u8) {
    let (text, mover) = (position.text(), position.to_move());
    let again = registry::position(position.game(), &text, Some(mover));
    let again = again.unwrap_or_else(|error| panic!("the text '{text}' reads back: {error}"));
    assert_eq!(again.text(), text);
    let moves = position.moves();
    assert_eq!(again.moves().len(), moves.len(), "{text}");
    assert_eq!(position.result().is_some(), moves.is_empty(), "{text}");
    let _ = position.diagram();
    if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
        let name = position.move_text(mv);
        assert_eq!(position.parse_move(&name).ok(), Some(mv), "{name} in {text}");
        let _ = position.move_cells(mv);
        let next = position.play(mv);
        assert!(next.text().len() < 100_000);
    }
}

/// One of the two players.
pub fn player(byte: u8) -> Player {
    Player::BOTH[usize::from(byte & 1)]
}
