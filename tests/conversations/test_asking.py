"""Questions are answered from what is known, and what isn't known is said to be so."""

import re
from itertools import pairwise

import pytest

from assisting import about, agent_over, asked, chosen, done, example, facts, last, packages, table, talk
from wayframe import packages as catalogues
from wayframe.agent import Agent
from wayframe.presentation.wishes import understood_line

ROME = "From Montreal to Rome, august 20 to september 10, two adults"


def names(exchange: object) -> list[str]:
    return [act.name for act in exchange.wizard.acts]  # type: ignore[attr-defined]


def test_when_one_is_back(agent: Agent) -> None:
    exchange = last(agent, ROME, "the first one", "what time do we get back?")
    known = catalogues.facts(chosen(exchange))
    assert {"arr_time_or": known["arr_time_or"]}.items() <= facts(exchange)[0].items()


@pytest.mark.parametrize(
    "question",
    ["can I bring my dog?", "which airline is it?", "how is the weather there?", "is there a pool?"],
)
def test_what_the_database_does_not_know_is_said_without_pressing_to_book(agent: Agent, question: str) -> None:
    assert names(last(agent, ROME, "the first one", question)) == ["canthelp"]
    assert names(last(agent, ROME, question)) == ["canthelp"]


def test_what_is_not_known_is_said_beside_what_is(agent: Agent) -> None:
    exchange = last(agent, ROME, "the first one", "is breakfast included? and can we bring our dog")
    assert [name for name in names(exchange) if name in ("inform", "canthelp")] == ["inform", "canthelp"]
    assert "canthelp" not in names(last(agent, ROME, "the first one", "is breakfast included?"))


@pytest.mark.parametrize("question", ["what about parking?", "how about parking?", "and parking?"])
def test_what_is_asked_about_behind_a_comparison_is_asked_of_what_was_compared(agent: Agent, question: str) -> None:
    exchange = last(agent, ROME, "compare the first two", question)
    assert exchange.wishes == last(agent, ROME).wishes
    assert len(about(exchange)) == 2
    assert last(agent, ROME, "compare the first two", "with parking please").wishes != exchange.wishes


@pytest.mark.parametrize("wish", ["can you send me a confirmation email", "could you print the tickets for me?"])
def test_what_an_agent_cannot_do_is_said(agent: Agent, wish: str) -> None:
    assert names(last(agent, ROME, wish)) == ["canthelp"]


@pytest.mark.parametrize("words", ["somewhere warm", "hi, from Atlanta, somewhere really sunny in september"])
def test_of_the_climate_nothing_is_known(agent: Agent, words: str) -> None:
    assert {"canthelp", "reject"} & set(names(last(agent, words)))


def test_none_of_them_is_said_of_all_at_once(agent: Agent) -> None:
    exchange = last(agent, ROME, "which of them is near the university?")
    assert {catalogues.facts(package)["university"] for package in exchange.after.offers.values()} == {False}
    assert {values["university"] for values in facts(exchange)} == {False}
    assert exchange.wizard.text.startswith(("None", "No"))


def test_stars_that_none_has_are_denied(agent: Agent) -> None:
    exchange = last(agent, ROME, "are any of them 5-star hotels?")
    assert "negate" in names(exchange)
    assert exchange.wizard.text.startswith(("None", "No"))


@pytest.mark.parametrize(
    ("question", "yes"),
    [("is that for all three of us?", True), ("is that for two children?", False)],
)
def test_for_whom_a_price_is(agent: Agent, question: str, yes: bool) -> None:
    exchange = last(
        agent, "From Montreal to Rome, august 20 to september 10", "2 adults and one kid", "the first one", question
    )
    assert exchange.wizard.text.startswith("Yes" if yes else "No")


def test_what_a_price_is_for_is_said_beside_it(agent: Agent) -> None:
    lines = ("From Montreal to Rome, august 20 to september 10", "2 adults and one kid", "the first one")
    exchange = last(agent, *lines, "how much is it in total?")
    assert f"${chosen(exchange).price:,.2f}".removesuffix(".00") in exchange.wizard.text
    assert "2 adults and" in exchange.wizard.text


