//! Random playouts from one position, counted by how they ended.

use upstar_core::{Control, Rng, SearchGame};

/// Playouts between two checks of the clock, the memory and the stop flag.
const PLAYOUTS_BETWEEN_CHECKS: u64 = 256;

/// Plays `count` random playouts from a position, each move as likely as any other. Returns
/// for each of the game's scores how many playouts ended with it. There are fewer playouts when it is stopped, or
/// its time or the memory for the states of a game written in Python is used up.
pub fn playouts<G: SearchGame>(
    game: &G,
    position: &G::Position,
    count: u64,
    seed: u64,
    control: &Control,
) -> Vec<u64> {
    let scores = game.scores();
    let mut ends = vec![0; scores.len()];
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    for i in 0..count {
        if i % PLAYOUTS_BETWEEN_CHECKS == 0 {
            let limits = &control.limits;
            let is_late = control.seconds() >= limits.max_seconds;
            if control.is_stopped() || is_late || game.heap_bytes() > limits.max_bytes {
                break;
            }
        }
        let score = game.playout_end(position, &mut rng, &mut scratch);
        if game.has_failed() {
            break;
        }
        if let Ok(place) = scores.binary_search(&score) {
            ends[place] += 1;
        }
    }
    ends
}
