//! `auto`: the best algorithm there is for the game.

use crate::base::Error;
use crate::game::Game;
use crate::search::{AlgorithmInfo, AlphaBeta, Control, Parameters, Request, Solution, Solver};

/// Chooses an algorithm and says which.
pub struct Auto;

impl Solver for Auto {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "auto",
        summary: "the best algorithm there is for the game; says which it took",
        reference: "",
        parameters: &[],
        handles_repetition: false,
    };

    fn solve<G: Game>(
        game: &G,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Solution, Error> {
        let chosen = Request { parameters: Parameters::default(), ..request.clone() };
        let mut solution = AlphaBeta::solve(game, position, &chosen, control)?;
        solution.note = "auto took alpha-beta, the fastest exact search here".into();
        Ok(solution)
    }
}
