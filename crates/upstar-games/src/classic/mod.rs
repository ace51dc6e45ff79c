//! The classic small games of combinatorial game theory, behind one type.
//!
//! Their rules are short and their positions few. Each game type would compile a copy of every
//! search. To save compile time, their rules are a trait object ([`ClassicRules`]) over a state of
//! fixed size ([`State`]), and only [`Classic`] is a [`Game`]. A classic game consists of a file
//! with its rules, a `read` function, and a line in the registry.
//!
//! All of them are under normal play: a player who cannot move loses.

mod animals;
mod board;
mod clobbering;
mod colouring;
mod graph;
mod heaps;
mod square_board;

pub mod amazons;
pub mod cannibal_clobber;
pub mod clobber_strip;
pub mod col;
pub mod cram;
pub mod elephants_and_rhinos;
pub mod fission;
pub mod graph_clobber;
pub mod graph_nogo;
pub mod hackenbush;
pub mod kayles;
pub mod king_dirt;
pub mod konane;
pub mod nim;
pub mod nimstring;
pub mod node_kayles;
pub mod octal;
pub mod peg_duotaire;
pub mod sheep;
pub mod snort;
pub mod toads_and_frogs;
pub mod toppling_dominoes;

use upstar_core::{
    Cells, Diagram, Game, GameInfo, Layout, Move, MoveOrdering, Notation, OptionList, Partisan,
    Planes, Player, Playouts, PositionError, Score, StaticBounds, Symmetry, options_by_moves,
};

pub use graph::is_graph;

/// A position without the player to move, in a form that each game chooses. Equal positions have
/// equal states. The state is the exact key for searches.
pub type State = Planes;

/// The result of reading a position's text.
pub type Reading = Result<(Box<dyn ClassicRules>, State), PositionError>;

/// The rules of a classic game on one board.
pub trait ClassicRules: Send + Sync {
    /// The game's entry in the registry.
    fn info(&self) -> &'static GameInfo;

    /// Appends the legal moves of `player`, in the game's fixed order.
    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>);

    /// The state after a legal move of `player`.
    fn play(&self, state: State, player: Player, mv: Move) -> State;

    /// The position's text. Reading it gives the same state.
    fn print(&self, state: State) -> String;

    /// The name of a legal move, in lower case.
    fn move_text(&self, state: State, mv: Move) -> String;

    /// The diagram. It is the text, unless the game has a board.
    fn diagram(&self, state: State) -> Diagram {
        Diagram { layout: Layout::Text, rows: vec![self.print(state)] }
    }

    /// The cells of the diagram that a legal move touches.
    fn move_cells(&self, _state: State, _mv: Move) -> Vec<(usize, usize)> {
        Vec::new()
    }

    /// One state for all states that are equal up to the board's symmetries.
    fn symmetric_state(&self, state: State) -> State {
        state
    }

    /// A cheap heuristic evaluation: larger is better for Left.
    fn evaluate(&self, _state: State) -> i32 {
        0
    }

    /// The independent parts in which a player can move.
    fn parts(&self, state: State) -> Vec<State> {
        vec![state]
    }

    /// One key for all translations, rotations and reflections of a part.
    fn part_key(&self, part: State) -> State {
        self.symmetric_state(part)
    }

    /// The number of cells of a part, in games on boards; otherwise the number of both players'
    /// moves.
    fn size(&self, part: State) -> u32 {
        let mut moves = Vec::new();
        Player::BOTH.into_iter().for_each(|player| self.moves(part, player, &mut moves));
        moves.len() as u32
    }

    /// Do both players have the same moves in every state?
    fn is_impartial(&self) -> bool {
        false
    }

    /// One key for all parts that have the same nimber in impartial play, as far as symmetry shows it.
    fn impartial_key(&self, part: State) -> State {
        let key = self.part_key(part);
        let negative = if self.is_impartial() { None } else { self.negative(part) };
        negative.map_or(key, |negative| key.min(self.part_key(negative)))
    }

    /// Appends the options of a state in impartial play, as [`Partisan::options`], and returns true.
    /// Returns false if the game does not do so faster than by listing the moves. The keys are those of
    /// [`impartial_key`](ClassicRules::impartial_key), or differ from all of them.
    fn options(&self, _state: State, _list: &mut OptionList) -> bool {
        false
    }

    /// Are states the same in every process?
    fn has_stable_keys(&self) -> bool {
        true
    }

    /// Heap bytes owned by the rules.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// The state without one of its parts, if the other moves keep their numbers.
    fn without(&self, _state: State, _part: State) -> Option<State> {
        None
    }

    /// The board, if the contents of the cells determine a state. Blocked cells do not count.
    fn cells(&self) -> Option<Cells> {
        None
    }

    /// The state with this text, if these rules have it: see [`Partisan::read`].
    fn read(&self, _text: &str) -> Option<State> {
        None
    }

    /// Exchanges the players' roles. `None` if the board has no such state.
    fn negative(&self, state: State) -> Option<State>;
}

