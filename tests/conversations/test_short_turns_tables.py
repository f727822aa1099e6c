"""Short everyday turns over tables: what is turned round, complained of, counted or compared in a few words."""

from functools import cache

import pytest

from assisting import agent_over, done, example, facts, meaning, named, table, talk
from wayframe.agent import Agent
from wayframe.meaning.notation import show

CLASSES = table(
    "Class | Subject | Price | Weeks | Day | Starts at | Level | Places | Rating",
    "Loud Drums | music | €40 | 8 | Saturday | 10:00 | beginner | 10 | 3.9",
    "Oil Portraits | arts | €40 | 3 | Tuesday | 18:00 | beginner | 14 | 4.6",
    "Barn Dances | dance | €55 | 12 | Sunday | 15:00 | beginner | 30 | 4.6",
    "Harp Nights | music | €90 | 6 | Thursday | 19:30 | advanced | 5 | 4.2",
    "Greek for Work | languages | €120 | 10 | Monday | 08:30 | beginner | 9 | 4.1",
    items="classes",
)
BOATS = table(
    "Boat | Harbour | Rent per week (EUR) | Length (m) | Berths | Weight (kg) | Diesel | Sundeck | Colour | Rating",
    "Sea Finch | Kiel | 900 | 9.5 | 4 | 3100 | yes | no | white | 4.1",
    "Old Heron | Kiel | 1200 | 11 | 6 | 5200 | yes | yes | white | 4.5",
    "Blue Tern | Flensburg | 1450 | 12.4 | 8 | 6400 | no | yes | blue | 3.7",
    "Grey Gull | Flensburg | 1450 | 8.1 | 3 | 2200 | yes | yes | red | 4.8",
    items="boats",
)
RESTAURANTS, LAPTOPS = example("restaurants.toml"), example("laptops.csv")
TABLES = {"classes": CLASSES, "boats": BOATS, "restaurants": RESTAURANTS, "laptops": LAPTOPS}

LOOKED_AT = {
    "boats": ("a boat with a sundeck", "tell me about the second one"),
    "laptops": ("a laptop with 16 GB", "tell me about the second one"),
    "restaurants": ("an Italian restaurant", "tell me about the second one"),
}
"""What is said until one option of three is looked at."""
FIRST = {"classes": "a class for beginners", **{name: texts[0] for name, texts in LOOKED_AT.items()}}
"""What is said until three options are offered."""


@cache
def agent(over: str) -> Agent:
    return agent_over(TABLES[over])


def read(over: str, *texts: str) -> str:
    """The meaning of the last of these texts."""
    return show(meaning(talk(agent(over), *texts)[-1]).all())


@pytest.mark.parametrize(
    ("text", "ruled_out"),
    [
        ("Saturdays don't suit me", "Saturday"),
        ("Sundays don't work", "Sunday"),
        ("I work on Saturdays", "Saturday"),
        ("I'm busy on Tuesdays", "Tuesday"),
        ("we have training on Thursdays", "Thursday"),
    ],
    ids=named,
)
def test_the_day_on_which_somebody_is_engaged_is_ruled_out(text: str, ruled_out: str) -> None:
    assert read("classes", "a class for beginners", text) == f'wish(day, not("{ruled_out}"))'


@pytest.mark.parametrize(
    ("over", "first", "text", "meant"),
    [
        ("boats", "a boat in Flensburg", "without a sundeck?", "wish(sundeck, is(no))"),
        ("boats", "a boat in Flensburg for less than 500", "and without the sundeck?", "wish(sundeck, is(no))"),
        ("laptops", "a touchscreen laptop under 300", "without touchscreen?", "wish(touchscreen, is(no))"),
        ("restaurants", "sushi with a terrace", "and indoors?", "wish(terrace, is(no))"),
        ("restaurants", "sushi with a terrace", "is it indoors?", "ask(holds, wishes=[wish(terrace, is(no))])"),
    ],
    ids=named,
)
def test_a_question_that_but_goes_on_with_what_is_not_to_be_there_is_a_wish(
    over: str, first: str, text: str, meant: str
) -> None:
    assert read(over, first, text).replace("of=it(), ", "") == meant


