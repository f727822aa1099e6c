"""What is ordered and what only sounds like it: whole conversations, and what stands booked after each."""

import tomllib
from pathlib import Path

import pytest

import voiced
from assisting import last

SCENES = tomllib.loads((Path(__file__).parent / "orders.toml").read_text(encoding="utf-8"))
ROWS = [(scene, said, names) for scene in SCENES for said, names in SCENES[scene]["rows"]]
QUICK = 3  # `make test` holds every third of these conversations, `make whole` all


@pytest.mark.parametrize(
    ("scene", "said", "names"),
    [pytest.param(*row, marks=[pytest.mark.long] if at % QUICK else []) for at, row in enumerate(ROWS)],
)
def test_nothing_is_booked_or_cancelled_that_was_not_meant(scene: str, said: str, names: str) -> None:
    agent = voiced.agent(SCENES[scene]["catalogue"])
    after = last(agent, SCENES[scene]["opening"], *said.split(" | ")).after
    options = [booking.option for booking in agent.state(after).standing]
    booked = {str(getattr(option.item.values[agent.schema.name], "value", "")) for option in options}
    assert booked == set(filter(None, names.split(", ")))
