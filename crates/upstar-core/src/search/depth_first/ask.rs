//! From yes/no questions to a solution; each question has the table of the one before (see
//! [`question`](super::question) for what may stay in it).

use crate::base::{Bounds, Error, ParameterError, Player, Score};
use crate::game::{Game, Move};
use crate::proof::{Claim, write_for};
use crate::search::depth_first::engine::Engine;
use crate::search::depth_first::question::{Known, Question};
use crate::search::depth_first::rule::Rule;
use crate::search::questions::Questions;
use crate::search::{
    AlgorithmInfo, Checkpoint, Control, Limits, Parameter, Request, RootNumber, Solution, answers,
    full_bounds,
};

/// A search that has ended, with its solution and what its table still knows.
pub struct Finished<'a, G: Game, R: Rule> {
    engine: Engine<'a, G, R>,
    /// What was found.
    pub solution: Solution,
}

impl<G: Game, R: Rule> Finished<'_, G, R> {
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
        self.engine.meter = self.engine.meter.apart(limits);
    }

    /// The solution, with the certificate that the request asks for. The table knows moves for
    /// the last question only; the writer finds the others.
    pub(super) fn into_solution(
        self,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Solution {
        let Finished { mut engine, mut solution } = self;
        let (game, Question { player, goal }) = (engine.game, engine.question);
        let mut hint = |position: &G::Position, claim: &Claim| {
            let fits = claim.claimant != player || claim.least <= goal;
            if fits { engine.winning_move(position) } else { None }
        };
        let name = &request.algorithm;
        write_for(game, position, request, name, Some(&mut hint), control, &mut solution);
        solution
    }
}

/// Asks until the request is answered or a limit is met.
pub(super) fn ask<'a, G: Game, R: Rule>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &'a Control,
    info: &AlgorithmInfo,
    rule: R,
) -> Result<Finished<'a, G, R>, Error> {
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
    let question = Question { player: mover, goal: request.goal.unwrap_or(bounds.lo) };
    let mut engine = Engine::new(game, rule, question, control, flag("symmetry"), flag("bounds"));
    engine.meter.nodes = 1;
    if let Some(mut saver) = Checkpoint::new(game, mover, request, info)? {
        if let Some(proved) = saver.load(|key, word| engine.table.restore(key, word))? {
            bounds = bounds.meet(proved.bounds);
            engine.proved.best = proved.best;
        }
        engine.saver = Some(saver);
    }
    let (bounds, best, rounds) = narrow(&mut engine, position, bounds, request.goal);

    engine.meter.note_bytes(engine.bytes() + game.memory());
    let mut solution = Solution::new(bounds.seen_by(mover), &engine.meter);
    solution.solved = answers(bounds, request.goal);
    solution.best_move = best.or(engine.best).or(moves.first().copied());
    if let Some(numbers) = engine.root.filter(|_| !solution.solved) {
        solution.root = engine.rule.told(numbers);
    }
    solution.stats.iterations = rounds;
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
    if let Some(saver) = engine.saver.take() {
        saver.tell(&mut solution);
    }
    Ok(Finished { engine, solution })
}

/// Narrows bounds on the value, seen by the root's player to move, by questions. Also a move
/// that reaches the lower one, if a question found one, and how many questions were asked.
fn narrow<G: Game, R: Rule>(
    engine: &mut Engine<G, R>,
    position: &G::Position,
    mut bounds: Bounds,
    goal: Option<Score>,
) -> (Bounds, Option<Move>, u64) {
    let mover = engine.question.player;
    let questions = Questions::new(engine.game, mover);
    let mut best = engine.proved.best;
    let mut rounds = 0;
    bounds = questions.tighten(bounds);
    engine.proved.bounds = bounds;
    while !answers(bounds, goal) {
        let (least, below) = questions.next(bounds, goal);
        engine.question.goal = least;
        rounds += 1;
        let Some(winner) = engine.answer(position) else { break };
        if winner == mover {
            bounds.lo = least;
            best = engine.best;
            engine.proved.best = best;
        } else {
            bounds.hi = below;
        }
        engine.meter.tell_bounds(bounds.seen_by(mover));
        engine.proved.bounds = bounds;
        if !answers(bounds, goal) {
            engine.table.retain(|known| known == Known::Won(winner.other()));
        }
    }
    (bounds, best, rounds)
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
