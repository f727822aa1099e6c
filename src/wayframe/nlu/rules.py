"""Understanding by rules: no corpus, no training, no network.

A text is cut into sentences (`sentences`); each value in it gets a slot (`roles`, `amounts`, `degrees`, `features`,
`places`), each question its slots (`questions`). The scene (`scene`) and a few cues (`patterns`) then decide which act
carries them: a value that only an earlier offer has picks that offer, one that nobody has said before is a new wish.
`answers` reads what yes and no mean, `reference` the words that point at an option.
"""

from __future__ import annotations

from wayframe.dialogue import Act, Arg
from wayframe.nlu import patterns as say
from wayframe.nlu.answers import agrees, answers
from wayframe.nlu.degrees import degrees
from wayframe.nlu.features import features
from wayframe.nlu.places import unknown
from wayframe.nlu.questions import asked, looks_around, several
from wayframe.nlu.reference import anaphora, pointing, singled_out
from wayframe.nlu.roles import Fill, fills
from wayframe.nlu.scene import Scene, scene
from wayframe.nlu.sentences import Sentence, sentences, straightened
from wayframe.nlu.understanding import Context
from wayframe.values import DONT_CARE, find

_ORDER = (
    "greeting", "thankyou", "affirm", "negate", "switch_frame", "inform", "request", "request_compare", "confirm",
    "moreinfo", "request_alts", "goodbye",
)  # fmt: skip
# The slot by which a package shows what a search constrains.
_SHOWN = {"budget": "price", "max_duration": "duration", "min_duration": "duration"}
_PICKING = frozenset(
    ("dst_city", "or_city", "name", "category", "seat", "duration", "price", "str_date", "end_date", "gst_rating")
)
_CONFIRMED = frozenset(("n_adults", "n_children", "price", "category", "seat", "duration", "dst_city", "or_city"))
_REFUSED = frozenset(("dst_city", "or_city", "category", "seat", "duration", "name", "gst_rating", "str_date"))


class RuleNLU:
    """Acts and slots by rules."""

    def understand(self, text: str, context: Context) -> tuple[Act, ...]:
        """The acts of a user's turn; see `wayframe.nlu.NLU`."""
        plain = straightened(text)
        at = scene(context)
        mentions = find(plain, today=context.today, lexicon=context.lexicon)
        mentions = sorted((*mentions, *unknown(plain, mentions, at)))
        return _Turn(text, plain, sentences(plain, mentions), at).acts()


