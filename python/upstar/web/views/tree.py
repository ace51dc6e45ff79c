"""The view Tree: browse a search tree or a proof, and play against the winner's strategy."""

from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import UpstarError
from upstar.render.clickable import clickable_board
from upstar.tree_browser import BrowserNode, ProofBrowser, SearchTreeBrowser, TreeBrowser
from upstar.web import tree_store
from upstar.web.boards import BoardElement
from upstar.web.controllers import ProofController
from upstar.web.game_tree import GameTree
from upstar.web.jobs import Job
from upstar.web.offered_games import read_position
from upstar.web.views.common import View, button, show_errors
from upstar.web.views.parameters import algorithm_select
from upstar.web.views.solve import as_seconds, positive

_DEPTHS = {1: "1 move", 2: "2 moves", 3: "3 moves", 4: "4 moves", 6: "6 moves"}
_SECONDS = 60.0
_FOLDED_FROM = 8
"""Children that do not prove their parent's result are folded from this number on."""
_HEADER = """
<span class="upstar-proof" :class="'upstar-proof-' + props.node.status">{{ props.node.label }}
<span v-if="props.node.note" class="upstar-faint">{{ props.node.note }}</span></span>
"""


class TreeView(View):
    """The view in which a visitor browses search trees and proofs."""

    name, title = "tree", "Proof"
    keys = ("tree_algorithm", "prove_limit", "proof", "after")

    def build(self) -> None:
        """Create the panel."""
        self._job: Job | None = None
        self._after = ""
        """The move that the visitor has asked about."""
        self._start: upstar.Position | None = None
        self._browser: TreeBrowser | None = None
        self._shown: dict[str, BrowserNode] = {}
        self._elements: dict[str, dict[str, Any]] = {}
        names = _algorithms_with_trees()
        chosen = self.settings.get("tree_algorithm")
        with ui.row().classes("upstar-row"):
            button("Prove", self._prove, icon="verified", flat=False)
            self._seconds = ui.number(
                "within seconds",
                value=as_seconds(self.settings.get("prove_limit"), _SECONDS),
                min=1,
                max=self.bench.queue.limits.max_seconds,
                on_change=self._keep,
            ).props("dense outlined")
            self._seconds.classes("upstar-seconds")
            self._stop = button("Stop", self._end, icon="stop")
        with ui.row().classes("upstar-row"):
            self._suspect = ui.select([], label="move", with_input=True).props(
                "dense outlined options-dense"
            )
            button("Why does it lose?", self._why, icon="help_outline")
        fold = ui.expansion("The tree of a search", icon="account_tree").props("dense")
        fold.value = bool(self.settings.get("tree_algorithm"))
        with fold.classes("upstar-wide upstar-folds"), ui.row().classes("upstar-row"):
            self._algorithm = algorithm_select(
                "algorithm", names, chosen if chosen in names else "pns", self._keep
            )
            self._depth = ui.select(_DEPTHS, label="depth", value=3).props(
                "dense outlined options-dense"
            )
            button("Show its tree", self._search, icon="account_tree")
        self._status = ui.label().classes("upstar-status").props("aria-live=polite")
        with ui.row().classes("upstar-row") as self._strategy_row:
            self._claim = (
                ui.select([], label="strategy of", on_change=show_errors(self._claimed))
                .props("dense outlined options-dense")
                .classes("upstar-mover")
            )
            button("Play against it on the board", self._play_strategy, icon="directions_walk")
            self._certificate = ui.link("certificate", "")
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
                self._facts = ui.label().classes("upstar-words")
                button("Show on the board", self._show_on_board, icon="my_location")
        self._tree.add_slot("default-header", _HEADER)
        self._reset("Prove the position, or run a search, and browse its tree here.")
        self._return_to_job()

    def _return_to_job(self) -> None:
        """Show the search of the address: it continues while a page is loaded again."""
        try:
            job = self.bench.queue.job(self.settings.get("proof"))
            asked = job.request
            start = read_position(asked["game"], asked["position"], asked["to_move"])
        except (UpstarError, KeyError):
            return
        if job.task == "solve" and (asked.get("proof") or asked.get("tree")):
            self._follow(job, start, self.settings.get("after"))

    def _follow(self, job: Job, start: upstar.Position, after: str) -> None:
        """Watch a search, and show its tree when it has ended."""
        self._job, self._start, self._after = job, start, after
        self._stop.set_enabled(not job.is_over)
        background_tasks.create(self._watch(job))

    def _keep(self) -> None:
        """Keep the choices in the address."""
        algorithm, seconds = self._algorithm.value, self._seconds.value
        self.settings.keep("tree_algorithm", "" if algorithm == "pns" else algorithm)
        self.settings.keep("prove_limit", "" if seconds in (None, _SECONDS) else f"{seconds:g}")

    def repaint(self) -> None:
        """List the moves of the position."""
        if not self.bench.is_live:
            return  # a page is built without its lists of moves
        moves = list(self.bench.state.position.moves()[:500])
        if self._suspect.options != moves:
            self._suspect.set_options(moves, value=moves[0] if moves else None)

    def _reset(self, sentence: str) -> None:
        self._status.text = sentence
        self._strategy_row.visible = self._node.visible = False
        self._browser = None
        self._shown, self._elements = {}, {}
        self._show_nodes([])
        self._stop.set_enabled(False)

    # Jobs

    def _prove(self) -> None:
        self._submit({"proof": True, "algorithm": "auto"}, self.bench.state.position)

    def _why(self) -> None:
        """Ask about the chosen move."""
        self.why(self.bench.state.position, str(self._suspect.value or ""))

    def why(self, position: upstar.Position, move: str) -> None:
        """Prove the position after a move: if the move loses, the proof is the refutation."""
        self._submit({"proof": True, "algorithm": "auto"}, position.play(move), move)

    def _search(self) -> None:
        depth = {"tree": True, "tree_depth": int(self._depth.value)}
        self._submit({**depth, "algorithm": self._algorithm.value}, self.bench.state.position)

    def _submit(self, options: dict[str, Any], position: upstar.Position, after: str = "") -> None:
        self._end()
        seconds = positive(self._seconds.value)
        if position.outcome is not None:
            raise UpstarError(
                f"after {after} the game is over: a {position.outcome} for {position.to_move}"
                if after
                else "the game is over; this position has no tree"
            )
        request = {"game": position.game, "position": str(position), "to_move": position.to_move}
        self._reset(f"waiting; the limit is {seconds:g} s")
        job = self.bench.queue.submit(
            "solve", {**request, **options, "max_seconds": seconds}, self.bench.owner
        )
        self.settings.keep("proof", job.id)
        self.settings.keep("after", after)
        self._follow(job, position, after)

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
                spent = f"{job.clock.seconds:.0f} of {job.seconds:g} s"
                self._status.text = f"{stage}: {done:,} so far, {spent}"
        self._stop.set_enabled(False)
        self._show_result(job)

    def _show_result(self, job: Job) -> None:
        if job.result is None:
            self._reset(job.error or "there is no result")
            return
        self._status.text = job.result["sentence"]
        assert self._start is not None
        if self._after:
            self._status.text = _reason(self._after, self._start, job.result)
        strategy = job.result.get("strategy")
        if strategy is not None and strategy["complete"]:
            self._status.text += f": a proof of {strategy['positions']:,} decisions"
            players = [claim["player"] for claim in strategy["claims"]]
            self._claim.set_options(players, value=players[0])
            self._strategy_row.visible = True
            self._certificate.props["href"] = f"/api/jobs/{job.id}/certificate"
            self._certificate.update()
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
        assert job.result is not None
        claims = job.result["strategy"]["claims"]
        least = next(claim["least"] for claim in claims if claim["player"] == player)
        move_of = partial(tree_store.winning_move, job.folder, player)
        self._show(ProofBrowser(start, player, move_of, least))

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
        status = "open"
        if node.winner is not None:
            status = ("left", "right")[node.position.labels.index(node.winner)]
        note = "" if node.proved is None else f"✓ {node.proved}"
        element: dict[str, Any] = {"id": node.id, "label": node.label.partition("   ✓")[0]}
        element |= {"status": status, "note": note}
        if node.has_children:
            element["children"] = [{"id": f"below {node.id}", "label": "…", "status": "open"}]
        self._elements[node.id] = element
        return element

    def _open(self, id: str) -> bool:
        """Load the children of a node. Return False if there is nothing to load."""
        element, node = self._elements.get(id), self._shown.get(id)
        if element is None or node is None or self._browser is None or "children" not in element:
            return False
        if not element["children"] or element["children"][0]["id"] != f"below {id}":
            return False
        found = self._browser.children(node)
        first, folded = _folded(node, found)
        element["children"] = [self._element(child) for child in first]
        if folded:
            element["children"].append(
                {
                    "id": f"more {id}",
                    "label": f"{len(folded)} more moves",
                    "status": "open",
                    "children": [self._element(child) for child in folded],
                }
            )
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
        tree = GameTree(self._start)
        for move in line:
            tree.play(move)
        self.bench.state.replace(tree)

    def _play_strategy(self) -> None:
        assert self._job is not None
        assert self._start is not None
        side = self._start.labels.index(str(self._claim.value))
        self._replay(())
        self.bench.players.set_proof(side, ProofController(self._job))
        ui.notify(f"the proof plays {self._claim.value}; make the other side's moves on the board")


