"""The API against its own description: whatever fits it must be answered as it says, whatever doesn't, refused."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drawing import drawn
from wayframe.catalogues import agent_over
from wayframe.packages import Catalogue

pytest.importorskip("fastapi")
pytest.importorskip("schemathesis")

import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.rate_limits import RateLimits

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def operations(catalogue_path: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    storage = Storage(str(tmp_path_factory.mktemp("fuzz") / "talks.sqlite"))
    talks = Conversations(agent_over(Catalogue(catalogue_path)), storage)
    app = application(talks, storage, RateLimits.unlimited())
    described = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    return {found.label: found for found in (each.ok() for each in described.get_all_operations())}


OPERATIONS = (
    "POST /api/conversations", "POST /api/conversations/load", "GET /api/conversations/{name}",
    "DELETE /api/conversations/{name}", "POST /api/conversations/{name}/turns", "POST /api/conversations/{name}/switch",
    "POST /api/conversations/{name}/undo", "GET /api/conversations/{name}/memory",
    "GET /api/conversations/{name}/comparison", "GET /api/conversations/{name}/export",
    "GET /api/conversations/{name}/plan/{suffix}", "GET /healthz", "GET /metrics",
)  # fmt: skip


def test_all_of_it_is_tried(operations: dict[str, Any]) -> None:
    assert sorted(operations) == sorted(OPERATIONS)


@pytest.mark.parametrize("label", OPERATIONS)
def test_the_api_keeps_to_its_description(operations: dict[str, Any], label: str) -> None:
    modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    cases = st.one_of([operations[label].as_strategy(generation_mode=mode) for mode in modes])

    @settings(max_examples=drawn(20), suppress_health_check=list(HealthCheck), database=None)
    @given(case=cases)
    def holds(case: Any) -> None:
        # A whole dialogue is more than its description in OpenAPI says: what fits that may still be refused.
        case.call_and_validate(excluded_checks=[positive_data_acceptance] if label.endswith("/load") else [])

    holds()
