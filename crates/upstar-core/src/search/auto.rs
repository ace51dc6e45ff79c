//! `auto`: the best algorithm there is for the game.

use crate::base::Error;
use crate::game::Game;
use crate::search::{AlgorithmInfo, AlphaBeta, Control, DfPn, Request, Solution, Solver};

/// Chooses an algorithm and says which.
pub struct Auto;

impl Solver for Auto {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "auto",
        summary: "the best algorithm there is for the game; says which it took",
        reference: "",
        parameters: &[],
        handles_repetition: false,
        keeps_tree: false,
        saves_table: true,
    };

    fn solve<G: Game>(
        game: &G,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Solution, Error> {
        let (best, why) = match request.best {
            Some(best) => (best, "the fastest here for this game"),
            None => (AlphaBeta::INFO.name, "the fastest here for most games"),
        };
        let chosen = Request { algorithm: best.into(), ..request.clone() };
        let mut solution = match best {
            "df-pn" => DfPn::solve(game, position, &chosen, control)?,
            _ => AlphaBeta::solve(game, position, &chosen, control)?,
        };
        let more = if solution.note.is_empty() { "" } else { "; " };
        solution.note = format!("auto took {best}, {why}{more}{}", solution.note);
        Ok(solution)
    }
}
