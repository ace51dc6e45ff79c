"""The code in CONTRIBUTING.md is the code of the files that it names."""

import re

import pytest

from docs.living import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text()
EXAMPLES = re.findall(
    r"^### (.+?)\n.*?\]\((\S+?)\).*?\n```(?:rust|python)\n(.*?)```", TEXT, flags=re.M | re.DOTALL
)


def test_there_are_four_worked_examples():
    assert [title for title, _, _ in EXAMPLES] == [
        "A game in Rust",
        "A game in Python",
        "An algorithm in Rust",
        "A published table",
    ]


@pytest.mark.parametrize(("file", "code"), [(f, c) for _, f, c in EXAMPLES])
def test_code_is_in_the_file_that_is_named(file, code):
    assert code in (ROOT / file).read_text()
