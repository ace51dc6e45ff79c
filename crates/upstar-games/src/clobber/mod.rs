//! Clobber: a stone moves onto an adjacent stone of the opponent and removes it. A player who
//! cannot move loses.
//!
//! A move is `4 * from + direction` with the directions up, left, right, down. Moves are listed
//! by the cell that they leave, row by row from the top, then by direction.

mod evaluation;
mod training;
mod windows;

use std::ops::ControlFlow;

use upstar_core::{
    Bits, Bounds, Cells, Diagram, Game, GameInfo, Grid, GridSetup, Layout, MAX_BITBOARD_CELLS,
    Makes, Move, MoveOrdering, Notation, Partisan, Planes, PlayEvaluation, Player, Playouts,
    PositionError, Rng, STONES, Score, Shapes, Squares, StaticBounds, Status, Symmetries, Symmetry,
    Turning, Wide, all_stones, expand_repeats, iter_bits, stone_text, stones,
};

pub use self::{
    evaluation::Weights,
    training::{TrainingConfig, train},
};
use crate::{board_diagram, classic::clobber_strip};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "clobber",
    summary: "move onto an adjacent stone of the opponent; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "The players take turns to move one of their stones onto an orthogonally adjacent \
            cell with a stone of the opponent, which is removed. A player who cannot move loses.",
    positions: "a size such as 4x5, which means the full checkerboard with 'x' at the bottom \
                left, or rows from the top separated by '/': '.' empty, 'x' black, 'o' white; or a \
                graph, graph:cycle(6) 1,3=x 2=o",
    moves: "from and to, a1a2; on a graph 1-2",
    usual: "4x4",
    examples: &[
        "1x4",
        "2x2",
        "2x3",
        "3x3",
        "xo./.xo/ox.",
        "xxoo",
        "graph:petersen 1,3,7,9=x 2,5,8=o",
    ],
};

const SCORES: [Score; 2] = [-1, 1];

/// Reads a position's text. A size means the checkerboard.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let text = &*expand_repeats(text)?;
    // One row may be longer than a bitboard.
    let most = if text.contains('/') { MAX_BITBOARD_CELLS } else { clobber_strip::MAX_CELLS };
    let mut setup = GridSetup::parse_up_to(text, text, STONES, most)?;
    if setup.grid.rows > 1 {
        setup = GridSetup::parse(text, STONES, None)?;
    }
    if setup.is_size {
        let grid = setup.grid;
        for (cell, content) in setup.cells.iter_mut().enumerate() {
            let (row, column) = grid.place(cell);
            *content = 1 + ((grid.rows - 1 - row + column) % 2) as u8;
        }
    }
    Ok(setup)
}

/// Clobber on a board of one size.
#[derive(Clone, Debug)]
pub struct Clobber<B> {
    grid: Grid,
    squares: Squares<B>,
    symmetries: Symmetries<B>,
    shapes: Shapes<B>,
}

/// A position of Clobber.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    mover: Player,
}

impl<B: Bits> Clobber<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: every board of stones is a position.
    pub fn new(
        setup: &GridSetup,
        mover: Player,
    ) -> Result<(Clobber<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let symmetries = Symmetries::rectangle(grid);
        let (squares, shapes) = (Squares::new(grid), Shapes::new(grid));
        let game = Clobber { grid, squares, symmetries, shapes };
        Ok((game, Position { stones: stones(&setup.cells), mover }))
    }

    /// For each direction, the stones of `player` that can move in that direction.
    #[inline]
    fn movable(&self, stones: [B; 2], player: Player) -> [B; 4] {
        let own = stones[player.index()];
        // A stone can move up if an opponent's stone, shifted down, coincides with it. The other
        // directions are similar.
        let [up, left, right, down] = self.squares.steps(stones[player.other().index()]);
        [down & own, right & own, left & own, up & own]
    }

    #[inline]
    fn mobility(&self, stones: [B; 2], player: Player) -> u32 {
        self.movable(stones, player).into_iter().map(B::count).sum()
    }

    /// The stones that form an isolated pair: each of the two has no other neighbour.
    #[inline]
    fn pairs(&self, all: B) -> B {
        let [up, left, right, down] = self.squares.steps(all);
        let two = (up & left) | (right & down) | ((up | left) & (right | down));
        let single = all & (up | left | right | down) & !two;
        self.squares.steps(single).into_iter().fold(B::EMPTY, |set, way| set | (way & single))
    }

    /// The cells that a move leaves and enters.
    #[inline]
    fn cells(&self, mv: Move) -> [usize; 2] {
        let from = mv.0 as usize / 4;
        let to = match mv.0 % 4 {
            0 => from - self.grid.columns,
            1 => from - 1,
            2 => from + 1,
            _ => from + self.grid.columns,
        };
        [from, to]
    }
}

impl<B: Bits> Game for Clobber<B> {
    type Position = Position<B>;
    type Key = [B; 2];

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position<B>) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let movable = self.movable(position.stones, position.mover);
        let any = movable.into_iter().fold(B::EMPTY, |set, way| set | way);
        if any.is_empty() {
            return Some(position.mover.other().win());
        }
        for from in iter_bits(any) {
            for (direction, way) in movable.into_iter().enumerate() {
                if way.has(from) {
                    moves.push(Move((4 * from + direction) as u32));
                }
            }
        }
        None
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let [from, to] = self.cells(mv).map(B::cell);
        position.stones[position.mover.index()] ^= from | to;
        position.stones[position.mover.other().index()] ^= to;
        position.mover = position.mover.other();
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        position.stones
    }

    #[inline]
    fn rebuild(&self, &stones: &[B; 2], mover: Player) -> Option<Position<B>> {
        let wrong = (stones[0] & stones[1]) | ((stones[0] | stones[1]) & !self.squares.board);
        wrong.is_empty().then_some(Position { stones, mover })
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match self.mobility(position.stones, position.mover) {
            0 => Status::Over(position.mover.other().win()),
            count => Status::Moves(count),
        }
    }
}

