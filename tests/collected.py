"""A study with dialogues in it: simulated users talk to the agent, in whose place a person may stand."""

from collections.abc import Callable
from pathlib import Path

from studies import Clock, come, paired
from wayframe.agent import Agent
from wayframe.collection.annotation import storage as annotations
from wayframe.collection.annotation.labels import labelled
from wayframe.collection.annotation.records import Labelling, Work
from wayframe.collection.arms.recorded import keep, queries_of, told
from wayframe.collection.collection import Collection, opened
from wayframe.collection.reading import Reader
from wayframe.collection.records import Arm, Kind, Made, Person
from wayframe.collection.rooms import messages, searches
from wayframe.collection.storage.tables import TALKS
from wayframe.collection.study import Study, init, read
from wayframe.collection.turns import turns
from wayframe.packages import Catalogue
from wayframe.simulation.partners import Remembering
from wayframe.simulation.talk import Outcome, talk

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


LINES = ("Hi, from Paris to Berlin please", "Which dates?", "August 10 to August 20. I'm jo@example.com", "One moment.")


def talked(collection: Collection, *lines: str, end: bool = True) -> tuple[Person, Person, int]:
    """A dialogue in which user and wizard say these lines in turn, the user first."""
    user, wizard, number = paired(collection)
    for place, line in enumerate(lines or LINES):
        assert isinstance(collection.clock, Clock)
        collection.clock.pass_(10)
        collection.rooms.say(wizard if place % 2 else user, number, line)
    if end:
        collection.rooms.end(user, number)
    return user, wizard, number


def annotate(
    collection: Collection, number: int, kind: Kind, change: Callable[[Labelling], Labelling], done: bool = True
) -> None:
    """Somebody annotates a dialogue: as the program reads it, but for what they change in each turn."""
    person = come(collection, kind)
    with collection.storage.changing() as connection:
        said = turns(messages(connection, number), searches(connection, number))
        labels = tuple(map(change, labelled(Reader(collection.catalogue).read(said).turns)))
        annotations.add(connection, number, person.id, Work(labels), collection.clock())
        kept = annotations.row(connection, number, person.id)
        assert kept
        annotations.change(connection, kept, kept.work, collection.clock(), done=done)


def study_with(folder: Path, catalogue: Catalogue, questions: str = QUESTIONS) -> Study:
    """A study over a catalogue, with questions of its own."""
    path = init(folder, "Pilot")
    text = path.read_text(encoding="utf-8").replace('catalogue = "default"', f'catalogue = "{catalogue.path}"')
    path.write_text(text.replace("[texts.en]", f"{questions}\n[texts.en]"), encoding="utf-8")
    return read(folder)


def filled(folder: Path, catalogue: Catalogue, dialogues: int, users: int = 7) -> Collection:
    """A study with so many dialogues, in each arm in turn, by so many users in turn."""
    study, clock = study_with(folder, catalogue), Clock()
    collection = Collection(study, opened(study).storage, catalogue, clock)
    people = [come(collection, "user") for _ in range(users)]
    wizards = [come(collection, "wizard") for _ in range(2)]
    arms: tuple[Arm, ...] = ("human", "assisted", "agent")
    for number in range(dialogues):
        user, wizard = people[number % users], wizards[number % 2]
        played(collection, user, wizard, arms[number % 3], clock)
    return collection


def played(collection: Collection, user: Person, wizard: Person, arm: Arm, clock: Clock) -> Outcome:
    """A dialogue from pairing to survey."""
    collection.hall.available(user, "user")
    number = collection.hall.available(wizard, "wizard").talk
    assert number
    _assign(collection, number, arm)
    task = collection.rooms.read(user, number).task
    assert task
    outcome = talk(task, Remembering(Agent(collection.catalogue)), collection.catalogue, f"{number}", 0.2)
    for exchange in outcome.exchanges:
        clock.pass_(20)
        after = collection.rooms.say(user, number, exchange.user.text).number
        clock.pass_(20)
        db = exchange.wizard.db
        text = exchange.wizard.text
        made = {"human": None, "assisted": Made("taken", text), "agent": Made("agent")}[arm]
        with collection.storage.changing() as connection:
            of_search = Made("taken", told(queries_of(db))) if arm == "assisted" else Made()
            keep(connection, number, after, db, clock(), of_search)
            collection.rooms.add(connection, wizard.id, number, text, None, made)
    collection.rooms.end(user, number)
    rating = 5 if outcome.success else 2
    comment = "Write to me at jo@example.com" if number == 1 else None
    collection.rooms.answer(user, number, {"rating": rating, "natural": 3, "comment": comment})
    collection.rooms.answer(wizard, number, {"fulfilled": outcome.success, "why": None, "comment": None})
    return outcome


def _assign(collection: Collection, number: int, arm: Arm) -> None:
    """Put a dialogue into an arm; the agent's has no person for a wizard, who stays there to answer in the test."""
    with collection.storage.changing() as connection:
        connection.execute(TALKS.update().where(TALKS.c.number == number).values(arm=arm))
