"""Job-level search: many workers solve one position.

Examples
--------
>>> import upstar
>>> from upstar.campaign import executor
>>> from upstar.distributed import solve_by_jobs
>>> pool = executor("local", workers=2)
>>> solution = solve_by_jobs(upstar.position("domineering", "4x5"), pool, job_nodes=100)
>>> pool.close()
>>> solution.outcome, solution.winner
('win', 'vertical')
"""

from upstar.distributed.solve import solve_by_jobs

__all__ = ["solve_by_jobs"]
