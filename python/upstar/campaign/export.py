"""Exports records as rows to files."""

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from upstar.campaign.store import Record
from upstar.errors import ParameterError
from upstar.tables import data_frame

_MEASURED = [
    "solved",
    "outcome",
    "score",
    "winner",
    "best_move",
    "stopped",
    "expansions",
    "nodes",
    "iterations",
    "playouts",
    "seconds",
    "peak_bytes",
]


def row(record: Record) -> dict[str, Any]:
    """Return a record as a row: the job, its status, and the numbers that every search has."""
    job = record.job
    return {
        "key": job.key,
        "kind": job.kind,
        "game": job.game,
        "position": job.position,
        "to_move": job.to_move,
        "algorithm": job.algorithm,
        "parameters": json.dumps(dict(job.parameters), sort_keys=True),
        "seed": job.seed,
        "limits": json.dumps(dict(job.limits), sort_keys=True),
        "engine": job.engine,
        "commit": record.commit,
        "machine": record.machine,
        "finished": record.finished,
        "status": record.status,
        "tries": record.tries,
        "reason": record.reason,
        **{name: record.get(name) for name in _MEASURED},
    }


def to_frame(records: Iterable[Record]) -> Any:
    """Return records as a data frame of pandas or polars, with a row for each."""
    return data_frame([row(record) for record in records])


def export_rows(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Write rows to a .csv, .json or .parquet file."""
    writers = {".csv": _csv, ".json": _json, ".parquet": _parquet}
    if path.suffix not in writers:
        raise ParameterError(f"an export must end in .csv, .json or .parquet, not '{path}'")
    writers[path.suffix](rows, path)


def _csv(rows: Sequence[dict[str, Any]], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]) if rows else ["key"])
        writer.writeheader()
        writer.writerows(rows)


def _json(rows: Sequence[dict[str, Any]], path: Path) -> None:
    path.write_text(json.dumps(list(rows), indent=1, allow_nan=False), encoding="utf-8")


def _parquet(rows: Sequence[dict[str, Any]], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ParameterError(
            "a .parquet file needs pyarrow: pip install 'upstar[parquet]'; or use .csv"
        ) from None
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
