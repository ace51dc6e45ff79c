"""How job-level search scales in the model of `upstar.distributed.simulate`; prints Markdown."""

import argparse
from statistics import fmean, geometric_mean

from upstar.distributed.simulate import Model, simulate


def main() -> None:
    """Simulate each number of workers on several trees, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=float, default=20_000.0, help="work of the root in seconds")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 16, 64, 256, 1024])
    options = parser.parse_args()
    print("| rule | workers | seconds | speed-up | jobs | work relative to one worker |")
    print("|---|---:|---:|---:|---:|---:|")
    for rule in ("pn", "pp"):
        alone = None
        for workers in options.workers:
            models = [Model(seed=seed, work=options.work) for seed in range(options.seeds)]
            runs = [simulate(model, workers, rule) for model in models]
            seconds = geometric_mean(run.seconds for run in runs)
            jobs = fmean(run.jobs for run in runs)
            work = geometric_mean(run.job_seconds for run in runs)
            alone = alone or (seconds, work)
            speed, extra = alone[0] / seconds, work / alone[1]
            cells = f"{seconds:,.0f} | {speed:,.1f} | {jobs:,.0f} | {extra:.2f}"
            print(f"| {rule} | {workers:,} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