def test_who_takes_back_a_feature_is_shown_what_lacks_it() -> None:
    reply = talk(agent("restaurants"), "sushi with a terrace", "no terrace")[-1].wizard.text
    assert "Golden Barrel" in reply
    assert "Wild Fig" not in reply


@pytest.mark.parametrize(
    ("over", "text", "wished"),
    [
        ("boats", "that's rather short", "wish(length, more())"),
        ("boats", "too short", "wish(length, more())"),
        ("boats", "it's too long for us", "wish(length, less())"),
        ("boats", "wow, that's dear", "wish(rent_per_week, less())"),
        ("boats", "it's a bit heavy", "wish(weight, less())"),
        ("boats", "the rent is pretty high", "wish(rent_per_week, less())"),
        ("boats", "poor rating", "wish(rating, more())"),
        ("laptops", "that one is tiny", "wish(screen_size, more())"),
        ("laptops", "that's a terrible rating", "wish(rating, more())"),
        ("restaurants", "that's quite far", "wish(distance, less())"),
        ("restaurants", "hmm a bit much", "wish(price_per_person, less())"),
        ("boats", "bit short for us", "wish(length, more())"),
        ("boats", "bit pricey", "wish(rent_per_week, less())"),
        ("laptops", "bit heavy for me", "wish(weight, less())"),
        ("restaurants", "tad far", "wish(distance, less())"),
    ],
    ids=named,
)
def test_whoever_complains_of_an_option_wishes_for_the_contrary(over: str, text: str, wished: str) -> None:
    assert read(over, *LOOKED_AT[over], text) == wished


@pytest.mark.parametrize(
    ("over", "text", "slot"),
    [
        ("boats", "is it long?", "length"),
        ("boats", "is it heavy?", "weight"),
        ("boats", "that's light", "weight"),
        ("laptops", "is that expensive?", "laptop_price"),
        ("restaurants", "is it big?", "seats"),
        ("restaurants", "that's cheap", "price_per_person"),
    ],
    ids=named,
)
def test_whoever_asks_whether_an_option_is_big_is_told_where_it_stands(over: str, text: str, slot: str) -> None:
    turn = talk(agent(over), *LOOKED_AT[over], text)[-1]
    assert show(meaning(turn).all()) == f"ask(facts, slots=[{slot}], of=together([it(), other()]))"
    stands_alone = turn.wizard.text.startswith("Of these, ")  # it has the most, or the least, of it
    assert len(facts(turn)) == (1 if stands_alone else 3)


def test_a_remark_that_says_more_than_a_judgement_wishes_for_nothing_of_it() -> None:
    for text in ("it's not small", "how small is it?", "it's small but I like it"):
        assert "length, more" not in read("boats", *LOOKED_AT["boats"], text)


@pytest.mark.parametrize("text", ["book the cheapest", "I'll take the cheaper one", "order the cheapest please"])
def test_the_cheapest_of_two_at_one_price_is_not_booked_but_asked_about(text: str) -> None:
    turn = talk(agent("classes"), "a class for beginners", "compare the first and the second", text)[-1]
    assert not done(turn, "book")
    assert "Loud Drums" in turn.wizard.text
    assert "Oil Portraits" in turn.wizard.text


@pytest.mark.parametrize(
    ("over", "first", "text", "alike"),
    [
        ("classes", "a class for beginners", "which is the cheapest?", ("Loud Drums", "Oil Portraits")),
        ("classes", "a class for beginners", "which one has the best rating?", ("Oil Portraits", "Barn Dances")),
        ("boats", "a boat in Flensburg", "the cheaper one", ("Blue Tern", "Grey Gull")),
    ],
    ids=named,
)
def test_what_is_alike_is_told_of_all_that_are(over: str, first: str, text: str, alike: tuple[str, ...]) -> None:
    reply = talk(agent(over), first, text)[-1].wizard.text
    assert all(name in reply for name in alike) or "both" in reply.casefold()


def test_where_one_is_the_cheapest_it_is_booked() -> None:
    turn = talk(agent("classes"), "a class for beginners", "compare the second and the third", "book the cheaper one")[
        -1
    ]
    assert "Oil Portraits" in turn.wizard.text
    assert len(done(turn, "book")) == 1


