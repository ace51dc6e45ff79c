//! The list of games. A new game is its file and a line in `GAMES`. The list of algorithms is in `upstar-solver`.

use std::sync::{Arc, LazyLock};

use upstar_cgt::{AnyPartisan, database};
use upstar_core::{
    Error, Game, GameInfo, Grid, MAX_BITBOARD_CELLS, Player, PositionError, near_matches,
};
use upstar_games::{
    classic::{
        self, Classic, ClassicRules, amazons, cannibal_clobber, clobber_strip, col, cram,
        elephants_and_rhinos, fission, graph_clobber, graph_nogo, hackenbush, is_graph, kayles,
        king_dirt, konane, nim, nimstring, node_kayles, octal, peg_duotaire, sheep, snort,
        toads_and_frogs, toppling_dominoes,
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
    impartial::{Impartial, PREFIX},
    misere,
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
    /// Does `auto` search the best moves of each position first, by df-pn with widening?
    pub focused: bool,
    read: fn(&str, Player) -> Reading,
    /// Reads positions on graphs, in games that are played on them.
    read_graph: Option<fn(&str) -> classic::Reading>,
}

impl GameEntry {
    /// A game without values and with this favourite.
    const fn new(
        info: &'static GameInfo,
        favourite: &'static str,
        read: fn(&str, Player) -> Reading,
    ) -> GameEntry {
        GameEntry {
            info,
            favourite: Some(favourite),
            sums: None,
            plain_certificates: false,
            focused: false,
            read,
            read_graph: None,
        }
    }

    /// The positions have values, and `auto` searches them on sums.
    const fn sums(self, policy: SumPolicy) -> GameEntry {
        GameEntry { sums: Some(policy), ..self }
    }

    /// Certificates come from a search without static bounds.
    const fn plain_certificates(self) -> GameEntry {
        GameEntry { plain_certificates: true, ..self }
    }

    const fn focused(self) -> GameEntry {
        GameEntry { focused: true, ..self }
    }

    /// Positions on graphs are read by this function.
    const fn on_graphs(self, read: fn(&str) -> classic::Reading) -> GameEntry {
        GameEntry { read_graph: Some(read), ..self }
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
            Ok(classic_position($module::read(text)?, mover))
        })
        .sums(SumPolicy::Always)
    };
}

/// A position of a classic game.
fn classic_position(
    read: (Box<dyn ClassicRules>, classic::State),
    mover: Player,
) -> Box<dyn AnyPosition> {
    let (game, position) = Classic::new(read, mover);
    TypedPosition::new(Arc::new(game), position).native_sums().boxed()
}

/// Reads a position of Clobber. A row may be longer than a bitboard.
fn read_clobber(text: &str, mover: Player) -> Reading {
    let setup = clobber::setup(text)?;
    Ok(match setup.cells.len() {
        ..=64 => {
            let (game, position) = Clobber::<u64>::new(&setup, mover)?;
            TypedPosition::new(Arc::new(game), position).native().native_sums().boxed()
        }
        65..=MAX_BITBOARD_CELLS => {
            let (game, position) = Clobber::<u128>::new(&setup, mover)?;
            TypedPosition::new(Arc::new(game), position).native_sums().boxed()
        }
        _ => classic_position(clobber_strip::read(&setup), mover),
    })
}

