//! What a game is.
//!
//! [`Game`] is all that a search sees. It has three parts: what every game must give
//! ([`to_move`](Game::to_move), [`expand`](Game::expand), [`play`](Game::play),
//! [`key`](Game::key), [`scores`](Game::scores)), what a game may override for speed or
//! strength, and nothing else. [`Notation`] is what people see: text, moves' names, a board
//! to draw. A game knows nothing of search, playouts, Python or files.
//!
//! Positions are values: a search copies one and plays on the copy, and undoing a move is
//! going back to the value it had before.

use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::base::{Bounds, Grid, Key, Names, Planes, Player, PositionError, Rng, Score, Wide};

/// A move: a small number whose meaning is its game's own, given the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

/// Is a position finished, or how many moves has the player to move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game is over with this score, from Left's point of view.
    Over(Score),
    /// The game goes on with this many legal moves, at least one.
    Moves(u32),
}

/// The rules of a game on a board of a certain size, apart from its positions.
///
/// Laws, which the tests check for every registered game:
/// * every game ends, and no position is reached twice in one play, unless
///   [`may_repeat`](Game::may_repeat) says otherwise;
/// * [`expand`](Game::expand) lists the same moves in the same order for equal positions;
/// * equal [`key`](Game::key)s and equal players to move mean the same subtree;
/// * equal [`symmetric_key`](Game::symmetric_key)s and players to move mean the same value;
/// * [`bounds`](Game::bounds) and those of [`assess`](Game::assess) hold the true value;
/// * [`candidates`](Game::candidates) are moves, in the same order, with a best one among them;
/// * [`glance`](Game::glance) and [`sift`](Game::sift) tell the true value if they tell one, and `sift` lists
///   moves with a best one among them if it tells none;
/// * [`play_forced`](Game::play_forced) leads to a position with the same value.
pub trait Game: Send + Sync + 'static {
    /// A position with its player to move.
    type Position: Clone + Send + Sync;
    /// An exact, compact name of a position (see [`Key`]).
    type Key: Key;
    /// A name that also tells who made each mark (see [`owned_key`](Game::owned_key)).
    type OwnedKey: Key;

    // ---- required ----

    /// The scores that a finished game can have, from Left's point of view, ascending.
    fn scores(&self) -> &[Score];

    /// The player to move.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Appends the legal moves to `moves`, in the game's fixed order, and returns nothing; or,
    /// when the game is over, appends nothing and returns the score from Left's point of view.
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score>;

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Move);

    /// The exact name of the position, apart from the player to move.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The name that tells apart positions by who made each mark even where the rules do not
    /// care (in Domineering, whose domino covers a cell), as some published programs did. Other
    /// games return [`key`](Game::key).
    fn owned_key(&self, position: &Self::Position) -> Self::OwnedKey;

    // ---- to override for speed or strength ----

    /// Is the game over, or how many moves are there? `scratch` is empty and left so.
    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Move>) -> Status {
        match self.expand(position, scratch) {
            Some(score) => Status::Over(score),
            None => {
                let count = scratch.len() as u32;
                scratch.clear();
                Status::Moves(count)
            }
        }
    }

    /// One key for all positions that are the same up to the board's symmetries.
    #[inline]
    fn symmetric_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// A cheap guess, larger for better for Left; it orders moves and never proves anything.
    /// Games without one return 0.
    #[inline]
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// A guess of the probability that Left wins, strictly between 0 and 1; by default made
    /// from [`evaluate`](Game::evaluate).
    #[inline]
    fn win_probability(&self, position: &Self::Position) -> f64 {
        let odds = (f64::from(self.evaluate(position)) / 4.0).exp();
        (odds / (1.0 + odds)).clamp(1e-6, 1.0 - 1e-6)
    }

    /// A cheap proved interval around the value, from Left's point of view.
    #[inline]
    fn bounds(&self, _position: &Self::Position) -> Bounds {
        let scores = self.scores();
        Bounds::new(scores[0], scores[scores.len() - 1])
    }

    /// Of [`bounds`](Game::bounds) what takes little time, for a search that will [`sift`](Game::sift) the
    /// moves if that is not enough.
    #[inline]
    fn glance(&self, position: &Self::Position) -> Bounds {
        self.bounds(position)
    }

    /// [`bounds`](Game::bounds), and a guess that orders moves, larger for better for Left: what
    /// a depth-first search asks of each new position, in one go. The guess may differ from
    /// [`evaluate`](Game::evaluate) and proves nothing.
    #[inline]
    fn assess(&self, position: &Self::Position) -> (Bounds, i32) {
        (self.bounds(position), self.evaluate(position))
    }

    /// Appends to `weights` what speaks for each of the `moves` of a position, larger for better for
    /// the mover, and returns true; or, without such knowledge, appends nothing and returns false.
    /// It orders moves before anything else is known of where they lead, so that a search need
    /// only [`assess`](Game::assess) what it comes to. It proves nothing.
    #[inline]
    fn weigh(&self, _position: &Self::Position, _moves: &[Move], _weights: &mut Vec<i32>) -> bool {
        false
    }

    /// Appends moves as [`expand`](Game::expand) does, in the same order, but may leave some out
    /// as long as one of those with the best value remains: moves that are surely no better
    /// than another one that is listed.
    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.expand(position, moves)
    }

    /// As [`candidates`](Game::candidates), for a search that needs no move where the value is known: if
    /// the game finds it out on the way, it says so instead of listing moves.
    #[inline]
    fn sift(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.candidates(position, moves)
    }

    /// Plays on while one move is surely no worse than all others, and returns how many were played: the
    /// value stays the same. Where [`bounds`](Game::bounds) decide a position there is no need to.
    #[inline]
    fn play_forced(&self, _position: &mut Self::Position) -> usize {
        0
    }

    /// What whoever watches a search is told for a move at its root; none if it means nothing to them.
    fn told(&self, mv: Move) -> Option<Move> {
        Some(mv)
    }

    /// A legal move by chance, each as likely as any other; or the score when the game is over.
    /// `scratch` is empty and left so. An override that need not list the moves draws from the
    /// same distribution, though not the same move for the same seed.
    #[inline]
    fn random_move(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        if let Some(score) = self.expand(position, scratch) {
            return Err(score);
        }
        let chosen = scratch[rng.below(scratch.len() as u64) as usize];
        scratch.clear();
        Ok(chosen)
    }

    /// The score, from Left's point of view, after random moves to the end of the game. An
    /// override that need not play them one by one draws from the same distribution.
    #[inline]
    fn random_end(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Score {
        let mut position = position.clone();
        loop {
            match self.random_move(&position, rng, scratch) {
                Ok(mv) => self.play(&mut position, mv),
                Err(score) => return score,
            }
        }
    }

    /// The position from which a playout begins: the same, but for what playouts do not look at.
    #[inline]
    fn playout_start(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Appends the moves that a playout may make, each of them legal but for what playouts do not
    /// look at; or returns the score of a playout that is over. A game that knows moves which no
    /// playout should make (filling one's own eyes) leaves them out; by default there are none.
    #[inline]
    fn playout_moves(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.expand(position, moves)
    }

    /// One of [`playout_moves`](Game::playout_moves) by chance, each as likely as any other.
    /// `scratch` is empty and left so.
    #[inline]
    fn playout_move(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        self.random_move(position, rng, scratch)
    }

    /// The score, from Left's point of view, at the end of a playout.
    #[inline]
    fn playout_end(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Score {
        self.random_end(position, rng, scratch)
    }

    /// Plays a move that was made at the board: as [`play`](Game::play), but what comes is where
    /// the next search begins. A game that declares positions over before their moves have run out
    /// makes an exception of those where a search begins, because a move is wanted there.
    #[inline]
    fn advance(&self, position: &mut Self::Position, mv: Move) {
        self.play(position, mv);
    }

    /// Can a position come back in one play (ko fights)? Searches that need games without
    /// repetition refuse others.
    fn may_repeat(&self) -> bool {
        false
    }

    /// Do keys mean the same in another process, so that they can be kept in files?
    fn has_lasting_keys(&self) -> bool {
        true
    }

    /// What the numbers in keys stand for, in games that hand out numbers as they go.
    fn names(&self) -> Option<&Mutex<Names>> {
        None
    }

    /// A key from a file in which things had other names: those that have these numbers now. None if the key
    /// has a name that is not among them.
    fn renamed(&self, key: Self::Key, _names: &[u32]) -> Option<Self::Key> {
        Some(key)
    }

    /// Bytes that the game itself has put aside (games written in Python keep their states).
    fn memory(&self) -> usize {
        0
    }

    /// Has the game failed (an exception in a game written in Python), so that the search
    /// should stop?
    fn has_failed(&self) -> bool {
        false
    }
}

/// Games under normal play: whoever cannot move loses, and nothing else matters. Their positions
/// have values.
///
/// Laws: the game is over exactly when the player to move has no move; positions with equal
/// [`part_key`](Partisan::part_key)s have the same value;
/// a position is worth the sum of its parts.
pub trait Partisan: Game<Key: Wide> {
    /// The same position with `player` to move.
    fn with_mover(&self, position: &Self::Position, player: Player) -> Self::Position;

    /// All there is to say of a position but its player to move: its key, unless the game needs
    /// more.
    #[inline]
    fn pack(&self, position: &Self::Position) -> Planes {
        self.key(position).widen()
    }

    /// The position that was packed, with this player to move.
    fn unpack(&self, planes: Planes, mover: Player) -> Self::Position;

    /// One name for all parts that are worth the same at a glance: moved elsewhere on the board,
    /// turned or mirrored.
    fn part_key(&self, part: &Self::Position) -> Self::Key {
        self.symmetric_key(part)
    }

    /// One name for parts that differ only in where they lie, at less cost than
    /// [`part_key`](Partisan::part_key): for a cache of parts that come up again and again.
    #[inline]
    fn placed_key(&self, part: &Self::Position) -> Self::Key {
        self.key(part)
    }

    /// One position, packed, for all that the board's symmetries make of this one.
    fn image(&self, position: &Self::Position) -> Planes {
        self.symmetric_key(position).widen()
    }

    /// The position with the players' roles exchanged, so that its value is the negative; `None`
    /// where the game has no such position on its board.
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Every position of the board, in games that can list them; who moves does not matter.
    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Self::Position> + '_>> {
        None
    }

    /// The independent parts of a position in which somebody can move.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Shows the same parts one by one, until told to stop.
    fn split(
        &self,
        position: &Self::Position,
        show: &mut dyn FnMut(Self::Position) -> ControlFlow<()>,
    ) {
        let _ = self.parts(position).into_iter().try_for_each(show);
    }

    /// How large a part is, for whoever asks whether its value can be had: cells, where there is
    /// a board; otherwise the number of both players' moves.
    fn size(&self, part: &Self::Position) -> u32 {
        let mut moves = Vec::new();
        for player in Player::BOTH {
            self.expand(&self.with_mover(part, player), &mut moves);
        }
        moves.len() as u32
    }

    /// The position without one of its parts, whose other moves keep their numbers; `None` in
    /// games whose moves are numbered anew when something goes.
    fn without(
        &self,
        _position: &Self::Position,
        _part: &Self::Position,
    ) -> Option<Self::Position> {
        None
    }

    /// The board, in games whose positions are told by what is on each cell.
    fn cells(&self) -> Option<Cells> {
        None
    }

    /// Does this content of the cells make a position (in NoGo, not if a group has no liberty)?
    fn is_position(&self, _planes: Planes) -> bool {
        true
    }
}

/// A board whose positions are told by the states of its cells, two or three, so that they can be
/// numbered.
///
/// Law: every move makes cells of the kind that `makes` says, and unmakes none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The board.
    pub grid: Grid,
    /// The states in the order of their digits: for each, which of a key's two planes have it, the
    /// first 1, the second 2.
    pub marks: &'static [u8],
    /// What there is more of after every move.
    pub makes: Makes,
    /// The digit of cells that might as well not be there, if only the shape of the others matters.
    pub outside: Option<u8>,
    /// What exchanging rows and columns does to values.
    pub turning: Turning,
}

