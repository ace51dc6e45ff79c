//! Requests about distances: a maximum, certificates, threads and checkpoints.

use std::{fs, io::Cursor, path::PathBuf};

use upstar_core::{Control, Error, Limits, Player, WIN_SCORE};
use upstar_engine::{AnyPosition, Solved, VerifyReport, registry, verify_from};
use upstar_proof::{Certificate, Claim, Encoder, VerifyError};
use upstar_search::Request;

/// Positions with a winner, and the plies to the end. `distances.rs` compares such results with minimax.
const WON: [(&str, &str); 9] = [
    ("domineering", "4x4"),
    ("nogo", "3x3"),
    ("clobber", "3x4"),
    ("hex", "3"),
    ("y", "4"),
    ("mnk", "3x4:3"),
    ("connect-four", "4x4:3"),
    ("connect-four", "......./......./......./.o.xx../.xoxo../.oxxo.."),
    ("kayles", "7,4"),
];

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("upstar-distance-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn position((game, text): (&str, &str)) -> Box<dyn AnyPosition> {
    registry::position(game, text, Some(Player::Left)).unwrap()
}

fn request() -> Request {
    Request { distance: true, ..Request::new("auto") }
}

fn solve(of: (&str, &str), request: &Request, limits: Limits) -> Result<Solved, Error> {
    upstar_engine::solve(position(of).as_ref(), request, &Control::new(limits))
}

fn solved(of: (&str, &str), request: &Request) -> Solved {
    solve(of, request, Limits::default()).unwrap_or_else(|e| panic!("{of:?}: {e}"))
}

#[test]
fn a_maximum_is_met_from_the_distance_of_a_win_on() {
    for of in WON {
        let exact = solved(of, &request());
        let plies = exact.distance.expect("there is a winner");
        let wins = exact.bounds.lo == 1;
        for max in [1, plies - 1, plies, plies + 1, 100, u32::MAX] {
            let asked = Request { max_distance: Some(max), ..Request::new("auto") };
            let answer = solved(of, &asked);
            assert!(answer.solved);
            assert_eq!(answer.wins_in_time, Some(wins && max >= plies), "{of:?} within {max}");
            assert!(answer.bounds.lo <= exact.bounds.lo && exact.bounds.hi <= answer.bounds.hi);
            assert!(answer.distance.is_none_or(|found| found == plies));
        }
    }
    let stopped = Limits { max_nodes: 5, ..Limits::default() };
    let asked = Request { max_distance: Some(9), ..Request::new("auto") };
    let answer = solve(("connect-four", "6x7"), &asked, stopped).unwrap();
    assert_eq!((answer.solved, answer.wins_in_time), (false, None));
}

fn certificate(of: (&str, &str), request: Request) -> Vec<u8> {
    let directory = folder(&format!("proof-{}-{}", of.0, of.1.len()));
    let path = directory.join("a.proof");
    let answer = solved(of, &Request { proof: Some(path.clone()), ..request });
    answer.proof.unwrap().unwrap_or_else(|e| panic!("{of:?}: {e}"));
    let bytes = fs::read(&path).unwrap();
    fs::remove_dir_all(directory).unwrap();
    bytes
}

fn check(bytes: &[u8]) -> Result<VerifyReport, VerifyError> {
    verify_from(Cursor::new(bytes), &Control::unlimited())
}

