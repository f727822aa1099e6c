"""Whatever is meant: the agent replies, and books and cancels nothing but what was meant to be."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from drawing import drawn
from meanings import meanings
from reading import source
from states import HOTELS, ToldAgent, items, talk
from wayframe.conversation import Exchange
from wayframe.meaning.records import Book, Cancel, Meaning
from wayframe.schema import trips
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState

MEANINGS = {
    "hotels": meanings(HOTELS.schema, tuple(items(HOTELS))),
    "trips": meanings(trips(), ("Orchard House", "Pimpernel Inn", "Juniper Hotel")),
}
SEARCHES = {"hotels": "wish(hotel_price, any())", "trips": 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome"))'}
SLOW = settings(
    deadline=None,
    max_examples=drawn(80),
    phases=(Phase.generate,),
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def standing(state: DialogueState) -> dict[int, str]:
    """Return the bookings that stand: their numbers with the keys of their items."""
    return {each.number: each.option.item.key for each in state.bookings if each.status == "booked"}


def check_deeds(agent: ToldAgent, meant: Meaning, exchange: Exchange) -> None:
    """Check that bookings changed only as the turn, or the question that it says yes to, meant it."""
    before, after = agent.state(exchange.before), agent.state(exchange.after)
    moves = agent.meaning(exchange.after.turns[:-1], before).all()
    booked = {key for number, key in standing(after).items() if number not in standing(before)}
    cancelled = {key for number, key in standing(before).items() if number not in standing(after)}
    books = [move for move in moves if isinstance(move, Book)]
    cancels = [move for move in moves if isinstance(move, Cancel)]
    assert not booked or books
    assert not cancelled or cancels
    shown = {option.item.key for option in after.options.values()}
    assert booked <= shown
    if len(moves) == 1 and books:
        frames = Denoter(before, agent.schema).denote(books[0].of)
        assert booked <= {before.options[frame].item.key for frame in frames if frame in before.options}


@pytest.mark.parametrize("catalogue", ["hotels", "trips"])
@SLOW
@given(data=st.data())
def test_any_conversation_is_answered_and_nothing_is_done_that_was_not_meant(
    catalogue: str, data: st.DataObject
) -> None:
    agent = ToldAgent(HOTELS if catalogue == "hotels" else source(catalogue))
    exchange = talk(agent, SEARCHES[catalogue])[0]
    for meant in data.draw(st.lists(MEANINGS[catalogue], max_size=4)):
        exchange = agent.tell(exchange.after, meant)
        assert exchange.wizard.text
        assert exchange.sentences
        check_deeds(agent, meant, exchange)
