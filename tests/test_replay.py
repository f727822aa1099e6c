import json
from datetime import date
from pathlib import Path

import pytest

from scenes import dialogue
from wayframe import corpus
from wayframe.dialogue import Act, Dialogue, encode
from wayframe.errors import InputError
from wayframe.nlu import NLUActs, TurnContext
from wayframe.notation import parse_turn
from wayframe.replay import ReplayFigures, ReplayReport, replay
from wayframe.values import Gazetteer, Lexicon

TRIP = dialogue(
    "trip",
    "1: inform(dst_city=Rome)",
    "offer(name=El Mar, price=900, id=2); offer(name=Tropic, price=1200, id=3)",
    "3: switch_frame(ref=[3{name=Tropic}])",
    "inform(wifi=True)",
    "4: inform(dst_city=Oslo)",
    "no_result(ref=[4])",
    "2: switch_frame(ref=[2{name=El Mar}])",
    "inform(write=[2], breakfast=True)",
    "2: thankyou()",
)
NAMES = Lexicon(Gazetteer(["Rome", "Oslo"]), Gazetteer(["El Mar", "Tropic"]))


class Noted:
    """Understands text in the paper's notation: the acts that it was made of, references left out."""

    def __init__(self) -> None:
        self.days = set[date]()

    def understand(self, text: str, context: TurnContext) -> tuple[Act, ...]:
        self.days.add(context.today)
        assert context.lexicon is NAMES
        return tuple(Act(act.name, act.slots) for act in parse_turn(text))


def report(
    folder: Path, *dialogues: Dialogue, tracker: str = "rules", understood: NLUActs | None = None
) -> ReplayReport:
    corpus.write(folder / "some.json", dialogues)
    return replay(folder / "some.json", tracker, understood)


def test_counts_turns_and_what_was_right(tmp_path: Path) -> None:
    found = report(tmp_path, TRIP, dialogue("short", "1: greeting()"))
    assert (found.dialogues, found.user_turns, found.tracker, found.source) == (2, 6, "rules", "acts")
    assert (found.active_frame, found.creation) == (1, 1)
    assert (found.free_running.active_frame, found.free_running.creation) == (1, 1)


def test_baselines_stand_beside(tmp_path: Path) -> None:
    found = report(tmp_path, TRIP)
    assert found.baselines == {"previous": ReplayFigures(0.4, 0.8), "never_create": ReplayFigures(0.6, 0.8)}
    assert found.free_running.baselines == {
        "previous": ReplayFigures(0.2, 0.8),
        "never_create": ReplayFigures(0.4, 0.8),
    }


def test_a_baseline_can_be_the_tracker(tmp_path: Path) -> None:
    found = report(tmp_path, TRIP, tracker="previous")
    assert ReplayFigures(found.active_frame, found.creation) == found.baselines["previous"]


def test_names_its_protocol(tmp_path: Path) -> None:
    found = json.loads(encode(report(tmp_path, TRIP)))
    assert list(found)[:7] == ["dialogues", "user_turns", "from", "tracker", "active_frame", "creation", "baselines"]
    assert found["from"] == "acts"
    assert found["protocol"]["file"] == "some.json"
    assert len(found["protocol"]["sha256"]) == 64


def test_goes_on_after_a_mistake_with_frames_matched_by_their_making(tmp_path: Path) -> None:
    """The tracker misses that a date makes a frame; what the wizard offers next is found all the same."""
    talk = dialogue(
        "missed",
        "1: inform(dst_city=Rome)",
        "request(dst_city)",
        "2: inform(str_date=August 8, dst_city=Rome)",
        "offer(name=El Mar, id=3)",
        "3: switch_frame(ref=[3{name=El Mar}])",
        "inform(wifi=True, write=[3])",
        "2: switch_frame(ref=[2{str_date=August 8}])",
    )
    found = report(tmp_path, talk)
    assert (found.active_frame, found.creation) == (0.75, 0.75)
    assert (found.free_running.active_frame, found.free_running.creation) == (0.5, 0.75)


def test_understands_the_text_instead(tmp_path: Path) -> None:
    noted = Noted()
    text = dialogue(
        "text", "1: inform(dst_city=Rome)", "sorry()", "2: inform(dst_city=Oslo)", "sorry()", "2: thankyou()"
    )
    found = report(tmp_path, text, understood=NLUActs(noted, NAMES))
    assert (found.source, found.active_frame, found.free_running.active_frame) == ("text", 1, 1)
    assert noted.days == {date(2016, 7, 31)}


def test_tells_how_far_it_is(tmp_path: Path) -> None:
    corpus.write(tmp_path / "some.json", [TRIP, dialogue("second", "1: greeting()")])
    told = list[int]()
    replay(tmp_path / "some.json", told=told.append)
    assert told == [1, 2]


def test_an_unknown_tracker_is_named() -> None:
    with pytest.raises(InputError, match=r"tracker: expected one of rules, .*, or module:Class, found 'best'"):
        replay("some.json", "best")


def test_the_release_runs_through(frames_part_path: Path) -> None:
    found = replay(frames_part_path)
    assert found.dialogues > 200
    assert found.active_frame > 0.95
    assert found.creation > 0.97
    assert found.active_frame > found.free_running.active_frame > found.free_running.baselines["previous"].active_frame
