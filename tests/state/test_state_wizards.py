"""Wizards' turns taken in; the state that follows from a log is the state that the agent had."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drawing import drawn
from meanings import meanings
from reading import TABLES, TODAY, TRIPS, source
from states import ITEMS, ONE, SCHEMA, ToldAgent, bookings, frames_of, initial, shown, talk
from wayframe import corpus
from wayframe.dialogue import Act, Arg, Ref
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Meaning, Unread
from wayframe.sources.tables import opened
from wayframe.state.records import DialogueState, Pending
from wayframe.state.update import hear, speak

SLOW = settings(deadline=None, max_examples=drawn(40), suppress_health_check=[HealthCheck.too_slow])


BY_NAME = [ITEMS[name] for name in sorted(ITEMS)]


def spoken(state: DialogueState, *acts: Act) -> DialogueState:
    made = [act.id for act in acts if act.id is not None]
    return speak(state, acts, dict(zip(made, BY_NAME, strict=False)), SCHEMA, ONE)


def offer(frame: int, name: str) -> Act:
    return Act("offer", (Arg("hotel", name), Arg("id", frame)))


def told(frame: int, name: str, **slots: str) -> Act:
    naming = (Arg("hotel", name),)
    said = tuple(Arg(key, value) for key, value in slots.items())
    return Act("inform", (*said, *naming, Arg("write", (Ref(frame, naming),))))


def test_what_a_wizard_offers_is_the_list_at_hand() -> None:
    after = spoken(shown(), offer(2, "Anchor"), offer(3, "Beacon"))
    assert [initial(after, frame) for frame in after.lists[-1]] == ["A", "B"]
    assert after.focus == (2, 3)


def test_what_a_wizard_tells_of_is_spoken_of() -> None:
    after = spoken(shown("ABC"), told(3, "Beacon", pool="True"))
    assert after.focus == (3,)
    assert after.lists == ((2, 3, 4),)


def test_a_booking_and_its_cancellation_by_a_wizard() -> None:
    booked = spoken(shown("ABC"), told(3, "Beacon", action="book"))
    assert [(each.number, initial(booked, each.option.frame), each.status) for each in booked.bookings] == [
        (1, "B", "booked")
    ]
    cancelled = spoken(booked, told(3, "Beacon", action="cancel"))
    assert [each.status for each in cancelled.bookings] == ["cancelled"]


@pytest.mark.parametrize(
    ("act", "pending"),
    [
        (Act("request", (Arg("city"),)), Pending(slots=("city",))),
        (Act("request", (Arg("hotel"), Arg("action", "cancel"))), Pending(options=(2, 3, 4), purpose="cancel")),
        (Act("request", (Arg("hotel"),)), Pending(options=(2, 3, 4), purpose="tell")),
        (Act("inform", (Arg("city", "Rome"),)), Pending()),
    ],
)
def test_what_a_wizard_asks_is_pending(act: Act, pending: Pending) -> None:
    assert spoken(shown("ABC"), act).pending == pending


def test_a_proposal_is_what_a_yes_stands_for() -> None:
    after = spoken(shown("ABC", focus="B"), Act("suggest", (Arg("action", "book"),)))
    assert show(after.pending.on_yes) == "book(of=numbered(3))"
    assert after.pending.options == frames_of(after, "B")


def test_a_yes_does_what_was_proposed_and_a_no_does_not() -> None:
    agent = ToldAgent()
    offered = ('wish(city, is("Rome"))', "return(nth(2))")
    assert bookings(agent, talk(agent, *offered, "answer(yes)")) == "B"
    assert bookings(agent, talk(agent, *offered, "answer(no)")) == ""
    assert bookings(agent, talk(agent, *offered, "answer(no)", "answer(yes)")) == ""


@pytest.mark.parametrize(
    ("said", "booked"),
    [
        ("answer(yes); drop(slot=hotel_price)", "B"),  # "yes, book it; forget about the price"
        ("answer(yes); reject(of=nth(1))", "B"),
        ("reject(of=nth(1)); answer(yes)", "B"),  # "not the Anchor. Yes, book the Beacon"
        ("reject(of=nth(2)); answer(yes)", ""),
        ('answer(yes); correct([wish(city, is("Rome"))])', "B"),
        ('answer(yes); correct([wish(city, is("Paris"))])', ""),
    ],
)
def test_what_is_ruled_out_or_does_not_matter_leaves_a_yes_as_it_is(said: str, booked: str) -> None:
    agent = ToldAgent()
    assert bookings(agent, talk(agent, 'wish(city, is("Rome"))', "return(nth(2))", said)) == booked


def test_both_things_that_were_asked_about_may_be_said_again_behind_a_yes() -> None:
    agent = ToldAgent()
    cancel, book = meaning("cancel(of=nth(1))"), meaning("book(of=nth(2))")
    doubtful = Meaning((*cancel.moves, *book.moves), (Unread(0, 3, 1.0),))
    turns = talk(agent, 'wish(city, is("Rome"))', "book(of=nth(1))", doubtful)
    assert bookings(agent, turns) == "A"
    both = 'answer(yes); cancel(of=named("Anchor")); book(of=named("Beacon"))'
    answered = agent.tell(turns[-1].after, both)
    assert bookings(agent, [answered]) == "B"
    assert [act.name for act in answered.wizard.acts] == ["inform", "inform"]


def test_travellers_are_asked_for_by_the_number_of_adults() -> None:
    after = speak(shown(), (Act("request", (Arg("n_adults"),)),), {}, TRIPS, ONE)
    assert after.pending.slots == ("party",)


CARS = opened(str(TABLES["cars"]), today=TODAY)
CAR_NAMES = ("Skoda Octavia 2019", "Mazda 3 2020", "Fiat 500 2020")
SEARCHES = {"cars": "wish(car_price, any())", "trips": 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome"))'}
CONVERSATIONS = {
    "cars": st.lists(meanings(CARS.schema, CAR_NAMES), max_size=4),
    "trips": st.lists(meanings(TRIPS, ("Orchard House", "Pimpernel Inn")), max_size=3),
}


@pytest.mark.parametrize("catalogue", CONVERSATIONS)
@SLOW
@given(data=st.data())
def test_the_state_follows_from_the_turns_also_after_they_were_saved(catalogue: str, data: st.DataObject) -> None:
    agent = ToldAgent(CARS if catalogue == "cars" else source("trips"))
    exchanges = talk(agent, SEARCHES[catalogue], *data.draw(CONVERSATIONS[catalogue]))
    saved = corpus.line(exchanges[-1].after.dialogue(UUID(int=1)))
    resumed = agent.resume(corpus.parse(saved))
    for exchange, again in zip(exchanges, resumed, strict=True):
        assert agent.state(again.after) == agent.state(exchange.after)


@SLOW
@given(conversation=CONVERSATIONS["cars"])
def test_the_agent_and_its_log_agree(conversation: list[Meaning]) -> None:
    agent = ToldAgent(CARS)
    for exchange in talk(agent, SEARCHES["cars"], *conversation):
        state = agent.state(exchange.after)
        assert state.memory == exchange.after.memory
        assert exchange.wizard.labels.active_frame == state.memory.active_frame
        assert set(state.options) == set(exchange.after.offers)


@pytest.mark.parametrize(
    ("asked", "spoken_of"),
    [
        ("ask(holds, wishes=[wish(pool, is(yes))])", "B"),  # "only the Beacon has a pool"
        ("ask(holds, wishes=[wish(lift, is(yes))])", "ABD"),
        ("ask(holds, wishes=[wish(stars, at_least(5))])", "ABD"),
    ],
)
def test_an_option_of_which_alone_it_is_so_what_was_asked_is_spoken_of(asked: str, spoken_of: str) -> None:
    before = hear(shown("ABD"), meaning(asked), SCHEMA).state
    after = spoken(before, told(2, "Anchor"), told(3, "Beacon"), told(4, "Dune"))
    assert "".join(initial(after, frame) for frame in after.focus) == spoken_of
