"""Clause features: what holds of a clause, by the names that the patterns of moves go by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, starmap

from wayframe.dialogue import Turn
from wayframe.language.patterns import holding, pattern
from wayframe.meaning.records import Ask, Booked, Described, Every, Flag, Move, Party, Social, Wish
from wayframe.reader.clauses import ClauseReading, is_flag, party_heads, says_value
from wayframe.reader.people import heads
from wayframe.reader.references import ReferencePhrase
from wayframe.reader.spans import NOTHING, Span, SpanLine, behind, having, some
from wayframe.reader.values import SchemaParts, is_excessive, tells_difference
from wayframe.reader.wishes import says_either_way
from wayframe.schema import Schema, Slot

SHORT = 3  # spans of a clause that says nothing but its cue
ASKING = 4  # spans of a question on the one thing that it names
BRIEF = 7  # spans of a clause that is about the one thing that it names
SET_AND_MEMBER = 2  # references: "which of our bookings was the one by the sea"
FOREIGN = 2  # words of other languages from which on a clause is in one
MOST_TO_DENIAL = 4  # spans from a denial to the deed
MOST_TO_ANOTHER = 6  # spans from "was for" to the trip
_PICKING = ("least", "most", "less", "more")

_OF_SPANS: dict[str, Callable[[Span], bool]] = {
    "social": lambda span: span.has("social"),
    "sharing": lambda span: "sharing" in span.every("social"),
    "unknown": lambda span: span.has("unknown") and not span.has("value"),
    "unknown_wished": lambda span: span.has("unknown_wished") and not span.has("value"),
    "answered": lambda span: span.has("answer"),
    "strange": lambda span: span.has("strange"),
    "as_booked": lambda span: span.has("reference:booked"),
    "indifferent": lambda span: span.has("any") and not span.has("cue"),
    "reshapes": lambda span: span.has("reshaping"),
    "looks_elsewhere": lambda span: span.has("searching") and not span.has("opens:place_for"),
    "asks_for_offers": lambda span: span.has("says:offering"),
    "item": lambda span: span.has("item"),
    "not_said": lambda span: span.has("not"),
    "letting_go": lambda span: span.has("dropping", "opens:dismissing", "any") and not span.has("any_of"),
}
"""What holds of a clause where it holds of one of its spans."""

_OF_ALL_HELD: dict[str, Callable[[Wish, Slot], bool]] = {
    "held": lambda wish, slot: True,
    "flags": lambda wish, slot: is_flag(wish),
    "ruled_out": lambda wish, slot: wish.constraint.op == "not",
    "features": lambda wish, slot: slot.kind == "yes_no" and slot.bearing == "value",
    "flexible": lambda wish, slot: slot.bearing == "flexible",
    "of_the_search": lambda wish, slot: slot.bearing != "value",
    "of_the_journey": lambda wish, slot: slot.bearing != "value" or slot.unit == "days",
    "whereabouts": lambda wish, slot: slot.kind == "place",
    "for_people": lambda wish, slot: slot.kind == "party",
    "of_the_item": lambda wish, slot: slot.kind == "category",
    "names_kind": lambda wish, slot: slot.kind in ("category", "name", "place"),
    "flags_or_places": lambda wish, slot: slot.role == "goal" or is_flag(wish),
}
"""What holds of a clause where it holds of all the wishes that may be asked about, and there are any."""

_OF_CLAUSES: dict[str, Callable[[ClauseReading], object]] = {
    "asks_kinds": lambda read: read.clause.has("says:kinds_of") and SchemaParts(read.schema).kinds,
    "asks_only_price": lambda read: read.asked_slots == (read.price,),
    "asks_values": lambda read: _asks_values(read),
    "asks_values_of_items": lambda read: _asks_values_of_items(read),
    "asks_unknown_values": lambda read: _asks_what_there_is(read, "strange"),
    "difference": lambda read: any(_is_by_how_much(before, span) for before, span in pairwise(read.spans)),
    "told_difference": lambda read: not read.asking and _tells_difference(read),
    "asking": lambda read: read.asking,
    "untold": lambda read: read.clause.has("says:untold"),
    "reprices": lambda read: read.clause.has("says:reprices"),
    "demands_facts": lambda read: read.clause.has("says:demands_facts"),
    "judges": lambda read: read.judged is not None and (read.clause.question or not read.judged.complains),
    "announces": lambda read: read.clause.announces,
    "tells_days": lambda read: read.tells_days,
    "told": lambda read: read.told,
    "gives_reason": lambda read: read.gives_reason,
    "remarks": lambda read: read.remarks,
    "objects": lambda read: read.objects,
    "conditional": lambda read: read.clause.supposing,
    "supposing": lambda read: read.clause.supposed,
    "but_not": lambda read: read.spans[0].has("conjunction:but") and some(read.spans, "not"),
    "noun_book": lambda read: any(_is_noun(read.spans, at) for at in range(len(read.spans))),
    "noun_buy": lambda read: any(_is_order(before, span) for before, span in pairwise(read.spans)),
    "asked_about": lambda read: _is_asked_about(read),
    "denied_book": lambda read: _denies(read.spans, "cue:book", "cue:buy"),
    "of_another": lambda read: _is_of_another(read.spans),
    "definite_anew": lambda read: _has_definite_before(read.spans, "anew"),
    "the_other": lambda read: _has_definite_before(read.spans, "more"),
    "counts_unknown": lambda read: any(
        span.has("how_many") and following.has("strange") for span, following in pairwise(read.spans)
    ),
    "by_measure": lambda read: read.price != "" and not read.schema.windows and measured_by(read) != "",
    "bare_more": lambda read: _says_only_more(read.spans),
    "of_it": lambda read: read.context.offered and _is_it_so(read.spans),
    "asks_of_us": lambda read: _asks_of_us(read),
    "checks_it": lambda read: read.context.offered and _checks_it(read),
    "number_in_list": lambda read: number_in_list(read),
    "doubts_count": lambda read: _doubts_count(read),
    "only_all": lambda read: all(span.has("says:whole_set", "particle", "clause_end", "social") for span in read.spans),
    "compares": lambda read: read.only_compares,
    "in_difference": lambda read: (
        some(read.spans, "says:difference_word") and len(read.nouns) == 1 and len(read.measured) == 1
    ),
    "near_it": lambda read: any(
        span.has("preposition:near") and following.has("reference:it") for span, following in pairwise(read.spans)
    ),
    "near_strange": lambda read: near_strange(read.spans) >= 0,
    "no_thing": lambda read: _says_no_thing(read.spans),
    "without_it": lambda read: _says_only_without(read.spans),
    "asks_agent": lambda read: read.asking and SpanLine(read.spans)[1].has("addressed"),
    "whether_so": lambda read: len(read.context.focus) == 1 and _asks_whether_so(read),
    "agreement_asked": lambda read: len(read.spans) > 1 and read.spans[-1].has("tag"),
    "objects_to_unmeasured": lambda read: read.context.offered and unmeasured(read.spans) != "",
    "starts_somewhere": lambda read: read.schema.source in read.context.asked and unknown_start(read.spans),
    "asks_beyond": lambda read: asks_beyond(read),
    "changes_days": lambda read: some(read.spans, "opens:changed_days"),
    "of_either": lambda read: _of_either(read.spans),
    "asks_leave": lambda read: read.context.offered and _asks_leave(read),
    "asks_suited": lambda read: read.context.offered and _asks_suited(read),
    "denied_cancel": lambda read: _denies(read.spans, "cue:cancel"),
    "foreign": lambda read: sum(span.has("foreign") for span in read.spans) >= FOREIGN,
    "denied_reference": lambda read: any(read.denied),
    "short": lambda read: len(read.spans) <= SHORT,
    "brief": lambda read: len(read.spans) <= BRIEF,
    "pointing": lambda read: read.references,
    "goes_on_to": lambda read: read.clause.question and _goes_on_to(read),
    "one_pronoun": lambda read: some(read.spans, "pronoun_one"),
    "naming": lambda read: read.strong,
    "neither": lambda read: any(phrase.kind == "neither" for phrase in read.references),
    "checks_price": lambda read: read.checks_price,
    "routed": lambda read: {read.schema.source, read.schema.place} <= {wish.slot for wish in read.wishes},
    "judged_excessive": lambda read: any(is_excessive(SpanLine(read.spans), phrase.last) for phrase in read.strong),
    "costly": lambda read: any(span.has("adjective") for span in read.spans),
    "naming_bookings": lambda read: any(phrase.kind == "booked" for phrase in read.references),
    "naming_described": lambda read: any(isinstance(phrase.reference, Described) for phrase in read.strong),
    "only_bookings": lambda read: isinstance(read.reference(), Booked),
    "nouns": lambda read: read.nouns,
    "measured": lambda read: read.measured,
    "other_nouns": lambda read: {*read.nouns} - {read.price},
    "moved_to": lambda read: moved_to(read) is not None,
    "one_of_several": lambda read: read.clause.has("one_person") and _travel_together(read),
    "shared": lambda read: read.scopes[:1] in (("person",), ("night",)),
    "asked_slots": lambda read: read.asked_slots,
    "naming_noun": lambda read: any(_names_item(span, read) for span in read.spans),
    "wishes": lambda read: read.wishes,
    "only_any": lambda read: read.wishes and not read.held,
    "let_go": lambda read: read.let_go,
    "rated": lambda read: read.rating,
    "childless": lambda read: read.childless,
    "let_go_value": lambda read: any(says_value(wish, _amounts_said(read)) for wish in read.let_go),
    "goal": lambda read: read.places,
    "one_place": lambda read: len(read.places) == 1 < len(read.held),
    "one_place_only": lambda read: len(read.places) == 1 == len(read.held),
    "only_places": lambda read: read.places and len(read.places) == len(read.held),
    "more_than_goal": lambda read: len(read.places) < len(read.wishes),
    "only_denied_places": lambda read: read.goals and len(read.wishes) <= len(read.goals),
    "naming_set": lambda read: (
        len(read.strong) == SET_AND_MEMBER and isinstance(read.strong[0].reference, Booked | Every)
    ),
    "called": lambda read: any(_calls(wish, read.schema) for wish in read.wishes),
    "for_goal": lambda read: any(read.schema.by_name[wish.slot].role == "goal" for wish in read.wishes),
    "compared": lambda read: read.compared,
    "choice": lambda read: read.choice,
    "for_others": lambda read: any(_is_for_others(wish, read.context.wishes) for wish in read.wishes),
    "extreme": lambda read: [wish.constraint.op in _PICKING for wish in read.asked] == [True] and not read.measures,
    "money": lambda read: any(wish.slot == read.price and wish.constraint.values for wish in read.wishes),
    "offered": lambda read: read.context.offered,
    "compared_before": lambda read: _has_compared(read.context.turns),
    "confirming": lambda read: read.context.confirming,
    "going": lambda read: any(wish.slot == read.schema.place for wish in read.context.wishes),
    "deciding": lambda read: read.context.state.pending.purpose in ("book", "cancel", "change"),
    "only_later": lambda read: all(span.has("says:put_off", "particle", "clause_end", "social") for span in read.spans),
    "begins_with_yes": lambda read: read.spans[0].has("plain_yes"),
    "booked": lambda read: read.context.booked,
    "one_booking": lambda read: len(read.context.booked) == 1,
    "only_heads": lambda read: read.only_heads,
    "priced": lambda read: read.price,
    "for_parties": lambda read: read.schema.of_kind("party"),
    "dated": lambda read: read.schema.of_kind("date"),
}
"""What holds of a clause as a whole."""


_JOINT = (
    ("book", pattern("buy pointing", "noun_buy wh")),
    ("book", pattern("buy called", "noun_buy wh")),
    ("something", pattern("naming")),
    ("something", pattern("wishes")),
    ("something_named", pattern("nouns")),
    ("something_named", pattern("wishes")),
    ("about_options", pattern("offered")),
    ("about_options", pattern("naming")),
    ("groundless", pattern("wishes", "naming offered")),
    ("remembering", pattern("again")),
    ("remembering", pattern("booked")),
    ("seeking", pattern("item")),
    ("seeking", pattern("naming_noun")),
    ("new_search", pattern("looks_elsewhere")),
    ("new_search", pattern("for_goal")),
    ("new_search", pattern("asks_for_offers wishes")),
    ("asked_noun", pattern("nouns asking")),
    ("counted", pattern("how_much")),
    ("counted", pattern("how_many")),
    ("counted", pattern("save")),
    ("counted", pattern("measured")),
    ("counted", pattern("difference priced")),
    ("measured_difference", pattern("difference measured naming")),
    ("measured_difference", pattern("difference priced naming")),
    ("recalled_slot", pattern("asked_slots")),
    ("recalled_slot", pattern("asks_people for_parties")),
    ("recalled_slot", pattern("asks_dates dated")),
)
"""What holds of a clause where features hold of it, and others don't."""


