//! Positions of every game, of its impartial version and under misère play, and sums.
#![no_main]

use harness::{check_position, player};
use libfuzzer_sys::fuzz_target;
use upstar_engine::registry;

fuzz_target!(|data: &[u8]| {
    let [first, second, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    if text.len() > 300 {
        return;
    }
    let names: Vec<_> = registry::games().map(|info| info.name).collect();
    let name = names[usize::from(*first) % names.len()];
    let prefix = ["", "", "", "impartial:", "misere:", "misere:impartial:"][usize::from(*second >> 1) % 6];
    if let Ok(position) = registry::position(&format!("{prefix}{name}"), text, Some(player(*second))) {
        check_position(position.as_ref(), *second);
    }
    // A file names a game as well.
    if let Some((game, rest)) = text.split_once(' ') {
        let _ = registry::position(game, rest, None);
    }
});
