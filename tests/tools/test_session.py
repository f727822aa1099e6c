"""Sessions of tools: one memory over any catalogue, filled by typed wishes."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent
from wayframe.catalogues import open_source, source_of
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tools import ToolSession

EXAMPLES = Path(__file__).parents[2] / "examples"
TOKYO: dict[str, Any] = {
    "or_city": {"is": "Montreal"}, "dst_city": {"is": "Tokyo"},
    "str_date": {"at_least": "2016-08-22"}, "end_date": {"at_most": "2016-09-05"},
}  # fmt: skip


@pytest.fixture
def trips(catalogue: Catalogue) -> ToolSession:
    return ToolSession(Agent(source_of(catalogue)))


@pytest.fixture
def laptops() -> ToolSession:
    return ToolSession(Agent(open_source(str(EXAMPLES / "laptops.csv"), today=date(2026, 8, 3))))


def constraints(session: ToolSession, frame: int) -> dict[str, Any]:
    found = session.recall()["frames"][frame - 1]["wishes"]
    return {wish["slot"]: wish["constraint"] for wish in found}


def test_what_contradicts_makes_a_new_frame_and_nothing_is_overwritten(trips: ToolSession) -> None:
    assert trips.remember(TOKYO)["active_frame"] == 1
    assert not trips.remember({"price": {"at_most": 3000}})["created"]
    changed = trips.remember({"dst_city": {"is": "Berlin"}})
    assert (changed["active_frame"], changed["created"]) == (2, True)
    assert constraints(trips, 1)["dst_city"] == {"is": "Tokyo"}
    assert constraints(trips, 2) == {**constraints(trips, 1), "dst_city": {"is": "Berlin"}}


def test_wishes_are_replaced_and_taken_back(laptops: ToolSession) -> None:
    laptops.remember({"ram": {"at_least": 16}, "brand": {"is": ["Orla", "Lumen"], "not": "Pinto"}})
    laptops.remember({"ram": {"at_least": 32}})
    assert constraints(laptops, 2)["ram"] == {"at_least": 32}
    assert "ram" not in constraints(laptops, laptops.forget(["ram"])["active_frame"])
    assert constraints(laptops, laptops.forget([])["active_frame"]) == {}
    assert constraints(laptops, 1)["ram"] == {"at_least": 16}


def test_bounds_add_up_unless_they_replace_those_of_before(laptops: ToolSession) -> None:
    laptops.remember({"laptop_price": {"at_least": 500}})
    (changed,) = laptops.remember({"laptop_price": {"at_most": 900}})["changed"]
    assert [wish["constraint"] for wish in changed["wishes"]] == [{"at_least": 500}, {"at_most": 900}]
    replaced = laptops.remember({"laptop_price": {"at_most": 800}}, replace=True)["active_frame"]
    assert constraints(laptops, replaced)["laptop_price"] == {"at_most": 800}


def test_each_item_found_is_a_frame_with_its_facts_and_the_wishes_that_found_it(laptops: ToolSession) -> None:
    laptops.remember({"ram": {"at_least": 16}, "laptop_price": {"at_most": 1500}})
    found = laptops.search(2)
    assert [each["frame"] for each in found["found"]] == [2, 3]
    assert found["total"] > 2
    assert all(each["facts"]["ram"] >= 16 and each["facts"]["laptop_price"] <= 1500 for each in found["found"])
    assert constraints(laptops, 2) == constraints(laptops, 1)
    assert found["active_frame"] == 1


@pytest.mark.parametrize(
    ("slot", "constraint"),
    [
        ("laptop_price", {"at_least": 500, "at_most": 900}), ("ram", {"is": [16, 32]}), ("touchscreen", True),
        ("weight", {"best": "least"}), ("brand", {"not": ["Orla", "Pinto"]}), ("battery", {"around": 12}),
    ],
)  # fmt: skip
def test_a_constraint_is_told_as_it_was_said(laptops: ToolSession, slot: str, constraint: Any) -> None:
    laptops.remember({slot: constraint})
    assert constraints(laptops, 1) == {slot: constraint}
    assert laptops.search()["found"]


def test_where_nothing_fits_the_wishes_to_blame_are_named_and_what_nearly_fits(trips: ToolSession) -> None:
    trips.remember({**TOKYO, "price": {"at_most": 5}})
    found = trips.search()
    (blamed,) = found["to_blame"]
    assert (found["found"], blamed["slot"], blamed["constraint"]) == ([], "price", {"at_most": 5})
    assert 5 < blamed["least"] < blamed["most"]  # of the trips that fit otherwise
    nearest = trips.suggest(1)["found"][0]
    missed = next(miss for miss in nearest["given_up"] if miss["slot"] == "price")
    assert missed["asked"] == {"at_most": 5}
    assert missed["offered"] == nearest["facts"]["price"]


def test_several_cities_are_searched_each(trips: ToolSession) -> None:
    trips.remember({"dst_city": {"is": ["Tokyo", "Paris"]}})
    assert {each["facts"]["dst_city"] for each in trips.search(2)["found"]} == {"Tokyo", "Paris"}


def test_a_country_is_a_wish_for_any_of_its_cities(trips: ToolSession) -> None:
    trips.remember({"dst_city": {"is": "Japan"}})
    assert {each["facts"]["country"] for each in trips.search()["found"]} == {"Japan"}


def test_prices_are_for_the_party(trips: ToolSession) -> None:
    trips.remember(TOKYO)
    alone = trips.search(1)["found"][0]["facts"]["price"]
    trips.remember({"party": {"adults": 2}})
    assert trips.search(1)["found"][0]["facts"]["price"] == pytest.approx(2 * alone)
    assert constraints(trips, trips.state.memory.active_frame)["party"] == {"adults": 2, "children": 0}


def test_options_are_compared_told_about_booked_and_cancelled_by_their_frames(trips: ToolSession) -> None:
    trips.remember(TOKYO)
    first, second = (each["frame"] for each in trips.search(2)["found"])
    trips.remember({"dst_city": {"is": "Berlin"}})
    compared = trips.compare([first, second], ["price"])["rows"][0]
    assert compared["best"] == [first]
    assert "sum" not in compared
    (row,) = trips.compare([first, second], ["price"], sums=True)["rows"]
    assert row["sum"] == round(sum(compared["values"]), 2)
    assert trips.facts([first], ["price"])["options"][0]["facts"] == {"price": compared["values"][0]}
    booked = trips.book(second)
    assert booked["booking"]["facts"]["price"] == compared["values"][1]
    assert trips.state.memory.active_frame == second
    assert [frame["booked"] for frame in trips.recall()["frames"]] == [False, False, True, False]
    assert trips.cancel(second)["booking"]["status"] == "cancelled"


def test_whoever_goes_back_to_a_frame_goes_on_from_it(laptops: ToolSession) -> None:
    laptops.remember({"ram": {"at_least": 16}})
    laptops.remember({"ram": {"at_least": 64}})
    laptops.switch(1)
    laptops.remember({"brand": {"is": "Orla"}})
    assert constraints(laptops, 1) == {"ram": {"at_least": 16}, "brand": {"is": "Orla"}}


def test_what_was_found_before_keeps_its_number(laptops: ToolSession) -> None:
    laptops.remember({"brand": {"is": "Orla"}})
    first = laptops.search(2)
    again = laptops.search(3)
    assert again["found"][:2] == first["found"]
    assert [each["frame"] for each in laptops.search(3)["found"]] == [each["frame"] for each in again["found"]]
    assert len(laptops.recall()["frames"]) == 1 + 3


def test_what_nearly_fits_keeps_its_number(laptops: ToolSession) -> None:
    laptops.remember({"brand": {"is": "Orla"}})
    shown = {each["facts"]["model"]: each["frame"] for each in laptops.search(10)["found"]}
    laptops.remember({"screen_size": {"at_least": 20}})
    first, again = laptops.suggest(5), laptops.suggest(5)
    assert again["found"] == first["found"]
    known = [each for each in first["found"] if each["facts"]["model"] in shown]
    assert known
    assert [each["frame"] for each in known] == [shown[each["facts"]["model"]] for each in known]


def test_what_is_for_other_people_has_another_number(trips: ToolSession) -> None:
    trips.remember({"dst_city": {"is": "Tokyo"}})
    alone = trips.search(1)["found"][0]
    trips.remember({"party": {"adults": 2}})
    together = trips.search(1)["found"][0]
    assert alone["facts"]["price"] != together["facts"]["price"]
    assert alone["frame"] != together["frame"]


def test_what_changed_has_a_number_of_its_own_and_keeps_that(tmp_path: Path) -> None:
    table = tmp_path / "bikes.csv"
    table.write_text("name,price\nGull,€300\nHeron,€500\n", "utf-8")
    session = ToolSession(Agent(open_source(str(table))))
    session.remember({"bike_name": {"is": "Gull"}})
    before = session.search(1)["found"][0]["frame"]
    table.write_text("name,price\nGull,€350\nHeron,€500\n", "utf-8")
    session = ToolSession(Agent(open_source(str(table))), session.conversation)
    after = [session.search(1)["found"][0]["frame"] for _ in range(3)]
    assert before not in after
    assert len(set(after)) == 1


def test_more_of_what_fits_is_other_than_what_was_found(laptops: ToolSession) -> None:
    laptops.remember({"brand": {"is": "Orla"}})
    first, second = laptops.search(10), laptops.search(10, more=True)
    names = [each["facts"]["model"] for found in (first, second) for each in found["found"]]
    assert len(names) == len(set(names)) == 12
    assert laptops.search(more=True)["note"] == "All that fits was shown."


def test_what_is_in_the_way_is_told_with_the_values_that_there_are(laptops: ToolSession) -> None:
    laptops.remember({"brand": {"is": "Pinto"}, "laptop_price": {"at_most": 400}, "ram": {"at_least": 16}})
    blamed = {each["slot"]: each for each in laptops.search()["to_blame"]}
    assert blamed["laptop_price"]["least"] > 400
    assert blamed["ram"]["most"] < 16


def test_an_option_elsewhere_than_was_wished_for_is_booked_when_the_agent_says_so(trips: ToolSession) -> None:
    trips.remember({"or_city": {"is": "Montreal"}, "dst_city": {"is": "Tokyo"}})
    frame = trips.search(1)["found"][0]["frame"]
    trips.remember({"dst_city": {"is": "Berlin"}})
    assert trips.book(frame)["booking"]["status"] == "booked"


def test_a_session_goes_on_from_its_conversation_as_if_it_had_never_stopped(trips: ToolSession) -> None:
    trips.remember(TOKYO)
    trips.book(trips.search(2)["found"][1]["frame"])
    trips.remember({"dst_city": {"is": "Berlin"}})
    trips.switch(1)
    other = ToolSession(Agent(trips.source), trips.conversation)
    assert other.recall() == trips.recall()
    assert other.remember({"price": {"at_most": 3000}}) == trips.remember({"price": {"at_most": 3000}})


def test_a_part_of_the_memory_is_recalled_with_the_facts_that_offers_show_unless_all_are_asked_for(
    trips: ToolSession,
) -> None:
    trips.remember(TOKYO)
    trips.search(3)
    (brief,) = trips.recall([3])["frames"]
    (whole,) = trips.recall([3], all_facts=True)["frames"]
    assert brief["frame"] == 3
    assert brief["facts"]["dst_city"] == "Tokyo"
    assert brief["facts"].items() < whole["facts"].items() == trips.facts([3])["options"][0]["facts"].items()


def test_a_conversation_of_tools_is_a_dialogue_that_one_can_read(laptops: ToolSession) -> None:
    laptops.remember({"ram": {"at_least": 16}})
    laptops.book(laptops.search(1)["found"][0]["frame"])
    texts = [turn.text for turn in laptops.conversation.turns]
    assert texts[0] == "With at least 16 GB RAM."
    assert texts[4] == "Book Lumen Page 13 Plus."
    assert texts[5] == "Done: Lumen Page 13 Plus, €559."


def test_whoever_spoke_with_tools_may_go_on_in_words(laptops: ToolSession) -> None:
    laptops.remember({"ram": {"at_least": 16}})
    laptops.search(2)
    exchange = laptops.agent.respond(laptops.conversation, "Book the second one, please.")
    assert [each.option.frame for each in laptops.agent.state(exchange.after).standing] == [3]


def test_a_return_before_the_departure_is_refused(trips: ToolSession) -> None:
    trips.remember(TOKYO)
    with pytest.raises(InputError, match="end_date: before str_date"):
        trips.remember({"end_date": {"is": "2016-08-20"}})


def test_values_are_those_that_there_are(laptops: ToolSession) -> None:
    brands = laptops.values("brand")["values"]
    assert {"value": "Orla", "items": 12} in brands
    laptops.remember({"brand": {"is": "Orla"}})
    assert [each["value"] for each in laptops.values("brand", fitting=True)["values"]] == ["Orla"]
    assert laptops.values("laptop_price")["least"] < laptops.values("laptop_price", fitting=True)["most"]


COMPLAINTS: list[tuple[Callable[[ToolSession], Any], str]] = [
    (lambda s: s.remember({"colours": {"is": "red"}}), "slot 'colours': expected one of model, brand"),
    (lambda s: s.remember({"brand": {"is": "Orlla"}}), "brand 'Orlla': not in the catalogue; nearest: Orla"),
    (lambda s: s.remember({"ram": {"at_least": "much"}}), "ram: expected a number, found 'much'"),
    (lambda s: s.remember({}), "expected at least one"),
    (lambda s: s.switch(4), "frame 4: there is none yet"),
    (lambda s: s.compare([1]), "expected at least two"),
    (lambda s: s.remember({"ram": {"is": 16}}) and s.facts([1]), "frame 1: holds wishes, no option"),
    (lambda s: s.remember({"ram": {"is": 16}}) and s.search(11), "limit: expected 1 to 10, found 11"),
    (lambda s: s.remember({"ram": {"is": 16}}) and s.search() and s.cancel(2), "frame 2: is not booked"),
    (lambda s: s.remember({"ram": {"is": 16}}) and s.search() and s.book(2) and s.book(2), "is booked already"),
]


@pytest.mark.parametrize(("call", "complaint"), COMPLAINTS)
def test_what_cannot_be_is_said(laptops: ToolSession, call: Callable[[ToolSession], Any], complaint: str) -> None:
    with pytest.raises(InputError, match=re.escape(complaint)):
        call(laptops)