/// Every game, with the algorithm that `auto` takes first on boards, and what is compiled for it: `native` for
/// alpha-beta and df-pn, `native_alpha_beta` for alpha-beta alone, `shared` for alpha-beta with one table for many
/// positions, `native_lengths` for distances, `valued` for values, `native_sums` for searches with values.
static GAMES: [GameEntry; 30] = [
    board!(
        domineering,
        Domineering,
        AlphaBeta,
        [native, shared, valued],
        [native_alpha_beta, valued]
    )
    .sums(SumPolicy::SeveralParts),
    board!(nogo, NoGo, AlphaBeta, [native, shared, valued], [native_alpha_beta, valued])
        .sums(SumPolicy::SeveralParts)
        .on_graphs(graph_nogo::read),
    GameEntry::new(&clobber::INFO, DfPn::INFO.name, read_clobber)
        .sums(SumPolicy::Always)
        .on_graphs(graph_clobber::read),
    board!(y, Y, AlphaBeta, [], []).focused(),
    board!(hex, Hex, AlphaBeta, [], []).plain_certificates().focused(),
    board!(mnk, Mnk, AlphaBeta, [native, shared], [native_alpha_beta]).no_favourite(),
    board!(
        connect_four,
        ConnectFour,
        AlphaBeta,
        [native, shared, native_lengths],
        [native_alpha_beta]
    ),
    other!(pgame, PGame, AlphaBeta, [native_alpha_beta]),
    classic!(hackenbush, AlphaBeta).on_graphs(hackenbush::read),
    classic!(toads_and_frogs, AlphaBeta),
    classic!(elephants_and_rhinos, AlphaBeta),
    classic!(toppling_dominoes, AlphaBeta),
    classic!(col, AlphaBeta).on_graphs(col::read),
    classic!(snort, AlphaBeta).on_graphs(snort::read),
    classic!(node_kayles, AlphaBeta).on_graphs(node_kayles::read),
    classic!(cram, AlphaBeta),
    classic!(peg_duotaire, AlphaBeta),
    classic!(fission, AlphaBeta),
    classic!(cannibal_clobber, DfPn).on_graphs(cannibal_clobber::read),
    classic!(sheep, AlphaBeta),
    classic!(king_dirt, AlphaBeta),
    classic!(nim, AlphaBeta),
    classic!(octal, AlphaBeta),
    classic!(kayles, AlphaBeta),
    classic!(nimstring, AlphaBeta),
    classic!(amazons, DfPn),
    classic!(konane, DfPn),
    other!(go, Go, DfPn, [native]),
    other!(seki, Seki, AlphaBeta, [native_alpha_beta]),
    GameEntry::new(&sum::INFO, AlphaBeta::INFO.name, |text, mover| {
        sum::read(text, mover, named_terms)
    })
    .sums(SumPolicy::Always),
];

/// The impartial versions of all partisan games under normal play, in the order of the list. The game `sum` has none,
/// but its terms can be impartial versions.
static IMPARTIAL_VERSIONS: LazyLock<Vec<(&'static GameEntry, GameEntry)>> = LazyLock::new(|| {
    let is_partisan = |game: &&GameEntry| {
        let usual = (game.read)(game.info.usual, Player::Left).ok();
        let terms = usual.and_then(|usual| usual.terms()).unwrap_or_default();
        game.info.name != sum::INFO.name && terms.iter().any(|term| !term.component.is_impartial())
    };
    GAMES.iter().filter(is_partisan).map(|game| (game, impartial_version(game))).collect()
});

/// The entry of the impartial version of a game. It is made once, so its texts are never freed.
fn impartial_version(game: &'static GameEntry) -> GameEntry {
    let info = game.info;
    let text = |text: String| -> &'static str { text.leak() };
    let [left, right] = info.labels;
    let impartial = GameInfo {
        name: text(format!("{PREFIX}{}", info.name)),
        summary: text(format!("{} in which either player may make any move", info.name)),
        labels: ["left", "right"],
        rules: text(format!(
            "The rules of {}, except that either player may make the moves of {left} and of {right}. A player who \
             cannot move loses. ({})",
            info.name, info.rules
        )),
        positions: info.positions,
        moves: text(format!(
            "{}; '{left}:' or '{right}:' in front tells two moves with one name apart",
            info.moves
        )),
        usual: info.usual,
        examples: info.examples,
    };
    GameEntry {
        info: Box::leak(Box::new(impartial)),
        favourite: Some(AlphaBeta::INFO.name),
        plain_certificates: false,
        focused: false,
        ..*game
    }
    .sums(SumPolicy::Always)
}

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
    if let Some(inner) = name.strip_prefix(PREFIX) {
        return impartial_entry(inner).map(|(_, version)| version);
    }
    GAMES.iter().find(|entry| entry.info.name == name).ok_or_else(|| {
        let near = near_matches(name, games().map(|info| info.name));
        Error::UnknownName(format!("there is no game '{name}'{near}"))
    })
}

/// The descriptions of the impartial versions of games.
pub fn impartial_versions() -> impl Iterator<Item = &'static GameInfo> {
    IMPARTIAL_VERSIONS.iter().map(|(_, version)| version.info)
}

