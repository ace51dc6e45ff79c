//! Currents through the cells between two sides, to order moves in Hex.
//!
//! **Idea** The board is an electric circuit of each player: neighbouring cells are connected, the player's stones
//! resist little, and the opponent's stones do not conduct. A current flows from one side to the other. The player
//! is close to connecting them if the conductance is large. A cell through which much current flows matters to both
//! players.
//!
//! **Formula** The resistance of a cell is 1 if it is empty and 1/50 with a stone of the player. Two neighbours are
//! connected by the sum of their resistances, and a side with the cells that touch it by the resistance of the cell.
//! The first side has the potential 1 and the second 0. The potentials v of the cells solve a linear system whose matrix
//! has a narrow band, because the cells are numbered row by row. The system is solved by Cholesky decomposition. Of
//! the cells i and j, the current is |v(i) − v(j)| / resistance, and the current through a cell is half the sum over
//! its connections.
//!
//! **Guarantee** None: it only orders moves and estimates work.
//!
//! **Reference** Anshelevich, *A hierarchical approach to computer Hex*, 2002.

use upstar_core::{Bits, Player, iter_bits};

use super::{graph::BoardGraph, static_analysis::MAX_CELLS};

/// The resistance of a cell with a stone of the player.
const STONE: f32 = 0.02;
/// The potential of a cell that is connected to nothing is 0.
const LEAK: f32 = 1e-4;

/// The currents of one player.
pub(super) struct Currents {
    pub through: [f32; MAX_CELLS],
    /// The current between the sides, in all.
    pub conductance: f32,
}

impl Currents {
    pub fn new<B: Bits>(graph: &BoardGraph<B>, player: Player, stones: [B; 2]) -> Currents {
        let circuit = Circuit::new(graph, player, stones);
        circuit.currents(&circuit.potentials())
    }
}

/// The circuit of one player, with the Cholesky decomposition of its matrix.
struct Circuit<'a, B> {
    graph: &'a BoardGraph<B>,
    player: Player,
    own: B,
    open: B,
    /// The length of a row of the decomposition: the entry (i, i − d) is number d of row i.
    width: usize,
    rows: Vec<f32>,
}

impl<'a, B: Bits> Circuit<'a, B> {
    fn new(graph: &'a BoardGraph<B>, player: Player, stones: [B; 2]) -> Circuit<'a, B> {
        let cells = graph.cells();
        let own = stones[player.index()];
        let open = own | graph.empty(stones);
        let width = graph.bandwidth + 1;
        let mut circuit =
            Circuit { graph, player, own, open, width, rows: vec![0.0; cells * width] };
        for cell in 0..cells {
            let row = cell * width;
            if !open.has(cell) {
                circuit.rows[row] = 1.0;
                continue;
            }
            let touched = graph.touched_sides[player.index()][cell].count_ones();
            let mut total = touched as f32 / circuit.resistance(cell) + LEAK;
            for other in iter_bits(graph.neighbours[cell] & open) {
                let conductance = 1.0 / (circuit.resistance(cell) + circuit.resistance(other));
                total += conductance;
                if other < cell {
                    circuit.rows[row + cell - other] = -conductance;
                }
            }
            circuit.rows[row] = total;
        }
        circuit.decompose();
        circuit
    }

    #[inline]
    fn resistance(&self, cell: usize) -> f32 {
        if self.own.has(cell) { STONE } else { 1.0 }
    }

    /// The first column of a row of the matrix.
    #[inline]
    fn first_column(&self, row: usize) -> usize {
        (row + 1).saturating_sub(self.width)
    }

    fn decompose(&mut self) {
        let width = self.width;
        for i in 0..self.graph.cells() {
            for j in self.first_column(i)..=i {
                let mut entry = self.rows[i * width + i - j];
                for k in self.first_column(i)..j {
                    entry -= self.rows[i * width + i - k] * self.rows[j * width + j - k];
                }
                self.rows[i * width + i - j] = match i == j {
                    true => entry.max(LEAK).sqrt(),
                    false => entry / self.rows[j * width],
                };
            }
        }
    }

    /// The potentials of the cells.
    fn potentials(&self) -> Vec<f32> {
        let (cells, width) = (self.graph.cells(), self.width);
        let touched = &self.graph.touched_sides[self.player.index()];
        let is_source = |cell: usize| self.open.has(cell) && touched[cell] & 1 == 1;
        let mut v: Vec<f32> = (0..cells)
            .map(|cell| if is_source(cell) { 1.0 / self.resistance(cell) } else { 0.0 })
            .collect();
        for i in 0..cells {
            for k in self.first_column(i)..i {
                v[i] -= self.rows[i * width + i - k] * v[k];
            }
            v[i] /= self.rows[i * width];
        }
        for i in (0..cells).rev() {
            v[i] /= self.rows[i * width];
            for k in self.first_column(i)..i {
                v[k] -= self.rows[i * width + i - k] * v[i];
            }
        }
        v
    }

    fn currents(&self, v: &[f32]) -> Currents {
        let mut currents = Currents { through: [0.0; MAX_CELLS], conductance: 0.0 };
        for cell in iter_bits(self.open) {
            let resistance = self.resistance(cell);
            let mut current = 0.0;
            for other in iter_bits(self.graph.neighbours[cell] & self.open) {
                current += (v[cell] - v[other]).abs() / (resistance + self.resistance(other));
            }
            let touched = self.graph.touched_sides[self.player.index()][cell];
            if touched & 1 == 1 {
                let from_first_side = (1.0 - v[cell]) / resistance;
                current += from_first_side;
                currents.conductance += from_first_side;
            }
            if touched >> 1 & 1 == 1 {
                current += v[cell] / resistance;
            }
            currents.through[cell] = current / 2.0;
        }
        currents
    }
}
