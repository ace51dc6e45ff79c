//! Lemmas compared with exhaustive truth, and damaged certificates.

use std::{
    collections::HashMap,
    io::{Cursor, Read, Seek},
    path::PathBuf,
    sync::Arc,
};

use upstar_core::{
    Control, ErasedGame, ErasedKey, ErasedPosition, Game, Meter, Move, Notation, Player,
    PositionName, Rng, Score, SearchGame, StaticBounds, Wide,
};
use upstar_games::{clobber, connect_four, domineering, hex, mnk, nogo, y};
use upstar_proof::{
    At, Claim, Justification, Lemmas, MoveFinder, Proved, Statement, StatementFile,
    StatementHeader, StatementWatch, StatementWriter, claims_for, verify_statements,
    write_statements,
};

/// A game behind one type, with a position of it.
struct Case {
    name: &'static str,
    text: String,
    game: ErasedGame,
    root: ErasedPosition,
    labels: [String; 2],
}

fn case<G>(name: &'static str, (game, position): (G, G::Position)) -> Case
where
    G: SearchGame<Key: Wide> + Notation,
{
    let text = game.print(&position);
    let labels = game.labels().map(String::from);
    let (game, root) = (ErasedGame::new(Arc::new(game)), ErasedPosition::new(position));
    Case { name, text, game, root, labels }
}

fn read(name: &'static str, text: &str, mover: Player) -> Case {
    macro_rules! of {
        ($module:ident, $game:ty) => {
            case(name, <$game>::new(&$module::setup(text).unwrap(), mover).unwrap())
        };
    }
    match name {
        "domineering" => of!(domineering, domineering::Domineering<u64>),
        "nogo" => of!(nogo, nogo::NoGo<u64>),
        "clobber" => of!(clobber, clobber::Clobber<u64>),
        "hex" => of!(hex, hex::Hex<u64>),
        "y" => of!(y, y::Y<u64>),
        "mnk" => of!(mnk, mnk::Mnk<u64>),
        _ => of!(connect_four, connect_four::ConnectFour<u64>),
    }
}

/// Boards on which all or many positions are compared, with one row and one column too.
const BOARDS: &[(&str, &[&str])] = &[
    ("domineering", &["2x2", "3x3", "3x4", "4x3", "2x6", "1x9", "9x1", "4x4", "4x5", "5x4"]),
    ("nogo", &["2x2", "2x3", "3x2", "1x6", "6x1", "3x3", "2x4"]),
    ("clobber", &["xo", "xoxo/oxox", "xoxoxox", "x/o/x/o/x/o", "xox/oxo/xox", "xoxo/oxox/xoxo"]),
    ("hex", &["1", "2x2", "2x3", "3x2", "1x4", "4x1", "3x3"]),
    ("y", &["1", "2", "3", "4"]),
    ("mnk", &["3x3:3", "2x4:2", "1x6:3"]),
    ("connect-four", &["3x3:3", "4x4:3", "1x6:3", "6x1:3"]),
];

/// Exact scores, from Left's point of view.
#[derive(Default)]
struct Truth(HashMap<([u128; 2], Player), Score>);

impl Truth {
    fn score(&mut self, game: &ErasedGame, position: &ErasedPosition) -> Score {
        let place = (game.key(position).planes(), game.to_move(position));
        if let Some(&score) = self.0.get(&place) {
            return score;
        }
        let mut moves = Vec::new();
        let score = game.expand(position, &mut moves).unwrap_or_else(|| {
            let scores = moves.into_iter().map(|mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                self.score(game, &child)
            });
            match place.1 {
                Player::Left => scores.max().unwrap(),
                Player::Right => scores.min().unwrap(),
            }
        });
        self.0.insert(place, score);
        score
    }
}

fn claim(claimant: Player) -> Claim {
    Claim { claimant, least: 1 }
}

/// Some positions of a board: after random moves, and in games whose cells are free also with random cells.
fn positions(case: &Case, rng: &mut Rng, count: usize) -> Vec<ErasedPosition> {
    let mut found = vec![case.root.clone()];
    while found.len() < count {
        let mut position = case.root.clone();
        if case.name == "domineering" {
            let cells = case.text.bytes().filter(|&byte| byte != b'/').count();
            let taken = u128::from(rng.bits() & rng.bits()) & ((1 << cells) - 1);
            let mover = Player::BOTH[rng.below(2) as usize];
            position = case.game.rebuild(&ErasedKey::new([taken, 0]), mover).unwrap();
        }
        for _ in 0..rng.below(12) {
            let mut moves = Vec::new();
            if case.game.expand(&position, &mut moves).is_none() {
                case.game.play(&mut position, moves[rng.below(moves.len() as u64) as usize]);
            }
        }
        found.push(position);
    }
    found
}

