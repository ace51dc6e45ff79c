"""The view Tree: browse a search tree or a proof, and play against the winner's strategy."""

from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import UpstarError
from upstar.play.session import GameSession
from upstar.render.clickable import clickable_board
from upstar.tree_browser import BrowserNode, ProofBrowser, SearchTreeBrowser, TreeBrowser
from upstar.web import tree_store
from upstar.web.boards import BoardElement
from upstar.web.controllers import ProofController
from upstar.web.jobs import Job
from upstar.web.views.common import View, button, show_errors

_DEPTHS = {1: "1 move", 2: "2 moves", 3: "3 moves", 4: "4 moves", 6: "6 moves"}
_SECONDS = 60.0


class TreeView(View):
    """The view in which a visitor browses search trees and proofs."""

    name, title = "tree", "Tree"

    def build(self) -> None:
        """Create the panel."""
        self._job: Job | None = None
        self._start: upstar.Position | None = None
        self._browser: TreeBrowser | None = None
        self._shown: dict[str, BrowserNode] = {}
        self._elements: dict[str, dict[str, Any]] = {}
        names = _algorithms_with_trees()
        with ui.row().classes("upstar-row"):
            button("Prove", self._prove, icon="verified", flat=False)
            ui.label("or").classes("upstar-faint")
            self._algorithm = ui.select(names, label="algorithm", value="pns").props(
                "dense outlined options-dense"
            )
            self._depth = ui.select(_DEPTHS, label="depth", value=3).props(
                "dense outlined options-dense"
            )
            button("Show its tree", self._search, icon="account_tree")
            self._stop = button("Stop", self._end, icon="stop")
        self._status = ui.label().classes("upstar-status").props("aria-live=polite")
        with ui.row().classes("upstar-row") as self._strategy_row:
            self._claim = ui.select(
                [], label="strategy of", on_change=show_errors(self._claimed)
            ).props("dense outlined options-dense")
            button("Play against it on the board", self._play_strategy, icon="directions_walk")
            ui.label("you play the other side; the proof answers each of your moves").classes(
                "upstar-faint"
            )
        with ui.row().classes("upstar-browser"):
            self._tree = (
                ui.tree(
                    [],
                    label_key="label",
                    on_select=show_errors(self._select),
                    on_expand=show_errors(self._expand),
                )
                .props("selected-color=primary dense")
                .classes("upstar-tree")
            )
            with ui.column().classes("upstar-node") as self._node:
                self._board = BoardElement(scale=0.9)
                self._facts = ui.label().classes("upstar-mono")
                button("Show on the board", self._show_on_board, icon="my_location")
        self._reset("Prove the position, or run a search, and browse its tree here.")

    def _reset(self, sentence: str) -> None:
        self._status.text = sentence
        self._strategy_row.visible = self._node.visible = False
        self._browser = None
        self._shown, self._elements = {}, {}
        self._show_nodes([])
        self._stop.set_enabled(False)

    # Jobs

    def _prove(self) -> None:
        self._submit({"proof": True, "algorithm": "auto"})

    def _search(self) -> None:
        depth = {"tree": True, "tree_depth": int(self._depth.value)}
        self._submit({**depth, "algorithm": self._algorithm.value})

    def _submit(self, options: dict[str, Any]) -> None:
        self._end()
        position = self.bench.state.position
        if position.outcome is not None:
            raise UpstarError("the game is over; this position has no tree")
        request = {"game": position.game, "position": str(position), "to_move": position.to_move}
        self._reset("waiting…")
        self._start = position
        self._job = self.bench.queue.submit(
            "solve", {**request, **options, "max_seconds": _SECONDS}, self.bench.owner
        )
        self._stop.set_enabled(True)
        background_tasks.create(self._watch(self._job))

    def _end(self) -> None:
        if self._job is not None and not self._job.is_over:
            self.bench.queue.stop(self._job)

    async def _watch(self, job: Job) -> None:
        async for _ in job.changes():
            if self.bench.is_gone or self._job is not job:
                return
            if job.state == "queued":
                self._status.text = f"waiting: place {self.bench.queue.place_of(job)} in the queue"
            elif not job.is_over:
                done = job.progress.get("nodes") or job.progress.get("positions") or 0
                stage = job.progress.get("stage", "searching")
                self._status.text = f"{stage}: {done:,} so far"
        self._stop.set_enabled(False)
        self._show_result(job)

    def _show_result(self, job: Job) -> None:
        if job.result is None:
            self._reset(job.error or "there is no result")
            return
        self._status.text = job.result["sentence"]
        assert self._start is not None
        strategy = job.result.get("strategy")
        if strategy is not None and strategy["complete"]:
            self._status.text += f": a proof of {strategy['positions']:,} decisions"
            players = [claim["player"] for claim in strategy["claims"]]
            self._claim.set_options(players, value=players[0])
            self._strategy_row.visible = True
            self._show_proof(job, self._start, players[0])
        elif strategy is not None:
            self._status.text += (
                f": the proof has more than {strategy['positions'] - 1:,} decisions, too many to "
                "browse; play some moves and prove from there"
            )
        elif job.result.get("proof_error"):
            self._status.text += f": no proof: {job.result['proof_error']}"
        elif "tree" in job.result:
            root = tree_store.tree_node(job.folder, 0)
            assert root is not None
            below = partial(tree_store.tree_children, job.folder)
            self._show(SearchTreeBrowser(self._start, root, below))

    def _claimed(self) -> None:
        if self._job is not None and self._start is not None and self._claim.value:
            self._show_proof(self._job, self._start, self._claim.value)

    def _show_proof(self, job: Job, start: upstar.Position, player: str) -> None:
        move_of = partial(tree_store.winning_move, job.folder, player)
        self._show(ProofBrowser(start, player, move_of))

    # Browsing

    def _show(self, browser: TreeBrowser) -> None:
        self._browser = browser
        self._shown, self._elements = {}, {}
        root = self._element(browser.root())
        self._open(root["id"])
        self._show_nodes([root])
        self._tree.expand([root["id"]])
        self._tree.select(root["id"])
        self._paint_node(self._shown[root["id"]])

    def _element(self, node: BrowserNode) -> dict[str, Any]:
        """Return the element of a node, with a placeholder until its children are loaded."""
        self._shown[node.id] = node
        element: dict[str, Any] = {"id": node.id, "label": node.label}
        if node.has_children:
            element["children"] = [{"id": f"below {node.id}", "label": "…"}]
        self._elements[node.id] = element
        return element

    def _open(self, id: str) -> bool:
        """Load the children of a node. Return False if there is nothing to load."""
        element, node = self._elements.get(id), self._shown.get(id)
        if element is None or node is None or self._browser is None or "children" not in element:
            return False
        if not element["children"] or element["children"][0]["id"] != f"below {id}":
            return False
        element["children"] = [self._element(child) for child in self._browser.children(node)]
        return True

    def _expand(self, event: Any) -> None:
        opened = [self._open(id) for id in event.value]
        if any(opened):
            self._show_nodes(self._roots)

    def _show_nodes(self, nodes: list[dict[str, Any]]) -> None:
        self._roots = nodes
        self._tree.props["nodes"] = list(nodes)
        self._tree.update()

    def _select(self, event: Any) -> None:
        node = self._shown.get(event.value or "")
        if node is not None:
            self._paint_node(node)

    def _paint_node(self, node: BrowserNode) -> None:
        self._node.visible = True
        shown = clickable_board(node.position, last=node.last_cells, playable=False)
        self._board.show(**shown)
        self._selected = node
        self._facts.text = node.facts

    # The main board

    def _show_on_board(self) -> None:
        assert self._start is not None
        self._replay(self._selected.line)

    def _replay(self, line: tuple[str, ...]) -> None:
        assert self._start is not None
        session = GameSession(self._start)
        for move in line:
            session.play(move)
        self.bench.state.replace(session)

    def _play_strategy(self) -> None:
        assert self._job is not None
        assert self._start is not None
        side = self._start.labels.index(str(self._claim.value))
        self._replay(())
        self.bench.board_view.set_proof_controller(side, ProofController(self._job))
        ui.notify(f"the proof plays {self._claim.value}; make the other side's moves on the board")


@lru_cache
def _algorithms_with_trees() -> list[str]:
    """Return the algorithms with a tree to show: those that the core accepts `tree_depth` for."""
    found = []
    for info in upstar.algorithms():
        with suppress(UpstarError):
            position = upstar.position("domineering", "2x2")
            upstar.solve(position, info.name, tree_depth=1, max_nodes=100, max_seconds=1)
            found.append(info.name)
    return found
