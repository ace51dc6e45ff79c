"""Training the evaluation of Clobber from games that it plays against itself."""

from collections.abc import Callable

from upstar import _core

__all__ = ["train_evaluation"]

OPENING = 10
"""Random moves at the start of a training game, at most."""


def train_evaluation(
    position: str = "8x8",
    *,
    games: int = 20_000,
    rate: float = 0.005,
    seed: int = 0,
    progress: Callable[[int, float], None] | None = None,
) -> str:
    """Learn the weights of the evaluation of Clobber by TD(λ).

    Parameters
    ----------
    position : str
        The position from which the games start.
    games : int
        The number of games.
    rate : float
        The learning rate at the start; it decreases to a tenth.
    seed : int
        The seed of the games.
    progress : callable, optional
        Called after every hundredth game with the number of games and their mean squared error.

    Returns
    -------
    str
        The weights as text, with the command that repeats the training.

    Examples
    --------
    >>> from upstar.play.clobber_training import train_evaluation
    >>> "tempo" in train_evaluation("3x3", games=10)
    True
    """

    def show(done: int, error: float) -> None:
        if progress is not None:
            progress(done, error)

    text = _core.train_clobber(position, games, OPENING, rate, seed, show)
    return (
        "# The evaluation of Clobber for players: weights of 3x3 windows, learnt by self-play\n"
        f"# upstar train NAME --game clobber --position {position} --games {games} "
        f"--rate {rate} --seed {seed}\n{text}"
    )
