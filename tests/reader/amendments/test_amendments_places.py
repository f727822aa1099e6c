"""From where a journey starts and where it goes to, as questions and stories say it."""

import pytest
from msgspec.structs import replace

from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.places import with_goals_asked, with_goals_kept, with_homes_left


def test_where_one_can_go_is_asked_by_whom_says_but_from_where() -> None:
    boston = 'wish(or_city, is("Boston"))'
    asked = with_goals_asked(meaning(boston), heard("", "where can I go from Boston?"))
    assert show(asked.all()) == f"ask(values, slots=[dst_city], wishes=[{boston}]); {boston}"
    cheap = f"{boston}; wish(price, at_most($500))"
    assert show(with_goals_asked(meaning(cheap), heard("", "where can I go from Boston for 500?")).all()) == cheap


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("three friends in Toronto want to see Berlin", "or_city"),
        ("two students from Toronto, to Berlin please", "or_city"),
        ("I'd like to see Toronto or maybe Berlin", "dst_city"),
    ],
)
def test_where_people_are_who_want_to_see_another_place_is_their_start(text: str, slot: str) -> None:
    read = 'wish(dst_city, is("Toronto")); wish(dst_city, is("Berlin"))'
    found = show(with_homes_left(meaning(read), heard("", text)).all())
    assert found == f'wish({slot}, is("Toronto")); wish(dst_city, is("Berlin"))'


def test_the_only_place_that_is_named_at_first_is_the_goal_though_the_parser_passes_over_it() -> None:
    goal, party = 'wish(dst_city, is("Vienna"))', "wish(party, is(party(adults=2)))"
    turn = heard(f"{party}; {goal}", "my sister and I would like some music, perhaps Vienna?")
    assert show(with_goals_kept(meaning(party), turn).all()) == f"{party}; {goal}"
    from_there = 'wish(or_city, is("Vienna"))'
    assert show(with_goals_kept(meaning(from_there), turn).all()) == from_there
    later = replace(turn, context=turn.context._replace(offered=True))
    assert show(with_goals_kept(meaning(party), later).all()) == party