def test_each_turn_of_the_documented_conversation_says_something_else(agent: Agent) -> None:
    from wayframe.cli.demo import LINES

    held = talk(agent, *(line for line in LINES if not line.startswith("/")))
    assert all(one.wizard.text != other.wizard.text for one, other in pairwise(held))


def test_prices_of_several_are_told_of_each(agent: Agent) -> None:
    first, exchange = talk(agent, ROME, "how much are they?")
    prices = [f"${package.price:,.2f}".removesuffix(".00") for package in packages(first)]
    assert [values["price"] for values in facts(exchange)] == prices
    assert about(exchange) == about(first)


@pytest.mark.parametrize("words", ["what's the price per person?", "how much is that each?"])
def test_prices_per_person(agent: Agent, words: str) -> None:
    exchange = last(agent, ROME, "the first one", words)
    assert f"${chosen(exchange).price / 2:,.2f}".removesuffix(".00") in exchange.wizard.text


def test_nothing_that_is_asked_makes_a_frame(agent: Agent) -> None:
    held = talk(agent, ROME, "the first one", "is there a gym?", "how far is it?", "why is it so cheap?")
    assert len({len(exchange.after.memory.frames) for exchange in held[1:]}) == 1
    assert asked(held[2]) == []


def test_a_time_of_day_is_told_with_its_day(agent: Agent) -> None:
    asked_both = last(agent, "From Montreal to Rome in August, two adults", "at what time does the first one leave?")
    assert re.search(r"[Ll]eav\w+ (on )?August \d+ at \d+:\d\d [ap]m", asked_both.wizard.text)


def test_the_second_is_counted_in_what_the_first_was(agent: Agent) -> None:
    booked = (
        "From Montreal to Rome in August, two adults", "book the first one",
        "From Montreal to Berlin in August, two adults", "book the first one",
    )  # fmt: skip
    turns = talk(agent, *booked, "what does the first booking cost, and when do we set off on the second?")
    names = [done(turn, "book")[0]["name"] for turn in turns if done(turn, "book")]
    assert all(str(name).split()[0] in turns[-1].wizard.text for name in names)


def test_what_was_wished_for_is_corrected_while_something_else_is_asked_for(agent: Agent) -> None:
    corrected = last(agent, "I want to go to Paris", "sorry, Rome, not Paris", "from Montreal, two adults in August")
    assert {package.hotel.dst_city for package in packages(corrected)} == {"Rome"}


def test_a_wish_is_searched_for_though_a_question_follows_that_is_not_understood(agent: Agent) -> None:
    late = last(
        agent, "From Montreal to Rome in August, two adults",
        "He's got to be home by the 25th at the latest. Would we manage that with this one?",
    )  # fmt: skip
    assert "end_date" in {wish.slot for wish in late.wishes}


@pytest.mark.parametrize(
    "words", ["are flights included?", "does that price include the flights?", "does my son pay full price?"]
)
def test_what_is_no_slot_has_an_answer_of_the_schemas_own(agent: Agent, words: str) -> None:
    before, asked = talk(agent, "two adults and a kid from Munich to Rome in august", words)
    assert asked.wizard.text in {answer.text for answer in agent.schema.answers}
    assert agent.wishes(agent.state(before.after)) == agent.wishes(agent.state(asked.after))


@pytest.mark.parametrize(
    "words",
    ["you haven't quite told me whether it's handy for the middle of town", "I wonder whether it is near the centre"],
)
def test_a_question_within_a_sentence_is_one(agent: Agent, words: str) -> None:
    exchange = last(agent, "two adults from Boston to Paris in september", "the first one", words)
    assert "in the city centre" in exchange.wizard.text
    assert exchange.wizard.text.startswith("No")


@pytest.mark.parametrize(
    "wishes", ["a quiet hotel in Rome from Montreal", "from Montreal to Rome, with a pool and breakfast"]
)
def test_what_nobody_knows_is_said_beside_what_is_found(agent: Agent, wishes: str) -> None:
    assert {"offer", "canthelp"} <= set(names(last(agent, wishes)))


