"""What the page says of a turn beside its reply: what it was about, which searches ran."""

import pytest

pytest.importorskip("fastapi")

from assisting import agent_over, talk
from wayframe.packages import Catalogue
from wayframe.web.views import shown

ROUTE = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults"


def test_what_a_turn_is_about_is_named_as_on_the_board(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    first, second, third = talk(agent, ROUTE, "what about Paris?", "thanks")
    assert shown(1, first, agent).about == "number 1, Montreal → Tokyo or Berlin"
    assert shown(2, second, agent).about == "number 4, Montreal → Paris, which is new; before, it was number 1"
    assert shown(3, third, agent).about == "number 4, Montreal → Paris, as before"
    back = agent.switch(third.after, 2)
    assert shown(4, back, agent).about.endswith("again; before, it was number 4")


def test_a_search_says_how_many_fit_not_how_many_were_shown(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    (exchange,) = talk(agent, "From Montreal to Berlin in August, two adults")
    assert exchange.wizard.text.startswith("Three of four in Berlin")
    assert shown(1, exchange, agent).searches == ("Montreal → Berlin, August 1 → August 31, for 2 adults: 4 found",)
