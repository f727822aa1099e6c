import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from wayframe.agent import Agent, Show, unseen
from wayframe.catalogues import agent_over
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Dialogue, encode
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource

pytest.importorskip("sqlalchemy")

from wayframe.service import Conversations, NotFoundError, Storage
from wayframe.service.conversations import APOLOGY, MOST_EXCHANGES

FIRST = "From Montreal to Tokyo between August 23 and September 1, please"


@pytest.fixture
def agent(catalogue: Catalogue) -> Agent:
    return agent_over(catalogue)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    found = Storage(str(tmp_path / "talks.sqlite"))
    yield found
    found.close()


@pytest.fixture
def talks(storage: Storage, agent: Agent) -> Conversations:
    return Conversations(agent, storage, clock=lambda: 0)


def test_a_conversation_goes_on_where_it_was(talks: Conversations, agent: Agent) -> None:
    name = talks.open()
    first = talks.say(name, FIRST)
    second = talks.say(name, "and what about Berlin?")
    alone = agent.respond(agent.respond(agent.open(), FIRST).after, "and what about Berlin?")
    assert (first.number, second.number) == (1, 2)
    assert second.exchange.wizard.text == alone.wizard.text
    held = talks.read(name)
    assert held.conversation.memory == alone.after.memory
    assert held.conversation.offers == alone.after.offers
    assert [each.sentences for each in held.exchanges][-1] == alone.sentences


def test_ids_are_long_and_differ(talks: Conversations) -> None:
    names = {talks.open() for _ in range(10)}
    assert len(names) == 10
    assert min(map(len, names)) >= 22  # 128 bits


def test_the_same_key_gets_the_same_answer_once_more(talks: Conversations) -> None:
    name = talks.open()
    first, again = talks.say(name, FIRST, "k1"), talks.say(name, FIRST, "k1")
    assert (again.number, again.again, first.again) == (1, True, False)
    assert again.exchange.wizard == first.exchange.wizard
    assert len(talks.read(name).exchanges) == 1
    with pytest.raises(InputError, match="key 'k1': was another turn's"):
        talks.say(name, "something else", "k1")


def test_going_back_to_an_option_is_a_turn_of_the_users(talks: Conversations) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    talks.say(name, "and what about Berlin?")
    answered = talks.switch(name, 2)
    assert answered.exchange.user.text.startswith("Let's go back to ")
    assert answered.exchange.after.memory.active_frame == 2
    assert talks.read(name).conversation.memory.active_frame == 2
    with pytest.raises(InputError, match="frame: expected 1 to"):
        talks.switch(name, 99)


def test_a_revised_wish_is_a_turn_and_kept(talks: Conversations) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    assert talks.revise(name, "dst_city", []).exchange.user.text == "Never mind the destination."
    wishes = [{wish.slot: wish.constraint.op for wish in each.wishes} for each in talks.read(name).exchanges]
    assert [held["dst_city"] for held in wishes] == ["is", "any"]


def test_taken_back_the_last_exchange_never_was(talks: Conversations) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    before = talks.read(name)
    talks.say(name, "no, to Rome")
    assert talks.take_back(name).conversation.memory == before.conversation.memory
    assert talks.take_back(name).exchanges == ()
    assert talks.take_back(name).exchanges == ()


def test_exported_and_loaded_it_goes_on_as_if_nothing_had_happened(talks: Conversations) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    talks.say(name, "how much is the first one?")
    dialogue = talks.export(name)
    assert name not in encode(dialogue).decode()
    loaded = talks.load(dialogue)
    assert loaded != name
    one, other = talks.read(name), talks.read(loaded)
    assert other.conversation.offers == one.conversation.offers
    assert other.conversation.memory.frames == one.conversation.memory.frames
    assert [each.sentences for each in other.exchanges] == [each.sentences for each in one.exchanges]
    question = "does it have wifi?"
    replies = [talks.say(each, question).exchange.wizard.text for each in (name, loaded)]
    assert replies[0] == replies[1]


def test_what_nobody_could_have_said_is_not_loaded(talks: Conversations) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    dialogue = talks.export(name)
    user, wizard = dialogue.turns
    for turns, complaint in (((wizard, user), "turn 0"), ((user, user), "turn 1"), ((user,), "turn 0: expected a wiz")):
        with pytest.raises(InputError, match=complaint):
            talks.load(Dialogue(dialogue.id, "u", "w", dialogue.labels, turns))


