"""The worker process of `ProcessExecutor`: receives batches of jobs and sends their results."""

from dataclasses import asdict

from upstar.campaign.batch import run_batch
from upstar.campaign.job import Job
from upstar.workers import Channel


def main() -> None:
    """Run batches until the executor ends."""
    channel = Channel()
    while True:
        jobs = [Job.from_json(job) for job in channel.receive()]
        channel.send([asdict(result) for result in run_batch(jobs)])


if __name__ == "__main__":
    main()
