"""The record store: an SQLite file with one row for each job.

**Guarantee** Only the driver writes, one transaction per result, in WAL mode. If the driver is
killed, every row in the store is complete, and the next run of the campaign does the remaining
jobs.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
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
    """A job and its result.

    Attributes
    ----------
    job : Job
        The job.
    status : str
        ``'done'`` or ``'failed'``.
    tries : int
        How often the job was run.
    reason : str
        Why the job failed.
    result : dict or None
        The result, as ``Solution.to_json`` returns it; None if the job failed.
    machine : str
        The class of machine that ran the job: processor, cores, memory, system.
    commit : str or None
        The commit of upstar's sources, if they are in a repository; ``+changes`` if they differ.
    finished : str
        When the job ended, in ISO format.

    Examples
    --------
    >>> from upstar.campaign import Job, Store, executor, run_jobs
    >>> pool = executor("local", workers=1)
    >>> job = Job(game="domineering", position="3x3")
    >>> record = run_jobs([job], Store(":memory:"), pool)[0]
    >>> pool.close()
    >>> record.status, record.solved, record.get("winner")
    ('done', True, 'vertical')
    """

    job: Job
    status: str
    tries: int
    reason: str
    result: dict[str, Any] | None
    machine: str
    commit: str | None
    finished: str

    @property
    def solved(self) -> bool:
        """Whether the job has a result that is a proof."""
        return bool(self.result and self.result.get("solved"))

    def get(self, name: str) -> Any:
        """Return an entry of the result.

        Parameters
        ----------
        name : str
            The name of the entry.

        Returns
        -------
        object
            The entry; None if there is none.

        Examples
        --------
        >>> from upstar.campaign import Job, Record
        >>> job = Job(game="domineering", position="3x3")
        >>> Record(job=job, status="done", tries=1, reason="", result={"nodes": 7}, machine="m",
        ...        commit=None, finished="2025-01-01").get("nodes")
        7
        """
        return None if self.result is None else self.result.get(name)


def default_store() -> Path:
    """Return the default file of results: ``$UPSTAR_STORE``, or one in the user's data folder.

    Returns
    -------
    Path
        The file. It need not exist.

    Examples
    --------
    >>> from upstar.campaign import default_store
    >>> isinstance(default_store(), Path)
    True
    """
    if os.environ.get("UPSTAR_STORE"):
        return Path(os.environ["UPSTAR_STORE"])
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "upstar" / "results.sqlite"


class Store:
    """The records of jobs in an SQLite file.

    Parameters
    ----------
    path : path
        The file, which is created if it does not exist; ``':memory:'`` for none.

    Raises
    ------
    ParameterError
        If the file cannot be created or is not a store.

    Examples
    --------
    >>> from upstar.campaign import Job, Store
    >>> with Store(":memory:") as store:
    ...     list(store.records()), store.campaigns()
    ([], [])
    >>> store.close()
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file, or create it."""
        self.path = str(path)
        if self.path != ":memory:":
            try:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ParameterError(f"cannot create the store '{path}': {error}") from None
        try:
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._db.row_factory = sqlite3.Row
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise ParameterError(f"'{path}' is not a store of results: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> "Store":
        """Return the store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def record(self, job: Job, outcome: JobResult, *, tries: int = 1) -> None:
        """Store the result of a job in one transaction. It replaces an earlier record.

        Parameters
        ----------
        job : Job
            The job.
        outcome : JobResult
            Its result.
        tries : int
            How often the job was run.

        Examples
        --------
        >>> from upstar.campaign import Job, Store
        >>> from upstar.campaign.batch import JobResult
        >>> store, job = Store(":memory:"), Job(game="domineering", position="3x3")
        >>> store.record(job, JobResult(key=job.key, result={"solved": True}))
        >>> store.record_of(job.key).solved
        True
        """
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
        """Add jobs to a campaign, whether they are done or not.

        Parameters
        ----------
        campaign : str
            The name of the campaign.
        keys : iterable of str
            The keys of the jobs.

        Examples
        --------
        >>> from upstar.campaign import Store
        >>> store = Store(":memory:")
        >>> store.add_to_campaign("small", ["a key"])
        >>> store.campaigns()
        [('small', 1, 0, 0)]
        """
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany(
            "INSERT OR IGNORE INTO members VALUES (?, ?)", ((campaign, key) for key in keys)
        )
        self._db.execute("COMMIT")

    def campaigns(self) -> list[tuple[str, int, int, int]]:
        """Return the campaigns with the numbers of their jobs.

        Returns
        -------
        list of tuple
            Name, number of jobs, of jobs done and of failed jobs.
        """
        rows = self._rows(
            "SELECT campaign, COUNT(*), SUM(status IS 'done'), SUM(status IS 'failed') "
            "FROM members LEFT JOIN jobs USING (key) GROUP BY campaign ORDER BY campaign"
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def _rows(self, query: str, values: Sequence[str | None] = ()) -> Iterator[sqlite3.Row]:
        """Generate the rows of a query. A damaged file is an error of one line."""
        try:
            yield from self._db.execute(query, values)
        except sqlite3.DatabaseError as error:
            raise ParameterError(
                f"the store '{self.path}' is damaged ({error}); restore a copy, or delete it"
            ) from None

    def record_of(self, key: str) -> Record | None:
        """Return the record of a job.

        Parameters
        ----------
        key : str
            The key of the job.

        Returns
        -------
        Record or None
            The record; None if there is none.

        Examples
        --------
        >>> from upstar.campaign import Store
        >>> Store(":memory:").record_of("a key") is None
        True
        """
        row = next(self._rows("SELECT * FROM jobs WHERE key = ?", (key,)), None)
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
        """Iterate over the records that match all given filters, in the order of storing.

        Parameters
        ----------
        campaign : str, optional
            The name of a campaign.
        game : str, optional
            The game.
        position : str, optional
            The text of the position.
        algorithm : str, optional
            The algorithm.
        kind : str, optional
            The kind of job.
        status : {'done', 'failed'}, optional
            The status.

        Yields
        ------
        Record
            A record.

        Examples
        --------
        >>> from upstar.campaign import Store
        >>> list(Store(":memory:").records(game="domineering", status="done"))
        []
        """
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
        for row in self._rows(f"SELECT * FROM jobs{where} ORDER BY rowid", values):
            yield _record(row)

    def keys(self, status: str | None = None) -> set[str]:
        """Return the keys of all records, or of those with a status.

        Parameters
        ----------
        status : {'done', 'failed'}, optional
            The status.

        Returns
        -------
        set of str
            The keys.

        Examples
        --------
        >>> from upstar.campaign import Store
        >>> Store(":memory:").keys("done")
        set()
        """
        return {
            row[0]
            for row in self._rows(
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
