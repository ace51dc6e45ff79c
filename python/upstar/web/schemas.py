"""The data types of requests and answers of the JSON API."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

Result = TypeVar("Result")
JobId = Annotated[str, Path(max_length=64, pattern="^[0-9a-f]+$", description="id of the job")]
Name = Annotated[str, Field(min_length=1, max_length=100, examples=["domineering"])]
Text = Annotated[str, Field(max_length=4000, examples=["6x6"])]
Labels = Annotated[list[str], Field(min_length=2, max_length=2)]
Key = Annotated[str, Field(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Setting = Annotated[str, Field(max_length=100)] | bool | int | float


class PositionRequest(BaseModel):
    """A position: a game, the text of a position (or a size), and the player to move."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: Name
    position: Text
    to_move: (
        Annotated[str, Field(max_length=40, description="left, right or a player's label")] | None
    ) = None


class Budget(BaseModel):
    """The limits of a job. The limits of the server apply too."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    max_seconds: (
        Annotated[float, Field(gt=0, le=1e6, description="time limit in seconds")] | None
    ) = None
    max_memory: (
        Annotated[float, Field(gt=0, le=1e6, description="memory limit in megabytes")] | None
    ) = None


class Search(Budget):
    """An algorithm with its parameters and limits."""

    algorithm: Annotated[str, Field(max_length=40)] | None = None
    parameters: Annotated[dict[Key, Setting], Field(max_length=40)] = {}
    max_nodes: Annotated[int, Field(ge=1, le=2**62)] | None = None
    max_playouts: Annotated[int, Field(ge=1, le=2**62)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0


class SolveRequest(PositionRequest, Search):
    """A position to solve."""

    goal: Literal["win", "draw"] | Annotated[int, Field(ge=-32767, le=32767)] | None = None
    tree: Annotated[bool, Field(description="keep the search tree for browsing")] = False
    tree_depth: Annotated[int, Field(ge=1, le=20, description="levels of the tree to keep")] = 3
    proof: Annotated[bool, Field(description="keep the proof for browsing")] = False


class BestMoveRequest(PositionRequest, Search):
    """A position in which to choose a move."""


class AnalyzeRequest(PositionRequest, Budget):
    """A position whose moves to analyse."""

    distance: Annotated[bool, Field(description="find the plies to the end too")] = False
    values: Annotated[bool, Field(description="find the value after each move too")] = False
    max_nodes: Annotated[int, Field(ge=1, le=2**62)] | None = None


class ValueRequest(PositionRequest, Budget):
    """A position whose value to compute."""

    moves: Annotated[bool, Field(description="compute the value after each move too")] = True


class ExpressionRequest(Budget):
    """An expression of values, such as ``{0|*} + ^``."""

    expression: Annotated[str, Field(min_length=1, max_length=2000, examples=["{0|*} + ^"])]


class PlayRequest(PositionRequest):
    """Moves to play from a position."""

    moves: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=1000)] = []


class GameText(BaseModel):
    """A game as text: a record, SGF, or a link to HexWorld."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Annotated[str, Field(min_length=1, max_length=200_000, examples=["(;GM[11]SZ[3];B[b2])"])]


class GameTextOut(BaseModel):
    """A game that was read."""

    game: str
    position: Annotated[str, Field(description="where the game begins")]
    to_move: str
    moves: Annotated[str, Field(description="the moves, with variations and comments")]
    link: Annotated[str, Field(description="the address of the game on the workbench")]


class GameOut(BaseModel):
    """A game."""

    name: str
    summary: str
    labels: Labels
    rules: str
    positions: str
    moves: str
    usual: str
    examples: list[str]


class ParameterOut(BaseModel):
    """A parameter of an algorithm."""

    name: str
    default: str
    values: str
    help: str


class AlgorithmOut(BaseModel):
    """An algorithm."""

    name: str
    summary: str
    reference: str
    playouts: bool
    parameters: list[ParameterOut]


class PositionOut(BaseModel):
    """A position with its legal moves, its result and its pictures."""

    game: str
    position: str
    to_move: str
    labels: Labels
    moves: list[str]
    outcome: str | None
    score: int | None
    ascii: str
    svg: str


class JobSummary(BaseModel):
    """A job without its progress and result."""

    id: str
    task: str
    request: Annotated[dict[str, Any], Field(description="what was asked")]
    made: Annotated[float, Field(description="when it was asked, in seconds since 1970")]
    state: Literal["queued", "running", "paused", "done", "failed", "stopped"]
    place: Annotated[int | None, Field(description="place in the queue, from 1")]
    seconds: float
    max_seconds: float
    error: str | None
    fault: Literal["request", "stopped", "memory", "internal"] | None


class JobOut(JobSummary, Generic[Result]):
    """A job: its state, its progress and its result."""

    progress: dict[str, Any]
    result: Result | None


class NodeOut(BaseModel):
    """A node of a search tree."""

    id: int
    move: str | None
    position: str
    to_move: str
    winner: str | None
    numbers: dict[str, Any]
    children: int


class ReplyOut(BaseModel):
    """The move of the proof in a position."""

    position: str
    to_move: str
    move: Annotated[str | None, Field(description="null if the proof has no move here")]


class Problem(BaseModel):
    """An error message."""

    detail: str
