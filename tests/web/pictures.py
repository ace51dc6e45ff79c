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
            for take in (board, games, analysis, setup, solve, tree, value, explorer):
                take(page, server.address)
                page.wait_for_timeout(800)
                page.screenshot(path=FOLDER / f"{take.__name__}.png")
            page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
            page.set_default_timeout(WAIT)
            analysis(page, server.address)
            page.wait_for_timeout(800)
            page.screenshot(path=FOLDER / "phone.png")
    finally:
        server.end()


def opened(page, address: str, query: str) -> None:
    page.goto(f"{address}?{query}")
    page.wait_for_selector(".upstar-picture svg")


def board(page, address: str) -> None:
    moves = "c3+b4+d3+c2+(+d2+{+also+possible+}+)+b3+a4"
    opened(page, address, f"game=hex&position=5x5&moves={moves}&right=strong&at=5")


def games(page, address: str) -> None:
    opened(page, address, "game=clobber")
    page.get_by_role("button", name="All games").click()
    page.locator(".upstar-game-card").last.wait_for()


def analysis(page, address: str) -> None:
    opened(page, address, "game=connect-four&position=5x6&moves=c+d+c+c&analysis=on")
    page.get_by_text(" plies; moves:").wait_for()
    page.get_by_role("group", name="best line").get_by_role("button").first.wait_for()


def setup(page, address: str) -> None:
    opened(page, address, "game=amazons&position=x..o/.%23../..%23./o..x")
    page.get_by_label("set up a position").click()
    page.get_by_role("button", name="wall").click()
    page.mouse.move(5, 700)


def solve(page, address: str) -> None:
    opened(page, address, "game=domineering&position=6x6&view=solve&algorithm=pns&against=pnt")
    page.get_by_role("button", name="Solve", exact=True).last.click()
    page.get_by_text("wins the race").wait_for()


def tree(page, address: str) -> None:
    opened(page, address, "game=mnk&position=3x3:3&moves=b2&view=tree")
    choose(page, "move", "a2")
    page.get_by_role("button", name="Why does it lose?").click()
    page.get_by_text("a2 loses").wait_for()
    page.locator(".upstar-tree .q-tree__arrow").nth(1).click()
    page.wait_for_function("() => document.querySelectorAll('.q-tree__node').length > 4")
    page.locator(".upstar-tree .q-tree__node-header").nth(2).click()


def value(page, address: str) -> None:
    opened(page, address, "game=domineering&position=..%23...%23./..%23...%23.&view=value")
    page.locator(".upstar-part svg").first.wait_for()


def explorer(page, address: str) -> None:
    query = "game=domineering&position=2x3&view=value&explore={2|0||0}&compare={3|1||0}"
    opened(page, address, query + "&terms=domineering:2x2+%2B+clobber:xo")
    page.locator(".upstar-value-tree svg").wait_for()
    page.get_by_text("= ±(1∗)").wait_for()
    page.get_by_text("Explorer").evaluate("element => element.scrollIntoView()")
    page.mouse.wheel(0, -60)


if __name__ == "__main__":
    main()
