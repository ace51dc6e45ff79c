//! Cells that cannot matter, and moves that are no better than others.
//!
//! **Idea** A cell is *dead* if its owner makes no difference to who wins, however the other empty cells
//! are filled. A player *kills* a cell by a move after which it is dead. Two cells are *captured* by a
//! player who kills each of them by a move on the other one.
//!
//! **Dead** Take a player's stones and all empty cells but `v`; call the neighbours of `v` among
//! them n, m, …. If any two of them touch each other or one chain of the player's stones, and each
//! touches every side that `v` touches, itself or by a chain, and `v` does not touch all sides alone, as on
//! a board with one row or column, then `v` is dead: a winning chain that has `v` has some n, without `v`
//! it stays in one piece, and touches the same sides. Where there are two sides, n and m may also both touch one side:
//! the pieces that are left without `v` then share sides two by two, and if no piece has both
//! sides, they all touch the same one, and none the other, which the whole chain did.
//!
//! **Filled in** The owner of a dead cell is of no importance. Who has captured two cells answers a move on
//! one by a move on the other, which makes the first as good as his; so the position is worth what it
//! is with both his. A cell once dead, or two once captured, stay so whatever else is played. So a move
//! that wins on the filled board wins on the board.
//!
//! **Moves** (i) Who kills c by b need not consider c: b is as good as both. (ii) A move c that the
//! opponent can kill by k may be left out as long as another one remains. For if c wins, then after k as well,
//! with c dead, so that the mover also wins if k is given away and c is not played. Take a winning move there,
//! and so on: at last one is found that cannot be killed, or one that is dead, so that every move wins.
//! It wins without the opponent's additional stones, too.

use upstar_core::{Bits, Player, iter_bits};

use super::{LARGEST, Sides, Terrain};

/// A position with dead and captured cells filled in.
pub(super) struct Filled<B> {
    pub stones: [B; 2],
    empty: B,
    /// The cells that each player kills by a move.
    kills: [[B; LARGEST]; 2],
}

/// How cells look to a player.
struct View<'a, B> {
    terrain: &'a Terrain<B>,
    player: Player,
    /// The player's stones and empty cells.
    open: B,
    /// The chains that a cell touches or is part of, each named by its lowest cell.
    chains: [B; LARGEST],
    /// The sides that a cell touches, itself or by a chain.
    sides: [Sides; LARGEST],
}

/// What a player, or his opponent, is thought to have played.
#[derive(Clone, Copy)]
enum Thought {
    Nothing,
    Ours(usize),
    Theirs(usize),
}

impl<B: Bits> Filled<B> {
    pub fn new(terrain: &Terrain<B>, mut stones: [B; 2]) -> Filled<B> {
        loop {
            let empty = terrain.board & !(stones[0] | stones[1]);
            let views = Player::BOTH.map(|player| View::new(terrain, player, stones, empty));
            let is_dead = |cell, thoughts: [Thought; 2]| {
                views.iter().zip(thoughts).any(|(view, thought)| view.is_dead(cell, thought))
            };
            let mut kills = [[B::EMPTY; LARGEST]; 2];
            let mut filled = [B::EMPTY; 2];
            for cell in iter_bits(empty) {
                if is_dead(cell, [Thought::Nothing; 2]) {
                    filled[0] |= B::cell(cell);
                    continue;
                }
                for by in iter_bits(terrain.neighbours[cell] & empty) {
                    if is_dead(cell, [Thought::Ours(by), Thought::Theirs(by)]) {
                        kills[0][by] |= B::cell(cell);
                    }
                    if is_dead(cell, [Thought::Theirs(by), Thought::Ours(by)]) {
                        kills[1][by] |= B::cell(cell);
                    }
                }
            }
            for player in [0, 1] {
                for cell in iter_bits(empty) {
                    let free = empty & !(filled[0] | filled[1]);
                    let other = iter_bits(kills[player][cell] & free)
                        .find(|&other| free.has(cell) && kills[player][other].has(cell));
                    if let Some(other) = other {
                        filled[player] |= B::cell(cell) | B::cell(other);
                    }
                }
            }
            if (filled[0] | filled[1]).is_empty() {
                return Filled { stones, empty, kills };
            }
            stones = [stones[0] | filled[0], stones[1] | filled[1]];
        }
    }

    /// Some of the moves, with a winning one among them if there was one; all others lose.
    pub fn worthwhile(&self, mover: Player, moves: B) -> B {
        let [ours, theirs] = [mover, mover.other()].map(|player| &self.kills[player.index()]);
        let vulnerable = iter_bits(self.empty).fold(B::EMPTY, |set, by| set | theirs[by]);
        let lasting = moves & !vulnerable;
        let mut kept = if lasting.is_empty() { moves } else { lasting };
        for by in iter_bits(kept) {
            if kept.has(by) {
                kept &= !ours[by];
            }
        }
        kept
    }
}

impl<'a, B: Bits> View<'a, B> {
    fn new(terrain: &'a Terrain<B>, player: Player, stones: [B; 2], empty: B) -> View<'a, B> {
        let own = stones[player.index()];
        let mut chains = [B::EMPTY; LARGEST];
        let mut sides = [0; LARGEST];
        for cell in iter_bits(empty) {
            sides[cell] = terrain.touches[player.index()][cell];
        }
        terrain.each_chain(player, own, |chain, around, touched| {
            for cell in iter_bits(chain | (around & empty)) {
                chains[cell] |= B::cell(chain.lowest());
                sides[cell] |= touched;
            }
        });
        View { terrain, player, open: own | empty, chains, sides }
    }

    /// Is an empty cell dead for sure?
    fn is_dead(&self, cell: usize, thought: Thought) -> bool {
        let terrain = self.terrain;
        let [own_sides, all] =
            [terrain.touches[self.player.index()][cell], terrain.all[self.player.index()]];
        let mut rest = terrain.neighbours[cell] & self.open;
        if let Thought::Theirs(stone) = thought {
            rest &= !B::cell(stone);
        }
        if own_sides == all {
            return false;
        }
        while !rest.is_empty() {
            let first = rest.lowest();
            rest = rest.without_lowest();
            let (chains, sides) = self.around(first, thought);
            if own_sides & !sides != 0 {
                return false;
            }
            for second in iter_bits(rest & !terrain.neighbours[first]) {
                let (other_chains, other_sides) = self.around(second, thought);
                let share_a_side = all.count_ones() == 2 && sides & other_sides != 0;
                if (chains & other_chains).is_empty() && !share_a_side {
                    return false;
                }
            }
        }
        true
    }

    /// The chains and sides that a cell touches. The chain of a stone that is thought of is named by
    /// the stone.
    #[inline]
    fn around(&self, cell: usize, thought: Thought) -> (B, Sides) {
        let (chains, sides) = (self.chains[cell], self.sides[cell]);
        match thought {
            Thought::Ours(stone)
                if cell == stone
                    || self.terrain.neighbours[stone].has(cell)
                    || !(chains & self.chains[stone]).is_empty() =>
            {
                (chains | B::cell(stone), sides | self.sides[stone])
            }
            _ => (chains, sides),
        }
    }
}
