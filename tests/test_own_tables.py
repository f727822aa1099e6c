"""Our own tables as people keep them: what is read of them, and what comes of what people say."""

import re

import pytest

from assisting import meaning, named, table, talk
from table_probes import TABLES, agent, facts, judge, probes
from wayframe.agent import Agent
from wayframe.meaning.notation import show
from wayframe.meaning.records import Text
from wayframe.sources.protocol import Query
from wayframe.sources.tables import TableSource
from wayframe.state.wishes import held_wishes

COLUMNS = {
    "bikes": {"weight": "weight", "km": "mileage", "price": "bike_price", "electric": "electric", "year": "year"},
    "dogs": {"weight": "weight", "fee": "fee", "kids": "good_with_kids", "arrived": "arrived"},
    "flats": {
        "rent": "rent",
        "area": "size",
        "parking": "flat_parking",
        "free": "available_from",
        "each": "rent_per_m²",
    },
    "games": {"age": "age", "minutes": "playing_time", "price": "game_price", "coop": "cooperative"},
    "hikes": {"hours": "walking_time", "fee": "parking_fee", "dogs": "dogs_allowed", "top": "highest_point"},
    "wines": {"abv": "abv", "price": "wine_price", "vintage": "vintage", "organic": "organic"},
}


@pytest.mark.parametrize("name", TABLES)
def test_what_a_table_says_is_read(name: str) -> None:
    """Crosses, German numbers, hours and minutes, free parking: the values are those of the plain facts."""
    source, world = agent(name).source, facts(name)
    assert isinstance(source, TableSource)
    stock = source.schema.stock
    found = source.search(Query(), 100).items
    rows = [(item, next(world[word] for word in map(str, item.row.values()) if word in world)) for item in found]
    assert rows
    assert stock or len(rows) == len(world)
    for item, row in rows:
        for field, slot in COLUMNS[name].items():
            assert _plain(item.values.get(slot)) == row[field], (row, slot)


def _plain(value: object) -> object:
    """A value as the facts write it."""
    if value is None:
        return ""
    held = getattr(value, "value", None)
    if isinstance(held, bool):
        return "yes" if held else "no"
    if isinstance(held, float | int):
        return round(float(held), 2)
    return str(getattr(value, "first", held))


@pytest.mark.parametrize("name", TABLES)
def test_what_people_say_of_it(name: str) -> None:
    """Eight in ten do what was meant: see `benchmarks/own_tables.py`."""
    words = [judge(name, probe).word for probe in probes(name, "worked")]
    assert "invalid" not in words
    assert words.count("right") >= 13


