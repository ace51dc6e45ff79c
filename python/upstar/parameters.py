"""The parameters of each algorithm as types, for type checkers.

tools/search_types.py writes this file from the list of algorithms. ``upstar.algorithms`` has the
same list with help texts.
"""

from os import PathLike
from typing import Literal, TypedDict

__all__ = [
    "AlphaBetaParameters",
    "AutoParameters",
    "DfPnParameters",
    "DfPpParameters",
    "EwsParameters",
    "McpnParameters",
    "MctsEParameters",
    "MctsParameters",
    "MctsSolverParameters",
    "MilaParameters",
    "MinimaxParameters",
    "MopnsParameters",
    "MoppParameters",
    "Pn2Parameters",
    "PnsParameters",
    "PntParameters",
    "Pp2Parameters",
    "PpParameters",
    "PpnParameters",
    "PptParameters",
    "PureMctsSolverParameters",
    "SbMctsParameters",
    "UctSolverParameters",
    "ValueParameters",
]


class ValueParameters(TypedDict, total=False):
    """Parameters of every algorithm, on games whose positions have values."""

    solved_positions: bool
    simplify: Literal["none", "root", "always"]
    cgt_from: int
    atomic_bounds: bool
    values: Literal["all", "up-star"]
    hot_ordering: bool
    part_cells: int
    database: str | PathLike[str]


class AutoParameters(ValueParameters, total=False):
    """Parameters of auto."""


class AlphaBetaParameters(ValueParameters, total=False):
    """Parameters of alpha-beta."""

    table: bool
    symmetry: bool
    killers: bool
    history: bool
    evaluation: bool
    bounds: bool
    filter: bool
    cutoffs: bool
    deepening: bool
    window: Literal["null", "full"]
    preset: Literal["none", "paper"]


class PnsParameters(ValueParameters, total=False):
    """Parameters of pns."""

    init: Literal["constant", "mobility", "evaluation"]
    ties: Literal["auto", "first", "last", "max-first-min-last"]
    bounds: Literal["auto"] | bool
    free_solved: bool
    preset: Literal["none", "paper"]


class PntParameters(ValueParameters, total=False):
    """Parameters of pnt."""

    init: Literal["constant", "mobility", "evaluation"]
    ties: Literal["auto", "first", "last", "max-first-min-last"]
    bounds: Literal["auto"] | bool
    update: Literal["auto", "all", "path"]
    key: Literal["auto", "position", "owner"]
    preset: Literal["none", "paper"]


class Pn2Parameters(ValueParameters, total=False):
    """Parameters of pn2."""

    init: Literal["constant", "mobility", "evaluation"]
    ties: Literal["auto", "first", "last", "max-first-min-last"]
    bounds: Literal["auto"] | bool
    preset: Literal["none", "paper"]


class DfPnParameters(ValueParameters, total=False):
    """Parameters of df-pn."""

    epsilon: float
    sum: Literal["weak", "plain", "source"]
    init: Literal["mobility", "constant", "evaluation"]
    threshold_control: bool
    widening: float
    symmetry: bool
    bounds: bool


class PpParameters(ValueParameters, total=False):
    """Parameters of pp."""

    init: Literal["constant", "mobility", "evaluation"]
    ties: Literal["auto", "first", "last", "max-first-min-last"]
    bounds: Literal["auto"] | bool
    free_solved: bool
    preset: Literal["none", "paper"]


class PptParameters(ValueParameters, total=False):
    """Parameters of ppt."""

    init: Literal["constant", "mobility", "evaluation"]
    ties: Literal["auto", "first", "last", "max-first-min-last"]
    bounds: Literal["auto"] | bool
    update: Literal["auto", "all", "path"]
    key: Literal["auto", "position", "owner"]
    preset: Literal["none", "paper"]


class Pp2Parameters(ValueParameters, total=False):
    """Parameters of pp2."""

    init: Literal["constant", "mobility", "evaluation"]
    ties: Literal["auto", "first", "last", "max-first-min-last"]
    bounds: Literal["auto"] | bool
    preset: Literal["none", "paper"]


class DfPpParameters(ValueParameters, total=False):
    """Parameters of df-pp."""

    epsilon: float
    init: Literal["mobility", "constant", "evaluation"]
    symmetry: bool
    bounds: bool


class PpnParameters(ValueParameters, total=False):
    """Parameters of ppn."""

    playouts: int
    theta: float
    shape: Literal["tree", "graph"]
    ties: Literal["first", "last", "max-first-min-last"]
    bounds: bool


class McpnParameters(ValueParameters, total=False):
    """Parameters of mcpn."""

    playouts: int
    theta: float
    shape: Literal["tree", "graph"]
    ties: Literal["first", "last", "max-first-min-last"]
    bounds: bool


class EwsParameters(ValueParameters, total=False):
    """Parameters of ews."""

    playouts: int
    rates: Literal["product", "mean", "none"]
    work: Literal["playouts", "mobility"]
    shape: Literal["tree", "graph"]
    candidates: bool
    bounds: bool


