"""What both sides of a talk may do in it, and nobody else."""

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from studies import collecting, come, of_trips, paired
from wayframe.collection.export.release import collected
from wayframe.collection.records import ActionOrigin, ForbiddenError
from wayframe.collection.study import SuggestionSettings
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Query


def test_messages_stand_in_order_for_both(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        for who, text in ((user, "Hello"), (wizard, "Good morning"), (wizard, "Where to?"), (user, "Paris")):
            study.sessions.say(who, number, text)
        said = [(each.number, each.author, each.text) for each in study.sessions.read(wizard, number).messages]
        assert said == [
            (1, "user", "Hello"),
            (2, "wizard", "Good morning"),
            (3, "wizard", "Where to?"),
            (4, "user", "Paris"),
        ]
        assert [each.number for each in study.sessions.since(user, number, 2)] == [3, 4]


def test_what_is_sent_again_is_there_once(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        first = study.sessions.say(user, number, "Hello", "k1")
        assert study.sessions.say(user, number, "Hello", "k1") == first
        assert len(study.sessions.read(user, number).messages) == 1


def test_the_user_begins(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        _, wizard, number = paired(study)
        with pytest.raises(ForbiddenError, match="user begins"):
            study.sessions.say(wizard, number, "Hello?")


@pytest.mark.parametrize("text", ["", "  \n", "x" * 2001, "\x00"])
def test_a_message_has_words_and_not_too_many(tmp_path: Path, catalogue: Catalogue, text: str) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        with pytest.raises(InputError, match="text: expected 1 to 2,000"):
            study.sessions.say(user, number, text)


def test_others_see_nothing(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        stranger = come(study, "either")
        for act in (
            lambda: study.sessions.read(stranger, number),
            lambda: study.sessions.say(stranger, number, "Hi"),
            lambda: study.sessions.since(stranger, number, 0),
            lambda: study.sessions.search(stranger, number, Query()),
            lambda: study.sessions.searches(stranger, number),
            lambda: study.sessions.end(stranger, number),
            lambda: study.sessions.answer(stranger, number, {"rating": 1}),
            lambda: study.sessions.amend(stranger, number, "k", "Hi"),
            lambda: study.sessions.read(user, number + 1),
            lambda: study.sessions.read(user, -1),
            lambda: study.sessions.read(user, 2**70),
        ):
            with pytest.raises(ForbiddenError, match="no such conversation"):
                act()


def test_the_task_is_the_users_until_the_end(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        task = study.sessions.read(user, number).task
        assert task
        assert study.sessions.read(wizard, number).task is None
        study.sessions.end(user, number)
        assert study.sessions.read(wizard, number).task == task


def test_searches_are_the_wizards_and_kept_with_what_they_showed(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.sessions.say(user, number, "To Paris, please")
        with pytest.raises(ForbiddenError):
            study.sessions.search(user, number, Query(dst_city="Paris"))
        found = of_trips(study.sessions.search(wizard, number, Query(dst_city="Paris")))
        assert (found.number, found.after) == (1, 1)
        assert 1 <= len(found.results) <= 10
        assert [package.price for package in found.results] == sorted(package.price for package in found.results)
        assert study.sessions.searches(wizard, number) == (found,)
        with pytest.raises(ForbiddenError):
            study.sessions.searches(user, number)


@pytest.mark.parametrize(("share", "shown"), [(1.0, True), (0.0, False)])
def test_suggestions_come_as_often_as_the_study_says(
    tmp_path: Path, catalogue: Catalogue, share: float, shown: bool
) -> None:
    with collecting(tmp_path, catalogue, suggestions=SuggestionSettings(share)) as study:
        user, wizard, number = paired(study)
        study.sessions.say(user, number, "For ten dollars")
        found = study.sessions.search(wizard, number, Query(dst_city="Paris", price_max=10.0))
        assert (found.results, found.drawn, bool(found.suggestions)) == ((), shown, shown)


def test_searching_again_draws_no_other_suggestions(tmp_path: Path, catalogue: Catalogue) -> None:
    """Neither the same search nor almost the same one is a second chance, until the user says more."""
    impossible = [Query(dst_city="Paris", price_max=price) for price in (10.0, 10.0, 11.0, 12.0, 10.0)]
    with collecting(tmp_path, catalogue, suggestions=SuggestionSettings(0.5)) as study:
        told = list[bool]()
        for _ in range(12):
            user, wizard, number = paired(study)
            study.sessions.say(user, number, "For ten dollars")
            found = [study.sessions.search(wizard, number, query) for query in impossible]
            study.sessions.say(wizard, number, "One moment, please")
            found.append(study.sessions.search(wizard, number, Query(dst_city="Paris", price_max=13.0)))
            assert len({bool(each.suggestions) for each in found}) == 1
            assert found[0].suggestions == found[1].suggestions == found[4].suggestions
            study.sessions.say(user, number, "Or twelve?")
            again = study.sessions.search(wizard, number, impossible[0])
            assert (again.drawn, again.suggestions) == (found[0].drawn, found[0].suggestions)
            told += [
                found[0].drawn,
                study.sessions.search(wizard, number, Query(dst_city="Paris", price_max=14.0)).drawn,
            ]
        assert 4 < sum(told) < 20
        assert any(before is not after for before, after in zip(told[::2], told[1::2], strict=True))
        assert [each.number for each in study.sessions.searches(wizard, number)] == list(range(1, 9))


def test_what_is_over_stays_as_it_is(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.sessions.say(user, number, "Bye", "k")
        study.sessions.end(user, number)
        study.sessions.end(wizard, number)
        for act in (
            lambda: study.sessions.say(user, number, "Oh"),
            lambda: study.sessions.search(wizard, number, Query()),
        ):
            with pytest.raises(ForbiddenError, match="has ended"):
                act()
        assert study.sessions.amend(user, number, "k", "Good bye") is None
        session = study.sessions.read(user, number)
        assert (session.over, session.how, session.partner) == (True, "ended", None)


def test_the_last_message_may_be_mended_by_its_author(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.sessions.say(user, number, "To Pariss", "k")
        mended = study.sessions.amend(user, number, "k", "To Paris")
        assert mended
        assert (mended.number, mended.text, mended.edited) == (1, "To Paris", True)
        assert study.sessions.amend(wizard, number, "k", "To Rome") is None
        study.sessions.say(wizard, number, "Fine")
        assert study.sessions.amend(user, number, "k", "To Rome") is None


def test_both_answer_the_survey_in_the_end(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        with pytest.raises(ForbiddenError, match="hasn't ended"):
            study.sessions.answer(user, number, {"rating": 5})
        study.sessions.end(user, number)
        assert (study.matchmaking.standing(user).state, study.matchmaking.standing(user).side) == ("survey", "user")
        study.sessions.answer(user, number, {"rating": 4, "comment": " Kind. "})
        study.sessions.answer(wizard, number, {"fulfilled": True})
        assert {study.matchmaking.standing(who).state for who in (user, wizard)} == {"idle"}
        with pytest.raises(InputError, match="Your first answers are kept"):
            study.sessions.answer(user, number, {"rating": 1, "comment": "from a second tab"})
        (talk,) = collected(study.storage)
        assert talk.answers["user"] == {"rating": 4, "comment": "Kind."}
        study.sessions.answer(user, number, {"rating": 5, "comment": "Kind."}, anew=True)
        (talk,) = collected(study.storage)
        assert talk.rating == 5
        for who, answers in ((user, {"rating": 6}), (user, {}), (wizard, {"fulfilled": 1}), (wizard, {"rating": 5})):
            with pytest.raises(InputError):
                study.sessions.answer(who, number, answers)  # type: ignore[arg-type]  # each is a survey's answers


def test_how_a_wizards_message_came_about(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        with pytest.raises(ForbiddenError):
            study.sessions.say(user, number, "Hi", made=ActionOrigin("taken", "Hi"))
        study.sessions.say(user, number, "Hi")
        made = ActionOrigin("changed", "Where to?")
        assert study.sessions.say(wizard, number, "Where to, then?", made=made).made == made
        assert study.sessions.read(wizard, number).messages[1].made == made
        assert study.sessions.read(user, number).messages[1].made is None  # that is not theirs to know
        assert (study.sessions.read(wizard, number).condition, study.sessions.read(user, number).condition) == (
            "human",
            None,
        )


def test_who_listens_is_told(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        published = list[str]()
        stop = study.storage.event_bus.subscribe(published.append)
        user, wizard, number = paired(study)
        assert f"person/{user.id}" in published
        assert f"person/{wizard.id}" in published
        published.clear()
        study.sessions.say(user, number, "Hello")
        assert published == [f"talk/{number}"]
        stop()
        study.sessions.say(user, number, "Hello?")
        assert published == [f"talk/{number}"]
