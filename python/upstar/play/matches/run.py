"""Matches: the schedule of games, several at a time, resumable."""

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from upstar import _core
from upstar.errors import ParameterError
from upstar.game import Game
from upstar.play.engine import Budget, Engine, engine, engine_name
from upstar.play.matches.game import derived_seed, play_game
from upstar.play.matches.opening import listed_openings, random_opening
from upstar.play.matches.record import GameRecord, MatchFile
from upstar.play.matches.score import Score
from upstar.position import Position, position
from upstar.progress import MATCH, Auto, reporting
from upstar.statistics import Sprt
from upstar.tables import data_frame

Player = str | Callable[..., str]
"""A text that names an engine, or a function from a position to a move."""
_Slot = tuple[int, int, int, list[str]]
"""A game to play: number of the pair, first player, second player, opening."""


@dataclass(frozen=True)
class MatchResult:
    """The games of a match and their scores.

    Attributes
    ----------
    players : tuple of str
        The texts that name the players. A player's index is its number.
    games : tuple of GameRecord
        The finished games.
    start : Position
        Where the openings begin.
    interrupted : bool
        Whether Ctrl-C ended the match.
    sprt : str or None
        ``'elo0'`` or ``'elo1'`` if the sequential test has accepted one.

    Examples
    --------
    >>> import upstar
    >>> result = upstar.match("clobber", "2x3", a="alpha-beta", b="random", games=2, max_nodes=99)
    >>> len(result.games), result.interrupted, [s.a for s in result.pairings()]
    (2, False, [0])
    >>> result.to_json()["players"]
    ['alpha-beta', 'random']
    """

    players: tuple[str, ...]
    games: tuple[GameRecord, ...]
    start: Position
    interrupted: bool = False
    sprt: str | None = None

    def score(self, a: int = 0, b: int = 1) -> Score:
        """Return the score of one player against another.

        Parameters
        ----------
        a : int
            The number of a player.
        b : int
            The number of the other player.

        Returns
        -------
        Score
            The score of ``a``.

        Examples
        --------
        >>> import upstar
        >>> result = upstar.match("clobber", "2x3", a="random", b="random", games=2)
        >>> len(result.score(0, 1).games)
        2
        """
        games = [game for game in self.games if {game.first, game.second} == {a, b}]
        return Score(a, b, games)

    def pairings(self) -> Iterator[Score]:
        """Iterate over the scores of every two players.

        Yields
        ------
        Score
            The score of the player with the lower number.
        """
        for a, b in combinations(range(len(self.players)), 2):
            yield self.score(a, b)

    def replay(self, number: int) -> Iterator[Position]:
        """Iterate over the positions of a game, from the start of its opening.

        Parameters
        ----------
        number : int
            The index of the game.

        Yields
        ------
        Position
            A position.

        Examples
        --------
        >>> import upstar
        >>> result = upstar.match("clobber", "2x3", a="random", b="random", games=2)
        >>> next(result.replay(0)) == result.start
        True
        """
        game = self.games[number]
        here = self.start
        yield here
        for move in [*game.opening, *game.moves]:
            here = here.play(move)
            yield here

    def __str__(self) -> str:
        """Return a table with the wins, draws and losses of every two players."""
        rows = [("player", "opponent", "wins", "draws", "losses")]
        for score in self.pairings():
            names = (self.players[score.a], self.players[score.b])
            rows.append((*names, str(score.wins), str(score.draws), str(score.losses)))
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if number < 2 else cell.rjust(width)
                for number, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        head = f"{self.start.game} {self.start}: {len(self.games)} games"
        return "\n".join([head, *lines])

    def to_frame(self) -> Any:
        """Return the games as a data frame of pandas or polars, whichever is installed.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            A row for each game: ``pair``, ``first`` and ``second`` (the texts of the players),
            ``points`` of the first, ``reason``, ``plies``, and the ``seconds`` of both.

        Raises
        ------
        ParameterError
            If neither library is installed.

        Examples
        --------
        >>> import upstar
        >>> result = upstar.match("clobber", "2x3", a="random", b="random", games=2)
        >>> result.to_frame().shape
        (2, 8)
        """
        columns = ("pair", "first", "second", "points", "reason", "plies")
        rows = [
            {
                "pair": game.pair,
                "first": self.players[game.first],
                "second": self.players[game.second],
                "points": game.points,
                "reason": game.reason,
                "plies": len(game.opening) + len(game.moves),
                "seconds_first": game.seconds[0],
                "seconds_second": game.seconds[1],
            }
            for game in self.games
        ]
        return data_frame(rows, (*columns, "seconds_first", "seconds_second"))

    def _repr_html_(self) -> str:
        from upstar.render.html import match

        return match(self)

    def to_json(self) -> dict[str, Any]:
        """Return the result as a dictionary that ``json.dumps`` accepts, without the games.

        Returns
        -------
        dict
            The start, the players, and the score of every two players.
        """
        return {
            "game": self.start.game,
            "position": str(self.start),
            "to_move": self.start.to_move,
            "players": list(self.players),
            "pairings": [
                {"a": self.players[s.a], "b": self.players[s.b], **s.to_json()}
                for s in self.pairings()
            ],
            "sprt": self.sprt,
            "interrupted": self.interrupted,
        }


