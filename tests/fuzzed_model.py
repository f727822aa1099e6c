"""A language model that says anything: calls of tools, right and crooked, and sentences, true and false.

It knows of the options what the tools told it, as a model does, and says of each false sentence that it is a lie, so
that a test can look for it in what was shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from wayframe.conversation import Exchange
from wayframe.llm import Client, Endpoint, ToolAgent, Usage
from wayframe.llm.chat import ChatCall, ChatTurn
from wayframe.llm.client import Answer
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource, lexicon
from wayframe.schema import Schema, Slot
from wayframe.simulation import unfaithful
from wayframe.simulation.provenance import unfaithful_over_table
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened

Facts = dict[str, Any]

DEEDS = (
    "I have booked the {name}{ref} for you.", "The {name}{ref} is booked.", "I'll book the {name}{ref} now.",
    "Your booking of the {name}{ref} is cancelled.", "All set: the {name}{ref} is reserved.",
    "Consider the {name}{ref} yours.", "It's done, you are going!", "I can confirm the {name}{ref}.",
    "I went ahead and booked it.", "Your payment was confirmed.", "I'm holding the {name}{ref} for you.",
)  # fmt: skip
FALSE = (
    "The {name}{ref} has a 20% discount.", "The {name}{ref} is free today.", "Only 3 left of the {name}{ref}.",
    "The {name}{ref} is sold out.", "Anna recommends the {name}{ref}.", "The {name}{ref} won the Golden Key.",
    "See https://example.com for the {name}{ref}.", "The {name}{ref} is refundable.",
    "I found 4,711 that fit.", "The Grand Nowhere [2] is lovely.", "There's also option [97].",
)  # fmt: skip
ASKING = frozenset(("i", "we", "my", "our", "at", "can", "it", "park", "leave", "work", "swim", "move"))
"""Words in which only users speak of a feature, when they ask for one."""

HARMLESS = ("Let me have a look.", "What matters most to you?", "Tell me if I should look further.", "Gladly.", "Hm.")
TOOLS = ("remember", "search", "suggest", "facts", "compare", "switch", "book", "cancel", "recall", "forget", "buy")


class FuzzedModel(Client):
    """Answers with anything; `lies` are the false sentences that it has said, without the numbers of options."""

    def __init__(self, schema: Schema, chance: Random, wishes: Sequence[Mapping[str, Any]]) -> None:
        """`wishes` are some that tools understand."""
        super().__init__(Endpoint("http://127.0.0.1:9/v1", "anything"))
        self.schema, self.chance, self.wishes = schema, chance, wishes
        self.known: dict[int, Facts] = {}
        self.lies = set[str]()

    def chat(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]], told: Callable[[str], None]
    ) -> Answer[ChatTurn]:
        """Call some tools, say some sentences, or both."""
        self._learn(messages)
        calls = tuple(self._call(number) for number in range(self.chance.choice((0, 0, 1, 2)))) if tools else ()
        text = " ".join(self._sentence() for _ in range(self.chance.randint(0 if calls else 1, 4)))
        at = 0
        while at < len(text):
            size = self.chance.randint(1, 12)
            told(text[at : at + size])
            at += size
        return Answer(ChatTurn(text, calls), Usage())

    def _learn(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """Take the options from what tools answered."""
        if len(messages) == 2 and "before" not in messages[1]["content"]:
            self.known.clear()
        for message in messages:
            if message["role"] == "tool":
                answer = json.loads(message["content"])
                self.known |= {each["frame"]: each["facts"] for each in answer.get("found", ())}

    # Tools

    def _call(self, number: int) -> ChatCall:
        name = self.chance.choice(TOOLS)
        arguments = json.dumps(self._arguments(name))
        if self.chance.random() < 0.05:
            arguments = arguments[: self.chance.randint(0, len(arguments))]
        return ChatCall(f"call_{number}", name, arguments)

    def _arguments(self, name: str) -> dict[str, Any]:
        frame = self.chance.choice([*self.known, 1, 2, 99])
        frames = [frame, self.chance.choice([*self.known, 3, 0])]
        slots = [self.chance.choice(self.schema.slots).name]
        by_tool: dict[str, dict[str, Any]] = {
            "remember": {"wishes": dict(self.chance.choice(self.wishes))},
            "search": {"limit": self.chance.choice((1, 2, 3, 5))},
            "facts": {"frames": frames, "slots": slots},
            "compare": {"frames": frames, "slots": slots},
            "forget": {"slots": slots},
            "suggest": {},
            "recall": {},
        }
        return by_tool.get(name, {"frame": frame})

    # Sentences

    def _sentence(self) -> str:
        said = self.chance.choice(
            (
                self._true,
                self._true,
                self._true,
                self._value,
                self._feature,
                self._deed,
                self._false,
                self._swapped,
                self._other_slot,
                self._compared,
                self._alike,
            )
        )
        return said() if self.known else self.chance.choice((*HARMLESS, self._deed()))

    def _lie(self, text: str, ref: str = "") -> str:
        """Note a lie as it would be shown, and return it as the model says it."""
        self.lies.add(text.format(ref=""))
        return text.format(ref=ref)

    def _option(self) -> tuple[str, str, Facts]:
        frame = self.chance.choice(list(self.known))
        facts = self.known[frame]
        return str(facts[self.schema.name]), self.chance.choice((f" [{frame}]", "")), facts

    def _told(self, slot: Slot, facts: Facts) -> str:
        """Return a value of an option as models write it."""
        value = facts[slot.name]
        if slot.kind == "money":
            sign = {"EUR": "€", "USD": "$"}[slot.unit]
            return f"{sign}{value:,.2f}".removesuffix(".00")
        return f"{value:g} {slot.unit}".replace(" /", "/").strip() if isinstance(value, float | int) else str(value)

    def _measured(self, facts: Facts) -> Slot:
        return self.chance.choice([slot for slot in self.schema.of_kind("money", "number") if slot.name in facts])

    def _true(self) -> str:
        name, ref, facts = self._option()
        slot = self._measured(facts)
        return f"The {name}{ref} has this {slot.label}: {self._told(slot, facts)}."

    def _value(self) -> str:
        """Return a value of one option said of another, or one that none has."""
        name, ref, facts = self._option()
        slot = self._measured(facts)
        other = {**facts, slot.name: self.chance.choice((1.5, 77, 4242))}
        same = [
            each.get(slot.name) for each in self.known.values() if each[self.schema.name] == facts[self.schema.name]
        ]
        others = [each for each in self.known.values() if each.get(slot.name, facts[slot.name]) not in same]
        said = self._told(slot, self.chance.choice([other, *others]))
        return self._lie(self.chance.choice((
            f"The {name}{{ref}} has {slot.label} {said}.", f"{slot.label} of the {name}{{ref}}: {said}!",
            f"For {said} there is the {name}{{ref}}.", f"The {name}{{ref}} is yours at {said}, which is great.",
        )), ref)  # fmt: skip

    def _feature(self) -> str:
        """Return a feature that an option lacks, or a denial of one that it has."""
        name, ref, facts = self._option()
        slots = [slot for slot in self.schema.of_kind("yes_no") if slot.name in facts]
        if not slots:
            return self._value()
        slot = self.chance.choice(slots)
        word = self.chance.choice([slot.label, *(each for each in slot.true if ASKING.isdisjoint(each.split()))])
        denials = (f"The {name}{{ref}} has no {word}.", f"The {name}{{ref}} is without {word}.")
        affirmations = (f"The {name}{{ref}} has {word}.", f"Enjoy {word} at the {name}{{ref}}.")
        return self._lie(self.chance.choice(denials if facts[slot.name] else affirmations), ref)

    def _deed(self) -> str:
        return self._filled(self.chance.choice(DEEDS))

    def _false(self) -> str:
        return self._filled(self.chance.choice(FALSE))

    def _filled(self, text: str) -> str:
        name, ref, _ = self._option() if self.known else ("Nowhere Inn", "", {})
        return self._lie(text.replace("{name}", name), ref)

    def _swapped(self) -> str:
        """Return two options with each other's price."""
        price = self.schema.price
        if price is None or len(self.known) < 2:
            return self._false()
        one, other = self.chance.sample(list(self.known), 2)
        first, second = self.known[one], self.known[other]
        if first[price.name] == second[price.name] or first[self.schema.name] == second[self.schema.name]:
            return self._false()
        names = [str(each[self.schema.name]) for each in (first, second)]
        said = [self._told(price, each) for each in (first, second)]
        self.lies.add(f"The {names[0]} costs {said[1]} and the {names[1]} costs {said[0]}.")
        return f"The {names[0]} [{one}] costs {said[1]} and the {names[1]} [{other}] costs {said[0]}."

    def _other_slot(self) -> str:
        """Return a value of an option said of another of its slots: its storage as its memory."""
        name, ref, facts = self._option()
        slots = [slot for slot in self.schema.of_kind("number") if slot.name in facts and slot.unit]
        pairs = [(one, other) for one in slots for other in slots if one.unit == other.unit and one != other]
        pairs = [(one, other) for one, other in pairs if facts[one.name] != facts[other.name]]
        if not pairs:
            return self._value()
        one, other = self.chance.choice(pairs)
        return self._lie(f"The {name}{{ref}} has {self._told(one, facts)} of {other.label}.", ref)

    def _pair(self) -> tuple[int, int, Slot] | None:
        """Return two options, and a slot of which the first has less."""
        if len(self.known) < 2:
            return None
        one, other = self.chance.sample(list(self.known), 2)
        slot = self._measured(self.known[one])
        less, more = sorted((one, other), key=lambda frame: self.known[frame].get(slot.name, 0))
        first, second = self.known[less], self.known[more]
        same_name = first[self.schema.name] == second[self.schema.name]
        if slot.name not in second or first.get(slot.name) == second[slot.name] or same_name:
            return None
        return less, more, slot

    def _compared(self) -> str:
        """Return a comparison the wrong way round."""
        pair = self._pair()
        if pair is None:
            return self._false()
        less, more, slot = pair
        names = [str(self.known[frame][self.schema.name]) for frame in (less, more)]
        words = self.chance.choice([f"has more {slot.label}", *(f"is {word}" for word in slot.more if " " not in word)])
        self.lies.add(f"The {names[0]} {words} than the {names[1]}.")
        return f"The {names[0]} [{less}] {words} than the {names[1]} [{more}]."

    def _alike(self) -> str:
        """Return one option's value said of another one, too, without saying it again."""
        pair = self._pair()
        if pair is None or self.known[pair[0]].get(pair[2].name) is None:
            return self._false()
        less, more, slot = pair
        names = [str(self.known[frame][self.schema.name]) for frame in (less, more)]
        told, ending = self._told(slot, self.known[less]), self.chance.choice(("too", "as well", "likewise"))
        self.lies.add(f"The {names[0]} has this {slot.label}: {told}, the {names[1]} {ending}.")
        return f"The {names[0]} [{less}] has this {slot.label}: {told}, the {names[1]} [{more}] {ending}."


