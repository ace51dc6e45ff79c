"""The data types of the results of jobs. Keys may be added; ignore those that you do not know."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

Number = float | Literal["inf", "-inf"]
Bounds = Annotated[list[int], Field(min_length=2, max_length=2)]
Outcome = Literal["win", "draw", "loss", "unknown"]
Svg = Annotated[str | None, Field(description="a picture as SVG")]


class Candidate(BaseModel):
    """A move that a search has considered."""

    move: str
    visits: int
    value: float | None
    bounds: Bounds
    proven: Literal["win", "draw", "loss"] | None
    pruned: bool = False
    counts: Annotated[list[int], Field(min_length=3, max_length=3)] | None = None


class Work(BaseModel):
    """The work of a search."""

    expansions: int
    nodes: int
    iterations: int
    playouts: int | None
    seconds: float
    peak_bytes: int


class CertificateOut(BaseModel):
    """A certificate; `GET /api/jobs/ID/certificate` returns the file."""

    bytes: int
    decisions: int
    positions: int
    seconds: float


class TreeOut(BaseModel):
    """The stored nodes of a search tree."""

    nodes: int
    complete: bool


class ClaimOut(BaseModel):
    """What a proof claims: the player reaches at least this score."""

    player: str
    least: int


class StrategyOut(BaseModel):
    """The stored moves of a proof."""

    claims: list[ClaimOut]
    positions: int
    complete: bool


class SearchResult(Work):
    """What a search has found, for the player to move."""

    game: str
    position: str
    to_move: str
    algorithm: str
    parameters: dict[str, Any]
    seed: int
    solved: bool
    outcome: Outcome
    score: int | None
    winner: str | None
    distance: int | None
    max_distance: int | None
    degree: str | None
    best_move: str | None
    line: list[str]
    estimated_nodes: float | None
    estimated_seconds: float | None
    root: dict[str, Number]
    details: dict[str, Any]
    bounds: Bounds
    goal: str | int | None
    goal_met: bool | None
    stopped: str | None
    candidates: list[Candidate]
    note: str
    proof: CertificateOut | None
    proof_error: str | None


class SolveResult(SearchResult):
    """The result of `solve`."""

    sentence: str
    trace: list[dict[str, Any]]
    tree: TreeOut | None = None
    strategy: StrategyOut | None = None


class BestMoveResult(SearchResult):
    """The result of `best-move`."""

    move: Annotated[str, Field(description="the move to play")]


class AnalyzedMove(BaseModel):
    """The result of a move, for the player who makes it."""

    move: str
    outcome: Outcome
    score: int | None
    distance: int | None
    bounds: Bounds
    value: str | None
    proved_by: str | None


class AnalyzeResult(Work):
    """The result of `analyze`."""

    game: str
    position: str
    to_move: str
    solved: bool
    outcome: Outcome
    score: int | None
    bounds: Bounds
    winning_moves: list[str]
    moves: list[AnalyzedMove]
    stopped: str | None
    note: str
    labels: Annotated[
        list[tuple[list[tuple[int, int]], str, Outcome]],
        Field(description="the cells, the text and the outcome of each label on the board"),
    ]
    outcomes: Annotated[list[Outcome], Field(description="of every move, best first")]
    results: Annotated[
        list[tuple[str, str, Outcome]],
        Field(description="each move, its label and its outcome, best first"),
    ]


class ValueOut(BaseModel):
    """The properties of a value; null if it is not known."""

    value: str | None
    canonical: str | None
    outcome: Literal["L", "R", "N", "P"] | None
    is_number: bool | None
    is_infinitesimal: bool | None
    temperature: str | None
    mean: str | None
    left_stop: str | None
    right_stop: str | None
    atomic_weight: str | None
    birthday: int | None
    nodes: int | None


class PartOut(ValueOut):
    """An independent part of a position."""

    position: str
    hottest: bool
    thermograph: Svg = None


class ValueMove(BaseModel):
    """A move and the value after it."""

    player: str
    move: str
    value: str | None
    temperature: str | None
    wins: bool | None
    dominated_by: str | None
    reversible: bool | None


OptionTexts = Annotated[
    list[tuple[str, str]], Field(description="each option for people, and as an expression")
]


class ExpressionResult(ValueOut):
    """The result of `expression`."""

    thermograph: Svg
    left_options: OptionTexts
    right_options: OptionTexts
    walls: Annotated[
        list[list[tuple[float, float]]],
        Field(description="the walls of the thermograph, Left's first: scores and temperatures"),
    ]
    tree: Svg


class ValueResult(ValueOut):
    """The result of `value`."""

    thermograph: Svg
    game: str
    position: str
    parts: list[PartOut]
    moves: list[ValueMove]
    stopped: str | None
    positions: int
    seconds: float


class PictureResult(BaseModel):
    """The result of a picture that was drawn."""

    file: str


RESULTS: dict[str, type[BaseModel]] = {
    "solve": SolveResult,
    "best-move": BestMoveResult,
    "analyze": AnalyzeResult,
    "value": ValueResult,
    "expression": ExpressionResult,
    "picture": PictureResult,
}
"""The type of the result of each task."""
AnyResult = (
    SolveResult | BestMoveResult | AnalyzeResult | ValueResult | ExpressionResult | PictureResult
)
