"""The first visit of the workbench: bytes that Chromium loads, seconds until the board is drawn.

Each visit has an empty cache. Everything runs on one machine, over the loopback.

    python benches/workbench_cold.py [--visits 5] [--files] [--json]
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import time

from workbench_load import Server

BOARD = ".upstar-board svg, .clickable-board svg, main svg"


async def visit(browser, address: str) -> tuple[float, dict[str, int]]:
    """Open the page in a new profile; return the seconds and the bytes of each file."""
    context = await browser.new_context()
    page = await context.new_page()
    network = await context.new_cdp_session(page)
    await network.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network.on(
        "Network.responseReceived", lambda e: names.update({e["requestId"]: e["response"]["url"]})
    )
    network.on(
        "Network.loadingFinished",
        lambda e: sizes.update({names.get(e["requestId"], "?"): int(e["encodedDataLength"])}),
    )
    started = time.monotonic()
    await page.goto(address, wait_until="commit")
    await page.wait_for_selector(BOARD, state="visible", timeout=60_000)
    seconds = time.monotonic() - started
    await page.wait_for_load_state("networkidle")
    await context.close()
    return seconds, sizes


async def measure(visits: int) -> dict:
    """Visit the page several times, and return the measurements."""
    from playwright.async_api import async_playwright

    server = Server()
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            found = [await visit(browser, server.address) for _ in range(visits)]
            await browser.close()
    finally:
        server.end()
    files = {url.replace(server.address, "/"): size for url, size in found[-1][1].items()}
    return {
        "kilobytes": sum(files.values()) / 1000,
        "first visit, s": found[0][0],
        "median, s": statistics.median(seconds for seconds, _ in found),
        "load average": os.getloadavg()[0],
        "files": files,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=5, help="visits with an empty cache")
    parser.add_argument("--files", action="store_true", help="list the files by size")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(measure(options.visits))
    if options.json:
        print(json.dumps(found, indent=2))
        return
    files = found.pop("files")
    for name, value in found.items():
        print(f"{name:<20}{value:>10.2f}")
    if options.files:
        for url, size in sorted(files.items(), key=lambda item: -item[1]):
            print(f"{size:>10,}  {url}")


if __name__ == "__main__":
    main()
