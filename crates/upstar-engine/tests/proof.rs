//! Certificates of registered games: what is true is proved and verified, what is forged or
//! broken is not.

use std::{
    collections::HashMap,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};

use upstar_core::{AtomicFile, Control, Limits, Player, Rng, Stopped};
use upstar_engine::{AnyPosition, VerifyReport, registry, verify, verify_from};
use upstar_proof::{
    Certificate, Claim, Decision, Encoder, Header, ProofError, VerifyError, claims_for,
};
use upstar_search::{Request, Solution};

/// A folder of its own for each test, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("upstar-proof-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("a.proof")
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(&self.0).unwrap().next().is_none()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn limited(max_nodes: u64) -> Control {
    Control::new(Limits { max_nodes, ..Limits::default() })
}

fn check(path: &Path) -> Result<VerifyReport, VerifyError> {
    verify(path, &Control::unlimited())
}

fn check_bytes(bytes: &[u8]) -> Result<VerifyReport, VerifyError> {
    verify_from(Cursor::new(bytes), &Control::unlimited())
}

fn minimax(position: &dyn AnyPosition, max_nodes: u64) -> Option<Solution> {
    let solution =
        upstar_engine::solve(position, &Request::new("minimax"), &limited(max_nodes)).ok()?;
    solution.is_solved().then_some(solution.solution)
}

/// Every example of every game and a few positions after random moves, for both players.
fn positions() -> Vec<Box<dyn AnyPosition>> {
    let mut rng = Rng::new(7);
    let mut found = Vec::new();
    for info in registry::games() {
        for example in info.examples {
            for player in Player::BOTH {
                let Ok(start) = registry::position(info.name, example, Some(player)) else {
                    continue;
                };
                for plies in [1, 2, 3, 5] {
                    let mut position = start.boxed_clone();
                    for _ in 0..plies {
                        let moves = position.moves();
                        if !moves.is_empty() {
                            position = position.play(moves[rng.below(moves.len() as u64) as usize]);
                        }
                    }
                    found.push(position);
                }
                found.push(start);
            }
        }
    }
    found
}

#[test]
fn answers_are_proved_and_verified_for_every_game() {
    let folder = Folder::new("round-trip");
    let mut proved = HashMap::new();
    for position in positions() {
        let Some(truth) = minimax(position.as_ref(), 50_000) else { continue };
        let what = format!("{} {} {:?}", position.game(), position.text(), position.to_move());
        let mover = position.to_move();
        for algorithm in ["alpha-beta", "minimax"] {
            let mut request = Request::new(algorithm);
            request.proof = Some(folder.file());
            let solution = upstar_engine::solve(position.as_ref(), &request, &Control::unlimited())
                .expect(&what);
            let written = solution.proof.expect(&what).expect(&what);
            assert_eq!(written.bytes, fs::metadata(folder.file()).unwrap().len());
            let report = check(&folder.file()).unwrap_or_else(|e| panic!("{what}: {e}"));
            assert_eq!(report.bounds, truth.bounds.seen_by(mover), "{what}");
            assert_eq!(report.decisions, written.decisions, "{what}");
            assert_eq!(report.positions, written.positions, "{what}");
            assert_eq!((report.name.game.as_str(), report.to_move), (position.game(), mover));
        }
        let claims = claims_for(&position.scores(), truth.bounds, None, mover);
        for slots in [1, 16] {
            let written = upstar_engine::write_proof(
                position.as_ref(),
                &claims,
                slots,
                &folder.file(),
                &limited(1_000_000),
            );
            match written {
                Ok(_) => {
                    let report = check(&folder.file()).unwrap_or_else(|e| panic!("{what}: {e}"));
                    assert_eq!(report.bounds, truth.bounds.seen_by(mover), "{what}");
                }
                Err(e) => assert_eq!(e, ProofError::Stopped(Stopped::Nodes), "{what}"),
            }
        }
        // What is not true cannot be written.
        for player in Player::BOTH {
            for &score in &position.scores() {
                let claim = Claim {
                    claimant: player,
                    least: if player == Player::Left { score } else { -score },
                };
                let is_true = truth.bounds.seen_by(player).lo >= claim.least;
                let written = upstar_engine::write_proof(
                    position.as_ref(),
                    &[claim],
                    1 << 12,
                    &folder.file(),
                    &limited(1_000_000),
                );
                match written {
                    Ok(_) => assert!(is_true && check(&folder.file()).is_ok(), "{what} {claim:?}"),
                    Err(ProofError::NotTrue(..)) => assert!(!is_true, "{what} {claim:?}"),
                    Err(e) => assert_eq!(e, ProofError::Stopped(Stopped::Nodes), "{what}"),
                }
            }
        }
        *proved.entry(position.game().to_string()).or_insert(0) += 1;
    }
    for info in registry::games() {
        assert!(proved.get(info.name).is_some_and(|&n| n >= 5), "{}: {proved:?}", info.name);
    }
}