DOGS = table(
    "Name | Breed | Weight | House-trained | About",
    "Tilly | Beagle | 12 kg | yes | loves long walks and the sea",
    "Bruno | Poodle | 20 kg | no | needs a garden of its own, and quiet",
    "Happy | Beagle | 11 kg | yes | stays alone for some hours a day",
    "Luna | Beagle | 10 kg | no | loves long walks in the woods",
    "Luna | Poodle | 19 kg | yes | pulls on the lead and barks a lot",
    items="dogs",
)
FLATS = table(
    "Address | Rent | Deposit | Floor | Size (m²)",
    "Mill Lane 3 | €900 | €1,800 | 0 | 60",
    "Mill Lane 7 | €700 | €2,100 | 3 | 70",
    "Quay Street 5 | €1,100 | €1,100 | 1 | 110",
    "Quay Street 9 | €1,200 | €3,600 | 5 | 96",
    items="flats",
)
GAMES = table(
    "Title | Min players | Max players | Publisher | Price",
    "Harbour | 1 | 4 | Half Moon | $20",
    "Monsoon | 2 | 6 | Meadow Games | $30",
    "Kites | 3 | 8 | Meadow Games | $25",
    "Quarry | 2 | 2 | Half Moon | $15",
    items="games",
)
SHOP = table(
    "Wine | Price | Bottles in stock",
    "Alba | €10 | 12",
    "Brisa | €20 | 2",
    "Cala | €30 | 40",
    items="wines",
)
BISTROS = table(
    "Name | Cuisine | Price per person (EUR) | Seats",
    "Fig | Italian | 20 | 16",
    "Lantern | Italian | 25 | 30",
    "Oven | Italian | 31 | 4",
    items="bistros",
)
RENTS = table(
    "Address | Rent | Rent per m² | Deposit | Size",
    "Mill Lane 3 | €400 | €10.00 | €1,200 | 40 m²",
    "Mill Lane 7 | €700 | €14.00 | €2,100 | 50 m²",
    "Quay Street 5 | €720 | €12.00 | €2,160 | 60 m²",
    items="flats",
)
HOLIDAY_FLATS = table(
    "Code | Flat | Sleeps | Price/night | Final cleaning | Min. nights | Free from | Free until | Remarks",
    "H01 | Old Bakery | 2 | €60 | €40 | 2 | 12.09.2026 | 20.12.2026 | thatched roof, steep stairs",
    "H02 | Old Bakery | 4 | €90 | €0 | 3 | 19.09.2026 | 31.12.2026 | small courtyard, wood stove",
    "H03 | Harbour Loft | 4 | €150 | €70 | 5 | 05.09.2026 | 15.10.2026 | dishwasher, wood stove",
    "H04 | Gull House | 8 | €250 | €90 | 7 | 26.09.2026 | 31.10.2026 | sauna, dishwasher",
    items="flats",
)
CARS = table(
    "Plate | Model | Class | Boot (l) | Per day | Deposit | Km per day incl. | Driver's age | Back on | l/100 km",
    "B-WF 101 | Fiat 500 | small | 185 | $39 | $300 | 200 | 19+ | 1 Sep 2026 | 5.1",
    "B-WF 201 | VW Golf | compact | 381 | $55 | $400 | 300 | 21+ | 1 Sep 2026 | 4.6",
    "B-WF 202 | VW Golf | compact | 381 | $59 | $400 | 300 | 21+ | 3 Sep 2026 | 5.9",
    "B-WF 203 | Tesla Model 3 | premium | 594 | $109 | $1,500 | 400 | 25+ | 1 Sep 2026 | 4.1",
    items="cars",
)
PLANTS = table(
    "Art. no. | Plant | Botanical name | Light | Height (cm) | Good for bees | Evergreen | Price | In stock",
    "N1001 | Hosta 'Patriot' | Hosta hybrid | shade | 50 | no | no | £9.90 | 14",
    "N1002 | Hosta 'Big Daddy' | Hosta sieboldiana | shade | 80 | no | no | £14.90 | 6",
    "N1003 | Catmint | Nepeta faassenii | sun | 40 | yes | no | £4.50 | 33",
    "N1004 | Yew | Taxus baccata | shade | 200 | no | yes | £29 | 45",
    "N1005 | Apple 'Topaz' | Malus domestica | sun | 350 | yes | no | £34.90 | 5",
    items="plants",
)
ROOMS = table(
    "Address | Rent | Pets | Heating",
    "Mill Lane 3 | €400 | yes | gas",
    "Mill Lane 7 | €350 | no | gas",
    "Quay Street 5 | €500 | yes | oil",
    items="rooms",
)


