//! The loop over goals that produces a solution. Each goal uses the table of the one before (see
//! [`entry`](super::entry) for the entries that stay in it).

use upstar_core::{
    Bounds, Control, Error, Limits, Meter, Move, Player, RootNumber, Score, SearchGame, WorkShare,
    bytes_for_tables,
};

use crate::{
    AlgorithmInfo, Answer, Checkpoint, Knowledge, Request, Solution, WinningMoves, answers,
    depth_first::{
        engine::{Engine, Resources},
        entry::ProofEntry,
        parallel::DfSharedState,
        threshold_rule::ThresholdRule,
    },
    full_bounds,
    goal_bisection::{Goal, GoalBisection},
    interleave::ResumableSearch,
};

/// A finished search, with its solution and its table.
pub struct SolvedGoals<'a, G: SearchGame, R: ThresholdRule> {
    engine: Engine<'a, G, R>,
    /// The result.
    pub solution: Solution,
}

impl<G: SearchGame, R: ThresholdRule> SolvedGoals<'_, G, R> {
    /// The last goal: does this player reach this score (from that player's point of view)?
    pub fn goal(&self) -> (Player, Score) {
        (self.engine.goal.player, self.engine.goal.score)
    }

    /// For a position that the player to move wins with respect to the last goal (the root's player reaches
    /// it, the opponent prevents it): the index, in the list of moves, of a move that wins, if the table
    /// still has one. The move is proved.
    pub fn winning_move(&mut self, position: &G::Position) -> Option<usize> {
        self.engine.winning_move(position)
    }

    /// The winner of a position with respect to the last goal, if it is known without search.
    pub fn known_winner(&mut self, position: &G::Position) -> Option<Player> {
        self.engine.known_winner(position)
    }

    /// The winner of a position with respect to the last goal; none if a limit is reached. The search uses
    /// the table and adds to it.
    pub fn winner(&mut self, position: &G::Position) -> Option<Player> {
        self.known_winner(position).or_else(|| self.engine.winner(position))
    }

    /// Sets the limits of later searches.
    pub fn set_limits(&mut self, limits: Limits) {
        self.engine.meter = self.engine.meter.with_own_limits(limits);
    }
}

impl<'a, G: SearchGame, R: ThresholdRule> SolvedGoals<'a, G, R> {
    /// The solution, and the winning moves in the table.
    pub(super) fn into_answer(self) -> Answer<'a, G> {
        let solution = self.solution.clone();
        Answer { solution, knowledge: Knowledge::Moves(Box::new(self)) }
    }
}

impl<G: SearchGame, R: ThresholdRule> WinningMoves<G> for SolvedGoals<'_, G, R> {
    /// The table has moves for the last goal only.
    fn winning_move(
        &mut self,
        position: &G::Position,
        claimant: Player,
        least: Score,
    ) -> Option<usize> {
        let Goal { player, score } = self.engine.goal;
        let fits = claimant != player || least <= score;
        if fits { self.engine.winning_move(position) } else { None }
    }
}

/// A search for one goal after another, which can pause between nodes.
pub struct GoalSearch<'a, G: SearchGame, R: ThresholdRule> {
    engine: Engine<'a, G, R>,
    control: &'a Control,
    moves: Vec<Move>,
    /// The proved bounds on the root's value, seen by its player to move.
    bounds: Bounds,
    requested_goal: Option<Score>,
    goals_searched: u64,
}