# Conversations with it

LAPTOPS = Path(__file__).parents[1] / "examples" / "laptops.csv"
TURNS = 6


class Scene(NamedTuple):
    """A source, what users write of it without ever wanting anything booked, wishes, and the check of a reply."""

    source: Source
    turns: Sequence[str]
    wishes: Sequence[Mapping[str, Any]]
    unfaithful: Callable[[Exchange], list[str]]


def trips(catalogue: Catalogue) -> Scene:
    wishes: list[dict[str, Any]] = [
        {"or_city": {"is": "Montreal"}, "dst_city": {"is": "Tokyo"}},
        {"dst_city": {"is": ["Tokyo", "Paris"]}},
        {"price": {"at_most": 3000}},
        {"price": {"at_most": 3}},
        {"party": {"adults": 2}, "spa": True},
        {"nowhere": {"is": "there"}},
    ]
    turns = (
        "From Montreal to Tokyo between August 10 and August 25", "what about Paris?", "is there one with a spa?",
        "which is the cheapest?", "hm, let me think", "how much was the first one?", "we are two",
    )  # fmt: skip
    names = lexicon(catalogue)
    return Scene(TripsSource(catalogue), turns, wishes, lambda exchange: unfaithful(exchange, names))


def laptops() -> Scene:
    source = opened(str(LAPTOPS), today=date(2026, 8, 3))
    wishes: list[dict[str, Any]] = [
        {"ram": {"at_least": 16}},
        {"brand": {"is": "Orla"}},
        {"laptop_price": {"at_most": 5}},
        {"touchscreen": True, "weight": {"best": "least"}},
        {"colour": {"is": "pink"}},
    ]
    turns = (
        "a laptop with 16 GB under 1500", "has any of them a touchscreen?", "the lightest one", "something cheaper?",
        "what was the first?", "I don't know yet",
    )  # fmt: skip
    return Scene(source, turns, wishes, lambda exchange: unfaithful_over_table(exchange, source))


