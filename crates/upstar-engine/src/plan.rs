//! What is done for an answer: the policy of `auto`, in one place.
//!
//! A [`Plan`] is made once, from what is known of the game and the position. It is a list of steps that
//! are tried in order until one answers; the note in the result is what the step says of itself.
//!
//! | the position | steps |
//! |---|---|
//! | an algorithm is named | that algorithm on the board |
//! | a certificate is wanted | the game's favourite on the board (Hex: df-pn without bounds, for a shorter certificate) |
//! | it has no values | the favourite on the board, the other search in turns if it stalls |
//! | a game that proves much of whole boards (Domineering, NoGo), one part | the same |
//! | the same, several parts | values of all parts, if they take little work; alpha-beta on the board for a moment; alpha-beta on sums; the board |
//! | any other game with values | values of all parts, if they take little work; on strips df-pn on sums, elsewhere alpha-beta on sums; the board |
//!
//! Measured on Clobber: on strips, boards of one row, nearly every move makes two parts of one. There are
//! few different ones, so values of large parts are cheap, and which move wins is hard to guess:
//! df-pn, with values from the first, is best. On others most positions are one large part and some crumbs:
//! alpha-beta needs a quarter of the nodes, and values have to pay.
//!
//! The last step, the board, is reached from sums only if these do not fit into the memory.

use std::sync::Arc;

use upstar_cgt::{
    database::DatabaseRef,
    parts::ValueLimit,
    sum_game::{SumConfig, SumGame},
    value_game::{self, ValueGameConfig},
};
use upstar_core::{AlgorithmInfo, Control, Error, Parameters, Partisan, Player, Status};
use upstar_search::{
    AlphaBeta, DfPn, EQUAL_SHARES, FAVOUR_FIRST, Request, Solution, Solver, SumSearch, solve_sum,
};

use crate::{
    native::Native,
    position::AnyPosition,
    registry::{self, GameEntry},
};

/// `auto` in the list of algorithms.
pub const AUTO: AlgorithmInfo = AlgorithmInfo {
    name: "auto",
    summary: "the best algorithm there is for the game, another if it stalls; says which it took",
    reference: "",
    parameters: &[],
    keeps_tree: false,
    saves_table: true,
};

/// Parts in which the players have more moves than this together get no value, however long the search.
const MOST_MOVES: u32 = 44;
/// On strips they get one up to so many moves, and a quarter of the moves that there are in all more: the longer
/// the strip, the longer the search in which a value pays.
const STRIP_MOVES: u32 = 17;
/// What is proved of a board without search shows within so many nodes.
const BRIEF: u64 = 1 << 18;

/// When `auto` searches positions of a game as sums of their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumPolicy {
    /// Always.
    Always,
    /// If the position falls apart at once, and the board itself is not solved soon: in games that prove much
    /// of boards without search, where parts lose that.
    SeveralParts,
}

/// What is done for an answer.
pub struct Plan {
    /// Tried in order until one answers.
    pub steps: Vec<Step>,
    /// Values that the search looks up on the board, if any.
    pub view: Option<ValueGameConfig>,
    /// What the search is asked, without what is asked of values.
    pub request: Request,
    /// What to say if no step used the database that was given.
    pub unused_database: bool,
}

/// One thing to try.
pub enum Step {
    /// A search on the board.
    Board(BoardStep),
    /// A search on sums of parts.
    Sum(SumStep),
}

/// A search on the board.
pub struct BoardStep {
    /// What to run.
    pub run: Run,
    /// What to say of it; nothing for an algorithm that was named.
    pub note: String,
}

/// How a search on the board runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Run {
    /// The algorithm of this name, with the request's parameters.
    Named(String),
    /// Df-pn without bounds.
    WithoutBounds,
    /// One of the searches that are compiled for games, by its name.
    Native(&'static str, Native),
}

/// A search on sums.
pub struct SumStep {
    search: SumSearch,
    limit: ValueLimit,
    /// Does it apply only if every part gets a value?
    needs_values: bool,
    threads: usize,
    database: Option<DatabaseRef>,
    note: String,
}

