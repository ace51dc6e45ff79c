"""``upstar campaign``: run the jobs of a campaign file and compare the algorithms."""

from pathlib import Path
from typing import Annotated

from upstar.cli.common import FAILED, SOLVED, print_json
from upstar.cli.declare import Argument
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


def run_command(
    file: Annotated[
        Path,
        Argument(
            metavar="FILE.toml", help="The campaign: positions, algorithms, seeds and limits."
        ),
    ],
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
    """Run the jobs of a campaign that have no result yet, and compare the algorithms.

    After an interruption, the same command resumes.

    Exit status: 0 all jobs have results, 1 a job has failed, 2 bad input, 130 interrupted.
    """
    from upstar.campaign import Store, default_store, read_campaign
    from upstar.campaign.report.comparison import comparison

    check_report(html, markdown)
    campaign = read_campaign(file)
    with (
        Store(store or default_store()) as opened_store,
        open_executor(on, scheduler, workers, memory_cap) as executor,
        JobProgressBar(campaign.name, quiet=quiet) as bar,
    ):
        records = campaign.run(opened_store, executor, progress=bar, retry=retry, fresh=fresh)
    report = comparison(campaign.title or campaign.name, records, campaign.label)
    if json:
        from upstar.campaign.export import row

        print_json({"campaign": campaign.name, "records": [row(record) for record in records]})
    write_report(report, html, markdown, quiet=json)
    return FAILED if any(record.status == "failed" for record in records) else SOLVED
