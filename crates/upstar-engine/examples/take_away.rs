//! A game in Rust: take one, two or three counters from a heap; whoever cannot move loses.
//!
//! A move is the number of counters taken. Moves are listed from one upwards.

use std::sync::Arc;

use upstar_core::{
    Control, Diagram, Game, Layout, Move, MoveOrdering, Notation, Player, Playouts, Score,
    StaticBounds, Symmetry,
};
use upstar_engine::{TypedPosition, registry, solve};
use upstar_search::Request;

/// The rules have no size, so there is nothing to store.
pub struct TakeAway;

/// A heap and who moves.
#[derive(Clone, Copy)]
pub struct Position {
    counters: u32,
    mover: Player,
}

impl Game for TakeAway {
    type Position = Position;
    type Key = u32;

    fn scores(&self) -> &[Score] {
        &[-1, 1]
    }

    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if position.counters == 0 {
            return Some(position.mover.other().win());
        }
        moves.extend((1..=position.counters.min(3)).map(Move));
        None
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.counters -= mv.0;
        position.mover = position.mover.other();
    }

    fn key(&self, position: &Position) -> u32 {
        position.counters
    }
}

// The game knows nothing beside its rules. Each of these can say more: see `game.rs` of upstar-core.
impl Symmetry for TakeAway {}
impl StaticBounds for TakeAway {}
impl MoveOrdering for TakeAway {}
impl Playouts for TakeAway {}

impl Notation for TakeAway {
    fn name(&self) -> &str {
        "take-away"
    }

    fn labels(&self) -> [&str; 2] {
        ["left", "right"]
    }

    fn print(&self, position: &Position) -> String {
        position.counters.to_string()
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        mv.0.to_string()
    }

    fn diagram(&self, position: &Position) -> Diagram {
        Diagram { layout: Layout::Text, rows: vec![self.print(position)] }
    }

    fn move_cells(&self, _position: &Position, _mv: Move) -> Vec<(usize, usize)> {
        Vec::new()
    }
}

/// Solves heaps with every algorithm: the mover wins unless the heap is a multiple of four.
pub fn main() {
    for counters in 0..13 {
        let start = Position { counters, mover: Player::Left };
        let position = TypedPosition::new(Arc::new(TakeAway), start).boxed();
        for info in registry::ALGORITHMS {
            let request = Request::new(info.name);
            let solved = solve(position.as_ref(), &request, &Control::unlimited());
            let solution = solved.expect("the request is possible").solution;
            let wanted = if counters % 4 == 0 { -1 } else { 1 };
            assert!(!solution.solved || solution.bounds.lo == wanted, "{} {counters}", info.name);
        }
    }
    println!("every algorithm agrees");
}
