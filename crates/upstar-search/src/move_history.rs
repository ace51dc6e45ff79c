//! Killer moves and the history heuristic: a move that caused a cut is tried early in other positions.
//!
//! **Reference** Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989.

use upstar_core::{Move, Player};

const NO_MOVE: Move = Move(u32::MAX);
/// The entries of the history table for each player. Moves that are equal modulo this size share an entry.
const HISTORY_SIZE: usize = 1 << 12;

/// The last two moves that caused a cut, by ply.
#[derive(Default)]
pub(crate) struct KillerMoves(Vec<[Move; 2]>);

impl KillerMoves {
    /// The killer moves of a ply.
    #[inline]
    pub fn at(&self, ply: usize) -> [Move; 2] {
        self.0.get(ply).copied().unwrap_or([NO_MOVE; 2])
    }

    /// Adds a move that caused a cut.
    #[inline]
    pub fn add(&mut self, ply: usize, mv: Move) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, [NO_MOVE; 2]);
        }
        let killers = &mut self.0[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}

/// How often a move caused a cut, by player and move.
pub(crate) struct HistoryTable(Vec<[u32; HISTORY_SIZE]>);

impl HistoryTable {
    /// A table in which all counts are 0.
    pub fn new() -> HistoryTable {
        HistoryTable(vec![[0; HISTORY_SIZE]; 2])
    }

    /// The count of a move.
    #[inline]
    pub fn get(&self, player: Player, mv: Move) -> u32 {
        self.0[player.index()][mv.0 as usize % HISTORY_SIZE]
    }

    /// Adds to the count of a move, up to `max`.
    #[inline]
    pub fn add(&mut self, player: Player, mv: Move, amount: u32, max: u32) {
        let count = &mut self.0[player.index()][mv.0 as usize % HISTORY_SIZE];
        *count = (*count + amount).min(max);
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<[u32; HISTORY_SIZE]>()
    }
}
