"""Campaigns: sets of jobs, on one machine or on a cluster, whose answers are stored permanently.

Examples
--------
>>> from upstar.campaign import Algorithm, Campaign, Positions, Store, executor
>>> campaign = Campaign(
...     name="who needs fewer nodes",
...     positions=[Positions(game="domineering", positions=["3x3", "4x4"])],
...     algorithms=[Algorithm(name="ppt"), Algorithm(name="pnt")],
... )
>>> pool = executor("local", workers=2)
>>> records = campaign.run(Store(":memory:"), pool)
>>> pool.close()
>>> {record.get("outcome") for record in records}
{'win'}
"""

from upstar.campaign.executor import Executor, ExecutorLost, executor
from upstar.campaign.job import Job
from upstar.campaign.kinds import kind, kinds
from upstar.campaign.run import RunProgress, run_jobs
from upstar.campaign.spec import Algorithm, Campaign, Positions, read_campaign
from upstar.campaign.store import Record, Store, default_store

__all__ = [
    "Algorithm",
    "Campaign",
    "Executor",
    "ExecutorLost",
    "Job",
    "Positions",
    "Record",
    "RunProgress",
    "Store",
    "default_store",
    "executor",
    "kind",
    "kinds",
    "read_campaign",
    "run_jobs",
]
