//! Adapter for games written in Python.
//!
//! Each state that a search reaches is stored once, by Python's own hash and equality. The core
//! identifies it by its number. So keys are exact, and the user's code computes a state's moves and
//! children only once. The numbers are valid as long as the search.
//!
//! When the user's code raises an exception, the first one is stored. From then on every position
//! counts as finished, and the search stops soon. Then the exception is raised again unchanged.

mod board;
mod knowledge;
mod partisan;

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use board::Board;
use knowledge::Knowledge;
use partisan::Sides;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PyString},
};
use upstar_core::{Bounds, Diagram, Game, Layout, Move, Notation, Player, Playouts, Score};
use upstar_engine::{AnyPosition, TypedPosition};

/// A position: the number of its state, and the player to move.
#[derive(Clone, Copy, Debug)]
pub struct State {
    id: u32,
    mover: Player,
    /// The number of moves since the search began, to detect games without end.
    ply: u32,
}

/// The maximum length of a game. Searches are recursive and their stack is limited.
const MAX_GAME_LENGTH: u32 = 300_000;
/// The maximum number of moves in a position.
const MAX_MOVES: usize = u16::MAX as usize;

/// The stored data of a state.
struct Node {
    state: Py<PyAny>,
    mover: Player,
    /// Its moves or its score, once computed.
    expansion: Option<Result<Vec<Py<PyAny>>, Score>>,
    /// For each move, the number of the child, once computed.
    children: Vec<Option<u32>>,
}

/// The bytes of a node and its dictionary entry, without its state and moves.
const NODE_BYTES: usize = size_of::<Node>() + 100;

/// A game written in Python.
pub struct PyGame {
    object: Py<PyAny>,
    name: String,
    labels: [String; 2],
    scores: Vec<Score>,
    /// The method, if the game defines the player to move. Otherwise the players alternate.
    to_move: Option<Py<PyAny>>,
    knowledge: Knowledge,
    board: Board,
    /// The methods of an `upstar.PartisanGame`.
    sides: Option<Sides>,
    /// The number of each state, for each player to move.
    numbers: [Py<PyDict>; 2],
    nodes: Mutex<Vec<Node>>,
    bytes: AtomicUsize,
    failed: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl PyGame {
    /// The adapter of `object` (an `upstar.Game`) and the position with this state.
    ///
    /// # Errors
    /// What the user's code raises.
    pub fn position(
        object: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
        mover: Player,
    ) -> PyResult<(Arc<PyGame>, Box<dyn AnyPosition>)> {
        let py = object.py();
        let base = py.import("upstar.game")?.getattr("Game")?;
        let overridden = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let own = object.get_type().getattr(name)?;
            let is_default = own.is(&base.getattr(name)?);
            Ok(if is_default { None } else { Some(object.getattr(name)?.unbind()) })
        };
        let sides = Sides::of(object)?;
        let is_partisan = sides.is_some();
        let given: Vec<i64> = object.getattr("scores")?.extract()?;
        let fits = |&score: &i64| Score::try_from(score).ok().filter(|s| s.abs() < Score::MAX);
        let mut scores: Vec<Score> = given.iter().filter_map(fits).collect();
        if scores.len() < given.len() {
            let text = format!("scores must be between -{0} and {0}", Score::MAX - 1);
            return Err(PyValueError::new_err(text));
        }
        scores.sort_unstable();
        scores.dedup();
        if scores.len() < 2 {
            return Err(PyValueError::new_err("scores must contain at least two numbers"));
        }
        let (left, right): (String, String) = object.getattr("labels")?.extract()?;
        let game = PyGame {
            object: object.clone().unbind(),
            name: object.getattr("name")?.extract()?,
            labels: [left, right],
            scores,
            to_move: overridden("to_move")?,
            board: Board::new(object, overridden)?,
            knowledge: Knowledge::new(py, overridden)?,
            sides,
            numbers: [PyDict::new(py).unbind(), PyDict::new(py).unbind()],
            nodes: Mutex::new(Vec::new()),
            bytes: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            error: Mutex::new(None),
        };
        let root = game.number(state, mover, 0)?;
        let game = Arc::new(game);
        let face = match is_partisan {
            true => TypedPosition::new(Arc::clone(&game), root).valued().boxed(),
            false => TypedPosition::new(Arc::clone(&game), root).boxed(),
        };
        Ok((game, face))
    }

