"""The agent in the wizard's place, and at the wizard's side."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

import postgres
from queries import QUERIES
from studies import Clock, collecting, come, of_trips, paired, trips_of
from wayframe.catalogues import agent_over
from wayframe.collection.collection import StudyCollection
from wayframe.collection.conditions import AgentWizard, WizardAssistant
from wayframe.collection.desk.trips import TripsDesk, query_of
from wayframe.collection.labelling.trips import TripsLabeller
from wayframe.collection.records import ActionOrigin, ChatMessage, StudyParticipant
from wayframe.collection.sessions import messages, searches
from wayframe.dialogue import DatabaseSearch
from wayframe.nlu import nlu
from wayframe.packages import Catalogue, Query, search_record
from wayframe.service import Storage as Exchanges
from wayframe.tracking import RuleTracker

WISH = "I'd like to go from Paris to Berlin, two adults, between August 10 and August 30"


@contextmanager
def with_agent(
    folder: Path, catalogue: Catalogue
) -> Iterator[tuple[StudyCollection, StudyParticipant, int, AgentWizard]]:
    """A study in which all talk to the agent; somebody who does, and the number of their talk."""
    with collecting(folder, catalogue, conditions={"agent": 1.0}) as study:
        user = come(study, "user")
        number = study.matchmaking.available(user, "user").talk
        assert number
        yield study, user, number, wizard_of(study)


def wizard_of(study: StudyCollection, *pace: Any) -> AgentWizard:
    """The agent, as another process would have it."""
    exchanges = Exchanges(study.study.database_url)
    return AgentWizard(study.storage, exchanges, study.sessions, agent_over(trips_of(study)), study.clock, *pace)


def said(study: StudyCollection, number: int) -> tuple[ChatMessage, ...]:
    with study.storage.reading() as connection:
        return messages(connection, number)


def test_each_message_of_the_user_has_one_reply_with_the_searches_behind_it(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, WISH)
        (reply,) = agent.answer(number)
        assert agent.answer(number) == ()
        study.sessions.say(user, number, "Thank you!")
        agent.answer(number)
        assert [each.author for each in said(study, number)] == ["user", "wizard", "user", "wizard"]
        assert reply.made == ActionOrigin("agent")
        with study.storage.reading() as connection:
            found = of_trips(*searches(connection, number))
        assert (found.query.or_city, found.query.dst_city, found.query.adults) == ("Paris", "Berlin", 2)
        assert (found.query.start, found.query.end) == (date(2016, 8, 10), date(2016, 8, 30))
        assert found.after == 1
        assert found.results
        assert found.results[0].hotel.name in reply.text


def test_two_messages_in_a_row_have_a_reply_each(tmp_path: Path, catalogue: Catalogue) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, "Hello")
        study.sessions.say(user, number, WISH)
        assert [each.key for each in agent.answer(number)] == ["to-1", "to-2"]
        assert agent.waiting() == ()


def test_after_a_crash_the_reply_still_comes_once(tmp_path: Path, catalogue: Catalogue) -> None:
    """The agent has answered, but its answer didn't become a message before the process died."""
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        message = study.sessions.say(user, number, WISH)
        turn = agent._turn(number, 1, message)
        again = wizard_of(study)
        assert again.waiting() == (number,)
        (reply,) = again.answer(number)
        assert reply.text == turn.text
        assert (agent.waiting(), agent.answer(number)) == ((), ())


def test_what_was_amended_before_the_reply_is_what_is_answered(tmp_path: Path, catalogue: Catalogue) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        message = study.sessions.say(user, number, "To Berlin from Paris", "k")
        agent._turn(number, 1, message)
        study.sessions.amend(user, number, "k", "To Tokyo from Paris")
        agent.answer(number)
        with study.storage.reading() as connection:
            assert {of_trips(each).query.dst_city for each in searches(connection, number)} <= {"Tokyo"}
        study.sessions.say(user, number, "Thanks")
        assert len(agent.answer(number)) == 1


def test_what_is_amended_while_the_agent_thinks_is_answered_anew(tmp_path: Path, catalogue: Catalogue) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        message = study.sessions.say(user, number, "To Berlin from Paris", "k")
        turn = agent._turn(number, 1, message)
        study.sessions.amend(user, number, "k", "To Tokyo from Paris")
        assert agent._say(number, message, turn) == ()
        assert agent.waiting() == (number,)
        assert len(agent.answer(number)) == 1


