//! What is proved of a legal move.

use crate::{Bounds, Move};

/// What is proved of a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Bounds on the score, from Left's point of view.
    pub bounds: Bounds,
    /// The plies to the end of the game, the move included, if they were asked for and there is a winner.
    pub distance: Option<u32>,
    /// How the move was settled; none if it is open.
    pub proved_by: Option<ProvedBy>,
}

impl MoveValue {
    /// Is everything proved that was asked for?
    pub fn is_settled(&self) -> bool {
        self.proved_by.is_some()
    }
}

/// How the value of a move was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProvedBy {
    /// The game is over after the move.
    Rules,
    /// The game's static bounds decide the position after the move.
    StaticBounds,
    /// The combinatorial values of all parts decide the position after the move.
    Values,
    /// A search.
    Search,
    /// A book or a strong solution has the position.
    Book,
}

impl ProvedBy {
    /// Every way.
    pub const ALL: [ProvedBy; 5] = [
        ProvedBy::Rules,
        ProvedBy::StaticBounds,
        ProvedBy::Values,
        ProvedBy::Search,
        ProvedBy::Book,
    ];

    /// The word that users see.
    pub fn name(self) -> &'static str {
        match self {
            ProvedBy::Rules => "rules",
            ProvedBy::StaticBounds => "static bounds",
            ProvedBy::Values => "values",
            ProvedBy::Search => "search",
            ProvedBy::Book => "book",
        }
    }
}
