import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from scenes import after, tracked, without_refs
from wayframe.dialogue import Act, Arg
from wayframe.memory import Memory, update
from wayframe.ontology import ACTS, SLOTS
from wayframe.tracking import Lasting, Observation, RuleTracker, new_frame

ASKED = "1: inform(dst_city=Rome, or_city=Bari, budget=2000)"
TWO = (
    "offer(name=El Mar, category=3, price=900, duration=8, id=2);"
    " offer(name=Tropic, category=4, price=1200, duration=5, id=3)"
)
VARIANTS = (
    "offer(name=El Mar, id=2); offer(ref=[2], seat=business, price=1500, id=3);"
    " offer(ref=[2], seat=economy, price=900, id=4)"
)


def test_the_first_turn_is_about_the_first_frame() -> None:
    assert tracked("greeting(); inform(dst_city=Rome)") == "1: greeting(); inform(dst_city=Rome)"
    assert tracked("affirm(dst_city=Rome)") == "1: affirm(ref=[1{dst_city=Rome}])"


@pytest.mark.parametrize(
    ("acts", "active"),
    [
        ("inform(dst_city=Tokyo)", 2),
        ("inform(dst_city=rome)", 1),
        (r"inform(budget=$2\,000)", 1),
        ("inform(budget=1500)", 2),
        ("inform(str_date=August 27)", 1),
        ("inform(intent=book)", 1),
        ("confirm(dst_city=Tokyo)", 1),
        ("request(price)", 1),
    ],
)
def test_a_changed_value_makes_a_frame(acts: str, active: int) -> None:
    assert tracked(acts, ASKED, "sorry()") == f"{active}: {acts}"


def test_an_answer_to_a_question_changes_nothing() -> None:
    lines = ("1: inform(n_adults=2)", "request(n_adults)")
    assert tracked("inform(n_adults=5)", *lines) == "1: inform(n_adults=5)"
    assert tracked("inform(n_adults=5)", lines[0], "sorry()") == "2: inform(n_adults=5)"


@pytest.mark.parametrize(
    ("acts", "frame"),
    [
        ("switch_frame(name=el mar)", 2),
        ("switch_frame(name=Tropik)", 3),
        ("switch_frame(price=900)", 2),
        ("switch_frame(category=4, duration=5)", 3),
        ("switch_frame(ref_anaphora=the first one)", 2),
        ("switch_frame(ref_anaphora=the latter)", 3),
        ("switch_frame(ref_anaphora=option two)", 3),
        ("switch_frame(ref_anaphora=number 1)", 2),
        ("switch_frame(ref_anaphora=the cheapest)", 2),
        ("switch_frame(ref_anaphora=the longer one)", 2),
        ("switch_frame(ref_anaphora=better hotel)", 3),
        ("switch_frame(ref_anaphora=it)", 3),
    ],
)
def test_a_switch_goes_to_the_frame_that_is_meant(acts: str, frame: int) -> None:
    said = acts.removeprefix("switch_frame(").removesuffix(")")
    assert tracked(acts, ASKED, TWO) == f"{frame}: switch_frame(ref=[{frame}{{{said}}}])"


def test_the_second_one_may_be_the_one_at_hand() -> None:
    lines = (ASKED, TWO, "3: switch_frame(ref=[3])", "inform(wifi=True, write=[3])")
    said = "switch_frame(ref_anaphora=the second one)"
    assert tracked(said, *lines) == "3: switch_frame(ref=[3{ref_anaphora=the second one}])"


def test_a_switch_without_slots_goes_to_what_was_just_offered() -> None:
    assert tracked("switch_frame()", ASKED, VARIANTS) == "2: switch_frame(ref=[2])"
    assert tracked("switch_frame(seat=economy)", ASKED, VARIANTS) == "4: switch_frame(ref=[4{seat=economy}])"


def test_back_to_another_class_is_the_trip_at_hand_in_that_class() -> None:
    seat = "dst_city={}, seat={}"
    rome = (f"1: inform({seat.format('Rome', 'economy')})", "offer(name=El Mar, id=2)")
    oslo = (f"3: inform({seat.format('Oslo', 'economy')})", "offer(name=Fjord, id=4)")
    business = (f"5: switch_frame(ref=[1]); inform({seat.format('Rome', 'business')})", "offer(name=El Mar, id=6)")
    said = "switch_frame(seat=economy)"
    assert tracked(said, *rome, *oslo, *business) == "2: switch_frame(ref=[2{seat=economy}])"


def test_a_switch_goes_to_what_was_just_spoken_about() -> None:
    spoken = (ASKED, TWO, "1: request(gst_rating)", "inform(gst_rating=8, write=[2{name=El Mar}])")
    assert tracked("switch_frame(ref_anaphora=it)", *spoken) == "2: switch_frame(ref=[2{ref_anaphora=it}])"


def test_a_switch_avoids_what_had_no_result() -> None:
    lines = (ASKED, TWO, "4: inform(dst_city=Tokyo)", "no_result(ref=[4])", "5: inform(dst_city=Oslo)", "sorry()")
    assert tracked("switch_frame()", *lines) == "3: switch_frame(ref=[3])"


def test_another_seat_in_the_option_switched_to_makes_a_frame() -> None:
    lines = (ASKED, "offer(name=El Mar, seat=economy, id=2)")
    found = tracked("switch_frame(ref_anaphora=it); inform(seat=business)", *lines)
    assert found == "3: switch_frame(ref=[2{ref_anaphora=it}]); inform(seat=business)"