fn for_each_board(mut check: impl FnMut(&Case, &Lemmas, &mut Truth)) {
    for (name, boards) in BOARDS {
        for text in *boards {
            for mover in Player::BOTH {
                let case = read(name, text, mover);
                let lemmas = Lemmas::for_position(name, &case.text).unwrap();
                check(&case, &lemmas, &mut Truth::default());
            }
        }
    }
}

fn at(game: &ErasedGame, position: &ErasedPosition) -> At {
    At { planes: game.key(position).planes(), mover: game.to_move(position) }
}

#[test]
fn equal_positions_have_equal_scores_and_closed_ones_are_won() {
    let mut rng = Rng::new(1);
    let mut used: HashMap<String, usize> = HashMap::new();
    for_each_board(|case, lemmas, truth| {
        let game = &case.game;
        for position in positions(case, &mut rng, 300) {
            let here = at(game, &position);
            let score = truth.score(game, &position);
            let equal = lemmas.normal_form(here, |number| {
                *used.entry(lemmas.names()[number].clone()).or_default() += 1;
            });
            assert_eq!(equal.mover, here.mover);
            assert!(lemmas.board.rest(equal) <= lemmas.board.rest(here));
            assert_eq!(lemmas.board.at(lemmas.board.code(equal).unwrap()), equal);
            assert_eq!(lemmas.normal_form(equal, |_| {}), equal, "{} {here:?}", case.name);
            let rebuilt = game.rebuild(&ErasedKey::new(equal.planes), equal.mover).unwrap();
            assert_eq!(truth.score(game, &rebuilt), score, "{} {here:?}", case.name);
            for player in Player::BOTH {
                if lemmas.closing(here, &claim(player)).is_some() {
                    *used.entry("closed".into()).or_default() += 1;
                    assert_eq!(score, player.win(), "{} {here:?}", case.name);
                }
            }
        }
    });
    for name in ["symmetry", "sum", "private-runs", "closed"] {
        assert!(used.get(name).is_some_and(|&count| count > 30), "{name}: {used:?}");
    }
}

/// Random witnesses, and those that the game proposes, with random changes.
#[test]
fn what_a_witness_proves_is_true() {
    let mut rng = Rng::new(2);
    let (mut claims, mut refuted) = (0, 0);
    for_each_board(|case, lemmas, truth| {
        let game = &case.game;
        for position in positions(case, &mut rng, 200) {
            let mut moves = Vec::new();
            if game.expand(&position, &mut moves).is_some() {
                continue;
            }
            let here = at(game, &position);
            for player in Player::BOTH {
                let mut witnesses: Vec<(String, Vec<u8>)> = Vec::new();
                game.witnesses(&position, player, &mut |name, witness| {
                    witnesses.push((name.into(), witness.to_vec()));
                    true
                });
                let given = witnesses.clone();
                for _ in 0..10 {
                    let random = (0..rng.below(4)).map(|_| rng.below(256) as u8).collect();
                    let name = &lemmas.names()[rng.below(lemmas.count() as u64) as usize];
                    witnesses.push((name.clone(), random));
                    if let Some((name, mut witness)) = given.first().cloned() {
                        for _ in 0..=rng.below(2) {
                            let place = rng.below(witness.len() as u64) as usize;
                            witness[place] ^= 1 << rng.below(8);
                        }
                        witnesses.push((name, witness));
                    }
                }
                for (name, witness) in witnesses {
                    let number = lemmas.number(&name).unwrap();
                    match lemmas.proves(number, here, &claim(player), &witness) {
                        Proved::Nothing => {}
                        Proved::Claim => {
                            claims += 1;
                            assert_eq!(truth.score(game, &position), player.win(), "{here:?}");
                        }
                        Proved::After(set) => {
                            assert_ne!(here.mover, player);
                            for &mv in moves.iter().filter(|mv| set >> mv.0 & 1 == 1) {
                                let mut child = position.clone();
                                game.play(&mut child, mv);
                                refuted += 1;
                                assert_eq!(truth.score(game, &child), player.win(), "{here:?}");
                            }
                        }
                    }
                }
            }
        }
    });
    assert!(claims > 3000 && refuted > 3000, "{claims} {refuted}");
}

