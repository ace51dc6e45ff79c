"""Links that work both on GitHub and in the site.

A page may link to any file of the repository by its relative path. In the site

* a page of ``docs`` is itself, wherever the link stands,
* ``README.md``, ``CONTRIBUTING.md`` and ``CHANGELOG.md`` are the pages that stand for them,
* every other file is shown with its lines highlighted, at ``source/PATH.html``; a folder is a list.

If ``[project.urls]`` in pyproject.toml names a ``Repository``, links to these files go there.
"""

import html
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {
    ROOT / "README.md": DOCS / "index.md",
    ROOT / "CONTRIBUTING.md": DOCS / "contributing/guide.md",
    ROOT / "CHANGELOG.md": DOCS / "contributing/changelog.md",
}
"""Files outside of docs that are pages of the site, and the pages that include them."""
SCHEME = "repository:"


def rewritten(text: str, folder: Path, page_folder: Path) -> str:
    """The Markdown text of a file in a folder, as it stands on a page in another folder."""

    def target(match: re.Match[str]) -> str:
        path, anchor = match.groups()
        file = Path(os.path.normpath(folder / path))
        if not file.exists():
            return match.group()
        for index in ("README.md", "index.md"):
            if file.is_dir() and file.is_relative_to(DOCS) and (file / index).exists():
                file = file / index
        file = PAGES.get(file, file)
        if file.is_relative_to(DOCS):
            return f"]({os.path.relpath(file, page_folder)}{anchor or ''})"
        return f"]({SCHEME}{file.relative_to(ROOT)})"

    return re.sub(r"\]\(([^)\s#:]+)(#[^)\s]*)?\)", target, text)


def on_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Rewrite the links of a page."""
    folder = (DOCS / docname).parent
    source[0] = rewritten(source[0], folder, folder)


def on_include(app: Sphinx, path: Path, docname: str, source: list[str]) -> None:
    """Rewrite the links of a file that a page includes."""
    source[0] = rewritten(source[0], (DOCS / path).parent, (DOCS / app.env.docname).parent)


def resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give links to other files their addresses, and remember the files."""
    url = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("urls", {})
    for node in doctree.findall(nodes.reference):
        path = node.get("refuri", "")
        if not path.startswith(SCHEME):
            continue
        path = path.removeprefix(SCHEME)
        if "Repository" in url:
            node["refuri"] = f"{url['Repository']}/blob/HEAD/{path}"
        else:
            node["refuri"] = app.builder.get_relative_uri(docname, f"source/{path}")


def source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file outside of docs that a page links to."""
    wanted = set()
    for docname in app.env.found_docs:
        for node in app.env.get_doctree(docname).findall(nodes.reference):
            if node.get("refuri", "").startswith(SCHEME):
                wanted.add(node["refuri"].removeprefix(SCHEME))
    for path in sorted(wanted):
        yield from _source_page(app, ROOT / path)


def _source_page(app: Sphinx, file: Path) -> Iterator[tuple[str, dict[str, Any], str]]:
    path = file.relative_to(ROOT)
    if file.is_dir():
        inside = sorted(entry for entry in file.iterdir() if entry.name != "__pycache__")
        items = "".join(
            f'<li><a href="{file.name}/{entry.name}.html">{html.escape(entry.name)}</a></li>'
            for entry in inside
        )
        body = f"<ul>{items}</ul>"
        for entry in inside:
            yield from _source_page(app, entry)
    else:
        text = file.read_text()
        try:
            lexer = get_lexer_for_filename(file.name).aliases[0]
        except ClassNotFound:
            lexer = TextLexer.aliases[0]
        body = app.builder.highlighter.highlight_block(text, lexer, linenos=False)
    title = f"<h1><code>{html.escape(str(path))}</code></h1>"
    yield f"source/{path}", {"title": str(path), "body": title + body}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the functions to Sphinx."""
    app.connect("source-read", on_page)
    app.connect("include-read", on_include)
    app.connect("doctree-resolved", resolve)
    app.connect("html-collect-pages", source_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
