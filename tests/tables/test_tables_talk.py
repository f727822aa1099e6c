"""Whole conversations over the two tables of the documentation."""

from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talking import example, offered, table, talk
from wayframe.agent import Agent, Exchange
from wayframe.nlg.checking import FIGURE, told, without_values
from wayframe.notation import show
from wayframe.tables import Table

LAPTOPS, RESTAURANTS = example("laptops.csv"), example("restaurants.toml")


def acts(exchange: Exchange) -> list[str]:
    return [show(act) for act in exchange.user.labels.acts_without_refs or ()]


def heard(over: Table, *texts: str) -> list[str]:
    """The acts of the last of these texts."""
    return acts(talk(over, *texts)[-1])


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("a laptop with at least 16 GB under 1500", "inform(ram=at least 16 GB, laptop_price=at most €1\\,500)"),
        ("512GB disk and 32 gb memory", "inform(storage=512 GB, ram=32 GB)"),
        ("1 TB of storage for 1.5k", "inform(storage=1 TB, laptop_price=€1\\,500)"),
        ("between 13 and 15 inches", "inform(screen_size=13 inch to 15 inch)"),
        ("14 to 16 inch, lighter than 1.5 kg", "inform(screen_size=14 inch to 16 inch, weight=less than 1.5 kg)"),
        ("less than 1,200 g", "inform(weight=at most 1.2 kg)"),
        ("my budget is 900 euros", "inform(laptop_price=€900)"),
        ("a Kestrel or an Orla with a touch-screen", "inform(brand=Kestrel, brand=Orla, touchscreen=True)"),
        ("no Pinto, and no touchscreen", "inform(brand=not Pinto, touchscreen=False)"),
        ("anything but a Vesper", "inform(brand=not Vesper)"),
        ("a Kestral in black", "inform(brand=Kestrel, colour=black)"),
        ("any brand", "inform(brand=any)"),
        ("the lightest one you have", "inform(weight=the least)"),
        ("with a rating over 4", "inform(rating=at least 4)"),
        ("what brands are there?", "request(brand=null)"),
        ("how many laptops do you have?", "request(count=null)"),
        ("something for 4 people tonight", ""),
        ("hello there", "greeting()"),
    ],
)  # fmt: skip
def test_wishes_are_read_by_the_columns(text: str, wish: str) -> None:
    assert " ".join(heard(LAPTOPS, text)) == wish


OPENING = "at least 16 GB under 1500"


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("anything lighter?", "inform(weight=less than 1.35 kg)"),
        ("what about one with a bigger screen?", "inform(screen_size=more than 14 inch)"),
        ("too expensive", "inform(laptop_price=less than €559)"),
        ("cheaper than the Orla Lite 14", "inform(laptop_price=less than €639)"),
        ("the second one", "switch_frame(ref_anaphora=the second one)"),
        ("the last laptop, please", "switch_frame(ref_anaphora=the last one)"),
        ("the lightest", "switch_frame(model=Orla Lite 14)"),
        ("go back to the Pinto", "switch_frame(brand=Pinto)"),
        ("the Lite 14 looks good", "switch_frame(model=Orla Lite 14)"),
        ("compare the first two", "request_compare(model=Lumen Page 13 Plus, model=Orla Lite 14)"),
        ("which one has the most memory?", "request_compare(ram=the most)"),
        ("which has a touchscreen?", "request_compare(touchscreen=null)"),
        ("what's the weight of the Pinto?", "switch_frame(brand=Pinto) request(weight=null)"),
        ("anything else?", "request_alts()"),
        ("what is the lightest of all?", "inform(weight=the least)"),
        ("is it under 1 kg?", "request(weight=null)"),
        (
            "how does the first compare to the third?",
            "request_compare(model=Lumen Page 13 Plus, model=Pinto Go 11 Plus)",
        ),
    ],
)
def test_what_is_said_of_options_is_read_by_the_rows(text: str, act: str) -> None:
    assert " ".join(heard(LAPTOPS, OPENING, text)) == act


def test_options_are_offered_compared_gone_back_to_and_booked() -> None:
    found, bigger, compared, back, asked, booked = talk(
        LAPTOPS, OPENING, "one with a bigger screen?", "compare the first two", "go back to the Lumen",
        "does it have a touchscreen?", "take it",
    )  # fmt: skip
    assert [offer["model"] for offer in offered(found)] == ["Lumen Page 13 Plus", "Orla Lite 14", "Pinto Go 11 Plus"]
    assert all(float(str(offer["screen_size"]).split()[0]) > 14 for offer in offered(bigger))
    assert [act.refs("write")[0].frame for act in compared.wizard.acts] == [5, 6]
    assert back.user.active_frame == 2
    assert asked.wizard.text == "It has a touchscreen."
    assert "Lumen Page 13 Plus" in booked.wizard.text
    assert booked.after.memory.frames[1].info["action"][-1].val == "book"


