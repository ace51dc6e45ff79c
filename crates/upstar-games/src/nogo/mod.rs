//! NoGo: stones are placed as in Go, but nobody may take stones, others' or their own; who
//! cannot move loses.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! # Legal moves of both players in one pass
//! For each colour, let `safe` be its groups with two liberties or more, and `last` the only
//! liberties of its other groups. An empty cell is illegal for a player
//! * if it is one of the opponent's `last` (it would take a group), or
//! * if it has no empty neighbour and none of the player's `safe` groups beside it (the new
//!   group would have no liberty).
//!
//! Most groups have a stone with two empty neighbours, so all these are found `safe` by one
//! flood fill; only the rest are looked at one by one. The legal moves are kept in the position:
//! listing, counting and evaluating them is then free.
//!
//! # Independent parts
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
//!
//! # Random plays
//! A cell that is illegal for a player stays so: stones are never taken, so the group whose last
//! liberty it is gets no other while it is empty. A random play therefore picks cells that are
//! not yet known to be illegal, and looks at the one it has picked, not at the whole board.

#[cfg(test)]
mod brute_force;
mod essence;
mod order;
mod strip;

use upstar_core::{
    Alphabet, Bits, Bounds, Cells, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Makes, Move,
    MoveOrdering, Notation, Partisan, Planes, Player, Playouts, PositionError, Rng, Score, Squares,
    StaticBounds, Status, Symmetries, Symmetry, Turning, Wide, all_stones, iter_bits, stone_char,
    stones,
};

use crate::{board_diagram, text_offset};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "nogo",
    summary: "Go without captures: taking stones is illegal; whoever cannot move loses",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty cell. Stones of \
            one colour that touch along an edge form a group, and the empty cells beside it are \
            its liberties. A move that would leave any group, of either colour, without a \
            liberty is illegal. A player who has no move loses.",
    positions: "a size such as 5x5, or rows from the top separated by '/': '.' empty, 'x' black, \
                'o' white, '#' empty for ever; every group needs a liberty",
    moves: "the cell, b3",
    usual: "4x4",
    examples: &["1x4", "2x2", "2x3", "3x3", "x.o/.../o.x", ".x./xo./..."],
};

const SCORES: [Score; 2] = [-1, 1];
const ALPHABET: Alphabet = &['.', 'x', 'o', '#'];

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x`, `o` and `#`, or if a group has no liberty.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, ALPHABET, None)?;
    let squares = Squares::<u128>::new(setup.grid);
    let colours = stones::<u128>(&setup.cells);
    let empty = squares.board & !(colours[0] | colours[1]);
    for (own, label) in colours.into_iter().zip(INFO.labels) {
        let alive = squares.fill(own & squares.neighbours(empty), own);
        if let Some(cell) = iter_bits(own & !alive).next() {
            let message = format!(
                "the {label} group at {} has no liberty; every group needs one",
                setup.grid.name(cell)
            );
            return Err(PositionError::at(text, text_offset(cell, setup.grid.columns), message));
        }
    }
    Ok(setup)
}

/// NoGo on a board of one size.
#[derive(Clone, Debug)]
pub struct NoGo<B> {
    grid: Grid,
    squares: Squares<B>,
    symmetries: Symmetries<B>,
}

/// A position of NoGo.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// Empty cells that nobody may fill.
    barred: B,
    /// Each player's legal moves.
    legal: [B; 2],
    mover: Player,
}

/// What one colour's groups mean for the legal moves.
struct Groups<B> {
    /// The groups with two liberties or more.
    safe: B,
    /// The only liberties of the others.
    last: B,
}

