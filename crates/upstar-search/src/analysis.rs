//! The value of every move of a position, by one alpha-beta search with one table.
//!
//! **Idea** The positions after the moves are searched one after the other. What the search has proved of one
//! of them is in the table when it searches the next. A move may use a share of nodes; moves that need more
//! wait until the others had their turn, with a larger share. So the easy moves are settled first.
//!
//! **Guarantee** All bounds are proved. When a limit is reached, the open moves have the bounds that hold for
//! every position of the game.

use upstar_core::{Bounds, Control, Move, SearchGame, Stopped, WorkShare};

use crate::{AlphaBetaSearch, Stats, full_bounds};

/// The nodes that a move may use in the first round, and the factor for each further round.
const FIRST_SHARE: u64 = 1 << 20;
const SHARE_GROWTH: u64 = 8;

/// Called with the moves and their bounds whenever a move is settled.
pub type ReportMoves<'a> = &'a mut dyn FnMut(&[(Move, Bounds)]);

/// The proved values of all moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValues {
    /// Each legal move in the game's order, with bounds from Left's point of view.
    pub moves: Vec<(Move, Bounds)>,
    /// The work of the search.
    pub stats: Stats,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stopped>,
}

/// Finds the value of every move. `report` is called with the moves whenever one is settled.
pub fn analyze<G: SearchGame>(
    game: &G,
    position: &G::Position,
    control: &Control,
    report: ReportMoves,
) -> MoveValues {
    let mut search = AlphaBetaSearch::with_defaults(game, control);
    search.meter.nodes = 1;
    let mut list = Vec::new();
    game.expand(position, &mut list);
    let mut moves: Vec<(Move, Bounds)> =
        list.into_iter().map(|mv| (mv, full_bounds(game))).collect();
    let mut share = FIRST_SHARE;
    while search.meter.stopped().is_none() && moves.iter().any(|(_, bounds)| !bounds.is_exact()) {
        for index in 0..moves.len() {
            if moves[index].1.is_exact() {
                continue;
            }
            let max_nodes = search.meter.nodes + share;
            search.meter.set_share(WorkShare { max_nodes, ..WorkShare::UNLIMITED });
            let mut child = position.clone();
            game.play(&mut child, moves[index].0);
            moves[index].1 = moves[index].1.meet(search.value(&child, None).0);
            report(&moves);
            if search.meter.stopped().is_some() {
                break;
            }
        }
        share = share.saturating_mul(SHARE_GROWTH);
    }
    let stats = Stats {
        expansions: search.meter.expansions,
        nodes: search.meter.nodes,
        iterations: search.iterations,
        playouts: None,
        seconds: control.seconds(),
        peak_bytes: search.meter.peak_bytes.max(search.bytes() + game.heap_bytes()),
    };
    MoveValues { moves, stats, stopped: search.meter.stopped() }
}