def test_what_is_at_hand_is_not_switched_to() -> None:
    *_, compared, booked = talk(
        LAPTOPS, OPENING, "the first one", "compare it to the Orla Lite 14", "I'll take the cheaper one"
    )
    assert {ref.frame for act in compared.wizard.acts for ref in act.refs("write")} == {2, 3}
    assert booked.user.active_frame == 2
    assert "Lumen Page 13 Plus" in booked.wizard.text


def test_a_booking_is_taken_back() -> None:
    *_, booked, cancelled = talk(LAPTOPS, OPENING, "the first one", "book it", "cancel it")
    assert booked.wizard.acts[0].slots[0].value == "book"
    assert cancelled.wizard.acts[0].slots[0].value == "cancel"


def test_what_was_said_last_is_undone() -> None:
    *_, back = talk(LAPTOPS, OPENING, "the first one", "the second one", "never mind")
    assert back.user.active_frame == 2


def test_a_wish_that_nothing_meets_gives_way_by_so_much() -> None:
    (exchange,) = talk(LAPTOPS, "a Vesper under 300")
    assert "nothing with brand Vesper and price at most €300" in exchange.wizard.text
    assert "instead of at most €300" in exchange.wizard.text
    assert {offer["brand"] for offer in offered(exchange)} >= {"Vesper"}


def test_who_has_said_nothing_yet_is_asked_one_thing() -> None:
    (exchange,) = talk(RESTAURANTS, "Hi!")
    assert [show(act) for act in exchange.wizard.acts] == ["greeting()", "request(neighbourhood)"]


def test_an_alternative_leaves_the_other_wishes_alone() -> None:
    *_, exchange = talk(RESTAURANTS, "Italian with a terrace", "what about Lebanese?")
    (search, _), *_ = RESTAURANTS.domain.searches(exchange.wizard)
    assert "Lebanese" in search
    assert "Italian" not in search
    assert "terrace yes" in search


def test_others_are_others() -> None:
    first, second = talk(RESTAURANTS, "something Italian", "show me others")
    names = [{offer["restaurant_name"] for offer in offered(each)} for each in (first, second)]
    assert names[0]
    assert names[0].isdisjoint(names[1])


def test_other_spellings_of_values_are_those_of_the_file() -> None:
    assert heard(RESTAURANTS, "sushi or pizza") == ["inform(cuisine=Japanese, cuisine=Italian)"]


def test_a_saved_conversation_goes_on() -> None:
    agent = Agent(LAPTOPS)
    held = talk(LAPTOPS, OPENING, "the second one", "anything lighter?")
    dialogue = held[-1].after.dialogue(UUID(int=1))
    agent.domain.check(dialogue)
    resumed = agent.resume(dialogue)
    assert resumed[-1].after.offers == held[-1].after.offers
    assert resumed[-1].after.memory.frames == held[-1].after.memory.frames


def unfaithful(exchange: Exchange, over: Table) -> list[str]:
    """Values of a reply that are neither a row's nor a frame's nor a count, and figures that no act holds."""
    rows = {(slot, value) for row in over.rows for slot, value in row.facts.items()}
    frames = {(slot, v.val) for frame in exchange.wizard.frames for slot, vs in frame.info.items() for v in vs}
    texts = [str(value) for _, value in rows]
    said = (arg for act in exchange.wizard.acts for arg in told(act))
    wrong = [
        f"{arg.key}={arg.value}" for arg in said
        if (arg.key, arg.value) not in rows | frames and arg.key != "count"
        and not all(end in texts for end in str(arg.value).split(" to "))
    ]  # fmt: skip
    return wrong + FIGURE.findall(without_values(exchange.wizard.text, exchange.wizard.acts))


SAYINGS = (
    OPENING, "anything lighter?", "a bigger screen?", "compare them", "compare the first two", "the second one", "yes",
    "no", "the cheapest", "which one has the best rating?", "how heavy is it?", "does it have a touchscreen?",
    "book it", "go back to the Orla", "a Vesper under 300", "no Kestrel", "any colour", "tell me more",
    "something else", "hi",
    "what brands are there?", "between 1.1 and 1.3 kg", "too heavy", "thanks, bye", "the lightest laptop", "blorp?",
    "what is the price?", "I don't mind the brand", "at least 2 TB and under 200 euros",
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=8))
def test_every_value_of_a_reply_is_a_rows_or_a_frames(texts: list[str]) -> None:
    for exchange in talk(LAPTOPS, *texts):
        assert exchange.wizard.text
        assert unfaithful(exchange, LAPTOPS) == []


@settings(max_examples=60)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=3))
def test_any_text_is_answered(texts: list[str]) -> None:
    assert all(exchange.wizard.text for exchange in talk(RESTAURANTS, *texts))


def test_a_table_of_few_columns_will_do() -> None:
    books = table("title | author", "North | Ana Silva", "South | Ana Silva", "West | Bo Ek", items="books")
    first, second = talk(books, "something by Ana Silva", "tell me more about South")
    assert [offer["title"] for offer in offered(first)] == ["North", "South"]
    assert "Ana Silva" in second.wizard.text
