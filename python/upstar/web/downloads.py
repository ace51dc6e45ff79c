"""Files to download: pictures, games, results, certificates. Each is a plain GET request."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import FileResponse, PlainTextResponse, Response

import upstar
from upstar.render import tikz
from upstar.web import schemas, tree_store
from upstar.web.game_tree import GameTree
from upstar.web.guard import address_of, client_of
from upstar.web.hexworld import read_hexworld, write_hexworld
from upstar.web.job_queue import JobQueue
from upstar.web.jobs import Job
from upstar.web.off_loop import off_loop
from upstar.web.sgf_tree import read_sgf, write_sgf
from upstar.web.state import State, from_link, read_record

Name = Annotated[str, Query(min_length=1, max_length=100, description="the game")]
Text = Annotated[str, Query(max_length=4000, description="the position or a size")]
Mover = Annotated[str | None, Query(max_length=40, description="the player to move")]
Moves = Annotated[str, Query(max_length=20_000, description="moves, with variations and comments")]
At = Annotated[int | None, Query(ge=0, le=10_000, description="the number of the move to show")]

_FILE: dict[int | str, Any] = {200: {"content": {"*/*": {}}, "description": "The file"}}
_PNG_SECONDS = 30.0


def add_downloads(api: APIRouter, queue: JobQueue) -> None:
    """Add the downloads to the routes below /api."""

    @api.get("/picture.{format}", tags=["downloads"], responses=_FILE, response_class=Response)
    async def picture(
        format: Literal["svg", "png", "tikz", "tex"],
        request: Request,
        game: Name,
        position: Text,
        to_move: Mover = None,
        moves: Moves = "",
        at: At = None,
    ) -> Response:
        """Return the board as a picture: SVG, PNG, TikZ for LaTeX, or a whole LaTeX document."""
        here = _state(game, position, to_move, moves, at).position
        if format == "png":
            asked = {"game": game, "position": str(here), "to_move": here.to_move}
            scope = request.scope
            job = queue.submit(
                "picture",
                {**asked, "max_seconds": _PNG_SECONDS / 3},
                client_of(scope),
                address=address_of(scope),
            )
            await job.ended(_PNG_SECONDS)
            if job.result is None:
                raise upstar.ParameterError(f"the picture was not drawn: {job.error}")
            return FileResponse(job.folder / job.result["file"], filename=f"{game}.png")
        drawn = here.picture()
        if format == "svg":
            return _attachment(drawn.svg(), f"{game}.svg", "image/svg+xml")
        text = drawn.tikz() if format == "tikz" else tikz.document(drawn)
        return _attachment(text, f"{game}.{format}", "text/plain")

    @api.get("/game.{format}", tags=["downloads"], responses=_FILE, response_class=Response)
    def game(
        format: Literal["txt", "json", "sgf", "hexworld"],
        game: Name,
        position: Text,
        to_move: Mover = None,
        moves: Moves = "",
        at: At = None,
    ) -> Response:
        """Return a game as a record, as JSON, as SGF, or as a link to HexWorld."""
        state = _state(game, position, to_move, moves, at)
        if format == "hexworld":
            return PlainTextResponse(write_hexworld(state.tree))
        if format == "sgf":
            return _attachment(write_sgf(state.tree), f"{game}.sgf", "application/x-go-sgf")
        if format == "json":
            text = json.dumps(_game_out(state.tree).model_dump(), indent=2)
            return _attachment(text, f"{game}.json", "application/json")
        return _attachment(state.record(), f"{game}.txt", "text/plain")

    @api.post("/game", tags=["downloads"])
    def read_game(body: schemas.GameText) -> schemas.GameTextOut:
        """Read a game: a record, SGF, or a link to HexWorld. Nothing is fetched from there."""
        return _game_out(any_game(body.text))

    @api.get("/jobs/{id}/result.{format}", tags=["downloads"], responses=_FILE)
    async def result(id: schemas.JobId, format: Literal["json", "csv"]) -> Response:
        """Return the result of a job: everything as JSON, or its table as CSV."""
        job = _finished(queue, id)
        name = f"{job.task}-{job.id[:8]}.{format}"
        if format == "csv":
            return _attachment(await off_loop(_csv, job), name, "text/csv")
        found = {**job.to_json(None), "history": job.history}
        text = await off_loop(json.dumps, found, indent=2)
        return _attachment(text, name, "application/json")

    @api.get("/jobs/{id}/certificate", tags=["downloads"], responses=_FILE)
    async def certificate(id: schemas.JobId) -> Response:
        """Return the certificate of a solve with `proof`, which `upstar verify` checks."""
        path: Path = _finished(queue, id).folder / tree_store.CERTIFICATE
        if not path.exists():
            raise HTTPException(404, "this job has no certificate, or it is too large to keep")
        return FileResponse(path, filename=f"{id[:8]}.proof")


def any_game(text: str) -> GameTree:
    """Return the game that a text describes: SGF, a link to HexWorld, or a record.

    Raises
    ------
    UpstarError
        If the text is none of them.
    """
    text = text.strip()
    if text.startswith("("):
        return read_sgf(text)
    if "hexworld.org/" in text:
        return read_hexworld(text)
    return read_record(text).tree


def _state(game: str, position: str, to_move: str | None, moves: str, at: int | None) -> State:
    query = {"game": game, "position": position, "moves": moves}
    return from_link(
        {
            **query,
            **({} if to_move is None else {"to_move": to_move}),
            **({} if at is None else {"at": str(at)}),
        }
    )


def _game_out(tree: GameTree) -> schemas.GameTextOut:
    start = tree.root.position
    return schemas.GameTextOut(
        game=start.game,
        position=str(start),
        to_move=start.to_move,
        moves=tree.text,
        link=State(tree).link(),
    )


def _attachment(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.rstrip("\n") + "\n", media_type=kind, headers=headers)


def _finished(queue: JobQueue, id: str) -> Job:
    try:
        job = queue.job(id)
    except upstar.UnknownNameError as error:
        raise HTTPException(404, str(error)) from None
    if job.result is None:
        raise HTTPException(404, f"the job has no result: {job.error or job.state}")
    return job


def _csv(job: Job) -> str:
    """Return the table of a result: moves, candidates, or the search over time."""
    found = job.result or {}
    if job.task == "solve":
        # The trace of the search has more points than the progress reports, if it has any.
        points = max(found["trace"], job.history, key=len)
        rows: Sequence[Mapping[str, Any]] = [{**p, **p.get("root", {})} for p in points]
    elif job.task == "best-move":
        rows = found["candidates"]
    elif job.task in ("analyze", "value"):
        rows = found["moves"]
    else:
        rows = [found]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    columns = [name for name in columns if name not in ("root", "thermograph")]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    split = {"bounds": ("lowest", "highest")}
    writer.writerow([name for column in columns for name in split.get(column, (column,))])
    for row in rows:
        cells = [(row.get(column), column in split) for column in columns]
        writer.writerow(
            [
                value
                for cell, is_pair in cells
                for value in ((cell or (None, None)) if is_pair else (cell,))
            ]
        )
    return out.getvalue()
