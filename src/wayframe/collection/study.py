"""A study: the folder with `study.toml`, in which a team writes down what it collects, and how."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from string import Formatter
from typing import Any, Literal

import msgspec
from msgspec import field
from msgspec.structs import replace

from wayframe.catalogues import is_trips
from wayframe.collection.records import Condition
from wayframe.dialogue import Author, FramesRecord
from wayframe.errors import InputError, reason, shown
from wayframe.files import read_toml, writing
from wayframe.ontology import SLOT_OF
from wayframe.tasks import Template, templates
from wayframe.tasks.trips import OTHERWISE, templates_of

FILE = "study.toml"

_SHORTEST = 20  # characters of a word that nobody guesses
_TAKEN = ("rating", "comment", "fulfilled")  # names of the questions that are always asked


class StudyLimits(FramesRecord, frozen=True):
    """`patience`: seconds in which somebody who is away may come back; `minutes` that a dialogue may last.

    `message`: characters of a message; `dialogues`: how many one may take part in, 0 for any number.
    """

    patience: float = 120
    minutes: float = 60
    message: int = 2000
    dialogues: int = 0


class SuggestionSettings(FramesRecord, frozen=True):
    """The probability with which wizards see suggestions where nothing is found (paper section 3.4)."""

    probability: float = 0.5


class DeskSettings(FramesRecord, frozen=True):
    """Tools of wizards beside the search: the memory board of the dialogue, if the study allows it."""

    board: bool = True


class AgentSettings(FramesRecord, frozen=True):
    """The `words` a second that the agent types as the wizard; 0: it answers at once."""

    words: float = 0


class TaskSettings(FramesRecord, frozen=True):
    """The number of tasks that lie ready; the share of those with a role; whether ours are used; a file of own ones."""

    pool: int = 40
    role_share: float = 0.5
    shipped: bool = True
    own: str | None = None


class SurveyQuestion(FramesRecord, frozen=True):
    """A question of the survey beside the fixed ones. A `scale` goes from 1 to 5; `choices` are for a choice."""

    name: str
    side: Author
    text: str
    kind: Literal["scale", "choice", "yesno", "text"] = "scale"
    choices: tuple[str, ...] = ()


class StudyTexts(FramesRecord, frozen=True):
    """Texts for participants in one language: consent, instructions for users and wizards, thanks."""

    consent: str
    user: str
    wizard: str
    closing: str = ""


class SlackSettings(FramesRecord, frozen=True):
    """The Slack bot, if there is one; its secrets come from the environment. `kind`: what those who write to it are."""

    mode: Literal["http", "socket"] = "socket"
    kind: Literal["user", "wizard", "either"] = "either"
    language: str | None = None
    api: str = "https://slack.com/api/"


class StudySettings(FramesRecord, frozen=True):
    """A study's settings. `folder` is where they lie: `catalogue`, `database` and `tasks.own` may be paths from there.

    `conditions` are weights: how often the wizard is a person ("human"), a person with the agent's proposals
    ("assisted"), or the agent ("agent"). By the word `metrics` a program may read `/metrics`; without one only the
    administrator does.
    """

    name: str
    texts: dict[str, StudyTexts]
    seed: int = 0
    languages: tuple[str, ...] = ("en",)
    catalogue: str = "default"
    database: str = "study.sqlite"
    licence: str = ""
    metrics: str = ""
    limits: StudyLimits = StudyLimits()
    suggestions: SuggestionSettings = SuggestionSettings()
    desk: DeskSettings = DeskSettings()
    tasks: TaskSettings = TaskSettings()
    agent: AgentSettings = AgentSettings()
    conditions: dict[Condition, float] = field(default_factory=lambda: {"human": 1.0})
    questions: tuple[SurveyQuestion, ...] = ()
    slack: SlackSettings | None = None
    folder: str = "."

    def path(self, name: str) -> Path:
        """A path of the settings, seen from here."""
        return Path(self.folder) / name

    @property
    def catalogue_address(self) -> str:
        """The address of the catalogue: `default`, a path seen from here, or a URL."""
        known = self.catalogue == "default" or "://" in self.catalogue
        return self.catalogue if known else str(self.path(self.catalogue))

    @property
    def over_trips(self) -> bool:
        """Return whether it is about trips, not about a table."""
        return self.catalogue == "default" or is_trips(self.catalogue_address)

    @property
    def database_url(self) -> str:
        """The URL of the database, or its path."""
        return self.database if "://" in self.database else str(self.path(self.database))

    def templates(self) -> tuple[Template, ...]:
        """The templates of its tasks: ours, its own, or both. Raises `InputError` naming the template and field."""
        own = _own(self.path(self.tasks.own)) if self.tasks.own else ()
        return (*(templates() if self.tasks.shipped else ()), *own)


def init(folder: Path, name: str | None = None, catalogue: str | None = None) -> Path:
    """Make a folder with a study to start from, over a catalogue: by default trips.

    Raises `InputError` where there is one.
    """
    path = folder / FILE
    if path.exists():
        raise InputError(f"{path}: is there already")
    text = (files(__package__) / "study.toml").read_text(encoding="utf-8")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with writing(path, private=True) as out:  # the database's URL may hold a password
            text = text.replace('name = "A study"', f"name = {_quoted(name or folder.resolve().name)}", 1)
            if catalogue:
                address = catalogue if "://" in catalogue else os.path.relpath(catalogue, folder)
                text = text.replace('catalogue = "default"', f"catalogue = {_quoted(address)}", 1)
            out.write(text.encode())
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    return path


def read(folder: Path) -> StudySettings:
    """The study in a folder, checked. Raises `InputError` naming the file and the field."""
    path = folder / FILE
    try:
        study = read_toml(path, StudySettings)
    except InputError as error:
        if path.exists():
            raise
        raise InputError(f"{error}; make one with wayframe collect init {folder}") from error
    study = replace(study, folder=str(folder))
    if problem := next(_problems(study), None):
        raise InputError(f"{path}: {problem}")
    return study


def is_exposed(study: StudySettings) -> bool:
    """Return whether others on this machine may read the settings although a secret may stand there."""
    secrets = bool(study.metrics) or "://" in study.database
    return secrets and bool((Path(study.folder) / FILE).stat().st_mode & 0o077)


def _problems(study: StudySettings) -> Iterator[str]:
    for name, least, most in _BOUNDS:
        value = attrgetter(name)(study)
        if not least <= value <= most:
            yield f"{name}: expected {least:g} to {most:g}, found {value:g}"
    if not study.languages:
        yield "languages: expected one at least, found none"
    for language in study.languages:
        if language not in study.texts:
            yield f"texts.{language}: expected what participants read in this language, found none"
    secret = not study.metrics or (len(study.metrics) >= _SHORTEST and study.metrics.isascii())
    sound = {
        "conditions: expected weights from 0, one of them more": _are_weights(tuple(study.conditions.values())),
        f"metrics: expected {_SHORTEST} characters or more, of ASCII, or none": secret,
        "name: expected a name, found none": study.name.strip(),
    }
    yield from (problem for problem, holds in sound.items() if not holds)
    yield from _question_problems(study.questions)
    if study.over_trips and not study.templates():
        yield "tasks: expected some templates, found none: neither shipped nor own ones"


_BOUNDS = (
    ("limits.patience", 1, 86_400), ("limits.minutes", 0.1, 10_080), ("limits.message", 1, 20_000),
    ("limits.dialogues", 0, 10**6), ("suggestions.probability", 0, 1), ("tasks.role_share", 0, 1),
    ("tasks.pool", 1, 10_000), ("agent.words", 0, 100),
)  # fmt: skip
"""The settings that are numbers, with the least and the most that each may be."""


def _are_weights(weights: Sequence[float]) -> bool:
    return all(0 <= weight < float("inf") for weight in weights) and sum(weights) > 0


def _question_problems(questions: Sequence[SurveyQuestion]) -> Iterator[str]:
    names = [(question.side, question.name) for question in questions]
    for question in questions:
        if not question.name.isidentifier() or question.name in _TAKEN:
            yield f"questions: name: expected a word that isn't taken, found {shown(question.name)}"
        if names.count((question.side, question.name)) > 1:
            yield f"questions: name: {shown(question.name)} is there twice"
        if (question.kind == "choice") != bool(question.choices):
            yield f"questions: {question.name}: choices: expected for a choice, and only there"


def _own(path: Path) -> tuple[Template, ...]:
    """The templates in a file like `wayframe/tasks/templates.toml`. Raises `InputError`."""
    book = read_toml(path, dict[str, Any])
    if strange := book.keys() - {"plain", "role"}:
        raise InputError(f"{path}: expected [[plain]] and [[role]], found {shown(min(strange))}")
    try:
        found = templates_of(book)
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(f"{path}: {' '.join(str(error).split())}") from error
    for template in found:
        _check_template(template, str(path))
    return found


_PLACES = {
    "origin": None, "cities": None, "both": None, "start": "str_date", "end": "end_date", "budget": "budget",
    "party": "n_adults", "stars": SLOT_OF["stars"], "rating": SLOT_OF["rating"], "longest": "max_duration",
    "shortest": "min_duration", "amenities": "amenities", "vicinity": "vicinity", "detour": None,
}  # fmt: skip
_FIELDS = {*filter(None, _PLACES.values()), "n_children", "flex", "seat"}


def _check_template(template: Template, path: str) -> None:
    """Raises `InputError` for a place in the text that nothing is drawn for, and for a field that can't be drawn."""
    at = f"{path}: template {shown(template.name)}"
    try:
        places = {name for _, name, _, _ in Formatter().parse(template.text) if name is not None}
    except ValueError as error:
        raise InputError(f"{at}: text: {error}") from error
    if strange := places - set(_PLACES):
        raise InputError(f"{at}: text: expected {', '.join(_PLACES)} in braces, found {shown(min(strange))}")
    if strange := set(template.fields) - _FIELDS:
        raise InputError(f"{at}: fields: expected some of {', '.join(sorted(_FIELDS))}, found {shown(min(strange))}")
    drawn = {*template.fields, "str_date", "end_date"}  # the days always are
    if missing := {place for place in places if _PLACES[place] and _PLACES[place] not in drawn}:
        raise InputError(f"{at}: text: {{{min(missing)}}} needs the field {_PLACES[min(missing)]!r}")
    if not 0 <= template.success <= 1:
        raise InputError(f"{at}: success: expected 0 to 1, found {template.success:g}")
    if template.otherwise is not None and template.otherwise not in OTHERWISE:
        raise InputError(f"{at}: otherwise: expected {', '.join(OTHERWISE)}, found {shown(template.otherwise)}")
    if ("detour" in places) != (template.detour is not None):
        raise InputError(f"{at}: detour: expected with {{detour}} in the text, and only there")


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()  # TOML's basic strings are JSON's
