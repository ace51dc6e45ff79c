//! Games in which a move places a stone on any empty cell: Hex, Y and m,n,k games.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right. The
//! game is over when a stone wins. It is drawn when the board is full. The [`StoneRules`] define
//! the board and the stones that win.

use upstar_core::{
    Bits, Diagram, Game, GameInfo, Grid, Layout, Move, Notation, Player, Score, Status, Symmetries,
    Symmetry, iter_bits, stone_char, stones,
};

use crate::{
    board_diagram,
    cell_moves::{self, CellMoves},
};

/// Stones on a board, the player to move, and the winner if there is one.
#[derive(Clone, Copy, Debug)]
pub struct StonePosition<B> {
    /// Left's and Right's stones.
    pub(crate) stones: [B; 2],
    pub(crate) mover: Player,
    pub(crate) winner: Option<Player>,
}

/// What differs between the games: the board's shape and the stones that win.
pub trait StoneRules<B: Bits>: Send + Sync + 'static {
    /// The game's entry in the registry.
    const INFO: &'static GameInfo;
    /// The scores of a finished game, ascending.
    const SCORES: &'static [Score];
    /// How the board is drawn.
    const LAYOUT: Layout;

    /// The number of rows.
    fn rows(&self) -> usize;

    /// The row (from the top) and the column of a cell.
    fn place(&self, cell: usize) -> (usize, usize);

    /// The text after the rows.
    fn suffix(&self) -> String {
        String::new()
    }

    /// Do the stones `own` of `player`, the last of them on the cell `stone`, win?
    fn wins(&self, own: B, player: Player, stone: usize) -> bool;
}

/// A game of placing stones on a board.
#[derive(Clone, Debug)]
pub struct StoneGame<B, R> {
    pub(crate) board: B,
    symmetries: Symmetries<B>,
    pub(crate) rules: R,
}

/// The rules decide board and symmetries.
impl<B, R: PartialEq> PartialEq for StoneGame<B, R> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl<B: Bits, R: StoneRules<B>> StoneGame<B, R> {
    /// The game on a board with these symmetries, and the position with the stones of `cells`.
    pub(crate) fn start(
        rules: R,
        symmetries: Symmetries<B>,
        cells: &[u8],
        mover: Player,
    ) -> (StoneGame<B, R>, StonePosition<B>) {
        let stones: [B; 2] = stones(cells);
        let game = StoneGame { board: B::first(cells.len()), symmetries, rules };
        let winner = game.winner(stones);
        (game, StonePosition { stones, mover, winner })
    }

    /// The player whose stones win.
    fn winner(&self, stones: [B; 2]) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| {
            let own = stones[player.index()];
            iter_bits(own).any(|stone| self.rules.wins(own, player, stone))
        })
    }

    #[inline]
    pub(crate) fn empty(&self, stones: [B; 2]) -> B {
        self.board & !(stones[0] | stones[1])
    }

    /// The empty cells; the score if the game is over.
    #[inline]
    pub(crate) fn cell_moves(&self, position: &StonePosition<B>) -> CellMoves<B> {
        cell_moves::until_won(position.winner, self.empty(position.stones))
    }

    /// The rows of the board as text.
    fn board_text(&self, stones: [B; 2]) -> String {
        let mut text = String::new();
        for cell in 0..self.board.count() as usize {
            if cell > 0 && self.rules.place(cell).1 == 0 {
                text.push('/');
            }
            text.push(stone_char(stones, cell));
        }
        text
    }
}

impl<B: Bits, R: StoneRules<B>> Game for StoneGame<B, R> {
    type Position = StonePosition<B>;
    type Key = [B; 2];

    fn scores(&self) -> &[Score] {
        R::SCORES
    }

    #[inline]
    fn to_move(&self, position: &StonePosition<B>) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &StonePosition<B>, moves: &mut Vec<Move>) -> Option<Score> {
        cell_moves::expand(self.cell_moves(position), moves)
    }

    #[inline]
    fn play(&self, position: &mut StonePosition<B>, mv: Move) {
        let mover = position.mover;
        let stone = mv.0 as usize;
        position.stones[mover.index()] |= B::cell(stone);
        let own = position.stones[mover.index()];
        position.winner = self.rules.wins(own, mover, stone).then_some(mover);
        position.mover = mover.other();
    }

    #[inline]
    fn key(&self, position: &StonePosition<B>) -> [B; 2] {
        position.stones
    }

    #[inline]
    fn rebuild(&self, &stones: &[B; 2], mover: Player) -> Option<StonePosition<B>> {
        let overlap = stones[0] & stones[1];
        if !(overlap | ((stones[0] | stones[1]) & !self.board)).is_empty() {
            return None;
        }
        Some(StonePosition { stones, mover, winner: self.winner(stones) })
    }

    #[inline]
    fn status(&self, position: &StonePosition<B>, _scratch: &mut Vec<Move>) -> Status {
        cell_moves::status(self.cell_moves(position))
    }
}

impl<B: Bits, R: StoneRules<B>> Symmetry for StoneGame<B, R> {
    #[inline]
    fn symmetric_key(&self, position: &StonePosition<B>) -> [B; 2] {
        self.symmetries.least(position.stones)
    }
}

impl<B: Bits, R: StoneRules<B>> Notation for StoneGame<B, R> {
    fn name(&self) -> &str {
        R::INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        R::INFO.labels
    }

    fn print(&self, position: &StonePosition<B>) -> String {
        self.board_text(position.stones) + &self.rules.suffix()
    }

    fn move_text(&self, _position: &StonePosition<B>, mv: Move) -> String {
        let (row, column) = self.rules.place(mv.0 as usize);
        format!("{}{}", Grid::column_name(column), self.rules.rows() - row)
    }

    fn diagram(&self, position: &StonePosition<B>) -> Diagram {
        board_diagram(R::LAYOUT, &self.board_text(position.stones))
    }

    fn move_cells(&self, _position: &StonePosition<B>, mv: Move) -> Vec<(usize, usize)> {
        vec![self.rules.place(mv.0 as usize)]
    }
}
