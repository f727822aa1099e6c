"""Conversations, turn by turn: what was said before, what the user says, what is understood."""

from __future__ import annotations

import pytest

from hearing import OFFER, OTHER, TWO_OFFERS, WISH, after, heard
from wayframe.nlu import nlu

CHOSEN = (WISH, OFFER, "@2 switch_frame(ref=[2])", "inform(price=900)")  # the offer is active
BACK = (WISH, TWO_OFFERS, "@3 switch_frame(ref=[3])", "inform(price=900)")  # the other offer is active


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("hi there", "greeting()"),
        (
            "Hello, I want to fly from Boston to Rome on September 3 and be back by the 12th",
            "greeting(); inform(intent=book); "
            "inform(or_city=Boston, dst_city=Rome, str_date=September 3, end_date=12th)",
        ),
        (
            "Hi, I'm in Montreal and want a trip between August 23 and September 1. "
            "I'm torn between New York, Tokyo, Berlin and Paris",
            "greeting(); inform(intent=book); inform(or_city=Montreal, str_date=August 23, end_date=September 1, "
            "dst_city=New York, dst_city=Tokyo, dst_city=Berlin, dst_city=Paris)",
        ),
        (
            "toronto to lisbon for 2 adults and 3 kids, under $2500",
            "inform(intent=book); inform(or_city=toronto, dst_city=lisbon, n_adults=2, n_children=3, budget=$2500)",
        ),
        ("I can't decide between Rome and Paris", "inform(intent=book); inform(dst_city=Rome, dst_city=Paris)"),
        (
            "to Rome in mid august, like the 14th to the 24th",
            "inform(intent=book); inform(dst_city=Rome, str_date=mid august, str_date=14th, end_date=24th)",
        ),
        ("we’re in Rome and off to Paris", "inform(intent=book); inform(or_city=Rome, dst_city=Paris)"),
        ("Rome to...Paris?", "inform(intent=book); inform(or_city=Rome, dst_city=Paris)"),
        ("from anywhere to Rome", "inform(intent=book); inform(dst_city=Rome, or_city=-1)"),
        ("get me out of here, I don't care where!", "inform(intent=book); inform(dst_city=-1)"),
        (
            "I live in Reykjavik and want to see Ulaanbaatar",
            "inform(intent=book); inform(or_city=Reykjavik, dst_city=Ulaanbaatar)",
        ),
    ],
)
def test_a_first_turn(text: str, acts: str) -> None:
    assert heard(text) == acts


