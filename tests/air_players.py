"""Players of others, good ones and bad ones."""

from __future__ import annotations

import os
import sys
import time
from itertools import count
from random import Random
from typing import ClassVar

from wayframe.airdialogue.environment.game import GameContext, PlayerReply
from wayframe.airdialogue.records import Action, Intent, KnowledgeBase

_COUNT = count()


class Politely:
    """An agent that says sorry and finds nothing: legal, if of little use."""

    side = "agent"

    def __init__(self, kb: KnowledgeBase, random: Random) -> None:
        self.random = random

    def reply(self, heard: str) -> PlayerReply:
        if self.random.random() < 0.5:
            return PlayerReply("One moment, please.")
        return PlayerReply("Nothing there.", Action(flight=(), name="You", status="no_flight"))


class Insistent:
    """A customer who says the same all the time."""

    side = "customer"

    def __init__(self, intent: Intent, random: Random) -> None:
        self.intent = intent

    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply(f"I am {self.intent.name}, and I want to {self.intent.goal}.")


class Endless(Politely):
    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply("One moment, please.")


class Erratic(Politely):
    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply(str(next(_COUNT)), Action(flight=(), name="", status="no_flight"))


class Crashing(Politely):
    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply(heard.split()[0], Action(flight=(), name="", status="no_flight"))


class Illegal(Politely):
    def reply(self, heard: str) -> PlayerReply:
        return PlayerReply("", Action(flight=(1000, 1001), name="", status="book"))


class Voiceless(Politely):
    def reply(self, heard: str) -> PlayerReply:
        return None  # type: ignore[return-value]


class Remembering(Politely):
    seen: ClassVar[list[int]] = []

    def reply(self, heard: str) -> PlayerReply:
        if not self.seen or heard != "":
            self.seen.append(len(self.kb.kb))
        return PlayerReply(f"{sum(self.seen)}", Action(flight=(), name="", status="no_flight"))

    def __init__(self, kb: KnowledgeBase, random: Random) -> None:
        self.kb = kb


class Peeking(Politely):
    """Looks for the customer's wishes in the caller's variables."""

    def reply(self, heard: str) -> PlayerReply:
        frame = sys._getframe()
        while (above := frame.f_back) is not None:
            frame = above
            for value in frame.f_locals.values():
                if isinstance(value, GameContext):
                    return PlayerReply("I know.", Action(flight=(), name=value.intent.name, status="no_flight"))
        return PlayerReply("I don't know.", Action(flight=(), name="", status="no_flight"))


class Noted(Politely):
    """Takes its time, and notes every conversation that it has in the file NOTED."""

    def __init__(self, kb: KnowledgeBase, random: Random) -> None:
        super().__init__(kb, random)
        with open(os.environ["NOTED"], "a", encoding="utf-8") as file:
            file.write(f"{[flight.price for flight in kb.kb]}\n")

    def reply(self, heard: str) -> PlayerReply:
        time.sleep(0.003)
        return super().reply(heard)
