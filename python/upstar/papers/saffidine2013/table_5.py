"""Table 5: seconds on Domineering, from the same runs as Table 4."""

from upstar.papers.claims import least
from upstar.papers.experiment import Claim, Experiment, read_table
from upstar.papers.saffidine2013 import ONCE, PAPER, jobs, seconds
from upstar.papers.saffidine2013.table_4 import QUICK

ROWS, COLUMNS, PUBLISHED = read_table("""
    | 5 x 6 | 6 x 6   | 7 x 6
αβ  | 0.87  | 40.68   | 5,656
PNT | 5.92  |         |
PN² | 78.7  | >10,660 | >153,000
PP  | 0.24  | 20.1    | >35.84
PPT | 0.17  | 5.33    | 55.13
PP² | 0.22  | 15.5    | 320.3
""")

EXPERIMENT = Experiment(
    id="pp-table-5",
    title="Seconds to solve Domineering",
    paper=PAPER,
    unit="seconds",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs("domineering", PUBLISHED, QUICK),
    measure=seconds,
    claims=[
        Claim(
            "PPT is the fastest of all",
            least("PPT", [row for row in ROWS if row != "PPT"], COLUMNS),
        ),
        Claim("PP² is faster than PN²", least("PP²", ["PN²"], COLUMNS)),
    ],
    resolved="These are the runs of Table 4; its note explains sizes and searches. The paper used "
    "another machine and another language, so only the order of the times can be compared. "
    "Our αβ creates far fewer nodes than the paper's, so it is ahead here and behind there. "
    "Parallel runs on one machine slow each other a little." + ONCE,
    full_takes="25 minutes on two cores, together with Table 4",
    digits=3,
)