/// What exchanging rows and columns does to values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// They stay.
    Keeps,
    /// They become their negatives.
    Negates,
}

/// What there is more of after every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Makes {
    /// Cells in the first state.
    Empty,
    /// Cells in another state.
    Full,
}

/// How a board is laid out on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Squares in rows and columns.
    Square,
    /// Points where lines cross, in rows and columns; the letters of the columns have no `i`.
    Points,
    /// Hexagons, each row shifted half a cell to the right of the one above.
    Hexagons,
    /// Hexagons in a triangle: one cell in the top row, one more in each row below.
    Triangle,
    /// A graph: each row is an edge, `FROM TO COLOUR`; node 0 is the ground.
    Graph,
    /// No board: the text is all there is.
    Text,
}

/// A picture of a position, for ASCII and SVG drawings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// How the cells lie.
    pub layout: Layout,
    /// Rows from the top; a character for each cell: `.` empty, `x` Left's, `o` Right's,
    /// `#` blocked; `v` and `h` a vertical and a horizontal domino's cell.
    pub rows: Vec<String>,
}

/// What people see of a game: text and pictures.
pub trait Notation: Game {
    /// The game's name in the registry.
    fn name(&self) -> &str;

    /// The two players' labels, Left's first.
    fn labels(&self) -> [&str; 2];

