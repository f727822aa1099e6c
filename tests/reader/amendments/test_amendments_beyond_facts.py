"""Questions about a property that its value doesn't answer."""

import pytest
from msgspec.structs import replace

from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.beyond_facts import with_each_question_beyond, with_what_is_beyond_facts


def meant_by(read: str, text: str) -> str:
    """Return what is meant by a text of which a meaning is read in all its words."""
    moves = tuple(replace(each, end=len(text)) for each in meaning(read).moves)
    return show(with_what_is_beyond_facts(replace(meaning(read), moves=moves), heard("", text)).all())


NEAR_BEACH = "ask(holds, of=it(), wishes=[wish(beach, is(yes))])"


@pytest.mark.parametrize(
    ("read", "text", "meant"),
    [
        # How far something is that is near: the catalogue knows but that.
        (
            NEAR_BEACH,
            "how far is the beach?",
            'ask(facts, slots=[beach], of=it()); out_of_scope("how far is the beach")',
        ),
        (
            NEAR_BEACH,
            "is the beach far from the hotel?",
            'ask(facts, slots=[beach], of=it()); out_of_scope("is the beach far from the hotel")',
        ),
        (NEAR_BEACH, "is it near the beach?", NEAR_BEACH),
        # Whether it is to be paid for, not whether it is there.
        (
            "ask(holds, wishes=[wish(breakfast, is(yes))])",
            "do we have to pay for breakfast?",
            'out_of_scope("breakfast in the price")',
        ),
        (
            "ask(holds, wishes=[wish(breakfast, is(yes))])",
            "is breakfast included?",
            "ask(holds, wishes=[wish(breakfast, is(yes))])",
        ),
        # What it means: a question makes no wish.
        (
            'wish(seat, is("economy"))',
            "what means economy class?",
            'out_of_scope("what means economy class"); ask(values, slots=[seat])',
        ),
        (
            'wish(seat, is("economy"))',
            "what does economy class mean?",
            'out_of_scope("what does economy class mean"); ask(values, slots=[seat])',
        ),
        ('wish(seat, is("economy"))', "economy class, you know what I mean?", 'wish(seat, is("economy"))'),
        # Whether it is good: where it stands.
        (
            "ask(facts, slots=[gst_rating], of=it())",
            "is the rating good?",
            "ask(facts, slots=[gst_rating], of=together([it(), other()]))",
        ),
        (
            "ask(facts, slots=[gst_rating], of=it())",
            "how good is the rating?",
            "ask(facts, slots=[gst_rating], of=it())",
        ),
    ],
)
def test_a_question_that_no_value_answers_stands_as_that(read: str, text: str, meant: str) -> None:
    assert meant_by(read, text) == meant


def test_what_the_schema_answers_is_told_and_a_remark_beside_it_asks_nothing() -> None:
    text = "with breakfast, nice. is the flight included?"
    assert meant_by("", text) == 'out_of_scope("flights included")'


def test_questions_beyond_the_catalogue_stand_one_by_one() -> None:
    text = "how far is the zoo, is it loud there?"
    both = meaning(f'out_of_scope("{text}")')
    moves = tuple(replace(each, end=len(text)) for each in both.moves)
    read = with_each_question_beyond(replace(both, moves=moves), heard("", text))
    assert show(read.all()) == 'out_of_scope("how far is the zoo"); out_of_scope("is it loud there")'
