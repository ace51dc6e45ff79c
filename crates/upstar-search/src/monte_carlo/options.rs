//! The parameters that users set, and their conversion to a configuration.

use upstar_core::{Error, Parameter, ParameterError};

use super::config::{
    Backup, Bias, Expand, FinalMove, Formula, Mode, MonteCarloConfig, Order, Parallel, Policy,
    Pruning, Rave, Temperature,
};
use crate::{AlgorithmInfo, Request};

macro_rules! parameters {
    ($($constant:ident $name:literal $default:literal $values:literal $help:literal;)*) => {
        $(pub(super) const $constant: Parameter = Parameter {
            name: $name, default: $default, values: $values, help: $help,
        };)*
    };
}

parameters! {
    FORMULA "formula" "ucb1" "ucb1|ucb1-tuned" "the exploration term of a child's value";
    C "c" "1.4" "NUMBER" "the exploration constant; 0: none";
    C1 "c1" "1.4142135623730951" "NUMBER"
        "ucb1-tuned: the weight of the variance's exploration term";
    C2 "c2" "0.25" "NUMBER" "ucb1-tuned: the upper limit of the variance";
    FIRST_PLAY "first_play" "1000" "NUMBER"
        "the value of an untried move; from 100 on, every move is tried before one is selected again";
    PLAYOUTS "playouts" "1" "INTEGER" "playouts from each leaf";
    EXPAND "expand" "visits" "all-ends|visits|probability"
        "when a leaf gets children: all-ends = at its second visit, then each child gets a playout; \
         visits = after some visits; probability = when some visits are expected";
    EXPAND_AFTER "expand_after" "1" "NUMBER" "the visits that expand needs";
    ORDER "order" "random" "random|listed|evaluation"
        "the order in which moves are tried for the first time";
    WIDENING "widening" "0" "NUMBER"
        "progressive widening: consider C n^alpha moves after n visits; this is C; 0: all moves";
    WIDENING_ALPHA "widening_alpha" "0.5" "NUMBER" "progressive widening: alpha";
    PRUNING "pruning" "none" "none|hard|soft"
        "progressive pruning of worse moves: none, permanently (hard), or until they look better (soft)";
    PRUNING_RATIO "r_d" "1" "NUMBER" "pruning: half the width of an interval, in standard errors";
    PRUNING_EQUAL "sigma_e" "0.2" "NUMBER"
        "pruning: moves are equal when their standard errors, in scores, are below this";
    PRUNING_LEAST "pruning_least" "100" "INTEGER"
        "pruning: playouts of a move before it may be pruned";
    PRUNING_PERIOD "pruning_period" "100" "INTEGER" "pruning: visits between two checks";
    PRUNING_REVIVAL "pruning_revival" "0" "INTEGER"
        "pruning=soft: visits between two checks of pruned moves; 0: pruning_period";
    PRUNING_MOST "pruning_most" "0" "INTEGER"
        "pruning: stop after this many playouts for each move of the root; 0: do not";
    RAVE "rave" "none" "none|fixed|count|sqrt"
        "RAVE: mix in AMAF values; weight of own playouts: fixed, n/(n+k) or 1-sqrt(k/(3n+k))";
    RAVE_ALPHA "rave_alpha" "0.5" "NUMBER" "rave=fixed: the weight";
    RAVE_K "rave_k" "1000" "NUMBER" "rave=count or rave=sqrt: k";
    RAVE_ALL "rave_all" "false" "true|false"
        "with rave: try every move of a node before one is selected again, as without rave";
    POLICY "policy" "uniform" "uniform|softmax|annealed"
        "how playouts select moves: uniformly, by exp(K v), or the best v with decreasing noise";
    TEMPERATURE "temperature" "2" "NUMBER" "policy=softmax: K, for values from 0 to 1";
    TEMPERATURE_END "temperature_end" "-1" "NUMBER"
        "policy=softmax: K at the end of a schedule; below 0: K is constant";
    TEMPERATURE_PLAYOUTS "temperature_playouts" "1000" "NUMBER"
        "policy=softmax with temperature_end: playouts until K has its last value";
    ANNEALING "annealing" "0.001" "NUMBER" "policy=annealed: how fast the noise decreases";
    BACKUP "backup" "mean" "mean|minimax|mix"
        "how a node's value is computed: mean of playouts, minimax of children, or a mix";
    MIX_VISITS "mix_visits" "100" "NUMBER" "backup=mix: visits at which both have the same weight";
    TRUST "trust" "0" "INTEGER"
        "a node with at least this many visits has the minimax value of its children; 0: no node";
    EVALUATE_AFTER "evaluate_after" "0" "INTEGER" "random moves before the evaluation";
    PRIOR "prior" "0" "NUMBER"
        "playouts that the game's evaluation of a node counts as in its value; 0: it does not count";
    IMPLICIT "implicit" "0" "NUMBER"
        "implicit minimax: weight of the minimax value of evaluations in a child's value";
    DEPTH "depth" "0" "INTEGER"
        "if not 0, enumerate all positions to this depth and run playouts from them in turn \
         (1: flat Monte-Carlo); 0: grow a tree";
    PROOF_BIAS "proof_bias" "none" "none|rank|max|sum" "prefer children with small proof numbers";
    C_PN "c_pn" "1" "NUMBER" "the weight of proof_bias";
    MODE "mode" "bounds+cuts" "win_loss|bounds|bounds+cuts"
        "what to prove: wins and losses, score bounds, or score bounds that also cut children";
    GAMMA "gamma" "0" "NUMBER" "the weight of a child's pessimistic bound in its value";
    DELTA "delta" "0" "NUMBER" "the weight of a child's optimistic bound in its value";
    PARENT_BOUNDS "parent_bounds" "false" "true|false"
        "clip a child's bounds to its parent's before gamma and delta weigh them";
    BIAS_DECAY "bias_decay" "0" "NUMBER"
        "visits of a child at which gamma and delta are halved; 0: constant";
    CLIP "clip_to_bounds" "false" "true|false"
        "clip the values of playouts to the bounds of each node on their path";
    BOUNDS "bounds" "true" "true|false" "use the game's static bounds";
    SIMULATE_BELOW "simulate_below" "0" "INTEGER"
        "at nodes with fewer visits, select moves at random, including solved ones";
    FINAL "final" "visits" "visits|value|secure" "the move to play: most visits, greatest value, \
        or greatest v + A/sqrt(n)";
    SECURE "secure" "1" "NUMBER" "final=secure: A";
    PARALLEL "parallel" "tree" "tree|root"
        "tree: threads share one tree; root: each thread has its own";
    PRESET "preset" "none" "none|bouzy_pp|bouzy_amaf"
        "the two programs of Bouzy 2004: progressive pruning, or AMAF with temperature; \
         parameters that are set override the preset";
    PAPER "preset" "none" "none|paper" "paper: use the options of the published experiments";
    CONSTANT "constant" "2" "NUMBER" "C in the formula v + sqrt(C ln N / n)";
}

