"""What clauses do: deeds above all, which must never be read into what only speaks of them."""

import pytest

from reading import read
from wayframe.meaning.notation import parse
from wayframe.meaning.records import Book, Cancel, Change, Wish

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


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("I never said 3pm", "drop(slot=dep_time_or)"),
        ("who said anything about 3pm?", "drop(slot=dep_time_or)"),
        ("and please drop that 3pm thing", "drop(slot=dep_time_or)"),
        ("forget about the 3pm departure", "drop(slot=dep_time_or)"),
        ("I don't care what time the flight leaves", "wish(dep_time_or, any())"),
        ("no particular departure time", "wish(dep_time_or, any())"),
        ("I didn't ask for a gym", "drop(slot=gym)"),
        ("we can live without the gym", "wish(gym, any())"),
        ("scrap the gym", "wish(gym, any())"),
        ("we can't live without the gym", "wish(gym, is(yes))"),
        ("scrap the budget", "wish(price, any())"),
        ("I didn't say 2600", "drop(slot=price)"),
        ("where does the 2600 come from?", "drop(slot=price)"),
        ("I never said Rome", 'wish(dst_city, not("Rome"))'),
        ("scrap Rome", 'wish(dst_city, not("Rome"))'),
        ("no kids", "wish(party, is(party(children=-2, added=yes)))"),
        ("I never mentioned children", "wish(party, is(party(children=-2, added=yes)))"),
        ("we shouldn't go over it", "wish(price, at_most($2600))"),
        ("not 2600!", "wish(price, at_most(¤2600, strict=yes))"),
    ],
)
def test_what_was_never_said_is_let_go_by_its_value_or_its_noun(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "Start over: 4 adults, Oslo, any city with a beach",
            'drop(); wish(party, is(party(adults=4))); wish(or_city, is("Oslo")); wish(dst_city, any());'
            " wish(beach, is(yes))",
        ),
        ("let's start over with Paris", 'drop(); wish(dst_city, is("Paris"))'),
        ("Scrap all that. To Paris", 'drop(); wish(dst_city, is("Paris"))'),
        ("Neither. New plan: Paris", 'reject(of=every()); drop(); wish(dst_city, is("Paris"))'),
    ],
)
def test_who_starts_over_wishes_for_what_follows_alone(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


def test_whoever_is_counted_where_there_are_no_children_is_an_adult() -> None:
    assert read("no kids! still four of us", "wishful").endswith("wish(party, is(party(adults=4)))")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("those look a bit tired", "reject(of=every()); wish(gst_rating, more(than=every()))"),
        ("it's a bit shabby", "wish(gst_rating, more())"),
        ("a 3.5 isn't exactly how I pictured it", "wish(gst_rating, more(than=it()))"),
        ("is there nothing nicer?", "wish(category, more())"),
        ("somewhere guests actually loved", "wish(gst_rating, most())"),
        ("which is the one you're hiding?", "more()"),
        ("do they have it in September?", "wish(str_date, is(2016-09-01..2016-09-30), of=it())"),
    ],
)
def test_a_complaint_of_an_option_is_a_wish_for_a_better_one(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


def test_a_complaint_of_something_else_wishes_for_nothing() -> None:
    assert read("the weather here is awful", "wishful") == 'out_of_scope("weather")'


@pytest.mark.parametrize("text", ["but it leaves in August", "that leaves in August"])
def test_what_an_option_says_of_its_days_is_no_wish(text: str) -> None:
    assert not any(isinstance(move, Wish) for move in parse(read(text, "wishful")))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("that's not a beach holiday", "wish(beach, is(yes))"),
        ("but it has no breakfast", "wish(breakfast, is(yes))"),
        ("it must have no gym", "wish(gym, is(no))"),
        ("no gym please", "wish(gym, is(no))"),
    ],
)
def test_who_objects_that_an_option_lacks_something_wants_it(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


def test_a_word_before_a_question_is_no_yes() -> None:
    assert "answer(yes)" not in read("right what class is the flight", "wishful")


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        (
            "is there anything else there under €900?",
            "laptops_offered",
            "more(); wish(laptop_price, at_most(€900, strict=yes))",
        ),
        (
            "what would nine people cost there in total?",
            "restaurants_offered",
            "ask(sum, slots=[price_per_person], of=it(), by=9)",
        ),
        (
            "Second trip: Ms. Okafor, Toronto to San Francisco",
            "rome",
            'drop(keeping=["or_city", "party"]); wish(or_city, is("Toronto")); wish(dst_city, is("San Francisco"))',
        ),
        (
            "book the Anselm. Then I need something in Athens",
            "rome",
            'book(of=named("Anselm Manor")); wish(dst_city, is("Athens"))',
        ),
    ],
)
def test_what_is_asked_beside_what_was_shown(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning
