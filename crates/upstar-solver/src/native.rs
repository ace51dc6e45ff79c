//! Searches that are compiled for a game: alpha-beta and df-pn, alone or in turns.
//!
//! They are what `auto` runs on boards. Everything else runs on an
//! [`ErasedGame`]; see decision 54 for what that costs.

use upstar_core::{
    Control, ErasedGame, ErasedPosition, Error, Meter, Player, Score, SearchGame, WorkShare,
};
use upstar_search::{
    AlphaBeta, Answer, BoxedResumable, DfPn, Interleaving, Knowledge, Request, ResumableSearch,
    Solver, WinningMoves, solve_briefly, solve_interleaved, start_alpha_beta, start_df_pn,
};

use crate::erased;

/// What to run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Native {
    /// The algorithm that the request names, `alpha-beta` or `df-pn`.
    Named,
    /// The algorithm that the request names, in turns with the other one.
    InTurns(Interleaving),
    /// Alpha-beta for so many nodes at most.
    Brief(u64),
}

impl Native {
    /// Can the algorithm of this name be run?
    pub fn has(name: &str) -> bool {
        [AlphaBeta::INFO.name, DfPn::INFO.name].contains(&name)
    }

    /// The algorithm that takes turns with the one of this name.
    pub fn other(name: &str) -> &'static str {
        if name == AlphaBeta::INFO.name { DfPn::INFO.name } else { AlphaBeta::INFO.name }
    }

    /// Runs the search, with both algorithms compiled for the game. The solution of a brief one that has not
    /// finished is neither solved nor stopped.
    ///
    /// # Errors
    /// If a parameter is out of range or memory cannot be had.
    pub fn search<'a, G: SearchGame>(
        self,
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        match self {
            Native::Named if is_df_pn(request) => DfPn::solve(game, position, request, control),
            Native::InTurns(interleaving) => {
                let start = |request: &Request, memory| match is_df_pn(request) {
                    true => start_df_pn(game, position, request, memory),
                    false => Ok(start_alpha_beta(game, request, memory)),
                };
                solve_interleaved(position, in_turns(request), start, control, interleaving)
            }
            Native::Named => AlphaBeta::solve(game, position, request, control),
            Native::Brief(nodes) => Ok(solve_briefly(game, position, nodes, request, control)),
        }
    }

    /// Runs the search, with alpha-beta compiled for the game and df-pn on `erased`, the same game behind one
    /// type.
    ///
    /// # Errors
    /// If a parameter is out of range or memory cannot be had.
    pub fn search_with_erased_df_pn<'a, G: SearchGame>(
        self,
        game: &'a G,
        erased: &'a ErasedGame,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let at = ErasedPosition::new(position.clone());
        match self {
            Native::Named if is_df_pn(request) => {
                Ok(typed(erased::df_pn(erased, &at, request, control)?))
            }
            Native::InTurns(interleaving) => {
                let start = |request: &Request, memory| match is_df_pn(request) {
                    true => {
                        let search = erased::start_df_pn(erased, &at, request, memory)?;
                        Ok(Box::new(OnErased(search)) as BoxedResumable<'a, G>)
                    }
                    false => Ok(start_alpha_beta(game, request, memory)),
                };
                solve_interleaved(position, in_turns(request), start, control, interleaving)
            }
            Native::Named => AlphaBeta::solve(game, position, request, control),
            Native::Brief(nodes) => Ok(solve_briefly(game, position, nodes, request, control)),
        }
    }
}

fn is_df_pn(request: &Request) -> bool {
    request.algorithm == DfPn::INFO.name
}

/// The requests of two searches that take turns.
fn in_turns(request: &Request) -> [Request; 2] {
    let second = Request { algorithm: Native::other(&request.algorithm).into(), ..request.clone() };
    [request.clone(), second]
}

/// A search on the game behind one type, or the moves that it has proved, for a game with its own type.
struct OnErased<T>(T);

impl<'a, G: SearchGame> ResumableSearch<'a, G> for OnErased<BoxedResumable<'a, ErasedGame>> {
    fn resume(&mut self, position: &G::Position, share: WorkShare) -> bool {
        self.0.resume(&ErasedPosition::new(position.clone()), share)
    }

    fn meter(&self) -> &Meter<'_> {
        self.0.meter()
    }

    fn estimate(&self) -> Option<u64> {
        self.0.estimate()
    }

    fn into_answer(
        self: Box<Self>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Answer<'a, G> {
        typed(self.0.into_answer(&ErasedPosition::new(position.clone()), request, control))
    }
}

impl<G: SearchGame> WinningMoves<G> for OnErased<Box<dyn WinningMoves<ErasedGame> + '_>> {
    fn winning_move(
        &mut self,
        position: &G::Position,
        claimant: Player,
        least: Score,
    ) -> Option<usize> {
        self.0.winning_move(&ErasedPosition::new(position.clone()), claimant, least)
    }
}

/// The answer of df-pn on the game behind one type, for the game with its own type.
fn typed<'a, G: SearchGame>(answer: Answer<'a, ErasedGame>) -> Answer<'a, G> {
    let knowledge = match answer.knowledge {
        Knowledge::Moves(moves) => Knowledge::Moves(Box::new(OnErased(moves))),
        Knowledge::Nothing | Knowledge::Search(_) => Knowledge::Nothing,
    };
    Answer { solution: answer.solution, knowledge }
}
