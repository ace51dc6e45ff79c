//! Certificates of games with draws, many scores, turns that do not alternate, and long lines. The
//! tests use an artificial game.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use upstar_core::{Bounds, Control, Game, Meter, Move, Player, PositionName, Score};
use upstar_proof::{
    Certificate, Claim, Header, MoveFinder, ProofError, VerifyError, Watch, WriteReport,
    claims_for, verify_claims, write,
};

/// A move takes 1 to `most` counters of a heap. A player who takes 2 moves again. With each move of
/// Left, Left's points increase by the remaining heap modulo 3, minus 1. With each move of Right
/// they decrease likewise. The points are limited to −2 to 2.
struct Heap {
    most: u32,
}

#[derive(Clone, Copy)]
struct Position {
    rest: u32,
    points: Score,
    mover: Player,
}

impl Game for Heap {
    type Position = Position;
    type Key = u64;

    fn scores(&self) -> &[Score] {
        &[-2, -1, 0, 1, 2]
    }

    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if position.rest == 0 {
            return Some(position.points);
        }
        moves.extend((1..=self.most.min(position.rest)).map(Move));
        None
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.rest -= mv.0;
        let gain = (position.rest % 3) as Score - 1;
        let gain = if position.mover == Player::Left { gain } else { -gain };
        position.points = (position.points + gain).clamp(-2, 2);
        if mv.0 != 2 {
            position.mover = position.mover.other();
        }
    }

    fn key(&self, position: &Position) -> u64 {
        u64::from(position.rest) << 3 | (position.points + 2) as u64
    }
}

/// The value from Left's point of view, by definition.
fn value(game: &Heap, position: &Position) -> Score {
    let mut moves = Vec::new();
    if let Some(score) = game.expand(position, &mut moves) {
        return score;
    }
    let children = moves.into_iter().map(|mv| {
        let mut child = *position;
        game.play(&mut child, mv);
        value(game, &child)
    });
    match position.mover {
        Player::Left => children.max().unwrap(),
        Player::Right => children.min().unwrap(),
    }
}

fn header(game: &Heap, root: &Position, claims: Vec<Claim>, slots: u64) -> Header {
    let labels = ["left", "right"].map(String::from);
    let position = format!("{} of {}", root.rest, game.most);
    let name = PositionName { game: "heap".into(), position, labels };
    Header {
        name,
        to_move: root.mover,
        counts_plies: false,
        claims,
        slots,
        solver: "by hand".into(),
    }
}

/// Finds moves by brute force. Before that, it returns the moves that it is told to remember.
struct Finder<'a> {
    game: &'a Heap,
    remembered: Option<usize>,
    meter: Meter<'a>,
}

impl<'a> MoveFinder<'a, Heap> for Finder<'a> {
    fn remembered(&mut self, _position: &Position, _claim: &Claim) -> Option<usize> {
        self.remembered
    }

    fn search(&mut self, position: &Position, claim: &Claim) -> Option<usize> {
        let mut moves = Vec::new();
        self.game.expand(position, &mut moves);
        moves.into_iter().position(|mv| {
            let mut child = *position;
            self.game.play(&mut child, mv);
            claim.holds(value(self.game, &child))
        })
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }
}

fn written(
    game: &Heap,
    root: &Position,
    header: &Header,
    remembered: Option<usize>,
    path: &Path,
) -> Result<(WriteReport, Vec<u8>), ProofError> {
    let control = Control::unlimited();
    let mut finder = Finder { game, remembered, meter: Meter::new(&control) };
    let report = write(game, root, header, &mut finder, path)?;
    let bytes = std::fs::read(path).unwrap();
    std::fs::remove_file(path).unwrap();
    Ok((report, bytes))
}

fn verified(game: &Heap, root: &Position, bytes: &[u8]) -> Result<u64, VerifyError> {
    let mut certificate = Certificate::open(Cursor::new(bytes)).unwrap();
    let (header, mut decisions) = certificate.parts();
    let mut watch = Watch { max_bytes: usize::MAX, look: &mut |_| None };
    verify_claims(game, root, header, &mut decisions, &mut watch, &|_, mv| mv.0.to_string())
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("upstar-{}-{name}.proof", std::process::id()))
}

#[test]
fn every_value_is_proved_with_one_or_two_claims() {
    let game = Heap { most: 3 };
    let mut by_claims = [0; 3];
    for rest in 0..12 {
        for mover in Player::BOTH {
            for slots in [1, 16, 1 << 12] {
                let root = Position { rest, points: 0, mover };
                let truth = Bounds::exactly(value(&game, &root));
                let claims = claims_for(game.scores(), truth, None, mover);
                by_claims[claims.len()] += 1;
                let header = header(&game, &root, claims.clone(), slots);
                let (report, bytes) =
                    written(&game, &root, &header, None, &file("every-value")).unwrap();
                assert_eq!(verified(&game, &root, &bytes), Ok(report.positions), "{rest}");
                // A stronger claim of either player can be neither written nor verified.
                for claim in &claims {
                    let stronger = Claim { least: claim.least + 1, ..*claim };
                    if !stronger.is_about(game.scores()) {
                        continue;
                    }
                    let mut forged = header.clone();
                    forged.claims = vec![stronger];
                    let refused = written(&game, &root, &forged, None, &file("stronger"));
                    assert!(matches!(refused, Err(ProofError::NotTrue(..))), "{rest}");
                }
            }
        }
    }
    assert!(by_claims[1] > 0 && by_claims[2] > 0, "{by_claims:?}");
}

#[test]
fn wrong_remembered_moves_do_not_break_the_proof() {
    let game = Heap { most: 3 };
    for rest in 1..12 {
        let root = Position { rest, points: 0, mover: Player::Right };
        let truth = Bounds::exactly(value(&game, &root));
        let claims = claims_for(game.scores(), truth, None, Player::Right);
        let header = header(&game, &root, claims, 64);
        for wrong in [0, 1, 99] {
            let path = file("wrong-hints");
            let (report, bytes) = written(&game, &root, &header, Some(wrong), &path).unwrap();
            assert_eq!(verified(&game, &root, &bytes), Ok(report.positions));
        }
    }
}

#[test]
fn long_lines_do_not_overflow_the_stack() {
    let walk = || {
        let game = Heap { most: 1 };
        let root = Position { rest: 50_000, points: 0, mover: Player::Left };
        let mut end = root;
        while end.rest > 0 {
            game.play(&mut end, Move(1));
        }
        let truth = Bounds::exactly(end.points);
        let claims = claims_for(game.scores(), truth, None, Player::Left);
        let header = header(&game, &root, claims, 16);
        let path = file("long-lines");
        let (report, bytes) = written(&game, &root, &header, Some(0), &path).unwrap();
        assert_eq!(verified(&game, &root, &bytes), Ok(report.positions));
    };
    let small = std::thread::Builder::new().stack_size(256 << 10);
    small.spawn(walk).unwrap().join().unwrap();
}
