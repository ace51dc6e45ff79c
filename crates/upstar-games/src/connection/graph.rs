//! The board of a connection game as a graph: the neighbours of cells, and the sides to connect.

use upstar_core::{Bits, Player, iter_bits};

/// A set of sides, with one bit for each side.
pub type Sides = u8;

/// The neighbours of each cell, and the sides that each player has to connect.
#[derive(Clone, Debug)]
pub struct BoardGraph<B> {
    /// All cells.
    pub board: B,
    /// The cells next to each cell.
    pub neighbours: Vec<B>,
    /// For each player and cell, the sides that the cell touches.
    pub touched_sides: [Vec<Sides>; 2],
    /// All sides of each player.
    pub all_sides: [Sides; 2],
    /// The largest difference of the numbers of two neighbours.
    pub bandwidth: usize,
}

impl<B: Bits> BoardGraph<B> {
    /// The board whose cells have these neighbours. `sides` contains the cells of the two or three
    /// sides that each player has to connect.
    pub fn new(neighbours: Vec<B>, sides: [&[B]; 2]) -> BoardGraph<B> {
        let touched = |sides: &[B], cell: usize| {
            sides.iter().rev().fold(0, |set, side| set << 1 | Sides::from(side.has(cell)))
        };
        let cells = neighbours.len();
        let steps =
            |cell: usize| iter_bits(neighbours[cell]).map(move |other| cell.abs_diff(other));
        let bandwidth = (0..cells).flat_map(steps).max().unwrap_or(0);
        BoardGraph {
            board: B::first(cells),
            neighbours,
            touched_sides: sides.map(|sides| (0..cells).map(|cell| touched(sides, cell)).collect()),
            all_sides: sides.map(|sides| (1 << sides.len()) - 1),
            bandwidth,
        }
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.neighbours.len()
    }

    #[inline]
    pub fn empty(&self, stones: [B; 2]) -> B {
        self.board & !(stones[0] | stones[1])
    }

    /// The chain of the stones `own` that contains the cell `stone`.
    #[inline]
    pub fn chain(&self, own: B, stone: usize) -> B {
        let mut chain = B::cell(stone);
        let mut border = chain;
        while !border.is_empty() {
            let more = self.neighbours[border.lowest()] & own & !chain;
            chain |= more;
            border = border.without_lowest() | more;
        }
        chain
    }

    /// Calls `visit` for each chain of `own`, with its neighbours and the sides that it touches.
    #[inline]
    pub fn each_chain(&self, player: Player, own: B, mut visit: impl FnMut(B, B, Sides)) {
        let touched_sides = &self.touched_sides[player.index()];
        let mut rest = own;
        while !rest.is_empty() {
            let mut chain = B::cell(rest.lowest());
            let (mut border, mut around, mut sides) = (chain, B::EMPTY, 0);
            while !border.is_empty() {
                let cell = border.lowest();
                around |= self.neighbours[cell];
                sides |= touched_sides[cell];
                let more = self.neighbours[cell] & own & !chain;
                chain |= more;
                border = border.without_lowest() | more;
            }
            rest &= !chain;
            visit(chain, around & !own, sides);
        }
    }
}
