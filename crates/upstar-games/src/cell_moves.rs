//! Moves that are numbers of cells: lists, counts and random draws from a set of cells.
//!
//! A game computes the cells that the player to move can choose, or the score if the game is over.
//! From that, the functions here implement methods of [`Game`](upstar_core::Game) and
//! [`Playouts`](upstar_core::Playouts).

use upstar_core::{Bits, Move, Player, Rng, Score, Status, iter_bits};

/// The cells that the player to move can choose, at least one; or the score of a finished game.
pub type CellMoves<B> = Result<B, Score>;

/// Normal play: a player who cannot move loses.
#[inline]
pub fn normal_play<B: Bits>(cells: B, mover: Player) -> CellMoves<B> {
    if cells.is_empty() { Err(mover.other().win()) } else { Ok(cells) }
}

/// The `winner` has won. Without a winner the game is drawn when no cell is left.
#[inline]
pub fn until_won<B: Bits>(winner: Option<Player>, cells: B) -> CellMoves<B> {
    match winner {
        Some(winner) => Err(winner.win()),
        None if cells.is_empty() => Err(0),
        None => Ok(cells),
    }
}

/// Appends a move for each cell of a set, in the order of the cells.
#[inline]
pub fn push_cells<B: Bits>(cells: B, moves: &mut Vec<Move>) {
    moves.extend(iter_bits(cells).map(|cell| Move(cell as u32)));
}

/// Appends the moves, or returns the score: [`Game::expand`](upstar_core::Game::expand).
#[inline]
pub fn expand<B: Bits>(cells: CellMoves<B>, moves: &mut Vec<Move>) -> Option<Score> {
    match cells {
        Ok(cells) => {
            push_cells(cells, moves);
            None
        }
        Err(score) => Some(score),
    }
}

/// Counts the moves, or returns the score: [`Game::status`](upstar_core::Game::status).
#[inline]
pub fn status<B: Bits>(cells: CellMoves<B>) -> Status {
    match cells {
        Ok(cells) => Status::Moves(cells.count()),
        Err(score) => Status::Over(score),
    }
}

/// Draws a move, all equally likely, or returns the score:
/// [`Playouts::random_move`](upstar_core::Playouts::random_move).
#[inline]
pub fn random_move<B: Bits>(cells: CellMoves<B>, rng: &mut Rng) -> Result<Move, Score> {
    cells.map(|cells| Move(rng.cell(cells) as u32))
}
