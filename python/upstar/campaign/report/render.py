"""Renders documents as terminal output, Markdown, or a self-contained HTML page."""

from collections.abc import Sequence
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING

from upstar.campaign.report.document import Block, Document, Heading, Paragraph, Plot, Table

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {"plain": "", "good": "green", "bad": "red", "open": "yellow", "faint": "dim"}


def to_terminal(document: Document, console: "Console") -> None:
    """Print a document without its plots."""
    console.print(document.title, style="bold")
    for block in document.blocks:
        if isinstance(block, Heading):
            console.print(f"\n{block.text}", style="bold")
        elif isinstance(block, Paragraph):
            console.print(block.text, style=_STYLES[block.tone])
        elif isinstance(block, Table):
            _print_table(block, console)


def _print_table(block: Table, console: "Console") -> None:
    from rich import box
    from rich.table import Table as RichTable

    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, title in enumerate(block.header):
        table.add_column(title, justify="left" if number < block.left else "right", overflow="fold")
    for row in block.rows:
        table.add_row(*row)
    width = console.width
    if not console.is_terminal:
        console.width = max(width, 240)  # a file has no width, and folded rows are hard to read
    console.print(table)
    console.width = width
    if block.caption:
        console.print(block.caption, style="dim")


def to_markdown(document: Document) -> str:
    """Return the document as Markdown without its plots."""
    parts = [f"# {document.title}"]
    parts += [text for block in document.blocks if (text := _markdown(block))]
    return "\n\n".join(parts) + "\n"


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {block.text}"
    if isinstance(block, Paragraph):
        return block.text
    if isinstance(block, Table):
        lines = [
            _row(block.header),
            "|" + "---|" * block.left + "---:|" * (len(block.header) - block.left),
        ]
        lines += [_row(row) for row in block.rows]
        return "\n".join(lines) + (f"\n\n{block.caption}" if block.caption else "")
    return ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_html(document: Document) -> str:
    """Return the document as one HTML page without scripts or external files."""
    body = "\n".join(block_html(block) for block in document.blocks)
    title = escape(document.title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_CSS}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def fragment(document: Document) -> str:
    """Return the document as HTML for a notebook. Without matplotlib it has no plots."""
    from upstar.errors import ParameterError

    parts = [f"<h2>{escape(document.title)}</h2>"]
    for block in document.blocks:
        with suppress(ParameterError):
            parts.append(block_html(block))
    return "\n".join(parts)


def block_html(block: Block) -> str:
    """Return a block of a document as HTML, with its text escaped."""
    if isinstance(block, Heading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, Paragraph):
        return f'<p class="{block.tone}">{escape(block.text)}</p>'
    if isinstance(block, Table):
        head = _cells(block.header, "th", block.left)
        rows = "\n".join(f"<tr>{_cells(row, 'td', block.left)}</tr>" for row in block.rows)
        caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
        return (
            f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody></table></div>"
        )
    return _picture(block)


def _cells(cells: Sequence[str], tag: str, left: int) -> str:
    return "".join(
        f'<{tag} class="text">{escape(cell)}</{tag}>'
        if i < left
        else f"<{tag}>{escape(cell)}</{tag}>"
        for i, cell in enumerate(cells)
    )


def _picture(block: Plot) -> str:
    from upstar.campaign.report.plots import svg

    title = escape(block.title, quote=True)
    return f'<figure role="img" aria-label="{title}">{svg(block)}</figure>'


_CSS = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem;
border-top: 1px solid #ddd; padding-top: 1rem; } h3 { font-size: 1.05rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
caption { caption-side: bottom; text-align: left; color: #555; font-size: .85rem;
padding-top: .4rem; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #e4e4e4; }
th { border-bottom: 2px solid #999; vertical-align: bottom; }
th.text, td.text { text-align: left; } td:not(.text) { white-space: nowrap; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
.good::before { content: "\\2713\\a0"; } .bad::before { content: "\\2717\\a0"; }
.open::before { content: "?\\a0"; }
.good { color: #1d6b23; } .bad { color: #a32020; } .open { color: #7a5a00; }
.faint { color: #555; font-size: .9rem; }
""".strip()
