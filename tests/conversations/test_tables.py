"""Conversations over messy tables: what somebody who knows the goods would do."""

import runpy
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assisting import about, agent_over, asked, done, example, facts, last, named, offered, table, talk, wanted
from drawing import drawn
from wayframe.agent import Agent
from wayframe.catalogues import open_source
from wayframe.conversation import Exchange
from wayframe.faithfulness import FIGURE, without_values
from wayframe.sources.tables import TableSource

ROOT = Path(__file__).parents[2]
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

TUTORS = table(
    "Tutor | Subject | Hourly fee | Travels",
    "Ida Holm | German | $30 | 4 km",
    "Otis Bell | Swedish | $42 | 10 km",
    "Rena Voss | maths | $28 | 2 km",
    items="tutors",
)
DOGS = table(
    "ID | Name | Year | Size | Energy | Weight | Fee",
    "H1 | Luna | 2021 | small | medium | 8 kg | $120",
    "H2 | Luna | 2019 | medium | high | 19 kg | $150",
    "H3 | Rex | 2020 | medium | low | 17 kg | $180",
    "H4 | Max | 2018 | large | medium | 31 kg | $200",
    "H5 | Max | 2022 | large | low | 28 kg | $250",
    items="dogs",
)

LAPTOPS, RESTAURANTS = example("laptops.csv"), example("restaurants.toml")
OPENING = "at least 16 GB under 1500"


@cache
def agent(over: TableSource) -> Agent:
    return agent_over(over)


def held(over: TableSource, *texts: str) -> list[Exchange]:
    return talk(agent(over), *texts)


def names(exchange: Exchange, over: TableSource) -> list[str]:
    """What a reply offers or tells of, by name."""
    offers = exchange.after.offers
    return [str(offers[frame][over.schema.name]) for frame in about(exchange)]


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
        (FLATS, "free in October", ["5 Church Square", "12 Hill Road", "21 Garden Row"]),
        (JOBS, "a nurse position in Berlin", ["Nurse #3", "Junior Nurse #2"]),
        (JOBS, "nurse, senior", ["Senior Nurse #1"]),
        (JOBS, "30 hours", ["Junior Nurse #2"]),
        (JOBS, "remote", ["Nurse #3", "Welder #5"]),
        (JOBS, "starting in october at the latest", ["Senior Nurse #1", "Welder #5", "Senior Welder #4"]),
        (JOBS, "in Munich, starts before october 10", ["Senior Nurse #1"]),
        (JOBS, "starts after October 2026", ["Nurse #3", "Junior Nurse #2"]),
        (BICYCLES, "in stock since May 2026", ["Velora One 1"]),
        (BICYCLES, "in stock since 2026, electric", ["Velora One 1", "Tindle Urban 5"]),
        (RESTAURANTS, "a place in the Old Town with a terrace, French", None),
        (LAPTOPS, "a Kestrel or an Orla with a touch-screen", None),
    ],
    ids=named,
)
def test_what_is_wished_for(over: TableSource, wish: str, found: list[str] | None) -> None:
    shown = names(held(over, wish)[-1], over)
    assert shown if found is None else shown == found


@pytest.mark.parametrize(
    ("over", "texts", "says"),
    [
        (BICYCLES, ("under 1000", "is the second one electric?"), "electric"),
        (BICYCLES, ("electric", "the first one", "how far does it go?"), "80 km"),
        (BICYCLES, ("what types do you have?",), "city, road and cargo"),
        (BICYCLES, ("how many road bikes are under 1000?",), "ne "),
        (WINES, ("from Italy", "which one has the most points?"), "Casa Sorel 2"),
        (WINES, ("from Italy", "the first one", "what does it go with?"), "pasta"),
        (WINES, ("from Italy", "the second", "is it cheaper than the first?"), "No"),
        (WINES, ("from Italy", "the first one", "what regions are there?"), "Tuscany"),
        (WINES, ("from Italy", "book the first one", "what did I book?"), "Casa Alba 1"),
        (WINES, ("from Italy", "from Spain", "what were my options again?"), "Casa Sorel"),
        (FLATS, ("in Northside", "how much are they?"), "€1,480.50"),
        (FLATS, ("in Northside", "the first one", "is there parking?"), "parking"),
        (FLATS, ("in the Old Town", "the first one", "is there parking?"), "know"),
        (JOBS, ("nurse in Berlin", "the second one", "is it remote?"), "partly"),
        (FLATS, ("in Harbour", "the first one", "when is it available?"), "November 15"),
        (JOBS, ("in Berlin", "how much does the first pay?"), "$50,000"),
        (JOBS, ("nurse", "which of those is in Munich?"), "Senior Nurse #1"),
        (LAPTOPS, (OPENING, "the first one", "does it have a touchscreen?"), "has a touchscreen"),
        (LAPTOPS, ("how many laptops do you have?",), "56"),
        (LAPTOPS, ("what brands are there?",), "Kestrel"),
    ],
    ids=named,
)
def test_what_is_asked(over: TableSource, texts: tuple[str, ...], says: str) -> None:
    assert says in held(over, *texts)[-1].wizard.text


