"""The boards of ``make performance``: positions, known answers with their sources, and the best
figures of other programs.

The boards of a family are roughly in the order of their cost. The last one should not be solved
within ten minutes.
"""

from dataclasses import dataclass

BREUKER = "Breuker, Uiterwijk and van den Herik 2000"
BULLOCK = "Bullock 2002"
UITERWIJK = "Uiterwijk 2014, The impact of safe moves, part 3"
MUELLER = "Müller, Solving NoGo on small board sizes"
DU = "Du, Wei and Müller 2023"
DU_STRIPS = "Du et al., Solving Linear NoGo, as the tests of MCGS cite it"
SHE = "She 2013"
TROMP = "Tromp, John's Connect Four Playground"
ALLIS = "Allis 1988"
WIKIBOOKS = "Wikibooks, Vier gewinnt: Das nxm-Feld"
GRIEBEL = "Griebel and Uiterwijk 2016"
MCGS = "MCGS of the Alberta group"
MCGS_TESTS = "the tests of MCGS (clobber_very_hard, 12 hours with a database of 4x4)"
CHEN = "Chen et al., arXiv 2509.08985, for all strips"
NASH = "strategy stealing in Hex, Nash 1952"
SCHENSTED = "strategy stealing in Y, Schensted and Titus 1975"
GARDNER = "pairs of cells on n x (n + 1) in Hex, Gardner 1957"

THEORY = {NASH, SCHENSTED, GARDNER}
"""Proofs for boards of all sizes, without a program."""

# Only the best figure of these three programs is known, not which program reached it.
LINE_PROGRAMS = "best of Fhourstones, Pons, c4"
DATABASE = "MCGS with a database"


@dataclass(frozen=True)
class Job:
    """A position, its known winner with the source, and the best figure of another program."""

    game: str
    position: str
    winner: str = ""
    """The winner, or draw; empty if none is known."""
    source: str = ""
    """The publication with the winner."""
    peer: str = ""
    peer_seconds: float | None = None
    to_move: str | None = None
    times: float = 1.0
    """The time limit of this job, as a multiple of the usual one."""
    megabytes: float | None = None
    """The memory limit of this job, if it is not the usual one."""

    @property
    def is_strip(self) -> bool:
        """Whether the position is a strip of alternating stones."""
        return set(self.position) == set("xo")

    @property
    def size(self) -> str:
        """The label of the board in the picture."""
        first = f" {self.to_move[:3]}." if self.to_move else ""
        return self._position + first

    @property
    def _position(self) -> str:
        return f"(xo)^{len(self.position) // 2}" if self.is_strip else self.position

    @property
    def name(self) -> str:
        """The name of the job in a table."""
        first = f", {self.to_move} first" if self.to_move else ""
        return f"{self.game} {self._position}{first}"

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        if self.game == "y":
            side = int(self.position)
            return side * (side + 1) // 2
        if self.is_strip:
            return len(self.position)
        rows, columns = self.position.split("x")
        return int(rows) * int(columns)

    @property
    def known_by(self) -> str:
        """The kind of source of the answer: 'theory', 'published' or empty."""
        if not self.source:
            return ""
        return "theory" if self.source in THEORY else "published"


