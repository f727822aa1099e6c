"""The longest texts that a turn may have, made of what is hard to read: repeated, mixed, from all of Unicode."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wayframe.catalogues import agent_over
from wayframe.service.conversations import LONGEST_TEXT

if TYPE_CHECKING:
    from wayframe.agent import Agent
    from wayframe.conversation import Conversation
    from wayframe.packages import Catalogue

LAPTOPS = Path(__file__).parents[1] / "examples" / "laptops.csv"

ORDINARY = (
    "We would like to get away for a while this summer, somewhere warm with a nice beach and good food. My "
    "sister lives in Montreal and can look after the dog, so we would leave from there. We don't want to "
    "spend too much, and the hotel should have breakfast. Last year it rained all the time! Is there anything? "
)

# Each is repeated to the longest text there may be, and mixed with the others.
PIECES = (
    "İ1", "İ", "İ ", "iIı", "ß", "ẞ", "ŉ", "ΐ", "Σς", "ﬁ", "ﬃ", "é", "\u0301", "東京", "🏝️", "😀", "१", "²", "½",
    "Ⅷ", "①", "\0", "\n", "\t", " ", "\u202e", "\u2028", "\ud800", "\U0010ffff", "1", "1 ", "12,", "1,000 ",
    "1.", "1/", "1-", "1-2-", "1:00 ", "3.5k ", "$", "$1 ", "$900 ", "900€ ", "€1 000 ", "%", "21st ",
    "1st of ", "th", "k", "km", "16 gb ", "10pm ", "?", "!", ". ", ", ", "'", "’", "it's ", "-", " - ", "(",
    ")", "((", "[", "{", "\\", "/", "//", "_", "__", "@", "a@b.", "http://", "a", "a ", "x ", "A", "AAAA ",
    "a_", "from ", "from Paris ", "from Paris to Tokyo ", "to ", "Tokyo ", "New York ", "and ", "or ", "not ",
    "no ", "but ", "except ", "either ", "neither ", "between ", "between August 3 and ", "August 13 ", "8/13 ",
    "8/13/2016 ", "13 ", "monday ", "next week ", "until ", "before ", "on ", "for 3 days ", "3 to 5 days ",
    "2 adults ", "two ", "hundred ", "thousand ", "twenty ", "one hundred and ", "a couple of ", "and a half ",
    "two and a half ", "under ", "under $900 ", "at least ", "up to ", "more ", "cheaper ", "cheapest ",
    "than ", "the first ", "the second one ", "option 1 ", "1 or 2 ", "go back to ", "what about ", "what if ",
    "which ", "which is ", "how many ", "how much is ", "compare ", "wifi ", "breakfast ", "business ",
    "Hotel ", "John Smith ", "Mr. ", "San ", "yes ", "ok ", "thanks ", "hi ", "book ", "of ", "with ", "inch ",
    "kg ", "ram ", "Orla ", "Kestrel Studio 17 ", "silver ",
)  # fmt: skip


def repeated(piece: str) -> str:
    """Return the piece over and over, as long as a turn may be."""
    return (piece * (LONGEST_TEXT // len(piece) + 1))[:LONGEST_TEXT]


def mixed(chance: random.Random) -> str:
    """Return a few pieces over and over, or many once, or characters from anywhere in Unicode."""
    some = chance.choices(PIECES, k=chance.choice((2, 3, 5, 500)))
    if chance.random() < 0.25:
        some = [chr(chance.randrange(sys.maxunicode + 1)) for _ in range(chance.choice((2, 5, LONGEST_TEXT)))]
    return repeated("".join(some))


def conversations(agent: "Agent", *texts: str) -> Iterator["Conversation"]:
    """Return a conversation after each of these texts, and before the first."""
    conversation = agent.open()
    yield conversation
    for text in texts:
        conversation = agent.respond(conversation, text).after
        yield conversation


def scenes(catalogue: "Catalogue") -> list[tuple["Agent", list["Conversation"]]]:
    """Return agents over trips and over a table, each with conversations in which a long text may come."""
    from datetime import date

    from wayframe.sources.tables import opened

    trips, table = agent_over(catalogue), agent_over(opened(str(LAPTOPS), today=date(2026, 1, 5)))
    talked = "From Montreal to Tokyo between August 23 and September 1, 2 adults", "and Berlin?", "is there wifi?"
    browsed = "one under 1500 with 16 GB", "which is the lightest?", "compare the first two"
    return [(trips, list(conversations(trips, *talked))), (table, list(conversations(table, *browsed)))]
