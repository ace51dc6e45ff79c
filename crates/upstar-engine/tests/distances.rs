//! Distances equal plain minimax on (outcome, plies), whatever the search uses, in every game that is won, drawn or
//! lost. Connect Four is also compared with rules that are written again here.

use std::collections::HashMap;

use upstar_core::{
    Control, DistanceGame, Ends, ErasedGame, ErasedPosition, Game, Key, Move, MoveOrdering,
    Parameters, Player, Rng, StaticBounds, WIN_SCORE, distance_of,
};
use upstar_engine::{AnyPosition, registry, solve};
use upstar_search::Request;

/// The winner, if there is one, and the plies to the end.
type End = (Option<Player>, u32);

/// Plain minimax on the rules. It stores every position.
struct Reference {
    game: ErasedGame,
    ends: HashMap<(Vec<u8>, Player), End>,
    positions: Vec<(ErasedPosition, End)>,
    most: usize,
}

/// Is the end `a` better than `b` for the player?
fn is_better(a: End, b: End, player: Player) -> bool {
    let rank = |(winner, plies): End| match winner {
        Some(winner) if winner == player => i64::from(u32::MAX) - i64::from(plies),
        Some(_) => i64::from(plies) - i64::from(u32::MAX),
        None => 0,
    };
    rank(a) > rank(b)
}

impl Reference {
    fn end(&mut self, position: &ErasedPosition) -> Option<End> {
        let mover = self.game.to_move(position);
        let mut key = Vec::new();
        self.game.key(position).write(&mut key);
        if let Some(&end) = self.ends.get(&(key.clone(), mover)) {
            return Some(end);
        }
        if self.ends.len() >= self.most {
            return None;
        }
        let mut moves = Vec::new();
        let end = match self.game.expand(position, &mut moves) {
            Some(0) => (None, 0),
            Some(score) => (Some(if score > 0 { Player::Left } else { Player::Right }), 0),
            None => {
                let mut best = None;
                for mv in moves {
                    let mut child = position.clone();
                    self.game.play(&mut child, mv);
                    let (winner, plies) = self.end(&child)?;
                    let end = (winner, plies + 1);
                    if best.is_none_or(|best| is_better(end, best, mover)) {
                        best = Some(end);
                    }
                }
                best.expect("there are moves")
            }
        };
        self.ends.insert((key, mover), end);
        self.positions.push((position.clone(), end));
        Some(end)
    }
}

/// The moves of a random game.
fn random_game(start: &dyn AnyPosition, rng: &mut Rng) -> Vec<Box<dyn AnyPosition>> {
    let mut line = vec![start.boxed_clone()];
    while let Ok(mv) = line[line.len() - 1].random_move(rng) {
        let next = line[line.len() - 1].play(mv);
        line.push(next);
    }
    line
}

/// The earliest position of a random game that the reference solves, and the reference.
fn late_position(
    start: &dyn AnyPosition,
    rng: &mut Rng,
    most: usize,
) -> (Box<dyn AnyPosition>, End, Reference) {
    let game = start.erased().0;
    let mut reference = Reference { game, ends: HashMap::new(), positions: Vec::new(), most };
    let mut found = None;
    for position in random_game(start, rng).into_iter().rev() {
        match reference.end(&position.erased().1) {
            Some(end) => found = Some((position, end)),
            None => break,
        }
    }
    let (position, end) = found.expect("the last position is over");
    (position, end, reference)
}

fn has_words(position: &dyn AnyPosition) -> bool {
    position.scores().iter().all(|score| (-1..=1).contains(score))
}

fn distance_request(parameters: &[(&str, &str)]) -> Request {
    let parameters = parameters.iter().map(|&(name, value)| (name.into(), value.into()));
    let parameters = Parameters::new(parameters);
    Request { distance: true, parameters, ..Request::new("alpha-beta") }
}

fn check(position: &dyn AnyPosition, end: End, request: &Request) {
    let solved = solve(position, request, &Control::unlimited()).unwrap();
    let text = || format!("{} {} {request:?}", position.game(), position.text());
    let (winner, plies) = end;
    assert!(solved.solved, "{}", text());
    assert_eq!(solved.bounds.lo, solved.bounds.hi, "{}", text());
    assert_eq!(solved.bounds.lo, winner.map_or(0, Player::win), "{}", text());
    // The plies of a draw are not asked for.
    assert_eq!(solved.distance, winner.map(|_| plies), "{}", text());
    assert!(winner.is_none() || solved.line.len() == plies as usize, "{}", text());
}

