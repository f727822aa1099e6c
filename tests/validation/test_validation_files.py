import copy
import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wayframe import corpus, validation
from wayframe.errors import InputError

Json = dict[str, Any]
Place = tuple[str | int, ...]
# Written out only in the text: too long for Python to turn into digits, or too deep for it to write.
TOO_LONG, TOO_DEEP = "a number that is too long", "lists that are too deep"
WILD = {TOO_LONG: "9" * 6000, TOO_DEEP: "[" * 50_000 + "]" * 50_000}
HUGE = (10**30, -(10**30), 1e308, 99, -1, TOO_LONG)
OTHERS: tuple[object, ...] = ("nonsense", 7, 1.5, True, None, [], {}, [[]], TOO_DEEP)


def text(dialogue: object) -> str:
    written = json.dumps(dialogue)
    for name, wild in WILD.items():
        written = written.replace(f'"{name}"', wild)
    return written


def checked(path: Path, content: str) -> list[validation.CheckedDialogue]:
    path.write_text(content, "utf-8")
    return list(validation.check(path))


def problems(path: Path, dialogue: object) -> list[str]:
    (found,) = checked(path, text(dialogue))
    return [str(problem) for problem in found.problems]


def places(value: object, place: Place = ()) -> Iterator[Place]:
    yield place
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()):
        yield from places(inner, (*place, key))


def at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


def test_a_sound_dialogue_has_no_problem(tmp_path: Path, sound: Json) -> None:
    (found,) = checked(tmp_path / "one.json", text([sound]))
    assert found == (1, "lima", 6, ())


# Each damage changes the dialogue and returns the place where it did, or None where it would do no harm.


def lose(dialogue: Json, place: Place, chance: random.Random) -> Place | None:
    """A field is missing, except where the format leaves it out."""
    if isinstance(place[-1], int) or place[-1] == "val" or place[-1].isupper() or "info" in place[-2:-1]:
        return None
    if place[-2:-1] == (0,) and place[-1] == "timestamp" and "search" in place:
        return None
    del at(dialogue, place[:-1])[place[-1]]
    return place


def mistype(dialogue: Json, place: Place, chance: random.Random) -> Place | None:
    """A value is of another type, and not of one that the format knows there too."""
    was, new = at(dialogue, place), chance.choice(OTHERS)
    alike = {type(was)} | ({int, float} if isinstance(was, int | float) and not isinstance(was, bool) else set())
    if (type(new) in alike and new != TOO_DEEP) or (place[-1] == "frame_parent_id" and type(new) in (int, type(None))):
        return None
    if new in (None, True, []) and place[-1] in ("val", "value", "userSurveyRating", "wizardSurveyTaskSuccessful"):
        return None
    at(dialogue, place[:-1])[place[-1]] = new
    return place


def enlarge(dialogue: Json, place: Place, chance: random.Random) -> Place | None:
    """A number is huge or out of its range; a reference goes nowhere."""
    was = at(dialogue, place)
    if isinstance(was, bool) or not isinstance(was, int | float):
        return None
    new = chance.choice(HUGE)
    if new == 99 and place[-1] in ("timestamp", "price", "hours", "year", "MAX_DURATION", "duration_days"):
        return None
    at(dialogue, place[:-1])[place[-1]] = new
    return place


def tangle(dialogue: Json, place: Place, chance: random.Random) -> Place | None:
    """A frame is its own parent or a later one's child, or has another's number."""
    if place[-1] not in ("frame_id", "frame_parent_id"):
        return None
    frame = at(dialogue, place[:-1])
    own = frame["frame_id"]
    frame[place[-1]] = own + chance.choice((-1, 1) if place[-1] == "frame_id" else (0, 1, 2))
    return place


def burden(dialogue: Json, place: Place, chance: random.Random) -> Place | None:
    """A field that the format doesn't have."""
    if not isinstance(at(dialogue, place), dict):
        return None
    at(dialogue, place)["surplus"] = chance.choice(OTHERS)
    return (*place, "surplus")


DAMAGES: tuple[Callable[[Json, Place, random.Random], Place | None], ...] = (lose, mistype, enlarge, tangle, burden)


