"""A browser for tests and pictures: Chromium, driven by Playwright."""

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

CHROMIUM = shutil.which("chromium")
WAIT = 60_000
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
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
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
