"""What is wished for: bounds, parties, days, other places; what holds until it changes; what gives way."""

from datetime import date

import pytest

from assisting import about, agent_over, asked, chosen, last, named, offered, packages, talk, wanted
from wayframe import packages as catalogues
from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.dialogue import Package
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Text
from wayframe.packages import default_catalogue
from wayframe.presentation.wishes import understood_line
from wayframe.state.update import hear

ROUTE = "I want to go from Montreal to Paris between August 10 and September 20"
ROME = "From Montreal to Rome, august 20 to september 10, two adults"


def nights(package: Package) -> int:
    return (back(package) - leaving(package)).days


def leaving(package: Package) -> date:
    moment = package.trip.leaving.departure
    return date(moment.year, moment.month, moment.day)


def back(package: Package) -> date:
    moment = package.trip.returning.arrival
    return date(moment.year, moment.month, moment.day)


def offers(exchange: Exchange) -> list[Package]:
    """The packages that fit, without those that are suggested instead."""
    return [exchange.after.offers[act.id] for act in exchange.wizard.acts if act.name == "offer" and act.id is not None]


def stars(package: Package) -> float:
    return float(str(catalogues.facts(package)["category"]))


@pytest.mark.parametrize(
    ("said", "slot", "limit"),
    [
        ("my budget is at least $500", "price", "at_least($500"),
        ("no more than 3000 dollars", "price", "at_most($3000"),
        ("nothing over 3k", "price", "at_most(¤3000"),
        ("under 2000", "price", "at_most(¤2000"),
        ("around 2000", "price", "around(¤2000"),
        ("at least 4 stars", "category", "at_least(number(4"),
        ("in a 4+ star hotel", "category", "at_least(number(4"),
        ("no more than 10 days please", "duration", "at_most(number(10"),
        ("make it 10 days or less", "duration", "at_most(number(10"),
        ("at least 10 days", "duration", "at_least(number(10"),
        ("for two weeks", "duration", "is(number(14"),
        ("for about 10 days", "duration", "around(number(10"),
    ],
)
def test_a_bound_is_kept_with_its_value(agent: Agent, said: str, slot: str, limit: str) -> None:
    assert wanted(agent, ROUTE, said)[slot].startswith(limit)


@pytest.mark.parametrize(
    ("lines", "adults", "children"),
    [
        ((ROUTE, "it's me and 4 friends"), 5, 0),
        ((ROUTE, "my wife and I will go"), 2, 0),
        ((ROUTE, "a family of 4, two kids"), 2, 2),
        ((ROUTE, "there are 5 of us, 3 kids"), 2, 3),
        ((ROUTE, "2 adults and one kid", "add another kid"), 2, 2),
        ((ROUTE, "2 adults and one kid", "add 2 more kids", "one less kid"), 2, 2),
        ((ROUTE, "2 adults", "one more adult"), 3, 0),
        ((ROUTE, "my wife and I", "and another adult"), 3, 0),
        ((ROUTE, "me and wife"), 2, 0),
        ((ROUTE, "me and my husband", "add a kid"), 2, 1),
        ((ROME, "the first one", "one more adult please"), 3, 0),
        ((ROME, "actually 5 people"), 5, 0),
        ((ROME, "what if my friend joins us"), 3, 0),
        ((ROME, "actually, just me"), 1, 0),
    ],
    ids=named,
)
def test_who_comes_is_counted(agent: Agent, lines: tuple[str, ...], adults: int, children: int) -> None:
    (*_, search) = [search for turn in talk(agent, *lines) for search in turn.wizard.db.search]
    young = int(search.NUM_CHILDREN) if isinstance(search.NUM_CHILDREN, str) else 0
    assert (int(str(search.NUM_ADULTS)), young) == (adults, children)


