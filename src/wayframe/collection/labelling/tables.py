"""Dialogues over a table labelled: users' turns as the engine reads them, wizards' by the rows that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise

from wayframe.agent import Agent
from wayframe.collection.annotation.labels import TextMark
from wayframe.collection.labelling.protocol import DialogueLabeller, LabelledDialogue
from wayframe.collection.labelling.wizard_nlu import booked, courtesies, findings
from wayframe.collection.records import TableRow
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.conversation import Conversation
from wayframe.dialogue import Act, Arg, Ref, legible, user_turn, wizard_turn
from wayframe.language import load
from wayframe.meaning.records import Flag, Party
from wayframe.realiser.phrases import Locale, value_words
from wayframe.schema import Slot
from wayframe.sources.protocol import Item
from wayframe.sources.tables.cells import said as said_value
from wayframe.sources.tables.records import Searches
from wayframe.state.update import hear, speak

_ONE = Party(adults=1)


class TableLabeller(DialogueLabeller):
    """Labels dialogues over a table."""

    def __init__(self, agent: Agent) -> None:
        """`agent` is the engine over the table."""
        super().__init__(agent.today)
        self._agent, self._source, self._schema = agent, agent.source, agent.schema
        self._locale = Locale(load("en").wording, agent.schema, agent.today.year)

    def ranked_slots(self, text: str, mark: TextMark, recent: Sequence[str]) -> tuple[str, ...]:
        """See `DialogueLabeller.ranked_slots`: slots that the words name, those marked lately, all others."""
        words = text[mark.start : mark.end].casefold()
        likely = [slot.name for slot in self._schema.slots if words and self._may_be(slot, words)]
        names = [slot.name for slot in self._schema.slots]
        lately = [slot for slot in recent if slot in names]
        return tuple(dict.fromkeys((*likely, *lately, *names, "intent", "action", "ref_anaphora", "count")))

    def _may_be(self, slot: Slot, words: str) -> bool:
        if slot.label.casefold() in words:
            return True
        return any(name.casefold() in words for name in self._source.names(slot.name))

    def user_said(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """See `DialogueLabeller.user_said`."""
        state = self._agent.state(Conversation(read.turns, read.memory, read.offers))
        unread = user_turn(said.text, said.timestamp, (), 1, (), ())
        meaning = self._agent.meaning((*read.turns, unread), state)
        heard = hear(state, meaning, self._schema, said.text)
        memory = heard.state.memory
        turn = user_turn(
            said.text, said.timestamp, heard.acts, memory.active_frame, memory.frames, heard.acts_without_refs, meaning
        )
        return read._replace(turns=(*read.turns, turn), memory=memory)

    def wizard_said(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """See `DialogueLabeller.wizard_said`."""
        results = said.db.result if isinstance(said.db, Searches) else ()
        found = list[TableRow]()
        for row in chain(*reversed(results), read.found):
            if row not in found:
                found.append(row)
        offers = dict(read.offers)
        acts = (*courtesies(said.text), *findings(said.text), *self._told(legible(said.text), read, found, offers))
        made = {frame: self._source.item(row) for frame, row in offers.items() if frame not in read.offers}
        state = self._agent.state(Conversation(read.turns, read.memory, read.offers))
        memory = speak(state, acts, made, self._schema, _ONE).memory
        turn = wizard_turn(said.text, said.timestamp, acts, memory.active_frame, memory.frames, said.db)
        return LabelledDialogue((*read.turns, turn), memory, offers, tuple(found))

    def _told(
        self, text: str, read: LabelledDialogue, found: Sequence[TableRow], offers: dict[int, TableRow]
    ) -> Iterator[Act]:
        """Yield an act for each row that a text names: an offer with its frame, or facts of one that was offered."""
        parts = list(_named_parts(text, found, self._schema.name))
        for row, part in parts:
            frame = next((number for number, offered in offers.items() if offered == row), None)
            slots = tuple(self._facts(self._source.item(row), part))
            deed = (Arg("action", "book"),) if booked(part) else ()
            if frame is None:
                frame = max((len(read.memory.frames), *offers)) + 1
                offers[frame] = row
                yield Act("offer", (Arg(self._schema.name, row[self._schema.name]), *slots, Arg("id", frame)))
                if not deed:
                    continue
            ref = Ref(frame, (Arg(self._schema.name, row[self._schema.name]),))
            yield Act("inform", (Arg("write", (ref,)), *deed, *slots))
        if not parts and booked(text) and read.memory.active_frame in offers:
            yield Act("inform", (Arg("write", (Ref(read.memory.active_frame, ()),)), Arg("action", "book")))

    def _facts(self, item: Item, part: str) -> Iterator[Arg]:
        """Yield the facts of an item that a text has in the catalogue's words; the first one to be told comes first."""
        words = part.casefold()
        for slot in self._schema.slots:
            value = item.values.get(slot.name)
            if value is None or slot.name == self._schema.name:
                continue
            if isinstance(value, Flag):
                if value.value and _holds(words, slot.label):
                    yield Arg(slot.name, True)
                continue
            forms = {str(said_value(slot, value)), value_words(self._locale, slot, value)}
            spoken = next((form for form in sorted(forms, key=len, reverse=True) if _holds(words, form)), None)
            if spoken:
                yield Arg(slot.name, spoken)


def _named_parts(text: str, found: Sequence[Mapping[str, str | bool]], name: str) -> Iterator[tuple[TableRow, str]]:
    """Yield the rows that a text names, each with the words after its name, up to the next one; longer names count."""
    places = dict[int, Mapping[str, str | bool]]()
    taken = list[range]()
    folded = text.casefold()
    for row in sorted(found, key=lambda row: -len(str(row.get(name, "")))):
        place = folded.find(str(row.get(name, "")).casefold()) if row.get(name) else -1
        if place >= 0 and not any(place in span for span in taken):
            places[place] = row
            taken.append(range(place, place + len(str(row[name]))))
    starts = sorted(places)
    for start, end in pairwise([*starts, len(text)]):
        row = places[start]
        yield dict(row), text[start + len(str(row[name])) : end]


def _holds(words: str, form: str) -> bool:
    """Return whether words hold a form as words of their own."""
    return re.search(rf"(?<!\w){re.escape(form.casefold())}(?!\w)", words) is not None
