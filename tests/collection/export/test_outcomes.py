"""What came of dialogues: tasks reached, conditions beside each other."""

from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from drawing import drawn
from wayframe.collection.export.outcomes import (
    MEASURES,
    ConditionComparison,
    ConditionFigure,
    DialogueOutcome,
    Measure,
    _tail,
    agreed,
    compare,
    reached,
)
from wayframe.collection.records import Condition
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Package, Ref, SearchLog, Turn, user_turn, wizard_turn
from wayframe.evaluation.figures import wilson
from wayframe.memory import Memory, update
from wayframe.packages import Catalogue, Query, facts, search_record
from wayframe.simulation import SimulationPlan, run
from wayframe.tasks import Aim, Goal, Task, draw

WANTED = Query(or_city="Paris", adults=2)


class Talk:
    """A dialogue as it goes on."""

    def __init__(self) -> None:
        self.memory, self.turns = Memory(), list[Turn]()

    def user(self, *acts: Act, active: int = 1) -> "Talk":
        self.memory = update(self.memory, "user", acts, active)
        self.turns.append(user_turn("…", 1, acts, self.memory.active_frame, self.memory.frames, ()))
        return self

    def wizard(self, *acts: Act, found: tuple[Package, ...] = ()) -> "Talk":
        self.memory = update(self.memory, "wizard", acts, self.memory.active_frame)
        db = SearchLog((search_record(WANTED, 1),), (found,)) if found else SearchLog()
        self.turns.append(wizard_turn("…", 1, acts, self.memory.active_frame, self.memory.frames, db))
        return self

    @property
    def dialogue(self) -> Dialogue:
        return Dialogue("d", "u", "w", DialogueLabels(), tuple(self.turns))


def offer(package: Package, number: int, *slots: str) -> Act:
    known = facts(package)
    return Act("offer", (*(Arg(slot, known[slot]) for slot in ("name", *slots)), Arg("id", number)))


def book(frame: int | None = None) -> Act:
    refs = (Arg("ref", (Ref(frame),)),) if frame else ()
    return Act("inform", (Arg("intent", "book"), *refs))


BOOKED = Act("inform", (Arg("action", "book"),))
WISH = Act("inform", (Arg("intent", "book"), Arg("or_city", "Paris")))


@pytest.fixture
def found(catalogue: Catalogue) -> tuple[Package, ...]:
    """Trips from Paris for two, of hotels that have different names."""
    packages = {package.hotel.name: package for package in catalogue.search(WANTED, 300)}
    return tuple(packages.values())


def task(query: Query, *, solvable: bool = True, alternative: Aim | None = None) -> Task:
    return Task("t", False, "…", "…", Goal(Aim(query), alternative=alternative), solvable)


def test_a_wish_to_book_is_no_decision(found: tuple[Package, ...]) -> None:
    talk = Talk().user(WISH).wizard(offer(found[0], 2), found=found)
    assert agreed(talk.dialogue) is None


def test_the_user_decides_on_what_the_wizard_has_seen(found: tuple[Package, ...]) -> None:
    talk = Talk().user(WISH).wizard(offer(found[0], 2, "price"), offer(found[1], 3, "price"), found=found)
    assert agreed(talk.user(book(3), active=3).dialogue) == (found[1],)


def test_the_last_decision_counts_unless_it_is_taken_back(found: tuple[Package, ...]) -> None:
    talk = Talk().user(WISH).wizard(offer(found[0], 2, "price"), offer(found[1], 3, "price"), found=found)
    talk.user(book(2), active=2).wizard(BOOKED).user(book(3), active=3).wizard(BOOKED)
    assert agreed(talk.dialogue) == (found[1],)
    talk.wizard(Act("inform", (Arg("action", "cancel"),)))
    assert agreed(talk.dialogue) == (found[0],)


def test_what_fits_the_task_reaches_it(catalogue: Catalogue, found: tuple[Package, ...]) -> None:
    talk = Talk().user(WISH).wizard(offer(found[0], 2, "price"), found=found).user(book(2), active=2)
    cheap = replace(WANTED, price_max=found[0].price + 1)
    assert reached(task(cheap), talk.dialogue, catalogue, sure=True) is True
    assert reached(task(replace(cheap, price_max=found[0].price - 1)), talk.dialogue, catalogue, sure=True) is False
    assert reached(task(replace(cheap, adults=3)), talk.dialogue, catalogue, sure=True) is False


