//! Static bounds and candidate moves, against plain minimax on many positions that no play from an
//! empty board need reach: bounds hold the value, a best move is among the candidates, playing on where
//! that is forced does not change the value, and positions with one symmetric key have one value.

use std::collections::HashMap;

use upstar_core::{
    Game, Key, Move, Notation, Partisan, Player, Rng, Score, SearchGame, StaticBounds,
};
use upstar_games::{connect_four, domineering, hex, mnk, nogo, y};

/// Values by key and player, from the rules alone, and how often a bound was exact.
struct Truth<'a, G: SearchGame> {
    game: &'a G,
    known: HashMap<(u64, String), Score>,
    by_symmetric_key: HashMap<String, Score>,
    checked: usize,
    decided: usize,
}

impl<'a, G: Notation + SearchGame> Truth<'a, G> {
    fn new(game: &'a G) -> Self {
        Truth {
            game,
            known: HashMap::new(),
            by_symmetric_key: HashMap::new(),
            checked: 0,
            decided: 0,
        }
    }

    /// The value of a position; whatever is met on the way is checked too.
    fn value(&mut self, position: &G::Position) -> Score {
        let (game, mover) = (self.game, self.game.to_move(position));
        let key = game.key(position);
        let name = (key.hash64(), format!("{mover:?} {key:?}"));
        if let Some(&value) = self.known.get(&name) {
            return value;
        }
        let mut moves = Vec::new();
        let value = game.expand(position, &mut moves).unwrap_or_else(|| {
            let mut values = HashMap::new();
            for &mv in &moves {
                let mut child = position.clone();
                game.play(&mut child, mv);
                values.insert(mv, self.value(&child));
            }
            let best = |moves: &[Move]| match mover {
                Player::Left => moves.iter().map(|mv| values[mv]).max().unwrap(),
                Player::Right => moves.iter().map(|mv| values[mv]).min().unwrap(),
            };
            let mut candidates = Vec::new();
            game.candidates(position, &mut candidates);
            assert_eq!(best(&candidates), best(&moves), "{}", game.print(position));
            let mut sifted = Vec::new();
            let value =
                game.candidates_or_value(position, &mut sifted).unwrap_or_else(|| best(&sifted));
            assert_eq!(value, best(&moves), "{}", game.print(position));
            best(&moves)
        });
        let bounds = game.bounds_and_evaluation(position).0;
        assert_eq!(game.bounds(position), bounds);
        let text = game.print(position);
        let quick = game.quick_bounds(position);
        assert!(quick.lo <= value && value <= quick.hi, "{text} {mover:?}: {value} {quick:?}");
        assert!(bounds.lo <= value && value <= bounds.hi, "{text} {mover:?}: {value} {bounds:?}");
        let mut forced = position.clone();
        if game.play_forced(&mut forced) > 0 {
            assert_eq!(self.value(&forced), value, "{text} {mover:?}: forced");
        }
        let symmetric = format!("{mover:?} {:?}", game.symmetric_key(position));
        let first = *self.by_symmetric_key.entry(symmetric).or_insert(value);
        assert_eq!(first, value, "{text} {mover:?}: another value than its symmetric positions");
        self.checked += 1;
        self.decided += usize::from(bounds.is_exact());
        self.known.insert(name, value);
        value
    }
}

/// A board with each cell free if `free` says so.
fn board(rows: usize, columns: usize, mut free: impl FnMut(usize) -> bool) -> String {
    let row = |r: usize, free: &mut dyn FnMut(usize) -> bool| {
        (0..columns).map(|c| if free(r * columns + c) { '.' } else { '#' }).collect::<String>()
    };
    (0..rows).map(|r| row(r, &mut free)).collect::<Vec<_>>().join("/")
}

#[test]
fn counting_is_right_on_every_small_board_of_domineering() {
    for (rows, columns) in [(3, 4), (4, 3), (2, 6), (6, 2), (1, 12), (12, 1)] {
        let read = |text: &str, mover| {
            domineering::Domineering::<u64>::new(&domineering::setup(text).unwrap(), mover).unwrap()
        };
        let (game, _) = read(&format!("{rows}x{columns}"), Player::Left);
        let mut truth = Truth::new(&game);
        for cells in 0..1_u32 << (rows * columns) {
            let text = board(rows, columns, |cell| cells >> cell & 1 == 1);
            for mover in Player::BOTH {
                truth.value(&read(&text, mover).1);
            }
        }
        assert_eq!(truth.checked, 2 << (rows * columns));
        assert!(truth.decided * 4 > truth.checked * 3, "{} decided", truth.decided);
    }
}

