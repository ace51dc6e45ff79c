//! Dead and captured cells, and dominated moves.
//!
//! **Idea** An empty cell is *dead* if its owner does not affect the winner, however the other
//! empty cells are filled. A player *kills* a cell by a move after which the cell is dead. A player
//! has *captured* two cells if a move on either of them kills the other.
//!
//! **Dead** Consider a player's stones and all empty cells except `v`. Call the neighbours of `v`
//! among them n, m, …. The cell `v` is dead if
//! * any two of them touch each other or one chain of the player's stones,
//! * each of them touches every side that `v` touches, directly or through a chain, and
//! * `v` does not touch all sides by itself, as on a board with one row or column.
//!
//! Proof: A winning chain that contains `v` also contains some n. Without `v` it is still connected
//! and touches the same sides. If there are only two sides, it is enough that n and m touch one
//! common side. Without `v` the chain splits into pieces, and any two of them share a side. If no
//! piece touches both sides, all pieces touch the same side. Then none touches the other side,
//! although the whole chain did.
//!
//! **Fill-in** The owner of a dead cell does not matter. A player who has captured two cells
//! answers a move on one of them with a move on the other, which kills the first. So the position
//! has the same value with both cells filled in. A dead cell stays dead, and a captured pair stays
//! captured, whatever else is played. So a move that wins on the filled board also wins on the
//! original board.
//!
//! **Dominated moves** (i) If move b of a player kills c, the player need not consider c, because b
//! is as good as both. (ii) A move c that the opponent can kill by a move k can be omitted, as long
//! as another move remains. Proof: Suppose that c wins. Then the player wins after c and k, where c
//! is dead. So the player also wins if the opponent gets k for free and c is not played. Take a
//! winning move there, and repeat. Finally there is a winning move that cannot be killed, or one
//! that is dead, so that every move wins. It also wins without the opponent's additional stones.

use upstar_core::{Bits, Player, iter_bits};

use super::{
    graph::{BoardGraph, Sides},
    static_analysis::MAX_CELLS,
};

/// A position with dead and captured cells filled in.
pub(super) struct FilledBoard<B> {
    pub stones: [B; 2],
    /// The cells that each player has captured.
    pub captured: [B; 2],
    empty: B,
    /// The cells that each player kills by a move.
    kills: [[B; MAX_CELLS]; 2],
}

/// The chains and sides that cells touch, for one player.
struct PlayerView<'a, B> {
    graph: &'a BoardGraph<B>,
    player: Player,
    /// The player's stones and empty cells.
    open: B,
    /// The chains that a cell touches or belongs to, each represented by its lowest cell.
    chains: [B; MAX_CELLS],
    /// The sides that a cell touches, directly or through a chain.
    sides: [Sides; MAX_CELLS],
}

/// A hypothetical stone of the player or of the opponent.
#[derive(Clone, Copy)]
enum Hypothesis {
    Nothing,
    OwnStone(usize),
    OpponentStone(usize),
}

impl<B: Bits> FilledBoard<B> {
    pub fn new(graph: &BoardGraph<B>, mut stones: [B; 2]) -> FilledBoard<B> {
        let mut captured = [B::EMPTY; 2];
        loop {
            let empty = graph.empty(stones);
            let views = Player::BOTH.map(|player| PlayerView::new(graph, player, stones, empty));
            let is_dead = |cell, hypotheses: [Hypothesis; 2]| {
                views
                    .iter()
                    .zip(hypotheses)
                    .any(|(view, hypothesis)| view.is_dead(cell, hypothesis))
            };
            let mut kills = [[B::EMPTY; MAX_CELLS]; 2];
            let mut dead = B::EMPTY;
            let mut filled = [B::EMPTY; 2];
            for cell in iter_bits(empty) {
                if is_dead(cell, [Hypothesis::Nothing; 2]) {
                    dead |= B::cell(cell);
                    continue;
                }
                for by in iter_bits(graph.neighbours[cell] & empty) {
                    if is_dead(cell, [Hypothesis::OwnStone(by), Hypothesis::OpponentStone(by)]) {
                        kills[0][by] |= B::cell(cell);
                    }
                    if is_dead(cell, [Hypothesis::OpponentStone(by), Hypothesis::OwnStone(by)]) {
                        kills[1][by] |= B::cell(cell);
                    }
                }
            }
            for player in [0, 1] {
                for cell in iter_bits(empty) {
                    let free = empty & !(dead | filled[0] | filled[1]);
                    let other = iter_bits(kills[player][cell] & free)
                        .find(|&other| free.has(cell) && kills[player][other].has(cell));
                    if let Some(other) = other {
                        filled[player] |= B::cell(cell) | B::cell(other);
                    }
                }
            }
            if (dead | filled[0] | filled[1]).is_empty() {
                return FilledBoard { stones, captured, empty, kills };
            }
            stones = [stones[0] | filled[0] | dead, stones[1] | filled[1]];
            captured = [captured[0] | filled[0], captured[1] | filled[1]];
        }
    }

