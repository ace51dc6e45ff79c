"""Job-level search: one position solved by many workers.

>>> import upstar
>>> from upstar.campaign import executor
>>> from upstar.joblevel import solve_by_jobs
>>> pool = executor("local", workers=2)
>>> solution = solve_by_jobs(upstar.position("domineering", "4x5"), pool, job_nodes=100)
>>> pool.close()
>>> solution.outcome, solution.winner
('win', 'vertical')
"""

from upstar.joblevel.bundle import is_bundle, verify_bundle
from upstar.joblevel.solve import solve_by_jobs

__all__ = ["is_bundle", "solve_by_jobs", "verify_bundle"]
