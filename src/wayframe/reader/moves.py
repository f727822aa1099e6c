"""Moves: what each clause of a turn does, decided by its cues, references and wishes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Described,
    Drop,
    Every,
    Extreme,
    Flag,
    It,
    More,
    Move,
    OutOfScope,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Together,
    Undo,
    Wish,
)
from wayframe.reader.clauses import Clause
from wayframe.reader.context import ReaderContext
from wayframe.reader.phrases import Composer, Phrase
from wayframe.reader.references import WEAK, ReferencePhrase, Referrer, together
from wayframe.reader.spans import Span
from wayframe.schema import Schema

SHORT = 3  # spans of a clause that says nothing but its cue
_ASKING = frozenset(("is", "are", "does", "do", "did", "was", "has", "have", "can", "could", "would", "will", "am"))
_WH = frozenset(("what", "which", "how", "when", "where", "who", "why", "whats"))


class Read(NamedTuple):
    """What is known of a clause before it is decided what it does."""

    clause: Clause
    cues: frozenset[str]
    references: tuple[ReferencePhrase, ...]
    wishes: tuple[Phrase, ...]  # those that belong to no reference
    nouns: tuple[str, ...]  # slots that are named without a value
    question: bool
    story: bool

    @property
    def spans(self) -> tuple[Span, ...]:
        """The clause's spans."""
        return self.clause.spans

    @property
    def strong(self) -> tuple[ReferencePhrase, ...]:
        """The references that are more than pronouns."""
        return tuple(phrase for phrase in self.references if phrase.kind not in WEAK)

    def reference(self) -> Reference | None:
        """Return what the clause is about: all that it names; a pronoun only where nothing else is named."""
        return together(self.strong) or together(self.references[:1])


