"""The view Reports: results of campaigns, and published tables compared with ours."""

from pathlib import Path

from nicegui import run, ui

from upstar.campaign import Store, default_store
from upstar.campaign.report.comparison import comparison
from upstar.campaign.report.document import Block, Document, Heading, Paragraph, Plot
from upstar.campaign.report.render import block_html
from upstar.errors import UpstarError
from upstar.papers import experiment, experiments
from upstar.papers.document import document
from upstar.papers.experiment import PRESETS
from upstar.papers.reproduction import evaluate
from upstar.web.plots import options
from upstar.web.views.common import View, button, show_errors

_MARKS = {"good": "✓ ", "bad": "✗ ", "open": "? "}
_NOTHING = (
    "There are no results yet. `upstar campaign run FILE.toml` compares algorithms, and "
    "`upstar reproduce ID` measures a published table again. Both store their results in {path}."
)


class ReportsView(View):
    """The view in which a visitor reads reports."""

    name, title = "reports", "Reports"

    def build(self) -> None:
        """Create the panel."""
        with ui.row().classes("upstar-row"):
            self._choice = (
                ui.select([], label="report", on_change=show_errors(self._show))
                .props("dense outlined options-dense")
                .classes("upstar-grow")
            )
            button("Refresh", self._refresh, icon="refresh")
        self._status = ui.label().classes("upstar-faint")
        self._page = ui.column().classes("upstar-report")
        self._listed = False

    def repaint(self) -> None:
        """Read the list of reports when the view is first shown."""
        if not self._listed:
            self._refresh()

    def _refresh(self) -> None:
        self._listed = True
        path = self.bench.store or default_store()
        found = _listed(path)
        self._choice.set_options(found)
        if not found:
            self._status.text = _NOTHING.format(path=path)
        else:
            self._status.text = f"{len(found)} reports from {path}"
            if self._choice.value not in found:
                self._choice.value = next(iter(found))

    async def _show(self) -> None:
        name = self._choice.value
        if not name:
            return
        report = await run.io_bound(_report, self.bench.store or default_store(), str(name))
        if report is None:  # the server is shutting down
            return
        self._page.clear()
        with self._page:
            ui.label(report.title).classes("upstar-title")
            for block in report.blocks:
                _paint(block)


def _listed(path: Path) -> dict[str, str]:
    """Return the names and labels of the reports on the results of a store."""
    if not path.exists():
        return {}
    with Store(path) as store:
        campaigns = store.campaigns()
    tables = {f"{id} {preset}" for id in experiments() for preset in PRESETS}
    return {
        name: f"{name}: {done} of {jobs} jobs" + (" (published table)" if name in tables else "")
        for name, jobs, done, _ in campaigns
        if done
    }


def _report(path: Path, name: str) -> Document:
    """Return the report of a campaign or of a published table."""
    with Store(path) as store:
        records = list(store.records(campaign=name))
    if not records:
        raise UpstarError(f"there is no campaign '{name}'; press Refresh")
    id, _, preset = name.rpartition(" ")
    for known in PRESETS:
        if id in experiments() and preset == known:
            return document([evaluate(experiment(id), known, records)])
    return comparison(name, records, lambda job: _label(job.algorithm, dict(job.parameters)))


def _label(algorithm: str, parameters: dict[str, object]) -> str:
    settings = ", ".join(f"{key}={value}" for key, value in parameters.items())
    return f"{algorithm} ({settings})" if settings else algorithm


def _paint(block: Block) -> None:
    if isinstance(block, Heading):
        ui.label(block.text).classes("upstar-heading")
    elif isinstance(block, Paragraph):
        mark = _MARKS.get(block.tone, "")
        ui.label(mark + block.text).classes(f"upstar-{block.tone}")
    elif isinstance(block, Plot):
        ui.label(block.title).classes("upstar-heading")
        ui.echart(options(block)).classes("upstar-chart").props(f'aria-label="{block.title}"')
    else:
        ui.html(block_html(block), sanitize=False).classes("upstar-table")