@pytest.mark.parametrize("over", ["classes", "laptops", "boats"])
def test_more_of_what_is_booked_is_asked_about_where_it_is_but_a_question(over: str) -> None:
    turns = talk(agent(over), FIRST[over], "book the second one", "can I book two?", "yes")
    assert [len(done(turn, "book")) for turn in turns] == [0, 1, 0, 1]
    assert "2 ×" in turns[2].wizard.text
    assert "2 ×" in turns[3].wizard.text


@pytest.mark.parametrize(
    ("over", "first", "text", "limit"),
    [
        ("restaurants", "sushi under 5 euros", "make it 22", 22),
        ("restaurants", "sushi under 5 euros", "ok, 18 then", 18),
        ("classes", "a beginner class under 20", "45?", 45),
        ("boats", "a boat for less than 300", "say 950", 950),
    ],
    ids=named,
)
def test_a_number_above_the_limit_under_which_nothing_was_is_the_new_limit(
    over: str, first: str, text: str, limit: int
) -> None:
    assert f"at_most(¤{limit}" in read(over, first, text)


def test_a_number_with_a_deed_or_a_thing_behind_it_is_no_limit() -> None:
    first = "a beginner class under 20"
    assert "price" not in read("classes", first, "book 25")
    assert "price" not in read("classes", first, "30 places")


@pytest.mark.parametrize("over", ["classes", "boats", "laptops", "restaurants"])
def test_a_number_by_itself_is_a_place_in_the_list(over: str) -> None:
    for text in ("2", "2 please", "3."):
        assert read(over, FIRST[over], text) == f"return(nth({text[0]}))"
    assert "nth" not in read(over, FIRST[over], "9")


@pytest.mark.parametrize(
    ("over", "text", "meant"),
    [
        ("classes", "whichever is shorter", "return(extreme(weeks, least))"),
        ("classes", "the one with more places", "return(extreme(places, most))"),
        ("boats", "the one with the better rating", "return(extreme(rating, most))"),
        ("laptops", "whichever is lighter", "return(extreme(weight, least))"),
    ],
    ids=named,
)
def test_one_of_two_is_picked_by_how_it_compares(over: str, text: str, meant: str) -> None:
    assert read(over, FIRST[over], "compare the first and the second", text) == meant


def test_a_description_means_one_of_those_compared_before_others_of_the_list() -> None:
    compared = ("the cheapest boats", "compare the second and the third")
    reply = talk(agent("boats"), *compared, "the white one")[-1].wizard.text
    assert "Old Heron" in reply
    assert "Sea Finch" not in reply


@pytest.mark.parametrize("over", ["classes", "boats", "restaurants"])
def test_whoever_asks_what_else_differs_is_told_all_that_does(over: str) -> None:
    turn = talk(agent(over), FIRST[over], "compare the first and the second", "what else is different?")[-1]
    first, second = facts(turn)[:2]
    assert first.keys() & second.keys() >= {"rating"}
    assert len(first) > 4


@pytest.mark.parametrize("over", ["classes", "laptops"])
def test_something_different_is_another_option(over: str) -> None:
    assert read(over, FIRST[over], "something different") == "more()"


@pytest.mark.parametrize(
    ("over", "text"),
    [
        ("laptops", "it's for my son Tom"),
        ("laptops", "it's for my wife"),
        ("classes", "under the name of Miller please"),
        ("restaurants", "my name is Hassan Idris"),
        ("boats", "name's Dave"),
    ],
    ids=named,
)
def test_for_whom_a_booking_is_is_noted_with_it(over: str, text: str) -> None:
    turn = talk(agent(over), FIRST[over], "book the second one", text)[-1]
    assert show(meaning(turn).all()) == f'note(words="{text.removesuffix(" please")}", particular=name)'
    assert "noted" in turn.wizard.text


@pytest.mark.parametrize(
    ("over", "text", "meant"),
    [
        ("boats", "diesel or not", "wish(diesel, any())"),
        ("boats", "sundeck or no sundeck", "wish(sundeck, any())"),
        ("boats", "with or without a sundeck", "wish(sundeck, any())"),
        ("restaurants", "terrace or not, all the same", "wish(terrace, any())"),
        ("laptops", "with or without touchscreen, doesn't matter", "wish(touchscreen, any())"),
    ],
    ids=named,
)
def test_a_feature_named_with_its_lack_doesnt_matter(over: str, text: str, meant: str) -> None:
    assert read(over, FIRST[over], text) == meant


