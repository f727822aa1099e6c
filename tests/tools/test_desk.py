import pytest

from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tools import Desk

WISHES: dict[str, str | bool] = {
    "or_city": "Montreal", "dst_city": "Tokyo", "str_date": "August 23", "end_date": "September 1",
}  # fmt: skip


@pytest.fixture
def desk(catalogue: Catalogue) -> Desk:
    return Desk(catalogue)


def held(desk: Desk, frame: int, slot: str) -> str | None:
    return next((entry.text for entry in desk.board[frame - 1].entries if entry.slot == slot), None)


def test_what_contradicts_makes_a_new_frame_and_nothing_is_overwritten(desk: Desk) -> None:
    assert desk.remember(WISHES) == 1
    assert desk.remember({"budget": "under $3000"}) == 1
    assert desk.remember({"dst_city": "Berlin"}) == 2
    assert (held(desk, 1, "dst_city"), held(desk, 2, "dst_city")) == ("Tokyo", "Berlin")
    assert held(desk, 2, "or_city") == "Montreal"


def test_search_goes_by_the_active_frame_and_each_package_becomes_one(desk: Desk) -> None:
    desk.remember(WISHES)
    found = desk.search(2)
    assert [each.frame for each in found] == [2, 3]
    assert all(each.facts["dst_city"] == "Tokyo" for each in found)
    assert held(desk, 2, "price") == found[0].facts["price"]
    assert desk.memory.active_frame == 1


LIMITS: dict[str, str | bool] = {**WISHES, "str_date": "after August 22", "end_date": "before September 5"}


def test_what_is_offered_and_booked_stands_as_the_package_has_it_not_as_it_was_wished(desk: Desk) -> None:
    desk.remember({**LIMITS, "budget": "under $9000", "duration": "at least 3 days"})
    first = desk.search(1)[0]
    desk.book(first.frame)
    wish, booked = ({entry.slot: entry.words or entry.text for entry in card.entries} for card in desk.board)
    assert (wish["str_date"], wish["end_date"]) == ("after August 22", "before September 5")
    fixed = ("str_date", "end_date", "duration", "name")
    assert [booked[slot] for slot in fixed] == [first.facts[slot] for slot in fixed]
    assert booked["budget"] == "under $9000"  # still the user's


def test_where_nothing_fits_something_gives_way_and_is_named(desk: Desk) -> None:
    desk.remember({**WISHES, "budget": "$5"})
    assert desk.search() == ()
    assert desk.board[0].no_result
    found = desk.suggest(1)
    assert "budget" in [slot for slot, _, _ in found[0].relaxed]


def test_compare_details_and_book(desk: Desk) -> None:
    desk.remember(WISHES)
    first, second = (each.frame for each in desk.search(2))
    prices = next(row for row in desk.compare([first, second]).rows if row.slot == "price")
    assert prices.best == {0}
    assert desk.details(first)["price"] == prices.values[0]
    booked = desk.book(second)
    assert booked["price"] == prices.values[1]
    assert desk.memory.active_frame == second
    assert held(desk, second, "action") == "book"


def test_several_cities_are_searched_each(desk: Desk) -> None:
    desk.remember({**WISHES, "dst_city": "Tokyo"})
    desk.remember({"dst_city": "Paris"})
    assert {each.facts["dst_city"] for each in desk.search(1)} == {"Paris"}


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda desk: desk.remember({"colour": "red"}), "slot 'colour': expected one of dst_city"),
        (lambda desk: desk.remember({}), "expected at least one constraint"),
        (lambda desk: desk.search(), "nothing to search for"),
        (lambda desk: desk.switch(4), "frame 4: expected 1 to 0"),
        (lambda desk: desk.compare([1]), "expected at least two"),
        (lambda desk: desk.remember(WISHES) and desk.details(1), "frame 1: no package"),
        (lambda desk: desk.remember(WISHES) and desk.search(11), "limit: expected 1 to 10, found 11"),
    ],
)
def test_what_cannot_be_is_said(desk: Desk, call: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        call(desk)  # type: ignore[operator]
