"""What both sides of a talk may do in it, and nobody else."""

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from studies import collecting, come, paired
from wayframe.collection.export.talks import collected
from wayframe.collection.records import ForbiddenError, Made
from wayframe.collection.study import Suggestions
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Query


def test_messages_stand_in_order_for_both(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        for who, text in ((user, "Hello"), (wizard, "Good morning"), (wizard, "Where to?"), (user, "Paris")):
            study.rooms.say(who, number, text)
        said = [(each.number, each.author, each.text) for each in study.rooms.read(wizard, number).messages]
        assert said == [
            (1, "user", "Hello"),
            (2, "wizard", "Good morning"),
            (3, "wizard", "Where to?"),
            (4, "user", "Paris"),
        ]
        assert [each.number for each in study.rooms.since(user, number, 2)] == [3, 4]


def test_what_is_sent_again_is_there_once(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        first = study.rooms.say(user, number, "Hello", "k1")
        assert study.rooms.say(user, number, "Hello", "k1") == first
        assert len(study.rooms.read(user, number).messages) == 1


def test_the_user_begins(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        _, wizard, number = paired(study)
        with pytest.raises(ForbiddenError, match="user begins"):
            study.rooms.say(wizard, number, "Hello?")


@pytest.mark.parametrize("text", ["", "  \n", "x" * 2001, "\x00"])
def test_a_message_has_words_and_not_too_many(tmp_path: Path, catalogue: Catalogue, text: str) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        with pytest.raises(InputError, match="text: expected 1 to 2,000"):
            study.rooms.say(user, number, text)


def test_others_see_nothing(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, number = paired(study)
        stranger = come(study, "either")
        for act in (
            lambda: study.rooms.read(stranger, number),
            lambda: study.rooms.say(stranger, number, "Hi"),
            lambda: study.rooms.since(stranger, number, 0),
            lambda: study.rooms.search(stranger, number, Query()),
            lambda: study.rooms.searches(stranger, number),
            lambda: study.rooms.end(stranger, number),
            lambda: study.rooms.answer(stranger, number, {"rating": 1}),
            lambda: study.rooms.amend(stranger, number, "k", "Hi"),
            lambda: study.rooms.read(user, number + 1),
            lambda: study.rooms.read(user, -1),
            lambda: study.rooms.read(user, 2**70),
        ):
            with pytest.raises(ForbiddenError, match="no such conversation"):
                act()


def test_the_task_is_the_users_until_the_end(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        task = study.rooms.read(user, number).task
        assert task
        assert study.rooms.read(wizard, number).task is None
        study.rooms.end(user, number)
        assert study.rooms.read(wizard, number).task == task


def test_searches_are_the_wizards_and_kept_with_what_they_showed(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.rooms.say(user, number, "To Paris, please")
        with pytest.raises(ForbiddenError):
            study.rooms.search(user, number, Query(dst_city="Paris"))
        found = study.rooms.search(wizard, number, Query(dst_city="Paris"))
        assert (found.number, found.after) == (1, 1)
        assert 1 <= len(found.results) <= 10
        assert [package.price for package in found.results] == sorted(package.price for package in found.results)
        assert study.rooms.searches(wizard, number) == (found,)
        with pytest.raises(ForbiddenError):
            study.rooms.searches(user, number)


@pytest.mark.parametrize(("share", "shown"), [(1.0, True), (0.0, False)])
def test_suggestions_come_as_often_as_the_study_says(
    tmp_path: Path, catalogue: Catalogue, share: float, shown: bool
) -> None:
    with collecting(tmp_path, catalogue, suggestions=Suggestions(share)) as study:
        user, wizard, number = paired(study)
        study.rooms.say(user, number, "For ten dollars")
        found = study.rooms.search(wizard, number, Query(dst_city="Paris", price_max=10.0))
        assert (found.results, found.drawn, bool(found.suggestions)) == ((), shown, shown)


def test_searching_again_draws_no_other_suggestions(tmp_path: Path, catalogue: Catalogue) -> None:
    """Neither the same search nor almost the same one is a second chance, until the user says more."""
    impossible = [Query(dst_city="Paris", price_max=price) for price in (10.0, 10.0, 11.0, 12.0, 10.0)]
    with collecting(tmp_path, catalogue, suggestions=Suggestions(0.5)) as study:
        told = list[bool]()
        for _ in range(12):
            user, wizard, number = paired(study)
            study.rooms.say(user, number, "For ten dollars")
            found = [study.rooms.search(wizard, number, query) for query in impossible]
            study.rooms.say(wizard, number, "One moment, please")
            found.append(study.rooms.search(wizard, number, Query(dst_city="Paris", price_max=13.0)))
            assert len({bool(each.suggestions) for each in found}) == 1
            assert found[0].suggestions == found[1].suggestions == found[4].suggestions
            study.rooms.say(user, number, "Or twelve?")
            again = study.rooms.search(wizard, number, impossible[0])
            assert (again.drawn, again.suggestions) == (found[0].drawn, found[0].suggestions)
            told += [found[0].drawn, study.rooms.search(wizard, number, Query(dst_city="Paris", price_max=14.0)).drawn]
        assert 4 < sum(told) < 20
        assert any(before is not after for before, after in zip(told[::2], told[1::2], strict=True))
        assert [each.number for each in study.rooms.searches(wizard, number)] == list(range(1, 9))


def test_what_is_over_stays_as_it_is(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.rooms.say(user, number, "Bye", "k")
        study.rooms.end(user, number)
        study.rooms.end(wizard, number)
        for act in (lambda: study.rooms.say(user, number, "Oh"), lambda: study.rooms.search(wizard, number, Query())):
            with pytest.raises(ForbiddenError, match="has ended"):
                act()
        assert study.rooms.amend(user, number, "k", "Good bye") is None
        room = study.rooms.read(user, number)
        assert (room.over, room.how, room.partner) == (True, "ended", None)


def test_the_last_message_may_be_mended_by_its_author(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.rooms.say(user, number, "To Pariss", "k")
        mended = study.rooms.amend(user, number, "k", "To Paris")
        assert mended
        assert (mended.number, mended.text, mended.edited) == (1, "To Paris", True)
        assert study.rooms.amend(wizard, number, "k", "To Rome") is None
        study.rooms.say(wizard, number, "Fine")
        assert study.rooms.amend(user, number, "k", "To Rome") is None


def test_both_answer_the_survey_in_the_end(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        with pytest.raises(ForbiddenError, match="hasn't ended"):
            study.rooms.answer(user, number, {"rating": 5})
        study.rooms.end(user, number)
        assert (study.hall.standing(user).state, study.hall.standing(user).side) == ("survey", "user")
        study.rooms.answer(user, number, {"rating": 4, "comment": " Kind. "})
        study.rooms.answer(wizard, number, {"fulfilled": True})
        assert {study.hall.standing(who).state for who in (user, wizard)} == {"idle"}
        with pytest.raises(InputError, match="Your first answers are kept"):
            study.rooms.answer(user, number, {"rating": 1, "comment": "from a second tab"})
        (talk,) = collected(study.storage)
        assert talk.answers["user"] == {"rating": 4, "comment": "Kind."}
        study.rooms.answer(user, number, {"rating": 5, "comment": "Kind."}, anew=True)
        (talk,) = collected(study.storage)
        assert talk.rating == 5
        for who, answers in ((user, {"rating": 6}), (user, {}), (wizard, {"fulfilled": 1}), (wizard, {"rating": 5})):
            with pytest.raises(InputError):
                study.rooms.answer(who, number, answers)  # type: ignore[arg-type]  # each is a survey's answers


def test_how_a_wizards_message_came_about(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        with pytest.raises(ForbiddenError):
            study.rooms.say(user, number, "Hi", made=Made("taken", "Hi"))
        study.rooms.say(user, number, "Hi")
        made = Made("changed", "Where to?")
        assert study.rooms.say(wizard, number, "Where to, then?", made=made).made == made
        assert study.rooms.read(wizard, number).messages[1].made == made
        assert study.rooms.read(user, number).messages[1].made is None  # that is not theirs to know
        assert (study.rooms.read(wizard, number).arm, study.rooms.read(user, number).arm) == ("human", None)


def test_who_listens_is_told(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        rung = list[str]()
        stop = study.storage.bell.hear(rung.append)
        user, wizard, number = paired(study)
        assert f"person/{user.id}" in rung
        assert f"person/{wizard.id}" in rung
        rung.clear()
        study.rooms.say(user, number, "Hello")
        assert rung == [f"talk/{number}"]
        stop()
        study.rooms.say(user, number, "Hello?")
        assert rung == [f"talk/{number}"]
