//! King Dirt: a king moves one step in any direction, and the cell that it leaves is blocked. Before
//! that, players may place kings that are not on the board yet. A player who cannot move loses. (The
//! game `gen_king_dirt` of MCGS: Folkersen, Müller and Du.)
//!
//! A state has the cells in the low 120 bits, and each player's number of kings to place in the bits
//! above. A move is `from << 7 | to`; a king is placed from `HAND`.

use upstar_core::{Bits, Diagram, GameInfo, Grid, Move, Player, PositionError, iter_bits};

use super::{
    ClassicRules, Reading, State,
    board::{Board, MAX_CELLS, STONES, groups, stones},
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "king-dirt",
    summary: "kings step and leave blocked cells behind; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "A king moves one step in any of the eight directions to an empty cell. The cell that it \
            leaves is blocked permanently. Instead, a player who has kings to place may place one \
            on any empty cell. With the option 'must', a player who can place a king must do so. A \
            player who cannot move loses.",
    positions: "a size such as 3x4, at most 120 cells, or rows from the top separated by '/': '.' \
                empty, 'x' a black king, 'o' a white one, '#' blocked; then the kings to place \
                after ':', x=1,o=2, and the option must; x.#/..o:x=1,o=1,must",
    moves: "from and to, a1b2; or the cell where a king is placed, b2",
    usual: "4x4:x=1,o=1",
    examples: &["x.o", "x../..o", "2x2:x=1,o=1", "x#./.o.:x=1,must", "1x5:x=1,o=1,must", "x./.."],
};

/// In place of the cell that a move leaves: the king is placed.
const HAND: usize = 127;
/// The largest number of kings to place.
const MOST_KINGS: u32 = 127;

struct KingDirt {
    board: SquareBoard,
    must_place: bool,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is not a board, or if an option is unknown.
pub fn read(text: &str) -> Reading {
    let (rows, options) = text.split_once(':').unwrap_or((text, ""));
    let (board, mut state, _) = SquareBoard::read(rows, STONES)
        .map_err(|error| PositionError { text: text.into(), ..error })?;
    let mut must_place = false;
    let mut at = rows.chars().count() + 1;
    for option in options.split(',').filter(|_| text.contains(':')) {
        let kings = |count: &str| count.parse().ok().filter(|&count: &u32| count <= MOST_KINGS);
        match option.split_once('=').map(|(name, count)| (name, kings(count))) {
            Some(("x", Some(count))) => set_hand(&mut state, Player::Left, count),
            Some(("o", Some(count))) => set_hand(&mut state, Player::Right, count),
            None if option == "must" => must_place = true,
            _ => {
                let message = format!(
                    "'{option}' is not an option; options are x=KINGS, o=KINGS (at most \
                     {MOST_KINGS}) and must"
                );
                return Err(PositionError::at(text, at, message));
            }
        }
        at += option.chars().count() + 1;
    }
    Ok((Box::new(KingDirt { board, must_place }), state))
}

/// The number of kings that a player has to place.
fn hand(state: State, player: Player) -> u32 {
    (state[player.index()] >> MAX_CELLS) as u32
}

fn set_hand(state: &mut State, player: Player, count: u32) {
    let set = &mut state[player.index()];
    *set = *set & u128::first(MAX_CELLS) | u128::from(count) << MAX_CELLS;
}

/// The cells of a state alone.
fn cells(state: State) -> State {
    state.map(|set| set & u128::first(MAX_CELLS))
}

impl KingDirt {
    /// The cells next to a cell of the set, including diagonally.
    fn around(&self, set: u128) -> u128 {
        let [up, _, _, down] = self.board.squares.steps(set);
        let [_, left, right, _] = self.board.squares.steps(set | up | down);
        up | down | left | right
    }

    fn has_hand(state: State) -> bool {
        Player::BOTH.into_iter().any(|player| hand(state, player) > 0)
    }

    /// The state of other cells with the same kings to place.
    fn with_hands(state: State, cells: State) -> State {
        let mut found = cells;
        Player::BOTH.into_iter().for_each(|p| set_hand(&mut found, p, hand(state, p)));
        found
    }
}

impl ClassicRules for KingDirt {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let kings = stones(cells(state))[player.index()];
        let empty = self.board.empty(state);
        if hand(state, player) > 0 {
            moves.extend(iter_bits(empty).map(|to| Move((HAND << 7 | to) as u32)));
            if self.must_place && empty != 0 {
                return;
            }
        }
        for from in iter_bits(kings) {
            let reached = iter_bits(self.around(u128::cell(from)) & empty);
            moves.extend(reached.map(|to| Move((from << 7 | to) as u32)));
        }
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        let [from, to] = [mv.0 as usize >> 7, mv.0 as usize & 127];
        if from == HAND {
            let left = hand(state, player) - 1;
            set_hand(&mut state, player, left);
        } else {
            state = state.map(|set| set | u128::cell(from));
        }
        state[player.index()] |= u128::cell(to);
        state
    }

    fn print(&self, state: State) -> String {
        let count = |player| Some(hand(state, player)).filter(|&count| count > 0);
        let mut options: Vec<String> = Vec::new();
        options.extend(count(Player::Left).map(|count| format!("x={count}")));
        options.extend(count(Player::Right).map(|count| format!("o={count}")));
        options.extend((!options.is_empty() && self.must_place).then(|| "must".to_string()));
        let suffix = if options.is_empty() { String::new() } else { ":".to_string() };
        self.board.print(state) + &suffix + &options.join(",")
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        let grid: Grid = self.board.grid;
        let [from, to] = [mv.0 as usize >> 7, mv.0 as usize & 127];
        let from = if from == HAND { String::new() } else { grid.name(from) };
        from + &grid.name(to)
    }

    fn diagram(&self, state: State) -> Diagram {
        self.board.diagram(state)
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        let cells = [mv.0 as usize >> 7, mv.0 as usize & 127].into_iter();
        cells.filter(|&cell| cell != HAND).map(|cell| self.board.grid.place(cell)).collect()
    }

    fn symmetric_state(&self, state: State) -> State {
        KingDirt::with_hands(state, self.board.symmetric(cells(state)))
    }

    /// Connected regions of unblocked cells that contain a king and an empty cell, as in Amazons;
    /// the whole board if a king may be placed.
    fn parts(&self, state: State) -> Vec<State> {
        let (empty, [x, o]) = (self.board.empty(state), stones(cells(state)));
        if KingDirt::has_hand(state) {
            return if empty == 0 { Vec::new() } else { vec![state] };
        }
        let regions = groups(empty | x | o, |set| self.around(set)).into_iter();
        regions
            .filter(|region| region & empty != 0 && region & (x | o) != 0)
            .map(|region| self.board.only(region, state))
            .collect()
    }

    /// The shape of the part; the whole board if kings are to be placed, with the highest bit,
    /// which no shape has.
    fn part_key(&self, part: State) -> State {
        if KingDirt::has_hand(part) {
            let [x, o] = self.symmetric_state(part);
            return [x | 1 << 127, o];
        }
        self.board.shape(self.board.unblocked(part), part)
    }

    fn size(&self, part: State) -> u32 {
        self.board.unblocked(part).count()
    }

    fn without(&self, state: State, part: State) -> Option<State> {
        let part = self.board.unblocked(part);
        Some(if KingDirt::has_hand(state) {
            [self.board.all(); 2]
        } else {
            state.map(|set| set | part)
        })
    }

    fn negative(&self, [x, o]: State) -> Option<State> {
        Some([o, x])
    }
}
