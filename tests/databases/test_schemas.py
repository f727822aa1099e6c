"""Databases that older versions made are brought up to date; those of newer ones, and of others, are refused.

`released/NAME-VERSION[-MORE].DIALECT.sql` hold what each version of the tables made itself, with something in every
table: `sqlite3 FILE .dump`, and `pg_dump --inserts --no-owner --no-comments` without its settings. When the tables
change, the files of today's version are made first: the test over all of them fails where a migration is missing.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

import sqlalchemy
from sqlalchemy import Column, Integer, String

from commanding import wayframe
from postgres import running
from studies import study_in
from wayframe.catalogues import agent_over
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.collection import StudyCollection
from wayframe.collection.labelling.trips import TripsLabeller
from wayframe.collection.sessions import messages
from wayframe.collection.storage import SCHEMA as STUDY
from wayframe.collection.storage import StudyStorage as StudyStorage
from wayframe.databases import SharedDatabase, UnavailableError
from wayframe.databases.schemas import DatabaseSchema, VersionSign
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.service import Conversations, Storage
from wayframe.service.storage import SCHEMA as CONVERSATIONS

SCHEMAS = {"conversations": CONVERSATIONS, "study": STUDY}
RELEASED = Path(__file__).with_name("released")
MADE = sorted({path.name.removesuffix(".sql").rpartition(".")[0] for path in RELEASED.iterdir()})

DATABASES = count()

Fresh = Callable[[], str]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Fresh:
    """Gives the URL of a new database each time."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path}/{next(DATABASES)}.sqlite"
    server = request.getfixturevalue("server")

    def made() -> str:
        name = f"database_{next(DATABASES)}"
        with connected(server) as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        return str(server).replace("/postgres?", f"/{name}?")

    return made


def connected(url: str) -> Any:
    """A connection on which each statement is kept at once."""
    engine = sqlalchemy.create_engine(
        url.replace("postgresql:", "postgresql+psycopg:"), poolclass=sqlalchemy.NullPool, isolation_level="AUTOCOMMIT"
    )
    return engine.connect()