def test_what_comes_near_to_about_so_much_is_offered_first(agent: Agent) -> None:
    cheapest, near = (packages(each) for each in talk(agent, ROME, "about 3000 in all"))
    assert max(package.price for package in near) <= 3000
    assert min(package.price for package in near) > min(package.price for package in cheapest)


def test_who_has_about_so_much_is_not_offered_what_few_take_for_it(agent: Agent) -> None:
    offered, asked = talk(agent, f"{ROME}, we have about 6000 dollars set aside", "in business class, please")
    assert {package.trip.seat for package in packages(offered)} == {"ECONOMY"}
    assert {package.trip.seat for package in packages(asked)} == {"BUSINESS"}


def test_of_several_places_all_that_fit_there_are_counted(agent: Agent) -> None:
    offered, more = talk(agent, "From New York to Cancun or Punta Cana in August", "show me more")
    assert offered.wizard.text.startswith("Two of eight")
    assert {package.hotel.name for package in packages(offered)}.isdisjoint(
        package.hotel.name for package in packages(more)
    )


def test_who_leaves_on_a_day_is_told_where_nothing_leaves_on_it(agent: Agent) -> None:
    exchange = last(agent, "From Dallas to Chicago on august 20")
    days = [package.trip.leaving.departure.day for package in packages(exchange)]
    assert days == sorted(days)
    assert 20 not in days
    assert "August 20" in exchange.sentences[0].text


def test_out_of_season_it_is_told_when_one_can_leave(agent: Agent) -> None:
    assert "September 18" in last(agent, "From Boston, in november").wizard.text


def test_what_is_the_cheapest_already_is_said_to_be(agent: Agent) -> None:
    exchange = last(agent, ROME, "the cheapest one", "is there a cheaper one?")
    assert exchange.wizard.text.startswith("No")
    assert not [wish for wish in exchange.wishes if wish.slot == "price"]


def test_what_is_left_where_a_place_is_ruled_out_are_the_other_options(agent: Agent) -> None:
    exchange = last(agent, "From Montreal to Tokyo or Berlin in September", "Berlin is out. What's left?")
    said = exchange.after.turns[-1].text
    assert "Tokyo" in said
    assert "Berlin" not in said


def test_the_name_of_an_option_is_told_with_what_it_offers(agent: Agent) -> None:
    told = last(agent, ROME, "the second one", "what was it called?").wizard.text
    assert told.count("Camellia Crescent") == 1
    assert "$1,877.26" in told


def test_a_time_is_said_with_its_bound_beside_a_day_that_is_not_so(agent: Agent) -> None:
    told = last(agent, ROME, "the second one", "are we home by 9 pm on September 1?").wizard.text
    assert told == "You are home by 9:00 pm but on September 9. Shall I book it anyway?"


def test_which_of_a_few_that_were_shown_is_answered_of_all_that_fit_too(agent: Agent) -> None:
    told = last(agent, "from Berlin to Athens", "which of them have breakfast?").wizard.text
    assert "There's also the Ravenna Pavilion" in told


@pytest.mark.parametrize("words", ["which ones are left?", "which options remain?"])
def test_which_are_left_is_asked_of_options_not_of_money(words: str) -> None:
    laptops = agent_over(example("laptops.csv"))
    reply = last(laptops, "laptops under 450", "not the Pinto Go 11", words).wizard.text
    assert "of €450" not in reply
    assert "Lumen Page 14" in reply


def test_which_hotels_in_a_place_is_asked_of_more_than_the_one_shown_there(agent: Agent) -> None:
    europe = "we are three adults from Osaka to Europe in september"
    reply = last(agent, europe, "Paris sounds beautiful", "which hotels in Paris have breakfast?").wizard.text
    assert "the Summerlin Manor has no breakfast" in reply
    assert "with breakfast" in reply


