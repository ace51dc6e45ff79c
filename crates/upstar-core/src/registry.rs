//! The two lists, games and algorithms: the only place that knows both. A new game is its file
//! and a line in `GAMES`; a new algorithm is its file and a line in `algorithms!`.

use std::sync::Arc;

use crate::any::{AnyPosition, Erased};
use crate::base::{Error, Grid, Player, PositionError, near_matches};
use crate::cgt::AnyPartisan;
use crate::endgame::Board;
use crate::game::{Game, GameInfo};
use crate::games::classic::{
    Classic, amazons, col, cram, hackenbush, kayles, konane, nim, octal, snort, toads_and_frogs,
};
use crate::games::clobber::{self, Clobber};
use crate::games::connect_four::{self, ConnectFour};
use crate::games::domineering::{self, Domineering};
use crate::games::go::{self, Go};
use crate::games::hex::{self, Hex};
use crate::games::mnk::{self, Mnk};
use crate::games::nogo::{self, NoGo};
use crate::games::pgame::{self, PGame};
use crate::games::seki::{self, Seki};
use crate::games::y::{self, Y};
use crate::informed::{self, Informed};
use crate::proof;
use crate::search::{
    self, AlgorithmInfo, AlphaBeta, Auto, Control, CustomRules, DfPn, DfPp, Mcpn, Mcts, MctsE,
    MctsSolver, Mila, Minimax, Pn2, Pns, Pnt, Pp, Pp2, Ppn, Ppt, PureMctsSolver, Request, SbMcts,
    Solution, Solver, UctSolver, complete_line,
};

/// What reading a position gives.
type Reading = Result<Box<dyn AnyPosition>, PositionError>;

/// A game of the list.
struct Entry {
    info: &'static GameInfo,
    /// The algorithm that `auto` takes.
    best: &'static str,
    /// Do its positions have values?
    values: bool,
    /// Are certificates shorter by a search that proves nothing at a glance?
    plain: bool,
    read: fn(&str, Player) -> Reading,
}

/// Reads a board, takes the narrowest bitboard that holds it, and hides the types. `values` at the
/// end says that its positions have values, and that `auto` searches those on sums that fall apart at once;
/// `sums` that it searches all on sums, `plain` that certificates come from a search without bounds.
macro_rules! board {
    ($module:ident, $game:ident, $solver:ident) => {
        board!($module, $game, $solver, Erased::boxed, [false, false])
    };
    ($module:ident, $game:ident, $solver:ident, plain) => {
        board!($module, $game, $solver, Erased::boxed, [false, true])
    };
    ($module:ident, $game:ident, $solver:ident, values) => {
        board!($module, $game, $solver, Erased::partisan, [true, false])
    };
    ($module:ident, $game:ident, $solver:ident, sums) => {
        board!($module, $game, $solver, Erased::summed, [true, false])
    };
    ($module:ident, $game:ident, $solver:ident, $hide:path,
     [$values:literal, $plain:literal]) => {
        Entry {
            info: &$module::INFO,
            best: $solver::INFO.name,
            values: $values,
            plain: $plain,
            read: |text, mover| {
                let setup = $module::setup(text)?;
                if setup.cells.len() <= 64 {
                    let (game, position) = $game::<u64>::new(&setup, mover)?;
                    Ok($hide(Arc::new(game), position))
                } else {
                    let (game, position) = $game::<u128>::new(&setup, mover)?;
                    Ok($hide(Arc::new(game), position))
                }
            },
        }
    };
}

/// Reads a game that has no bitboard, and hides the types. Add a rule as in `board!` for one
/// whose positions have values.
macro_rules! other {
    ($module:ident, $game:ident, $solver:ident) => {
        Entry {
            info: &$module::INFO,
            best: $solver::INFO.name,
            values: false,
            plain: false,
            read: |text, mover| {
                let (game, position) = $game::new(text, mover)?;
                Ok(Erased::boxed(Arc::new(game), position))
            },
        }
    };
}

/// Reads a classic game, whose rules are behind a trait object.
macro_rules! classic {
    ($module:ident, $solver:ident) => {
        Entry {
            info: &$module::INFO,
            best: $solver::INFO.name,
            values: true,
            plain: false,
            read: |text, mover| {
                let (game, position) = Classic::new($module::read(text)?, mover);
                Ok(Erased::summed(Arc::new(game), position))
            },
        }
    };
}