@pytest.mark.parametrize(
    ("text", "slot", "better"),
    [
        ("anything lighter?", "weight", lambda new, old: new < old),
        ("what about one with a bigger screen?", "screen_size", lambda new, old: new > old),
        ("too heavy", "weight", lambda new, old: new < old),
    ],
)
def test_more_or_less_is_than_what_was_looked_at(text: str, slot: str, better: object) -> None:
    _, one, found = held(LAPTOPS, OPENING, "the second one", text)
    (number,) = [float(str(one.after.offers[one.user.active_frame][slot]).split()[0])]
    numbers = [
        float(str(offer[slot]).split()[0])
        for offer, act in zip(offered(found), found.wizard.acts, strict=False)
        if act.name == "offer"
    ]
    assert numbers or "no_result" in [act.name for act in found.wizard.acts]
    assert all(better(each, number) for each in numbers)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("a dog under $160", "the Luna (2019)"), "Luna (2019)"),
        (("a dog under $160", "tell me about the luna (2021)"), "Luna (2021)"),
        (("a dog under $160", "how heavy is the Luna 2019?"), "Luna (2019)"),
        (("a large dog", "what about the Luna (2019)?"), "Luna (2019)"),
        (("a large dog", "a small dog", "back to the Max (2018)"), "Max (2018)"),
    ],
)
def test_rows_of_one_name_go_by_what_the_agent_tells_them_apart_by(texts: tuple[str, ...], name: str) -> None:
    assert names(held(DOGS, *texts)[-1], DOGS) == [name]


def test_of_two_rows_of_one_name_the_one_that_is_meant_is_booked() -> None:
    booked = held(DOGS, "a dog under $160", "book the Luna (2019)")[-1]
    assert [each["dog_name"] for each in done(booked, "book")] == ["Luna (2019)"]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("energy: medium",), {"Luna (2021)", "Max (2018)"}),
        (("a dog with medium energy",), {"Luna (2021)", "Max (2018)"}),
        (("the energy should be high or medium",), {"Luna (2021)", "Luna (2019)", "Max (2018)"}),
        (("medium size, please",), {"Luna (2019)", "Rex"}),
        (("medium size and low energy",), {"Rex"}),
        (("with low energy", "medium would be nice"), {"Luna (2021)", "Max (2018)"}),
    ],
)
def test_a_value_of_two_columns_is_of_the_one_that_is_spoken_of(texts: tuple[str, ...], found: set[str]) -> None:
    assert set(names(held(DOGS, *texts)[-1], DOGS)) == found


@pytest.mark.parametrize(
    "text",
    [
        "I'd like the lightest dog from 2020 or later",
        "is there a dog from 2020 or later, the one with the least weight?",
        "show me a dog for at least $120, from 2020 on, the lightest",
        "could you find me the lightest dog for less than $300?",
        "I'd like the lightest dog for less than $300",
    ],
)
def test_the_least_of_all_there_is_is_one_wish_beside_others(text: str) -> None:
    assert names(held(DOGS, text)[-1], DOGS)[0] == "Luna (2021)"


@pytest.mark.parametrize("text", ["compare the Rex and the Max (2022)", "compare the Luna (2021) with the Max (2018)"])
def test_rows_that_were_never_shown_are_compared_whatever_else_is_wished_for(text: str) -> None:
    shown = names(held(DOGS, "a dog under $160", text)[-1], DOGS)
    assert [name for name in shown if name in text] == shown


