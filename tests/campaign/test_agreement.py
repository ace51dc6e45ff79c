"""The committed reports: the page of agreements, and cells that the engine must repeat."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from upstar.campaign import Store, executor
from upstar.campaign.report import to_markdown
from upstar.papers import experiments
from upstar.papers.agreement import page
from upstar.papers.contents import CONTENTS
from upstar.papers.document import document
from upstar.papers.reproduction import reproduce
from upstar.papers.written_report import parse_reports, read_reports

FOLDER = Path(__file__).parents[2] / "docs/reproduce"
EXPERIMENTS = experiments()
REPORTS = {
    report.id: report
    for file in FOLDER.glob("*.md")
    for report in parse_reports(file.read_text(), file.name)
    if report.id in EXPERIMENTS
}
EXACT = [
    *("pp-table-4", "pp-table-6", "sb-table-1", "sb-table-2", "claessen-table-2-1"),
    *("claessen-table-4-1", "claessen-table-4-2"),
]
"""Reports with cells that the quick preset measures with the same jobs, and that have no noise."""
LONG = {
    *(("pp-table-4", row, "6 x 6") for row in ("αβ", "PPT", "PP²")),
    *(("pp-table-6", row, "18 x 1") for row in ("PNT", "PP")),
    *(("pp-table-6", row, "20 x 1") for row in ("αβ", "PPT")),
}
"""Cells that take seconds, which only the slow test repeats."""


def test_the_page_is_made_from_the_reports():
    assert (FOLDER / "agreement.md").read_text() == page(read_reports(FOLDER))


def test_the_page_has_every_experiment_once():
    ids = [entry.id for entry in CONTENTS if entry.id]
    others = {"ews-hex"}  # of papers of which we have only single figures
    assert sorted(ids) == sorted(EXPERIMENTS.keys() - others)


def test_a_report_is_read_as_it_was_written():
    text = (FOLDER / "saffidine-2013.md").read_text()
    report = next(r for r in parse_reports(text, "f") if r.id == "pp-table-4")
    assert report.preset == "full"
    assert report.published["PPT", "5 x 6"].value == report.measured["PPT", "5 x 6"].value == 27766
    assert report.measured["PNT", "7 x 6"].more
    assert report.anchor == "pp-table-4-nodes-created-to-solve-domineering"
    assert len(report.claims) == len(EXPERIMENTS["pp-table-4"].claims)


def repeated(name, cells):
    """Return the texts of cells of a report, measured again by this engine."""
    e = EXPERIMENTS[name]
    quick, full = e.jobs("quick"), e.jobs("full")
    wanted = [c for c in quick if list(quick[c]) == list(full.get(c, ())) and cells(c)]
    jobs = {cell: quick[cell] for cell in wanted}
    only = replace(e, jobs=lambda _: jobs)
    with Store(":memory:") as store, closing(executor("local", workers=1)) as workers:
        again = reproduce(only, "full", store, workers, progress=None)
    assert not again.failures
    (report,) = parse_reports(to_markdown(document([again])))
    return report.measured


@pytest.mark.parametrize("name", EXACT)
def test_a_committed_report_holds_for_this_engine(name):
    """The quick cells of the reports, exactly."""
    found = repeated(name, lambda cell: (name, *cell) not in LONG)
    assert found
    for cell, figure in found.items():
        assert figure.text == REPORTS[name].measured[cell].text, cell


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pp-table-4", "pp-table-6"])
def test_the_longer_cells_hold_too(name):
    found = repeated(name, lambda cell: (name, *cell) in LONG)
    assert found
    for cell, figure in found.items():
        assert figure.text == REPORTS[name].measured[cell].text, cell