    /// The user's game object and the state with a number.
    pub fn object_and_state<'py>(
        &self,
        py: Python<'py>,
        id: u32,
    ) -> (Bound<'py, PyAny>, Bound<'py, PyAny>) {
        (self.object.bind(py).clone(), self.nodes()[id as usize].state.bind(py).clone())
    }

    /// The first exception that the user's code raised since the last call.
    pub fn take_error(&self) -> Option<PyErr> {
        self.failed.store(false, Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The lock must not be held while Python code runs, because that code may call this method
    /// again.
    fn nodes(&self) -> MutexGuard<'_, Vec<Node>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.failed.store(true, Relaxed);
    }

    /// The number of a state. A new state gets a new number. If the game defines the player to
    /// move, `mover` is ignored.
    fn number(&self, state: &Bound<'_, PyAny>, mover: Player, ply: u32) -> PyResult<State> {
        let py = state.py();
        let mover = match &self.to_move {
            None => mover,
            Some(method) => match method.call1(py, (state,))?.extract::<usize>(py) {
                Ok(index) if index < 2 => Player::BOTH[index],
                _ => return Err(PyValueError::new_err("to_move must return 0 (Left) or 1")),
            },
        };
        let numbers = self.numbers[mover.index()].bind(py);
        if let Some(id) = numbers.get_item(state)? {
            return Ok(State { id: id.extract()?, mover, ply });
        }
        let id = {
            let mut nodes = self.nodes();
            let id = u32::try_from(nodes.len())
                .map_err(|_| PyValueError::new_err("the game has more than 4 billion states"))?;
            nodes.push(Node {
                state: state.clone().unbind(),
                mover,
                expansion: None,
                children: Vec::new(),
            });
            id
        };
        numbers.set_item(state, id)?;
        let size: usize =
            state.call_method0(intern!(py, "__sizeof__")).and_then(|n| n.extract()).unwrap_or(64);
        self.bytes.fetch_add(NODE_BYTES + size, Relaxed);
        Ok(State { id, mover, ply })
    }

    fn state<'py>(&self, py: Python<'py>, position: State) -> Bound<'py, PyAny> {
        self.nodes()[position.id as usize].state.bind(py).clone()
    }

    /// The user's move with a number.
    fn mv<'py>(&self, py: Python<'py>, position: State, mv: Move) -> Option<Bound<'py, PyAny>> {
        match &self.nodes()[position.id as usize].expansion {
            Some(Ok(moves)) => Some(moves[mv.0 as usize].bind(py).clone()),
            _ => None,
        }
    }

    /// Calls the user's code for a state's moves or score.
    fn moves_or_score(
        &self,
        py: Python<'_>,
        position: State,
    ) -> PyResult<Result<Vec<Py<PyAny>>, Score>> {
        let object = self.object.bind(py);
        let state = self.state(py, position);
        // Under normal play the game continues while the player to move has a move.
        let outcome = match &self.sides {
            Some(_) => py.None().into_bound(py),
            None => object.call_method1(intern!(py, "outcome"), (&state,))?,
        };
        let [worst, best] = [self.scores[0], self.scores[self.scores.len() - 1]];
        let worst_for_mover = match position.mover {
            Player::Left => worst,
            Player::Right => best,
        };
        if outcome.is_none() {
            let moves = match &self.sides {
                Some(sides) => sides.moves(&state, position.mover)?,
                None => object.call_method1(intern!(py, "moves"), (&state,))?,
            };
            let moves: Vec<Py<PyAny>> =
                moves.try_iter()?.map(|mv| Ok(mv?.unbind())).collect::<PyResult<_>>()?;
            if moves.len() > MAX_MOVES {
                let text =
                    format!("a position has {} moves; the limit is {MAX_MOVES}", moves.len());
                return Err(PyValueError::new_err(text));
            }
            return Ok(if moves.is_empty() { Err(worst_for_mover) } else { Ok(moves) });
        }
        let seen = if let Ok(word) = outcome.cast::<PyString>() {
            match word.to_str()? {
                "win" => Bounds::exactly(1),
                "draw" => Bounds::exactly(0),
                "loss" => Bounds::exactly(-1),
                other => {
                    return Err(PyValueError::new_err(format!(
                        "outcome must be None, 'win', 'loss', 'draw' or a score, not '{other}'"
                    )));
                }
            }
        } else {
            let score: Score = outcome.extract().map_err(|_| {
                PyTypeError::new_err(format!(
                    "outcome must be None, 'win', 'loss', 'draw' or a score, not {outcome:?}"
                ))
            })?;
            Bounds::exactly(score)
        };
        let score = seen.seen_by(position.mover).lo;
        if !self.scores.contains(&score) {
            return Err(PyValueError::new_err(format!(
                "outcome {outcome} is not among the game's scores {:?}",
                self.scores
            )));
        }
        Ok(Err(score))
    }

    /// The state after a move.
    fn follow(&self, py: Python<'_>, position: State, mv: Move) -> PyResult<State> {
        let mv = self
            .mv(py, position, mv)
            .ok_or_else(|| PyValueError::new_err("there is no such move"))?;
        let state = self.state(py, position);
        let next = self.object.bind(py).call_method1(intern!(py, "play"), (state, mv))?;
        self.number(&next, position.mover.other(), position.ply + 1)
    }

    /// Runs the user's code, unless it has failed before. An exception is stored.
    fn attempt<T>(&self, run: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.failed.load(Relaxed) {
            return None;
        }
        Python::attach(|py| run(py).map_err(|error| self.fail(error)).ok())
    }
}

