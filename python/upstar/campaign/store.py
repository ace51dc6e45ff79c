"""The record store: an SQLite file with one row for each job.

**Guarantee** Only the driver writes, each outcome in a transaction of its own in WAL mode: a
driver that is killed at any moment leaves a store in which every row is whole, and running the
campaign again does what is not there.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from upstar.campaign.batch import JobResult
from upstar.campaign.job import Job
from upstar.errors import ParameterError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL, to_move TEXT,
    algorithm TEXT NOT NULL, parameters TEXT NOT NULL, seed TEXT NOT NULL, limits TEXT NOT NULL,
    engine TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('done', 'failed')),
    tries INTEGER NOT NULL, reason TEXT NOT NULL, result TEXT,
    machine TEXT NOT NULL, commit_ TEXT, finished TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS members (
    campaign TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (campaign, key)
) STRICT, WITHOUT ROWID;
"""


@dataclass(frozen=True, kw_only=True)
class Record:
    """A job and how it ended."""

    job: Job
    status: str
    """'done' or 'failed'."""
    tries: int
    reason: str
    result: dict[str, Any] | None
    machine: str
    commit: str | None
    finished: str

    @property
    def solved(self) -> bool:
        """Was there an answer, and was it a proof?"""
        return bool(self.result and self.result.get("solved"))

    def get(self, name: str) -> Any:
        """A number of the result; None where there is none."""
        return None if self.result is None else self.result.get(name)


def default_store() -> Path:
    """Where results are kept when nobody says: ``$UPSTAR_STORE``, or the user's data folder."""
    if os.environ.get("UPSTAR_STORE"):
        return Path(os.environ["UPSTAR_STORE"])
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "upstar" / "results.sqlite"


class Store:
    """Records of jobs in a file.

    Examples
    --------
    >>> from upstar.campaign import Job, Store
    >>> store = Store(":memory:")
    >>> list(store.records())
    []
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file, or make it."""
        self.path = str(path)
        if self.path != ":memory:":
            try:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ParameterError(f"no store at '{path}': {error}") from None
        try:
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._db.row_factory = sqlite3.Row
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise ParameterError(f"'{path}' is no store of results: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> "Store":
        """The store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def record(self, job: Job, outcome: JobResult, *, tries: int = 1) -> None:
        """Write how a job ended, in one transaction; a later record replaces an earlier one."""
        from upstar.campaign.provenance import commit

        done = outcome.result is not None
        result = json.dumps(outcome.result, allow_nan=False) if done else None
        self._db.execute(
            "INSERT OR REPLACE INTO jobs VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                *(job.key, job.kind, job.game, job.position, job.to_move, job.algorithm),
                json.dumps(dict(job.parameters), sort_keys=True),
                str(job.seed),
                json.dumps(dict(job.limits), sort_keys=True),
                job.engine,
                "done" if done else "failed",
                tries,
                outcome.reason,
                result,
                outcome.machine,
                commit(),
                datetime.now(UTC).isoformat(timespec="seconds"),
            ),
        )

    def add_to_campaign(self, campaign: str, keys: Iterable[str]) -> None:
        """Note which jobs a campaign has, done or not."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany(
            "INSERT OR IGNORE INTO members VALUES (?, ?)", ((campaign, key) for key in keys)
        )
        self._db.execute("COMMIT")

    def campaigns(self) -> list[tuple[str, int, int, int]]:
        """Every campaign's name, with how many of its jobs there are, are done, have failed."""
        rows = self._db.execute(
            "SELECT campaign, COUNT(*), SUM(status IS 'done'), SUM(status IS 'failed') "
            "FROM members LEFT JOIN jobs USING (key) GROUP BY campaign ORDER BY campaign"
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def record_of(self, key: str) -> Record | None:
        """The record with this key."""
        row = self._db.execute("SELECT * FROM jobs WHERE key = ?", (key,)).fetchone()
        return None if row is None else _record(row)

    def records(
        self,
        *,
        campaign: str | None = None,
        game: str | None = None,
        position: str | None = None,
        algorithm: str | None = None,
        kind: str | None = None,
        status: str | None = None,
    ) -> Iterator[Record]:
        """The records that fit, in the order of their keys' making."""
        wanted = {
            "game": game,
            "position": position,
            "algorithm": algorithm,
            "kind": kind,
            "status": status,
        }
        parts = [f"{name} = ?" for name, value in wanted.items() if value is not None]
        values = [value for value in wanted.values() if value is not None]
        if campaign is not None:
            parts.append("key IN (SELECT key FROM members WHERE campaign = ?)")
            values.append(campaign)
        where = f" WHERE {' AND '.join(parts)}" if parts else ""
        for row in self._db.execute(f"SELECT * FROM jobs{where} ORDER BY rowid", values):
            yield _record(row)

    def keys(self, status: str | None = None) -> set[str]:
        """The keys that there are, of one status or of both."""
        return {
            row[0]
            for row in self._db.execute(
                "SELECT key FROM jobs WHERE status = ? OR ? IS NULL", (status, status)
            )
        }


def _record(row: sqlite3.Row) -> Record:
    job = Job(
        kind=row["kind"],
        game=row["game"],
        position=row["position"],
        to_move=row["to_move"],
        algorithm=row["algorithm"],
        parameters=json.loads(row["parameters"]),
        seed=int(row["seed"]),
        limits=json.loads(row["limits"]),
        engine=row["engine"],
    )
    return Record(
        job=job,
        status=row["status"],
        tries=row["tries"],
        reason=row["reason"],
        result=None if row["result"] is None else json.loads(row["result"]),
        machine=row["machine"],
        commit=row["commit_"],
        finished=row["finished"],
    )
