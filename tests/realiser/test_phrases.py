"""Values, nouns and wishes in words."""

from __future__ import annotations

from datetime import date

import pytest

from plans import CARS, COLUMNS, RESTAURANTS, TRIPS, day, locale, wish
from wayframe.language import load
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value, Wish
from wayframe.realiser.phrases import (
    Locale,
    Predicate,
    adjective_superlative,
    adjective_wishes,
    clause,
    condition_words,
    count_word,
    extreme,
    facts,
    filled,
    listing,
    plural,
    predicate,
    shared_facts,
    singular,
    things,
    value_words,
    wish_words,
    with_article,
)
from wayframe.schema import Schema, Slot
from wayframe.schema.records import Sayings

WORDING = load("en").wording
LOCALE = Locale(load("en").wording, TRIPS, 2016)


def said(value: Value, unit: str = "") -> str:
    return value_words(LOCALE, Slot(name="x", kind="text", label="x", unit=unit), value)


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (Money(2348.38, "USD"), "", "$2,348.38"),
        (Money(954.2, "USD"), "", "$954.20"),
        (Money(2348.0, "USD"), "", "$2,348"),
        (Money(15990, "EUR"), "", "€15,990"),
        (Money(15990, "CHF"), "", "15,990 CHF"),
        (Money(300), "", "$300"),
        (Money(0.125, "USD"), "", "$0.125"),
        (Number(16), "GB", "16 GB"),
        (Number(39500), "km", "39,500 km"),
        (Number(2023), "", "2023"),
        (Number(1, "stars"), "", "1 star"),
        (Number(3.5, "stars"), "", "3.5 stars"),
        (Number(8.1), "/10", "8.1/10"),
        (Number(-3), "", "-3"),
        (day(8, 22), "", "August 22"),
        (day(1, 2, 2017), "", "January 2, 2017"),
        (Days(date(2016, 8, 7), date(2016, 8, 12)), "", "August 7 to 12"),
        (Days(date(2016, 8, 28), date(2016, 9, 3)), "", "August 28 to September 3"),
        (Days(date(2016, 12, 30), date(2017, 1, 2)), "", "December 30 to January 2, 2017"),
        (Days(date(2016, 8, 1), date(2016, 8, 31)), "", "August"),
        (Days(date(2017, 2, 1), date(2017, 2, 28)), "", "February 2017"),
        (Clock(545), "", "9:05 am"),
        (Clock(0), "", "12:00 am"),
        (Clock(750), "", "12:30 pm"),
        (Party(adults=2, children=1), "", "2 adults and a child"),
        (Party(adults=1), "", "1 adult"),
        (Party(adults=2, children=2, ages=(3, 8)), "", "2 adults and 2 children aged 3 and 8"),
        (Party(total=4), "", "4 people"),
        (Texts(("wifi", "parking", "lift")), "", "wifi, parking and lift"),
        (Text("  New \n York "), "", "New York"),
    ],
)
def test_a_value(value: Value, unit: str, words: str) -> None:
    assert said(value, unit) == words


def test_money_without_a_currency_has_the_schemas() -> None:
    locale = Locale(load("en").wording, CARS, 2016)
    assert value_words(locale, CARS.by_name["price"], Money(20000)) == "€20,000"


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("hotel", "hotels"),
        ("city", "cities"),
        ("bus", "buses"),
        ("child", "children"),
        ("seats", "seats"),
        ("day", "days"),
    ],
)
def test_plurals(noun: str, many: str) -> None:
    assert plural(WORDING, noun) == many


def test_singulars() -> None:
    assert [singular(WORDING, noun) for noun in ("stars", "cities", "days", "glass")] == [
        "star",
        "city",
        "day",
        "glass",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "a gym",
        "an airport",
        "a university",
        "an hour",
        "a European grill",
        "wifi",
        "heated seats",
        "RAM",
        "free parking",
    ],
)
def test_articles(words: str) -> None:
    assert with_article(WORDING, words.removeprefix("a ").removeprefix("an ")) == words


def test_superlatives() -> None:
    found = [
        adjective_superlative(WORDING, word) for word in ("cheaper", "more expensive", "better rated", "nicer", "worse")
    ]
    assert found == ["cheapest", "most expensive", "best rated", "nicest", "worst"]