CARS = table(
    "Model | Min price | Price | Max price | Fuel tank capacity | Passengers",
    "Metro | 6.70 | 8.40 | 10.00 | 10.6 | 4",
    "Excel | 6.80 | 8.00 | 9.20 | 11.9 | 5",
    "Astro | 14.70 | 16.60 | 18.60 | 27 | 8",
    items="cars",
)


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("something under 8.5", ["Excel", "Metro"]),
        ("a car for less than 8.20, please", ["Excel"]),
        ("at least 6 passengers", ["Astro"]),
        ("a car for seven people", ["Astro"]),
        ("under 8 seats", ["Excel", "Metro"]),
    ],
)
def test_small_amounts_and_prices_of_several_kinds(wish: str, found: list[str]) -> None:
    assert names(held(CARS, wish)[-1], CARS) == found


def test_a_column_called_by_a_short_form_is_that_only_behind_an_article() -> None:
    assert "H3" in held(DOGS, "tell me about Rex", "what is the ID?")[-1].wizard.text
    assert names(held(DOGS, "id like a small dog")[-1], DOGS) == ["Luna (2021)"]


def test_options_are_offered_compared_gone_back_to_and_booked() -> None:
    found, bigger, compared, back, told, booked = held(
        LAPTOPS, OPENING, "one with a bigger screen?", "compare the first two", "go back to the Lumen",
        "does it have a touchscreen?", "take it",
    )  # fmt: skip
    assert [offer["model"] for offer in offered(found)] == ["Lumen Page 13 Plus", "Orla Lite 14", "Pinto Go 11 Plus"]
    assert about(compared) == about(bigger)[:2]
    assert back.user.active_frame == about(found)[0]
    assert facts(told)[0]["touchscreen"] is True
    assert [each["model"] for each in done(booked, "book")] == ["Lumen Page 13 Plus"]


def searched(table: TableSource, exchange: Exchange) -> str:
    """Return the first search of a turn in a line."""
    (wanted, _), *_ = agent(table).presenter.searches(agent(table).source.recorded(exchange.wizard))
    return wanted


def test_what_came_back_came_with_the_wishes_by_which_it_was_found() -> None:
    exchange = held(LAPTOPS, OPENING, "one with a bigger screen?", "go back to the Lumen", "anything lighter?")[-1]
    sought = searched(LAPTOPS, exchange)
    assert "1.47 kg" in sought
    assert "screen" not in sought


def test_the_cheaper_of_two_is_taken() -> None:
    booked = held(LAPTOPS, OPENING, "the first one", "compare it to the Orla Lite 14", "I'll take the cheaper one")[-1]
    assert [each["model"] for each in done(booked, "book")] == ["Lumen Page 13 Plus"]


def test_an_alternative_leaves_the_other_wishes_alone() -> None:
    exchange = held(RESTAURANTS, "Italian with a terrace", "what about Lebanese?")[-1]
    sought = searched(RESTAURANTS, exchange)
    assert "Lebanese" in sought
    assert "Italian" not in sought
    assert "terrace" in sought


def test_others_are_others() -> None:
    first, second = held(RESTAURANTS, "something Italian", "show me others")
    assert names(second, RESTAURANTS)
    assert set(names(first, RESTAURANTS)).isdisjoint(names(second, RESTAURANTS))


def test_other_spellings_of_values_are_those_of_the_file() -> None:
    assert {offer["cuisine"] for offer in offered(held(RESTAURANTS, "sushi or pizza")[-1])} <= {"Japanese", "Italian"}


def test_who_has_said_nothing_yet_is_greeted() -> None:
    assert held(RESTAURANTS, "Hi!")[-1].wizard.acts[0].name == "greeting"


def test_a_wish_that_nothing_meets_gives_way() -> None:
    (exchange,) = held(LAPTOPS, "a Vesper under 300")
    assert "no_result" in [act.name for act in exchange.wizard.acts]
    assert {offer["brand"] for offer in offered(exchange)} >= {"Vesper"}


def test_what_nearly_fits_something_cheaper_is_cheaper() -> None:
    exchange = held(RESTAURANTS, "vegan", "the second one", "something cheaper, and with a terrace")[-1]
    assert names(exchange, RESTAURANTS) == ["The Wild Spoon", "The Crooked Ladle"]


