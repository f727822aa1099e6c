"""What each of several people wants, and the option that is somebody's."""

import pytest

from reading import Scene, read, read_in, same

OFFERED = Scene("trips", ("Anselm Plaza", "Fairwind Inn", "Trillium Lodge"))
EITHER = 'book(of=described([], of=together([named("Anselm Plaza"), named("Fairwind Inn")])))'


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("She'd love Rome, I'd rather see Athens", ("Rome", "Athens")),
        ("He'd go for Rome and my son is set on Athens", ("Rome", "Athens")),
        ("My mother wants Rome. I prefer Athens. Show us both", ("Rome", "Athens")),
        ("I want Rome. No, I want Athens", ("Athens",)),
        ("I want Rome. I want Athens", ("Rome",)),
    ],
)
def test_places_that_different_people_want_are_alternatives(text: str, places: tuple[str, ...]) -> None:
    named = ", ".join(f'"{place}"' for place in places)
    assert same(f"wish(dst_city, is({named}))") in read(text)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("I'm for the Anselm, she's for the Fairwind. Book mine.", 'book(of=named("Anselm Plaza"))'),
        ("I'm for the Anselm, she's for the Fairwind. Book hers.", 'book(of=named("Fairwind Inn"))'),
        ("He wants the Anselm and I want the Fairwind. We'll take his.", 'book(of=named("Anselm Plaza"))'),
        ("My wife prefers the first and I prefer the third. Let's take hers", "book(of=nth(1))"),
        ("The Anselm is my favourite, the Fairwind is his. Reserve his", 'book(of=named("Fairwind Inn"))'),
        (
            "My pick is the Anselm, hers is the Trillium. Does hers have wifi?",
            'ask(holds, of=named("Trillium Lodge"), wishes=[wish(wifi, is(yes))])',
        ),
    ],
)
def test_an_option_that_is_somebodys_is_what_that_person_wants(text: str, meaning: str) -> None:
    assert read_in(text, OFFERED) == same(meaning)


@pytest.mark.parametrize(
    "text",
    [
        "Lucy fancies the Anselm, Ben fancies the Fairwind. Reserve theirs",
        "I like the Anselm and the Fairwind. Book hers",
    ],
)
def test_where_it_isnt_said_who_wants_what_it_is_asked_which_is_meant(text: str) -> None:
    assert read_in(text, OFFERED) == same(EITHER)


def test_what_somebody_else_wants_is_not_what_the_speaker_wants() -> None:
    assert read_in("I like the Anselm. Book hers", OFFERED) == same("book(of=described([], of=every()))")
