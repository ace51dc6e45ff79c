//! What a rule is: numbers, how they are combined and chosen by, and windows on them.
//!
//! Numbers belong to open (unsolved) positions only; they guide the search and never prove
//! anything. All numbers in a frame are seen by the player to move there: [`Rule::flip`] turns
//! those of a child in which the other player moves. Lost children have been taken out of the
//! frame, and a won child ends it, so every child that a rule sees is open.

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

/// What a rule may look at to give a new position its first numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// How many legal moves there are.
    pub moves: u32,
    /// The game's evaluation, larger for better for the player to move; 0 unless
    /// [`Rule::evaluates`].
    pub evaluation: i32,
    /// A hash of the position.
    pub hash: u64,
}

/// How numbers are made, combined, chosen by and limited.
pub trait Rule: Clone + Send + Sync + 'static {
    /// The numbers of an open position, seen by one player.
    type Numbers: Copy + Send;
    /// A set of numbers that the search of a position goes on within.
    type Window: Copy;

    /// Does [`leaf`](Rule::leaf) want the game's evaluation?
    fn evaluates(&self) -> bool;
    /// Must the search of a position that was searched before go one move deeper even if its
    /// numbers have left the window meanwhile?
    fn controls_thresholds(&self) -> bool;

    /// The numbers by their names, for people.
    fn told(&self, numbers: Self::Numbers) -> Vec<(&'static str, RootNumber)>;

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

    /// The window that nothing open leaves.
    fn everything(&self) -> Self::Window;
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
    /// Numbers, seen by the parent's player to move, as they look when another thread is there: worse.
    fn burden(&self, numbers: Self::Numbers) -> Self::Numbers;
    /// The window widened so that the numbers must change by a factor of 2^`doublings` to
    /// leave it.
    fn stretch(&self, numbers: Self::Numbers, window: Self::Window, doublings: u32)
    -> Self::Window;
}
