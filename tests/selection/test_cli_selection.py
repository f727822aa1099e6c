from functools import partial
from pathlib import Path

import msgspec
import pytest

from commanding import printed, printed_json
from small_corpus import TRIP, Said, dialogue, written
from wayframe import corpus
from wayframe.cli.corpus import app
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.selection import PREDICATES

run = partial(printed, app)
run_json = partial(printed_json, app)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    people = {"trip-1": "U21RP4FCY", "trip-2": "U21RP4FCY", "tour-1": "U22K1SX9N", "tour-2": "U231PNNA3"}
    return written(tmp_path / "frames.jsonl", *(dialogue(name, user) for name, user in people.items()))


@pytest.mark.parametrize("name", ["show", "search", "split", "merge"])
def test_help_shows_an_example(name: str) -> None:
    assert f"Example: wayframe corpus {name}" in run(name, "--help")


def test_show_a_dialogue(file: Path) -> None:
    lines = [line.rstrip() for line in run("show", file, "trip-1").splitlines()]
    assert lines[:2] == ["trip-1", "user U21RP4FCY · wizard U0000WIZ · rating 4 · task done"]
    for line in (
        "  0 user   Hi! We want to go from Bari to Rome.",
        "      inform(or_city=Bari)",
        "      + frame 1: or_city=Bari, dst_city=Rome",
        "      searched Bari → Rome: 0 found",
        "      ▶ frame 3 (was 1)",
        "      frame 3: wizard asks str_date?",
        "memory",
    ):
        assert line in lines
    assert any(line.strip().startswith("└── ▶ 4") or "▶ 4" in line for line in lines)


def test_show_one_turn_and_the_frames_after_it(file: Path) -> None:
    shown = run("show", file, "trip-2", "--turn", 1)
    assert "Two hotels" in shown
    assert "Hi!" not in shown
    assert "▶ 1" in shown
    assert "Paris" not in shown


def test_show_as_json(file: Path) -> None:
    found = run_json("show", file, "trip-2", "--turn", 2)
    assert found["id"] == "trip-2"
    (turn,) = found["turns"]
    assert turn["acts"] == ["switch_frame(ref=[3{name=Sole}])"]
    assert turn["active_frame"] == 3
    assert [frame["frame_id"] for frame in found["frames"]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["t"], "'t' may mean 'trip-1', 'trip-2', 'tour-1' and 1 more: type more of the id"),
        (["x"], "expected an id that begins with 'x', found none"),
        (["trip-1", "--turn", 7], "dialogue 'trip-1': expected a turn from 0 to 6, found 7"),
        (["trip-1", "--turn", -1], "expected a turn from 0 to 6, found -1"),
    ],
)
def test_show_says_what_it_can_not_find(file: Path, arguments: list[object], message: str) -> None:
    with pytest.raises(InputError, match=r"frames\.jsonl: ") as caught:
        run("show", file, *arguments)
    assert message in str(caught.value)


def test_an_id_that_begins_another_is_itself(tmp_path: Path) -> None:
    file = written(tmp_path / "x.json", dialogue("trip-10"), dialogue("trip-1"))
    assert run("show", file, "trip-1").startswith("trip-1\n")


EVIL = "\x1b]0;owned\x07\x1b[2J\u202e"


def evil() -> Dialogue:
    said = (Said(f"Hi {EVIL}", f'inform(dst_city="{EVIL}")'), *TRIP[1:2], *TRIP[2:])
    return msgspec.structs.replace(dialogue(said=said), user_id=f"U{EVIL}")


