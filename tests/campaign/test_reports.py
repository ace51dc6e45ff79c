"""Published tables, verdicts, plots, rendered reports."""

import json
import re
from contextlib import closing
from dataclasses import replace
from functools import partial
from html import unescape

import pytest

from upstar import clock
from upstar.campaign import Job, Record, Store, executor
from upstar.campaign.kinds import perform
from upstar.campaign.report import Document, Paragraph, Plot, Series, Table, to_html, to_markdown
from upstar.campaign.report.comparison import independent
from upstar.campaign.report.plots import png, svg
from upstar.errors import ParameterError
from upstar.papers import experiments
from upstar.papers.bouzy2004 import gnugo
from upstar.papers.claims import above, below, least, most, mostly_above, near, rises, same
from upstar.papers.document import document
from upstar.papers.experiment import PRESETS, Estimate, Published, read_table
from upstar.papers.reproduction import evaluate, reproduce

# The matches against GNU Go have jobs only where it is installed.
EXPERIMENTS = {**experiments(), "mc-gnugo": gnugo.CONTEST}


def estimate(value, more=False):
    return Estimate(value=value, low=value, high=value, count=1, more=more)


RESULTS = {
    "solve": {
        "solved": True,
        "nodes": 11,
        "playouts": 10,
        "iterations": 10,
        "seconds": 0.5,
        "stopped": None,
        "outcome": "win",
    },
    "match": {
        "points": [1.0, 0.5],
        "margins": [7, 4],
        "plies": [12, 13],
        "branching": [6.25, 7.25],
        "effort": [[[20, 0.5]] * 12, [[20, 0.5]] * 13],
        "seconds": [0.5, 0.2],
    },
    "upstar.papers.claessen2011.shares:build": {
        "boards": {
            f"{rows}x{columns}": {
                **{"positions": 8, "restricted_share": 0.123, "share": 0.456},
                "non_decomposable": {"positions": 8, "restricted_share": 0.123, "share": 0.456},
            }
            for rows in range(1, 5)
            for columns in range(rows, 9)
        },
        "seconds": 0.5,
    },
    "upstar.papers.claessen2011.shares:fit": {
        "positions": {"positions": 1000, "valued": 123},
        "non_decomposable": {"positions": 1000, "valued": 123},
        "seconds": 0.5,
    },
    "upstar.papers.claessen2011.table_2_1:count_states": {"states": "123", "seconds": 0.0},
    "upstar.papers.cazenave2010.table_1:race": {"probability": 0.123},
    "upstar.papers.bouzy2004.depth:estimates": {"depth 1": 2.5, "depth 2": -3.5},
    "upstar.papers.worked:work": {
        "steps": [
            {"name": row, "found": 0.123, "reason": "why"}
            for e in EXPERIMENTS.values()
            if e.reasoning is not None
            for row in e.rows
        ],
        "seconds": 0.0,
    },
}
"""A possible result of each kind of job, with figures that no paper has printed."""
RESULTS["upstar.papers.song2019.trees:search"] = {**RESULTS["solve"], "branching": 2, "wrong": [1]}


def answered(job, **result):
    return Record(
        job=job,
        status="done",
        tries=1,
        reason="",
        machine="m",
        commit=None,
        finished="2026-01-01T00:00:00+00:00",
        result={**RESULTS[job.kind], **result},
    )


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_complete(name):
    e = EXPERIMENTS[name]
    assert e.id == name
    assert e.claims
    assert len(e.resolved) > 100
    assert {cell[0] for cell in e.published} <= set(e.rows)
    assert {cell[1] for cell in e.published} <= set(e.columns)
    quick, full = (set(e.jobs(preset)) for preset in PRESETS)
    assert quick
    assert quick <= full


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_published_figures_never_enter_the_measured_ones(name):
    e = EXPERIMENTS[name]
    nothing = evaluate(e, "quick", [])
    assert nothing.measured == {}
    assert {verdict.answer for verdict in nothing.verdicts} == {"open"}
    cell, jobs = next(iter(e.jobs("quick").items()))
    one = evaluate(e, "quick", [answered(job) for job in jobs])
    sharing = {other for other, listed in e.jobs("quick").items() if listed == jobs}
    assert cell in one.measured
    assert set(one.measured) <= sharing
    if not e.words:
        assert one.measured[cell].value not in {figure.value for figure in e.published.values()}
    json.dumps(one.to_json(), allow_nan=False)
    assert "measured" in to_markdown(document([one]))


