"""Conversations for the tests of understanding: the turns before in the paper's notation, the answer in it too."""

from __future__ import annotations

from datetime import date

from wayframe.dialogue import SearchLog, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.nlu import TurnContext, nlu
from wayframe.notation import parse_turn, show_turn
from wayframe.values import Gazetteer, Lexicon

CITIES = ["Athens", "Berlin", "Boston", "Lisbon", "Madrid", "Montreal", "New York", "Paris", "Rome", "Tokyo", "Toronto"]
HOTELS = ["Silver Lantern Hotel", "Copper Kettle Inn", "Harbour View Resort"]
LEXICON = Lexicon(Gazetteer(CITIES), Gazetteer(HOTELS))
TODAY = date(2016, 8, 1)

# A trip from Montreal to Berlin, and two offers for it, as frames 2 and 3; frame 1 is active.
WISH = "inform(intent=book) inform(or_city=Montreal, dst_city=Berlin, str_date=August 20, n_adults=2, budget=3000)"
OFFER = (
    "offer(id=2, name=Silver Lantern Hotel, dst_city=Berlin, category=4, price=1200, seat=economy, duration=6 days, "
    "wifi=True)"
)
OTHER = (
    "offer(id=3, name=Copper Kettle Inn, dst_city=Lisbon, category=3.5, price=900, seat=business, duration=8 days, "
    "beach=True)"
)
TWO_OFFERS = f"{OFFER} {OTHER}"


def after(*turns: str) -> TurnContext:
    """What a user finds after these turns, in which user and wizard take turns; "@2 ..." makes frame 2 active."""
    memory, history = Memory(), list[Turn]()
    for number, turn in enumerate(turns):
        at, _, said = turn.partition(" ") if turn.startswith("@") else ("", "", turn)
        acts = parse_turn(said)
        active = int(at[1:]) if at else memory.active_frame
        memory = update(memory, "wizard" if number % 2 else "user", acts, active)
        if number % 2:
            history.append(wizard_turn("...", 0, acts, memory.active_frame, memory.frames, SearchLog()))
        else:
            history.append(user_turn("...", 0, acts, memory.active_frame, memory.frames, acts))
    return TurnContext(memory, history, TODAY, LEXICON)


def heard(text: str, *turns: str) -> str:
    """What the rules understand after these turns, in the paper's notation."""
    return show_turn(nlu().understand(text, after(*turns))).replace("=null", "")
