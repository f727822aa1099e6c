"""Conversations over messy tables in which the agent was once at fault: what somebody who knows the goods would do."""

import pytest

from talking import offered, table, talk
from wayframe.agent import Exchange
from wayframe.tables import Table

BICYCLES = table(
    "Model | Type | Frame size | Price | Weight | Gears | Electric | Colour | In stock since | Range (km)",
    "Velora One 1 | city | M | 1,200 € | 17.5 kg | 8 | Yes | matt black | 3.5.2026 | 80",
    "Velora Flow 2 | road | L | 900 € | 9.1 kg | 21 | No | red | 4.6.2026 | ",
    "Tindle Pro 3 | road | XL | 2,400 € | n/a | 27 | no | forest green | 5.7.2026 | ",
    "Tindle Trail 4 | city | M | 640 € | 14 kg | 7 | No | red | 6.3.2026 | ",
    "Tindle Urban 5 | cargo | | 3,100 € | 28 kg | 8 | yes | white | 7.2.2026 | 120",
    items="bicycles",
)
WINES = table(
    "wine | country | region | vintage | price (£) | points | organic | alcohol % | pairs with",
    "Casa Alba 1 | Italy | Tuscany | 2015 | 21.50 | 92 | y | 13.5% | pasta",
    "Casa Sorel 2 | Italy | Piedmont | 2019 | 48 | 95 | n | 14 | game and mushrooms",
    "Quinta Nuvo 3 | Spain | Rioja | 2008 | 19 | 90 | | 13 | beef",
    "Domaine Tordo 4 | France | Burgundy | 2011 | 63 | 97 | y | 12.5 | fish",
    "Chateau Brisa 5 | France | Loire | 2021 | 12 | 86 | n | 12 | fish",
    items="wines",
)
JOBS = table(
    "Title | Company | City | Salary (per year) | Remote | Start date | Hours per week",
    "Senior Nurse #1 | Nordlicht | Munich | $61,000 | no | 2026-10-05 | 40",
    "Junior Nurse #2 | Hexa | Berlin | $42000 | partly | 2026-11-02 | 30",
    "Nurse #3 | Blue Fern | Berlin | $50,000 | yes | 2026-12-01 | 20",
    "Senior Welder #4 | Hexa | Munich | | no | 2026-10-20 | 40",
    "Welder #5 | Nordlicht | Berlin | $45,000 | yes | 2026-09-15 | 38.5",
    items="jobs",
)
FLATS = table(
    "Ref | Address | District | Rent | Size | Rooms | Balcony | Available | Amenities",
    "A-1 | 12 Hill Road | Northside | 1.200 € | 65 m² | 2 | yes | 2026-10-01 | wifi, parking, lift",
    "A-2 | 3 Mill Lane | Old Town | €980 | 48 m² | 1.5 | no | now | wifi",
    "A-3 | 77 Quay Street | Harbour | 1,650 € | 92 m² | 3 | yes | 2026-11-15 | parking; lift; garden",
    "A-4 | 5 Church Square | Old Town | 790 | 35 | 1 | no | 2026-09-15 | ",
    "A-5 | 21 Garden Row | Northside | 1.480,50 € | 80,5 m² | 3 | yes | 2026-10-01 | garden, wifi",
    items="flats",
)


def last(over: Table, *texts: str) -> Exchange:
    return talk(over, *texts)[-1]


def names(exchange: Exchange, over: Table) -> list[object]:
    return [facts[over.schema.name.slot] for facts in offered(exchange)]


@pytest.mark.parametrize(
    ("over", "wish", "found"),
    [
        (BICYCLES, "something between 1000 and 1300", ["Velora One 1"]),
        (BICYCLES, "a black one", ["Velora One 1"]),
        (BICYCLES, "electric please", ["Velora One 1", "Tindle Urban 5"]),
        (BICYCLES, "a road bike in green", ["Tindle Pro 3"]),
        (BICYCLES, "not heavier than 14 kilos", ["Tindle Trail 4", "Velora Flow 2"]),
        (BICYCLES, "nothing lighter than 20 kg", ["Tindle Urban 5"]),
        (WINES, "older than 2010", ["Quinta Nuvo 3"]),
        (WINES, "2011 or earlier, at least 95 points", ["Domaine Tordo 4"]),
        (WINES, "something french for fish under £15", ["Chateau Brisa 5"]),
        (WINES, "what about 12% alcohol at most", ["Chateau Brisa 5"]),
        (WINES, "any wine that pairs with mushrooms", ["Casa Sorel 2"]),
        (WINES, "are there any organic ones?", ["Casa Alba 1", "Domaine Tordo 4"]),
        (FLATS, "a flat with wifi and a garden", ["21 Garden Row"]),
        (FLATS, "a lift, under 1300 euros", ["12 Hill Road"]),
        (FLATS, "at least 80.5 square metres", ["21 Garden Row", "77 Quay Street"]),
        (JOBS, "a nurse position in Berlin", ["Nurse #3", "Junior Nurse #2"]),  # the best paid first
        (JOBS, "nurse, senior", ["Senior Nurse #1"]),
        (JOBS, "30 hours", ["Junior Nurse #2"]),
        (JOBS, "remote", ["Nurse #3", "Welder #5"]),
        (JOBS, "starting in october at the latest", ["Senior Nurse #1", "Welder #5", "Senior Welder #4"]),
        (JOBS, "in Munich, starts before october 10", ["Senior Nurse #1"]),
    ],
)
def test_what_is_wished_for(over: Table, wish: str, found: list[str]) -> None:
    assert names(last(over, wish), over) == found


