import random
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import strategies
from drawing import drawn
from scenes import after, dialogue, tracked, without_refs
from wayframe import corpus, tracking
from wayframe.cli.main import command_line
from wayframe.dialogue import Act, Arg, Dialogue
from wayframe.errors import InputError
from wayframe.items import NOANNO, items
from wayframe.memory import Memory, update
from wayframe.ontology import ACTS, SLOTS
from wayframe.tracking import Observation, PreviousActive, Tracker, Tracking, learned
from wayframe.tracking.learned.model import reconciled
from wayframe.tracking.learned.scene import TurnGoal
from wayframe.tracking.running import situations

pytest.importorskip("lightgbm", reason="the extra `learned` is not installed")

CITIES = ("Rome", "Paris", "Tokyo", "Berlin", "Bari", "Lima", "Oslo", "Cairo")


def trips(count: int, seed: int = 0) -> list[Dialogue]:
    """Dialogues in which somebody looks at two cities and goes back to the first one's offer."""
    chance, found = random.Random(seed), list[Dialogue]()
    for number in range(count):
        start, one, two = chance.sample(CITIES, 3)
        low, high = chance.randint(500, 900), chance.randint(1000, 2000)
        lines = [
            f"1: greeting(); inform(or_city={start}, dst_city={one})",
            f"offer(dst_city={one}, name=Hotel {one}, price={high}, id=2)",
            "2: switch_frame(ref=[2]); request(category)",
            "inform(category=3)",
            f"3: inform(dst_city={two})",
            f"offer(dst_city={two}, name=Hotel {two}, price={low}, id=4)",
            chance.choice([
                f"2: switch_frame(ref=[2{{dst_city={one}}}])", "4: switch_frame(ref=[4{ref_anaphora=it}])",
                "3: request_compare(price, ref=[2;4])", f"3: negate(ref=[4{{dst_city={two}}}])",
            ]),
        ]  # fmt: skip
        found.append(dialogue(f"trip-{number}", *lines))
    return found


@pytest.fixture(scope="module")
def model() -> learned.TrackerModel:
    return learned.train(trips(60), seed=1)


