from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from small_corpus import dialogue, written
from wayframe import corpus
from wayframe.errors import InputError
from wayframe.folds import FOLDS
from wayframe.selection import SIDES, by_fold, by_user, divide
from wayframe.selection.division import users, write

USERS = {f"d{number}": user for number, user in enumerate(["ann", "ann", "bob", "eve", "eve", "eve", "eve"])}


def test_some_users_are_held_out_and_the_rest_is_shared() -> None:
    sides = divide(USERS, ["ann"], seed=0, share=0.8)
    assert sides.test_users == ("ann",)
    assert sides.sizes() == {"train": 4, "validation": 1, "test": 2}
    assert [name for name, side in sides.side_of.items() if side == "test"] == ["d0", "d1"]


def test_the_seed_decides_and_the_order_of_the_file_does_not() -> None:
    backwards = dict(reversed(USERS.items()))
    assert divide(USERS, ["bob"], 1, 0.5).side_of == divide(backwards, ["bob"], 1, 0.5).side_of
    assert len({tuple(sorted(divide(USERS, ["bob"], seed, 0.5).side_of.items())) for seed in range(9)}) > 1


@given(st.dictionaries(st.text(), st.sampled_from("abc")), st.integers(), st.floats(0, 1))
def test_every_dialogue_is_on_one_side_and_no_user_on_two(people: dict[str, str], seed: int, share: float) -> None:
    rest = [name for name, user in people.items() if user != "a"]
    if len(rest) < 2:
        with pytest.raises(InputError, match="two dialogues or more to train on"):
            divide(people, "a", seed, share)
        return
    sides = divide(people, "a", seed, share)
    assert sides.side_of.keys() == people.keys()
    assert all((side == "test") == (people[name] == "a") for name, side in sides.side_of.items())
    assert sides.sizes()["train"] >= 1
    assert sides.sizes()["validation"] >= 1


def test_the_standard_folds_that_are_present() -> None:
    people = {f"d{number}": user for number, user in enumerate([*FOLDS[1], *FOLDS[4], *FOLDS[9], "somebody"])}
    folds = by_fold(people, 0, 0.8)
    assert list(folds) == [1, 4, 9]
    assert folds[1].test_users == FOLDS[1]
    assert all("d4" not in division.side_of for division in folds.values())  # somebody is in no fold


def test_folds_need_users_of_folds() -> None:
    with pytest.raises(InputError, match="found none of them"):
        by_fold(USERS, 0, 0.8)


def test_each_user_once() -> None:
    assert {user: division.sizes()["test"] for user, division in by_user(USERS, 0, 0.8).items()} == {
        "ann": 2,
        "bob": 1,
        "eve": 4,
    }


def test_the_sides_are_written_whole(tmp_path: Path) -> None:
    file = written(tmp_path / "all.json", *(dialogue(name, user) for name, user in USERS.items()))
    division = divide(users(file), ["eve"], 0, 0.5)
    (tmp_path / "sides").mkdir()
    write(corpus.stream(file), {tmp_path / "sides": division})
    read = {side: [each.id for each in corpus.read(tmp_path / "sides" / f"{side}.jsonl")] for side in SIDES}
    assert read["test"] == ["d3", "d4", "d5", "d6"]
    assert sorted(name for names in read.values() for name in names) == sorted(USERS)


def test_a_file_that_names_a_dialogue_twice_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "all.json", dialogue("d0"), dialogue("d0"))
    with pytest.raises(InputError, match=r"all\.json: dialogue 'd0' comes twice"):
        users(file)


def test_on_the_release_every_fold_has_its_users(frames_path: Path) -> None:
    people = users(frames_path)
    for fold, division in by_fold(people, 0, 0.8).items():
        test = {people[name] for name, side in division.side_of.items() if side == "test"}
        assert test == set(FOLDS[fold]) & set(people.values())
        sizes = division.sizes()
        assert sizes["train"] == round(0.8 * (sizes["train"] + sizes["validation"]))