/// The same decisions under other claims.
fn with_claims(bytes: &[u8], change: impl Fn(&mut Vec<Claim>)) -> Vec<u8> {
    let mut certificate = Certificate::open(Cursor::new(bytes)).unwrap();
    let (header, mut decisions) = certificate.parts();
    let mut header = header.clone();
    change(&mut header.claims);
    let mut encoder = Encoder::new(Vec::new(), &header).unwrap();
    while let Some(decision) = decisions.next_decision().unwrap() {
        encoder.add(decision).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn certificates_prove_distances_and_forged_ones_are_rejected() {
    for of in WON {
        let exact = solved(of, &request());
        let plies = exact.distance.unwrap();
        let bytes = certificate(of, request());
        let report = check(&bytes).unwrap_or_else(|e| panic!("{of:?}: {e}"));
        assert_eq!(report.distance, Some(plies), "{of:?}");
        assert_eq!(report.bounds, exact.bounds.seen_by(Player::Left), "{of:?}");
        assert_eq!(report.outcome, if exact.bounds.lo == 1 { "win" } else { "loss" });
        assert_eq!(check(&with_claims(&bytes, |_| ())).unwrap().distance, Some(plies));
        // The proof that a win takes no less than a ply needs no positions beyond the root.
        assert!(plies > 1 || report.positions <= 4, "{of:?}: {}", report.positions);
        // A ply more and a ply less, in each claim and in both.
        for (first, second) in [(1, 0), (0, 1), (1, -1), (-1, 1)] {
            let forged = with_claims(&bytes, |claims| {
                claims[0].least += first;
                claims[1].least += second;
            });
            assert!(check(&forged).is_err(), "{of:?} {first} {second}");
        }
    }
}

#[test]
fn certificates_of_draws_and_maxima() {
    let draw = certificate(("mnk", "3x3:3"), request());
    let report = check(&draw).unwrap();
    assert_eq!((report.outcome.as_str(), report.distance), ("draw", None));
    let of = ("mnk", "3x4:3");
    let plies = solved(of, &request()).distance.unwrap();
    for (max, text) in [(plies, "win within"), (plies - 1, "no win within")] {
        let asked = Request { max_distance: Some(max), ..Request::new("auto") };
        let report = check(&certificate(of, asked)).unwrap();
        assert_eq!(report.outcome, format!("{text} {max} plies"));
        assert_eq!((report.distance, report.claims.len()), (None, 1));
        assert_eq!(
            report.claims[0].least.abs(),
            WIN_SCORE - if max == plies { max } else { plies } as i16
        );
    }
}

#[test]
fn threads_find_the_same_distance() {
    for of in WON {
        let alone = solved(of, &request());
        for threads in 2..=4 {
            let together = solved(of, &Request { threads, ..request() });
            assert_eq!(together.distance, alone.distance, "{of:?}");
            assert_eq!(together.bounds, alone.bounds, "{of:?}");
        }
    }
}

#[test]
fn a_stopped_search_for_a_distance_resumes_and_shares_no_checkpoint_with_others() {
    for of in [("connect-four", "4x5"), ("connect-four", "5x4:3"), ("domineering", "4x5")] {
        let whole = solved(of, &request());
        let directory = folder(&format!("resume-{}-{}", of.0, of.1.len()));
        let saving =
            Request { checkpoint: Some(directory.clone()), checkpoint_every: 0.0, ..request() };
        let pieces = Limits { max_nodes: whole.stats.nodes / 4 + 50, ..Limits::default() };
        let mut runs = 1;
        let mut last = solve(of, &saving, pieces).unwrap();
        assert!(!last.solved, "{of:?}: the first piece was enough");
        while !last.solved {
            last = solve(of, &saving, pieces).unwrap();
            runs += 1;
            assert!(runs < 50, "{of:?}: no progress");
        }
        assert_eq!((last.bounds, last.distance), (whole.bounds, whole.distance), "{of:?}");
        for other in [
            Request { distance: false, algorithm: "alpha-beta".into(), ..saving.clone() },
            Request { max_distance: Some(3), ..saving.clone() },
        ] {
            let error = solve(of, &other, Limits::default()).unwrap_err().to_string();
            assert!(error.contains("searches") || error.contains("goal"), "{error}");
        }
        fs::remove_dir_all(directory).unwrap();
    }
}

#[test]
fn what_a_search_for_distances_cannot_do_is_rejected_and_what_ran_is_noted() {
    let of = ("domineering", "3x3");
    let answer = solved(of, &request());
    assert_eq!(answer.note, "auto took alpha-beta, which finds distances");
    for (bad, reason) in [
        (Request { algorithm: "pns".into(), ..request() }, "by alpha-beta, not by pns"),
        (Request { goal: Some(1), ..request() }, "maximum distance"),
        (Request { trace: true, ..request() }, "tree"),
    ] {
        let error = solve(of, &bad, Limits::default()).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let error = solve(("go", "2x2"), &request(), Limits::default()).unwrap_err().to_string();
    assert!(error.contains("won, drawn or lost"), "{error}");
}
