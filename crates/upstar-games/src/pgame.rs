//! P-games: artificial trees with random values. They are a test bed for searches.
//!
//! A move is the child's number. Moves are listed in the order of these numbers.
//!
//! The tree is not stored. The value of an edge is a hash of the seed and of the node below it.
//! Nodes are numbered level by level (drawn for branching factor 2):
//! ```text
//!              0
//!         1         2        the children of k are 2 k + 1 and 2 k + 2
//!       3   4     5   6
//! ```

use upstar_core::{
    Diagram, Game, GameInfo, Key, Layout, Move, MoveOrdering, Notation, Player, Playouts,
    PositionError, Rng, Score, StaticBounds, Status, Symmetry, mix,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "pgame",
    summary: "an artificial game tree with random values on its edges",
    labels: ["max", "min"],
    rules: "The game is a complete tree: each inner node has B children, and every path from the \
            root has D edges. An edge played by Max has a random value from 0 to 127. An edge \
            played by Min has a random value from -127 to 0. At a leaf, the values along the path \
            are added. Max wins if the sum is above 0, otherwise Min wins. In trees with draws the \
            sum 0 is a draw.",
    positions: "BxD:SEED (branching factor, depth, seed), or BxD:SEED:draw for a tree with draws, \
                optionally with the moves played so far, BxD:SEED/0/1/1; the player to move is the \
                one at that node",
    moves: "the child's number, from 0",
    usual: "4x3:2",
    examples: &["1x3:1", "2x0:1", "2x4:1", "2x5:7/1/0", "3x4:5", "3x4:5:draw", "4x3:2"],
};

const SCORES: [Score; 2] = [-1, 1];
const SCORES_WITH_DRAWS: [Score; 3] = [-1, 0, 1];
const MAX_DEPTH: usize = 120;
const MAX_BRANCHING: u32 = 4096;

/// A P-game.
#[derive(Clone, Copy, Debug)]
pub struct PGame {
    branching: u32,
    depth: u32,
    seed: u64,
    /// Is the sum 0 a draw? Otherwise Min wins.
    draws: bool,
}

/// A node of a P-game.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The node's number, level by level.
    node: u128,
    depth: u32,
    /// The sum of the values along the path.
    sum: i32,
    mover: Player,
}

impl PGame {
    /// The game and the position that a text describes. `mover` is to move in that position. The
    /// player at the root follows from the length of the path.
    ///
    /// # Errors
    /// If the text is not `BxD:SEED` with an optional path, or if the tree is too large.
    pub fn new(text: &str, mover: Player) -> Result<(PGame, Position), PositionError> {
        let mut parts = text.split('/');
        let game = PGame::parse(text, parts.next().unwrap_or(""))?;
        let mut path = Vec::new();
        let mut at = text.split('/').next().map_or(0, |head| head.chars().count());
        for part in parts {
            at += 1;
            if path.len() == game.depth as usize {
                let message =
                    format!("the path has more than {} moves, the depth of the tree", game.depth);
                return Err(PositionError::at(text, at, message));
            }
            let child = number(part).filter(|&n| n < u64::from(game.branching));
            let Some(child) = child else {
                let message =
                    format!("expected the number of a child, from 0 to {}", game.branching - 1);
                return Err(PositionError::at(text, at, message));
            };
            path.push(Move(child as u32));
            at += part.chars().count();
        }
        let root = if path.len() % 2 == 0 { mover } else { mover.other() };
        let mut position = Position { node: 0, depth: 0, sum: 0, mover: root };
        path.into_iter().for_each(|mv| game.play(&mut position, mv));
        Ok((game, position))
    }

