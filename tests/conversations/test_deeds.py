"""What is ordered, kept and cancelled in one breath, in the words of any day: just what is named, and nothing else."""

import pytest

from assisting import agent_over, done, example, last, talk
from wayframe.agent import Agent
from wayframe.conversation import Exchange

LAPTOPS = "something with at least 12 hours of battery under 600 euros"
COMPARED = "compare the Lumen Page 13 Plus and the Lumen Page 14"
FOUR = "made by Lumen, with at least 12 hours of battery"  # both of these two, and dearer ones


@pytest.fixture(scope="module")
def shop() -> Agent:
    return agent_over(example("laptops.csv"))


def booked(agent: Agent, turn: Exchange) -> list[str]:
    """The names of the bookings that stand after a turn."""
    options = [booking.option for booking in agent.state(turn.after).standing]
    return sorted(str(getattr(option.item.values[agent.schema.name], "value", "")) for option in options)


def after(agent: Agent, *lines: str) -> list[str]:
    return booked(agent, talk(agent, *lines)[-1])


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("cancel everything except the Orla", ["Orla Pro 16"]),
        ("cancel everything but the lumen 14", ["Lumen Page 14"]),
        ("cancel both except the Orla Pro 16", ["Orla Pro 16"]),
        ("cancel everything", []),
        ("cancel whichever of the two is cheaper", ["Orla Pro 16"]),
        ("cancel whichever of my two orders is the dearer", ["Lumen Page 14"]),
        # Which ones these are is asked.
        ("cancel all except the first", ["Lumen Page 14", "Orla Pro 16"]),
    ],
)
def test_what_is_spared_stays_booked(shop: Agent, words: str, names: list[str]) -> None:
    assert after(shop, LAPTOPS, "order the lumen 14 please", "order the Orla Pro 16 too", words) == names


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ((LAPTOPS, "order the lumen 14 please"), ["Lumen Page 14"]),
        ((LAPTOPS, "I'd like to buy the Orla Pro 16 for my sister"), ["Orla Pro 16"]),
        ((LAPTOPS, "ok ill take the pinto 15"), ["Pinto Go 15"]),
        ((LAPTOPS, "order the lumen 14 for me and the pinto 15 for my brother"), ["Lumen Page 14", "Pinto Go 15"]),
        ((FOUR, "we'll have the 13 plus"), ["Lumen Page 13 Plus"]),
        # What was never shown is looked for by its name, and asked about.
        ((LAPTOPS, "ok then first book the Lumen Page 13 Plus"), []),
        ((LAPTOPS, "ok then first book the Lumen Page 13 Plus", "yes"), ["Lumen Page 13 Plus"]),
        (("please order the Vesper Ghost 14 for me", "yes please"), ["Vesper Ghost 14"]),
        ((LAPTOPS, "order the 13 plus and the lumen 14", "yes"), ["Lumen Page 13 Plus", "Lumen Page 14"]),
        # What can be none of those at hand is none of them.
        ((LAPTOPS, "ok ill take the 19 plus"), []),
        # Who gets something may but look for it.
        ((LAPTOPS, "get me the cheapest one"), []),
        ((LAPTOPS, "i want to buy a laptop"), []),
        ((LAPTOPS, "what should i buy?"), []),
        ((LAPTOPS, "don't order the lumen 14 yet"), []),
    ],
)
def test_what_is_named_is_ordered(shop: Agent, lines: tuple[str, ...], names: list[str]) -> None:
    assert after(shop, *lines) == names


BOTH = ["Lumen Page 14", "Pinto Go 15"]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (("compare the lumen 14 and the pinto 15", "i want to buy both"), BOTH),
        (("compare the lumen 14 and the pinto 15", "ok yes, do it, both of them"), []),
        (("compare the lumen 14 and the pinto 15", "ok yes, do it, both of them", "yes"), BOTH),
        (("how much are the lumen 14 and the pinto 15 together?", "order both please"), BOTH),
        (("tell me about the lumen 14", "and the pinto 15?", "book both of them"), BOTH),
        # Of three that were listed both are none.
        (("order both please",), []),
        (("tell me about the lumen 14", "order both"), []),
    ],
)
def test_both_are_the_two_spoken_of_last(shop: Agent, lines: tuple[str, ...], names: list[str]) -> None:
    assert after(shop, LAPTOPS, *lines) == names