def test_where_nothing_fits_the_alternative_counts(catalogue: Catalogue, found: tuple[Package, ...]) -> None:
    talk = Talk().user(WISH).wizard(offer(found[0], 2, "price"), found=found).user(book(2), active=2)
    unsolvable = task(replace(WANTED, price_max=1.0), solvable=False, alternative=Aim(WANTED))
    assert reached(unsolvable, talk.dialogue, catalogue, sure=True) is True


def test_agreeing_on_nothing_is_right_where_there_is_nothing(catalogue: Catalogue) -> None:
    talk = Talk().user(WISH).wizard(Act("no_result")).user(Act("goodbye"))
    nothing = task(replace(WANTED, price_max=1.0), solvable=False)
    assert reached(nothing, talk.dialogue, catalogue, sure=False) is True
    assert reached(task(WANTED), talk.dialogue, catalogue, sure=True) is False
    assert reached(task(WANTED), talk.dialogue, catalogue, sure=False) is None


def test_it_isnt_known_where_several_may_be_meant(catalogue: Catalogue, found: tuple[Package, ...]) -> None:
    """All trips of one hotel, of which some are too dear, and the wizard told only the hotel's name."""
    same = tuple(catalogue.search(replace(WANTED, hotel=found[0].hotel.name), 5))
    assert same[0].price < same[-1].price
    talk = Talk().user(WISH).wizard(offer(same[0], 2), found=same).user(book(2), active=2)
    assert reached(task(WANTED), talk.dialogue, catalogue, sure=True) is True
    assert reached(task(replace(WANTED, price_max=same[0].price)), talk.dialogue, catalogue, sure=True) is None


def test_it_isnt_known_where_the_wizard_has_seen_no_such_thing(
    catalogue: Catalogue, found: tuple[Package, ...]
) -> None:
    talk = Talk().user(WISH).wizard(offer(found[0], 2)).user(book(2), active=2).wizard(BOOKED)
    assert reached(task(WANTED), talk.dialogue, catalogue, sure=True) is None


def test_simulated_users_reach_what_they_say_they_reached(catalogue_path: Path, catalogue: Catalogue) -> None:
    for talked in run(SimulationPlan(str(catalogue_path), 12, seed=3, agent="meant")):
        its = draw(catalogue, talked.result.task, 3)
        if talked.result.success:
            assert reached(its, talked.meant, catalogue, sure=True) is True


def outcome(condition: Condition = "human", user: str = "ann", **known: object) -> DialogueOutcome:
    usual = {"finished": True, "rating": 4.0, "fulfilled": True, "reached": True, "turns": 10, "minutes": 5.0}
    return DialogueOutcome(**{"talk": 1, "condition": condition, "user": user, "searches": 3, **usual, **known})  # type: ignore[arg-type]


def mean(found: ConditionComparison, condition: Condition, measure: Measure) -> float | None:
    return found.conditions[condition][measure].mean


def test_means_and_shares_are_over_dialogues() -> None:
    found = compare(
        [
            outcome(user="ann", rating=5, turns=10, fulfilled=True),
            outcome(user="ann", rating=4, turns=20, fulfilled=False),
            outcome(user="bob", rating=None, turns=30, fulfilled=None),
            outcome("agent", "cid", rating=2, turns=8, fulfilled=None, reached=False),
        ]
    )
    assert (mean(found, "human", "rating"), mean(found, "human", "turns")) == (4.5, 20)
    assert mean(found, "human", "fulfilled") == 0.5
    rating, turns = found.conditions["human"]["rating"], found.conditions["human"]["turns"]
    assert (rating.dialogues, rating.users, turns.dialogues, turns.users) == (2, 1, 3, 2)
    assert found.conditions["agent"]["fulfilled"].dialogues == 0
    assert mean(found, "agent", "fulfilled") is None
    assert {each.difference for each in found.differences["rating"]} == {-2.5}
    assert found.differences["fulfilled"] == ()


def test_of_a_dialogue_that_nobody_ended_counts_only_that() -> None:
    found = compare([outcome(user="ann"), outcome(user="bob", finished=False, rating=1, turns=99)])
    assert mean(found, "human", "finished") == 0.5
    assert (mean(found, "human", "rating"), mean(found, "human", "turns")) == (4, 10)