/// Any classic game.
pub struct Classic {
    rules: Box<dyn ClassicRules>,
}

/// A position of a classic game.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    state: State,
    mover: Player,
}

impl Classic {
    /// The game and the position that were read.
    pub fn new(
        (rules, state): (Box<dyn ClassicRules>, State),
        mover: Player,
    ) -> (Classic, Position) {
        (Classic { rules }, Position { state, mover })
    }
}

const SCORES: [Score; 2] = [-1, 1];

impl Game for Classic {
    type Position = Position;
    type Key = State;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        let before = moves.len();
        self.rules.moves(position.state, position.mover, moves);
        (moves.len() == before).then(|| position.mover.other().win())
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.state = self.rules.play(position.state, position.mover, mv);
        position.mover = position.mover.other();
    }

    #[inline]
    fn key(&self, position: &Position) -> State {
        position.state
    }

    #[inline]
    fn rebuild(&self, &state: &State, mover: Player) -> Option<Position> {
        self.rules.has_stable_keys().then_some(Position { state, mover })
    }

    fn has_stable_keys(&self) -> bool {
        self.rules.has_stable_keys()
    }

    fn heap_bytes(&self) -> usize {
        self.rules.heap_bytes()
    }
}

impl Symmetry for Classic {
    fn symmetric_key(&self, position: &Position) -> State {
        self.rules.symmetric_state(position.state)
    }
}

impl StaticBounds for Classic {}

impl MoveOrdering for Classic {
    fn evaluate(&self, position: &Position) -> i32 {
        self.rules.evaluate(position.state)
    }
}

impl Playouts for Classic {}

impl Partisan for Classic {
    fn with_mover(&self, position: &Position, player: Player) -> Position {
        Position { mover: player, ..*position }
    }

    fn unpack(&self, state: State, mover: Player) -> Position {
        Position { state, mover }
    }

    fn size(&self, part: &Position) -> u32 {
        self.rules.size(part.state)
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn impartial_key(&self, part: &Position) -> Planes {
        self.rules.impartial_key(part.state)
    }

    fn options(&self, position: &Position, list: &mut OptionList) {
        if !self.rules.options(position.state, list) {
            options_by_moves(self, position, list);
        }
    }

    fn without(&self, position: &Position, part: &Position) -> Option<Position> {
        let state = self.rules.without(position.state, part.state)?;
        Some(Position { state, ..*position })
    }

    fn cells(&self) -> Option<Cells> {
        self.rules.cells()
    }

    fn read(&self, text: &str) -> Option<State> {
        self.rules.read(text)
    }

    fn part_key(&self, part: &Position) -> State {
        self.rules.part_key(part.state)
    }

    fn negative(&self, position: &Position) -> Option<Position> {
        let state = self.rules.negative(position.state)?;
        Some(Position { state, ..*position })
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        let parts = self.rules.parts(position.state).into_iter();
        parts.map(|state| Position { state, ..*position }).collect()
    }
}

impl Notation for Classic {
    fn name(&self) -> &str {
        self.rules.info().name
    }

    fn labels(&self) -> [&str; 2] {
        self.rules.info().labels
    }

    fn print(&self, position: &Position) -> String {
        self.rules.print(position.state)
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        self.rules.move_text(position.state, mv)
    }

    fn diagram(&self, position: &Position) -> Diagram {
        self.rules.diagram(position.state)
    }

    fn move_cells(&self, position: &Position, mv: Move) -> Vec<(usize, usize)> {
        self.rules.move_cells(position.state, mv)
    }
}
