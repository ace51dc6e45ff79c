//! The winner of a position, by brute force. Tests compare keys with it.

use std::collections::HashMap;

use upstar_core::{Game, Move, Player};

use super::{NoGo, Position};

/// Results on one board, by the contents of the cells and the player to move.
pub type Known = HashMap<([u64; 2], Player), bool>;

/// Does the player to move win?
pub fn wins(game: &NoGo<u64>, position: &Position<u64>, known: &mut Known) -> bool {
    let name = (game.key(position), position.mover);
    if let Some(&wins) = known.get(&name) {
        return wins;
    }
    let mut moves: Vec<Move> = Vec::new();
    let over = game.expand(position, &mut moves).is_some();
    let wins = !over
        && moves.iter().any(|&mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            !wins(game, &next, known)
        });
    known.insert(name, wins);
    wins
}