#[test]
fn a_needless_reply_is_never_the_only_good_one() {
    let mut rng = Rng::new(3);
    let mut needless = 0;
    for_each_board(|case, lemmas, truth| {
        let game = &case.game;
        for position in positions(case, &mut rng, 100) {
            let mut moves = Vec::new();
            if game.expand(&position, &mut moves).is_some() {
                continue;
            }
            let here = at(game, &position);
            let set = lemmas.needless(here, &claim(here.mover.other()));
            needless += set.count_ones();
            let mut best = |skipped: u128| {
                let left = moves.iter().filter(|mv| mv.0 >= 128 || skipped >> mv.0 & 1 == 0);
                let scores = left.map(|&mv| {
                    let mut child = position.clone();
                    game.play(&mut child, mv);
                    truth.score(game, &child) * here.mover.win()
                });
                scores.max()
            };
            assert_eq!(best(set), best(0), "{here:?}");
            assert_eq!(lemmas.needless(here, &claim(here.mover)), 0);
        }
    });
    assert!(needless > 100, "{needless}");
}

/// The static bounds that searches use, on the same boards.
#[test]
fn static_bounds_contain_the_score() {
    let mut rng = Rng::new(4);
    for_each_board(|case, _, truth| {
        for position in positions(case, &mut rng, 100) {
            let score = truth.score(&case.game, &position);
            for bounds in [case.game.bounds(&position), case.game.quick_bounds(&position)] {
                assert!(bounds.lo <= score && score <= bounds.hi, "{} {}", case.name, case.text);
            }
        }
    });
}

/// Finds moves by exhaustive search.
struct ByTruth<'a> {
    game: ErasedGame,
    truth: Truth,
    meter: Meter<'a>,
}

impl<'a> MoveFinder<'a, ErasedGame> for ByTruth<'a> {
    fn remembered(&mut self, _: &ErasedPosition, _: &Claim) -> Option<usize> {
        None
    }

    fn search(&mut self, position: &ErasedPosition, claim: &Claim) -> Option<usize> {
        let mut moves = Vec::new();
        self.game.expand(position, &mut moves);
        moves.into_iter().position(|mv| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            claim.holds(self.truth.score(&self.game, &child))
        })
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }
}

fn header(case: &Case, claims: Vec<Claim>) -> StatementHeader {
    StatementHeader {
        name: PositionName {
            game: case.name.into(),
            position: case.text.clone(),
            labels: case.labels.clone(),
        },
        to_move: case.game.to_move(&case.root),
        claims,
        lemmas: Vec::new(),
        statements: 0,
        solver: "exhaustive".into(),
    }
}

