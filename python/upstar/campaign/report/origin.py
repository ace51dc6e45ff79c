"""The provenance of the records of a report."""

from collections.abc import Sequence
from typing import Any

from upstar.campaign.store import Record


def provenance(records: Sequence[Record]) -> dict[str, Any]:
    """Return the engines, commits, seeds, classes of machines and dates of records."""
    return {
        "engines": sorted({r.job.engine for r in records}),
        "commits": sorted({r.commit for r in records if r.commit}),
        "seeds": sorted({r.job.seed for r in records}),
        "machines": sorted({r.machine for r in records if r.machine}),
        "finished": [min(d), max(d)] if (d := [r.finished for r in records]) else [],
    }


def provenance_text(origin: dict[str, Any]) -> str:
    """Return the provenance as a sentence."""
    parts = [f"Engine {', '.join(origin['engines']) or 'none'}"]
    if origin["commits"]:
        parts.append(f"commit {', '.join(origin['commits'])}")
    seeds = origin["seeds"]
    if seeds:
        parts.append(f"seed {seeds[0]}" + (f" to {seeds[-1]}" if len(seeds) > 1 else ""))
    parts += [f"machine: {'; '.join(origin['machines'])}"] if origin["machines"] else []
    if origin["finished"]:
        first, last = (date[:10] for date in origin["finished"])
        parts.append(f"measured {first}" + ("" if first == last else f" to {last}"))
    if any(engine.endswith("+clock.processor") for engine in origin["engines"]):
        parts.append("seconds are processor time")
    return ". ".join(parts) + "."
