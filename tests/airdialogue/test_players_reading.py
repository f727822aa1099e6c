import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.airdialogue.players.reading import DayMention, FlightSentence, PlaceMention, SpokenValue, read


def test_a_request_with_all_that_it_may_hold() -> None:
    heard = read("Hello. I'd like to book a flight from ATL to ORD, leaving on Sept 11 and returning 13 September.")
    assert heard.goal == SpokenValue("book")
    assert heard.places == (PlaceMention(("ATL",), "origin", True), PlaceMention(("ORD",), "destination", True))
    assert heard.days == (DayMention("Sept", 11, "out", True), DayMention("Sept", 13, "back", True))


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Could you cancel my booking?", "cancel"),
        ("I have to move my reservation.", "change"),
        ("I need a ticket.", "book"),
        ("Please canecl my flight.", "cancel"),
        ("It took me hours to find you.", None),
    ],
)
def test_what_somebody_came_for(text: str, goal: str | None) -> None:
    found = read(text).goal
    assert (found and found.value) == goal


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My name is April Houston.", "April Houston"),
        ("I'm Jan Mishra, hello.", "Jan Mishra"),
        ("The origin is Milan.", None),
        ("Shall I book flight 1005 for Ann Lee?", "Ann Lee"),
        ("I leave in May.", None),
    ],
)
def test_names_even_if_they_are_cities_and_months(text: str, name: str | None) -> None:
    assert read(text).name == name


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("Leave in the morning, return in the evening.", {"departure_time": "morning", "return_time": "evening"}),
        ("No stops, please.", {"max_connections": 0}),
        ("At most 1 stop, business class, under $500.", {"max_connections": 1, "class": "business", "max_price": 500}),
        ("I have a business meeting.", {}),
        ("No low-cost airline, please.", {"airline_preference": "normal-cost"}),
        ("It is my 40th birthday and I have 3 kids.", {}),
    ],
)  # fmt: skip
def test_wishes(text: str, wishes: dict[str, str | int]) -> None:
    assert {key: wish.value for key, wish in read(text).wishes.items()} == wishes


def test_names_of_which_nobody_says_that_they_are_names() -> None:
    for name in ("Jan de Boer", "April Houston", "Austin May", "Milan Machado"):
        assert read(f"Hello. {name}. From Austin to Houston on May 3.").runs == (name,)
        places = read(f"{name}. From Austin to Houston on May 3.").places
        assert [place.slot for place in places] == ["origin", "destination"]
    assert read("May I fly to New York?").runs == ()


def test_days_in_numbers_are_american_unless_they_cannot_be() -> None:
    assert read("06/12").days == (DayMention("June", 12, None, True, ("Dec", 6)),)
    assert read("13/12").days == (DayMention("Dec", 13, None, True),)
    assert read("99/99").days == ()


def test_a_city_stands_for_all_its_airports() -> None:
    assert read("From Washington to New York.").places == (
        PlaceMention(("DCA", "IAD"), "origin", True),
        PlaceMention(("JFK", "LGA"), "destination", True),
    )


def test_slips_are_understood_but_not_trusted() -> None:
    assert read("Spet 11").days == (DayMention("Sept", 11, None, False),)
    assert not read("In the econmy class.").wishes["class"].sure
    assert read("From Chciago.").places[0].sure is False


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("No, that's right not what I want.", "no"),
        ("That's not right.", "no"),
        ("That's right.", "yes"),
        ("Yse.", "yes"),
        ("Phones are not my thing. Great, I take it.", "yes"),
        ("Great, I take it. Phones are not my thing.", "yes"),
        ("I want no stops.", ""),
    ],
)
def test_what_opens_a_sentence_is_the_answer(text: str, answer: str) -> None:
    heard = read(text)
    assert (heard.yes, heard.no) == (answer == "yes", answer == "no")


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert isinstance(read(text), FlightSentence)