/// More starting positions than the games' examples.
const MORE: [(&str, &str); 12] = [
    ("connect-four", "4x4"),
    ("connect-four", "5x4"),
    ("connect-four", "4x5"),
    ("connect-four", "5x5"),
    ("connect-four", "4x6"),
    ("connect-four", "6x7"),
    ("connect-four", "7x6"),
    ("connect-four", "5x4:3"),
    ("connect-four", "1x7:3"),
    ("connect-four", "7x1:4"),
    ("mnk", "4x4:4"),
    ("mnk", "4x3:3"),
];

fn starts() -> Vec<Box<dyn AnyPosition>> {
    let examples =
        registry::games().flat_map(|info| info.examples.iter().map(|&text| (info.name, text)));
    let all = examples.chain(MORE).flat_map(|(game, text)| {
        Player::BOTH.map(|player| registry::position(game, text, Some(player)).unwrap())
    });
    all.filter(|position| has_words(position.as_ref())).collect()
}

/// With the games' knowledge, and without parts of it. Without symmetry the keys contain the plies.
const CONFIGURATIONS: [&[(&str, &str)]; 6] = [
    &[],
    &[("window", "full")],
    &[("deepening", "true")],
    &[("symmetry", "false")],
    &[("filter", "false"), ("symmetry", "false")],
    &[("filter", "false"), ("bounds", "false"), ("symmetry", "false")],
];

#[test]
fn distances_equal_minimax_in_every_game_with_and_without_its_knowledge() {
    let mut rng = Rng::new(5);
    let starts = starts();
    for start in &starts {
        // At least 200 positions of each game.
        let others = starts.iter().filter(|other| other.game() == start.game());
        for round in 0..200_usize.div_ceil(others.count()) {
            let (position, end, _) = late_position(start.as_ref(), &mut rng, 400);
            check(position.as_ref(), end, &distance_request(CONFIGURATIONS[0]));
            let other = CONFIGURATIONS[1 + round % (CONFIGURATIONS.len() - 1)];
            check(position.as_ref(), end, &distance_request(other));
        }
    }
}

/// Are the true winner and plies among the ends?
fn contains(ends: Ends, (winner, plies): End) -> bool {
    let value =
        |score: i16, plies: u32| i64::from(score) * (i64::from(u32::MAX) - i64::from(plies));
    let truth = value(winner.map_or(0, Player::win), plies);
    value(ends.worst.score, ends.worst.plies) <= truth
        && truth <= value(ends.best.score, ends.best.plies)
}

#[test]
fn static_ends_contain_the_true_end_of_every_position() {
    let mut rng = Rng::new(6);
    let mut exact = 0_u64;
    for start in starts() {
        // The other games have only bounds on outcomes, some of which take long to compute.
        let has_own = ["connect-four", "mnk"].contains(&start.game());
        let (rounds, most) = if has_own { (8, 2000) } else { (1, 100) };
        for _ in 0..rounds {
            let (_, _, reference) = late_position(start.as_ref(), &mut rng, most);
            for (position, end) in &reference.positions {
                let ends = reference.game.ends(position);
                assert!(contains(ends, *end), "{} {} {ends:?} {end:?}", start.game(), start.text());
                assert_eq!(reference.game.ends_and_evaluation(position).0, ends);
                let most = reference.game.max_plies(position);
                assert!(end.1 <= most, "{} {}", start.game(), start.text());
                exact += u64::from(ends.are_exact());
            }
        }
    }
    assert!(exact > 10_000, "{exact}");
}

/// Connect Four with a line of four, written again. Row 0 is at the bottom.
#[derive(Clone, PartialEq, Eq, Hash)]
struct NaiveBoard {
    rows: usize,
    columns: Vec<Vec<u8>>,
}

