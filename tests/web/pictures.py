"""Take the screenshots of docs/pictures: `make pictures`."""

from pathlib import Path

from web.browser import WAIT, choose, chromium
from web.conftest import Server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = {"width": 1180, "height": 760}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    server = Server()
    try:
        with chromium() as browser:
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.set_default_timeout(WAIT)
            for take in (board, solve, tree, value):
                take(page, server.address)
                page.wait_for_timeout(800)
                page.screenshot(path=FOLDER / f"{take.__name__}.png")
            page = browser.new_page(viewport={"width": 390, "height": 780}, color_scheme="dark")
            page.set_default_timeout(WAIT)
            board(page, server.address)
            page.wait_for_timeout(800)
            page.screenshot(path=FOLDER / "phone.png")
    finally:
        server.end()


def opened(page, address: str, query: str) -> None:
    page.goto(f"{address}?{query}")
    page.wait_for_selector(".upstar-picture svg")


def board(page, address: str) -> None:
    opened(page, address, "game=hex&position=5x5&moves=c3+b4+d3+c2+b3+a4")


def solve(page, address: str) -> None:
    opened(page, address, "game=domineering&position=6x6&view=solve")
    choose(page, "algorithm", "pns")
    choose(page, "compare with", "pnt")
    page.get_by_role("button", name="Solve").last.click()
    page.locator(".upstar-search", has_text="pns").get_by_text("wins").wait_for()
    page.locator(".upstar-search", has_text="pnt").get_by_text("wins").wait_for()


def tree(page, address: str) -> None:
    opened(page, address, "game=domineering&position=4x4&view=tree")
    page.get_by_role("button", name="Prove").click()
    page.get_by_text("a proof of").wait_for()
    page.locator(".upstar-tree .q-tree__arrow").nth(1).click()
    page.wait_for_function("() => document.querySelectorAll('.q-tree__node').length > 4")
    page.locator(".upstar-tree .q-tree__node-header").nth(2).click()


def value(page, address: str) -> None:
    opened(page, address, "game=domineering&position=..%23...%23./..%23...%23.&view=value")
    page.locator(".upstar-part svg").first.wait_for()


if __name__ == "__main__":
    main()
