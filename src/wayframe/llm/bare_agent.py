"""A language model with a search tool and only its own context, as everybody builds it: the agent to compare with.

Nothing that it says is held back and nothing that it books is asked about. What it says is only measured: the acts of
its sentences are what a user takes from them, and those that can't be proved are noted.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange, Sentence
from wayframe.dialogue import Act, Arg, Ref
from wayframe.errors import InputError
from wayframe.llm.chat import ChatCall, function, result
from wayframe.llm.client import Client
from wayframe.llm.endpoint import LLMError
from wayframe.llm.evidence import evidence_of
from wayframe.llm.grounding import Claim, Evidence, GroundedSentence, Grounding
from wayframe.llm.sentences import SentenceStream
from wayframe.llm.telling import acts_of
from wayframe.llm.tool_agent import STEPS
from wayframe.meaning.records import Text, Wish
from wayframe.sources.protocol import Item
from wayframe.state.records import Option
from wayframe.tools import ToolSession, spread_told, tools_over
from wayframe.tools.schemas import RecalledWish

UNPROVED = "not proved: "
"""What the notes on sentences begin with that can't be proved."""

VALUES = "values"
"""The tool that tells what there is of a slot."""

_KEPT = 64  # conversations whose context is kept
_SORRY = "Sorry, I can't answer that right now."

Message = Mapping[str, Any]


class _Context(NamedTuple):
    """All that a model has seen of a conversation, and what is needed to measure what it says.

    `options` are those that its searches returned, by their numbers; `frames` gives the frames of those that it named.
    """

    messages: tuple[Message, ...]
    options: Mapping[int, Option] = {}
    frames: Mapping[int, int] = {}
    wishes: tuple[Wish, ...] = ()
    booked: tuple[int, ...] = ()
    cancelled: tuple[int, ...] = ()
    about: tuple[int, ...] = ()


