"""User turns and the frames that they create, switch and fill, with the hotels of `test_state_denotation`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from drawing import drawn
from meanings import meanings
from reading import TRIPS
from states import HOTELS, ITEMS, SCHEMA, ToldAgent, frames_of, initial, shown, talk, wishes
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Meaning, Wish
from wayframe.sources.protocol import Condition, Query
from wayframe.state.records import DialogueState, Pending
from wayframe.state.update import UNLIKELY, Heard, hear

SLOW = settings(deadline=None, max_examples=drawn(60), suppress_health_check=[HealthCheck.too_slow])


def heard(state: DialogueState, said: str) -> Heard:
    return hear(state, meaning(said), SCHEMA)


def states(*said: str) -> list[DialogueState]:
    """The states after each exchange of a conversation."""
    agent = ToldAgent()
    return [agent.state(exchange.after) for exchange in talk(agent, *said)]


def wanted(state: DialogueState) -> str:
    option = state.options.get(state.memory.active_frame)
    return show(state.wishes.get(option.wishes_of if option else state.memory.active_frame, ()))


def test_wishes_beside_each_other_fill_the_frame_at_hand() -> None:
    first = heard(DialogueState(shown().memory), 'wish(city, is("Rome"))').state
    second = heard(first, "wish(pool, is(yes))").state
    assert second.memory.active_frame == first.memory.active_frame == 1
    assert second.wishes == {1: wishes('wish(city, is("Rome")); wish(pool, is(yes))')}


def test_a_wish_that_contradicts_makes_a_frame_that_keeps_the_other_wishes() -> None:
    first = heard(DialogueState(shown().memory), 'wish(city, is("Rome")); wish(pool, is(yes))').state
    second = heard(first, 'wish(city, is("Paris"))').state
    assert second.memory.active_frame == 2
    assert second.wishes[1] == wishes('wish(city, is("Rome")); wish(pool, is(yes))')
    assert second.wishes[2] == wishes('wish(pool, is(yes)); wish(city, is("Paris"))')


def test_a_turn_to_an_option_makes_its_frame_the_active_one() -> None:
    last = states('wish(city, is("Rome"))', "return(nth(2))")[-1]
    assert initial(last, last.memory.active_frame) == "B"
    assert last.focus == frames_of(last, "B")


def test_a_question_about_an_option_of_the_same_place_leaves_the_wishes_as_they_are() -> None:
    last = states(
        'wish(city, is("Rome"))', "wish(pool, is(yes))", "ask(facts, slots=[hotel_price], of=nth(1, of=listed(n=1)))"
    )[-1]
    assert wanted(last) == 'wish(city, is("Rome")); wish(pool, is(yes))'


def test_an_option_that_fulfils_the_wishes_of_now_goes_by_them() -> None:
    last = states(
        'wish(city, is("Rome")); wish(hotel_price, at_most($1200))',
        "wish(hotel_price, at_most($2000)); wish(pool, is(yes))",
        "return(nth(2, of=listed(n=1)))",
    )[-1]
    assert wanted(last) == 'wish(city, is("Rome")); wish(hotel_price, at_most($2000)); wish(pool, is(yes))'


def test_a_wish_for_less_than_there_is_leaves_the_wishes_as_they_were() -> None:
    last = states('wish(city, is("Rome"))', "wish(hotel_price, less(than=nth(1)))")[-1]
    assert wanted(last) == 'wish(city, is("Rome"))'


def test_both_are_the_two_of_which_one_was_picked() -> None:
    picked = heard(shown("ABC"), "return(extreme(stars, most, of=together([nth(1), nth(3)])))").state
    assert sorted(initial(picked, frame) for frame in heard(picked, "return(every(count=2))").state.focus) == ["A", "C"]


def test_a_turn_to_several_options_switches_to_none() -> None:
    before, after = states('wish(city, is("Rome"))', "return(nth(1, count=2))")
    assert after.memory.active_frame == before.memory.active_frame
    assert after.focus == frames_of(after, "AB")


def test_a_wish_about_an_old_option_varies_the_wishes_that_it_was_found_by() -> None:
    last = states(
        'wish(city, is("Rome"))', 'wish(city, is("Paris"))', "wish(pool, is(yes), of=nth(2, of=listed(n=1)))"
    )[-1]
    assert wanted(last) == 'wish(city, is("Rome")); wish(pool, is(yes))'


def test_a_step_back_returns_to_the_frame_before() -> None:
    last = states('wish(city, is("Rome"))', 'wish(city, is("Paris"))', "undo()")[-1]
    assert wanted(last) == 'wish(city, is("Rome"))'


def test_starting_over_forgets_the_wishes_and_keeps_the_frames() -> None:
    before, after = states('wish(city, is("Rome"))', "drop()")
    assert wanted(after) == ""
    assert after.memory.frames[: len(before.memory.frames)] == before.memory.frames


def test_dropping_a_slot_keeps_the_others() -> None:
    last = states('wish(city, is("Rome")); wish(hotel_price, at_most($1000))', "drop(slot=hotel_price)")[-1]
    assert wanted(last) == 'wish(city, is("Rome")); wish(hotel_price, any())'


def test_a_correction_is_a_wish_like_any_other() -> None:
    last = states('wish(city, is("Rome"))', 'correct([wish(city, is("Athens"))])')[-1]
    assert wanted(last) == 'wish(city, is("Athens"))'


def test_each_move_of_a_turn_is_about_what_the_one_before_spoke_of() -> None:
    steps = heard(shown("ABC"), "return(nth(2)); ask(holds, wishes=[wish(pool, is(yes))]); book(of=it())").steps
    assert [step.frames for step in steps] == [(3,), (3,), (3,)]


def test_a_comparison_of_what_the_turn_named() -> None:
    steps = heard(shown("ABC"), 'return(named("Anchor")); return(named("Cedar")); compare()').steps
    assert steps[-1].frames == (2, 4)


def test_a_wish_of_a_hotel_compares_with_that() -> None:
    wished = heard(shown("ABC"), 'wish(hotel_price, more(), of=named("Anchor"))').wished
    assert "wish(hotel_price, at_least($900, than=numbered(2), strict=yes))" in show(wished)


def test_what_is_ruled_out_is_kept_in_mind_and_not_what_is_spoken_of() -> None:
    after = heard(shown("ABC", focus="B"), "reject(of=nth(1))").state
    assert after.rejected == {2}
    assert after.focus == (3,)


def test_a_description_of_nothing_that_was_shown_is_looked_for() -> None:
    after = heard(shown("ABC"), 'return(described([wish(city, is("Paris"))]))')
    assert after.searched
    assert show(after.wished) == 'wish(city, is("Paris"))'


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        ('wish(city, is("Rome"))', "inform(city=Rome)"),
        ('wish(city, not("Rome"))', "negate(city=Rome)"),
        ("wish(hotel_price, any())", "inform(hotel_price=-1)"),
        ("wish(pool, is(yes))", "inform(pool=True)"),
        ("wish(hotel_price, at_most($1000))", "inform(hotel_price=$1,000)"),
        ("wish(hotel_price, least())", "inform(hotel_price=least)"),
        ("return(nth(2))", "switch_frame()"),
        ("ask(facts, slots=[city, stars])", "request(city) request(stars)"),
        ("ask(facts)", "moreinfo()"),
        ("ask(holds, wishes=[wish(pool, is(yes))])", "confirm(pool=True)"),
        ("compare(slots=[stars])", "request_compare(stars)"),
        ("ask(difference, slots=[hotel_price], of=every())", "request_compare(hotel_price)"),
        ("more()", "request_alts()"),
        ("book(of=nth(1))", "switch_frame() inform(intent=book)"),
        ("reject()", "negate()"),
        ("answer(yes)", "affirm()"),
        ("answer(no)", "negate()"),
        ("answer(perhaps)", ""),
        ("social(thanks)", "thankyou()"),
        ("social(help)", ""),
        ("cancel()", ""),
        ("undo()", ""),
    ],
)
def test_what_the_log_sees_of_a_move(said: str, acts: str) -> None:
    seen = []
    for act in heard(shown("ABC"), said).acts_without_refs:
        seen.append(f"{act.name}({', '.join(a.key if a.value is None else f'{a.key}={a.value}' for a in act.args)})")
    assert " ".join(seen) == acts


def _may_be_had(wish: Wish) -> bool:
    """Return whether a hotel is as wished, or hotels have no such slot: what none has is let go once that is said."""
    is_known = wish.slot in HOTELS.schema.by_name
    return not is_known or HOTELS.search(Query((Condition(wish.slot, wish.constraint),)), 0).total > 0


@SLOW
@given(st.lists(meanings(HOTELS.schema, tuple(ITEMS)), max_size=4))
def test_no_frame_is_ever_overwritten_with_contradicting_wishes(said: list[Meaning]) -> None:
    agent = ToldAgent()
    exchange = talk(agent, 'wish(city, is("Rome"))')[0]
    for each in said:
        before = agent.state(exchange.after)
        exchange = agent.tell(exchange.after, each)
        after = agent.state(exchange.after)
        assert len(after.memory.frames) >= len(before.memory.frames)
        assert set(before.options) <= set(after.options)
        assert after.lists[: len(before.lists)] == before.lists
        for frame, held in before.wishes.items():
            lasting = filter(_may_be_had, held)
            exact = {wish for wish in lasting if wish.constraint.op == "is" and len(wish.constraint.values) == 1}
            assert exact <= set(after.wishes[frame])


def told_with(said: str, sure: float) -> Heard:
    """A turn after which each move is as likely as that, in a dialogue in which Rome was wished."""
    state = heard(DialogueState(shown().memory), 'wish(city, is("Rome"))').state
    moves = tuple(replace(spoken, sure=sure) for spoken in meaning(said).moves)
    return hear(state, Meaning(moves), SCHEMA)


def test_an_unlikely_wish_is_asked_about_and_not_taken() -> None:
    turn = told_with("wish(pool, is(yes))", UNLIKELY / 2)
    assert turn.doubted == wishes("wish(pool, is(yes))")
    assert turn.state.wishes == {1: wishes('wish(city, is("Rome"))')}


def test_a_doubtful_wish_is_taken_and_shown() -> None:
    turn = told_with("wish(pool, is(yes))", 0.3)
    assert turn.supposed
    assert not turn.doubted
    assert turn.state.wishes == {1: wishes('wish(city, is("Rome")); wish(pool, is(yes))')}


def test_a_doubtful_booking_is_asked_about() -> None:
    assert told_with("book()", 0.3).ambiguous
    assert not told_with("book()", 1.0).ambiguous


def test_what_is_said_again_after_a_question_is_taken() -> None:
    state = heard(DialogueState(shown().memory), 'wish(city, is("Rome"))').state
    asked = state._replace(pending=Pending(on_yes=wishes("wish(pool, is(yes))")))
    moves = tuple(replace(spoken, sure=0.01) for spoken in meaning('wish(city, is("Paris"))').moves)
    assert not hear(asked, Meaning(moves), SCHEMA).doubted


def test_what_is_priced_for_all_who_travel_is_booked_once() -> None:
    said = meaning("note(count=4)")
    assert hear(shown("AB"), said, SCHEMA).state.terms.number == 4
    assert hear(shown(), said, TRIPS).state.terms.number == 0