#[test]
fn goals_give_one_claim() {
    let folder = Folder::new("goals");
    for position in positions() {
        let Some(truth) = minimax(position.as_ref(), 20_000) else { continue };
        let truth = truth.bounds.seen_by(position.to_move());
        for goal in [0, 1] {
            let mut request = Request::new("auto");
            request.goal = Some(goal);
            request.proof = Some(folder.file());
            let solution =
                upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).unwrap();
            let written = match solution.proof.unwrap() {
                Ok(written) => written,
                Err(e) => panic!("{} {}: {e}", position.game(), position.text()),
            };
            assert_eq!(written.claims.len(), 1);
            let report = check(&folder.file()).unwrap();
            assert!(report.bounds.lo <= truth.lo && truth.hi <= report.bounds.hi);
            assert!(report.bounds.lo >= goal || report.bounds.hi < goal);
        }
    }
}

/// A certificate's parts, and a certificate made of parts.
fn parts(bytes: &[u8]) -> (Header, Vec<Decision>) {
    let mut certificate = Certificate::open(Cursor::new(bytes)).unwrap();
    let (header, mut read) = certificate.parts();
    let header = header.clone();
    let mut decisions = Vec::new();
    while let Some(decision) = read.next_decision().unwrap() {
        decisions.push(decision);
    }
    (header, decisions)
}

fn whole(header: &Header, decisions: &[Decision]) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), header).unwrap();
    decisions.iter().for_each(|&d| encoder.add(d).unwrap());
    encoder.finish().unwrap()
}

/// The certificate of a position of Domineering with Left to move.
fn certificate(text: &str) -> Vec<u8> {
    let folder = Folder::new(&text.replace(['/', '.', '#'], "_"));
    let position = registry::position("domineering", text, None).unwrap();
    let mut request = Request::new("auto");
    request.proof = Some(folder.file());
    upstar_engine::solve(position.as_ref(), &request, &Control::unlimited())
        .unwrap()
        .proof
        .unwrap()
        .unwrap();
    fs::read(folder.file()).unwrap()
}

fn is_wrong(result: &Result<VerifyReport, VerifyError>) -> bool {
    matches!(result, Err(VerifyError::Wrong { .. }))
}

#[test]
fn every_changed_byte_cut_and_addition_is_rejected() {
    let good = certificate("3x3");
    assert!(check_bytes(&good).is_ok());
    for at in 0..good.len() {
        let cut = check_bytes(&good[..at]);
        assert!(matches!(cut, Err(VerifyError::NotACertificate(_))), "cut at {at}");
        for bit in 0..8 {
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            assert!(check_bytes(&bad).is_err(), "byte {at}, bit {bit}");
        }
    }
    for tail in [&b"x"[..], b"\n", &good] {
        assert!(check_bytes(&[&good, tail].concat()).is_err());
    }
    assert!(check_bytes(b"").is_err());
    assert!(check_bytes(b"a picture of a cat").is_err());
}