impl<B: Bits> Symmetry for Clobber<B> {
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.symmetries.least(position.stones)
    }
}

impl<B: Bits> StaticBounds for Clobber<B> {
    /// Each move captures a stone.
    #[inline]
    fn max_plies(&self, position: &Position<B>) -> u32 {
        (position.stones[0] | position.stones[1]).count()
    }

    /// All moves are searched, the keys are those of the board, and each move captures a stone.
    fn keeps_distances(&self) -> bool {
        true
    }

    /// If all remaining moves are inside isolated pairs, each pair has the value ∗. Then the parity
    /// of their number decides.
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let movable = self.movable(position.stones, Player::Left);
        let any = movable.into_iter().fold(B::EMPTY, |set, way| set | way);
        let [left, right] = position.stones;
        if !(any & !self.pairs(left | right)).is_empty() {
            return Bounds::new(SCORES[0], SCORES[1]);
        }
        let winner = if any.count() % 2 == 1 { position.mover } else { position.mover.other() };
        Bounds::exactly(winner.win())
    }
}

impl<B: Bits> MoveOrdering for Clobber<B> {
    /// The difference in the number of stones that can move. (The number of moves is always the
    /// same for both players, because each adjacent pair of opposite colours is a move for either.)
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        self.movable_stones(position.stones)
    }

    fn play_evaluation(&self, position: &Position<B>, kind: PlayEvaluation) -> i32 {
        match kind {
            PlayEvaluation::Ordering => self.evaluate(position),
            PlayEvaluation::Parts => self.parts_evaluation(position),
            PlayEvaluation::Learnt => self.learnt_evaluation(position),
        }
    }
}

impl<B: Bits> Playouts for Clobber<B> {
    /// Draws from the four sets of stones that can move in each direction, as from one list.
    #[inline]
    fn random_move(
        &self,
        position: &Position<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        let movable = self.movable(position.stones, position.mover);
        let counts = movable.map(B::count);
        let count: u32 = counts.iter().sum();
        if count == 0 {
            return Err(position.mover.other().win());
        }
        let mut n = rng.below(u64::from(count)) as u32;
        let mut direction = 0;
        while n >= counts[direction] {
            n -= counts[direction];
            direction += 1;
        }
        Ok(Move((4 * movable[direction].nth(n) + direction) as u32))
    }
}

impl<B: Bits> Partisan for Clobber<B> {
    fn with_mover(&self, position: &Position<B>, player: Player) -> Position<B> {
        Position { mover: player, ..*position }
    }

    #[inline]
    fn unpack(&self, planes: Planes, mover: Player) -> Position<B> {
        Position { stones: Wide::narrow(planes), mover }
    }

    fn parts(&self, position: &Position<B>) -> Vec<Position<B>> {
        let mut parts = Vec::new();
        self.split(position, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        parts
    }

    /// The connected groups of stones that have both colours. In these a stone of Left can move.
    #[inline]
    fn split(&self, position: &Position<B>, show: &mut dyn FnMut(Position<B>) -> ControlFlow<()>) {
        let [left, right] = position.stones;
        let movable = self.movable(position.stones, Player::Left);
        let mut rest = movable.into_iter().fold(B::EMPTY, |set, way| set | way);
        while !rest.is_empty() {
            let group = self.squares.fill(B::cell(rest.lowest()), left | right);
            rest &= !group;
            let part = Position { stones: [left & group, right & group], mover: position.mover };
            if show(part).is_break() {
                return;
            }
        }
    }

    /// The number of stones.
    #[inline]
    fn size(&self, part: &Position<B>) -> u32 {
        (part.stones[0] | part.stones[1]).count()
    }

    #[inline]
    fn without(&self, position: &Position<B>, part: &Position<B>) -> Option<Position<B>> {
        let [left, right] = position.stones;
        let stones = [left & !part.stones[0], right & !part.stones[1]];
        Some(Position { stones, ..*position })
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes) = (&[0, 1, 2], Makes::Empty);
        Some(Cells { grid: self.grid, marks, makes, outside: Some(0), turning: Turning::Keeps })
    }

    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Position<B>> + '_>> {
        let all = all_stones(self.grid.cells());
        Some(Box::new(all.map(|stones| Position { stones, mover: Player::Left })))
    }

    /// The stones, translated into a corner.
    #[inline]
    fn placed_key(&self, part: &Position<B>) -> [B; 2] {
        self.shapes.moved(part.stones)
    }

    /// The least image of the stones under translation, reflection and rotation.
    fn part_key(&self, part: &Position<B>) -> [B; 2] {
        self.shapes.least(part.stones, true)
    }

    /// Exchanges the colours.
    fn negative(&self, position: &Position<B>) -> Option<Position<B>> {
        let [left, right] = position.stones;
        Some(Position { stones: [right, left], ..*position })
    }
}

impl<B: Bits> Notation for Clobber<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        stone_text(self.grid, position.stones)
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        let [from, to] = self.cells(mv).map(|cell| self.grid.name(cell));
        from + &to
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        board_diagram(Layout::Square, &self.print(position))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        self.cells(mv).map(|cell| self.grid.place(cell)).to_vec()
    }
}
