"""The loop, driven by acts: what the user "says" here is the paper's own notation, one act a line."""

import math
from pathlib import Path
from uuid import UUID

import pytest

from wayframe import corpus
from wayframe.agent import Agent, Exchange
from wayframe.dialogue import Act, Frame
from wayframe.nlu import Context
from wayframe.notation import parse
from wayframe.packages import Catalogue, facts
from wayframe.policy import TravelPolicy
from wayframe.policy.surface import surface
from wayframe.validation import problems

WISH = "inform(or_city=Montreal, str_date=August 10, end_date=September 20)"


class Notation:
    """Understands the paper's notation."""

    def understand(self, text: str, context: Context) -> tuple[Act, ...]:
        return tuple(parse(line) for line in text.splitlines())


class Talk:
    """A conversation with the agent."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.agent = Agent(catalogue, nlu=Notation())
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


def test_asks_for_what_a_search_needs_one_question_at_a_time(talk: Talk) -> None:
    said = ("greeting()", "inform(dst_city=Paris)", "inform(or_city=Montreal)", "inform(str_date=August 10)")
    requests = [named(talk.say(acts), "request") for acts in said]
    asked = [[a.key for a in request.slots] for (request,) in requests]
    assert asked == [["dst_city"], ["or_city"], ["str_date", "end_date"], ["n_adults"]]
    assert named(talk.say("inform(n_adults=2)"), "offer")


def test_asks_again_for_a_party_that_it_cannot_count(talk: Talk) -> None:
    (request,) = named(talk.say(WISH, "inform(dst_city=Paris, n_adults=the whole choir)"), "request")
    assert [a.key for a in request.slots] == ["n_adults"]
    assert named(talk.say("inform(n_adults=3)"), "offer")


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


def test_several_cities_are_searched_and_offered_each(talk: Talk) -> None:
    exchange = talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo, dst_city=Paris)")
    searched = [search.DESTINATION_CITY for search in exchange.wizard.db.search]
    assert searched == ["New York", "Tokyo", "Paris"]
    assert [values(offer)["dst_city"] for offer in named(exchange, "offer")] == searched


def test_compares_what_was_offered(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    told = named(talk.say("request_compare(price, category, wifi)"), "inform")
    assert [act.refs("write")[0].frame for act in told] == [2, 3]
    assert all(values(act).keys() == {"price", "category", "wifi"} for act in told)


def test_names_the_cheapest(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    (told,) = named(talk.say("request_compare(price=cheapest)"), "inform")
    prices = {frame: package.price for frame, package in talk.conversation.offers.items()}
    assert told.refs("write")[0].frame == min(prices, key=prices.__getitem__)


def test_compares_all_by_what_is_asked_beside_the_cheapest(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    told = named(talk.say("request_compare(price=cheapest, breakfast)"), "inform")
    assert [sorted(values(act)) for act in told] == [["breakfast", "price"]] * 2


def test_turning_to_an_offer_tells_more_of_it_and_proposes_to_book(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    exchange = talk.say("switch_frame(dst_city=Tokyo)")
    assert exchange.user.active_frame == 3
    assert values(named(exchange, "inform")[0])["dst_city"] == "Tokyo"
    assert values(named(exchange, "suggest")[0]) == {"action": "book"}


def test_answers_about_an_offer_of_many_turns_ago(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    first = talk.conversation.offers[2]
    talk.say("inform(dst_city=Paris)")
    talk.say("request_alts()")
    exchange = talk.say(f"switch_frame(name={first.hotel.name})", "request(breakfast)")
    assert exchange.user.active_frame == 2
    assert values(named(exchange, "inform")[0]) == {"breakfast": facts(first)["breakfast"]}


def test_says_yes_or_no_and_what_it_is_instead(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    exchange = talk.say("switch_frame(ref_anaphora=the first one)", "request(seat=first class by rocket)")
    assert named(exchange, "negate")
    assert values(named(exchange, "inform")[0]) == {"seat": facts(talk.conversation.offers[2])["seat"]}


def test_suggests_what_would_fit_if_something_gave_way(talk: Talk) -> None:
    exchange = talk.say(WISH, "inform(dst_city=Tokyo, budget=$20)")
    (nothing,) = named(exchange, "no_result")
    assert {"dst_city": "Tokyo", "budget": "$20"}.items() <= {
        a.key: a.value for a in nothing.refs()[0].annotations
    }.items()
    ways, packages = named(exchange, "suggest")[::2], named(exchange, "suggest")[1::2]
    for way, package in zip(ways, packages, strict=True):
        told = facts(talk.conversation.offers[package.id or 0])
        assert all(a.value == surface(a.key, told[a.key]) for a in way.slots)
    assert {"budget": "$20"} in [{a.key: a.value for ref in way.refs() for a in ref.annotations} for way in ways]
    assert all(package.id in talk.conversation.offers for package in packages)


def test_books_the_active_offer_once_the_user_decides(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the first one)")
    booked = values(named(talk.say("inform(intent=book)"), "inform")[0])
    assert booked["action"] == "book"
    assert booked["name"] == talk.conversation.offers[2].hotel.name
    assert talk.frames[1].info["action"][0].val == "book"


def test_confirms_a_city_that_is_only_likely_meant(talk: Talk) -> None:
    (asked,) = named(talk.say(WISH, "inform(dst_city=Paulo)"), "confirm")
    assert values(asked) == {"dst_city": "Sao Paulo"}
    assert not named(talk.say("affirm()"), "confirm")
    assert talk.conversation.turns[-1].db.search[0].DESTINATION_CITY == "Sao Paulo"


def test_books_what_was_just_spoken_about(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    (told,) = named(talk.say("request_compare(price=cheapest)"), "inform")
    (booked,) = named(talk.say("inform(intent=book)"), "inform")
    assert booked.refs("write")[0].frame == told.refs("write")[0].frame


def test_asks_which_one_before_it_books(talk: Talk) -> None:
    offers = named(talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)"), "offer")
    (request,) = named(talk.say("affirm()", "inform(intent=book)"), "request")
    assert [ref.frame for ref in request.refs()] == [offer.id for offer in offers]


def test_says_so_when_it_did_not_understand(talk: Talk) -> None:
    assert named(talk.say(), "reject")


def test_cannot_help_with_what_the_database_does_not_know(catalogue: Catalogue) -> None:
    agent = Agent(catalogue)
    first = agent.respond(agent.open(), "From Montreal to New York between August 10 and September 20, please")
    assert named(agent.respond(first.after, "Is there a dragon on the roof?"), "canthelp")
    assert named(agent.respond(first.after, "Qwertz uiop"), "reject")


def test_alternatives_are_other_packages(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    before = list(talk.conversation.offers.values())
    talk.say("request_alts()")
    after = list(talk.conversation.offers.values())[len(before) :]
    assert after
    assert not [package for package in after if package in before]


def test_asks_which_one_a_yes_to_several_offers_means(talk: Talk) -> None:
    offers = named(talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)"), "offer")
    (request,) = talk.say("switch_frame()").wizard.acts
    assert [ref.frame for ref in request.refs()] == [offer.id for offer in offers]


def test_asks_which_one_the_user_would_like_to_hear_more_about(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)")
    (hearmore,) = named(talk.say("moreinfo()"), "hearmore")
    (request,) = talk.say("affirm()").wizard.acts
    assert request.name == "request"
    assert request.refs() == hearmore.refs()


def test_agreeing_to_what_was_told_leads_to_booking(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the first one)")
    talk.say("request(wifi)")
    assert [act.name for act in talk.say("affirm()").wizard.acts] == ["suggest"]
    assert values(named(talk.say("affirm(action=book)"), "inform")[0])["action"] == "book"


def test_saying_what_the_offer_has_anyway_tells_of_the_offer(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the first one)")
    exchange = talk.say("inform(dst_city=New York)")
    assert [act.name for act in exchange.wizard.acts] == ["inform", "suggest"]


def test_a_package_is_offered_once_and_told_of_again(talk: Talk) -> None:
    (offer, *_) = named(talk.say(WISH, "inform(dst_city=New York, dst_city=Tokyo)"), "offer")
    told = named(talk.say("inform(budget=$90000)"), "inform")
    assert [act.refs("write")[0].frame for act in told] == [2, 3]
    assert values(told[0]).items() <= values(offer).items()
    assert len(talk.frames) == 3


def test_cheaper_is_cheaper_than_what_the_user_looks_at(talk: Talk) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the last one)")
    looked = talk.conversation.offers[talk.conversation.memory.active_frame]
    exchange = talk.say("inform(budget=cheaper)")
    (asked, *_), (found, *_) = exchange.wizard.db.search, exchange.wizard.db.result
    most = asked.PRICE_MAX
    assert most == f"{math.ceil(looked.price) - 1}"
    assert all(package.price < looked.price for package in found)


def test_too_expensive_asks_for_what_is_cheaper(talk: Talk) -> None:
    offers = named(talk.say(WISH, "inform(dst_city=New York)"), "offer")
    cheapest = min(talk.conversation.offers[offer.id or 0].price for offer in offers)
    exchange = talk.say("negate(price=null)")
    most = exchange.wizard.db.search[0].PRICE_MAX
    assert most == f"{math.ceil(cheapest) - 1}"


@pytest.mark.parametrize("acts", ["request(wifi)", "affirm(action=book)", "inform(intent=book)"])
def test_what_it_told_of_again_and_proposed_is_what_comes_next(talk: Talk, acts: str) -> None:
    talk.say(WISH, "inform(dst_city=New York)")
    talk.say("switch_frame(ref_anaphora=the second one)")
    (told,) = named(talk.say("inform(budget=cheaper)"), "inform")
    (answered,) = named(talk.say(acts), "inform")
    assert answered.refs("write")[0].frame == told.refs("write")[0].frame == 2


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
    assert [act.name for act in talk.say("negate()").wizard.acts] == ["request"]


def test_says_where_a_trip_starts_if_that_was_left_open(talk: Talk) -> None:
    exchange = talk.say("inform(or_city=-1, dst_city=Tokyo, str_date=August 10, end_date=September 20)")
    assert all("or_city" in values(offer) for offer in named(exchange, "offer"))


def test_says_at_once_that_it_knows_no_such_city(talk: Talk) -> None:
    exchange = talk.say("inform(dst_city=Atlantis)")
    assert [act.name for act in exchange.wizard.acts][-2:] == ["no_result", "request"]
    assert [a.key for a in exchange.wizard.acts[-1].slots] == ["dst_city"]
    assert [a.key for a in named(talk.say("inform(dst_city=Tokyo)"), "request")[0].slots] == ["or_city"]


def test_asks_on_where_nothing_can_be_suggested(talk: Talk) -> None:
    talk.say("inform(or_city=Atlantis, dst_city=Atlantis, str_date=August 10)")
    exchange = talk.say("inform(n_adults=2)")
    assert [act.name for act in exchange.wizard.acts] == ["sorry", "no_result", "request"]


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
    agent = Agent(catalogue, nlu=Notation())
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
    agents = [Agent(catalogue, nlu=Notation(), seed=seed) for seed in (1, 1, 2)]
    assert len({agent.respond(agent.open(), "greeting()").wizard.text for agent in agents}) == 2


def test_days_count_from_the_catalogues_day(talk: Talk) -> None:
    talk.say("inform(dst_city=Paris, or_city=Montreal, str_date=tomorrow)")
    assert talk.frames[0].info["str_date"][0].val == "august 2"


def test_stages_can_be_replaced(catalogue: Catalogue) -> None:
    agent = Agent(catalogue, nlu=Notation(), policy=TravelPolicy())
    assert agent.respond(agent.open(), "goodbye()").wizard.acts == (Act("goodbye"),)
