"""Others who are counted in without a number, or travel on their own; a number of people is no place in a list."""

import pytest
from msgspec.structs import replace

from parses import heard
from reading import TODAY, parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.reader import ReaderContext
from wayframe.reader.amendments.people import (
    with_others_counted_in,
    with_people_no_places,
    with_trips_of_others,
    without_people_of_stories,
)


def test_another_traveller_with_a_way_of_their_own_has_a_trip_of_their_own() -> None:
    route = 'wish(or_city, is("Boston")); wish(dst_city, is("Rome"))'
    read = f"wish(party, is(party(adults=1, added=yes))); {route}"
    turn = heard(read, "Another colleague wants to fly from Boston to Rome")
    alone = f"{route}; wish(party, is(party(adults=1)))"
    assert show(with_trips_of_others(meaning(read), turn).all()) == alone
    wished = replace(turn, context=ReaderContext(TODAY, wishes=parse_wishes("wish(party, is(party(adults=2)))")))
    anew = show(with_trips_of_others(meaning(read), wished).all())
    assert anew == f'drop(keeping=["or_city", "party"]); {alone}'
    joins = heard(read, "Another colleague joins us")
    coming = "wish(party, is(party(adults=1, added=yes)))"
    assert show(with_trips_of_others(meaning(coming), joins).all()) == coming


@pytest.mark.parametrize(
    ("text", "several"),
    [("we want to go to Rome", True), ("to Rome with my family", True), ("let us see Rome", False), ("Rome", False)],
)
def test_words_that_count_others_in_are_told(text: str, several: bool) -> None:
    assert with_others_counted_in(meaning("more()"), heard("", text)).for_several == several


def test_of_three_people_nothing_is_asked_of_the_third() -> None:
    for_three = "wish(party, is(party(total=3)), of=nth(2))"
    text = "what would the second cost for three of us?"
    read = f"{for_three}; ask(facts, slots=[price], of=nth(3))"
    turn = heard(for_three, text)
    assert show(with_people_no_places(meaning(read), turn).all()) == read.replace("nth(3)", "nth(2)")
    other = f"{for_three}; ask(facts, slots=[price], of=nth(1))"
    assert show(with_people_no_places(meaning(other), turn).all()) == other


def test_nobody_of_whom_a_story_is_told_comes_along() -> None:
    two = "wish(party, is(party(adults=2)))"
    wedding = "my sister is getting married in Rome"
    assert without_people_of_stories(meaning(two), heard("", wedding)).all() == ()
    assert show(without_people_of_stories(meaning(two), heard(two, f"{wedding}, my wife and I fly there")).all()) == two
