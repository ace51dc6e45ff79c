//! The interface of a threshold rule: numbers, how they are combined, which child they select, and windows on
//! them.
//!
//! Only open (unsolved) positions have numbers. Numbers guide the search and never prove anything. All
//! numbers in a frame are seen by its player to move: [`ThresholdRule::flip`] converts those of a child in
//! which the other player moves. Lost children are removed from the frame, and a won child ends the visit, so
//! a rule sees only open children.

use upstar_core::{Key, Move, RootNumber};

/// A child on the stack: an open position one move away.
#[derive(Clone, Copy, Debug)]
pub struct Child<K, N> {
    /// Its key. Children with equal keys are merged.
    pub key: K,
    /// Its numbers, seen by the parent's player to move.
    pub numbers: N,
    /// The move that leads to it.
    pub mv: Move,
    /// The index of the move in the list of moves.
    pub index: u16,
    /// How often this frame has visited it.
    pub visits: u16,
    /// Is the other player to move there?
    pub flipped: bool,
}

/// The features of a new position from which a rule computes its initial numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The number of legal moves.
    pub moves: u32,
    /// The game's evaluation, larger if better for the player to move; 0 unless
    /// [`ThresholdRule::needs_evaluation`].
    pub evaluation: i32,
    /// A hash of the position.
    pub hash: u64,
}

/// The numbers of a depth-first search, and the thresholds that limit a visit.
pub trait ThresholdRule: Clone + Send + Sync + 'static {
    /// The numbers of an open position, seen by one player.
    type Numbers: Copy + Send;
    /// A set of numbers. The visit to a position continues while its numbers are in this set.
    type Window: Copy;

    /// Does [`leaf`](ThresholdRule::leaf) need the game's evaluation?
    fn needs_evaluation(&self) -> bool;
    /// Must the search of a position that was searched before go one move deeper, even if its numbers have
    /// left the window since?
    fn controls_thresholds(&self) -> bool;
    /// The share of a position's moves that are searched at first, if not all.
    fn widening(&self) -> Option<f64> {
        None
    }

    /// The numbers by name, for display.
    fn named_numbers(&self, numbers: Self::Numbers) -> Vec<(&'static str, RootNumber)>;

    /// Packs the numbers into 54 bits.
    fn pack(&self, numbers: Self::Numbers) -> u64;
    /// Unpacks numbers, which may have been rounded.
    fn unpack(&self, bits: u64) -> Self::Numbers;

    /// The numbers of a new position, seen by its player to move.
    fn leaf(&self, leaf: Leaf) -> Self::Numbers;
    /// The same numbers seen by the other player.
    fn flip(&self, numbers: Self::Numbers) -> Self::Numbers;
    /// The numbers of a position with these open children (at least one), seen by its player to move, and the
    /// index of the child to search next.
    fn sum<K: Key>(&self, children: &[Child<K, Self::Numbers>]) -> (Self::Numbers, usize);

    /// The window that open numbers never leave.
    fn unlimited(&self) -> Self::Window;
    /// The same window for numbers seen by the other player.
    fn flip_window(&self, window: Self::Window) -> Self::Window;
    /// Are the numbers within the window?
    fn is_inside(&self, numbers: Self::Numbers, window: Self::Window) -> bool;
    /// The smallest extension of the window that contains the numbers with some margin.
    fn widen(&self, numbers: Self::Numbers, window: Self::Window) -> Self::Window;
    /// The window for the child at `best`. Within it, the child stays (about) the best, and the parent's
    /// numbers stay in `window`. Both are seen by the parent's player to move.
    fn limit<K: Key>(
        &self,
        children: &[Child<K, Self::Numbers>],
        best: usize,
        window: Self::Window,
    ) -> Self::Window;
    /// Worse numbers, seen by the parent's player to move, for a child that another thread is searching.
    fn add_virtual_loss(&self, numbers: Self::Numbers) -> Self::Numbers;
    /// The window extended so that the numbers must change by a factor of 2^`doublings` to leave it.
    fn stretch(&self, numbers: Self::Numbers, window: Self::Window, doublings: u32)
    -> Self::Window;
}
