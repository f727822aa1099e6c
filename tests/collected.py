"""A study with dialogues in it: simulated users talk to the agent, in whose place a person may stand."""

from collections.abc import Callable
from pathlib import Path

from studies import Clock, come, paired, trips_of
from wayframe.catalogues import agent_over
from wayframe.collection.annotation import storage as annotations
from wayframe.collection.annotation.labels import AnnotationWork, TurnLabels, labelled
from wayframe.collection.collection import StudyCollection, opened
from wayframe.collection.conditions import queries_of, told
from wayframe.collection.labelling.trips import TripsLabeller
from wayframe.collection.records import ActionOrigin, Condition, ParticipantKind, StudyParticipant
from wayframe.collection.sessions import keep, messages, searches, turns
from wayframe.collection.storage import TALKS
from wayframe.collection.study import StudySettings, init, read
from wayframe.packages import Catalogue
from wayframe.simulation.conversations import ConversationOutcome, talk
from wayframe.tasks import Task

QUESTIONS = """
[[questions]]
name = "natural"
side = "user"
text = "How natural was the conversation?"

[[questions]]
name = "why"
side = "wizard"
kind = "text"
text = "Why did you say so?"
"""


LINES = (
    "Hi, from Paris to Berlin please",
    "Which dates?",
    "August 10 to August 20. I'm jo@example.com",
    "One moment.",
)


def talked(
    collection: StudyCollection, *lines: str, end: bool = True
) -> tuple[StudyParticipant, StudyParticipant, int]:
    """A dialogue in which user and wizard say these lines in turn, the user first."""
    user, wizard, number = paired(collection)
    for place, line in enumerate(lines or LINES):
        assert isinstance(collection.clock, Clock)
        collection.clock.pass_(10)
        collection.sessions.say(wizard if place % 2 else user, number, line)
    if end:
        collection.sessions.end(user, number)
    return user, wizard, number


def annotate(
    collection: StudyCollection,
    number: int,
    kind: ParticipantKind,
    change: Callable[[TurnLabels], TurnLabels],
    done: bool = True,
) -> None:
    """Somebody annotates a dialogue: as the program reads it, but for what they change in each turn."""
    person = come(collection, kind)
    with collection.storage.changing() as connection:
        said = turns(messages(connection, number), searches(connection, number))
        labels = tuple(map(change, labelled(TripsLabeller(trips_of(collection)).read(said).turns)))
        annotations.add(connection, number, person.id, AnnotationWork(labels), collection.clock())
        kept = annotations.row(connection, number, person.id)
        assert kept
        annotations.change(connection, kept, kept.work, collection.clock(), done=done)


def study_with(folder: Path, catalogue: Catalogue, questions: str = QUESTIONS) -> StudySettings:
    """A study over a catalogue, with questions of its own."""
    path = init(folder, "Pilot")
    text = path.read_text(encoding="utf-8").replace('catalogue = "default"', f'catalogue = "{catalogue.path}"')
    path.write_text(text.replace("[texts.en]", f"{questions}\n[texts.en]"), encoding="utf-8")
    return read(folder)


def filled(folder: Path, catalogue: Catalogue, dialogues: int, users: int = 7) -> StudyCollection:
    """A study with so many dialogues, in each condition in turn, by so many users in turn."""
    study, clock = study_with(folder, catalogue), Clock()
    collection = StudyCollection(study, opened(study).storage, catalogue, clock)
    people = [come(collection, "user") for _ in range(users)]
    wizards = [come(collection, "wizard") for _ in range(2)]
    conditions: tuple[Condition, ...] = ("human", "assisted", "agent")
    for number in range(dialogues):
        user, wizard = people[number % users], wizards[number % 2]
        played(collection, user, wizard, conditions[number % 3], clock)
    return collection


def played(
    collection: StudyCollection, user: StudyParticipant, wizard: StudyParticipant, condition: Condition, clock: Clock
) -> ConversationOutcome:
    """A dialogue from pairing to survey."""
    collection.matchmaking.available(user, "user")
    number = collection.matchmaking.available(wizard, "wizard").talk
    assert number
    _assign(collection, number, condition)
    task = collection.sessions.read(user, number).task
    assert isinstance(task, Task)
    outcome = talk(task, agent_over(trips_of(collection)), trips_of(collection), f"{number}", 0.2)
    for exchange in outcome.exchanges:
        clock.pass_(20)
        after = collection.sessions.say(user, number, exchange.user.text).number
        clock.pass_(20)
        searched = collection.domain.desk.of_agent(exchange.wizard)
        text = exchange.wizard.text
        made = {"human": None, "assisted": ActionOrigin("taken", text), "agent": ActionOrigin("agent")}[condition]
        with collection.storage.changing() as connection:
            of_search = ActionOrigin("taken", told(queries_of(searched))) if condition == "assisted" else ActionOrigin()
            keep(connection, number, after, searched, clock(), of_search)
            collection.sessions.add(connection, wizard.id, number, text, None, made)
    collection.sessions.end(user, number)
    rating = 5 if outcome.success else 2
    comment = "Write to me at jo@example.com" if number == 1 else None
    collection.sessions.answer(user, number, {"rating": rating, "natural": 3, "comment": comment})
    collection.sessions.answer(wizard, number, {"fulfilled": outcome.success, "why": None, "comment": None})
    return outcome


def _assign(collection: StudyCollection, number: int, condition: Condition) -> None:
    """Put a dialogue into a condition; its wizard stays there to answer in the test."""
    with collection.storage.changing() as connection:
        connection.execute(TALKS.update().where(TALKS.c.number == number).values(condition=condition))