impl<'a, G: SearchGame, R: ThresholdRule> GoalSearch<'a, G, R> {
    /// A new search.
    ///
    /// # Errors
    /// If the request asks for a checkpoint that cannot be loaded.
    pub(super) fn new(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        resources: Resources<'a, '_, G>,
        info: &AlgorithmInfo,
        rule: R,
    ) -> Result<GoalSearch<'a, G, R>, Error> {
        let flag = |name| request.parameters.flag(info, name);
        let mover = game.to_move(position);
        let mut moves = Vec::new();
        let over = game.expand(position, &mut moves);
        let mut bounds = full_bounds(game).seen_by(mover);
        if let Some(score) = over {
            bounds = Bounds::exactly(score).seen_by(mover);
        } else if flag("bounds") {
            // An upper bound saves goals. A lower bound is not used, because it does not say which move
            // reaches it.
            bounds.hi = bounds.hi.min(game.bounds(position).seen_by(mover).hi);
        }
        let requested_goal = request.goal;
        let goal = Goal { player: mover, score: requested_goal.unwrap_or(bounds.lo) };
        let mut engine = Engine::new(game, rule, goal, resources, flag("symmetry"), flag("bounds"));
        engine.meter.nodes = 1;
        if let Some(mut checkpoint) = Checkpoint::new(game, mover, request, info)? {
            let max_bytes = bytes_for_tables(game, resources.1);
            let renumbered = |key, ids: &[u32]| game.renumbered(key, ids);
            let put = |key, word| engine.table.restore(key, word);
            if let Some(proof) = checkpoint.load(renumbered, (resources.0, max_bytes), put)? {
                bounds = bounds.meet(proof.bounds);
                engine.root_proof.best = proof.best;
            }
            if checkpoint.is_incomplete() {
                // The entries may belong to a later goal than the first.
                engine.table.retain(&|_| false);
            }
            engine.checkpoint = Some(checkpoint);
        }
        bounds = GoalBisection::new(game, mover).tighten(bounds);
        engine.root_proof.bounds = bounds;
        Ok(GoalSearch {
            engine,
            control: resources.0,
            moves,
            bounds,
            requested_goal,
            goals_searched: 0,
        })
    }

    /// Narrows the bounds until the request is answered or a limit is reached. It can be called again.
    pub(super) fn narrow_bounds(&mut self, position: &G::Position) {
        let engine = &mut self.engine;
        let mover = engine.goal.player;
        let bisection = GoalBisection::new(engine.game, mover);
        while !answers(self.bounds, self.requested_goal) {
            let (least, below) = bisection.next_goal(self.bounds, self.requested_goal);
            engine.goal.score = least;
            self.goals_searched += 1;
            let Some(winner) = engine.winner_by_all_threads(position, self.control) else { break };
            if winner == mover {
                self.bounds.lo = least;
                engine.root_proof.best = engine.best;
            } else {
                self.bounds.hi = below;
            }
            engine.meter.report_bounds(self.bounds.seen_by(mover));
            engine.root_proof.bounds = self.bounds;
            if !answers(self.bounds, self.requested_goal) {
                engine.table.retain(&|entry| entry == ProofEntry::Won(winner.other()));
            }
        }
    }

    /// The solution and the table.
    pub(super) fn finish(self) -> SolvedGoals<'a, G, R> {
        let GoalSearch { mut engine, control, moves, bounds, requested_goal, goals_searched } =
            self;
        let mover = engine.goal.player;
        engine.meter.record_bytes(engine.bytes() + engine.game.heap_bytes());
        let mut solution = Solution::new(bounds.seen_by(mover), &engine.meter);
        solution.solved = answers(bounds, requested_goal);
        solution.best_move = engine.root_proof.best.or(engine.best).or(moves.first().copied());
        if let Some(numbers) = engine.root_numbers.filter(|_| !solution.solved) {
            solution.root = engine.rule.named_numbers(numbers);
        }
        (solution.stats.nodes, solution.stats.expansions) = engine.meter.total_work();
        solution.stats.iterations = goals_searched;
        solution.stats.seconds = control.seconds();
        engine.save();
        let table = &engine.table;
        let per_entry = table.bytes_per_entry() as u64;
        solution.details = vec![
            ("table_entries", RootNumber::Integer(table.len() as u64)),
            ("bytes_per_entry", RootNumber::Integer(per_entry)),
            ("revisits", RootNumber::Integer(engine.revisits)),
            ("collections", RootNumber::Integer(table.collections())),
            ("records_lost", RootNumber::Integer(table.lost())),
        ];
        if let Some(team) = &engine.team {
            solution.details.push(("threads", RootNumber::Integer(team.threads as u64)));
        }
        if let Some(checkpoint) = engine.checkpoint.take() {
            checkpoint.add_to(&mut solution);
        }
        SolvedGoals { engine, solution }
    }
}

impl<'a, G: SearchGame, R: ThresholdRule> ResumableSearch<'a, G> for GoalSearch<'a, G, R> {
    fn resume(&mut self, position: &G::Position, share: WorkShare) -> bool {
        self.engine.meter.set_share(share);
        self.narrow_bounds(position);
        !self.engine.meter.is_paused()
    }

    fn meter(&self) -> &Meter<'_> {
        &self.engine.meter
    }

    fn estimate(&self) -> Option<u64> {
        None
    }

    fn into_answer(self: Box<Self>, _: &G::Position, _: &Request, _: &Control) -> Answer<'a, G> {
        self.finish().into_answer()
    }
}

/// Searches goals until the request is answered or a limit is reached.
pub(super) fn solve<'a, G: SearchGame, R: ThresholdRule>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &'a Control,
    threads: &DfSharedState<G>,
    info: &AlgorithmInfo,
    rule: R,
) -> Result<SolvedGoals<'a, G, R>, Error> {
    let resources = (control, control.limits.max_bytes, Some(threads));
    let mut search = GoalSearch::new(game, position, request, resources, info, rule)?;
    search.narrow_bounds(position);
    Ok(search.finish())
}
