//! The six registered searches: each has a rule, a shape and parameters.

use upstar_core::{Control, Error, Parameter, SearchGame};

use super::{
    custom::{CustomRule, CustomSelectionRule},
    pn::ProofNumbers,
    pp::Products,
    selection_rule::{Init, Ties},
    solve::{self, BestFirstConfig, NodeKey, Shape},
};
use crate::{AlgorithmInfo, Answer, Request, Solver};

pub(super) const INIT: Parameter = Parameter {
    name: "init",
    default: "mobility",
    values: "constant|mobility|evaluation",
    help: "how new nodes get their initial numbers",
};
const TIES: Parameter = Parameter {
    name: "ties",
    default: "auto",
    values: "auto|first|last|max-first-min-last",
    help: "which of equally good children to select; auto: first, or as in the paper with preset=paper",
};
const BOUNDS: Parameter = Parameter {
    name: "bounds",
    default: "auto",
    values: "auto|true|false",
    help: "use the game's static bounds to solve new nodes; auto: true, or false with preset=paper",
};
pub(super) const STATIC_BOUNDS: Parameter =
    Parameter::switch("bounds", "true", "use the game's static bounds to solve new nodes");
const PRESET: Parameter = Parameter {
    name: "preset",
    default: "none",
    values: "none|paper",
    help: "paper: use the options that reproduce the published node counts",
};
const FREE_SOLVED: Parameter = Parameter {
    name: "free_solved",
    default: "false",
    values: "true|false",
    help: "free the memory of the nodes below solved nodes",
};
const UPDATE: Parameter = Parameter {
    name: "update",
    default: "auto",
    values: "auto|all|path",
    help: "which parents of a changed node to update; auto: all, or as in the paper with \
           preset=paper",
};
const KEY: Parameter = Parameter {
    name: "key",
    default: "auto",
    values: "auto|position|owner",
    help: "merge nodes with the same position, or only if each mark also has the same owner; \
           auto: position, or owner with preset=paper",
};

const TREE: &[Parameter] = &[INIT, TIES, BOUNDS, FREE_SOLVED, PRESET];
const GRAPH: &[Parameter] = &[INIT, TIES, BOUNDS, UPDATE, KEY, PRESET];
const TWO_LEVELS: &[Parameter] = &[INIT, TIES, BOUNDS, PRESET];

const PN_REFERENCE: &str = "Allis, van der Meulen and van den Herik 1994";
const PP_REFERENCE: &str = "Saffidine and Cazenave 2013";

/// The configuration of a request for a search of the given shape. `paper` are the options of the paper.
fn config(
    info: &AlgorithmInfo,
    request: &Request,
    shape: Shape,
    paper: (Ties, bool),
) -> BestFirstConfig {
    let has = |name| info.parameters.iter().any(|p| p.name == name);
    let text = |name| if has(name) { request.parameters.text(info, name) } else { "" };
    let is_paper = text("preset") == "paper";
    BestFirstConfig {
        shape,
        init: match text("init") {
            "constant" => Init::Constant,
            "evaluation" => Init::Evaluation,
            _ => Init::Mobility,
        },
        ties: match text("ties") {
            "first" => Ties::First,
            "last" => Ties::Last,
            "max-first-min-last" => Ties::MaxFirstMinLast,
            _ if is_paper => paper.0,
            _ => Ties::First,
        },
        bounds: match text("bounds") {
            "auto" => !is_paper,
            word => word == "true",
        },
        candidates: false,
        free_solved: has("free_solved") && request.parameters.flag(info, "free_solved"),
        all_parents: has("update")
            && match text("update") {
                "auto" => !is_paper || paper.1,
                word => word == "all",
            },
        keys: match text("key") {
            "owner" => NodeKey::Owner,
            "auto" if is_paper => NodeKey::Owner,
            _ => NodeKey::Position,
        },
        playouts: None,
    }
}

/// The description of searches with four user-defined functions.
pub const CUSTOM: AlgorithmInfo = AlgorithmInfo {
    name: "best-first",
    summary: "best-first search with four user-defined functions",
    reference: PP_REFERENCE,
    parameters: &[
        Parameter {
            name: "shape",
            default: "tree",
            values: "tree|graph|two-levels",
            help: "search a tree, a graph that merges transpositions, or two levels (a search below each leaf)",
        },
        BOUNDS,
        FREE_SOLVED,
        UPDATE,
        KEY,
        PRESET,
    ],
    keeps_tree: true,
    saves_table: false,
};

/// Solves a position with four user-defined functions.
///
/// # Errors
/// If a parameter is unknown or has an invalid value.
pub fn solve_custom<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    rules: &dyn CustomSelectionRule,
) -> Result<Answer<'a, G>, Error> {
    let shape = match request.parameters.text(&CUSTOM, "shape") {
        "graph" => Shape::Graph,
        "two-levels" => Shape::TwoLevels,
        _ => Shape::Tree,
    };
    let config = config(&CUSTOM, request, shape, (Ties::First, true));
    solve::solve(game, position, request, control, &config, &CustomRule(rules))
}

macro_rules! solver {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $reference:expr,
     $parameters:expr, $shape:expr, $paper:expr, $rules:expr) => {
        $(#[$doc])*
        pub struct $name;

        impl Solver for $name {
            const INFO: AlgorithmInfo = AlgorithmInfo {
                name: $text,
                summary: $summary,
                reference: $reference,
                parameters: $parameters,
                keeps_tree: true,
                saves_table: false,
            };

            fn solve<'a, G: SearchGame>(
                game: &'a G,
                position: &G::Position,
                request: &Request,
                control: &'a Control,
            ) -> Result<Answer<'a, G>, Error> {
                let config = config(&Self::INFO, request, $shape, $paper);
                let rules = $rules(&config);
                solve::solve(game, position, request, control, &config, &rules)
            }
        }
    };
}

fn proof_numbers(config: &BestFirstConfig) -> ProofNumbers {
    ProofNumbers { init: config.init, ties: config.ties }
}

fn products(config: &BestFirstConfig) -> Products {
    Products::new(config.init, config.ties)
}

solver!(
    /// Proof-number search on a tree.
    Pns, "pns", "proof-number search on a tree", PN_REFERENCE, TREE, Shape::Tree,
    (Ties::First, true), proof_numbers
);
solver!(
    /// Proof-number search with transpositions.
    Pnt, "pnt", "proof-number search with transpositions", "Schijf, Allis and Uiterwijk 1994",
    GRAPH, Shape::Graph, (Ties::First, false), proof_numbers
);
solver!(
    /// Two-level proof-number search.
    Pn2, "pn2", "two-level proof-number search: a search below each leaf", "Breuker 1998",
    TWO_LEVELS, Shape::TwoLevels, (Ties::First, true), proof_numbers
);
solver!(
    /// Product propagation on a tree.
    Pp, "pp", "product propagation on a tree", PP_REFERENCE, TREE, Shape::Tree,
    (Ties::MaxFirstMinLast, true), products
);
solver!(
    /// Product propagation with transpositions.
    Ppt, "ppt", "product propagation with transpositions", PP_REFERENCE, GRAPH, Shape::Graph,
    (Ties::MaxFirstMinLast, true), products
);
solver!(
    /// Two-level product propagation.
    Pp2, "pp2", "two-level product propagation: a search below each leaf", PP_REFERENCE,
    TWO_LEVELS, Shape::TwoLevels, (Ties::MaxFirstMinLast, true), products
);
