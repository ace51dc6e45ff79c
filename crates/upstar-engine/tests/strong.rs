//! Strong solutions: every position equals minimax with distance, builds resume, damaged files are rejected.

use std::{collections::HashMap, fs, path::PathBuf};

use upstar_core::{Control, Limits, Player, Score};
use upstar_engine::{AnyPosition, SolvedPositions, build_strong, registry};
use upstar_search::strong::Entry;

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("upstar-strong-{name}-{}", std::process::id()));
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
                let better = best.is_none_or(|(old, plies)| match (sign * score).cmp(&(sign * old)) {
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
        ("connect-four", "3x3:3"), ("connect-four", "4x3"), ("connect-four", "1x4:2"),
        ("connect-four", "4x1:2"), ("connect-four", ".../.o./xx.:3"), ("mnk", "3x3:3"), ("mnk", "1x5:3"),
        ("mnk", "5x1:2"), ("hex", "3"), ("hex", "1x4"), ("y", "3"), ("domineering", "4x4"),
        ("domineering", "1x6"), ("domineering", "6x1"), ("nogo", "3x3"), ("nogo", "1x7"), ("nogo", "x.o/.../o.x"),
        ("clobber", "3x4"), ("clobber", "1x8"), ("pgame", "3x5:7"), ("pgame", "2x6:1/0/1"), ("nim", "3,4,5"),
        ("kayles", "9"), ("hackenbush", "LRL,RLG"), ("toads-and-frogs", "TT..FF"), ("col", "2x3"),
        ("snort", "2x3"), ("cram", "3x4"), ("octal", "0.137:8"), ("amazons", "x../.../..o"), ("konane", "4x4"),
    ];
    for (number, (game, text)) in boards.into_iter().enumerate() {
        for mover in Player::BOTH {
            let root = registry::position(game, text, Some(mover)).unwrap();
            let mut table = Table::new();
            minimax(&*root, &mut table);
            let path = place.file(&format!("{number}-{}", mover.index()));
            let built = build_strong(&*root, path.clone(), 2, &limited(1 << 20));
            assert_eq!(built, Ok(table.len() as u64), "{game} {text}");
            let solution = SolvedPositions::open(&path, &["strong"]).unwrap();
            let mut seen = 0;
            for ((text, mover), (score, distance)) in table {
                let position = registry::position(game, &text, Some(mover)).unwrap();
                let Entry { bounds, distance: plies } = solution.probe(&*position).unwrap().unwrap();
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
    let counts = [("1x1", 2), ("2x2", 18), ("3x3", 869), ("3x4", 12_031), ("4x3", 6_000), ("4x4", 161_029)];
    for (size, count) in counts {
        let root = registry::position("connect-four", size, None).unwrap();
        assert_eq!(build_strong(&*root, place.file(size), 2, &Control::unlimited()), Ok(count), "{size}");
    }
}
