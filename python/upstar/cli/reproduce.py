"""``upstar reproduce``: measure published tables and figures again, and compare."""

import re
from pathlib import Path
from typing import Annotated

from upstar.cli.common import FAILED, SOLVED, print_json, print_list
from upstar.cli.declare import Argument, Option
from upstar.cli.job_runs import JobProgressBar, check_report, open_executor, write_report
from upstar.cli.options import (
    Fresh,
    Html,
    Json,
    Markdown,
    MemoryCap,
    On,
    Quiet,
    Retry,
    Scheduler,
    StoreFile,
    Workers,
)


def reproduce_command(
    id: Annotated[
        str | None,
        Argument(metavar="[ID]", help="A table or figure (default: list all of them)."),
    ] = None,
    preset: Annotated[
        str,
        Option(
            "--preset",
            metavar="NAME",
            help="Choose the size: quick (takes seconds) or full (close to the paper's).",
        ),
    ] = "quick",
    all_: Annotated[bool, Option("--all", help="Reproduce all tables and figures.")] = False,
    agreement: Annotated[
        Path | None,
        Option(
            "--agreement",
            metavar="DIR",
            help="Instead, compare all tables with the Markdown reports in this folder.",
        ),
    ] = None,
    seeds: Annotated[
        int | None,
        Option(
            "--seeds",
            metavar="N",
            help="Run only the N first seeds of each cell; the report says how many runs it has.",
        ),
    ] = None,
    stored: Annotated[
        bool, Option("--stored", help="Run nothing: report the results that the store has.")
    ] = False,
    clock: Annotated[
        str,
        Option(
            "--clock",
            metavar="NAME",
            help="Measure and limit seconds by this clock: wall, or processor, which does not "
            "depend on other work of the machine.",
        ),
    ] = "wall",
    on: On = "local",
    scheduler: Scheduler = None,
    workers: Workers = None,
    memory_cap: MemoryCap = None,
    store: StoreFile = None,
    retry: Retry = False,
    fresh: Fresh = False,
    html: Html = None,
    markdown: Markdown = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Measure a published table or figure again, and compare it with the printed one.

    After an interruption, the same command resumes.

    Exit status: 0 measured (whatever the verdict), 1 a job has failed, 2 bad input, 130
    interrupted.
    """
    from upstar.campaign import Store, default_store
    from upstar.clock import select as select_clock
    from upstar.errors import ParameterError
    from upstar.papers import experiment, experiments
    from upstar.papers.document import document
    from upstar.papers.experiment import check_preset
    from upstar.papers.reproduction import reproduce

    if agreement is not None:
        return _agreement(agreement, markdown)
    if id is not None and all_:
        raise ParameterError("give an id or --all, not both")
    if id is None and not all_:
        return _list(json)
    if seeds is not None and seeds < 1:
        raise ParameterError(f"--seeds must be at least 1, not {seeds}")
    select_clock(clock)
    chosen = list(experiments().values()) if id is None else [experiment(id)]
    known = check_preset(preset)
    check_report(html, markdown)
    done = []
    with (
        Store(store or default_store()) as records,
        open_executor(on, scheduler, workers, memory_cap) as executor,
    ):
        for each in chosen:
            with JobProgressBar(f"{each.id} {known}", quiet=quiet) as bar:
                done.append(
                    reproduce(
                        each,
                        known,
                        records,
                        executor,
                        progress=bar,
                        retry=retry,
                        fresh=fresh,
                        seeds=seeds,
                        stored=stored,
                    )
                )
    if json:
        print_json([each.to_json() for each in done] if all_ else done[0].to_json())
    write_report(document(done), html, markdown, quiet=json)
    return FAILED if any(each.failures for each in done) else SOLVED


def _agreement(folder: Path, markdown: Path | None) -> int:
    from upstar.cli.job_runs import check_files
    from upstar.errors import ParameterError
    from upstar.papers.agreement import page
    from upstar.papers.written_report import read_reports

    check_files(markdown)
    if not folder.is_dir():
        raise ParameterError(f"there is no folder '{folder}'")
    text = page(read_reports(folder))
    if markdown is None:
        print(text, end="")
    else:
        markdown.write_text(text, encoding="utf-8")
    return SOLVED


def _list(json: bool) -> int:
    from upstar.papers import experiments

    listed = experiments()
    if json:
        print_json(
            [
                {"id": e.id, "title": e.title, "paper": e.paper.citation, "full": e.full_takes}
                for e in listed.values()
            ]
        )
    else:
        print_list(
            [
                (e.id, f"{e.title} ({_surnames(e.paper.authors)} {e.paper.year})")
                for e in listed.values()
            ]
        )
    return SOLVED


def _surnames(authors: str) -> str:
    """Return the surnames of the authors.

    >>> _surnames("Zhang Song, Hiroyuki Iida and Jaap van den Herik")
    'Song, Iida and van den Herik'
    """
    return "".join(
        part if part in (", ", " and ") else _surname(part)
        for part in re.split("(, | and )", authors)
    )


def _surname(name: str) -> str:
    words = name.split()
    particles = [number for number, word in enumerate(words) if word[0].islower()]
    return " ".join(words[min(particles, default=len(words) - 1) :])
