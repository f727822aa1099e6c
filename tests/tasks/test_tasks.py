"""Tasks: what they say, what they are after."""

import re

import pytest

from wayframe.errors import InputError
from wayframe.packages import Catalogue, Plan, Query, generate
from wayframe.tasks import Aim, Template, cheapest, draw, fits, possible, templates


def test_there_are_14_plain_templates_and_24_roles() -> None:
    assert [sum(template.role is role for template in templates()) for role in (False, True)] == [14, 24]
    assert len({template.name for template in templates()}) == 38
    assert all(re.search(r"\{origin\}", template.text) for template in templates())


def test_every_template_can_be_drawn_and_says_all_that_it_asks_for(catalogue: Catalogue) -> None:
    for number, template in enumerate(templates()):
        task = draw(catalogue, number, 3)
        aim = task.goal.aim
        assert task.template == template.name
        assert not re.search(r"[{}]|None|anywhere,", task.text)
        assert all(city in task.text for city in aim.cities)
        assert aim.query.price_max is None or f"{aim.query.price_max:,.0f}" in task.text


def test_what_is_solvable_has_something_that_fits(catalogue: Catalogue) -> None:
    for number in range(76):
        task = draw(catalogue, number, 5)
        assert possible(catalogue, task.goal.aim) is task.solvable
        if task.goal.detour:
            assert possible(catalogue, task.goal.detour)
        if task.goal.course == "compare":
            single = [Aim(task.goal.aim.query, (city,)) for city in task.goal.aim.cities]
            assert sum(possible(catalogue, aim) for aim in single) >= 2


def test_success_comes_as_often_as_the_template_says(catalogue: Catalogue) -> None:
    half = [template for template in templates() if template.name == "weekend"]
    solvable = sum(draw(catalogue, number, 1, half).solvable for number in range(200))
    assert 80 <= solvable <= 120


def test_an_alternative_changes_one_thing(catalogue: Catalogue) -> None:
    alternatives = [task for task in (draw(catalogue, n, 9) for n in range(120)) if task.goal.alternative]
    assert alternatives
    for task in alternatives:
        assert task.otherwise.startswith("If nothing matches, ")
        assert task.goal.alternative != task.goal.aim


def test_no_words_of_a_task_tell_whether_it_can_be_solved(catalogue: Catalogue) -> None:
    """The template names something else to try, needed or not; only where it is, it is part of the goal."""
    for template in templates():
        drawn = [draw(catalogue, number, 4, [template]) for number in range(8)]
        assert len({re.sub(r" \$?[A-Z0-9][\w$,. ]*(?=\.| instead)", "", task.otherwise) for task in drawn}) == 1
        assert {task.otherwise.startswith("If nothing matches, end") for task in drawn} == {not template.otherwise}
        assert all((task.goal.alternative is None) is (task.solvable or not template.otherwise) for task in drawn)


def test_the_same_seed_draws_the_same_task(catalogue: Catalogue) -> None:
    assert draw(catalogue, 7, 1) == draw(catalogue, 7, 1)
    assert draw(catalogue, 7, 1) != draw(catalogue, 7, 2)


def test_the_cheapest_fits(catalogue: Catalogue) -> None:
    task = next(t for t in (draw(catalogue, n, 2) for n in range(38)) if t.solvable)
    least = cheapest(catalogue, task.goal.aim)
    found = [package for query in task.goal.aim.queries for package in catalogue.search(query, 1)]
    assert least == min(package.price for package in found)
    assert all(fits(catalogue, task.goal.aim, package) for package in found)
    assert cheapest(catalogue, Aim(Query(dst_city="Nowhere"), ("Nowhere",))) is None


def test_a_catalogue_with_too_little_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("tiny") / "tiny.sqlite"
    generate(path, Plan(cities=2, hotels=2, packages=10))
    compared = Template("four", False, "{origin} {cities}", ("str_date", "end_date"), cities=4, course="compare")
    with Catalogue(path) as tiny, pytest.raises(InputError, match=r"tiny\.sqlite: has no trips for the task 'four'"):
        draw(tiny, 0, 0, [compared])
