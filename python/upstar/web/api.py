"""The JSON API: the same operations as the page, with OpenAPI documentation at /api/docs.

Quick requests are answered immediately. Long requests become jobs: the answer is a job with an id.
Everybody who knows the id may read the job. Its owner, the browser or program that has asked for
it, may also pause and stop it. The limits on jobs are those of the page.
"""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel

import upstar
from upstar.web import result_schemas as results
from upstar.web import schemas, tree_store
from upstar.web.checks import check_request
from upstar.web.downloads import add_downloads
from upstar.web.guard import address_of, client_of
from upstar.web.job_queue import JobQueue
from upstar.web.jobs import Job
from upstar.web.off_loop import off_loop
from upstar.web.offered_games import offered_games
from upstar.web.parsing import parse_position
from upstar.web.schemas import JobId

Wait = Annotated[float, Query(ge=0, le=30, description="seconds to wait for the end of the job")]

AnyJob = schemas.JobOut[results.AnyResult]

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": schemas.Problem, "description": "The request is invalid"},
    401: {"model": schemas.Problem, "description": "The token is missing or wrong"},
    403: {
        "model": schemas.Problem,
        "description": "The host, the origin or the job is not yours",
    },
    404: {"model": schemas.Problem, "description": "Not found"},
    413: {"model": schemas.Problem, "description": "The body of the request is too large"},
    429: {"model": schemas.Problem, "description": "Too many jobs at a time"},
}


def make_api(queue: JobQueue) -> APIRouter:
    """Return the routes below /api."""
    api = APIRouter(prefix="/api", responses=_PROBLEMS)
    jobs: dict[str, Any] = {"tags": ["jobs"]}

    def answer(job: Job, status: int = 200) -> JSONResponse:
        # The result conforms to its schema (tests/web/test_results.py); it is not checked again.
        return JSONResponse(job.to_json(queue.place_of(job)), status)

    def job_of(id: str) -> Job:
        try:
            return queue.job(id)
        except upstar.UnknownNameError as error:
            raise HTTPException(404, str(error)) from None

    def own_job(id: str, request: Request) -> Job:
        job = job_of(id)
        if job.owner != client_of(request.scope):
            raise HTTPException(403, "only the browser or program that asked for a job may do this")
        return job

    async def submitted(task: str, body: BaseModel, request: Request, wait: float) -> JSONResponse:
        asked = body.model_dump(exclude_none=True, exclude_defaults=True)
        await off_loop(check_request, task, asked)
        scope = request.scope
        job = queue.submit(task, asked, client_of(scope), address=address_of(scope))
        return answer(await job.ended(wait), 202)

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
        return _position_out(_played(body))

    @api.post("/solve", status_code=202, response_model=schemas.JobOut[results.SolveResult], **jobs)
    async def solve(body: schemas.SolveRequest, request: Request, wait: Wait = 0) -> JSONResponse:
        """Solve a position."""
        return await submitted("solve", body, request, wait)

    @api.post(
        "/best-move", status_code=202, response_model=schemas.JobOut[results.BestMoveResult], **jobs
    )
    async def best_move(
        body: schemas.BestMoveRequest, request: Request, wait: Wait = 0
    ) -> JSONResponse:
        """Choose a move within a budget. Without a limit, the search takes one second."""
        if body.max_seconds is None and body.max_nodes is None and body.max_playouts is None:
            body.max_seconds = 1.0
        return await submitted("best-move", body, request, wait)

    @api.post(
        "/analyze", status_code=202, response_model=schemas.JobOut[results.AnalyzeResult], **jobs
    )
    async def analyze(
        body: schemas.AnalyzeRequest, request: Request, wait: Wait = 0
    ) -> JSONResponse:
        """Prove the result of every move. The progress has the labels of the moves so far."""
        return await submitted("analyze", body, request, wait)

    @api.post("/value", status_code=202, response_model=schemas.JobOut[results.ValueResult], **jobs)
    async def value(body: schemas.ValueRequest, request: Request, wait: Wait = 0) -> JSONResponse:
        """Compute the values of a position, of its parts, and after each move."""
        return await submitted("value", body, request, wait)

    @api.post(
        "/expression",
        status_code=202,
        response_model=schemas.JobOut[results.ExpressionResult],
        **jobs,
    )
    async def expression(
        body: schemas.ExpressionRequest, request: Request, wait: Wait = 0
    ) -> JSONResponse:
        """Compute an expression of values."""
        return await submitted("expression", body, request, wait)

    @api.get("/jobs", tags=["jobs"])
    async def own_jobs(request: Request) -> list[schemas.JobSummary]:
        """List your jobs, newest first: those of your browser, or of programs at your address."""
        found = queue.jobs_of(client_of(request.scope))
        return [schemas.JobSummary(**job.summary(queue.place_of(job))) for job in found]

    @api.get("/jobs/{id}", response_model=AnyJob, **jobs)
    async def job(id: JobId, wait: Wait = 0) -> JSONResponse:
        """Return the state of a job, and its result if it has one."""
        return answer(await job_of(id).ended(wait))

    @api.delete("/jobs/{id}", response_model=AnyJob, **jobs)
    async def stop(id: JobId, request: Request) -> JSONResponse:
        """Stop a job. A running search then returns what it has proved; wait for it with GET."""
        found = own_job(id, request)
        queue.stop(found)
        return answer(found)

    @api.post("/jobs/{id}/pause", response_model=AnyJob, **jobs)
    async def pause(id: JobId, request: Request) -> JSONResponse:
        """Pause a running job. The time of a pause does not count."""
        found = own_job(id, request)
        queue.pause(found)
        return answer(found)

    @api.post("/jobs/{id}/resume", response_model=AnyJob, **jobs)
    async def resume(id: JobId, request: Request) -> JSONResponse:
        """Resume a paused job."""
        found = own_job(id, request)
        queue.resume(found)
        return answer(found)

    @api.get("/jobs/{id}/history", tags=["jobs"])
    async def history(id: JobId) -> list[dict[str, Any]]:
        """Return the progress of a search over time."""
        return job_of(id).history

    @api.get("/jobs/{id}/tree", tags=["browsing"])
    async def tree(
        id: JobId, node: Annotated[int, Query(ge=0, le=10**9)] = 0
    ) -> list[schemas.NodeOut]:
        """Return the children of a node of a search tree (of a solve with `tree`)."""
        found = await off_loop(tree_store.tree_children, job_of(id).folder, node)
        return [schemas.NodeOut.model_validate(n, from_attributes=True) for n in found]

    @api.post("/jobs/{id}/reply", tags=["browsing"])
    async def reply(id: JobId, body: schemas.PlayRequest) -> schemas.ReplyOut:
        """Return the winner's move in a position (of a solve with `proof`)."""
        folder = job_of(id).folder
        here = await off_loop(_played, body)
        found = await off_loop(tree_store.winning_move, folder, here.to_move, here)
        return schemas.ReplyOut(position=str(here), to_move=here.to_move, move=found)

    add_downloads(api, queue)
    return api


def _played(body: schemas.PlayRequest) -> upstar.Position:
    here = parse_position(body.game, body.position, body.to_move)
    for move in body.moves:
        here = here.play(move)
    return here


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
