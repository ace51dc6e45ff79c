//! Searches by several threads, and searches that go on from a checkpoint, find what the
//! undisturbed one finds.

use std::{fs, path::PathBuf};

use upstar_core::{Control, Error, Limits, Parameters, Player};
use upstar_engine::{Solved, registry};
use upstar_search::Request;

fn solve(game: &str, text: &str, request: &Request, limits: Limits) -> Result<Solved, Error> {
    let position = registry::position(game, text, Some(Player::Left)).unwrap();
    upstar_engine::solve(position.as_ref(), request, &Control::new(limits))
}

fn by(algorithm: &str) -> Request {
    Request::new(algorithm)
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("upstar-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

const BOARDS: [(&str, &str); 6] = [
    ("domineering", "4x5"),
    ("nogo", "3x3"),
    ("connect-four", "4x4"),
    ("mnk", "3x3:3"),
    ("y", "4"),
    ("seki", "2,2,1"),
];

/// Boards that `auto` searches on sums, by several threads.
const SUMS: [(&str, &str); 4] =
    [("clobber", "4x4"), ("snort", "4x4"), ("cram", "4x4"), ("nogo", "...#.../...#.../.x.#...")];

/// What several threads can do.
const PARALLEL: [&str; 3] = ["alpha-beta", "df-pn", "df-pp"];

#[test]
fn a_hundred_parallel_runs_give_the_same_outcome() {
    let jobs = BOARDS.iter().flat_map(|board| PARALLEL.map(|algorithm| (algorithm, board)));
    let on_sums = SUMS.iter().map(|board| ("auto", board));
    for (algorithm, &(game, text)) in jobs.chain(on_sums) {
        let alone = solve(game, text, &by(algorithm), Limits::default()).unwrap();
        assert!(alone.solved);
        for run in 0..100 {
            let request = Request { threads: 2 + run % 3, ..by(algorithm) };
            // Every other run with a table that is always full. What a game remembers itself counts
            // too: the pasts of a seki need more than its table, and more with more threads.
            let little = match (algorithm, game) {
                ("auto", _) => 1 << 23,
                (_, "seki") => 1 << 16,
                _ => 1 << 12,
            };
            let max_bytes = if run % 2 == 0 { Limits::default().max_bytes } else { little };
            let limits = Limits { max_bytes, ..Limits::default() };
            let together = solve(game, text, &request, limits).unwrap();
            assert!(together.solved && together.stopped.is_none());
            assert_eq!(together.bounds, alone.bounds, "{algorithm} {game} {text}, run {run}");
            // The line is a proof's main line: its end must have the value.
            let mut position = registry::position(game, text, Some(Player::Left)).unwrap();
            for &mv in &together.line {
                position = position.play(mv);
            }
            assert_eq!(
                position.result(),
                Some(alone.bounds.lo),
                "{algorithm} {game} {text}, run {run}"
            );
        }
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    for algorithm in PARALLEL {
        let request = Request { threads: 3, ..by(algorithm) };
        let limits = Limits { max_nodes: 50_000, ..Limits::default() };
        let stopped = solve("domineering", "8x8", &request, limits).unwrap();
        assert!(!stopped.solved);
        assert_eq!(stopped.stopped.map(|s| s.name()), Some("nodes"));
        // Each thread finishes the expansion that it is at.
        assert!((50_000..51_000).contains(&stopped.stats.nodes), "{}", stopped.stats.nodes);
    }
}

#[test]
fn a_stopped_search_goes_on_from_its_checkpoint() {
    let jobs = [
        ("alpha-beta", "connect-four", "4x5", 1),
        ("alpha-beta", "domineering", "7x7", 2),
        ("df-pn", "connect-four", "4x4", 1),
        ("df-pp", "nogo", "1x12", 1),
        ("df-pn", "nogo", "3x4", 3),
        ("auto", "clobber", "4x4", 1),
        ("auto", "clobber", "4x5", 2),
        ("auto", "clobber", "xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxo", 1),
        ("auto", "col", "4x5", 1),
    ];
    for (algorithm, game, text, threads) in jobs {
        let whole = solve(game, text, &by(algorithm), Limits::default()).unwrap();
        let directory = folder(&format!("resume-{algorithm}-{game}-{threads}-{}", text.len()));
        let request = Request {
            threads,
            checkpoint: Some(directory.clone()),
            checkpoint_every: 0.0,
            ..by(algorithm)
        };
        let pieces = Limits { max_nodes: whole.stats.nodes / 5 + 50, ..Limits::default() };
        let mut runs = 1;
        let mut last = solve(game, text, &request, pieces).unwrap();
        assert!(!last.solved, "{algorithm} {game}: the first piece was enough");
        while !last.solved {
            last = solve(game, text, &request, pieces).unwrap();
            let before = last.details.iter().find(|(name, _)| *name == "nodes_before");
            assert!(before.is_some(), "it went on from something");
            runs += 1;
            assert!(runs < 50, "{algorithm} {game}: it gets nowhere");
        }
        assert_eq!(last.bounds, whole.bounds, "{algorithm} {game} {text}");
        // The move is right too: what it leads to has the value.
        let position = registry::position(game, text, Some(Player::Left)).unwrap();
        let after = position.play(last.best_move.unwrap());
        let judge = if algorithm == "auto" { "auto" } else { "alpha-beta" };
        let value =
            upstar_engine::solve(after.as_ref(), &by(judge), &Control::unlimited()).unwrap();
        assert_eq!(value.bounds, whole.bounds, "{algorithm} {game} {text}");
        // And once more, from the solved table.
        let again = solve(game, text, &request, Limits::default()).unwrap();
        assert_eq!(again.bounds, whole.bounds);
        fs::remove_dir_all(directory).unwrap();
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused_with_the_reason() {
    let directory = folder("refuse");
    let request =
        Request { checkpoint: Some(directory.clone()), checkpoint_every: 0.0, ..by("alpha-beta") };
    let limits = Limits { max_nodes: 2000, ..Limits::default() };
    solve("domineering", "5x6", &request, limits).unwrap();
    let file = directory.join("table.upstar");
    let good = fs::read(&file).unwrap();
    let refusal = |request: &Request, text: &str| {
        solve("domineering", text, request, limits).unwrap_err().to_string()
    };

    assert!(refusal(&request, "6x5").contains("its position is"));
    let other = Parameters::new([("symmetry".to_string(), "false".to_string())]);
    let unlike = Request { parameters: other, ..request.clone() };
    assert!(refusal(&unlike, "5x6").contains("its parameters is"));
    assert!(refusal(&Request { goal: Some(1), ..request.clone() }, "5x6").contains("its goal is"));
    let df_pn = Request { algorithm: "df-pn".into(), ..request.clone() };
    assert!(refusal(&df_pn, "5x6").contains("its algorithm is"));
    let right = registry::position("domineering", "5x6", Some(Player::Right)).unwrap();
    let error = upstar_engine::solve(right.as_ref(), &request, &Control::new(limits))
        .unwrap_err()
        .to_string();
    assert!(error.contains("its to_move is"));

    for (bytes, reason) in [
        (good[..good.len() - 1].to_vec(), "checksum"),
        (good[..good.len() / 2].to_vec(), "checksum"),
        (good[..4].to_vec(), "cut short"),
        (b"something else entirely".to_vec(), "not a checkpoint"),
    ] {
        fs::write(&file, &bytes).unwrap();
        let error = refusal(&request, "5x6");
        assert!(error.contains(reason) && error.contains("table.upstar"), "{error}");
        assert_eq!(fs::read(&file).unwrap(), bytes, "it is not overwritten");
    }
    for at in (0..good.len()).step_by(97) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        fs::write(&file, &bad).unwrap();
        refusal(&request, "5x6");
    }
    fs::write(&file, &good).unwrap();
    assert!(solve("domineering", "5x6", &request, Limits::default()).unwrap().solved);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_cannot_be_saved_says_so() {
    let request = |algorithm| Request { checkpoint: Some(folder("never")), ..by(algorithm) };
    let no_table = solve("nogo", "3x3", &request("pns"), Limits::default()).unwrap_err();
    assert!(no_table.to_string().contains("alpha-beta, df-pn"), "{no_table}");
    let no_names = solve("seki", "1,1,1", &request("alpha-beta"), Limits::default()).unwrap_err();
    assert!(no_names.to_string().contains("have no checkpoints"), "{no_names}");
}
