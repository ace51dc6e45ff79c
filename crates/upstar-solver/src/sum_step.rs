//! A search on sums of parts, with its configuration.

use std::sync::Arc;

use upstar_cgt::{
    database::DatabaseRef,
    parts::ValueLimit,
    sum_game::{SumConfig, SumGame},
};
use upstar_core::{
    Bounds, Control, ErasedGame, ErasedPosition, Error, Game, Meter, Partisan, SearchGame, Stopped,
    Wide,
};
use upstar_proof::{Claim, MoveFinder, ProofError, WriteReport};
use upstar_search::{
    Analysis, AnalysisOptions, BoundsSearch, BoxedSearch, MoveView, Request, Solution, SumSearch,
    SumView, analyze, solve_sum,
};

use crate::certificate::certify_erased;

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

    /// The certificate that a request asks for, with winning moves from df-pn on sums. None if none is asked for.
    pub fn certify<G>(
        &self,
        game: &Arc<G>,
        position: &G::Position,
        request: &Request,
        solution: &Solution,
        control: &Control,
    ) -> Option<Result<WriteReport, ProofError>>
    where
        G: Partisan + SearchGame<Key: Wide>,
    {
        request.proof.as_ref()?;
        let unsuitable = |text: String| Some(Err(ProofError::Unsuitable(text)));
        let sum = match self.sum_game(game, position, false, control) {
            Ok(Some(sum)) => sum,
            Ok(None) => return unsuitable("not every part has a value".into()),
            Err(error) => return unsuitable(error.to_string()),
        };
        let view = SumView { sum: &sum, game, position };
        let search = match view.df_pn(control, control.limits.max_bytes / 4) {
            Ok(Some(search)) => search,
            Ok(None) => return unsuitable("there is no search on sums".into()),
            Err(error) => return unsuitable(error.to_string()),
        };
        let (plain, at) =
            (ErasedGame::new(Arc::clone(game)), ErasedPosition::new(position.clone()));
        let mut finder = SumFinder { sum: &sum, game, search };
        certify_erased(&plain, &at, request, solution, &mut finder)
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

/// Finds winning moves by a search on sums, which keeps its table.
struct SumFinder<'a, G: Partisan> {
    sum: &'a SumGame<G>,
    game: &'a Arc<G>,
    search: BoxedSearch<'a, SumGame<G>>,
}

impl<G: Partisan> SumFinder<'_, G> {
    /// The index of the first move after which `bounds` proves the claim.
    fn first(
        &mut self,
        position: &G::Position,
        claim: &Claim,
        mut bounds: impl FnMut(&mut Self, &<SumGame<G> as Game>::Position) -> Bounds,
    ) -> Option<usize> {
        let mut moves = Vec::new();
        self.game.expand(position, &mut moves);
        moves.into_iter().position(|mv| {
            let mut next = position.clone();
            self.game.play(&mut next, mv);
            let sum = self.sum.sum_of(&next);
            let bounds = bounds(self, &sum).seen_by(claim.claimant);
            bounds.lo >= claim.least
        })
    }
}

/// Nothing is known.
const OPEN: Bounds = Bounds { lo: -1, hi: 1 };

impl<'s, G: Partisan> MoveFinder<'s, ErasedGame> for SumFinder<'s, G> {
    fn remembered(&mut self, _position: &ErasedPosition, _claim: &Claim) -> Option<usize> {
        None
    }

    fn search(&mut self, position: &ErasedPosition, claim: &Claim) -> Option<usize> {
        let position = position.get::<G::Position>();
        let sum = self.sum.sum_of(position);
        // The proof of a won position contains the proof for one of its moves.
        self.search.narrow(&sum, OPEN);
        let known = |this: &mut Self, sum: &_| this.search.known(sum, OPEN);
        let narrow = |this: &mut Self, sum: &_| this.search.narrow(sum, OPEN);
        self.first(position, claim, known).or_else(|| self.first(position, claim, narrow))
    }

    fn meter(&mut self) -> &mut Meter<'s> {
        self.search.meter()
    }
}
