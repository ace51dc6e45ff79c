"""Checks that a game obeys the laws on which every search relies."""

import random
from typing import Any, NoReturn

from upstar.game import Game, moves_of, overrides
from upstar.position import Position, position, python_game
from upstar.registry import games

_WORDS = {"win": 1, "draw": 0, "loss": -1}


class LawError(AssertionError):
    """A game breaks a law; the message names the law and the state.

    Examples
    --------
    >>> import upstar
    >>> from upstar.testing import LawError, check_game
    >>> class Endless(upstar.Game):
    ...     start = outcome = lambda self, *_: None
    ...     moves = lambda self, state: ["stay"]
    ...     play = lambda self, state, move: state
    >>> try:
    ...     check_game(Endless, max_length=5)
    ... except LawError as error:
    ...     print(error)
    every game must end, and this one lasts longer than 5 moves; in None
    """


def check_game(
    game: str | Game | type[Game],
    *,
    plays: int = 100,
    seed: int = 0,
    max_length: int = 10_000,
) -> None:
    """Check the laws of a game by random play.

    If the game has ``bounds`` or ``symmetric_key``, they are compared with exhaustive search on the
    small positions near the ends of games.

    Parameters
    ----------
    game : str, Game or subclass of Game
        A game written in Python, or the name of a registered game, which is played from its
        examples.
    plays : int
        The number of games to play.
    seed : int
        The seed of the random moves.
    max_length : int
        A game with more moves than this counts as endless.

    Raises
    ------
    LawError
        If the game breaks a law.

    Examples
    --------
    >>> from upstar.testing import check_game
    >>> check_game("domineering", plays=5)
    """
    rng = random.Random(seed)
    if isinstance(game, str):
        examples = next((info.examples for info in games() if info.name == game), ("",))
        for number in range(plays):
            start = position(game, examples[number % len(examples)])
            _check_play(start, rng, max_length)
        return
    rules = game() if isinstance(game, type) else game
    for _ in range(plays):
        _check_rules(rules, rng, max_length)
        _check_play(position(rules), rng, max_length)
    if any(overrides(rules, hook) for hook in ("bounds", "symmetric_key")):
        from upstar.testing_hooks import check_hooks

        if broken := check_hooks(rules, plays, rng):
            _fail(*broken)


def _fail(law: str, where: object) -> NoReturn:
    raise LawError(f"{law}; in {where!r}")


def _check_rules(game: Game, rng: random.Random, max_length: int) -> None:
    """Check one random play with the methods of the game."""
    state = game.start()
    if game.start() != state:
        _fail("the start must always be the same state", state)
    mover = 0
    for _ in range(max_length):
        _check_state(game, state)
        if overrides(game, "to_move"):
            mover = game.to_move(state)
            if mover not in (0, 1):
                _fail(f"to_move must be 0 (Left) or 1 (Right), not {mover!r}", state)
        ended = _check_outcome(game, state, mover)
        moves = _check_moves(game, state, mover)
        if ended or not moves:
            return
        state = _check_successor(game, state, rng.choice(moves))
        mover = 1 - mover
    _fail(f"every game must end, and this one lasts longer than {max_length} moves", state)


def _check_state(game: Game, state: Any) -> None:
    try:
        hash(state)
    except TypeError:
        _fail("a state must be hashable", state)
    if not isinstance(game.print(state), str):
        _fail("print must return text", state)
    if overrides(game, "parse") and game.parse(game.print(state)) != state:
        _fail("parse must read what print wrote as the same state", state)
    if overrides(game, "evaluate") and not isinstance(game.evaluate(state), int):
        _fail("evaluate must return a whole number", state)


def _check_outcome(game: Game, state: Any, mover: int) -> bool:
    """Check the outcome of a state; return whether the game is over."""
    outcome = game.outcome(state)
    if outcome is None:
        return False
    if game.outcome(state) != outcome:
        _fail("outcome must always be the same for a state", state)
    if isinstance(outcome, str):
        if outcome not in _WORDS:
            _fail(f"outcome must be 'win', 'loss', 'draw' or a score, not {outcome!r}", state)
        score = _WORDS[outcome]
    elif isinstance(outcome, int):
        score = outcome
    else:
        _fail(f"outcome must be 'win', 'loss', 'draw' or a score, not {outcome!r}", state)
    if (-score if mover else score) not in game.scores:
        _fail(f"outcome {outcome!r} is not among the game's scores {game.scores}", state)
    return True


def _check_moves(game: Game, state: Any, mover: int) -> list[Any]:
    before = hash(state)
    moves = list(moves_of(game, state, mover))
    if list(moves_of(game, state, mover)) != moves:
        _fail("moves must be the same in the same order each time", state)
    texts = [game.print_move(state, move) for move in moves]
    if not all(isinstance(text, str) for text in texts):
        _fail("print_move must return text", state)
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        _fail(f"two moves must not have the same name {twice!r}", state)
    if hash(state) != before:
        _fail("moves must leave the state as it is", state)
    return moves


def _check_successor(game: Game, state: Any, move: Any) -> Any:
    before, text = hash(state), game.print(state)
    successor = game.play(state, move)
    if hash(state) != before or game.print(state) != text:
        _fail(f"play must leave the state as it is, move {move!r}", state)
    if game.play(state, move) != successor:
        _fail(f"play must give an equal state each time, move {move!r}", state)
    return successor


def _check_play(start: Position, rng: random.Random, max_length: int) -> None:
    """Check one random play through the core."""
    current = start
    for _ in range(max_length):
        moves = list(current.moves())
        if list(current.moves()) != moves:
            _fail("moves must be the same in the same order each time", current)
        if len(set(moves)) < len(moves):
            _fail("two moves must not have the same name", current)
        _check_text(current)
        score = current.score
        if score is not None:
            if moves:
                _fail("a finished game must have no moves", current)
            if score not in current.scores:
                _fail(f"score {score} is not among the game's scores", current)
            return
        if not moves:
            _fail("a game that is not over must have a move", current)
        current = current.play(rng.choice(moves))
    _fail(f"every game must end, and this one lasts longer than {max_length} moves", current)


def _check_text(current: Position) -> None:
    """Check that the text of a registered game's position reads back as the same position."""
    if python_game(current) is not None:
        return
    again = position(current.game, str(current), to_move=current.to_move)
    if again != current or list(again.moves()) != list(current.moves()):
        _fail("a position's text must read back as the same position", current)
