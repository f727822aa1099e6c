"""The records of a schema: a domain as data, which reader, memory, planner, realiser and sources go by.

A new slot is one entry in a schema's file (`trips.toml`, or what `wayframe catalogue init` writes of a table) and in no
other place.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Struct

from wayframe.errors import InputError, reason

Kind = Literal["name", "category", "place", "text", "list", "number", "money", "date", "time", "party", "yes_no"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MEASURED: frozenset[str] = frozenset(("number", "money", "date", "time"))
Direction = Literal["less", "more", ""]
Bearing = Literal["value", "window_start", "window_end", "flexible", "party"]
Role = Literal["", "source", "goal", "departure", "arrival", "departure_back", "arrival_back"]


class Sayings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slot's own ways to be said, where the language has none that fits; `{value}` is the value.

    - `phrase`: the value in a list of facts ("watered every {value}"), or that a yes/no slot is so ("hand-made").
    - `verb` and `object`: the value said of an item ("needs", "water every {value}"); by default "is" and the phrase.
    - `wish`: a wish behind a noun, its value with the bound ("needing water every {value}"); by default the phrase.
    - `lack`: that a yes/no slot isn't so ("machine-made"); by default "not" and the phrase.
    """

    phrase: str
    verb: str = ""
    object: str = ""
    wish: str = ""
    lack: str = ""


class Slot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A slot: what its values are, how people speak of it, and how a constraint on it bears on an item.

    - `kind`: what its values are; `unit` stands behind numbers ("GB") or is the currency of money ("USD").
    - `label` is its noun in the singular, `heading` a shorter one for boards and tables; `nouns` are other names,
      `units` words that count it ("days", "stars"); `conversions` are other units, what they are multiplied by and what
      is added: a week is 7 days, 3 nights are 4.
    - `less` and `more` are the adjectives that compare by it ("cheaper", "heavier"); `better` says which way is better.
    - `values`: the canonical values with their other spellings, of numbers the names that some have ("ground floor").
      `true` and `false` are the words that say a yes/no slot is so ("with free wifi", "internet") or isn't.
    - `usual`: the value that most take without saying so; others are offered to who asks, or where nothing else is.
    - `bearing`: `value` compares an item's own value with the constraint; `window_start` and `window_end` say that the
      item's day lies in a window that holds the whole stay; a yes to a `flexible` slot makes that window two days
      wider on each side; `party` multiplies prices.
    - `format`: how dates and numbers are written; of a text, that it is the address of a `picture` or a `link`; of yes
      and no, the cross for yes where an empty cell is no.
    - `role`: of two places of a journey, the one that it starts from (`source`) or goes to (`goal`); of its times,
      when the way there takes off (`departure`) and lands (`arrival`), and the way back (`departure_back`,
      `arrival_back`).
    - `scopes`: the shares that a limit may be meant for besides the whole ("person", "night"), for money.
    - `wish`: the frame slots that a wish fills, by operator ("at_most": "budget"), where they aren't the slot itself.
    - `wishable`: a search can hold a wish for it.
    - `shown`: it stands on an offer's card, in the words of `card` ("{value} class"; by default the value, with its
      label where it needs one); `brief`: it is said where several options are offered; `told`: it is told when an
      option is told about; `labelled`: its values don't say by themselves what they are; `said`: how they are said.
    - `ask` is the order in which the agent asks for it where it is missing and a search needs it (0: never).
    """

    name: str
    kind: Kind
    label: str
    heading: str = ""
    unit: str = ""
    nouns: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    conversions: dict[str, tuple[float, float]] = msgspec.field(default_factory=dict)
    less: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    better: Direction = ""
    values: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    usual: str = ""
    bearing: Bearing = "value"
    role: Role = ""
    scopes: tuple[str, ...] = ()
    wish: dict[str, str] = msgspec.field(default_factory=dict)
    wishable: bool = True
    shown: bool = False
    card: str = ""
    brief: bool = False
    told: bool = True
    labelled: bool = False
    said: Sayings | None = None
    ask: int = 0
    format: str = ""
    header: str = ""

    @property
    def has_mean(self) -> bool:
        """Return whether its values have a mean."""
        return self.kind in ("number", "money")

    @property
    def is_group(self) -> bool:
        """Return whether its values tell items apart into groups."""
        return self.kind in ("category", "place")

    @property
    def is_address(self) -> bool:
        """Return whether its values are addresses of pictures or of web pages."""
        return self.kind == "text" and bool(self.format)

    @property
    def is_crossed(self) -> bool:
        """Return whether an empty cell says no, as in a column of crosses."""
        return self.kind == "yes_no" and bool(self.format)

    @property
    def best_end(self) -> Literal["least", "most"]:
        """Return the end of its order that is better."""
        return "most" if self.better == "more" else "least"

    @property
    def measured(self) -> bool:
        """Return whether its values have an order."""
        return self.kind in MEASURED


class StandingAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is answered to a question that is no slot's, by the words that ask it: "are flights included?"."""

    words: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    text: str


