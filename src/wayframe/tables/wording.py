"""The agent's sentences about a table: every value stands in them as it stands in the act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from wayframe.dialogue import Act, Arg
from wayframe.nlg import Sentence
from wayframe.tables.schema import Column, Schema, is_adjective
from wayframe.tables.welcome import plural
from wayframe.tables.wishes import LIKE

_Said = str | bool
_Spoken = Iterator[tuple[str, tuple[Act, ...]]]

PLAIN = {
    "greeting": ("Hello!", "Hi there!", "Welcome!"),
    "thankyou": ("Thank you!", "Thanks!"),
    "you_are_welcome": ("You're welcome!", "My pleasure.", "Happy to help."),
    "goodbye": ("Goodbye!", "Bye!", "See you!"),
    "sorry": ("Sorry.", "I'm sorry."),
    "affirm": ("Yes.", "Yes, it is."),
    "negate": ("No.", "No, I'm afraid not."),
}
OFFERS = ("There's {what}.", "I have {what}.", "How about {what}?")
MORE_OFFERS = ("Or {what}.", "There's also {what}.", "Then there's {what}.")
SUGGESTIONS = ("That is {what}.", "That would be {what}.")
NOTHING = ("I have nothing {how}.", "There's nothing {how}.")
NOTHING_ELSE = ("There's nothing else.", "That's all I have.")
TAKE = ("Shall I book it?", "Would you like me to book it?", "Do you want me to book it?")
TAKEN = ("Done, it's booked: {what}.", "It's booked: {what}.", "All set, booked: {what}.")
CANCELLED = ("It's cancelled: {what}.", "Cancelled: {what}.")
OPEN = ("What else can I do for you?", "What would you like to change?")
UNKNOWN = ("I'm afraid I don't know that.", "That isn't in my table, I'm afraid.")
NOT_BOOKED = "Nothing is booked yet."
_OPEN_ENDED = (
    "from",
    "since",
    "until",
    "to",
    "at",
    "by",
    "in",
    "on",
    "with",
    "for",
    "of",
)  # a label that its value completes
_WAYS = ("from", "to", "near")
# Columns whose name says by itself what is so.
_STATES = ("allowed", "included", "available", "accepted", "possible", "welcome")
_NO_ARTICLE = frozenset((
    "wifi", "parking", "heating", "delivery", "takeaway", "bluetooth", "breakfast", "access", "storage", "seating",
    "air conditioning", "furniture", "service", "food", "music",
))  # fmt: skip


class TableNLG:
    """See `wayframe.nlg.NLG`."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def say(self, acts: Sequence[Act], variant: int) -> list[Sentence]:
        """See `NLG.say`."""
        said = []
        for kind, group in groupby(acts, key=_kind):
            for number, (text, about) in enumerate(self._spoken(kind, tuple(group), variant)):
                said.append(Sentence(text, about))
                variant += number % 2
        return said

    def _spoken(self, kind: str, acts: tuple[Act, ...], variant: int) -> _Spoken:
        if kind in PLAIN and not _of_booking(acts):
            yield from ((_pick(PLAIN[kind], variant), (act,)) for act in acts)
            return
        if kind == "canthelp":
            yield self._unknown(acts, variant), acts
            return
        if kind == "negate":
            yield NOT_BOOKED, acts
            return
        for number, act in enumerate(acts):
            match kind:
                case "offer":
                    yield _pick(MORE_OFFERS if number else OFFERS, variant).format(what=self._offer(act)), (act,)
                case "suggested":
                    yield _pick(SUGGESTIONS, variant + number).format(what=self._offer(act)), (act,)
                case "booked":
                    yield _pick(TAKEN, variant).format(what=self._offer(act)), (act,)
                case "cancelled":
                    yield _pick(CANCELLED, variant).format(what=self._offer(act)), (act,)
                case "book?":
                    yield _pick(TAKE, variant), (act,)
                case _:
                    yield self._one(kind, act, variant), (act,)

    def _one(self, kind: str, act: Act, variant: int) -> str:
        match kind:
            case "no_result":
                return self._nothing(act, variant)
            case "change":
                return self._change(act)
            case "inform":
                return self._inform(act)
            case "request":
                return self._request(act, variant)
            case "reject":
                return self._reject()
        return _pick(OPEN, variant)

    def _unknown(self, acts: Sequence[Act], variant: int) -> str:
        """What isn't known, and of which options."""
        told = [arg for act in acts for ref in act.refs() for arg in ref.annotations]
        names = [_the(str(arg.value)) for arg in told if arg.key == self._schema.name.slot and arg.value is not None]
        column = next((c for arg in told if arg.value is None and (c := self._schema.column(arg.key))), None)
        if column is None or not names:
            return _pick(UNKNOWN, variant)
        what = f"whether {_listed(names, 'or')} {'is' if is_adjective(column) else 'has'} {column.label}"
        if column.kind != "boolean":
            what = f"the {column.label} of {_listed(list(dict.fromkeys(names)), 'or')}"
        return f"I don't know {what}."

    def _offer(self, act: Act) -> str:
        """An option in one phrase: the Aero 13, Kestrel, RAM 16 GB, weight 1.1 kg, for €999."""
        values = _values(act)
        name = str(values.pop(self._schema.name.slot, f"one of the {self._schema.items}"))
        values.pop("action", None)
        money = self._schema.money
        price = values.pop(money.slot, None) if money else None
        plain = {slot: value for slot, value in values.items() if not self._schema.told_by(name, slot, value)}
        facts = [text for slot, value in plain.items() if (text := self._short(slot, value))]
        return ", ".join([_the(name), *facts, *([f"for {price}"] if price is not None else [])])

    def _short(self, slot: str, value: _Said) -> str:
        """A fact in few words: RAM 16 GB, Lenovo, with a touchscreen."""
        column = self._schema.column(slot)
        if column is None:
            return ""
        if isinstance(value, bool):
            what, _, state = column.label.rpartition(" ")
            if state in _STATES and what:
                return column.label if value else f"{what} not {state}"
            if is_adjective(column):
                return column.label if value else f"not {column.label}"
            return f"with {_article(column.label)}" if value else f"without {_article(column.label)}"
        return f"{column.label} {value}" if column.labelled or column.measured or _open_ended(column) else value

    def _nothing(self, act: Act, variant: int) -> str:
        sought = _gathered(arg for ref in act.refs() for arg in ref.annotations)
        places = [slot for slot in sought if (column := self._schema.column(slot)) and column.kind == "place"]
        how = [self._place(slot, sought[slot]) for slot in places]
        if rest := [self._wish(slot, values) for slot, values in sought.items() if slot not in places]:
            how.append(f"with {_listed(rest)}")
        return _pick(NOTHING, variant).format(how=" ".join(how)) if how else _pick(NOTHING_ELSE, variant)

    def _place(self, slot: str, values: Sequence[_Said]) -> str:
        """Where something was looked for: from Lyon, in the Old Town."""
        column = self._schema.column(slot)
        where = column.label if column and column.label in _WAYS else "in"
        return f"{where} {_listed([str(value) for value in dict.fromkeys(values)], 'or')}"

    def _wish(self, slot: str, values: Sequence[_Said]) -> str:
        """A wish as the end of "nothing with": price at most €900, brand Kestrel or Orla, a touchscreen."""
        column = self._schema.column(slot)
        label = column.label if column else slot
        if isinstance(values[0], bool):
            what, _, state = label.rpartition(" ")
            without = f"{what} not {state}" if what and state in _STATES else f"no {label}"
            if column and is_adjective(column):
                return label if values[-1] else f"not {label}"
            return _article(label) if values[-1] else without
        if column and column.kind == "list":
            return f"{label} {_listed([str(value).replace(LIKE, '') for value in dict.fromkeys(values)])}"
        return f"{label} {_listed([str(value) for value in dict.fromkeys(values)], 'or')}"

    def _change(self, act: Act) -> str:
        """Which wish could give way, and to what; without a wish, what there is."""
        asked, there = _gathered(arg for ref in act.refs() for arg in ref.annotations), _gathered(act.slots)
        if not asked:
            return " ".join(self._there(slot, values) for slot, values in there.items())
        ways = [f"{self._wish(s, values)} instead of {self._instead(s, asked[s])}" for s, values in there.items()]
        return f"It would work with {_listed(ways)}."

    def _instead(self, slot: str, values: Sequence[_Said]) -> str:
        column = self._schema.column(slot)
        if isinstance(values[0], bool):
            return self._wish(slot, values)
        said = [str(v).replace(LIKE, "") if column and column.kind == "list" else str(v) for v in dict.fromkeys(values)]
        return _listed(said, "or") if column else ""

    def _there(self, slot: str, values: Sequence[_Said]) -> str:
        """What a column holds, as in: "Brands: Kestrel, Orla and Pinto"."""
        column = self._schema.column(slot)
        label = column.label if column else slot
        if column and column.measured:
            return f"The {label} goes from {values[0]}."
        return f"{_capital(plural(label))}: {_listed([str(value) for value in values])}."

    def _inform(self, act: Act) -> str:
        values = _values(act)
        if "count" in values:
            one = values["count"] == "1"
            return f"{values['count']} {self._schema.item if one else self._schema.items} fit{'s' if one else ''}."
        written = act.refs("write")
        named = {a.key: a.value for a in written[0].annotations} if written else {}
        name = values.pop(self._schema.name.slot, None) or named.get(self._schema.name.slot)
        subject = _the(str(name)) if name else "it"
        first = _capital(subject)
        if len(values) == 1:
            slot, value = next(iter(values.items()))
            return self._fact(slot, value, first, f"the {{}} of {subject}" if name else "its {}")
        facts = [text for slot, value in values.items() if (text := self._short(slot, value))]
        if not facts:
            return f"That's {subject}."
        told = ", ".join(facts).rstrip(".")
        return f"{first}: {told}." if name else f"{_capital(told)}."

    def _fact(self, slot: str, value: _Said, subject: str, its: str) -> str:
        """A single fact: it costs €999, its weight is 1.1 kg, the Aero 13 has no touchscreen."""
        column = self._schema.column(slot)
        if column is None:
            return f"That's {subject}."
        if isinstance(value, bool):
            what, _, state = column.label.rpartition(" ")
            if state in _STATES and what:
                verb = ("are" if what.endswith("s") else "is") + ("" if value else "n't")
                if subject != "It":
                    return f"{subject}: {what}{'' if value else ' not'} {state}."
                return f"{_capital(what)} {verb} {state}."
            return f"{subject} {_stated(column, value)}."
        if column == self._schema.money and column.label in ("price", "cost", "fare"):
            return f"{subject} costs {value}."
        if column.kind == "place" and column.label not in _WAYS:
            return f"{subject} is in {value}."
        if column.label in _WAYS:
            return f"{subject} goes {column.label} {value}."
        if _open_ended(column) or column.kind in ("text", "list") or is_adjective(column):
            said = f"{column.label}{'' if _open_ended(column) else ':'} {value}."
            return f"{subject}: {column.label} {value}." if subject != "It" else _capital(said)
        verb = "are" if column.label.endswith("s") and not column.label.endswith("ss") else "is"
        return f"{_capital(its.format(column.label))} {verb} {str(value).rstrip('.')}."

    def _request(self, act: Act, variant: int) -> str:
        slots = [arg.key for arg in act.slots]
        names = [str(a.value) for ref in act.refs() for a in ref.annotations if a.value is not None]
        if names:
            return f"Which one do you mean, {_listed([_the(name) for name in names], 'or')}?"
        columns = [column for slot in slots if (column := self._schema.column(slot))]
        if not columns:
            return _pick(OPEN, variant)
        column = columns[0]
        if column.kind == "money":
            return f"What {column.label} did you have in mind, at most?"
        return f"Which {column.label} would you like?"

    def _reject(self) -> str:
        labels = [c.label for c in self._schema.columns if c.searched and c.kind != "name"][:3]
        return (
            f"Sorry, I didn't get that. You can tell me the {_listed(labels, 'or')}, ask about "
            f"one of the {self._schema.items}, compare them, or go back to an earlier one."
        )