@pytest.mark.parametrize(
    ("said", "first", "latest"),
    [
        ("what about the 20th?", date(2016, 8, 20), None),
        ("leaving after September 3", date(2016, 9, 4), None),
        ("next week then", date(2016, 8, 8), None),
        ("in two weeks", date(2016, 8, 15), None),
        ("8/20-8/27", date(2016, 8, 20), date(2016, 8, 27)),
        ("back before September 3", date(2016, 8, 10), date(2016, 9, 2)),
        ("august 20 to 27", date(2016, 8, 20), date(2016, 8, 27)),
    ],
)
def test_days_are_searched_as_they_were_said(agent: Agent, said: str, first: date, latest: date | None) -> None:
    exchange = last(agent, ROUTE, said)
    fitting = offers(exchange)
    assert all(leaving(package) >= first for package in fitting)
    assert latest is None or all(back(package) <= latest for package in fitting)
    assert exchange.wizard.db.search


def test_a_bound_lasts_until_the_value_changes(agent: Agent) -> None:
    lines = [ROUTE + ", at most 14 days", "what about business class?", "and a 4-star hotel"]
    assert wanted(agent, *lines)["duration"].startswith("at_most(number(14")
    assert wanted(agent, *lines, "I could also stay up to 9 days")["duration"].startswith("at_most(number(9")


def test_the_same_dates_for_another_city_are_a_wish(agent: Agent) -> None:
    exchange = last(agent, ROME, "what about barcelona, same dates")
    assert {package.hotel.dst_city for package in packages(exchange)} == {"Barcelona"}
    assert all(date(2016, 8, 20) <= leaving(p) and back(p) <= date(2016, 9, 10) for p in packages(exchange))


@pytest.mark.parametrize("more", ["show me the other options", "any other hotels?", "what else is there"])
def test_other_options_are_others(agent: Agent, more: str) -> None:
    first, second = talk(agent, ROME, more)
    assert packages(second)
    assert not [package for package in packages(second) if package in packages(first)]


def test_what_gives_way_is_said(agent: Agent) -> None:
    exchange = last(agent, "From Boston to Frankfurt, sept 5 to sept 9, business class")
    assert "no_result" in [act.name for act in exchange.wizard.acts]
    assert packages(exchange)
    assert any(date(2016, 9, 5) != leaving(p) or p.trip.seat != "BUSINESS" for p in packages(exchange))


def test_nothing_cheaper_is_said_and_what_comes_nearest(agent: Agent) -> None:
    turns = talk(agent, ROME, "the cheapest", "something cheaper please")
    assert "no_result" in [act.name for act in turns[-1].wizard.acts]


def test_an_earlier_option_of_another_city_is_recalled_when_it_fits(agent: Agent) -> None:
    turns = talk(
        agent, "From Montreal to New York or Tokyo, August 23 to September 1", "go to the Tokyo one", "max $900"
    )
    assert {package.hotel.dst_city for package in packages(turns[-1])} == {"New York"}
    assert all(package.price <= 900 for package in packages(turns[-1]))


def test_other_days_of_the_same_hotel(agent: Agent) -> None:
    one, later = talk(agent, ROME, "the first one", "can we leave one day later?")[1:]
    assert {package.hotel for package in packages(later)} == {chosen(one).hotel}


def test_leaving_later_is_any_later_day(agent: Agent) -> None:
    one, later = talk(agent, ROME, "the first one", "is it possible to leave later")[1:]
    assert packages(later)
    assert all(leaving(package) > leaving(chosen(one)) for package in packages(later))


def test_nicer_is_nicer_than_what_was_looked_at(agent: Agent) -> None:
    one, nicer = talk(agent, ROME, "the first one", "something nicer")[1:]
    assert packages(nicer)
    assert all(stars(package) > stars(chosen(one)) for package in packages(nicer))


def test_more_expensive_is_dearer(agent: Agent) -> None:
    one, dearer = talk(agent, ROME, "the first one", "something more expensive")[1:]
    assert packages(dearer)
    assert all(package.price > chosen(one).price for package in packages(dearer))


def test_cheaper_was_than_what_was_there_and_not_elsewhere(agent: Agent) -> None:
    elsewhere = last(agent, ROME, "the second one", "anything cheaper?", "what about Buenos Aires?")
    assert {package.hotel.dst_city for package in packages(elsewhere)} == {"Buenos Aires"}


