//! Endgame databases with right checksums: a table of values and a board.
#![no_main]

use std::sync::LazyLock;

use harness::{folder, write_checked};
use libfuzzer_sys::fuzz_target;
use upstar_cgt::{
    Values,
    database::{Database, Locator, game_of, stat},
};
use upstar_core::Grid;
use upstar_engine::registry;

static FOLDER: LazyLock<std::path::PathBuf> = LazyLock::new(|| folder("database"));

fuzz_target!(|data: &[u8]| {
    let Some(end) = data.windows(4).position(|bytes| bytes == b"\n--\n") else { return };
    let (table, board) = (FOLDER.join("values.table"), FOLDER.join("2x3.ids"));
    let written = write_checked(&table, &data[..end]) && write_checked(&board, &data[end + 4..]);
    if written && let Ok(game) = game_of(&FOLDER) {
        let cells = registry::board(&game, Grid { rows: 2, columns: 3 }).ok().and_then(|b| b.cells());
        let mut values = Values::with_limit(1 << 24);
        if let Some(cells) = cells {
            if let Ok(database) = Database::open(&FOLDER, &game, cells, &mut values) {
                let locator = Locator::new(cells);
                for planes in (0..64_u128).flat_map(|a| [[a, 0], [0, a], [a, !a & 63]]) {
                    if let Some(found) = database.look_up(&locator, planes) {
                        let _ = database.value(found, &mut values);
                    }
                }
            }
            let _ = stat(&FOLDER, &game, &|_| Ok(cells), &mut values);
        }
    }
    let _ = std::fs::remove_file(&board);
    let _ = std::fs::remove_file(&table);
});
