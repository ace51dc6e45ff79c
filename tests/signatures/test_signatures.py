"""The node counts of searches are exactly the recorded ones."""

import pytest

import upstar
from signatures.searches import FILE, read

SEARCHES = read()

HOW = f"""
The node counts of this search have changed. If that was not intended, it is a bug. If it was:
    make signatures REASON="what changed the counts"
and add it to CHANGELOG.md under 'Results changed' ({FILE.name} has the counts)."""


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(s, id=s.name, marks=[pytest.mark.slow] if s.slow else [])
        for s in SEARCHES
        if s.source is None
    ],
)
def test_counts_are_unchanged(search):
    solution = search.run()
    assert solution.solved is search.parameters.get("prove", True)
    found = (solution.stats.nodes, solution.stats.expansions)
    wanted = (search.nodes, search.expansions)
    assert found == wanted, f"nodes and expansions of: {search.command}{HOW}"


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(s, id=s.name, marks=[pytest.mark.slow] if s.slow else [])
        for s in SEARCHES
        if s.source is not None
    ],
)
def test_counts_are_the_published_ones(search):
    created = search.run().stats.nodes - 1
    assert created == search.created, f"{search.command}: {search.source} has {search.created:,}"


def test_every_algorithm_has_a_signature():
    signed = {search.algorithm for search in SEARCHES if search.source is None}
    missing = [info.name for info in upstar.algorithms() if info.name not in signed]
    assert not missing, (
        f"{missing} have no entry in {FILE.name}: add name, algorithm, game, position and an "
        f"empty reason, then make signatures REASON='new'"
    )


def test_every_signature_has_a_reason():
    assert all(search.reason for search in SEARCHES)
    assert len({search.name for search in SEARCHES}) == len(SEARCHES)
