//! A board of Go: stones, strings and pseudo-liberties, updated incrementally.
//!
//! Points are numbered on a board with a border. So every point has four neighbours, and no test
//! for an edge is needed (drawn for 2x3; `#` is the border):
//! ```text
//!     #  #  #  #          0  1  2  3
//!     .  .  .  #          4  5  6  7       up: p − 4, left: p − 1,
//!     .  .  .  #          8  9 10 11       right: p + 1, down: p + 4
//!     #  #  #  #  #      12 13 14 15 16
//! ```
//! The stones of a string are a circular list (`next`). Each stone stores the head of its string.
//! The head stores the size of the string and its *pseudo-liberties*: the number of pairs of a
//! stone and an empty neighbour. The number is zero exactly when the string has no liberty. The
//! point p is the only liberty exactly when the number equals the number of the string's stones
//! that touch p. Captures, suicides and eyes need nothing else.
//!
//! The length of arrays is a power of two, so that a masked index is always in bounds.

mod area;

use upstar_core::{Grid, Player};

/// The maximum number of rows and of columns.
pub const MAX_SIDE: usize = 19;

const PLACES: usize = 512;
const MASK: usize = PLACES - 1;

/// A point of the board with its border; 0 means no point.
pub type Point = u16;

/// No stone.
pub const EMPTY: u8 = 0;
/// Outside the board.
const BORDER: u8 = 3;

/// The colour of a player's stones: 1 for Left (black), 2 for Right (white).
#[inline]
pub fn colour_of(player: Player) -> u8 {
    player as u8 + 1
}

/// Stones on a board, and the ko.
#[derive(Clone)]
pub struct Board {
    colour: [u8; PLACES],
    /// For a stone, the head of its string. For an empty point, its index in `empty`.
    head: [Point; PLACES],
    /// The next stone of the string, in a circular list.
    next: [Point; PLACES],
    /// At a head: the number of pseudo-liberties of the string.
    pseudo: [u16; PLACES],
    /// At a head: the number of stones of the string.
    size: [u16; PLACES],
    /// The empty points, in any order.
    empty: [Point; PLACES],
    empties: u16,
    /// The distance from a point to the one below.
    stride: u16,
    /// The point where the player to move may not recapture; 0 if there is none.
    ko: Point,
    stones: [u16; 2],
}

#[inline]
fn at(point: Point) -> usize {
    usize::from(point) & MASK
}

impl Board {
    /// An empty board.
    pub fn new(grid: Grid) -> Board {
        let mut board = Board {
            colour: [BORDER; PLACES],
            head: [0; PLACES],
            next: [0; PLACES],
            pseudo: [0; PLACES],
            size: [0; PLACES],
            empty: [0; PLACES],
            empties: 0,
            stride: grid.columns as u16 + 1,
            ko: 0,
            stones: [0; 2],
        };
        for cell in 0..grid.cells() {
            let point = Board::point(grid, cell);
            board.colour[at(point)] = EMPTY;
            board.add_empty(point);
        }
        board
    }

    /// The point of a cell, numbered row by row from the top.
    #[inline]
    pub fn point(grid: Grid, cell: usize) -> Point {
        let (row, column) = grid.place(cell);
        ((row + 1) * (grid.columns + 1) + column) as Point
    }

    /// The cell of a point.
    #[inline]
    pub fn cell(&self, point: Point) -> usize {
        let stride = usize::from(self.stride);
        let (row, column) = (usize::from(point) / stride - 1, usize::from(point) % stride);
        row * (stride - 1) + column
    }

