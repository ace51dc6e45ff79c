"""Col on a graph: Left colours a vertex blue, Right red; no neighbours of one colour.

A partisan game in Python: both players' moves, and how a state falls apart. Try

    upstar value examples/col.py:Col "a-b b-c c-d" --moves

>>> import upstar
>>> upstar.value(Col, "a-b b-c")
Value('*')
>>> upstar.solve(upstar.position(Col, "a-b b-c c-a")).outcome
'win'
>>> upstar.value(Col, "a-b c-d") == 2 * upstar.value(Col, "a-b")
True
"""

from upstar import PartisanGame, PositionError

Vertex = tuple[str, str, tuple[str, ...]]
"""Its name, who may colour it ('L', 'R' or both), its uncoloured neighbours."""
State = tuple[Vertex, ...]


class Col(PartisanGame):
    """Colouring a graph; who cannot colour a vertex loses."""

    labels = ("blue", "red")

    def start(self) -> State:
        """A path of five vertices."""
        return self.parse("a-b b-c c-d d-e")

    def left_moves(self, state: State) -> list[tuple[str, str]]:
        """The vertices without a blue neighbour."""
        return [("L", name) for name, who, _ in state if "L" in who]

    def right_moves(self, state: State) -> list[tuple[str, str]]:
        """The vertices without a red neighbour."""
        return [("R", name) for name, who, _ in state if "R" in who]

    def play(self, state: State, move: tuple[str, str]) -> State:
        """Colour a vertex and take it off; its neighbours remember the colour."""
        colour, chosen = move
        rest = []
        for name, who, beside in state:
            if name == chosen:
                continue
            if chosen in beside:
                who = who.replace(colour, "")
                beside = tuple(other for other in beside if other != chosen)
            rest.append((name, who, beside))
        return tuple(rest)

    def parts(self, state: State) -> list[State]:
        """The connected components."""
        vertices = {vertex[0]: vertex for vertex in state}
        parts = []
        while vertices:
            open_, found = [next(iter(vertices))], []
            while open_:
                vertex = vertices.pop(open_.pop(), None)
                if vertex is not None:
                    found.append(vertex)
                    open_ += vertex[2]
            parts.append(tuple(sorted(found)))
        return parts

    def parse(self, text: str) -> State:
        """Edges as ``a-b``, lone vertices as ``a``; after a colon who may still colour it."""
        vertices: dict[str, tuple[str, set[str]]] = {}
        for word in text.split():
            ends, _, who = word.partition(":")
            names = ends.split("-")
            if len(names) > 2 or not all(name.isalnum() for name in names):
                raise PositionError(f"'{word}' is neither an edge a-b nor a vertex a or a:L")
            for name in names:
                vertices.setdefault(name, ("LR", set()))[1].update(set(names) - {name})
            if who or word.endswith(":"):
                vertices[names[0]] = (who.replace("-", ""), vertices[names[0]][1])
        return tuple((name, *_plain(vertices[name])) for name in sorted(vertices))

    def print(self, state: State) -> str:
        """What `parse` reads: the vertices, then the edges."""
        words = [f"{name}:{who or '-'}" for name, who, _ in state]
        words += [f"{name}-{o}" for name, _, beside in state for o in beside if name < o]
        return " ".join(words)

    def print_move(self, state: State, move: tuple[str, str]) -> str:
        """The vertex."""
        return move[1]


def _plain(vertex: tuple[str, set[str]]) -> tuple[str, tuple[str, ...]]:
    return vertex[0], tuple(sorted(vertex[1]))


if __name__ == "__main__":
    import upstar

    for edges in ("a", "a-b", "a-b b-c", "a-b b-c c-d", "a-b b-c c-a"):
        print(f"{edges:<12} {upstar.value(Col, edges)}")