    /// A subset of `moves`. If `moves` contains a winning move, so does the subset. All moves
    /// outside `moves` are known to lose.
    pub fn undominated_moves(&self, mover: Player, moves: B) -> B {
        let ours = &self.kills[mover.index()];
        let mut kept = moves & !self.omitted_moves(mover, moves);
        for by in iter_bits(kept) {
            if kept.has(by) {
                kept &= !ours[by];
            }
        }
        kept
    }
}

impl<B: Bits> FilledBoard<B> {
    /// The moves that are omitted because the opponent can kill them.
    pub fn omitted_moves(&self, mover: Player, moves: B) -> B {
        let theirs = &self.kills[mover.other().index()];
        let killable = iter_bits(self.empty).fold(B::EMPTY, |set, by| set | theirs[by]);
        if (moves & !killable).is_empty() { B::EMPTY } else { moves & killable }
    }

    /// The opponent's answers that kill these moves, one for each.
    pub fn killers(&self, mover: Player, moves: B) -> B {
        let theirs = &self.kills[mover.other().index()];
        let killer = |mv| iter_bits(self.empty).find(|&by| theirs[by].has(mv));
        iter_bits(moves).filter_map(killer).fold(B::EMPTY, |set, by| set | B::cell(by))
    }
}

impl<'a, B: Bits> PlayerView<'a, B> {
    fn new(
        graph: &'a BoardGraph<B>,
        player: Player,
        stones: [B; 2],
        empty: B,
    ) -> PlayerView<'a, B> {
        let own = stones[player.index()];
        let mut chains = [B::EMPTY; MAX_CELLS];
        let mut sides = [0; MAX_CELLS];
        for cell in iter_bits(empty) {
            sides[cell] = graph.touched_sides[player.index()][cell];
        }
        graph.each_chain(player, own, |chain, around, touched| {
            for cell in iter_bits(chain | (around & empty)) {
                chains[cell] |= B::cell(chain.lowest());
                sides[cell] |= touched;
            }
        });
        PlayerView { graph, player, open: own | empty, chains, sides }
    }

    /// Is this empty cell proved to be dead?
    fn is_dead(&self, cell: usize, hypothesis: Hypothesis) -> bool {
        let graph = self.graph;
        let [own_sides, all] =
            [graph.touched_sides[self.player.index()][cell], graph.all_sides[self.player.index()]];
        let mut rest = graph.neighbours[cell] & self.open;
        if let Hypothesis::OpponentStone(stone) = hypothesis {
            rest &= !B::cell(stone);
        }
        if own_sides == all {
            return false;
        }
        while !rest.is_empty() {
            let first = rest.lowest();
            rest = rest.without_lowest();
            let (chains, sides) = self.around(first, hypothesis);
            if own_sides & !sides != 0 {
                return false;
            }
            for second in iter_bits(rest & !graph.neighbours[first]) {
                let (other_chains, other_sides) = self.around(second, hypothesis);
                let share_a_side = all.count_ones() == 2 && sides & other_sides != 0;
                if (chains & other_chains).is_empty() && !share_a_side {
                    return false;
                }
            }
        }
        true
    }

    /// The chains and sides that a cell touches. The chain of a hypothetical stone is represented
    /// by the stone.
    #[inline]
    fn around(&self, cell: usize, hypothesis: Hypothesis) -> (B, Sides) {
        let (chains, sides) = (self.chains[cell], self.sides[cell]);
        match hypothesis {
            Hypothesis::OwnStone(stone)
                if cell == stone
                    || self.graph.neighbours[stone].has(cell)
                    || !(chains & self.chains[stone]).is_empty() =>
            {
                (chains | B::cell(stone), sides | self.sides[stone])
            }
            _ => (chains, sides),
        }
    }
}
