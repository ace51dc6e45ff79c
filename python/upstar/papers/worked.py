"""Worked examples: figures and tables whose reasoning upstar repeats, step by step.

The module of an example has a function ``steps``. A step has a name, what upstar finds, and the
reason. What the paper says is data: a number or a text for each step. Texts are compared as a
whole.
"""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upstar.campaign.job import Job
from upstar.campaign.kinds import Stop
from upstar.campaign.store import Record
from upstar.papers.claims import same
from upstar.papers.experiment import (
    Cell,
    Claim,
    Estimate,
    Experiment,
    Paper,
    Preset,
    Published,
)

VALUE = "value"


@dataclass(frozen=True)
class Step:
    """A step of a worked example."""

    name: str
    found: float | str
    """What upstar finds."""
    reason: str = ""


def work(job: Job, _: Stop) -> dict[str, Any]:
    """Run a job: work through the example of the module that the job names."""
    steps: Sequence[Step] = importlib.import_module(job.position).steps()
    found = [{"name": s.name, "found": s.found, "reason": s.reason} for s in steps]
    return {"steps": found, "seconds": 0.0}


def example(
    *,
    id: str,
    title: str,
    paper: Paper,
    module: str,
    printed: Mapping[str, float | str],
    resolved: str,
    digits: int = 2,
    unit: str = "as in the text of the paper",
) -> Experiment:
    """Return the experiment of an example, whose `module` has a function `steps`."""
    texts = [value for value in printed.values() if isinstance(value, str)]
    # Codes are below 0, where no printed number is.
    codes = {text: -1.0 - code for code, text in enumerate(dict.fromkeys(texts))}
    other = -1.0 - len(codes)

    def code(value: float | str) -> float:
        return codes.get(value, other) if isinstance(value, str) else float(value)

    def jobs(_: Preset) -> Mapping[Cell, Sequence[Job]]:
        one = [Job(game="example", position=module, kind=f"{__name__}:work")]
        return {(name, VALUE): one for name in printed}

    def measure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
        for record in records:
            for step in record.get("steps"):
                if step["name"] == cell[0]:
                    value = code(step["found"])
                    return Estimate(value=value, low=value, high=value, count=1)
        return None

    def reasoning(records: Sequence[Record]) -> list[str]:
        return [
            f"{step['name']}: {step['found']}" + (f", {step['reason']}" if step["reason"] else "")
            for record in records
            if record.status == "done"
            for step in record.get("steps")
        ]

    published = {(name, VALUE): Published(code(value)) for name, value in printed.items()}
    return Experiment(
        id=id,
        title=title,
        paper=paper,
        unit=unit,
        rows=list(printed),
        columns=[VALUE],
        published=published,
        jobs=jobs,
        measure=measure,
        claims=[Claim("Everything is as the paper says", same(published, digits))],
        resolved=resolved,
        digits=digits,
        words={code: text for text, code in codes.items()} | ({other: "other"} if codes else {}),
        reasoning=reasoning,
        plots=lambda _, __: (),
    )