/// The certificate of a position as bytes; none if there is nothing to prove.
fn written(case: &Case) -> Option<Vec<u8>> {
    let mut truth = Truth::default();
    let score = truth.score(&case.game, &case.root);
    let mover = case.game.to_move(&case.root);
    let bounds = upstar_core::Bounds::exactly(score);
    let header = header(case, claims_for(case.game.scores(), bounds, None, mover));
    let control = Control::unlimited();
    let mut finder = ByTruth { game: case.game.clone(), truth, meter: Meter::new(&control) };
    let thread = format!("{:?}", std::thread::current().id());
    let name = format!("upstar-lemmas-{}-{thread}.proof", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    let report = write_statements(&case.game, &case.root, &header, &mut finder, &path);
    let report = report.unwrap_or_else(|e| panic!("{} {}: {e}", case.name, case.text));
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(report.bytes, bytes.len() as u64);
    Some(bytes)
}

fn verified(case: &Case, source: impl Read + Seek + Send) -> Result<u64, String> {
    let mut file: StatementFile<_> = StatementFile::open(source)?;
    let watch = StatementWatch {
        max_bytes: 1 << 30,
        threads: 2,
        look: &|_| None,
        position_text: &|_| String::new(),
        move_text: &|_, mv: Move| mv.0.to_string(),
    };
    verify_statements(&case.game, &case.root, &mut file, &watch)
        .map(|report| report.statements)
        .map_err(|e| e.to_string())
}

#[test]
fn what_is_written_verifies() {
    for_each_board(|case, _, _| {
        let bytes = written(case).unwrap();
        verified(case, Cursor::new(&bytes))
            .unwrap_or_else(|e| panic!("{} {}: {e}", case.name, case.text));
        let mut damaged = bytes;
        let place = damaged.len() / 2;
        damaged[place] ^= 1;
        assert!(verified(case, Cursor::new(&damaged)).is_err());
    });
}

/// The statements of a certificate, to be changed.
#[derive(Clone)]
struct Loose {
    header: StatementHeader,
    statements: Vec<(usize, u128, u8, u32, Vec<u8>)>,
}

impl Loose {
    fn of(bytes: &[u8]) -> Loose {
        let mut file: StatementFile<_> = StatementFile::open(Cursor::new(bytes)).unwrap();
        let header = file.header.clone();
        let mut statements = Vec::new();
        while let Some(block) = file.next_block().unwrap() {
            let raw = block.unpacked().unwrap();
            for Statement { code, justification } in block.statements(&raw).unwrap() {
                let (kind, number, witness) = match justification {
                    Justification::Replies => (0, 0, Vec::new()),
                    Justification::Move(number) => (1, number, Vec::new()),
                    Justification::Lemma(lemma, witness) => (2 + lemma as u8, 0, witness.to_vec()),
                };
                statements.push((block.claim, code, kind, number, witness));
            }
        }
        Loose { header, statements }
    }

    fn bytes(&self) -> Vec<u8> {
        let header =
            StatementHeader { statements: self.statements.len() as u64, ..self.header.clone() };
        let mut writer = StatementWriter::new(Vec::new(), &header).unwrap();
        for claim in 0..2 {
            let mut of_claim: Vec<_> = self.statements.iter().filter(|s| s.0 == claim).collect();
            of_claim.sort_by_key(|statement| statement.1);
            let statements = of_claim.iter().map(|(_, code, kind, number, witness)| Statement {
                code: *code,
                justification: match kind {
                    0 => Justification::Replies,
                    1 => Justification::Move(*number),
                    kind => Justification::Lemma(usize::from(kind - 2), witness),
                },
            });
            writer.block(claim, statements).unwrap();
        }
        writer.finish().unwrap()
    }

    /// Changes one thing at random.
    fn damage(&mut self, rng: &mut Rng) {
        let count = self.statements.len() as u64;
        if count == 0 || rng.below(8) == 0 {
            let claim = &mut self.header.claims[0];
            match rng.below(3) {
                0 => claim.claimant = claim.claimant.other(),
                1 => claim.least = 1 - claim.least,
                _ => self.header.lemmas.rotate_left(1),
            }
            return;
        }
        let place = rng.below(count) as usize;
        let other = self.statements[rng.below(count) as usize].clone();
        let statement = &mut self.statements[place];
        match rng.below(7) {
            0 => drop(self.statements.remove(place)),
            1 => statement.1 ^= 1 << rng.below(30),
            2 => statement.1 ^= 1 << 127,
            3 => statement.2 = rng.below(5) as u8,
            4 => statement.3 = rng.below(6) as u32,
            5 => statement.4 = other.4,
            _ => match statement.4.len() as u64 {
                0 => statement.1 = other.1 ^ 1 << rng.below(30),
                length => statement.4[rng.below(length) as usize] ^= 1 << rng.below(8),
            },
        }
    }
}

/// Damaged certificates: those that are accepted have true claims. `UPSTAR_DAMAGES` sets how many of each game.
#[test]
fn no_damaged_certificate_proves_a_false_claim() {
    let count: usize =
        std::env::var("UPSTAR_DAMAGES").map_or(300, |text| text.parse().expect("a number"));
    for (name, text) in [
        ("domineering", "3x4"),
        ("domineering", "4x4"),
        ("nogo", "2x3"),
        ("clobber", "xoxo/oxox"),
        ("hex", "2x3"),
        ("y", "3"),
        ("mnk", "3x3:3"),
        ("connect-four", "4x4:3"),
    ] {
        let mut rng = Rng::new(6);
        let case = read(name, text, Player::Left);
        let truth = Truth::default().score(&case.game, &case.root);
        let good = Loose::of(&written(&case).unwrap());
        let (mut accepted, mut is_false) = (0, 0);
        for _ in 0..count {
            let mut loose = good.clone();
            for _ in 0..=rng.below(3) {
                loose.damage(&mut rng);
            }
            let claims = &loose.header.claims;
            let is_true = claims.iter().all(|claim| claim.holds(truth));
            is_false += usize::from(!is_true);
            if verified(&case, Cursor::new(loose.bytes())).is_ok() {
                accepted += 1;
                assert!(is_true, "{name} {text}: {:?}", loose.statements);
            }
        }
        assert!(is_false > count / 50 && accepted < count, "{name}: {is_false}, {accepted}");
    }
}
