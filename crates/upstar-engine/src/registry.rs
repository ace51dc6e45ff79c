//! The two lists, games and algorithms: the only place that knows both. A new game is its file and a line in
//! `GAMES`; a new algorithm is its file and a line in `algorithms!`.

use std::sync::Arc;

use upstar_cgt::{AnyPartisan, database};
use upstar_core::{
    AlgorithmInfo, Control, ErasedGame, ErasedPosition, Error, GameInfo, Grid, Player,
    PositionError, near_matches,
};
use upstar_games::{
    classic::{
        Classic, amazons, col, cram, hackenbush, kayles, konane, nim, octal, snort, toads_and_frogs,
    },
    clobber::{self, Clobber},
    connect_four::{self, ConnectFour},
    domineering::{self, Domineering},
    go::{self, Go},
    hex::{self, Hex},
    mnk::{self, Mnk},
    nogo::{self, NoGo},
    pgame::{self, PGame},
    seki::{self, Seki},
    y::{self, Y},
};
use upstar_search::{
    AlphaBeta, Answer, DfPn, DfPp, FAMILY, Mcpn, Mcts, MctsE, MctsSolver, Mila, Minimax, Pn2, Pns,
    Pnt, Pp, Pp2, Ppn, Ppt, PureMctsSolver, Request, SbMcts, Solver, UctSolver,
};

use crate::{
    plan::{AUTO, SumPolicy},
    position::{AnyPosition, TypedPosition},
};

/// The fingerprint of the sources of this program: what one build has saved as proved, another one may read
/// differently, or know better.
pub const SOURCES: &str = env!("UPSTAR_SOURCES");

/// What reading a position gives.
type Reading = Result<Box<dyn AnyPosition>, PositionError>;

/// A game of the list.
pub struct GameEntry {
    info: &'static GameInfo,
    /// The algorithm that `auto` takes on boards, the fastest by measurement; none where now one and now another
    /// is.
    pub favourite: Option<&'static str>,
    /// When `auto` searches on sums; none if positions have no values.
    sums: Option<SumPolicy>,
    /// Are certificates shorter by a search without static bounds?
    pub plain_certificates: bool,
    read: fn(&str, Player) -> Reading,
}

impl GameEntry {
    /// A game without values whose favourite is this.
    const fn new(
        info: &'static GameInfo,
        favourite: &'static str,
        read: fn(&str, Player) -> Reading,
    ) -> GameEntry {
        GameEntry { info, favourite: Some(favourite), sums: None, plain_certificates: false, read }
    }

    /// The positions have values, and `auto` searches them on sums.
    const fn sums(self, policy: SumPolicy) -> GameEntry {
        GameEntry { sums: Some(policy), ..self }
    }

    /// Certificates come from a search without static bounds.
    const fn plain_certificates(self) -> GameEntry {
        GameEntry { plain_certificates: true, ..self }
    }

    /// Now one and now another algorithm is the fastest.
    const fn no_favourite(self) -> GameEntry {
        GameEntry { favourite: None, ..self }
    }

    /// When `auto` searches on sums, if positions have values.
    pub fn sum_policy(&self) -> SumPolicy {
        self.sums.unwrap_or(SumPolicy::SeveralParts)
    }
}

/// Reads a board, takes the narrowest bitboard that holds it, and hides the types. After the game's name: what is
/// compiled for boards of at most 64 cells, and for larger ones.
macro_rules! board {
    ($module:ident, $game:ident, $solver:ident, $narrow:tt, $wide:tt) => {
        GameEntry::new(&$module::INFO, $solver::INFO.name, |text, mover| {
            let setup = $module::setup(text)?;
            Ok(if setup.cells.len() <= 64 {
                let (game, position) = $game::<u64>::new(&setup, mover)?;
                compiled!(TypedPosition::new(Arc::new(game), position), $narrow).boxed()
            } else {
                let (game, position) = $game::<u128>::new(&setup, mover)?;
                compiled!(TypedPosition::new(Arc::new(game), position), $wide).boxed()
            })
        })
    };
}

/// Applies each of a list of methods.
macro_rules! compiled {
    ($position:expr, [$($method:ident),*]) => { $position$(.$method())* };
}

/// Reads a game that has no bitboard, and hides the types.
macro_rules! other {
    ($module:ident, $game:ident, $solver:ident, $compiled:tt) => {
        GameEntry::new(&$module::INFO, $solver::INFO.name, |text, mover| {
            let (game, position) = $game::new(text, mover)?;
            Ok(compiled!(TypedPosition::new(Arc::new(game), position), $compiled).boxed())
        })
    };
}

/// Reads a classic game, whose rules are behind a trait object.
macro_rules! classic {
    ($module:ident, $solver:ident) => {
        GameEntry::new(&$module::INFO, $solver::INFO.name, |text, mover| {
            let (game, position) = Classic::new($module::read(text)?, mover);
            Ok(TypedPosition::new(Arc::new(game), position).native_sums().boxed())
        })
        .sums(SumPolicy::Always)
    };
}

/// Every game, with the algorithm that `auto` takes first on boards, and what is compiled for it: `native` for
/// alpha-beta and df-pn, `valued` for values, `native_sums` for values and searches on sums.
static GAMES: [GameEntry; 20] = [
    board!(domineering, Domineering, AlphaBeta, [native, valued], [native, valued])
        .sums(SumPolicy::SeveralParts),
    board!(nogo, NoGo, AlphaBeta, [native, valued], [valued]).sums(SumPolicy::SeveralParts),
    board!(clobber, Clobber, DfPn, [native, native_sums], [native_sums]).sums(SumPolicy::Always),
    board!(y, Y, AlphaBeta, [native], []),
    board!(hex, Hex, AlphaBeta, [native], []).plain_certificates(),
    board!(mnk, Mnk, AlphaBeta, [native], []).no_favourite(),
    board!(connect_four, ConnectFour, AlphaBeta, [native], []),
    other!(pgame, PGame, AlphaBeta, [native]),
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
    other!(go, Go, DfPn, [native]),
    other!(seki, Seki, AlphaBeta, [native]),
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

/// The entry of one game.
///
/// # Errors
/// If there is no game of that name; the message has the nearest one.
pub fn entry(name: &str) -> Result<&'static GameEntry, Error> {
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
    let names = GAMES.iter().filter(|entry| entry.sums.is_some()).map(|entry| entry.info.name);
    let names = names.collect::<Vec<_>>().join(", ");
    Error::Unsuitable(format!("{wanted}positions of '{game}' have no values; those of {names} do"))
}

/// What databases ask of a game of the list on a board of a size.
///
/// # Errors
/// If the game does not exist, has no such board, or its positions have no values.
pub fn board(game: &str, grid: Grid) -> Result<Box<dyn database::DatabaseGame>, Error> {
    let position = position(game, &format!("{}x{}", grid.rows, grid.columns), None)?;
    position.database_board().ok_or_else(|| no_values(game, ""))
}

macro_rules! algorithms {
    ($($solver:ident),* $(,)?) => {
        /// What is known of every algorithm, in the order of the list.
        pub const ALGORITHMS: &[&AlgorithmInfo] = &[&AUTO, $(&<$solver as Solver>::INFO),*];

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
    FAMILY.iter().any(|info| info.name == name) || judges.contains(&name)
}
