"""Compares algorithms by the records of a campaign: tables, totals, PAR2, cactus plots."""

from collections.abc import Callable, Sequence

from upstar.campaign.job import Job
from upstar.campaign.report.document import Block, Document, Heading, Paragraph, Plot, Series, Table
from upstar.campaign.report.origin import provenance, provenance_text
from upstar.campaign.report.stats import par2, solved_by_all
from upstar.campaign.store import Record
from upstar.statistics import mean, wilson

Label = Callable[[Job], str]
Methods = dict[str, list[Record]]


def comparison(title: str, records: Sequence[Record], label: Label) -> Document:
    """Return a report that compares algorithms on the same positions.

    An algorithm has solved a position if its runs with all seeds have. Its effort is then the mean
    over the seeds. There are totals over the positions that an algorithm has solved, and over those
    that all have solved. PAR2 counts an unsolved run as twice the largest time limit, or, if there
    is none, as twice the longest time of any run.
    """
    methods = by_method(records, label)
    blocks: list[Block] = [totals(methods)]
    blocks.append(Heading("Each position"))
    blocks += [_positions(methods, "nodes"), _positions(methods, "seconds")]
    blocks += cactus(methods)
    if len(methods) > 1:
        blocks += _scatter(methods)
    failed = [record for record in records if record.status == "failed"]
    blocks += [Paragraph(f"failed: {r.job}: {r.reason} (tries: {r.tries})", "bad") for r in failed]
    blocks.append(Paragraph(provenance_text(provenance(records)), "faint"))
    return Document(title, blocks)


def by_method(records: Sequence[Record], label: Label) -> Methods:
    """Group records by method, in their order."""
    methods: Methods = {}
    for record in records:
        methods.setdefault(label(record.job), []).append(record)
    return methods


def position_label(job: Job) -> str:
    """Return the label of a job's position."""
    mover = f" {job.to_move}" if job.to_move else ""
    return f"{job.game} {job.position}{mover}"


def _efforts(records: Sequence[Record], name: str) -> dict[str, float]:
    """Return the mean effort on each position that was solved with all seeds."""
    runs: dict[str, list[Record]] = {}
    for record in records:
        runs.setdefault(position_label(record.job), []).append(record)
    return {
        position: mean([r.get(name) or 0 for r in group]).value
        for position, group in runs.items()
        if all(r.solved for r in group)
    }


def independent(records: Sequence[Record]) -> list[Record]:
    """Return the runs that count as independent.

    A search without randomness does the same for every seed. So its runs on a position count once,
    however many seeds they have. A search is taken to be one if it has no playouts, and its
    finished runs have equal counts.
    """
    runs: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        job = record.job
        key = (position_label(job), job.algorithm, str(sorted(job.parameters.items())))
        runs.setdefault(key, []).append(record)
    return [
        record for group in runs.values() for record in (group[:1] if _is_one(group) else group)
    ]


def _is_one(group: Sequence[Record]) -> bool:
    counts = {(r.get("nodes"), r.get("expansions"), r.get("outcome")) for r in group if r.solved}
    return len(counts) <= 1 and all(r.get("playouts") is None for r in group)


def totals(methods: Methods) -> Table:
    """Return a table of solved runs, total efforts and PAR2 of each method."""
    shared = solved_by_all(
        {name: set(_efforts(records, "nodes")) for name, records in methods.items()}
    )
    limit = _limit([record for records in methods.values() for record in records])
    rows = []
    for name, records in methods.items():
        counted = independent(records)
        solved = sum(r.solved for r in counted)
        share = wilson(solved, len(counted))
        nodes, seconds = _efforts(records, "nodes"), _efforts(records, "seconds")
        times = [r.get("seconds") if r.solved else None for r in records]
        rows.append(
            [
                name,
                f"{solved} of {len(counted)}",
                f"{share.low:.0%} to {share.high:.0%}",
                f"{sum(nodes.values()):,.0f}",
                f"{sum(seconds.values()):,.2f}",
                f"{sum(nodes[place] for place in shared):,.0f}",
                f"{sum(seconds[place] for place in shared):,.2f}",
                f"{par2(times, limit):.3g}",
            ]
        )
    header = ["", "runs solved", "95 %", "nodes", "s", "nodes, common", "s, common", "PAR2, s"]
    caption = (
        f"Totals over the positions that each has solved, and over the {len(shared)} that all have "
        f"solved. PAR2: an unsolved run counts as {2 * limit:.3g} s. Runs of a search without "
        "randomness count once for each position."
    )
    return Table(header=header, rows=rows, caption=caption)


def _limit(records: Sequence[Record]) -> float:
    limits = [r.job.limits["max_seconds"] for r in records if "max_seconds" in r.job.limits]
    return max(limits or [r.get("seconds") or 0.0 for r in records] or [0.0])


def _positions(methods: Methods, name: str) -> Table:
    places = list(dict.fromkeys(position_label(r.job) for rs in methods.values() for r in rs))
    rows = []
    for place in places:
        line = [place]
        for records in methods.values():
            here = [r for r in records if position_label(r.job) == place]
            line.append(_cell(here, name))
        rows.append(line)
    return Table(header=[name, *methods], rows=rows)


def _cell(records: Sequence[Record], name: str) -> str:
    if any(r.status == "failed" for r in records):
        return "failed"
    numbers = [r.get(name) for r in records if r.get(name) is not None]
    if not numbers:
        return ""
    estimate = mean(numbers)
    sign = "" if all(r.solved for r in records) else ">"

    def form(number: float) -> str:
        return f"{number:,.0f}" if name == "nodes" else f"{number:.3f}"

    spread = (estimate.high - estimate.low) / 2
    return sign + form(estimate.value) + (f" ± {form(spread)}" if len(numbers) > 1 else "")


def cactus(methods: Methods) -> list[Block]:
    """Return cactus plots: positions solved by each method within an effort."""
    plots: list[Block] = []
    for name, unit in (("nodes", "nodes"), ("seconds", "seconds")):
        series = []
        for method, records in methods.items():
            efforts = sorted(e for e in _efforts(records, name).values() if e > 0)
            if efforts:
                series.append(Series(name=method, x=range(1, len(efforts) + 1), y=efforts))
        if series:
            plots.append(
                Plot(
                    kind="cactus",
                    title=f"Positions solved within a limit of {unit} each",
                    series=series,
                    x_title="positions solved",
                    y_title=unit,
                    log_y=True,
                )
            )
    return plots


def _scatter(methods: Methods) -> list[Block]:
    """Return a plot of the nodes of each algorithm against those of the first algorithm."""
    (first, own), *others = methods.items()
    base = {place: e for place, e in _efforts(own, "nodes").items() if e > 0}
    series = []
    for name, records in others:
        efforts = _efforts(records, "nodes")
        both = [place for place in base if efforts.get(place, 0) > 0]
        if both:
            x, y = [base[place] for place in both], [efforts[place] for place in both]
            series.append(Series(name=name, x=x, y=y))
    if not series:
        return []
    title = f"Nodes compared with {first}"
    x_title = f"nodes, {first}"
    return [Plot(kind="scatter", title=title, series=series, x_title=x_title, y_title="nodes")]
