"""The built site as data: its pages, what they link to, and the anchors that they have."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from docs.living import ROOT


@dataclass
class Page:
    """A page of the site."""

    path: Path
    links: list[str] = field(default_factory=list)
    """Where it leads, by links of any kind."""
    content_links: list[str] = field(default_factory=list)
    """Those in the text itself, without the sidebar."""
    loads: list[str] = field(default_factory=list)
    """Scripts, styles, pictures and fonts that a browser loads with it."""
    anchors: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.in_content = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.page.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.in_content |= tag == "article"
        if tag == "a" and "href" in given:
            self.page.links.append(given["href"])
            if self.in_content:
                self.page.content_links.append(given["href"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.page.loads.append(given["href"])
        elif "src" in given:
            self.page.loads.append(given["src"])

    def handle_endtag(self, tag: str) -> None:
        self.in_content &= tag != "article"


def pages(site: Path) -> dict[Path, Page]:
    """All pages of a built site by their paths."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        page = found[path.resolve()] = Page(path.resolve())
        _Reader(page).feed(path.read_text(encoding="utf-8"))
    return found


def target(page: Page, link: str) -> tuple[Path, str]:
    """The file and the anchor that a link within the site leads to."""
    path, _, anchor = link.partition("#")
    path = path.partition("?")[0]
    return (page.path.parent / path).resolve() if path else page.path, anchor


def is_external(link: str) -> bool:
    """Does a link lead out of the site?"""
    return "//" in link.partition("?")[0] or link.startswith("mailto:")


def within(found: dict[Path, Page], start: Path, clicks: int) -> dict[Path, int]:
    """The pages that are at most so many clicks in texts away, with the clicks that they take."""
    reached = {start: 0}
    for step in range(1, clicks + 1):
        for path in [path for path, taken in reached.items() if taken == step - 1]:
            page = found[path]
            for link in page.content_links:
                if not is_external(link):
                    there = target(page, link)[0]
                    if there in found:
                        reached.setdefault(there, step)
    return reached


def styles(site: Path) -> Iterator[Path]:
    """The style sheets of a built site."""
    return site.rglob("*.css")


def build(folder: Path) -> tuple[Path, str]:
    """Build the site, once for all processes that test it. Return the site and the warnings."""
    folder.mkdir(parents=True, exist_ok=True)
    site, log = folder / "html", folder / "log"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not log.exists():
            options = ["-b", "html", "-n", "-W", "--keep-going", "-q", "-E"]
            done = subprocess.run(
                [sys.executable, "-m", "sphinx", *options, "-d", folder / "cache", "docs", site],
                cwd=ROOT,
                capture_output=True,
                text=True,
                env={**os.environ, "NO_COLOR": "1"},
            )
            log.write_text(done.stderr if done.returncode else "")
    return site, log.read_text()
