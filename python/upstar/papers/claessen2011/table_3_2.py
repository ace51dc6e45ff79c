"""Table 3.2: sums of infinitesimals and their options."""

from collections.abc import Sequence

import upstar
from upstar.papers.claessen2011 import PAPER
from upstar.papers.worked import Step, example

FORMS = {
    "v3": "{v2*|0}",
    "v2": "{v*|0}",
    "v": "{*|0}",
    "0": "{|}",
    "^": "{0|*}",
    "^2": "{0|^*}",
    "^3": "{0|^2*}",
    "v3*": "{v2|0}",
    "v2*": "{v|0}",
    "v*": "{0|0,*}",
    "*": "{0|0}",
    "^*": "{0,*|0}",
    "^2*": "{0|^}",
    "^3*": "{0|^2}",
    "v3*2": "{v2*3|0}",
    "v2*2": "{v*3|0}",
    "v*2": "{*3|0}",
    "^*2": "{0|*3}",
    "^2*2": "{0|^*3}",
    "^3*2": "{0|^2*3}",
}
"""The entries, with n = 2 and m = 3 in the third column."""


def steps() -> Sequence[Step]:
    """Return the value of each form."""
    return [Step(form, str(upstar.Value(form)), f"equal to {name}") for name, form in FORMS.items()]


EXPERIMENT = example(
    id="claessen-table-3-2",
    title="Table 3.2: sums of infinitesimals and their options",
    paper=PAPER,
    module=__name__,
    printed={form: name for name, form in FORMS.items()},
    resolved=(
        "The third column of the table is for any nimber n above 1 with m its nim-sum with 1. Here "
        "n is 2. Doubled arrows of the text are written as ^2 and v2."
    ),
)
