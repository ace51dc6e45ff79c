//! The policy of `auto`: which searches run, in which order.
//!
//! A [`Plan`] is made once, from the game and the position. It is a list of steps that run in order until
//! one of them answers. The note of that step becomes the note in the result.
//!
//! | the position | steps |
//! |---|---|
//! | an algorithm is named | that algorithm on the board |
//! | a certificate is wanted | the game's favourite on the board (Hex: df-pn without bounds, for a shorter certificate) |
//! | Hex and Y | df-pn on the best moves of each position first |
//! | it has no values | the favourite on the board, the other search in turns if it stalls |
//! | a game that proves much of whole boards (Domineering, NoGo), one part | the same |
//! | the same, several parts | values of all parts, if they take little work; alpha-beta on the board for a moment; alpha-beta on sums; the board |
//! | any other game with values | values of all parts, if they take little work; on strips df-pn on sums, elsewhere alpha-beta on sums; the board |
//!
//! Measured on Clobber: on strips (boards of one row) nearly every move splits a part in two. There are few
//! different parts, so values of large parts take little work. The winning move is hard to guess. So df-pn
//! with values from the start is fastest. On other boards most positions are one large part and some very
//! small ones. There alpha-beta needs a quarter of the nodes, and a value is computed only if it saves time.
//!
//! The last step, the board, is reached from sums only if these do not fit into the memory.

use upstar_cgt::{
    database::DatabaseRef,
    parts::ValueLimit,
    value_game::{self, ValueGameConfig},
};
use upstar_core::{AlgorithmInfo, Error, ParameterError, Parameters, Partisan, Player, Status};
use upstar_proof::Lemmas;
use upstar_search::{AlphaBeta, DfPn, EQUAL_SHARES, FAVOUR_FIRST, Request, Solver, SumSearch};
use upstar_solver::{Native, SumStep, algorithms::AUTO};

use crate::{
    position::AnyPosition,
    registry::{self, GameEntry},
};

/// A part gets no value if both players together have more moves in it than this, however long the search runs.
const MOST_MOVES: u32 = 44;
/// On strips, parts get values up to this many moves plus a quarter of all moves of the position. A longer strip
/// needs a longer search, in which values of larger parts save time.
const STRIP_MOVES: u32 = 17;
/// The node limit of the first, short search on the board. Results of static bounds appear within this many nodes.
const BRIEF: u64 = 1 << 18;

/// When `auto` searches positions of a game as sums of their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumPolicy {
    /// Always.
    Always,
    /// If the position has several parts, and a short search on the board does not solve it. For games with
    /// strong static bounds on whole boards, which do not apply to parts.
    SeveralParts,
}

/// The steps that answer a request.
pub struct Plan {
    /// They run in order until one answers.
    pub steps: Vec<Step>,
    /// Values that the search looks up on the board, if any.
    pub view: Option<ValueGameConfig>,
    /// The request without its parameters for values.
    pub request: Request,
    /// Was a database given that no step uses?
    pub unused_database: bool,
}

/// One step of a plan.
pub enum Step {
    /// A search on the board.
    Board(BoardStep),
    /// A search on sums of parts.
    Sum(SumStep),
}

/// A search on the board.
pub struct BoardStep {
    /// The search to run.
    pub run: Run,
    /// The note for the result; empty if the user named the algorithm.
    pub note: String,
}

/// How a search on the board runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Run {
    /// The algorithm of this name, with the request's parameters.
    Named(String),
    /// Df-pn without bounds.
    WithoutBounds,
    /// Df-pn on the best moves of each position first.
    Focused,
    /// One of the searches that are compiled for games, by its name.
    Native(&'static str, Native),
}

/// The data about a position's parts that a plan uses.
#[derive(Clone, Copy, Debug)]
pub struct SumFacts {
    /// The number of independent parts.
    pub parts: usize,
    /// The number of moves of both players together.
    pub moves: u32,
    /// Is the board one row or one column?
    pub is_strip: bool,
}