@pytest.mark.parametrize(
    ("over", "texts", "read"),
    [
        (DOGS, ("tell me about Tilly",), 'of=named("Tilly")'),
        (DOGS, ("show me Luna",), 'wish(dog_name, is("Luna"))'),
        (DOGS, ("I'm happy with a beagle",), 'wish(breed, is("Beagle"))'),
        (FLATS, ("on Mill Lane",), 'wish(address, is(texts(["Mill Lane"])))'),
        (FLATS, ("the deposit must be under €2,000",), "wish(deposit, at_most(€2000, strict=yes))"),
        (FLATS, ("not above the third floor",), "wish(floor, at_most(3))"),
        (FLATS, ("under €1,150", "of all that fit, the biggest one"), "wish(size, most())"),
        (FLATS, ("under €1,150", "the biggest one"), "return(extreme(size, most))"),
        (FLATS, ("under €1,150", "the biggest first"), "wish(size, most())"),
        (FLATS, ("a size of at least 60 m² with at most €1,000 deposit",), "at_most(€1000)"),
        (RENTS, ("a rent per m² of at most €13",), "wish(rent_per_m², at_most(€13))"),
        (RENTS, ("show me some", "what's the rent per m² of the first one?"), "slots=[rent_per_m²], of=nth(1)"),
        (GAMES, ("something for five people",), "wish(max_players, at_least(5)); wish(min_players, at_most(5))"),
        (GAMES, ("we're three, what can we play?",), "wish(max_players, at_least(3)); wish(min_players, at_most(3))"),
        (GAMES, ("a two-player game",), "wish(max_players, at_least(2)); wish(min_players, at_most(2))"),
        (
            GAMES,
            ("for four, under $28", "how many can play the second?"),
            "ask(facts, slots=[min_players, max_players]",
        ),
        (GAMES, ("how many games are there?",), "ask(count)"),
        (GAMES, ("what kinds of games do you have?",), "ask(values, slots=[publisher])"),
        (GAMES, ("which publishers are there?",), "ask(values, slots=[publisher])"),
        (GAMES, ("what editions do you have?",), 'out_of_scope("what editions do you have")'),
        (GAMES, ("for two", "prices of those three?"), "ask(facts, slots=[game_price], of=every())"),
        (FLATS, ("under €1,150", "like the second but bigger"), "wish(size, more(than=nth(2)))"),
        (FLATS, ("under €1,150", "similar to the first, but on a higher floor"), "wish(floor, more(than=nth(1)))"),
        pytest.param(
            FLATS,
            ("under €1,150", "the third, only cheaper"),
            "return(nth(3)); wish(rent, less(than=nth(3)))",
            marks=pytest.mark.xfail(strict=True, reason="the wish is read, and not that it turns to the third"),
        ),
        (FLATS, ("under €1,150", "what does the deposit come to on the second?"), "of=nth(2)"),
        (DOGS, ("beagles", "something like the first but house-trained"), "wish(house_trained, is(yes))"),
        (DOGS, ("beagles", "tell me the breed of the first"), "ask(facts, slots=[breed], of=nth(1))"),
        (
            DOGS,
            ("beagles", "what does the second weigh in pounds?"),
            "ask(facts, slots=[weight], of=nth(2), unit=pounds)",
        ),
        (
            DOGS,
            ("beagles", "how many grams does the first weigh?"),
            "ask(facts, slots=[weight], of=nth(1), unit=grams)",
        ),
        (FLATS, ("under €1,150", "how big is the first in square feet?"), 'of=nth(1), unit="square feet")'),
        (ROOMS, ("a room for me and my dog",), "wish(pets, is(yes))"),
        (ROOMS, ("somewhere I can keep a cat",), "wish(pets, is(yes))"),
        (HOLIDAY_FLATS, ("what does H04 cost?",), 'of=named("Gull House")'),
        (HOLIDAY_FLATS, ("tell me about h 02",), 'named("Old Bakery (H02)")'),
        (HOLIDAY_FLATS, ("for four", "book H03"), 'book(of=named("Harbour Loft"))'),
        (HOLIDAY_FLATS, ("three nights for four people",), "wish(min, at_most(number(3, unit=nights)))"),
        (HOLIDAY_FLATS, ("free over Christmas",), "wish(free_until, at_least(2026-12-25))"),
        (
            HOLIDAY_FLATS,
            ("something free from October 1 until October 10",),
            "wish(free_from, at_most(2026-10-01)); wish(free_until, at_least(2026-10-10))",
        ),
        (HOLIDAY_FLATS, ("for four", "what would a week in the first come to?"), "of=nth(1), by=7, unit=nights"),
        (HOLIDAY_FLATS, ("for four", "how much is the first for three nights?"), "of=nth(1), by=3, unit=nights"),
        (CARS, ("what does b-wf203 cost?",), 'of=named("Tesla Model 3")'),
        (CARS, ("how much is the Tesla?",), '"Tesla Model 3"'),
        (CARS, ("no deposit",), "wish(deposit, is($0))"),
        (CARS, ("at least 250 km per day",), "wish(distance_per_day, at_least(number(250, unit=km)))"),
        (CARS, ("which car uses the least?",), "wish(consumption, least())"),
        (CARS, ("over $50", "how many miles are included in the first?"), "of=nth(1), unit=miles"),
        (CARS, ("over $50", "which one takes the most luggage?"), "extreme(boot, most)"),
        (CARS, ("over $50", "what's the deposit for the first two together?"), "ask(sum, slots=[deposit]"),
        (PLANTS, ("do you have hostas?",), 'wish(plant, is(texts(["Hosta"])))'),
        (PLANTS, ("do you have the apple Topaz?",), "wish(plant, is(\"Apple 'Topaz'\"))"),
        (PLANTS, ("something for a shady corner",), 'wish(light, is("shade"))'),
        (PLANTS, ("not higher than a metre",), "wish(height, at_most(number(100, unit=cm)))"),
        (PLANTS, ("at most 1.5 m high",), "wish(height, at_most(number(150, unit=cm)))"),
        (PLANTS, ("at most a metre twenty high",), "wish(height, at_most(number(120, unit=cm)))"),
        (PLANTS, ("under £30", "is the first good for bees?"), "of=nth(1), wishes=[wish(good_for_bees, is(yes))]"),
        (PLANTS, ("under £30", "how many of the second are left?"), "ask(facts, slots=[in_stock], of=nth(2))"),
    ],
    ids=named,
)
def test_what_is_read(over: TableSource, texts: tuple[str, ...], read: str) -> None:
    spoken = meaning(talk(Agent(over), *texts)[-1]).moves
    assert read in "; ".join(show((each.move,)) for each in spoken)