def test_counts_and_lists() -> None:
    assert [count_word(WORDING, count) for count in (0, 3, 12, 13, 2600)] == ["no", "three", "twelve", "13", "2,600"]
    assert [listing(WORDING, words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


ROME = wish("dst_city", "is", Text("Rome"))
AUGUST = Days(day(8, 1).first, day(8, 31).last)


@pytest.mark.parametrize(
    ("schema", "wished", "words"),
    [
        (TRIPS, wish("price", "at_most", Money(2500), scope="total"), "for $2,500 or less in all"),
        (TRIPS, wish("price", "at_most", Money(600), scope="person", strict=True), "for under $600 each"),
        (TRIPS, wish("price", "least"), "the cheapest"),
        (TRIPS, wish("price", "any"), "any price"),
        (TRIPS, wish("airport", "is", Flag(False)), "away from the airport"),
        (TRIPS, wish("wifi", "not", Flag(True)), "without wifi"),
        (TRIPS, wish("downtown", "is", Flag(True)), "in the city centre"),
        (TRIPS, wish("dst_city", "not", Text("Munich")), "other than Munich"),
        (TRIPS, wish("dst_city", "is", Text("Rome"), Text("Paris")), "to Rome or Paris"),
        (TRIPS, wish("str_date", "is", AUGUST), "leaving in August"),
        (TRIPS, wish("end_date", "at_most", day(8, 29), strict=True), "back before August 29"),
        (TRIPS, wish("category", "at_least", Number(4)), "with at least 4 stars"),
        (TRIPS, wish("seat", "is", Text("business")), "in business class"),
        (TRIPS, wish("party", "is", Party(adults=2)), "for 2 adults"),
        (TRIPS, wish("str_date", "more", Number(3, "days")), "3 days later"),
        (CARS, wish("mileage_km", "at_most", Number(50000)), "with a mileage of at most 50,000 km"),
        (CARS, wish("year", "at_least", Number(2020)), "from 2020 or later"),
        (CARS, wish("seats", "at_least", Number(5)), "with at least 5 seats"),
        (CARS, wish("fuel", "is", Text("electric")), "electric"),
        (CARS, wish("make", "not", Text("Acme")), "other than Acme"),
        (RESTAURANTS, wish("dogs_allowed", "is", Flag(True)), "allowing dogs"),
    ],
)
def test_a_wish(schema: Schema, wished: Wish, words: str) -> None:
    assert wish_words(locale(schema), [wished]) == words


def test_wishes_behind_a_noun_are_one_piece() -> None:
    wished = [ROME, wish("price", "at_most", Money(300)), wish("wifi", "is", Flag(True))]
    assert condition_words(locale(TRIPS), wished) == "to Rome for $300 or less and with wifi"


def test_categories_that_tell_themselves_are_adjectives() -> None:
    wished = [wish("fuel", "is", Text("electric"), Text("hybrid")), wish("seats", "at_least", Number(5))]
    assert adjective_wishes(locale(CARS), wished) == wished[:1]
    assert things(locale(CARS), wished[:1], "car") == "electric or hybrid car"
    assert things(locale(CARS), [], "car") == ""


def test_a_category_that_says_what_something_is_is_its_noun() -> None:
    van, blue = wish("body", "is", Text("van")), wish("fuel", "is", Text("electric"))
    assert things(locale(CARS), [van], "car") == "van"
    assert things(locale(CARS), [van, blue], "car") == "electric van"
    assert things(locale(CARS), [van], "cars", many=True) == "vans"


def test_wishes_come_in_the_schemas_order_and_share_their_words() -> None:
    wished = [
        wish("gym", "is", Flag(True)),
        wish("wifi", "is", Flag(True)),
        wish("end_date", "at_most", day(9, 5)),
        wish("str_date", "at_least", day(8, 15)),
        wish("dst_city", "is", Text("Rome")),
        wish("or_city", "is", Text("Chicago")),
    ]
    assert wish_words(locale(TRIPS), wished) == "from Chicago to Rome, August 15 to September 5, with wifi and a gym"


def test_what_is_ruled_out_is_said_in_one_piece_behind_the_route() -> None:
    ruled_out = [wish("dst_city", "not", Text(place)) for place in ("Paris", "Rome")]
    wished = [*ruled_out, wish("or_city", "is", Text("Boston")), wish("breakfast", "is", Flag(True))]
    assert wish_words(LOCALE, wished) == "from Boston, other than Paris or Rome, with breakfast"


def test_a_number_without_a_unit_says_what_it_counts() -> None:
    slots = (Slot(name="name", kind="name", label="name"), Slot(name="stars", kind="number", label="stars"))
    schema = Schema(item="hotel", items="hotels", name="name", slots=slots)
    assert wish_words(locale(schema), [wish("stars", "at_most", Number(2))]) == "with at most 2 stars"


def test_nothing_is_in_a_place_that_is_none() -> None:
    assert wish_words(locale(CARS), [wish("city", "is", Text("online"))]) == "online"
    assert wish_words(locale(CARS), [wish("city", "is", Text("York"))]) == "in York"


@pytest.mark.parametrize(
    ("wished", "denied", "words"),
    [("Rome", "Paris", "to Rome"), ("Spain", "Madrid", "to Spain other than Madrid")],
)
def test_a_denial_that_another_wish_implies_goes_without_saying(wished: str, denied: str, words: str) -> None:
    wishes = [wish("dst_city", "not", Text(denied)), wish("dst_city", "is", Text(wished))]
    assert wish_words(LOCALE, wishes) == words


def test_a_word_that_a_value_ends_in_is_not_said_again() -> None:
    heating = Slot(name="heating", label="heating", kind="category")
    assert filled(LOCALE, "{value} heating", heating, "district heating") == "district heating"
    assert filled(LOCALE, "{value} heating", heating, "oil") == "oil heating"


@pytest.mark.parametrize(
    ("name", "value", "fact", "told", "wished"),
    [
        ("sleeps", Number(4), "sleeps 4", "sleeps 4", "sleeping at least 4"),
        ("lasts", Number(9), "lasts 9 h", "lasts 9 h", "lasting at least 9 h"),
        ("holds", Number(5), "holds up to 5 kg", "holds up to 5 kg", "holding 5 kg or more"),
        ("launched", Number(1970), "launched in 1970", "was launched in 1970", "launched in 1970 or later"),
        ("released", day(3, 10), "released March 10", "was released March 10", "released March 10 or later"),
        ("open_since", day(3, 10), "open since March 10", "is open since March 10", "open since March 10 or later"),
        ("opens", Clock(510), "opens at 8:30 am", "opens at 8:30 am", "opening from 8:30 am on"),
        ("age_from", Number(8), "from age 8", "is from age 8", "from age 8 or older"),
        (
            "water",
            Number(3),
            "water every 3 days",
            "needs water every 3 days",
            "needing water every 3 days or less often",
        ),
        (
            "sea",
            Number(2),
            "2 min walk to the sea",
            "has a walk of 2 min to the sea",
            "with a walk of at least 2 min to the sea",
        ),
        ("station", Number(2), "2 km from the station", "is 2 km from the station", "at least 2 km from the station"),
        (
            "experience",
            Number(1),
            "with 1 year of experience",
            "has 1 year of experience",
            "with at least 1 year of experience",
        ),
        ("width", Number(98), "98 cm wide", "is 98 cm wide", "at least 98 cm wide"),
        ("payload", Number(430), "payload 430 kg", "has a payload of 430 kg", "with a payload of at least 430 kg"),
        ("power", Number(75), "75 hp engine", "has an engine of 75 hp", "with an engine of at least 75 hp"),
        ("zoom", Number(5), "with 5× zoom", "has a zoom of 5×", "with a zoom of at least 5×"),
        ("left", Number(1), "with 1 copy left", "has 1 copy left", "with at least 1 copy left"),
        ("weeks", Number(4), "4 weeks", "lasts 4 weeks", "for at least 4 weeks"),
        ("floor", Number(2), "on floor 2", "is on floor 2", "on floor 2 or higher"),
        ("used", Money(300), "€300 used", "costs €300 used", "costing at least €300 used"),
        ("deposit", Money(300), "deposit €300", "has a deposit of €300", "with a deposit of at least €300"),
        ("deposit", Money(0), "no deposit", "has no deposit", "with a deposit of at least €0"),
        ("trial", Money(15), "trial lesson €15", "has a trial lesson for €15", "with a trial lesson for at least €15"),
        ("trial", Money(0), "free trial lesson", "has a trial lesson for free", "with a trial lesson for at least €0"),
        ("rest", Number(2), "2 days between shows", "needs 2 days of rest", "resting at least 2 days"),
    ],
)
def test_a_column_is_said_by_the_grammar_of_its_name(
    name: str, value: Value, fact: str, told: str, wished: str
) -> None:
    over = locale(COLUMNS)
    assert facts(over, {name: value}) == [fact]
    assert clause(over, [predicate(over, COLUMNS.by_name[name], value)], many=False) == told
    assert wish_words(over, [wish(name, "at_least", value)]) == wished


@pytest.mark.parametrize(
    ("wished", "words"),
    [
        (wish("age_from", "at_most", Number(4)), "for age 4"),
        (wish("launched", "at_most", Number(1970), strict=True), "launched before 1970"),
        (wish("launched", "not", Number(1970)), "not launched in 1970"),
        (wish("floor", "at_most", Number(2), strict=True), "below floor 2"),
        (wish("opens", "at_most", Clock(510)), "opening by 8:30 am"),
        (wish("box", "is", Text("case")), "with a case in the box"),
        (wish("box", "not", Text("case")), "without a case in the box"),
        (wish("goes_with", "is", Text("cider")), "going with cider"),
        (wish("author", "is", Text("Bea Quill")), "by Bea Quill"),
    ],
)
def test_a_wish_for_a_column_is_said_by_the_grammar_of_its_name(wished: Wish, words: str) -> None:
    assert wish_words(locale(COLUMNS), [wished]) == words


@pytest.mark.parametrize(
    ("label", "is_so", "is_not", "wished", "denied"),
    [
        ("weather sealed", "weather sealed", "not weather sealed", "weather sealed", "isn't weather sealed"),
        ("signed", "signed", "not signed", "signed", "isn't signed"),
        ("furnished", "furnished", "not furnished", "furnished", "isn't furnished"),
        ("online", "online", "not online", "online", "isn't online"),
        ("foldable", "foldable", "not foldable", "foldable", "isn't foldable"),
        ("folds", "folding", "not folding", "folding", "doesn't fold"),
        ("takes cards", "taking cards", "not taking cards", "taking cards", "doesn't take cards"),
        (
            "skipper included",
            "with a skipper included",
            "no skipper",
            "with a skipper included",
            "doesn't include a skipper",
        ),
        ("raw milk", "with raw milk", "no raw milk", "with raw milk", "has no raw milk"),
        ("sofa bed", "with a sofa bed", "no sofa bed", "with a sofa bed", "has no sofa bed"),
        ("timetable", "with a timetable", "no timetable", "with a timetable", "has no timetable"),
        ("swimming", "with swimming", "no swimming", "with swimming", "has no swimming"),
        ("pets", "allowing pets", "not allowing pets", "allowing pets", "doesn't allow pets"),
    ],
)
def test_a_feature_is_said_by_the_grammar_of_its_name(
    label: str, is_so: str, is_not: str, wished: str, denied: str
) -> None:
    feature = Slot(name="feature", kind="yes_no", label=label)
    schema = Schema(item="thing", items="things", name="name", slots=(COLUMNS.slots[0], feature))
    over = locale(schema)
    assert facts(over, {"feature": Flag(True)}) == [is_so]
    assert facts(over, {"feature": Flag(False)}) == [is_not]
    assert wish_words(over, [wish("feature", "is", Flag(True))]) == wished
    assert clause(over, [predicate(over, feature, Flag(False))], many=False) == denied


def test_a_feature_may_be_said_in_words_of_its_own() -> None:
    feature = Slot(name="feature", kind="yes_no", label="scent", said=Sayings(phrase="sweet", lack="scentless"))
    over = locale(Schema(item="plant", items="plants", name="name", slots=(COLUMNS.slots[0], feature)))
    assert facts(over, {"feature": Flag(True)}) == ["sweet"]
    assert facts(over, {"feature": Flag(False)}) == ["scentless"]
    assert clause(over, [predicate(over, feature, Flag(False))], many=True) == "aren't sweet"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"deposit": Money(500), "left": Number(2)}, ["with a deposit of €500 and 2 copies left"]),
        ({"zoom": Number(5), "launched": Number(2003)}, ["launched in 2003", "with a zoom of 5×"]),
        ({"sleeps": Number(3), "trial": Money(0)}, ["sleeping 3", "with a trial lesson for free"]),
    ],
)
def test_what_several_share_is_said_as_of_several(values: dict[str, Value], words: list[str]) -> None:
    assert shared_facts(locale(COLUMNS), values) == words