def test_beside_a_named_one_a_quoted_both_books_nothing_else(shop: Agent) -> None:
    lines = ("compare the lumen 14 and the pinto 15", "why choose?? i said both. ok then first book the Pinto Go 15")
    assert after(shop, LAPTOPS, *lines, "yes") == ["Pinto Go 15"]


ORDERED = (LAPTOPS, "order the lumen 14 and the orla pro 16")


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (("cancel the orla only, keep the lumen",), ["Lumen Page 14"]),
        (("cancel the orla, keep the lumen 14, and book the pinto 15",), BOTH),
        (("please get rid of the Orla Pro 16 order",), ["Lumen Page 14"]),
        # What was just ordered is taken back where the user never said so; what was before is asked about first.
        (("i never ordered the orla!",), ["Lumen Page 14"]),
        (("I didn't order the lumen 14",), ["Orla Pro 16"]),
        (("is the lumen light?", "I didn't order the lumen 14"), ["Lumen Page 14", "Orla Pro 16"]),
        (("is the lumen light?", "I didn't order the lumen 14", "yes, cancel it"), ["Orla Pro 16"]),
        (("why did you order the lumen and not the pinto?",), ["Lumen Page 14", "Orla Pro 16"]),
    ],
)
def test_each_deed_is_done_to_what_it_names(shop: Agent, lines: tuple[str, ...], names: list[str]) -> None:
    assert after(shop, *ORDERED, *lines) == names


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        # Asked whether the Orla shall become the Pinto.
        (("yes",), BOTH),
        (("no",), ["Lumen Page 14", "Orla Pro 16"]),
        (("yes the pinto",), BOTH),
        (("yes the pinto. and please get rid of the Orla order!",), BOTH),
    ],
)
def test_a_yes_is_to_all_that_was_asked_or_to_what_it_names(
    shop: Agent, lines: tuple[str, ...], names: list[str]
) -> None:
    assert after(shop, *ORDERED, "i never ordered the orla!! book the pinto 15 instead", *lines) == names


def test_a_yes_is_done_and_the_second_deed_too(shop: Agent) -> None:
    asked = (*ORDERED, "i never ordered the orla!")
    assert after(shop, *asked, "yes, and order the pinto 15 too") == BOTH


def test_a_booking_besides_the_one_that_was_proposed_is_asked_about_with_it(shop: Agent) -> None:
    proposed = (LAPTOPS, "tell me about the lumen 14")
    assert after(shop, *proposed, "yes, and also order the pinto 15") == []
    assert after(shop, *proposed, "yes, and also order the pinto 15", "yes") == BOTH
    assert after(shop, *proposed, "yes, book the pinto 15") == ["Pinto Go 15"]


def test_what_is_told_of_bookings_in_the_turn_that_cancels_is_what_stands_then(shop: Agent) -> None:
    turns = talk(
        shop, *ORDERED, "i never ordered the orla", "yes! and what do i have ordered now, and whats the total?"
    )
    assert booked(shop, turns[-1]) == ["Lumen Page 14"]
    assert "€918" not in turns[-1].wizard.text
    both = talk(shop, *ORDERED, "book the pinto 15. what's the total now?")[-1]
    assert "€1,387" in both.wizard.text


def test_an_option_that_was_told_of_beside_a_deed_is_not_proposed(shop: Agent) -> None:
    turns = talk(shop, *ORDERED, "tell me about the pinto 15 and cancel the orla", "yes")
    assert [each["action"] for each in done(turns[-2], "cancel")] == ["cancel"]
    assert booked(shop, turns[-1]) == ["Lumen Page 14"]


ITALIAN = "an Italian place"


