//! The interface between a database and a game on one board, independent of the game's type.

use std::{ops::ControlFlow, sync::Arc};

use upstar_core::{Cells, Move, Partisan, Planes, Player};

/// A game on a board of one size. Positions are given by the contents of the cells.
pub trait DatabaseGame: Send + Sync {
    /// The cells and their states; `None` if the game has no board of cells.
    fn cells(&self) -> Option<Cells>;
    /// Are these contents a legal position?
    fn is_position(&self, planes: Planes) -> bool;
    /// Calls `show` for the position after each move of each player.
    fn options(&self, planes: Planes, show: &mut dyn FnMut(Player, Planes));
    /// Returns a canonical image of the position under the board's symmetries, which preserve its value, and
    /// one of its negative, if the game has negatives.
    fn images(&self, planes: Planes) -> (Planes, Option<Planes>);
    /// Is the position a single part that reaches all four borders, with nothing outside of it?
    fn is_whole(&self, planes: Planes) -> bool;
}

impl<G: Partisan> DatabaseGame for Arc<G> {
    fn cells(&self) -> Option<Cells> {
        self.as_ref().cells()
    }

    fn is_position(&self, planes: Planes) -> bool {
        self.as_ref().is_position(planes)
    }

    fn options(&self, planes: Planes, show: &mut dyn FnMut(Player, Planes)) {
        let mut moves: Vec<Move> = Vec::with_capacity(64);
        for player in Player::BOTH {
            let start = self.unpack(planes, player);
            moves.clear();
            self.expand(&start, &mut moves);
            for &mv in &moves {
                let mut next = start.clone();
                self.play(&mut next, mv);
                show(player, self.pack(&next));
            }
        }
    }

    fn images(&self, planes: Planes) -> (Planes, Option<Planes>) {
        let position = self.unpack(planes, Player::Left);
        let negative = self.negative(&position);
        (self.image(&position), negative.map(|negative| self.image(&negative)))
    }

    fn is_whole(&self, planes: Planes) -> bool {
        let Some(Cells { grid, .. }) = self.as_ref().cells() else { return false };
        let (mut only, mut count) = (None, 0);
        self.split(&self.unpack(planes, Player::Left), &mut |part| {
            count += 1;
            only = Some(self.pack(&part));
            if count > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if count != 1 || only != Some(planes) {
            return false;
        }
        let full = |cell: usize| (planes[0] | planes[1]) >> cell & 1 == 1;
        let row = |r: usize| (0..grid.columns).any(|c| full(grid.cell(r, c)));
        let rows = row(0) && row(grid.rows - 1);
        let column = |c: usize| (0..grid.rows).any(|r| full(grid.cell(r, c)));
        rows && column(0) && column(grid.columns - 1)
    }
}
