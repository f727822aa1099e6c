"""Talks read by themselves: acts of both sides, frames, the packages behind offers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from wayframe.collection.desk.trips import told
from wayframe.collection.labelling.protocol import LabelledDialogue
from wayframe.collection.labelling.trips import TripsLabeller
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Author, Dialogue, Package, SearchLog
from wayframe.notation import show
from wayframe.packages import Catalogue, Query, search_record
from wayframe.validation import problems

SEARCH = search_record(Query(dst_city="Tokyo"), 1_470_000_000.0)


@pytest.fixture(scope="module")
def trips(catalogue_path: Path) -> Iterator[Catalogue]:
    with Catalogue(catalogue_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def reader(trips: Catalogue) -> TripsLabeller:
    return TripsLabeller(trips)


@pytest.fixture(scope="module")
def found(trips: Catalogue) -> tuple[Package, ...]:
    """What the wizard found: the cheapest package of each hotel in Tokyo."""
    return hotels(trips)


def said(*texts: str, found: tuple[Package, ...] = ()) -> tuple[UnlabelledTurn, ...]:
    """Turns of both in turn, the user's first; the packages were found before the wizard's first one."""
    turns = []
    for place, text in enumerate(texts):
        author: Author = "wizard" if place % 2 else "user"
        db = SearchLog((SEARCH,), (found,)) if place == 1 and found else SearchLog()
        turns.append(UnlabelledTurn(author, text, 1_470_000_000_000 + 1000 * place, (place + 1,), db))
    return tuple(turns)


def acts(reader: TripsLabeller, *texts: str, found: tuple[Package, ...] = ()) -> list[str]:
    """The acts of the last turn."""
    return [show(act) for act in reader.read(said(*texts, found=found)).turns[-1].acts]


def hotels(catalogue: Catalogue, *, city: str = "Tokyo") -> tuple[Package, ...]:
    """The cheapest package of each of a city's hotels."""
    cheapest: dict[str, Package] = {}
    for package in catalogue.search(Query(dst_city=city), 500):
        cheapest.setdefault(package.hotel.name, package)
    return tuple(cheapest.values())


def test_an_offer_is_known_by_the_package_that_the_wizard_found(reader: TripsLabeller, catalogue: Catalogue) -> None:
    one, two, *_ = hotels(catalogue)
    text = f"There is the {one.hotel.name} for ${one.price:,.2f}. Or the {two.hotel.name}, it costs ${two.price:,.2f}."
    read = reader.read(said("A trip to Tokyo please", text, found=(one, two)))
    offers = read.turns[-1].acts
    assert [act.name for act in offers] == ["offer", "offer"]
    assert [act.id for act in offers] == [2, 3]
    assert {slot.key for slot in offers[0].slots} >= {"name", "price"}
    assert read.offers == {2: one, 3: two}


def test_the_details_that_a_click_puts_into_the_message_are_one_offer(
    reader: TripsLabeller, catalogue: Catalogue
) -> None:
    package = hotels(catalogue)[0]
    words = " ".join(told(package, Query()))
    (offer,) = reader.read(said("A trip to Tokyo please", words, found=(package,))).turns[-1].acts
    assert offer.name == "offer"
    keys = {slot.key for slot in offer.slots}
    assert keys >= {"name", "dst_city", "or_city", "str_date", "end_date", "price", "category", "duration", "seat"}