/// All boards of a size, from the fullest to the emptiest, with the winner for each mover.
#[test]
fn counting_is_right_on_every_board_of_domineering_with_eighteen_cells() {
    for size in ["3x6", "6x3", "2x9", "9x2"] {
        let setup = domineering::setup(size).unwrap();
        let (game, _) = domineering::Domineering::<u64>::new(&setup, Player::Left).unwrap();
        let boards = 1_usize << setup.cells.len();
        let mut mover_wins = vec![[false; 2]; boards];
        let (mut moves, mut candidates) = (Vec::new(), Vec::new());
        let (mut decided, mut left_out) = (0, 0);
        for taken in (0..boards).rev() {
            for mover in Player::BOTH {
                let position = game.unpack([taken as u128, 0], mover);
                let winning = |mv: &Move| {
                    let mut child = position;
                    game.play(&mut child, *mv);
                    let next = game.key(&child)[0] as usize;
                    !mover_wins[next][mover.other().index()]
                };
                moves.clear();
                candidates.clear();
                if game.expand(&position, &mut moves).is_none() {
                    game.candidates(&position, &mut candidates);
                    left_out += moves.len() - candidates.len();
                }
                let wins = moves.iter().any(winning);
                assert_eq!(wins, candidates.iter().any(winning), "{}", game.print(&position));
                let winner = if wins { mover } else { mover.other() };
                let bounds = game.bounds(&position);
                let value = winner.win();
                candidates.clear();
                match game.candidates_or_value(&position, &mut candidates) {
                    Some(sifted) => assert_eq!(sifted, value, "{}", game.print(&position)),
                    None => assert_eq!(wins, candidates.iter().any(winning)),
                }
                let quick = game.quick_bounds(&position);
                assert!(quick.lo <= value && value <= quick.hi, "{}", game.print(&position));
                assert!(bounds.lo <= value && value <= bounds.hi, "{}", game.print(&position));
                decided += usize::from(bounds.is_exact());
                mover_wins[taken][mover.index()] = wins;
            }
        }
        assert!(decided * 5 > boards * 8, "{decided} of {} decided", 2 * boards);
        assert!(left_out > boards, "{left_out} moves left out");
    }
}

#[test]
fn counting_is_right_on_larger_boards_of_domineering() {
    let mut rng = Rng::new(11);
    for (rows, columns) in [(6, 6), (4, 9), (9, 4), (8, 8), (9, 10)] {
        for _ in 0..40 {
            // A window of some size is open, with a few cells taken; all else is taken.
            let (height, width) = [(4, 5), (5, 4), (3, 7), (7, 3)][rng.below(4) as usize];
            let (height, width) = (height.min(rows), width.min(columns));
            let top = rng.below((rows - height + 1) as u64) as usize;
            let left = rng.below((columns - width + 1) as u64) as usize;
            let text = board(rows, columns, |cell| {
                let (row, column) = (cell / columns, cell % columns);
                (top..top + height).contains(&row)
                    && (left..left + width).contains(&column)
                    && rng.below(4) > 0
            });
            let setup = domineering::setup(&text).unwrap();
            for mover in Player::BOTH {
                let (game, position) =
                    domineering::Domineering::<u128>::new(&setup, mover).unwrap();
                Truth::new(&game).value(&position);
            }
        }
    }
}

/// Plays by chance until few cells are left, then checks all that can follow.
fn check_endings<G: Notation + SearchGame>(
    game: &G,
    start: &G::Position,
    plies: usize,
    plays: u64,
) {
    for seed in 0..plays {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        let mut moves = Vec::new();
        for _ in 0..plies {
            moves.clear();
            if game.expand(&position, &mut moves).is_some() {
                break;
            }
            game.play(&mut position, moves[rng.below(moves.len() as u64) as usize]);
        }
        Truth::new(game).value(&position);
    }
}

#[test]
fn threats_are_right_in_endings_of_line_games() {
    for text in ["4x5", "5x5", "6x4", "5x4:3", "1x12:3", "12x1:3"] {
        let setup = connect_four::setup(text).unwrap();
        let cells = setup.cells.len();
        let (game, start) = connect_four::ConnectFour::<u64>::new(&setup, Player::Left).unwrap();
        check_endings(&game, &start, cells.saturating_sub(9), 20);
    }
    // Deep enough for plans that follow up in some columns, pair others and count on threats.
    for text in ["4x6", "5x6", "6x5", "6x6", "6x7", "7x4", "4x8", "5x5:3"] {
        let setup = connect_four::setup(text).unwrap();
        let cells = setup.cells.len();
        let (game, start) = connect_four::ConnectFour::<u64>::new(&setup, Player::Left).unwrap();
        check_endings(&game, &start, cells - 12, 15);
    }
    for text in ["4x4:4", "4x4:3", "5x4:4", "1x10:2"] {
        let setup = mnk::setup(text).unwrap();
        let cells = setup.cells.len();
        let (game, start) = mnk::Mnk::<u64>::new(&setup, Player::Right).unwrap();
        check_endings(&game, &start, cells.saturating_sub(7), 20);
    }
}

#[test]
fn who_has_the_only_move_wins_in_nogo() {
    for text in ["3x3", "1x10", "2x5", "3x4"] {
        let setup = nogo::setup(text).unwrap();
        let (game, start) = nogo::NoGo::<u64>::new(&setup, Player::Left).unwrap();
        check_endings(&game, &start, if text == "3x4" { 3 } else { 0 }, 3);
    }
}

#[test]
fn connections_are_right_in_endings_of_hex_and_y() {
    for text in ["3x5", "4x4", "5x3", "4x5", "5x5"] {
        let setup = hex::setup(text).unwrap();
        for (mover, left) in [(Player::Left, 9), (Player::Right, 8)] {
            let (game, start) = hex::Hex::<u64>::new(&setup, mover).unwrap();
            check_endings(&game, &start, setup.cells.len() - left, 15);
        }
    }
    for text in ["4", "5", "6"] {
        let setup = y::setup(text).unwrap();
        let (game, start) = y::Y::<u128>::new(&setup, Player::Right).unwrap();
        check_endings(&game, &start, setup.cells.len() - 9, 15);
    }
}
