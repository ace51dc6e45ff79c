"""The API fuzzed from its own schema: whatever comes, no answer is a failure of the server."""

import pytest
from hypothesis import HealthCheck, Phase, settings

schemathesis = pytest.importorskip("schemathesis", reason="fuzzing needs schemathesis")

from upstar.web.app import make_app  # noqa: E402
from upstar.web.desk import Desk  # noqa: E402
from upstar.web.limits import Limits  # noqa: E402

# Short jobs and few of them: what is fuzzed are the questions, not the searches.
LIMITS = Limits(max_seconds=0.2, max_memory=100, waiting_per_owner=2)
schema = schemathesis.openapi.from_asgi("/api/openapi.json", make_app(Desk(LIMITS)))


def fuzz(examples):
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@schema.parametrize()
@fuzz(10)
def test_nothing_breaks_the_api(case):
    assert case.call(timeout=120).status_code < 500


@pytest.mark.slow
@schema.parametrize()
@fuzz(300)
def test_nothing_breaks_the_api_deeply(case):
    assert case.call(timeout=120).status_code < 500
