//! Plain minimax that stores every position: the reference for all other searches.
//!
//! **Idea** value(p) = the best of the children's values for the player to move.
//!
//! **Guarantee** Exact, if there is enough memory. It shares no code with the other searches. It has no
//! window, no move ordering, no bounds and no symmetry, and it uses the standard library's hash map.
//!
//! **Reference** Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels*, 1913.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
};

use upstar_core::{Bounds, Control, Error, Key, Meter, Move, Player, Score, SearchGame};

use crate::{AlgorithmInfo, Answer, Request, Solution, Solver, answers, full_bounds};

/// Plain minimax.
pub struct Minimax;

impl Solver for Minimax {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "minimax",
        summary: "plain minimax that stores every position; the baseline for small boards",
        reference: "Zermelo 1913",
        parameters: &[],
        keeps_tree: false,
        saves_table: false,
    };

    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let mut search = MinimaxSearch {
            game,
            meter: Meter::new(control),
            values: HashMap::new(),
            moves: Vec::new(),
        };
        search.meter.nodes = 1;
        let value = search.value(position);
        let bounds = value.map_or_else(|| full_bounds(game), |(v, _)| Bounds::exactly(v));
        let mut solution = Solution::new(bounds, &search.meter);
        solution.best_move = value.and_then(|(_, mv)| mv);
        solution.solved = answers(bounds.seen_by(game.to_move(position)), request.goal);
        Ok(solution.into())
    }
}

#[derive(PartialEq, Eq)]
struct MapKey<K>(K, Player);

impl<K: Key> Hash for MapKey<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.hash64(), self.1).hash(state);
    }
}

struct MinimaxSearch<'a, G: SearchGame> {
    game: &'a G,
    meter: Meter<'a>,
    values: HashMap<MapKey<G::Key>, Score>,
    moves: Vec<Move>,
}

impl<G: SearchGame> MinimaxSearch<'_, G> {
    /// The value from Left's point of view, and a move that reaches it; none if stopped.
    fn value(&mut self, position: &G::Position) -> Option<(Score, Option<Move>)> {
        let first = self.moves.len();
        if let Some(score) = self.game.expand(position, &mut self.moves) {
            return Some((score, None));
        }
        let last = self.moves.len();
        self.meter.expansions += 1;
        let bytes = self.values.capacity() * (size_of::<(MapKey<G::Key>, Score)>() + 1);
        if self.meter.count((last - first) as u64, self.game, || bytes) {
            return None;
        }
        if bytes * 2 > self.meter.max_bytes() {
            self.meter.out_of_memory();
            return None;
        }
        let mover = self.game.to_move(position);
        let mut best: Option<(Score, Move)> = None;
        for i in first..last {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let key = MapKey(self.game.key(&child), self.game.to_move(&child));
            let value = match self.values.get(&key) {
                Some(&value) => value,
                None => {
                    let (value, _) = self.value(&child)?;
                    self.values.insert(key, value);
                    value
                }
            };
            let better = best.is_none_or(|(b, _)| match mover {
                Player::Left => value > b,
                Player::Right => value < b,
            });
            if better {
                best = Some((value, mv));
            }
        }
        self.moves.truncate(first);
        best.map(|(value, mv)| (value, Some(mv)))
    }
}