def test_what_is_said_otherwise_of_an_option_makes_a_frame_from_it() -> None:
    found = tracked(
        "inform(seat=business, ref_anaphora=the first one)", ASKED, f"{TWO}; inform(seat=economy, write=[2])"
    )
    assert found == "4: inform(seat=business, ref=[2{ref_anaphora=the first one}])"


def test_what_was_offered_together_is_counted_before_what_was_offered_earlier() -> None:
    again = "offer(name=El Mar, n_adults=4, id=4); offer(name=Vila, n_adults=4, id=5)"
    found = tracked("switch_frame(ref_anaphora=the second one)", ASKED, TWO, "1: inform(n_adults=4)", again)
    assert found == "5: switch_frame(ref=[5{ref_anaphora=the second one}])"


def test_the_cheapest_is_one_of_those_offered_together_last_whatever_was_said_since() -> None:
    dearer = "offer(name=El Mar, price=950, id=4); offer(name=Tropic, price=990, id=5)"
    lines = (ASKED, TWO, "1: inform(str_date=May 2)", dearer, "1: greeting()", "reject()")
    found = tracked("switch_frame(ref_anaphora=the cheapest)", *lines)
    assert found == "4: switch_frame(ref=[4{ref_anaphora=the cheapest}])"


def test_yes_is_about_the_frame_at_hand_and_no_about_the_offer() -> None:
    assert tracked("affirm()", ASKED, TWO) == "1: affirm(ref=[1])"
    assert (
        tracked("switch_frame(name=El Mar); affirm()", ASKED, TWO)
        == "2: switch_frame(ref=[2{name=El Mar}]); affirm(ref=[2])"
    )
    assert tracked("negate()", ASKED, TWO) == "1: negate(ref=[3])"
    assert tracked("negate(category=3)", ASKED, TWO) == "1: negate(ref=[2{category=3}])"
    assert tracked("negate(dst_city=Rome)", ASKED, "request(flex)") == "1: negate(ref=[1{dst_city=Rome}])"


def test_an_inform_may_be_about_an_offer() -> None:
    assert tracked("inform(name=El Mar)", ASKED, TWO) == "1: inform(ref=[2{name=El Mar}])"
    assert tracked("inform(ref_anaphora=that)", ASKED, TWO) == "1: inform(ref=[3{ref_anaphora=that}])"


def test_a_slot_without_a_value_is_the_one_at_hand() -> None:
    found = tracked("inform(dst_city=Tokyo, str_date=null, end_date=null)", ASKED, "sorry()")
    assert found == "2: inform(dst_city=Tokyo, ref=[1{str_date=null, end_date=null}])"


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ("request_compare(price)", "request_compare(price, ref=[2;3])"),
        (
            "request_compare(name=El Mar, name=Tropic, category)",
            "request_compare(ref=[2{name=El Mar};3{name=Tropic}], category)",
        ),
        (
            "request_compare(name=El Mar, duration=8, name=Tropic)",
            "request_compare(ref=[2{name=El Mar, duration=8};3{name=Tropic}])",
        ),
        ("request_compare(price, name=El Mar)", "request_compare(price, ref=[2{name=El Mar}], ref=[3])"),
    ],
)
def test_a_comparison_is_about_what_it_names_or_all_at_hand(acts: str, expected: str) -> None:
    assert tracked(acts, ASKED, TWO) == f"1: {expected}"


def test_words_that_point_are_about_the_offer() -> None:
    assert tracked("request(price, ref_anaphora=it)", ASKED, TWO) == "1: request(price, ref=[3{ref_anaphora=it}])"


said = st.builds(
    Act,
    st.sampled_from([name for name, act in ACTS.items() if act.user]),
    st.lists(st.builds(Arg, st.sampled_from(list(SLOTS)), strategies.plain), max_size=3).map(tuple),
)
done = st.builds(
    Act,
    st.sampled_from([name for name, act in ACTS.items() if act.wizard]),
    st.lists(st.builds(Arg, st.sampled_from([*SLOTS, "id"]), st.integers(1, 9) | strategies.plain), max_size=3).map(
        tuple
    ),
)


@given(
    st.lists(st.tuples(st.lists(said, max_size=3), st.lists(done, max_size=3)), max_size=4), st.lists(said, max_size=3)
)
def test_whatever_is_said_the_acts_stay_and_the_frame_exists(
    before: list[tuple[list[Act], list[Act]]], acts: list[Act]
) -> None:
    memory, turns, tracker, live = Memory(), after()[1], RuleTracker(), Lasting(RuleTracker())
    for mine, theirs in before:
        found = tracker.track(Observation("", tuple(mine), memory, turns))
        memory = update(memory, "user", found.acts, found.active_frame)
        memory = update(memory, "wizard", theirs, memory.active_frame)
        turns = (*turns, *after("1: inform()", "sorry()")[1])
    for one in (live, tracker):
        found = one.track(Observation("", tuple(acts), memory, turns))
        assert 1 <= found.active_frame <= new_frame(memory)
    assert [act.name for act in found.acts] == [act.name for act in acts]
    for expected, act in zip(acts, without_refs(found.acts), strict=True):
        assert [(arg.key, arg.value) for arg in act.args] == [(arg.key, arg.value) for arg in expected.args]