def features(read: ClauseReading) -> frozenset[str]:
    """Return all that holds of a clause."""
    found = read.cues | read.said
    found |= holding(_OF_SPANS, lambda test: any(map(test, read.spans)))
    found |= holding(_OF_CLAUSES, lambda test: test(read))
    if read.held:
        found |= holding(_OF_ALL_HELD, lambda test: all(starmap(test, read.held)))
    return found.union(name for name, parts in _JOINT if parts.fits(found))


# Questions


def _has_compared(turns: Sequence[Turn]) -> bool:
    """Return whether the user's turn before this one asked for a comparison."""
    return any(act.name == "request_compare" for turn in turns[-2:] for act in turn.acts)


def _is_by_how_much(before: Span, span: Span) -> bool:
    """Return whether two spans ask how far options are apart: "how much heavier"."""
    return before.has("how_much") and span.has("compare")


def _goes_on_to(read: ClauseReading) -> bool:
    """Return whether a clause asks of another option what the turn before asked of one: "and the second?".

    "And is it loud there?" asks something of its own.
    """
    begins = read.spans[0].has("conjunction:and", "asking_about") and not some(read.spans, "sized")
    return begins and asked_of_one(read.context.moves) != []


ASKED_OF_ONE = ("facts", "holds", "share")
"""The questions that are asked of one option after another."""


