"""The records of `wording.toml`: everything that the realiser needs to say things in a language."""

from __future__ import annotations

from msgspec import Struct


class PartyForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The words for people: each noun for one and for several, the ages of children, that of a child under one."""

    adult: tuple[str, str]
    child: tuple[str, str]
    person: tuple[str, str]
    ages: str
    infant: str


class ClockForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say a time of day; `{hour}` goes to 12, `{minute}` has two digits."""

    before_noon: str
    after_noon: str


class Verb(Struct, frozen=True, forbid_unknown_fields=True):
    """A verb's forms for one and for several: as said and denied, and as the short answers that stand for it."""

    said: tuple[str, str]
    denied: tuple[str, str]
    short: tuple[str, str]
    short_denied: tuple[str, str]


class SlotForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say a slot's value. `{value}`, `{label}` and `{a_label}` (with its article) are filled in.

    - `phrase`: the value in a list of facts ("8.1/10 from guests"); `{counted}` is a label that is counted ("5 seats").
      Several with the same `prefix` share it ("with 5 seats and a tow bar").
    - `verb` and `object`: the value said of an option ("costs", "$489"); `bounded`: the object where its bound brings a
      preposition of its own ("home by 9:00 pm"), with another verb where there is a `bounded_verb`.
    - `wish`: a constraint behind a noun, its value said with the bound ("for $300 or less"); where empty the `phrase`.
    - `zero`: the phrase for 0, which is no rating, `zero_verb` and `zero_object` how it is said of an option then, and
      `zero_wish` how it is wished for.
    - `extremes`: what an option has that has the least or most of it.
    - `bounds`: bounds that are said in another way than others are ("2022 or later").
    - `degrees`: more and less of it, by "less", "more", "least" and "most", where they aren't the slot's adjectives.
    - `apart`: the unit of a difference where the value itself has none ("2 years newer").
    - `ask`: the question for the slot as part of a sentence ("where to").
    - `noun`: what is said for `{label}` where the label is no noun ("capacity" of "sleeps").
    - `articled`: each value of a list is said with its article ("a piano and a sauna").
    - `unit`: a pattern of the units that numbers have which are said so ("days" of a length that is taken).
    """

    phrase: str = ""
    prefix: str = ""
    verb: str = ""
    object: str = ""
    bounded: str = ""
    bounded_verb: str = ""
    wish: str = ""
    zero: str = ""
    zero_object: str = ""
    zero_verb: str = "have"
    zero_wish: str = ""
    extremes: dict[str, str] = {}
    bounds: dict[str, str] = {}
    degrees: dict[str, str] = {}
    apart: str = ""
    ask: str = ""
    noun: str = ""
    articled: bool = False
    unit: str = ""


class PatternForms(SlotForms, frozen=True, forbid_unknown_fields=True):
    """The ways to say slots by the grammar of their labels: "sleeps", "age from"; the first that matches is taken.

    It matches slots of one of its `kinds` in whose label `pattern` is found. The pattern's groups stand in the forms by
    their names, and with their articles (`{a_noun}`); beside a group `verb` ("sleeps") there is `{ing}` ("sleeping").
    """

    pattern: str = ""
    kinds: tuple[str, ...] = ()


class RangeForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The way to say two slots in one piece, from where to where something goes: "open 7:00 am to 3:00 pm".

    Their labels are found by the patterns `first` and `last`; the groups of the first one stand in the other texts.
    """

    first: str
    last: str
    phrase: str
    verb: str
    object: str


class DeedWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words for booking in catalogues of a kind: what is rewritten, where `pattern` is found in item or price."""

    pattern: str
    rewritten: tuple[tuple[str, str], ...]


class FeatureForms(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to say that something with a yes/no slot is so or isn't; the first group that matches is taken.

    A label belongs to the group if `labels` names it or `pattern` is found in it; `noun`, or the pattern's group of
    that name, is what is said instead of the label. `{noun}` and `{a_noun}` (with its article or that of the group) are
    filled in. Where the pattern has a group `verb`, that is the verb, and `{ing}` its other form.

    - `phrase` stands behind the `prefix`; several features with the same `prefix` and `suffix` share them.
    - `verb` and `object`: that it is so, said of an option; `not_object` is the object of a denial.
    - `not_prefix` and `not_suffix` are those of a wish for its absence.
    - `lack_prefix` stands in a list of facts before the noun without its article; `lack` is said instead of both.
    """

    labels: tuple[str, ...] = ()
    pattern: str = ""
    noun: str = ""
    article: str = ""
    phrase: str = "{a_noun}"
    verb: str = "feature"
    object: str = "{a_noun}"
    not_object: str = ""
    prefix: str = ""
    suffix: str = ""
    lack_prefix: str = ""
    lack: str = ""
    not_prefix: str = ""
    not_suffix: str = ""


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """A language's wording: see `language/en/wording.toml`, which explains each table."""

    small_numbers: tuple[str, ...]
    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    decimal_point: str
    thousands_separator: str
    tight_units: str
    day_units: tuple[str, ...]
    plurals: tuple[tuple[str, str], ...]
    singulars: tuple[tuple[str, str], ...]
    plural_label: str
    uncounted: str
    articles: tuple[tuple[str, str], ...]
    naming: tuple[tuple[str, str], ...]
    naming_listed: tuple[tuple[str, str], ...]
    kind_words: tuple[str, ...]
    naming_labels: str
    nowhere: str
    per_person: str
    adjectival: str
    degrees: tuple[str, ...]
    superlatives: tuple[tuple[str, str], ...]
    but: str
    units: dict[str, tuple[str, str]]
    currencies: dict[str, str]
    conjunctions: dict[str, str]
    days: dict[str, str]
    clock: ClockForms
    party: PartyForms
    bounds: dict[str, str]
    day_bounds: dict[str, str]
    scopes: dict[str, str]
    particulars: dict[str, str]
    verbs: dict[str, Verb]
    kinds: dict[str, SlotForms]
    labels: dict[str, SlotForms]
    features: tuple[FeatureForms, ...]
    phrases: dict[str, tuple[str, ...]]
    patterns: tuple[PatternForms, ...] = ()
    ranges: tuple[RangeForms, ...] = ()
    deed_words: tuple[DeedWords, ...] = ()
    nearness: tuple[str, ...] = ()
    turned: tuple[tuple[str, str], ...] = ()
    travellers: dict[str, str] = {}
    verb_bases: tuple[tuple[str, str], ...] = ()
    verbs_going_on: tuple[tuple[str, str], ...] = ()
    telling_units: str = ""
    bare_names: str = "(?!)"
    vague: str = "(?!)"
    amounts: str = "(?!)"
    price_units: tuple[tuple[str, str], ...] = ()
    topics: tuple[tuple[str, str], ...] = ()
    deeds: tuple[tuple[str, str], ...] = ()
    nouns: str = ""
    asking: str = ""
    trailing: str = ""
    having: str = ""
    questioning: str = ""
    swapped: dict[str, str] = {}
