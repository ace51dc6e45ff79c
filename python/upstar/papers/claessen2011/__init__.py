"""Claessen: Combinatorial Game Theory in Clobber, 2011.

This module has what its matches share: a Monte-Carlo player with up to two enhancements by
combinatorial game theory plays against an alpha-beta player, or against itself without them.
"""

from collections.abc import Sequence

from upstar.campaign.job import Job
from upstar.papers.experiment import Paper, Preset

PAPER = Paper(
    authors="Jeroen Claessen",
    title="Combinatorial Game Theory in Clobber",
    venue="Master thesis, Maastricht University",
    year=2011,
)

DEFAULT_PLAYER = "mcts-solver:bounds=false"
"""UCT with MCTS-solver and the secure child, and no other knowledge."""
VARIANTS = {
    "default": DEFAULT_PLAYER,
    "solved positions": f"{DEFAULT_PLAYER},solved_positions=true",
    "simplified boards": f"{DEFAULT_PLAYER},simplify=always",
    "both": f"{DEFAULT_PLAYER},solved_positions=true,simplify=always",
}
"""The Monte-Carlo player of the thesis with its enhancements, as engines of upstar."""
ALPHA_BETA = "mila"

BOARD: dict[Preset, str] = {"quick": "5x5", "full": "8x8"}
PAIRS: dict[Preset, int] = {"quick": 50, "full": 100}
SECONDS = 0.1
"""The time per move in the full preset; the thesis used 5."""
PLAYOUTS, NODES = 60, 1000
"""The budgets per move in the quick preset, of the Monte-Carlo and of the alpha-beta player."""
SCALE: dict[Preset, str] = {
    "quick": f"{2 * PAIRS['quick']} games on {BOARD['quick']}; {PLAYOUTS} playouts per move, "
    f"alpha-beta {NODES:,} nodes",
    "full": f"{2 * PAIRS['full']} games on {BOARD['full']}, two in a run, {SECONDS} s per "
    "move; the thesis has 1,000 games and 5 s",
}


def player(spec: str, preset: Preset) -> str:
    """Return an engine with its budget."""
    limit = f"max_seconds={SECONDS}"
    if preset == "quick":
        limit = f"max_nodes={NODES}" if spec == ALPHA_BETA else f"max_playouts={PLAYOUTS}"
    return f"{spec}{',' if ':' in spec else ':'}{limit}"


def games(variant: str, opponent: str, preset: Preset) -> Sequence[Job]:
    """Return the jobs of a match, one for each pair of games."""
    return match_jobs(VARIANTS[variant], VARIANTS.get(opponent, opponent), preset)


def match_jobs(own: str, rival: str, preset: Preset) -> Sequence[Job]:
    """Return the jobs of a match between two engines, one for each pair of games."""
    return [
        Job(
            game="clobber",
            position=BOARD[preset],
            kind="match",
            algorithm=player(own, preset),
            parameters={"against": player(rival, preset)},
            limits={"max_memory": 500},
            seed=seed,
        )
        for seed in range(PAIRS[preset])
    ]


RESOLVED = (
    "The thesis does not give the constants of its Monte-Carlo player. Ours is UCT with "
    "MCTS-solver and the secure child as there, with K = 1 and A = 1. It uses none of the "
    "game's static bounds. The alpha-beta player of the thesis, MILA, is not "
    "public. We use our own with the same list of techniques, so win percentages against it "
    "cannot be compared, only their order. Values of subgames are canonical forms here, so "
    "every subgame that is small enough has one; the thesis's database gave up on most larger "
    "ones. We look values up incrementally; in the thesis the look-ups cost most of the "
    "simulations. Five seconds a move would take too long for the number of games played "
    "here. The quick preset has a smaller board, so its games are shorter. It gives each "
    "player playouts or nodes instead of time, so it shows how much a simulation helps and "
    "not what it costs."
)
"""The choices that the thesis leaves open, for all matches."""
