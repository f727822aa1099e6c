"""A rewording is kept only where it says what its template says, and nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from wayframe.conversation import Sentence
from wayframe.language import load
from wayframe.llm.accounting import Accounting
from wayframe.llm.faithful import fault, plain
from wayframe.notation import parse_turn
from wayframe.schema import trips
from wayframe.values import Gazetteer, Lexicon

TODAY = date(2016, 8, 1)
NAMES = Lexicon(Gazetteer(["Tokyo", "Rome", "Montreal", "Paris"]), Gazetteer(["Silver Lantern", "Old Mill"]))
ACCOUNTING = Accounting(load().talk, load().wording, trips())
OFFER = (
    "offer(name=Silver Lantern, dst_city=Tokyo, category=4-star, gst_rating=8.1/10, str_date=August 7, "
    "end_date=August 11, seat=economy, wifi=True, price=$1\\,547.20, id=2)"
)
HAS = "inform(spa=True, gym=False, write=[2{name=Silver Lantern}])"
PRICE = "inform(price=$900, write=[2{name=Silver Lantern}])"

SAID = {
    OFFER: "There's the Silver Lantern in Tokyo, a 4-star hotel, rated 8.1/10 by guests, August 7 to August 11, "
    "economy class, with free wifi, for $1,547.20.",
    HAS: "The Silver Lantern has a spa and doesn't have a gym.",
    PRICE: "The Silver Lantern costs $900.",
    "greeting()": "Hello!",
    "request(dst_city)": "Where would you like to go?",
    "request(budget)": "What is your budget?",
    "no_result(ref=[1{dst_city=Rome}])": "I have nothing to Rome.",
    "affirm()": "Yes.",
    "canthelp()": "I'm afraid I can't help with that.",
    "suggest(action=book)": "Shall I book it?",
    "inform(count_name=3 hotels)": "I have 3 hotels.",
    "confirm(dst_city=Rome)": "Just to be sure: Rome?",
    "suggest(budget, str_date)": "It would work with a higher budget and other dates.",
    "inform(action=book, name=Silver Lantern, price=$900)": "Done, it's booked: the Silver Lantern, for $900.",
}
"""Acts and the sentences that say them."""


def said(notation: str) -> Sentence:
    return Sentence(SAID[notation], parse_turn(notation))


def wrong(text: str, notation: str) -> str:
    return fault(plain(text), said(notation), NAMES, TODAY, ACCOUNTING)


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        (
            OFFER,
            "I'd love to offer you the Silver Lantern in Tokyo: a 4-star hotel that guests rate 8.1/10, from "
            "August 7 to August 11, flying economy, with free Wi-Fi, all for $1,547.20.",
        ),
        (
            OFFER,
            "How does the Silver Lantern in Tokyo sound? It's a 4-star hotel with a guest rating of 8.1/10, August 7 "
            "to August 11, economy class, with free wifi included, all for $1,547.20.",
        ),
        ("greeting()", "Hi, and a warm welcome!"),
        ("request(dst_city)", "Which city should it be?"),
        ("request(budget)", "How much would you like to spend?"),
        (HAS, "The Silver Lantern has a spa, but no gym."),
        ("inform(price=$900, write=[2{name=Silver Lantern}])", "For the Silver Lantern you'd pay $900."),
        ("no_result(ref=[1{dst_city=Rome}])", "Sadly, I couldn't find a trip to Rome."),
        ("affirm()", "Yes, indeed!"),
        ("canthelp()", "That is something I don't know, sorry."),
    ],
)
def test_good_rewordings_are_kept(notation: str, text: str) -> None:
    assert wrong(text, notation) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The Silver Lantern costs $901.",
        "The Silver Lantern costs $900.50.",
        "The Silver Lantern costs $900 and has 4 stars.",
        "The Silver Lantern costs nine hundred dollars.",
        "The Silver Lantern costs $900, for five nights.",
        "The Silver Lantern costs $900, only seven left.",
        "The Silver Lantern costs $900, half of what others ask.",
        "The Silver Lantern costs $９00.",
        "The Silver Lantern costs $900 ½.",
        "The Silver Lantern costs about $9,00.",
        "It costs $900.",
        "The Silver Lantern is a fine hotel.",
        "The Old Mill costs $900.",
        "The Silver Lantern in Rome costs $900.",
        "The Silver Lantern costs $900. Rome is lovely.",
        "Rome's Silver Lantern costs $900.",
        "the silver lantern in rome costs $900",
        "The Silver Lantern costs $900, says Anna.",
        "Anna says that the Silver Lantern costs $900.",
        "The Silver Lantern costs $900 until tomorrow.",
        "The Silver Lantern costs $900 in august.",
        "The Silver Lantern costs $900 on Monday.",
        "The Silver Lantern costs $900 with breakfast.",
        "The Silver Lantern costs $900, near the beach.",
        "The Silver Lantern costs $900 in business class.",
        "The Silver Lantern costs $900, the cheapest of all.",
        "The Silver Lantern costs $900 and is booked.",
        "The Silver Lantern doesn't cost $900.",
        "Does the Silver Lantern cost $900?",
        "The Silver Lantern costs $900, see www.example.com.",
        "The Silver Lantern costs $900, mail me@example.com",
        "<b>The Silver Lantern</b> costs $900.",
        "The **Silver Lantern** costs $900.",
        "The Silver Lantern\ncosts $900.",
        "The Silver Lantern costs $900",
        "The Silver Lantern costs $900. $900!",
        "The Silver Lantern costs at most $900.",
        "The Silver Lantern costs more than $900.",
        "The Silver Lantern costs \u202e$900.",
        "The Silver Lantern (東京) costs $900.",
        "The Silver Lantern costs $900" + " and more" * 40 + ".",
        "",
        "   ",
    ],
)
def test_what_says_more_less_or_else_is_not(text: str) -> None:
    assert wrong("The Silver Lantern costs $900.", PRICE) == ""
    assert wrong(text, PRICE)


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        (HAS, "The Silver Lantern has a gym, but no spa."),
        (HAS, "The Silver Lantern has a spa and a gym."),
        (HAS, "The Silver Lantern has a spa."),
        (HAS, "The Silver Lantern has no spa and no gym."),
        (OFFER, said(OFFER).text.replace("with free wifi, ", "")),
        (OFFER, said(OFFER).text.replace("August 7 to August 11", "August 11 to August 7")),
        ("suggest(action=book)", "It's booked."),
        ("affirm()", "No, it isn't."),
        ("request(dst_city)", "You are going to Rome."),
        ("request(dst_city)", "Where in Italy would you like to go?"),
    ],
)
def test_facts_stay_as_they_were(notation: str, text: str) -> None:
    assert wrong(text, notation)


@pytest.mark.parametrize("notation", SAID)
def test_the_sentence_itself_always_holds(notation: str) -> None:
    assert wrong(SAID[notation], notation) == ""


LIES = (
    "Rome", "rome", "ROME", "Rome's", "Anna", "Atlantis", "Île", "Old Mill", "old mill", "$5", "5", "4.5", "five",
    "seven", "half", "a dozen", "XII", "7 nights", "two adults", "100%", "9/10", "the 3rd", "second", "tomorrow",
    "on Friday", "September", "in september", "at five o'clock", "weekend", "christmas", "noon", "business class",
    "cheapest", "breakfast", "with a pool", "booked", "no", "not", "www.example.com",
)  # fmt: skip


@pytest.mark.parametrize("notation", [OFFER, HAS, PRICE, "greeting()", "canthelp()", "inform(count_name=3 hotels)"])
def test_a_lie_is_found_wherever_it_stands(notation: str) -> None:
    words = said(notation).text.split(" ")
    for lie in LIES:
        for place in range(len(words) + 1):
            text = " ".join((*words[:place], lie, *words[place:]))
            assert wrong(text, notation), text