class MoveReader:
    """Decides what clauses do."""

    def __init__(self, schema: Schema, context: ReaderContext) -> None:
        self.schema, self.context = schema, context
        self.composer = Composer(schema, context)
        self.referrer = Referrer(schema, context, self.composer)
        self._strategies: tuple[Callable[[Read], list[Move] | None], ...] = (
            self._social,
            self._undo,
            self._start_over,
            self._recall,
            self._hedge,
            self._cancel,
            self._change,
            self._book,
            self._figures,
            self._compare,
            self._reason,
            self._question,
            self._overview,
            self._reject,
            self._more,
            self._return,
            self._wish,
            self._answer,
            self._unknown,
        )

    def read(self, clause: Clause) -> list[Move]:
        """Return the moves of a clause; none where nothing in it says anything."""
        known = self._known(clause)
        for strategy in self._strategies:
            moves = strategy(known)
            if moves is not None:
                return moves
        return []

    def _known(self, clause: Clause) -> Read:
        spans = clause.spans
        references = tuple(self.referrer.references(clause))
        taken = frozenset(
            at for phrase in references if phrase.kind not in WEAK for at in range(phrase.first, phrase.last)
        )
        wishes = tuple(_compared_with(phrase, clause, references) for phrase in self.composer.wishes(clause, taken))
        references = tuple(each for each in references if not any(_is_measure(w, clause, each) for w in wishes))
        used = taken | {at for phrase in wishes for at in range(phrase.first, phrase.last)}
        cues = frozenset(cue for span in spans for cue in span.cues())
        valued = {phrase.wish.slot for phrase in wishes if phrase.wish.constraint.values}
        nouns = tuple(
            dict.fromkeys(
                str(entry.data)
                for at, span in enumerate(spans)
                if at not in used
                for entry in span.entries
                if entry.kind == "noun" and entry.data != self.schema.name and entry.data not in valued
            )
        )
        supposed = any("if" in span.words.split() for span in spans)
        indifferent = any(phrase.wish.constraint.op == "any" for phrase in wishes)
        story = any(span.has("story") for span in spans) and not supposed
        return Read(clause, cues, references, wishes, nouns, self._asks(clause, cues, indifferent=indifferent), story)

    def _asks(self, clause: Clause, cues: frozenset[str], *, indifferent: bool) -> bool:
        content = [
            span for span in clause.spans if span.words not in (",", "and", "so", "but", "ok", "well", "please", "now")
        ]
        first = content[0].words.split(" ")[0] if content else ""
        if first == "any" and self.context.offered:
            return clause.question or not indifferent  # "any amenities" asks, "any price" gives up a wish
        if first == "make" and any(span.words == "make sure" for span in content[:2]):
            return clause.question  # "make sure there's parking" is a demand
        return clause.question or "asks" in cues or first in _WH or (first in _ASKING and len(content) > 1)

    # The moves, in the order in which they are tried

    def _social(self, read: Read) -> list[Move] | None:
        kinds = [str(entry.data) for span in read.spans for entry in span.entries if entry.kind == "social"]
        if "thanks" in kinds:
            kinds = [kind for kind in kinds if kind != "help"]  # "thanks for your help"
        if not kinds or read.wishes or read.strong or read.cues & {"book", "cancel", "compare"}:
            return None
        if read.nouns and read.question:
            return None
        return [Social(kind) for kind in dict.fromkeys(kinds)]  # type: ignore[arg-type]

    def _undo(self, read: Read) -> list[Move] | None:
        return [Undo()] if "undo" in read.cues and not read.wishes else None

    def _start_over(self, read: Read) -> list[Move] | None:
        return [Drop()] if "drop" in read.cues and not read.wishes else None

    def _recall(self, read: Read) -> list[Move] | None:
        for cue, about in (
            ("recall_bookings", "bookings"),
            ("recall_options", "options"),
            ("recall_summary", "summary"),
        ):
            if cue in read.cues and not read.wishes:
                return [Recall(about)]  # type: ignore[arg-type]
        if "recall_wishes" not in read.cues:
            return None
        slot = self._recalled_slot(read)
        if not slot and not read.question:
            return None
        return [Recall("slot", slot)] if slot else [Recall("wishes")]

    def _recalled_slot(self, read: Read) -> str:
        words = " ".join(span.words for span in read.spans)
        parties = self.schema.of_kind("party")
        if parties and any(word in words for word in ("how many", "who ")):
            return parties[0].name
        dates = self.schema.of_kind("date")
        if dates and "dates" in words.split():
            return dates[0].name
        return read.nouns[0] if read.nouns else ""

    def _hedge(self, read: Read) -> list[Move] | None:
        if "perhaps" not in read.cues or read.question:
            return None
        if read.cues & {"book"} or not (read.wishes or read.strong):
            return [Answer("perhaps")]
        return None

    def _cancel(self, read: Read) -> list[Move] | None:
        if "cancel" not in read.cues or "supposed" in read.cues or self._denied(read, "cancel"):
            return None
        words = " ".join(span.words for span in read.spans)
        if "policy" in words or "fee" in words:
            return [OutOfScope(words)]
        return [Cancel(self._booked_reference(read))]

    def _booked_reference(self, read: Read) -> Reference | None:
        """Return which bookings are meant: among those booked, by what the clause says of them."""
        strong = [phrase.reference for phrase in read.strong]
        wished = tuple(phrase.wish for phrase in read.wishes)
        if any(isinstance(each, Every) for each in strong) or any(
            span.words in ("everything", "all", "both") for span in read.spans
        ):
            return Every(0, Booked())
        named = [each for each in strong if not isinstance(each, Booked)]
        if named:
            return named[0] if len(named) == 1 else together(read.strong)
        if wished:
            return Described(wished, Booked())
        if strong:
            return Booked()
        return It() if read.references else None

    def _change(self, read: Read) -> list[Move] | None:
        if not (self.context.booked or any(phrase.kind == "booked" for phrase in read.references)):
            return None
        if "change" not in read.cues or not (read.wishes or "booked" in [p.kind for p in read.references]):
            return None
        wished = tuple(phrase.wish for phrase in read.wishes)
        plain_make = any(span.words in ("make it", "move", "shift", "change it", "make") for span in read.spans)
        if plain_make and not any(phrase.kind == "booked" for phrase in read.references):
            return None
        return [Change(wished, self._booked_reference(Read(*read[:3], (), *read[4:])))]

    def _book(self, read: Read) -> list[Move] | None:
        if "book" not in read.cues or "supposed" in read.cues or self._denied(read, "book") or read.story:
            return None
        strict = {"book", "reserve"}
        words = {word for span in read.spans for word in span.words.split()}
        plain = bool(words & strict)
        weak = not (read.strong or read.references or plain)
        if weak and (read.wishes or read.question):
            return None
        if not plain and not self.context.offered:
            return None
        if not plain and read.wishes and not read.strong:
            return None
        if read.wishes and not read.strong and not self.context.offered:
            return None
        wished = tuple(phrase.wish for phrase in read.wishes)
        reference = read.reference()
        if read.clause.supposed and not plain:
            return None
        if any(span.words == "if" for span in read.spans):
            return [Ask("holds", of=reference, wishes=wished)] if wished else None
        if not read.strong and wished:
            reference = Described(wished)
        return [Book(reference)]

    def _denied(self, read: Read, cue: str) -> bool:
        """Return whether a cue stands behind a denial: "don't book it yet"."""
        for at, span in enumerate(read.spans):
            if span.is_cue(cue):
                return any(before.has("not") for before in read.spans[max(at - 2, 0) : at])
        return False

    def _compare(self, read: Read) -> list[Move] | None:
        if "compare" not in read.cues or ("difference" in read.cues and self._measured_nouns(read) and read.strong):
            return None
        if not (read.strong or read.references or self.context.offered):
            return None
        slots = tuple(noun for noun in read.nouns)
        return [Compare(self._compared(read), slots)]

    def _compared(self, read: Read) -> Reference | None:
        parts = list(read.strong) or list(read.references[:1])
        described = [Described((phrase.wish,)) for phrase in read.wishes if phrase.wish.constraint.op == "is"]
        several = [phrase.reference for phrase in parts]
        if len(several) == 1 and described:
            several += described
        if len(read.references) > 1 and len(several) == 1 and read.references[0].kind == "it":
            several = [It(), *several]
        if not several and described:
            several = list(described)
        return several[0] if len(several) == 1 else Together(tuple(several)) if several else None

    def _measured_nouns(self, read: Read) -> list[str]:
        slots = (self.schema.slot(noun) for noun in read.nouns)
        return [slot.name for slot in slots if slot and slot.measured]

    def _reason(self, read: Read) -> list[Move] | None:
        if "reason" not in read.cues:
            return None
        return [Ask("reason", of=read.reference())]

    def _figures(self, read: Read) -> list[Move] | None:
        """Sums, differences and shares of what was shown or booked."""
        price = self.schema.price
        compared = [
            phrase
            for phrase in read.wishes
            if phrase.wish.constraint.op in ("more", "less") and not phrase.wish.constraint.values
        ]
        words = " ".join(span.words for span in read.spans)
        measured = "how much" in words or "how many" in words or "save" in words or bool(self._measured_nouns(read))
        if "difference" in read.cues and measured and (read.strong or read.wishes) and (read.question or compared):
            slot = (
                compared[0].wish.slot
                if compared
                else next(iter(self._measured_nouns(read)), price.name if price else "")
            )
            return [Ask("difference", (slot,), self._compared(read))] if slot else None
        if "sum" in read.cues and price and read.question and (read.references or self.context.offered):
            bookings = Booked() if self.context.booked else Every()
            return [Ask("sum", (price.name,), read.reference() or bookings)]
        scopes = [span for at, span in enumerate(read.spans) if span.has("scope") and not _is_subject(read.spans, at)]
        if read.question and price and scopes and not self._money(read):
            scope = scopes[0].data("scope")
            if scope in ("person", "night") and not set(read.nouns) - {price.name}:
                return [Ask("share", (price.name,), read.reference(), scope=scope)]
        return None

    def _money(self, read: Read) -> bool:
        price = self.schema.price
        return any(price and phrase.wish.slot == price.name and phrase.wish.constraint.values for phrase in read.wishes)

    def _question(self, read: Read) -> list[Move] | None:
        if not read.question:
            return None
        held = [phrase.wish for phrase in read.wishes if _askable(phrase.wish)]
        if held and all(self._is_no_fact(wish) for wish in held):
            return None
        slots = self._asked_slots(read)
        words = " ".join(span.words for span in read.spans)
        if any(word in read.cues for word in ("count",)) and "how many" in words and not slots:
            return [Ask("count", wishes=tuple(phrase.wish for phrase in read.wishes))]
        if there := self._held_there(read, held):
            return [there]
        about_options = self.context.offered or bool(read.strong)
        if about_options and (choice := self._choice(held)):
            return [Ask("facts", (choice,), read.reference())]
        if held and "available" in read.cues and read.references and self._is_choice_of(held):
            return list(held)
        if held and "available" in read.cues and read.references and self._bears(held):
            return [replace(_affirmed(wish), of=read.reference()) for wish in held]
        if "which" in read.cues and about_options and (best := _extreme(held)):
            return [Return(Extreme(best.slot, best.constraint.op, of=read.reference()))]  # type: ignore[arg-type]
        if "which" in read.cues and held and about_options and self._within_options(read):
            return [Ask("which", of=read.reference() or Every(), wishes=tuple(held))]
        if about_options and held and self._holds(read, held):
            return [Ask("holds", of=read.reference(), wishes=tuple(held))]
        if slots and (about_options or not read.wishes) and not self._new_search(read):
            return [Ask("facts", slots, read.reference())]
        if (unknown := self._unknown_words(read)) and not read.wishes:
            return [OutOfScope(unknown)]
        return None

    def _held_there(self, read: Read, held: Sequence[Wish]) -> Move | None:
        """Return a question about the option in a place that was offered: "is there a gym in Rome?"."""
        places = [wish for wish in held if wish.slot == self._goal and wish.constraint.op == "is"]
        rest = [wish for wish in held if wish not in places]
        flags = all(isinstance(value, Flag) for wish in rest for value in wish.constraint.values)
        if len(places) != 1 or not rest or not flags or not self.context.offered or read.strong or self._searches(read):
            return None
        return Ask("holds", of=Described(tuple(places)), wishes=tuple(rest))

    def _searches(self, read: Read) -> bool:
        """Return whether words look for something else than what was offered."""
        words = {word for span in read.spans for word in span.words.split()}
        return bool(
            words
            & {
                "anything",
                "something",
                "somewhere",
                "anywhere",
                "you",
                "hotel",
                "hotels",
                "one",
                "trip",
                "other",
                "about",
            }
        )

    def _choice(self, held: Sequence[Wish]) -> str:
        """Return the slot of which a question names several values: "is it economy or business?"."""
        several = [wish.slot for wish in held if wish.constraint.op == "is" and len(wish.constraint.values) > 1]
        slots = [slot for name in several if (slot := self.schema.slot(name)) and slot.kind == "category"]
        return slots[0].name if slots and len(held) == 1 else ""

    def _is_choice_of(self, held: Sequence[Wish]) -> bool:
        """Return whether wishes are for another class of what was offered: "could I have it in business?"."""
        slots = (self.schema.slot(wish.slot) for wish in held)
        return all(slot is not None and slot.kind == "category" and slot.name != self.schema.name for slot in slots)

    def _is_feature(self, wish: Wish) -> bool:
        """Return whether a wish is for what an option has or hasn't, and nobody can change."""
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.kind == "yes_no" and slot.bearing == "value"

    def _is_no_fact(self, wish: Wish) -> bool:
        """Return whether a wish is about the search alone, so that no option can be asked about it."""
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.bearing == "flexible"

    def _overview(self, read: Read) -> list[Move] | None:
        """All that there is to tell of an option: "any amenities", "tell me more", "go on"."""
        if "overview" not in read.cues or read.wishes or not (self.context.offered or read.strong):
            return None
        if len(read.spans) > SHORT and any(span.words == "go on" for span in read.spans):
            return None  # "one doesn't go on for ever"
        return [Ask("facts", of=read.reference())]

    def _bears(self, held: Sequence[Wish]) -> bool:
        """Return whether wishes are for what a search decides and no option has of itself: days, travellers."""
        slots = (self.schema.slot(wish.slot) for wish in held)
        return all(slot is not None and slot.bearing != "value" for slot in slots)

    def _within_options(self, read: Read) -> bool:
        return not any(phrase.wish.slot == self._goal and phrase.wish.constraint.op == "is" for phrase in read.wishes)

    @property
    def _goal(self) -> str:
        return next((slot.name for slot in self.schema.slots if slot.role == "goal"), "")

    def _holds(self, read: Read, held: Sequence[Wish]) -> bool:
        """Return whether a question asks if something is so of the options at hand, and looks for no others."""
        if self._new_search(read):
            return False
        flags = all(isinstance(value, Flag) for wish in held for value in wish.constraint.values)
        pointed = bool(read.references)
        return flags or pointed

    def _new_search(self, read: Read) -> bool:
        """Return whether a question looks for other options: "is there anything cheaper"."""
        for span in read.spans:
            if span.words == "somewhere" and any(other.words.startswith("leave") for other in read.spans):
                continue
            if span.words in (
                "anything",
                "something",
                "any hotel",
                "somewhere",
                "anywhere",
                "any other",
                "what about",
                "how about",
            ):
                return True
        places = [phrase for phrase in read.wishes if phrase.wish.slot == self._goal]
        have = any(span.words in ("do you have", "have you", "have you got", "you have", "you") for span in read.spans)
        return bool(places) or (have and bool(read.wishes))

    def _asked_slots(self, read: Read) -> tuple[str, ...]:
        described = {at for phrase in read.strong for at in range(phrase.first, phrase.last)}
        words = " ".join(span.words for at, span in enumerate(read.spans) if at not in described)
        slots = list(read.nouns)
        price = self.schema.price
        if price and any(
            word in words
            for word in ("how much", "cost", "come to", "comes to", "came to", "set us back", "set me back", "price")
        ):
            slots.append(price.name)
        starts = [slot.name for slot in self.schema.slots if slot.bearing == "window_start"]
        ends = [slot.name for slot in self.schema.slots if slot.bearing == "window_end"]
        if starts and any(word in words for word in ("when", "dates", "which day", "what day")):
            home = any(word in words.split() for word in ("back", "home", "return", "returns", "returning"))
            away = any(
                word in words.split()
                for word in ("leave", "leaves", "depart", "departure", "go", "out", "off", "start")
            )
            slots += ends if home and not away else starts if away and not home else [*starts, *ends]
        for span, following in zip(read.spans, read.spans[1:], strict=False):
            if span.words.endswith("how many") and following.has("unit"):
                slots.append(str(following.data("unit")[0]))
        durations = [slot.name for slot in self.schema.slots if "how long" in slot.nouns]
        if "how long" in words:
            slots += durations
        slots += [slot for span in read.spans for slot in self._adjective_slot(span, words)]
        return tuple(name for name in dict.fromkeys(slots) if (slot := self.schema.slot(name)) and slot.kind != "party")

    def _adjective_slot(self, span: Span, words: str) -> list[str]:
        if not span.has("adjective") or "how" not in words.split():
            return []
        slot, _ = span.data("adjective")
        return [slot]

    def _reject(self, read: Read) -> list[Move] | None:
        if "reject" not in read.cues or read.wishes:
            return None
        return [Reject(read.reference())]

    def _more(self, read: Read) -> list[Move] | None:
        if "more" not in read.cues or read.wishes or read.strong:
            return None
        return [More()]

    def _return(self, read: Read) -> list[Move] | None:
        strong = read.strong
        if not strong:
            if read.references and "return" in read.cues and not read.wishes and self.context.offered:
                return [Return(read.references[0].reference)]
            return None
        reference = read.reference()
        assert reference is not None
        if any(phrase.kind == "neither" for phrase in strong):
            rest = [phrase for phrase in strong if phrase.kind != "neither"]
            moves: list[Move] = [Reject(Every())]
            return [*moves, Return(together(rest) or It())] if rest else moves
        if isinstance(reference, Booked):
            return [Recall("bookings")]
        moved: list[Move] = [Return(reference)]
        changed = [phrase.wish for phrase in read.wishes]
        if changed and all(self._is_feature(wish) for wish in changed):
            return [Ask("holds", of=reference, wishes=tuple(changed))]
        if changed:
            return [replace(wish, of=reference) for wish in changed]
        slots = self._asked_slots(read)
        return [Ask("facts", slots, reference)] if slots else moved

    def _wish(self, read: Read) -> list[Move] | None:
        wished = [phrase.wish for phrase in read.wishes]
        if not wished:
            return None
        if read.story and not read.cues & {"correct"}:
            wished = [wish for wish in wished if not self._is_story(wish)]
            if not wished:
                return []
        if "correct" in read.cues:
            return [Correct(tuple(wished))]
        return list(wished)

    def _is_story(self, wish: Wish) -> bool:
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.kind in ("place", "name") and wish.constraint.op == "is"

    def _answer(self, read: Read) -> list[Move] | None:
        if any(span.has("any") and not span.has("cue") for span in read.spans) and not read.nouns and not read.question:
            asked = [Wish(slot, Constraint("any")) for slot in self.context.asked if self.schema.slot(slot)]
            return list(asked) or [Answer("either")]
        for cue, word in (("answer_either", "either"), ("answer_no", "no"), ("answer_yes", "yes")):
            if cue in read.cues:
                return [Answer(word)]  # type: ignore[arg-type]
        if read.references and read.references[0].kind == "neither":
            return [Reject(Every())]
        if "reject" in read.cues or "correct" in read.cues:
            return [Reject(None)]
        return None

    def _unknown(self, read: Read) -> list[Move] | None:
        unknown = self._unknown_words(read)
        if unknown and (read.question or len(read.spans) < 8):
            return [OutOfScope(unknown)]
        return None

    def _unknown_words(self, read: Read) -> str:
        return ", ".join(span.words for span in read.spans if span.has("unknown"))