def test_what_is_told_of_an_earlier_option_is_written_to_its_frame(reader: TripsLabeller, catalogue: Catalogue) -> None:
    one, two, *_ = hotels(catalogue)
    texts = ("To Tokyo", f"The {one.hotel.name} or the {two.hotel.name}?", "Thank you")
    (told,) = acts(reader, *texts, f"The {two.hotel.name} has {two.hotel.category}s", found=(one, two))
    assert told.startswith("inform(write=[3{name=")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello! When would you like to travel?", ["greeting()", "request(str_date)"]),
        ("Do you have a budget in mind?", ["request(budget)"]),
        ("Sorry, I can't find any packages to Paris.", ["sorry()", "no_result(ref=[1{dst_city=Paris}])"]),
        ("How about Berlin?", ["suggest(dst_city=Berlin, id=2)"]),
        ("Would you like me to book it?", ["suggest(action=book)"]),
        ("Your trip is booked.", ["inform(action=book)"]),
        ("You're welcome!", ["you_are_welcome()"]),
        ("I did not understand that", ["reject()"]),
        ("I have 4 hotels in Berlin.", ["inform(count_name=4, dst_city=Berlin)"]),
        ("There are two great packages to Berlin.", ["inform(count=two, dst_city=Berlin)"]),
        ("I found 3 other cities.", ["inform(count_dst_city=3)"]),
        (
            "It is 12 days in Paris for $900, or 9 days in Berlin for $700.",
            [
                "offer(duration=12 days, dst_city=Paris, price=$900, id=2)",
                "offer(duration=9 days, dst_city=Berlin, price=$700, id=3)",
            ],
        ),
        ("How about 9 days in Berlin for $700?", ["offer(duration=9 days, dst_city=Berlin, price=$700, id=2)"]),
        ("How about Berlin or Paris?", ["suggest(dst_city=Berlin, id=2)", "suggest(dst_city=Paris, id=3)"]),
        ("I also have one to Berlin.", ["offer(dst_city=Berlin, id=2)"]),
        (
            "There is a 4 star hotel. It costs $700 from August 20-September 1. When can you leave?",
            ["offer(category=4, price=$700, str_date=August 20, end_date=September 1, id=2)", "request(str_date)"],
        ),
        (
            "You would fly from Montreal, Canada to Tokyo, Japan.",
            ["inform(or_city=Montreal\\, Canada, dst_city=Tokyo\\, Japan)"],
        ),
        (
            "I have Paris, Berlin and Tokyo.",
            ["offer(dst_city=Paris, id=2)", "offer(dst_city=Berlin, id=3)", "offer(dst_city=Tokyo, id=4)"],
        ),
    ],
)
def test_turns_of_phrase_of_wizards(reader: TripsLabeller, text: str, expected: list[str]) -> None:
    assert acts(reader, "A trip to Tokyo please", text) == expected


def test_users_are_heard_and_tracked(reader: TripsLabeller) -> None:
    read = reader.read(said("From Montreal to Tokyo", "Nothing there, sorry.", "Then to Berlin"))
    assert [turn.active_frame for turn in read.turns] == [1, 1, 2]
    assert [value.val for value in read.memory.frames[1].info["dst_city"]] == ["Berlin"]


def test_a_turn_more_costs_a_turn(reader: TripsLabeller, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, hear = list[str](), TripsLabeller.hear

    def noted(self: TripsLabeller, read: LabelledDialogue, each: UnlabelledTurn) -> LabelledDialogue:
        heard.append(each.text)
        return hear(self, read, each)

    monkeypatch.setattr(TripsLabeller, "hear", noted)
    talk = said("To Tokyo", "When?", "In August", "Which day?")
    whole = reader.read(talk, "a talk")
    reader.read(talk[:2], "a talk")
    assert reader.read(talk, "a talk") is whole
    assert heard == ["To Tokyo", "When?", "In August", "Which day?"]
    reader.read((*talk[:3], talk[3]._replace(text="Which day?\nAnd how long?")), "a talk")
    assert heard[4:] == ["Which day?\nAnd how long?"]


WORDS = """
    the a to from no yes Tokyo Paris Berlin 23 August $900 2 adults 4 stars offer nothing found sorry hotel wifi book it
    first one cheaper ? . , how about when budget more details
"""
SENTENCES = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=14).map(" ".join)
TEXTS = st.text(min_size=1, max_size=60) | SENTENCES


@settings(max_examples=drawn(60))
@given(texts=st.lists(TEXTS, min_size=1, max_size=7), name=st.integers(0, 3))
def test_whatever_is_said_makes_a_sound_dialogue(
    reader: TripsLabeller, found: tuple[Package, ...], texts: list[str], name: int
) -> None:
    named = [f"{text} {found[name].hotel.name}" if place % 3 == 1 else text for place, text in enumerate(texts)]
    dialogue: Dialogue = reader.read(said(*named, found=found)).dialogue("one", "somebody", "somebody else")
    assert [str(problem) for problem in problems(dialogue) if problem.severity == "error"] == []
