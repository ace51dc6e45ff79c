//! The game of playing on a sum.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::book::Book;
use super::source::{Parts, locked};
use crate::base::{Bounds, Player, Score};
use crate::game::{Game, Move, Partisan, Status};

const SCORES: [Score; 2] = [-1, 1];

/// Sums of parts of one game's positions. A move is `component << 16 | option`.
pub struct Sum {
    book: Mutex<Book>,
    max_bytes: usize,
}

/// A sum, by its number in the book, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    sum: u32,
    mover: Player,
}

impl Sum {
    /// The sums of a game's positions, and what reads a position as one. Parts in which the
    /// players have at most `most_moves` moves together get their values, and these and all else
    /// that is remembered may take about `max_bytes`.
    pub fn of<G: Partisan>(
        game: &Arc<G>,
        most_moves: u32,
        max_bytes: usize,
    ) -> (Sum, impl FnMut(&Sum, &G::Position) -> Position) {
        let game = Arc::clone(game);
        let source = Arc::new(Mutex::new(Parts::new(Arc::clone(&game))));
        let book = Book::new(Box::new(Arc::clone(&source)), most_moves, max_bytes);
        let read = move |sum: &Sum, position: &G::Position| {
            let parts = locked(&source).of(position);
            Position { sum: sum.book().sum_of_parts(&parts), mover: game.to_move(position) }
        };
        (Sum { book: Mutex::new(book), max_bytes }, read)
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Game for Sum {
    type Position = Position;
    type Key = u32;
    type OwnedKey = u32;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        let before = moves.len();
        self.book().moves(position.sum, position.mover, |component, option| {
            moves.push(Move(component << 16 | option));
        });
        (moves.len() == before).then(|| position.mover.other().win())
    }

    fn status(&self, position: &Position, _scratch: &mut Vec<Move>) -> Status {
        match self.book().mobility(position.sum, position.mover) {
            0 => Status::Over(position.mover.other().win()),
            count => Status::Moves(count),
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let (component, option) = (mv.0 >> 16, mv.0 & 0xffff);
        position.sum = self.book().play(position.sum, position.mover, component, option);
        position.mover = position.mover.other();
    }

    fn key(&self, position: &Position) -> u32 {
        position.sum
    }

    fn owned_key(&self, position: &Position) -> u32 {
        position.sum
    }

    fn bounds(&self, position: &Position) -> Bounds {
        match self.book().winner(position.sum, position.mover) {
            Some(winner) => Bounds::exactly(winner.win()),
            None => Bounds::new(SCORES[0], SCORES[1]),
        }
    }

    fn memory(&self) -> usize {
        self.book().bytes()
    }

    /// Is there no more room for sums? They are never forgotten.
    fn has_failed(&self) -> bool {
        self.memory() > self.max_bytes
    }
}