def asked_of_one(moves: Iterable[Move]) -> list[Ask]:
    """Return what a turn asks that can be asked of another option, too; nothing where it says anything else."""
    said = [move for move in moves if not isinstance(move, Social)]
    asked = [move for move in said if isinstance(move, Ask) and move.question in ASKED_OF_ONE]
    return asked if len(asked) == len(said) else []


def _asks_whether_so(read: ClauseReading) -> bool:
    """Return whether a clause but names a feature with its lack: "furnished or not"."""
    line = SpanLine(read.spans)
    either = [phrase for phrase in read.phrases if says_either_way(line, phrase)]
    return len(read.spans) <= BRIEF and either != [] and len({wish.slot for wish in read.wishes}) == 1


def _tells_difference(read: ClauseReading) -> bool:
    """Return whether a clause tells how far an amount is from another: "120 is just the difference"."""
    line = SpanLine(read.spans)
    return any(tells_difference(line, at) for at in range(len(line)))


def _is_asked_about(read: ClauseReading) -> bool:
    """Return whether a clause asks something about a deed, and doesn't ask for it: "is it too early to book it?"."""
    content = [span for span in read.spans if not span.has("particle", "social")]
    if some(content[:1], "cue:book"):
        return False  # "do book it"
    if some(content[:1], "preposition") and some(content[1:2], "opens:wh"):
        return True  # "until when can I cancel?"
    if not content or not content[0].has("opens:inverted", "opens:wh") or content[0].has("opens:deliberating"):
        return False
    return not content[0].has("opens:requesting") or read.clause.has("says:deed_terms", "alternative")


