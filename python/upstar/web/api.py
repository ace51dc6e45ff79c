"""The JSON API: the same operations as the page, with OpenAPI documentation at /api/docs.

Quick requests are answered immediately. Long requests become jobs: the answer is a job with an id.
A caller can query, await, pause and stop the job. The limits on jobs are those of the page.
"""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from pydantic import BaseModel

import upstar
from upstar.web import schemas, tree_store
from upstar.web.job_queue import JobQueue
from upstar.web.jobs import Job
from upstar.web.offered_games import offered_games
from upstar.web.parsing import parse_position

JobId = Annotated[str, Path(max_length=64, pattern="^[0-9a-f]+$", description="id of the job")]
Wait = Annotated[float, Query(ge=0, le=30, description="seconds to wait for the end of the job")]

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": schemas.Problem, "description": "The request is invalid"},
    401: {"model": schemas.Problem, "description": "The token is missing or wrong"},
    403: {"model": schemas.Problem, "description": "The host name or the origin is not allowed"},
    404: {"model": schemas.Problem, "description": "Not found"},
    429: {"model": schemas.Problem, "description": "Too many jobs at a time"},
}


def make_api(queue: JobQueue) -> APIRouter:
    """Return the routes below /api."""
    api = APIRouter(prefix="/api", responses=_PROBLEMS)

    def job_data(job: Job) -> dict[str, Any]:
        return job.to_json(queue.place_of(job))

    def job_of(id: str) -> Job:
        try:
            return queue.job(id)
        except upstar.UnknownNameError as error:
            raise HTTPException(404, str(error)) from None

    async def submitted(
        task: str, body: BaseModel, request: Request, wait: float
    ) -> dict[str, Any]:
        owner = f"api {request.client.host if request.client else 'unknown'}"
        job = queue.submit(task, body.model_dump(exclude_none=True), owner)
        return job_data(await job.ended(wait))

    @api.get("/games", tags=["lists"])
    def games() -> list[schemas.GameOut]:
        """List the games."""
        listed = offered_games()
        return [schemas.GameOut.model_validate(g, from_attributes=True) for g in listed]

    @api.get("/algorithms", tags=["lists"])
    def algorithms() -> list[schemas.AlgorithmOut]:
        """List the algorithms with their parameters."""
        listed = upstar.algorithms()
        return [schemas.AlgorithmOut.model_validate(a, from_attributes=True) for a in listed]

    @api.post("/position", tags=["positions"])
    def position(body: schemas.PlayRequest) -> schemas.PositionOut:
        """Parse a position, play moves, and return the resulting position."""
        here = parse_position(body.game, body.position, body.to_move)
        for move in body.moves:
            here = here.play(move)
        return _position_out(here)

    @api.post("/solve", tags=["jobs"], status_code=202)
    async def solve(body: schemas.SolveRequest, request: Request, wait: Wait = 0) -> schemas.JobOut:
        """Solve a position."""
        parse_position(body.game, body.position, body.to_move)
        return schemas.JobOut(**await submitted("solve", body, request, wait))

    @api.post("/best-move", tags=["jobs"], status_code=202)
    async def best_move(
        body: schemas.BestMoveRequest, request: Request, wait: Wait = 0
    ) -> schemas.JobOut:
        """Choose a move within a budget. Without a limit, the search takes one second."""
        parse_position(body.game, body.position, body.to_move)
        if body.max_seconds is None and body.max_nodes is None and body.max_playouts is None:
            body.max_seconds = 1.0
        return schemas.JobOut(**await submitted("best-move", body, request, wait))

    @api.post("/analyze", tags=["jobs"], status_code=202)
    async def analyze(
        body: schemas.AnalyzeRequest, request: Request, wait: Wait = 0
    ) -> schemas.JobOut:
        """Prove the result of every move. The progress has the labels of the moves so far."""
        parse_position(body.game, body.position, body.to_move)
        return schemas.JobOut(**await submitted("analyze", body, request, wait))

    @api.post("/value", tags=["jobs"], status_code=202)
    async def value(body: schemas.ValueRequest, request: Request, wait: Wait = 0) -> schemas.JobOut:
        """Compute the values of a position, of its parts, and after each move."""
        parse_position(body.game, body.position, body.to_move)
        return schemas.JobOut(**await submitted("value", body, request, wait))

    @api.post("/expression", tags=["jobs"], status_code=202)
    async def expression(
        body: schemas.ExpressionRequest, request: Request, wait: Wait = 0
    ) -> schemas.JobOut:
        """Compute an expression of values."""
        return schemas.JobOut(**await submitted("expression", body, request, wait))

    @api.get("/jobs/{id}", tags=["jobs"])
    async def job(id: JobId, wait: Wait = 0) -> schemas.JobOut:
        """Return the state of a job, and its result if it has one."""
        return schemas.JobOut(**job_data(await job_of(id).ended(wait)))

    @api.delete("/jobs/{id}", tags=["jobs"])
    async def stop(id: JobId) -> schemas.JobOut:
        """Stop a job. A running search then returns what it has proved; wait for it with GET."""
        found = job_of(id)
        queue.stop(found)
        return schemas.JobOut(**job_data(found))

    @api.post("/jobs/{id}/pause", tags=["jobs"])
    async def pause(id: JobId) -> schemas.JobOut:
        """Pause a running job. The time of a pause does not count."""
        found = job_of(id)
        queue.pause(found)
        return schemas.JobOut(**job_data(found))

    @api.post("/jobs/{id}/resume", tags=["jobs"])
    async def resume(id: JobId) -> schemas.JobOut:
        """Resume a paused job."""
        found = job_of(id)
        queue.resume(found)
        return schemas.JobOut(**job_data(found))

    @api.get("/jobs/{id}/history", tags=["jobs"])
    async def history(id: JobId) -> list[dict[str, Any]]:
        """Return the progress of a search over time."""
        return job_of(id).history

    @api.get("/jobs/{id}/tree", tags=["browsing"])
    def tree(id: JobId, node: Annotated[int, Query(ge=0, le=10**9)] = 0) -> list[schemas.NodeOut]:
        """Return the children of a node of a search tree (of a solve with `tree`)."""
        found = tree_store.tree_children(job_of(id).folder, node)
        return [schemas.NodeOut.model_validate(n, from_attributes=True) for n in found]

    @api.post("/jobs/{id}/reply", tags=["browsing"])
    def reply(id: JobId, body: schemas.PlayRequest) -> schemas.ReplyOut:
        """Return the winner's move in a position (of a solve with `proof`)."""
        folder = job_of(id).folder
        here = parse_position(body.game, body.position, body.to_move)
        for move in body.moves:
            here = here.play(move)
        found = tree_store.winning_move(folder, here.to_move, here)
        return schemas.ReplyOut(position=str(here), to_move=here.to_move, move=found)

    return api


def _position_out(here: upstar.Position) -> schemas.PositionOut:
    return schemas.PositionOut(
        game=here.game,
        position=str(here),
        to_move=here.to_move,
        labels=list(here.labels),
        moves=list(here.moves()),
        outcome=here.outcome,
        score=here.score,
        ascii=here.ascii(),
        svg=here.svg(),
    )