def _of_booking(acts: Sequence[Act]) -> bool:
    """Whether it is denied that anything is booked."""
    told = (arg.key for act in acts for ref in act.refs() for arg in ref.annotations)
    return acts[0].name == "negate" and "action" in told


def _kind(act: Act) -> str:
    """What is said in one breath: acts of a name; options, wishes that give way and questions to book apart."""
    keys = {arg.key for arg in act.slots}
    if act.name == "suggest":
        return "suggested" if act.id is not None else "book?" if "action" in keys else "change"
    if act.name == "inform" and "action" in keys:
        return "booked" if Arg("action", "book") in act.slots else "cancelled"
    return act.name


def _gathered(args: Iterable[Arg]) -> dict[str, list[_Said]]:
    """The values of every slot."""
    found = dict[str, list[_Said]]()
    for key, value in ((arg.key, arg.value) for arg in args):
        if isinstance(value, str | bool):
            found.setdefault(key, []).append(value)
    return found


def _values(act: Act) -> dict[str, _Said]:
    return {arg.key: arg.value for arg in act.slots if isinstance(arg.value, str | bool)}


def _open_ended(column: Column) -> bool:
    """Whether a column's name goes on with its value: "in stock since", "pairs with"."""
    return column.label.split()[-1] in _OPEN_ENDED


def _stated(column: Column, value: bool) -> str:
    if is_adjective(column):
        return f"is {column.label}" if value else f"isn't {column.label}"
    return f"has {_article(column.label)}" if value else f"has no {column.label}"


def _article(label: str) -> str:
    """A thing with its article, where one can have it counted: a touchscreen, pets, wifi."""
    plain = label in _NO_ARTICLE or label.split()[-1] in (*_NO_ARTICLE, *_STATES) or label.endswith("s")
    return label if plain else _indefinite(label)


def _indefinite(label: str) -> str:
    if label.endswith("s") and not label.endswith("ss"):
        return f"a number of {label}" if " " not in label else label
    return f"{'an' if label[:1] in 'aeiou' else 'a'} {label}"


def _the(name: str) -> str:
    return name if name.casefold().startswith("the ") or name[:1].isdigit() else f"the {name}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _pick(choices: Sequence[str], variant: int) -> str:
    return choices[variant % len(choices)]


def _listed(parts: Sequence[str], joint: str = "and") -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joint} {parts[-1]}"
