"""``solve`` and ``best_move`` with the parameters of each algorithm, for type checkers.

tools/search_types.py writes this file from the list of algorithms.
"""

import os
from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from upstar import parameters
from upstar.best_first import BestFirst
from upstar.best_move import BestMove
from upstar.book import Book
from upstar.game import Game
from upstar.position import Position
from upstar.solution import Progress, Solution

_Game: TypeAlias = str | Game | type[Game]

class _BestMoveOptions(TypedDict, total=False):
    max_nodes: int | None
    max_seconds: float | None
    max_memory: float | None
    max_playouts: int | None
    threads: int
    seed: int
    progress: Callable[[Progress], None] | Literal["auto"] | None

class _SolveOptions(_BestMoveOptions, total=False):
    goal: str | int | None
    distance: bool
    max_distance: int | None
    book: Book | str | os.PathLike[str] | None
    trace: bool
    tree_depth: int | None
    proof: str | os.PathLike[str] | None
    lemmas: bool
    checkpoint: str | os.PathLike[str] | None
    checkpoint_every: float

class _AutoSolution(_SolveOptions, parameters.AutoParameters, total=False): ...
class _AlphaBetaSolution(_SolveOptions, parameters.AlphaBetaParameters, total=False): ...
class _PnsSolution(_SolveOptions, parameters.PnsParameters, total=False): ...
class _PntSolution(_SolveOptions, parameters.PntParameters, total=False): ...
class _Pn2Solution(_SolveOptions, parameters.Pn2Parameters, total=False): ...
class _DfPnSolution(_SolveOptions, parameters.DfPnParameters, total=False): ...
class _DfPpSolution(_SolveOptions, parameters.DfPpParameters, total=False): ...
class _PpnSolution(_SolveOptions, parameters.PpnParameters, total=False): ...
class _EwsSolution(_SolveOptions, parameters.EwsParameters, total=False): ...
class _MopnsSolution(_SolveOptions, parameters.MopnsParameters, total=False): ...
class _MctsSolution(_SolveOptions, parameters.MctsParameters, total=False): ...
class _MctsSolverSolution(_SolveOptions, parameters.MctsSolverParameters, total=False): ...
class _UctSolverSolution(_SolveOptions, parameters.UctSolverParameters, total=False): ...
class _SbMctsSolution(_SolveOptions, parameters.SbMctsParameters, total=False): ...
class _MctsESolution(_SolveOptions, parameters.MctsEParameters, total=False): ...
class _MilaSolution(_SolveOptions, parameters.MilaParameters, total=False): ...
class _OtherSolution(_SolveOptions, parameters.ValueParameters, total=False): ...
class _AutoBestMove(_BestMoveOptions, parameters.AutoParameters, total=False): ...
class _AlphaBetaBestMove(_BestMoveOptions, parameters.AlphaBetaParameters, total=False): ...
class _PnsBestMove(_BestMoveOptions, parameters.PnsParameters, total=False): ...
class _PntBestMove(_BestMoveOptions, parameters.PntParameters, total=False): ...
class _Pn2BestMove(_BestMoveOptions, parameters.Pn2Parameters, total=False): ...
class _DfPnBestMove(_BestMoveOptions, parameters.DfPnParameters, total=False): ...
class _DfPpBestMove(_BestMoveOptions, parameters.DfPpParameters, total=False): ...
class _PpnBestMove(_BestMoveOptions, parameters.PpnParameters, total=False): ...
class _EwsBestMove(_BestMoveOptions, parameters.EwsParameters, total=False): ...
class _MopnsBestMove(_BestMoveOptions, parameters.MopnsParameters, total=False): ...
class _MctsBestMove(_BestMoveOptions, parameters.MctsParameters, total=False): ...
class _MctsSolverBestMove(_BestMoveOptions, parameters.MctsSolverParameters, total=False): ...
class _UctSolverBestMove(_BestMoveOptions, parameters.UctSolverParameters, total=False): ...
class _SbMctsBestMove(_BestMoveOptions, parameters.SbMctsParameters, total=False): ...
class _MctsEBestMove(_BestMoveOptions, parameters.MctsEParameters, total=False): ...
class _MilaBestMove(_BestMoveOptions, parameters.MilaParameters, total=False): ...
class _OtherBestMove(_BestMoveOptions, parameters.ValueParameters, total=False): ...