    /// The position's text, which reads back as the same position (but for the player to move).
    fn print(&self, position: &Self::Position) -> String;

    /// The name of a legal move.
    fn move_text(&self, position: &Self::Position, mv: Move) -> String;

    /// The picture of a position.
    fn board(&self, position: &Self::Position) -> Board;

    /// The cells that a legal move touches, as (row from the top, column), for highlighting.
    fn move_cells(&self, position: &Self::Position, mv: Move) -> Vec<(usize, usize)>;

    /// Another way to write a move that people may use, turned into the way
    /// [`move_text`](Notation::move_text) writes it.
    fn normalise_move(&self, text: &str) -> String {
        text.trim().to_lowercase()
    }

    /// The number of the position's state, in games that number their states (those written in
    /// Python).
    fn state_id(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The legal move with this name.
    ///
    /// # Errors
    /// If the text names no legal move; the message lists some that are.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move, PositionError> {
        let mut moves = Vec::new();
        if self.expand(position, &mut moves).is_some() {
            return Err(PositionError::new(text, "the game is over, there are no moves"));
        }
        let wanted = self.normalise_move(text);
        let names: Vec<String> = moves.iter().map(|&m| self.move_text(position, m)).collect();
        if let Some(index) = names.iter().position(|name| *name == wanted) {
            return Ok(moves[index]);
        }
        let shown = names.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let dots = if names.len() > 8 { ", …" } else { "" };
        Err(PositionError::new(text, format!("not a legal move here; legal are {shown}{dots}")))
    }
}

/// What the lists and the documentation say of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name that users type.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The players' labels, Left's first.
    pub labels: [&'static str; 2],
    /// The rules, in a few sentences.
    pub rules: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// How moves are written.
    pub moves: &'static str,
    /// Where a game begins for who names no position: small enough to look through.
    pub usual: &'static str,
    /// Small positions, for examples and for tests that go over every game.
    pub examples: &'static [&'static str],
}
