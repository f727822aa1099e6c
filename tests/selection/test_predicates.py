from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Raw
from msgspec.structs import replace

from small_corpus import TRIP, Said, dialogue
from wayframe import corpus, notation
from wayframe.dialogue import Act, Dialogue, Turn
from wayframe.errors import InputError
from wayframe.selection import ActItem, items, parse, search


def turns(predicate: str, of: Dialogue | None = None) -> list[int]:
    return [place.number for place in search([of or dialogue()], parse(predicate))]


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("inform(dst_city=Rome, flex)", [(5, "dst_city", "Rome"), (5, "flex", None), (5, "NOANNO", None)]),
        ("inform(ref=[4{name=Alba};2;1])", [(4, "name", "Alba"), (1, "NOANNO", None), (2, "NOANNO", None)]),
        ("confirm(ref=[4{name=Alba, seat}])", [(4, "name", "Alba"), (4, "seat", None)]),
        ("inform(read=[2{price=9}], write=[3], id=7)", [(2, "price", "9"), (3, "NOANNO", None)]),
        ("thankyou()", [(5, "NOANNO", None)]),
    ],
)  # fmt: skip
def test_an_act_falls_into_items(act: str, expected: list[tuple[int, str, str | None]]) -> None:
    assert items(notation.parse(act), 5) == [ActItem(*item) for item in expected]


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ("user", [0, 2, 4, 6]),
        ("author(wizard)", [1, 3, 5]),
        ("wizard", [1, 3, 5]),
        ("user_id(U21RP4FCY)", [0, 1, 2, 3, 4, 5, 6]),
        ("wizard_id(U21RP4FCY)", []),
        ("first", [0]),
        ("active_frame_changed", [2, 4]),
        ("!active_frame_changed", [0, 1, 3, 5, 6]),
        ("creates_frame", [1, 4]),
        ("has_act(inform, offer)", [0, 1, 4]),
        ("has_act(greeting, only=yes)", []),
        ("has_act(switch_frame, thankyou, only=yes)", [2, 6]),
        ('has_act(switch_frame, slots="")', []),
        ('has_act(switch_frame, slots="name seat")', [2]),
        ('has_act(offer, slots="name price")', []),  # `id` counts
        ('has_act(offer, slots="name id")', [1]),
        ('has_act(inform, slots="dst_city", only=yes)', []),
        ("has_slot(dst_city)", [0, 4]),
        ("has_slot(name)", [1, 2]),
        ("has_slot(name, act=switch_frame)", [2]),
        ("has_slot(dst_city, value=paris)", [4]),
        ("has_slot(price, value=1200)", [1]),
        ("has_slot(price, value=1201)", []),
        ("prev_has_act(offer)", [2]),
        ("prev_has_no_act(offer)", [1, 3, 4, 5, 6]),
        ("!prev_has_no_act(offer)", [0, 2]),
        ("curr_frame_not_last", [4]),  # 4 is new, 2 and 3 were there
        ("no_homogeneous_refs", [4]),
        ("only_current_frame_refs", [0, 1, 2, 3, 5, 6]),
        ("not_about_current_frame", []),
        ("has_noanno", [0, 1, 3, 4, 5, 6]),
        ("direct_switch_to_offer", [2]),
        ("prev_has_multiple_offers", [2]),
        ('regex("(?<!the )alba|SOLE$")', [2]),
    ],
)
def test_what_each_passes(predicate: str, expected: list[int]) -> None:
    assert turns(predicate) == expected


def test_a_reference_to_another_frame_only() -> None:
    said = (*TRIP[:2], Said("Does the Alba have a spa?", "request(ref=[2{spa}])"))
    assert turns("not_about_current_frame", dialogue(said=said)) == [2]


def test_frames_that_are_none_are_named_by_place() -> None:
    each = dialogue()
    labels = replace(each.turns[0].labels, frames_json=Raw(b"5"))
    broken = replace(each, turns=(replace(each.turns[0], labels=labels),))
    with pytest.raises(InputError, match=r"dialogue 'trip-1': turn 0: frames: Expected `array`"):
        turns("creates_frame", broken)


def test_a_pattern_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wayframe.selection.predicates._PATIENCE", 0.05)
    with pytest.raises(InputError, match=r"takes longer .* \(dialogue 'trip-1': turn 0\)"):
        turns("regex('(a|aa)+$')", dialogue(said=[Said("a" * 70 + "b", "greeting()")]))


@pytest.mark.parametrize("pattern", ["(", "[a", "(" * 3000, "a{2,1}", "(?P<a>x)(?P<a"])
def test_a_bad_pattern_is_one_line(pattern: str) -> None:
    with pytest.raises(InputError, match=r"^position 1: regular expression "):
        parse(f'regex("{pattern}")')