def match(
    game: str | Game | type[Game] | Position,
    text: str | None = None,
    *,
    a: Player,
    b: Player,
    others: Sequence[Player] = (),
    games: int = 100,
    to_move: str | None = None,
    max_seconds: float | None = None,
    max_nodes: int | None = None,
    max_playouts: int | None = None,
    max_memory: float | None = None,
    opening_plies: int = 0,
    openings: Sequence[str] | None = None,
    seed: int = 0,
    parallel: int = 1,
    sprt: Sprt | None = None,
    record: str | Path | None = None,
    progress: Callable[[MatchResult, int], None] | Auto | None = "auto",
) -> MatchResult:
    """Play a match of two engines, or a round-robin tournament with ``others``.

    Games come in pairs: the same opening twice, with the players exchanged.

    Parameters
    ----------
    game : str, Game, subclass of Game or Position
        The game, as for ``position``, or the position where the openings begin.
    text : str, optional
        The position where the openings begin, if ``game`` is a game.
    a : str or callable
        A player, as ``upstar.play.engine`` accepts it: a text, or a function from a position to a
        move.
    b : str or callable
        The other player.
    others : sequence of str or callable
        More players, for a round-robin.
    games : int
        The number of games of each two players, rounded up to pairs.
    to_move : str, optional
        The player to move at the start, as for ``position``.
    max_seconds : float, optional
        Seconds for a move, unless the player's text sets limits. Without any limit, one second.
    max_nodes : int, optional
        Nodes for a move.
    max_playouts : int, optional
        Playouts for a move.
    max_memory : float, optional
        Megabytes for a move.
    opening_plies : int
        Begin each pair with this many random moves, derived from the seed.
    openings : sequence of str, optional
        Openings to use in turn instead: moves separated by blanks.
    seed : int
        The seed of openings and players.
    parallel : int
        The number of games played at one time.
    sprt : Sprt, optional
        End a match of two players as soon as this sequential test is decided.
    record : path, optional
        Write each finished game to this file. If it already has games of this match, resume after
        them.
    progress : callable, 'auto' or None
        Called after each game with the result so far and the number of games wanted. ``'auto'``
        shows a bar in a notebook if the match takes longer than a second.

    Returns
    -------
    MatchResult
        The games. After Ctrl-C, those finished until then, with ``interrupted`` true.

    Raises
    ------
    ParameterError
        If a number is not allowed, or the record is of another match.
    UnknownNameError
        If there is no such game or player.

    Examples
    --------
    >>> import upstar
    >>> result = upstar.match(
    ...     "clobber", "2x3", a="alpha-beta", b="random", games=4, max_nodes=1000
    ... )
    >>> score = result.score()
    >>> len(score.games), score.wins + score.draws + score.losses
    (4, 4)
    """
    if isinstance(game, Position):
        if text is not None or to_move is not None:
            raise ParameterError("a position has a text and a player to move; leave out the others")
        start = game
    else:
        start = position(game, text, to_move=to_move)
    return play_match(
        start,
        [a, b, *others],
        games=games,
        max_seconds=max_seconds,
        max_nodes=max_nodes,
        max_playouts=max_playouts,
        max_memory=max_memory,
        opening_plies=opening_plies,
        openings=openings,
        seed=seed,
        parallel=parallel,
        sprt=sprt,
        record=record,
        progress=progress,
    )


