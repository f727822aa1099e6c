"""The records of `wording.toml`: everything that the realiser needs to say things in a language."""

from __future__ import annotations

from msgspec import Struct


class DayForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say days; `{month}`, `{day}`, `{year}`, `{first}`, `{last}` are filled in."""

    day: str
    day_year: str
    month: str
    month_year: str
    within_month: str
    within_month_year: str
    span: str


class PartyForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The words for people: each noun for one and for several, and the ages of children."""

    adult: tuple[str, str]
    child: tuple[str, str]
    person: tuple[str, str]
    ages: str


class ClockForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say a time of day; `{hour}` goes to 12, `{minute}` has two digits."""

    before_noon: str
    after_noon: str


class Verb(Struct, frozen=True, forbid_unknown_fields=True):
    """A verb's forms for one and for several, as said and denied, and as the short answers that stand for it."""

    one: str
    many: str
    not_one: str
    not_many: str
    short_one: str
    short_many: str
    short_not_one: str
    short_not_many: str


class SlotForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say a slot's value. `{value}`, `{label}` and `{a_label}` (with its article) are
    filled in.

    - `phrase`: the value in a list of facts ("8.1/10 from guests"); `{counted}` is a label that is counted ("5 seats").
    - `verb` and `object`: the value said of an option ("costs", "$489").
    - `wish`: a constraint among wishes, its value said with the bound ("at most $500"); `excluded`: values ruled out.
    - `nothing`: a constraint after "Nothing" ("with at least 4 stars"); `zero`: the phrase for 0, which is no rating.
    - `bounds`: bounds that are said in another way than others are ("2022 or later").
    - `ask`: the question for the slot as part of a sentence ("where to").
    """

    phrase: str = ""
    verb: str = ""
    object: str = ""
    wish: str = ""
    excluded: str = ""
    nothing: str = ""
    zero: str = ""
    bounds: dict[str, str] = {}
    ask: str = ""


class FeatureForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say that something with a yes/no slot is so or isn't; the first group that matches is taken.

    A label belongs to the group if `labels` names it or `pattern` is found in it; `noun` is what is said instead of the
    label (a template of the pattern's groups). Several features with the same `prefix` and `suffix` share them.
    """

    labels: tuple[str, ...] = ()
    pattern: str = ""
    noun: str = ""
    article: str = ""
    verb: str = "have"
    object: str = "{noun}"
    prefix: str = ""
    suffix: str = ""
    not_prefix: str = ""
    not_suffix: str = ""
    nothing_prefix: str = ""
    nothing_suffix: str = ""


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """A language's wording: see `language/en/wording.toml`, which explains each table."""

    small_numbers: tuple[str, ...]
    months: tuple[str, ...]
    decimal_point: str
    thousands_separator: str
    currencies: dict[str, str]
    conjunctions: dict[str, str]
    quote: str
    days: DayForms
    clock: ClockForms
    party: PartyForms
    plurals: tuple[tuple[str, str], ...]
    singulars: tuple[tuple[str, str], ...]
    uncounted: tuple[str, ...]
    plural_label: str
    articles: tuple[tuple[str, str], ...]
    named_bare: str
    kind_words: tuple[str, ...]
    naming_labels: str
    tight_units: str
    day_units: tuple[str, ...]
    adjectival: str
    degrees: tuple[str, ...]
    superlatives: tuple[tuple[str, str], ...]
    bounds: dict[str, str]
    day_bounds: dict[str, str]
    scopes: dict[str, str]
    verbs: dict[str, Verb]
    kinds: dict[str, SlotForms]
    labels: dict[str, SlotForms]
    features: tuple[FeatureForms, ...]
    phrases: dict[str, tuple[str, ...]]
