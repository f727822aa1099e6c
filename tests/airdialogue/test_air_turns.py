import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from air_samples import action, base, intent, sample, written
from wayframe.airdialogue import competition
from wayframe.airdialogue.competition import PartialDialogue, parse, show, step
from wayframe.airdialogue.environment.game import PlayerReply, Side
from wayframe.airdialogue.records import Action
from wayframe.cli.air import app
from wayframe.errors import InputError

WORDS = st.text(st.characters(exclude_characters="|", exclude_categories=["Cs", "Cc"]), max_size=12).map(
    lambda text: " ".join(text.split())
)
ACTIONS = st.builds(
    lambda status, name, flights: action(status, *flights, name=name),
    st.sampled_from(["book", "no_flight"]),
    WORDS,
    st.lists(st.integers(1000, 1029), max_size=2),
)


def test_replies_of_both_sides() -> None:
    assert parse("Where to? |  |  | \n", "agent") == PlayerReply("Where to?")
    assert parse("Done. | Ida Moss | 1003 | book", "agent") == PlayerReply("Done.", action("book", 1003))
    assert parse("Sorry. | Ida Moss |  | no_flight", "agent") == PlayerReply("Sorry.", action("no_flight"))
    assert parse("To Oslo | or Bergen\n", "customer") == PlayerReply("To Oslo | or Bergen")


@pytest.mark.parametrize("line", ["Where to?", "a | b | c", "a | b | 1000 | book | more", "a | b | one | book"])
def test_what_no_agent_may_answer(line: str) -> None:
    with pytest.raises(InputError, match="expected"):
        parse(line, "agent")


@given(text=WORDS, act=st.none() | ACTIONS)
def test_what_is_shown_is_read_again(text: str, act: Action | None) -> None:
    assert parse(show(PlayerReply(text, act), "agent"), "agent") == PlayerReply(text, act)
    assert parse(show(PlayerReply(text), "customer"), "customer") == PlayerReply(text)


def test_a_bar_would_be_another_field() -> None:
    with pytest.raises(InputError, match="bar"):
        show(PlayerReply("a | b"), "agent")


def test_an_agents_action_ends_the_dialogue() -> None:
    begun = step(PartialDialogue(intent=intent()), "customer", PlayerReply("Hello.", action("book", 1000)))
    assert begun.action is None
    ended = step(begun, "agent", PlayerReply("Booked.", action("book", 1000)))
    assert ended.dialogue == ("customer: Hello.", "agent: Booked.")
    assert ended.action == action("book", 1000)
    assert step(ended, "customer", PlayerReply("Thanks.")) == ended


def test_states_are_kept_and_each_side_sees_its_own(tmp_path: Path) -> None:
    states = [PartialDialogue(intent=intent()), PartialDialogue(("agent: Hi.",), action("cancel"), intent())]
    path = tmp_path / "state.json"
    assert competition.write(path, states) == 2
    assert list(competition.read(path)) == states
    competition.write(path, states, "agent")
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0]) == {"dialogue": [], "action": {}}
    competition.write(path, states, "customer")
    assert list(competition.read(path)) == states


def test_no_flight_may_be_an_empty_string(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text('{"dialogue": [], "action": {"name": "Ida Moss", "flight": "", "status": "no_flight"}}')
    assert list(competition.read(path)) == [PartialDialogue(action=action("no_flight"))]


@pytest.mark.parametrize(
    ("replies", "message"),
    [
        ("Hi.\n", r"line 2: a reply is missing"),
        ("Hi.\nHi.\nHi.\n", r"line 3: no dialogue for this reply"),
        ("Hi. | | |\nHi.\n", r"line 2: expected utterance"),
    ],
)
def test_replies_that_do_not_fit(tmp_path: Path, replies: str, message: str) -> None:
    path = tmp_path / "replies.txt"
    path.write_text(replies, encoding="utf-8")
    side: Side = "agent" if "|" in replies else "customer"
    with pytest.raises(InputError, match=message):
        list(competition.steps([PartialDialogue(), PartialDialogue()], path, side))


def test_a_round_on_the_command_line(tmp_path: Path) -> None:
    def run(*arguments: object) -> dict[str, object]:
        result = CliRunner().invoke(app, [*map(str, arguments), "--json"])
        assert result.exit_code == 0, result.output
        found: dict[str, object] = json.loads(result.stdout)
        return found

    data, _ = written(tmp_path, (sample(), base()), (sample(), base()))
    first, second, third = (tmp_path / name for name in ("0.json", "1.json", "2.json"))
    shown, replies = tmp_path / "shown.json", tmp_path / "replies.txt"
    assert run("start", data, "-o", first, "--for-customer", shown) == {
        "output": str(first),
        "dialogues": 2,
        "ended": 0,
    }
    assert json.loads(shown.read_text(encoding="utf-8").splitlines()[0])["intent"]["goal"] == "book"
    replies.write_text("Hello.\nHi.\n", encoding="utf-8")
    run("step", first, replies, "--side", "customer", "-o", second, "--for-agent", shown)
    assert "intent" not in json.loads(shown.read_text(encoding="utf-8").splitlines()[0])
    replies.write_text("Wait. | | |\nSorry. | Ida Moss | | no_flight\n", encoding="utf-8")
    assert run("step", second, replies, "--side", "agent", "-o", third)["ended"] == 1
    assert [state.dialogue[-1] for state in competition.read(third)] == ["agent: Wait.", "agent: Sorry."]