def test_the_best_of_a_kind_that_was_never_shown_is_searched() -> None:
    places = agent_over(example("restaurants.toml"))
    reply = last(places, "Indian, around 25 a head", "What's your best vegan place with a terrace?").wizard.text
    assert "The Salted Oven" in reply


def test_what_are_my_options_beside_new_wishes_is_answered_by_the_new_list() -> None:
    places = agent_over(example("restaurants.toml"))
    reply = last(places, "Indian, around 25 a head", "up to 35 and vegan is fine. What are my options?").wizard.text
    assert "The Golden Oven" not in reply


@pytest.mark.parametrize("words", ["is it booked? And what about the terrace?", "what did I book? And the terrace?"])
def test_a_feature_beside_a_question_for_the_booking_is_asked_of_it(words: str) -> None:
    places = agent_over(example("restaurants.toml"))
    reply = last(places, "Indian, around 25 a head", "book The Golden Oven", words).wizard.text
    assert "terrace" in reply
    assert "Crooked" not in reply


FLATS = table(
    "flat name | district | rent (EUR) | size (m2) | balcony",
    "Park Side | Harbour | 700 | 94 | yes",
    "Bridge House | University | 950 | 103 | yes",
    "Mill Lane Loft | Northside | 1050 | 73 | yes",
    "Elm Court | Northside | 800 | 50 | no",
    items="flats",
)


@pytest.mark.parametrize(
    "words", ["what's the rent per square metre?", "how much is that per m2?", "rent per sqm of each", "and per m2?"]
)
def test_a_price_by_what_it_buys_is_worked_out(words: str) -> None:
    reply = last(agent_over(FLATS), "flats with a balcony", words).wizard.text
    assert "€7.45 per m2 for the Park Side" in reply
    assert "€14.38" in reply


def test_a_price_by_what_it_buys_is_told_of_what_was_just_found() -> None:
    reply = last(agent_over(FLATS), "a flat with a balcony, and can you tell me the rent per square metre?").wizard.text
    assert "€9.22" in reply


def test_what_is_left_of_a_list_is_all_that_was_not_ruled_out() -> None:
    reply = last(agent_over(FLATS), "flats with a balcony", "where are they?", "nothing in Harbour", "what's left?")
    assert "Bridge House" in reply.wizard.text
    assert "Mill Lane Loft" in reply.wizard.text


def test_what_is_offered_where_none_is_so_is_what_is_spoken_of_then() -> None:
    places = agent_over(example("restaurants.toml"))
    vegan = "a place with vegan options for about 30 euros each"
    reply = last(places, vegan, "which of them is in the Old Town?", "what cuisine is it?").wizard.text
    assert reply == "It is Lebanese."


def test_a_booking_that_is_changed_is_not_described_besides(agent: Agent) -> None:
    booked = (ROME, "book the first one")
    reply = last(agent, *booked, "my booking in Rome, make it for three people").wizard.text
    assert "stars" not in reply


@pytest.mark.parametrize("words", ["How many days does it last?", "how long does that one last?"])
def test_what_lasts_is_what_is_spoken_of(agent: Agent, words: str) -> None:
    exchange = last(agent, "from Kyoto to Florianopolis", "does the Zinnia Plaza have breakfast?", words)
    assert "9 days" in exchange.wizard.text
    assert "Kestrel" not in exchange.wizard.text


@pytest.fixture(scope="module")
def laptops() -> Agent:
    return agent_over(example("laptops.csv"))


def test_what_was_asked_of_one_is_asked_of_another(laptops: Agent) -> None:
    first = ("16 GB", "what's the battery on the first?")
    assert "a battery of 8 hours" in last(laptops, *first, "and the second?").wizard.text
    others = last(laptops, *first, "and the other two?").wizard.text
    assert "8 hours" in others
    assert "6 hours" in others
    told = last(laptops, "16 GB", "compare the first two", "and the third?").wizard.text
    assert "€709" in told
    assert "15 hours" not in last(laptops, *first, "why that one?").wizard.text
    assert "€639" in last(laptops, *first, "tell me more about the second").wizard.text