@pytest.fixture(scope="module")
def tables() -> Agent:
    return agent_over(example("restaurants.toml"))


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("book the crooked lantern for thursday at 7.30pm", ("a day", "an hour")),
        ("Book the Italian place, Crooked Lantern, for 8 people", ("a number of people",)),
        ("reserve the crooked lantern under the name Keller please", ("a name",)),
    ],
)
def test_what_no_booking_holds_is_said_with_it(tables: Agent, words: str, kinds: tuple[str, ...]) -> None:
    ordered = talk(tables, ITALIAN, words)[-1]
    assert booked(tables, ordered) == ["The Crooked Lantern"]
    assert all(kind in ordered.wizard.text for kind in kinds), ordered.wizard.text


def test_what_is_booked_is_told_with_what_it_does_not_hold(tables: Agent) -> None:
    told = talk(
        tables, ITALIAN, "book the crooked lantern", "what exactly did you book? for which day and how many people?"
    )
    assert "The Crooked Lantern" in told[-1].wizard.text
    assert "a day or a number of people" in told[-1].wizard.text


def test_a_booking_of_a_trip_holds_days_and_people(agent: Agent) -> None:
    paris = "from Toronto to Paris, in late august, 2 adults"
    told = talk(agent, paris, "book the second one", "what exactly did you book? for which day and how many people?")
    assert "2 adults" in told[-1].wizard.text
    assert "only note" not in told[-1].wizard.text


def test_a_question_beside_an_order_is_answered_and_the_order_is_not_lost(shop: Agent) -> None:
    lumen = (FOUR, "ok ill take the 13 plus for me. does it come in another colour than black?")
    assert after(shop, *lumen) == []
    assert after(shop, *lumen, "yes") == ["Lumen Page 13 Plus"]
    assert after(shop, FOUR, "I'll take the lumen 14, what colour is it?") == ["Lumen Page 14"]


def test_several_for_different_people_are_asked_about(agent: Agent) -> None:
    paris = "from Toronto to Paris, in late august, 2 adults"
    asked = talk(agent, paris, "buy the first one for us and the second for my parents")[-1]
    assert not done(asked, "book")


def test_what_is_paid_behind_a_cancellation_is_for_what_stands(agent: Agent) -> None:
    paris = "from Toronto to Paris, in late august, 2 adults"
    told = talk(agent, paris, "book the summerlin and the nettlebed", "cancel the summerlin. what do i pay now?")[-1]
    assert "$1,980.44" in told.wizard.text


def test_a_yes_with_or_not_behind_it_is_none_taken_back(agent: Agent) -> None:
    paris = "from Toronto to Paris, in late august, 2 adults"
    assert done(talk(agent, paris, "book the nettlebed. is there a gym or not?")[-1], "book")


def test_what_would_be_taken_back_under_a_condition_is_asked_about(agent: Agent) -> None:
    paris = "from Toronto to Paris, in late august, 2 adults"
    assert not done(talk(agent, paris, "reserve number two and bin it again if there's no gym")[-1], "book")
    assert done(talk(agent, paris, "reserve number two and cancel it")[-1], "cancel")


def test_a_wish_beside_several_that_are_ordered_picks_none_of_them(shop: Agent) -> None:
    told = (FOUR, "i dont want black. order the 13 plus for me please, and the cheap lumen 14 for my brother")
    assert after(shop, *told) == []
    assert after(shop, *told, "yes") == ["Lumen Page 13 Plus", "Lumen Page 14"]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("I choose to book the Lumen Page 14", 1),
        ("order two of the lumen 14", 2),
        ("Order 2 Lumen Page 14.", 2),
    ],
)
def test_a_number_in_a_name_is_no_quantity(shop: Agent, line: str, count: int) -> None:
    exchange = talk(shop, LAPTOPS, line)[-1]
    assert booked(shop, exchange) == ["Lumen Page 14"]
    assert f"€{419 * count}" in exchange.wizard.text