@pytest.mark.parametrize(("words", "more"), [("two days longer", 2), ("two days shorter", -2)])
def test_days_longer_or_shorter_are_counted_from_the_stay_at_hand(agent: Agent, words: str, more: int) -> None:
    lines = ("2 adults from Atlanta to Berlin, august 15 to september 10", "the second one")
    one, exchange = talk(agent, *lines, words)[1:]
    fitting = offers(exchange)
    assert {package.trip.duration_days for package in fitting} == {chosen(one).trip.duration_days + more}


def test_more_people_pay_more_for_the_same_trip(agent: Agent) -> None:
    two, three = talk(agent, ROME, "the first one", "actually 3 people")[1:]
    old, new = chosen(two), packages(three)[0]
    assert (new.hotel, new.trip) == (old.hotel, old.trip)
    assert new.price == pytest.approx(old.price * 1.5, abs=0.02)


def test_prices_are_said_to_be_for_one_adult_until_it_is_known_who_goes(agent: Agent) -> None:
    first, two = talk(agent, "from Toronto to Berlin in september", "we are 2 adults")
    assert "1 adult" in first.wizard.text
    assert "2 adults" in two.wizard.text
    assert packages(two)[0].price > packages(first)[0].price


def test_a_family_that_becomes_a_couple(agent: Agent) -> None:
    opening = "hi! we're a family of four, two kids, leaving from Chicago in august for under 6000"
    turns = talk(agent, opening, "somewhere on the beach", "how much is that for just the two of us?")
    searches = [search for turn in turns for search in turn.wizard.db.search]
    assert (searches[0].NUM_ADULTS, searches[0].NUM_CHILDREN) == ("2", "2")
    assert searches[-1].NUM_ADULTS == "2"
    assert searches[-1].NUM_CHILDREN != "2"


@pytest.mark.parametrize("words", ["forget the budget", "the budget doesn't matter any more", "any price"])
def test_a_budget_is_given_up(agent: Agent, words: str) -> None:
    assert "price" not in {
        slot for slot, said in wanted(agent, ROME, "under $1950", words).items() if not said.startswith("any")
    }


def test_not_there(agent: Agent) -> None:
    wish = "we are 2 adults 1 kid, from Calgary, budget 3000, where can we go?"
    exchange = last(agent, wish, "anywhere but not Vancouver", "not Salt Lake City either")
    cities = {package.hotel.dst_city for package in packages(exchange)}
    assert cities
    assert cities.isdisjoint({"Vancouver", "Salt Lake City"})


def test_a_country_that_is_not_wanted_is_none_of_its_cities(agent: Agent) -> None:
    exchange = last(agent, "somewhere in Europe from San Francisco, 2 adults, end of august", "not Germany")
    assert packages(exchange)
    assert "Germany" not in {package.hotel.country for package in packages(exchange)}


def test_only_one_of_two_countries_stays_the_only_one(agent: Agent) -> None:
    lines = ("Mexico or Brazil from New York, 2 adults, second half of August", "only Mexico", "with free breakfast")
    *_, only, breakfast = talk(agent, *lines)
    for exchange in (only, breakfast):
        assert {package.hotel.country for package in packages(exchange)} == {"Mexico"}


def test_one_with_breakfast_is_a_wish(agent: Agent) -> None:
    lines = ("2 adults from Atlanta to Mexico City, august 15 to september 10", "the second one")
    exchange = last(agent, *lines, "one w/ breakfast?")
    assert packages(exchange)
    assert all(catalogues.facts(package)["breakfast"] is True for package in packages(exchange))


def test_a_limit_beside_a_direction_is_what_is_meant(agent: Agent) -> None:
    nicer = last(agent, "From Boston to France, around august 20 for a week", "something nicer, at least 4 stars")
    assert (
        "at_least(number(4"
        in wanted(agent, "From Boston to France, around august 20 for a week", "something nicer, at least 4 stars")[
            "category"
        ]
    )
    assert about(nicer)


@pytest.mark.parametrize(
    ("said", "answer", "city"),
    [("from Montreal to San, leaving August 20", "Francisco", "San Francisco"),
     ("from Montreal to San, leaving August 20", "San Diego please", "San Diego")],
)  # fmt: skip
def test_several_cities_of_the_same_name_are_asked_about(agent: Agent, said: str, answer: str, city: str) -> None:
    unsure, settled = talk(agent, said, answer)
    assert not packages(unsure)
    assert {package.hotel.dst_city for package in packages(settled)} == {city}