FAMILIES = {
    "Domineering": [
        Job("domineering", "4x4", "vertical", BREUKER),
        Job("domineering", "5x5", "horizontal", BREUKER),
        Job("domineering", "6x6", "vertical", BREUKER, "Obsequi", 0.003),
        Job("domineering", "7x6", "horizontal", BREUKER, "Obsequi", 0.009),
        Job("domineering", "7x7", "vertical", BREUKER, "Obsequi", 0.009),
        Job("domineering", "8x7", "vertical", BREUKER),
        Job("domineering", "9x8", "horizontal", BREUKER, "Obsequi", 6.6, to_move="horizontal"),
        Job("domineering", "8x8", "vertical", BREUKER, "Obsequi", 1.0),
        Job("domineering", "9x8", "horizontal", UITERWIJK),
        Job("domineering", "9x9", "vertical", BULLOCK),
        Job("domineering", "10x9", "vertical", UITERWIJK),
        Job("domineering", "10x10", "vertical", BULLOCK),
    ],
    "NoGo, boards": [
        Job("nogo", "3x3", "black", MUELLER),
        Job("nogo", "3x4"),
        Job("nogo", "3x6", "black", DU, "SBHSolver", 4.5),
        Job("nogo", "4x4", "white", MUELLER, "SBHSolver", 3.3),
        Job("nogo", "2x9", "white", DU, "SBHSolver", 12.0),
        Job("nogo", "3x7"),
        Job("nogo", "5x4", "black", DU, "SBHSolver", 47.5),
        Job("nogo", "2x11"),
        Job("nogo", "4x6"),
        Job("nogo", "5x5", "black", SHE),
        Job("nogo", "4x7"),
    ],
    "NoGo, strips": [
        Job("nogo", "1x16"),
        Job("nogo", "1x18", "black", DU, DATABASE, 0.19),
        Job("nogo", "1x20", "black", DU, DATABASE, 0.24),
        Job("nogo", "1x22", "black", DU, DATABASE, 1.3),
        Job("nogo", "1x24", "black", DU, DATABASE, 3.9),
        Job("nogo", "1x26", "black", DU, DATABASE, 24.0),
        Job("nogo", "1x28", "black", DU_STRIPS, DATABASE, 100.0),
        Job("nogo", "1x30", "black", DU_STRIPS),
        Job("nogo", "1x32", "black", DU_STRIPS),
        Job("nogo", "1x34", "black", DU_STRIPS),
        Job("nogo", "1x36", "black", DU_STRIPS),
        Job("nogo", "1x38", "black", DU_STRIPS),
    ],
    "Connect Four": [
        Job("connect-four", "4x4", "draw", TROMP),
        Job("connect-four", "4x5", "draw", TROMP, LINE_PROGRAMS, 0.01),
        Job("connect-four", "5x5", "draw", TROMP, LINE_PROGRAMS, 0.07),
        Job("connect-four", "5x6", "draw", TROMP, LINE_PROGRAMS, 0.25),
        Job("connect-four", "6x6", "second", TROMP, LINE_PROGRAMS, 2.0),
        Job("connect-four", "6x7", "first", ALLIS, "c4", 39.8),
        Job("connect-four", "7x7", "draw", TROMP),
        Job("connect-four", "6x8", "second", WIKIBOOKS),
        Job("connect-four", "7x8"),
    ],
    "Clobber": [
        Job("clobber", "3x4"),
        Job("clobber", "4x4", "black", GRIEBEL, "MCGS", 0.07),
        Job("clobber", "3x6", "white", GRIEBEL, "MCGS", 0.29),
        Job("clobber", "4x5", "black", MCGS, "MCGS", 0.47),
        Job("clobber", "5x5", "white", MCGS, "MCGS", 143.0),
        # One hour, if the limit is ten minutes.
        Job("clobber", "5x6", "white", MCGS_TESTS, DATABASE, 43797.0, times=6.0, megabytes=12000.0),
        Job("clobber", "6x6"),
    ],
    "Clobber, strips": [
        Job("clobber", "xo" * 18, "black", CHEN, "SEGClobber", 0.16),
        Job("clobber", "xo" * 24, "black", CHEN, "SEGClobber", 0.38),
        Job("clobber", "xo" * 30, "black", CHEN, "SEGClobber", 6.3),
        Job("clobber", "xo" * 36, "black", CHEN),
        Job("clobber", "xo" * 42, "black", CHEN),
        Job("clobber", "xo" * 48, "black", CHEN),
        Job("clobber", "xo" * 54, "black", CHEN),
        Job("clobber", "xo" * 60, "black", CHEN),
    ],
    "Y": [
        Job("y", "4", "black", SCHENSTED),
        Job("y", "5", "black", SCHENSTED, "morat", 0.15),
        Job("y", "6", "black", SCHENSTED, "morat", 27.0),
        Job("y", "7", "black", SCHENSTED),
        Job("y", "8", "black", SCHENSTED),
        Job("y", "9", "black", SCHENSTED),
    ],
    "Hex": [
        Job("hex", "3x3", "black", NASH),
        Job("hex", "4x4", "black", NASH),
        Job("hex", "5x5", "black", NASH),
        Job("hex", "5x6", "black", GARDNER),
        Job("hex", "6x6", "black", NASH),
        Job("hex", "7x7", "black", NASH),
        Job("hex", "8x8", "black", NASH),
    ],
}
JOBS = [job for family in FAMILIES.values() for job in family]