class _Turn:
    """One turn while it is being understood."""

    def __init__(self, text: str, plain: str, parts: list[Sentence], at: Scene) -> None:
        self.text, self.plain, self.parts, self.scene = text, plain, parts, at
        self.found: dict[str, list[Arg]] = {}
        self.point: tuple[int, int] | None = None
        self.around = False

    def acts(self) -> tuple[Act, ...]:
        """The acts that the turn's sentences amount to."""
        if self.scene.offered or self.scene.others:
            self.point = pointing(self.plain)
        for part in self.parts:
            self._sentence(part)
        self._wishes()
        for answer in answers(self.plain, self.scene, self._informed()):
            self._add(*answer)
        self._complaints()
        self._booking()
        if self.around and not self._informed() and "request_compare" not in self.found and not self.scene.opening:
            self._add("request", "name")
        if "request" in self.found or "request_compare" in self.found or {"dst_city", "or_city"} & self._informed():
            self.found.pop("moreinfo", None)
        self._turning()
        self._manners()
        return tuple(act for name in _ORDER if name in self.found for act in self._named(name))

    def _named(self, name: str) -> list[Act]:
        """The act of that name; a wish to book is an inform of its own."""
        args = self.found[name]
        intent = [a for a in args if a.key == "intent"]
        rest = [a for a in args if a.key != "intent"]
        if name != "inform" or not intent:
            return [Act(name, tuple(args))]
        return [Act(name, tuple(part)) for part in (intent, rest) if part]

    def _add(self, name: str, key: str | None = None, val: str | bool | None = None) -> None:
        args = self.found.setdefault(name, [])
        if key is not None and not any(a.key == key and a.value == val for a in args):
            args.append(Arg(key, val))

    def _informed(self) -> set[str]:
        return {a.key for a in self.found.get("inform", ()) if a.key != "intent"}

    def _sentence(self, part: Sentence) -> None:
        values = [f for f in fills(part, self.text, self.scene) if not self._pointed(f.start, f.end)]
        values += self._degrees(part)
        options = len(self.scene.offered)
        compares = several(part, options) and (options + len(self.scene.others) > 0)
        questions = [slot for slot in asked(part) if not any(_shown(f.slot) == slot or f.slot == slot for f in values)]
        compares = compares and bool(questions or (part.asks and values))
        for fill in values:
            self._value(fill, part, values, compares)
        self._features(part, compares)
        for slot in questions:
            self._add("request_compare" if compares else "request", slot)
        if not questions and not compares and not self.scene.opening and say.MORE.search(part.words):
            self._add("moreinfo")
        self._alternatives(part, values)

    def _alternatives(self, part: Sentence, values: list[Fill]) -> None:
        if say.ALTERNATIVES.search(part.words):
            if not values:
                self._add("request_alts", _differing(part.words))
        elif looks_around(part) and not values:
            self.around = True

    def _degrees(self, part: Sentence) -> list[Fill]:
        found = []
        for slot, start, end in degrees(part.words):
            start, end = start + part.start, end + part.start
            if any(m.start < end and start < m.end for m in part.mentions) or self._pointed(start, end):
                continue
            found.append(Fill(slot, self.text[start:end], start, end))
        return found

    def _pointed(self, start: int, end: int) -> bool:
        return self.point is not None and self.point[0] < end and start < self.point[1]

    def _known(self, fill: Fill) -> bool:
        return self.scene.remembers(_shown(fill.slot), fill.val)

    def _picks(self, fill: Fill, values: list[Fill]) -> bool:
        """Whether a value picks a frame: another than the active one has it, and no new city stands beside it."""
        if self._pointed(fill.start, fill.end) or _shown(fill.slot) not in _PICKING or fill.val == DONT_CARE:
            return False
        if any(f.slot == "dst_city" and f is not fill and not self._known(f) for f in values):
            return False
        if {"or_city", "dst_city"} <= {f.slot for f in values} and not say.BOOK.search(self.plain):
            return False
        if fill.slot in ("str_date", "end_date", "or_city") and not self.scene.offers(fill.slot, fill.val):
            return any(f.slot in ("dst_city", "name") and self._known(f) for f in values) and self._known(fill)
        return self._known(fill)

    def _value(self, fill: Fill, part: Sentence, values: list[Fill], compares: bool) -> None:
        slot = _shown(fill.slot)
        picks = self._picks(fill, values)
        if compares and slot in _PICKING:
            self._add("request_compare", slot, fill.val)
        elif slot in _REFUSED and self._refuses(fill, part, picks):
            self._add("negate", slot, fill.val)
        elif part.asks and not self.scene.opening and self._confirms(fill, part, picks):
            self._add("request" if slot == "seat" else "confirm", slot, fill.val)
        elif picks:
            self._add("switch_frame", slot, fill.val)
        else:
            self._add("inform", fill.slot, fill.val)

    def _refuses(self, fill: Fill, part: Sentence, picks: bool) -> bool:
        if self.scene.opening:
            return False
        lead, tail = self.plain[part.start : fill.start], self.plain[fill.end : part.end]
        if say.REFUSED_BEFORE.search(lead) or say.REFUSED_AFTER.search(tail):
            return True
        known = picks or self._held(fill)
        return known and _shown(fill.slot) in ("category", "duration") and bool(say.COMPLAINING.search(part.words))

    def _held(self, fill: Fill) -> bool:
        return self.scene.holds(_shown(fill.slot), fill.val)

    def _confirms(self, fill: Fill, part: Sentence, picks: bool) -> bool:
        if _shown(fill.slot) not in _CONFIRMED or not say.CONFIRMING.search(part.words):
            return False
        return fill.slot in ("n_adults", "n_children", "budget", "category") or picks or self._held(fill)

    def _features(self, part: Sentence, compares: bool) -> None:
        for slot, _, _, wished, refused in features(part):
            if compares:
                self._add("request_compare", slot)
            elif not wished:
                self._add("request", slot)
            elif self.scene.offers(slot, True) and not part.asks:
                self._add("switch_frame", slot, True)
            else:
                self._add("inform", slot, not refused)

    def _wishes(self) -> None:
        """Wishes that are whole phrases: no budget, anywhere, flexible dates."""
        told, plain = self._informed(), self.plain
        if say.OPEN_RETURN.search(plain):
            self._add("inform", "end_date", DONT_CARE)
        elif say.OPEN_ORIGIN.search(plain):
            self._add("inform", "or_city", DONT_CARE)
        elif say.NO_BUDGET.search(plain):
            if "budget" not in told:
                self._add("inform", "budget", DONT_CARE)
        elif say.FLEXIBLE.search(plain):
            self._add("inform", "flex", not say.INFLEXIBLE.search(plain))
        if "dst_city" not in told and say.ANYWHERE.search(plain) and "request_alts" not in self.found:
            asked_origin = "or_city" in self.scene.requested and "dst_city" not in self.scene.requested
            self._add("inform", "or_city" if asked_origin else "dst_city", DONT_CARE)
        if "str_date" not in told and say.ANYTIME.search(plain):
            self._add("inform", "str_date", DONT_CARE)
            if "end_date" in self.scene.requested and "end_date" not in told:
                self._add("inform", "end_date", DONT_CARE)

    def _complaints(self) -> None:
        if say.TOO_DEAR.search(self.plain) and "thankyou" not in self.found:
            self._add("negate", "price")
        if say.TOO_LONG.search(self.plain) and "negate" not in self.found:
            self._add("negate", "duration")

    def _booking(self) -> None:
        wants = say.BOOK.search(self.plain) or say.BOOK_FIRST.search(self.plain)
        if self.scene.opening:
            if self._informed() or say.TRIP.search(self.plain):
                self._add("inform", "intent", "book")
        elif wants and not say.NOT_BOOK.search(self.plain):
            self._add("inform", "intent", "book")
            self.found.pop("affirm", None)

    def _turning(self) -> None:
        """Who points at, asks about, likes or books what was just offered turns to it."""
        if "switch_frame" in self.found or "request_compare" in self.found:
            return
        if self.point is not None:
            self._add("switch_frame", "ref_anaphora", self.text[slice(*self.point)])
            return
        booking = any(a.key == "intent" for a in self.found.get("inform", ()))
        if not self.scene.offered and booking and (one := singled_out(self.plain)) and self.scene.others:
            self._add("switch_frame", "ref_anaphora", one)
        if not self.scene.offered or self._informed() - {"seat", "n_adults", "n_children", "breakfast"}:
            return
        asks = any(name in self.found for name in ("request", "moreinfo", "affirm", "confirm"))
        likes = agrees(self.plain) and not say.OKAY.search(self.plain) and "request_alts" not in self.found
        if asks or booking or (likes and "negate" not in self.found):
            word = anaphora(self.plain)
            self._add("switch_frame", *(("ref_anaphora", word) if word else ()))

    def _manners(self) -> None:
        if say.GREETING.search(self.plain):
            self._add("greeting")
        if say.THANKS.search(self.plain):
            self._add("thankyou")
        if say.GOODBYE.search(self.plain):
            self._add("goodbye")


def _shown(slot: str) -> str:
    return _SHOWN.get(slot, slot)


def _differing(words: str) -> str | None:
    """The slot in which other possibilities should differ: "other destinations", "another hotel"."""
    if say.OTHER_PLACES.search(words):
        return "dst_city"
    return "name" if say.OTHER_HOTELS.search(words) else None