/// Every game, with the algorithm that `auto` takes first: the fastest here, by measurement; `Auto`
/// where now one and now another is.
const GAMES: &[Entry] = &[
    board!(domineering, Domineering, AlphaBeta, values),
    board!(nogo, NoGo, AlphaBeta, values),
    board!(clobber, Clobber, DfPn, sums),
    board!(y, Y, AlphaBeta),
    board!(hex, Hex, AlphaBeta, plain),
    board!(mnk, Mnk, Auto),
    board!(connect_four, ConnectFour, AlphaBeta),
    other!(pgame, PGame, AlphaBeta),
    classic!(hackenbush, AlphaBeta),
    classic!(toads_and_frogs, AlphaBeta),
    classic!(col, AlphaBeta),
    classic!(snort, AlphaBeta),
    classic!(cram, AlphaBeta),
    classic!(nim, AlphaBeta),
    classic!(octal, AlphaBeta),
    classic!(kayles, AlphaBeta),
    classic!(amazons, DfPn),
    classic!(konane, DfPn),
    other!(go, Go, DfPn),
    other!(seki, Seki, AlphaBeta),
];

/// What is known of every game, in the order of the list.
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().map(|entry| entry.info)
}

/// What is known of one game.
///
/// # Errors
/// If there is no game of that name; the message has the nearest one.
pub fn game(name: &str) -> Result<&'static GameInfo, Error> {
    entry(name).map(|entry| entry.info)
}

fn entry(name: &str) -> Result<&'static Entry, Error> {
    GAMES.iter().find(|entry| entry.info.name == name).ok_or_else(|| {
        let near = near_matches(name, games().map(|info| info.name));
        Error::UnknownName(format!("there is no game '{name}'{near}"))
    })
}

/// Reads a position; Left moves unless `to_move` says otherwise.
///
/// # Errors
/// If the game does not exist or the text is not a position of it.
pub fn position(
    game: &str,
    text: &str,
    to_move: Option<Player>,
) -> Result<Box<dyn AnyPosition>, Error> {
    Ok((entry(game)?.read)(text, to_move.unwrap_or(Player::Left))?)
}

/// The values of a position of a game of the list.
///
/// # Errors
/// If the game has none; the message names those that have.
pub fn partisan(position: &dyn AnyPosition) -> Result<Box<dyn AnyPartisan>, Error> {
    position.partisan().ok_or_else(|| no_values(position.game(), ""))
}

/// Why something cannot be had of a game whose positions have no values.
pub fn no_values(game: &str, wanted: &str) -> Error {
    let names = GAMES.iter().filter(|entry| entry.values).map(|entry| entry.info.name);
    let names = names.collect::<Vec<_>>().join(", ");
    Error::Unsuitable(format!("{wanted}positions of '{game}' have no values; those of {names} do"))
}

/// What databases ask of a game of the list on a board of a size.
///
/// # Errors
/// If the game does not exist, has no such board, or its positions have no values.
pub fn board(game: &str, grid: Grid) -> Result<Box<dyn Board>, Error> {
    let position = position(game, &format!("{}x{}", grid.rows, grid.columns), None)?;
    position.endgame().ok_or_else(|| no_values(game, ""))
}

/// The algorithm that `auto` takes for a game of the list.
pub fn best_for(game: &str) -> Option<&'static str> {
    entry(game).ok().map(|entry| entry.best)
}

/// Should a certificate for a game come from a search that proves nothing at a glance? What is proved so
/// has to be spelled out, which may take many more positions than a search without it finds.
pub fn is_certified_plainly(game: &str) -> bool {
    entry(game).is_ok_and(|entry| entry.plain)
}

/// May a request be answered by a search on sums? `auto` takes it where it is best; certificates are about the
/// positions themselves, so a request that wants one is not.
pub fn may_take_sums(request: &Request) -> bool {
    let is_auto = request.algorithm == Auto::INFO.name && request.parameters.is_empty();
    let wants_more = request.proof.is_some() || request.trace || request.tree_depth.is_some();
    is_auto && !wants_more
}

macro_rules! algorithms {
    ($($solver:ident),* $(,)?) => {
        /// What is known of every algorithm, in the order of the list.
        pub const ALGORITHMS: &[&AlgorithmInfo] = &[$(&<$solver as Solver>::INFO),*];

        fn dispatch<G: Game>(
            game: &G,
            position: &G::Position,
            request: &Request,
            control: &Control,
        ) -> Result<Solution, Error> {
            $(if request.algorithm == <$solver as Solver>::INFO.name {
                return $solver::solve(game, position, request, control);
            })*
            Err(algorithm(&request.algorithm).expect_err("every algorithm is dispatched"))
        }
    };
}

