"""Conversations of a real mind behind the tools, written by hand: they are replayed, and go as they went."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("openai")

from replayed import replayed
from wayframe.catalogues import source_of
from wayframe.conversation import Exchange
from wayframe.llm import ToolAgent
from wayframe.packages import default_catalogue
from wayframe.packages.source import lexicon
from wayframe.simulation import unfaithful
from wayframe.simulation.provenance import unfaithful_over_table
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened

pytestmark = pytest.mark.long

RECORDED = Path(__file__).parent / "recorded"
EXAMPLES = Path(__file__).parents[2] / "examples"


class Recorded(NamedTuple):
    """A conversation: what the user wrote, some of what was shown of each turn, and the frames booked in the end.

    Its catalogue is the one of its name, and its cassette too, unless they are named.
    """

    turns: tuple[tuple[str, str], ...]
    booked: tuple[int, ...] = ()
    catalogue: str = ""
    cassette: str = ""


CONVERSATIONS: dict[str, Recorded] = {
    "trips": Recorded(
        (
            (
                "Hi! My wife and I want to fly from Boston to Rome or Paris in August, 5000 dollars at most",
                "In Paris there's the Summerlin Manor from August 18 to 23 for $1,584.18, with wifi and 2 stars.",
            ),
            ("Does the one in Paris have a spa? and what about the Rome one", "Neither of them has a spa"),
            ("What's the difference in price?", "The Summerlin Manor is the cheaper one."),
            ("hmm and if we went to Lisbon instead?", "“Lisbon” is not in the catalogue."),
            ("Back to Rome. When does it leave?", "leaves Boston on August 10 at 12:55 pm"),
            ("Looks good, let me sleep over it", "take your time"),
            ("OK we take the Rome one", "Camellia Crescent in Rome"),
            ("thanks, bye", "Goodbye"),
        ),
        booked=(3,),
    ),
    "laptops": Recorded(
        (
            (
                "I need a light laptop with at least 16 GB of memory for under 1200 euros",
                "The lightest of the 22 that fit is the Orla Lite 13 Plus",
            ),
            ("Which of them has the best battery?", "has the best battery of the three: 14 hours"),
            ("anything with a touchscreen and 64 GB?", "Just one has both: the Pinto Go 13 Plus"),
            ("How heavy was the first one you showed me?", "the Orla Lite 13 Plus, at 1.29 kg"),
            ("maybe that one is it", "Book the Orla Lite 13 Plus at €1,069?"),  # the model called book
            ("yes please", "Orla Lite 13 Plus, €1,069"),
        ),
        booked=(2,),
    ),
    "restaurants": Recorded((
        (
            "somewhere Italian with a terrace tonight, not too expensive?",
            "The Salted Barrel in Northgate is the cheapest, at €38.",
        ),
        ("which is rated best?", "The Seventh Turnip has the best rating of the three: 4.7."),
        ("is there parking at the first one", "I know nothing of parking at the Salted Barrel."),
        ("hmm, what about vegetarian food instead of Italian", "The Crooked Ladle is Lebanese"),
        ("thanks, I'll think about it", "You are welcome."),
    )),
}  # fmt: skip


def short(catalogue: str, *turns: tuple[str, str]) -> Recorded:
    """A conversation of a few turns."""
    return Recorded(turns, catalogue=catalogue, cassette="short_talks")


CONVERSATIONS |= {
    "beach": short(
        "trips",
        (
            "We're four friends from Toronto after a beach somewhere, late August, about 1000 dollars each",
            "the Fernhill Terrace costs $4,379.24 for the four of you",
        ),
        ("which of these is rated best by guests?", "has the highest guest rating of the three: 8.95/10"),
    ),
    "kids": short(
        "trips",
        (
            "Berlin to Barcelona, me and my two kids, 5 and 8, in September please",
            "Prices are for one adult and two children.",
        ),
        ("is breakfast included in any of them?", "Yes: the Sapling Inn has breakfast."),
    ),
    "tokyo": short(
        "trips",
        ("I'd love to see Tokyo, from Vancouver, in August, business class", "All three are in business class."),
        ("and what would it be in economy?", "In economy, the Lotus Retreat costs $1,078.15"),
    ),
    "cheap": short(
        "trips",
        ("Anything from Madrid under 700 dollars for one in August? I don't care where", "24 trips from Madrid fit."),
        ("tell me more about the second one", "but has neither wifi nor breakfast"),
    ),
    "rome": short(
        "trips",
        (
            "From Chicago to Rome for two between August 10 and 25",
            "The Clovelly Grand leaves on the same days, costs $2,145.90",
        ),
        ("how do the first two compare?", "The Camellia Crescent costs $2,098.90 and has no breakfast."),
    ),
    "studies": short(
        "laptops",
        (
            "something for my daughter's studies, 700 at most, she carries it all day",
            "The lightest is the Orla Lite 13",
        ),
        ("which has the longest battery?", "Of the three, the Orla Lite 13 has the longest battery: 10 hours."),
    ),
    "silver": short(
        "laptops",
        ("a silver one with a 16 inch screen and 32 GB", "Just one fits: the Vesper Ghost 16 Plus."),
        ("and in black?", "The Tamarack Field 15 is black, with 32 GB of RAM and a 15.6 inch screen"),
    ),
    "kestrel": short(
        "laptops",
        ("what do you have from Kestrel?", "There are 10 laptops by Kestrel."),
        ("how much heavier is the first than the second?", "the Kestrel Aero 13 is lighter than the Kestrel Studio"),
    ),
    "touch": short(
        "laptops",
        ("the best rated with a touchscreen", "The best rated is the Orla Note 17 Plus at 4.9"),
        ("does it come in blue?", "No, the Orla Note 17 Plus is black, and so is the Pinto Max 16."),
    ),
    "harbour": short(
        "restaurants",
        ("dinner for two by the harbour, seafood if you have it", "The Hungry Fig is French and in the Harbour"),
        ("do they take dogs?", "No, The Hungry Fig allows no dogs."),
    ),
    "vegan": short(
        "restaurants",
        ("vegan options, a terrace, at most 25 euros each", "Seven places fit."),
        ("which one is nearest?", "Of the three, the Golden Oven is nearest, at 0.4 km."),
    ),
    "lebanese": short(
        "restaurants",
        ("how many Lebanese places are there?", "There are six."),
        ("show me the best rated of them", "The best rated is The Little Olive in Northgate, with a rating of 5."),
    ),
}


def source(name: str) -> Source:
    """Return the catalogue of a conversation."""
    if name == "trips":
        return source_of(default_catalogue())
    return opened(str(EXAMPLES / f"{name}.{'csv' if name == 'laptops' else 'toml'}"), today=date(2026, 8, 3))


def check(over: Source) -> Callable[[Exchange], list[str]]:
    """Return the check that `wayframe simulate` makes of a reply."""
    if over.name:
        return partial(unfaithful_over_table, source=over)
    return partial(unfaithful, lexicon=lexicon(default_catalogue()))


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_recorded_conversation_goes_as_it_went(name: str) -> None:
    recorded = CONVERSATIONS[name]
    over, cassette = source(recorded.catalogue or name), RECORDED / f"{recorded.cassette or name}.jsonl.xz"
    agent = ToolAgent(over, replayed(cassette))
    unproved, conversation = check(over), agent.open()
    for text, shown in recorded.turns:
        exchange = agent.respond(conversation, text)
        conversation = exchange.after
        assert not any(" gave " in note for note in exchange.notes), (
            f"{text}: a mind has to be asked anew (docs/llm.md)"
        )
        assert shown in exchange.wizard.text
        assert unproved(exchange) == []
    assert tuple(each.option.frame for each in agent.state(conversation).standing) == recorded.booked
