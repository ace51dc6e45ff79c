//! Strong solutions: every position equals minimax with distance, builds resume, damaged files are rejected.

use std::{collections::HashMap, fs, path::PathBuf};

use upstar_core::{Control, Limits, Player, Score};
use upstar_engine::{
    AnyPosition, BOOK, Batch, BookPlan, BookReport, STRONG, SolvedPositions, build_book,
    build_strong, registry,
};
use upstar_search::Request;
use upstar_search::strong::Entry;

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path =
            std::env::temp_dir().join(format!("upstar-strong-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The score from Left's point of view and the distance of every reachable position, by text and player to move.
type Table = HashMap<(String, Player), (Score, Option<u32>)>;

/// Minimax with distance, written without the code under test.
fn minimax(position: &dyn AnyPosition, table: &mut Table) -> (Score, Option<u32>) {
    let name = (position.text(), position.to_move());
    if let Some(&known) = table.get(&name) {
        return known;
    }
    let found = match position.result() {
        Some(score) => (score, (score != 0).then_some(0)),
        None => {
            let sign = if position.to_move() == Player::Left { 1 } else { -1 };
            let mut best: Option<(Score, Option<u32>)> = None;
            for mv in position.moves() {
                let (score, distance) = minimax(&*position.play(mv), table);
                let distance = distance.map(|plies| plies + 1);
                let better =
                    best.is_none_or(|(old, plies)| match (sign * score).cmp(&(sign * old)) {
                        std::cmp::Ordering::Equal if sign * score > 0 => distance < plies,
                        std::cmp::Ordering::Equal => distance > plies,
                        order => order.is_gt(),
                    });
                if better {
                    best = Some((score, distance));
                }
            }
            best.unwrap()
        }
    };
    table.insert(name, found);
    found
}

fn limited(max_bytes: usize) -> Control {
    Control::new(Limits { max_bytes, ..Limits::default() })
}

#[test]
fn every_reachable_position_equals_minimax_with_distance() {
    let place = Place::new("minimax");
    let boards = [
        ("connect-four", "3x3:3"),
        ("connect-four", "4x3"),
        ("connect-four", "1x4:2"),
        ("connect-four", "4x1:2"),
        ("connect-four", ".../.o./xx.:3"),
        ("mnk", "3x3:3"),
        ("mnk", "1x5:3"),
        ("mnk", "5x1:2"),
        ("hex", "3"),
        ("hex", "1x4"),
        ("y", "3"),
        ("domineering", "4x4"),
        ("domineering", "1x6"),
        ("domineering", "6x1"),
        ("nogo", "3x3"),
        ("nogo", "1x7"),
        ("nogo", "x.o/.../o.x"),
        ("clobber", "3x4"),
        ("clobber", "1x8"),
        ("pgame", "3x5:7"),
        ("pgame", "2x6:1/0/1"),
        ("nim", "3,4,5"),
        ("kayles", "9"),
        ("hackenbush", "LRL,RLG"),
        ("toads-and-frogs", "TT..FF"),
        ("col", "2x3"),
        ("snort", "2x3"),
        ("cram", "3x4"),
        ("octal", "0.137:8"),
        ("amazons", "x../.../..o"),
        ("konane", "4x4"),
    ];
    for (number, (game, text)) in boards.into_iter().enumerate() {
        for mover in Player::BOTH {
            let root = registry::position(game, text, Some(mover)).unwrap();
            let mut table = Table::new();
            minimax(&*root, &mut table);
            let path = place.file(&format!("{number}-{}", mover.index()));
            let built = build_strong(&*root, path.clone(), 2, &limited(1 << 20));
            assert_eq!(built, Ok(table.len() as u64), "{game} {text}");
            let solution = SolvedPositions::open(&path, &[STRONG]).unwrap();
            let mut seen = 0;
            for ((text, mover), (score, distance)) in table {
                let position = registry::position(game, &text, Some(mover)).unwrap();
                let Entry { bounds, distance: plies } =
                    solution.probe(&*position).unwrap().unwrap();
                assert!(bounds.is_exact());
                assert_eq!((bounds.lo, plies), (score, distance), "{game} {text} {mover:?}");
                seen += 1;
            }
            assert_eq!(solution.iter().count(), seen);
        }
    }
}

#[test]
fn positions_are_counted_as_in_the_table_of_tromp() {
    let place = Place::new("counts");
    let counts =
        [("1x1", 2), ("2x2", 18), ("3x3", 869), ("3x4", 12_031), ("4x3", 6_000), ("4x4", 161_029)];
    for (size, count) in counts {
        let root = registry::position("connect-four", size, None).unwrap();
        assert_eq!(
            build_strong(&*root, place.file(size), 2, &Control::unlimited()),
            Ok(count),
            "{size}"
        );
    }
}

#[test]
fn a_build_that_was_stopped_resumes_to_the_same_bytes() {
    let place = Place::new("resume");
    let root = registry::position("connect-four", "4x4", None).unwrap();
    let whole = place.file("whole");
    build_strong(&*root, whole.clone(), 1, &Control::unlimited()).unwrap();
    let path = place.file("stopped");
    let mut stops = 0;
    for micros in (1..).map(|n| 500 * n) {
        let limits = Limits {
            max_seconds: f64::from(micros) / 1e6,
            max_bytes: 1 << 16,
            ..Limits::default()
        };
        match build_strong(&*root, path.clone(), 2, &Control::new(limits)) {
            Ok(count) => {
                assert_eq!(count, 161_029);
                break;
            }
            Err(_) => stops += 1,
        }
    }
    assert!(stops > 3, "it was stopped {stops} times");
    assert!(fs::read(whole).unwrap() == fs::read(&path).unwrap());
    assert!(!place.file("stopped.build").exists());
}

#[test]
fn damaged_files_and_files_of_something_else_are_rejected() {
    let place = Place::new("damage");
    let root = registry::position("mnk", "3x3:3", None).unwrap();
    let path = place.file("file");
    build_strong(&*root, path.clone(), 1, &Control::unlimited()).unwrap();
    let good = fs::read(&path).unwrap();
    let fails = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error =
            SolvedPositions::open(&path, &[STRONG]).err().expect("it is rejected").to_string();
        assert!(!error.contains('\n'), "{error}");
    };
    for length in [0, 7, 100, 4095, 4096, good.len() / 2, good.len() - 4, good.len() - 1] {
        fails(&good[..length]);
    }
    for at in [0, 9, 30, 4096, 5000, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        fails(&bytes);
    }
    fs::write(&path, &good).unwrap();
    assert!(SolvedPositions::open(&path, &[BOOK]).is_err());
    let solution = SolvedPositions::open(&path, &[STRONG]).unwrap();
    for (game, text) in [("mnk", "3x4:3"), ("connect-four", "3x3:3"), ("hex", "3")] {
        let other = registry::position(game, text, None).unwrap();
        assert!(solution.probe(&*other).is_err(), "{game} {text}");
        assert!(build_strong(&*other, path.clone(), 1, &Control::unlimited()).is_err());
    }
    for (game, text) in [("go", "2x2:limit=8"), ("seki", "1,1,1")] {
        let other = registry::position(game, text, None).unwrap();
        assert!(build_strong(&*other, place.file(game), 1, &Control::unlimited()).is_err());
    }
}

fn book(
    root: &dyn AnyPosition,
    path: PathBuf,
    depth: usize,
    distance: bool,
    max_nodes: u64,
) -> BookReport {
    let request = Request { distance, ..Request::new("auto") };
    let batch = Batch::new(&request, Limits { max_nodes, ..Limits::default() }, 2);
    let plan = BookPlan { path, depth, batch, save_every: std::time::Duration::ZERO };
    build_book(root, &plan, &Control::unlimited()).unwrap()
}

#[test]
fn a_book_has_what_the_strong_solution_has() {
    let place = Place::new("book");
    for (number, (game, text)) in [
        ("connect-four", "4x4"),
        ("mnk", "3x3:3"),
        ("clobber", "3x4"),
        ("nogo", "3x3"),
        ("nim", "3,4,5"),
        ("hex", "3"),
    ]
    .into_iter()
    .enumerate()
    {
        let root = registry::position(game, text, None).unwrap();
        let strong = place.file(&format!("{number}.strong"));
        build_strong(&*root, strong.clone(), 2, &Control::unlimited()).unwrap();
        let strong = SolvedPositions::open(&strong, &[STRONG]).unwrap();
        for distance in [false, true] {
            let path = place.file(&format!("{number}-{distance}"));
            let mut count = 0;
            for depth in [0, 2, 3] {
                let report = book(&*root, path.clone(), depth, distance, u64::MAX);
                assert_eq!(report.wanted, report.solved, "{game}");
                let book = SolvedPositions::open(&path, &[BOOK]).unwrap();
                assert!(report.positions > count && report.positions == book.len());
                count = report.positions;
                let (game, _) = root.erased();
                for (position, entry) in book.iter() {
                    // Every position of the book is in the strong solution, with the same value.
                    let found = strong.find_erased(&game, &position).expect("it can be reached");
                    assert_eq!(entry.bounds, found.bounds);
                    assert!(entry.distance == found.distance || !distance);
                }
            }
            let again = book(&*root, path, 3, distance, u64::MAX);
            assert_eq!((again.positions, again.wanted), (count, 0), "nothing is solved twice");
        }
    }
}

#[test]
fn a_stopped_book_is_a_valid_book_and_resumes() {
    let place = Place::new("stopped-book");
    let root = registry::position("connect-four", "4x4", None).unwrap();
    let [whole, path] = ["whole", "stopped"].map(|name| place.file(name));
    book(&*root, whole.clone(), 4, false, u64::MAX);
    let report = book(&*root, path.clone(), 4, false, 2);
    assert!(report.solved < report.wanted);
    assert!(SolvedPositions::open(&path, &[BOOK]).is_ok());
    let rest = book(&*root, path.clone(), 4, false, u64::MAX);
    assert!(rest.wanted <= report.wanted && rest.wanted == rest.solved);
    assert!(fs::read(whole).unwrap() == fs::read(path).unwrap());
}