def _is_it_so(spans: Sequence[Span]) -> bool:
    """Return whether a clause asks what something is like, and nothing else: "is it cheaper?", "is that one nicer?"."""
    content = [span for span in spans if not span.has("particle", "clause_end")]
    others = all(span.has("reference", "definite", "pro_form", "compare", "degree", "noun") for span in content[1:])
    return bool(content) and content[0].has("says:copula") and others


def _checks_it(read: ClauseReading) -> bool:
    """Return whether a clause asks whether what was shown is as it says, and nothing else: "is it under $900?".

    So does one that asks what it does: "does it leave from Boston?".
    """
    content = [at for at, span in enumerate(read.spans) if not span.has("particle", "clause_end")]
    first = read.spans[content[0]] if content else NOTHING
    if not first.has("says:copula") and not first.names >= {"opens:doing", "says:remarked"}:
        return False
    of_it = read.spans[content[0]].has("says:remarked") or some(
        read.spans[content[0] + 1 : content[0] + 2], "reference:it", "reference:they"
    )
    rest = [read.spans[at] for at in content[1:] if at not in read.used]
    return of_it and read.asking and all(span.has(*_AROUND_VALUES) for span in rest)


def _asks_of_us(read: ClauseReading) -> bool:
    """Return whether a clause asks whether that is so of those who would travel: "are we back by noon?"."""
    content = [span for span in read.spans if not span.has("particle", "conjunction:and")]
    if len(content) < 2 or not content[0].has("says:copula"):
        return False
    return content[1].has("party_we", "party:first_person")