def test_why_a_price_is_as_it_is_is_told_by_what_the_next_costs_and_has(laptops: Agent) -> None:
    told = last(laptops, "16 GB", "the first one", "why is it so cheap?").wizard.text
    assert "cheaper (€559 against €639)" in told
    assert "lighter" in told
    assert "storage" in last(laptops, "16 GB", "the first one", "why that one?").wizard.text


def test_the_few_of_which_something_is_so_are_named() -> None:
    flats = agent_over(
        table(
            "Flat | Rent | Balcony",
            "Elm | €500 | no",
            "Oak | €600 | no",
            "Ash | €700 | yes",
            "Fir | €800 | yes",
            "Yew | €900 | yes",
            items="flats",
        )
    )
    told = last(flats, "what do you have?", "which ones have a balcony?").wizard.text
    assert all(name in told for name in ("Ash", "Fir", "Yew"))


def test_days_of_what_is_spoken_of_look_for_nothing_else(agent: Agent) -> None:
    shown = (ROME, "the first one")
    trip = chosen(last(agent, *shown)).trip
    leaving, back = trip.leaving.departure, trip.returning.departure
    days = f"{leaving.month}/{leaving.day} to {back.month}/{back.day}"
    left = last(agent, *shown, f"{days} could work. How much would be left of $9,000 then?").wizard.text
    assert "of $9,000" in left
    assert "Nothing" not in left


def test_who_wants_something_held_is_not_asked_to_book_it(agent: Agent) -> None:
    shown = (ROME, "the first one", "could you hold it for us?")
    held = last(agent, *shown)
    assert "book" in held.wizard.text.casefold()
    assert not held.wizard.text.endswith("?")
    assert not agent.state(held.after).standing
    assert agent.state(last(agent, *shown, "ok, book it").after).standing


def test_something_named_at_first_is_asked_only_where_from(agent: Agent) -> None:
    asks, found = talk(agent, "Can we stay at the Willowmere Villa in August?", "from Boston")
    assert asked(asks) == ["or_city"]
    assert [package.hotel.name for package in packages(found)] == ["Willowmere Villa"]


@pytest.mark.parametrize(
    ("text", "leaving"),
    [
        ("from Boston to Rome at the back end of August", "leaving August 21 to 31"),
        ("from Boston to Rome in the last third of August", "leaving August 22 to 31"),
        ("from Boston to Rome, we'd spend about a week there", "for about 7 days"),
    ],
)
def test_when_and_how_long_is_said_in_idioms(agent: Agent, text: str, leaving: str) -> None:
    assert leaving in understood_line(agent.locale, last(agent, text).wishes)


def test_where_one_wants_to_go_is_kept_beside_two_questions(agent: Agent) -> None:
    exchange = last(
        agent,
        "When would it be cheapest to spend a week in Paris, coming from Toronto, and how much more is it in August?",
    )
    assert "from Toronto to Paris" in understood_line(agent.locale, exchange.wishes).replace(" · ", " ")


def test_a_question_before_a_deed_is_taken_up_again(agent: Agent) -> None:
    changing = (ROME, "book the first one", "make it for three adults")
    told = last(agent, *changing, "how much is that each?").wizard.text
    assert told.endswith(("Shall I make the change?", "Make the change?"))
    assert done(last(agent, *changing, "how much is that each?", "yes"), "change")


def test_after_a_no_it_is_asked_whether_it_is_wanted_anyway(agent: Agent) -> None:
    proposed = (ROME, "tell me about the first one")
    assert "anyway?" in last(agent, *proposed, "is it near the airport?").wizard.text
    assert "anyway?" not in last(agent, *proposed, "does it have wifi?").wizard.text


def test_who_but_asks_about_one_is_told_of_no_other(agent: Agent) -> None:
    told = last(agent, ROME, "tell me about the second one", "does it have breakfast?").wizard.text
    assert told.startswith("No")
    assert "Clovelly Grand" not in told


def test_what_is_so_of_the_list_already_is_said_to_be(agent: Agent) -> None:
    assert last(agent, ROME, "economy class please").wizard.text == "All three are economy class."
