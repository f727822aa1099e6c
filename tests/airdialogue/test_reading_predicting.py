import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from air_worlds import INTENT, action, known, sample, written
from wayframe.airdialogue.files import SkippedLines
from wayframe.airdialogue.reading.predicting import predict, predict_files
from wayframe.airdialogue.records import Action
from wayframe.airdialogue.scoring.actions import score_selfplay
from wayframe.errors import InputError

OTHERS = [{"departure_airport": "SEA", "return_airport": "BOS"}, {"departure_airport": "OAK"}] * 3
KB = known(
    {"price": 300}, {"price": 200}, {"price": 100, "num_connections": 2}, {"class": "business", "price": 700}, *OTHERS
)
ASKED = ("customer: Hello, I am Maria Stone. I need a flight from BOS to SEA on 06/12, back on 06/14.",)


def acted(*lines: str, **more: Any) -> Action:
    return predict((*ASKED, *lines), msgspec.structs.replace(KB, **more) if more else KB)


def test_the_cheapest_flight_of_what_was_said() -> None:
    assert acted("agent: Flight 1001 costs 200, ok?", "customer: Yes.", "agent: It is booked.") == Action(
        flight=(1001,), name="Maria Stone", status="book"
    )


def test_what_was_said_counts_for_more_than_what_was_done() -> None:
    wished = "customer: I need business class and a connecting flight."
    assert acted(wished, "agent: Sorry, no flights were found.").flight == (1003,)
    assert acted("customer: A direct flight.", "agent: Flight 1001 is booked.").status == "no_flight"
    assert (
        acted("customer: My budget is 150, with a connecting flight.", "agent: Flight 1001 is booked.").status
        == "no_flight"
    )


def test_who_takes_what_was_offered_mostly_wishes_it() -> None:
    told = "agent: Flight 1003 in business class for 700, shall I?"
    assert acted(told, "customer: Please proceed.", "agent: Booked.").flight == (1001,)
    assert acted("customer: Business class.", told, "customer: Please proceed.", "agent: Booked.").flight == (1003,)


def test_reservations_are_looked_up() -> None:
    change, cancel = (
        ("customer: Hi, Maria Stone here. Please change my reservation.",),
        ("customer: Please cancel it.",),
    )
    assert predict(change, KB).status == "no_reservation"
    assert predict(cancel, KB) == Action(flight=(), name="", status="no_reservation")
    held = msgspec.structs.replace(KB, reservation=1000)
    assert predict(cancel, held).status == "cancel"
    moved = predict((*change, "customer: From BOS to SEA, 06/12 to 06/14."), held)
    assert (moved.status, moved.flight) == ("change", (1001,))


def test_airports_and_days_are_those_of_the_flights() -> None:
    slips = ("customer: Maria Stone. From BOS to SEE, July 12 to July 14.",)
    assert predict(slips, KB).flight == (1001,)


def test_nothing_said_is_no_failure() -> None:
    assert predict((), KB).name == ""
    assert predict(("customer: Hm.",), known()).status == "no_flight"


@given(st.lists(st.text(max_size=60), max_size=6))
def test_any_text_has_a_prediction(lines: list[str]) -> None:
    found = predict(lines, KB)
    assert len(found.flight) == (found.status in ("book", "change"))


def test_long_turns_take_no_long_time() -> None:
    for word in ("A", "BOS ", "06/12 ", "my name ", "no "):
        text = word * (20_000 // len(word))
        predict((f"customer: {text}", f"agent: {text}"), KB)


DIALOGUE = [*ASKED, "agent: Flight 1001 is 200. Shall I book it?", "customer: Yes.", "agent: It is booked."]
HIDDEN = ("intent", "action", "expected_action", "correct_sample", "search_info", "timestamps")


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    return written(tmp_path / "kb.json", [KB, KB])


def test_nothing_but_the_dialogue_and_the_flights_is_seen(tmp_path: Path, kb: Path) -> None:
    whole = [
        sample(dialogue=DIALOGUE),
        sample(action("cancel", []), action(name="Somebody Else"), dialogue=DIALOGUE[:1]),
    ]
    stripped = [{name: value for name, value in each.items() if name not in HIDDEN} for each in whole]
    misled = [each | {"intent": "?", "action": 5, "search_info": [DIALOGUE], "flight": 1000} for each in stripped]
    outputs = []
    for name, lines in (("whole", whole), ("stripped", stripped), ("misled", misled)):
        found = predict_files(written(tmp_path / name, lines), kb, tmp_path / f"{name}.out")
        assert found.samples == 2
        outputs.append((tmp_path / f"{name}.out").read_bytes())
    assert outputs[0] == outputs[1] == outputs[2]


def test_predictions_can_be_scored_as_they_are(tmp_path: Path, kb: Path) -> None:
    truth = action(flight=[1001])
    data = written(tmp_path / "data.json", [sample(expected=truth, dialogue=DIALOGUE)] * 2)
    assert predict_files(data, kb, tmp_path / "out").statuses == {"book": 2}
    assert score_selfplay(data, kb, tmp_path / "out").figures["exact"] == 1
    assert score_selfplay(data, kb, tmp_path / "out", "reference").figures["bleu"] == 100


@pytest.mark.parametrize("line", [b"{", {"dialogue": []}, {"intent": INTENT}, {"dialogue": "customer: hi"}])
def test_bad_lines_are_named_and_nothing_is_written(tmp_path: Path, kb: Path, line: object) -> None:
    data = written(tmp_path / "data.json", [{"dialogue": DIALOGUE}, line])
    with pytest.raises(InputError, match=r"data.json: line 2: "):
        predict_files(data, kb, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    skipped = SkippedLines()
    assert predict_files(data, kb, tmp_path / "out", skipped).samples == 1
    assert skipped.count == 1
    assert (tmp_path / "out").read_bytes().endswith(b"\n{}\n")


def test_knowledge_bases_for_all(tmp_path: Path, kb: Path) -> None:
    data = written(tmp_path / "data.json", [{"dialogue": DIALOGUE}] * 3)
    with pytest.raises(InputError, match=r"kb.json: ends after 2 records"):
        predict_files(data, kb, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_real_people_are_understood_better_than_they_understood_each_other(tmp_path: Path) -> None:
    folder = os.environ.get("WAYFRAME_AIRDIALOGUE")
    if not folder:
        pytest.skip(
            "WAYFRAME_AIRDIALOGUE is not set: it names the folder of AirDialogue's files, which can't be shipped"
        )
    data, bases = (next(Path(folder).glob(f"train_{name}.json*")) for name in ("data", "kb"))
    predict_files(data, bases, tmp_path / "out")
    found = score_selfplay(data, bases, tmp_path / "out").figures["reward"]
    assert isinstance(found, float)
    assert found > 0.96