_AROUND_VALUES = (
    "reference",
    "filler",
    "article",
    "preposition",
    "operator",
    "unit",
    "value",
    "social",
    "item",
    "noun",
)


def _doubts_count(read: ClauseReading) -> bool:
    """Return whether a clause asks whether there are just so many: "just four?", "only three?"."""
    content = [span for span in read.spans if not span.has("particle", "clause_end", "social")]
    only = some(content[:1], "says:just_so_many") and not read.context.asked
    return only and read.clause.question and len(content) == 1 + 1 and content[1].has("number")


def _travel_together(read: ClauseReading) -> bool:
    """Return whether it is known that more than one travels."""
    held = [wish for wish in read.context.wishes if wish.slot == read.schema.party]
    values = [value for wish in held for value in wish.constraint.values]
    return any(heads(value) > 1 for value in values if isinstance(value, Party))


def measured_by(read: ClauseReading) -> str:
    """Return the slot by whose unit a price is asked for; empty where none is."""
    measured = [slot.name for slot in read.schema.of_kind("number") if slot.unit]
    behind = [second for first, second in pairwise(read.spans) if first.has("per")]
    units = [entry.data for span in behind for entry in span.entries if entry.kind == "unit"]
    slots = [str(unit[0]) for unit in units if isinstance(unit, tuple)]
    return next((slot for slot in slots if slot in measured), "")


def _asks_values_of_items(read: ClauseReading) -> bool:
    """Return whether a clause asks which values of a slot there are items with: "which districts have flats?"."""
    kinds = [read.schema.by_name[noun].kind for noun in read.nouns[:1]]
    starts = [at for at, span in enumerate(read.spans) if span.has("opens:wh")][:1]
    if not starts or kinds not in _NAMED_KINDS:
        return False
    line, at = SpanLine(read.spans), starts[0] + 1
    has_items = line[at + 1].has("having") or line.some(at + 1, at + 4, "says:there_is")
    return line[at].has("noun") and has_items and line.some(at + 1, len(line), "item", f"noun:{read.schema.name}")


def _asks_values(read: ClauseReading) -> bool:
    """Return whether a clause asks which values a slot has: "which colours do you have?"."""
    kinds = [read.schema.by_name[noun].kind for noun in read.nouns[:1]]
    return _asks_what_there_is(read, "noun") and kinds in _NAMED_KINDS


def _asks_what_there_is(read: ClauseReading, of: str) -> bool:
    """Return whether a clause asks what there is of something: "what brands do you have?"."""
    asks = any(first.has("opens:wh") and second.has(of) for first, second in pairwise(read.spans))
    return asks and read.clause.has("says:there_is")


_NAMED_KINDS = (["category"], ["list"], ["place"])
"""The kinds of a single slot whose values have names."""


# Beyond the catalogue


def unmeasured(spans: Sequence[Span]) -> str:
    """Return what an option is said to be too much of where no slot measures that: "a bit far out"; else nothing."""
    line = SpanLine([span for span in spans if not span.has("particle", "clause_end", "social", "exclaiming")])
    at = next((at for at in range(len(line)) if line[at].has("opens:sized")), 0)
    excess = line[at - 1].has("excess", "complaining", "intensified")
    measured = line.some(0, len(line), "adjective", "compare", "value", "noun", "number", "money", "place", "not", "wh")
    if at == 0 or not excess or measured or not all(span.has(*_BEFORE_SIZE) for span in line.part(0, at)):
        return ""
    last = at + 2 if line[at + 1].has("outward", "plain_word") else at + 1  # "far out"
    behind = line.part(last, len(line))
    return " ".join(span.words for span in line.part(at, last)) if all(span.has("filler") for span in behind) else ""


_BEFORE_SIZE = ("excess", "complaining", "intensified", "remarked", "says:remarked", "copula", "filler")
"""The names of words before that of which an option has too much."""


MOST_TO_REGION = 4
"""Spans from "anywhere" to the part of the world that it is in."""


