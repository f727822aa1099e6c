"""Sentences in a model's own words: each says what is so of the options that it names, or is at fault."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.dialogue import Act, Arg, Ref
from wayframe.llm.grounding import Claim, Evidence, GroundedSentence, Grounding, Sum
from wayframe.llm.telling import acts_of
from wayframe.meaning.records import Constraint, Direction, Money, Number, Text, Wish
from wayframe.packages import Catalogue
from wayframe.realiser.phrases import value_words
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Query
from wayframe.sources.tables import opened

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"
RESTAURANTS = LAPTOPS.with_name("restaurants.toml")
WHEN = ("str_date", "end_date")
NAMES = {2: "Lumen Page 13 Plus", 3: "Orla Lite 14", 4: "Vesper Ghost 14 Plus"}
"""2 costs €559, has a touchscreen and 15 hours; 3 costs €639 and has none, and 8 hours; 4 costs €709."""


BOUNDS = (
    Wish("laptop_price", Constraint("at_most", (Money(600, "EUR"),))),
    Wish("storage", Constraint("at_least", (Number(512, "GB"),))),
)


@pytest.fixture(scope="module")
def agent() -> Agent:
    return Agent(opened(str(LAPTOPS), today=date(2026, 8, 3)))


def read(agent: Agent, sentence: str, about: tuple[int, ...] = (), **more: object) -> GroundedSentence:
    """Return a sentence taken apart, where these three laptops were found among nine."""
    by_name = {str(item.row["model"]): item for item in agent.source.search(Query(), 99).items}

    def is_extreme(frame: int, slot: str, direction: Direction) -> bool:
        return (frame, slot, direction) == (2, "laptop_price", "least")

    found = {frame: by_name[name] for frame, name in NAMES.items()}
    evidence = Evidence(found, counts=frozenset((3, 9)), is_extreme=is_extreme)._replace(**more)  # type: ignore[arg-type]
    return Grounding(agent.source, agent.locale).read(sentence, evidence, about)


@pytest.mark.parametrize(
    "sentence",
    [
        "The Lumen Page 13 Plus [2] costs €559 and has a touchscreen.",
        "Of the nine laptops, the Lumen Page 13 Plus [2] is the cheapest at €559.",
        "I found 9 that fit.",
        "The Orla Lite 14 [3] has no touchscreen, but 16 GB of RAM.",
        "No, the Orla Lite 14 [3] has no touchscreen.",
        "The Orla Lite 14 [3] costs €639, the Vesper Ghost 14 Plus [4] €709.",
        "The Orla Lite 14 [3] and the Vesper Ghost 14 Plus [4] have 256 GB of storage.",
        "The Lumen Page 13 Plus [2] is cheaper than the Orla Lite 14 [3].",
        "The Lumen Page 13 Plus [2] and the Vesper Ghost 14 Plus [4] are heavier than the Orla Lite 14 [3].",
        "Of these two, the Orla Lite 14 [3] is lighter than the Lumen Page 13 Plus [2].",
        "Neither the Orla Lite 14 [3] nor the Vesper Ghost 14 Plus [4] has a touchscreen.",
        "Of the two, only the Lumen Page 13 Plus [2] has a touchscreen, the Orla Lite 14 [3] has none.",
        "The Lumen Page 13 Plus [2] has more storage than the Orla Lite 14 [3].",
        "The Orla Lite 14 [3] costs €639, the Vesper Ghost 14 Plus [4] has the same storage for €709.",
        "The Lumen Page 13 Plus [2] has 16 GB of RAM and 512 GB of storage.",
        "Would you like a touchscreen?",
        "Shall I book the Orla Lite 14 [3]?",
        "What's your budget?",
    ],
)
def test_what_is_so_may_be_said(agent: Agent, sentence: str) -> None:
    assert read(agent, sentence).faults == ()


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("The Lumen Page 13 Plus [2] costs €639.", "says '€639'"),
        ("The Lumen Page 13 Plus [2] costs €639 and the Orla Lite 14 [3] €559.", "says '€639'"),
        ("The Orla Lite 14 [3] has a touchscreen.", "option 3 what isn't so: touchscreen"),
        ("The Lumen Page 13 Plus [2] lacks a touchscreen.", "option 2 what isn't so: touchscreen"),
        ("The Orla Lite 14 [3] is the cheapest.", "compares what isn't so: 'cheapest'"),
        ("The Orla Lite 14 [3] is cheaper than the Lumen Page 13 Plus [2].", "compares what isn't so: 'cheaper'"),
        ("The Orla Lite 14 [3] is the best.", "compares what isn't so: 'best'"),
        ("The Orla Lite 14 [2] is nice.", "names another option"),
        ("Option [7] is nice.", "names an option [7]"),
        ("The Pinto Go 11 is nice, too.", "says 'pinto go 11'"),
        ("The Orla Lite 14 [3] is a Vesper.", "says 'vesper'"),
        ("I have booked the Orla Lite 14 [3].", "which wasn't done"),
        ("I'll book it for you.", "which wasn't done"),
        ("Consider the Orla Lite 14 [3] yours.", "which wasn't done"),
        ("It's done!", "which wasn't done"),
        ("Nothing fits.", "though something fits"),
        ("I found the two cheapest.", "says 'cheapest' of nothing named"),
        ("I have the best for you.", "says 'best' of nothing named"),
        ("None of them fits.", "though something fits"),
        ("Neither the Lumen Page 13 Plus [2] nor the Orla Lite 14 [3] has a touchscreen.", "option 2 what isn't so"),
        ("I found 12 that fit.", "says '12'"),
        ("The Orla Lite 14 [3] has 256 GB of RAM.", "says '256 GB' of something else"),
        ("The storage of the Orla Lite 14 [3] is RAM 256 GB.", "of something else"),
        ("The Orla Lite 14 [3] is rated 3.2.1 by guests.", "says '3.2.1'"),
        ("The Lumen Page 13 Plus [2] does not cost €559.", "says '€559' of something else"),
        ("The Lumen Page 13 Plus [2] costs €559, the Orla Lite 14 [3] too.", "says 'too'"),
        ("The Orla Lite 14 [3] has more storage than the Lumen Page 13 Plus [2].", "compares what isn't so: 'more"),
        ("The Orla Lite 14 [3] is as light as the Vesper Ghost 14 Plus [4].", "says 'as light as'"),
        ("The Orla Lite 14 [3] has the same storage as the Lumen Page 13 Plus [2].", "says 'same'"),
        ("The Orla Lite 14 [3] has the same storage.", "says 'same'"),
        ("The Orla Lite 14 [3] and the Vesper Ghost 14 Plus [4] are the same.", "says 'same'"),
        ("The Orla Lite 14 [3] costs three hundred euros.", "says 'hundred'"),
        ("The Orla Lite 14 [3] costs half of that.", "says 'half'"),
        ("I found three with a touchscreen.", "says 'touchscreen' of nothing named"),
        ("Your booking of the Orla Lite 14 [3] stands.", "a booking that there isn't"),
        ("The Orla Lite 14 [3] costs ⑤ euros.", "is no plain sentence"),
        ("There are thirteen, twelve of them black.", "says 'twelve'"),
        ("The Orla Lite 14 [3] has a discount.", "says 'discount'"),
        ("Anna likes the Orla Lite 14 [3].", "says 'Anna'"),
        ("See www.example.com for more.", "is no plain sentence"),
    ],
)  # fmt: skip
def test_what_is_not_so_is_a_fault(agent: Agent, sentence: str, fault: str) -> None:
    assert fault in " ".join(read(agent, sentence).faults)


def test_a_sentence_without_a_name_is_about_what_was_spoken_of(agent: Agent) -> None:
    assert read(agent, "It costs €639.", about=(3,)).claims == (Claim(3, "laptop_price", "€639"),)
    assert read(agent, "It costs €639.", about=(2,)).faults
    assert read(agent, "Both have 16 GB of RAM.", about=(2, 3)).claims == (
        Claim(2, "ram", "16 GB"),
        Claim(3, "ram", "16 GB"),
    )


def test_the_same_days_are_those_of_the_options_spoken_of_before() -> None:
    from wayframe.catalogues import agent_over
    from wayframe.packages import default_catalogue

    with default_catalogue() as catalogue:
        trips = agent_over(catalogue)
        rows = trips.source.search(Query(), 400).items
        first = rows[0]
        alike = [each for each in rows[1:] if all(each.values[slot] == first.values[slot] for slot in WHEN)]
        others = [each for each in rows if each.values["str_date"] != first.values["str_date"]]
        grounding = Grounding(trips.source, trips.locale)
        for other, so in ((alike[0], True), (others[0], False)):
            said = grounding.read("It is there for the same days.", Evidence({2: first, 3: other}), about=(2, 3))
            assert (said.faults == ()) == so


@pytest.mark.parametrize(
    ("sentence", "so"),
    [
        ("You're home from {to}, the {name} [2], on {last} at {home}.", True),
        ("You set off for {to}, the {name} [2], on {first} at {out}.", True),
        ("The {name} [2] is from {first} to {last}, and the flight out leaves at {out}.", True),
        ("With the {name} [2] you set off on {first} at {out} and are back home on {last} at {home}.", True),
        ("The {name} [2] leaves at {out} and lands at {there}.", True),
        ("You return to {start} with the {name} [2] on {last}.", True),
        ("You're home from {start}, the {name} [2], on {last} at {home}.", False),
        ("You're home from {to}, the {name} [2], on {first}.", False),
        ("You're home from {to}, the {name} [2], at {there}.", False),
        ("You're home from {to}, the {name} [2], at {back}.", False),
        ("You are back in {to}, the {name} [2], on {last}.", False),
        ("You set off for {start}, the {name} [2], on {first}.", False),
        ("You set off for {to}, the {name} [2], on {last}.", False),
        ("You set off for {to}, the {name} [2], at {back}.", False),
        ("The flight out of the {name} [2] leaves at {back}.", False),
        ("The flight out of the {name} [2] lands at {home}.", False),
    ],
)
def test_there_and_back_are_told_apart(catalogue: Catalogue, sentence: str, so: bool) -> None:
    trips = agent_over(catalogue)
    item = trips.source.search(Query(), 1).items[0]
    slots = {
        "name": "name",
        "start": "or_city",
        "to": "dst_city",
        "first": "str_date",
        "last": "end_date",
        "out": "dep_time_or",
        "there": "arr_time_dst",
        "back": "dep_time_dst",
        "home": "arr_time_or",
    }
    words = {
        key: value_words(trips.locale, trips.schema.by_name[slot], item.values[slot]) for key, slot in slots.items()
    }
    for about in ((), (2,)):
        said = Grounding(trips.source, trips.locale).read(sentence.format(**words), Evidence({2: item}), about=about)
        assert (said.faults == () and said.unaccounted == ()) == so


def test_places_are_compared_by_the_options_spoken_of_there(catalogue: Catalogue) -> None:
    trips = agent_over(catalogue)
    by_place = {item.text("dst_city"): item for item in trips.source.search(Query(), 400).items}
    one, other, third = sorted(by_place.values(), key=lambda item: order(item.values["price"]) or 0)[:3]
    cheap, dear = one.text("dst_city"), other.text("dst_city")
    grounding = Grounding(trips.source, trips.locale)
    for sentence, so in {
        f"{cheap} is cheaper.": True,
        f"{cheap} is cheaper than {dear}.": True,
        f"{dear} is cheaper.": False,
        f"{dear} is cheaper than {cheap}.": False,
        f"{cheap} is cheaper than {third.text('dst_city')}.": False,  # nothing there was spoken of
        f"{cheap} is cheaper and sunny.": False,
    }.items():
        said = grounding.read(sentence, Evidence({2: other, 3: one, 4: third}), about=(2, 3))
        assert (said.faults == () and said.unaccounted == ()) == so, sentence


def test_a_restaurant_may_be_called_one_where_restaurants_are_found(agent: Agent) -> None:
    source = opened(str(RESTAURANTS), today=date(2026, 8, 3))
    dinner = Grounding(source, Agent(source).locale)
    said = "Of the restaurants that I have, none fits."
    assert dinner.read(said, Evidence({}, nothing=True), about=()).faults == ()
    assert read(agent, "The Orla Lite 14 [3] has a restaurant.").faults


def test_numbers_of_options_are_no_part_of_the_text(agent: Agent) -> None:
    said = read(agent, "The Orla Lite 14 [3] costs €639.")
    assert said.text == "The Orla Lite 14 costs €639."
    assert said.claims == (Claim(3, "model", "Orla Lite 14"), Claim(3, "laptop_price", "€639"))


def test_a_number_without_a_name_is_shown_as_the_name(agent: Agent) -> None:
    assert read(agent, "I like [3].").text == "I like Orla Lite 14."
    assert read(agent, "That one [3] costs €639.").text == "That one costs €639."


def test_amounts_are_shown_as_the_realiser_writes_them(agent: Agent) -> None:
    said = read(agent, "Only EUR 639 for the Orla Lite 14 [3], i.e. 639.00 EUR!")
    assert said.text == "Only €639 for the Orla Lite 14, i.e. €639!"
    assert said.written == "Only EUR 639 for the Orla Lite 14, i.e. 639.00 EUR!"
    assert Claim(3, "laptop_price", "€639") in said.claims


def test_wishes_may_be_repeated_but_not_as_facts(agent: Agent) -> None:
    wishes = (Wish("laptop_price", Constraint("at_most", (Money(600, "EUR"),))),)
    assert read(agent, "You want to stay below €600.", wishes=wishes).claims == (Claim(0, "laptop_price", "€600"),)
    assert read(agent, "The Orla Lite 14 [3] costs €600.", wishes=wishes).faults


@pytest.mark.parametrize(
    "sentence",
    [
        "With at least 512 GB of storage, the Lumen Page 13 Plus [2] costs €559.",
        "Nothing fits for €600 or less.",
        "The Lumen Page 13 Plus [2] is within your budget of €600.",
    ],
)
def test_a_wish_may_be_repeated_with_its_bound(agent: Agent, sentence: str) -> None:
    assert read(agent, sentence, about=(3,), wishes=BOUNDS, nothing=True).faults == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "The Orla Lite 14 [3] has at least 512 GB of storage.",
        "The Lumen Page 13 Plus [2] has at least 512 GB of RAM.",
        "The Orla Lite 14 [3] costs €600 or less.",
        "The Lumen Page 13 Plus [2] doesn't have at least 512 GB of storage.",
    ],
)
def test_a_bound_that_an_option_is_not_within_is_a_fault(agent: Agent, sentence: str) -> None:
    assert read(agent, sentence, wishes=BOUNDS).faults


def test_more_of_a_count_and_a_goodbye_compare_nothing(agent: Agent) -> None:
    assert read(agent, "There are two more.", about=(2, 3)).faults == ()
    assert read(agent, "Talk to you later!", about=(2, 3)).faults == ()
    assert read(agent, "The Orla Lite 14 [3] costs €639 more.", about=(2,)).faults


def test_a_question_for_the_way_back_asks_for_the_return() -> None:
    from wayframe.catalogues import agent_over
    from wayframe.packages import default_catalogue

    with default_catalogue() as catalogue:
        trips = agent_over(catalogue)
        grounding = Grounding(trips.source, trips.locale)
        asked = {
            "When would you like to leave?": ("str_date",),
            "When do you have to be back?": ("end_date",),
            "When do you leave, and when will you return?": WHEN,
        }
        assert {text: grounding.read(text, Evidence({})).asks for text in asked} == asked


def test_a_word_of_the_users_that_nobody_knows_is_quoted(agent: Agent) -> None:
    said = read(agent, "Sorry, I know nothing of a Zephyr.", about=(2,), said="and the Zephyr then?", nothing=True)
    assert said.text == "Sorry, I know nothing of a “Zephyr”."
    assert said.faults == ()
    assert read(agent, "It is a Zephyr.", about=(2,), said="and the Zephyr then?").faults


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("The Lumen Page 13 Plus [2] and the Orla Lite 14 [3] cost €1,198 together.", ()),
        ("The Lumen Page 13 Plus [2] costs €559 and the Orla Lite 14 [3] €639, together €1,198.", ()),
        ("In total, the Lumen Page 13 Plus [2] and the Orla Lite 14 [3] come to EUR 1198.", ()),
        ("Together they cost €1,198.", (2, 3)),
    ],
)
def test_what_options_cost_together_may_be_said(agent: Agent, sentence: str, about: tuple[int, ...]) -> None:
    said = read(agent, sentence, about=about)
    assert (said.faults, said.unaccounted, said.sums) == ((), (), (Sum((2, 3), "laptop_price", "€1,198"),))
    read_from = Arg("read", (Ref(2), Ref(3)))
    assert Act("inform", (Arg("laptop_price", "€1,198"), read_from)) in acts_of(said, {}, agent.schema)


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("The Lumen Page 13 Plus [2] and the Orla Lite 14 [3] cost €1,199 together.", ()),
        ("The Lumen Page 13 Plus [2] costs €1,198, together with the Orla Lite 14 [3].", ()),
        ("The Lumen Page 13 Plus [2] costs €559, the Orla Lite 14 [3] costs €1,198 in total.", ()),
        ("Together they cost €1,198.", (2, 3, 4)),
        ("Together they cost less than €1,198.", (2, 3)),
        ("They don't cost €1,198 together.", (2, 3)),
        ("They cost €1,198.", (2, 3)),
        ("It is €1,198 in total.", (2, 3)),
    ],
)
def test_what_options_do_not_cost_together_is_a_fault(agent: Agent, sentence: str, about: tuple[int, ...]) -> None:
    assert read(agent, sentence, about=about).faults


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Sorry, Dell and Acer are not in the catalogue.", "Sorry, “Dell” and “acer” are not in the catalogue."),
        ("I'm afraid pink isn't in the catalogue.", "I'm afraid “pink” isn't in the catalogue."),
        ("The catalogue doesn't have Dell laptops.", "The catalogue doesn't have “Dell” laptops."),
        ("Neither Dell nor Acer is in the catalogue.", "Neither “Dell” nor “acer” is in the catalogue."),
    ],
)
def test_what_the_catalogue_lacks_may_be_said_in_the_users_words(agent: Agent, sentence: str, shown: str) -> None:
    for about in ((), (2,)):
        said = read(agent, sentence, about=about, said="Dell, acer or something pink?")
        assert (said.text, said.faults, said.unaccounted) == (shown, (), ())


@pytest.mark.parametrize(
    "sentence",
    [
        "Orla is not in the catalogue.",
        "Dell and Orla are not in the catalogue.",
        "There is no Lumin in the catalogue.",
        "The catalogue doesn't have silver laptops.",
        "Touchscreens are not in the catalogue.",
        "Laptops with 16 GB are not in the catalogue.",
        "Its weight is not in the catalogue.",
        "The Orla Lite 14 [3] is not in the catalogue.",
    ],
)
def test_what_the_catalogue_has_is_not_said_to_be_missing(agent: Agent, sentence: str) -> None:
    wishes = (Wish("brand", Constraint("is", (Text("Orla"),))), Wish("ram", Constraint("is", (Number(16, "GB"),))))
    for about in ((), (2,)):
        assert read(agent, sentence, about=about, said=f"{sentence} Dell?", wishes=wishes).faults


def test_what_was_done_may_be_said(agent: Agent) -> None:
    assert read(agent, "The Orla Lite 14 [3] is booked.", booked=frozenset((3,))).faults == ()
    assert read(agent, "Nothing fits.", nothing=True).finds_nothing


def test_a_wrong_value_is_known_as_one_of_its_slot(agent: Agent) -> None:
    assert read(agent, "The Orla Lite 14 costs €5.").wrong == (Claim(3, "laptop_price", "€5"),)
    assert read(agent, "The Orla Lite 14 has 64 GB.").wrong == (Claim(3, "ram", "64"),)
    assert read(agent, "The Orla Lite 14 has a touchscreen.").wrong == (Claim(3, "touchscreen", True),)


def test_questions_ask_for_slots_or_propose(agent: Agent) -> None:
    assert read(agent, "Shall I book the Orla Lite 14 [3]?").proposes == (3,)
    assert read(agent, "Should I cancel it?", about=(2,)).cancels
