//! Lines of K stones, for the games that are won by making a line: m,n,k games and Connect Four.
//!
//! Lines run right, down, down-right and down-left. A line is identified by its first cell. In a
//! direction whose next cell is `step` bits away, the starts of full lines are the cells p with
//! stones at p, p + step, …, p + (K − 1) step. A few shifts by doubling lengths find them. There is
//! no padding between rows. A mask of the starts from which K cells lie on the board removes lines
//! that wrap around.

use upstar_core::{Bits, Bounds, Ends, Grid, GridSetup, Player, PositionError, stones};

/// The maximum length of lines whose threats are computed. For longer lines the bounds are wider
/// but still correct.
const MAX_THREAT_LENGTH: usize = 8;

/// The line length of Connect Four, for which there is a faster algorithm.
const FOUR: usize = 4;

/// Rejects a line length of 0, and boards on which both players have a line.
///
/// # Errors
/// If the board is one of these.
pub fn check(text: &str, setup: &GridSetup, length: usize) -> Result<(), PositionError> {
    if length == 0 {
        let at = text.chars().position(|c| c == ':').map_or(0, |colon| colon + 1);
        return Err(PositionError::at(text, at, "a line needs at least one stone"));
    }
    let lines = WinningLines::<u128>::new(setup.grid, length);
    if stones(&setup.cells).into_iter().all(|own| lines.any(own)) {
        let message =
            format!("both players have a line of {length}; the game ends with the first one");
        return Err(PositionError::new(text, message));
    }
    Ok(())
}

/// Rejects boards on which one player has too many stones. Either player may have moved first, and the user may have
/// said that the other player is to move: so the player to move has at most one stone more than the opponent, and the
/// opponent at most two more. Positions that follow are within these limits too.
///
/// # Errors
/// If the board is one of these.
pub fn check_turns(setup: &GridSetup, mover: Player) -> Result<(), PositionError> {
    let numbers = [1, 2].map(|stone| setup.cells.iter().filter(|&&cell| cell == stone).count());
    let (own, theirs) = (numbers[mover.index()], numbers[mover.other().index()]);
    if own <= theirs + 1 && theirs <= own + 2 {
        return Ok(());
    }
    let message = format!(
        "'x' has {} stones and 'o' has {}; the players take turns, so with '{}' to move the numbers differ by at \
         most 1",
        numbers[0],
        numbers[1],
        ['x', 'o'][mover.index()]
    );
    let rows = setup.cells.chunks(setup.grid.columns);
    let rows =
        rows.map(|row| row.iter().map(|&cell| ['.', 'x', 'o'][cell as usize]).collect::<String>());
    Err(PositionError::new(&rows.collect::<Vec<_>>().join("/"), message))
}

/// The effect of lines that lack one stone on the next move.
#[derive(Clone, Copy, Debug)]
pub struct Threats<B> {
    /// The cells where the player can place a stone.
    pub open: B,
    /// The open cells that make a line.
    pub wins: B,
    /// If no cell makes a line: the open cells after which the opponent cannot make a line at once.
    pub non_losing: B,
}

impl<B: Bits> Threats<B> {
    /// Cells with a best one among them. These are a cell that wins, or all cells that do not lose
    /// at once, or any cell if all of them lose.
    #[inline]
    pub fn candidates(&self) -> B {
        match () {
            () if !self.wins.is_empty() => self.wins & !self.wins.without_lowest(),
            () if !self.non_losing.is_empty() => self.non_losing,
            () => self.open & !self.open.without_lowest(),
        }
    }
}

/// The lines of a board.
#[derive(Clone, Debug)]
pub struct WinningLines<B> {
    /// The number of stones in a line.
    pub length: usize,
    board: B,
    /// The step and the starts for each direction. Directions without lines have no starts.
    directions: [(u32, B); 4],
}