@pytest.mark.parametrize(
    ("over", "text", "slot"),
    [
        ("boats", "diesel or not", "diesel"),
        ("laptops", "touchscreen or not?", "touchscreen"),
        ("restaurants", "with or without a terrace", "terrace"),
    ],
    ids=named,
)
def test_of_one_that_is_looked_at_it_is_asked_whether_it_has_it(over: str, text: str, slot: str) -> None:
    asked = read(over, *LOOKED_AT[over], text)
    assert asked.replace("of=it(), ", "") == f"ask(holds, wishes=[wish({slot}, is(yes))])"


def test_of_several_values_that_are_wished_for_none_is_left_out() -> None:
    meant = read("boats", "a boat for less than 2000", "blue or white, I don't mind")
    assert meant == 'wish(colour, is("blue", "white"))'


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("too early", "wish(starts_at, more())"),
        ("bit early for me", "wish(starts_at, more())"),
        ("too late", "wish(starts_at, less())"),
        ("something later", "wish(starts_at, more())"),
        ("the earlier one", "return(extreme(starts_at, least))"),
    ],
    ids=named,
)
def test_a_time_of_day_is_early_or_late(text: str, meant: str) -> None:
    assert read("classes", FIRST["classes"], text) == meant


@pytest.mark.parametrize(
    ("over", "text", "beyond"),
    [
        ("boats", "a bit far out", "far out"),
        ("boats", "too early", "early"),
        ("restaurants", "too early", "early"),
        ("laptops", "bit old for me", "old"),
        ("classes", "they're a bit far away", "far away"),
    ],
    ids=named,
)
def test_what_nothing_measures_is_no_wish_for_something_else(over: str, text: str, beyond: str) -> None:
    assert read(over, FIRST[over], text) == f'out_of_scope("{beyond}")'


@pytest.mark.parametrize(
    ("over", "text", "yes"),
    [
        ("boats", "so the second's longer, right?", True),
        ("boats", "the first's longer then?", False),
        ("boats", "the second is dearer, right", True),
        ("boats", "is the first lighter?", True),
        ("laptops", "so the second is lighter, yes?", True),
        ("laptops", "the first's cheaper, isn't it?", True),
        ("restaurants", "so the first is nearer, right?", False),
    ],
    ids=named,
)
def test_who_checks_how_two_compare_is_answered_with_both_of_them(over: str, text: str, *, yes: bool) -> None:
    turn = talk(agent(over), FIRST[over], "compare the first and the second", text)[-1]
    assert show(meaning(turn).all()).startswith("ask(holds, of=nth(")
    assert turn.wizard.text.startswith("Yes" if yes else "No")
    assert len(facts(turn)) == 2


@pytest.mark.parametrize("over", ["boats", "laptops", "restaurants"])
@pytest.mark.parametrize(
    "text", ["please put the third in as well", "add the third", "throw in the third", "the third too"]
)
def test_what_is_put_beside_those_compared_is_compared_with_them(over: str, text: str) -> None:
    turn = talk(agent(over), FIRST[over], "compare the first and the second", text)[-1]
    assert not done(turn, "book")
    assert "Shall I" not in turn.wizard.text
    assert len(facts(turn)) >= 3


def test_what_is_put_beside_them_is_compared_by_the_same() -> None:
    meant = read("laptops", FIRST["laptops"], "compare the first and the second by weight", "include the third too")
    assert meant.endswith("nth(3)]), slots=[weight])")


@pytest.mark.parametrize(
    ("over", "text", "beyond"),
    [
        ("restaurants", "should I dress up?", "dress"),
        ("laptops", "would I need an adapter?", "adapter"),
        ("boats", "do they have lifejackets", "lifejackets"),
    ],
    ids=named,
)
def test_what_no_column_holds_is_said_to_be_unknown_of_the_one_looked_at(over: str, text: str, beyond: str) -> None:
    turn = talk(agent(over), *LOOKED_AT[over], text)[-1]
    assert show(meaning(turn).all()) == f'out_of_scope("{beyond}")'
    assert beyond in turn.wizard.text.lower()
