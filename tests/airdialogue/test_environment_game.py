import sys
from importlib import import_module

import pytest

from air_contexts import flight, intent
from wayframe.airdialogue import environment
from wayframe.airdialogue.environment.game import LENGTH, Game, GameContext, Player, PlayerReply, play
from wayframe.airdialogue.records import Action, KnowledgeBase
from wayframe.airdialogue.scoring.outcomes import RewardParts
from wayframe.errors import InputError


def about() -> GameContext:
    return GameContext(intent(), KnowledgeBase(kb=(flight(1000), flight(1001, price=400)), reservation=0))


class Echo:
    """Says what it hears."""

    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply(f"{heard}!")


class Hasty:
    """Books the first flight for Ann Lee."""

    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply("Done.", Action(flight=(1000,), name="Ann Lee", status="book"))


def test_a_conversation_goes_on_until_the_agent_acts() -> None:
    game = Game(about())
    players: tuple[Player, Player] = Echo(), Hasty()
    play(game, *players)
    assert game.turns == ["customer: !", "agent: Done."]
    assert game.over
    assert game.judged().parts.reward == 1


def test_it_ends_when_the_turns_are_used_up_and_is_worth_nothing() -> None:
    game = Game(about(), "agent", limit=5)
    play(game, Echo(), Echo())
    assert [turn.split(":")[0] for turn in game.turns] == ["agent", "customer", "agent", "customer", "agent"]
    assert game.judged().parts.reward == 0


def test_what_is_over_stays_over() -> None:
    game = Game(about(), "agent")
    game.play(Hasty().reply(""))
    with pytest.raises(InputError, match="customer: turn 1: the conversation is over"):
        game.play(PlayerReply("One moment!"))
    assert (game.turns, game.judged().parts.reward) == (["agent: Done."], 1)


def test_the_reward_is_the_one_of_the_paper() -> None:
    game = Game(about(), "agent")
    game.play(PlayerReply("", Action(flight=(), name="Lee Ann", status="no_flight")))
    assert game.judged().parts == RewardParts(0.2, 1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("hello", "expected a Reply"),
        (PlayerReply(5), "text: expected a string"),  # type: ignore[arg-type]
        (PlayerReply("x" * (LENGTH + 1)), "text: expected at most 2,000 characters"),
        (PlayerReply("", "book"), "action: expected an Action"),  # type: ignore[arg-type]
        (PlayerReply("", Action(flight=(), name="", status="abort")), "action.status: expected one of book"),
        (PlayerReply("", Action(flight=(), name="", status="book")), "action.flight: expected one flight"),
        (PlayerReply("", Action(flight=(1, 2), name="", status="book")), "action.flight: expected one flight"),
        (PlayerReply("", Action(flight=(1,), name="", status="cancel")), "action.flight: expected one flight"),
    ],
)
def test_what_is_no_legal_reply_is_named(reply: PlayerReply, problem: str) -> None:
    with pytest.raises(InputError, match=f"agent: turn 0: {problem}"):
        Game(about(), "agent").play(reply)


def test_customers_say_things_only() -> None:
    with pytest.raises(InputError, match="customer: turn 0: action: only the agent"):
        Game(about()).play(Hasty().reply(""))


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
def test_who_lacks_a_library_is_told_what_to_install(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for module in ("spaces", "single", "pair"):
        monkeypatch.delitem(sys.modules, f"{environment.__name__}.{module}", raising=False)
        monkeypatch.delattr(environment, module, raising=False)
    with pytest.raises(InputError, match=r"needs both: .*pip install .*\[env\]"):
        import_module(f"{environment.__name__}.pair")