def test_extremes_of_columns_are_english() -> None:
    over = locale(COLUMNS)
    most = {name: clause(over, [extreme(over, COLUMNS.by_name[name], "most")], many=False) for name in COLUMNS.by_name}
    assert most["sleeps"] == "has the largest capacity"
    assert most["lasts"] == "is the longest-lasting"
    assert most["launched"] == "is the newest"
    assert most["sea"] == "has the longest walk to the sea"
    assert most["left"] == "has the most copies left"
    assert most["trial"] == "has the dearest trial lesson"


def test_things_of_a_list_stand_among_others() -> None:
    extras = Slot(name="extras", kind="list", label="extras")
    seats = Slot(name="seats", kind="number", label="seats")
    over = locale(Schema(item="cottage", items="cottages", name="name", slots=(COLUMNS.slots[0], seats, extras)))
    said = facts(over, {"seats": Number(4), "extras": Texts(("piano", "bicycles", "wifi"))})
    assert said == ["with 4 seats, a piano, bicycles and wifi"]
    assert facts(over, {"seats": Number(0)}) == ["no seats"]


def test_numbers_that_follow_each_other_are_either() -> None:
    length = wish("duration", "between", Number(6, "days"), Number(7, "days"))
    assert wish_words(LOCALE, [length]) == "for 6 or 7 days"


def test_two_verbs_of_which_one_lists_things_stand_apart() -> None:
    said = [Predicate("have", "wifi"), Predicate("have", "a gym"), Predicate("be", "near a park")]
    assert clause(LOCALE, said, many=False) == "has wifi and a gym, and is near a park"
