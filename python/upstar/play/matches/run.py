"""Whole matches: who plays whom from where, several games at a time, resumable."""

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from upstar.errors import ParameterError
from upstar.game import Game
from upstar.play.engine import Budget, Engine, engine
from upstar.play.matches.game import derived_seed, play_game
from upstar.play.matches.opening import listed_openings, random_opening
from upstar.play.matches.record import GameRecord, MatchFile
from upstar.play.matches.score import Score
from upstar.position import Position, position
from upstar.statistics import Sprt

_Slot = tuple[int, int, int, list[str]]
"""A game to play: pair, who moves first, who second, opening."""


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, and what they say."""

    players: tuple[str, ...]
    """The players' texts; their places are their numbers."""
    games: tuple[GameRecord, ...]
    start: Position
    interrupted: bool = False
    sprt: str | None = None
    """``'elo0'`` or ``'elo1'``, if a sequential test has accepted one."""

    def score(self, a: int = 0, b: int = 1) -> Score:
        """The score of one player against another."""
        games = [game for game in self.games if {game.first, game.second} == {a, b}]
        return Score(a, b, games)

    def pairings(self) -> Iterator[Score]:
        """The score of every two players."""
        for a, b in combinations(range(len(self.players)), 2):
            yield self.score(a, b)

    def replay(self, number: int) -> Iterator[Position]:
        """The positions of a game, from the start on."""
        game = self.games[number]
        here = self.start
        yield here
        for move in [*game.opening, *game.moves]:
            here = here.play(move)
            yield here

    def _repr_html_(self) -> str:
        from upstar.render.html import match

        return match(self)

    def to_json(self) -> dict[str, Any]:
        """Plain data, without the games."""
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
    game: str | Game | type[Game],
    text: str | None = None,
    *,
    a: str,
    b: str,
    others: Sequence[str] = (),
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
    progress: Callable[[MatchResult, int], None] | None = None,
) -> MatchResult:
    """Play a match, and with `others` a round-robin of all against all.

    Games come in pairs: the same opening twice, with the players exchanged.

    Parameters
    ----------
    game, text, to_move
        Where the games begin, as for `position`.
    a, b, others : str
        The players, as for `upstar.play.engine`.
    games : int
        Games of each two players; rounded up to whole pairs.
    max_seconds, max_nodes, max_playouts, max_memory : number, optional
        What a player may use for a move, unless its own text says so; a second by default.
    opening_plies : int
        Begin each pair with so many random moves, made from the seed.
    openings : sequence of str, optional
        Openings to take in turn instead, moves separated by blanks.
    seed : int
        The seed of openings and players.
    parallel : int
        How many games are played at a time.
    sprt : Sprt, optional
        End the match of two players as soon as this test is decided.
    record : path, optional
        Write each game there as it ends; if the file has games of this match already, go on
        after them.
    progress : callable, optional
        Called after each game with what there is and with the number of games wanted.

    Returns
    -------
    MatchResult
        After Ctrl-C what there is by then, `interrupted`.

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
    return play_match(
        position(game, text, to_move=to_move),
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
    players: Sequence[str],
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
    progress: Callable[[MatchResult, int], None] | None = None,
) -> MatchResult:
    """Play a match of two or more players from a position; see `match`."""
    if games < 1 or parallel < 1 or opening_plies < 0:
        raise ParameterError("games and parallel must be at least 1, opening_plies at least 0")
    if sprt is not None and len(players) > 2:
        raise ParameterError("a sequential test is for two players")
    if start.outcome is not None:
        raise ParameterError("the game is over where the match should begin")
    budget = Budget(max_seconds, max_nodes, max_playouts, max_memory)
    listed = None if openings is None else listed_openings(start, openings)
    pairs = (games + 1) // 2
    schedule = list(_schedule(start, len(players), pairs, opening_plies, listed, seed))
    header = {
        "game": start.game,
        "position": str(start),
        "to_move": start.to_move,
        "players": list(players),
        "budget": budget.limits(),
        "opening_plies": opening_plies,
        "openings": listed,
        "seed": seed,
    }
    file = None if record is None else MatchFile(Path(record), header)
    run = _Match(start, tuple(players), budget, seed, sprt, progress)
    return run.play(schedule, parallel, file)


def _schedule(
    start: Position,
    players: int,
    pairs: int,
    plies: int,
    listed: list[list[str]] | None,
    seed: int,
) -> Iterator[_Slot]:
    """All games; the pairings take turns, so that a broken-off tournament is fair."""
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
    """A match that is being played."""

    def __init__(
        self,
        start: Position,
        specs: tuple[str, ...],
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
        # A set of engines for each game that is played at a time.
        self.engines: SimpleQueue[list[Engine]] = SimpleQueue()

    def play(self, schedule: list[_Slot], parallel: int, file: MatchFile | None) -> MatchResult:
        self.games = [] if file is None else list(file.games)
        done = {(game.pair, game.first) for game in self.games}
        waiting = [slot for slot in schedule if (slot[0], slot[1]) not in done]
        wanted = len(schedule)
        parallel = min(parallel, max(1, len(waiting)))
        # Engines of a match keep no tree from move to move. With a tree, the same number of
        # playouts plays other moves, and published tables were measured without one.
        teams = [[engine(spec, self.budget) for spec in self.specs] for _ in range(parallel)]
        for team in teams:
            self.engines.put(team)
        interrupted = False
        try:
            with closing(self._played(waiting, parallel)) as played:
                # The test may be decided by the games on file; then none is played.
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
            for team in teams:
                for player in team:
                    player.close()
        return self._result(interrupted)

    def _played(
        self, waiting: list[_Slot], parallel: int
    ) -> Generator[list[GameRecord], None, None]:
        """The games as they end, those together that ended together."""
        if parallel == 1:
            # In the main thread, where Ctrl-C reaches a search in the middle of a move.
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
        result = MatchResult(self.specs, tuple(self.games), self.start, interrupted)
        verdict = None if self.sprt is None else self.sprt.verdict(result.score().pairs)
        return replace(result, sprt=verdict)