def test_a_region_of_another_country_takes_the_place_of_the_country() -> None:
    assert names(held(WINES, "from Italy", "anything from Rioja?")[-1], WINES) == ["Quinta Nuvo 3"]


def test_it_is_compared_with_the_one_that_is_names() -> None:
    exchange = held(WINES, "from Italy", "the second one", "something from France", "the first one",
                    "compare it with the Casa Sorel")[-1]  # fmt: skip
    assert set(names(exchange, WINES)) == {"Casa Sorel 2", names(held(WINES, "from France")[-1], WINES)[0]}


@pytest.mark.parametrize("words", ["can I try it first?", "the third one"])
def test_what_counts_no_option_turns_to_none(words: str) -> None:
    exchange = held(WINES, "from Italy", "the first one", words)[-1]
    assert exchange.user.active_frame == exchange.before.memory.active_frame


def test_who_meant_another_one_does_not_keep_both() -> None:
    turns = held(WINES, "from Italy", "book the first one", "no, I meant the second one", "yes", "what did I book?")
    assert names(turns[-1], WINES) == ["Casa Sorel 2"]


def test_things_of_a_list_are_wished_for_one_after_the_other() -> None:
    assert names(held(FLATS, "with wifi", "and with parking")[-1], FLATS) == ["12 Hill Road"]
    acts = held(FLATS, "with wifi", "with a lift", "with a garden")[-1].wizard.acts
    assert "no_result" in [act.name for act in acts]


def test_what_is_named_is_shown_whatever_else_was_wished_for() -> None:
    assert names(held(FLATS, "in Northside under 1300", "what about 77 Quay Street?")[-1], FLATS) == ["77 Quay Street"]


@pytest.mark.parametrize(
    "words", ["whatever you have", "I don't know", "show me some bikes", "what bikes do you have?"]
)
def test_who_does_not_know_is_shown_some(words: str) -> None:
    first, second = held(BICYCLES, words, words)
    assert offered(first) or asked(first) or offered(second)


def test_who_does_not_want_it_booked_has_booked_nothing() -> None:
    assert not done(held(WINES, "from Italy", "the first one", "nah")[-1], "book")
    assert not done(held(WINES, "from Italy", "book the first one", "the second one", "no")[-1], "cancel")


def test_a_table_of_few_columns_will_do() -> None:
    books = table("title | author", "North | Ana Silva", "South | Ana Silva", "West | Bo Ek", items="books")
    first, second = held(books, "something by Ana Silva", "tell me more about South")
    assert [offer["title"] for offer in offered(first)] == ["North", "South"]
    assert "Ana Silva" in second.wizard.text


SAYINGS = (
    OPENING, "anything lighter?", "a bigger screen?", "compare them", "compare the first two", "the second one", "yes",
    "no", "the cheapest", "which one has the best rating?", "how heavy is it?", "does it have a touchscreen?",
    "book it", "go back to the Orla", "a Vesper under 300", "no Kestrel", "any colour", "tell me more",
    "something else", "hi", "what brands are there?", "between 1.1 and 1.3 kg", "too heavy", "thanks, bye",
    "the lightest laptop", "blorp?", "what is the price?", "I don't mind the brand",
    "at least 2 TB and under 200 euros",
)  # fmt: skip


@settings(max_examples=drawn(60))
@given(st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=8))
def test_every_figure_of_a_reply_is_of_an_act(texts: list[str]) -> None:
    for exchange in held(LAPTOPS, *texts):
        assert exchange.wizard.text
        assert FIGURE.findall(without_values(exchange.wizard.text, exchange.wizard.acts)) == []


def test_any_text_is_answered() -> None:
    for text in ("", "???", "17", "blorp?", "a" * 3000, "🙂", "no no no"):
        assert held(RESTAURANTS, text)[-1].wizard.text