#[test]
fn a_losing_move_is_wrong_and_the_line_is_told() {
    let text = "4x4";
    let (header, decisions) = parts(&certificate(text));
    let root = registry::position("domineering", text, None).unwrap();
    let mut losing = 0;
    for (index, mv) in root.moves().into_iter().enumerate() {
        let child = root.play(mv);
        if minimax(child.as_ref(), u64::MAX).unwrap().bounds.lo == 1 {
            continue;
        }
        losing += 1;
        let mut forged = decisions.clone();
        forged[0] = Decision::Choice(index as u64);
        match check_bytes(&whole(&header, &forged)) {
            Err(VerifyError::Wrong { line, .. }) => assert_eq!(line[0], root.move_text(mv)),
            other => panic!("{other:?}"),
        }
    }
    assert!(losing > 0);
    let mut beyond = decisions.clone();
    beyond[0] = Decision::Choice(1000);
    let reason = check_bytes(&whole(&header, &beyond)).unwrap_err().to_string();
    assert_eq!(reason, "wrong: at the root: move number 1000 of 12 does not exist");
}

#[test]
fn forged_decisions_are_wrong_though_the_checksum_is_right() {
    let (header, decisions) = parts(&certificate("4x4"));
    // Something known too early, a reply left out, a move chosen for the opponent.
    let early = [&[Decision::Known], &decisions[..]].concat();
    assert!(is_wrong(&check_bytes(&whole(&header, &early))));
    assert!(is_wrong(&check_bytes(&whole(&header, &[Decision::Known]))));
    assert!(is_wrong(&check_bytes(&whole(&header, &decisions[..decisions.len() - 1]))));
    assert!(is_wrong(&check_bytes(&whole(&header, &[]))));
    let mut chosen = decisions.clone();
    assert_eq!(chosen[1], Decision::Choice(0));
    chosen[1] = Decision::Choice(1);
    assert!(is_wrong(&check_bytes(&whole(&header, &chosen))));
    // More than is needed.
    let more = [&decisions[..], &[Decision::Known]].concat();
    assert!(check_bytes(&whole(&header, &more)).is_err());
    // The wrong winner.
    let mut flipped = header.clone();
    flipped.claims[0].claimant = flipped.claims[0].claimant.other();
    assert!(is_wrong(&check_bytes(&whole(&flipped, &decisions))));
}

#[test]
fn no_stream_of_decisions_proves_what_is_false() {
    let (mut header, decisions) = parts(&certificate("3x3"));
    header.claims[0].claimant = header.claims[0].claimant.other();
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let length = rng.below(2 * decisions.len() as u64 + 1);
        let random: Vec<Decision> = (0..length)
            .map(|_| match rng.below(4) {
                0 => Decision::Known,
                1 => Decision::Choice(rng.below(4)),
                _ => Decision::Choice(0),
            })
            .collect();
        assert!(check_bytes(&whole(&header, &random)).is_err());
    }
}

#[test]
fn a_header_of_something_else_is_rejected_unless_it_is_true() {
    let good = certificate("3x4");
    let (header, decisions) = parts(&good);
    for text in ["4x3", "3x3", "2x2", "#.../..../....", "4x4", "1x5"] {
        for to_move in Player::BOTH {
            let mut swapped = header.clone();
            swapped.name.position = text.into();
            swapped.to_move = to_move;
            let position = registry::position("domineering", text, Some(to_move)).unwrap();
            let truth = minimax(position.as_ref(), u64::MAX).unwrap().bounds;
            let claim = swapped.claims[0];
            if check_bytes(&whole(&swapped, &decisions)).is_ok() {
                assert!(truth.seen_by(claim.claimant).lo >= claim.least, "{text} {to_move:?}");
            }
        }
    }
    let refused = |change: &dyn Fn(&mut Header)| {
        let mut header = header.clone();
        change(&mut header);
        match check_bytes(&whole(&header, &decisions)) {
            Err(VerifyError::NotACertificate(reason)) => reason,
            other => panic!("{other:?}"),
        }
    };
    assert!(refused(&|h| h.name.game = "dominering".into()).contains("did you mean"));
    assert!(refused(&|h| h.name.position = "3y4".into()).contains("bad position"));
    assert!(refused(&|h| h.name.labels.swap(0, 1)).contains("players are called"));
    assert!(refused(&|h| h.claims[0].least = 2).contains("not a score"));
    assert!(refused(&|h| h.slots = 3).contains("power of two"));
    assert!(refused(&|h| h.slots = 1 << 40).contains("power of two"));
    assert!(refused(&|h| h.claims.clear()).contains("expected 'claim: …'"));
}

