"""What is released of a study, and what isn't."""

import csv
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

import postgres
from collected import LINES, annotate, talked
from studies import Clock, collecting, come, paired
from wayframe import corpus, databases
from wayframe.catalogues import agent_over
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.annotation.labels import MarkedAct, TurnLabels
from wayframe.collection.collection import StudyCollection
from wayframe.collection.conditions import AgentWizard
from wayframe.collection.erasure import REVIEW
from wayframe.collection.export.exporting import RedactionOptions, export, preview
from wayframe.collection.export.report import ReleaseSummary
from wayframe.collection.status import status
from wayframe.collection.study import SurveyQuestion
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Query
from wayframe.service import Storage as Exchanges
from wayframe.validation import problems


def released(collection: StudyCollection, path: Path, **options: Any) -> tuple[ReleaseSummary, tuple[Dialogue, ...]]:
    usual = {"raw": False, "force": False}
    found = export(collection, path, RedactionOptions(), **{**usual, **options})
    return found.summary, corpus.read(path / "frames.json")


def rows(path: Path) -> list[dict[str, str]]:
    with open(path / "dialogues.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def as_it_is(turn: TurnLabels) -> TurnLabels:
    return turn


def dancing(turn: TurnLabels) -> TurnLabels:
    return replace(turn, acts=(MarkedAct("dance"),))


def without_acts(turn: TurnLabels) -> TurnLabels:
    return replace(turn, acts=())


def test_people_and_how_to_reach_them_are_replaced(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        user, wizard, number = talked(study)
        study.sessions.answer(user, number, {"rating": 4, "comment": "call (514) 398-4455"})
        study.sessions.answer(wizard, number, {"fulfilled": False, "comment": "he was @kind_one"})
        summary, (dialogue,) = released(study, tmp_path / "out")
        everything = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir())
    for secret in (user.id, wizard.id, "jo@example.com", "398-4455"):
        assert secret not in everything
    assert dialogue.turns[2].text.startswith("August 10 to August 20. I'm EMAIL-")
    assert (dialogue.labels.user_survey_rating, dialogue.labels.wizard_survey_task_successful) == (4, False)
    (row,) = rows(tmp_path / "out")
    assert row["user_comment"].startswith("call PHONE-")
    assert row["wizard_comment"].startswith("he was HANDLE-")
    assert (row["user"], row["wizard"]) == (dialogue.user_id, dialogue.wizard_id)
    assert {kind: each.texts for kind, each in summary.replaced.items()} == {"email": 1, "phone": 1, "handle": 1}


def test_the_preview_shows_the_places_and_the_review_lists_them(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        user, _, number = talked(study)
        study.sessions.answer(user, number, {"rating": 4, "comment": "I'm @jo_doe"})
        places = preview(study, RedactionOptions())
        released(study, tmp_path / "out")
    assert [(each.talk, each.where, each.kind, each.found) for each in places] == [
        (number, "turn 2", "email", "jo@example.com"),
        (number, "user's comment", "handle", "@jo_doe"),
    ]
    assert places[0].around == LINES[2]
    with open(tmp_path / "study" / REVIEW, encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    assert [each["becomes"] for each in listed] == [each.becomes for each in places]
    assert [each["found"] for each in listed] == ["jo@example.com", "'@jo_doe"]  # no spreadsheet computes it


def test_nothing_that_was_exported_quotes_whoever_is_forgotten(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        user, wizard, number = talked(study)
        study.sessions.answer(user, number, {"rating": 4, "comment": "the zebra@example.com"})
        within, outside = tmp_path / "study" / "exports" / "first", tmp_path / "given away"
        for path, raw in ((outside, False), (within, True), (within, False)):
            released(study, path, raw=raw)
        (tmp_path / "study" / ".0123.part").mkdir()
        (tmp_path / "study" / ".0123.part" / "frames.json").write_text(user.id)
        dialogue = corpus.read(within / "frames.json")[0]
        assert study.access.erase(user.id) == ((number,), (str(outside),))
        kept = b"".join(path.read_bytes() for path in (tmp_path / "study").rglob("*") if path.is_file())
        for telling in ("zebra", "jo@example.com", LINES[1], user.id, dialogue.id, dialogue.user_id):
            assert telling.encode() not in kept
        assert study.access.erase(wizard.id).dialogues == ()
        assert user.id not in str(study.access.audit())
        assert isinstance(study.clock, Clock)
        study.clock.pass_(1)
        later, _, _ = talked(study)
        assert study.access.erase(later.id).elsewhere == (), "exports before they came"


def test_an_export_during_which_somebody_is_forgotten_is_taken_back(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "_PATIENCE", 0.2)  # who reads here doesn't go on meanwhile
    with collecting(tmp_path / "study", catalogue) as study:
        user, _, _ = talked(study)

        def told(done: int) -> None:
            study.access.erase(user.id)

        with pytest.raises(InputError, match="deleted while this was written: export again"):
            export(study, tmp_path / "out", RedactionOptions(), raw=False, force=False, told=told)
        assert not (tmp_path / "study" / REVIEW).exists()
        assert not (tmp_path / "out" / "frames.json").exists()
        talked(study)
        released(study, tmp_path / "out")


def test_pseudonyms_stay_the_same_from_export_to_export_and_differ_between_studies(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    with collecting(tmp_path / "one", catalogue) as study:
        talked(study)
        _, (first,) = released(study, tmp_path / "a")
        talked(study)
        _, (again, other) = released(study, tmp_path / "a")
    assert first == again
    assert {first.id, first.user_id, first.wizard_id}.isdisjoint({other.id, other.user_id, other.wizard_id})
    with collecting(tmp_path / "two", catalogue) as study:
        talked(study)
        _, (elsewhere,) = released(study, tmp_path / "b")
    assert elsewhere.id != first.id


def test_raw_replaces_nothing_and_says_so(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        user, wizard, _ = talked(study)
        summary, (dialogue,) = released(study, tmp_path / "out", raw=True)
    assert (dialogue.user_id, dialogue.wizard_id) == (user.id, wizard.id)
    assert dialogue.turns[2].text == LINES[2]
    assert summary.raw
    assert "Not for release" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert not (tmp_path / "study" / REVIEW).exists()


def test_only_what_was_ended_and_replied_to_is_released(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        talked(study)
        talked(study, "Hello?")
        user, _, _ = talked(study, end=False)
        study.matchmaking.leave(user)
        summary, dialogues = released(study, tmp_path / "out")
    assert (len(dialogues), summary.talks) == (1, 3)
    assert summary.left_out == {"left": 1, "without a reply": 1}
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert (
        "3 talks came to an end, 1 of them are here; left out were 1 (somebody went away), 1 (nobody replied)." in card
    )
    assert summary.comparison.conditions["human"]["finished"].mean == pytest.approx(2 / 3, abs=1e-4)


def test_there_is_nothing_to_export_at_first(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        talked(study, end=False)
        with pytest.raises(InputError, match="no dialogue with a reply has been ended"):
            released(study, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_adjudicators_labels_come_before_annotators_and_those_before_none(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        numbers = [talked(study)[2] for _ in range(4)]
        annotate(study, numbers[1], "annotator", without_acts)
        annotate(study, numbers[2], "annotator", as_it_is)
        annotate(study, numbers[2], "adjudicator", without_acts)
        annotate(study, numbers[3], "adjudicator", without_acts, done=False)
        summary, dialogues = released(study, tmp_path / "out")
    assert summary.labels == {"adjudicated": 1, "annotated": 1, "automatic": 2}
    assert [row["labels"] for row in rows(tmp_path / "out")] == ["automatic", "annotated", "adjudicated", "automatic"]
    assert [any(turn.acts for turn in dialogue.turns) for dialogue in dialogues] == [True, False, False, True]


def test_agreement_is_in_card_report_and_figures(tmp_path: Path, catalogue: Catalogue) -> None:
    pytest.importorskip("nltk")
    pytest.importorskip("nervaluate")
    with collecting(tmp_path / "study", catalogue) as study:
        number = talked(study)[2]
        for _ in range(2):
            annotate(study, number, "annotator", as_it_is)
        summary, _ = released(study, tmp_path / "out")
    assert summary.agreement
    assert (summary.agreement.dialogues, summary.agreement.turns, summary.agreement.acts) == (1, 4, 1)
    for name in ("README.md", "report.html"):
        assert "Agreement of two annotators over 1 dialogues" in (tmp_path / "out" / name).read_text(encoding="utf-8")


def without_acts_at_first(turn: TurnLabels) -> TurnLabels:
    return without_acts(turn) if turn.acts and turn.acts[0].name == "greeting" else turn


def test_a_turn_without_acts_by_both_annotators_stops_no_export(tmp_path: Path, catalogue: Catalogue) -> None:
    pytest.importorskip("nltk")
    with collecting(tmp_path / "study", catalogue) as study:
        number = talked(study)[2]
        for _ in range(2):
            annotate(study, number, "annotator", without_acts_at_first)
        summary, dialogues = released(study, tmp_path / "out")
    assert not dialogues[0].turns[0].acts
    assert summary.agreement
    assert (summary.agreement.acts, summary.agreement.acts_weighted) == (1, 1)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (InputError("agreement needs NLTK: pip install 'wayframe[collect]'"), "agreement needs NLTK"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
    ],
)
def test_where_agreement_cant_be_measured_the_dialogues_are_exported_without_it(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    def broken(annotations: AnnotationService) -> None:
        raise error

    monkeypatch.setattr(AnnotationService, "agreement", broken)
    with collecting(tmp_path / "study", catalogue) as study:
        talked(study)
        found = export(study, tmp_path / "out", RedactionOptions(), raw=False, force=False)
    assert (found.summary.dialogues, found.summary.agreement) == (1, None)
    assert found.unmeasured
    assert found.unmeasured.startswith(reason)


def test_labels_that_contradict_the_format_are_named_and_the_next_best_taken(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        talked(study)
        number = talked(study)[2]
        annotate(study, number, "annotator", dancing)
        found = export(study, tmp_path / "out", RedactionOptions(), raw=False, force=False)
    assert (found.summary.left_out, found.summary.labels) == ({}, {"automatic": 2})
    assert len(found.wrong) == 1
    assert "'dance' is not an act of the ontology" in found.wrong[0]
    assert found.wrong[0].startswith(f"talk {number}: annotated labels: ")


def test_a_search_that_no_corpus_can_hold_is_dropped_and_the_dialogue_kept(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    """The form took the year 16 once: a time before 1970, which the format has no way to write."""
    with collecting(tmp_path / "study", catalogue) as study:
        user, wizard, number = paired(study)
        study.sessions.say(user, number, "From Paris to Berlin on August 23")
        study.sessions.search(wizard, number, Query(or_city="Paris", start=date(16, 8, 23)))
        study.sessions.search(wizard, number, Query(or_city="Paris", start=date(2016, 8, 23)))
        study.sessions.say(wizard, number, "One moment")
        study.sessions.end(user, number)
        found = export(study, tmp_path / "out", RedactionOptions(), raw=False, force=False)
    (dialogue,) = corpus.read(tmp_path / "out" / "frames.json")
    assert [each.START_TIME for each in dialogue.turns[1].db.search] == ["1471910400000"]
    assert len(dialogue.turns[1].db.result) == 1
    assert not [each for each in problems(dialogue) if each.severity == "error"]
    assert (found.summary.left_out, found.wrong) == ({}, ())
    (dropped,) = found.dropped
    assert dropped.startswith(f"talk {number}, turn 1: a search: db.search[0].START_TIME: expected a time")


def test_a_study_asks_what_it_likes(tmp_path: Path, catalogue: Catalogue) -> None:
    asked = (
        SurveyQuestion("natural", "user", "How natural was it?"),
        SurveyQuestion("why", "wizard", "Why?", "text"),
        SurveyQuestion("mood", "wizard", "How was it?", "choice", ("good", "bad")),
    )
    with collecting(tmp_path / "study", catalogue, questions=asked) as study:
        user, wizard, number = talked(study)
        study.sessions.answer(user, number, {"rating": 5, "natural": 2, "comment": "=1+1"})
        study.sessions.answer(wizard, number, {"fulfilled": True, "why": "see www.example.org", "mood": "good"})
        released(study, tmp_path / "out")
    (row,) = rows(tmp_path / "out")
    assert (row["user_natural"], row["wizard_mood"], row["fulfilled"]) == ("2", "good", "yes")
    assert row["wizard_why"].startswith("see URL-")
    assert row["user_comment"] == "'=1+1"  # no spreadsheet computes it
    assert "| user\\_natural | How natural was it? |" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


def test_what_stands_in_a_row_and_in_the_tasks(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        user, wizard, number = talked(study, *LINES[:2], end=False)
        study.sessions.search(wizard, number, Query(or_city="Paris"))
        study.sessions.say(wizard, number, "One moment.")
        study.sessions.end(user, number)
        task = study.sessions.read(user, number).task
        _, (dialogue,) = released(study, tmp_path / "out")
    (row,) = rows(tmp_path / "out")
    assert (row["turns"], row["messages"], row["searches"], row["minutes"]) == ("2", "3", "1", "0.17")
    assert (row["condition"], row["language"], row["began"]) == ("human", "en", "2016-08-12T11:06:50Z")
    assert len(dialogue.turns[1].db.result[0]) == 10
    assert task
    tasks = json.loads((tmp_path / "out" / "tasks.json").read_text(encoding="utf-8"))
    assert tasks[dialogue.id]["text"] == task.text
    assert row["template"] == task.template


@pytest.fixture
def agents(tmp_path: Path, catalogue: Catalogue) -> Iterator[tuple[StudyCollection, AgentWizard]]:
    """A study in which everybody talks to the agent."""
    with collecting(tmp_path / "study", catalogue, conditions={"agent": 1.0}) as study:
        exchanges = Exchanges(study.study.database_url)
        yield study, AgentWizard(study.storage, exchanges, study.sessions, agent_over(catalogue), study.clock)
        exchanges.close()


def answered(study: StudyCollection, agent: AgentWizard, *lines: str) -> None:
    """A dialogue with the agent, which answers each line; what stands in one line after a slash is sent at once."""
    user = come(study, "user")
    number = study.matchmaking.available(user, "user").talk
    assert number
    for line in lines:
        for text in line.split("/"):
            study.sessions.say(user, number, text)
        agent.answer(number)
    study.sessions.end(user, number)


def test_the_agent_has_no_pseudonym(tmp_path: Path, agents: tuple[StudyCollection, AgentWizard]) -> None:
    study, agent = agents
    for _ in range(2):
        answered(study, agent, LINES[0])
    summary, dialogues = released(study, tmp_path / "out")
    assert [dialogue.wizard_id for dialogue in dialogues] == ["wayframe", "wayframe"]
    assert (summary.users, summary.wizards, summary.conditions) == (2, 0, {"agent": 2})


def test_the_agents_labels_are_its_own(tmp_path: Path, agents: tuple[StudyCollection, AgentWizard]) -> None:
    study, agent = agents
    answered(study, agent, "From Paris to Berlin, two adults, between August 10 and August 30", "jo@example.com")
    summary, (dialogue,) = released(study, tmp_path / "out")
    assert summary.labels == {"agent": 1}
    offers = [act for act in dialogue.turns[1].acts if act.name == "offer"]
    assert offers
    assert offers[0].id == 2
    assert len(dialogue.turns[1].db.search) == 1
    assert dialogue.turns[2].text.startswith("EMAIL-")
    times = [turn.timestamp for turn in dialogue.turns]
    assert times == sorted(times)


def test_where_the_agent_was_interrupted_its_turns_are_read(
    tmp_path: Path, agents: tuple[StudyCollection, AgentWizard]
) -> None:
    study, agent = agents
    answered(study, agent, "Hi/from Paris to Berlin", "Any time in August")
    summary, (dialogue,) = released(study, tmp_path / "out")
    assert summary.labels == {"automatic": 1}
    assert dialogue.turns[0].text == "Hi\nfrom Paris to Berlin"


def test_who_came_from_elsewhere_is_the_same_in_texts(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "study", catalogue) as study:
        user = study.access.enter("slack:T1:U22ABC123", "user", "en")
        wizard = come(study, "wizard")
        study.matchmaking.available(user, "user")
        number = study.matchmaking.available(wizard, "wizard").talk
        assert number
        study.sessions.say(user, number, "I am <@U22ABC123>")
        study.sessions.say(wizard, number, "Hello")
        study.sessions.end(user, number)
        _, (dialogue,) = released(study, tmp_path / "out")
    assert dialogue.turns[0].text == f"I am <@{dialogue.user_id}>"


def test_a_study_on_postgresql_stands_and_is_exported_like_others(tmp_path: Path, catalogue: Catalogue) -> None:
    with postgres.running() as url, collecting(tmp_path / "study", catalogue, url, database=url) as study:
        number = talked(study)[2]
        annotate(study, number, "annotator", as_it_is)
        talked(study, end=False)
        found = status(study)
        summary, dialogues = released(study, tmp_path / "out")
    assert (found.dialogues, found.people["user"], found.talking) == ({"ended": 1, "talking": 1}, 2, 1)
    assert [(each.kind, each.begun, each.done) for each in found.annotation] == [("annotator", 1, 1)]
    assert found.last_activity == "2016-08-12T11:08:00Z"
    assert (summary.labels, len(dialogues)) == ({"annotated": 1}, 1)