/// A game and the entry of its impartial version.
fn impartial_entry(inner: &str) -> Result<&'static (&'static GameEntry, GameEntry), Error> {
    let game = entry(inner)?;
    let found = IMPARTIAL_VERSIONS.iter().find(|(known, _)| known.info.name == game.info.name);
    found.ok_or_else(|| no_impartial_version(inner, game.sums.is_some()))
}

/// The error for a game without an impartial version.
fn no_impartial_version(game: &str, has_values: bool) -> Error {
    if !has_values {
        let wanted =
            "an impartial version needs normal play, in which a player who cannot move loses: ";
        return no_values(game, wanted);
    }
    Error::Unsuitable(match game == sum::INFO.name {
        true => format!(
            "a sum has no impartial version; write '{PREFIX}' before the games of its terms"
        ),
        false => format!("'{game}' is impartial already; write '{game}' without '{PREFIX}'"),
    })
}

/// The impartial version of a position, with this player to move.
///
/// # Errors
/// If the game is not under normal play, is a sum, or is impartial already.
pub fn impartial(position: &dyn AnyPosition, mover: Player) -> Result<Box<dyn AnyPosition>, Error> {
    let terms = position.terms();
    let fail = || no_impartial_version(position.game(), terms.is_some());
    let [term] = terms.as_deref().unwrap_or_default() else { return Err(fail()) };
    if term.component.is_impartial() || position.game() == sum::INFO.name {
        return Err(fail());
    }
    let (game, position) = Impartial::new(position.game(), term.clone(), mover);
    Ok(TypedPosition::new(Arc::new(game), position).valued().boxed())
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
    if let Some(inner) = game.strip_prefix(misere::PREFIX) {
        return misere::misere(position(inner, text, to_move)?);
    }
    if let Some(inner) = game.strip_prefix(PREFIX) {
        let (game, _) = impartial_entry(inner)?;
        let position = position(game.info.name, text, None)?;
        return impartial(position.as_ref(), to_move.unwrap_or(Player::Left));
    }
    let (entry, mover) = (entry(game)?, to_move.unwrap_or(Player::Left));
    if !is_graph(text) {
        return Ok((entry.read)(text, mover)?);
    }
    let Some(read) = entry.read_graph else {
        let games = GAMES.iter().filter(|entry| entry.read_graph.is_some());
        let names = games.map(|entry| entry.info.name).collect::<Vec<_>>().join(", ");
        let message = format!("'{game}' is not played on graphs; {names} are");
        return Err(PositionError::new(text, message).into());
    };
    Ok(classic_position(read(text)?, mover))
}

/// The same position with a new game, if its game remembers much: sums and Go number the positions of every search,
/// and keep them as long as a position of the game exists. None if it remembers little, or cannot be renewed.
pub fn renewed(position: &dyn AnyPosition) -> Option<Box<dyn AnyPosition>> {
    const MUCH: usize = 1 << 20;
    if position.erased().0.heap_bytes() < MUCH {
        return None;
    }
    match position.game() {
        game if game == sum::INFO.name => {
            Some(sum::position(position.terms()?, position.to_move()))
        }
        game @ ("go" | "seki") => {
            self::position(game, &position.text(), Some(position.to_move())).ok()
        }
        _ => None,
    }
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
    let names = names_with_values();
    Error::Unsuitable(format!(
        "{wanted}positions of '{game}' have no values, because values are for normal play, in which a player who \
         cannot move loses; those of {names} do"
    ))
}

/// The names of the games whose positions have values.
pub(crate) fn names_with_values() -> String {
    let names = GAMES.iter().filter(|entry| entry.sums.is_some()).map(|entry| entry.info.name);
    names.collect::<Vec<_>>().join(", ")
}

/// The interface of a listed game to databases, on a board of the given size.
///
/// # Errors
/// If the game does not exist, has no such board, or its positions have no values.
pub fn board(game: &str, grid: Grid) -> Result<Box<dyn database::DatabaseGame>, Error> {
    let position = position(game, &format!("{}x{}", grid.rows, grid.columns), None)?;
    position.database_board().ok_or_else(|| no_values(game, ""))
}