class BareAgent:
    """A model with the tools search, values, book and cancel. Conversations go on as long as their context is kept."""

    def __init__(self, agent: Agent, client: Client) -> None:
        """`agent` keeps the conversation in the Frames format; it reads nothing and answers nothing."""
        self.agent, self._client = agent, client
        self.schema = agent.schema
        self._grounding = Grounding(agent.source, agent.locale)
        tools = {tool.name: tool for tool in tools_over(agent.source)}
        self._remember, self._search, self._values = tools["remember"], tools["search"], tools["values"]
        self.offered = self._offered()
        system = _INSTRUCTIONS.format(items=self.schema.items, today=f"{agent.today:%A, %B %d, %Y}")
        self._start = _Context(({"role": "system", "content": system},))
        self._contexts = OrderedDict[tuple[str, ...], _Context]()

    def _offered(self) -> list[dict[str, Any]]:
        parts = self._remember.input_schema["$defs"]
        searched = {
            "type": "object",
            "properties": {"wishes": {"$ref": "#/$defs/Wishes"}, "limit": {"type": "integer", "maximum": 10}},
            "required": ["wishes"],
            "$defs": {name: part for name, part in parts.items() if name != RecalledWish.__name__},
        }
        chosen = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
        return [
            function("search", f"Search for {self.schema.items}. {spread_told(self.schema)}".strip(), searched),
            function(VALUES, self._values.description, self._values.input_schema),
            function("book", f"Book a {self.schema.item} that was found.", chosen),
            function("cancel", "Cancel a booking.", chosen),
        ]

    def open(self) -> Conversation:
        """Return a conversation in which nothing has been said yet."""
        return self.agent.open()

    def respond(self, conversation: Conversation, text: str) -> Exchange:
        """Return one turn of the user and one of the model."""
        before = self._contexts.get(_key(conversation), self._start)
        turn = _BareTurn(self, conversation, before, text)
        turn.run(self._client)
        exchange = turn.exchange()
        self._contexts[_key(exchange.after)] = turn.context
        if len(self._contexts) > _KEPT:
            self._contexts.popitem(last=False)
        return exchange

    def found(self, arguments: Mapping[str, Any]) -> tuple[list[Option], int]:
        """Return what a search finds, which knows nothing of those before, and how much there is in all."""
        session = ToolSession(self.agent)
        self._remember.call(session, {"wishes": arguments.get("wishes", {})})
        answer = self._search.call(session, {"limit": arguments["limit"]} if "limit" in arguments else {})
        return [session.state.options[each["frame"]] for each in answer["found"]], answer["total"]

    def values(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return what there is of a slot, which the descriptions of `search` refer to."""
        return self._values.call(ToolSession(self.agent), arguments)

    def facts(self, option: Option) -> dict[str, Any]:
        """Return an option as a search tells it."""
        from wayframe.tools.encoding import facts_json

        return facts_json(option.item.values)

    def read(self, sentence: str, evidence: Evidence, about: Sequence[int]) -> GroundedSentence:
        """Return what a sentence says of options."""
        return self._grounding.read(sentence, evidence, about)


def _key(conversation: Conversation) -> tuple[str, ...]:
    return tuple(turn.text for turn in conversation.turns)


class _BareTurn:
    """One turn on its way."""

    def __init__(self, of: BareAgent, conversation: Conversation, before: _Context, text: str) -> None:
        self.of, self.agent, self.before, self.text = of, of.agent, conversation, text
        context = self.agent.context(self.agent.state(conversation), conversation.turns)
        wishes = [move for move in self.agent.reader.read(text, context).all() if isinstance(move, Wish)]
        self.context = before._replace(
            messages=(*before.messages, {"role": "user", "content": text}),
            wishes=tuple(dict.fromkeys((*before.wishes, *wishes))),
        )
        self.said = list[str]()
        self.deeds = list[tuple[str, int]]()
        self.counts, self.nothing = set[int](), False
        self.notes = list[str]()

    def run(self, client: Client) -> None:
        """Have the model call tools and talk, for so many steps."""
        try:
            for step in range(STEPS):
                stream = SentenceStream(self.said.append)
                tools = self.of.offered if step < STEPS - 1 else ()
                said, used = client.chat(self.context.messages, tools, stream.take)
                stream.end()
                self.notes.append(f"said by {client.endpoint.model} ({used})")
                self._add(said.message)
                for call in said.calls:
                    self._add(result(call, self._called(call)))
                if not said.calls:
                    break
        except LLMError as error:
            self.notes.append(f"{client.endpoint.model} gave {error} ({error.used})")

    def _add(self, message: Message) -> None:
        self.context = self.context._replace(messages=(*self.context.messages, message))

    # Tools

    def _called(self, call: ChatCall) -> dict[str, Any]:
        """Return what a tool answers, or what was wrong with the call."""
        try:
            arguments = msgspec.json.decode(call.arguments or "{}", type=dict[str, Any])
            if call.name == VALUES:
                return self.of.values(arguments)
            return self._searched(arguments) if call.name == "search" else self._done(call.name, arguments)
        except (msgspec.DecodeError, RecursionError):
            return {"error": f"{call.name}: expected the arguments as a JSON object"}
        except InputError as error:
            return {"error": str(error)}

    def _searched(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        found, total = self.of.found(arguments)
        self.nothing = not found
        self.counts |= {total, len(found)} - {0}
        known = {option.item.key: number for number, option in self.context.options.items()}
        options = dict(self.context.options)
        numbers = [known.get(option.item.key, len(options) + place) for place, option in enumerate(found, 1)]
        options |= dict(zip(numbers, found, strict=True))
        self.context = self.context._replace(options=options)
        rows = [{"id": number, **self.of.facts(option)} for number, option in zip(numbers, found, strict=True)]
        return {"total": total, "results": rows}

    def _done(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Book or cancel, whatever the user has said."""
        number = arguments.get("id")
        if name not in ("book", "cancel") or not isinstance(number, int) or number not in self.context.options:
            return {"error": f"{name}: no such tool or id"}
        self.deeds.append((name, number))
        if name == "book":
            self.context = self.context._replace(booked=(*self.context.booked, number))
        else:
            self.context = self.context._replace(cancelled=(*self.context.cancelled, number))
        return {"status": "booked" if name == "book" else "cancelled", "id": number}

    # The exchange

    def exchange(self) -> Exchange:
        """Return the turn, with what a user takes from its sentences as acts."""
        items: dict[int, Item] = {}
        sentences = [self._sentence(text, items) for text in self.said] or [Sentence(_SORRY, (Act("canthelp"),))]
        for name, number in self.deeds:
            acts = (*self._offers((number,), items).values(), self._deed(name, number))
            sentences[-1] = Sentence(sentences[-1].text, (*sentences[-1].acts, *acts))
        exchange = self.agent.say(self.before, self.text, sentences, items)
        return exchange._replace(notes=tuple(self.notes))

    def _sentence(self, text: str, items: dict[int, Item]) -> Sentence:
        """Return a sentence with its acts; `items` get those that it is the first to name."""
        context = self.context
        evidence = evidence_of(
            self.agent.source,
            context.options,
            said=self.text,
            wishes=context.wishes,
            counts=frozenset(self.counts),
            nothing=self.nothing,
            booked=[context.options[number] for number in context.booked],
            cancelled=[context.options[number] for number in context.cancelled],
        )
        read = self.of.read(text, evidence, context.about)
        self.notes += [f"{UNPROVED}{fault}" for fault in read.faults[:1]]
        self.context = context._replace(about=read.about)
        offers = self._offers((*read.named, *read.about), items)
        return Sentence(text, acts_of(self._in_frames(read), offers, self.of.schema))

    def _offers(self, numbers: Sequence[int], items: dict[int, Item]) -> dict[int, Act]:
        """Return an offer for each option that has no frame yet, and give it one."""
        made: dict[int, Act] = {}
        for number in dict.fromkeys(numbers):
            if number not in self.context.frames:
                frame = max(1, len(self.before.memory.frames)) + len(items) + 1
                item = self.context.options[number].item
                self.context = self.context._replace(frames={**self.context.frames, number: frame})
                items[frame] = item
                name = item.values.get(self.of.schema.name)
                called = (Arg(self.of.schema.name, name.value),) if isinstance(name, Text) else ()
                made[frame] = Act("offer", (*called, Arg("id", frame)))
        return made

    def _in_frames(self, read: GroundedSentence) -> GroundedSentence:
        """Return a sentence with the frames of its options in the place of their numbers."""
        frames = {0: 0, **self.context.frames}

        def carried(claims: Sequence[Claim]) -> tuple[Claim, ...]:
            return tuple(claim._replace(frame=frames[claim.frame]) for claim in claims)

        return read._replace(
            named=tuple(frames[number] for number in read.named),
            about=tuple(frames[number] for number in read.about),
            proposes=tuple(frames[number] for number in read.proposes),
            claims=carried(read.claims),
            wrong=carried(read.wrong),
        )

    def _deed(self, name: str, number: int) -> Act:
        return Act("inform", (Arg("action", name), Arg("write", (Ref(self.context.frames[number]),))))


_INSTRUCTIONS = """\
You are a friendly assistant that helps users find {items} and book one. Today is {today}. Search with the tool, tell
the user about two or three options by their names with the facts that matter, in their units ("7.1/10", "16 GB"),
answer questions, and book when the user has decided. Ask for what you need. Don't make anything up. Answer in plain
text, in a few sentences."""
