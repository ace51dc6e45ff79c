"""Claessen: Combinatorial Game Theory in Clobber, 2011.

What its matches have in common: a Monte-Carlo player with up to two enhancements by combinatorial
game theory against an alpha-beta player, or against itself without them.
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

VARIANTS = {
    "default": "mcts",
    "solved positions": "mcts:solved_positions=true",
    "simplified boards": "mcts:simplify=always",
    "both": "mcts:solved_positions=true,simplify=always",
}
"""The thesis's Monte-Carlo player with its enhancements, as players here."""
ALPHA_BETA = "mila"

BOARD: dict[Preset, str] = {"quick": "5x5", "full": "8x8"}
PAIRS: dict[Preset, int] = {"quick": 10, "full": 100}
SECONDS = 0.1
"""For a move in the full preset; the thesis gave 5."""
PLAYOUTS, NODES = 60, 1000
"""For a move in the quick preset, of the Monte-Carlo and of the alpha-beta player."""
SCALE: dict[Preset, str] = {
    "quick": f"{2 * PAIRS['quick']} games on {BOARD['quick']}; for a move {PLAYOUTS} playouts, "
    f"alpha-beta {NODES:,} nodes",
    "full": f"{2 * PAIRS['full']} games on {BOARD['full']}, {SECONDS} s for a move; the thesis "
    "had 1,000 games and 5 s",
}


def player(spec: str, preset: Preset) -> str:
    """A player with its budget."""
    limit = f"max_seconds={SECONDS}"
    if preset == "quick":
        limit = f"max_nodes={NODES}" if spec == ALPHA_BETA else f"max_playouts={PLAYOUTS}"
    return f"{spec}{',' if ':' in spec else ':'}{limit}"


def games(variant: str, opponent: str, preset: Preset) -> Sequence[Job]:
    """Pairs of games, a job for each."""
    return [
        Job(
            game="clobber",
            position=BOARD[preset],
            kind="match",
            algorithm=player(VARIANTS[variant], preset),
            parameters={"against": player(VARIANTS.get(opponent, opponent), preset)},
            limits={"max_memory": 500},
            seed=seed,
        )
        for seed in range(PAIRS[preset])
    ]


RESOLVED = (
    "The thesis does not give the constants of its Monte-Carlo player; ours has its defaults, with "
    "proofs (MCTS-solver) as there. Its alpha-beta player, MILA, is not public: in its place is "
    "ours with the same list of techniques, so win percentages against it cannot be compared, only "
    "their order. Values of subgames are canonical forms, so that every subgame that is small "
    "enough has one, where the thesis's database gave up on most larger ones; and they are looked "
    "up incrementally, where the thesis lost most of its simulations. Five seconds a move are too "
    "much for the games that are played here. The quick preset has a smaller board, so its games "
    "are shorter, and gives each player playouts or nodes instead of time, so it tells what a "
    "simulation is worth and not what it costs."
)
"""How matches are to be read."""
