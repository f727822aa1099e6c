"""Simulated users talk again to agents with a real mind in them, as they did when it wrote its answers by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("openai")

from wayframe.llm import Endpoint
from wayframe.packages import default_catalogue
from wayframe.simulation import SimulationPlan, figures, run

pytestmark = pytest.mark.long

RECORDED = Path(__file__).parent / "recorded" / "simulated.jsonl.xz"
LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"


@pytest.fixture(scope="module")
def trips() -> str:
    with default_catalogue() as catalogue:
        return str(catalogue.path)


@pytest.mark.parametrize("over", ["trips", "laptops"])
@pytest.mark.parametrize(("agent", "unproved"), [("llm-reader", 0), ("llm-tools", 0), ("llm-bare", 6)])
def test_what_simulated_users_and_a_mind_said_goes_as_it_went(over: str, agent: str, unproved: int, trips: str) -> None:
    model = Endpoint("http://127.0.0.1:9/v1", "claude", retries=0)
    catalogue = trips if over == "trips" else str(LAPTOPS)
    plan = SimulationPlan(catalogue, tasks=4, seed=18, agent=agent, model=model, cassette=str(RECORDED))
    found = figures([talked.result for talked in run(plan)], plan.trials, plan.seed)
    assert found["model"]["failures"] == 0, "a mind has to be asked anew (docs/llm.md)"
    assert (found["success"], found["unmeant"], found["probes"]["right"]) == (1.0, 0, 1.0)
    assert found["replies"]["unfaithful"] <= unproved
    assert found["model"]["tokens_read"] > 1000 * found["model"]["calls"]
