"""A plain yes to what the agent has asked, heard whatever else the turn says, or not."""

import pytest

import reading
from wayframe.meaning.notation import meaning, parse, show
from wayframe.meaning.records import Meaning, Spoken
from wayframe.reader.amendments.consents import consents, opens_with_consent, with_consent, with_likings
from wayframe.reader.doubt import PLAIN
from wayframe.reader.symbols import TurnSpans


def asked(text: str, *, confirming: bool = True) -> TurnSpans:
    context = reading.Scene("trips", options=("Clovelly Grand",), confirming=confirming).context()
    return reading.reader("trips").pointed(text, context)


@pytest.mark.parametrize(
    "text",
    [
        "yes, and my brother needs something in Oslo",
        "Yes book it, and what time does it leave?",
        "Do that, and afterwards I need another trip",
        "okay, yes please. And is there a gym?",
    ],
)
def test_a_turn_may_begin_with_a_yes_and_go_on(text: str) -> None:
    assert opens_with_consent(asked(text))
    assert not opens_with_consent(asked(text, confirming=False))


@pytest.mark.parametrize(
    "text",
    [
        "yes it is a long flight",
        "okay, but is there a gym?",
        "yes? I never said that",
        "yes, though it's a pity about the dates",
        "right, my wife has another idea",
    ],
)
def test_a_remark_a_question_and_a_reservation_agree_to_nothing(text: str) -> None:
    assert not opens_with_consent(asked(text))


def test_a_yes_behind_something_else_is_one_but_does_not_open() -> None:
    turn = asked("my lot have voted, go ahead, and we need parking")
    assert consents(turn)
    assert not opens_with_consent(turn)


def test_a_yes_that_no_reading_has_is_added_unless_something_else_is_done() -> None:
    turn = asked("yes, and is there a gym?")
    gym = "ask(holds, wishes=[wish(gym, is(yes))])"
    assert show(with_consent(meaning(gym), turn).all()) == f"answer(yes); {gym}"
    assert show(with_consent(meaning("return(nth(2))"), turn).all()) == "return(nth(2))"
    assert with_consent(meaning("answer(yes)"), turn).moves[0].sure >= PLAIN


@pytest.mark.parametrize(
    ("said", "sure", "stays"),
    [
        ("answer(yes); ask(facts, slots=[seat], of=it())", 0.6, False),
        ("answer(yes); ask(facts, slots=[seat], of=it())", 0.95, True),
        ("answer(yes); ask(sum, slots=[price], of=booked())", 0.6, True),
        ("answer(yes); social(thanks)", 0.6, True),
    ],
)
def test_a_yes_beside_a_question_about_it_may_be_no_more_than_liking_it(said: str, sure: float, stays: bool) -> None:
    yes, *_ = with_likings(Meaning(tuple(Spoken(move, sure=sure) for move in parse(said)))).moves
    assert (yes.sure == sure) is stays