def damaged(sound: Json, chance: random.Random) -> tuple[Json, Place, str]:
    """A copy with one damage, its place, and what to call it."""
    everywhere = [place for place in places(sound) if place]
    while True:
        dialogue, damage = copy.deepcopy(sound), chance.choice(DAMAGES)
        place = damage(dialogue, chance.choice(everywhere), chance)
        if place is not None:
            return dialogue, place, f"{damage.__name__} {place}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_damaged_copies_are_each_reported_by_place(tmp_path: Path, sound: Json, seed: int) -> None:
    chance = random.Random(seed)
    copies = [damaged(sound | {"id": f"bad {number}"}, chance) for number in range(100)]
    lines = [line for number, (bad, *_) in enumerate(copies) for line in (bad, sound | {"id": f"good {number}"})]
    found = checked(tmp_path / "copies.jsonl", "\n".join(map(text, lines)))
    assert len(found) == len(lines)
    assert [each.dialogue for each in found[1::2] if each.problems] == []
    for (_, place, name), bad in zip(copies, found[::2], strict=True):
        turn = place[1] if len(place) > 1 and place[0] == "turns" else None
        named = [each for each in bad.problems if each.turn == turn and _touches(each.field, place)]
        unreadable = [each for each in bad.problems if not each.field and each.turn is None]
        assert named or unreadable, f"{name}: {[str(problem) for problem in bad.problems]}"


def _touches(field: str, place: Place) -> bool:
    """Whether a problem's field is the damaged one, lies in it, or is what it belongs to."""
    inside = place[2:] if place[0] == "turns" and len(place) > 1 else place
    keys = [key for key in inside if isinstance(key, str)]
    return not keys or not field or any(key in field for key in keys)


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        (("turns", 1, "labels", "acts", 0, "args", 2, "val"), 3, "turn 1: labels.acts[0].args[2].val: expected a"),
        (("turns", 2, "labels", "frames", 1, "requests", 0, "author"), "x",
         "turn 2: labels.frames[1].requests[0].author: expected 'user' or 'wizard', found 'x'"),
        (("turns", 0, "labels", "frames", 0, "info", "budget", 0, "val"), 900,
         "turn 0: labels.frames[0].info['budget'][0].val: expected text for 'budget', found 900"),
        (("turns", 0, "labels", "frames", 0, "info", "budget", 0, "val"), {},
         "turn 0: labels.frames[0].info['budget'][0].val: expected text or true or false or a whole number"),
        (("turns", 1, "db", "result", 0, 0, "trip", "leaving", "arrival", "month"), 13,
         "turn 1: db.result[0][0].trip.leaving.arrival: no such date and time"),
        (("turns", 1, "db", "search", 0, "PRICE_MAX"), "cheap", "turn 1: db.search[0].PRICE_MAX: expected a price"),
        (("turns", 3), [], "turn 3: expected an object, found a list"),
        (("labels", "userSurveyRating"), 50, "labels.userSurveyRating: expected a rating from 1 to 5, found 50"),
        (("turns",), "none", "turns: expected a list, found 'none'"),
        (("turns", 1, "labels", "active_frame"), TOO_DEEP, "expected `int`, got `array`, at turns[1]"),
        (("turns", 1, "labels", "frames"), TOO_DEEP, "nested too deeply"),
    ],
)  # fmt: skip
def test_names_the_field(tmp_path: Path, sound: Json, place: Place, value: object, problem: str) -> None:
    at(sound, place[:-1])[place[-1]] = value
    assert re.match(rf"dialogue '.*': {re.escape(problem)}", problems(tmp_path / "one.json", sound)[0])


@pytest.mark.parametrize(
    ("place", "field"),
    [
        (("labels", "userSurveyRating"), "labels.userSurveyRating"),
        (("turns", 0, "labels", "frames", 0, "requests"), "turn 0: labels.frames[0].requests"),
        (("turns", 1, "db"), "turn 1: db"),
        (("turns", 2, "labels", "acts", 0, "args", 0, "val", 0, "fromrange"), "turn 2: labels.acts[0].args[0].val[0]"),
    ],
)
def test_a_field_that_readers_would_make_up_is_missing(
    tmp_path: Path, sound: Json, place: Place, field: str
) -> None:  # fmt: skip
    del at(sound, place[:-1])[place[-1]]
    (problem,) = problems(tmp_path / "one.json", sound)
    assert problem.startswith(f"dialogue 'lima': {field}")
    assert "missing" in problem


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path, sound: Json) -> None:
    sound["labels"]["surplus"] = 1
    sound["turns"][1]["author"] = "robot"
    sound["turns"][1]["labels"]["frames"][1]["frame_id"] = "2"
    sound["turns"][5]["labels"]["active_frame"] = 9
    (checked_dialogue,) = checked(tmp_path / "one.json", text(sound))
    found = [str(each).split(": ", 1)[1] for each in checked_dialogue.problems if each.severity == "error"]
    assert found == [
        "labels: the format has no field 'surplus'",
        "turn 1: author: expected 'user' or 'wizard', found 'robot'",
        "turn 1: labels.frames[1].frame_id: expected a whole number, found '2'",
        "turn 5: labels.active_frame: there is no frame 9, only 1 to 3",
    ]


