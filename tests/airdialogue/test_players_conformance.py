import pytest

import air_players
from air_commands import figures, said
from wayframe.airdialogue.environment.game import Side
from wayframe.airdialogue.players.agent import ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.registry import CHECKS, Make, conformance, maker
from wayframe.airdialogue.players.wording import parse_noise
from wayframe.errors import InputError


def failed(make: Make, side: Side = "agent") -> dict[str, str]:
    return {check: problem for check, problem in conformance(make, side) if problem}


def test_scripted_players_pass() -> None:
    assert not failed(ScriptedAgent)
    assert not failed(ScriptedCustomer, "customer")


def test_players_of_others_pass() -> None:
    assert not failed(air_players.Politely)
    assert not failed(air_players.Insistent, "customer")


@pytest.mark.parametrize(
    ("make", "check", "problem"),
    [
        (air_players.Endless, "ends", "no action after 40 turns"),
        (air_players.Erratic, "deterministic", "reply 0: PlayerReply"),
        (air_players.Crashing, "answers", "IndexError"),
        (air_players.Illegal, "legal", "expected one flight"),
        (air_players.Voiceless, "answers", "expected a Reply, found None"),
        (air_players.Remembering, "deterministic", "reply 0"),
        (air_players.Peeking, "no peeking", "reply 0"),
    ],
)
def test_what_breaks_a_rule_is_named(make: Make, check: str, problem: str) -> None:
    assert problem in failed(make)[check]


def test_a_player_of_the_wrong_side_or_none_at_all() -> None:
    with pytest.raises(InputError, match="plays the agent, expected a player for the customer"):
        maker("air_players:Politely", "customer")
    with pytest.raises(InputError, match="can't be imported"):
        maker("air_players:Nobody", "agent")
    with pytest.raises(InputError, match="expected a class with side"):
        maker("json:dumps", "agent")
    with pytest.raises(InputError, match="expected scripted"):
        maker("nobody", "agent")
    with pytest.raises(InputError, match="noise is for the scripted customer"):
        maker("air_players:Insistent", "customer", parse_noise("0.1"))


def test_the_command_says_what_passed() -> None:
    found = figures("check", "air_players:Politely")
    assert (found["player"], found["side"], found["passed"]) == ("air_players:Politely", "agent", True)
    assert list(found["checks"]) == list(CHECKS)


def test_the_command_fails_for_a_player_that_does() -> None:
    assert "failed  ends: context 0: no action after 40 turns" in said("check", "air_players:Endless", code=1)
