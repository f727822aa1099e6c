"""What holds whatever the turns are: sensible ones and damaged ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from strategies import turn_acts
from wayframe.dialogue import Act, Arg, Author, Frame, Ref, encode
from wayframe.memory import Memory, update
from wayframe.ontology import ACTS, SLOTS

VALUES = [
    "Rome",
    "Lima",
    "3",
    "four",
    "$900",
    "cheaper",
    "the 9th",
    "August 10",
    "-1",
    "too late",
    True,
    False,
    None,
    5,
]

pointers = st.lists(st.builds(Arg, st.sampled_from([*SLOTS]), st.sampled_from(VALUES)), max_size=2).map(tuple)
refs = st.lists(st.builds(Ref, st.integers(0, 6), pointers), min_size=1, max_size=2).map(tuple)
args = st.builds(Arg, st.sampled_from([*SLOTS]), st.sampled_from(VALUES)) | st.builds(
    Arg, st.sampled_from(["ref", "read", "write"]), refs
)
ids = st.builds(Arg, st.just("id"), st.integers(-1, 9))
acts = st.builds(
    lambda name, args, id_: Act(name, (*args, *([id_] if name in ("offer", "suggest") else []))),
    st.sampled_from([*ACTS]),
    st.lists(args, max_size=3),
    ids,
)
sensible = st.lists(acts, max_size=3).map(tuple)
turns = st.lists(st.tuples(sensible | turn_acts, st.integers(0, 8)), max_size=8)


def played(turns: list[tuple[tuple[Act, ...], int]]) -> list[tuple[Memory, Author, Memory]]:
    """Each turn with the memory before and after it; the user begins, and may go to the next new frame."""
    steps, memory = list[tuple[Memory, Author, Memory]](), Memory()
    for number, (said, frame) in enumerate(turns):
        author: Author = "wizard" if number % 2 else "user"
        before, memory = memory, update(memory, author, said, min(frame, len(memory.frames) + 1))
        steps.append((before, author, memory))
    return steps


@given(turns)
def test_frames_stay_are_numbered_and_come_after_their_parents(turns: list[tuple[tuple[Act, ...], int]]) -> None:
    for before, _, after in played(turns):
        assert [frame.frame_id for frame in after.frames] == list(range(1, len(after.frames) + 1))
        assert len(after.frames) >= len(before.frames)
        assert 1 <= after.active_frame <= len(after.frames) == len(after.provenance)
        for frame in after.frames:
            assert (frame.frame_parent_id is None) == (frame.frame_id == 1)
            assert frame.frame_parent_id is None or frame.frame_parent_id < frame.frame_id
        for old, new in zip(before.frames, after.frames, strict=False):
            assert old.frame_parent_id == new.frame_parent_id


@given(turns)
def test_nothing_is_changed_in_place(turns: list[tuple[tuple[Act, ...], int]]) -> None:
    steps = [(before, encode(before.frames), repr(before.provenance)) for before, _, _ in played(turns)]
    assert all(encode(before.frames) == bytes_ and repr(before.provenance) == known for before, bytes_, known in steps)


@given(turns)
def test_only_the_user_changes_the_active_frame_and_makes_one_frame_at_most(
    turns: list[tuple[tuple[Act, ...], int]],
) -> None:
    for before, author, after in played(turns):
        new = len(after.frames) - max(len(before.frames), 1)
        if author == "wizard":
            assert after.active_frame == before.active_frame
        else:
            assert new in (0, 1)
            assert not new or after.active_frame == len(after.frames)


@given(turns)
def test_slots_go_only_where_a_constraint_is_touched_or_a_flag_is_past(
    turns: list[tuple[tuple[Act, ...], int]],
) -> None:
    for before, author, after in played(turns):
        for old, new, known in zip(before.frames, after.frames, before.provenance, strict=False):
            gone = old.info.keys() - new.info.keys() - {"REJECTED", "HEARMORE", "MOREINFO"}
            assert gone <= known.told
            assert author == "user" or not gone


@given(turns)
def test_the_same_turns_give_the_same_memory(turns: list[tuple[tuple[Act, ...], int]]) -> None:
    assert repr(played(turns)) == repr(played(turns))


def test_corrected_frames_keep_what_is_known_about_them() -> None:
    told = Act("inform", (Arg("name", "Amber Lodge"),))
    wish = Act("inform", (Arg("dst_city", "Rome"),))
    memory = update(update(Memory(), "user", [wish], 1), "wizard", [told], 1)
    label = Frame(1, None, {**memory.frames[0].info, "wifi": memory.frames[0].info["name"]})
    corrected = memory.corrected([label], "wizard")
    assert corrected.frames == (label,)
    assert corrected.provenance[0].told == {"name", "wifi"}
    sibling = update(corrected, "user", [Act("inform", (Arg("dst_city", "Lima"),))], 2)
    assert sibling.frames[1].info.keys() == {"dst_city"}


def test_frames_that_were_not_known_are_their_authors() -> None:
    corrected = Memory().corrected([Frame(1, None, {}), Frame(2, 1, {"price": ()})], "wizard")
    assert [known.creator for known in corrected.provenance] == ["wizard", "wizard"]
    assert corrected.provenance[1].told == {"price"}
