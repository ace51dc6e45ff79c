//! The list of games. A new game is its file and a line in `GAMES`. The list of algorithms is in `upstar-solver`.

use std::sync::Arc;

use upstar_cgt::{AnyPartisan, database};
use upstar_core::{Error, GameInfo, Grid, Player, PositionError, near_matches};
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
use upstar_search::{AlphaBeta, DfPn, Solver};
pub use upstar_solver::algorithms::{ALGORITHMS, algorithm, has_playouts};

use crate::{
    plan::SumPolicy,
    position::AnyPosition,
    sum::{self, Term},
    typed_position::TypedPosition,
};

/// The fingerprint of this program's sources. Saved results carry it, because another build may read them
/// differently.
pub const SOURCES: &str = env!("UPSTAR_SOURCES");

/// The result of reading a position.
type Reading = Result<Box<dyn AnyPosition>, PositionError>;

/// A game of the list.
pub struct GameEntry {
    info: &'static GameInfo,
    /// The algorithm that was fastest on boards when measured, which `auto` runs. None if it depends on the board.
    pub favourite: Option<&'static str>,
    /// When `auto` searches on sums. None if positions have no values.
    sums: Option<SumPolicy>,
    /// Does a search without static bounds give shorter certificates?
    pub plain_certificates: bool,
    read: fn(&str, Player) -> Reading,
}

impl GameEntry {
    /// A game without values and with this favourite.
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

    /// Which algorithm is fastest depends on the board.
    const fn no_favourite(self) -> GameEntry {
        GameEntry { favourite: None, ..self }
    }

    /// When `auto` searches on sums, if positions have values.
    pub fn sum_policy(&self) -> SumPolicy {
        self.sums.unwrap_or(SumPolicy::SeveralParts)
    }
}

/// Reads a board, chooses the narrowest bitboard that fits, and hides the types. The last two arguments list what is
/// compiled for boards of at most 64 cells, and for larger boards.
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
/// alpha-beta and df-pn, `shared` for alpha-beta with one table for many positions, `valued` for values, `native_sums` for values and searches on sums.
static GAMES: [GameEntry; 21] = [
    board!(domineering, Domineering, AlphaBeta, [native, shared, valued], [native, valued])
        .sums(SumPolicy::SeveralParts),
    board!(nogo, NoGo, AlphaBeta, [native, shared, valued], [native, valued])
        .sums(SumPolicy::SeveralParts),
    board!(clobber, Clobber, DfPn, [native, native_sums], [native_sums]).sums(SumPolicy::Always),
    board!(y, Y, AlphaBeta, [native, shared], [native]),
    board!(hex, Hex, AlphaBeta, [native, shared], [native]).plain_certificates(),
    board!(mnk, Mnk, AlphaBeta, [native, shared], [native]).no_favourite(),
    board!(connect_four, ConnectFour, AlphaBeta, [native, shared, native_lengths], [native]),
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
    GameEntry::new(&sum::INFO, AlphaBeta::INFO.name, |text, mover| {
        sum::read(text, mover, named_terms)
    })
    .sums(SumPolicy::Always),
];

/// The descriptions of all games, in the order of the list.
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().map(|entry| entry.info)
}

/// The description of one game.
///
/// # Errors
/// If there is no game of that name; the message names the nearest one.
pub fn game(name: &str) -> Result<&'static GameInfo, Error> {
    entry(name).map(|entry| entry.info)
}

/// The entry of one game.
///
/// # Errors
/// If there is no game of that name; the message names the nearest one.
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

/// The parts of a position in a sum.
///
/// # Errors
/// If the position has no value; the message lists the games that have values.
pub fn terms(position: &dyn AnyPosition) -> Result<Vec<Term>, Error> {
    position
        .terms()
        .ok_or_else(|| no_values(position.game(), "the parts of a sum are positions with values: "))
}

/// The parts in a sum of the position that a text describes.
fn named_terms(game: &str, text: &str) -> Result<Vec<Term>, Error> {
    terms(position(game, text, None)?.as_ref())
}

/// The values of a position of a game of the list.
///
/// # Errors
/// If the game has none; the message lists the games that have values.
pub fn partisan(position: &dyn AnyPosition) -> Result<Box<dyn AnyPartisan>, Error> {
    position.partisan().ok_or_else(|| no_values(position.game(), ""))
}

/// The error for a request that needs values, on a game without them.
pub fn no_values(game: &str, wanted: &str) -> Error {
    let names = GAMES.iter().filter(|entry| entry.sums.is_some()).map(|entry| entry.info.name);
    let names = names.collect::<Vec<_>>().join(", ");
    Error::Unsuitable(format!("{wanted}positions of '{game}' have no values; those of {names} do"))
}

/// The interface of a listed game to databases, on a board of the given size.
///
/// # Errors
/// If the game does not exist, has no such board, or its positions have no values.
pub fn board(game: &str, grid: Grid) -> Result<Box<dyn database::DatabaseGame>, Error> {
    let position = position(game, &format!("{}x{}", grid.rows, grid.columns), None)?;
    position.database_board().ok_or_else(|| no_values(game, ""))
}