@pytest.mark.parametrize(
    ("over", "texts", "says"),
    [
        (BICYCLES, ("under 1000", "is the second one electric?"), "It isn't electric."),
        (BICYCLES, ("road bikes", "how heavy are they?"), "I don't know the weight of the Tindle Pro 3."),
        (BICYCLES, ("electric", "the first one", "how far does it go?"), "Its range is 80 km."),
        (BICYCLES, ("what types do you have?",), "Types: city, road and cargo."),
        (BICYCLES, ("how many road bikes are under 1000?",), "1 bicycle fits."),
        (WINES, ("from Italy", "which one has the most points?"), "The points of the Casa Sorel 2 are 95."),
        (WINES, ("from Italy", "the first one", "what does it go with?"), "Pairs with pasta."),
        (WINES, ("from Italy", "the second", "is it cheaper than the first?"), "The Casa Alba 1 costs £21.50."),
        (WINES, ("from Italy", "the first one", "what regions are there?"), "Regions: Tuscany, Piedmont, Rioja"),
        (WINES, ("from Italy", "the first one", "what's the average price?"), "don't know that"),
        (WINES, ("from Italy", "the first one", "what did I book?"), "Nothing is booked yet."),
        (WINES, ("from Italy", "book the first one", "what did I book?"), "booked: the Casa Alba 1, for £21.50."),
        (WINES, ("from Italy", "from Spain", "what were my options again?"), "The Casa Sorel 2: price £48"),
        (FLATS, ("in Northside", "how much are they?"), "The rent of 21 Garden Row is €1,480.50."),
        (FLATS, ("in Northside", "the first one", "is there parking?"), "Amenities: wifi, parking, lift."),
        (
            FLATS,
            ("in the Old Town", "the first one", "is there parking?"),
            "I don't know the amenities of 5 Church Square.",
        ),
        (JOBS, ("nurse in Berlin", "the second one", "is it remote?"), "Remote: partly."),
        (FLATS, ("in Harbour", "the first one", "when is it available?"), "Available: 2026-11-15."),
        (JOBS, ("in Berlin", "how much does the first pay?"), "Its salary per year is $50,000."),
        (JOBS, ("nurse", "which of those is in Munich?"), "The Senior Nurse #1 is in Munich."),
    ],
)
def test_what_is_asked(over: Table, texts: tuple[str, ...], says: str) -> None:
    assert says in last(over, *texts).wizard.text


def test_a_region_of_another_country_takes_the_place_of_the_country() -> None:
    assert names(last(WINES, "from Italy", "anything from Rioja?"), WINES) == ["Quinta Nuvo 3"]


def test_the_one_before_is_what_was_talked_about_before() -> None:
    lines = ("from Italy", "the second one", "something from France", "the first one", "go back to the one before")
    assert "Casa Sorel 2" in last(WINES, *lines).wizard.text


def test_it_is_compared_with_the_one_that_is_named() -> None:
    exchange = last(WINES, "from Italy", "the second one", "something from France", "the first one",
                    "compare it with the Casa Sorel")  # fmt: skip
    assert exchange.wizard.text.count(": price") == 2


@pytest.mark.parametrize("words", ["can I try it first?", "the third one"])
def test_what_counts_no_option_turns_to_none(words: str) -> None:
    exchange = last(WINES, "from Italy", "the first one", words)
    assert exchange.user.active_frame == exchange.before.memory.active_frame


def test_who_meant_another_one_does_not_keep_both() -> None:
    exchange = last(WINES, "from Italy", "book the first one", "no, I meant the second one")
    assert exchange.wizard.text.startswith(("It's cancelled: the Casa Alba 1", "Cancelled: the Casa Alba 1"))
    assert "Casa Sorel 2" in exchange.wizard.text
    texts = ("from Italy", "compare them", "book the cheaper one", "no wait, the other one", "yes")
    assert "booked: the Casa Sorel 2" in last(WINES, *texts).wizard.text


def test_the_welcome_has_round_prices_and_says_what_is_so() -> None:
    assert WINES.welcome.examples == (
        "I'm looking for a wine: Italy under £22.", "What is the best wine?", "Is there an organic one?",
    )  # fmt: skip
    assert "over $50,000" in JOBS.welcome.hint


def test_things_of_a_list_are_wished_for_one_after_the_other() -> None:
    assert names(last(FLATS, "with wifi", "and with parking"), FLATS) == []  # told again, alone
    assert "12 Hill Road" in last(FLATS, "with wifi", "and with parking").wizard.text
    assert "no_result" in [act.name for act in last(FLATS, "with wifi", "with a lift", "with a garden").wizard.acts]


def test_what_is_named_is_shown_whatever_else_was_wished_for() -> None:
    assert names(last(FLATS, "in Northside under 1300", "what about 77 Quay Street?"), FLATS) == ["77 Quay Street"]


@pytest.mark.parametrize(
    "words", ["whatever you have", "I don't know", "show me some bikes", "what bikes do you have?"]
)
def test_who_does_not_know_is_asked_once_and_then_shown(words: str) -> None:
    first, second = talk(BICYCLES, words, words)
    assert [act.name for act in first.wizard.acts] == ["request"]
    assert len(offered(second)) == 3


def test_who_does_not_want_it_booked_has_booked_nothing() -> None:
    exchange = last(WINES, "from Italy", "the first one", "nah")
    assert "ancelled" not in exchange.wizard.text
    exchange = last(WINES, "from Italy", "book the first one", "the second one", "no")
    assert "ancelled" not in exchange.wizard.text
