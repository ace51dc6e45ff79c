//! The games on which the positions after the moves are searched.

use std::sync::Arc;

use upstar_cgt::sum_game::SumGame;
use upstar_core::{
    Bounds, Control, DistanceGame, DistancePosition, Error, Game, Move, Partisan, ProvedBy,
    SearchGame, Status, distance_of, outcome_of,
};

use super::BoundsSearch;
use crate::depth_first::WinnerSearch;

/// The positions after the moves, as positions of the game that is searched.
pub trait MoveView: Sync {
    /// The game that is searched.
    type Searched: SearchGame;

    /// The game that is searched.
    fn searched(&self) -> &Self::Searched;

    /// The position after a legal move, in the game that is searched. Each thread calls this itself, because
    /// a position of a sum belongs to the thread that made it.
    fn after(&self, mv: Move) -> <Self::Searched as Game>::Position;

    /// How a move is proved after which the searched game is over.
    fn proved_at_end(&self, _mv: Move) -> ProvedBy {
        ProvedBy::Rules
    }

    /// How a position after a move is proved, if that takes no search.
    fn proved_statically(&self, _after: &<Self::Searched as Game>::Position) -> ProvedBy {
        ProvedBy::StaticBounds
    }

    /// How a position after a move is proved, if it was searched.
    fn proved_by_search(&self, _after: &<Self::Searched as Game>::Position) -> ProvedBy {
        ProvedBy::Search
    }

    /// Bounds on the searched game's score that follow from bounds on the user's score.
    fn searched_bounds(&self, known: Bounds) -> Bounds {
        known
    }

    /// What bounds on the searched game's score say about the user's game: bounds, and the plies to the end.
    fn shown(&self, bounds: Bounds) -> (Bounds, Option<u32>) {
        (bounds, None)
    }

    /// A df-pn search of the positions, with a table of at most `max_bytes` bytes, if the view offers one.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    fn df_pn<'a>(
        &'a self,
        _control: &'a Control,
        _max_bytes: usize,
    ) -> Result<Option<BoxedSearch<'a, Self::Searched>>, Error> {
        Ok(None)
    }
}

/// A search of positions, without its type.
pub type BoxedSearch<'a, G> = Box<dyn BoundsSearch<'a, G> + 'a>;

/// The game itself.
pub struct BoardView<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position whose moves are analysed.
    pub position: &'a G::Position,
}

impl<G: SearchGame> MoveView for BoardView<'_, G> {
    type Searched = G;

    fn searched(&self) -> &G {
        self.game
    }

    fn after(&self, mv: Move) -> G::Position {
        let mut next = self.position.clone();
        self.game.play(&mut next, mv);
        next
    }
}

/// The game whose scores count the plies to the end.
pub struct DistanceView<G: SearchGame> {
    game: DistanceGame<G>,
    root: DistancePosition<G::Position>,
}

impl<G: SearchGame> DistanceView<G> {
    /// The view of a position.
    ///
    /// # Errors
    /// If the game has other scores than win, draw and loss.
    pub fn new(game: G, position: &G::Position) -> Result<DistanceView<G>, Error> {
        DistanceGame::new(game, position).map(|(game, root)| DistanceView { game, root })
    }
}

impl<G: SearchGame> MoveView for DistanceView<G> {
    type Searched = DistanceGame<G>;

    fn searched(&self) -> &DistanceGame<G> {
        &self.game
    }

    fn after(&self, mv: Move) -> DistancePosition<G::Position> {
        let mut next = self.root.clone();
        self.game.play(&mut next, mv);
        next
    }

    fn searched_bounds(&self, known: Bounds) -> Bounds {
        let scores = self.game.scores();
        let (lowest, highest) = (scores[0], scores[scores.len() - 1]);
        let lo = if known.lo < 0 { lowest } else { known.lo };
        let hi = if known.hi > 0 { highest } else { known.hi };
        Bounds::new(lo, hi)
    }

    fn shown(&self, bounds: Bounds) -> (Bounds, Option<u32>) {
        let distance = bounds.is_exact().then(|| distance_of(bounds.lo)).flatten();
        (outcome_of(bounds), distance)
    }
}

/// Sums of parts.
pub struct SumView<'a, G: Partisan> {
    /// The game of playing on sums.
    pub sum: &'a SumGame<G>,
    /// The game.
    pub game: &'a Arc<G>,
    /// The position whose moves are analysed.
    pub position: &'a G::Position,
}

impl<G: Partisan> SumView<'_, G> {
    /// The position of the game after a move.
    fn board_after(&self, mv: Move) -> G::Position {
        let mut next = self.position.clone();
        self.game.play(&mut next, mv);
        next
    }

    /// The proof is by values if every part has one.
    fn proved(&self, after: &<SumGame<G> as Game>::Position, otherwise: ProvedBy) -> ProvedBy {
        if SumGame::<G>::has_values(after) { ProvedBy::Values } else { otherwise }
    }
}

impl<G: Partisan> MoveView for SumView<'_, G> {
    type Searched = SumGame<G>;

    fn searched(&self) -> &SumGame<G> {
        self.sum
    }

    fn after(&self, mv: Move) -> <SumGame<G> as Game>::Position {
        self.sum.sum_of(&self.board_after(mv))
    }

    /// A sum without moves may have parts of value 0, in which there are moves.
    fn proved_at_end(&self, mv: Move) -> ProvedBy {
        match self.game.status(&self.board_after(mv), &mut Vec::new()) {
            Status::Over(_) => ProvedBy::Rules,
            Status::Moves(_) => ProvedBy::Values,
        }
    }

    fn proved_statically(&self, after: &<SumGame<G> as Game>::Position) -> ProvedBy {
        self.proved(after, ProvedBy::StaticBounds)
    }

    fn proved_by_search(&self, after: &<SumGame<G> as Game>::Position) -> ProvedBy {
        self.proved(after, ProvedBy::Search)
    }

    fn df_pn<'a>(
        &'a self,
        control: &'a Control,
        max_bytes: usize,
    ) -> Result<Option<BoxedSearch<'a, SumGame<G>>>, Error> {
        Ok(Some(Box::new(WinnerSearch::new(self.sum, control, max_bytes)?)))
    }
}