def test_what_is_like_an_option_but_otherwise_is_offered_and_not_that_option() -> None:
    """It is held against the option that is named, not against the best of the list."""
    last = talk(Agent(FLATS), "under €1,150", "like the third but cheaper")[-1]
    assert "Mill Lane 7" in last.wizard.text
    assert "Mill Lane 3" in last.wizard.text
    assert "Quay" not in last.wizard.text


def test_what_is_asked_for_behind_an_option_is_held_against_that_option() -> None:
    last = talk(Agent(FLATS), "under €1,150", "show me the second. Anything cheaper?")[-1]
    assert "for under €900" in last.wizard.text or "Mill Lane 7" in last.wizard.text


def test_a_value_is_told_in_the_unit_that_is_asked_for() -> None:
    last = talk(Agent(FLATS), "under €1,150", "how big is the first in square feet?")[-1]
    assert "753.5 square feet" in last.wizard.text


def test_what_a_thing_costs_for_a_time_is_worked_out() -> None:
    reply = talk(Agent(HOLIDAY_FLATS), "for four", "what would a week in the first come to?")[-1].wizard.text
    assert "7 nights" in reply
    assert "€630" in reply


@pytest.mark.parametrize(
    ("over", "texts", "says"),
    [
        (SHOP, ("under €40", "book three bottles of the first"), ("3 × Alba", "€30")),
        (SHOP, ("under €40", "book the third", "make it four"), ("4 × Cala", "€120")),
        (SHOP, ("under €40", "two of the first, please"), ("2 × Alba", "€20")),
        (SHOP, ("under €40", "two of the first, please", "yes, book it", "what did I book?"), ("2 × Alba", "€20")),
        (SHOP, ("under €40", "book six bottles of the second"), ("only 2|Only 2",)),
        (SHOP, ("under €40", "book the first twice"), ("2 × Alba",)),
        (
            BISTROS,
            ("Italian", "book the first for Friday at 7 pm"),
            ("Fig", "noted: “Friday at 7 pm”", "confirmed"),
        ),
        (BISTROS, ("Italian", "a table for four tomorrow at eight"), ("tomorrow at eight", "confirmed")),
        (BISTROS, ("a table for four tomorrow evening", "book the first"), ("Oven|Fig", "noted: “tomorrow evening”")),
        (BISTROS, ("Italian", "book the second", "for tonight", "what have I booked?"), ("noted: “tonight”",)),
        (BISTROS, ("Italian", "reserve the second at 8"), ("Lantern", "noted: “at 8”")),
        (
            BISTROS,
            ("Italian", "book the first for Friday at half past seven"),
            ("Fig", "noted: “Friday at half past seven”"),
        ),
        (BISTROS, ("Italian", "book the second, my name is Ida Holm"), ("Lantern", "noted: “name is Ida Holm”")),
    ],
    ids=named,
)
def test_terms_of_a_booking_that_no_column_holds_are_kept_with_it(
    over: TableSource, texts: tuple[str, ...], says: tuple[str, ...]
) -> None:
    """How many, with what they come to; a day and an hour, which have to be confirmed there, and the reply says so."""
    reply = talk(Agent(over), *texts)[-1].wizard.text
    for words in says:
        assert re.search(words, reply), reply


