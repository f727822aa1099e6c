"""Whether a user got what the task asked for."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from wayframe.collection.export.outcomes import agreed, reached
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Package, Ref, SearchLog, Turn, user_turn, wizard_turn
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
