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
from upstar.web.views.common import View, button, empty, show_errors

_MARKS = {"good": "✓ ", "bad": "✗ ", "open": "? "}
_NOTHING = """<p>There are no results yet. Two commands on this machine make some:</p>
<p><code>upstar campaign run FILE.toml</code> compares algorithms on many positions.<br>
<code>upstar reproduce ID</code> measures a published table again.</p>
<p>Then press <em>Refresh</em>.</p>"""


class ReportsView(View):
    """The view in which a visitor reads reports."""

    name, title = "reports", "Reports"
    keys = ("report",)

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
        self._nothing = ui.html(_NOTHING, sanitize=False).classes("upstar-empty")
        self._nothing.visible = False
        self._page = ui.column().classes("upstar-report")
        self._listed = False

    def repaint(self) -> None:
        """Read the list of reports when the view is first shown."""
        if not self._listed:
            self._refresh()

    def _refresh(self) -> None:
        self._listed = True
        path = self.bench.store or default_store()
        try:
            found = _listed(path)
        except UpstarError as error:
            found = {}
            self._status.text = str(error)
            self._choice.set_options(found)
            return
        self._nothing.visible = not found
        self._choice.set_options(found)
        if not found:
            self._status.text = ""
        else:
            self._status.text = f"{len(found)} reports"
            wanted = self._choice.value or self.settings.get("report")
            self._choice.value = wanted if wanted in found else next(iter(found))

    async def _show(self) -> None:
        name = self._choice.value
        if not name:
            return
        self.settings.keep("report", str(name))
        report = await run.io_bound(_report, self.bench.store or default_store(), str(name))
        if report is None:  # the server is shutting down
            return
        empty(self._page)
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
        chart = ui.echart(options(block)).classes("upstar-chart")
        chart.props["role"], chart.props["aria-label"] = "img", block.title
    else:
        # A wide table scrolls, so the keyboard must reach it.
        ui.html(block_html(block), sanitize=False).classes("upstar-table").props(
            "tabindex=0 role=region aria-label=table"
        )
