"""Laws of the server as a process."""

import httpx
import pytest


def test_ctrl_c_stops_the_server_and_its_workers_promptly(start):
    server = start()
    body = {"game": "domineering", "position": "10x10"}
    job = httpx.post(f"{server.address}api/solve?wait=1", json=body, timeout=60).json()
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
