//! The registered algorithms: the same loop with different parameters.

use upstar_core::{Control, Error, Parameter, SearchGame};

use super::{
    options::{self, with},
    solve::solve,
};
use crate::{AlgorithmInfo, Answer, Request, Solver};

/// All parameters.
const MCTS: &[Parameter] = &[
    options::C,
    options::FORMULA,
    options::C1,
    options::C2,
    options::FIRST_PLAY,
    options::PLAYOUTS,
    options::EXPAND,
    options::EXPAND_AFTER,
    options::ORDER,
    options::WIDENING,
    options::WIDENING_ALPHA,
    options::PRUNING,
    options::PRUNING_RATIO,
    options::PRUNING_EQUAL,
    options::PRUNING_LEAST,
    options::PRUNING_PERIOD,
    options::PRUNING_REVIVAL,
    options::PRUNING_MOST,
    options::RAVE,
    options::RAVE_ALPHA,
    options::RAVE_K,
    options::RAVE_ALL,
    options::POLICY,
    options::TEMPERATURE,
    options::TEMPERATURE_END,
    options::TEMPERATURE_PLAYOUTS,
    options::ANNEALING,
    options::BACKUP,
    options::MIX_VISITS,
    options::TRUST,
    options::PRIOR,
    options::IMPLICIT,
    options::DEPTH,
    options::PROOF_BIAS,
    options::C_PN,
    options::MODE,
    options::GAMMA,
    options::DELTA,
    options::BIAS_DECAY,
    options::PARENT_BOUNDS,
    options::CLIP,
    options::BOUNDS,
    options::SIMULATE_BELOW,
    options::FINAL,
    options::SECURE,
    options::PARALLEL,
    options::PRESET,
];

const SB_MCTS: &[Parameter] = &[
    options::MODE,
    with(options::C, "0"),
    options::GAMMA,
    options::DELTA,
    options::BIAS_DECAY,
    options::PARENT_BOUNDS,
    options::CLIP,
    options::BOUNDS,
    options::FIRST_PLAY,
    options::PLAYOUTS,
    options::ORDER,
    options::RAVE,
    options::RAVE_ALPHA,
    options::RAVE_K,
    options::RAVE_ALL,
    options::PRIOR,
    options::IMPLICIT,
    options::PROOF_BIAS,
    options::C_PN,
    options::FINAL,
    options::SECURE,
    options::PARALLEL,
    options::PAPER,
];

const MCTS_SOLVER: &[Parameter] = &[
    with(options::C, "1"),
    with(options::SIMULATE_BELOW, "5"),
    with(options::MODE, "win_loss"),
    options::BOUNDS,
    options::PLAYOUTS,
    options::ORDER,
    with(options::FINAL, "secure"),
    options::SECURE,
    options::PARALLEL,
];

const UCT_SOLVER: &[Parameter] = &[
    options::CONSTANT,
    options::PLAYOUTS,
    with(options::MODE, "win_loss"),
    options::BOUNDS,
    options::ORDER,
    with(options::FINAL, "secure"),
    options::SECURE,
    options::PARALLEL,
    options::PAPER,
];

const PURE_MCTS_SOLVER: &[Parameter] = &[
    with(options::CONSTANT, "0"),
    options::PLAYOUTS,
    with(options::MODE, "win_loss"),
    options::BOUNDS,
    options::ORDER,
    with(options::FINAL, "secure"),
    options::SECURE,
    options::PARALLEL,
    options::PAPER,
];

const MCTS_E: &[Parameter] = &[
    with(options::C, "0.4"),
    options::FIRST_PLAY,
    options::EVALUATE_AFTER,
    options::ORDER,
    options::PRIOR,
    options::IMPLICIT,
    options::BACKUP,
    options::MIX_VISITS,
    options::PROOF_BIAS,
    options::C_PN,
    options::MODE,
    options::BOUNDS,
    options::FINAL,
    options::SECURE,
    options::PARALLEL,
];

macro_rules! solver {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $reference:literal,
     $parameters:expr) => {
        $(#[$doc])*
        pub struct $name;

        impl Solver for $name {
            const INFO: AlgorithmInfo = AlgorithmInfo {
                name: $text,
                summary: $summary,
                reference: $reference,
                parameters: $parameters,
                keeps_tree: true,
                saves_table: false,
            };

            fn solve<'a, G: SearchGame>(
                game: &'a G,
                position: &G::Position,
                request: &Request,
                control: &'a Control,
            ) -> Result<Answer<'a, G>, Error> {
                Ok(solve(game, position, request, control, &Self::INFO)?.into())
            }
        }
    };
}

solver!(
    /// The player, with all options.
    Mcts, "mcts", "Monte-Carlo tree search for playing: UCT with score bounds and many options",
    "Coulom 2006; Kocsis and Szepesvári 2006", MCTS
);
solver!(
    /// Monte-Carlo tree search that proves wins and losses.
    MctsSolver, "mcts-solver", "Monte-Carlo tree search that proves wins and losses",
    "Winands, Björnsson and Saito 2008", MCTS_SOLVER
);
solver!(
    /// UCT with proved wins and losses.
    UctSolver, "uct-solver", "UCT with proved wins and losses",
    "Song, Iida and van den Herik 2019", UCT_SOLVER
);
solver!(
    /// Monte-Carlo tree search without exploration, with proved wins and losses.
    PureMctsSolver, "pure-mcts-solver",
    "Monte-Carlo tree search without exploration, with proved wins and losses",
    "Song, Iida and van den Herik 2019", PURE_MCTS_SOLVER
);
solver!(
    /// Score-bounded Monte-Carlo tree search.
    SbMcts, "sb-mcts", "Monte-Carlo tree search with pessimistic and optimistic score bounds",
    "Cazenave and Saffidine 2010", SB_MCTS
);
solver!(
    /// Monte-Carlo tree search with the game's evaluation instead of playouts.
    MctsE, "mcts-e", "Monte-Carlo tree search with the game's evaluation instead of playouts",
    "Saffidine and Cazenave 2013", MCTS_E
);

/// The descriptions of the algorithms of this family.
pub const FAMILY: [&AlgorithmInfo; 6] = [
    &Mcts::INFO,
    &MctsSolver::INFO,
    &UctSolver::INFO,
    &PureMctsSolver::INFO,
    &SbMcts::INFO,
    &MctsE::INFO,
];