@pytest.mark.parametrize("arguments", [("show", "trip-1"), ("search",)])
def test_what_others_wrote_does_not_reach_the_terminal_raw(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    printed = run(command, written(tmp_path / "evil.json", evil()), *rest)
    assert "owned" in printed
    assert not set("\x1b\x07\u202e") & set(printed)


def test_a_dialogue_that_contradicts_itself_is_one_line(tmp_path: Path) -> None:
    file = written(tmp_path / "x.json", dialogue())
    file.write_text(file.read_text().replace('"frame_parent_id":1', '"frame_parent_id":9'))
    with pytest.raises(InputError, match="parent"):
        run("show", file, "trip-1")


def test_search_for_people(file: Path) -> None:
    assert run("search", file, "--act", "switch_frame", "--user", "U22K1SX9N") == (
        "tour-1  2 user   I like the Sole\n    switch_frame(ref=[3{name=Sole}])\n1 turns in 1 dialogues\n"
    )


@pytest.mark.parametrize(
    ("asked", "turns"),
    [
        ([], 28),
        (["--text", "^hi"], 4),
        (["--act", "inform", "--act", "greeting"], 4),
        (["--slot", "dst_city=rome"], 4),
        (["--slot", "dst_city", "--slot", "or_city"], 4),
        (["--author", "wizard", "--act", "inform"], 0),
        (["--user", "U21RP4FCY", "--where", "first | has_act(thankyou)"], 4),
    ],
)
def test_search_counts_what_fits_all(file: Path, asked: list[str], turns: int) -> None:
    assert run_json("search", file, *asked)["turns"] == turns


def test_search_lists_its_predicates() -> None:
    listed = run("search", "--predicates")
    assert "has_act(*names, slots, only)\n    Some act has one of the names." in listed
    assert all(f"\n{name}" in f"\n{listed}" for name in PREDICATES)


def test_search_as_json(file: Path) -> None:
    found = run_json("search", file, "--where", "creates_frame & user", "--limit", 1)
    assert found["turns"] == 4
    assert found["dialogues"] == 4
    assert found["asked"] == {"where": "creates_frame & user"}
    (match,) = found["matches"]
    assert (match["dialogue"], match["turn"], match["author"]) == ("trip-1", 4, "user")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--where", "usr"], "--where: position 1: predicate 'usr' isn't known"),
        (["--act", "ofer"], "act 'ofer' isn't known: did you mean offer?"),
        (["--slot", "citty=Rome"], "slot 'citty' isn't known"),
        (["--author", "agent"], "author 'agent' isn't known: expected one of user, wizard"),
        (["--text", "("], r"regular expression '('"),
    ],
)
def test_search_says_what_it_does_not_know(file: Path, asked: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        run("search", file, *asked)
    assert message in str(caught.value)


def test_split_one_fold(file: Path, tmp_path: Path) -> None:
    found = run_json("split", file, "--fold", 2, "-o", tmp_path / "two", "--share", 0.5)
    assert found["folds"] == {"fold-2": {"test_users": ["U21RP4FCY"], "train": 1, "validation": 1, "test": 2}}
    assert [each.id for each in corpus.read(tmp_path / "two" / "test.jsonl")] == ["trip-1", "trip-2"]


def test_split_all_folds_twice_gives_the_same_bytes(file: Path, tmp_path: Path) -> None:
    written_files = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        assert run("split", file, "-o", folder, "--seed", 7).count("\n") == 3
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        written_files.append({str(path.relative_to(folder)): path.read_bytes() for path in files})
    assert written_files[0] == written_files[1]
    assert list(written_files[0])[:3] == ["fold-2/test.jsonl", "fold-2/train.jsonl", "fold-2/validation.jsonl"]


def test_split_by_user_takes_everybody(tmp_path: Path) -> None:
    file = written(tmp_path / "own.json", *(dialogue(f"d{n}", user) for n, user in enumerate(["ann", "bob", "eve"])))
    with pytest.raises(InputError, match=r"own\.json: .*found none of them"):
        run("split", file, "-o", tmp_path / "folds")
    assert list(run_json("split", file, "-o", tmp_path / "users", "--by-user")["folds"]) == ["ann", "bob", "eve"]
    assert (tmp_path / "users" / "eve" / "test.jsonl").exists()


def test_split_says_how_many_are_in_no_fold(file: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    written(tmp_path / "own.jsonl", dialogue("own", "ann"))
    run("merge", file, tmp_path / "own.jsonl", "-o", both)
    assert run_json("split", both, "--fold", 2, "-o", tmp_path / "two")["left_out"] == 1
    assert "1 dialogues are of users of no standard fold" in run("split", both, "--fold", 2, "-o", tmp_path / "two")


@pytest.mark.parametrize("user", ["../../x", ".", "a/b", ""])
def test_a_user_is_no_path(tmp_path: Path, user: str) -> None:
    file = written(tmp_path / "x.json", *(dialogue(f"d{n}", name) for n, name in enumerate([user, "bob", "bob"])))
    with pytest.raises(InputError, match="expected an id that can name a folder"):
        run("split", file, "--by-user", "-o", tmp_path / "users")
    assert not (tmp_path / "users").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--fold", 3], "fold 3: none of its users is there; present: 2, 4, 5"),
        (["--fold", 2, "--by-user"], "expected --fold or --by-user, found both"),
    ],
)
def test_split_says_what_it_can_not_do(file: Path, tmp_path: Path, options: list[object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        run("split", file, "-o", tmp_path / "folds", *options)


def test_merge(file: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "other.json", dialogue("trip-1"), dialogue("new"))
    found = run_json("merge", file, other, "-o", tmp_path / "all.json")
    assert (found["dialogues"], found["repeated"]) == (5, 1)
    assert [each.id for each in corpus.read(tmp_path / "all.json")] == ["trip-1", "trip-2", "tour-1", "tour-2", "new"]
    assert run("merge", file, file, "-o", tmp_path / "all.json").endswith(": 4 dialogues, 4 that came again left out\n")


def test_merge_refuses_without_touching_what_was_there(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "all.json"
    output.write_text("mine")
    other = written(tmp_path / "other.json", dialogue("trip-1", "somebody else"))
    with pytest.raises(InputError, match=r"other\.json: dialogue 'trip-1' is another one in .*frames\.jsonl"):
        run("merge", file, other, "-o", output)
    assert output.read_text() == "mine"
