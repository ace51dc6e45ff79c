"""The exercises of a class, its students and their answers, in one SQLite file on this machine."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any

from upstar.errors import ParameterError, UpstarError
from upstar.position import Position

MAX_ATTEMPTS = 20
_MAX_EXERCISES = 100
_MAX_STUDENTS = 500
_MAX_NAME = 40
_MAX_TITLE = 200
_SCHEMA = """
CREATE TABLE IF NOT EXISTS exercises (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL,
    to_move TEXT NOT NULL, is_question INTEGER NOT NULL, attempts INTEGER NOT NULL,
    state TEXT NOT NULL, outcome TEXT NOT NULL, moves TEXT NOT NULL, made REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS students (id TEXT PRIMARY KEY, name TEXT NOT NULL, joined REAL NOT NULL)
    STRICT;
CREATE TABLE IF NOT EXISTS answers (
    exercise INTEGER NOT NULL, student TEXT NOT NULL, move TEXT NOT NULL,
    is_right INTEGER NOT NULL, made REAL NOT NULL
) STRICT;
"""
_STOPPED = "the server was stopped before the position was solved; add the exercise again"


class QuotaError(UpstarError):
    """A student has no attempt left."""


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A position to look at, or in which to find a best move."""

    id: int
    title: str
    game: str
    position: str
    to_move: str
    is_question: bool
    attempts: int
    """How often a student may answer."""
    state: str
    """'open', 'solving', or why it cannot be asked."""
    outcome: str
    """What the best moves reach: 'win' or 'draw'; empty while it is not known."""
    moves: tuple[str, ...]
    """The best moves."""

    @property
    def question(self) -> str:
        """What the students are asked."""
        if not self.is_question:
            return "Look at this position."
        goal = "keeps the draw" if self.outcome == "draw" else "wins"
        return f"{self.to_move} to move: find a move that {goal}."


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A move that a student has tried."""

    move: str
    is_right: bool


class Classroom:
    """The exercises, students and answers of a class.

    Examples
    --------
    >>> import upstar
    >>> room = Classroom(Path(":memory:"))
    >>> here = room.add("A fork", upstar.position("mnk", "xx./oo./...:3"), attempts=2)
    >>> room.solved(here.id, "win", ["c3"])
    >>> room.join("a browser", "Ada")
    >>> room.answer(here.id, "a browser", "c1"), room.answer(here.id, "a browser", "c3")
    (False, True)
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or create it.

        Raises
        ------
        ParameterError
            If the file cannot be opened, or is not one of a class.
        """
        try:
            if str(path) != ":memory:":
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            self._db.executescript(_SCHEMA)
            self._db.execute("UPDATE exercises SET state = ? WHERE state = 'solving'", (_STOPPED,))
        except (OSError, sqlite3.Error) as error:
            raise ParameterError(f"'{path}' is not the file of a class: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # Exercises

    def add(
        self, title: str, position: Position, *, attempts: int = 3, is_question: bool = True
    ) -> Exercise:
        """Add an exercise. A question is open as soon as `solved` names the best moves.

        Raises
        ------
        ParameterError
            If the game is over, the title or the attempts are wrong, or there are too many.
        """
        title = " ".join(title.split())
        if not 1 <= len(title) <= _MAX_TITLE:
            raise ParameterError(f"a title must have 1 to {_MAX_TITLE} characters")
        if not 1 <= attempts <= MAX_ATTEMPTS:
            raise ParameterError(f"attempts must be 1 to {MAX_ATTEMPTS}, not {attempts}")
        if is_question and position.outcome is not None:
            raise ParameterError("the game is over in this position; there is no move to find")
        if len(self.exercises()) >= _MAX_EXERCISES:
            raise ParameterError(f"a class has at most {_MAX_EXERCISES} exercises; delete one")
        values = (title, position.game, str(position), position.to_move, is_question, attempts)
        state = "solving" if is_question else "open"
        made = self._db.execute(
            "INSERT INTO exercises (title, game, position, to_move, is_question, attempts, state, "
            "outcome, moves, made) VALUES (?, ?, ?, ?, ?, ?, ?, '', '[]', ?)",
            (*values, state, time()),
        )
        return self.exercise(int(made.lastrowid or 0))

    def solved(self, id: int, outcome: str, moves: Iterable[str]) -> None:
        """Store the best moves of an exercise, and open it."""
        found = json.dumps(list(moves))
        state = "open"
        if outcome == "loss":
            state = "every move loses here; choose a position that can be won or drawn"
        self._db.execute(
            "UPDATE exercises SET outcome = ?, moves = ?, state = ? WHERE id = ?",
            (outcome, found, state, id),
        )

    def failed(self, id: int, why: str) -> None:
        """Store why an exercise cannot be asked."""
        self._db.execute("UPDATE exercises SET state = ? WHERE id = ?", (why, id))

    def delete(self, id: int) -> None:
        """Delete an exercise with its answers."""
        self._db.execute("DELETE FROM exercises WHERE id = ?", (id,))
        self._db.execute("DELETE FROM answers WHERE exercise = ?", (id,))

    def exercises(self) -> list[Exercise]:
        """Return all exercises, oldest first."""
        return [_exercise(row) for row in self._db.execute("SELECT * FROM exercises ORDER BY id")]

    def exercise(self, id: int) -> Exercise:
        """Return an exercise.

        Raises
        ------
        ParameterError
            If there is none with this number.
        """
        row = self._db.execute("SELECT * FROM exercises WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise ParameterError(f"there is no exercise {id}")
        return _exercise(row)

    # Students and answers

    def join(self, student: str, name: str) -> None:
        """Store the name of a student, whom the id of their browser identifies.

        Raises
        ------
        ParameterError
            If the name is empty or too long, or the class is full.
        """
        name = " ".join(name.split())
        if not 1 <= len(name) <= _MAX_NAME or not name.isprintable():
            raise ParameterError(f"a name must have 1 to {_MAX_NAME} characters")
        if self.name_of(student) is None and len(self.students()) >= _MAX_STUDENTS:
            raise ParameterError(f"the class is full: it has {_MAX_STUDENTS} students")
        self._db.execute(
            "INSERT INTO students VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = ?",
            (student, name, time(), name),
        )

    def name_of(self, student: str) -> str | None:
        """Return the name of a student; None if the student has not joined."""
        row = self._db.execute("SELECT name FROM students WHERE id = ?", (student,)).fetchone()
        return None if row is None else str(row[0])

    def students(self) -> dict[str, str]:
        """Return the names of the students by their ids, in the order of joining."""
        rows = self._db.execute("SELECT id, name FROM students ORDER BY joined")
        return {row[0]: row[1] for row in rows}

    def answer(self, id: int, student: str, move: str) -> bool:
        """Store an answer; return whether it is right.

        Raises
        ------
        QuotaError
            If the student has answered already or has no attempt left.
        ParameterError
            If the student has not joined, or the exercise asks nothing.
        """
        exercise = self.exercise(id)
        if self.name_of(student) is None:
            raise ParameterError("give your name first")
        if not exercise.is_question or exercise.state != "open":
            raise ParameterError("this exercise cannot be answered now")
        if self.is_done(exercise, student):
            raise QuotaError("you have solved this exercise, or used all attempts")
        is_right = move in exercise.moves
        self._db.execute(
            "INSERT INTO answers VALUES (?, ?, ?, ?, ?)", (id, student, move, is_right, time())
        )
        return is_right

    def answers(self, id: int, student: str) -> list[Answer]:
        """Return the answers of a student to an exercise, oldest first."""
        rows = self._db.execute(
            "SELECT move, is_right FROM answers WHERE exercise = ? AND student = ? ORDER BY rowid",
            (id, student),
        )
        return [Answer(move=row[0], is_right=bool(row[1])) for row in rows]

    def is_done(self, exercise: Exercise, student: str) -> bool:
        """Return whether a student has solved an exercise or used all attempts."""
        given = self.answers(exercise.id, student)
        return len(given) >= exercise.attempts or any(answer.is_right for answer in given)


def _exercise(row: Any) -> Exercise:
    values = {name: row[name] for name in row.keys() if name != "made"}  # noqa: SIM118
    moves = tuple(json.loads(values.pop("moves")))
    return Exercise(**{**values, "is_question": bool(row["is_question"]), "moves": moves})
