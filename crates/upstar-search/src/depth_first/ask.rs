//! From yes/no questions to a solution; each question has the table of the one before (see
//! [`question`](super::question) for what may stay in it).

use upstar_core::{
    Bounds, Control, Error, Limits, Meter, Move, Parameter, ParameterError, Player, RootNumber,
    Score, SearchGame, WorkShare, bytes_for_tables,
};

use crate::{
    AlgorithmInfo, Answer, Checkpoint, Knowledge, Request, Solution, WinningMoves, answers,
    depth_first::{
        engine::{Engine, Means},
        parallel::Crew,
        question::{Known, Question},
        rule::Rule,
    },
    full_bounds,
    interleave::ResumableSearch,
    questions::Questions,
};

/// A search that has ended, with its solution and what its table still knows.
pub struct Finished<'a, G: SearchGame, R: Rule> {
    engine: Engine<'a, G, R>,
    /// What was found.
    pub solution: Solution,
}

impl<G: SearchGame, R: Rule> Finished<'_, G, R> {
    /// The last question: does this player reach this score (from that player's point of view)?
    pub fn question(&self) -> (Player, Score) {
        (self.engine.question.player, self.engine.question.goal)
    }

    /// For a position that the player to move wins in the sense of the last question (the
    /// root's player reaches the goal, the other one prevents it): the number, in the list of
    /// moves, of a move that wins, if the table still knows one. What it says is proved.
    pub fn winning_move(&mut self, position: &G::Position) -> Option<usize> {
        self.engine.winning_move(position)
    }

    /// Who wins a position in the sense of the last question, if that is known without search.
    pub fn known_winner(&mut self, position: &G::Position) -> Option<Player> {
        self.engine.known_winner(position)
    }

    /// Who wins a position in the sense of the last question; none if a limit is reached. What
    /// the table knows is used, and what is found is added to it.
    pub fn winner(&mut self, position: &G::Position) -> Option<Player> {
        self.known_winner(position).or_else(|| self.engine.answer(position))
    }

    /// Gives whatever is asked from now on limits of its own.
    pub fn limit(&mut self, limits: Limits) {
        self.engine.meter = self.engine.meter.with_own_limits(limits);
    }
}

impl<'a, G: SearchGame, R: Rule> Finished<'a, G, R> {
    /// The solution, and the winning moves that the table knows.
    pub(super) fn into_answer(self) -> Answer<'a, G> {
        let solution = self.solution.clone();
        Answer { solution, knowledge: Knowledge::Moves(Box::new(self)) }
    }
}

impl<G: SearchGame, R: Rule> WinningMoves<G> for Finished<'_, G, R> {
    /// The table knows moves for the last question only.
    fn winning_move(
        &mut self,
        position: &G::Position,
        claimant: Player,
        least: Score,
    ) -> Option<usize> {
        let Question { player, goal } = self.engine.question;
        let fits = claimant != player || least <= goal;
        if fits { self.engine.winning_move(position) } else { None }
    }
}

/// A search that asks one question after another, and can be interrupted between nodes.
pub struct Asking<'a, G: SearchGame, R: Rule> {
    engine: Engine<'a, G, R>,
    control: &'a Control,
    moves: Vec<Move>,
    /// What is proved of the root's value, seen by its player to move.
    bounds: Bounds,
    goal: Option<Score>,
    questions: u64,
}