def filled(url: str, made: str) -> str:
    """A new database with what an older version made."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.executescript((RELEASED / f"{made}.sqlite.sql").read_text())
        connection.close()
    else:
        with connected(url) as connection:
            connection.connection.driver_connection.execute((RELEASED / f"{made}.postgresql.sql").read_text())
    return url


def shape(url: str, schema: DatabaseSchema) -> dict[str, Any]:
    """The tables of a schema as the database describes them, but for the names of constraints."""
    found = dict[str, Any]()
    with connected(url) as connection:
        inspector = sqlalchemy.inspect(connection)
        for table in schema.tables.tables:
            keys = inspector.get_foreign_keys(table)
            found[table] = (
                sorted((each["name"], str(each["type"]), each["nullable"]) for each in inspector.get_columns(table)),
                inspector.get_pk_constraint(table)["constrained_columns"],
                sorted((each["constrained_columns"], each["referred_table"], str(each["options"])) for each in keys),
                sorted(each["column_names"] for each in inspector.get_unique_constraints(table)),
                sorted(
                    each["column_names"]
                    for each in inspector.get_indexes(table)
                    if not each.get("duplicates_constraint")
                ),
            )
    return found


def versions(url: str) -> dict[str, int]:
    with connected(url) as connection:
        return dict(connection.exec_driver_sql("SELECT name, version FROM wayframe_schemas").all())


def test_there_is_a_database_of_every_version() -> None:
    there = {(name, int(version)) for name, version, *_ in (each.split("-") for each in MADE)}
    assert there == {(name, version) for name, schema in SCHEMAS.items() for version in range(1, schema.version + 1)}
    assert all((RELEASED / f"{each}.{dialect}.sql").exists() for each in MADE for dialect in ("sqlite", "postgresql"))


@pytest.mark.long
@pytest.mark.parametrize("made", MADE)
def test_what_an_older_version_made_becomes_what_a_new_database_is(made: str, fresh: Fresh) -> None:
    schema = SCHEMAS[made.split("-")[0]]
    new, old = fresh(), filled(fresh(), made)
    for url in (new, old, old):
        database = SharedDatabase(url, schema)
        database.check_version()
        database.close()
    assert shape(old, schema) == shape(new, schema)
    assert versions(old) == versions(new) == {schema.name: schema.version}


def test_conversations_of_the_first_version_go_on(fresh: Fresh, catalogue: Catalogue) -> None:
    url = filled(fresh(), "conversations-1")
    with connected(url) as connection:
        names = connection.exec_driver_sql("SELECT id FROM conversations").scalars().all()
    storage = Storage(url)
    conversations = Conversations(agent_over(catalogue), storage)
    assert sorted(len(conversations.read(name).exchanges) for name in names) == [0, 1]
    for name in names:
        before = len(conversations.read(name).exchanges)
        assert conversations.say(name, "What about Rome?").number == before + 1
    storage.close()


@pytest.mark.parametrize("made", [made for made in MADE if made.startswith("study")])
def test_studies_of_every_version_go_on(made: str, fresh: Fresh, tmp_path: Path, catalogue: Catalogue) -> None:
    url = filled(fresh(), made)
    with connected(url) as connection:
        former = set(sqlalchemy.inspect(connection).get_table_names())
        posts = "study_slack_posts" if "study_slack_posts" in former else "study_relays"
        told = connection.exec_driver_sql(f"SELECT * FROM {posts}").all()
    storage = StudyStorage(url)
    collection = StudyCollection(study_in(tmp_path / "study"), storage, catalogue)
    people = {person.kind: person for person in collection.access.people()}
    assert set(people) == {"user", "wizard", "either", "annotator"}
    with storage.reading() as connection:
        assert [message.text for message in messages(connection, 1)] == [
            "I would like to go to Rome",
            "When would you like to leave?",
        ]
        assert connection.exec_driver_sql("SELECT * FROM study_relays").all() == told
    assert len(told) == (0 if made == "study-1" else 1)
    assert len(collection.sessions.searches(people["wizard"], 1)) == 1
    assert AnnotationService(storage, TripsLabeller(catalogue)).open(people["annotator"], 1).work.turns
    waiting = people["either"]
    assert collection.matchmaking.standing(waiting).state == "waiting"
    assert collection.access.erase(people["user"].id).dialogues == (1,)
    storage.close()


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=list(SCHEMAS))
def test_what_a_newer_version_made_is_refused_and_left_as_it_is(schema: DatabaseSchema, fresh: Fresh) -> None:
    url = fresh()
    SharedDatabase(url, schema).close()
    newer = f"UPDATE wayframe_schemas SET version = {schema.version + 1}"
    older = SharedDatabase(url, schema)
    with connected(url) as connection:
        connection.exec_driver_sql(newer)
    with pytest.raises(UnavailableError):  # another process brought the tables further
        older.check_version()
    older.close()
    with pytest.raises(InputError, match=f"made by a newer Wayframe: .* version {schema.version + 1}, ") as error:
        SharedDatabase(url, schema)
    assert "\n" not in str(error.value)
    assert versions(url) == {schema.name: schema.version + 1}


def test_commands_refuse_it_in_a_line(tmp_path: Path, catalogue_path: Path) -> None:
    talks = str(tmp_path / "talks.sqlite")
    study = study_in(tmp_path / "pilot")
    Storage(talks).close()
    StudyStorage(study.database_url).close()
    for path in (talks, study.database_url):
        with connected(f"sqlite:///{path}") as connection:
            connection.exec_driver_sql("UPDATE wayframe_schemas SET version = 99")
    for command in (
        ("serve", "--store", talks, "--catalogue", catalogue_path),
        ("collect", "serve", study.folder),
        ("collect", "status", study.folder, "--json"),
        ("collect", "export", study.folder, "-o", tmp_path / "corpus"),
    ):
        done = wayframe(*command)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert "made by a newer Wayframe" in done.stderr


def test_tables_of_another_program_are_left_alone(fresh: Fresh) -> None:
    for table, said in (
        ("CREATE TABLE conversations (id INTEGER, title VARCHAR)", "'conversations' isn't one that Wayframe made"),
        ("CREATE TABLE exchanges (content INTEGER, rate FLOAT)", "'exchanges' lacks the column"),
    ):
        url = fresh()
        with connected(url) as connection:
            connection.exec_driver_sql(table)
            before = sqlalchemy.inspect(connection).get_table_names()
        with pytest.raises(InputError, match=said):
            Storage(url)
        with connected(url) as connection:
            assert sqlalchemy.inspect(connection).get_table_names() == before


def example(*migrations: tuple[str, ...]) -> DatabaseSchema:
    """A schema that has come to its second version."""
    tables = sqlalchemy.MetaData()
    sqlalchemy.Table("things", tables, Column("id", Integer, primary_key=True), Column("colour", String(9)))
    sqlalchemy.Table("more", tables, Column("id", Integer, primary_key=True))
    return DatabaseSchema(
        "example", tables, (VersionSign(2, "things", "colour"), VersionSign(1, "things", "id")), migrations
    )


def test_a_migration_happens_whole_or_not_at_all(fresh: Fresh) -> None:
    url = fresh()
    with connected(url) as connection:
        connection.exec_driver_sql("CREATE TABLE things (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("INSERT INTO things VALUES (7)")
    added = "ALTER TABLE things ADD COLUMN colour VARCHAR(9)"
    with pytest.raises(InputError, match="nowhere"):
        SharedDatabase(url, example((added, "UPDATE nowhere SET id = 1")))
    with connected(url) as connection:
        assert [each["name"] for each in sqlalchemy.inspect(connection).get_columns("things")] == ["id"]
    SharedDatabase(url, example((added, "UPDATE things SET colour = 'red'"))).close()
    with connected(url) as connection:
        assert connection.exec_driver_sql("SELECT * FROM things").all() == [(7, "red")]
        assert connection.exec_driver_sql("SELECT * FROM more").all() == []
    assert versions(url) == {"example": 2}


def test_several_that_start_at_once_migrate_once(fresh: Fresh) -> None:
    url, problems = filled(fresh(), "study-1-slack"), list[Exception]()
    together = threading.Barrier(4)

    def start() -> None:
        together.wait()
        try:
            StudyStorage(url).close()
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    with connected(url) as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM study_relays").scalar_one() == 1