impl<B: Bits> WinningLines<B> {
    /// The lines of `length` (at least 1) cells on a board.
    pub fn new(grid: Grid, length: usize) -> WinningLines<B> {
        let Grid { rows, columns } = grid;
        let starts = |down: usize, right: isize| {
            let reach = length - 1;
            (0..grid.cells())
                .filter(|&cell| {
                    let (row, column) = grid.place(cell);
                    row + down * reach < rows
                        && match right {
                            0 => true,
                            1 => column + reach < columns,
                            _ => column >= reach,
                        }
                })
                .fold(B::EMPTY, |set, cell| set | B::cell(cell))
        };
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right)| {
            let step = (down * columns).wrapping_add_signed(right) as u32;
            let starts = starts(down, right);
            // If there is no line in this direction, a shift by the step could exceed the word.
            if starts.is_empty() { (0, starts) } else { (step, starts) }
        });
        WinningLines { length, board: B::first(grid.cells()), directions }
    }

    /// The starts of the lines in one direction that lie within `set`.
    #[inline]
    fn within(&self, set: B, (step, starts): (u32, B)) -> B {
        if self.length == FOUR {
            let pairs = set & (set >> step);
            return pairs & (pairs >> (2 * step)) & starts;
        }
        let mut runs = set;
        let mut length = 1;
        while length < self.length {
            let more = length.min(self.length - length);
            runs &= runs >> (more as u32 * step);
            length += more;
        }
        runs & starts
    }

    /// Is there a line of stones within `set`?
    #[inline]
    pub fn any(&self, set: B) -> bool {
        self.directions.iter().any(|&direction| !self.within(set, direction).is_empty())
    }

    /// The cells of a line within `set`; none if there is no line.
    #[inline]
    pub fn first_within(&self, set: B) -> B {
        for &(step, starts) in &self.directions {
            let found = self.within(set, (step, starts));
            if !found.is_empty() {
                let first = found & !found.without_lowest();
                return (0..self.length as u32)
                    .fold(B::EMPTY, |line, j| line | (first << (j * step)));
            }
        }
        B::EMPTY
    }

    /// The number of lines within `set`.
    #[inline]
    pub fn count(&self, set: B) -> u32 {
        self.directions.iter().map(|&direction| self.within(set, direction).count()).sum()
    }

    /// Are threats computed for lines of this length?
    #[inline]
    pub fn finds_threats(&self) -> bool {
        self.length <= MAX_THREAT_LENGTH
    }

    /// The empty cells where a stone would complete a line of each player.
    #[inline]
    pub fn threat_cells(&self, stones: [B; 2]) -> [B; 2] {
        let empty = self.board & !(stones[0] | stones[1]);
        stones.map(|own| self.completing_cells(own) & empty)
    }

    /// The threats of both players. `threat_cells` are the empty cells that complete a line of each
    /// player. `open` are the cells where the player can place a stone now. `row` is the distance
    /// to the cell below, in games where a stone makes the cell above it playable; otherwise it is
    /// 0.
    #[inline]
    pub fn threats(&self, threat_cells: [B; 2], mover: Player, open: B, row: u32) -> Threats<B> {
        let wins = threat_cells[mover.index()] & open;
        let theirs = threat_cells[mover.other().index()];
        let urgent = theirs & open;
        let mut non_losing = match () {
            () if urgent.is_empty() => open,
            () if urgent.without_lowest().is_empty() => urgent,
            () => B::EMPTY,
        };
        if row > 0 {
            non_losing &= !(theirs << row);
        }
        Threats { open, wins, non_losing }
    }

    /// The player who has a line; Left if both have one.
    pub fn winner(&self, stones: [B; 2]) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.any(stones[player.index()]))
    }

    /// The end of a game that is over or will be over within two plies: a player has a line, or can make one, or
    /// the opponent's next line cannot be prevented.
    #[inline]
    pub fn near_end(
        &self,
        winner: Option<Player>,
        mover: Player,
        threats: &Threats<B>,
    ) -> Option<Ends> {
        match () {
            () if winner.is_some() => winner.map(|winner| Ends::won(winner, 0)),
            () if !threats.wins.is_empty() => Some(Ends::won(mover, 1)),
            () if threats.non_losing.is_empty() && !threats.open.is_empty() => {
                Some(Ends::won(mover.other(), 2))
            }
            () => None,
        }
    }

    /// The number of lines that Left can still make, minus the number for Right.
    #[inline]
    pub fn open_difference(&self, stones: [B; 2]) -> i32 {
        let [left, right] = stones;
        self.count(self.board & !right) as i32 - self.count(self.board & !left) as i32
    }

    /// The number of lines within the `free` cells, which include own stones, that have at least
    /// two `own` stones.
    #[inline]
    pub fn count_with_two(&self, own: B, free: B) -> u32 {
        let count = |&(step, starts): &(u32, B)| {
            let [mut one, mut two] = [B::EMPTY; 2];
            for j in 0..self.length as u32 {
                let stones = own >> (j * step);
                two |= one & stones;
                one |= stones;
            }
            (self.within(free, (step, starts)) & two).count()
        };
        self.directions.iter().map(count).sum()
    }

    /// The cells, empty or not, where a stone would complete a line of `own` stones.
    #[inline]
    pub fn completing_cells(&self, own: B) -> B {
        let mut cells = B::EMPTY;
        if !self.finds_threats() {
            return cells;
        }
        if self.length == FOUR {
            for (step, starts) in self.directions {
                let [second, third, fourth] = [1, 2, 3].map(|j| own >> (j * step));
                let begins = own & second & starts;
                let ends = third & fourth & starts;
                cells |= (second & ends) | ((own & ends) << step);
                cells |= (((begins & fourth) << step) | ((begins & third) << (2 * step))) << step;
            }
            return cells;
        }
        for &(step, starts) in &self.directions {
            // after[j]: the starts of lines whose cells from j on are all own.
            let mut after = [starts; MAX_THREAT_LENGTH + 1];
            for j in (0..self.length).rev() {
                after[j] = after[j + 1] & (own >> (j as u32 * step));
            }
            let mut before = starts;
            for (j, &rest) in after[1..=self.length].iter().enumerate() {
                let shift = j as u32 * step;
                cells |= (before & rest) << shift;
                before &= own >> shift;
            }
        }
        cells
    }

    /// Static bounds. A player with a line has won. A player to move who can make a line wins. A
    /// player to move who cannot prevent the opponent's next line loses. A player who cannot make
    /// any line does not win.
    #[inline]
    pub fn bounds(
        &self,
        stones: [B; 2],
        winner: Option<Player>,
        mover: Player,
        threats: &Threats<B>,
    ) -> Bounds {
        if let Some(winner) = winner {
            return Bounds::exactly(winner.win());
        }
        if !threats.wins.is_empty() {
            return Bounds::exactly(mover.win());
        }
        if threats.non_losing.is_empty() && !threats.open.is_empty() {
            return Bounds::exactly(mover.other().win());
        }
        let [left, right] = stones.map(|other| self.any(self.board & !other));
        Bounds::new(if left { -1 } else { 0 }, if right { 1 } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Rng, iter_bits};

    use super::*;

    /// All lines, cell by cell.
    fn naive(grid: Grid, length: usize) -> Vec<Vec<usize>> {
        let mut lines = Vec::new();
        for cell in 0..grid.cells() {
            let (row, column) = grid.place(cell);
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Vec<usize> = (0..length as isize)
                    .map(|i| (row as isize + i * down, column as isize + i * right))
                    .filter(|&(r, c)| {
                        (0..grid.rows as isize).contains(&r)
                            && (0..grid.columns as isize).contains(&c)
                    })
                    .map(|(r, c)| grid.cell(r as usize, c as usize))
                    .collect();
                if cells.len() == length {
                    lines.push(cells);
                }
            }
        }
        lines
    }

    #[test]
    fn shifts_find_the_same_lines_as_a_scan_of_cells() {
        let mut rng = Rng::new(7);
        for (rows, columns) in [(1, 1), (1, 5), (6, 1), (3, 3), (4, 5), (6, 7), (2, 64), (11, 11)] {
            let grid = Grid { rows, columns };
            for length in 1..=9 {
                let lines = WinningLines::<u128>::new(grid, length);
                let naive = naive(grid, length);
                assert_eq!(lines.count(lines.board), naive.len() as u32);
                for _ in 0..40 {
                    let mut random = || u128::from(rng.bits()) << 64 | u128::from(rng.bits());
                    let own = (random() | random()) & lines.board;
                    let full = naive.iter().filter(|l| l.iter().all(|&c| own.has(c))).count();
                    assert_eq!(lines.count(own), full as u32);
                    let free = own | (random() & lines.board);
                    let has_two = |l: &&Vec<usize>| l.iter().filter(|&&c| own.has(c)).count() >= 2;
                    let within = |l: &&Vec<usize>| l.iter().all(|&c| free.has(c));
                    let with_two = naive.iter().filter(within).filter(has_two).count();
                    assert_eq!(lines.count_with_two(own, free), with_two as u32);
                    let one_less: Vec<usize> = (0..grid.cells())
                        .filter(|&c| {
                            let with = own | u128::cell(c);
                            naive
                                .iter()
                                .any(|l| l.contains(&c) && l.iter().all(|&other| with.has(other)))
                        })
                        .collect();
                    if length <= MAX_THREAT_LENGTH {
                        let found: Vec<usize> = iter_bits(lines.completing_cells(own)).collect();
                        assert_eq!(found, one_less, "{grid:?} {length} {own:b}");
                    }
                }
            }
        }
    }
}
