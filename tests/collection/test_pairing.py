import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from drawing import drawn
from wayframe.collection.matchmaking import OLD_FACES, LobbyState, Role

PEOPLE = ("ann", "bob", "cem", "dora", "eve")
PATIENCE = 60.0


def pairs(lobby: LobbyState) -> list[tuple[str, str]]:
    return [talk.people for talk in lobby.talks]


def waiting(lobby: LobbyState) -> list[str]:
    return [each.who for each in lobby.waiting]


def test_a_user_and_a_wizard_are_paired_in_the_order_of_their_coming() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "user", 1)
    assert (lobby.place("ann"), lobby.place("bob"), lobby.place("cem")) == (1, 2, None)
    lobby = lobby.available("cem", "wizard", 2)
    assert pairs(lobby) == [("ann", "cem")]
    assert waiting(lobby) == ["bob"]


def test_two_of_a_kind_wait_and_nobody_talks_to_themselves() -> None:
    assert pairs(LobbyState().available("ann", "wizard", 0).available("bob", "wizard", 1)) == []
    assert pairs(LobbyState().available("ann", "either", 0).available("ann", "either", 1)) == []


def test_who_could_be_either_takes_turns() -> None:
    lobby = LobbyState().available("ann", "either", 0).available("bob", "either", 1)
    first = lobby.talks[0]
    lobby = lobby.ended(first.number, 2).available("ann", "either", 3).available("bob", "either", 4)
    assert pairs(lobby) == [(first.wizard, first.user)]


def test_new_faces_come_first() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 0)
    lobby = lobby.ended(1, 1).available("bob", "wizard", 2).available("cem", "wizard", 3)
    assert pairs(lobby.available("ann", "user", 4)) == [("ann", "cem")]
    assert pairs(lobby.gone("cem", 4).available("ann", "user", 5)) == [("ann", "bob")]


def test_old_faces_are_not_passed_over_for_ever() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 0).ended(1, 1)
    lobby = lobby.available("bob", "wizard", 2).available("cem", "wizard", 2 + OLD_FACES + 1)
    assert pairs(lobby.available("ann", "user", 200)) == [("ann", "bob")]


def test_who_changes_the_role_keeps_the_place() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "user", 1).available("ann", "either", 2)
    assert pairs(lobby) == [("bob", "ann")]


def test_who_is_left_waits_again_and_first_of_all() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 1).available("cem", "user", 2)
    lobby = lobby.gone("bob", 3)
    assert waiting(lobby) == ["ann", "cem"]
    assert pairs(lobby.available("dora", "wizard", 4)) == [("ann", "dora")]


def test_who_comes_back_in_time_goes_on_and_who_doesnt_is_gone() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 0).silent("bob", 10)
    assert lobby.talks[0].absent == {"bob": 10}
    assert pairs(lobby.heard("bob").passed(500, PATIENCE)) == [("ann", "bob")]
    assert pairs(lobby.passed(69, PATIENCE)) == [("ann", "bob")]
    assert waiting(lobby.passed(70, PATIENCE)) == ["ann"]


def test_who_is_absent_when_the_other_one_leaves_does_not_wait() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 0).silent("bob", 10).gone("ann", 20)
    assert (lobby.talks, lobby.waiting) == ((), ())  # nobody would hear of bob's absence again


def test_who_is_absent_on_both_sides_waits_for_nothing() -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 0).silent("bob", 10).silent("ann", 20)
    assert lobby.passed(75, PATIENCE) == LobbyState(met=lobby.met, played=lobby.played, last=1)


@pytest.mark.parametrize("number", [0, 7])
def test_what_is_no_talk_does_not_end(number: int) -> None:
    lobby = LobbyState().available("ann", "user", 0).available("bob", "wizard", 0)
    assert lobby.ended(number, 1) == lobby


class Study(RuleBasedStateMachine):
    """People come, go, fall silent, come back, change their minds; the lobby keeps its promises."""

    def __init__(self) -> None:
        super().__init__()
        self.lobby = LobbyState()
        self.now = 0.0
        self.wish: dict[str, Role] = {}
        self.silent: set[str] = set()

    people = st.sampled_from(PEOPLE)

    @rule(who=people, role=st.sampled_from(["user", "wizard", "either"]))
    def comes(self, who: str, role: Role) -> None:
        if not self.lobby.talk_of(who):
            self.wish[who] = role
        self.silent.discard(who)
        self.lobby = self.lobby.heard(who).available(who, role, self.now)

    @rule(who=people)
    def leaves(self, who: str) -> None:
        self.lobby = self.lobby.gone(who, self.now)
        assert not self.lobby.talk_of(who)
        assert self.lobby.place(who) is None

    @rule(who=people)
    def falls_silent(self, who: str) -> None:
        self.silent.add(who)
        self.lobby = self.lobby.silent(who, self.now)

    @rule(who=people)
    def is_heard(self, who: str) -> None:
        before = self.lobby.talk_of(who)
        self.silent.discard(who)
        self.lobby = self.lobby.heard(who)
        after = self.lobby.talk_of(who)
        assert (before and before.number) == (after and after.number)

    @precondition(lambda self: self.lobby.talks)
    @rule(which=st.integers(0, 10))
    def ends(self, which: int) -> None:
        talk = self.lobby.talks[which % len(self.lobby.talks)]
        self.lobby = self.lobby.ended(talk.number, self.now)
        assert not any(self.lobby.place(who) for who in talk.people)

    @rule(seconds=st.floats(0.1, 90))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds
        self.lobby = self.lobby.passed(self.now, PATIENCE)
        for talk in self.lobby.talks:
            assert all(self.now - since < PATIENCE for since in talk.absent.values())

    @invariant()
    def everybody_is_in_one_place_at_most(self) -> None:
        talking = [who for talk in self.lobby.talks for who in talk.people]
        everybody = [*talking, *waiting(self.lobby)]
        assert len(everybody) == len(set(everybody))

    @invariant()
    def nobody_waits_who_is_not_there(self) -> None:
        assert self.silent.isdisjoint(waiting(self.lobby))

    @invariant()
    def nobody_waits_who_could_talk(self) -> None:
        roles = [each.role for each in self.lobby.waiting]
        assert len(set(roles)) <= 1
        assert roles.count("either") <= 1

    @invariant()
    def everybody_does_what_they_wished(self) -> None:
        for talk in self.lobby.talks:
            assert self.wish[talk.user] in ("user", "either")
            assert self.wish[talk.wizard] in ("wizard", "either")

    @invariant()
    def the_queue_is_in_order(self) -> None:
        since = [each.since for each in self.lobby.waiting]
        assert since == sorted(since)


TestStudy = Study.TestCase
TestStudy.settings = settings(max_examples=drawn(60), stateful_step_count=40)