def test_sizes_are_transposed_and_the_note_says_so():
    e = EXPERIMENTS["pp-table-4"]
    (job,) = e.jobs("quick")["PPT", "5 x 6"]
    assert job.position == "6x5"
    assert "columns x rows" in e.resolved


def test_claims_compare_only_what_is_known():
    check = least("a", ["b"], ["1", "2"])
    assert check({("a", "1"): estimate(1), ("b", "1"): estimate(2)}).answer == "yes"
    assert check({("a", "1"): estimate(2), ("b", "1"): estimate(1)}).answer == "no"
    assert check({("a", "1"): estimate(1)}).answer == "open"
    assert check({("a", "1"): estimate(1), ("b", "1"): estimate(2, more=True)}).answer == "yes"
    assert check({("a", "1"): estimate(3), ("b", "1"): estimate(2, more=True)}).answer == "open"
    assert check({("a", "1"): estimate(3, more=True), ("b", "1"): estimate(2)}).answer == "no"
    assert check({("a", "1"): estimate(1, more=True), ("b", "1"): estimate(2)}).answer == "open"


def test_near_compares_finished_cells_only():
    printed = {("a", "1"): Published(100), ("a", "2"): Published(100, more=True)}
    check = near(printed, ["a"], 0.01)
    assert check({("a", "1"): estimate(101), ("a", "2"): estimate(5)}).answer == "yes"
    assert check({("a", "1"): estimate(103)}).answer == "no"
    assert check({("a", "1"): estimate(103, more=True)}).answer == "open"


def between(low, high, more=False):
    return Estimate(value=(low + high) / 2, low=low, high=high, count=9, more=more)


def test_an_interval_decides_only_if_it_is_on_one_side():
    for check, won, lost in (
        (above("r", ["c"]), (1, 2), (-2, -1)),
        (below("r", ["c"]), (-2, -1), (1, 2)),
    ):
        assert check({("r", "c"): between(*won)}).answer == "yes"
        assert check({("r", "c"): between(*lost)}).answer == "no"
        assert check({("r", "c"): between(-1, 2)}).answer == "open"
        assert check({}).answer == "open"
    mostly = mostly_above([("r", "1"), ("r", "2"), ("r", "3")], 1.0)
    clear, unclear, worse = between(1.5, 2), between(0.5, 2), between(0.2, 0.5)
    assert mostly({("r", "1"): clear, ("r", "2"): clear, ("r", "3"): unclear}).answer == "yes"
    assert mostly({("r", "1"): clear, ("r", "2"): unclear, ("r", "3"): unclear}).answer == "open"
    assert mostly({("r", "1"): clear, ("r", "2"): worse, ("r", "3"): worse}).answer == "no"
    assert mostly({("r", "1"): clear, ("r", "2"): worse, ("r", "3"): unclear}).answer == "open"


def test_noise_leaves_a_comparison_open():
    low, high, wide = between(1, 2), between(3, 4), between(1, 5)
    for check in (
        lambda a, b: least("a", ["b"], ["1"])({("a", "1"): a, ("b", "1"): b}),
        lambda a, b: rises([("a", "1"), ("b", "1")])({("a", "1"): a, ("b", "1"): b}),
        lambda a, b: most("1", "b", ["a"])({("1", "a"): a, ("1", "b"): b}),
    ):
        assert check(low, high).answer == "yes"
        assert check(high, low).answer == "no"
        assert check(low, wide).answer == check(wide, high).answer == "open"
    printed = {("a", "1"): Published(100)}
    close = near(printed, ["a"], 0.05)
    assert close({("a", "1"): between(99, 103)}).answer == "yes"
    assert close({("a", "1"): between(90, 101)}).answer == "open"
    assert close({("a", "1"): between(70, 90)}).answer == "no"