@pytest.mark.parametrize(("said", "city"), [("mntrl", "Montreal"), ("phladlphi", "Philadelphia"), ("pari", "Paris")])
def test_a_name_with_letters_missing_is_understood_or_asked_about(agent: Agent, said: str, city: str) -> None:
    first, second = talk(agent, f"from New York to {said}, leaving August 20", "yes")
    assert city in first.wizard.text
    assert {package.hotel.dst_city for package in packages(first) or packages(second)} == {city}


def test_a_day_without_a_month_is_one_to_come(agent: Agent) -> None:
    assert asked(last(agent, "I want to go from Toronto to Rome on the 17th")) == []
    days = {leaving(package) for package in packages(last(agent, "I want to go from Toronto to Rome on the 17th"))}
    assert all(day >= date(2016, 8, 15) for day in days)


def test_without_what_it_would_work(agent: Agent) -> None:
    wish = "We want to go to Cancun from Chicago in august, four of us, with a gym"
    exchange = last(agent, wish)
    assert "no_result" in [act.name for act in exchange.wizard.acts]
    assert "gym" in exchange.wizard.text


def test_an_amount_that_an_option_has_is_no_limit(agent: Agent) -> None:
    before, remark = talk(
        agent, "From Montreal to Rome, august 20 to september 10, two adults", "are flights in the 1810?"
    )
    assert not any(wish.slot == "price" for wish in agent.wishes(agent.state(remark.after)))
    assert agent.wishes(agent.state(before.after)) == agent.wishes(agent.state(remark.after))


def test_how_many_travel_is_known_by_their_number(agent: Agent) -> None:
    exchange = last(
        agent, "three adults and two kids to Rome from Berlin in september", "what is it for the five of us?"
    )
    assert "5 adults" not in exchange.wizard.text


def test_another_currency_is_reckoned_in_the_catalogues_own(agent: Agent) -> None:
    exchange = last(agent, "to Rome from Berlin in september for two", "our budget is 4000 euros together")
    assert "nothing" not in exchange.wizard.text.lower()


@pytest.mark.parametrize("words", ["from London", "to begin with, from London I suppose"])
def test_whoever_starts_where_nothing_does_is_told_from_where_one_may(agent: Agent, words: str) -> None:
    assert "origins" in last(agent, "to Rome for two in september", words).wizard.text


def test_what_an_option_is_like_is_no_wish(agent: Agent) -> None:
    _, remark = talk(agent, "to Rome from Berlin in september", "That's nicer. How does it compare with the second?")
    assert not any(wish.slot == "category" for wish in agent.wishes(agent.state(remark.after)))


@pytest.mark.parametrize("words", ["I meant the fourth one", "and the other one?", "which is the one you're hiding?"])
def test_what_was_found_and_not_shown_is_shown_when_it_is_asked_for(words: str) -> None:
    agent = agent_over(default_catalogue())
    first, second = talk(agent, "From Toronto to Rome in August for two", words)
    shown = {option["name"] for option in offered(first)}
    assert len(shown) == 3
    assert shown.isdisjoint(option["name"] for option in offered(second))
    assert len(offered(second)) == 1


def test_of_two_days_in_a_turn_the_later_is_wished_for() -> None:
    agent = agent_over(default_catalogue())
    said = "it's leaving in August. Is there one leaving in September?"
    exchange = last(agent, "From Toronto to Paris in August for two", said)
    assert [show((wish,)) for wish in exchange.wishes if wish.slot == "str_date"] == [
        "wish(str_date, is(2016-09-01..2016-09-30))"
    ]


def test_nobody_goes_where_the_journey_starts(agent: Agent) -> None:
    exchange = last(agent, ROME, "when would we be back in Montreal? and with breakfast please")
    assert [wish.constraint.values for wish in exchange.wishes if wish.slot == "dst_city"] == [(Text("Rome"),)]


def test_stays_just_as_long_as_was_said_come_before_those_that_are_about_that(agent: Agent) -> None:
    shown = offers(last(agent, "From Montreal to Rome or Paris, in August or September, for five nights"))
    assert {nights(package) for package in shown} == {5}


