"""Every block of code in the documents is run by a test, or says why not."""

import re
import shlex
from dataclasses import dataclass

import pytest

from docs.living import FILES, ROOT
from upstar.campaign import read_campaign
from upstar.cli import app

DOCUMENTS = [*FILES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
MARK = re.compile(r"\s*<!-- not run: \S.* -->$")


@dataclass(frozen=True)
class Block:
    """A block between lines of backticks."""

    place: str
    kind: str
    text: str
    before: str
    """The line above it."""

    @property
    def is_run(self) -> bool:
        """A doctest, a session that `make docs` writes, or a campaign that is read below."""
        if self.kind == "python":
            return ">>> " in self.text
        if self.kind == "toml":
            return "[[positions]]" in self.text
        return self.kind == "console" and self.text.startswith("$ upstar")

    @property
    def is_marked(self) -> bool:
        """Does the line above it say why it is not run?"""
        return bool(MARK.match(self.before))


def _blocks():
    for file in DOCUMENTS:
        lines = file.read_text().splitlines()
        number = 0
        while number < len(lines):
            opened = re.match(r"\s*(`{3,})(.*)$", lines[number])
            if opened:
                end = number + 1
                while lines[end].strip() != opened[1]:
                    end += 1
                place = f"{file.relative_to(ROOT)}:{number + 1}"
                text = "\n".join(lines[number + 1 : end])
                yield Block(place, opened[2].strip(), text, lines[number - 1])
                number = end
            number += 1


BLOCKS = list(_blocks())


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_a_block_is_run_or_says_why_not(block):
    directive = re.fullmatch(r"\{(toctree|include|math)\}.*", block.kind)
    # Code in CONTRIBUTING.md is compared with the file that it names by test_contributing.py.
    compared = block.place.startswith("CONTRIBUTING.md") and block.kind in ("rust", "python")
    drawing = block.place.startswith("docs/decisions/") and block.kind == "text"
    assert block.is_run or block.is_marked or directive or compared or drawing, (
        f"{block.place}: write it as a doctest (python, >>>) or as a session (console, $ upstar), "
        "or put <!-- not run: why --> on the line above"
    )
    assert block.kind, f"{block.place}: name the language after the backticks"


def _commands():
    for block in BLOCKS:
        if block.kind == "sh":
            text = block.text.replace("\\\n", " ")
            for line in text.splitlines():
                if line.strip().startswith("upstar "):
                    yield block.place, line.strip()


@pytest.mark.parametrize(("place", "line"), list(_commands()))
def test_commands_that_are_not_run_have_options_that_exist(place, line):
    words = shlex.split(line.partition("|")[0].partition(">")[0], comments=True)[1:]
    command = app
    while hasattr(command, "commands"):
        assert words, line
        if words[0] not in command.places and words[0].startswith("-"):
            return
        command = command.get_command(None, words.pop(0))
    known = {name for parameter in command.params for name in parameter.opts} | {"--help", "-h"}
    for word in words:
        if re.match(r"--?[a-z]", word):
            assert word.partition("=")[0] in known, f"{place}: {word}"


def test_campaigns_in_the_documents_can_be_read(tmp_path):
    found = [block for block in BLOCKS if block.kind == "toml" and block.is_run]
    assert found
    for block in found:
        file = tmp_path / "campaign.toml"
        file.write_text(block.text)
        assert read_campaign(file).jobs(), block.place
