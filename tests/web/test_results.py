"""The results of jobs conform to their schemas, and have no key that the schema lacks."""

import asyncio

import pytest
from pydantic import BaseModel

from upstar.web.job_queue import JobQueue
from upstar.web.result_schemas import RESULTS

REQUESTS = [
    ("solve", {"game": "domineering", "position": "3x3", "algorithm": "pns", "tree": True}),
    ("solve", {"game": "mnk", "position": "3x3:3", "proof": True}),
    ("solve", {"game": "hex", "position": "5x5", "algorithm": "mcts", "max_seconds": 0.3}),
    ("solve", {"game": "clobber", "position": "10x10", "max_nodes": 10}),
    ("solve", {"game": "domineering", "position": "1x1", "goal": "win"}),
    ("best-move", {"game": "clobber", "position": "4x4", "max_seconds": 0.3}),
    ("best-move", {"game": "go", "position": "5x5", "max_playouts": 5, "algorithm": "mcts"}),
    ("analyze", {"game": "mnk", "position": "xx./oo./...:3", "distance": True}),
    ("analyze", {"game": "domineering", "position": "2x3", "values": True}),
    ("analyze", {"game": "domineering", "position": "10x10", "max_nodes": 5}),
    ("value", {"game": "clobber", "position": "xo.xxo"}),
    ("value", {"game": "domineering", "position": "8x8", "max_seconds": 0.3}),
    ("expression", {"expression": "{0|*} + ^"}),
    ("picture", {"game": "hex", "position": "3x3"}),
]


def conforms(model: type[BaseModel], data: dict) -> None:
    """Check the keys of a result and of everything in it that has a schema."""
    found = model.model_validate(data)
    assert set(data) <= set(model.model_fields), set(data) - set(model.model_fields)
    for name in data:
        value, raw = getattr(found, name), data[name]
        pairs = zip(value, raw, strict=True) if isinstance(value, list) else [(value, raw)]
        for part, part_data in pairs:
            if isinstance(part, BaseModel):
                conforms(type(part), part_data)


@pytest.mark.parametrize(("task", "request_"), REQUESTS)
def test_a_result_conforms_to_its_schema(task, request_):
    async def scene():
        queue = JobQueue()
        try:
            job = await queue.submit(task, request_, "me").ended(60)
            assert job.result is not None, job.error
            conforms(RESULTS[task], job.result)
        finally:
            await queue.close()

    asyncio.run(scene())
