"""Moves of one turn that belong together, made one."""

import pytest

from wayframe.meaning.notation import meaning, show
from wayframe.reader.joining import joined
from wayframe.schema import trips


@pytest.mark.parametrize(
    ("said", "together"),
    [
        (
            'return(named("Fairwind")); ask(holds, wishes=[wish(wifi, is(yes))])',
            'ask(holds, of=named("Fairwind"), wishes=[wish(wifi, is(yes))])',
        ),
        ("return(nth(2)); book(of=it())", "book(of=nth(2))"),
        ("return(nth(2)); book(of=nth(1))", "return(nth(2)); book(of=nth(1))"),
        ("return(nth(1)); return(nth(3)); compare()", "compare(of=together([nth(1), nth(3)]))"),
        (
            'wish(dst_city, is("Rome")); cancel(of=it())',
            'cancel(of=described([wish(dst_city, is("Rome"))], of=booked()))',
        ),
        (
            "wish(party, is(party(adults=3))); ask(facts, slots=[price], of=nth(2))",
            "wish(party, is(party(adults=3)), of=nth(2))",
        ),
        ('wish(dst_city, is("Athens")); return(nth(2))', "return(nth(2))"),
        ("answer(yes); book(of=nth(1))", "book(of=nth(1))"),
        ("answer(perhaps); wish(wifi, is(yes))", "answer(perhaps); wish(wifi, is(yes))"),
        ("reject(); wish(wifi, is(yes))", "wish(wifi, is(yes))"),
        ("reject(of=nth(1)); wish(wifi, is(yes))", "reject(of=nth(1)); wish(wifi, is(yes))"),
        ("social(thanks); social(thanks)", "social(thanks)"),
        ("social(greeting); wish(wifi, is(yes))", "social(greeting); wish(wifi, is(yes))"),
    ],
)
def test_what_belongs_together(said: str, together: str) -> None:
    assert show(spoken.move for spoken in joined(meaning(said).moves, trips())) == together
