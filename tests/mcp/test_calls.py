"""Calls of tools on conversations that are kept."""

import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from wayframe.agent import Agent
from wayframe.catalogues import DailyAgent, agent_over, open_source, opened
from wayframe.errors import InputError
from wayframe.mcp.calls import ToolCalls
from wayframe.packages import Catalogue
from wayframe.service import Conversations, Storage

LAPTOPS = str(Path(__file__).parents[2] / "examples" / "laptops.csv")
ROOMY: dict[str, Any] = {"wishes": {"ram": {"at_least": 16}}}


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    storage = Storage(str(tmp_path / "conversations.sqlite"))
    yield storage
    storage.close()


@pytest.fixture
def conversations(storage: Storage) -> Conversations:
    return Conversations(laptops_agent(), storage)


@pytest.fixture
def calls(conversations: Conversations) -> ToolCalls:
    return ToolCalls(conversations)


def laptops_agent() -> Agent:
    return Agent(open_source(LAPTOPS, today=date(2026, 8, 3)))


def call(calls: ToolCalls, name: str, **arguments: Any) -> dict[str, Any]:
    return calls.call(calls.offered().tools[name], arguments)


def test_a_conversation_is_gone_on_with_by_its_id_whoever_serves_it(calls: ToolCalls, storage: Storage) -> None:
    begun = call(calls, "remember", **ROOMY)["conversation"]
    call(calls, "search", conversation=begun, limit=2)
    restarted = ToolCalls(Conversations(laptops_agent(), storage))
    assert call(restarted, "recall", conversation=begun) == call(calls, "recall", conversation=begun)
    assert call(restarted, "book", conversation=begun, frame=3)["booking"]["frame"] == 3
    assert [each["frame"] for each in call(calls, "recall", conversation=begun)["bookings"]] == [3]


def test_a_call_that_names_no_conversation_begins_one(calls: ToolCalls) -> None:
    first, second = call(calls, "remember", **ROOMY), call(calls, "remember", **ROOMY)
    assert first["conversation"] != second["conversation"]
    assert call(calls, "values", slot="brand")["conversation"] == ""  # nothing was said in it


def test_the_one_client_of_a_process_stays_in_its_conversation_until_it_begins_another(
    conversations: Conversations,
) -> None:
    calls = ToolCalls(conversations, keeps_current=True)
    first = call(calls, "remember", **ROOMY)["conversation"]
    assert call(calls, "search")["conversation"] == first
    second = call(calls, "remember", conversation="new", **ROOMY)["conversation"]
    assert call(calls, "recall")["conversation"] == second != first
    assert len(call(calls, "recall", conversation=first)["frames"]) == 4


def test_a_wrong_call_leaves_nothing_behind(calls: ToolCalls, storage: Storage) -> None:
    with pytest.raises(InputError, match="nearest: Orla"):
        call(calls, "remember", wishes={"brand": "Orlla"})
    assert storage.count() == 0


@pytest.mark.parametrize("name", ["recall", "search"])
def test_a_conversation_that_there_is_not_is_refused(calls: ToolCalls, name: str) -> None:
    with pytest.raises(InputError, match="conversation 'mine': there is no such one; 'new' begins one"):
        call(calls, name, conversation="mine")


def test_a_retried_call_is_carried_out_once(calls: ToolCalls, storage: Storage) -> None:
    begun = call(calls, "remember", **ROOMY)["conversation"]
    found = call(calls, "search", conversation=begun, key="find")
    booked = call(calls, "book", conversation=begun, frame=2, key="book")
    restarted = ToolCalls(Conversations(laptops_agent(), storage))
    assert call(restarted, "search", conversation=begun, key="find") == found
    assert call(restarted, "book", conversation=begun, frame=2, key="book") == booked
    memory = call(calls, "recall", conversation=begun)
    assert (len(memory["frames"]), len(memory["bookings"])) == (4, 1)


@pytest.mark.parametrize(("name", "arguments"), [("search", {"limit": 2}), ("suggest", {}), ("switch", {"frame": 2})])
def test_a_key_is_for_one_call(calls: ToolCalls, name: str, arguments: dict[str, Any]) -> None:
    begun = call(calls, "remember", **ROOMY)["conversation"]
    call(calls, "search", conversation=begun)
    call(calls, "search", conversation=begun, key="find")
    with pytest.raises(InputError, match="key 'find': was another call's"):
        call(calls, name, conversation=begun, key="find", **arguments)


def test_calls_at_the_same_time_are_all_kept(calls: ToolCalls) -> None:
    begun = call(calls, "remember", **ROOMY)["conversation"]
    threads = [
        threading.Thread(target=call, args=(calls, "search"), kwargs={"conversation": begun, "limit": 1, "more": True})
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [frame["frame"] for frame in call(calls, "recall", conversation=begun)["frames"]] == [1, 2, 3, 4, 5]


def test_what_tools_began_goes_on_in_words(calls: ToolCalls, conversations: Conversations) -> None:
    begun = call(calls, "remember", **ROOMY)["conversation"]
    call(calls, "search", conversation=begun)
    conversations.say(begun, "Book the second one, please.")
    assert call(calls, "recall", conversation=begun)["bookings"][0]["frame"] == 3


def test_a_conversation_about_another_catalogue_is_refused(storage: Storage, catalogue: Catalogue) -> None:
    trips = ToolCalls(Conversations(agent_over(catalogue), storage))
    begun = call(trips, "remember", wishes={"dst_city": "Tokyo"})["conversation"]
    call(trips, "search", conversation=begun)
    calls = ToolCalls(Conversations(laptops_agent(), storage))
    with pytest.raises(InputError, match="is about another catalogue"):
        call(calls, "search", conversation=begun)


def test_days_count_from_the_day_of_the_call(storage: Storage) -> None:
    days = [date(2026, 8, 3)]
    agent = DailyAgent(lambda day: agent_over(opened(LAPTOPS, today=day)), lambda: days[-1])
    calls = ToolCalls(Conversations(agent, storage))
    begun = call(calls, "remember", **ROOMY)
    days.append(date(2026, 8, 4))
    later = call(calls, "search", conversation=begun["conversation"])
    assert (begun["today"], later["today"]) == ("2026-08-03", "2026-08-04")


@pytest.mark.parametrize("arguments", [{"conversation": 3}, {"key": ["a"]}, {"key": "no blanks"}])
def test_ids_and_keys_are_words(calls: ToolCalls, arguments: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected"):
        call(calls, "search", **arguments)