class MopnsParameters(ValueParameters, total=False):
    """Parameters of mopns."""

    init: Literal["constant", "mobility", "evaluation"]
    bounds: bool


class MoppParameters(ValueParameters, total=False):
    """Parameters of mopp."""

    init: Literal["constant", "mobility", "evaluation"]
    bounds: bool


class MctsParameters(ValueParameters, total=False):
    """Parameters of mcts."""

    c: float
    formula: Literal["ucb1", "ucb1-tuned"]
    c1: float
    c2: float
    first_play: float
    playouts: int
    expand: Literal["all-ends", "visits", "probability"]
    expand_after: float
    order: Literal["random", "listed", "evaluation"]
    widening: float
    widening_alpha: float
    pruning: Literal["none", "hard", "soft"]
    r_d: float
    sigma_e: float
    pruning_least: int
    pruning_period: int
    pruning_revival: int
    pruning_most: int
    rave: Literal["none", "fixed", "count", "sqrt"]
    rave_alpha: float
    rave_k: float
    rave_all: bool
    policy: Literal["uniform", "softmax", "annealed"]
    temperature: float
    temperature_end: float
    temperature_playouts: float
    annealing: float
    backup: Literal["mean", "minimax", "mix"]
    mix_visits: float
    trust: int
    prior: float
    implicit: float
    depth: int
    proof_bias: Literal["none", "rank", "max", "sum"]
    c_pn: float
    mode: Literal["win_loss", "bounds", "bounds+cuts"]
    gamma: float
    delta: float
    bias_decay: float
    parent_bounds: bool
    clip_to_bounds: bool
    bounds: bool
    simulate_below: int
    final: Literal["visits", "value", "secure"]
    secure: float
    parallel: Literal["tree", "root"]
    preset: Literal["none", "bouzy_pp", "bouzy_amaf"]


class MctsSolverParameters(ValueParameters, total=False):
    """Parameters of mcts-solver."""

    c: float
    simulate_below: int
    mode: Literal["win_loss", "bounds", "bounds+cuts"]
    bounds: bool
    playouts: int
    order: Literal["random", "listed", "evaluation"]
    final: Literal["visits", "value", "secure"]
    secure: float
    parallel: Literal["tree", "root"]


class UctSolverParameters(ValueParameters, total=False):
    """Parameters of uct-solver."""

    constant: float
    playouts: int
    mode: Literal["win_loss", "bounds", "bounds+cuts"]
    bounds: bool
    order: Literal["random", "listed", "evaluation"]
    final: Literal["visits", "value", "secure"]
    secure: float
    parallel: Literal["tree", "root"]
    preset: Literal["none", "paper"]


class PureMctsSolverParameters(ValueParameters, total=False):
    """Parameters of pure-mcts-solver."""

    constant: float
    playouts: int
    mode: Literal["win_loss", "bounds", "bounds+cuts"]
    bounds: bool
    order: Literal["random", "listed", "evaluation"]
    final: Literal["visits", "value", "secure"]
    secure: float
    parallel: Literal["tree", "root"]
    preset: Literal["none", "paper"]


class SbMctsParameters(ValueParameters, total=False):
    """Parameters of sb-mcts."""

    mode: Literal["win_loss", "bounds", "bounds+cuts"]
    c: float
    gamma: float
    delta: float
    bias_decay: float
    parent_bounds: bool
    clip_to_bounds: bool
    bounds: bool
    first_play: float
    playouts: int
    order: Literal["random", "listed", "evaluation"]
    rave: Literal["none", "fixed", "count", "sqrt"]
    rave_alpha: float
    rave_k: float
    rave_all: bool
    prior: float
    implicit: float
    proof_bias: Literal["none", "rank", "max", "sum"]
    c_pn: float
    final: Literal["visits", "value", "secure"]
    secure: float
    parallel: Literal["tree", "root"]
    preset: Literal["none", "paper"]


class MctsEParameters(ValueParameters, total=False):
    """Parameters of mcts-e."""

    c: float
    first_play: float
    evaluate_after: int
    order: Literal["random", "listed", "evaluation"]
    prior: float
    implicit: float
    backup: Literal["mean", "minimax", "mix"]
    mix_visits: float
    proof_bias: Literal["none", "rank", "max", "sum"]
    c_pn: float
    mode: Literal["win_loss", "bounds", "bounds+cuts"]
    bounds: bool
    final: Literal["visits", "value", "secure"]
    secure: float
    parallel: Literal["tree", "root"]


class MilaParameters(ValueParameters, total=False):
    """Parameters of mila."""

    prove: bool
    evaluation: Literal["learnt", "parts", "ordering"]
    bounds: bool
    table: bool
    killers: bool
    history: bool
    cutoffs: bool
    multi_cut: bool
    forward: bool
    reductions: bool


class MinimaxParameters(ValueParameters, total=False):
    """Parameters of minimax."""
