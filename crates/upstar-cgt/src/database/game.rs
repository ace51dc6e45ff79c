//! What a database asks of a game on one board, without the game's type.

use std::{ops::ControlFlow, sync::Arc};

use upstar_core::{Cells, Move, Partisan, Planes, Player};

/// A game on a board of one size, by what is on its cells.
pub trait DatabaseGame: Send + Sync {
    /// The cells and their states; `None` if the game has no such board.
    fn cells(&self) -> Option<Cells>;
    /// Is this content a position?
    fn is_position(&self, planes: Planes) -> bool;
    /// Shows what each move of each player leaves.
    fn options(&self, planes: Planes, show: &mut dyn FnMut(Player, Planes));
    /// One position for all that are worth the same by the board's symmetries, and one for their
    /// negatives, if the game has them.
    fn images(&self, planes: Planes) -> (Planes, Option<Planes>);
    /// Is it one part that reaches all four borders, with nothing beside it?
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