def play_match(
    start: Position,
    players: Sequence[Player],
    *,
    games: int = 100,
    max_seconds: float | None = None,
    max_nodes: int | None = None,
    max_playouts: int | None = None,
    max_memory: float | None = None,
    opening_plies: int = 0,
    openings: Sequence[str] | None = None,
    seed: int = 0,
    parallel: int = 1,
    sprt: Sprt | None = None,
    record: str | Path | None = None,
    progress: Callable[[MatchResult, int], None] | Auto | None = "auto",
) -> MatchResult:
    """Play a match of two or more players from a position; see ``match``."""
    numbers = (("games", games, 1), ("parallel", parallel, 1), ("opening_plies", opening_plies, 0))
    for name, number, least in numbers:
        if number < least:
            raise ParameterError(f"{name} must be at least {least}, not {number}")
    if sprt is not None and len(players) > 2:
        raise ParameterError(f"a sequential test needs two players, not {len(players)}")
    if start.outcome is not None:
        raise ParameterError("the match cannot begin at a position where the game is over")
    budget = Budget(max_seconds, max_nodes, max_playouts, max_memory)
    listed = None if openings is None else listed_openings(start, openings)
    pairs = (games + 1) // 2
    schedule = list(_schedule(start, len(players), pairs, opening_plies, listed, seed))
    info = _core.build_info()
    header = {
        "game": start.game,
        "position": str(start),
        "to_move": start.to_move,
        "players": [engine_name(player) for player in players],
        "budget": budget.limits(),
        "opening_plies": opening_plies,
        "openings": listed,
        "seed": seed,
        "engine": f"upstar {info['version']}+core.{info['sources'][:10]}",
    }
    file = None if record is None else MatchFile(Path(record), header)
    with reporting(progress, MATCH) as report:
        run = _Match(start, tuple(players), budget, seed, sprt, report)
        return run.play(schedule, parallel, file)


def _schedule(
    start: Position,
    players: int,
    pairs: int,
    plies: int,
    listed: list[list[str]] | None,
    seed: int,
) -> Iterator[_Slot]:
    """Generate all games; the pairings alternate, so that an interrupted tournament is fair."""
    pairings = list(combinations(range(players), 2))
    for number in range(pairs):
        if listed is not None:
            opening = listed[number % len(listed)]
        else:
            opening = random_opening(start, plies, derived_seed(seed, "opening", number))
        for which, (a, b) in enumerate(pairings):
            pair = number * len(pairings) + which
            yield pair, a, b, opening
            yield pair, b, a, opening


class _Match:
    """A match in progress."""

    def __init__(
        self,
        start: Position,
        specs: tuple[Player, ...],
        budget: Budget,
        seed: int,
        sprt: Sprt | None,
        progress: Callable[[MatchResult, int], None] | None,
    ) -> None:
        self.start = start
        self.specs = specs
        self.budget = budget
        self.seed = seed
        self.sprt = sprt
        self.progress = progress
        self.games: list[GameRecord] = []
        self.stop = threading.Event()
        # One set of engines for each game in progress.
        self.engines: SimpleQueue[list[Engine]] = SimpleQueue()

    def play(self, schedule: list[_Slot], parallel: int, file: MatchFile | None) -> MatchResult:
        self.games = [] if file is None else list(file.games)
        done = {(game.pair, game.first) for game in self.games}
        waiting = [slot for slot in schedule if (slot[0], slot[1]) not in done]
        wanted = len(schedule)
        parallel = min(parallel, max(1, len(waiting)))
        # Engines of a match keep no tree from move to move. With a tree, the same number of
        # playouts plays other moves, and published tables were measured without one.
        engine_sets = [[engine(spec, self.budget) for spec in self.specs] for _ in range(parallel)]
        for engines in engine_sets:
            self.engines.put(engines)
        interrupted = False
        try:
            with closing(self._played(waiting, parallel)) as played:
                # The games on file may decide the test; then no game is played.
                while self._result().sprt is None and (ended := next(played, None)):
                    for record in ended:
                        self.games.append(record)
                        if file is not None:
                            file.add(record)
                        if self.progress is not None:
                            self.progress(self._result(), wanted)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            for engines in engine_sets:
                for player in engines:
                    player.close()
        return self._result(interrupted)

    def _played(
        self, waiting: list[_Slot], parallel: int
    ) -> Generator[list[GameRecord], None, None]:
        """Generate the games as they end; games that ended together come in one list."""
        if parallel == 1:
            # In the main thread, because only there Ctrl-C interrupts a search.
            for slot in waiting:
                yield [self._game(slot)]
            return
        slots = iter(waiting)
        with ThreadPoolExecutor(parallel) as pool:
            running: set[Future[GameRecord]] = set()
            try:
                while True:
                    while len(running) < parallel and (following := next(slots, None)):
                        running.add(pool.submit(self._game, following))
                    if not running:
                        return
                    ended, running = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
                    if ended:
                        yield [future.result() for future in ended]
            finally:
                self.stop.set()
                wait(running)

    def _game(self, slot: _Slot) -> GameRecord:
        pair, first, second, opening = slot
        engines = self.engines.get()
        try:
            return play_game(
                self.start,
                opening,
                engines,
                (first, second),
                pair=pair,
                seed=derived_seed(self.seed, pair, first),
                should_stop=self.stop.is_set,
            )
        finally:
            self.engines.put(engines)

    def _result(self, interrupted: bool = False) -> MatchResult:
        names = tuple(engine_name(spec) for spec in self.specs)
        result = MatchResult(names, tuple(self.games), self.start, interrupted)
        verdict = None if self.sprt is None else self.sprt.verdict(result.score().pairs)
        return replace(result, sprt=verdict)
