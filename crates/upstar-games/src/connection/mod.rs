//! What can be proved at a glance where one chain must join sides: Hex and Y.
//!
//! **Idea** Three things from the literature on Hex, which hold in Y as well:
//! 1. Cells whose owner cannot matter, or that a player has as good as taken, are filled in
//!    (`inferior.rs`).
//! 2. On the filled board each player's virtual connections are sought (`web.rs`). Who has one that
//!    joins all sides wins, though the other moves; so does the mover who has a threat of one.
//! 3. Otherwise the mover has to spoil all threats of the opponent that were found (must-play), and
//!    of these moves some are no better than others (`inferior.rs`).
//!
//! **Guarantee** holds for any number of stones of either colour and any player to move, as long as
//! nobody has joined the sides. A chain may touch the sides of both games anywhere; the rules of both
//! say that of a full board exactly one player has joined all of its sides, and a stone more never
//! harms its owner. Nothing else is used.
//!
//! **Reference** Anshelevich, *The game of Hex: an automatic theorem proving approach to game
//! programming*, 2000; Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck, *Solving 7x7 Hex:
//! virtual connections and game-state reduction*, 2003; Björnsson, Hayward, Johanson and van
//! Rijswijck, *Dead cell analysis in Hex and the Shannon game*, 2006; van Rijswijck and Hayward, *Dead
//! cells and captured sets in Y and Hex*, 2005.

mod inferior;
#[cfg(test)]
mod tests;
mod web;

use upstar_core::{Bits, Bounds, Move, Player, Score, iter_bits};

use self::{inferior::Filled, web::Web};

/// The largest board that is looked at. On larger ones few searches end, and Monte-Carlo players have better
/// use for the milliseconds.
const LARGEST: usize = 56;

/// A set of sides, a bit for each.
type Sides = u8;

/// A board: which cells touch which, and the sides that each player has to join.
#[derive(Clone, Debug)]
pub struct Terrain<B> {
    board: B,
    /// The cells next to each cell.
    pub neighbours: Vec<B>,
    /// For each player and cell the sides that it touches.
    touches: [Vec<Sides>; 2],
    /// All sides of each player.
    all: [Sides; 2],
}

/// What is proved of a position.
#[derive(Clone, Copy, Debug)]
struct Judgement<B> {
    /// Who wins, if that is known.
    winner: Option<Player>,
    /// Moves with a best one among them.
    moves: B,
}

impl<B: Bits> Judgement<B> {
    /// What is known of the value.
    #[inline]
    fn bounds(&self) -> Bounds {
        match self.winner {
            Some(winner) => Bounds::exactly(winner.win()),
            None => Bounds::new(-1, 1),
        }
    }

    /// A guess, larger for better for Left: who has few moves left is in trouble.
    #[inline]
    fn guess(&self, mover: Player) -> i32 {
        self.moves.count() as i32 * i32::from(mover.win())
    }
}

impl<B: Bits> Terrain<B> {
    /// The board whose cells have these neighbours; `sides` has the cells of each side that a player
    /// has to join, two or three.
    pub fn new(neighbours: Vec<B>, sides: [&[B]; 2]) -> Terrain<B> {
        let touch = |sides: &[B], cell: usize| {
            sides.iter().rev().fold(0, |set, side| set << 1 | Sides::from(side.has(cell)))
        };
        let cells = neighbours.len();
        Terrain {
            board: B::first(cells),
            neighbours,
            touches: sides.map(|sides| (0..cells).map(|cell| touch(sides, cell)).collect()),
            all: sides.map(|sides| (1 << sides.len()) - 1),
        }
    }

    /// Is the board small enough to be looked at?
    #[inline]
    fn is_small(&self) -> bool {
        self.neighbours.len() <= LARGEST
    }

    /// Bounds of both games, where `winner` has joined the sides.
    #[inline]
    pub fn bounds(&self, winner: Option<Player>, stones: [B; 2], mover: Player) -> Bounds {
        match winner {
            Some(winner) => Bounds::exactly(winner.win()),
            None => self.judge(stones, mover).bounds(),
        }
    }

    /// Bounds and a guess by the moves that are left; none if the game is over or the board is not
    /// looked at.
    #[inline]
    pub fn bounds_and_evaluation(
        &self,
        winner: Option<Player>,
        stones: [B; 2],
        mover: Player,
    ) -> Option<(Bounds, i32)> {
        if winner.is_some() || !self.is_small() {
            return None;
        }
        let judgement = self.judge(stones, mover);
        Some((judgement.bounds(), judgement.guess(mover)))
    }

    /// Appends moves with a best one among them, or tells who has won.
    #[inline]
    pub fn candidates(
        &self,
        winner: Option<Player>,
        stones: [B; 2],
        mover: Player,
        moves: &mut Vec<Move>,
    ) -> Option<Score> {
        if winner.is_none() {
            let best = self.moves(stones, mover);
            moves.extend(iter_bits(best).map(|cell| Move(cell as u32)));
        }
        winner.map(Player::win)
    }

    /// What is proved of a position in which nobody has joined the sides yet.
    fn judge(&self, stones: [B; 2], mover: Player) -> Judgement<B> {
        let empty = self.board & !(stones[0] | stones[1]);
        if !self.is_small() {
            return Judgement { winner: None, moves: empty };
        }
        let filled = Filled::new(self, stones);
        let theirs = Web::new(self, mover.other(), filled.stones, false);
        if theirs.is_won {
            return Judgement { winner: Some(mover.other()), moves: empty };
        }
        let ours = Web::new(self, mover, filled.stones, true);
        match ours.winning {
            Some(moves) => Judgement { winner: Some(mover), moves },
            // Every move wins, so one will do: one on a captured cell, if there is any.
            None if ours.is_won => {
                let captured = filled.stones[mover.index()] & empty;
                let useful = if captured.is_empty() { empty } else { captured };
                Judgement { winner: Some(mover), moves: B::cell(useful.lowest()) }
            }
            None => Judgement { winner: None, moves: filled.worthwhile(mover, theirs.must) },
        }
    }

    /// The moves of [`judge`](Terrain::judge); of a won position those of the smallest threat to win on the
    /// board as it is, which is carried out soonest.
    fn moves(&self, stones: [B; 2], mover: Player) -> B {
        let Judgement { winner, moves } = self.judge(stones, mover);
        if winner != Some(mover) {
            return moves;
        }
        Web::new(self, mover, stones, false).winning.unwrap_or(moves)
    }

    /// Shows each chain of `own`, with the cells around it and the sides that it touches.
    #[inline]
    fn each_chain(&self, player: Player, own: B, mut show: impl FnMut(B, B, Sides)) {
        let touches = &self.touches[player.index()];
        let mut rest = own;
        while !rest.is_empty() {
            let mut chain = B::cell(rest.lowest());
            let (mut border, mut around, mut sides) = (chain, B::EMPTY, 0);
            while !border.is_empty() {
                let cell = border.lowest();
                around |= self.neighbours[cell];
                sides |= touches[cell];
                let more = self.neighbours[cell] & own & !chain;
                chain |= more;
                border = border.without_lowest() | more;
            }
            rest &= !chain;
            show(chain, around & !own, sides);
        }
    }
}
