"""A comparison of algorithms from a campaign's records: tables, totals, PAR2, cactus plots."""

from collections.abc import Callable, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.report.document import Block, Document, Heading, Paragraph, Plot, Series, Table
from upstar.report.origin import provenance, told
from upstar.report.stats import common, mean, par2, wilson

Label = Callable[[Job], str]


def comparison(title: str, records: Sequence[Record], label: Label) -> Document:
    """Compare what algorithms did on the same positions.

    A position with each seed is an instance. Totals are told over all that an algorithm solved
    and over those that all have solved; PAR2 counts an unsolved instance as twice the largest
    limit of seconds, or, without one, as twice the longest time of any.
    """
    methods: dict[str, list[Record]] = {}
    for record in records:
        methods.setdefault(label(record.job), []).append(record)
    blocks: list[Block] = [_totals(methods)]
    blocks.append(Heading("Each position"))
    blocks += [_positions(methods, "nodes"), _positions(methods, "seconds")]
    blocks += _plots(methods)
    failed = [record for record in records if record.status == "failed"]
    blocks += [Paragraph(f"failed: {r.job}: {r.reason} (tries: {r.tries})", "bad") for r in failed]
    blocks.append(Paragraph(told(provenance(records)), "faint"))
    return Document(title, blocks)


def instance(job: Job) -> str:
    """What the algorithms are compared on."""
    mover = f" {job.to_move}" if job.to_move else ""
    return f"{job.game} {job.position}{mover}"


def _totals(methods: dict[str, list[Record]]) -> Table:
    solved = {
        name: {f"{instance(r.job)} {r.job.seed}" for r in records if r.solved}
        for name, records in methods.items()
    }
    shared = common(solved)
    limit = _limit([record for records in methods.values() for record in records])
    rows = []
    for name, records in methods.items():
        share = wilson(len(solved[name]), len(records))
        done = [r for r in records if r.solved]
        both = [r for r in done if f"{instance(r.job)} {r.job.seed}" in shared]
        times = [r.get("seconds") if r.solved else None for r in records]
        rows.append(
            [
                name,
                f"{len(done)} of {len(records)}",
                f"{share.low:.0%} to {share.high:.0%}",
                _sum(done, "nodes"),
                _sum(done, "seconds"),
                _sum(both, "nodes"),
                _sum(both, "seconds"),
                f"{par2(times, limit):.3g}",
            ]
        )
    header = ["", "solved", "95 %", "nodes", "s", "nodes, common", "s, common", "PAR2, s"]
    caption = (
        f"Totals over what each has solved, and over the {len(shared)} that all have solved. "
        f"PAR2: unsolved counts as {2 * limit:.3g} s."
    )
    return Table(header=header, rows=rows, caption=caption)


def _sum(records: Sequence[Record], name: str) -> str:
    total = sum(record.get(name) or 0 for record in records)
    return f"{total:,}" if isinstance(total, int) else f"{total:,.2f}"


def _limit(records: Sequence[Record]) -> float:
    limits = [r.job.limits["max_seconds"] for r in records if "max_seconds" in r.job.limits]
    return max(limits or [r.get("seconds") or 0.0 for r in records] or [0.0])


def _positions(methods: dict[str, list[Record]], name: str) -> Table:
    places = list(dict.fromkeys(instance(r.job) for rs in methods.values() for r in rs))
    rows = []
    for place in places:
        line = [place]
        for records in methods.values():
            here = [r for r in records if instance(r.job) == place]
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


def _plots(methods: dict[str, list[Record]]) -> list[Block]:
    plots: list[Block] = []
    for name, unit in (("nodes", "nodes"), ("seconds", "seconds")):
        series = []
        for method, records in methods.items():
            efforts = sorted(r.get(name) for r in records if r.solved and r.get(name))
            if efforts:
                series.append(Series(name=method, x=range(1, len(efforts) + 1), y=efforts))
        if series:
            plots.append(
                Plot(
                    kind="cactus",
                    title=f"Solved within so many {unit} each",
                    series=series,
                    x_title="positions solved",
                    y_title=unit,
                    log_y=True,
                )
            )
    if len(methods) > 1:
        plots += _scatter(methods)
    return plots


def _scatter(methods: dict[str, list[Record]]) -> list[Block]:
    """The others' nodes against those of the first algorithm, where both have solved."""
    (first, own), *others = methods.items()
    base = {(instance(r.job), r.job.seed): r.get("nodes") for r in own if r.solved}
    series = []
    for name, records in others:
        pairs = [
            (base[place], r.get("nodes"))
            for r in records
            if r.solved and (place := (instance(r.job), r.job.seed)) in base and r.get("nodes")
        ]
        if pairs:
            series.append(Series(name=name, x=[x for x, _ in pairs], y=[y for _, y in pairs]))
    if not series:
        return []
    title = f"Nodes against those of {first}"
    x_title = f"nodes, {first}"
    return [Plot(kind="scatter", title=title, series=series, x_title=x_title, y_title="nodes")]
