"""Laws of the files of a page: few bytes, compressed once, kept by browsers."""

import re
import time
from pathlib import Path

import httpx
import pytest

import upstar.web
from web.browser import CHROMIUM, WAIT, chromium

WEB = Path(upstar.web.__file__).parent
USED = re.compile(r"(?:icon=|icon\(|icon_button\(\s*)[\"']([a-z_0-9]+)[\"']")


def test_the_font_has_every_icon_of_the_pages():
    """If this fails, run tools/icon_font.py."""
    known = (WEB / "icons.txt").read_text(encoding="utf-8").split()
    used = {name for file in WEB.rglob("*.py") for name in USED.findall(file.read_text("utf-8"))}
    assert used <= set(known), sorted(used - set(known))


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity"])
def test_files_are_sent_compressed_and_kept(workbench, encoding):
    page = httpx.get(workbench, timeout=60).text
    path = re.search(r"_nicegui/[0-9.]+/static/nicegui\.css", page)[0]
    plain = httpx.get(workbench + path, headers={"accept-encoding": "identity"}, timeout=60)
    deadline = time.monotonic() + WAIT / 1000
    while True:
        answer = httpx.get(workbench + path, headers={"accept-encoding": encoding}, timeout=60)
        assert answer.text == plain.text
        assert "immutable" in answer.headers["cache-control"]
        # The server sends gzip until Brotli is ready, which takes longer on a busy machine.
        if answer.headers.get("content-encoding", "identity") == encoding:
            break
        assert time.monotonic() < deadline, f"the server never sent {encoding}"
        time.sleep(0.1)
    if encoding != "identity":
        assert int(answer.headers["content-length"]) < len(plain.content) / 2


def test_a_missing_file_is_not_kept(workbench):
    answer = httpx.get(f"{workbench}_nicegui/0.0/static/nothing.js", timeout=60)
    assert answer.status_code == 404
    assert "cache-control" not in answer.headers


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_first_visit_loads_at_most_300_kilobytes(workbench):
    def visit(browser):
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(WAIT)
        network = context.new_cdp_session(page)
        sizes = []
        network.send("Network.enable")
        network.on("Network.loadingFinished", lambda e: sizes.append(e["encodedDataLength"]))
        page.goto(workbench)
        page.wait_for_selector("main svg")
        page.wait_for_load_state("networkidle")
        context.close()
        return sum(sizes)

    with chromium() as browser:
        visit(browser)  # The server compresses its files.
        for _ in range(20):
            found = visit(browser)
            if found <= 300_000:
                break
        assert found <= 300_000
