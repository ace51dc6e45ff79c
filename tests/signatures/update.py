"""Measure the node counts again: ``python -m tests.signatures.update --reason "why"``."""

import argparse
import sys

from tests.signatures.searches import FILE, read, write


def main() -> None:
    """Rewrite the counts that changed, each with the reason, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reason", default="", help="why the counts changed, in one line")
    reason = " ".join(parser.parse_args().reason.split()).replace('"', "'")
    searches, changed = read(), 0
    for search in searches:
        if search.source is not None:
            continue
        stats = search.run().stats
        if (stats.nodes, stats.expansions) == (search.nodes, search.expansions):
            continue
        changed += 1
        print(f"{search.name}: {search.nodes} -> {stats.nodes} nodes, ", end="")
        print(f"{search.expansions} -> {stats.expansions} expansions")
        search.nodes, search.expansions = stats.nodes, stats.expansions
        search.reason = reason
    if not changed:
        print("every signature is as it was")
    elif not reason:
        sys.exit('nothing written: give the reason, make signatures REASON="..."')
    else:
        write(searches)
        print(f"{changed} changed in {FILE.name}; add them to CHANGELOG.md under 'Results changed'")


if __name__ == "__main__":
    main()