impl<'a, G: SearchGame, R: Rule> Asking<'a, G, R> {
    /// A search that has asked nothing yet, with a table of at most so many bytes.
    ///
    /// # Errors
    /// If the request wants a checkpoint that cannot be had.
    pub(super) fn new(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        means: Means<'a, '_, G>,
        info: &AlgorithmInfo,
        rule: R,
    ) -> Result<Asking<'a, G, R>, Error> {
        let flag = |name| request.parameters.flag(info, name);
        let mover = game.to_move(position);
        let mut moves = Vec::new();
        let over = game.expand(position, &mut moves);
        let mut bounds = full_bounds(game).seen_by(mover);
        if let Some(score) = over {
            bounds = Bounds::exactly(score).seen_by(mover);
        } else if flag("bounds") {
            // An upper bound saves questions; a lower one would leave the move that reaches it open.
            bounds.hi = bounds.hi.min(game.bounds(position).seen_by(mover).hi);
        }
        let goal = request.goal;
        let question = Question { player: mover, goal: goal.unwrap_or(bounds.lo) };
        let mut engine = Engine::new(game, rule, question, means, flag("symmetry"), flag("bounds"));
        engine.meter.nodes = 1;
        if let Some(mut saver) = Checkpoint::new(game, mover, request, info)? {
            let room = bytes_for_tables(game, means.1);
            let put = |key, word| engine.table.restore(key, word);
            if let Some(proved) = saver.load((means.0, room), put)? {
                bounds = bounds.meet(proved.bounds);
                engine.proved.best = proved.best;
            }
            if saver.is_cut() {
                // What was read may belong to a later question than the first.
                engine.table.retain(|_| false);
            }
            engine.saver = Some(saver);
        }
        bounds = Questions::new(game, mover).tighten(bounds);
        engine.proved.bounds = bounds;
        Ok(Asking { engine, control: means.0, moves, bounds, goal, questions: 0 })
    }

    /// Narrows the bounds until the goal is answered or a limit is met; may be called again.
    pub(super) fn narrow(&mut self, position: &G::Position) {
        let engine = &mut self.engine;
        let mover = engine.question.player;
        let questions = Questions::new(engine.game, mover);
        while !answers(self.bounds, self.goal) {
            let (least, below) = questions.next(self.bounds, self.goal);
            engine.question.goal = least;
            self.questions += 1;
            let Some(winner) = engine.answer_together(position, self.control) else { break };
            if winner == mover {
                self.bounds.lo = least;
                engine.proved.best = engine.best;
            } else {
                self.bounds.hi = below;
            }
            engine.meter.report_bounds(self.bounds.seen_by(mover));
            engine.proved.bounds = self.bounds;
            if !answers(self.bounds, self.goal) {
                engine.table.retain(|known| known == Known::Won(winner.other()));
            }
        }
    }

    /// What was found.
    pub(super) fn finish(self) -> Finished<'a, G, R> {
        let Asking { mut engine, moves, bounds, goal, questions, .. } = self;
        let mover = engine.question.player;
        engine.meter.record_bytes(engine.bytes() + engine.game.heap_bytes());
        let mut solution = Solution::new(bounds.seen_by(mover), &engine.meter);
        solution.solved = answers(bounds, goal);
        solution.best_move = engine.proved.best.or(engine.best).or(moves.first().copied());
        if let Some(numbers) = engine.root.filter(|_| !solution.solved) {
            solution.root = engine.rule.told(numbers);
        }
        (solution.stats.nodes, solution.stats.expansions) = engine.meter.total_work();
        solution.stats.iterations = questions;
        solution.stats.seconds = self.control.seconds();
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
        if let Some(saver) = engine.saver.take() {
            saver.tell(&mut solution);
        }
        Finished { engine, solution }
    }
}

impl<'a, G: SearchGame, R: Rule> ResumableSearch<'a, G> for Asking<'a, G, R> {
    fn resume(&mut self, position: &G::Position, share: WorkShare) -> bool {
        self.engine.meter.set_share(share);
        self.narrow(position);
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

/// Asks until the request is answered or a limit is met.
pub(super) fn ask<'a, G: SearchGame, R: Rule>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &'a Control,
    crew: &Crew<G>,
    info: &AlgorithmInfo,
    rule: R,
) -> Result<Finished<'a, G, R>, Error> {
    let means = (control, control.limits.max_bytes, Some(crew));
    let mut asking = Asking::new(game, position, request, means, info, rule)?;
    asking.narrow(position);
    Ok(asking.finish())
}

/// The parameters that both rules have.
pub(super) const EPSILON: Parameter = Parameter {
    name: "epsilon",
    default: "0.25",
    values: "NUMBER",
    help: "how much worse than the second best a child may become before the search leaves it",
};
pub(super) const SYMMETRY: Parameter = Parameter {
    name: "symmetry",
    default: "true",
    values: "true|false",
    help: "one table entry for all symmetric positions",
};
pub(super) const BOUNDS: Parameter = Parameter {
    name: "bounds",
    default: "true",
    values: "true|false",
    help: "use what the game can prove at a glance",
};
pub(super) const INIT: Parameter = Parameter {
    name: "init",
    default: "mobility",
    values: "mobility|constant|evaluation",
    help: "the first numbers of a position: by its legal moves, all equal, or by the evaluation",
};

/// Where the first numbers of a position come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Init {
    Mobility,
    Constant,
    Evaluation,
}

impl Init {
    pub fn new(request: &Request, info: &AlgorithmInfo) -> Init {
        match request.parameters.text(info, "init") {
            "mobility" => Init::Mobility,
            "constant" => Init::Constant,
            _ => Init::Evaluation,
        }
    }
}

/// The margin, if it is one.
pub(super) fn epsilon(request: &Request, info: &AlgorithmInfo) -> Result<f64, Error> {
    let epsilon = request.parameters.number(info, "epsilon");
    if (0.0..=1e6).contains(&epsilon) {
        return Ok(epsilon);
    }
    let message = format!("{}: epsilon={epsilon} is not possible; it is at least 0", info.name);
    Err(Error::Parameter(ParameterError(message)))
}
