"""The API fuzzed from its own schema: every answer conforms to the schema."""

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings

schemathesis = pytest.importorskip("schemathesis", reason="fuzzing needs schemathesis")

from schemathesis import checks  # noqa: E402

from upstar.web.app import make_app  # noqa: E402
from upstar.web.job_queue import JobQueue  # noqa: E402
from upstar.web.limits import Limits  # noqa: E402

# Few and short jobs, because the test fuzzes the requests, not the searches.
LIMITS = Limits(max_seconds=0.2, max_memory=100, waiting_per_owner=2)
APP = make_app(JobQueue(LIMITS))
schema = schemathesis.openapi.from_asgi("/api/openapi.json", APP)
served = schemathesis.openapi.from_dict(APP.openapi())

PROMISES = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    # Unknown fields, wrong types and numbers out of range are rejected.
    checks.negative_data_rejection,
    checks.unsupported_method,
]


def fuzz(examples):
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def hold(case, promises=PROMISES, **where):
    """Send a request, and check that the answer conforms to the schema and explains errors."""
    answer = case.call_and_validate(checks=promises, timeout=120, **where)
    if answer.status_code >= 400:
        assert answer.json()["detail"]


@schema.parametrize()
@fuzz(10)
def test_nothing_breaks_the_api(case):
    hold(case)


@pytest.fixture(scope="module")
def address():
    from web.conftest import Server

    server = Server("--max-seconds", "1", "--max-memory", "100")
    yield server.address
    server.end()


@pytest.fixture(scope="module")
def job(address):
    """Return a job with a tree and a proof to browse."""
    body = {"game": "domineering", "position": "4x4", "proof": True}
    return httpx.post(f"{address}api/solve?wait=30", json=body, timeout=60).json()["id"]


@pytest.mark.slow
@served.parametrize()
@fuzz(300)
def test_nothing_breaks_the_server(case, address):
    hold(case, base_url=address)


@pytest.mark.slow
@served.include(path_regex="/jobs/").parametrize()
@fuzz(100)
def test_nothing_breaks_a_job(case, address, job):
    case.path_parameters["id"] = job
    # The id itself may be invalid.
    promises = [p for p in PROMISES if p is not checks.negative_data_rejection]
    hold(case, promises, base_url=address)