    /// Reads `BxD:SEED`, the head of the text.
    fn parse(text: &str, head: &str) -> Result<PGame, PositionError> {
        let form = "a P-game is BxD:SEED: branching factor, depth, seed, such as 2x8:1";
        let read = || {
            let (size, rest) = head.split_once(':')?;
            let (branching, depth) = size.split_once('x')?;
            let (seed, draws) = match rest.strip_suffix(":draw") {
                Some(seed) => (seed, true),
                None => (rest, false),
            };
            Some((number(branching)?, number(depth)?, number(seed)?, draws))
        };
        let Some((branching, depth, seed, draws)) = read() else {
            return Err(PositionError::new(text, form));
        };
        if !(1..=u64::from(MAX_BRANCHING)).contains(&branching) {
            let message = format!("the branching factor must be from 1 to {MAX_BRANCHING}");
            return Err(PositionError::at(text, 0, message));
        }
        if depth > MAX_DEPTH as u64 {
            let message = format!("the depth {depth} is too large; the limit is {MAX_DEPTH}");
            return Err(PositionError::new(text, message));
        }
        let nodes = u128::from(branching).checked_pow(depth as u32 + 1);
        if nodes.is_none_or(|n| n >= 1 << 127) {
            let message = "the tree is too large; B to the power D + 1 must be below 2^127";
            return Err(PositionError::new(text, message));
        }
        Ok(PGame { branching: branching as u32, depth: depth as u32, seed, draws })
    }

    /// The absolute value of the edge that ends in a node, from 0 to 127.
    #[inline]
    fn value(&self, node: u128) -> i32 {
        (mix(node.hash64() ^ mix(self.seed ^ 0x9e37_79b9_7f4a_7c15)) >> 57) as i32
    }

    /// The moves from the root to a node.
    fn path(&self, mut node: u128) -> Vec<u128> {
        let branching = u128::from(self.branching);
        let mut path = Vec::new();
        while node > 0 {
            path.push((node - 1) % branching);
            node = (node - 1) / branching;
        }
        path.reverse();
        path
    }

    #[inline]
    fn result(&self, position: &Position) -> Option<Score> {
        (position.depth == self.depth).then_some(match position.sum {
            1.. => 1,
            0 if self.draws => 0,
            _ => -1,
        })
    }
}

/// A number that is written only with digits. (`parse` would also accept a sign.)
fn number(text: &str) -> Option<u64> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

impl Game for PGame {
    type Position = Position;
    type Key = u128;

    fn scores(&self) -> &[Score] {
        if self.draws { &SCORES_WITH_DRAWS } else { &SCORES }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        let result = self.result(position);
        if result.is_none() {
            moves.extend((0..self.branching).map(Move));
        }
        result
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let child = u128::from(self.branching) * position.node + u128::from(mv.0) + 1;
        position.node = child;
        position.depth += 1;
        match position.mover {
            Player::Left => position.sum += self.value(child),
            Player::Right => position.sum -= self.value(child),
        }
        position.mover = position.mover.other();
    }

    #[inline]
    fn key(&self, position: &Position) -> u128 {
        position.node
    }

    fn rebuild(&self, &node: &u128, mover: Player) -> Option<Position> {
        let path = self.path(node);
        if path.len() > self.depth as usize {
            return None;
        }
        let root = if path.len().is_multiple_of(2) { mover } else { mover.other() };
        let mut position = Position { node: 0, depth: 0, sum: 0, mover: root };
        path.into_iter().for_each(|child| self.play(&mut position, Move(child as u32)));
        Some(position)
    }

    #[inline]
    fn status(&self, position: &Position, _scratch: &mut Vec<Move>) -> Status {
        self.result(position).map_or(Status::Moves(self.branching), Status::Over)
    }
}

impl Symmetry for PGame {}

impl StaticBounds for PGame {
    #[inline]
    fn max_plies(&self, position: &Position) -> u32 {
        self.depth.saturating_sub(position.depth)
    }

    /// The key is a node of a tree, which has one depth.
    fn keeps_distances(&self) -> bool {
        true
    }
}

impl MoveOrdering for PGame {
    /// The sum so far.
    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        position.sum
    }
}

impl Playouts for PGame {
    #[inline]
    fn random_move(
        &self,
        position: &Position,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        match self.result(position) {
            Some(score) => Err(score),
            None => Ok(Move(rng.below(u64::from(self.branching)) as u32)),
        }
    }
}

impl Notation for PGame {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position) -> String {
        let draws = if self.draws { ":draw" } else { "" };
        let mut text = format!("{}x{}:{}{draws}", self.branching, self.depth, self.seed);
        for mv in self.path(position.node) {
            text += &format!("/{mv}");
        }
        text
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
