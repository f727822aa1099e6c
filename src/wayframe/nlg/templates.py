"""Templates: the generator that works out of the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from wayframe.dialogue import Act, Arg
from wayframe.nlg import phrases
from wayframe.nlg.realiser import Sentence

_Said = str | bool | int | float
FEW = 3  # facts that one sentence carries
MANY = 3  # options that "all of them" are at least


class TemplateNLG:
    """Says each act with one of a few phrasings of our own; offers that come together are told apart."""

    def say(self, acts: Sequence[Act], variant: int) -> list[Sentence]:
        """See `NLG.say`."""
        sentences = list[Sentence]()
        before = ""
        for name, group in groupby(acts, key=_kind):
            together = tuple(group)
            sayer = _nor_that if name == "canthelp" and before not in ("", "greeting") else _SAYERS.get(name, _plain)
            for position, (text, said) in enumerate(sayer(together, variant)):
                _add(sentences, Sentence(_yet(text) if before == "no_result" else text, said))
                variant += position % 2
                before = name
        return sentences


def _add(sentences: list[Sentence], one: Sentence) -> None:
    """Say a sentence that was said already no second time; what it says stays with it."""
    for place, (text, acts) in enumerate(sentences):
        if text == one.text:
            sentences[place] = Sentence(text, (*acts, *one.acts))
            return
    sentences.append(one)


def _yet(text: str) -> str:
    """What is told right after that nothing was found: an option of earlier, "But the ..."."""
    return f"But t{text[1:]}" if text.startswith("The ") and not text.startswith("The cheapest") else text


def _kind(act: Act) -> str:
    """What is said in one breath: acts of a name, packages apart from other suggestions, bookings from other news."""
    values = {a.key: a.val for a in act.slots}
    if act.name == "suggest" and act.id is None:
        return "book?" if "action" in values else "change"
    actions = {"book": "booked", "cancel": "cancelled"}
    return actions.get(str(values.get("action")), act.name) if act.name == "inform" else act.name


_Spoken = Iterator[tuple[str, tuple[Act, ...]]]


def _pick(choices: Sequence[str], variant: int) -> str:
    return choices[variant % len(choices)]


def _plain(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for act in acts:
        yield _pick(phrases.PLAIN[act.name], variant), (act,)


def _request(acts: tuple[Act, ...], variant: int) -> _Spoken:
    asked = {a.key for act in acts for a in act.slots}
    if not asked:
        yield _pick(phrases.OPEN, variant), acts
    for keys, choices in phrases.QUESTIONS.items():
        if asked.issuperset(keys):
            yield _pick(choices, variant), acts
            asked.difference_update(keys)


def _offer(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for number, act in enumerate(acts):
        choices = phrases.MORE_OFFERS if number else phrases.OFFERS
        yield _pick(choices, variant + number).format(what=_package(act)), (act,)


def _suggest(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for number, act in enumerate(acts):
        choices = phrases.MORE_SUGGESTIONS if number else phrases.SUGGESTIONS
        yield _pick(choices, variant + number).format(what=_package(act)), (act,)


def _change(acts: tuple[Act, ...], variant: int) -> _Spoken:
    """Which constraints could give way; and places to go, when it comes to these."""
    for act in acts:
        cities = [str(a.val) for a in act.slots if a.key == "dst_city" and a.value is not None]
        if len(cities) == len(act.args) and cities:
            yield _pick(phrases.EXAMPLES, variant).format(what=_listed(cities, "or")), (act,)
            continue
        if given := _given_way(act):
            yield _pick(phrases.INSTEAD, variant).format(what=_listed(given)), (act,)
            continue
        ways = [phrases.GIVES_WAY[key] for a in act.slots if (key := _kind_of(a.key)) in phrases.GIVES_WAY]
        text = _pick(phrases.CHANGE, variant).format(what=_listed(list(dict.fromkeys(ways)))) if ways else ""
        yield text or _pick(phrases.OPEN, variant), (act,)


def _given_way(act: Act) -> list[str]:
    """What gives way to what: "for $950 instead of $900", "without a spa"."""
    values = _values(act.slots)
    asked = {arg.key: arg.value for ref in act.refs() for arg in ref.annotations}
    told = []
    for slot, value in values.items():
        if slot in phrases.GIVES_WAY_TO:
            now, wanted = phrases.GIVES_WAY_TO[slot]
            instead = f" instead of {wanted.format_map(asked)}" if wanted.split("{")[-1].rstrip("}") in asked else ""
            told.append(now.format_map(values) + instead)
        elif value is False:
            names, words = (
                (phrases.AMENITIES, phrases.WITHOUT) if slot in phrases.AMENITIES else (phrases.PLACES, phrases.AWAY)
            )
            told.append(words.format(what=names[slot]))
    return told


def _kind_of(slot: str) -> str:
    return "amenities" if slot in phrases.AMENITIES else "vicinity" if slot in phrases.PLACES else slot


def _book(acts: tuple[Act, ...], variant: int) -> _Spoken:
    yield _pick(phrases.BOOK, variant), acts


def _booked(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for act in acts:
        yield _pick(phrases.BOOKED, variant).format(what=_package(act)), (act,)


def _cancelled(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for act in acts:
        yield _pick(phrases.CANCELLED, variant).format(what=_package(act)), (act,)


def _no_result(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for act in acts:
        sought: dict[str, list[str]] = {}
        for arg in (arg for ref in act.refs() for arg in ref.annotations if arg.value is not None):
            sought.setdefault(arg.key, []).append(str(arg.value))
        failed = {slot: text for slot, values in sought.items() if (text := _failed(slot, list(dict.fromkeys(values))))}
        if {"str_date", "end_date"} <= failed.keys():
            failed["end_date"] = f"and {failed['end_date']}"
        text = _pick(phrases.NOTHING, variant).format(how=" ".join(failed.values())) if failed else ""
        yield text or _pick(phrases.NOTHING_ELSE, variant), (act,)


def _failed(slot: str, values: Sequence[str]) -> str:
    """A constraint as the end of "there's nothing ..."."""
    if slot in phrases.AMENITIES or slot in phrases.PLACES:
        found = f"with {phrases.AMENITIES[slot]}" if slot in phrases.AMENITIES else f"near {phrases.PLACES[slot]}"
        return found if "True" in values else ""
    if slot == "dst_city":
        values = [f"the {value}" if value.startswith(phrases.WITH_THE) else value for value in values]
    if slot == "str_date" and values[-1].casefold() in phrases.MONTHS:
        values = [f"in {value}" for value in values]
    return phrases.FAILED[slot].format_map({slot: _listed(values, "or")}) if slot in phrases.FAILED else ""


def _inform(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for features, group in groupby(sorted(acts, key=_of_features), key=_of_features):
        if not features:
            yield from ((_news(act, variant), (act,)) for act in group)
            continue
        alike: dict[str, list[Act]] = {}
        for act in group:
            alike.setdefault(_listed([fact for said in _facts(act) for fact in said]), []).append(act)
        if len(alike) == 1 and len({_subject(_named(act)) for act in acts}) >= MANY:
            ((fact, together),) = alike.items()
            if whole := _of_all(fact, together[0]):
                yield whole, tuple(together)
                continue
        for fact, together in alike.items():
            yield _of_each(list(dict.fromkeys(_subject(_named(act)) for act in together)), fact), tuple(together)


def _of_features(act: Act) -> bool:
    """Whether an act tells of an option that it names nothing but what it has or is near."""
    values = {slot: value for slot, value in _values(act.slots).items() if slot not in _named(act)}
    return "name" in _named(act) and bool(values) and all(isinstance(value, bool) for value in values.values())


def _of_all(fact: str, act: Act) -> str:
    """What is so of all options, or of none; empty where there is more to it."""
    values = [value for slot, value in _values(act.slots).items() if slot not in _named(act)]
    if len(values) > 1:
        return ""
    for one, many in phrases.OF_SEVERAL:
        if fact.startswith(one):
            whole = f"All of them {many}" if values[0] else f"None of them {phrases.AFFIRMED[one]}"
            return f"{whole}{fact.removeprefix(one)}."
    return ""


def _of_each(subjects: Sequence[str], fact: str) -> str:
    """What is so of several options in one sentence: "The A and the B have free wifi"."""
    if len(subjects) == 1:
        return f"{subjects[0]} {fact}."
    for one, many in phrases.OF_SEVERAL:
        fact = fact.replace(one, many)
    return f"{_listed([subjects[0], *(f't{subject[1:]}' for subject in subjects[1:])])} {fact}."


def _news(act: Act, variant: int) -> str:
    values = _values(act.slots)
    if counted := _counts(values):
        return counted
    cheapest = any(a.key == "price" and a.val == "cheapest" for a in act.slots)
    if cheapest and len(values) == 1:
        return _pick(phrases.CHEAPEST, variant).format_map(values)
    subject = _subject(_named(act))
    text = _sentences(f"The cheapest is {subject[:1].lower()}{subject[1:]}; it" if cheapest else subject, _facts(act))
    return text or f"That's {subject[:1].lower()}{subject[1:]}."


def _named(act: Act) -> dict[str, _Said]:
    """By what an act names the option that it is about."""
    values, written = _values(act.slots), act.refs("write")
    if "name" in values:
        return {slot: values[slot] for slot in ("name", "dst_city") if slot in values}
    return _values(written[0].annotations) if written else {}


def _facts(act: Act) -> list[list[str]]:
    named = _named(act)
    return _predicates({slot: value for slot, value in _values(act.slots).items() if slot not in named})


def _sentences(subject: str, said: Sequence[Sequence[str]]) -> str:
    """One sentence for a few facts, one for each group of them where there are many."""
    groups = [group for group in said if group]
    if sum(map(len, groups)) <= FEW:
        groups = [[fact for group in groups for fact in group]] if groups else []
    return " ".join(f"{'It' if n else subject} {_listed(group)}." for n, group in enumerate(groups))


def _affirm(acts: tuple[Act, ...], variant: int) -> _Spoken:
    about = {a.key for act in acts for ref in act.refs() for a in ref.annotations}
    yes = acts[0].name == "affirm"
    choices: tuple[str, ...] = phrases.YES if yes else phrases.NO
    if "flex" in about:
        choices = phrases.OTHER_DAYS if yes else phrases.NO_OTHER_DAYS
    elif "action" in about and yes:
        choices = phrases.ALREADY_BOOKED
    elif "action" in about:
        choices = phrases.NOT_BOOKED
    yield _pick(choices, variant), acts


def _hearmore(acts: tuple[Act, ...], variant: int) -> _Spoken:
    many = sum(len(a.refs()) for a in acts) > 1
    yield _pick(phrases.HEARMORE if many else phrases.HEARMORE_ONE, variant), acts


def _reject(acts: tuple[Act, ...], variant: int) -> _Spoken:
    yield _pick(phrases.REJECT, variant), acts


def _confirm(acts: tuple[Act, ...], variant: int) -> _Spoken:
    for act in acts:
        choices = [_listed([str(a.value) for a in args], "or") for _, args in groupby(act.slots, key=lambda a: a.key)]
        yield _pick(phrases.CONFIRM, variant).format(what=_listed(choices or ["that"])), (act,)


def _canthelp(acts: tuple[Act, ...], variant: int) -> _Spoken:
    yield _pick(phrases.CANTHELP, variant), acts


def _nor_that(acts: tuple[Act, ...], variant: int) -> _Spoken:
    yield _pick(phrases.CANTHELP_TOO, variant), acts


_SAYERS = {
    "request": _request, "offer": _offer, "suggest": _suggest, "change": _change, "book?": _book, "booked": _booked,
    "cancelled": _cancelled,
    "no_result": _no_result, "inform": _inform, "affirm": _affirm, "negate": _affirm, "hearmore": _hearmore,
    "reject": _reject, "canthelp": _canthelp, "confirm": _confirm,
}  # fmt: skip


def _values(args: Sequence[Arg]) -> dict[str, _Said]:
    return {a.key: a.value for a in args if a.value is not None}


def _package(act: Act) -> str:
    """A package in one phrase: the Silver Lantern in Tokyo, a 4-star hotel, ..., for $1203.00."""
    values = _values(act.slots)
    hotel = f"the {_bare(values['name'])}" if "name" in values else "a trip"
    where = f" in {values['dst_city']}" if "dst_city" in values and "name" in values else ""
    where = where or (f" to {values['dst_city']}" if "dst_city" in values else "")
    details = [f"{hotel}{where}"]
    if "category" in values:
        details.append(f"{_article(values['category'])} {values['category']} hotel")
    if "gst_rating" in values:
        details.append(f"rated {values['gst_rating']} by guests")
    if "or_city" in values:
        details.append(f"leaving from {values['or_city']}")
    if "str_date" in values and "end_date" in values:
        details.append(f"{values['str_date']} to {values['end_date']}")
    if "duration" in values:
        details.append(f"{values['duration']}")
    if "seat" in values:
        details.append(f"{values['seat']} class")
    if extras := [phrases.AMENITIES[k] for k, v in values.items() if k in phrases.AMENITIES and v is True]:
        details.append(f"with {_listed(extras)}")
    if near := [phrases.PLACES[k] for k, v in values.items() if k in phrases.PLACES and v is True]:
        details.append(f"near {_listed(near)}")
    if "price" in values:
        party = [str(values[slot]) for slot in ("n_adults", "n_children") if slot in values]
        details.append(f"for {values['price']}" + (f" for {_listed(party)}" if party else ""))
    return ", ".join(details)


def _subject(named: Mapping[str, _Said]) -> str:
    if "name" in named:
        where = f" in {named['dst_city']}" if "dst_city" in named else ""
        return f"The {_bare(named['name'])}{where}"
    return f"The trip to {named['dst_city']}" if "dst_city" in named else "It"


def _bare(name: _Said) -> str:
    """A hotel's name without its article, which the sentence brings."""
    return str(name).removeprefix("The ").removeprefix("the ")