_RATED = ("/5", "/10", "/100")
"""The units of what is rated by points."""


class Schema(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A domain: what an item is called, the slots that name it and order it, and all slots.

    `name` is the slot whose value names an item; `place` the slot said with it to tell items apart ("the Fairwind in
    Rome"); `order` the slot by which items are offered where nothing else is asked; `currency` the one of its money;
    `stock` the slot that says how many are left, or whether any are; `guests` the one that says for how many an item
    is, where its price is each person's.

    For those who begin a conversation, each with a default that follows from the catalogue: `greeting` says who speaks,
    `counted` are the slots whose values are counted, `hint` stands where one types, `examples` are what one might say.
    `labels` are the nouns of frame slots that are none of an item's. `answers` are given to what is no slot's.
    """

    item: str
    items: str
    name: str
    slots: tuple[Slot, ...]
    place: str = ""
    order: str = ""
    stock: str = ""
    guests: str = ""
    currency: str = ""
    greeting: str = ""
    counted: tuple[str, ...] = ()
    hint: str = ""
    examples: tuple[str, ...] = ()
    labels: dict[str, str] = msgspec.field(default_factory=dict)
    answers: tuple[StandingAnswer, ...] = ()

    def answer_to(self, words: str) -> str:
        """Return what is answered to words that ask, or that hold such words; empty where nothing is."""
        asked = f" {words.casefold()} "
        holding = (answer.text for answer in self.answers if any(f" {each} " in asked for each in answer.words))
        return next(holding, "")

    @cached_property
    def by_name(self) -> dict[str, Slot]:
        """The slots by their names."""
        return {slot.name: slot for slot in self.slots}

    def slot(self, name: str) -> Slot | None:
        """Return the slot of a name; None where there is none."""
        return self.by_name.get(name)

    def of_frames(self, name: str) -> Slot | None:
        """Return the slot of a frame's slot: of that name, else the one whose wishes fill it."""
        return self.by_name.get(name) or self._wished.get(name)

    @cached_property
    def _wished(self) -> dict[str, Slot]:
        return {name: slot for slot in self.slots for name in slot.wish.values()}

    def of_kind(self, *kinds: Kind) -> tuple[Slot, ...]:
        """Return the slots of some kinds, in the schema's order."""
        return tuple(slot for slot in self.slots if slot.kind in kinds)

    def _first(self, **fields: str) -> str:
        ((field, value),) = fields.items()
        return next((slot.name for slot in self.slots if getattr(slot, field) == value), "")

    @cached_property
    def source(self) -> str:
        """The slot of the place where a journey starts; empty where there is none."""
        return self._first(role="source")

    @cached_property
    def goal(self) -> str:
        """The slot of the place where a journey goes to; empty where there is none."""
        return self._first(role="goal")

    @cached_property
    def start(self) -> str:
        """The slot of the first day of a stay; empty where there is none."""
        return self._first(bearing="window_start")

    @cached_property
    def end(self) -> str:
        """The slot of the last day of a stay; empty where there is none."""
        return self._first(bearing="window_end")

    @cached_property
    def windows(self) -> tuple[str, ...]:
        """The slots of the first and the last day of a stay, as far as there are any."""
        return tuple(filter(None, (self.start, self.end)))

    @cached_property
    def lengths(self) -> tuple[str, ...]:
        """The slots that say how long a stay is, in days."""
        return tuple(slot.name for slot in self.slots if slot.unit == "days")

    @cached_property
    def openings(self) -> tuple[str, ...]:
        """The slots of the day from which something is to be had, the earlier the better; none of a stay."""
        dates = () if self.windows else self.of_kind("date")
        return tuple(slot.name for slot in dates if slot.better == "less")

    @cached_property
    def closings(self) -> tuple[str, ...]:
        """The slots of the day up to which something is to be had, where others say from when."""
        dates = self.of_kind("date") if self.openings else ()
        return tuple(slot.name for slot in dates if slot.better == "more")

    @cached_property
    def party(self) -> str:
        """The slot of the people whom an item is for; empty where there is none."""
        return self._first(kind="party")

    @cached_property
    def price(self) -> Slot | None:
        """The slot that is paid: the one that items are ordered by if it is money, else the first of money."""
        ordered = self.by_name.get(self.order)
        if ordered and ordered.kind == "money":
            return ordered
        return next(iter(self.of_kind("money")), None)

    @cached_property
    def rating(self) -> str:
        """The slot that says what others think of an item, by its unit or its name; empty where none does."""
        found = (slot.name for slot in self.slots if slot.unit in _RATED or slot.name == "rating")
        return next((name for name in found if self.by_name[name].better == "more"), "")


def read(path: str | Path) -> Schema:
    """Return the schema in a file. Raises `InputError` naming the file and the field."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8: {error}") from error
    return parsed(text, str(path))


def parsed(text: str, source: str) -> Schema:
    """Return the schema in a text; `source` is named where it is wrong. Raises `InputError`."""
    try:
        fields = tomllib.loads(text)
        slots = fields.pop("slots", {})
        if not isinstance(slots, dict):
            raise InputError(f"{source}: slots: expected tables, as in [slots.price]")
        read_slots = tuple(_slot(name, entry) for name, entry in slots.items())
        schema = msgspec.convert({**fields, "slots": read_slots}, Schema)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{source}: {' '.join(str(error).split())}") from error
    except InputError as error:
        raise error if str(error).startswith(source) else InputError(f"{source}: {error}") from None
    _check(schema, source)
    return schema


@cache
def packaged(name: str) -> Schema:
    """Return a schema that comes with the package: `trips`, `flights`."""
    text = files("wayframe.schema").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parsed(text, f"{name}.toml")


def trips() -> Schema:
    """Return the schema of trips."""
    return packaged("trips")


def written(schema: Schema) -> str:
    """Return the file for a schema, as `read` takes it; what a slot leaves to the defaults isn't written."""
    head = [f"{field} = {toml_value(held)}" for field, held in _told(schema).items() if field != "slots"]
    tables = ["\n".join([f"[slots.{toml_key(slot.name)}]", *_lines(slot)]) for slot in schema.slots]
    return "\n\n".join(["\n".join(head), *tables]) + "\n"


def toml_value(held: object) -> str:
    """Return a value as TOML writes it; its strings are those of JSON but for U+007F."""
    if isinstance(held, Struct):
        return toml_value(msgspec.structs.asdict(held))
    if isinstance(held, Mapping):
        return "{ " + ", ".join(f"{toml_key(name)} = {toml_value(each)}" for name, each in held.items()) + " }"
    if isinstance(held, tuple | list):
        return "[" + ", ".join(map(toml_value, held)) + "]"
    return json.dumps(held, ensure_ascii=False).replace("\x7f", "\\u007f")


def _slot(name: str, entry: Any) -> Slot:
    if not isinstance(entry, dict):
        raise InputError(f"slots.{name}: expected a table, as in [slots.{name}]")
    try:
        return msgspec.convert({**entry, "name": name}, Slot)
    except msgspec.ValidationError as error:
        raise InputError(f"slots.{name}: {' '.join(str(error).split())}") from error


def _check(schema: Schema, source: str) -> None:
    """Raise `InputError` where a field names a slot that isn't there."""
    fields = {
        "name": (schema.name,), "place": (schema.place,), "order": (schema.order,), "stock": (schema.stock,),
        "guests": (schema.guests,), "counted": schema.counted,
    }  # fmt: skip
    for field, names in fields.items():
        for named in names:
            if named in schema.by_name or (not named and field != "name"):
                continue
            raise InputError(f"{source}: {field}: there is no slot {named!r}")


def _told(record: Schema | Slot) -> dict[str, Any]:
    """Return the fields of a record that differ from their defaults."""
    told = {}
    for field in msgspec.structs.fields(record):
        held = getattr(record, field.name)
        default = {} if field.default_factory is dict else field.default
        if held != default:
            told[field.name] = held
    return told


def _lines(slot: Slot) -> list[str]:
    return [f"{field} = {toml_value(held)}" for field, held in _told(slot).items() if field != "name"]


def toml_key(name: str) -> str:
    """Return a key as TOML writes it, in quotes where it has to be."""
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain else toml_value(name)
