"""Tasks over a table: drawn around rows, or written by the team."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from studies import study_in
from wayframe.collection.records import TableStudyTask
from wayframe.collection.study import TaskSettings
from wayframe.collection.tasks import TableTasks
from wayframe.errors import InputError
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables import opened

OWN = """
[[task]]
name = "student"
text = "Something light and cheap."
[task.wishes]
weight = {at_most = 1.5}
laptop_price = {at_most = 900}

[[task]]
name = "impossible"
text = "Something for nothing."
otherwise = "Leave it."
[task.wishes]
laptop_price = {at_most = 1}
"""


@pytest.fixture(scope="module")
def laptops() -> Source:
    return opened("examples/laptops.csv", today=date(2026, 11, 22))


def tasks(folder: Path, source: Source, **settings: Any) -> TableTasks:
    return TableTasks(study_in(folder, tasks=TaskSettings(**settings)), source)


def test_drawn_tasks_are_the_same_whoever_draws_them(tmp_path: Path, laptops: Source) -> None:
    one, two = tasks(tmp_path, laptops), tasks(tmp_path, laptops)
    assert [one.task(number) for number in range(20)] == [two.task(number) for number in range(20)]


def test_most_drawn_tasks_can_be_solved(tmp_path: Path, laptops: Source) -> None:
    drawn = [tasks(tmp_path, laptops).task(number) for number in range(60)]
    for task in drawn:
        assert not task.solvable or laptops.search(Query(task.wishes), 1).total
        assert task.text.startswith("You are looking for a laptop.")
    assert sum(task.solvable for task in drawn) >= 45


def test_own_tasks_come_in_turn(tmp_path: Path, laptops: Source) -> None:
    (tmp_path / "tasks.toml").write_text(OWN, encoding="utf-8")
    own = tasks(tmp_path, laptops, own="tasks.toml")
    assert [own.task(number).template for number in range(3)] == ["student", "impossible", "student"]
    assert [own.task(number).solvable for number in range(2)] == [True, False]
    assert isinstance(own.task(1), TableStudyTask)
    assert own.task(1).otherwise == "Leave it."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected some [[task]], found none"),
        ('[[task]]\nname = "a"\ntext = "b"\n[task.wishes]\nprize = {at_most = 1}', "task 'a': wishes: slot 'prize'"),
        ('[[task]]\nname = "a"\ntext = "b"\n[task.wishes]\nram = {at_most = "x"}', "task 'a': wishes: ram: expected"),
        ('[[task]]\nname = "a"', "missing required field `text`"),
    ],
)
def test_what_is_wrong_with_own_tasks_is_named(tmp_path: Path, laptops: Source, text: str, complaint: str) -> None:
    (tmp_path / "tasks.toml").write_text(text or "task = []", encoding="utf-8")
    with pytest.raises(InputError) as error:
        tasks(tmp_path, laptops, own="tasks.toml")
    assert complaint in str(error.value)