def test_so_many_pay_as_a_table_is_booked_for() -> None:
    restaurants = agent_over(example("restaurants.toml"))
    *_, booked, changed = talk(restaurants, "italian", "the first one", "book it for two", "make it for four")
    assert "The Blue Fig for 2, €40" in booked.wizard.text
    assert "The Blue Fig for 4, €80" in changed.wizard.text


def test_a_place_with_many_seats_is_not_booked_for_as_many() -> None:
    restaurants = agent_over(example("restaurants.toml"))
    booked = last(restaurants, "italian with at least 30 seats", "book the first one")
    assert "€25" in booked.wizard.text


@pytest.mark.parametrize("words", ["book it for 7.30", "book it at 7.30", "can you book it for 7.30?"])
def test_a_time_with_a_dot_is_noted_and_is_no_number_of_seats(words: str) -> None:
    restaurants = agent_over(example("restaurants.toml"))
    booked = last(restaurants, "italian", "the first one", words)
    assert "“7.30”" in booked.wizard.text
    assert "seats" not in booked.wizard.text


def test_a_distance_that_could_be_a_time_is_an_amount() -> None:
    restaurants = agent_over(example("restaurants.toml"))
    assert "0.4 km away" in last(restaurants, "a distance of at most 0.52 km").wizard.text


@pytest.mark.parametrize(
    "words", ["yes, but only to look at it", "yes, not signing anything yet though", "yes, just to see it first"]
)
def test_a_look_at_it_books_nothing(shop: Agent, words: str) -> None:
    assert after(shop, LAPTOPS, "the first one", words) == []


@pytest.mark.parametrize(
    "said",
    [
        "please book the Lumen Page 14 instead of the Page 13 Plus",
        "I like the Lumen Page 14. Please book that one instead of the Page 13 Plus.",
        "book the Lumen Page 14 instead",
    ],
)
def test_what_is_booked_in_the_place_of_another_is_the_one_that_is_preferred(shop: Agent, said: str) -> None:
    before, asked, after = talk(shop, LAPTOPS, COMPARED, "book the Lumen Page 13 Plus", said, "yes")[2:]
    assert booked(shop, before) == booked(shop, asked) == ["Lumen Page 13 Plus"]
    assert booked(shop, after) == ["Lumen Page 14"]


ATLANTA = ("romantic trip for 2 from atlanta, budget around 1500",)


@pytest.mark.parametrize("said", ["book it from the 20th of august", "take it, but from the 20th of august"])
def test_what_was_picked_is_booked_on_other_days(agent: Agent, said: str) -> None:
    reply = last(agent, *ATLANTA, "the second one", said).wizard.text
    assert reply.endswith(
        "Shall I book the Rowan Villa in Toronto at $1,229.44 for 2 adults (from Atlanta, August 26 to 31)?"
    )


def test_what_is_named_is_booked_for_others_without_a_list(agent: Agent) -> None:
    reply = last(agent, *ATLANTA, "book the second one for 3 people").wizard.text
    assert reply.endswith("the Rowan Villa in Toronto at $2,245.11 for 3 adults (from Atlanta, September 8 to 15)?")
    assert "Valerian" not in reply


def test_whoever_asks_about_another_than_the_one_picked_takes_that(agent: Agent) -> None:
    said = ("something with a spa", "near the beach too", "the second one", "the first has breakfast right?")
    reply = last(agent, *ATLANTA, *said, "take it then, from the 20th of august").wizard.text
    assert "Northlight Rooms" in reply


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("sorry at half past 8", "for 4 at €56 (noted: “half past 8”)?"),
        ("make it half past 8", "for 4 at €56 (noted: “half past 8”)?"),
        ("sorry, for 5", "for 5 at €70 (noted: “at 8”)?"),
    ],
)
def test_what_is_said_of_a_booking_that_is_proposed_is_proposed_with_it(said: str, noted: str) -> None:
    """It was booked at eight, or given up."""
    restaurants = agent_over(example("restaurants.toml"))
    told = last(restaurants, "table for 4, something italian or french", "reserve the first at 8", said)
    assert told.wizard.text.endswith(noted)
    assert done(told, "book") == []