def test_shares_of_people_who_talked_once_have_wilsons_interval_and_newcombes_difference() -> None:
    human = [outcome(user=f"u{n}", fulfilled=n < 48) for n in range(80)]
    assisted = [outcome("assisted", f"v{n}", fulfilled=n < 56) for n in range(70)]
    found = compare([*human, *assisted])
    assert found.conditions["human"]["fulfilled"].interval == wilson(48, 80)
    (difference,) = found.differences["fulfilled"]
    assert (difference.first, difference.second, difference.difference) == ("human", "assisted", 0.2)
    assert difference.interval == pytest.approx((0.0524, 0.3339), abs=2e-4)  # Newcombe 1998, table II, method 10


def test_what_is_always_so_is_not_taken_for_certain() -> None:
    found = compare([outcome(user=user) for user in "abc" for _ in range(4)])
    assert found.conditions["human"]["fulfilled"].mean == 1
    assert found.conditions["human"]["fulfilled"].interval == wilson(3, 3)


def test_means_bootstrap_whole_users() -> None:
    """Five users of whom one says 5 and the others 1, a hundred times each; of five drawn, how many say 5?

    None do with (4/5)^5 = 33 %, four with 0.6 %, all five with 0.03 %; a thousandth is cut off at each end.
    """
    found = compare([outcome(user=user, rating=5 if user == "a" else 1) for user in "abcde" for _ in range(100)])
    assert found.conditions["human"]["rating"].mean == 1.8
    assert found.conditions["human"]["rating"].interval == (1, 4.2)


@pytest.mark.parametrize(("users", "student"), [(5, 2.776), (10, 2.262), (30, 2.045), (10**6, 1.960)])
def test_tails_are_students(users: int, student: float) -> None:
    quantile = -NormalDist().inv_cdf(_tail(users)) / sqrt(users / (users - 1))
    assert quantile == pytest.approx(student, abs=0.05 if users < 10 else 0.01)


def test_who_is_in_both_conditions_is_compared_with_themselves() -> None:
    """Ratings of users go from 1 to 5, but each of them likes the agent less: by half a point or by one and a half.

    The mean of twenty such differences deviates by 0.5 / sqrt(20) = 0.11, and 2.15 times that is 0.24; of users who had
    nothing to do with one another it would be 1.
    """
    users = [(f"u{n}", float(1 + n % 5), 0.5 + n % 2) for n in range(20)]
    human = [outcome("human", user, rating=rating) for user, rating, _ in users]
    agent = [outcome("agent", user, rating=rating - less) for user, rating, less in users]
    (difference,) = compare([*human, *agent]).differences["rating"]
    assert difference.difference == -1
    assert difference.interval == pytest.approx((-1.24, -0.76), abs=0.04)


def test_what_doesnt_vary_has_no_interval_of_a_mean() -> None:
    found = compare([outcome(user=user) for user in "abcdef"])
    assert found.conditions["human"]["rating"] == ConditionFigure(6, 6, 4, None)


def test_few_users_give_no_interval_of_a_mean_and_wilsons_of_a_share() -> None:
    found = compare(
        [*[outcome(user=user, fulfilled=n > 1) for user in "abcd" for n in range(4)], outcome("agent", "b")]
    )
    assert found.conditions["human"]["rating"].interval is None
    assert found.differences["rating"][0].interval is None
    assert found.conditions["human"]["fulfilled"].interval == wilson(2, 4)


@settings(max_examples=drawn(8))
@given(
    st.lists(
        st.tuples(st.sampled_from(["human", "assisted", "agent"]), st.sampled_from("abcdefg"), st.integers(1, 5)),
        max_size=20,
    )
)
def test_intervals_hold_their_means_and_chance_is_the_same_each_time(rows: list[tuple[Condition, str, int]]) -> None:
    outcomes = [outcome(condition, user, rating=rating, fulfilled=rating > 2) for condition, user, rating in rows]
    found = compare(outcomes)
    assert found == compare(reversed(outcomes))
    for figures in found.conditions.values():
        assert set(figures) == set(MEASURES)
        for measure in ("rating", "fulfilled"):
            figure = figures[measure]
            if figure.interval and figure.mean is not None:
                assert figure.interval[0] - 1e-3 <= figure.mean <= figure.interval[1] + 1e-3
