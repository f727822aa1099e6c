"""Wordings that simulated users tripped the rules with."""

from __future__ import annotations

import pytest

from hearing import OFFER, OTHER, TWO_OFFERS, WISH, heard

ASKED = "request(str_date, end_date, n_adults)"
OPENING = "inform(intent=book) inform(or_city=Montreal, dst_city=Berlin)"


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("returning on Aug. 26", "inform(end_date=Aug. 26)"),
        ("leaving August 5 and be back on August 18th", "inform(str_date=August 5, end_date=August 18th)"),
        ("inbound August 10", "inform(end_date=August 10)"),
        ("I start work again on August 24th", "inform(end_date=August 24th)"),
        ("I can't leave before August 12", "inform(str_date=August 12)"),
        ("the earliest I can go is August 12", "inform(str_date=August 12)"),
        ("beginning August 7th", "inform(str_date=August 7th)"),
        ("August 12 to August 20 and we are 2", "inform(str_date=August 12, end_date=August 20, n_adults=2)"),
        ("a day or two earlier or later is fine", "inform(flex=True)"),
        ("I'm flying business", "inform(seat=business)"),
        ("no rush, we'd like a spa", "inform(spa=True)"),
        ("I gotta be home again on August 14", "inform(end_date=August 14)"),
        ("from August 14 on, to August 20", "inform(str_date=August 14, end_date=August 20)"),
    ],
)
def test_a_wish(text: str, acts: str) -> None:
    assert heard(text, OPENING, ASKED) == acts


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("my hometown is Rome and I want to see Paris", "inform(or_city=Rome, dst_city=Paris)"),
        ("our nearest airport is Rome, to Paris please", "inform(or_city=Rome, dst_city=Paris)"),
        ("leaving August 5, between Rome and Paris", "inform(str_date=August 5, or_city=Rome, dst_city=Paris)"),
        ("what do you have to Rome near a palace?", "inform(dst_city=Rome, palace=True)"),
        ("shopping for a trip to Rome", "inform(dst_city=Rome)"),
        ("I've got business in Rome", "inform(dst_city=Rome)"),
        ("a trip to Rome for 4 anytime in August", "inform(dst_city=Rome, n_adults=4, str_date=August)"),
        (
            "to Rome, I don't want to spend more than $900, a tight budget",
            "inform(dst_city=Rome, budget=$900)",
        ),
    ],
)
def test_a_first_turn(text: str, acts: str) -> None:
    assert heard(text) == f"inform(intent=book); {acts}"


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("what would the Copper Kettle Inn set me back?", "switch_frame(name=Copper Kettle Inn); request(price)"),
        ("which seats do I have with the Copper Kettle Inn?", "switch_frame(name=Copper Kettle Inn); request(seat)"),
        ("can I park at the second one?", "switch_frame(ref_anaphora=the second one); request(parking)"),
        ("how many days does package 2 last?", "switch_frame(ref_anaphora=package 2); request(duration)"),
        ("what does the one for $900 include?", "switch_frame(price=$900); request(amenities)"),
        ("I prefer the $900 one", "switch_frame(price=$900)"),
        ("I want to take the $900 one", "switch_frame(price=$900); inform(intent=book)"),
        ("could you also check Lisbon", "inform(dst_city=Lisbon)"),
        ("is the 4 star one economy or business?", "switch_frame(category=4); request(seat)"),
        ("I need to return on August 20", "inform(end_date=August 20)"),
        ("what else can you tell me", "switch_frame(); moreinfo()"),
    ],
)
def test_about_options(text: str, acts: str) -> None:
    assert heard(text, WISH, TWO_OFFERS) == acts


def test_the_city_of_an_option_helps_to_name_it() -> None:
    said = heard(
        "how long is the 3.5 star hotel in Lisbon?", WISH, f"{OFFER} {OTHER}", "@2 switch_frame(ref=[2])", OTHER
    )
    assert said == "switch_frame(dst_city=Lisbon, category=3.5); request(duration)" or "inform" not in said


def test_talk_to_you_later_is_no_date() -> None:
    assert heard("talk to you later, bye", WISH, OFFER) == "goodbye()"
