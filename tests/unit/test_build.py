"""The check of the Rust compiler before a build, and the wheel with two cores."""

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import upstar

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import build_backend  # noqa: E402
import release_notes  # noqa: E402
import wheel as wheel_tool  # noqa: E402


def fake_rust(folder: Path, version: str | None) -> str:
    """Return a PATH whose only programs are a cargo and a rustc of this version."""
    for name in ("cargo", "rustc") if version else ():
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {name} {version} '(0123456 2023-12-28)'\n")
        program.chmod(0o755)
    return str(folder)


@pytest.mark.skipif(os.name == "nt", reason="the fake compiler is a shell script")
@pytest.mark.parametrize(
    ("version", "said"),
    [("1.75.0", "found Rust 1.75.0"), (None, "not on the PATH"), ("1.95.0", None)],
)
def test_an_old_rust_is_reported_in_a_sentence(tmp_path, version, said):
    environment = {**os.environ, "PATH": fake_rust(tmp_path, version)}
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "build_backend.py")],
        capture_output=True,
        text=True,
        env=environment,
    )
    text = done.stdout if said is None else done.stderr
    assert (done.returncode == 0) == (said is None)
    assert len(text.splitlines()) == 1
    assert build_backend.needed() in text
    assert "CPU minutes" in text
    assert "wheel" in text
    assert (said or "building with Rust 1.95.0") in text


def test_the_first_hook_checks_rust(monkeypatch):
    monkeypatch.setattr(build_backend, "found", lambda: "1.75.0")
    with pytest.raises(SystemExit, match=r"needs Rust .* but found Rust 1\.75\.0"):
        build_backend.get_requires_for_build_wheel()


def test_a_wheel_gets_the_core_of_another(tmp_path):
    files = {}
    for level in ("v2", "v3"):
        files[level] = tmp_path / f"{level}.whl"
        with zipfile.ZipFile(files[level], "w") as file:
            file.writestr("upstar/_core.pyi", "stub")
            file.writestr("upstar/_core.abi3.so", level)
            file.writestr("upstar-1.dist-info/RECORD", "upstar/_core.abi3.so,,\n")
    out = tmp_path / "out.whl"
    wheel_tool.merge(files["v2"], files["v3"], out)
    with zipfile.ZipFile(out) as file:
        assert file.read("upstar/_core.abi3.so") == b"v2"
        assert file.read("upstar/_core_v3.abi3.so") == b"v3"
        record = file.read("upstar-1.dist-info/RECORD").decode().splitlines()
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"v3").digest()).rstrip(b"=").decode()
    assert f"upstar/_core_v3.abi3.so,sha256={digest},2" in record
    assert "upstar/_core.abi3.so,," in record


def test_release_notes_are_the_section_of_the_version():
    text = "# C\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-01\n\n- new\n\n## [1.1.0]\n\n- old\n"
    assert release_notes.section(text, "1.2.0") == "- new"
    assert release_notes.section(text, "1.1.0") == "- old"
    for missing in ("Unreleased", "1.3.0", "1x2.0"):
        with pytest.raises(ValueError, match="has no text under"):
            release_notes.section(text, missing)


def test_the_version_is_the_same_everywhere():
    assert release_notes.version() == upstar.__version__
    assert f"version: {upstar.__version__}\n" in (ROOT / "CITATION.cff").read_text()
