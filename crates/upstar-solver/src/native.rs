//! Searches that are compiled for a game: alpha-beta and df-pn, alone or in turns.
//!
//! They are what `auto` runs on boards. Everything else runs on an
//! [`ErasedGame`](upstar_core::ErasedGame); see decision 54 for what that costs.

use upstar_core::{Control, Error, SearchGame};
use upstar_search::{
    AlphaBeta, Answer, DfPn, Interleaving, Request, Solver, solve_briefly, solve_interleaved,
};

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

    /// Runs the search. The solution of a brief one that has not finished is neither solved nor stopped.
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
            Native::Named if request.algorithm == DfPn::INFO.name => {
                DfPn::solve(game, position, request, control)
            }
            Native::Named => AlphaBeta::solve(game, position, request, control),
            Native::InTurns(interleaving) => {
                let other = Native::other(&request.algorithm);
                let second = Request { algorithm: other.into(), ..request.clone() };
                let requests = [request.clone(), second];
                solve_interleaved(game, position, requests, control, interleaving)
            }
            Native::Brief(nodes) => Ok(solve_briefly(game, position, nodes, request, control)),
        }
    }
}
