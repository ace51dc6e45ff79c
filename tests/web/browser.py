"""A browser for tests and pictures: Chromium, driven by Playwright."""

import re
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

CHROMIUM = shutil.which("chromium")
WAIT = 120_000
"""Milliseconds that anything may take on a loaded machine."""


@contextmanager
def chromium() -> Iterator:
    """Open a browser, and close it at the end."""
    from playwright.sync_api import sync_playwright

    # A browser reserves far more address space than it uses.
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM,
                args=["--no-sandbox", "--disable-dev-shm-usage"],
                timeout=WAIT,
            )
            try:
                yield browser
            finally:
                browser.close()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def choose(page, label: str, option) -> None:
    """Choose an option of a field, and wait until its menu has closed."""
    page.get_by_label(label, exact=True).first.click()
    page.get_by_role("option", name=option, exact=True).click()
    page.wait_for_function("() => !document.querySelector('.q-menu')")


def algorithm(name: str) -> re.Pattern[str]:
    """Return the name of an algorithm's option: its explanation follows."""
    return re.compile(rf"^{name}\b(?!-)")


class Visit:
    """A page with its requests and its errors."""

    def __init__(self, browser, address, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.address = address

    def open(self, query=""):
        self.page.goto(self.address + query)
        self.page.wait_for_selector(".upstar-picture svg", state="attached")
        return self.page

    def verdict(self, words):
        self.page.wait_for_selector(f".upstar-verdict:has-text('{words}')")

    def answered(self, make):
        """Make a move, and wait for the reply or for the end of the game.

        The address has the moves; the page is repainted when it changes.
        """
        made = "(new URL(location.href).searchParams.get('moves') || '').split(' ').filter(m => m)"
        before = self.page.evaluate(f"() => {made}.length")
        make()
        self.page.wait_for_function(
            f"() => {made}.length >= {before + 2} || "
            "/is over/.test(document.querySelector('.upstar-verdict').textContent)"
        )
        self.page.wait_for_timeout(500)

    def cell(self, *names):
        for name in names:
            self.page.click(f'[data-cell="{name}"]')
