//! A player that keeps its tree from move to move.

use std::sync::Arc;

use upstar_core::{Control, Error, Meter, Move, Score, SearchGame};

use super::{
    config::{Mode, Parallel},
    node::Node,
    options,
    scale::Scale,
    search::TreeSearch,
    solve::{fill_in, result_of, search_trees},
    solvers::FAMILY,
};
use crate::{Request, Solution};

/// A player that keeps its tree during a game.
pub struct MonteCarloPlayer<G: SearchGame> {
    game: Arc<G>,
    request: Request,
    /// One tree, or one for each thread.
    searches: Vec<TreeSearch<G>>,
    /// The number of searches so far. Each search has another seed.
    turns: u64,
}

impl<G: SearchGame> MonteCarloPlayer<G> {
    /// A player at a position; none if the algorithm keeps no tree from move to move.
    ///
    /// # Errors
    /// If a parameter is unknown or out of range.
    pub fn new(
        game: Arc<G>,
        position: &G::Position,
        request: &Request,
        max_bytes: usize,
    ) -> Result<Option<MonteCarloPlayer<G>>, Error> {
        let Some(info) = FAMILY.iter().find(|info| info.name == request.algorithm) else {
            return Ok(None);
        };
        request.parameters.check(info)?;
        let config = options::read(info, request)?;
        if config.mode == Mode::WinLoss {
            return Ok(None);
        }
        let trees = if config.parallel == Parallel::Root { request.threads.max(1) } else { 1 };
        let scale = Scale::whole(game.as_ref());
        let searches = (0..trees)
            .map(|number| {
                let seed = super::parallel::seed_of(request.seed, number);
                let (config, bytes) = (config.clone(), max_bytes / trees);
                TreeSearch::new(game.as_ref(), position, config, scale, bytes, seed)
            })
            .collect();
        Ok(Some(MonteCarloPlayer { game, request: request.clone(), searches, turns: 0 }))
    }

    /// Searches within the limits of `control`, with the tree of earlier searches.
    pub fn think(&mut self, control: &Control) -> Solution {
        let mut meter = Meter::new(control);
        let mut request = self.request.clone();
        request.seed = super::parallel::seed_of(request.seed, self.turns as usize * 1024);
        self.turns += 1;
        search_trees(self.game.as_ref(), &mut self.searches, &mut meter, control, &request);
        let mut found = result_of(&self.searches, None);
        let mut solution = Solution::new(found.bounds, &meter);
        solution.solved = found.bounds.is_exact();
        solution.best_move = found.best;
        solution.candidates = std::mem::take(&mut found.candidates);
        solution.line.extend(found.best);
        fill_in(&mut solution, &meter, Some(found));
        solution.stats.seconds = control.seconds();
        solution
    }

    /// Plays a legal move, of either player.
    pub fn play(&mut self, mv: Move) {
        for search in &mut self.searches {
            search.advance(self.game.as_ref(), mv);
        }
    }

    /// The score, if the game is over.
    pub fn result(&self) -> Option<Score> {
        self.game.expand(self.position(), &mut Vec::new())
    }

    /// The position.
    pub fn position(&self) -> &G::Position {
        &self.searches[0].position
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Calls `show` for every tried node with its position.
    pub fn visit(&self, show: impl FnMut(&G::Position, &Node)) {
        self.searches[0].visit(&self.game, show);
    }
}