def test_a_users_keys_are_their_own(tmp_path: Path, catalogue: Catalogue) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, WISH, "to-1")
        assert len(agent.answer(number)) == 1


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_of_several_processes_one_replies(tmp_path: Path, catalogue: Catalogue, database: str) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(postgres.running()) if database == "postgresql" else None
        conditions = {"agent": 1.0}
        study = stack.enter_context(
            collecting(tmp_path, catalogue, url, conditions=conditions, database=url or "study.sqlite")
        )
        user = come(study, "user")
        number = study.matchmaking.available(user, "user").talk
        assert number
        agents = [wizard_of(study) for _ in range(4)]
        for agent in agents:
            stack.callback(agent._exchanges.close)
        for text in ("Hello", WISH, "Which is the cheapest?"):
            study.sessions.say(user, number, text)
            with ThreadPoolExecutor(4) as pool:
                replies = list(pool.map(lambda agent: agent.answer(number), agents))
            assert sum(map(len, replies)) == 1
        assert [each.author for each in said(study, number)] == ["user", "wizard"] * 3


def test_the_agent_is_silent_in_talks_of_others_and_after_the_end(tmp_path: Path, catalogue: Catalogue) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, WISH)
        study.sessions.end(user, number)
        assert (agent.waiting(), agent.answer(number), agent.answer(99)) == ((), (), ())
    with collecting(tmp_path / "human", catalogue) as study:
        user, _, number = paired(study)
        study.sessions.say(user, number, WISH)
        assert (wizard_of(study).waiting(), wizard_of(study).answer(number)) == ((), ())


def test_the_agent_types_as_fast_as_the_study_says_one_reply_after_the_other(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, quick):
        assert isinstance(study.clock, Clock)
        asked, published = list[tuple[int, float]](), list[str]()
        study.storage.event_bus.subscribe(published.append)
        slow = wizard_of(study, 2.0, lambda number, seconds: asked.append((number, seconds)))
        study.sessions.say(user, number, "Hello")
        study.sessions.say(user, number, WISH)
        assert slow.answer(number) == ()
        assert asked[0][0] == number
        assert published[-1] == f"typing/{number}/wizard"
        replies = list[ChatMessage]()
        for _ in range(200):
            replies += slow.answer(number)
            study.clock.pass_(0.5)
        first, second = replies
        for reply, before in ((first, 1_471_000_000_000), (second, first.at)):
            assert reply.at - before == pytest.approx(500 * len(reply.text.split()), abs=550)
        assert len(asked) > 5
        assert quick.answer(number) == ()


def test_what_the_agent_kept_is_forgotten_with_the_talk(tmp_path: Path, catalogue: Catalogue) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, WISH)
        agent.answer(number)
        exchanges = Exchanges(study.study.database_url)
        assert exchanges.count() == 1
        study.access.erase(user.id)
        assert exchanges.count() == 0


def test_a_talk_that_is_forgotten_while_the_agent_thinks_stays_so(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, WISH)
        think = agent._turn

        def slowly(*of: Any) -> Any:
            study.access.erase(user.id)
            return think(*of)

        monkeypatch.setattr(agent, "_turn", slowly)
        assert agent.answer(number) == ()
        assert Exchanges(study.study.database_url).count() == 0


