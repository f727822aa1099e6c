"""Options called by their names are asked about, looked for or ruled out."""

import pytest
from msgspec.structs import replace

import reading
from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.names import (
    with_named_rejected,
    with_names_wished_for,
    with_what_is_asked_about,
)


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ('wish(str_date, is(2016-08-01..2016-08-31), of=named("Ritz"))', True),
        ('ask(holds, of=named("Ritz"), wishes=[wish(str_date, is(2016-08-01..2016-08-31))])', True),
        ('ask(holds, of=named("Ritz"), wishes=[wish(gym, is(yes))])', False),
    ],
)
def test_what_is_named_before_anything_was_offered_is_looked_for(read: str, meant: bool) -> None:
    wished = 'wish(name, is("Ritz")); wish(str_date, is(2016-08-01..2016-08-31))'
    at_first = heard("", "is the Ritz free in August?")
    assert show(with_names_wished_for(meaning(read), at_first).all()) == (wished if meant else read)
    later = replace(at_first, context=at_first.context._replace(offered=True))
    assert show(with_names_wished_for(meaning(read), later).all()) == read


HOTELS = reading.Scene("trips", options=("Terrazza Court", "Fairwind Residence"))


def test_a_denied_value_that_names_one_option_rejects_it() -> None:
    scene = reading.Scene("cars", options=("Skoda Octavia 2019", "Kia Picanto 2015"))
    skoda = meaning('wish(make, not("Skoda"))')
    definite = reading.reader("cars").pointed("not the Skoda", scene.context())
    assert show(with_named_rejected(skoda, definite).all()) == 'reject(of=named("Skoda Octavia 2019"))'
    brand = reading.reader("cars").pointed("no Skoda", scene.context())
    assert show(with_named_rejected(skoda, brand).all()) == 'wish(make, not("Skoda"))'


def test_a_question_is_about_what_the_rules_find_described() -> None:
    described = 'ask(facts, slots=[duration], of=described([wish(dst_city, is("Rome"))]))'
    asked = meaning("ask(facts, slots=[duration], of=it())")
    assert show(with_what_is_asked_about(asked, heard(described, "how long is the Rome stay?")).all()) == described
    other = heard(described.replace("duration", "price"), "how long is it, and what does the Rome stay cost?")
    assert with_what_is_asked_about(asked, other) == asked


def test_the_very_first_is_one_of_the_first_list() -> None:
    of_all = "return(nth(1, of=listed(n=1)))"
    read = with_what_is_asked_about(meaning("return(nth(1))"), heard(of_all, "the very first one you showed me"))
    assert show(read.all()) == of_all