impl NaiveBoard {
    fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn has_line(&self, stone: u8) -> bool {
        let at = |column: i32, row: i32| {
            usize::try_from(column)
                .ok()
                .and_then(|column| self.columns.get(column))
                .and_then(|cells| usize::try_from(row).ok().and_then(|row| cells.get(row)))
                == Some(&stone)
        };
        (0..self.columns.len() as i32).any(|column| {
            (0..self.rows as i32).any(|row| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .into_iter()
                    .any(|(right, up)| (0..4).all(|i| at(column + i * right, row + i * up)))
            })
        })
    }

    fn text(&self) -> String {
        let row = |row: usize| -> String {
            let stone =
                |cells: &Vec<u8>| cells.get(row).map_or('.', |&s| if s == 0 { 'x' } else { 'o' });
            self.columns.iter().map(stone).collect()
        };
        (0..self.rows).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The result for the player to move: (1, 0 or −1, plies to the end).
    fn solve(&self, seen: &mut HashMap<NaiveBoard, (i32, u32)>) -> (i32, u32) {
        let mover = (self.stones() % 2) as u8;
        if self.has_line(1 - mover) {
            return (-1, 0);
        }
        if self.stones() == self.rows * self.columns.len() {
            return (0, 0);
        }
        if let Some(&known) = seen.get(self) {
            return known;
        }
        let mut best: Option<(i32, u32)> = None;
        for column in 0..self.columns.len() {
            if self.columns[column].len() == self.rows {
                continue;
            }
            let mut child = self.clone();
            child.columns[column].push(mover);
            let (theirs, plies) = child.solve(seen);
            let mine = (-theirs, plies + 1);
            let rank = |(score, plies): (i32, u32)| score * (1000 - plies as i32);
            if best.is_none_or(|best| rank(mine) > rank(best)) {
                best = Some(mine);
            }
        }
        let best = best.expect("a board that is not full has moves");
        seen.insert(self.clone(), best);
        best
    }
}

#[test]
fn a_thousand_positions_of_connect_four_equal_brute_force_with_naive_rules() {
    let mut rng = Rng::new(7);
    let mut decided = 0;
    let boards = [(6, 7), (7, 6), (6, 6), (5, 5), (5, 6), (4, 7), (8, 4), (4, 5)];
    for number in 0..1000 {
        let (rows, columns) = boards[number % boards.len()];
        let empty = 9 + rng.below(5) as usize;
        let board = loop {
            let mut board = NaiveBoard { rows, columns: vec![Vec::new(); columns] };
            while board.stones() + empty < rows * columns {
                let column = rng.below(columns as u64) as usize;
                let stone = (board.stones() % 2) as u8;
                if board.columns[column].len() < rows {
                    board.columns[column].push(stone);
                }
            }
            if !board.has_line(0) && !board.has_line(1) {
                break board;
            }
        };
        let (score, plies) = board.solve(&mut HashMap::new());
        let mover = Player::BOTH[board.stones() % 2];
        let winner = match score {
            0 => None,
            1 => Some(mover),
            _ => Some(mover.other()),
        };
        decided += u32::from(winner.is_some());
        let position = registry::position("connect-four", &board.text(), Some(mover)).unwrap();
        let request = Request { distance: true, ..Request::new("auto") };
        check(position.as_ref(), (winner, plies), &request);
    }
    assert!(decided > 500, "{decided}");
}

/// A game of one line: so many moves, then the player who moved last has won.
#[derive(Clone)]
struct Countdown;

impl Game for Countdown {
    type Position = (u32, Player);
    type Key = u32;

    fn scores(&self) -> &[i16] {
        &[-1, 1]
    }

    fn to_move(&self, position: &(u32, Player)) -> Player {
        position.1
    }

    fn expand(&self, position: &(u32, Player), moves: &mut Vec<Move>) -> Option<i16> {
        if position.0 == 0 {
            return Some(position.1.other().win());
        }
        moves.push(Move(0));
        None
    }

    fn play(&self, position: &mut (u32, Player), _: Move) {
        *position = (position.0 - 1, position.1.other());
    }

    fn key(&self, position: &(u32, Player)) -> u32 {
        position.0
    }
}

impl upstar_core::Symmetry for Countdown {}
impl StaticBounds for Countdown {}
impl MoveOrdering for Countdown {}
impl upstar_core::Playouts for Countdown {}

#[test]
fn a_game_of_more_plies_than_scores_has_an_outcome_but_no_distance() {
    let longest = u32::from(WIN_SCORE.unsigned_abs()) - 2;
    for (plies, distance) in
        [(0, Some(0)), (7, Some(7)), (longest, Some(longest)), (longest + 1, None), (70_000, None)]
    {
        let (game, mut position) = DistanceGame::new(Countdown, &(plies, Player::Left)).unwrap();
        let score = loop {
            match game.expand(&position, &mut Vec::new()) {
                Some(score) => break score,
                None => game.play(&mut position, Move(0)),
            }
        };
        assert_eq!(distance_of(score), distance, "{plies}");
        assert_eq!(score > 0, plies % 2 == 1);
        assert!(game.scores().contains(&score));
    }
}
