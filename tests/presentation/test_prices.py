from wayframe.agent import Agent
from wayframe.catalogues import agent_over, opened
from wayframe.packages import Catalogue
from wayframe.presentation.prices import PriceChart, price_chart


def drawn(agent: Agent, text: str) -> PriceChart | None:
    return price_chart(agent.presenter, agent.source, agent.respond(agent.open(), text).wishes)


def test_each_day_has_the_price_of_the_cheapest_that_leaves_then(catalogue: Catalogue) -> None:
    found = drawn(agent_over(catalogue), "From Montreal to Berlin in August, two adults")
    assert found is not None
    assert all(bar.day.startswith("August") and bar.price.startswith("$") for bar in found.bars)
    assert [bar.x for bar in found.bars] == sorted(bar.x for bar in found.bars)
    assert all(bar.title.endswith(", Berlin") and bar.stay.startswith(bar.day) for bar in found.bars)
    assert found.leaving(found.best.leaves) == found.best.item
    assert found.best.height == min(bar.height for bar in found.bars)
    assert max(bar.x + bar.width for bar in found.bars) <= 100


def test_of_what_has_no_days_there_is_no_chart() -> None:
    assert drawn(agent_over(opened("examples/laptops.csv")), "at least 16 GB") is None


def test_of_one_or_two_days_there_is_no_chart(catalogue: Catalogue) -> None:
    assert drawn(agent_over(catalogue), "From Montreal to Berlin on August 17, back August 21") is None
