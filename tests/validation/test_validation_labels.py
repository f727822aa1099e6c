"""Rules of the annotation scheme: what annotators of the release don't write."""

import pytest

from wayframe.dialogue import Author, SearchLog, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn
from wayframe.validation.dialogues import turn_problems


def turn(author: Author, acts: str, active: int, memory: Memory) -> tuple[Turn, Memory]:
    said = parse_turn(acts)
    after = update(memory, author, said, active)
    if author == "user":
        return user_turn("x", 1, said, after.active_frame, after.frames, said), after
    return wizard_turn("x", 1, said, after.active_frame, after.frames, SearchLog()), after


def oddities(*turns: tuple[Author, str, int]) -> list[str]:
    """What is odd in the acts and ways of turns."""
    made, memory = list[Turn](), Memory()
    for author, acts, active in turns:
        each, memory = turn(author, acts, active, memory)
        made.append(each)
    fields = ("labels.acts[", "labels.active_frame")
    return [
        problem.oddity for problem in turn_problems("", made) if problem.oddity and problem.field.startswith(fields)
    ]


FIRST: tuple[Author, str, int] = ("user", "inform(dst_city=Rome)", 1)
OFFER: tuple[Author, str, int] = ("wizard", "offer(price=900, id=2)", 1)


@pytest.mark.parametrize(
    ("acts", "odd"),
    [
        ("negate(dst_city=Rome)", "negate outside a reference"),
        ("affirm()", "affirm outside a reference"),
        ("inform()", "inform that says nothing"),
        ("confirm()", "confirm that says nothing"),
        ("thankyou(price=900)", "thankyou with arguments"),
        ("inform(read=[1{price}])", "read or write elsewhere than in an inform"),
        ("affirm(ref=[1], ref=[1])", "several lists of references"),
        ("negate(ref=[1{dst_city=Rome}])", None),
        ("thankyou()", None),
        ("request(price)", None),
    ],
)
def test_acts_of_users(acts: str, odd: str | None) -> None:
    assert oddities(("user", acts, 1)) == ([odd] if odd else [])


@pytest.mark.parametrize(
    ("acts", "odd"),
    [
        ("offer(price=900)", "offer that makes no frame"),
        ("inform(price=900, id=2)", "inform that makes a frame"),
        ("suggest(price=900)", None),
        ("suggest(price=900, id=2)", None),
        ("inform(price=900, write=[1])", None),
        ("no_result(dst_city=Rome)", "no_result outside a reference"),
    ],
)
def test_acts_of_wizards(acts: str, odd: str | None) -> None:
    assert oddities(FIRST, ("wizard", acts, 1)) == ([odd] if odd else [])


@pytest.mark.parametrize(
    ("acts", "active", "odd"),
    [
        ("switch_frame(ref=[2])", 2, None),
        ("inform(dst_city=Bari)", 3, None),
        ("request(price)", 1, None),
        ("request(price)", 2, "change of frame without switch_frame"),
        ("switch_frame(ref=[2])", 1, "switch_frame that isn't followed"),
        ("switch_frame(ref=[1;2])", 2, "switch_frame with several references"),
        ("request(price)", 3, "user's frame without an inform"),
    ],
)
def test_ways_to_frames_are_those_of_table_2(acts: str, active: int, odd: str | None) -> None:
    assert oddities(FIRST, OFFER, ("user", acts, active)) == ([odd] if odd else [])
