"""Every part of a turn leaves a trace in the reply: what is corrected, given up, or wished for beside a question."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from reading import source
from states import ToldAgent, replied, state, talk
from wayframe.meaning.notation import meaning
from wayframe.meaning.records import Meaning
from wayframe.planner.plan import Noted
from wayframe.planner.planner import plan
from wayframe.state.update import hear

FROM_BOSTON = 'wish(dst_city, is("Rome")); wish(or_city, is("Boston")); wish(party, is(party(adults=2)))'


def trips(*said: str) -> str:
    """Return the last reply to meanings over trips."""
    return talk(ToldAgent(source("trips")), *said)[-1].wizard.text


def test_a_correction_comes_first_and_is_said_once() -> None:
    reply = trips(FROM_BOSTON, "correct([wish(party, is(party(adults=4)))])")
    assert reply.startswith(("For 4 adults, then.", "Right, for 4 adults."))
    assert reply.count("4 adults") == 1


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        # A limit isn't seen from what options have, a place, a feature and the travellers are.
        ("wish(price, at_most(¤3000))", True),
        ("wish(breakfast, is(yes))", False),
        ("wish(party, is(party(adults=3)))", False),
        ('wish(dst_city, is("Paris"))', False),
        # Where nothing fits, that says what was heard; the question before a booking says for whom it is.
        ("wish(price, at_most(¤3))", False),
        ("book(of=nth(1)); wish(party, is(party(adults=3)))", False),
    ],
)
def test_a_doubtful_wish_is_said_back_where_the_reply_does_not_show_it(said: str, heard: bool) -> None:
    doubtful = tuple(replace(spoken, sure=0.3) for spoken in meaning(said).moves)
    agent = ToldAgent(source("trips"))
    first = agent.tell(agent.open(), FROM_BOSTON).after
    before = agent.state(first)
    reply = plan(hear(before, Meaning(doubtful), agent.schema), before, agent.source, seed=0, timestamp=0).plan
    assert any(isinstance(part, Noted) and part.kind == "heard" for part in reply) == heard


def test_a_class_that_is_corrected_is_said_once() -> None:
    reply = trips(f'{FROM_BOSTON}; wish(seat, is("business"))', 'correct([wish(seat, is("economy"))])')
    assert reply.count("economy class") == 1


def test_an_age_that_changes_no_price_is_taken_in_without_the_list() -> None:
    children = "wish(party, is(party(adults=2, children=1{})))"
    reply = trips(FROM_BOSTON, children.format(""), children.format(", ages=[8]"))
    assert "or 2 adults and a child aged 8" in reply
    assert "$" not in reply


def test_what_is_wanted_no_more_is_said() -> None:
    reply = trips(f"{FROM_BOSTON}; wish(breakfast, is(yes))", "wish(breakfast, any())")
    assert reply.startswith(("OK, with or without breakfast.", "Fine, with or without breakfast."))


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        # What is given up beside a question goes without saying; what is corrected away doesn't.
        ("beacon", "wish(city, any()); ask(facts, slots=[stars])", ["Tell B"]),
        (
            "beacon",
            "correct([wish(city, any())]); ask(facts, slots=[stars])",
            ["Noted dropped [city, any()]", "Tell B"],
        ),
        # What nobody wished for is given up without a word.
        ("rome", "wish(lift, any()); return(nth(2))", ["Tell B", "Propose book"]),
        # What is so of the option that is asked about, or of all that were shown, is told behind the answer.
        (
            "rome",
            "wish(stars, at_most(4)); ask(holds, of=nth(1), wishes=[wish(pool, is(yes))])",
            ["Holds pool, is(yes) A", "Tell A"],
        ),
        (
            "rome",
            "wish(hotel_price, at_most($1500)); ask(which, of=listed(), wishes=[wish(pool, is(yes))])",
            ["Holds pool, is(yes) BC some", "Holds hotel_price, at_most($1500) ABC all"],
        ),
        # A question for just what is wished for is answered once.
        ("rome", "wish(pool, is(yes)); ask(holds, of=nth(2), wishes=[wish(pool, is(yes))])", ["Holds pool, is(yes) B"]),
    ],
)
def test_what_is_told_beside_an_answer(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


def test_that_no_option_leaves_on_a_day_is_said_beside_an_answer() -> None:
    asked = "ask(holds, of=nth(1), wishes=[wish(breakfast, is(yes))])"
    reply = trips(f"{FROM_BOSTON}; wish(str_date, is(2016-09-02))", f"wish(str_date, is(2016-09-01)); {asked}")
    assert "you leave on September 2" in reply
    assert "has no breakfast" in reply


def test_of_a_limit_it_is_said_that_it_was_for_fewer_people() -> None:
    more = "wish(party, is(party(adults=3)))"
    assert "$2,500 or less for 2 adults" in trips(f"{FROM_BOSTON}; wish(price, at_most(¤2500))", more)
    assert "for 2 adults" not in trips(f"{FROM_BOSTON}; wish(price, at_most(¤1000, scope=person))", more)
    assert "for 2 adults" not in trips(f"{FROM_BOSTON}; wish(price, at_most(¤9000))", more)


def test_the_best_of_those_shown_are_said_to_be_the_best_of_them() -> None:
    reply = trips(FROM_BOSTON, "return(extreme(price, least, count=2))")
    assert reply.startswith("The two cheapest in Rome")


def test_the_place_is_acknowledged_with_the_other_wishes_and_not_once_more() -> None:
    doubtful = tuple(replace(spoken, sure=0.3) for spoken in meaning("wish(party, is(party(adults=3)))").moves)
    agent = ToldAgent(source("trips"))
    said = Meaning((*meaning('wish(dst_city, is("Chicago"))').moves, *doubtful))
    reply = agent.tell(agent.open(), said).wizard.text
    assert reply.count("Chicago") == 1
    assert "for 3 adults" in reply
    assert reply.lower().endswith("where from?")


def test_what_was_listed_is_priced_anew_for_more_people_whatever_the_limit_was() -> None:
    limited = f"{FROM_BOSTON}; wish(price, at_most(¤2500))"
    reply = trips(limited, "wish(party, is(party(adults=3)))")
    assert reply.startswith("For 3 adults")
    assert all(name in reply for name in ("Camellia Crescent", "Clovelly Grand", "Marlowe House"))
    asked = "wish(party, is(party(adults=3))); ask(which, of=every(), wishes=[wish(price, at_most(¤2500))])"
    assert "None of the three" in trips(limited, asked)


def test_whether_one_is_within_a_limit_is_answered_for_those_who_travel_now() -> None:
    asked = "wish(party, is(party(adults=3))); ask(holds, of=nth(3), wishes=[wish(price, at_most(¤2500))])"
    reply = trips(f"{FROM_BOSTON}; wish(price, at_most(¤2500))", asked)
    assert reply.startswith("No, the Marlowe House costs $2,628.78 for 3 adults.")
    assert reply.count("$2,628.78") == 1
