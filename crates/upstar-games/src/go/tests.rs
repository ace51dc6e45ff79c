//! Tests that compare the board with a simple one, count legal positions and check playouts.

use std::collections::HashSet;

use upstar_core::Status;

use super::*;

/// Go by its definitions: a board of colours, flood fill for everything.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    grid: Grid,
    cells: Vec<u8>,
}

impl Naive {
    fn string(&self, cell: usize) -> (HashSet<usize>, HashSet<usize>) {
        let mut stones = HashSet::from([cell]);
        let mut liberties = HashSet::new();
        let mut waiting = vec![cell];
        while let Some(stone) = waiting.pop() {
            for n in self.grid.neighbours(stone) {
                if self.cells[n] == 0 {
                    liberties.insert(n);
                } else if self.cells[n] == self.cells[cell] && stones.insert(n) {
                    waiting.push(n);
                }
            }
        }
        (stones, liberties)
    }

    /// The board after a move; `None` if it is suicide.
    fn play(&self, cell: usize, colour: u8) -> Option<Naive> {
        let mut after = self.clone();
        after.cells[cell] = colour;
        for n in self.grid.neighbours(cell) {
            if after.cells[n] == 3 - colour && after.string(n).1.is_empty() {
                for stone in after.string(n).0 {
                    after.cells[stone] = 0;
                }
            }
        }
        (!after.string(cell).1.is_empty()).then_some(after)
    }

    fn area(&self) -> i32 {
        let mut area = 0;
        for cell in 0..self.cells.len() {
            let colours: HashSet<u8> = match self.cells[cell] {
                0 => {
                    let (region, _) = Naive {
                        grid: self.grid,
                        cells: self.cells.iter().map(|c| u8::from(*c == 0)).collect(),
                    }
                    .string(cell);
                    region
                        .iter()
                        .flat_map(|&c| self.grid.neighbours(c))
                        .map(|c| self.cells[c])
                        .filter(|c| *c != 0)
                        .collect()
                }
                colour => HashSet::from([colour]),
            };
            area +=
                i32::from(colours == HashSet::from([1])) - i32::from(colours == HashSet::from([2]));
        }
        area
    }
}

/// Compares legal moves, area and superko in random games on many boards.
#[test]
fn the_board_agrees_with_a_naive_implementation() {
    let mut rng = Rng::new(5);
    for seed in 0..240 {
        let grid = Grid { rows: 1 + rng.below(5) as usize, columns: 1 + rng.below(5) as usize };
        let ko = ["superko", "simple"][seed % 2];
        let text = format!("{}x{}:ko={ko},limit=90", grid.rows, grid.columns);
        let (game, mut position) = Go::new(&text, Player::Left).unwrap();
        let mut boards = vec![Naive { grid, cells: vec![0; grid.cells()] }];
        let mut moves = Vec::new();
        while game.expand(&position, &mut moves).is_none() {
            let naive = boards.last().unwrap().clone();
            let colour = colour_of(position.mover);
            let right: Vec<Move> = (0..grid.cells())
                .filter(|&cell| naive.cells[cell] == 0)
                .filter(|&cell| {
                    naive.play(cell, colour).is_some_and(|after| {
                        let taken = naive.cells.iter().filter(|c| **c != 0).count() + 1
                            - after.cells.iter().filter(|c| **c != 0).count();
                        match ko {
                            "superko" => !boards.contains(&after),
                            _ => {
                                taken != 1 || boards.len() < 2 || after != boards[boards.len() - 2]
                            }
                        }
                    })
                })
                .map(|cell| Move(cell as u32))
                .chain([game.pass()])
                .collect();
            assert_eq!(moves, right, "{}", game.print(&position));
            assert_eq!(position.board.area(), naive.area());
            // Passes are rare, so that boards fill up and stones are captured.
            let choices =
                if moves.len() > 1 && rng.below(12) > 0 { moves.len() - 1 } else { moves.len() };
            let mv = moves[rng.below(choices as u64) as usize];
            boards.push(if mv == game.pass() {
                naive
            } else {
                naive.play(mv.0 as usize, colour).unwrap()
            });
            game.play(&mut position, mv);
            moves.clear();
        }
    }
}

/// A board on which every string has a liberty is legal; Tromp and Farnebäck, *Combinatorics of
/// Go*, 2007, count 57 of 2x2, 12,675 of 3x3 and 24,318,165 of 4x4.
fn legal_boards(rows: usize, columns: usize) -> usize {
    let grid = Grid { rows, columns };
    let points: Vec<Point> = (0..grid.cells()).map(|cell| Board::point(grid, cell)).collect();
    fn count(board: &Board, points: &[Point], all: &[Point]) -> usize {
        let Some((&point, rest)) = points.split_first() else {
            let is_alive = |&p: &Point| board.colour(p) == EMPTY || board.has_liberty(p);
            return usize::from(all.iter().all(is_alive));
        };
        let with = |colour| {
            let mut board = board.clone();
            board.put(point, colour);
            count(&board, rest, all)
        };
        count(board, rest, all) + with(1) + with(2)
    }
    count(&Board::new(grid), &points, &points)
}

#[test]
fn the_numbers_of_legal_positions_are_the_published_ones() {
    for (rows, columns, published) in
        [(1, 1, 1), (1, 2, 5), (1, 3, 15), (2, 2, 57), (2, 3, 489), (3, 3, 12_675)]
    {
        assert_eq!(legal_boards(rows, columns), published);
    }
}

#[test]
#[ignore = "43 million boards"]
fn the_number_of_legal_positions_of_4x4_is_the_published_one() {
    assert_eq!(legal_boards(4, 4), 24_318_165);
}

