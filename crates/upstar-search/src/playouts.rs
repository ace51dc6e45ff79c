//! Random playouts from one position, counted by their final scores.

use upstar_core::{Control, Rng, SearchGame};

/// The playouts between two checks of the clock, the memory and the stop flag.
const PLAYOUTS_BETWEEN_CHECKS: u64 = 256;

/// Runs `count` random playouts from a position. Every legal move has the same probability. Returns, for each
/// of the game's scores, the number of playouts that ended with it. Fewer playouts are run if the control
/// stops them, or if the time limit or the memory limit is reached. Only a game written in Python uses memory
/// here, for its states.
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