/// The parameter with another default.
pub(super) const fn with(parameter: Parameter, default: &'static str) -> Parameter {
    Parameter { default, ..parameter }
}

/// The parameters that a preset changes, with their values.
fn preset(name: &str, word: &str) -> &'static [(&'static str, &'static str)] {
    match (name, word) {
        (_, "bouzy_pp") => &[
            ("depth", "1"),
            ("pruning", "hard"),
            ("r_d", "1"),
            ("sigma_e", "0.2"),
            ("final", "value"),
        ],
        (_, "bouzy_amaf") => &[
            ("depth", "1"),
            ("rave", "fixed"),
            ("rave_alpha", "0"),
            ("policy", "softmax"),
            ("temperature", "2"),
            ("final", "value"),
        ],
        ("sb-mcts", "paper") => &[("c", "0.05"), ("bounds", "false")],
        (_, "paper") => &[("playouts", "10"), ("bounds", "false")],
        _ => &[],
    }
}

/// Reads parameters: the given value, else the preset's value, else the default.
struct Reader<'a> {
    info: &'a AlgorithmInfo,
    request: &'a Request,
    preset: &'static [(&'static str, &'static str)],
}

impl Reader<'_> {
    fn has(&self, name: &str) -> bool {
        self.info.parameters.iter().any(|p| p.name == name)
    }

    fn text(&self, parameter: Parameter) -> &str {
        let name = parameter.name;
        let by_preset = || self.preset.iter().find(|(n, _)| *n == name).map(|(_, text)| *text);
        if let Some(text) = self.request.parameters.given(name).or_else(by_preset) {
            return text;
        }
        let declared = self.info.parameters.iter().find(|p| p.name == name);
        declared.map_or(parameter.default, |p| p.default)
    }

    fn flag(&self, parameter: Parameter) -> bool {
        self.text(parameter) == "true"
    }

    /// A number that must be at least `least`.
    fn number(&self, parameter: Parameter, least: f64) -> Result<f64, Error> {
        let number: f64 = self.text(parameter).parse().unwrap_or(f64::NAN);
        if number >= least {
            return Ok(number);
        }
        Err(self.reject(&format!("{} must be at least {least}, not {number}", parameter.name)))
    }

    fn integer(&self, parameter: Parameter, least: u32) -> Result<u32, Error> {
        let number: u64 = self.text(parameter).parse().unwrap_or(u64::MAX);
        match u32::try_from(number) {
            Ok(number) if number >= least && number <= 1_000_000_000 => Ok(number),
            _ => Err(self.reject(&format!(
                "{} must be from {least} to 1000000000, not {number}",
                parameter.name
            ))),
        }
    }

    fn reject(&self, text: &str) -> Error {
        Error::Parameter(ParameterError(format!("{}: {text}", self.info.name)))
    }

    fn exploration_constant(&self) -> Result<f64, Error> {
        if self.has(CONSTANT.name) {
            Ok(self.number(CONSTANT, 0.0)?.sqrt())
        } else {
            self.number(C, 0.0)
        }
    }

    fn pruning(&self) -> Result<Pruning, Error> {
        Ok(Pruning {
            soft: self.text(PRUNING) == "soft",
            ratio: self.number(PRUNING_RATIO, 0.0)?,
            equal: self.number(PRUNING_EQUAL, 0.0)?,
            least: self.integer(PRUNING_LEAST, 1)?,
            period: self.integer(PRUNING_PERIOD, 1)?,
            revival: match self.integer(PRUNING_REVIVAL, 0)? {
                0 => self.integer(PRUNING_PERIOD, 1)?,
                revival => revival,
            },
            most: self.integer(PRUNING_MOST, 0)?,
        })
    }

    fn rave(&self) -> Result<Rave, Error> {
        Ok(match self.text(RAVE) {
            "fixed" => Rave::Fixed(self.number(RAVE_ALPHA, 0.0)?),
            "count" => Rave::Count(self.number(RAVE_K, 0.0)?),
            "sqrt" => Rave::Root(self.number(RAVE_K, 0.0)?),
            _ => Rave::Off,
        })
    }

    fn temperature(&self) -> Result<Temperature, Error> {
        let first = self.number(TEMPERATURE, 0.0)?;
        let last = self.number(TEMPERATURE_END, f64::NEG_INFINITY)?;
        if last < 0.0 {
            return Ok(Temperature { first, last: first, playouts: 0.0 });
        }
        Ok(Temperature { first, last, playouts: self.number(TEMPERATURE_PLAYOUTS, 1.0)? })
    }

    fn policy(&self) -> Result<Policy, Error> {
        Ok(match self.text(POLICY) {
            "softmax" => Policy::Softmax(self.temperature()?),
            "annealed" => Policy::Annealed(self.number(ANNEALING, 0.0)?),
            _ => Policy::Uniform,
        })
    }

    fn backup(&self) -> Result<Backup, Error> {
        Ok(match self.text(BACKUP) {
            "minimax" => Backup::Minimax,
            "mix" => Backup::Mix(self.number(MIX_VISITS, 1e-9)?),
            _ => Backup::Mean,
        })
    }

    fn final_move(&self) -> Result<FinalMove, Error> {
        Ok(match self.text(FINAL) {
            "value" => FinalMove::Value,
            "secure" => FinalMove::Secure(self.number(SECURE, 0.0)?),
            _ => FinalMove::Visits,
        })
    }

    /// Checks that the options are in range and compatible.
    fn check(&self, config: &MonteCarloConfig) -> Result<(), Error> {
        if config.implicit > 1.0 {
            return Err(self.reject("implicit must be from 0 to 1"));
        }
        if matches!(config.rave, Rave::Fixed(alpha) if alpha > 1.0) {
            return Err(self.reject("rave_alpha must be from 0 to 1"));
        }
        if config.implicit > 0.0 && config.backup != Backup::Mean {
            return Err(self.reject("implicit needs backup=mean"));
        }
        if config.prior > 0.0
            && (config.backup != Backup::Mean || config.implicit > 0.0 || config.trust > 0)
        {
            return Err(self.reject("prior needs backup=mean, implicit=0 and trust=0"));
        }
        if config.trust > 0 && config.backup != Backup::Mean {
            return Err(self.reject("trust needs backup=mean"));
        }
        if config.tracks_moves() && config.playouts > 1 {
            return Err(self.reject("rave, policy=softmax and policy=annealed need playouts=1"));
        }
        Ok(())
    }
}

