"""Dialogue acts as meaning: what the user "says" here is the paper's own notation, one act a line."""

from pathlib import Path
from uuid import UUID

import pytest

from wayframe import corpus
from wayframe.agent import Agent, embedded_reader
from wayframe.conversation import Exchange
from wayframe.dialogue import Act, Frame
from wayframe.nlu import TurnContext
from wayframe.notation import parse
from wayframe.packages import Catalogue, facts
from wayframe.packages.source import TripsSource, lexicon
from wayframe.reader.acts import ActsReader
from wayframe.tracking import Lasting, RuleTracker
from wayframe.validation import problems

WISH = "inform(or_city=Montreal, str_date=August 10, end_date=September 20)"


class Notation:
    """Understands the paper's notation."""

    def understand(self, text: str, context: TurnContext) -> tuple[Act, ...]:
        return tuple(parse(line) for line in text.splitlines())


def over(catalogue: Catalogue, seed: int = 0) -> Agent:
    source = TripsSource(catalogue)
    tracker = Lasting(RuleTracker())
    return Agent(source, reader=ActsReader(Notation(), tracker, lexicon(catalogue), embedded_reader(source)), seed=seed)


class Talk:
    """A conversation with the agent."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.agent = over(catalogue)
        self.conversation = self.agent.open()

    def say(self, *acts: str) -> Exchange:
        exchange = self.agent.respond(self.conversation, "\n".join(acts))
        self.conversation = exchange.after
        return exchange

    @property
    def frames(self) -> tuple[Frame, ...]:
        return self.conversation.memory.frames


@pytest.fixture
def talk(catalogue: Catalogue) -> Talk:
    return Talk(catalogue)


def named(exchange: Exchange, name: str) -> list[Act]:
    return [act for act in exchange.wizard.acts if act.name == name]


def values(act: Act) -> dict[str, object]:
    return {a.key: a.value for a in act.slots}


def test_asks_for_dates_only_once(talk: Talk) -> None:
    talk.say("inform(dst_city=Paris, or_city=Montreal)")
    assert named(talk.say("inform(n_adults=2)"), "offer")


def test_offers_come_from_rows_of_the_turn_and_each_makes_a_frame(talk: Talk) -> None:
    exchange = talk.say(WISH, "inform(dst_city=Paris)")
    offers = named(exchange, "offer")
    rows = [str(facts(package)["price"]) for found in exchange.wizard.db.result for package in found]
    assert 1 <= len(offers) <= 3
    assert all(values(offer)["price"] in rows for offer in offers)
    assert [offer.id for offer in offers] == [frame.frame_id for frame in talk.frames[1:]]
    assert talk.conversation.memory.active_frame == 1


def test_names_the_cheapest(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    (told,) = named(talk.say("request_compare(price=cheapest)"), "inform")
    prices = {frame: package.price for frame, package in talk.conversation.offers.items()}
    assert told.refs("write")[0].frame == min(prices, key=prices.__getitem__)


def test_turning_to_an_offer_tells_more_of_it_and_proposes_to_book(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    exchange = talk.say("switch_frame(dst_city=Tokyo)")
    assert exchange.user.active_frame == 3
    assert values(named(exchange, "inform")[0])["dst_city"] == "Tokyo"
    assert values(named(exchange, "suggest")[0]) == {"action": "book"}


def test_books_the_active_offer_once_the_user_decides(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the first one)")
    booked = values(named(talk.say("inform(intent=book)"), "inform")[0])
    assert booked["action"] == "book"
    assert booked["name"] == talk.conversation.offers[2].hotel.name
    assert talk.frames[1].info["action"][0].val == "book"


def test_books_what_was_just_spoken_about(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    (told,) = named(talk.say("request_compare(price=cheapest)"), "inform")
    (booked,) = named(talk.say("inform(intent=book)"), "inform")
    assert booked.refs("write")[0].frame == told.refs("write")[0].frame


def test_says_so_when_it_did_not_understand(talk: Talk) -> None:
    assert named(talk.say(), "reject")


def test_alternatives_are_other_packages(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    before = list(talk.conversation.offers.values())
    talk.say("request_alts()")
    after = list(talk.conversation.offers.values())[len(before) :]
    assert after
    assert not [package for package in after if package in before]


def test_longer_is_longer_than_what_the_user_looks_at(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the last one)")
    looked = talk.conversation.offers[talk.conversation.memory.active_frame]
    exchange = talk.say("inform(min_duration=longer)")
    found = [package for found in exchange.wizard.db.result for package in found]
    assert found
    assert all(package.trip.duration_days > looked.trip.duration_days for package in found)


def test_no_and_back_to_another_option_asks_for_nothing_new(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    exchange = talk.say("negate()", "switch_frame(dst_city=Tokyo)", "request(price)")
    assert not named(exchange, "offer")
    assert exchange.wizard.db.search == ()


def test_no_after_booking_starts_no_search(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the first one)")
    talk.say("inform(intent=book)")
    exchange = talk.say("negate()")
    assert [act.name for act in exchange.wizard.acts] == ["suggest"]  # whether to cancel it again
    assert exchange.wizard.db.search == ()


def test_no_frame_ever_loses_a_value(talk: Talk) -> None:
    said = [
        (WISH, "inform(dst_city=New York, dst_city=Tokyo)"), ("request_compare(price)",),
        ("switch_frame(dst_city=Tokyo)",), ("inform(budget=$20)",), ("inform(seat=business)",),
        ("switch_frame(dst_city=New York)", "inform(intent=book)"),
    ]  # fmt: skip
    for acts in said:
        before = talk.frames
        talk.say(*acts)
        for old, new in zip(before, talk.frames, strict=False):
            kept = {slot: {v.val for v in held} for slot, held in old.info.items()}
            assert all(held <= {v.val for v in new.info.get(slot, ())} for slot, held in kept.items())


def test_a_conversation_is_a_value(catalogue: Catalogue) -> None:
    agent = over(catalogue)
    first = agent.respond(agent.open(), f"{WISH}\ninform(dst_city=Paris)").after
    once, again = (agent.respond(first, "request_alts()") for _ in range(2))
    assert once.wizard.acts == again.wizard.acts
    assert len(first.turns) == 2


def test_the_conversation_is_a_valid_frames_dialogue(talk: Talk, tmp_path: Path) -> None:
    for acts in ([WISH, "inform(dst_city=New York, dst_city=Tokyo)"], ["switch_frame(dst_city=Tokyo)"], ["affirm()"]):
        talk.say(*acts)
    dialogue = talk.conversation.dialogue(UUID(int=1))
    assert not [problem for problem in problems(dialogue) if problem.severity == "error"]
    corpus.write(tmp_path / "talk.json.gz", [dialogue])
    assert corpus.read(tmp_path / "talk.json.gz") == (dialogue,)


def test_same_seed_same_words(catalogue: Catalogue) -> None:
    agents = [over(catalogue, seed) for seed in (1, 1, 2)]
    assert len({agent.respond(agent.open(), "greeting()").wizard.text for agent in agents}) == 2


def test_days_count_from_the_catalogues_day(talk: Talk) -> None:
    talk.say("inform(dst_city=Paris, or_city=Montreal, str_date=tomorrow)")
    assert talk.frames[0].info["str_date"][0].val == "august 2"