/// What a plan asks of a position's parts.
#[derive(Clone, Copy, Debug)]
pub struct SumFacts {
    /// How many independent parts there are.
    pub parts: usize,
    /// How many moves the players have together.
    pub moves: u32,
    /// Is the board one row or one column?
    pub is_strip: bool,
}

impl SumFacts {
    /// Those of a position.
    pub fn of<G: Partisan>(game: &G, position: &G::Position) -> SumFacts {
        let mobility =
            |player| match game.status(&game.with_mover(position, player), &mut Vec::new()) {
                Status::Moves(count) => count,
                Status::Over(_) => 0,
            };
        SumFacts {
            parts: game.parts(position).len(),
            moves: Player::BOTH.map(mobility).iter().sum(),
            is_strip: game
                .cells()
                .is_some_and(|cells| cells.grid.rows.min(cells.grid.columns) == 1),
        }
    }
}

impl Plan {
    /// The plan for a request about a position.
    ///
    /// # Errors
    /// If the algorithm or a parameter does not exist or does not suit the game.
    pub fn new(position: &dyn AnyPosition, request: &Request) -> Result<Plan, Error> {
        let info = registry::algorithm(&request.algorithm)?;
        let (request, view, database) = split_values(position, request, info)?;
        let mut plan = Plan { steps: Vec::new(), view, request, unused_database: false };
        if info.name != AUTO.name {
            plan.push_board(Run::Named(info.name.into()), String::new());
            plan.unused_database = database.is_some();
            return Ok(plan);
        }
        let entry = registry::entry(position.game()).ok();
        let facts = if plan.may_take_sums() { position.sum_facts() } else { None };
        let policy = entry.map_or(SumPolicy::SeveralParts, GameEntry::sum_policy);
        plan.unused_database = match facts {
            Some(facts) if policy == SumPolicy::Always || facts.parts > 1 => {
                plan.push_sums(facts, policy, database);
                false
            }
            _ => database.is_some(),
        };
        plan.push_favourite(entry);
        Ok(plan)
    }

    /// Certificates, traces and trees are about the positions themselves.
    fn may_take_sums(&self) -> bool {
        let Request { proof, trace, tree_depth, parameters, .. } = &self.request;
        let wants_more = proof.is_some() || *trace || tree_depth.is_some();
        self.view.is_none() && parameters.is_empty() && !wants_more
    }

    fn push_board(&mut self, run: Run, note: String) {
        self.steps.push(Step::Board(BoardStep { run, note }));
    }

    fn push_sums(&mut self, facts: SumFacts, policy: SumPolicy, database: Option<DatabaseRef>) {
        let asked = self.request.threads.max(1);
        let step = |search: SumSearch, limit, threads: usize, why: &str| {
            let alone = "; by one thread, as more would gain nothing";
            let alone = if threads < self.request.threads { alone } else { "" };
            let note = format!("auto took {} on sums of parts, {why}{alone}", search.name());
            SumStep {
                search,
                limit,
                needs_values: false,
                threads,
                database: database.clone(),
                note,
            }
        };
        // A database may be large: it is opened once, for the search.
        let values = database.is_none().then(|| SumStep {
            needs_values: true,
            ..step(
                SumSearch::AlphaBeta,
                ValueLimit::preliminary(facts.moves),
                1,
                "all of which have values",
            )
        });
        let is_apart = policy == SumPolicy::SeveralParts;
        let sums = if facts.is_strip {
            // On strips df-pn gains nothing by more threads.
            let limit = ValueLimit::fixed(STRIP_MOVES + facts.moves / 4);
            step(SumSearch::DfPn, limit, 1, "the fastest here for this game on strips")
        } else {
            let why = match is_apart {
                true => "into which the board falls",
                false => "the fastest here for this game",
            };
            step(SumSearch::AlphaBeta, ValueLimit::growing(MOST_MOVES), asked, why)
        };
        self.steps.extend(values.map(Step::Sum));
        if is_apart {
            let note = "auto took alpha-beta, the fastest here for this game".into();
            self.push_board(Run::Native(AlphaBeta::INFO.name, Native::Brief(BRIEF)), note);
        }
        self.steps.push(Step::Sum(sums));
    }

