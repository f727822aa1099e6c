"""Conversations of a real mind behind the tools, written by hand: they are replayed, and go as they went."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("openai")

from wayframe.catalogues import source_of
from wayframe.conversation import Exchange
from wayframe.llm import Cassette, Client, Endpoint, ToolAgent
from wayframe.packages import default_catalogue
from wayframe.packages.source import lexicon
from wayframe.simulation import unfaithful
from wayframe.simulation.provenance import unfaithful_over_table
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened

RECORDED = Path(__file__).parent / "recorded"
EXAMPLES = Path(__file__).parents[2] / "examples"
NOWHERE = "http://127.0.0.1:9/v1"


class Recorded(NamedTuple):
    """A conversation: what the user wrote, some of what was shown of each turn, and the frames booked in the end."""

    turns: tuple[tuple[str, str], ...]
    booked: tuple[int, ...] = ()


CONVERSATIONS = {
    "trips": Recorded(
        (
            (
                "Hi! My wife and I want to fly from Boston to Rome or Paris in August, 5000 dollars at most",
                "In Paris there's the Summerlin Manor from August 18 to 23 for $1,584.18, with wifi and 2 stars.",
            ),
            ("Does the one in Paris have a spa? and what about the Rome one", "Neither of them has a spa"),
            ("What's the difference in price?", "The Summerlin Manor is the cheaper one."),
            ("hmm and if we went to Lisbon instead?", "I have no trips to “Lisbon”."),
            ("Back to Rome. When does it leave?", "leaves on August 10 at 12:55 pm"),
            ("Looks good, let me sleep over it", "take your time"),
            ("OK we take the Rome one", "Camellia Crescent in Rome"),
            ("thanks, bye", "enjoy your trip"),
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
    over, recorded = source(name), CONVERSATIONS[name]
    agent = ToolAgent(over, Client(Endpoint(NOWHERE, "claude"), Cassette(RECORDED / f"{name}.jsonl.xz")))
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
