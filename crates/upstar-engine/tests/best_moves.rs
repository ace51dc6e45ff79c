//! The moves that alpha-beta gives keep the value that it proves, whatever its table knows or has
//! forgotten. A value can be known where no move is: from the game's bounds, or from the record
//! of a symmetric position whose children were overwritten.

use upstar_core::{Control, Limits, Parameters, Player, Rng};
use upstar_engine::registry;
use upstar_search::Request;

fn request(parameters: &[(&str, &str)]) -> Request {
    let given = parameters.iter().map(|&(name, value)| (name.into(), value.into()));
    Request { parameters: Parameters::new(given), ..Request::new("alpha-beta") }
}

#[test]
fn every_move_of_the_line_keeps_the_value() {
    let mut rng = Rng::new(11);
    let truth = Request::new("minimax");
    for info in registry::games() {
        for example in info.examples {
            for player in Player::BOTH {
                let Ok(mut root) = registry::position(info.name, example, Some(player)) else {
                    continue;
                };
                for _ in 0..4 {
                    let control = Control::new(Limits { max_nodes: 20_000, ..Limits::default() });
                    let value = upstar_engine::solve(root.as_ref(), &truth, &control).unwrap();
                    for deepening in ["true", "false"].into_iter().filter(|_| value.is_solved()) {
                        let request = request(&[("deepening", deepening)]);
                        let solution =
                            upstar_engine::solve(root.as_ref(), &request, &Control::unlimited())
                                .unwrap();
                        assert_eq!(solution.best_move, solution.line.first().copied());
                        let mut position = root.boxed_clone();
                        for mv in solution.solution.line {
                            position = position.play(mv);
                            let after = upstar_engine::solve(
                                position.as_ref(),
                                &truth,
                                &Control::unlimited(),
                            )
                            .unwrap();
                            let what = format!("{} {}", info.name, position.text());
                            assert_eq!(after.bounds, value.bounds, "{what}");
                        }
                        assert_eq!(position.result(), Some(value.bounds.lo));
                    }
                    let moves = root.moves();
                    if !moves.is_empty() {
                        root = root.play(moves[rng.below(moves.len() as u64) as usize]);
                    }
                }
            }
        }
    }
}

#[test]
fn a_search_that_forgets_still_finds_moves() {
    let path = std::env::temp_dir().join(format!("upstar-{}-forgets.proof", std::process::id()));
    for text in ["4x5", "5x4", "5x5", "5x6"] {
        let position = registry::position("domineering", text, None).unwrap();
        for bounds in ["true", "false"] {
            for deepening in ["true", "false"] {
                let mut request = request(&[("deepening", deepening), ("bounds", bounds)]);
                request.proof = Some(path.clone());
                let limits =
                    Limits { max_bytes: 1 << 16, max_nodes: 3_000_000, ..Limits::default() };
                let solution =
                    upstar_engine::solve(position.as_ref(), &request, &Control::new(limits))
                        .unwrap();
                // The writer asks for a move at thousands of positions.
                let Some(Err(e)) = solution.proof else { continue };
                let is_limit = matches!(e, upstar_proof::ProofError::Stopped(_));
                assert!(is_limit, "{text}, bounds={bounds}, deepening={deepening}: {e}");
            }
        }
    }
    let _ = std::fs::remove_file(path);
}
