"""Reply plans as dialogue acts of the Frames scheme: what logs, simulated users and faces see of a reply.

Values stand in acts in the words in which the text says them, so that a text can be checked against its acts.

| part | acts |
| --- | --- |
| offer, suggestion | offer or suggest(name, ..., id) for each new option, and for whom; inform(count) |
| nothing | no_result(ref=[frame{slot=value}]) |
| facts, what holds, comparisons, recalled options | inform(slot=value, write=[frame{name}]) |
| figures | inform(slot=value, read=[frame{name}]) |
| request, which, meant | request(slot), request(name), confirm(slot=value) |
| confirmation, proposal to book | suggest(action=book, name) |
| done | inform(action=book, name, ..., write=[frame{name}]) |
| courtesies | greeting(), you_are_welcome(), goodbye() |
| not known, not understood | canthelp(), reject() |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Ref
from wayframe.meaning.records import Days, Flag, Party, Value, Wish
from wayframe.planner.plan import (
    Comparison,
    Confirm,
    Courtesy,
    Done,
    Empty,
    Figure,
    Holds,
    Meant,
    Noted,
    Nothing,
    NotKnown,
    NotUnderstood,
    Offer,
    OptionView,
    Propose,
    Reason,
    Recalled,
    ReplyPart,
    Request,
    Suggest,
    Tell,
    ValuesOf,
    Which,
)
from wayframe.realiser.slots import slot_of
from wayframe.realiser.values import Locale, children_words, counted, digits, plain, value_words
from wayframe.realiser.wishes import days_said
from wayframe.schema import Schema
from wayframe.state.records import Option

_COURTESIES = {"greeting": "greeting", "welcome": "you_are_welcome", "goodbye": "goodbye"}


def wizard_acts(
    parts: Iterable[ReplyPart], locale: Locale, known: int, active: int, options: Mapping[int, Option]
) -> list[tuple[Act, ...]]:
    """Return the acts of each part of a plan; frames above `known` are new, `active` is the frame at hand.

    The act of a new option has all that stands on its card, also what the words leave out.
    """
    shown = [slot.name for slot in locale.schema.slots if slot.shown]
    whole = list[ReplyPart]()
    for part in parts:
        if isinstance(part, Offer | Suggest):
            views = tuple(_carded(view, shown, options) if view.frame > known else view for view in part.options)
            whole.append(replace(part, options=views))
        else:
            whole.append(part)
    projection = _Projection(locale, known, active)
    return [tuple(projection.acts(part)) for part in whole]


def _carded(view: OptionView, shown: Sequence[str], options: Mapping[int, Option]) -> OptionView:
    """Return an option with all that stands on its card."""
    held = options[view.frame].item.values
    values = {slot: held[slot] for slot in dict.fromkeys((*shown, *view.values)) if slot in held}
    return replace(view, values=values)


class _Projection:
    """Writes the acts of one reply."""

    def __init__(self, locale: Locale, known: int, active: int) -> None:
        self.locale, self.known, self.active = locale, known, active
        self.schema: Schema = locale.schema

    def acts(self, part: ReplyPart) -> list[Act]:
        """Return the acts of a part."""
        match part:
            case Offer(options, total):
                return [*(self._offered("offer", view) for view in options), *self._total(total, len(options))]
            case Suggest(options, missed):
                views = [_with_instead(view, misses) for view, misses in zip(options, missed, strict=True)]
                return [self._offered("suggest", view) for view in views]
            case Nothing(because):
                return [Act("no_result", self._at_hand(because) or (Arg("ref", (Ref(self.active),)),))]
            case Tell(options, missing):
                told = [self._told(view) for view in options if view.values]
                return [*told, *([Act("canthelp", tuple(Arg(slot) for slot in missing))] if missing else [])]
            case Holds(wish, yes, no):
                told = [self._held(view, wish, so) for views, so in ((yes, True), (no, False)) for view in views]
                return [*self._said_of("affirm", wish, yes), *self._said_of("negate", wish, no), *told]
            case Comparison(options, slots):
                return [self._told(_without_shared_lacks(view, slots)) for view in options]
            case Which(options, purpose):
                asked = Act("request", (Arg(self.schema.name), Arg("action", purpose)))
                return [*(self._told(view) for view in options), asked]
            case Figure():
                return [self._figure(part)]
            case ValuesOf(slot, values):
                return [Act("inform", (Arg(slot, self._words(slot, value)),)) for value in values]
            case Request(slots):
                return [Act("request", (Arg(self._key(slot)),)) for slot in slots]
            case Meant(wishes):
                return [Act("confirm", (arg,)) for arg in self._wished(wishes)]
            case Confirm(purpose, options):
                return [
                    Act("suggest", (Arg("action", purpose), *self._named(view), self._of(view))) for view in options
                ]
            case Done(purpose, options):
                return [self._told(view, Arg("action", purpose)) for view in options]
            case Propose("book"):
                return [Act("suggest", (Arg("action", "book"),))]
            case Propose():
                return [Act("request", ())]
            case Recalled(wishes=wishes, options=options, bookings=bookings):
                said = [Act("inform", (arg,)) for arg in self._wished(wishes)]
                return [*said, *(self._told(view) for view in (*options, *bookings))]
            case Reason(option):
                return [self._told(option)]
            case Courtesy(kind):
                return [Act(_COURTESIES[kind], ())] if kind in _COURTESIES else []
            case NotKnown():
                return [Act("canthelp", ())]
            case NotUnderstood(_, understood):
                return [Act("reject", self._at_hand(understood))]
            case Empty(_, candidates):
                refs = tuple(Ref(view.frame, tuple(self._named(view))) for view in candidates)
                return [Act("sorry", (Arg("ref", refs),) if refs else ())]
            case Noted():
                return []

    # Options

    def _offered(self, name: str, view: OptionView) -> Act:
        """Return a new option as an offer or a suggestion, one that was shown before as facts."""
        if view.frame <= self.known:
            return self._told(view)
        return Act(name, (*self._named(view), *self._values(view), Arg("id", view.frame)))

    def _total(self, total: int, offered: int) -> list[Act]:
        """Return how many fit in all, where that is more than are offered."""
        return [Act("inform", (Arg("count", digits(self.locale, total)),))] if total > offered else []

    def _told(self, view: OptionView, *first: Arg) -> Act:
        return Act("inform", (*first, *self._named(view), *self._values(view), self._of(view)))

    def _held(self, view: OptionView, wish: Wish, so: bool) -> Act:
        """Return whether a wish is so of an option: yes or no where it asks for that, else the value that it has."""
        values = wish.constraint.values
        plain_flag = bool(values) and isinstance(values[0], Flag) and wish.slot not in view.values
        told = [Arg(wish.slot, so)] if plain_flag else self._values(view)
        return Act("inform", (*self._named(view), *told, self._of(view)))

    def _said_of(self, name: str, wish: Wish, options: Sequence[OptionView]) -> list[Act]:
        """Return a yes or no to the values asked about, where the facts told of an option don't repeat them."""
        values = tuple(
            Arg(wish.slot, self._words(wish.slot, v)) for v in _said(wish) if not isinstance(v, Flag | Party)
        )
        told = {view.frame: {arg.value for arg in self._values(view)} for view in options}
        return [
            Act(name, (Arg("ref", (Ref(view.frame, values),)),))
            for view in options
            if any(arg.value not in told[view.frame] for arg in values)
        ]

    def _figure(self, part: Figure) -> Act:
        refs = tuple(Ref(view.frame, tuple(self._named(view))) for view in part.options)
        value = (
            self._words(part.slot, part.value) if part.slot else digits(self.locale, getattr(part.value, "value", 0))
        )
        wished = tuple(self._wished(part.wishes))
        refs += (Ref(self.active, wished),) if wished else ()
        return Act("inform", (Arg(part.slot or "count", value), *([Arg("read", refs)] if refs else [])))

    def _of(self, view: OptionView) -> Arg:
        return Arg("write", (Ref(view.frame, tuple(self._named(view))),))

    def _named(self, view: OptionView) -> list[Arg]:
        place = [Arg(self.schema.place, plain(view.place))] if view.place and self.schema.place else []
        return [Arg(self.schema.name, plain(view.name)), *place]

    def _at_hand(self, wishes: Iterable[Wish]) -> tuple[Arg, ...]:
        """Return wishes as a reference to the frame at hand; none where there are none."""
        wished = tuple(self._wished(wishes))
        return (Arg("ref", (Ref(self.active, wished),)),) if wished else ()

    # Values

    def _values(self, view: OptionView) -> list[Arg]:
        beside = {self.schema.name, self.schema.place if view.place else ""}
        told = [Arg(slot, self._words(slot, value)) for slot, value in view.values.items() if slot not in beside]
        return [*told, *self._people(view.party)]

    def _words(self, slot: str, value: Value) -> str | bool:
        return value.value if isinstance(value, Flag) else value_words(self.locale, slot_of(self.locale, slot), value)

    def _people(self, party: Party | None) -> list[Arg]:
        """Return a party as the scheme's two slots."""
        if party is None:
            return []
        words = self.locale.wording.party
        found = []
        if party.adults:
            found.append(Arg("n_adults", counted(self.locale, party.adults, words.adult)))
        elif party.total:
            found.append(Arg("n_adults", counted(self.locale, party.total, words.person)))
        if party.children:
            found.append(Arg("n_children", children_words(self.locale, party)))
        return found

    def _key(self, slot: str) -> str:
        """Return the scheme's slot for what is asked for: travellers by the number of adults."""
        return "n_adults" if slot_of(self.locale, slot).kind == "party" else slot

    def _wished(self, wishes: Iterable[Wish]) -> Iterator[Arg]:
        """Return wishes as slots with the values that the text says."""
        for wish in wishes:
            key = slot_of(self.locale, wish.slot).wish.get(wish.constraint.op, wish.slot)
            for value in _said(wish):
                if isinstance(value, Party):
                    yield from self._people(value)
                else:
                    yield Arg(key, self._words(wish.slot, value))


def _without_shared_lacks(view: OptionView, differing: Sequence[str]) -> OptionView:
    """Return an option without the features that none of those compared with it has: nobody speaks of them."""
    values = {slot: value for slot, value in view.values.items() if slot in differing or value != Flag(False)}
    return replace(view, values=values)


def _said(wish: Wish) -> Sequence[Value]:
    """Return the values of a wish as the text has them: of a span of days the one that bounds."""
    values = wish.constraint.values
    return days_said(wish.constraint) if values and isinstance(values[0], Days) else values


def _with_instead(view: OptionView, misses: Sequence[tuple[Wish, Value | None]]) -> OptionView:
    """Return an option with what it has instead of what was wished for."""
    instead = {wish.slot: value for wish, value in misses if value is not None}
    return replace(view, values={**view.values, **instead})
