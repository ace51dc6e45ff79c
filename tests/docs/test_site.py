"""The documentation site: it builds without a warning, and nothing in it leads nowhere."""

import re
import tomllib

import pytest

from docs import site
from docs.living import ROOT

pytest.importorskip("sphinx", reason="the site is built by Sphinx")
for needed in ("furo", "myst_nb", "sphinx_copybutton", "sphinx-mathjax-offline"):
    pytest.importorskip(needed)

TASKS = {
    "solve": "solve-a-position",
    "all winning moves": "winning-moves",
    "own game": "own-game",
    "own algorithm": "own-algorithm",
    "sum of games": "sums",
    "thermograph for a slide": "thermograph",
    "campaign": "campaign",
    "match": "match",
    "certificate": "certificate",
    "GTP": "gtp",
    "browser": "browser",
    "database": "database",
    "SGF": "sgf",
    "OpenSpiel": "openspiel",
    "cluster": "cluster",
    "export to pandas": "pandas",
    "reproduce": "reproduce",
    "checkpoint": "checkpoint",
    "estimate": "estimate",
    "notebook": "notebook",
}
"""What people come for, and the page in docs/how-to that answers."""
HOW_TO = ROOT / "docs/how-to"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    # Workers of xdist have folders of their own in one folder, and build the site once.
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    return site.build(shared / "site")


@pytest.fixture(scope="module")
def folder(built):
    return built[0].resolve()


@pytest.fixture(scope="module")
def pages(folder):
    return site.pages(folder)


def test_the_site_builds_without_a_warning(built):
    folder, complaints = built
    assert not complaints, complaints
    assert (folder / "index.html").exists()


def test_every_link_and_anchor_leads_somewhere(pages):
    lost = []
    for page in pages.values():
        for link in {*page.links, *page.loads}:
            if site.is_external(link) or link.startswith("data:"):
                continue
            path, anchor = site.target(page, link)
            no_anchor = anchor and path in pages and anchor not in pages[path].anchors
            if not path.exists() or no_anchor:
                lost.append((page.path.name, link))
    assert not lost


def test_nothing_is_loaded_from_elsewhere(folder, pages):
    for page in pages.values():
        assert not [link for link in page.loads if site.is_external(link)], page.path
    for style in site.styles(folder):
        text = style.read_text()
        assert not re.search(r"(@import|url\()\s*['\"]?(https?:)?//", text), style


def test_every_page_is_in_the_sidebar(folder, pages):
    start = pages[folder / "index.html"]
    listed = {site.target(start, link)[0] for link in start.links if not site.is_external(link)}
    extra = {folder / name for name in ("genindex.html", "py-modindex.html", "search.html")}
    sources = {path for path in pages if path.is_relative_to(folder / "source")}
    assert pages.keys() - listed - extra - sources == {folder / "index.html"} - listed


def test_every_page_of_docs_is_in_the_site(pages, folder):
    for kind in ("md", "ipynb", "rst"):
        for file in (ROOT / "docs").rglob(f"*.{kind}"):
            name = file.relative_to(ROOT / "docs").with_suffix(".html")
            assert folder / name in pages, name


@pytest.mark.parametrize("task", TASKS)
def test_a_task_is_two_clicks_from_the_front_page(task, folder, pages):
    if {file.name for file in HOW_TO.iterdir()} == {"index.md"}:
        pytest.skip("the how-to guides are not written yet")
    near = site.within(pages, folder / "index.html", 2)
    assert folder / f"how-to/{TASKS[task]}.html" in near, task


def test_formulas_are_drawn_by_a_copy_of_mathjax(folder, pages):
    assert (folder / "_static/tex-svg.js").exists()
    for page in pages.values():
        if 'class="math' in page.path.read_text():
            assert any("tex-svg.js" in link for link in page.loads), page.path


def test_the_tools_of_the_site_are_among_those_of_developers():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert set(extras["docs"]) <= set(extras["dev"])