def _compared_with(phrase: Phrase, clause: Clause, references: Sequence[ReferencePhrase]) -> Phrase:
    """Return a comparison with the option behind "than": "cheaper than the second"."""
    constraint = phrase.wish.constraint
    if constraint.op not in ("more", "less"):
        return phrase
    for each in references:
        if _is_measure(phrase, clause, each):
            return phrase._replace(wish=replace(phrase.wish, constraint=replace(constraint, than=each.reference)))
    return phrase


def _is_measure(phrase: Phrase, clause: Clause, reference: ReferencePhrase) -> bool:
    """Return whether a comparison is with what a reference denotes."""
    between = clause.spans[phrase.last : reference.first]
    compared = phrase.wish.constraint.op in ("more", "less")
    return compared and 0 < len(between) <= 2 and any(span.words == "than" for span in between)


def _affirmed(wish: Wish) -> Wish:
    """Return a wish without the denial of a polite question: "couldn't it be had in September?"."""
    return replace(wish, constraint=replace(wish.constraint, op="is")) if wish.constraint.op == "not" else wish


def _is_subject(spans: Sequence[Span], at: int) -> bool:
    """Return whether "each" stands for the options: "how much does each cost", not "how much is it each"."""
    return spans[at].words == "each" and at > 0 and spans[at - 1].words in ("does", "is", "do", "did", "would", "was")


def _extreme(held: Sequence[Wish]) -> Wish | None:
    """Return the wish for the least or most, where it is the only one: "which one is cheapest?"."""
    return held[0] if len(held) == 1 and held[0].constraint.op in ("least", "most") else None


def _askable(wish: Wish) -> bool:
    return wish.constraint.op not in ("any",)
