//! What trees and graphs of nodes share: the question, a node's state, new nodes.

use upstar_core::{Bounds, Game, Meter, Move, Player, Score, SearchGame, Status};

use super::{
    chance::Chance,
    rules::{Leaf, Rules},
};
use crate::{Record, Table};

/// The yes/no question: does `max` reach the score `least`, from `max`'s point of view?
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The player to move at the root.
    pub max: Player,
    /// The score to reach.
    pub least: Score,
    /// The greatest score that falls short of it.
    pub below: Score,
}

impl Question {
    /// Does a score (from Left's point of view) mean a win for `player` in this question?
    #[inline]
    pub fn wins(self, score: Score, player: Player) -> bool {
        let yes = Bounds::exactly(score).seen_by(self.max).lo >= self.least;
        yes == (player == self.max)
    }

    /// Do proved bounds (from Left's point of view) answer it, and how for `player`?
    #[inline]
    fn wins_by_bounds(self, bounds: Bounds, player: Player) -> Option<bool> {
        let Bounds { lo, hi } = bounds.seen_by(self.max);
        if lo >= self.least {
            Some(player == self.max)
        } else if hi < self.least {
            Some(player != self.max)
        } else {
            None
        }
    }
}

/// What is proved of a node, seen by its player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Proof {
    /// Nothing yet.
    Open = 0,
    /// The player to move wins.
    Won = 1,
    /// The player to move loses.
    Lost = 2,
}

impl Proof {
    /// The same for the other player.
    #[inline]
    pub fn turned(self) -> Proof {
        match self {
            Proof::Open => Proof::Open,
            Proof::Won => Proof::Lost,
            Proof::Lost => Proof::Won,
        }
    }
}

/// What a new node is: its player, proof and numbers.
pub struct Birth<I> {
    pub mover: Player,
    pub proof: Proof,
    pub info: I,
}

/// What earlier questions have proved.
pub type Proved<G> = Table<<G as Game>::Key, Record>;

/// What makes new nodes: the game, the rule, the question.
pub struct Nursery<'a, G: SearchGame, R: Rules> {
    pub game: &'a G,
    pub rules: &'a R,
    pub question: Question,
    /// Ask the game for static proofs.
    pub bounds: bool,
    /// What earlier questions have proved, from Left's point of view.
    pub proved: Option<&'a Proved<G>>,
    /// Judges new nodes by playouts instead of by the game's own guess.
    pub chance: Option<&'a Chance>,
}

impl<G: SearchGame, R: Rules> Nursery<'_, G, R> {
    /// Tells the meter how many playouts there were, which may be limited.
    #[inline]
    pub fn tell_playouts(&self, meter: &mut Meter) {
        if let Some(chance) = self.chance {
            meter.set_playouts(chance.played());
        }
    }

    /// A new node's player, proof and first numbers.
    #[inline]
    pub fn birth(&self, position: &G::Position, scratch: &mut Vec<Move>) -> Birth<R::Info> {
        self.birth_at(position, scratch, false)
    }

    /// The same for a root, which only a finished game solves: its move is wanted.
    pub fn birth_of_root(&self, root: &G::Position, scratch: &mut Vec<Move>) -> Birth<R::Info> {
        self.birth_at(root, scratch, true)
    }

    #[inline]
    fn birth_at(
        &self,
        position: &G::Position,
        scratch: &mut Vec<Move>,
        is_root: bool,
    ) -> Birth<R::Info> {
        let mover = self.game.to_move(position);
        let is_max = mover == self.question.max;
        let mobility = match self.game.status(position, scratch) {
            Status::Over(score) => return self.solved(mover, self.question.wins(score, mover)),
            Status::Moves(count) => count,
        };
        if self.bounds && !is_root {
            let bounds = self.game.bounds(position);
            if let Some(wins) = self.question.wins_by_bounds(bounds, mover) {
                return self.solved(mover, wins);
            }
        }
        if let Some(proved) = self.proved
            && !is_root
            && let Some(record) = proved.get(&self.game.key(position), mover)
            && let Some(wins) = self.question.wins_by_bounds(record.bounds, mover)
        {
            return self.solved(mover, wins);
        }
        let mut probability = 0.5;
        if self.rules.needs_probability() {
            probability = match (self.chance, mover) {
                (Some(chance), _) => {
                    chance.win_rate(self.game, position, self.question, mover, scratch)
                }
                (None, Player::Left) => self.game.win_probability(position),
                (None, Player::Right) => 1.0 - self.game.win_probability(position),
            };
        }
        let info = self.rules.init_leaf(Leaf { mobility, probability, is_max });
        Birth { mover, proof: Proof::Open, info }
    }

    /// A node's proof, numbers and best child, from its children's proofs, players and numbers.
    #[inline]
    pub fn combine<'b>(
        &self,
        mover: Player,
        children: impl Iterator<Item = (Proof, Player, &'b R::Info)> + Clone,
        scratch: &mut Vec<R::Info>,
    ) -> (Proof, R::Info, u16)
    where
        R: 'b,
    {
        let is_max = mover == self.question.max;
        let mut winning = None;
        let mut is_open = false;
        // One look at each child: its proof on the way, its numbers for the rule.
        let seen = children.clone().enumerate().map(|(i, (child, player, info))| {
            let same = player == mover;
            match if same { child } else { child.turned() } {
                Proof::Won => winning = winning.or(Some(i)),
                Proof::Open => is_open = true,
                Proof::Lost => {}
            }
            if same { info.clone() } else { self.rules.seen(info) }
        });
        let (info, mut best) = self.rules.combine(is_max, seen, scratch);
        if let Some(winning) = winning {
            return (Proof::Won, self.rules.info_term(is_max, true), winning as u16);
        }
        // Without children nothing is known: a finished game was solved when it was born.
        if !is_open && children.clone().next().is_some() {
            return (Proof::Lost, self.rules.info_term(is_max, false), 0);
        }
        if !R::NEVER_SELECTS_SOLVED {
            // There is nothing to do below a solved child.
            let is_open = |child: &(Proof, Player, &R::Info)| child.0 == Proof::Open;
            if !children.clone().nth(best).as_ref().is_some_and(is_open) {
                best = children.take_while(|child| !is_open(child)).count();
            }
        }
        (Proof::Open, info, best as u16)
    }

    fn solved(&self, mover: Player, wins: bool) -> Birth<R::Info> {
        let proof = if wins { Proof::Won } else { Proof::Lost };
        let info = self.rules.info_term(mover == self.question.max, wins);
        Birth { mover, proof, info }
    }

    /// The bounds that a proof of a node's means, from Left's point of view.
    pub fn bounds_of(&self, mover: Player, proof: Proof, full: Bounds) -> Bounds {
        let mut bounds = full.seen_by(self.question.max);
        let yes = (proof == Proof::Won) == (mover == self.question.max);
        match proof {
            Proof::Open => {}
            _ if yes => bounds.lo = bounds.lo.max(self.question.least),
            _ => bounds.hi = bounds.hi.min(self.question.below),
        }
        bounds.seen_by(self.question.max)
    }
}
