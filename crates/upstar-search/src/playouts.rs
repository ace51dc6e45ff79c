//! Random playouts from one position, counted by how they ended.

use upstar_core::{Control, Rng, SearchGame};

/// Playouts between two looks at the clock, the memory and the stop flag.
const BATCH: u64 = 256;

/// Plays `count` times at random from a position to the end, each move as likely as any other;
/// for each of the game's scores, how often a play ended with it. Fewer when it is stopped, or
/// its time or the memory for states of a game written in Python is used up.
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
        if i % BATCH == 0 {
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
