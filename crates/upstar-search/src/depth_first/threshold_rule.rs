//! What a threshold rule is: numbers, how they are combined, which child they select, and windows on them.
//!
//! Numbers belong to open (unsolved) positions only. They guide the search and never prove
//! anything. All numbers in a frame are seen by the player to move there: [`ThresholdRule::flip`] converts
//! those of a child in which the other player moves. Lost children are removed from the
//! frame, and a won child ends it, so every child that a rule gets is open.

use upstar_core::{Key, Move, RootNumber};

/// A child on the stack: an open position one move away.
#[derive(Clone, Copy, Debug)]
pub struct Child<K, N> {
    /// Its key, by which equal children are merged.
    pub key: K,
    /// Its numbers, seen by the parent's player to move.
    pub numbers: N,
    /// The move that leads there.
    pub mv: Move,
    /// The number of the move in the list of moves.
    pub index: u16,
    /// How often this frame has searched it.
    pub visits: u16,
    /// Does the other player move there?
    pub flipped: bool,
}

/// The features of a new position from which a rule makes its first numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// How many legal moves there are.
    pub moves: u32,
    /// The game's evaluation, larger for better for the player to move; 0 unless
    /// [`ThresholdRule::needs_evaluation`].
    pub evaluation: i32,
    /// A hash of the position.
    pub hash: u64,
}

/// The numbers of a depth-first search, and the thresholds that limit a visit.
pub trait ThresholdRule: Clone + Send + Sync + 'static {
    /// The numbers of an open position, seen by one player.
    type Numbers: Copy + Send;
    /// A set of numbers. The search of a position continues while its numbers lie within.
    type Window: Copy;

    /// Does [`leaf`](ThresholdRule::leaf) need the game's evaluation?
    fn needs_evaluation(&self) -> bool;
    /// Must the search of a position that was searched before go one move deeper even if its
    /// numbers have left the window meanwhile?
    fn controls_thresholds(&self) -> bool;

    /// The numbers by name, for display.
    fn named_numbers(&self, numbers: Self::Numbers) -> Vec<(&'static str, RootNumber)>;

    /// The numbers in 54 bits.
    fn pack(&self, numbers: Self::Numbers) -> u64;
    /// Numbers that were packed, perhaps rounded.
    fn unpack(&self, bits: u64) -> Self::Numbers;

    /// The numbers of a new position, seen by its player to move.
    fn leaf(&self, leaf: Leaf) -> Self::Numbers;
    /// The same numbers seen by the other player.
    fn flip(&self, numbers: Self::Numbers) -> Self::Numbers;
    /// The numbers of a position whose open children are these (at least one), seen by its
    /// player to move, and the place of the child to search next.
    fn sum<K: Key>(&self, children: &[Child<K, Self::Numbers>]) -> (Self::Numbers, usize);

    /// The window that open numbers never leave.
    fn unlimited(&self) -> Self::Window;
    /// The same window for numbers seen by the other player.
    fn flip_window(&self, window: Self::Window) -> Self::Window;
    /// Are the numbers within the window?
    fn is_inside(&self, numbers: Self::Numbers, window: Self::Window) -> bool;
    /// The least widening of the window that has the numbers well inside.
    fn widen(&self, numbers: Self::Numbers, window: Self::Window) -> Self::Window;
    /// The window for the child at `best`, so that within it the child stays (about) the best
    /// and the parent's numbers stay in `window`, both seen by the parent's player to move.
    fn limit<K: Key>(
        &self,
        children: &[Child<K, Self::Numbers>],
        best: usize,
        window: Self::Window,
    ) -> Self::Window;
    /// Worse numbers, seen by the parent's player to move, for a child that another thread searches.
    fn add_virtual_loss(&self, numbers: Self::Numbers) -> Self::Numbers;
    /// The window widened so that the numbers must change by a factor of 2^`doublings` to
    /// leave it.
    fn stretch(&self, numbers: Self::Numbers, window: Self::Window, doublings: u32)
    -> Self::Window;
}
