//! Focused df-pn with proof sets against minimax, on Hex and Y with an analysis that decides nothing. So the search
//! combines proof sets down to the ends of the games, and a set that is too small would leave out a winning move.

use std::{collections::HashMap, hash::Hash};

use upstar_core::{
    Bounds, Control, Focused, Game, Limits, Move, MoveOrdering, Parameters, Player, Playouts,
    ProofSet, Rng, Score, SearchGame, StaticBounds, Symmetry,
};
use upstar_games::{
    hex::{self, Hex},
    y::{self, Y},
};
use upstar_search::{DfPn, Request, Solver};

/// A game whose analysis returns no winners. It keeps the other results: filled-in positions, threats, and moves that
/// are left out.
struct Undecided<G>(G);

impl<G: Game> Game for Undecided<G> {
    type Position = G::Position;
    type Key = G::Key;

    fn scores(&self) -> &[Score] {
        self.0.scores()
    }

    fn to_move(&self, position: &G::Position) -> Player {
        self.0.to_move(position)
    }

    fn expand(&self, position: &G::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.0.expand(position, moves)
    }

    fn play(&self, position: &mut G::Position, mv: Move) {
        self.0.play(position, mv);
    }

    fn key(&self, position: &G::Position) -> G::Key {
        self.0.key(position)
    }
}

impl<G: Symmetry> Symmetry for Undecided<G> {
    fn symmetric_key(&self, position: &G::Position) -> G::Key {
        self.0.symmetric_key(position)
    }
}

impl<G: StaticBounds> StaticBounds for Undecided<G> {
    fn bounds(&self, _position: &G::Position) -> Bounds {
        Bounds::new(-1, 1)
    }

    fn focus(&self, position: &mut G::Position, moves: &mut Vec<Move>) -> Focused {
        if let Some(score) = self.0.expand(position, moves) {
            let bounds = Bounds::exactly(score);
            return Focused { proof: ProofSet::EMPTY, ..Focused::without_sets(bounds, 0) };
        }
        let mut reduced = position.clone();
        let mut listed = Vec::new();
        let focused = self.0.focus(&mut reduced, &mut listed);
        if focused.bounds.is_exact() {
            let unknown = Focused::without_sets(Bounds::new(-1, 1), moves.len() as u32);
            return Focused { captured: [ProofSet::EMPTY; 2], ..unknown };
        }
        *position = reduced;
        *moves = listed;
        focused
    }
}

impl<G: StaticBounds> MoveOrdering for Undecided<G> {}
impl<G: StaticBounds> Playouts for Undecided<G> {}

/// The value by the rules alone.
fn value<G: SearchGame<Key: Hash>>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<(G::Key, Player), Score>,
) -> Score {
    let mover = game.to_move(position);
    let key = (game.key(position), mover);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    let result = game.expand(position, &mut moves).unwrap_or_else(|| {
        let wins = moves.iter().any(|&mv| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            value(game, &child, known) == mover.win()
        });
        if wins { mover.win() } else { mover.other().win() }
    });
    known.insert(key, result);
    result
}

fn check<G: SearchGame<Key: Hash>>(game: G, position: &G::Position, widening: &str) {
    let expected = value(&game, position, &mut HashMap::new());
    let game = Undecided(game);
    let mut moves = Vec::new();
    if game.expand(position, &mut moves).is_some() {
        return;
    }
    let request = Request {
        parameters: Parameters::new([("widening".into(), widening.into())]),
        ..Request::new("df-pn")
    };
    let control = Control::new(Limits::default());
    let answer = DfPn::solve(&game, position, &request, &control).unwrap();
    assert_eq!(answer.solution.bounds, Bounds::exactly(expected), "{:?}", game.key(position));
}

#[test]
fn proof_sets_leave_out_no_winning_move() {
    let mut rng = Rng::new(29);
    let boards = ["1x5", "5x1", "2x6", "6x2", "3x3", "3x4", "4x4", "4x5", "y4", "y5", "y6"];
    for board in boards {
        let (size, is_y) = (board.trim_start_matches('y'), board.starts_with('y'));
        for number in 0..60 {
            let mover = Player::BOTH[number % 2];
            let widening = ["0", "0.3", "0.9"][number % 3];
            let mut stones = |cells: &mut [u8]| {
                let empty = rng.below(10) as usize + 3;
                let count = cells.len();
                let mut order: Vec<usize> = (0..count).collect();
                for i in 0..count {
                    order.swap(i, i + rng.below((count - i) as u64) as usize);
                }
                for &cell in order.iter().skip(empty) {
                    cells[cell] = 1 + rng.below(2) as u8;
                }
            };
            if is_y {
                let mut setup = y::setup(size).unwrap();
                stones(&mut setup.cells);
                let (game, position) = Y::<u64>::new(&setup, mover).unwrap();
                check(game, &position, widening);
            } else {
                let mut setup = hex::setup(size).unwrap();
                stones(&mut setup.cells);
                let (game, position) = Hex::<u64>::new(&setup, mover).unwrap();
                check(game, &position, widening);
            }
        }
    }
}