def test_more_than_there_are_of_one_is_not_booked() -> None:
    held = talk(Agent(SHOP), "under €40", "book six bottles of the second", "what did I book?")
    assert "Brisa" not in held[-1].wizard.text


@pytest.mark.parametrize("wish", ["the bottles in stock must be at most 20", "I need a bottles in stock of 12"])
def test_a_wish_for_what_is_in_stock_is_no_number_to_be_booked(wish: str) -> None:
    spoken = meaning(talk(Agent(SHOP), "under €40", wish)[-1]).moves
    assert "note" not in "; ".join(show((each.move,)) for each in spoken)


def test_a_number_of_what_is_looked_for_is_no_number_to_be_booked() -> None:
    held = talk(Agent(BISTROS), "Italian", "book the first two")
    assert "×" not in held[-1].wizard.text
    assert "Fig" in held[-1].wizard.text
    assert "Lantern" in held[-1].wizard.text


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("with cheese", ["beef", "cheese"]),
        ("with cheese instead", ["cheese"]),
        ("ok, make that with cheese", ["cheese"]),
        ("no, I meant cheese", ["cheese"]),
    ],
)
def test_of_a_list_wishes_stand_beside_each_other_unless_one_is_corrected(said: str, held: list[str]) -> None:
    wines = agent("wines")
    last = talk(wines, "a wine with beef", said)[-1]
    state = wines.state(last.after)
    wishes = held_wishes(state, state.memory.active_frame, wines.schema)
    assert [wish.constraint.values for wish in wishes if wish.slot == "goes_with"] == [(Text(each),) for each in held]


def test_a_text_is_of_the_column_that_has_it() -> None:
    spoken = meaning(talk(agent("wines"), "Pinot Noir, please")[-1]).moves
    assert [show((each.move,)) for each in spoken] == ['wish(grapes, is("Pinot Noir"))']


def test_values_are_told_with_how_often_they_come() -> None:
    last = talk(Agent(GAMES), "what kinds of games do you have?")[-1]
    assert "Half Moon (2)" in last.wizard.text
    assert "Meadow Games (2)" in last.wizard.text


def test_words_of_a_free_text_are_wished_for() -> None:
    spoken = meaning(talk(agent("flats"), "one with a tiled stove, please")[-1]).moves
    assert [show((each.move,)) for each in spoken] == ['wish(description, is("tiled stove"))']


def test_the_price_for_a_unit_of_area_is_worked_out() -> None:
    spoken = meaning(talk(agent("flats"), "under 11 euros per square metre")[-1]).moves
    assert [show((each.move,)) for each in spoken] == ["wish(rent_per_m², at_most(€11, strict=yes))"]


def test_who_looks_on_is_not_held_to_a_name() -> None:
    """A row that was asked for by its name is no wish for the next search."""
    last = talk(Agent(DOGS), "tell me about Tilly", "a poodle")[-1]
    assert "Bruno" in last.wizard.text
