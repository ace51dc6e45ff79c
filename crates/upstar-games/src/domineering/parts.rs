//! Independent parts: regions of adjacent free cells.

use std::ops::ControlFlow;

use upstar_core::{Bits, Cells, Makes, Partisan, Planes, Player, Turning, Wide};

use super::{Domineering, Position};

impl<B: Bits> Partisan for Domineering<B> {
    fn with_mover(&self, position: &Position<B>, player: Player) -> Position<B> {
        Position { mover: player, ..*position }
    }

    #[inline]
    fn unpack(&self, planes: Planes, mover: Player) -> Position<B> {
        let taken = B::narrow(planes);
        Position { taken, vertical: B::EMPTY, horizontal: B::EMPTY, mover }
    }

    /// The number of free cells.
    #[inline]
    fn size(&self, part: &Position<B>) -> u32 {
        (self.free(part)).count()
    }

    #[inline]
    fn without(&self, position: &Position<B>, part: &Position<B>) -> Option<Position<B>> {
        let taken = position.taken | (self.free(part));
        Some(Position { taken, ..*position })
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes) = (&[0, 1], Makes::Full);
        Some(Cells { grid: self.grid, marks, makes, outside: Some(1), turning: Turning::Negates })
    }

    fn parts(&self, position: &Position<B>) -> Vec<Position<B>> {
        let mut parts = Vec::new();
        self.split(position, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        parts
    }

    /// Regions of at least two adjacent free cells.
    #[inline]
    fn split(&self, position: &Position<B>, show: &mut dyn FnMut(Position<B>) -> ControlFlow<()>) {
        let mut rest = self.free(position);
        while !rest.is_empty() {
            let region = self.squares.fill(B::cell(rest.lowest()), rest);
            rest &= !region;
            let part = Position { taken: self.board & !region, ..*position };
            if region.count() > 1 && show(part).is_break() {
                return;
            }
        }
    }

    /// The least image of the free cells under translation, reflection and rotation.
    #[inline]
    fn impartial_key(&self, part: &Position<B>) -> Planes {
        [self.shapes.least([self.free(part)], true)[0], B::EMPTY].widen()
    }

    /// All sets of taken cells.
    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Position<B>> + '_>> {
        let mut next = Some(B::EMPTY);
        Some(Box::new(std::iter::from_fn(move || {
            let taken = next?;
            // Counts in binary: the first free cell becomes taken, and the cells before it become
            // free.
            let free = self.board & !taken;
            let first = || free.lowest();
            next = (!free.is_empty()).then(|| (taken & !B::first(first())) | B::cell(first()));
            let none = B::EMPTY;
            Some(Position { taken, vertical: none, horizontal: none, mover: Player::Left })
        })))
    }

    /// The free cells, translated into a corner.
    #[inline]
    fn placed_key(&self, part: &Position<B>) -> [B; 2] {
        [self.shapes.moved([self.free(part)])[0], B::EMPTY]
    }

    /// The least image of the free cells under translation and reflection.
    fn part_key(&self, part: &Position<B>) -> [B; 2] {
        [self.shapes.least([self.free(part)], false)[0], B::EMPTY]
    }

    /// The least reflection. The symmetric key cannot be unpacked as a position.
    fn image(&self, position: &Position<B>) -> Planes {
        [self.least_reflection(position.taken), B::EMPTY].widen()
    }

    /// Rows and columns exchanged, if the result fits on the board.
    fn negative(&self, position: &Position<B>) -> Option<Position<B>> {
        let [free] = self.shapes.transposed([self.free(position)])?;
        Some(Position { taken: self.board & !free, ..*position })
    }
}