@overload
def solve(
    position: Position,
    *,
    algorithm: Literal["auto", "minimax"] = ...,
    **options: Unpack[_AutoSolution],
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["auto", "minimax"], /, **options: Unpack[_AutoSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["auto", "minimax"] = ...,
    **options: Unpack[_AutoSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str,
    algorithm: Literal["auto", "minimax"],
    /,
    **options: Unpack[_AutoSolution],
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["alpha-beta"], **options: Unpack[_AlphaBetaSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["alpha-beta"], /, **options: Unpack[_AlphaBetaSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["alpha-beta"],
    **options: Unpack[_AlphaBetaSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str,
    algorithm: Literal["alpha-beta"],
    /,
    **options: Unpack[_AlphaBetaSolution],
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["pns", "pp"], **options: Unpack[_PnsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["pns", "pp"], /, **options: Unpack[_PnsSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["pns", "pp"],
    **options: Unpack[_PnsSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["pns", "pp"], /, **options: Unpack[_PnsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["pnt", "ppt"], **options: Unpack[_PntSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["pnt", "ppt"], /, **options: Unpack[_PntSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["pnt", "ppt"],
    **options: Unpack[_PntSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["pnt", "ppt"], /, **options: Unpack[_PntSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["pn2", "pp2"], **options: Unpack[_Pn2Solution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["pn2", "pp2"], /, **options: Unpack[_Pn2Solution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["pn2", "pp2"],
    **options: Unpack[_Pn2Solution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["pn2", "pp2"], /, **options: Unpack[_Pn2Solution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["df-pn"], **options: Unpack[_DfPnSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["df-pn"], /, **options: Unpack[_DfPnSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["df-pn"],
    **options: Unpack[_DfPnSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["df-pn"], /, **options: Unpack[_DfPnSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["df-pp"], **options: Unpack[_DfPpSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["df-pp"], /, **options: Unpack[_DfPpSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["df-pp"],
    **options: Unpack[_DfPpSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["df-pp"], /, **options: Unpack[_DfPpSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["ppn", "mcpn"], **options: Unpack[_PpnSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["ppn", "mcpn"], /, **options: Unpack[_PpnSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["ppn", "mcpn"],
    **options: Unpack[_PpnSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str,
    algorithm: Literal["ppn", "mcpn"],
    /,
    **options: Unpack[_PpnSolution],
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["ews"], **options: Unpack[_EwsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["ews"], /, **options: Unpack[_EwsSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["ews"],
    **options: Unpack[_EwsSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["ews"], /, **options: Unpack[_EwsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["mopns", "mopp"], **options: Unpack[_MopnsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["mopns", "mopp"], /, **options: Unpack[_MopnsSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mopns", "mopp"],
    **options: Unpack[_MopnsSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str,
    algorithm: Literal["mopns", "mopp"],
    /,
    **options: Unpack[_MopnsSolution],
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["mcts"], **options: Unpack[_MctsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["mcts"], /, **options: Unpack[_MctsSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mcts"],
    **options: Unpack[_MctsSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["mcts"], /, **options: Unpack[_MctsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["mcts-solver"], **options: Unpack[_MctsSolverSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["mcts-solver"], /, **options: Unpack[_MctsSolverSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mcts-solver"],
    **options: Unpack[_MctsSolverSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str,
    algorithm: Literal["mcts-solver"],
    /,
    **options: Unpack[_MctsSolverSolution],
) -> Solution: ...
@overload
def solve(
    position: Position,
    *,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    **options: Unpack[_UctSolverSolution],
) -> Solution: ...
@overload
def solve(
    position: Position,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    /,
    **options: Unpack[_UctSolverSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    **options: Unpack[_UctSolverSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    /,
    **options: Unpack[_UctSolverSolution],
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["sb-mcts"], **options: Unpack[_SbMctsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["sb-mcts"], /, **options: Unpack[_SbMctsSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["sb-mcts"],
    **options: Unpack[_SbMctsSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["sb-mcts"], /, **options: Unpack[_SbMctsSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["mcts-e"], **options: Unpack[_MctsESolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["mcts-e"], /, **options: Unpack[_MctsESolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mcts-e"],
    **options: Unpack[_MctsESolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["mcts-e"], /, **options: Unpack[_MctsESolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: Literal["mila"], **options: Unpack[_MilaSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: Literal["mila"], /, **options: Unpack[_MilaSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mila"],
    **options: Unpack[_MilaSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: Literal["mila"], /, **options: Unpack[_MilaSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, *, algorithm: str | BestFirst, **options: Unpack[_OtherSolution]
) -> Solution: ...
@overload
def solve(
    position: Position, algorithm: str | BestFirst, /, **options: Unpack[_OtherSolution]
) -> Solution: ...
@overload
def solve(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: str | BestFirst,
    **options: Unpack[_OtherSolution],
) -> Solution: ...
@overload
def solve(
    position: _Game, text: str, algorithm: str | BestFirst, /, **options: Unpack[_OtherSolution]
) -> Solution: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["auto", "minimax"], **options: Unpack[_AutoBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["auto", "minimax"], /, **options: Unpack[_AutoBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["auto", "minimax"],
    **options: Unpack[_AutoBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str,
    algorithm: Literal["auto", "minimax"],
    /,
    **options: Unpack[_AutoBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["alpha-beta"], **options: Unpack[_AlphaBetaBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["alpha-beta"], /, **options: Unpack[_AlphaBetaBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["alpha-beta"],
    **options: Unpack[_AlphaBetaBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str,
    algorithm: Literal["alpha-beta"],
    /,
    **options: Unpack[_AlphaBetaBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["pns", "pp"], **options: Unpack[_PnsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["pns", "pp"], /, **options: Unpack[_PnsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["pns", "pp"],
    **options: Unpack[_PnsBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["pns", "pp"], /, **options: Unpack[_PnsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["pnt", "ppt"], **options: Unpack[_PntBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["pnt", "ppt"], /, **options: Unpack[_PntBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["pnt", "ppt"],
    **options: Unpack[_PntBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["pnt", "ppt"], /, **options: Unpack[_PntBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["pn2", "pp2"], **options: Unpack[_Pn2BestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["pn2", "pp2"], /, **options: Unpack[_Pn2BestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["pn2", "pp2"],
    **options: Unpack[_Pn2BestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["pn2", "pp2"], /, **options: Unpack[_Pn2BestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["df-pn"], **options: Unpack[_DfPnBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["df-pn"], /, **options: Unpack[_DfPnBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["df-pn"],
    **options: Unpack[_DfPnBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["df-pn"], /, **options: Unpack[_DfPnBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["df-pp"], **options: Unpack[_DfPpBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["df-pp"], /, **options: Unpack[_DfPpBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["df-pp"],
    **options: Unpack[_DfPpBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["df-pp"], /, **options: Unpack[_DfPpBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["ppn", "mcpn"], **options: Unpack[_PpnBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["ppn", "mcpn"], /, **options: Unpack[_PpnBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["ppn", "mcpn"],
    **options: Unpack[_PpnBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str,
    algorithm: Literal["ppn", "mcpn"],
    /,
    **options: Unpack[_PpnBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["ews"], **options: Unpack[_EwsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["ews"], /, **options: Unpack[_EwsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["ews"],
    **options: Unpack[_EwsBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["ews"], /, **options: Unpack[_EwsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["mopns", "mopp"], **options: Unpack[_MopnsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["mopns", "mopp"], /, **options: Unpack[_MopnsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mopns", "mopp"],
    **options: Unpack[_MopnsBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str,
    algorithm: Literal["mopns", "mopp"],
    /,
    **options: Unpack[_MopnsBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["mcts"] = ..., **options: Unpack[_MctsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["mcts"], /, **options: Unpack[_MctsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mcts"] = ...,
    **options: Unpack[_MctsBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["mcts"], /, **options: Unpack[_MctsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["mcts-solver"], **options: Unpack[_MctsSolverBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["mcts-solver"], /, **options: Unpack[_MctsSolverBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mcts-solver"],
    **options: Unpack[_MctsSolverBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str,
    algorithm: Literal["mcts-solver"],
    /,
    **options: Unpack[_MctsSolverBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position,
    *,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    **options: Unpack[_UctSolverBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    /,
    **options: Unpack[_UctSolverBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    **options: Unpack[_UctSolverBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str,
    algorithm: Literal["uct-solver", "pure-mcts-solver"],
    /,
    **options: Unpack[_UctSolverBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["sb-mcts"], **options: Unpack[_SbMctsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["sb-mcts"], /, **options: Unpack[_SbMctsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["sb-mcts"],
    **options: Unpack[_SbMctsBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["sb-mcts"], /, **options: Unpack[_SbMctsBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["mcts-e"], **options: Unpack[_MctsEBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["mcts-e"], /, **options: Unpack[_MctsEBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mcts-e"],
    **options: Unpack[_MctsEBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["mcts-e"], /, **options: Unpack[_MctsEBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: Literal["mila"], **options: Unpack[_MilaBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: Literal["mila"], /, **options: Unpack[_MilaBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: Literal["mila"],
    **options: Unpack[_MilaBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: Literal["mila"], /, **options: Unpack[_MilaBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, *, algorithm: str | BestFirst, **options: Unpack[_OtherBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: Position, algorithm: str | BestFirst, /, **options: Unpack[_OtherBestMove]
) -> BestMove: ...
@overload
def best_move(
    position: _Game,
    text: str = ...,
    /,
    *,
    algorithm: str | BestFirst,
    **options: Unpack[_OtherBestMove],
) -> BestMove: ...
@overload
def best_move(
    position: _Game, text: str, algorithm: str | BestFirst, /, **options: Unpack[_OtherBestMove]
) -> BestMove: ...