class Played(NamedTuple):
    """So many replies: those that are wrong, with what is, and how many had words of the model's."""

    replies: int
    wrong: list[str]
    own_words: int


def played(scene: Scene, replies: int, seed: int) -> Played:
    """Return what came of conversations with an agent whose model says anything."""
    chance = Random(seed)
    model = FuzzedModel(scene.source.schema, chance, scene.wishes)
    talker = ToolAgent(scene.source, model)
    wrong, count, own_words = list[str](), 0, 0
    while count < replies:
        conversation = talker.open()
        model.lies.clear()
        for text in chance.choices(scene.turns, k=TURNS):
            shown = list[str]()
            exchange = talker.respond(conversation, text, shown.append)
            conversation, count = exchange.after, count + 1
            wrong += [f"a lie: {lie}" for lie in model.lies if lie in exchange.wizard.text]
            wrong += [f"unfaithful: {value}: {exchange.wizard.text}" for value in scene.unfaithful(exchange)]
            if " ".join(shown) != exchange.wizard.text:
                wrong.append(f"not as it was shown: {exchange.wizard.text}")
            own_words += not any("0 sentences" in line or "by rules" in line for line in exchange.notes)
        wrong += [f"booked: {booking.option.item.key}" for booking in talker.state(conversation).bookings]
    return Played(count, wrong, own_words)
