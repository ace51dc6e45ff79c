//! Independent parts: components of live cells and mortal groups.
//!
//! An illegal move stays illegal. Filling p is suicide when all own groups beside it have no
//! other liberty, and such groups cannot grow but through p; it takes a group that has only p
//! left, which can grow through p alone. So an empty cell that is illegal for both players is
//! *dead*: it stays empty, and the groups beside it are *immortal*. Call the other empty cells
//! live and the other groups mortal; all liberties of a mortal group are live. Join live cells
//! that touch, and mortal groups with their liberties.
//!
//! These components are independent. Whether p can be filled depends on its neighbours and on
//! the liberties of the groups beside it. A neighbour is in the component of p, or dead, or a
//! stone of an immortal group, which has a liberty for ever whatever happens elsewhere. A group
//! that contains no immortal one consists of mortal groups and new stones that touch each other,
//! so it lies in one component, and so do its liberties but for dead cells, which never change.
//!
//! A part shows its component, the stones beside it and nothing else; all other cells become
//! *barred*, `#`: empty for ever. That keeps the roles of all stones shown: a dead cell is barred
//! and empty either way; a group that is not shown whole, or has a dead cell beside it, touches a
//! barred cell and is immortal, as it was; a mortal group is shown whole, and all stones beside
//! it are shown, so it touches none.

use upstar_core::{Bits, Cells, Game, Makes, Partisan, Planes, Player, Turning, Wide, all_stones};

use super::{NoGo, Position};

impl<B: Bits> NoGo<B> {
    /// Has every group a liberty?
    fn is_alive(&self, [left, right]: [B; 2]) -> bool {
        let empty = self.squares.board & !(left | right);
        let beside = self.squares.neighbours(empty);
        [left, right].into_iter().all(|own| self.squares.fill(own & beside, own) == own)
    }

    /// The part that the cells of a component are; see the head of this file.
    fn part(&self, position: &Position<B>, component: B) -> Position<B> {
        // Stones beside the component: beside its live cells, or beside its mortal groups.
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

    /// Live cells.
    #[inline]
    fn size(&self, part: &Position<B>) -> u32 {
        (part.legal[0] | part.legal[1]).count()
    }

    /// The part's live cells stay empty for ever. Its mortal groups touch no live cell of another
    /// part, and the others have a liberty for ever anyhow.
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

    /// Components of live cells and mortal groups; see the head of this file.
    fn parts(&self, position: &Position<B>) -> Vec<Position<B>> {
        let [left, right] = position.stones;
        let live = position.legal[0] | position.legal[1];
        let dead = self.squares.board & !(left | right | live);
        let beside_dead = self.squares.neighbours(dead);
        let mortal = position.stones.map(|own| own & !self.squares.fill(own & beside_dead, own));
        let mut parts = Vec::new();
        let mut rest = live;
        while !rest.is_empty() {
            let mut component = B::cell(rest.lowest());
            loop {
                let beside = component | self.squares.neighbours(component);
                let mut next = component | (beside & live);
                for (own, all) in mortal.into_iter().zip(position.stones) {
                    // From cells to the groups beside them, whole; from groups to their liberties.
                    let touched = self.squares.neighbours(component & live) & own;
                    next |= self.squares.fill(touched, all);
                }
                if next == component {
                    break;
                }
                component = next;
            }
            rest &= !component;
            parts.push(self.part(position, component));
        }
        parts
    }

    /// The least reflection or turn; the key of a board of one row is no position.
    fn image(&self, position: &Position<B>) -> Planes {
        self.symmetries.least(self.key(position)).widen()
    }

    /// Turned and mirrored.
    fn part_key(&self, part: &Position<B>) -> [B; 2] {
        self.symmetries.least(self.key(part))
    }

    /// The colours exchanged.
    fn negative(&self, position: &Position<B>) -> Option<Position<B>> {
        let [left, right] = position.stones;
        Some(self.with_stones([right, left], position.barred, position.mover))
    }

    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Position<B>> + '_>> {
        let all = all_stones(self.grid.cells()).filter(|&stones| self.is_alive(stones));
        Some(Box::new(all.map(|stones| self.with_stones(stones, B::EMPTY, Player::Left))))
    }
}