def test_forgotten_is_gone(talks: Conversations, storage: Storage) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    talks.delete(name)
    assert storage.count() == 0
    for call in (talks.read, talks.delete, talks.take_back, talks.export):
        with pytest.raises(NotFoundError):
            call(name)
    with pytest.raises(NotFoundError):
        talks.say(name, "hello")


@pytest.mark.parametrize("text", ["", "  ", "x" * 4001])
def test_a_turn_has_a_size(talks: Conversations, text: str) -> None:
    name = talks.open()
    with pytest.raises(InputError, match="text: expected 1 to 4,000 characters"):
        talks.say(name, text)


def test_two_who_talk_at_once_are_both_heard(talks: Conversations) -> None:
    name = talks.open()
    people = [
        threading.Thread(target=lambda who=who: [talks.say(name, f"turn {who} {turn}: to Tokyo") for turn in range(4)])
        for who in range(3)
    ]
    for person in people:
        person.start()
    for person in people:
        person.join()
    texts = [each.user.text for each in talks.read(name).exchanges]
    assert sorted(texts) == sorted(f"turn {who} {turn}: to Tokyo" for who in range(3) for turn in range(4))
    assert [text for text in texts if text.startswith("turn 0")] == [f"turn 0 {turn}: to Tokyo" for turn in range(4)]


def test_a_database_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database at all, " * 100)
    with pytest.raises(InputError, match=r"notes\.txt"):
        Storage(str(tmp_path / "notes.txt"))
    with pytest.raises(InputError, match="expected a path or the URL"):
        Storage("nonsense://")


def test_an_exchange_is_taken_back_once(talks: Conversations) -> None:
    name = talks.open()
    talks.say(name, FIRST)
    talks.say(name, "how much is the first one?")
    assert len(talks.take_back(name, 2).exchanges) == 1
    assert len(talks.take_back(name, 2).exchanges) == 1


class Slow(Agent):
    """An agent that never gets to the end of some texts."""

    def respond(self, conversation: Conversation, text: str, show: Show = unseen) -> Exchange:
        while "forever" in text:
            pass
        return super().respond(conversation, text)


@pytest.mark.long
def test_a_turn_that_takes_too_long_gets_an_apology_and_changes_nothing(storage: Storage, catalogue: Catalogue) -> None:
    talks = Conversations(Slow(TripsSource(catalogue)), storage, turn_seconds=3)
    plain = Conversations(agent_over(catalogue), storage)
    name, other = talks.open(), plain.open()
    assert talks.say(name, "forever", "k0").exchange.wizard.text == APOLOGY
    talks.say(name, FIRST)
    slow, again = talks.say(name, "Forget it forever", "k"), talks.say(name, "Forget it forever", "k")
    assert (slow.number, slow.exchange.wizard.text) == (3, APOLOGY)
    assert (again.number, again.exchange.wizard.text, again.again) == (3, APOLOGY, True)
    last = talks.say(name, "which is cheaper?").exchange
    plain.say(other, FIRST)
    assert last.wizard.text == plain.say(other, "which is cheaper?").exchange.wizard.text
    assert [each.user.text for each in talks.read(name).exchanges][2] == "Forget it forever"
    assert talks.read(name).conversation == plain.read(other).conversation
    assert [turn.text for turn in talks.export(name).turns if turn.author == "user"] == [FIRST, "which is cheaper?"]
    assert len(talks.take_back(name).exchanges) == 3


def filled(talks: Conversations, count: int) -> Dialogue:
    """A saved conversation of so many exchanges, of which the first makes frames."""
    name = talks.open()
    for text in (FIRST, "thanks"):
        talks.say(name, text)
    saved = talks.export(name)
    return msgspec.structs.replace(saved, turns=saved.turns + saved.turns[-2:] * (count - 2))


def test_a_long_conversation_is_read_in_parts(talks: Conversations) -> None:
    name = talks.load(filled(talks, 30))
    part = talks.read(name, after=10, limit=5)
    assert (part.first, part.total, len(part.exchanges)) == (11, 30, 5)
    assert part.exchanges == talks.read(name).exchanges[10:15]
    assert part.conversation == talks.read(name).conversation
    last = talks.read_last(name, 3)
    assert (last.first, last.exchanges) == (28, talks.read(name).exchanges[27:])
    assert talks.read(name, after=40).exchanges == ()


def test_a_conversation_has_so_many_turns_and_no_more(talks: Conversations) -> None:
    name = talks.load(filled(talks, MOST_EXCHANGES))
    with pytest.raises(InputError, match="begin another one"):
        talks.say(name, "and another")
    with pytest.raises(InputError, match="expected at most 1,000, found 1,002"):
        talks.load(filled(talks, MOST_EXCHANGES + 1))
