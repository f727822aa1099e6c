"""The comparison of a conversation stays open while its options are chosen from."""

import pytest

pytest.importorskip("fastapi")

from assisting import agent_over, talk
from wayframe.packages import Catalogue
from wayframe.web.comparing import changes_bookings, compared_now, no_longer_in_play, settled_at

ROUTE = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults"
COMPARE = "compare the first two"


@pytest.mark.parametrize(
    ("texts", "is_open"),
    [
        ((COMPARE,), True),
        ((COMPARE, "how much is the first one?"), True),
        ((COMPARE, "with wifi"), True),
        ((COMPARE, "What about Paris?"), False),
        ((COMPARE, "for three adults"), False),
        ((COMPARE, "book the first one"), False),
        ((COMPARE, "book the first one", "cancel it"), False),
        (("book the first one", COMPARE), True),
        (("thanks",), False),
    ],
)
def test_a_comparison_holds_for_one_trip_until_something_is_booked(
    catalogue: Catalogue, texts: tuple[str, ...], is_open: bool
) -> None:
    agent = agent_over(catalogue)
    exchanges = talk(agent, ROUTE, *texts)
    over = no_longer_in_play(agent, agent.state(exchanges[-1].after))
    frames = compared_now(agent, exchanges, over)
    assert (len(frames) > 1) == is_open


def test_the_last_turn_that_changed_the_bookings_is_known(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    exchanges = talk(agent, ROUTE, "book the first one", "how much is the second one?", "thanks")
    assert [changes_bookings(each) for each in exchanges] == [False, True, False, False]
    assert settled_at(dict(enumerate(exchanges, 1))) == 2