def test_figures_appear_as_they_were_printed():
    rows, columns, printed = read_table("""
      | a    | b
    r | 33.05 | 16.8 ± 3.3
    """)
    assert (rows, columns) == (["r"], ["a", "b"])
    assert [figure.text for figure in printed.values()] == ["33.05", "16.8 ± 3.3"]
    page = to_markdown(document([evaluate(EXPERIMENTS["pp-table-7"], "full", [])]))
    assert "33.05" not in page  # nothing is measured, so nothing is compared
    e = EXPERIMENTS["claessen-table-6-1"]
    jobs = e.jobs("full")["total", "wins, %"]
    assert "16.8 ± 3.3" in to_markdown(document([evaluate(e, "full", [*map(answered, jobs)])]))


def test_a_smaller_preset_shows_no_figures_of_a_larger_board():
    for name, e in EXPERIMENTS.items():
        if "quick" in e.comparable:
            continue
        jobs = {job for listed in e.jobs("quick").values() for job in listed}
        report = evaluate(e, "quick", [answered(job) for job in jobs])
        assert all(cell["published"] is None for cell in report.to_json()["cells"]), name


def test_runs_of_a_search_without_randomness_count_once():
    job = EXPERIMENTS["pp-table-4"].jobs("quick")["PPT", "5 x 6"][0]
    seeds = [replace(job, seed=seed) for seed in range(3)]
    assert len(independent([answered(job, playouts=None) for job in seeds])) == 1
    assert len(independent([answered(job, playouts=7) for job in seeds])) == 3
    counts = [answered(job, playouts=None, nodes=10 + job.seed) for job in seeds]
    assert len(independent(counts)) == 3


def test_same_compares_digits_and_rises_compares_neighbours():
    printed = {("r", "1"): Published(0.30), ("r", "2"): Published(0.37)}
    check = same(printed, digits=2)
    assert check({("r", "1"): estimate(0.3), ("r", "2"): estimate(0.3666)}).answer == "yes"
    assert check({("r", "1"): estimate(0.31)}).answer == "no"
    assert check({}).answer == "open"
    order = rises([("r", "1"), ("r", "2")])
    assert order({("r", "1"): estimate(1), ("r", "2"): estimate(2)}).answer == "yes"
    assert order({("r", "1"): estimate(2), ("r", "2"): estimate(2)}).answer == "no"
    assert order({("r", "1"): estimate(2)}).answer == "open"
    assert order({("r", "1"): estimate(2, more=True), ("r", "2"): estimate(2)}).answer == "open"


@pytest.mark.parametrize("kind", ["scatter", "curves", "bars", "cactus"])
def test_plots_are_drawn_and_repeatable(kind):
    series = [
        Series(name="<a>", x=[0, 1, 2], y=[1, 10, 100], low=[1, 9, 90], high=[2, 11, 110]),
        Series(name="b", x=[0, 1, 2], y=[2, 20, 200]),
    ]
    if kind == "scatter":
        series = [Series(name=s.name, x=[1, 2, 3], y=s.y) for s in series]
    plot = Plot(kind=kind, title="t < u", series=series, groups=["p", "q", "r"], log_y=True)
    text = svg(plot)
    assert text.startswith("<svg")
    assert text == svg(plot)
    assert png(plot).startswith(b"\x89PNG")


def test_text_is_escaped():
    blocks = [Paragraph("1 < 2 & 3"), Table(header=["<b>", "x"], rows=[["a|b", "<script>"]])]
    page = to_html(Document("<i>", blocks))
    assert "<script>" not in page
    assert "&lt;i&gt;" in page
    assert "a\\|b" in to_markdown(Document("t", blocks))


