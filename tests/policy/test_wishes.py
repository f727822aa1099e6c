from datetime import date

import pytest

from wayframe.dialogue import Author
from wayframe.memory import Memory, update
from wayframe.notation import parse
from wayframe.packages import Query
from wayframe.policy.wishes import cities, query, wishes
from wayframe.values import Gazetteer, Lexicon

LEXICON = Lexicon(Gazetteer(["Rome", "Bari", "Frankfurt", "Tokyo"]), Gazetteer([]))
TODAY = date(2016, 8, 1)


def memory(*turns: tuple[Author, int, str]) -> Memory:
    """The memory after turns of (author, active frame, acts in the paper's notation, one a line)."""
    known = Memory()
    for author, active, acts in turns:
        known = update(known, author, [parse(act) for act in acts.splitlines()], active)
    return known


def asked(acts: str) -> Query:
    wished = wishes(memory(("user", 1, acts)), 1)
    return query(wished, next(iter(cities(wished, "dst_city", LEXICON)), None), LEXICON, TODAY)


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ("inform(or_city=rome, dst_city=tokyo)", Query(or_city="Rome", dst_city="Tokyo")),
        ("inform(or_city=Rome, dst_city=Frankfort)", Query(or_city="Rome", dst_city="Frankfurt")),
        ("inform(dst_city=Atlantis)", Query(dst_city="Atlantis")),
        ("inform(budget=under 2000)", Query(price_max=2000)),
        ("inform(budget=more than $500)", Query(price_min=500)),
        ("inform(budget=at least $500)", Query(price_min=500)),
        ("inform(budget=around 2000)", Query(price_max=2200)),
        ("inform(n_adults=me and 4 friends)", Query(adults=5)),
        ("inform(budget=cheapest)", Query()),
        ("inform(budget=more expensive)\ninform(budget=cheaper)", Query()),
        ("inform(n_adults=my wife and I, n_children=2)", Query(adults=2, children=2)),
        ("inform(seat=business class)", Query(seat="business")),
        ("inform(category=at least 4 stars, wifi=True, beach=True)",
         Query(min_category=4, amenities=("wifi",), vicinity=("beach",))),
        ("inform(str_date=August 23rd, end_date=September 1st)", Query(start=date(2016, 8, 23), end=date(2016, 9, 1))),
        ("inform(str_date=August 17, end_date=the 31st)", Query(start=date(2016, 8, 17), end=date(2016, 8, 31))),
        ("inform(str_date=August)", Query(start=date(2016, 8, 1), end=date(2016, 8, 31))),
        ("inform(str_date=end of August)", Query(start=date(2016, 8, 21), end=date(2016, 9, 7))),
        ("inform(str_date=August 17)", Query(start=date(2016, 8, 17), end=date(2016, 8, 31))),
        ("inform(str_date=August 17, max_duration=two weeks)",
         Query(start=date(2016, 8, 17), end=date(2016, 9, 2), min_duration=12, max_duration=16)),
        ("inform(max_duration=at most 14 days)", Query(max_duration=14)),
        ("inform(max_duration=two days)", Query(min_duration=1, max_duration=3)),
        ("inform(str_date=August 17, min_duration=9 days)",
         Query(start=date(2016, 8, 17), end=date(2016, 9, 2), min_duration=9)),
        ("inform(flex=True, max_duration=8 days)", Query(flexible=True, min_duration=7, max_duration=9)),
    ],
)  # fmt: skip
def test_what_the_user_says_becomes_a_query(acts: str, expected: Query) -> None:
    assert asked(acts) == expected


def test_several_destinations_are_all_kept() -> None:
    wished = wishes(memory(("user", 1, "inform(dst_city=Rome, dst_city=Bari, dst_city=Tokyo)")), 1)
    assert cities(wished, "dst_city", LEXICON) == ["Rome", "Bari", "Tokyo"]


def test_a_city_is_kept_once_however_it_is_written() -> None:
    wished = wishes(memory(("user", 1, "inform(dst_city=Atlantis, dst_city=atlantis)")), 1)
    assert len(cities(wished, "dst_city", LEXICON)) == 1


def test_what_the_wizard_told_of_an_offer_is_no_wish_but_its_cities_are() -> None:
    known = memory(
        ("user", 1, "inform(or_city=Rome, dst_city=Tokyo, str_date=August 23)"),
        ("wizard", 1, "offer(name=Blue Fox, dst_city=Tokyo, str_date=August 25, seat=economy, price=$900, id=2)"),
        ("user", 2, "switch_frame(ref=[2{ref_anaphora=that}])"),
    )
    assert wishes(known, 2) == {"or_city": ("Rome",), "dst_city": ("Tokyo",), "str_date": ("august 23",)}


def test_what_the_user_negates_is_no_wish() -> None:
    known = memory(
        ("user", 1, "inform(or_city=Rome, dst_city=Tokyo)"),
        ("wizard", 1, "offer(name=Blue Fox, dst_city=Tokyo, price=$900, id=2)"),
        ("user", 1, "negate(ref=[1{dst_city=Tokyo}])"),
    )
    assert "dst_city" not in wishes(known, 1)


def test_who_travels_from_where_holds_for_every_trip() -> None:
    known = memory(
        ("user", 1, "inform(dst_city=Tokyo)"),
        ("user", 2, "inform(dst_city=Bari, or_city=Rome, n_adults=2, n_children=1)"),
        ("user", 3, "inform(dst_city=Frankfurt)"),
    )
    expected = Query(or_city="Rome", dst_city="Frankfurt", adults=2, children=1)
    assert query(wishes(known, 3), "Frankfurt", LEXICON, TODAY) == expected