impl Game for PyGame {
    type Position = State;
    type Key = u32;

    fn scores(&self) -> &[Score] {
        &self.scores
    }

    fn to_move(&self, position: &State) -> Player {
        position.mover
    }

    fn expand(&self, position: &State, moves: &mut Vec<Move>) -> Option<Score> {
        let list =
            |expansion: &Result<Vec<Py<PyAny>>, Score>, moves: &mut Vec<Move>| match expansion {
                Ok(list) => {
                    moves.extend((0..list.len() as u32).map(Move));
                    None
                }
                Err(score) => Some(*score),
            };
        if self.failed.load(Relaxed) {
            return Some(self.scores[0]);
        }
        if let Some(expansion) = &self.nodes()[position.id as usize].expansion {
            return list(expansion, moves);
        }
        let Some(expansion) = self.attempt(|py| self.moves_or_score(py, *position)) else {
            return Some(self.scores[0]);
        };
        let mut nodes = self.nodes();
        let node = &mut nodes[position.id as usize];
        let count = expansion.as_ref().map_or(0, Vec::len);
        self.bytes.fetch_add(count * 48, Relaxed);
        node.children = vec![None; count];
        list(node.expansion.insert(expansion), moves)
    }

    fn play(&self, position: &mut State, mv: Move) {
        if position.ply >= MAX_GAME_LENGTH {
            self.fail(PyValueError::new_err(format!(
                "more than {MAX_GAME_LENGTH} moves in one game; every game must end, and no state may \
                 repeat"
            )));
            return;
        }
        let known = self.nodes()[position.id as usize].children.get(mv.0 as usize).copied();
        if let Some(id) = known.flatten() {
            let mover = self.nodes()[id as usize].mover;
            *position = State { id, mover, ply: position.ply + 1 };
            return;
        }
        if let Some(next) = self.attempt(|py| self.follow(py, *position, mv)) {
            self.nodes()[position.id as usize].children[mv.0 as usize] = Some(next.id);
            *position = next;
        }
    }

    fn key(&self, position: &State) -> u32 {
        position.id
    }

    /// States are numbered as they come up, so another process has other keys.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn heap_bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Relaxed)
    }
}

impl Playouts for PyGame {}

impl Notation for PyGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn labels(&self) -> [&str; 2] {
        [&self.labels[0], &self.labels[1]]
    }

    fn print(&self, position: &State) -> String {
        let text = self.attempt(|py| {
            let state = self.state(py, *position);
            self.object.bind(py).call_method1(intern!(py, "print"), (state,))?.extract()
        });
        text.unwrap_or_default()
    }

    fn move_text(&self, position: &State, mv: Move) -> String {
        let text = self.attempt(|py| {
            let name = self.mv(py, *position, mv);
            let arguments = (self.state(py, *position), name);
            self.object.bind(py).call_method1(intern!(py, "print_move"), arguments)?.extract()
        });
        text.unwrap_or_default()
    }

    fn diagram(&self, position: &State) -> Diagram {
        let drawn = self.attempt(|py| self.board.diagram(&self.state(py, *position)));
        drawn.flatten().unwrap_or_else(|| {
            let rows = self.print(position).lines().map(String::from).collect();
            Diagram { layout: Layout::Text, rows }
        })
    }

    fn move_cells(&self, position: &State, mv: Move) -> Vec<(usize, usize)> {
        let cells = self.attempt(|py| match self.mv(py, *position, mv) {
            Some(mv) => self.board.cells(&self.state(py, *position), &mv),
            None => Ok(Vec::new()),
        });
        cells.unwrap_or_default()
    }

    /// Games written in Python choose the names of their moves, so the text stays unchanged.
    fn normalise_move(&self, text: &str) -> String {
        text.into()
    }

    fn state_id(&self, position: &State) -> Option<u32> {
        Some(position.id)
    }
}
