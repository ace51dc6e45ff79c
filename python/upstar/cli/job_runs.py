"""Helpers of the commands that run jobs: executor, progress bar, report, file checks."""

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
    """Open an executor for a `with` block, and close it even after an error."""
    from upstar.campaign import executor

    chosen = executor(on, workers=workers, scheduler=scheduler, memory_cap=memory_cap)
    try:
        yield chosen
    finally:
        chosen.close()


def check_files(*paths: Path | None) -> None:
    """Raise `ParameterError` before the work if an output file cannot be written."""
    from upstar.errors import ParameterError

    for path in paths:
        if path is not None and path.is_dir():
            raise ParameterError(f"cannot write '{path}': it is a folder; give a file")
        if path is not None and not path.absolute().parent.is_dir():
            raise ParameterError(f"cannot write '{path}': there is no folder '{path.parent}'")


def check_report(html: Path | None, markdown: Path | None) -> None:
    """Check the files of a report, and that matplotlib is there to draw its plots."""
    from importlib.util import find_spec

    from upstar.errors import ParameterError

    check_files(html, markdown)
    if html is not None and find_spec("matplotlib") is None:
        raise ParameterError("--html needs matplotlib for its plots: pip install 'upstar[plots]'")


def write_report(
    report: "Document", html: Path | None, markdown: Path | None, *, quiet: bool
) -> None:
    """Print a report unless `quiet`, and write the files that were requested."""
    from upstar.campaign.report import to_html, to_markdown, to_terminal

    if not quiet:
        to_terminal(report, console())
    if markdown is not None:
        markdown.write_text(to_markdown(report), encoding="utf-8")
    if html is not None:
        html.write_text(to_html(report), encoding="utf-8")


class JobProgressBar:
    """A progress bar on standard error with the time left. It is hidden if that is no terminal."""

    def __init__(self, title: str, *, quiet: bool = False) -> None:
        """Create the bar. It appears on entering the `with` block."""
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
        """Remove the bar."""
        self._bar.stop()

    def __call__(self, state: "RunProgress") -> None:
        """Update the bar."""
        left = state.seconds_left
        text = f"about {_clock(left)} left" if left is not None else ""
        if state.failed:
            text += f", {state.failed} failed"
        self._bar.update(
            self._task, total=state.total, completed=state.total - state.left, left=text
        )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
