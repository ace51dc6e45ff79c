//! The worked examples of CONTRIBUTING.md do what it says.

#[path = "../examples/negamax.rs"]
mod negamax;
#[path = "../examples/take_away.rs"]
mod take_away;

#[test]
fn a_game_of_one_file_is_solved_by_every_algorithm() {
    take_away::main();
}

#[test]
fn an_algorithm_of_one_file_agrees_with_minimax() {
    negamax::main();
}
