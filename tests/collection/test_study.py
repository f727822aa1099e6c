"""A study's folder: what `init` writes can be read, and what is wrong with it is said by its field."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

pytest.importorskip("sqlalchemy")

from wayframe.collection import tasks as pool_module
from wayframe.collection.storage import StudyStorage
from wayframe.collection.study import init, is_exposed, read
from wayframe.collection.tasks import TaskPool, TripTasks
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tasks import Task, Template, draw

TEMPLATE = """
[[plain]]
name = "ours"
text = "From {origin} to {cities} with {party}, from {start} to {end}."
fields = ["str_date", "end_date", "n_adults"]
"""


def test_what_init_writes_is_a_study(tmp_path: Path) -> None:
    assert init(tmp_path / "trips") == tmp_path / "trips" / "study.toml"
    study = read(tmp_path / "trips")
    assert (study.name, study.languages, len(study.templates())) == ("trips", ("en",), 38)
    with pytest.raises(InputError, match="is there already"):
        init(tmp_path / "trips")


def test_only_the_owner_reads_the_settings_which_may_hold_a_password(tmp_path: Path) -> None:
    path = init(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    for database, mode, told in (
        ("postgresql://ann:word@host/db", 0o600, False),
        ("postgresql://ann:word@host/db", 0o640, True),
        ("study.sqlite", 0o644, False),
    ):
        path.chmod(mode)
        assert is_exposed(replace(read(tmp_path), database=database)) == told


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("seed = 0", "seed = 'x'", r"seed"),
        ("probability = 0.5", "probability = 2", r"suggestions.probability: expected 0 to 1, found 2"),
        ("patience = 120", "patience = 0", r"limits.patience: expected 1 to 86400, found 0"),
        ('languages = ["en"]', 'languages = ["en", "fr"]', r"texts.fr: expected"),
        ("human = 1", "human = 0", r"conditions: expected weights"),
        ("human = 1", "robot = 1", r"robot"),
        ("shipped = true", "shipped = false", r"tasks: expected some templates"),
        ("[desk]", "[desk]\n[[questions]]\nname='rating'\nside='user'\ntext='?'\n[desks]", r"desks?"),
        ("[desk]", "[[questions]]\nname='rating'\nside='user'\ntext='?'\n[desk]", r"expected a word that isn't taken"),
        ("[desk]", "[[questions]]\nname='a'\nside='user'\ntext='?'\nkind='choice'\n[desk]", r"a: choices: expected"),
        ("words = 0", "words = -1", r"agent.words: expected 0 to 100, found -1"),
        ('metrics = ""', 'metrics = "short"', r"metrics: expected 20 characters or more"),
        ("[limits]", "[limits", r"line"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, line: str, wrong: str, said: str) -> None:
    path = init(tmp_path)
    text = path.read_text()
    assert line in text
    path.write_text(re.sub(f"^{re.escape(line)}", wrong.replace("\\", r"\\"), text, count=1, flags=re.MULTILINE))
    with pytest.raises(InputError, match=said) as error:
        read(tmp_path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_no_study_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="wayframe collect init"):
        read(tmp_path)


def test_own_templates(tmp_path: Path, catalogue: Catalogue) -> None:
    path = init(tmp_path)
    path.write_text(path.read_text().replace('# own = "templates.toml"', 'own = "templates.toml"'))
    (tmp_path / "templates.toml").write_text(TEMPLATE)
    assert [template.name for template in read(tmp_path).templates()][-1] == "ours"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("{cities}", "{city}", "expected origin, .*found 'city'"),
        ('"n_adults"]', '"adults"]', "fields: expected .*found 'adults'"),
        (', "n_adults"]', "]", r"\{party\} needs the field 'n_adults'"),
        ("{cities}", "{cities", "text: "),
        ("[[plain]]", "[[simple]]", r"expected \[\[plain\]\] and \[\[role\]\]"),
        ('"ours"', '"ours"\nsuccess = 2', "success: expected 0 to 1, found 2"),
        ('"ours"', '"ours"\notherwise = "wifi"', "otherwise: expected budget"),
    ],
)
def test_own_templates_are_checked_before_the_study_starts(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    path = init(tmp_path)
    path.write_text(path.read_text().replace('# own = "templates.toml"', 'own = "templates.toml"'))
    (tmp_path / "templates.toml").write_text(TEMPLATE.replace(right, wrong, 1))
    with pytest.raises(InputError, match=said):
        read(tmp_path)


def test_the_pool_is_filled_ahead_and_used_in_order(tmp_path: Path, catalogue: Catalogue) -> None:
    init(tmp_path)
    study = read(tmp_path)
    storage = StudyStorage(study.database_url)
    tasks = TripTasks(study, catalogue)
    pool = TaskPool(study, storage, tasks)
    pool.check()
    pool.fill()
    assert pool.left() == study.tasks.pool == 40
    with storage.changing() as connection:
        given = [pool.take(connection, talk) for talk in (1, 2)]
    assert given == [tasks.task(0), tasks.task(1)]
    assert pool.left() == 38
    roles = sum(tasks.task(number).role for number in range(40))
    assert 10 <= roles <= 30  # a half, as the study says
    assert len({tasks.task(number).template for number in range(40)}) > 20
    storage.close()


def test_a_template_for_which_there_are_no_trips_gives_way_to_the_next(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    init(tmp_path)
    study = read(tmp_path)
    storage = StudyStorage(study.database_url)
    tasks = [TripTasks(study, catalogue).task(number) for number in range(20)]
    failing = tasks[3].template

    def drawn(catalogue: Catalogue, number: int, seed: int, templates: tuple[Template, ...]) -> Task:
        if templates[0].name == failing:
            raise InputError("no trips")
        return draw(catalogue, number, seed, templates)

    monkeypatch.setattr(pool_module, "draw", drawn)
    again = [TripTasks(study, catalogue).task(number) for number in range(20)]
    assert [task.template == before.template for task, before in zip(again, tasks, strict=True)] == [
        before.template != failing for before in tasks
    ]
    assert again[3].role == tasks[3].role
    storage.close()
