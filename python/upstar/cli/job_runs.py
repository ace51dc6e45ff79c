"""What commands that run jobs share: executors, a progress bar, reports, files to write."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from upstar.cli.common import console

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upstar.campaign import Executor, RunProgress
    from upstar.campaign.report import Document


@contextmanager
def open_executor(
    on: str, scheduler: str | None, workers: int | None, memory_cap: float | None
) -> "Iterator[Executor]":
    """An executor that is closed whatever happens."""
    from upstar.campaign import executor

    chosen = executor(on, workers=workers, scheduler=scheduler, memory_cap=memory_cap)
    try:
        yield chosen
    finally:
        chosen.close()


def check_files(*paths: Path | None) -> None:
    """Complain about files that cannot be written before the work, not after it."""
    from upstar.errors import ParameterError

    for path in paths:
        if path is not None and path.is_dir():
            raise ParameterError(f"'{path}' is a folder, not a file to write")
        if path is not None and not path.absolute().parent.is_dir():
            raise ParameterError(f"there is no folder '{path.parent}' to write {path.name} to")


def check_report(html: Path | None, markdown: Path | None) -> None:
    """The same for a report, whose page has plots."""
    from importlib.util import find_spec

    from upstar.errors import ParameterError

    check_files(html, markdown)
    if html is not None and find_spec("matplotlib") is None:
        raise ParameterError("--html draws plots and needs matplotlib: pip install 'upstar[plots]'")


def write_report(
    report: "Document", html: Path | None, markdown: Path | None, *, quiet: bool
) -> None:
    """Print a report, and write it where it was asked for."""
    from upstar.campaign.report import to_html, to_markdown, to_terminal

    if not quiet:
        to_terminal(report, console())
    if markdown is not None:
        markdown.write_text(to_markdown(report), encoding="utf-8")
    if html is not None:
        html.write_text(to_html(report), encoding="utf-8")


class JobProgressBar:
    """A progress bar on standard error with the time left; nothing where that is no terminal."""

    def __init__(self, title: str, *, quiet: bool = False) -> None:
        """Make the bar; it appears on entering."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        errors = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
            console=errors,
            transient=True,
            disable=quiet or not errors.is_terminal,
        )
        self._task = self._bar.add_task(title, total=None, left="")

    def __enter__(self) -> "JobProgressBar":
        """Show the bar."""
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        self._bar.stop()

    def __call__(self, state: "RunProgress") -> None:
        """Report progress."""
        left = state.seconds_left
        words = f"about {_time(left)} left" if left is not None else ""
        if state.failed:
            words += f", {state.failed} failed"
        self._bar.update(
            self._task, total=state.total, completed=state.total - state.left, left=words
        )


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
