//! Code that trees and graphs share: proofs of nodes, and new nodes.

use upstar_core::{Bounds, Game, Meter, Move, Player, Score, SearchGame, Status};

use super::{
    playout_evaluator::PlayoutEvaluator,
    selection_rule::{Leaf, SelectionRule},
};
use crate::{BoundsEntry, Table, goal_bisection::Goal};

/// The proof state of a node, seen by its player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Proof {
    /// Neither player is proved to win.
    Open = 0,
    /// The player to move wins.
    Won = 1,
    /// The player to move loses.
    Lost = 2,
}

impl Proof {
    /// The same proof, seen by the other player.
    #[inline]
    pub fn flip(self) -> Proof {
        match self {
            Proof::Open => Proof::Open,
            Proof::Won => Proof::Lost,
            Proof::Lost => Proof::Won,
        }
    }
}

/// A new node: its player to move, proof and numbers.
pub struct NewNode<I> {
    pub mover: Player,
    pub proof: Proof,
    pub info: I,
}

/// Positions that the searches of earlier goals have proved.
pub type ProvedTable<G> = Table<<G as Game>::Key, BoundsEntry>;

/// Creates nodes. Holds the game, the rule and the goal.
pub struct NodeFactory<'a, G: SearchGame, R: SelectionRule> {
    pub game: &'a G,
    pub rule: &'a R,
    pub goal: Goal,
    /// The greatest score below the goal.
    pub below_goal: Score,
    /// Use the game's static bounds.
    pub bounds: bool,
    /// Create only the children that may be best, as the game knows.
    pub candidates: bool,
    /// Positions that the searches of earlier goals have proved.
    pub proved: Option<&'a ProvedTable<G>>,
    /// Evaluates new nodes by playouts instead of by the game's evaluation.
    pub playout_evaluator: Option<&'a PlayoutEvaluator>,
}

impl<G: SearchGame, R: SelectionRule> NodeFactory<'_, G, R> {
    /// Copies the number of playouts to the meter, which may limit them.
    #[inline]
    pub fn update_playouts(&self, meter: &mut Meter) {
        if let Some(evaluator) = self.playout_evaluator {
            meter.set_playouts(evaluator.playouts());
        }
    }

    /// Lists the moves to the children of a node that is not over.
    #[inline]
    pub fn list_moves(&self, position: &G::Position, moves: &mut Vec<Move>) {
        moves.clear();
        if self.candidates {
            self.game.candidates(position, moves);
        } else {
            self.game.expand(position, moves);
        }
    }

    /// Creates a node with its player to move, proof and initial numbers.
    #[inline]
    pub fn new_node(&self, position: &G::Position, scratch: &mut Vec<Move>) -> NewNode<R::Info> {
        self.make(position, scratch, false)
    }

    /// Creates a root. It is solved only if the game is over, because the search must find its best move.
    pub fn new_root(&self, root: &G::Position, scratch: &mut Vec<Move>) -> NewNode<R::Info> {
        self.make(root, scratch, true)
    }

    #[inline]
    fn make(
        &self,
        position: &G::Position,
        scratch: &mut Vec<Move>,
        is_root: bool,
    ) -> NewNode<R::Info> {
        let mover = self.game.to_move(position);
        let is_max = mover == self.goal.player;
        let mobility = match self.game.status(position, scratch) {
            Status::Over(score) => return self.solved(mover, self.goal.is_won_by(mover, score)),
            Status::Moves(count) => count,
        };
        if self.bounds && !is_root {
            let bounds = self.game.bounds(position);
            if let Some(winner) = self.goal.winner(bounds) {
                return self.solved(mover, winner == mover);
            }
        }
        if let Some(proved) = self.proved
            && !is_root
            && let Some(entry) = proved.get(&self.game.key(position), mover)
            && let Some(winner) = self.goal.winner(entry.bounds)
        {
            return self.solved(mover, winner == mover);
        }
        let (mut probability, mut work) = (0.5, f64::from(mobility));
        if self.rule.needs_probability() {
            match (self.playout_evaluator, mover) {
                (Some(evaluator), _) => {
                    let estimate =
                        evaluator.estimate(self.game, position, self.goal, mover, scratch);
                    probability = estimate.win_rate;
                    work = estimate.choices.unwrap_or(work);
                }
                (None, Player::Left) => probability = self.game.win_probability(position),
                (None, Player::Right) => probability = 1.0 - self.game.win_probability(position),
            };
        }
        let info = self.rule.init_leaf(Leaf { mobility, probability, work, is_max });
        NewNode { mover, proof: Proof::Open, info }
    }

    /// Computes a node's proof, numbers and best child, from its children's proofs, players and numbers.
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
        let is_max = mover == self.goal.player;
        let mut winning = None;
        let mut is_open = false;
        // Each child is read once: its proof here, its numbers by the rule.
        let infos = children.clone().enumerate().map(|(i, (child, player, info))| {
            let same = player == mover;
            match if same { child } else { child.flip() } {
                Proof::Won => winning = winning.or(Some(i)),
                Proof::Open => is_open = true,
                Proof::Lost => {}
            }
            if same { info.clone() } else { self.rule.flip(info) }
        });
        let (info, mut best) = self.rule.combine(is_max, infos, scratch);
        if let Some(winning) = winning {
            return (Proof::Won, self.rule.info_term(is_max, true), winning as u16);
        }
        // A node whose game is over was solved when it was created, so a node without children is open.
        if !is_open && children.clone().next().is_some() {
            return (Proof::Lost, self.rule.info_term(is_max, false), 0);
        }
        if !R::NEVER_SELECTS_SOLVED {
            // A solved child must not be selected.
            let is_open = |child: &(Proof, Player, &R::Info)| child.0 == Proof::Open;
            if !children.clone().nth(best).as_ref().is_some_and(is_open) {
                best = children.take_while(|child| !is_open(child)).count();
            }
        }
        (Proof::Open, info, best as u16)
    }

    fn solved(&self, mover: Player, wins: bool) -> NewNode<R::Info> {
        let proof = if wins { Proof::Won } else { Proof::Lost };
        let info = self.rule.info_term(mover == self.goal.player, wins);
        NewNode { mover, proof, info }
    }

    /// The bounds that follow from the proof of a node, from Left's point of view.
    pub fn bounds_of(&self, mover: Player, proof: Proof, full: Bounds) -> Bounds {
        let mut bounds = full.seen_by(self.goal.player);
        let yes = (proof == Proof::Won) == (mover == self.goal.player);
        match proof {
            Proof::Open => {}
            _ if yes => bounds.lo = bounds.lo.max(self.goal.score),
            _ => bounds.hi = bounds.hi.min(self.below_goal),
        }
        bounds.seen_by(self.goal.player)
    }
}