#[test]
fn writing_that_ends_early_leaves_nothing() {
    let folder = Folder::new("early");
    let (header, decisions) = parts(&certificate("3x3"));
    let begun = || {
        let mut encoder =
            Encoder::new(AtomicFile::create(&folder.file()).unwrap(), &header).unwrap();
        decisions.iter().for_each(|&d| encoder.add(d).unwrap());
        encoder
    };
    drop(begun());
    assert!(folder.is_empty());
    // The footer is there, but the file has not got its name.
    drop(begun().finish().unwrap());
    assert!(folder.is_empty());
    // Killed: nobody cleans up.
    std::mem::forget(begun());
    let part = folder.0.join("a.proof.part");
    assert!(part.exists() && !folder.file().exists());
    assert!(matches!(check(&part), Err(VerifyError::NotACertificate(_))));
    // The next one does not mind.
    begun().finish().unwrap().commit().unwrap();
    assert!(check(&folder.file()).is_ok() && !part.exists());
}

#[test]
fn limits_and_stopping_are_respected() {
    let folder = Folder::new("limits");
    let position = registry::position("domineering", "6x6", None).unwrap();
    let claim = Claim { claimant: Player::Left, least: 1 };
    let write = |control: &Control| {
        upstar_engine::write_proof(position.as_ref(), &[claim], 1 << 12, &folder.file(), control)
    };
    let stopped = Control::unlimited();
    stopped.stop();
    assert_eq!(write(&stopped), Err(ProofError::Stopped(Stopped::Asked)));
    assert_eq!(write(&limited(1000)), Err(ProofError::Stopped(Stopped::Nodes)));
    let hurried = Control::new(Limits { max_seconds: 0.0, ..Limits::default() });
    assert_eq!(write(&hurried), Err(ProofError::Stopped(Stopped::Seconds)));
    assert!(folder.is_empty());

    write(&Control::unlimited()).unwrap();
    for control in [&stopped, &hurried, &limited(1000)] {
        assert!(matches!(verify(&folder.file(), control), Err(VerifyError::Stopped(_))));
    }
    let small = Control::new(Limits { max_bytes: 1 << 14, ..Limits::default() });
    let reason = verify(&folder.file(), &small).unwrap_err().to_string();
    assert!(reason.contains("4096 slots"), "{reason}");
    assert!(check(&folder.file()).is_ok());
}

#[test]
fn a_solve_without_an_answer_writes_no_file_and_a_bad_place_is_told_at_once() {
    let folder = Folder::new("unsolved");
    let position = registry::position("domineering", "6x6", None).unwrap();
    let mut request = Request::new("alpha-beta");
    request.proof = Some(folder.file());
    let solution = upstar_engine::solve(position.as_ref(), &request, &limited(100)).unwrap();
    assert!(!solution.is_solved() && solution.proof.is_none() && folder.is_empty());
    request.proof = Some(folder.0.join("no/such/folder/a.proof"));
    let reason = upstar_engine::solve(position.as_ref(), &request, &Control::unlimited())
        .unwrap_err()
        .to_string();
    assert!(reason.starts_with("cannot write"), "{reason}");
    request.proof = Some(folder.0.clone());
    assert!(upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).is_err());
}

/// A certificate of Hex must write out everything that static bounds prove.
#[test]
fn auto_has_short_certificates_of_hex() {
    let folder = Folder::new("plain");
    let position = registry::position("hex", "4x4", None).unwrap();
    let positions = ["auto", "alpha-beta"].map(|algorithm| {
        let mut request = Request::new(algorithm);
        request.proof = Some(folder.file());
        let solution =
            upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).unwrap();
        assert_eq!(solution.note.contains("without bounds"), algorithm == "auto");
        check(&folder.file()).unwrap();
        solution.proof.unwrap().unwrap().positions
    });
    assert!(positions[0] * 2 < positions[1], "{positions:?}");
}