algorithms![
    Auto,
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
    Mcts,
    MctsSolver,
    UctSolver,
    PureMctsSolver,
    SbMcts,
    MctsE,
    Mila,
    Minimax,
];

/// What is known of one algorithm.
///
/// # Errors
/// If there is no algorithm of that name; the message has the nearest one.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmInfo, Error> {
    ALGORITHMS.iter().find(|info| info.name == name).copied().ok_or_else(|| {
        let near = near_matches(name, ALGORITHMS.iter().map(|info| info.name));
        Error::UnknownName(format!("there is no algorithm '{name}'{near}"))
    })
}

/// Does an algorithm count playouts, so that a limit on them ends it?
pub fn has_playouts(name: &str) -> bool {
    let judges = [Ppn::INFO.name, Mcpn::INFO.name];
    search::FAMILY.iter().any(|info| info.name == name) || judges.contains(&name)
}

/// Solves a position with the algorithm that the request names.
///
/// # Errors
/// If the algorithm or a parameter does not exist or does not suit the game. Reaching a limit
/// is not an error.
pub fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let info = algorithm(&request.algorithm)?;
    prepare(game, request, info)?;
    let solution = dispatch(game, position, request, control)?;
    Ok(finish(game, position, request, control, solution))
}

/// Solves a position by best-first search with the caller's own four functions.
///
/// # Errors
/// If a parameter does not exist or cannot have its value.
pub fn solve_custom<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    rules: &dyn CustomRules,
) -> Result<Solution, Error> {
    prepare(game, request, &search::CUSTOM)?;
    let solution = search::solve_custom(game, position, request, control, rules)?;
    Ok(finish(game, position, request, control, solution))
}

/// Solves a position with what its parts are worth: the search runs on the informed game, the
/// certificate is one of the game itself.
///
/// # Errors
/// As for [`solve`].
pub fn solve_informed<G: Game>(
    (game, position): (&G, &G::Position),
    (informed, start): (&Informed, &informed::Position),
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let info = algorithm(&request.algorithm)?;
    prepare(game, request, info)?;
    if request.checkpoint.is_some() {
        // Sums are named as they come up, so another run has other names.
        let text = "there are no checkpoints of searches that know values (solved_positions, …)";
        return Err(Error::Unsuitable(text.into()));
    }
    let bare = Request { proof: None, name: None, ..request.clone() };
    let solution = dispatch(informed, start, &bare, control)?;
    let mut solution = complete_line(informed, start, solution, control);
    proof::write_for(game, position, request, &request.algorithm, None, control, &mut solution);
    Ok(solution)
}

/// Can the request be answered at all?
fn prepare<G: Game>(game: &G, request: &Request, info: &AlgorithmInfo) -> Result<(), Error> {
    request.parameters.check(info)?;
    if game.may_repeat() && !info.handles_repetition {
        let text = format!("{} needs a game in which no position can come back", info.name);
        return Err(Error::Unsuitable(text));
    }
    if (request.trace || request.tree_depth.is_some()) && !info.keeps_tree {
        let keeping = ALGORITHMS.iter().filter(|info| info.keeps_tree).map(|info| info.name);
        let keeping = keeping.collect::<Vec<_>>().join(", ");
        let text = format!("{} keeps no search tree to show; {keeping} do", info.name);
        return Err(Error::Unsuitable(text));
    }
    if request.checkpoint.is_some() && !info.saves_table {
        let saving = ALGORITHMS.iter().filter(|info| info.saves_table).map(|info| info.name);
        let saving = saving.collect::<Vec<_>>().join(", ");
        let text = format!("{} has no table to save; {saving} have", info.name);
        return Err(Error::Unsuitable(text));
    }
    match &request.proof {
        Some(path) => proof::check_target(path).map_err(Error::Unsuitable),
        None => Ok(()),
    }
}

/// Completes the line, and writes the certificate unless the solver has.
fn finish<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    solution: Solution,
) -> Solution {
    let mut solution = complete_line(game, position, solution, control);
    proof::write_for(game, position, request, &request.algorithm, None, control, &mut solution);
    solution
}
