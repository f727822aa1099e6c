"""Deeds, which must never be read into what only speaks of them."""

import pytest

from reading import read
from wayframe.meaning.notation import parse
from wayframe.meaning.records import Book, Cancel, Change

NO_DEEDS = [
    ("rome", "don't book it"),
    ("rome", "please do not book the second one"),
    ("rome", "don't book anything yet"),
    ("rome", "I'm not going to book that"),
    ("rome", "I might book the first one"),
    ("rome", "could I book it later?"),
    ("rome", "I'd take the first if it had parking"),
    ("rome", "if we book the second, is breakfast included?"),
    ("rome", "what happens after I book?"),
    ("rome", "before I book, is there wifi?"),
    ("rome", "my wife wants to book the Fairwind but I don't"),
    ("rome", "we booked the Terrazza last year and it was awful"),
    ("rome", "is it possible to cancel afterwards?"),
    ("rome", "what's your cancellation policy?"),
    ("rome", "what does cancelling cost?"),
    ("booked", "please don't cancel anything"),
    ("booked", "I don't want to cancel"),
    ("booked", "never cancel my booking"),
    ("booked", "what if I had to cancel?"),
    ("booked", "is there a cancellation fee?"),
    ("booked", "did you cancel it?"),
    ("booked", "has it been cancelled?"),
    ("rome", "were I to book the first, might it be cancelled later?"),
    ("rome", "my wife has kept a cash book since we married"),
    ("rome", "I'll take it. No, forget it."),
    ("rome", "book it? I don't think so"),
    ("booked", "cancel it. no wait, don't"),
    ("booked", "could I cancel if my mother falls ill?"),
    ("confirming", "yes, but not yet"),
    ("confirming", "not until I've spoken to Anna"),
    ("confirming", "not yet"),
    ("confirming", "let me think about it"),
]


def deeds(scene: str, text: str) -> list[object]:
    return [move for move in parse(read(text, scene)) if isinstance(move, Book | Cancel | Change)]


@pytest.mark.parametrize(("scene", "text"), NO_DEEDS)
def test_to_speak_of_a_deed_is_not_to_demand_it(scene: str, text: str) -> None:
    assert deeds(scene, text) == []


@pytest.mark.parametrize(
    ("scene", "text", "move"),
    [
        ("rome", "book it", "book()"),
        ("rome", "Could you book the first one for us?", "book(of=nth(1))"),
        ("rome", "we'll take the Fairwind", 'book(of=named("Fairwind Residence"))'),
        ("rome", "let's go with the cheapest", "book(of=extreme(price, least))"),
        ("rome", "reserve the last one please", "book(of=nth(-1))"),
        ("booked", "cancel the Fairwind", 'cancel(of=named("Fairwind Residence"))'),
        ("rome", "book the first! no, sorry, the second", "book(of=nth(2))"),
        ("rome", "don't book the first. Book the third.", "book(of=nth(3))"),
        ("booked", "cancel the Fairwind but not the Terrazza", 'cancel(of=named("Fairwind Residence"))'),
        ("booked", "cancel both", "cancel(of=every(of=booked()))"),
        ("booked", "cancel everything", "cancel(of=every(of=booked()))"),
        ("booked", "please call off the Rome trip", 'cancel(of=described([wish(dst_city, is("Rome"))], of=booked()))'),
    ],
)
def test_a_demand_is_a_deed(scene: str, text: str, move: str) -> None:
    assert read(text, scene) == move