# On the release: the same filters said once more, over plain turns, and the counts that the public tagger gave.


def users_turns(dialogues: tuple[Dialogue, ...]) -> Iterator[tuple[Turn | None, Turn]]:
    for each in dialogues:
        for before, turn in zip((None, *each.turns), each.turns, strict=False):
            if turn.author == "user":
                yield before, turn


def acts_of(turn: Turn | None) -> set[str]:
    return {act.name for act in turn.acts} if turn else set()


def changed(before: Turn | None, turn: Turn) -> bool:
    return bool(before) and before.active_frame != turn.active_frame  # type: ignore[union-attr]


def offered(before: Turn | None) -> bool:
    return bool({"offer", "suggest"} & acts_of(before))


def mentioned(turn: Turn) -> set[int]:
    """The frames that the acts speak of."""
    frames = set[int]()
    for act in turn.acts:
        refs = [ref for arg in act.args for ref in arg.refs]
        frames |= {ref.frame for ref in refs}
        if act.slots or not refs:
            frames.add(turn.active_frame)
    return frames


def bare(act: Act) -> bool:
    annotated = any(ref.annotations for arg in act.args for ref in arg.refs)
    return not annotated and all(arg.refs for arg in act.args)


def whole(act: Act) -> bool:
    refs = [ref for arg in act.args for ref in arg.refs]
    return not refs or not all(ref.annotations for ref in refs)


def frames_before(before: Turn | None) -> int:
    return len(before.frames) if before else 1


Filter = Callable[[Turn | None, Turn], bool]
SWITCH = "active_frame_changed & has_act(switch_frame)"
STAY = "!active_frame_changed & !has_act(switch_frame)"
RECIPE: dict[str, tuple[int, Filter]] = {
    SWITCH: (2101, lambda b, t: changed(b, t) and "switch_frame" in acts_of(t)),
    f"{SWITCH} & prev_has_act(offer, suggest)": (
        1626, lambda b, t: changed(b, t) and "switch_frame" in acts_of(t) and offered(b)
    ),
    f"{SWITCH} & prev_has_no_act(offer, suggest)": (
        475, lambda b, t: changed(b, t) and "switch_frame" in acts_of(t) and not offered(b)
    ),
    f'{SWITCH} & has_act(switch_frame, slots="")': (
        260, lambda b, t: changed(b, t) and any(a.name == "switch_frame" and bare(a) for a in t.acts)
    ),
    "has_act(request_compare)": (214, lambda b, t: "request_compare" in acts_of(t)),
    "active_frame_changed & !has_act(switch_frame)": (
        1684, lambda b, t: changed(b, t) and "switch_frame" not in acts_of(t)
    ),
    STAY: (6621, lambda b, t: not changed(b, t) and "switch_frame" not in acts_of(t)),
    "!active_frame_changed & prev_has_act(offer, suggest)": (1251, lambda b, t: not changed(b, t) and offered(b)),
    "!active_frame_changed & prev_has_no_act(offer, suggest)": (
        4002, lambda b, t: bool(b) and not changed(b, t) and not offered(b)
    ),
    "has_noanno": (9247, lambda b, t: any(map(whole, t.acts))),
    "!has_noanno": (1160, lambda b, t: not any(map(whole, t.acts))),
    "active_frame_changed": (3785, changed),
    "curr_frame_not_last": (
        3300, lambda b, t: t.active_frame not in (frames_before(b), frames_before(b) - 1)
    ),
    "no_homogeneous_refs": (662, lambda b, t: len(mentioned(t)) > 1),
    "only_current_frame_refs": (9568, lambda b, t: mentioned(t) == {t.active_frame}),
    "not_about_current_frame": (200, lambda b, t: t.active_frame not in mentioned(t)),
    "direct_switch_to_offer": (1323, lambda b, t: bool(b) and t.active_frame in {a.id for a in b.acts}),  # type: ignore[union-attr]
    "prev_has_multiple_offers": (965, lambda b, t: bool(b) and len({a.id for a in b.acts if a.id}) > 1),  # type: ignore[union-attr]
}  # fmt: skip
WHOLE_RELEASE = 1369


@pytest.fixture(scope="module")
def release(frames_path: Path) -> tuple[Dialogue, ...]:
    return corpus.read(frames_path)


@pytest.mark.parametrize("predicate", RECIPE)
def test_the_filters_of_the_public_tagger_on_the_release(release: tuple[Dialogue, ...], predicate: str) -> None:
    published, filtered = RECIPE[predicate]
    found = sum(1 for _ in search(release, parse(f"user & {predicate}")))
    if len(release) == WHOLE_RELEASE:
        assert found == published
    else:
        assert found == sum(filtered(before, turn) for before, turn in users_turns(release))
