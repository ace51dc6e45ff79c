"""Laws of the server as a process."""

import httpx
import pytest


def test_ctrl_c_ends_it_promptly_and_its_workers(start):
    server = start()
    body = {"game": "domineering", "position": "10x10"}
    job = httpx.post(f"{server.address}api/solve?wait=1", json=body, timeout=60).json()
    assert job["state"] == "running"
    assert server.interrupt() == 130


def test_a_port_that_is_taken_is_one_line(start, capsys):
    from upstar.cli import main

    port = start().address.rsplit(":", 1)[1].strip("/").split("/")[0]
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port", port])
    assert ended.value.code == 2
    assert "cannot listen" in capsys.readouterr().err


def test_another_address_gets_a_token(start):
    server = start("--host", "0.0.0.0")
    assert "?token=" in server.address