/// The configuration that a request asks for.
///
/// # Errors
/// If a number is out of range, or two options are incompatible.
pub fn read(info: &AlgorithmInfo, request: &Request) -> Result<MonteCarloConfig, Error> {
    let any = f64::NEG_INFINITY;
    let word = request.parameters.given("preset").unwrap_or("none");
    let reader = Reader { info, request, preset: preset(info.name, word) };
    let c = reader.exploration_constant()?;
    let pruning = reader.pruning()?;
    let widening = (reader.number(WIDENING, 0.0)?, reader.number(WIDENING_ALPHA, 0.0)?);
    let after = reader.number(EXPAND_AFTER, 0.0)?;
    let config = MonteCarloConfig {
        formula: match reader.text(FORMULA) {
            "ucb1-tuned" => Formula::Tuned,
            _ => Formula::Ucb1,
        },
        c,
        c1: reader.number(C1, 0.0)?,
        c2: reader.number(C2, 0.0)?,
        first_play: reader.number(FIRST_PLAY, any)?,
        gamma: reader.number(GAMMA, any)?,
        delta: reader.number(DELTA, any)?,
        bias_decay: reader.number(BIAS_DECAY, 0.0)?,
        parent_bounds: reader.flag(PARENT_BOUNDS),
        rave: reader.rave()?,
        rave_all: reader.flag(RAVE_ALL),
        prior: reader.number(PRIOR, 0.0)?,
        implicit: reader.number(IMPLICIT, 0.0)?,
        bias: match reader.text(PROOF_BIAS) {
            "rank" => Some(Bias::Rank),
            "max" => Some(Bias::Max),
            "sum" => Some(Bias::Sum),
            _ => None,
        },
        c_pn: reader.number(C_PN, any)?,
        mode: match reader.text(MODE) {
            "win_loss" => Mode::WinLoss,
            "bounds" => Mode::Bounds,
            _ => Mode::Cuts,
        },
        bounds: reader.flag(BOUNDS),
        expand: match reader.text(EXPAND) {
            "all-ends" => Expand::AllEnds,
            "probability" => Expand::Probability(after),
            _ => Expand::Visits(after.min(1e9) as u32),
        },
        order: match reader.text(ORDER) {
            "listed" => Order::Listed,
            "evaluation" => Order::Evaluation,
            _ => Order::Random,
        },
        widening: (widening.0 > 0.0).then_some(widening),
        pruning: (reader.text(PRUNING) != "none").then_some(pruning),
        depth: reader.integer(DEPTH, 0)?,
        simulate_below: reader.integer(SIMULATE_BELOW, 0)?,
        evaluates: info.name == "mcts-e",
        evaluate_after: reader.integer(EVALUATE_AFTER, 0)?,
        playouts: reader.integer(PLAYOUTS, 1)?,
        policy: reader.policy()?,
        clip: reader.flag(CLIP),
        backup: reader.backup()?,
        trust: reader.integer(TRUST, 0)?,
        final_move: reader.final_move()?,
        parallel: match reader.text(PARALLEL) {
            "root" => Parallel::Root,
            _ => Parallel::Tree,
        },
    };
    reader.check(&config)?;
    Ok(config)
}