def test_a_turn_that_can_not_be_read_brings_no_other_in_trouble(tmp_path: Path, sound: Json) -> None:
    sound["turns"][1] = None
    assert len(problems(tmp_path / "one.json", sound)) == 1


@pytest.mark.parametrize("first", ["false", "7"])
def test_a_field_that_comes_twice(tmp_path: Path, sound: Json, first: str) -> None:
    twice = text(sound).replace('"fromrange": ', f'"fromrange": {first}, "fromrange": ', 1)
    (found,) = checked(tmp_path / "one.json", twice)
    (problem,) = found.problems
    assert (problem.dialogue, problem.severity) == ("lima", "error")


def test_bytes_that_are_damaged_end_in_problems(tmp_path: Path, sound: Json) -> None:
    path, chance = tmp_path / "some.json", random.Random(0)
    good = [text(sound | {"id": str(number)}) for number in range(3)]
    for content in ("\n".join(good), "[" + ",".join(good) + "]", "[\n" + ",\n".join(good) + "\n]"):
        for _ in range(60):
            data, start = content.encode(), chance.randrange(len(content))
            inserted = chance.choice((b"{", b"}", b"[", b"]", b'"', b"\\", b",", b"\n", b"\xff", b"\x00", b""))
            path.write_bytes(data[:start] + inserted + data[start + chance.choice((0, 1, 300)) :])
            sane = not any(problem.severity == "error" for each in validation.check(path) for problem in each.problems)
            assert not sane or len(corpus.read(path)) == 3


LINES = ("", "garbage", "7", "{", '{"id": 1', "}", "[[]", '"text"', "{}", "\x00")


@pytest.mark.parametrize("ending", ["", "\r"])
@pytest.mark.parametrize("line", LINES)
def test_a_bad_line_hides_no_other(tmp_path: Path, sound: Json, line: str, ending: str) -> None:
    good = [text(sound | {"id": str(number)}) for number in range(4)]
    lines = [good[0], good[1], line, good[2], good[3]]
    found = checked(tmp_path / "some.jsonl", "\n".join(each + ending for each in lines))
    assert [each.dialogue for each in found if not each.problems] == ["0", "1", "2", "3"]
    assert (len([each for each in found if each.problems]) >= 1) == bool(line)


def test_a_list_with_a_dialogue_a_line_goes_on_too(tmp_path: Path, sound: Json) -> None:
    good = [text(sound | {"id": str(number)}) for number in range(4)]
    content = f"[\n{good[0]},\n{good[1][:-40]},\n{good[2]},\n{good[3]}\n]\n"
    found = checked(tmp_path / "some.json", content)
    assert [(each.dialogue, len(each.problems)) for each in found] == [("0", 0), ("#2", 1), ("2", 0), ("3", 0)]
    assert "line 3" in str(found[1].problems[0])


@pytest.mark.parametrize("content", ["", "hello", "[]", "[{}", "{]", '[{"id": ', "[1, 2]", "null", "{}{", "\ufeff"])
def test_what_is_no_corpus_is_one_error(tmp_path: Path, content: str) -> None:
    found = checked(tmp_path / "none.json", content)
    assert any(problem.severity == "error" for each in found for problem in each.problems)


def test_a_file_that_can_not_be_read(tmp_path: Path, sound: Json) -> None:
    with pytest.raises(InputError, match="nowhere"):
        list(validation.check(tmp_path / "nowhere.json"))
    (tmp_path / "cut.json.gz").write_bytes(gzip.compress(text([sound]).encode())[:-20])
    with pytest.raises(InputError, match="damaged or cut-off"):
        list(validation.check(tmp_path / "cut.json.gz"))


def test_the_release_has_known_oddities_and_no_error(frames_path: Path) -> None:
    found = [problem for each in validation.check(frames_path) for problem in each.problems]
    assert {problem.severity for problem in found} == {"oddity"}
