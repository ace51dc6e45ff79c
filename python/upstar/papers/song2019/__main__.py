"""``python -m upstar.papers.song2019``."""

import argparse
import json
import sys

from upstar.papers.song2019 import PRESETS, run


def main() -> None:
    """Run the experiment and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", choices=sorted(PRESETS), default="quick")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = run(
        options.preset, seed=options.seed, progress=lambda text: print(text, file=sys.stderr)
    )
    print(json.dumps(report.to_json(), indent=2) if options.json else report)


if __name__ == "__main__":
    main()