def _article(value: _Said) -> str:
    return "an" if str(value).startswith(("8", "11", "18")) else "a"


def _counts(values: Mapping[str, _Said]) -> str:
    if "count_name" in values:
        where = f" in {values['dst_city']}" if "dst_city" in values else ""
        return f"I have {values['count_name']}{where}."
    if "count_dst_city" in values:
        start = f" from {values['or_city']}" if "or_city" in values else ""
        return f"I have trips{start} to {values['count_dst_city']}."
    if "count" not in values:
        return ""
    route = "".join(
        f" {word} {values[slot]}" for slot, word in (("or_city", "from"), ("dst_city", "to")) if slot in values
    )
    days = "; the first leaves on {str_date}, the last is back on {end_date}" if "str_date" in values else ""
    return f"I have {values['count']}{route}{days.format_map(values)}."


def _predicates(values: Mapping[str, _Said]) -> list[list[str]]:
    """What is said of a package in three groups: the hotel, the trip, what there is and isn't."""
    hotel, trip = (
        [text.format_map(values) for slot, text in group.items() if slot in values]
        for group in (phrases.HOTEL, phrases.TRIP)
    )
    if "str_date" in values and "end_date" in values:
        trip.insert(0, phrases.DATES.format_map(values))
    else:
        trip[:0] = [text.format_map(values) for slot, text in phrases.DAYS.items() if slot in values]
    there = []
    for names, verb, answer in (
        (phrases.AMENITIES, "has {what}", True),
        (phrases.PLACES, "is near {what}", True),
        (phrases.AMENITIES, "doesn't have {what}", False),
        (phrases.PLACES, "isn't near {what}", False),
    ):
        if what := [text for slot, text in names.items() if values.get(slot) is answer]:
            there.append(verb.format(what=_listed(what, "and" if answer else "or")))
    return [hotel, trip, there]


def _listed(parts: Sequence[str], joint: str = "and") -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joint} {parts[-1]}"