impl SumFacts {
    /// The data of a position.
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

/// Can a certificate of the position state sums instead of boards?
fn has_sum_lemma(position: &dyn AnyPosition) -> bool {
    let lemmas = Lemmas::for_position(position.game(), &position.text());
    lemmas.is_some_and(|lemmas| lemmas.number("sum").is_some())
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
        let is_certifiable = |facts: &SumFacts| facts.is_strip && has_sum_lemma(position);
        let wants_proof = plan.request.proof.is_some();
        let facts =
            facts.filter(|facts| !wants_proof || (plan.request.lemmas && is_certifiable(facts)));
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

    /// May the plan search on sums? Traces and trees need positions of the game itself.
    fn may_take_sums(&self) -> bool {
        let Request { trace, tree_depth, parameters, .. } = &self.request;
        let wants_more = *trace || tree_depth.is_some();
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
        // A database may be large, so it is opened only once, for the search.
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
            // On strips, more threads do not make df-pn faster.
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

    /// Adds the game's favourite search on the board, which takes turns with the other search.
    fn push_favourite(&mut self, entry: Option<&GameEntry>) {
        let request = &self.request;
        if request.proof.is_some() && entry.is_some_and(|entry| entry.plain_certificates) {
            let note = "auto took df-pn without bounds, for a shorter certificate".into();
            return self.push_board(Run::WithoutBounds, note);
        }
        let wants_more = request.proof.is_some() || request.trace || request.tree_depth.is_some();
        if entry.is_some_and(|entry| entry.focused) && !wants_more && !request.distance {
            let note = "auto took df-pn with widening=0.5, the fastest here for this game".into();
            return self.push_board(Run::Focused, note);
        }
        let (first, why, turns) = match entry.and_then(|entry| entry.favourite) {
            Some(favourite) => (favourite, "the fastest here for this game", FAVOUR_FIRST),
            None => (AlphaBeta::INFO.name, "the fastest here for most games", EQUAL_SHARES),
        };
        // With several threads or a checkpoint, only one search runs.
        let is_alone = request.threads > 1 || request.checkpoint.is_some();
        let native = if is_alone { Native::Named } else { Native::InTurns(turns) };
        self.push_board(Run::Native(first, native), format!("auto took {first}, {why}"));
    }
}

impl BoardStep {
    /// The request for this step's search.
    pub fn request(&self, request: &Request) -> Request {
        match &self.run {
            Run::Named(_) => request.clone(),
            Run::Native(name, _) => Request { algorithm: (*name).into(), ..request.clone() },
            Run::WithoutBounds => df_pn(request, "bounds", "false"),
            Run::Focused => df_pn(request, "widening", "0.5"),
        }
    }

    /// Does it end after a few nodes, so that another step follows?
    pub fn is_brief(&self) -> bool {
        matches!(self.run, Run::Native(_, Native::Brief(_)))
    }
}

/// The request for df-pn with one parameter.
fn df_pn(request: &Request, name: &str, value: &str) -> Request {
    let parameters = Parameters::new([(name.into(), value.into())]);
    Request { algorithm: DfPn::INFO.name.into(), parameters, ..request.clone() }
}

/// Rejects parameters for values that would change nothing. Only `auto` uses a database without others: in
/// its searches on sums.
fn check_database_alone(asked: &Parameters, info: &AlgorithmInfo) -> Result<(), Error> {
    let given = |name: &&str| asked.given(name).is_some();
    let names = ["cgt_from", "atomic_bounds", "values", "part_cells", "database"];
    let is_used = |name: &&str| *name == "database" && info.name == AUTO.name;
    match names.iter().find(|name| given(name) && !is_used(name)) {
        Some(name) => Err(Error::Parameter(ParameterError(format!(
            "{name} does nothing alone; add solved_positions=true, simplify=root|always or \
             hot_ordering=true"
        )))),
        None => Ok(()),
    }
}

/// A request without its parameters for values, the configuration of the game that looks up values, and the
/// database for searches on sums if that is the only such parameter.
type Split = (Request, Option<ValueGameConfig>, Option<DatabaseRef>);

/// Separates the parameters for values from a request.
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
        check_database_alone(&asked, info)?;
        // Only a database was given. It is for searches on sums.
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
