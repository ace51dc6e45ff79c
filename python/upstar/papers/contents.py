"""Every table and figure of the five papers, in their order.

An entry without an id has nothing to measure; its note says why.
"""

from dataclasses import dataclass

PRODUCTS = "Saffidine and Cazenave 2013"
BOUNDS = "Cazenave and Saffidine 2010"
PROBABILITIES = "Song, Iida and van den Herik 2019"
LECTURE = "Hsu's lecture"
THESIS = "Claessen 2011"


@dataclass(frozen=True)
class Entry:
    """A table or a figure of a paper."""

    paper: str
    label: str
    what: str
    id: str = ""
    """The experiment; empty if there is nothing to measure."""
    note: str = ""
    """Why there is no report."""


def _entries(paper: str, text: str) -> list[Entry]:
    """Parse lines ``label | what | id | note``; without an experiment the id is ``-``."""
    found = []
    for line in text.strip().splitlines():
        label, what, name, *note = (word.strip() for word in line.split("|"))
        found.append(Entry(paper, label, what, name.strip("-"), note[0] if note else ""))
    return found


DRAWING = "a drawing that explains the text"
EARLIER = "[earlier matches](bouzy-2004.md)"
LATER = "not measured yet"
CHANGED = "not measured since the positions changed"

CONTENTS = [
    *_entries(
        PRODUCTS,
        f"""
        Table 1 | initial values | - | formulas; the counts of Tables 4 and 6 depend on them
        Table 2 | selection | - | formulas; the counts of Tables 4 and 6 depend on them
        Table 3 | Y: positions solved, and the best search | pp-table-3 | {CHANGED}
        Figure 1 | Y: times against that of PP | pp-figure-1 | {CHANGED}
        Table 4 | Domineering: nodes | pp-table-4
        Table 5 | Domineering: seconds | pp-table-5
        Table 6 | NoGo: nodes | pp-table-6
        Table 7 | NoGo: seconds | pp-table-7
        """,
    ),
    *_entries(
        BOUNDS,
        """
        Figure 1 | a cut by bounds | sb-figure-1
        Figure 2 | bounds that guide the selection | sb-figure-2
        Figure 3 | two liberty races | sb-figure-3
        Figure 4 | a seki problem | sb-figure-4
        Table 1 | liberty races under random play | sb-table-1
        Table 2 | values of seki problems | sb-table-2
        Table 3 | seki problems, plain | sb-table-3
        Table 4 | seki problems with cuts | sb-table-4
        Table 5 | seki problems with guidance | sb-table-5
        Table 6 | Connect Four | sb-table-6
        Section 5.2 | a match on 7x6 | sb-connect-four
        """,
    ),
    *_entries(
        PROBABILITIES,
        """
        Figures 1 and 2 | proof numbers and PPN at an OR node | ppn-figure-1
        Figures 3 and 4 | proof numbers and PPN at an AND node | ppn-figure-3
        Figures 5 and 6 | averages and PPN at an OR node | - | the values are only in the drawing
        Figure 7 | P-games with 2 branches: time | ppn-figure-7
        Figure 8 | P-games with 2 branches: iterations | ppn-figure-8
        Figure 9 | P-games with 2 branches: errors | ppn-figure-9
        Figure 10 | P-games with 8 branches: time | ppn-figure-10
        Figure 11 | P-games with 8 branches: iterations | ppn-figure-11
        Figure 12 | P-games with 8 branches: errors | ppn-figure-12
        """,
    ),
    *_entries(
        LECTURE,
        f"""
        Progressive pruning | the ratio r_d | mc-pruning-ratio | {EARLIER}
        Progressive pruning | the deviation σ_e | mc-pruning-equality | {EARLIER}
        Progressive pruning | hard against soft | mc-pruning-soft
        All moves as first | against the basic idea and pruning | mc-amaf | {EARLIER}
        All moves as first | the number of playouts | mc-playouts | {EARLIER}
        All moves as first | RAVE against AMAF | mc-rave
        Node expansion | three policies | mc-expansion | not measured yet
        Temperature | the constant K | mc-temperature | {EARLIER}
        Temperature | K that increases from 0 to 5 | mc-annealing | not measured yet
        Depth-i | two moves deep instead of one | mc-depth | {EARLIER}
        Two versions | against GNU Go | mc-gnugo | needs GNU Go, which is not installed with upstar
        """,
    ),
    *_entries(
        THESIS,
        f"""
        Table 2.1 | complexity of Clobber | claessen-table-2-1
        Figure 2.1 | the start position | - | {DRAWING}
        Figures 3.1 to 3.6 | Hackenbush | claessen-figure-3-1
        Figures 3.7 to 3.16 | values of Clobber positions | claessen-figure-3-7
        Table 3.1 | signs of sums | claessen-table-3-1
        Table 3.2 | sums of infinitesimals | claessen-table-3-2
        Figures 4.1 and 4.2 | numbering and symmetric positions | - | {DRAWING}
        Figures 4.3 and 4.4 | positions with and without a value | claessen-figure-4-3
        Table 4.1 | shares of positions with a value | claessen-table-4-1
        Table 4.2 | shares of positions that cannot be decomposed | claessen-table-4-2
        Figures 5.1 and 5.2 | the steps of tree search | - | {DRAWING}
        Figure 5.3 | a position that is played out optimally | claessen-figure-5-3
        Figure 5.4 | a board that is simplified | - | the board is only drawn
        Figure 6.1 | simulations per second | claessen-figure-6-1
        Table 6.1 | default player against alpha-beta | claessen-table-6-1
        Table 6.2 | solved positions against alpha-beta | claessen-table-6-2
        Table 6.3 | simplified boards against alpha-beta | claessen-table-6-3
        Table 6.4 | both against alpha-beta | claessen-table-6-4
        Table 6.5 | solved positions against the default player | claessen-table-6-5
        Table 6.6 | simplified boards against the default player | claessen-table-6-6
        Table 6.7 | both against the default player | claessen-table-6-7
        Conclusions | suggestions for the enhancements | claessen-suggestions | {LATER}
        """,
    ),
]
"""The tables and figures."""