def test_a_conversation_that_vanishes_while_the_agent_thinks_is_no_failure(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with with_agent(tmp_path, catalogue) as (study, user, number, agent):
        study.sessions.say(user, number, WISH)
        monkeypatch.setattr(agent._exchanges, "open", lambda *_: None)
        assert agent.answer(number) == ()


@given(QUERIES)
def test_a_search_is_read_back_as_it_was_recorded(query: Query) -> None:
    recorded = search_record(query, 5.0)
    assert search_record(query_of(recorded), 5.0) == recorded


def test_a_record_without_a_party_is_of_none() -> None:
    assert query_of(DatabaseSearch(DESTINATION_CITY="Rome")) == Query(dst_city="Rome", adults=0)


# The assistant.


@contextmanager
def assisted(
    folder: Path, catalogue: Catalogue
) -> Iterator[tuple[StudyCollection, StudyParticipant, StudyParticipant, int, WizardAssistant]]:
    with collecting(folder, catalogue, conditions={"assisted": 1.0}) as study:
        user, wizard, number = paired(study)
        reader = TripsLabeller(catalogue, user=nlu("rules"), tracker=RuleTracker())
        yield (
            study,
            user,
            wizard,
            number,
            WizardAssistant(study.storage, agent_over(catalogue), reader, study.domain.desk, study.clock),
        )


def test_a_search_and_a_reply_are_proposed(tmp_path: Path, catalogue: Catalogue) -> None:
    with assisted(tmp_path, catalogue) as (study, user, wizard, number, assistant):
        assert assistant.propose(number) is None
        study.sessions.say(user, number, WISH)
        found = assistant.propose(number)
        assert found
        (query,) = found.queries
        assert (query.or_city, query.dst_city, query.adults, found.message) == ("Paris", "Berlin", 2, 1)
        assert of_trips(found.searches[0]).results[0].hotel.name in found.text
        study.sessions.say(wizard, number, "One moment.")
        assert assistant.propose(number) is None
        assert assistant.propose(number, 1) == found
        assert [each.text for each in said(study, number)] == [WISH, "One moment."]


def test_proposals_are_the_same_whoever_makes_them_and_whatever_was_looked_for_since(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    with assisted(tmp_path, catalogue) as (study, user, wizard, number, assistant):
        study.sessions.say(user, number, WISH)
        found = assistant.propose(number)
        study.sessions.search(wizard, number, Query(dst_city="Tokyo"))
        other = WizardAssistant(
            study.storage,
            agent_over(catalogue),
            TripsLabeller(catalogue, user=nlu("rules")),
            study.domain.desk,
            study.clock,
        )
        assert other.propose(number, 1) == found


def test_what_becomes_of_a_reply_is_recorded(tmp_path: Path, catalogue: Catalogue) -> None:
    with assisted(tmp_path, catalogue) as (study, user, wizard, number, assistant):
        study.sessions.say(user, number, WISH)
        found = assistant.propose(number)
        assert found
        assert assistant.replied(number, 1, "Hello!", used=False) == ActionOrigin("hand", found.text)
        with study.storage.reading() as connection:
            assert searches(connection, number) == ()
        assert assistant.replied(number, 1, found.text + "\n", used=True) == ActionOrigin("taken", found.text)
        made = assistant.replied(number, 1, "Look: " + found.text, used=True)
        assert made == ActionOrigin("changed", found.text)
        study.sessions.say(wizard, number, "Look: " + found.text, "k", made)
        with study.storage.reading() as connection:
            (search,) = searches(connection, number)  # what the reply rests on, once
        assert (search.query, search.results) == (found.queries[0], found.searches[0].results)
        assert search.made
        assert search.made.by == "taken"


def test_what_becomes_of_a_search_is_recorded(tmp_path: Path, catalogue: Catalogue) -> None:
    with assisted(tmp_path, catalogue) as (study, user, wizard, number, assistant):
        study.sessions.say(user, number, WISH)
        found = assistant.propose(number)
        assert found
        (query,) = found.queries
        assert assistant.looked(number, 1, query, used=True).by == "taken"
        assert assistant.looked(number, 1, Query(dst_city="Rome"), used=True).by == "changed"
        made = assistant.looked(number, 1, query, used=False)
        assert made.by == "hand"
        assert made.proposal
        assert study.sessions.search(wizard, number, query, made).made == made
        study.sessions.say(wizard, number, "I found some.")
        study.sessions.say(user, number, "Thanks")
        assert assistant.looked(number, 3, query, used=True) == ActionOrigin()


def test_there_are_no_proposals_without_an_assistant(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        study.sessions.say(user, number, WISH)
        assistant = WizardAssistant(
            study.storage,
            agent_over(catalogue),
            TripsLabeller(catalogue, user=nlu("rules")),
            TripsDesk(catalogue),
            Clock(),
        )
        assert assistant.propose(number) is None
        assert assistant.replied(number, 1, "Hello", used=True) == ActionOrigin()
