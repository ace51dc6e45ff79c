//! The winners of several positions, by one df-pn search with one table.

use upstar_core::{Bounds, Control, Error, Meter, Parameters, Player, SearchGame};

use super::{
    df_pn::{DfPn, ProofNumbers},
    engine::Engine,
};
use crate::{Request, Solver, analysis::BoundsSearch, goal_bisection::Goal, sum_search::EPSILON};

/// A search for the winners of positions of a game that is won or lost.
pub(crate) struct WinnerSearch<'a, G: SearchGame> {
    engine: Engine<'a, G, ProofNumbers>,
    searches: u64,
}

impl<'a, G: SearchGame> WinnerSearch<'a, G> {
    /// A search with an empty table of at most `max_bytes` bytes.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(
        game: &'a G,
        control: &'a Control,
        max_bytes: usize,
    ) -> Result<WinnerSearch<'a, G>, Error> {
        let parameters = Parameters::new([("epsilon".into(), EPSILON.into())]);
        let rule = ProofNumbers::new(&Request { parameters, ..Request::new(DfPn::INFO.name) })?;
        let goal = Goal { player: Player::Left, score: Player::Left.win() };
        let mut engine = Engine::new(game, rule, goal, (control, max_bytes, None), true, true);
        engine.meter = Meter::new(control).below_root();
        engine.meter.nodes = 1;
        Ok(WinnerSearch { engine, searches: 0 })
    }
}

impl<'a, G: SearchGame> BoundsSearch<'a, G> for WinnerSearch<'a, G> {
    fn narrow(&mut self, position: &G::Position, bounds: Bounds) -> Bounds {
        self.searches += 1;
        let known = self.engine.known_winner(position);
        let winner = known.or_else(|| self.engine.winner(position));
        winner.map_or(bounds, |winner| Bounds::exactly(winner.win()))
    }

    fn known(&mut self, position: &G::Position, bounds: Bounds) -> Bounds {
        let winner = self.engine.known_winner(position);
        winner.map_or(bounds, |winner| Bounds::exactly(winner.win()))
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.engine.meter
    }

    fn usage(&self) -> (usize, u64) {
        (self.engine.bytes(), self.searches)
    }
}