def test_that_no_stay_fills_the_days_is_said_once(agent: Agent) -> None:
    first, second = talk(agent, "From Montreal to Rome, august 25 to september 6", "for two adults")
    assert "August 25 to September 6" in first.after.turns[-1].text
    assert "August 25 to September 6" not in second.after.turns[-1].text


def test_a_week_later_is_later_than_the_day_that_was_said_not_than_one_of_several_offers(agent: Agent) -> None:
    wishes = wanted(agent, "From Montreal to Rome, leaving August 20, two adults", "push everything back by a week")
    assert wishes["str_date"] == "is(2016-08-27)"


@pytest.mark.parametrize(
    ("said", "country", "city"),
    [
        (
            "From Paris to Spain, on my own. Don't bother me with Barcelona, I was robbed there.",
            "Spain",
            "Barcelona",
        ),
        ("Toronto to Germany, 2 adults. Anything but Munich, my mother-in-law lives there.", "Germany", "Munich"),
        ("Just me, Chicago to Italy in August. Please spare me Rome, it was a nightmare in the heat", "Italy", "Rome"),
        ("Madrid to Canada for two adults, and don't even think of Toronto", "Canada", "Toronto"),
    ],
)
def test_a_city_is_ruled_out_of_a_country_that_is_wished_for(agent: Agent, said: str, country: str, city: str) -> None:
    assert set(wanted(agent, said)["dst_city"].split(" and ")) == {f'is("{country}")', f'not("{city}")'}


def test_an_option_that_is_named_and_wished_for_on_other_days_is_looked_for_on_any(agent: Agent) -> None:
    state = agent.state(talk(agent, "From Chicago to Rome in August for two adults")[-1].after)
    same, later = 'wish(name, is("Clovelly Grand"), of=nth(2))', "wish(str_date, is(2016-09-01..2016-09-30), of=nth(2))"
    for said in (f"{same}; {later}", f"{later}; {same}"):
        pins = hear(state, meaning(said), agent.schema).pins
        assert {wish.slot for wish in pins} == {"dst_city", "name"}


def test_a_stay_that_is_later_and_longer_is_longer_than_it_was_wished_for(agent: Agent) -> None:
    stay = "Three of us from Toronto to Berlin from August 22 to 28"
    *_, moved = talk(agent, stay, "What if we left two days later and stayed a day longer?")
    said = understood_line(agent.locale, moved.wishes)
    assert "leaving August 24" in said
    assert "for 7 days" in said


def test_stays_of_another_length_than_was_said_before_are_told_to_be_so_once(agent: Agent) -> None:
    week = "From Milan, for a week at the end of August"
    first, second, third = talk(agent, week, "For two, near a beach, $1,500 at most", "at least 3 stars, then")
    assert {nights(package) for package in offers(first)} == {7}
    assert "7 days" in second.wizard.text
    assert 7 not in {nights(package) for package in offers(second)}
    assert "none for 7 days" not in third.wizard.text


def test_a_limit_that_is_asked_about_for_more_people_takes_the_place_of_the_old_one(agent: Agent) -> None:
    *_, asked_about = talk(
        agent, "From San Francisco to Barcelona for one, under 1500", "My flatmate joins. For two, is it below 2600?"
    )
    assert "1,500" not in asked_about.wizard.text


@pytest.mark.parametrize(
    ("said", "slot", "held"),
    [
        ("The baby doesn't need wifi, I do", "wifi", "is(yes)"),
        ("A hotel by the airport I'd avoid", "airport", "is(no)"),
        ("keep the wifi, lose the breakfast", "breakfast", "any()"),
        ("keep the wifi, lose the breakfast", "wifi", "is(yes)"),
        ("economy, though I'd dreamt of business", "seat", 'is("economy")'),
        ("1100, not 3000", "price", "at_most(¤1100)"),
    ],
)
def test_the_word_at_a_wish_says_what_becomes_of_it(agent: Agent, said: str, slot: str, held: str) -> None:
    opening = "From Toronto to Mexico City for two, at most 3000, with wifi and breakfast"
    assert wanted(agent, opening, said)[slot] == held
