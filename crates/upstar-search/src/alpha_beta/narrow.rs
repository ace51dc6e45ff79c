//! Exact values of positions below the root, for which no best move is needed.
//!
//! The table entry of the position itself is used, which a search at the root cannot do. So a position that is
//! symmetric to one that was searched before takes no search.
//!
//! The sample of the tree is kept from one position to the next, so that the search knows at once which plies are
//! costly.

use std::sync::Arc;

use upstar_core::{Bounds, Meter, SearchGame, ThreadTeam};

use super::{AlphaBetaConfig, AlphaBetaSearch, search::UNLIMITED};
use crate::{
    BoundsEntry, Request, SearchTable, analysis::BoundsSearch, goal_bisection::GoalBisection,
};

/// The ply of the positions after the root's moves.
const FIRST_PLY: usize = 1;

impl<'a, G: SearchGame> AlphaBetaSearch<'a, G> {
    /// A search with the default parameters for positions below the root.
    pub(crate) fn below_root(
        game: &'a G,
        meter: Meter<'a>,
        table: SearchTable<G::Key, BoundsEntry>,
        team: Option<Arc<ThreadTeam>>,
    ) -> AlphaBetaSearch<'a, G> {
        let config = AlphaBetaConfig::new(&Request::new("alpha-beta"));
        let mut search = AlphaBetaSearch::with(game, config, meter.below_root(), table, team);
        // A team has counted the root already.
        search.meter.nodes = u64::from(search.team.is_none());
        search
    }
}

impl<'a, G: SearchGame> BoundsSearch<'a, G> for AlphaBetaSearch<'a, G> {
    fn narrow(&mut self, position: &G::Position, bounds: Bounds) -> Bounds {
        let mover = self.game.to_move(position);
        let bisection = GoalBisection::new(self.game, mover);
        // A search that was stopped did not clear its stacks.
        self.path.clear();
        self.moves.clear();
        self.children.clear();
        self.child_positions.clear();
        let mut bounds = bounds.seen_by(mover);
        while !bounds.is_exact() {
            let (least, below) = bisection.next_goal(bounds, None);
            let window = Bounds::new(below, least).seen_by(mover);
            self.iterations += 1;
            let known = bounds.seen_by(mover);
            let Some(found) = self.search(position, None, known, window, UNLIMITED, FIRST_PLY)
            else {
                break;
            };
            bounds = bisection.tighten(bounds.meet(found.seen_by(mover)));
        }
        bounds.seen_by(mover)
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    fn usage(&self) -> (usize, u64) {
        (self.bytes(), self.iterations)
    }
}
