"""Widgets for notebooks: boards to play on, and trees that open on a click.

They need the package anywidget: ``pip install 'upstar[notebook]'``. Other displays, such as
pictures of positions and progress bars, work without it.

Examples
--------
>>> import upstar
>>> from upstar.notebook import board
>>> widget = board("clobber", "3x3")
>>> widget.play("a1a2")
>>> str(widget.position)
'xox/xxo/.ox'
"""

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from upstar.certificate import Certificate
from upstar.errors import ParameterError
from upstar.game import Game
from upstar.position import Position, position_from
from upstar.solution import Solution

if TYPE_CHECKING:
    from upstar.notebook.boards import BoardWidget
    from upstar.notebook.trees import TreeWidget
    from upstar.strategy import Claim

__all__ = ["board", "proof_tree", "search_tree"]

_MISSING = "widgets need anywidget, which is not installed: pip install 'upstar[notebook]'"


def board(
    position: Position | str | Game | type[Game],
    text: str | None = None,
    *,
    opponent: str | Callable[..., str] | None = None,
    side: str | None = None,
    seed: int = 0,
) -> "BoardWidget":
    """Return a board to play on. A click, or a click on each cell of a move, plays it.

    Parameters
    ----------
    position : Position, str, Game or subclass of Game
        Where the game begins; or a game, and its text as the next argument.
    text : str, optional
        The text of the position, after a game.
    opponent : str or callable, optional
        An engine that replies, as ``upstar.play.engine`` accepts it: ``'mcts'``,
        ``'alpha-beta:max_seconds=5'``, a function from a position to a move. Without limits an
        engine takes one second for a move. By default you make the moves of both players.
    side : str, optional
        The label of the player whose moves you make against the opponent; by default the player to
        move.
    seed : int
        The seed of the opponent.

    Returns
    -------
    BoardWidget
        The board. Its ``position`` is the current position.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ParameterError
        If ``side`` is not a player of the game, or is given without an opponent.
    UnknownNameError
        If there is no such game or engine.

    Examples
    --------
    >>> from upstar.notebook import board
    >>> widget = board("domineering", "4x4", opponent="alpha-beta:max_nodes=500")
    >>> widget.play("b2b3")
    >>> len(widget.moves), widget.position.to_move
    (2, 'vertical')
    """
    try:
        from upstar.notebook.boards import BoardWidget
    except ModuleNotFoundError as error:
        raise ImportError(_MISSING) from error
    start, _ = position_from(position, () if text is None else (text,))
    return BoardWidget(start, opponent=opponent, side=side, seed=seed)


def proof_tree(
    source: Solution | Certificate | str | os.PathLike[str], *, max_positions: int = 1_000_000
) -> "TreeWidget":
    """Return the proof in a certificate as a tree whose nodes open on a click.

    The tree has one move of the claimant in each of the claimant's positions, and every move of
    the opponent. Children are read from the file when their node is opened. The file is not
    checked; ``upstar.verify`` does that.

    Parameters
    ----------
    source : Solution, Certificate or path
        A solution of ``solve(..., proof=FILE)``, its ``proof``, or the file of a certificate.
    max_positions : int
        The most positions to read from the file.

    Returns
    -------
    TreeWidget
        The tree, with the board of the selected node.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ParameterError
        If the solution has no certificate.
    CertificateError
        If the file is not a certificate of one position.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> from upstar.notebook import proof_tree
    >>> file = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> tree = proof_tree(upstar.solve("domineering", "3x3", proof=file))
    >>> [root["label"] for root in tree.roots]
    ['vertical wins']
    """
    try:
        from upstar.notebook.trees import TreeWidget
    except ModuleNotFoundError as error:
        raise ImportError(_MISSING) from error
    from upstar.strategy import Strategy
    from upstar.tree_browser import ProofBrowser

    if isinstance(source, Solution):
        if source.proof is None:
            why = source.proof_error or "solve with proof=FILE"
            raise ParameterError(f"the solution has no certificate: {why}")
        source = source.proof
    path = source.path if isinstance(source, Certificate) else source
    strategy = Strategy(path, max_positions=max_positions)
    return TreeWidget(
        {
            _sentence(claim, strategy.position): ProofBrowser(
                strategy.position, claim.player, partial(strategy.move, claim)
            )
            for claim in strategy.claims
        }
    )


def search_tree(solution: Solution) -> "TreeWidget":
    """Return the tree of a search as a tree whose nodes open on a click.

    Parameters
    ----------
    solution : Solution
        The result of ``solve(..., tree_depth=DEPTH)``.

    Returns
    -------
    TreeWidget
        The tree, with the board and the numbers of the selected node.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ParameterError
        If the solution has no tree.

    Examples
    --------
    >>> import upstar
    >>> from upstar.notebook import search_tree
    >>> tree = search_tree(upstar.solve("domineering", "3x3", "pns", tree_depth=3))
    >>> [root["label"] for root in tree.roots]
    ['pns']
    """
    try:
        from upstar.notebook.trees import TreeWidget
    except ModuleNotFoundError as error:
        raise ImportError(_MISSING) from error
    from upstar.tree_browser import search_tree_browser

    if not solution.tree.nodes:
        raise ParameterError("the solution has no tree: solve with tree_depth=DEPTH")
    return TreeWidget({solution.algorithm: search_tree_browser(solution.position, solution.tree)})


def _sentence(claim: "Claim", position: Position) -> str:
    """Return a claim in words."""
    if not {-1, 0, 1}.issuperset(position.scores):
        return f"{claim.player} gets a score of at least {claim.least}"
    return f"{claim.player} wins" if claim.least > 0 else f"{claim.player} draws or wins"