#[test]
fn scores_keep_sign_and_order() {
    let options = |text: &str| ParsedText::new(text).unwrap().options;
    let found: Vec<Score> = (-2..=2).map(|area| rounded(area, &options("3x3:komi=0.5"))).collect();
    assert_eq!(found, [-3, -2, -1, 1, 2]);
    assert_eq!(rounded(8, &options("3x3:komi=7.5,score=win")), 1);
    assert_eq!(rounded(7, &options("3x3:komi=7,score=win")), 0);
    assert_eq!(rounded(-1, &options("3x3:komi=-1.5")), 1);
}

#[test]
fn each_rule_finds_its_eyes() {
    // Each rule with diagonal, liberties, string, none.
    let cases = [
        (".x.o/xx.o/..oo", "a3", [true, true, true, false]),
        (".x.../xo.../.....", "a3", [false, true, false, false]),
        ("..x../.x.x./..x../.....", "c3", [true, true, false, false]),
        (".ox../.x.x./.ox../.....", "c3", [false, true, false, false]),
        ("ox.../.xo../xo.../oo...", "a3", [false, false, false, false]),
    ];
    for (text, name, expected) in cases {
        let (game, position) = Go::new(text, Player::Left).unwrap();
        let point = game.points[named_cell(game.grid, name).unwrap()];
        let rules =
            ["diagonal", "liberties", "string", "none"].map(|n| playout::Eyes::named(n).unwrap());
        let found = rules.map(|eyes| eyes.has(&position.board, point, 1));
        assert_eq!(found, expected, "{text} {name}");
    }
}

/// Both implementations of playouts draw from the same distribution and end.
#[test]
fn playouts_step_by_step_have_the_distribution_of_play_out() {
    for text in ["5x5", "5x5:mercy=8", "4x6:eyes=liberties,komi=3.5", "3x3:eyes=none,length=40"] {
        let (game, position) = Go::new(text, Player::Left).unwrap();
        let mut rng = Rng::new(7);
        let mut scratch = Vec::new();
        let n = 4000;
        let mut sums = [0.0; 2];
        for _ in 0..n {
            sums[0] += f64::from(game.playout_end(&position, &mut rng, &mut scratch));
            let mut current = game.playout_start(&position);
            sums[1] += f64::from(loop {
                match game.playout_move(&current, &mut rng, &mut scratch) {
                    Ok(mv) => game.play(&mut current, mv),
                    Err(score) => break score,
                }
            });
            assert!(scratch.is_empty());
        }
        let [a, b] = sums.map(|sum| sum / f64::from(n));
        assert!((a - b).abs() < 1.6, "{text}: {a} {b}");
    }
}

#[test]
fn a_playout_chooses_among_its_moves() {
    let (game, start) = Go::new("4x4", Player::Left).unwrap();
    let mut rng = Rng::new(3);
    let (mut scratch, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        let mut position = game.playout_start(&start);
        while game.playout_moves(&position, &mut moves).is_none() {
            let chosen = game.playout_move(&position, &mut rng, &mut scratch).unwrap();
            assert!(moves.contains(&chosen));
            game.play(&mut position, chosen);
            moves.clear();
        }
        assert!(game.playout_move(&position, &mut rng, &mut scratch).is_err());
        assert!(matches!(game.status(&position, &mut scratch), Status::Over(_) | Status::Moves(_)));
    }
}

#[test]
fn long_plays_are_dropped_one_by_one() {
    let (game, mut position) = Go::new("2x2:ko=simple,limit=1000000", Player::Left).unwrap();
    let mut moves = Vec::new();
    let mut rng = Rng::new(1);
    for _ in 0..300_000 {
        moves.clear();
        assert!(game.expand(&position, &mut moves).is_none());
        // Passes only if no other move is legal, so that there are never two passes in a row.
        let choices = (moves.len() as u64 - 1).max(1);
        let mv = moves[rng.below(choices) as usize];
        if mv == game.pass() && position.passes == 1 {
            break;
        }
        game.play(&mut position, mv);
    }
    drop(position);
}

/// The value by plain minimax. It is used a few moves before the end, on random boards with many
/// stones.
fn value(game: &Go, position: &Position) -> Score {
    let mut moves = Vec::new();
    game.expand(position, &mut moves).unwrap_or_else(|| {
        let values = moves.into_iter().map(|mv| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            value(game, &child)
        });
        let values: Vec<Score> = values.collect();
        let best =
            if position.mover == Player::Left { values.iter().max() } else { values.iter().min() };
        *best.unwrap()
    })
}

#[test]
fn static_bounds_contain_the_minimax_value() {
    let boards = [
        ".x.x/xxxx/oo.o/....",
        ".x.xo/xxxxo/.o.oo",
        "x.x.x/xxxxx/o.o.o/ooooo/.....",
        ".x./xxx/.x.",
        ".xo./xxo./.xoo/xxo.",
        "x.o/xxo/.xo/xo.",
    ];
    let mut proved = 0;
    for board in boards {
        for mover in Player::BOTH {
            for limit in 1..=4 {
                let text = format!("{board}:limit={limit}");
                let (game, position) = Go::new(&text, mover).unwrap();
                let (Bounds { lo, hi }, value) = (game.bounds(&position), value(&game, &position));
                assert!(lo <= value && value <= hi, "{text}: {value} is not in {lo}..{hi}");
                proved += u32::from(lo > game.scores[0])
                    + u32::from(hi < game.scores[game.scores.len() - 1]);
            }
        }
    }
    assert!(proved > 20);
}
