"""Table 3.1: the sign of a sum from the signs of its terms."""

from collections.abc import Sequence
from itertools import product

import upstar
from upstar.papers.claessen2011 import PAPER
from upstar.papers.worked import Step, example

GAMES = {
    "positive": ["1", "^", "^2", "1/2"],
    "negative": ["-1", "v", "v2", "-1/2"],
    "0": ["0"],
    "fuzzy": ["*", "*2", "+-1", "^*"],
}
"""Some games of each sign."""
PRINTED = {
    "positive + positive": "positive",
    "positive + negative": "any",
    "positive + 0": "positive",
    "positive + fuzzy": "fuzzy or positive",
    "negative + negative": "negative",
    "negative + 0": "negative",
    "negative + fuzzy": "fuzzy or negative",
    "0 + 0": "0",
    "0 + fuzzy": "fuzzy",
    "fuzzy + fuzzy": "any",
}


def sign(value: upstar.Value) -> str:
    """Return the sign of a game, from who wins it."""
    return {"L": "positive", "R": "negative", "P": "0", "N": "fuzzy"}[value.outcome]


def steps() -> Sequence[Step]:
    """Return the signs that sums of games of the table have."""
    found = []
    for name in PRINTED:
        terms = name.split(" + ")
        sums = [
            (a, b, sign(upstar.Value(a) + upstar.Value(b)))
            for a, b in product(*(GAMES[term] for term in terms))
        ]
        signs = sorted({one for _, _, one in sums})
        shown = {one: f"{a} + {b} is {one}" for a, b, one in sums}
        text = " or ".join(signs) if len(signs) < 3 else "any"
        found.append(Step(name, text, "; ".join(shown.values())))
    return found


EXPERIMENT = example(
    id="claessen-table-3-1",
    title="Table 3.1: signs of sums",
    paper=PAPER,
    module=__name__,
    printed=PRINTED,
    resolved=(
        "The table has a question mark where every sign is possible; here that is 'any'. Each "
        "entry is checked on sums of four games of each sign, so 'any' and 'or' are shown by "
        "examples, and the entries with one sign only on these sums."
    ),
)
