"""The agent on the engine, as faces use it: over any catalogue, from any saved conversation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from msgspec import UNSET, Raw
from msgspec.structs import replace

from assisting import agent_over, done, example, last, meaning, offered, talk
from wayframe import corpus
from wayframe.agent import Agent
from wayframe.conversation import Conversation
from wayframe.dialogue import LONGEST, Dialogue
from wayframe.errors import InputError
from wayframe.meaning.records import Constraint, Party, Text
from wayframe.packages import Catalogue
from wayframe.presentation.wishes import understood_line
from wayframe.validation import problems
from working import calls

ROME = "From Montreal to Rome, august 20 to september 10, two adults"
LAPTOPS = example("laptops.csv")
LINES = (ROME, "which is the cheapest?", "what about Paris?", "go back to the first one", "book it")


@pytest.fixture(scope="module")
def catalogue(world_path: Path) -> Iterator[Catalogue]:
    with Catalogue(world_path) as catalogue:
        yield catalogue


@pytest.fixture(scope="module")
def agent(catalogue: Catalogue) -> Agent:
    return agent_over(catalogue)


def saved(conversation: Conversation) -> Dialogue:
    return conversation.dialogue(UUID(int=1))


def without_meaning(dialogue: Dialogue) -> Dialogue:
    """A dialogue as an agent or a person saved it who kept no meaning."""
    turns = [replace(turn, labels=replace(turn.labels, meaning_json=UNSET)) for turn in dialogue.turns]
    return replace(dialogue, turns=tuple(turns))


def test_the_welcome_says_what_there_is(agent: Agent) -> None:
    assert "268 hotels in 109 destinations" in agent.welcome().world
    assert agent_over(LAPTOPS).welcome().world == "56 laptops, 6 brands; from laptops.csv"
    assert all(agent_over(LAPTOPS).welcome().examples)


def test_a_users_turn_keeps_what_it_means(agent: Agent) -> None:
    (exchange,) = talk(agent, ROME)
    assert {move.slot for move in meaning(exchange).all()} >= {"or_city", "dst_city", "str_date"}  # type: ignore[union-attr]


def test_the_conversation_is_a_valid_frames_dialogue(agent: Agent, tmp_path: Path) -> None:
    dialogue = saved(talk(agent, *LINES)[-1].after)
    assert [problem for problem in problems(dialogue) if problem.severity == "error"] == []
    corpus.write(tmp_path / "talk.json.gz", [dialogue])
    assert corpus.read(tmp_path / "talk.json.gz") == (dialogue,)


@pytest.mark.parametrize("lines", [LINES[:1], LINES[:3], LINES])
def test_a_saved_conversation_goes_on_as_if_it_had_never_stopped(catalogue: Catalogue, lines: tuple[str, ...]) -> None:
    held = talk(agent_over(catalogue), *lines)[-1].after
    other = agent_over(catalogue)
    resumed = other.resume(saved(held))[-1].after
    assert (resumed.offers, resumed.memory.frames) == (held.offers, held.memory.frames)
    pairs = ((agent_over(catalogue), held), (other, resumed))
    one, again = (agent.respond(where, "book the first one") for agent, where in pairs)
    assert (one.wizard.text, one.user.acts) == (again.wizard.text, again.user.acts)


def test_a_saved_conversation_over_a_table_goes_on() -> None:
    agent = agent_over(LAPTOPS)
    held = talk(agent, "a laptop with 16 GB under 1500", "the second one", "how heavy is it?")[-1].after
    dialogue = saved(held)
    agent.source.check(dialogue)
    resumed = agent_over(LAPTOPS).resume(dialogue)[-1].after
    assert resumed.offers == held.offers
    assert done(agent_over(LAPTOPS).respond(resumed, "book it"), "book")


@pytest.mark.parametrize("last_words", ["book the first one", "what about Paris?", "is there a gym?"])
def test_what_another_agent_saved_goes_on(catalogue: Catalogue, agent: Agent, last_words: str) -> None:
    old = agent_over(catalogue)
    conversation = old.open()
    for line in (ROME, "which one has the best rating?", "the second one"):
        conversation = old.respond(conversation, line).after
    resumed = agent.resume(saved(conversation))[-1].after
    exchange = agent.respond(resumed, last_words)
    assert exchange.wizard.text
    assert [frame.frame_id for frame in exchange.wizard.frames] == list(range(1, len(exchange.wizard.frames) + 1))
    assert exchange.wizard.frames[: len(conversation.memory.frames)] == conversation.memory.frames or (
        last_words != "what about Paris?"
    )
    if last_words.startswith("book"):
        hotels = [conversation.offers[frame].hotel.name for frame in sorted(conversation.offers)]
        assert [each["name"] for each in done(exchange, "book")] == hotels[:1]


def test_a_conversation_without_meanings_is_read_again(agent: Agent) -> None:
    held = talk(agent, *LINES[:4])[-1].after
    resumed = agent.resume(without_meaning(saved(held)))[-1].after
    hotel = held.offers[held.memory.active_frame].hotel.name
    assert [each["name"] for each in done(agent.respond(resumed, "book it"), "book")] == [hotel]


def test_a_meaning_that_is_none_is_said_to_be_none(agent: Agent) -> None:
    dialogue = saved(talk(agent, ROME)[-1].after)
    broken = replace(dialogue.turns[0].labels, meaning_json=Raw(b'{"type": "Meaning", "moves": 3}'))
    dialogue = replace(dialogue, turns=(replace(dialogue.turns[0], labels=broken), dialogue.turns[1]))
    assert [p.field for p in problems(dialogue) if p.severity == "error"] == ["labels.meaning"]
    with pytest.raises(InputError, match="meaning"):
        agent.source.check(dialogue)


def test_who_points_at_a_card_turns_to_it(agent: Agent) -> None:
    first = last(agent, ROME)
    frames = [act.id for act in first.wizard.acts if act.id is not None]
    exchange = agent.switch(first.after, frames[1])
    assert exchange.user.active_frame == frames[1]
    assert str(offered(first)[1]["name"]) in exchange.wizard.text
    with pytest.raises(InputError, match="frame"):
        agent.switch(first.after, 99)


def test_who_points_at_what_was_just_shown_looks_at_it_and_goes_back_to_what_came_before(agent: Agent) -> None:
    first = last(agent, ROME)
    name = offered(first)[1]["name"]
    frame = [act.id for act in first.wizard.acts if act.id is not None][1]
    assert agent.switch(first.after, frame).user.text == f"Let's take a look at {name}."
    later = agent.respond(first.after, "and what is there in Berlin?")
    assert agent.switch(later.after, frame).user.text == f"Let's go back to {name}."


def test_a_booking_is_changed_and_cancelled_by_hand(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    trip = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults and a child"
    booked = last(agent, trip, "book the cheapest").after
    (booking,) = agent.state(booked).standing
    asked = agent.change_booking(booked, booking.option.frame, "party", Constraint("is", (Party(3, 2),)))
    assert asked.user.text == "Change Jacaranda Residence, Berlin: for 3 adults and 2 children."
    assert asked.wizard.text.endswith("?")
    changed = agent.respond(asked.after, "Yes.").after
    (moved,) = agent.state(changed).standing
    assert moved.option.party == Party(3, 2)
    assert agent.state(agent.cancel(changed, moved.option.frame).after).standing == ()
    with pytest.raises(InputError, match="expected the one of a booking, found 1"):
        agent.cancel(changed, 1)


def test_a_wish_is_revised_and_dropped_by_hand_as_in_words(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    first = last(agent, "From Montreal to Tokyo or Berlin between August 23 and September 1, two adults and a child")
    berlin = agent.revise(first.after, "dst_city", [Constraint("is", (Text("Berlin"),))])
    assert berlin.user.text == "To Berlin."
    alone = agent.revise(berlin.after, "party", [Constraint("is", (Party(adults=2),))])
    dropped = agent.revise(alone.after, "str_date", [])
    assert dropped.user.text == "Never mind the departure."
    said = understood_line(agent.locale, dropped.wishes)
    assert said == "from Montreal · to Berlin · back by September 1 · for 2 adults"


def test_a_conversation_is_a_value(agent: Agent) -> None:
    first = last(agent, ROME).after
    once, again = (agent.respond(first, "anything cheaper?") for _ in range(2))
    assert once.wizard.acts == again.wizard.acts
    assert len(first.turns) == 2


def test_a_turn_that_is_taken_back_leaves_nothing(agent: Agent) -> None:
    first, booked = talk(agent, ROME, "book the first one")
    assert done(booked, "book")
    assert "Nothing" in agent.respond(first.after, "what have I booked?").wizard.text or not done(
        agent.respond(first.after, "what have I booked?"), "book"
    )


def test_each_turn_is_taken_in_once(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = agent_over(catalogue)
    taken, after = list[str](), Agent._after

    def counted(self: Agent, state: object, turns: Any, offers: object) -> object:
        taken.append(turns[-1].text)
        return after(self, state, turns, offers)  # type: ignore[arg-type]

    monkeypatch.setattr(Agent, "_after", counted)
    held = talk(agent, *LINES)
    assert len(taken) == len(held[-1].before.turns)


def test_what_a_price_for_others_was_asked_of_binds_no_later_search(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    exchange = last(agent, ROME, "what would the first one cost for four adults?", "what about Paris?")
    assert {each["dst_city"] for each in offered(exchange)} == {"Paris"}


def test_half_a_character_is_replaced_and_the_conversation_can_be_saved(agent: Agent, tmp_path: Path) -> None:
    after = agent.respond(agent.open(), "to Rome \ud83c please").after
    assert after.turns[0].text == "to Rome \ufffd please"
    corpus.write(tmp_path / "saved.json", [after.dialogue(UUID(int=0))])


@pytest.mark.long
@pytest.mark.parametrize("piece", ["x", "Tokyo ", "1,", "$", "two ", "<"])
def test_a_line_of_a_million_characters_costs_no_more_than_its_beginning(agent: Agent, piece: str) -> None:
    line, conversation = piece * (1_000_000 // len(piece)), agent.open()
    exchange = agent.respond(conversation, line)
    assert len(exchange.user.text) > LONGEST  # what was said is kept as it was
    beginning = calls(lambda: agent.respond(conversation, line[:LONGEST]))
    assert calls(lambda: agent.respond(conversation, line)) < 1.1 * beginning


def test_what_was_asked_is_asked_again_of_the_option_in_the_place_that_was_meant(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    first = last(agent, "from Montreal to Tokyo or Berlin for 2 adults")
    here, there = (each["dst_city"] for each in offered(first)[:2])
    asked_of, instead = talk(
        agent, first.user.text, "how much is the first one each?", f"That's {here}. I asked about {there}"
    )[1:]
    assert "each" in instead.wizard.text
    assert instead.wizard.text != asked_of.wizard.text