    /// The colour at a point: [`EMPTY`], 1 or 2.
    #[inline]
    pub fn colour(&self, point: Point) -> u8 {
        self.colour[at(point)]
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> &[Point] {
        &self.empty[..usize::from(self.empties).min(PLACES)]
    }

    /// The number of a player's stones.
    #[inline]
    pub fn stones(&self, player: Player) -> u16 {
        self.stones[player.index()]
    }

    /// The point where the player to move may not recapture; 0 if there is none.
    #[inline]
    pub fn ko(&self) -> Point {
        self.ko
    }

    /// Clears the ko after a pass.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// The neighbours of a point: up, left, right, down.
    #[inline]
    pub fn around(&self, point: Point) -> [Point; 4] {
        [
            point.wrapping_sub(self.stride),
            point.wrapping_sub(1),
            point.wrapping_add(1),
            point.wrapping_add(self.stride),
        ]
    }

    /// The diagonal neighbours.
    #[inline]
    pub fn diagonals(&self, point: Point) -> [Point; 4] {
        let (up, down) = (point.wrapping_sub(self.stride), point.wrapping_add(self.stride));
        [up.wrapping_sub(1), up.wrapping_add(1), down.wrapping_sub(1), down.wrapping_add(1)]
    }

    /// The stones of the string at a point, which must have a stone.
    pub fn string(&self, point: Point) -> impl Iterator<Item = Point> {
        let mut current = Some(point);
        std::iter::from_fn(move || {
            let stone = current?;
            current = Some(self.next[at(stone)]).filter(|&next| next != point);
            Some(stone)
        })
    }

    /// Does the string at a point have a liberty?
    #[inline]
    pub fn has_liberty(&self, stone: Point) -> bool {
        self.pseudo[at(self.head[at(stone)])] > 0
    }

    /// Are all liberties of the string of `stone`, a neighbour of `point`, at `point`?
    #[inline]
    fn is_last(&self, stone: Point, point: Point) -> bool {
        let head = self.head[at(stone)];
        let mut touching = 0;
        for neighbour in self.around(point) {
            let is_stone = matches!(self.colour[at(neighbour)], 1 | 2);
            touching += u16::from(is_stone && self.head[at(neighbour)] == head);
        }
        self.pseudo[at(head)] == touching
    }

    /// May a stone of a colour be placed on an empty point? Ko and suicide are illegal.
    #[inline]
    pub fn is_legal(&self, point: Point, colour: u8) -> bool {
        point != self.ko && !self.is_suicide(point, colour)
    }

    /// Would a stone of a colour on an empty point capture nothing and have no liberty?
    #[inline]
    pub fn is_suicide(&self, point: Point, colour: u8) -> bool {
        let around = self.around(point);
        if around.iter().any(|&n| self.colour[at(n)] == EMPTY) {
            return false;
        }
        // The move is no suicide if an own string has another liberty, or if an opposing string
        // loses its last one.
        !around.iter().any(|&n| match self.colour[at(n)] {
            BORDER => false,
            own if own == colour => !self.is_last(n, point),
            _ => self.is_last(n, point),
        })
    }

    /// The opponent's neighbours whose strings a stone of a colour on an empty point would capture,
    /// one for each string.
    pub fn taken(&self, point: Point, colour: u8) -> impl Iterator<Item = Point> {
        let around = self.around(point);
        let is_taken = move |n: Point| self.colour[at(n)] == 3 - colour && self.is_last(n, point);
        (0..4).map(move |i| around[i]).enumerate().filter_map(move |(i, n)| {
            let head = |p: Point| self.head[at(p)];
            let is_first = || !around[..i].iter().any(|&m| is_taken(m) && head(m) == head(n));
            (is_taken(n) && is_first()).then_some(n)
        })
    }

    /// Places a stone on an empty point, where it is legal except for ko. Returns the number of
    /// captured stones.
    pub fn play(&mut self, point: Point, colour: u8) -> u32 {
        let head = self.put(point, colour);
        // Capture the opponent's strings that have no liberty left.
        let mut captured = 0;
        let mut last = 0;
        for neighbour in self.around(point) {
            if self.colour[at(neighbour)] == 3 - colour && !self.has_liberty(neighbour) {
                captured += self.take(neighbour);
                last = neighbour;
            }
        }
        // It is a ko if a single stone has captured a single stone and could be recaptured.
        let is_ko = captured == 1 && self.size[at(head)] == 1 && self.pseudo[at(head)] == 1;
        self.ko = if is_ko { last } else { 0 };
        captured
    }

    /// Places a stone on an empty point and captures nothing. Returns the head of its string.
    #[inline]
    pub fn put(&mut self, point: Point, colour: u8) -> Point {
        // 1. Remove a liberty from each string next to the stone.
        self.remove_empty(point);
        self.colour[at(point)] = colour;
        self.head[at(point)] = point;
        self.next[at(point)] = point;
        self.size[at(point)] = 1;
        self.stones[usize::from(colour - 1) & 1] += 1;
        let around = self.around(point);
        let mut free = 0;
        for neighbour in around {
            match self.colour[at(neighbour)] {
                EMPTY => free += 1,
                BORDER => {}
                _ => {
                    let head = self.head[at(neighbour)];
                    self.pseudo[at(head)] = self.pseudo[at(head)].wrapping_sub(1);
                }
            }
        }
        self.pseudo[at(point)] = free;
        // 2. Merge the stone with its own strings.
        let mut head = point;
        for neighbour in around {
            if self.colour[at(neighbour)] == colour && self.head[at(neighbour)] != head {
                head = self.join(head, self.head[at(neighbour)]);
            }
        }
        head
    }

    /// Merges two strings and returns the head.
    #[inline]
    fn join(&mut self, a: Point, b: Point) -> Point {
        let (large, small) = if self.size[at(a)] >= self.size[at(b)] { (a, b) } else { (b, a) };
        let mut stone = small;
        loop {
            self.head[at(stone)] = large;
            stone = self.next[at(stone)];
            if stone == small {
                break;
            }
        }
        self.next.swap(at(large), at(small));
        self.size[at(large)] += self.size[at(small)];
        self.pseudo[at(large)] += self.pseudo[at(small)];
        large
    }

    /// Removes the string at a point from the board. Returns the number of its stones.
    fn take(&mut self, first: Point) -> u32 {
        let owner = usize::from(self.colour[at(first)] - 1) & 1;
        let mut count = 0;
        let mut stone = first;
        loop {
            self.colour[at(stone)] = EMPTY;
            self.add_empty(stone);
            count += 1;
            stone = self.next[at(stone)];
            if stone == first {
                break;
            }
        }
        self.stones[owner] -= count as u16;
        loop {
            for neighbour in self.around(stone) {
                if matches!(self.colour[at(neighbour)], 1 | 2) {
                    self.pseudo[at(self.head[at(neighbour)])] += 1;
                }
            }
            stone = self.next[at(stone)];
            if stone == first {
                return count;
            }
        }
    }

    #[inline]
    fn add_empty(&mut self, point: Point) {
        self.head[at(point)] = self.empties;
        self.empty[at(self.empties)] = point;
        self.empties += 1;
    }

    #[inline]
    fn remove_empty(&mut self, point: Point) {
        self.empties -= 1;
        let last = self.empty[at(self.empties)];
        let place = self.head[at(point)];
        self.empty[at(place)] = last;
        self.head[at(last)] = place;
    }

    /// Exchanges two places in the list of empty points.
    #[inline]
    pub fn swap_empty(&mut self, a: usize, b: usize) {
        let (p, q) = (self.empty[a & MASK], self.empty[b & MASK]);
        (self.empty[a & MASK], self.empty[b & MASK]) = (q, p);
        (self.head[at(p)], self.head[at(q)]) = (b as u16, a as u16);
    }

    /// Is an empty point surrounded by stones of a colour (or the border) on all four sides?
    #[inline]
    pub fn is_surrounded(&self, point: Point, colour: u8) -> bool {
        self.around(point).iter().all(|&n| {
            let found = self.colour[at(n)];
            found == colour || found == BORDER
        })
    }

    /// For a surrounded point: does every string around it have another liberty?
    #[inline]
    pub fn neighbours_have_other_liberties(&self, point: Point) -> bool {
        let around = self.around(point);
        around.iter().all(|&n| self.colour[at(n)] == BORDER || !self.is_last(n, point))
    }

    /// For a surrounded point: does a single string surround it?
    #[inline]
    pub fn is_inside_one_string(&self, point: Point) -> bool {
        let stones = self.around(point).into_iter().filter(|&n| self.colour[at(n)] != BORDER);
        let mut heads = stones.map(|n| self.head[at(n)]);
        heads.next().is_some_and(|first| heads.all(|head| head == first))
    }

    /// For a surrounded point: does the opponent have too few of its diagonal neighbours to make
    /// the eye false? It takes two in the middle of the board and one at the edge.
    #[inline]
    pub fn has_safe_diagonals(&self, point: Point, colour: u8) -> bool {
        let (mut lost, mut outside) = (0, 0);
        for corner in self.diagonals(point) {
            let found = self.colour[at(corner)];
            lost += u32::from(found == 3 - colour);
            outside += u32::from(found == BORDER);
        }
        lost + u32::from(outside > 0) < 2
    }
}
