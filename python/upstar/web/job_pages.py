"""The pages of jobs: ``/job/ID`` shows one, ``/jobs`` lists what a visitor has asked.

A search survives the page that started it. These pages lead back to it and to its result.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from upstar.errors import UnknownNameError, UpstarError
from upstar.web.guard import client_of
from upstar.web.job_queue import JobQueue
from upstar.web.jobs import Job
from upstar.web.offered_games import read_position
from upstar.web.plain_page import plain_page, table
from upstar.web.value_html import value_html

LINKS = {"Workbench": "/", "History": "/jobs", "API": "/api/docs"}
_TITLES = {
    "solve": "Solve",
    "best-move": "Choose a move",
    "analyze": "All moves",
    "value": "Value",
    "expression": "Value of",
    "picture": "Picture",
}
_WORK: dict[str, tuple[str, Callable[[Any], str]]] = {
    "algorithm": ("algorithm", str),
    "nodes": ("nodes", "{:,}".format),
    "seconds": ("seconds", "{:.3g}".format),
    "peak_bytes": ("memory", lambda count: f"{count / 1e6:.1f} MB"),
    "stopped": ("stopped by", str),
    "note": ("note", str),
}
"""The facts about the work of a job: their names and how they are shown."""

# The page is loaded again when the job has ended; until then only its status changes.
_SCRIPT = """<script>
const id = %s, state = document.getElementById("state");
async function follow() {
  for (;;) {
    const answer = await fetch(`/api/jobs/${id}`);
    if (!answer.ok) return;
    const job = await answer.json();
    if (["done", "failed", "stopped"].includes(job.state)) { location.reload(); return; }
    const nodes = job.progress.nodes;
    const work = nodes ? `, ${nodes.toLocaleString()} nodes` : "";
    state.textContent = job.place ? `waiting: place ${job.place} in the queue`
      : `${job.state}: ${job.seconds.toFixed(0)} s${work}`;
    await new Promise(done => setTimeout(done, 1000));
  }
}
follow();
document.getElementById("stop")?.addEventListener("click", () =>
  fetch(`/api/jobs/${id}`, {method: "DELETE"}));