@pytest.fixture(scope="module")
def model_path(model: learned.TrackerModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "model.json"
    model.save(path)
    return path


BEFORE = ("1: inform(or_city=Milan, dst_city=Vienna)", "offer(dst_city=Vienna, name=Hotel Vienna, price=1100, id=2)",
          "2: switch_frame(ref=[2])", "inform(category=4)", "3: inform(dst_city=Malmo)",
          "offer(dst_city=Malmo, name=Hotel Malmo, price=700, id=4)")  # fmt: skip


@pytest.mark.parametrize(
    "expected",
    [
        "2: switch_frame(ref=[2{dst_city=Vienna}])",
        "4: switch_frame(ref=[4{ref_anaphora=it}])",
        "3: request_compare(price, ref=[2;4])",
    ],
)
def test_it_learns_what_the_dialogues_show(model: learned.TrackerModel, expected: str) -> None:
    noted = expected.partition(": ")[2]
    for ref, plain in (("ref=[2{dst_city=Vienna}]", "dst_city=Vienna"), ("ref=[4{ref_anaphora=it}]", "ref_anaphora=it"),
                       (", ref=[2;4]", "")):  # fmt: skip
        noted = noted.replace(ref, plain)
    assert tracked(noted, *BEFORE, tracker=learned.LearnedTracker(model)) == expected


def test_it_learns_when_a_frame_is_made(model: learned.TrackerModel) -> None:
    tracker = learned.LearnedTracker(model)
    assert tracked("inform(dst_city=Malmo)", *BEFORE[:4], tracker=tracker) == "3: inform(dst_city=Malmo)"
    assert tracked("request(price)", *BEFORE[:4], tracker=tracker) == "2: request(price)"


def test_beliefs_are_proper_and_say_what_the_references_say(model: learned.TrackerModel) -> None:
    for each in trips(5, seed=7):
        for _, seen in situations(each):
            assert_sound(learned.LearnedTracker(model).track(seen), seen)


def assert_sound(tracking: Tracking, seen: Observation) -> None:
    candidates = max(1, len(seen.memory.frames)) + 1
    assert tracking.beliefs is not None
    for act, belief in zip(tracking.acts, tracking.beliefs, strict=True):
        assert len(belief.act) == candidates
        said = [item.frame for item in items(act, tracking.active_frame) if item.key != NOANNO]
        for slot, frame in zip(belief.slots, said, strict=True):
            assert len(slot) == candidates
            assert sum(slot) == pytest.approx(1)
            assert slot.index(max(slot)) + 1 == frame
        assert all(0 <= chance <= 1 for chance in belief.act)
    assert without_refs(tracking.acts) == without_refs(seen.acts)


said = st.builds(
    Act,
    st.sampled_from(list(ACTS)),
    st.lists(st.builds(Arg, st.sampled_from(list(SLOTS)), strategies.plain), max_size=3).map(tuple),
)


@settings(max_examples=drawn(30))
@given(acts=st.lists(said, max_size=3).map(tuple), more=st.lists(said, max_size=3).map(tuple))
def test_whatever_is_said_is_tracked(model: learned.TrackerModel, acts: tuple[Act, ...], more: tuple[Act, ...]) -> None:
    tracker = learned.LearnedTracker(model)
    for memory, turns in (after(*BEFORE), (Memory(), ())):
        found = tracker.track(Observation("And the other one?", acts, memory, turns))
        memory = update(memory, "user", found.acts, found.active_frame)
        found = tracker.track(Observation("", more, memory, turns))
        assert [act.name for act in found.acts] == [act.name for act in more]
        assert 1 <= found.active_frame <= max(1, len(memory.frames)) + 1
        named = {item.frame for act in found.acts for item in items(act, found.active_frame)}
        assert named <= set(range(1, max(1, len(memory.frames)) + 1)) | {found.active_frame}


def test_a_slot_about_a_new_frame_makes_one() -> None:
    goal, new, old = TurnGoal([0.2, 0.8], [0.1, 0.7, 0.2]), [[[0.1, 0.3, 0.6]]], [[[0.1, 0.6, 0.3]]]
    assert reconciled(goal, new) == goal._replace(beliefs=[0.1, 0.2, 0.7])
    assert reconciled(goal, old) == goal
    assert reconciled(goal._replace(beliefs=[0.7, 0.1, 0.2]), new).beliefs == [0.2, 0.1, 0.7]


def test_the_same_dialogues_and_seed_give_the_same_file(model_path: Path, tmp_path: Path) -> None:
    learned.train(trips(60), seed=1).save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == model_path.read_bytes()


def test_a_saved_model_says_the_same(model: learned.TrackerModel, model_path: Path) -> None:
    again = tracking.tracker(str(model_path))
    for each in trips(5, seed=9):
        for _, seen in situations(each):
            assert again.track(seen) == learned.LearnedTracker(model).track(seen)
    assert learned.TrackerModel.load(model_path).trained == model.trained


def spoilt(data: bytes) -> Iterable[tuple[bytes, str]]:
    yield b"", "expected a trained tracker"
    yield b"\xff\xfe", "expected a trained tracker"
    yield b'{"format": "else"}', "expected a trained tracker, found another file"
    yield b'[{"id": 1}]', "expected a trained tracker"
    yield data[: len(data) // 2], "expected a trained tracker"
    yield data.replace(b'"version":', b'"version":9', 1), "trained by another version"
    yield data.replace(b"leaf_value=0.", b"leaf_value=1.", 1), "damaged: its checksum"
    yield data.replace(b'"trees"', b'"woods"', 1), "damaged"


def test_a_file_that_is_no_model_is_refused_in_a_line(model_path: Path, tmp_path: Path) -> None:
    for data, message in spoilt(model_path.read_bytes()):
        path = tmp_path / "spoilt.json"
        path.write_bytes(data)
        with pytest.raises(InputError, match=message) as refused:
            learned.TrackerModel.load(path)
        assert str(refused.value).startswith(str(path))
        assert "\n" not in str(refused.value)


def test_a_model_says_what_it_was_trained_on_and_shown(model_path: Path) -> None:
    file = msgspec.json.decode(model_path.read_bytes())
    assert (file["format"], file["trained"]["dialogues"]) == ("wayframe-tracker", 60)
    assert file["trained"]["seed"] == 1
    assert file["features"]["create"][0] == "user_inform"


def test_nothing_to_learn_from_is_said() -> None:
    with pytest.raises(InputError, match="training needs two dialogues and a turn that switches frames"):
        learned.train([dialogue("one", "1: greeting()", "greeting()")])


def test_the_agent_uses_the_users_own_model(
    model: learned.TrackerModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path))
    assert isinstance(tracking.usual(), tracking.RuleTracker)
    with pytest.raises(InputError, match="learned has to be trained"):
        tracking.tracker("learned")
    model.save(learned.own_model())
    assert isinstance(tracking.usual(), learned.LearnedTracker)
    assert isinstance(tracking.tracker("learned"), learned.LearnedTracker)


def test_without_lightgbm_its_absence_is_said(model_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(InputError, match=r"needs lightgbm: .*pip install .*\[learned\]"):
        learned.TrackerModel.load(model_path)


def test_without_lightgbm_nothing_is_read_before_its_absence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    monkeypatch.setitem(sys.modules, "numpy", None)  # which comes with it
    with pytest.raises(InputError, match=r"training needs lightgbm: .*pip install .*\[learned\]"):
        learned.train(trips(20))


def test_the_command_trains_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "home"))
    corpus.write(tmp_path / "trips.json", trips(20))
    for chosen, path in ((["-o", str(tmp_path / "m.json")], tmp_path / "m.json"), ([], learned.own_model())):
        done = CliRunner().invoke(
            command_line(), ["track", "train", str(tmp_path / "trips.json"), "--seed", "3", *chosen]
        )
        assert done.exit_code == 0
        assert done.output == f"{path}: trained on 20 dialogues\n"
        assert learned.TrackerModel.load(path).trained.seed == 3


def test_on_the_real_corpus_it_is_far_better_than_the_previous_frame(frames_part_path: Path) -> None:
    dialogues = corpus.read(frames_part_path)[::2]
    middle = len(dialogues) // 2
    tracker = learned.train_tracker(dialogues[:middle])
    assert right(tracker, dialogues[middle:]) > right(PreviousActive(), dialogues[middle:]) + 0.2


def right(tracker: Tracker, dialogues: Iterable[Dialogue]) -> float:
    """The share of turns after which the right frame is active."""
    turns = [each for dialogue in dialogues for each in situations(dialogue)]
    hits = [tracker.track(seen).active_frame == turn.active_frame for turn, seen in turns]
    return sum(hits) / len(hits)