@pytest.mark.parametrize(
    ("wizard", "text", "acts"),
    [
        ("request(dst_city)", "Paris", "inform(dst_city=Paris)"),
        ("request(or_city)", "Paris", "inform(or_city=Paris)"),
        ("request(or_city)", "samarkand", "inform(or_city=samarkand)"),
        ("request(or_city)", "I leave from Rome. It should be Paris", "inform(or_city=Rome, dst_city=Paris)"),
        ("request(str_date)", "the 17th", "inform(str_date=17th)"),
        ("request(end_date)", "the 17th", "inform(end_date=17th)"),
        ("request(str_date, end_date)", "until the 4th", "inform(end_date=4th)"),
        ("request(str_date, end_date)", "from 13 to 26", "inform(str_date=13, end_date=26)"),
        ("request(str_date, end_date)", "whenever", "inform(str_date=-1, end_date=-1)"),
        ("request(str_date, end_date)", "my dates are flexible", "inform(flex=True)"),
        ("request(flex)", "no, they're not", "inform(flex=False)"),
        ("request(budget)", "2000", "inform(budget=2000)"),
        ("request(budget)", "no, I don't", "inform(budget=-1)"),
        ("request(n_adults)", "2", "inform(n_adults=2)"),
        ("request(n_adults, n_children)", "just me", "inform(n_adults=just me)"),
        ("confirm(dst_city=Rome)", "yes", "affirm()"),
        ("confirm(dst_city=Rome)", "no", "negate()"),
        ("suggest(n_adults=one)", "yup", "affirm(n_adults)"),
        ("suggest(action=book)", "yes please", "affirm(action=book)"),
        ("suggest(action=book)", "not yet", "negate(action=book)"),
        ("suggest(action=book)", "yes, book it", "inform(intent=book)"),
        ("no_result()", "how about leaving from Athens instead?", "inform(or_city=Athens)"),
        ("inform(action=book)", "thanks a lot! have a nice day", "thankyou(); goodbye()"),
    ],
)
def test_an_answer_to_the_wizard(wizard: str, text: str, acts: str) -> None:
    assert heard(text, "inform(dst_city=Rome)", wizard) == acts


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("sounds great!", "switch_frame()"),
        ("perfect, book it please", "switch_frame(ref_anaphora=it); inform(intent=book)"),
        ("that's fine. How much is it?", "switch_frame(ref_anaphora=it); request(price)"),
        ("tell me more about the hotel", "switch_frame(ref_anaphora=the hotel); moreinfo()"),
        ("is there free breakfast?", "switch_frame(); request(breakfast)"),
        ("is that for 2 people?", "switch_frame(ref_anaphora=that); confirm(n_adults=2)"),
        ("Could I get it in business class?", "switch_frame(ref_anaphora=it); inform(seat=business)"),
        ("and what about Tokyo?", "inform(dst_city=Tokyo)"),
        ("that's too expensive", "negate(price)"),
        ("4 stars isn't good enough", "negate(category=4)"),
        ("do you have anything else?", "request_alts()"),
        ("any other cities?", "request_alts(dst_city)"),
    ],
)
def test_after_an_offer(text: str, acts: str) -> None:
    assert heard(text, WISH, OFFER) == acts


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("which one is cheaper?", "request_compare(price=cheaper)"),
        ("which is cheapest?", "request_compare(price=cheapest)"),
        ("which of these is the cheapest?", "request_compare(price=cheapest)"),
        ("what is the first one like?", "switch_frame(ref_anaphora=the first one); moreinfo()"),
        ("any with a gym?", "inform(gym=True)"),
        ("is Lisbon cheaper than Berlin?", "request_compare(dst_city=Lisbon, price=cheaper, dst_city=Berlin)"),
        ("what does the 3.5 star hotel offer?", "switch_frame(category=3.5); request(amenities)"),
        ("that won't work for us", "negate(ref_anaphora=that)"),
        ("compare them", "request_compare()"),
        (
            "how much is each one, how many stars do they have and do they have wifi?",
            "request_compare(price, category, wifi)",
        ),
        ("do both of them have wifi?", "request_compare(wifi)"),
        ("what about the second one?", "switch_frame(ref_anaphora=the second one)"),
        (
            "what about the first one in business class?",
            "inform(seat=business, ref_anaphora=the first one)",
        ),
        ("I prefer the Lisbon one", "switch_frame(dst_city=Lisbon)"),
        ("let's take the Copper Kettle", "switch_frame(name=Copper Kettle); inform(intent=book)"),
        ("the 8 day one please", "switch_frame(duration=8 day)"),
        ("I don't want to go to Lisbon", "negate(dst_city=Lisbon)"),
    ],
)
def test_after_two_offers(text: str, acts: str) -> None:
    assert heard(text, WISH, TWO_OFFERS) == acts


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("book it", "inform(intent=book)"),
        ("what are the dates?", "request(str_date, end_date)"),
        ("what time does it leave?", "request(dep_time_or)"),
        ("does it fit our budget?", "request(budget_ok=True)"),
        ("is there anything interesting nearby?", "request(vicinity)"),
        ("what do other guests think of it?", "request(gst_rating)"),
        ("my budget is only 500", "inform(budget=500)"),
        ("ok", "affirm()"),
        ("sounds good", "affirm()"),
        ("yes please", "affirm()"),
        ("next month", "inform(str_date=next month)"),
        ("what if I leave a day earlier?", "inform(str_date=a day earlier)"),
        ("I'd like a better hotel, on the beach", "inform(category=better, beach=True)"),
    ],
)
def test_about_the_active_frame(text: str, acts: str) -> None:
    assert heard(text, *CHOSEN) == acts


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("go back to the Berlin hotel", "switch_frame(dst_city=Berlin)"),
        ("let's go back to the Silver Lantern", "switch_frame(name=Silver Lantern)"),
        ("actually, the first one", "switch_frame(ref_anaphora=the first one)"),
        ("what about the one in economy?", "switch_frame(seat=economy)"),
        ("is the Berlin hotel near a park?", "switch_frame(dst_city=Berlin); request(park)"),
    ],
)
def test_going_back(text: str, acts: str) -> None:
    assert heard(text, *BACK) == acts


def test_a_city_of_the_active_frame_is_no_reason_to_switch() -> None:
    assert heard("I'd rather stay in Berlin", WISH, OTHER) == "inform(dst_city=Berlin)"


def test_other_possibilities_with_what_the_active_frame_has() -> None:
    assert heard("do you have something else in Berlin?", WISH, OTHER) == "request_alts(dst_city=Berlin)"
    assert heard("anything else in Rome?", WISH, OTHER) == "inform(dst_city=Rome)"


def test_typographic_quotes_stay_as_they_were_written() -> None:
    acts = nlu().understand("that’s perfect", after(WISH, OFFER))
    assert [arg.value for act in acts for arg in act.args] == ["that’s"]