</script>"""


def add_job_pages(app: FastAPI, queue: JobQueue) -> None:
    """Add the pages of jobs to an application."""

    @app.get("/jobs", include_in_schema=False)
    async def jobs(request: Request) -> HTMLResponse:
        own = queue.jobs_of(client_of(request.scope))
        return HTMLResponse(_list_page(own, queue.limits.kept_seconds))

    @app.get("/job/{id}", include_in_schema=False)
    async def job(id: str, request: Request) -> HTMLResponse:
        try:
            found = queue.job(id[:64])
        except UnknownNameError:
            text = "<p>There is no such job. Results are deleted after a while.</p>"
            return HTMLResponse(plain_page("Unknown job", text, links=LINKS), 404)
        return HTMLResponse(_job_page(found, found.owner == client_of(request.scope)))


def title_of(job: Job) -> str:
    """Return what a job was asked, as a few words."""
    asked = job.request
    what = asked.get("expression") or f"{asked.get('game')} {_short(str(asked.get('position')))}"
    how = f" with {asked['algorithm']}" if asked.get("algorithm") else ""
    return f"{_TITLES.get(job.task, job.task)} {what}{how}"


def outcome_html(job: Job) -> str:
    """Return the result of a job as HTML: a sentence or a value; its state if it has none."""
    found = job.result
    if found is not None and job.task in ("value", "expression") and found["value"]:
        return value_html(str(found["value"]))
    return escape(_outcome(job))


def _outcome(job: Job) -> str:
    found = job.result
    if found is None:
        return job.error or job.state
    if job.task == "solve":
        return str(found["sentence"])
    if job.task == "best-move":
        return f"the engine would play {found['move']}"
    if job.task == "analyze":
        winning = found["winning_moves"]
        some = f"{len(winning)} of {len(found['moves'])} moves win"
        return some if found["solved"] else f"{some} as far as proved"
    if job.task in ("value", "expression"):
        return "the value was not found within the limits"
    return "done"


def _list_page(jobs: list[Job], kept_seconds: float) -> str:
    rows = [
        [
            escape(_time(job.made)),
            f'<a href="/job/{job.id}">{escape(title_of(job))}</a>',
            escape(job.state),
            outcome_html(job),
        ]
        for job in jobs
        if job.is_listed and job.task != "picture"
    ]
    kept = f"Results are kept for {kept_seconds / 60:.0f} minutes. Download what you want to keep."
    body = (
        f'<div class="stack">{table(["time (UTC)", "question", "state", "answer"], rows)}</div>'
        if rows
        else "<p>You have not asked anything yet. What you ask in the views Solve, Proof and Value "
        'appears here, as does what a program of yours asks.</p><p><a href="/">Open the workbench'
        "</a></p>"
    )
    return plain_page("History", f"{body}<p class=faint>{kept}</p>", links=LINKS)


def _job_page(job: Job, is_own: bool) -> str:
    running = not job.is_over
    parts = [f'<p class="big" id="state" role="status">{outcome_html(job)}</p>']
    if running:
        parts.append('<button id="stop">Stop</button>' if is_own else "")
        parts.append(_SCRIPT % json.dumps(job.id))
    parts.append(_board(job))
    if job.result is not None:
        parts += [_details(job), _downloads(job)]
    return plain_page(title_of(job), "".join(parts), links=LINKS)


def _board(job: Job) -> str:
    asked = job.request
    if "game" not in asked:
        link = f"/?{urlencode({'view': 'value', 'explore': str(asked.get('expression', ''))})}"
        drawn = str((job.result or {}).get("thermograph") or "")
        return f'<p><a href="{escape(link)}">Explore it on the workbench</a></p>{drawn}'
    try:
        here = read_position(asked["game"], asked.get("position"), asked.get("to_move"))
    except UpstarError:
        return ""
    query = {"game": here.game, "position": str(here), "to_move": here.to_move}
    link = f"/?{urlencode({**query, **_view(job)})}"
    return (
        f"<p>{escape(here.to_move)} to move. "
        f'<a href="{escape(link)}">Open it on the workbench</a></p>{here.svg()}'
    )


def _view(job: Job) -> dict[str, str]:
    """Return the settings of the view of the workbench that shows a job."""
    if job.task == "solve":
        if job.request.get("proof") or job.request.get("tree"):
            return {"view": "tree", "proof": job.id}
        return {"view": "solve", "searches": job.id}
    return {"value": {"view": "value"}, "analyze": {"analysis": "on"}}.get(job.task, {})


def _details(job: Job) -> str:
    found: dict[str, Any] = job.result or {}
    facts = [
        [escape(words), escape(shown(found[name]))]
        for name, (words, shown) in _WORK.items()
        if found.get(name)
    ]
    if found.get("line"):
        facts.insert(0, ["line", escape(" ".join(found["line"]))])
    parts = [table(["", ""], facts)] if facts else []
    columns = {
        "analyze": ("moves", ["move", "outcome", "score", "distance", "proved_by"]),
        "value": ("moves", ["player", "move", "value", "temperature", "wins"]),
        "best-move": ("candidates", ["move", "visits", "value", "proven"]),
    }
    if job.task in columns:
        key, names = columns[job.task]
        rows = [[escape(_cell(row.get(name))) for name in names] for row in found[key]]
        parts.append(table(names, rows, caption=key))
    if job.task == "value" and found.get("thermograph"):
        parts.append(found["thermograph"])
    return "".join(parts)


def _downloads(job: Job) -> str:
    base = f"/api/jobs/{job.id}"
    links = [(f"{base}/result.json", "JSON"), (f"{base}/result.csv", "CSV")]
    if (job.result or {}).get("strategy"):
        links.append((f"{base}/certificate", "certificate"))
    asked = {k: job.request[k] for k in ("game", "position", "to_move") if job.request.get(k)}
    if "game" in asked:
        query = urlencode(asked)
        links += [(f"/api/picture.{kind}?{query}", kind) for kind in ("svg", "png", "tikz")]
    items = " · ".join(f'<a href="{escape(to)}" download>{name}</a>' for to, name in links)
    return f"<p>Download: {items}</p>"


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M")
