"""Laws of the server as a process."""

import subprocess
import sys

import httpx
import pytest


def test_ctrl_c_stops_the_server_and_its_workers_promptly(start):
    server = start()
    body = {"game": "domineering", "position": "10x10"}
    job = httpx.post(f"{server.address}api/solve", json=body, timeout=60).json()
    while job["state"] == "queued":
        job = httpx.get(f"{server.address}api/jobs/{job['id']}?wait=1", timeout=60).json()
    assert job["state"] == "running"
    assert server.interrupt() == 130


def test_a_port_in_use_is_an_error_of_one_line(start, capsys):
    from upstar.cli import main

    port = start().address.rsplit(":", 1)[1].strip("/").split("/")[0]
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port", port])
    assert ended.value.code == 2
    assert "cannot listen" in capsys.readouterr().err


def test_an_address_that_is_not_local_gets_a_token(start):
    server = start("--host", "0.0.0.0")
    assert "?token=" in server.address


def test_a_damaged_store_is_a_message_on_the_page(start, tmp_path):
    path = tmp_path / "damaged.sqlite"
    path.write_bytes(b"this is not a database" * 999)
    server = start("--store", str(path))
    answer = httpx.get(f"{server.address}?view=reports", timeout=60)
    assert answer.status_code == 200
    assert "is not a store of results" in answer.text


def test_a_board_is_not_observed_list_by_list():
    """NiceGUI watches every list of an element; a board has thousands."""
    from nicegui.observables import ObservableCollection

    from upstar.position import position
    from upstar.render.clickable import clickable_board
    from upstar.web.boards import _frozen

    def lists(value):
        if isinstance(value, list | dict | set | ObservableCollection):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from lists(part)

    shown = clickable_board(position("amazons", "10x10"))
    assert not [found for value in shown.values() for found in lists(_frozen(value))]


def test_full_collections_do_not_start_in_a_page_build():
    code = (
        "import gc; from upstar.web.garbage import postpone_full_collections as p; p(); "
        "before = gc.get_stats()[2]['collections']; kept = [[] for _ in range(2_000_000)]; "
        "print(gc.get_stats()[2]['collections'] - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


def test_a_page_with_thousands_of_moves_is_built_without_them(workbench):
    """Each page is built in the event loop, so that its moves would make all visitors wait."""
    import upstar

    moves = upstar.position("amazons", "10x10").moves()
    for view in ("board", "solve", "tree"):
        path = f"{workbench}?game=amazons&position=10x10&view={view}"
        assert moves[1000] not in httpx.get(path, timeout=60).text