def _folded(
    node: BrowserNode, children: list[BrowserNode]
) -> tuple[list[BrowserNode], list[BrowserNode]]:
    """Split children into those that matter and the others.

    The children that prove the result of a node come first, then open ones. If the player to move
    wins, one winning move proves it, and the others are folded.
    """
    first = sorted(children, key=lambda child: (child.winner != node.winner, bool(child.winner)))
    if node.winner is not None and node.winner == node.position.to_move:
        count = sum(child.winner == node.winner for child in first) or _FOLDED_FROM
    else:
        count = _FOLDED_FROM
    # A fold with a single move would save nothing.
    return (first, []) if len(first) <= count + 1 else (first[:count], first[count:])


def _reason(move: str, after: upstar.Position, result: dict[str, Any]) -> str:
    """Return why a move loses, or that it does not. `after` is the position after it."""
    mover = next(label for label in after.labels if label != after.to_move)
    if not result["solved"]:
        return f"after {move}: {result['sentence']}"
    if result["winner"] == after.to_move:
        reply = f" with {result['best_move']}" if result["best_move"] else ""
        return f"{move} loses: {after.to_move} answers{reply} and wins"
    if result["winner"] is None:
        return f"{move} does not lose: it draws"
    return f"{move} does not lose: {mover} wins"


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
