"""Understanding by rules: no corpus, no training, no network.

A text is cut into sentences; each value in it gets a slot (`roles`), each question its slots (`questions`); the scene
(`scene`) and a few cues (`patterns`) then decide which act carries them: a value that only an earlier offer has picks
that offer, one that nobody has said before is a new wish.
"""

from __future__ import annotations

from wayframe.dialogue import Act, Arg
from wayframe.nlu import patterns as say
from wayframe.nlu.questions import asked, several
from wayframe.nlu.reference import anaphora, pointing
from wayframe.nlu.roles import Fill, fills
from wayframe.nlu.scene import PICKING, Scene, scene
from wayframe.nlu.sentences import Sentence, sentences, straightened
from wayframe.nlu.understanding import Context
from wayframe.values import find

_ORDER = (
    "greeting", "thankyou", "affirm", "negate", "switch_frame", "inform", "request", "request_compare", "confirm",
    "moreinfo", "request_alts", "goodbye",
)  # fmt: skip


class RuleNLU:
    """Acts and slots by rules."""

    def understand(self, text: str, context: Context) -> tuple[Act, ...]:
        """The acts of a user's turn; see `wayframe.nlu.NLU`."""
        plain = straightened(text)
        mentions = find(plain, today=context.today, lexicon=context.lexicon)
        return _Turn(text, plain, sentences(plain, mentions), scene(context)).acts()


class _Turn:
    """One turn while it is being understood."""

    def __init__(self, text: str, plain: str, parts: list[Sentence], at: Scene) -> None:
        self.text, self.plain, self.parts, self.scene = text, plain, parts, at
        self.found: dict[str, list[Arg]] = {}

    def acts(self) -> tuple[Act, ...]:
        """The acts that the turn's sentences amount to."""
        for part in self.parts:
            self._sentence(part)
        self._wishes()
        self._answers()
        self._switching()
        self._manners()
        acts = [Act(name, tuple(self.found[name])) for name in _ORDER if name in self.found]
        intents = [a for a in self.found.get("inform", ()) if a.key == "intent"]
        if intents:
            rest = tuple(a for a in self.found["inform"] if a.key != "intent")
            acts = [a for a in acts if a.name != "inform"] + [Act("inform", tuple(intents))]
            acts += [Act("inform", rest)] if rest else []
        return tuple(acts)

    def _add(self, name: str, key: str | None = None, val: str | bool | None = None) -> None:
        args = self.found.setdefault(name, [])
        if key is None or any(a.key == key and a.value == val for a in args):
            return
        args.append(Arg(key, val))

    def _sentence(self, part: Sentence) -> None:
        values = fills(part, self.text, self.scene)
        negative = bool(say.NOT_WANTED.search(part.words))
        questions = [(s, a, b) for s, a, b in asked(part) if not any(f.start < b and a < f.end for f in values)]
        compare = several(part) and bool(questions)
        for fill in values:
            self._value(fill, negative, compare)
        for slot, *_ in questions:
            self._add("request_compare" if compare else "request", slot)
        if say.MORE.search(part.words) and not questions:
            self._add("moreinfo")
        if say.ALTERNATIVES.search(part.words) and not values:
            self._add("request_alts")

    def _value(self, fill: Fill, negative: bool, compare: bool) -> None:
        known = fill.slot in PICKING or fill.slot in ("budget", "max_duration")
        slot = {"budget": "price", "max_duration": "duration"}.get(fill.slot, fill.slot)
        if negative and known and (self.scene.offers(slot, fill.val) or slot == "category"):
            self._add("negate", slot, fill.val)
        elif known and self.scene.remembers(slot, fill.val):
            self._add("request_compare" if compare else "switch_frame", slot, fill.val)
        else:
            self._add("inform", fill.slot, fill.val)

    def _wishes(self) -> None:
        if (say.BOOK.search(self.plain) and not say.NOT_BOOK.search(self.plain)) or (
            self.scene.opening and ("inform" in self.found or say.WANTS_TRIP.search(self.plain))
        ):
            self._add("inform", "intent", "book")
        informed = {a.key for a in self.found.get("inform", ())}
        if say.FLEXIBLE.search(self.plain):
            self._add("inform", "flex", not say.INFLEXIBLE.search(self.plain))
        if "budget" not in informed and say.NO_BUDGET.search(self.plain):
            self._add("inform", "budget", "-1")
        if "dst_city" not in informed and say.ANYWHERE.search(self.plain) and not say.ALTERNATIVES.search(self.plain):
            self._add("inform", "dst_city", "-1")
        if "str_date" not in informed and say.ANYTIME.search(self.plain):
            self._add("inform", "str_date", "-1")

    def _answers(self) -> None:
        """What yes, no and "I don't mind" mean depends on what the wizard has just said."""
        at, told = self.scene, {a.key for a in self.found.get("inform", ())}
        if say.NO.search(self.plain):
            if at.requested and not at.offered and not told and say.DONT_CARE.search(self.plain) and not at.failed:
                for slot in at.requested:
                    self._add("inform", slot, True if slot == "flex" else "-1")
            elif at.offered or at.proposed or at.booking or at.confirming or at.failed:
                self._add("negate", *self._stake())
        elif at.requested and not at.failed and not told and say.DONT_CARE.search(self.plain):
            for slot in at.requested:
                self._add("inform", slot, True if slot == "flex" else "-1")
        elif say.YES.search(self.plain) and not at.requested:
            if at.booking:
                self._add("affirm", "action", "book")
            elif at.confirming and not at.offered:
                self._add("affirm")
            elif at.proposed and not at.offered:
                self._add("affirm", at.proposed[0])
        if say.TOO_DEAR.search(self.plain) and (at.offered or not told):
            self._add("negate", "price")

    def _stake(self) -> tuple[str, ...]:
        if self.scene.booking and not self.scene.offered:
            return ("action", "book")
        return self.scene.proposed[:1] if not self.scene.offered else ()

    def _switching(self) -> None:
        """Who picks, asks about or books what was just offered turns to it."""
        pick = pointing(self.plain)
        if pick is not None and (self.scene.offered or self.scene.others) and "switch_frame" not in self.found:
            self._add("switch_frame", "ref_anaphora", pick)
            return
        if (
            not self.scene.offered
            or "switch_frame" in self.found
            or "negate" in self.found
            or "request_compare" in self.found
        ):
            return
        changed = any(a.key not in ("intent", "seat") for a in self.found.get("inform", ()))
        booking = any(a.key == "intent" for a in self.found.get("inform", ())) and not self.scene.opening
        booking = booking or bool(say.BOOK.search(self.plain) and not say.NOT_BOOK.search(self.plain))
        accepts = bool(say.LIKES.search(self.plain) or say.YES.search(self.plain))
        turning = any(name in self.found for name in ("request", "moreinfo", "affirm")) or booking or accepts
        if turning and not changed:
            word = anaphora(self.plain)
            self._add("switch_frame", *(("ref_anaphora", word) if word else ()))

    def _manners(self) -> None:
        if say.GREETING.search(self.plain):
            self._add("greeting")
        if say.THANKS.search(self.plain):
            self._add("thankyou")
        if say.GOODBYE.search(self.plain):
            self._add("goodbye")
