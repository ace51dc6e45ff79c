//! Every algorithm, in one list.

use upstar_core::{AlgorithmInfo, Control, ErasedGame, ErasedPosition, Error, near_matches};
use upstar_search::{
    AlphaBeta, Answer, DfPn, DfPp, Ews, FAMILY, Mcpn, Mcts, MctsE, MctsSolver, Mila, Minimax,
    Mopns, Mopp, Pn2, Pns, Pnt, Pp, Pp2, Ppn, Ppt, PureMctsSolver, Request, SbMcts, Solver,
    UctSolver,
};

/// `auto` in the list of algorithms. The engine's plan decides what it does.
pub const AUTO: AlgorithmInfo = AlgorithmInfo {
    name: "auto",
    summary: "the best known algorithm for the game, with a second one if it stalls; the note names it",
    reference: "",
    parameters: &[],
    keeps_tree: false,
    saves_table: true,
};

macro_rules! algorithms {
    ($($solver:ident),* $(,)?) => {
        /// Every algorithm, in the order of the list.
        pub static ALGORITHMS: &[&AlgorithmInfo] = &[&AUTO, $(&<$solver as Solver>::INFO),*];

        /// Runs the search that the request names.
        pub(crate) fn search<'a>(
            game: &'a ErasedGame,
            position: &ErasedPosition,
            request: &Request,
            control: &'a Control,
        ) -> Result<Answer<'a, ErasedGame>, Error> {
            $(if request.algorithm == <$solver as Solver>::INFO.name {
                return $solver::solve(game, position, request, control);
            })*
            Err(algorithm(&request.algorithm).expect_err("every algorithm is dispatched"))
        }
    };
}

algorithms![
    AlphaBeta,
    Pns,
    Pnt,
    Pn2,
    DfPn,
    Pp,
    Ppt,
    Pp2,
    DfPp,
    Ppn,
    Mcpn,
    Ews,
    Mopns,
    Mopp,
    Mcts,
    MctsSolver,
    UctSolver,
    PureMctsSolver,
    SbMcts,
    MctsE,
    Mila,
    Minimax,
];

/// The algorithm of a name.
///
/// # Errors
/// If there is none. The message has the nearest name.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmInfo, Error> {
    ALGORITHMS.iter().find(|info| info.name == name).copied().ok_or_else(|| {
        let near = near_matches(name, ALGORITHMS.iter().map(|info| info.name));
        Error::UnknownName(format!("there is no algorithm '{name}'{near}"))
    })
}

/// Does an algorithm count playouts, so that a limit on them stops it?
pub fn has_playouts(name: &str) -> bool {
    let with_playouts = [Ppn::INFO.name, Mcpn::INFO.name, Ews::INFO.name];
    FAMILY.iter().any(|info| info.name == name) || with_playouts.contains(&name)
}