impl<B: Bits> NoGo<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: [`setup`] has refused groups without liberties.
    pub fn new(setup: &GridSetup, mover: Player) -> Result<(NoGo<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let symmetries = Symmetries::rectangle(grid);
        let game = NoGo { grid, squares: Squares::new(grid), symmetries };
        let barred = setup.cells.iter().enumerate().filter(|&(_, &c)| c == 3);
        let barred = barred.fold(B::EMPTY, |set, (cell, _)| set | B::cell(cell));
        let position = game.with_stones(stones(&setup.cells), barred, mover);
        Ok((game, position))
    }

    #[inline]
    fn with_stones(&self, stones: [B; 2], barred: B, mover: Player) -> Position<B> {
        let legal = self.legal(stones).map(|legal| legal & !barred);
        Position { stones, barred, legal, mover }
    }

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

    /// Both players' legal moves; see the head of this file.
    #[inline]
    fn legal(&self, stones: [B; 2]) -> [B; 2] {
        let empty = self.squares.board & !(stones[0] | stones[1]);
        let steps = self.squares.steps(empty);
        let [left, right] = stones.map(|own| self.groups(own, empty, steps));
        let roomy = steps[0] | steps[1] | steps[2] | steps[3];
        let moves = |own: &Groups<B>, other: &Groups<B>| {
            empty & (roomy | self.squares.neighbours(own.safe)) & !other.last
        };
        [moves(&left, &right), moves(&right, &left)]
    }

    /// The groups of `own`; `steps` is the set of empty cells moved in each direction.
    #[inline]
    fn groups(&self, own: B, empty: B, steps: [B; 4]) -> Groups<B> {
        let [a, b, c, d] = steps;
        let two_empty_neighbours = (a & b) | (c & d) | ((a | b) & (c | d));
        let mut safe = self.squares.fill(own & two_empty_neighbours, own);
        let mut last = B::EMPTY;
        let mut rest = own & !safe;
        while !rest.is_empty() {
            let group = self.squares.fill(B::cell(rest.lowest()), rest);
            let liberties = self.squares.neighbours(group) & empty;
            if liberties.without_lowest().is_empty() {
                last |= liberties;
            } else {
                safe |= group;
            }
            rest &= !group;
        }
        Groups { safe, last }
    }

    /// May a stone of `own` colour be placed on this empty cell?
    #[inline]
    fn is_legal(&self, cell: B, own: B, other: B) -> bool {
        let empty = self.squares.board & !(own | other | cell);
        let around = self.squares.neighbours(cell);
        // It takes no group: each one beside it has a liberty elsewhere.
        let free = self.squares.neighbours(empty);
        let mut besieged = around & other & !free;
        while !besieged.is_empty() {
            let Some(group) = self.fill_to(besieged, other, free) else { return false };
            besieged &= !group;
        }
        // And the new group has one.
        !(around & empty).is_empty() || {
            let stone = own | cell;
            self.fill_to(cell, stone, free).is_some()
        }
    }

    /// The part of `inside` that the lowest cell of `seeds` is joined to, as far as needed to
    /// meet `goal`; none if it does not meet it.
    #[inline]
    fn fill_to(&self, seeds: B, inside: B, goal: B) -> Option<B> {
        let mut set = B::cell(seeds.lowest());
        loop {
            if !(set & goal).is_empty() {
                return Some(set);
            }
            let next = (set | self.squares.neighbours(set)) & inside;
            if next == set {
                return None;
            }
            set = next;
        }
    }
}

impl<B: Bits> Game for NoGo<B> {
    type Position = Position<B>;
    type Key = [B; 2];

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position<B>) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let legal = position.legal[position.mover.index()];
        if legal.is_empty() {
            return Some(position.mover.other().win());
        }
        moves.extend(iter_bits(legal).map(|cell| Move(cell as u32)));
        None
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let mut stones = position.stones;
        stones[position.mover.index()] |= B::cell(mv.0 as usize);
        *position = self.with_stones(stones, position.barred, position.mover.other());
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        position.stones.map(|own| own | position.barred) // a cell in both is barred
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match position.legal[position.mover.index()].count() {
            0 => Status::Over(position.mover.other().win()),
            count => Status::Moves(count),
        }
    }
}

impl<B: Bits> Symmetry for NoGo<B> {
    /// Without what no longer matters, see `essence.rs`; on strips one key for equal sums of parts, see
    /// `strip.rs`.
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        let is_strip = self.grid.rows == 1 || self.grid.columns == 1;
        let words = if is_strip { self.strip_key(position) } else { None };
        words.unwrap_or_else(|| self.symmetries.least(self.essence(position)))
    }
}

impl<B: Bits> StaticBounds for NoGo<B> {
    /// A move that is illegal stays so. The group that it would take has no other liberty, so it
    /// grows only through that very cell; and the groups beside a cell without empty
    /// neighbours have no other liberty either. So who has a move wins if the opponent has none.
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let mover = position.mover;
        let [moves, replies] = [mover, mover.other()].map(|player| position.legal[player.index()]);
        match (moves.is_empty(), replies.is_empty()) {
            (true, _) => Bounds::exactly(mover.other().win()),
            (false, true) => Bounds::exactly(mover.win()),
            (false, false) => Bounds::new(-1, 1),
        }
    }
}

impl<B: Bits> MoveOrdering for NoGo<B> {
    /// The difference in mobility.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        position.legal[0].count() as i32 - position.legal[1].count() as i32
    }

    /// See `order.rs`.
    #[inline]
    fn move_priorities(
        &self,
        position: &Position<B>,
        moves: &[Move],
        weights: &mut Vec<i32>,
    ) -> bool {
        self.weigh_moves(position, moves, weights);
        true
    }
}

impl<B: Bits> Playouts for NoGo<B> {
    #[inline]
    fn random_move(
        &self,
        position: &Position<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        let legal = position.legal[position.mover.index()];
        if legal.is_empty() {
            return Err(position.mover.other().win());
        }
        Ok(Move(rng.cell(legal) as u32))
    }

    /// See the head of this file.
    #[inline]
    fn random_end(&self, position: &Position<B>, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        let Position { mut stones, legal: mut open, mut mover, .. } = *position;
        loop {
            let (own, other) = (mover.index(), mover.other().index());
            if open[own].is_empty() {
                return mover.other().win();
            }
            let cell = B::cell(rng.cell(open[own]));
            open[own] &= !cell;
            if self.is_legal(cell, stones[own], stones[other]) {
                stones[own] |= cell;
                open[other] &= !cell;
                mover = mover.other();
            }
        }
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

    /// The smallest reflection or turn; the key of a strip is no position.
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

impl<B: Bits> Notation for NoGo<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        GridSetup::print(self.grid, |cell| match position.barred.has(cell) {
            true => '#',
            false => stone_char(position.stones, cell),
        })
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        self.grid.name(mv.0 as usize)
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        board_diagram(Layout::Square, &self.print(position))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        vec![self.grid.place(mv.0 as usize)]
    }
}