    /// The game's favourite on the board, and the other search in turns.
    fn push_favourite(&mut self, entry: Option<&GameEntry>) {
        let request = &self.request;
        if request.proof.is_some() && entry.is_some_and(|entry| entry.plain_certificates) {
            let note = "auto took df-pn without bounds, for a shorter certificate".into();
            return self.push_board(Run::WithoutBounds, note);
        }
        let (first, why, turns) = match entry.and_then(|entry| entry.favourite) {
            Some(favourite) => (favourite, "the fastest here for this game", FAVOUR_FIRST),
            None => (AlphaBeta::INFO.name, "the fastest here for most games", EQUAL_SHARES),
        };
        // Several threads and checkpoints belong to one search.
        let is_alone = request.threads > 1 || request.checkpoint.is_some();
        let native = if is_alone { Native::Named } else { Native::InTurns(turns) };
        self.push_board(Run::Native(first, native), format!("auto took {first}, {why}"));
    }
}

impl BoardStep {
    /// What the search is asked.
    pub fn request(&self, request: &Request) -> Request {
        match &self.run {
            Run::Named(_) => request.clone(),
            Run::Native(name, _) => Request { algorithm: (*name).into(), ..request.clone() },
            Run::WithoutBounds => {
                let parameters = Parameters::new([("bounds".into(), "false".into())]);
                Request { algorithm: DfPn::INFO.name.into(), parameters, ..request.clone() }
            }
        }
    }

    /// Is it to end after a few nodes, so that another step follows?
    pub fn is_brief(&self) -> bool {
        matches!(self.run, Run::Native(_, Native::Brief(_)))
    }
}

impl SumStep {
    /// What to say of it.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Solves a position as a sum; none if not every part gets the value that is needed.
    ///
    /// # Errors
    /// If there is no database where one should be, or a checkpoint cannot be read.
    pub fn solve<G: Partisan>(
        &self,
        game: &Arc<G>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Option<Solution>, Error> {
        let config = SumConfig {
            threads: self.threads,
            max_bytes: control.limits.max_bytes / 2,
            keeps_keys: request.checkpoint.is_some(),
            database: self.database.clone(),
        };
        let sum = SumGame::new(game, position, self.limit, config, &control.stop_check())?;
        if self.needs_values && !sum.is_valued() {
            return Ok(None);
        }
        let request = Request { threads: self.threads, ..request.clone() };
        solve_sum(&Arc::new(sum), game.as_ref(), position, self.search, &request, control).map(Some)
    }
}

/// What is asked of values: the request without it, what a game that knows values is to know, and the database
/// for sums if nothing else was asked.
type Split = (Request, Option<ValueGameConfig>, Option<DatabaseRef>);

/// Takes what is asked of values out of a request.
pub(crate) fn split_values(
    position: &dyn AnyPosition,
    request: &Request,
    info: &AlgorithmInfo,
) -> Result<Split, Error> {
    let mut request = request.clone();
    let (asked, own) = request.parameters.split(value_game::PARAMETERS);
    request.parameters = own;
    if asked.is_empty() {
        return Ok((request, None, None));
    }
    asked.check_among(value_game::PARAMETERS, info.name)?;
    if position.partisan().is_none() {
        let names: Vec<&str> = value_game::PARAMETERS.iter().map(|p| p.name).collect();
        let wanted = names.into_iter().find(|name| asked.given(name).is_some());
        let wanted = format!("{} needs values: ", wanted.unwrap_or_default());
        return Err(registry::no_values(position.game(), &wanted));
    }
    let Some(config) = ValueGameConfig::read(&asked)? else {
        // Nothing but a database: for searches on sums.
        let directory = asked.given("database").filter(|path| !path.is_empty());
        let game = position.game();
        let database =
            directory.map(|path| DatabaseRef { directory: path.into(), game: game.into() });
        return Ok((request, None, database));
    };
    let has_order = info.parameters.iter().any(|p| p.name == "order");
    if config.ordering && has_order && request.parameters.given("order").is_none() {
        request.parameters = request.parameters.with("order", "evaluation");
    }
    Ok((request, Some(config), None))
}
