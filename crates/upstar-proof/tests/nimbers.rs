//! Certificates of nimbers: the checker's rules compared with exhaustive truth, and damaged certificates.

use std::{collections::HashMap, io::Cursor, sync::Arc};

use upstar_core::{ErasedPartisan, KeyedPart, PackedPosition, Partisan, Player, Rng, Stopped};
use upstar_games::{clobber, nogo};
use upstar_proof::{
    FileHeader, NimberFinder, NimberHeader, NimberRules, NimberWatch, PartLists, StatementFile,
    StatementWriter, verify_nimbers, write_nimbers,
};

/// Whole positions by the rules, cell by cell, without parts or symmetry.
struct Truth {
    game: &'static str,
    columns: usize,
    known: HashMap<Vec<u8>, u32>,
}

impl Truth {
    fn new(game: &'static str, columns: usize) -> Truth {
        Truth { game, columns, known: HashMap::new() }
    }

    fn beside(&self, cells: &[u8], at: usize) -> Vec<usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let mut found = Vec::new();
        if row > 0 {
            found.push(at - self.columns);
        }
        if column > 0 {
            found.push(at - 1);
        }
        if column + 1 < self.columns {
            found.push(at + 1);
        }
        if at + self.columns < cells.len() {
            found.push(at + self.columns);
        }
        found
    }

    /// Has the group of a stone a liberty?
    fn lives(&self, cells: &[u8], stone: usize) -> bool {
        let (mut group, mut at) = (vec![stone], 0);
        while at < group.len() {
            for other in self.beside(cells, group[at]) {
                match cells[other] {
                    b'.' | b'#' => return true,
                    colour if colour == cells[stone] && !group.contains(&other) => {
                        group.push(other)
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        false
    }

    /// Is this a position: in NoGo, has every group a liberty?
    fn is_position(&self, cells: &[u8]) -> bool {
        let is_stone = |&at: &usize| matches!(cells[at], b'x' | b'o');
        self.game != "impartial:nogo"
            || (0..cells.len()).filter(is_stone).all(|stone| self.lives(cells, stone))
    }

    fn options(&self, cells: &[u8]) -> Vec<Vec<u8>> {
        let mut options = Vec::new();
        let mut add = |changes: &[(usize, u8)]| {
            let mut next = cells.to_vec();
            changes.iter().for_each(|&(at, to)| next[at] = to);
            if self.is_position(&next) {
                options.push(next);
            }
        };
        for at in 0..cells.len() {
            match (self.game, cells[at]) {
                ("impartial:nogo", b'.') => b"xo".iter().for_each(|&stone| add(&[(at, stone)])),
                ("cram", b'.') => {
                    for other in self.beside(cells, at) {
                        if other > at && cells[other] == b'.' {
                            add(&[(at, b'#'), (other, b'#')]);
                        }
                    }
                }
                ("impartial:clobber", stone @ (b'x' | b'o')) => {
                    for other in self.beside(cells, at) {
                        if cells[other] == b'x' + b'o' - stone {
                            add(&[(at, b'.'), (other, stone)]);
                        }
                    }
                }
                _ => {}
            }
        }
        options
    }

    fn nimber(&mut self, cells: &[u8]) -> u32 {
        if let Some(&nimber) = self.known.get(cells) {
            return nimber;
        }
        let options: Vec<u32> =
            self.options(cells).iter().map(|option| self.nimber(option)).collect();
        let nimber = (0..).find(|nimber| !options.contains(nimber)).unwrap();
        self.known.insert(cells.to_vec(), nimber);
        nimber
    }
}

/// The nimber of a part by the rules of the checker.
fn by_parts(rules: &NimberRules, code: u128, known: &mut HashMap<u128, u32>) -> u32 {
    if let Some(&nimber) = known.get(&code) {
        return nimber;
    }
    assert!(rules.is_code(code), "{code:x}");
    let mut list = PartLists::default();
    rules.options(code, &mut list);
    let options: Vec<u32> = list
        .iter()
        .map(|parts| parts.iter().fold(0, |sum, &part| sum ^ by_parts(rules, part, known)))
        .collect();
    let nimber = (0..).find(|nimber| !options.contains(nimber)).unwrap();
    known.insert(code, nimber);
    nimber
}

fn text(cells: &[u8], columns: usize) -> String {
    let rows: Vec<&str> =
        cells.chunks(columns).map(|row| std::str::from_utf8(row).unwrap()).collect();
    rows.join("/")
}

/// A game, the letters of its boards, and sizes.
type Boards = (&'static str, &'static [u8], &'static [(usize, usize)]);

/// All boards of these sizes with these letters.
const BOARDS: &[Boards] = &[
    ("cram", b".#", &[(1, 1), (1, 9), (9, 1), (2, 4), (3, 3), (2, 5)]),
    ("impartial:clobber", b".xo", &[(1, 1), (1, 7), (7, 1), (2, 3), (3, 2), (2, 4)]),
    ("impartial:nogo", b".xo", &[(1, 1), (1, 8), (8, 1), (2, 3), (3, 2), (2, 4)]),
    ("impartial:nogo", b".xo#", &[(1, 6), (6, 1), (2, 2), (2, 3)]),
];

#[test]
fn parts_have_the_nimbers_of_exhaustive_search() {
    for &(game, letters, sizes) in BOARDS {
        for &(rows, columns) in sizes {
            let mut truth = Truth::new(game, columns);
            let (mut known, mut positions) = (HashMap::new(), 0);
            for number in 0..letters.len().pow((rows * columns) as u32) {
                let mut rest = number;
                let cells: Vec<u8> = (0..rows * columns)
                    .map(|_| {
                        let letter = letters[rest % letters.len()];
                        rest /= letters.len();
                        letter
                    })
                    .collect();
                if !truth.is_position(&cells) {
                    continue;
                }
                positions += 1;
                let (rules, parts) = NimberRules::read(game, &text(&cells, columns)).unwrap();
                let sum =
                    parts.iter().fold(0, |sum, &part| sum ^ by_parts(&rules, part, &mut known));
                assert_eq!(sum, truth.nimber(&cells), "{game} {}", text(&cells, columns));
            }
            assert!(known.len() < positions, "{game} {rows}x{columns}: parts share codes");
        }
    }
}

/// Random positions of larger boards, where groups have more shapes.
#[test]
fn parts_of_random_positions_have_the_nimbers_of_exhaustive_search() {
    let mut rng = Rng::new(3);
    for (game, rows, columns) in [
        ("impartial:nogo", 3, 3),
        ("impartial:nogo", 3, 4),
        ("impartial:nogo", 4, 4),
        ("impartial:nogo", 1, 14),
        ("impartial:clobber", 4, 4),
        ("cram", 4, 4),
    ] {
        let (mut truth, mut known) = (Truth::new(game, columns), HashMap::new());
        for _ in 0..60 {
            let free = if game == "impartial:clobber" { b"xo" } else { b".." };
            let mut cells: Vec<u8> =
                (0..rows * columns).map(|_| free[rng.below(2) as usize]).collect();
            // Play at random until exhaustive search is quick.
            let most = if game == "impartial:nogo" { 7 } else { 9 };
            let open = |cells: &[u8]| {
                cells.iter().filter(|&&cell| cell == free[0] || cell == free[1]).count()
            };
            while open(&cells) > most {
                let mut options = truth.options(&cells);
                if options.is_empty() {
                    break;
                }
                cells = options.swap_remove(rng.below(options.len() as u64) as usize);
            }
            let (rules, parts) = NimberRules::read(game, &text(&cells, columns)).unwrap();
            let sum = parts.iter().fold(0, |sum, &part| sum ^ by_parts(&rules, part, &mut known));
            assert_eq!(sum, truth.nimber(&cells), "{game} {}", text(&cells, columns));
        }
    }
}

/// Finds nimbers by exhaustive search. It remembers those that are even, so that the writer must search.
struct ByTruth {
    truth: Truth,
    cells: usize,
}

impl ByTruth {
    fn nimber(&mut self, part: &KeyedPart) -> u32 {
        let [black, white] = part.state();
        let cell = |at: usize| b".xo#"[(black >> at & 1 | (white >> at & 1) << 1) as usize];
        let cells: Vec<u8> = (0..self.cells).map(cell).collect();
        self.truth.nimber(&cells)
    }
}

impl NimberFinder for ByTruth {
    fn remembered(&mut self, part: &KeyedPart) -> Option<u32> {
        Some(self.nimber(part)).filter(|nimber| nimber % 2 == 0)
    }

    fn find(&mut self, part: &KeyedPart) -> Option<u32> {
        Some(self.nimber(part))
    }

    fn has(&mut self, part: &KeyedPart, nimber: u32) -> Option<bool> {
        Some(self.nimber(part) == nimber)
    }

    fn stopped(&mut self, _bytes: usize) -> Option<Stopped> {
        None
    }
}

/// The certificate of a position, and the game's truth about it.
fn written(game: &'static str, size: &str) -> (Vec<u8>, u32) {
    let (partisan, at): (ErasedPartisan, PackedPosition) = if game == "impartial:nogo" {
        let setup = nogo::setup(size).unwrap();
        let (game, position) = nogo::NoGo::<u64>::new(&setup, Player::Left).unwrap();
        ErasedPartisan::new(Arc::new(game), &position)
    } else {
        let setup = clobber::setup(size).unwrap();
        let (game, position) = clobber::Clobber::<u64>::new(&setup, Player::Left).unwrap();
        ErasedPartisan::new(Arc::new(game), &position)
    };
    let (rows, columns) = size.split_once('x').unwrap();
    let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
    let planes = partisan.pack(&at);
    let cells: Vec<u8> = (0..rows * columns)
        .map(|cell| b".xo#"[(planes[0] >> cell & 1 | (planes[1] >> cell & 1) << 1) as usize])
        .collect();
    let header = NimberHeader {
        game: game.into(),
        position: text(&cells, columns),
        nimber: 0,
        statements: 0,
        solver: "exhaustive".into(),
    };
    let mut finder = ByTruth { truth: Truth::new(game, columns), cells: rows * columns };
    let nimber = finder.truth.nimber(&cells);
    let thread = format!("{:?}", std::thread::current().id());
    let path = std::env::temp_dir()
        .join(format!("upstar-nimbers-{}-{thread}-{size}.proof", std::process::id()));
    write_nimbers(&partisan, &at, &header, &mut finder, &path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    (bytes, nimber)
}

fn verified(bytes: &[u8]) -> Result<u64, String> {
    let mut file: StatementFile<_, NimberHeader> = StatementFile::open(Cursor::new(bytes))?;
    let watch = NimberWatch { max_bytes: 1 << 24, threads: 1, look: &|_| None };
    verify_nimbers(&mut file, &watch).map(|report| report.statements).map_err(|e| e.to_string())
}

/// The statements of a certificate, to be changed.
fn statements(bytes: &[u8]) -> (NimberHeader, Vec<(u128, u8)>) {
    let mut file: StatementFile<_, NimberHeader> = StatementFile::open(Cursor::new(bytes)).unwrap();
    let mut all = Vec::new();
    while let Some(block) = file.next_block().unwrap() {
        let raw = block.unpacked().unwrap();
        all.extend(upstar_proof::decoded_nimbers(&raw, block.count).unwrap());
    }
    (file.header, all)
}

fn bytes_of(header: &NimberHeader, statements: &[(u128, u8)]) -> Vec<u8> {
    let header = NimberHeader { statements: statements.len() as u64, ..header.clone() };
    let mut writer = StatementWriter::new(Vec::new(), &header).unwrap();
    writer.nimbers(statements).unwrap();
    assert_eq!(header.statements(), statements.len() as u64);
    writer.finish().unwrap()
}

const WRITTEN: [(&str, &str); 6] = [
    ("impartial:nogo", "1x9"),
    ("impartial:nogo", "2x4"),
    ("impartial:nogo", "3x3"),
    ("impartial:clobber", "1x9"),
    ("impartial:clobber", "3x3"),
    ("impartial:clobber", "2x5"),
];

#[test]
fn what_is_written_verifies_and_is_true() {
    for (game, size) in WRITTEN {
        let (bytes, nimber) = written(game, size);
        verified(&bytes).unwrap_or_else(|e| panic!("{game} {size}: {e}"));
        assert_eq!(statements(&bytes).0.nimber, nimber, "{game} {size}");
        for place in [bytes.len() / 4, bytes.len() / 2, bytes.len() - 20] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(verified(&damaged).is_err(), "{game} {size}: byte {place}");
        }
    }
}

/// Damaged certificates: those that are accepted claim the true nimber. `UPSTAR_DAMAGES` sets how many of each kind.
#[test]
fn no_damaged_certificate_proves_a_false_nimber() {
    let count: usize =
        std::env::var("UPSTAR_DAMAGES").map_or(300, |text| text.parse().expect("a number"));
    for (game, size) in WRITTEN {
        let mut rng = Rng::new(8);
        let (bytes, nimber) = written(game, size);
        let (good_header, good) = statements(&bytes);
        let (mut accepted, mut is_false) = (0, 0);
        for _ in 0..count {
            let (mut header, mut statements) = (good_header.clone(), good.clone());
            for _ in 0..=rng.below(3) {
                let place = rng.below(statements.len() as u64) as usize;
                match rng.below(5) {
                    0 => header.nimber ^= 1 << rng.below(3),
                    1 => drop(statements.remove(place)),
                    2 => statements[place].0 ^= 1 << rng.below(24),
                    3 => statements[place].0 ^= 1 << (64 + rng.below(9)),
                    _ => statements[place].1 ^= 1 << rng.below(3),
                }
            }
            // Sometimes the root's nimber is wrong in a consistent way.
            if rng.below(3) == 0 {
                let (_, parts) = NimberRules::read(game, &header.position).unwrap();
                let root = statements.iter_mut().find(|statement| parts.contains(&statement.0));
                if let Some(root) = root {
                    root.1 = header.nimber as u8;
                }
            }
            statements.sort_unstable();
            statements.dedup_by_key(|statement| statement.0);
            is_false += usize::from(header.nimber != nimber);
            if verified(&bytes_of(&header, &statements)).is_ok() {
                accepted += 1;
                assert_eq!(header.nimber, nimber, "{game} {size}: {statements:?}");
            }
        }
        assert!(is_false > count / 50 && accepted < count, "{game}: {is_false}, {accepted}");
    }
}
