"""Options called by their names are asked about, looked for or ruled out."""

import pytest
from msgspec.structs import replace

import reading
from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.names import (
    with_facts_of_named,
    with_named_asked_about,
    with_named_rejected,
    with_names_wished_for,
    without_denied_names,
)


def test_an_option_that_is_named_is_asked_for_its_own_values() -> None:
    of_named, of_all = 'ask({}, slots=[seat], of=named("Marlowe House"))', "ask(values, slots=[seat])"
    assert show(with_facts_of_named(meaning(of_named.format("values"))).all()) == of_named.format("facts")
    assert show(with_facts_of_named(meaning(of_all)).all()) == of_all


def test_an_option_that_is_named_beside_a_feature_is_asked_about_not_whether_it_is_that() -> None:
    name, wifi = 'wish(name, is("Marlowe House"))', "wish(wifi, is(yes))"
    turn = heard("", "has the Marlowe House got wifi?")
    asked = with_named_asked_about(meaning(f"ask(holds, of=it(), wishes=[{name}, {wifi}])"), turn)
    assert show(asked.all()) == f'ask(holds, of=named("Marlowe House"), wishes=[{wifi}])'
    only_named = f"ask(holds, of=it(), wishes=[{name}])"
    assert show(with_named_asked_about(meaning(only_named), turn).all()) == only_named


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


def test_what_is_denied_by_its_name_is_not_turned_to() -> None:
    both = 'return(together([named("Terrazza Court"), named("Fairwind Residence")]))'
    turn = reading.reader("trips").pointed("no not the Terrazza, the Fairwind!", HOTELS.context())
    assert show(without_denied_names(meaning(both), turn).all()) == 'return(named("Fairwind Residence"))'
    asked = reading.reader("trips").pointed("the Terrazza or the Fairwind?", HOTELS.context())
    assert show(without_denied_names(meaning(both), asked).all()) == both


def test_a_denied_value_that_names_one_option_rejects_it() -> None:
    scene = reading.Scene("cars", options=("Skoda Octavia 2019", "Kia Picanto 2015"))
    skoda = meaning('wish(make, not("Skoda"))')
    definite = reading.reader("cars").pointed("not the Skoda", scene.context())
    assert show(with_named_rejected(skoda, definite).all()) == 'reject(of=named("Skoda Octavia 2019"))'
    brand = reading.reader("cars").pointed("no Skoda", scene.context())
    assert show(with_named_rejected(skoda, brand).all()) == 'wish(make, not("Skoda"))'
