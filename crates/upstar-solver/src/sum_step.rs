//! A search on sums of parts, with its configuration.

use std::sync::Arc;

use upstar_cgt::{
    database::DatabaseRef,
    parts::ValueLimit,
    sum_game::{SumConfig, SumGame},
};
use upstar_core::{Control, Error, Game, Partisan, Stopped};
use upstar_search::{
    Analysis, AnalysisOptions, Request, Solution, SumSearch, SumView, analyze, solve_sum,
};

/// A search on sums.
pub struct SumStep {
    /// The search.
    pub search: SumSearch,
    /// Which parts get a value.
    pub limit: ValueLimit,
    /// Does it apply only if every part gets a value?
    pub needs_values: bool,
    /// How many threads search.
    pub threads: usize,
    /// The database with values of parts, if there is one.
    pub database: Option<DatabaseRef>,
    /// The text for the note in the result.
    pub note: String,
}

impl SumStep {
    /// Solves a position as a sum; none if not every part gets the value that is needed.
    ///
    /// # Errors
    /// If there is no database where one should be, or a checkpoint cannot be read.
    pub fn solve<G: Partisan>(
        &self,
        game: &Arc<G>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Option<Solution>, Error> {
        let keeps_keys = request.checkpoint.is_some();
        let Some(sum) = self.sum_game(game, position, keeps_keys, control)? else {
            return Ok(None);
        };
        let request = Request { threads: self.threads, ..request.clone() };
        solve_sum(&Arc::new(sum), game.as_ref(), position, self.search, &request, control).map(Some)
    }

    /// Settles the open moves of an analysis as sums. Settles none if not every part gets the value that is
    /// needed. [`Stopped::Memory`] means that there was not enough memory for the sums.
    ///
    /// # Errors
    /// If there is no database where one should be.
    pub fn analyze<G: Partisan>(
        &self,
        game: &Arc<G>,
        position: &G::Position,
        found: &mut Analysis,
        control: &Control,
    ) -> Result<(), Error> {
        let Some(sum) = self.sum_game(game, position, false, control)? else { return Ok(()) };
        let options =
            AnalysisOptions { search: self.search, ..AnalysisOptions::alpha_beta(self.threads) };
        analyze(&SumView { sum: &sum, game, position }, options, found, control)?;
        if !found.is_settled() && sum.has_failed() && !control.is_stopped() {
            found.stopped = Some(Stopped::Memory);
        }
        Ok(())
    }

    /// The game on sums; none if not every part gets the value that is needed.
    fn sum_game<G: Partisan>(
        &self,
        game: &Arc<G>,
        position: &G::Position,
        keeps_keys: bool,
        control: &Control,
    ) -> Result<Option<SumGame<G>>, Error> {
        let config = SumConfig {
            threads: self.threads,
            max_bytes: control.limits.max_bytes / 2,
            keeps_keys,
            database: self.database.clone(),
        };
        let sum = SumGame::new(game, position, self.limit, config, &control.stop_check())?;
        Ok(Some(sum).filter(|sum| !self.needs_values || sum.is_valued()))
    }
}
