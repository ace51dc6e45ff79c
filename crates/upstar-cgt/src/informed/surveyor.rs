//! One game with its book: what the parts of a position say of the whole.

use std::{ops::ControlFlow, sync::Arc};

use upstar_core::{Bounds, Error, Move, Partisan, Planes, Player, Rng, Score, Status};

use super::{
    book::{Book, Effort},
    names::Names,
    options::{Options, Simplify},
    tally::{Tally, Worth},
};

/// A position without its type: what the game packs, and who moves.
pub type Packed = (Planes, Player);

/// A game and what is known of its values, without their types. Whole positions, lists and
/// playouts go through it, never a single step of a loop.
pub trait Survey: Send + Sync {
    /// The winner, if the parts' values tell.
    fn winner(&self, at: Packed) -> Option<Player>;
    /// The moves, or the score; `simplified`: only those that matter.
    fn expand(&self, at: Packed, simplified: bool, moves: &mut Vec<Move>) -> Option<Score>;
    /// The same, where moves that are surely no better than others may be left out.
    fn candidates(&self, at: Packed, simplified: bool, moves: &mut Vec<Move>) -> Option<Score>;
    /// How many moves there are, or the score.
    fn status(&self, at: Packed, simplified: bool, scratch: &mut Vec<Move>) -> Status;
    /// What a legal move leaves.
    fn play(&self, at: Packed, mv: Move) -> Packed;
    /// The position without parts that do not matter.
    fn simplify(&self, at: Packed) -> Packed;
    /// An exact name of the sum of the parts.
    fn name(&self, at: Packed) -> Planes;
    /// The game's own key of the position.
    fn key(&self, at: Packed) -> Planes;
    /// What the game proves at a glance, and a guess.
    fn bounds_and_evaluation(&self, at: Packed) -> (Bounds, i32);
    fn move_priorities(&self, at: Packed, moves: &[Move], weights: &mut Vec<i32>) -> bool;
    /// A guess.
    fn evaluate(&self, at: Packed) -> i32;
    /// A move by chance, or the score.
    fn random_move(
        &self,
        at: Packed,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score>;
    /// The score at the end of a playout.
    fn random_end(&self, at: Packed, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score;
    /// Bytes put aside.
    fn heap_bytes(&self) -> usize;
    /// Has the game failed?
    fn has_failed(&self) -> bool;
}

/// Playouts are simplified after so many moves, where they are.
const SIMPLIFY_EVERY: u32 = 4;

/// A playout looks again after two moves if something but a part's size was missing.
const MISSING: u32 = 3;

/// A game and its book.
pub struct Surveyor<G: Partisan> {
    game: Arc<G>,
    options: Options,
    book: Book<G>,
    names: Names<G::Key>,
}

impl<G: Partisan> Surveyor<G> {
    /// Nothing is known yet but what a database says.
    ///
    /// # Errors
    /// If the database is damaged, or the game has none.
    pub fn new(game: &Arc<G>, name: &str, options: Options) -> Result<Surveyor<G>, Error> {
        let mut book = Book::new(options.atomic);
        if let Some(directory) = &options.database {
            let Some(cells) = game.cells() else {
                let text = format!("there are no databases of {name}: it has no board of cells");
                return Err(Error::Unsuitable(text));
            };
            let opened = book.open(directory, name, cells);
            opened.map_err(|error| Error::Unsuitable(error.to_string()))?;
        }
        Ok(Surveyor { game: Arc::clone(game), options, book, names: Names::default() })
    }

    fn unpack(&self, (planes, mover): Packed) -> G::Position {
        self.game.unpack(planes, mover)
    }

    /// The position, simplified if that is wanted.
    fn reduced(&self, at: Packed, simplified: bool) -> G::Position {
        let position = self.unpack(at);
        if simplified {
            self.simplified(&position, Effort::Any).unwrap_or(position)
        } else {
            position
        }
    }

    #[inline]
    fn worth(&self, part: &G::Position, effort: Effort) -> Worth {
        if self.game.size(part) > self.largest() {
            return Worth::Unknown;
        }
        self.book.worth(&self.game, part, self.options.cells, effort)
    }

    /// The size of the largest part that may have a value.
    #[inline]
    fn largest(&self) -> u32 {
        self.options.cells.max(self.book.largest())
    }

    /// The winner, if the values of all parts are known and their sum tells. The first part that is
    /// too large ends it before any is looked up. `parts` is room for them.
    ///
    /// # Errors
    /// By how much a part is too large, or what is worth as much waiting.
    fn known(
        &self,
        position: &G::Position,
        parts: &mut Vec<G::Position>,
        effort: Effort,
    ) -> Result<Player, u32> {
        let largest = match effort {
            Effort::Any => self.largest(),
            Effort::Little => self.options.cells,
        };
        let mut excess = 0;
        parts.clear();
        self.game.split(position, &mut |part| {
            excess = self.game.size(&part).saturating_sub(largest);
            if excess > 0 {
                return ControlFlow::Break(());
            }
            if parts.is_empty() {
                parts.reserve(16);
            }
            parts.push(part);
            ControlFlow::Continue(())
        });
        if excess > 0 || parts.len() < self.options.from as usize {
            return Err(if excess > 0 { excess } else { MISSING });
        }
        let mut tally = Tally::EMPTY;
        let cells = self.options.cells;
        if !parts.iter().all(|part| tally.add(self.book.worth(&self.game, part, cells, effort))) {
            return Err(MISSING);
        }
        self.book.verdict(&tally, effort).winner(self.game.to_move(position)).ok_or(MISSING)
    }

    /// The position without parts that are worth 0 or cancel each other; `None` if all matter, or
    /// the game cannot leave any out.
    fn simplified(&self, position: &G::Position, effort: Effort) -> Option<G::Position> {
        let mut parts: Vec<(G::Position, Worth)> = Vec::new();
        self.game.split(position, &mut |part| {
            let worth = self.worth(&part, effort);
            parts.push((part, worth));
            ControlFlow::Continue(())
        });
        if parts.len() < self.options.from as usize {
            return None;
        }
        let mut rest: Option<G::Position> = None;
        let mut kept: Vec<usize> = Vec::new();
        for i in 0..parts.len() {
            let worth = parts[i].1;
            let partner = kept.iter().position(|&other| parts[other].1.cancels(worth));
            match partner {
                _ if worth.is_zero() => rest = Some(self.left_out(position, rest, &parts[i].0)?),
                None => kept.push(i),
                Some(at) => {
                    let other = kept.swap_remove(at);
                    for gone in [i, other] {
                        rest = Some(self.left_out(position, rest, &parts[gone].0)?);
                    }
                }
            }
        }
        rest
    }

    fn left_out(
        &self,
        whole: &G::Position,
        rest: Option<G::Position>,
        part: &G::Position,
    ) -> Option<G::Position> {
        self.game.without(rest.as_ref().unwrap_or(whole), part)
    }
}

impl<G: Partisan> Survey for Surveyor<G> {
    fn winner(&self, at: Packed) -> Option<Player> {
        self.known(&self.unpack(at), &mut Vec::new(), Effort::Any).ok()
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
        match self.simplified(&self.unpack(at), Effort::Any) {
            Some(position) => (self.game.pack(&position), at.1),
            None => at,
        }
    }

    fn name(&self, at: Packed) -> Planes {
        let position = self.unpack(at);
        let (mut tally, mut unknown) = (Tally::EMPTY, Vec::new());
        self.game.split(&position, &mut |part| {
            if !tally.add(self.worth(&part, Effort::Any)) {
                let negative = self.game.negative(&part);
                let negative = negative.map(|negative| self.game.part_key(&negative));
                unknown.push((self.game.part_key(&part), negative));
            }
            ControlFlow::Continue(())
        });
        self.names.name(&tally, &unknown)
    }

    fn key(&self, at: Packed) -> Planes {
        use upstar_core::Wide;
        self.game.key(&self.unpack(at)).widen()
    }

    fn bounds_and_evaluation(&self, at: Packed) -> (Bounds, i32) {
        let (bounds, guess) = self.game.bounds_and_evaluation(&self.unpack(at));
        (bounds, if self.options.ordering { self.evaluate(at) } else { guess })
    }

    /// Not where values order moves.
    fn move_priorities(&self, at: Packed, moves: &[Move], weights: &mut Vec<i32>) -> bool {
        !self.options.ordering && self.game.move_priorities(&self.unpack(at), moves, weights)
    }

    /// In quarters of a move: the means of the parts' values, what the game says of parts without
    /// one, and half the highest temperature for the player to move.
    fn evaluate(&self, at: Packed) -> i32 {
        let position = self.unpack(at);
        if !self.options.ordering {
            return self.game.evaluate(&position);
        }
        let (mut sum, mut heat) = (0_i32, 0);
        self.game.split(&position, &mut |part| {
            match self.worth(&part, Effort::Any) {
                Worth::Unknown => {
                    sum = sum.saturating_add(self.game.evaluate(&part).saturating_mul(4));
                }
                worth => {
                    let guess = self.book.guess(worth);
                    sum = sum.saturating_add(guess.mean);
                    heat = heat.max(guess.heat);
                }
            }
            ControlFlow::Continue(())
        });
        sum.saturating_add(if at.1 == Player::Left { heat / 2 } else { -heat / 2 })
    }

    fn random_move(
        &self,
        at: Packed,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        self.game.random_move(&self.unpack(at), rng, scratch)
    }

    /// A part that is too large by n cells is not looked at for n / 3 moves: every one of them takes
    /// few cells, and to look later changes nothing but the time. Where the play begins everything
    /// is worked out that may be; later on only what comes up again, in parts of `part_cells`,
    /// whatever a database has: sums of larger ones hardly ever come up twice.
    fn random_end(&self, at: Packed, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score {
        let Options { solved, simplify, .. } = self.options;
        let mut position = self.reduced(at, simplify != Simplify::Never);
        if !solved && simplify != Simplify::Always {
            return self.game.random_end(&position, rng, scratch);
        }
        let mut parts = Vec::new();
        let (mut effort, mut simplify_in) = (Effort::Any, SIMPLIFY_EVERY);
        loop {
            let mut plies = simplify_in;
            if solved {
                match self.known(&position, &mut parts, effort) {
                    Ok(winner) => return winner.win(),
                    Err(excess) => plies = 1 + excess / 3,
                }
            }
            effort = Effort::Little;
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
                if let Some(simplified) = self.simplified(&position, effort) {
                    position = simplified;
                }
            }
        }
    }

    fn heap_bytes(&self) -> usize {
        self.book.bytes() + self.names.bytes() + self.game.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.game.has_failed()
    }
}