def test_the_page_shows_conversations_as_they_run() -> None:
    page = (ROOT / "docs" / "own-catalogue.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "docs" / "make.py"))["replayed"](page, ROOT) == page, "run `make docs`"


def test_a_day_that_nobody_calls_by_its_column_is_none_of_the_table() -> None:
    exchange = held(RESTAURANTS, "Italian please", "the dinner is on the 5th of December")[-1]
    assert "open since" not in exchange.wizard.text


def test_a_table_has_answers_to_what_stands_in_no_column(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "restaurants.csv", tmp_path)
    path = tmp_path / "restaurants.toml"
    path.write_text(
        'data = "restaurants.csv"\n[[answers]]\nwords = ["deliver", "delivery"]\ntext = "We deliver for free."\n'
    )
    over = open_source(str(path))
    assert isinstance(over, TableSource)
    assert held(over, "Italian please", "do they deliver?")[-1].wizard.text == "We deliver for free."


@pytest.mark.parametrize(
    ("wish", "asked_of_them", "others"),
    [
        ("with wifi", "which of these has a lift and no wifi?", set()),
        ("in Old Town", "which of these has a balcony?", {"12 Hill Road", "21 Garden Row"}),
        ("at most €1,300", "does any of these have 3 rooms?", {"21 Garden Row", "77 Quay Street"}),
    ],
)
def test_where_none_of_those_shown_is_so_others_are_offered(wish: str, asked_of_them: str, others: set[str]) -> None:
    exchange = talk(agent_over(FLATS), wish, asked_of_them)[-1]
    assert addresses(exchange) == others


def addresses(exchange: Exchange) -> set[str]:
    return {str(each["address"]) for each in offered(exchange)}


def test_a_language_is_no_place_where_no_column_has_places() -> None:
    exchange = talk(agent_over(TUTORS), "any language, German Swedish whatever, but under $35")[-1]
    assert {each["tutor"] for each in offered(exchange)} <= {"Ida Holm", "Rena Voss"}


def test_a_day_in_a_question_for_what_cannot_be_done_is_no_note() -> None:
    flats = agent_over(table("Flat | Rent | Rooms", "Sunny Corner | €500 | 2", "Rose Garden | €600 | 2", items="flats"))
    *_, visit = talk(flats, "two rooms", "can we go and see the first one on saturday?")
    assert "noted" not in visit.wizard.text
    assert "arrange a visit" in visit.wizard.text


def test_a_bound_that_the_option_at_hand_just_meets_is_wished_for() -> None:
    wines = table("Wine | Price | Vintage", "Elm | €5 | 2017", "Oak | €6 | 2019", "Ash | €7 | 2015", items="wines")
    bound = last(agent_over(wines), "what do you have?", "the first one", "the vintage has to be at most 2017")
    assert [each["wine"] for each in offered(bound)] == ["Elm", "Ash"]


def test_a_bare_number_at_most_is_what_a_thing_may_cost() -> None:
    wishes = wanted(agent_over(WINES), "a wine for 17 at most, but none from Italy")
    assert wishes == {"wine_price": "at_most(¤17)", "country": 'not("Italy")'}
    assert "wine_price" not in wanted(agent_over(WINES), "a wine for 6 at most")


LESSONS = table(
    "Tutor | Subject | Hourly fee | Trial lesson | Experience | Age from | Online",
    "Ida Holm | German | $30 | $0 | 4 years | 10 | yes",
    "Otis Bell | Swedish | $42 | $12 | 9 years | 8 | no",
    "Rena Voss | German | $28 | $5 | 2 years | 6 | no",
    items="tutors",
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a german tutor", "Rena Voss ($28, with 2 years of experience, from age 6)"),
        ("someone online", "Ida Holm"),
        ("someone online", "$30 an hour, online"),
        ("a german tutor with a free trial lesson", "free trial lesson"),
        ("a german tutor with 9 years of experience", "no German tutor with"),
    ],
)
def test_what_rows_are_called_and_what_is_told_of_them(text: str, said: str) -> None:
    reply = held(LESSONS, text)[-1].wizard.text
    assert said in reply
    assert "The Ida" not in reply
    assert "$0" not in reply


def test_the_adjective_of_a_country_is_no_place_where_places_are_none_of_the_world() -> None:
    courses = agent_over(
        table(
            "Course | Fee | Place | Weeks",
            "Spanish Weekend | €45 | Harbour Hall | 1",
            "Spanish Evenings | €90 | Mill School | 8",
            "Pottery Evenings | €95 | Mill School | 4",
        )
    )
    assert len(offered(last(courses, "looking for a spanish course"))) == 2


def test_how_old_somebody_is_is_no_number_of_anything_else() -> None:
    courses = agent_over(table("Course | Fee | Weeks", "Pottery | €95 | 12", "Chess | €60 | 20"))
    assert wanted(courses, "show me courses", "my daughter is 15, may she come as well?") == {}
