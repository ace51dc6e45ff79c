//! What the values of a position's parts imply for the position.

use std::{ops::ControlFlow, sync::Arc};

use upstar_core::{Bounds, Error, Move, Partisan, Planes, Player, Rng, Score, Status};

use super::{
    config::{Simplify, ValueGameConfig},
    lookup::PartLookup,
    sum_key::SumKeys,
};
use crate::{
    database::DatabaseRef,
    parts::{Admission, OutcomeEffort, PartValue, ValueSum},
    values::{Dyadic, Nus},
};

/// A position without its type: its packed form and the player to move.
pub type Packed = (Planes, Player);

/// A game and the known values of its parts, without the game's type. A call handles a whole position, a list
/// of moves or a playout, never a single step of an inner loop.
pub trait ValueOracle: Send + Sync {
    /// The winner, if the values of the parts decide it.
    fn winner(&self, at: Packed) -> Option<Player>;
    /// The moves, or the score. If `simplified`, only the moves that affect the outcome.
    fn expand(&self, at: Packed, simplified: bool, moves: &mut Vec<Move>) -> Option<Score>;
    /// The same, but moves that are proved to be no better than others may be omitted.
    fn candidates(&self, at: Packed, simplified: bool, moves: &mut Vec<Move>) -> Option<Score>;
    /// The number of moves, or the score.
    fn status(&self, at: Packed, simplified: bool, scratch: &mut Vec<Move>) -> Status;
    /// The position after a legal move.
    fn play(&self, at: Packed, mv: Move) -> Packed;
    /// The position without the parts that do not affect the outcome.
    fn simplify(&self, at: Packed) -> Packed;
    /// An exact key of the sum of the parts.
    fn sum_key(&self, at: Packed) -> Planes;
    /// The game's own key of the position.
    fn key(&self, at: Packed) -> Planes;
    /// The game's static bounds, and an evaluation.
    fn bounds_and_evaluation(&self, at: Packed) -> (Bounds, i32);
    /// The game's priorities of moves; false if it has none.
    fn move_priorities(&self, at: Packed, moves: &[Move], weights: &mut Vec<i32>) -> bool;
    /// An evaluation.
    fn evaluate(&self, at: Packed) -> i32;
    /// A random move, or the score.
    fn random_move(
        &self,
        at: Packed,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score>;
    /// The score at the end of a playout.
    fn random_end(&self, at: Packed, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score;
    /// Heap bytes in use.
    fn heap_bytes(&self) -> usize;
    /// Has the game failed?
    fn has_failed(&self) -> bool;
}

/// With `simplify=always`, playouts are simplified after this many moves.
const SIMPLIFY_EVERY: u32 = 4;

/// The excess of a position that has no part that is too large, but whose winner is not known. A playout
/// tries again after two moves.
const NOT_KNOWN: u32 = 3;

/// The oracle of one game.
pub struct PartOracle<G: Partisan> {
    game: Arc<G>,
    config: ValueGameConfig,
    lookup: PartLookup<G>,
    keys: SumKeys<G::Key>,
}

impl<G: Partisan> PartOracle<G> {
    /// An oracle without values, except for those of a database.
    ///
    /// # Errors
    /// If the database is damaged, or there is none for the game.
    pub fn new(game: &Arc<G>, name: &str, config: ValueGameConfig) -> Result<PartOracle<G>, Error> {
        let effort = match config.atomic {
            true => OutcomeEffort::AtomicWeights,
            false => OutcomeEffort::Stops,
        };
        let mut lookup = PartLookup::<G>::new(effort);
        if let Some(directory) = &config.database {
            let reference = DatabaseRef { directory: directory.clone(), game: name.into() };
            lookup.open(game, &reference)?;
        }
        Ok(PartOracle { game: Arc::clone(game), config, lookup, keys: SumKeys::default() })
    }

    fn unpack(&self, (planes, mover): Packed) -> G::Position {
        self.game.unpack(planes, mover)
    }

    /// The position, simplified if `simplified` is true.
    fn reduced(&self, at: Packed, simplified: bool) -> G::Position {
        let position = self.unpack(at);
        if simplified {
            self.simplified(&position, Admission::Always).unwrap_or(position)
        } else {
            position
        }
    }

    #[inline]
    fn value(&self, part: &G::Position, admission: Admission) -> PartValue {
        if self.game.size(part) > self.max_cells() {
            return PartValue::Unknown;
        }
        let value = self.lookup.value(&self.game, part, self.config.part_cells, admission);
        match value {
            PartValue::Closed(Nus { number: Dyadic::ZERO, .. }) => value,
            _ if self.config.up_star => PartValue::Unknown,
            _ => value,
        }
    }

    /// The size of the largest part that may have a value.
    #[inline]
    fn max_cells(&self) -> u32 {
        self.config.part_cells.max(self.lookup.max_cells())
    }

    /// The winner, if the values of all parts are known and their sum decides it. If a part is too large,
    /// nothing is looked up. `parts` is a list to reuse.
    ///
    /// # Errors
    /// By how many cells a part is too large; [`NOT_KNOWN`] if none is.
    fn known_winner(
        &self,
        position: &G::Position,
        parts: &mut Vec<G::Position>,
        admission: Admission,
    ) -> Result<Player, u32> {
        let max_cells = match admission {
            Admission::Always => self.max_cells(),
            Admission::SecondTime => self.config.part_cells,
        };
        let mut excess = 0;
        parts.clear();
        self.game.split(position, &mut |part| {
            excess = self.game.size(&part).saturating_sub(max_cells);
            if excess > 0 {
                return ControlFlow::Break(());
            }
            if parts.is_empty() {
                parts.reserve(16);
            }
            parts.push(part);
            ControlFlow::Continue(())
        });
        if excess > 0 || parts.len() < self.config.min_parts as usize {
            return Err(if excess > 0 { excess } else { NOT_KNOWN });
        }
        let mut sum = ValueSum::EMPTY;
        if !parts.iter().all(|part| sum.add(self.value(part, admission))) {
            return Err(NOT_KNOWN);
        }
        let mover = self.game.to_move(position);
        self.lookup.winners(&sum, admission).winner(mover).ok_or(NOT_KNOWN)
    }

    /// The position without parts that have value 0 or cancel each other; `None` if there are no such parts,
    /// or the game cannot remove parts.
    fn simplified(&self, position: &G::Position, admission: Admission) -> Option<G::Position> {
        let mut parts: Vec<(G::Position, PartValue)> = Vec::new();
        self.game.split(position, &mut |part| {
            let value = self.value(&part, admission);
            parts.push((part, value));
            ControlFlow::Continue(())
        });
        if parts.len() < self.config.min_parts as usize {
            return None;
        }
        let mut rest: Option<G::Position> = None;
        let mut kept: Vec<usize> = Vec::new();
        for i in 0..parts.len() {
            let value = parts[i].1;
            let opposite = kept.iter().position(|&other| parts[other].1.cancels(value));
            match opposite {
                _ if value.is_zero() => rest = Some(self.without(position, rest, &parts[i].0)?),
                None => kept.push(i),
                Some(at) => {
                    let other = kept.swap_remove(at);
                    for gone in [i, other] {
                        rest = Some(self.without(position, rest, &parts[gone].0)?);
                    }
                }
            }
        }
        rest
    }

    fn without(
        &self,
        whole: &G::Position,
        rest: Option<G::Position>,
        part: &G::Position,
    ) -> Option<G::Position> {
        self.game.without(rest.as_ref().unwrap_or(whole), part)
    }
}

impl<G: Partisan> ValueOracle for PartOracle<G> {
    fn winner(&self, at: Packed) -> Option<Player> {
        self.known_winner(&self.unpack(at), &mut Vec::new(), Admission::Always).ok()
    }

    fn expand(&self, at: Packed, simplified: bool, moves: &mut Vec<Move>) -> Option<Score> {
        self.game.expand(&self.reduced(at, simplified), moves)
    }

    fn candidates(&self, at: Packed, simplified: bool, moves: &mut Vec<Move>) -> Option<Score> {
        self.game.candidates(&self.reduced(at, simplified), moves)
    }

    fn status(&self, at: Packed, simplified: bool, scratch: &mut Vec<Move>) -> Status {
        self.game.status(&self.reduced(at, simplified), scratch)
    }

    fn play(&self, at: Packed, mv: Move) -> Packed {
        let mut position = self.unpack(at);
        self.game.play(&mut position, mv);
        (self.game.pack(&position), self.game.to_move(&position))
    }

    fn simplify(&self, at: Packed) -> Packed {
        match self.simplified(&self.unpack(at), Admission::Always) {
            Some(position) => (self.game.pack(&position), at.1),
            None => at,
        }
    }

    fn sum_key(&self, at: Packed) -> Planes {
        let position = self.unpack(at);
        let (mut sum, mut unknown) = (ValueSum::EMPTY, Vec::new());
        self.game.split(&position, &mut |part| {
            if !sum.add(self.value(&part, Admission::Always)) {
                let negative = self.game.negative(&part);
                let negative = negative.map(|negative| self.game.part_key(&negative));
                unknown.push((self.game.part_key(&part), negative));
            }
            ControlFlow::Continue(())
        });
        self.keys.key(&sum, &unknown)
    }

    fn key(&self, at: Packed) -> Planes {
        use upstar_core::Wide;
        self.game.key(&self.unpack(at)).widen()
    }

    fn bounds_and_evaluation(&self, at: Packed) -> (Bounds, i32) {
        let (bounds, evaluation) = self.game.bounds_and_evaluation(&self.unpack(at));
        (bounds, if self.config.ordering { self.evaluate(at) } else { evaluation })
    }

    /// The game's priorities are not used if values order moves.
    fn move_priorities(&self, at: Packed, moves: &[Move], weights: &mut Vec<i32>) -> bool {
        !self.config.ordering && self.game.move_priorities(&self.unpack(at), moves, weights)
    }

    /// The evaluation in quarters of a move: the means of the parts' values, the game's evaluation of parts
    /// without a value, and half the highest temperature for the player to move.
    fn evaluate(&self, at: Packed) -> i32 {
        let position = self.unpack(at);
        if !self.config.ordering {
            return self.game.evaluate(&position);
        }
        let (mut sum, mut temperature) = (0_i32, 0);
        self.game.split(&position, &mut |part| {
            match self.value(&part, Admission::Always) {
                PartValue::Unknown => {
                    sum = sum.saturating_add(self.game.evaluate(&part).saturating_mul(4));
                }
                value => {
                    let part = self.lookup.evaluation(value);
                    sum = sum.saturating_add(part.mean);
                    temperature = temperature.max(part.temperature);
                }
            }
            ControlFlow::Continue(())
        });
        let half = temperature / 2;
        sum.saturating_add(if at.1 == Player::Left { half } else { -half })
    }

    fn random_move(
        &self,
        at: Packed,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        self.game.random_move(&self.unpack(at), rng, scratch)
    }

    /// If a part is too large by n cells, the playout tries again after about n / 3 moves, because a move
    /// takes few cells. A later attempt costs nothing but time. At the start of the playout all values are
    /// computed. Later on, only the values of parts and sums that occur again are computed, for parts of at
    /// most `part_cells` cells even with a database: sums of larger parts hardly ever occur twice.
    fn random_end(&self, at: Packed, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score {
        let ValueGameConfig { solved, simplify, .. } = self.config;
        let mut position = self.reduced(at, simplify != Simplify::Never);
        if !solved && simplify != Simplify::Always {
            return self.game.random_end(&position, rng, scratch);
        }
        let mut parts = Vec::new();
        let (mut admission, mut simplify_in) = (Admission::Always, SIMPLIFY_EVERY);
        loop {
            let mut plies = simplify_in;
            if solved {
                match self.known_winner(&position, &mut parts, admission) {
                    Ok(winner) => return winner.win(),
                    Err(excess) => plies = 1 + excess / 3,
                }
            }
            admission = Admission::SecondTime;
            if simplify == Simplify::Always {
                plies = plies.min(simplify_in);
                simplify_in -= plies;
            }
            for _ in 0..plies {
                match self.game.random_move(&position, rng, scratch) {
                    Ok(mv) => self.game.play(&mut position, mv),
                    Err(score) => return score,
                }
            }
            if simplify_in == 0 {
                simplify_in = SIMPLIFY_EVERY;
                if let Some(simplified) = self.simplified(&position, admission) {
                    position = simplified;
                }
            }
        }
    }

    fn heap_bytes(&self) -> usize {
        self.lookup.bytes() + self.keys.bytes() + self.game.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.game.has_failed()
    }
}