def test_unfinished_runs_are_lower_bounds():
    e = EXPERIMENTS["pp-table-4"]
    job = e.jobs("quick")["PPT", "5 x 6"][0]
    record = answered(job, solved=False, stopped="nodes")
    one = evaluate(e, "quick", [record])
    assert one.measured["PPT", "5 x 6"].more
    assert ">10" in to_markdown(document([one]))
    assert isinstance(job, Job)


def shrunk(job):
    """Return the job with a tiny budget, so that every search ends quickly."""
    limits = {"max_playouts": 40} if "max_playouts" in job.limits else {"max_seconds": 0.05}
    few = partial(re.sub, r"max_playouts=\d+", "max_playouts=40")
    given = {k: few(v) if isinstance(v, str) else v for k, v in job.parameters.items()}
    given |= {"pruning_least": 2} if "pruning_least" in given else {}
    return replace(job, algorithm=few(job.algorithm), parameters=given, limits=limits)


@pytest.mark.parametrize("name", experiments())
def test_the_jobs_of_every_cell_run_and_the_report_renders(name):
    e = experiments()[name]
    done = {}
    for jobs in e.jobs("quick").values():
        kinds = {(job.algorithm, str(job.parameters)): job for job in reversed(jobs)}
        for job in kinds.values():
            if job not in done:
                done[job] = answered(job, **perform(shrunk(job)))
    found = evaluate(e, "quick", list(done.values()))
    assert {cell[1] for cell in found.measured} <= set(e.columns)
    page = to_html(document([found]))
    assert all(claim.text.split(":")[0] in unescape(page) for claim in e.claims)


@pytest.mark.slow
def test_all_quick_presets_run_with_verdicts(tmp_path, call):
    """Run `upstar reproduce --all`."""
    page = tmp_path / "page.html"
    status, out, errors = call(
        "reproduce", "--all", "--json", "--store", tmp_path / "s", "--html", page
    )
    assert status == 0, errors
    reports = {each["id"]: each for each in json.loads(out)}
    assert set(reports) == set(EXPERIMENTS)
    for each in reports.values():
        assert each["claims"]
        assert not each["failures"]
    exact = {
        (cell["row"], cell["column"]): cell["ratio"] for cell in reports["pp-table-4"]["cells"]
    }
    assert exact["PPT", "5 x 6"] == exact["PP", "5 x 6"] == 1.0
    assert page.read_text().count("<svg") >= len(EXPERIMENTS)


def test_a_report_of_some_seeds_says_how_many_runs_it_has():
    e = EXPERIMENTS["sb-table-6"]
    with Store(":memory:") as store, closing(executor("local", workers=1)) as pool:
        part = reproduce(replace(e, jobs=first_cell_of(e)), "quick", store, pool, seeds=3)
        again = reproduce(replace(e, jobs=first_cell_of(e)), "quick", store, pool, stored=True)
    assert part.measured == again.measured
    assert part.measured["plain", "3 x 3"].count == 3
    assert part.runs == "3 of the 10 runs of this preset"
    assert "3 of the 10 runs" in to_markdown(document([part]))


def first_cell_of(experiment):
    def jobs(preset):
        cell, listed = next(iter(experiment.jobs(preset).items()))
        return {cell: listed}

    return jobs


def test_results_by_another_clock_are_other_results(monkeypatch):
    wall = Job(game="domineering", position="3x3")
    monkeypatch.setenv(clock.VARIABLE, "processor")
    processor = Job(game="domineering", position="3x3")
    assert wall.key != processor.key
    assert processor.engine.endswith("+clock.processor")
    monkeypatch.setenv(clock.VARIABLE, "sun")
    with pytest.raises(ParameterError, match="it can be 'processor', or be unset"):
        clock.now()
