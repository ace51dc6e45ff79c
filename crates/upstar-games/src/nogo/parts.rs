//! Independent parts: components of live cells and mortal groups.
//!
//! An illegal move stays illegal. A move on p is suicide if p has no empty neighbour and all own
//! groups next to it have no other liberty. Such groups can only grow through p. A move on p
//! captures a group whose only liberty is p, and that group too can only grow through p. So an
//! empty cell that is illegal for both players is *dead*. It stays empty, and the groups next to it
//! are *immortal*. The other empty cells are *live*, and the other groups are *mortal*. All
//! liberties of a mortal group are live. Connect live cells that touch, and connect mortal groups
//! with their liberties.
//!
//! These components are independent. Whether a move on p is legal depends on its neighbours and on
//! the liberties of the groups next to it. A neighbour is in the component of p, or dead, or a
//! stone of an immortal group, which always has a liberty. A group without an immortal stone
//! consists of mortal groups and new stones that touch each other. So it lies in one component. Its
//! liberties lie in the same component, except for dead cells, which never change.
//!
//! A part contains its component and the stones next to it. All other cells become *barred*, `#`:
//! permanently empty. Mortal groups stay mortal and immortal groups stay immortal. A group that is
//! only partly in the part, or has a dead cell next to it, touches a barred cell, so it is immortal
//! as before. A mortal group is completely in the part, and so are all stones next to it, so it
//! touches no barred cell.

use std::ops::ControlFlow;

use upstar_core::{Bits, Cells, Game, Makes, Partisan, Planes, Player, Turning, Wide, all_stones};

use super::{NoGo, Position};

impl<B: Bits> NoGo<B> {
    /// Does every group have a liberty?
    fn is_alive(&self, [left, right]: [B; 2]) -> bool {
        let empty = self.squares.board & !(left | right);
        let beside = self.squares.neighbours(empty);
        [left, right].into_iter().all(|own| self.squares.fill(own & beside, own) == own)
    }

    /// The part of a component; see the head of this file.
    fn part(&self, position: &Position<B>, component: B) -> Position<B> {
        // Includes the stones next to live cells or mortal groups of the component.
        let shown = component | self.squares.neighbours(component);
        let stones = position.stones.map(|own| own & shown);
        let barred = self.squares.board & !(component | stones[0] | stones[1]);
        self.with_stones(stones, barred, position.mover)
    }
}

impl<B: Bits> Partisan for NoGo<B> {
    fn with_mover(&self, position: &Position<B>, player: Player) -> Position<B> {
        Position { mover: player, ..*position }
    }

    fn unpack(&self, planes: Planes, mover: Player) -> Position<B> {
        let [left, right] = <[B; 2]>::narrow(planes);
        let barred = left & right;
        self.with_stones([left & !barred, right & !barred], barred, mover)
    }

    /// The number of live cells.
    #[inline]
    fn size(&self, part: &Position<B>) -> u32 {
        (part.legal[0] | part.legal[1]).count()
    }

    /// The part's live cells become permanently empty. Its mortal groups touch no live cell of
    /// another part. The other groups have a permanent liberty anyway.
    fn without(&self, position: &Position<B>, part: &Position<B>) -> Option<Position<B>> {
        let barred = position.barred | part.legal[0] | part.legal[1];
        Some(self.with_stones(position.stones, barred, position.mover))
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes) = (&[0, 1, 2], Makes::Full);
        Some(Cells { grid: self.grid, marks, makes, outside: None, turning: Turning::Keeps })
    }

    fn is_position(&self, planes: Planes) -> bool {
        self.is_alive(Wide::narrow(planes))
    }

    fn parts(&self, position: &Position<B>) -> Vec<Position<B>> {
        let mut parts = Vec::new();
        self.split(position, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        parts
    }

    /// Components of live cells and mortal groups; see the head of this file.
    fn split(&self, position: &Position<B>, show: &mut dyn FnMut(Position<B>) -> ControlFlow<()>) {
        let [left, right] = position.stones;
        let live = position.legal[0] | position.legal[1];
        let dead = self.squares.board & !(left | right | live);
        let beside_dead = self.squares.neighbours(dead);
        let mortal = position.stones.map(|own| own & !self.squares.fill(own & beside_dead, own));
        let mut rest = live;
        while !rest.is_empty() {
            let mut component = B::cell(rest.lowest());
            loop {
                let beside = component | self.squares.neighbours(component);
                let mut next = component | (beside & live);
                for (own, all) in mortal.into_iter().zip(position.stones) {
                    // Adds the groups next to live cells, and the liberties of groups.
                    let touched = self.squares.neighbours(component & live) & own;
                    next |= self.squares.fill(touched, all);
                }
                if next == component {
                    break;
                }
                component = next;
            }
            rest &= !component;
            if show(self.part(position, component)).is_break() {
                return;
            }
        }
    }

    /// The least reflection or rotation. The symmetric key of a board of one row cannot be unpacked
    /// as a position.
    fn image(&self, position: &Position<B>) -> Planes {
        self.symmetries.least(self.key(position)).widen()
    }

    /// The least image under rotation and reflection.
    fn part_key(&self, part: &Position<B>) -> [B; 2] {
        self.symmetries.least(self.key(part))
    }

    /// The key without inert stones (`inert_stones.rs`). The same sequences of moves are legal
    /// without them. In one row it is the word of the part (`one_row_key.rs`), with a bit above that
    /// no other key has.
    fn impartial_key(&self, part: &Position<B>) -> Planes {
        if self.grid.rows.min(self.grid.columns) == 1
            && let Some(word) = self.one_row_word(part)
        {
            return [word, 1 << 127];
        }
        let [left, right] = self.strip_inert_stones(part);
        self.symmetries.least([left, right]).min(self.symmetries.least([right, left])).widen()
    }

    /// Exchanges the colours.
    fn negative(&self, position: &Position<B>) -> Option<Position<B>> {
        let [left, right] = position.stones;
        Some(self.with_stones([right, left], position.barred, position.mover))
    }

    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Position<B>> + '_>> {
        let all = all_stones(self.grid.cells()).filter(|&stones| self.is_alive(stones));
        Some(Box::new(all.map(|stones| self.with_stones(stones, B::EMPTY, Player::Left))))
    }
}