def unknown_start(spans: Sequence[Span]) -> str:
    """Return the words that say where "anywhere" is, and that nothing knows: "anywhere on the east coast"."""
    line = SpanLine(spans)
    for at, span in enumerate(spans):
        if not span.has("indefinite", "any"):
            continue
        for place in range(at + 1, min(at + MOST_TO_REGION, len(line))):
            if line[place].has("preposition:near") and line[place + 1].has("party:speaker"):
                return line[place].words + " " + line[place + 1].words
            if line[place].has("strange") and line[at + 1].has("linking"):
                last = next((each for each in range(place, len(line)) if not line[each + 1].has("strange")), place)
                return " ".join(each.words for each in line.part(place, last + 1))
    return ""


def asks_beyond(read: ClauseReading) -> str:
    """Return what nobody knows that a clause asks of what is offered: "should I dress up?"."""
    spans = [span for span in read.spans if not span.has("particle", "clause_end", "social", "party_mark")]
    if not read.context.offered or read.references[1:] or len(spans) > ASKING:
        return ""
    strange = [at for at, span in enumerate(spans) if span.has("strange", "called_by_feature")]
    asks = read.clause.question or some(spans[:1], "opens:inverted") or _of_either(read.spans)
    if not strange or not asks:
        return ""
    last = strange[-1] + int(some(spans[strange[-1] + 1 : strange[-1] + 2], "outward", "upward"))
    return " ".join(span.words for span in spans[strange[0] : last + 1])


def _of_either(spans: Sequence[Span]) -> bool:
    """Return whether "either one" is where something is, and no answer: "metro near either one"."""
    return any(first.has("preposition") and span.has("cue:answer_either") for first, span in pairwise(spans))


def _asks_leave(read: ClauseReading) -> bool:
    """Return whether a clause but asks if something is all right: "is that ok", "that fine?", "would it be allowed"."""
    line = SpanLine([span for span in read.spans if not span.has("comma", "conjunction")])
    asks = len(line) > 1 and (line[0].has("opens:inverted") or (read.clause.question and line[0].has("remarked")))
    whole = all(span.has(*_OF_LEAVE) or line[at - 1].has("article") for at, span in enumerate(line.spans))
    return (
        asks
        and whole
        and not line.some(0, len(line), "noun", "value", "unknown")
        and line.some(0, len(line), "opens:consent", "says:consent")
    )


_OF_LEAVE = (
    "opens:consent",
    "says:consent",
    "opens:inverted",
    "remarked",
    "says:remarked",
    "bare_verb",
    "cue:answer_yes",
)
"""The names of words of a question that but asks if something is all right."""


def _asks_suited(read: ClauseReading) -> bool:
    """Return whether a clause asks if something is right for people who aren't counted: "is it ok for kids?"."""
    at = next((at for at, span in enumerate(read.spans) if span.has("opens:right_for")), len(read.spans))
    asks = read.clause.question or some(read.spans[:1], "opens:inverted")
    leads = all(
        span.has("opens:inverted", "remarked", "says:remarked", "bare_verb", "particle") for span in read.spans[:at]
    )
    rest = read.spans[at:]
    return asks and leads and some(rest, "party") and not some(rest, "number", "few")


def near_strange(spans: Sequence[Span]) -> int:
    """Return where a word stands that nothing knows, right behind "near" and an article; -1 where none does."""
    line = SpanLine(spans)
    for at in range(1, len(line)):
        lead = at - 2 if line[at - 1].has("article") else at - 1
        is_near = line[lead].has("preposition:near") and not line[lead].has("preposition:goal", "operator")
        if line[at].has("strange") and is_near:
            return at
    return -1


# Wishes


def _amounts_said(read: ClauseReading) -> list[object]:
    """Return the times, amounts and numbers that a clause says."""
    return [span.data("clock", "money", "number") for span in read.spans if span.has("clock", "money", "number")]


def _is_for_others(wish: Wish, held: Sequence[Wish]) -> bool:
    """Return whether a wish is for other people than those held: for more of them, or for another number."""
    if any(isinstance(value, Party) and value.added for value in wish.constraint.values):
        return True
    return party_heads(wish) not in map(party_heads, held)


