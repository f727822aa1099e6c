import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from small_corpus import Said, dialogue, written
from wayframe.cli.track import app
from wayframe.dialogue import Act, Arg, Ref
from wayframe.evaluation import divided
from wayframe.evaluation.errors import KINDS, TrackingMistake, mistakes, page
from wayframe.tracking import Observation, Tracking

MARKUP = (
    Said("From Oslo to Bern <b>please</b>", "inform(or_city=Oslo); inform(dst_city=Bern)"),
    Said("Hotel Aare for 900, or Reuss", "offer(name=Aare, price=$900, id=2); offer(name=Reuss, id=3)"),
    Said("how much is the Reuss?", "request(ref=[3{price}])", 1),
    Said("700", "inform(price=700, ref=[3])", 1),
    Said("ok the Aare", "switch_frame(ref=[2{name=Aare}])", 2),
    Said("fine", "affirm()", 2),
    Said("and to Rome?", "inform(dst_city=Rome)", 4),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "one.json", dialogue("trip-<1>", "U21RP4FCY", MARKUP))


def kinds(path: Path, tracker: str) -> list[str]:
    return [mistake.kind for mistake in mistakes(divided(path), tracker).found]


def test_the_truth_makes_no_mistake(path: Path) -> None:
    assert mistakes(divided(path), "oracle") == (4, ())


def test_a_turn_counts_once_by_what_matters_most(path: Path) -> None:
    assert kinds(path, "previous") == ["missed-reference", "variant", "no-new-frame"]


class Newcomer:
    """Makes a frame at every turn and refers to it."""

    def track(self, seen: Observation) -> Tracking:
        new = max(1, len(seen.memory.frames)) + 1
        return Tracking(tuple(Act(act.name, (Arg("ref", (Ref(new, act.slots),)),)) for act in seen.acts), new)


class Elsewhere:
    """Stays, and takes what is said for something about frame 2."""

    def track(self, seen: Observation) -> Tracking:
        return Tracking(tuple(Act(act.name, (Arg("ref", (Ref(2, act.slots),)),)) for act in seen.acts), 1)


def test_kinds_of_what_is_taken_for_another_frames(path: Path) -> None:
    assert kinds(path, "test_errors:Newcomer")[:2] == ["needless-frame", "needless-frame"]
    assert kinds(path, "test_errors:Elsewhere") == [
        "needless-reference", "other-reference", "variant", "no-new-frame",
    ]  # fmt: skip


def test_a_mistake_holds_what_a_reader_needs(path: Path) -> None:
    first: TrackingMistake = mistakes(divided(path), "previous").found[0]
    assert (first.dialogue, first.turn, first.part, first.wizard[:10]) == ("trip-<1>", 2, "stay", "Hotel Aare")
    assert [frame.frame_id for frame in first.frames] == [1, 2, 3]
    assert first.labelled_acts == ("request(ref=[3{price}])",)
    assert first.slips[0][:4] == ("request", "price", (3,), (1,))


def test_the_page_shows_frames_and_readings_and_escapes_what_people_wrote(path: Path) -> None:
    text = page("previous", mistakes(divided(path), "previous"), (("File", "a<b"),))
    assert "trip-&lt;1&gt;, turn 2, fold 2, stay" in text
    assert "<b>please" not in text
    assert "request, price: frame 3, not frame 1" in text
    assert '<th scope="col">2 of 1 <span class="labels">labels</span></th>' in text
    assert all(KINDS[name] in text for name in ("variant", "no-new-frame"))
    assert "<script" not in text
    assert "http" not in text


def test_no_more_of_a_kind_than_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path / "two.json", *(dialogue(name, "U21RP4FCY", MARKUP) for name in ("one", "two")))
    text = page("previous", mistakes(divided(path), "previous"), (), limit=1)
    assert text.count("<article>") == 3
    assert "The first 1 of 2." in text


def test_the_command_writes_the_page_and_counts(path: Path, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    result = CliRunner().invoke(app, ["errors", str(path), "--tracker", "previous", "-o", str(output), "--json"])
    found = json.loads(result.stdout)
    assert found == {
        "tracker": "previous",
        "turns": 4,
        "wrong": 3,
        "kinds": {"variant": 1, "no-new-frame": 1, "missed-reference": 1},
        "page": str(output),
    }
    assert output.read_text("utf-8").count("<article>") == 3
    assert "missed" not in CliRunner().invoke(app, ["errors", str(path), "-o", str(output)]).stdout
