//! The search for nimbers of impartial games.
//!
//! **Idea** Under normal play every impartial position equals a nim heap, its nimber (Sprague and Grundy).
//! The nimber of a sum of independent parts is the exclusive or of theirs. So the search stores nimbers of
//! parts, and a part whose nimber is known is replaced by it. To find the nimber of a part *P* it asks who
//! wins *P* + ∗0, *P* + ∗1, …: the player to move loses exactly if the heap has the nimber of *P*. An answer
//! for one heap takes much less time than the nimber itself, because one option is often enough.
//!
//! **Formula** *P* has the nimber *k* if no option of *P* has the nimber *k*, and for every *j* < *k* some
//! option has the nimber *j*. An option is a sum of parts. Equal parts cancel, and known parts are added up.
//! Of the other parts all but the largest are computed, and the question goes on to the largest one. The
//! search asks first for *k*, because an option with that nimber answers the question; then for the
//! numbers below, in ascending order. Options come in the order of their largest unknown part.
//!
//! **Bounds** A part with *n* options has a nimber of at most *n*, and of at most the number of different
//! known nimbers of options plus the number of open options. The table stores for each part its nimber, or
//! the nimbers that it is proved not to have.
//!
//! **Threads** All threads search the root and share the table. A thread defers a part that another thread
//! searches (see [`ThreadTeam`](upstar_core::ThreadTeam)).
//!
//! **Guarantee** Every entry is proved. So a nimber is exact, and so are the bounds that a stopped search
//! returns.
//!
//! **Reference** Lemoine and Viennot, *Nimbers are inevitable*, 2012; Beling and Rogalski, *On pruning
//! search trees of impartial games*, 2020.

mod entry;
mod frame;
mod knowledge;
mod search;

use std::sync::{Arc, Mutex};

use entry::NimberEntry;
pub use knowledge::NimberKnowledge;
pub use search::NimberBounds;
use search::{NimberSearch, Team};
use upstar_core::{
    Control, ErasedKey, ErasedPartisan, Error, Meter, PackedPosition, Partisan, Player, Stopped,
    ThreadTeam, bytes_for_tables, into_inner, lock,
};

use crate::{
    AlgorithmInfo, Checkpoint, Request, SearchTable, SharedTable, Stats, Table,
    helper_threads::run_with_helpers,
};

/// The description of the search for nimbers.
pub const NIMBER: AlgorithmInfo = AlgorithmInfo {
    name: "nimber",
    summary: "the nimber of an impartial position, by outcomes of sums with nim heaps",
    reference: "Lemoine and Viennot 2012; Beling and Rogalski 2020",
    parameters: &[],
    keeps_tree: false,
    saves_table: true,
};

/// The result of a search for a nimber.
#[derive(Clone, Debug, PartialEq)]
pub struct NimberSolution {
    /// The proved bounds of the nimber.
    pub bounds: NimberBounds,
    /// Why the search ended before the nimber was known.
    pub stopped: Option<Stopped>,
    /// The work of the search.
    pub stats: Stats,
    /// Nodes and seconds of earlier runs, if the search resumed from a checkpoint.
    pub earlier: Option<(u64, f64)>,
    /// Why the checkpoint is not up to date, if it is not.
    pub save_error: Option<String>,
    /// An estimate of the nodes of the whole search, if it was stopped.
    pub estimated_nodes: Option<u64>,
}

/// A game, and the nimbers of its parts that searches of several positions have found.
pub struct SharedNimbers {
    game: ErasedPartisan,
    table: Arc<SharedTable<ErasedKey, NimberEntry>>,
}

impl SharedNimbers {
    /// No nimbers yet. The table may grow to a share of `max_bytes`, the limit of the searches.
    pub fn new(game: ErasedPartisan, max_bytes: usize) -> SharedNimbers {
        let table = SharedTable::keeping(bytes_for_tables(&game, max_bytes));
        SharedNimbers { game, table: Arc::new(table) }
    }

    /// Finds the nimber of the position with this text. None if the game has no such position.
    pub fn solve(&self, text: &str, control: &Control) -> Option<NimberSolution> {
        let position = self.game.unpack(self.game.read(text)?, Player::Left);
        let table = SearchTable::Shared(Arc::clone(&self.table));
        let mut search = NimberSearch::new(&self.game, table, Meter::new(control), None);
        let bounds = search.solve(&position);
        Some(search.solution(bounds))
    }
}

/// Finds the nimber of a position of an impartial game, or of the impartial version of a game. If it is found, `then` is
/// called with what the search knows.
///
/// # Errors
/// If a checkpoint cannot be read, or the game has no checkpoints.
pub fn solve_nimber(
    game: &ErasedPartisan,
    position: &PackedPosition,
    request: &Request,
    control: &Control,
    then: &mut dyn FnMut(&mut NimberKnowledge),
) -> Result<NimberSolution, Error> {
    let mut checkpoint = Checkpoint::new(game, Player::Left, request, &NIMBER)?;
    let max_bytes = bytes_for_tables(game, control.limits.max_bytes);
    let position = game.with_mover(position, Player::Left);
    let threads = request.threads.max(1);
    let mut load = |put: &mut dyn FnMut(_, u64)| match &mut checkpoint {
        Some(checkpoint) => {
            checkpoint.load(|key, _| Some(key), (control, max_bytes), put).map(|_| ())
        }
        None => Ok(()),
    };
    if threads == 1 {
        let mut table = Table::keeping(max_bytes);
        load(&mut |key, word| table.restore(key, word))?;
        let meter = Meter::new(control);
        let mut search = NimberSearch::new(game, SearchTable::Own(table), meter, None);
        search.checkpoint = checkpoint;
        let bounds = search.solve(&position);
        return Ok(NimberKnowledge::used(search, bounds, then));
    }
    let table = SharedTable::keeping(max_bytes);
    load(&mut |key, word| table.restore(key, word))?;
    let (team, table) = (Arc::new(ThreadTeam::new(threads)), Arc::new(table));
    let answer = Mutex::new(None);
    let work = |number: usize, checkpoint| {
        let meter = Meter::in_team(control, Arc::clone(&team));
        let table = SearchTable::Shared(Arc::clone(&table));
        let team = Team { shared: Arc::clone(&team), is_main: number == 0 };
        let mut search = NimberSearch::new(game, table, meter, Some(team));
        search.checkpoint = checkpoint;
        let bounds = search.solve(&position);
        if bounds.is_exact() && search.finish_team() {
            *lock(&answer) = Some(bounds);
        }
        (search, bounds)
    };
    let help = |number| drop(work(number, None));
    let (mut search, bounds) = run_with_helpers(1..threads, help, || work(0, checkpoint));
    let answer = into_inner(answer);
    if answer.is_some() {
        search.meter.clear_stop();
    }
    Ok(NimberKnowledge::used(search, answer.unwrap_or(bounds), then))
}