def _calls(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for an item by its name, where names are all that tells items apart."""
    return not schema.place and wish.slot == schema.name and wish.constraint.op == "is"


def _is_of_another(spans: Sequence[Span]) -> bool:
    """Return whether something is said to have been for another trip: "the 900 was for the first trip"."""
    line = SpanLine(spans)
    at = belonging_place(line)
    trip = line.place(at, behind(MOST_TO_ANOTHER), having("anew_item"))
    if at < 0 or trip < 0:
        return False
    told = [span for span in line.part(at, trip) if not span.has("definite", "opens:belonging", "preposition")]
    return bool(told) or line[trip + 1].has("accompanying", "goal_word")


def belonging_place(line: SpanLine) -> int:
    """Return where a clause says what something was for; -1 where it doesn't."""
    return line.place(-1, behind(len(line)), having("opens:belonging"))


def _has_definite_before(spans: Sequence[Span], cue: str) -> bool:
    """Return whether a cue is about something known: "the new trip"."""
    return any(first.has("definite") and span.has(f"cue:{cue}") for first, span in pairwise(spans))


# Deeds and answers


def _denies(spans: Sequence[Span], *cues: str) -> bool:
    """Return whether a cue stands behind a denial: "don't book it yet"."""
    line = SpanLine(spans)
    at = line.place(-1, behind(len(spans)), having(*cues))
    return line.some(at - MOST_TO_DENIAL, at, "not", "opens:undesired", "opens:declined")


def _says_only_more(spans: Sequence[Span]) -> bool:
    """Return whether a clause asks for more and says nothing else: "more", "more?"."""
    content = [span for span in spans if not span.has("particle", "clause_end", "social")]
    return len(content) == 1 and content[0].has("party_more") and content[0].data("degree") == "more"  # not "bigger"


def number_in_list(read: ClauseReading) -> int:
    """Return the place in the list that a clause gives by its number alone: "2", "3 please"; 0 where it doesn't."""
    content = [span for span in read.spans if not span.has("particle", "clause_end", "social")]
    if len(content) != 1 or read.context.asked:
        return 0
    number = content[0].words.strip(" .#")
    return int(number) if number.isdecimal() and 1 <= int(number) <= len(read.context.latest) else 0


def _says_no_thing(spans: Sequence[Span]) -> bool:
    """Return whether a no is about the thing behind it and answers nothing: "I get no holiday"."""
    denials = [at for at, span in enumerate(spans) if span.has("cue:answer_no")]
    return bool(denials) and all(_denies_thing(SpanLine(spans), at) for at in denials)


def _says_only_without(spans: Sequence[Span]) -> bool:
    """Return whether a clause but goes on with what isn't to be there: "without a balcony?", "and unfurnished?"."""
    content = [span for span in spans if not span.has("particle", "conjunction", "article", "definite")]
    if len(content) == 2 and content[0].names >= {"not", "opens:party_without"}:
        return content[1].has("value")
    lacks = [value for span in content for _, value in span.every("value")]
    return spans[0].has("conjunction") and len(content) == 1 and lacks != [] and set(lacks) == {Flag(False)}


def _denies_thing(line: SpanLine, at: int) -> bool:
    """Return whether a no denies the thing behind it: "I get no holiday", "no hotel"."""
    if not line[at].has("indefinite_article") or line[at + 1].has("nothing"):
        return False
    if at == 0 or line[at - 1].has("comma"):
        return line[at + 1].has("item", "noun", "in_the_air", "day_morning", "day_evening")
    return not line[at - 1].has("particle", "article")


def _is_noun(spans: Sequence[Span], at: int) -> bool:
    """Return whether the word for booking is a noun: "she kept a cash book"."""
    if not spans[at].has("booking"):
        return False
    lead = [span for span in spans[max(at - MOST_TO_DENIAL, 0) : at] if span.entries]
    return some(lead, "article")


def _is_order(before: Span, span: Span) -> bool:
    """Return whether a word for buying is a noun: "my order", "the Orla order"."""
    return span.has("cue:buy") and span.has("booking_noun") and before.has("definite", "article", "name", "value")


def _names_item(span: Span, read: ClauseReading) -> bool:
    """Return whether a span is a noun for items, by their name or place."""
    return not {read.schema.name, read.schema.place}.isdisjoint(span.every("noun"))


def moved_to(read: ClauseReading) -> ReferencePhrase | None:
    """Return the option that something is moved to: "move my booking to that one"; None where none is named."""
    line = SpanLine(read.spans)
    named = [phrase for phrase in read.references if line[phrase.first - 1].has("says:goal_word")]
    return named[-1] if named else None
