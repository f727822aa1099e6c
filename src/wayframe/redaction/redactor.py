"""Redact dialogues: their texts, the ids of people, and in the labels what was replaced in the texts."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError, shown
from wayframe.redaction.finding import ContactMatch, Kind, Meant, apart, digits, find
from wayframe.redaction.labels import LabelRedactor

_TELLING = re.compile(r"(?=.*[0-9])(?=.*[^0-9]).{6,}")  # an id that is no word or number of a sentence
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_LENGTH = 10  # letters of a mark: 40 bits


class ReplacedText(NamedTuple):
    """Replacement of `text[found.start:found.end]` by `mark`, in turn `turn` of a dialogue, from 0, or in no turn."""

    text: str
    found: ContactMatch
    mark: str
    turn: int | None = None


class _KnownContacts:
    """Contact details found in a dialogue so far: the same words mean the same again."""

    def __init__(self, people: Iterable[str], names: Iterable[str] = ()) -> None:
        self.surfaces: dict[str, Meant] = {p.casefold(): ("person", p) for p in people if _TELLING.fullmatch(p)}
        self.surfaces |= {name.casefold(): ("person", name.casefold()) for name in names}
        self.numbers: dict[str, Meant] = {}

    def add(self, surface: str, meant: Meant) -> None:
        """`surface` is a way to write it. A frame may hold a number without what separates its digits."""
        self.surfaces[surface.casefold()] = meant
        if meant[0] in ("card", "phone"):
            self.numbers |= dict.fromkeys((digits(surface), f"{digits(surface)}.0"), meant)

    def meant_by(self, value: str) -> Meant | None:
        """Return the identity that a whole value stands for."""
        return self.surfaces.get(value.casefold()) or self.numbers.get(value.casefold())

    def find(self, text: str) -> Iterator[ContactMatch]:
        """Yield the known surfaces in a text, the longest first."""
        lower = text.casefold()
        there = [surface for surface in self.surfaces if surface in lower]
        for surface in sorted(there, key=len, reverse=True):
            for match in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", text, re.IGNORECASE):
                yield ContactMatch(*match.span(), *self.surfaces[surface])


class Redactor:
    """Redacts dialogues one after the other and counts what it replaces.

    `texts`, `annotations` and `ids` say how often by kind; `distinct` how many different ones. `told` hears of each
    place in a text; what is replaced in annotations follows from these. `names` are words that stand for somebody, in
    any case, besides the ids.
    """

    def __init__(
        self,
        key: bytes,
        region: str = "US",
        told: Callable[[ReplacedText], None] = lambda replaced: None,
        names: Iterable[str] = (),
    ) -> None:
        import phonenumbers

        if region not in phonenumbers.SUPPORTED_REGIONS:
            raise InputError(f"region {shown(region)}: expected the two letters of a country, such as US")
        self.key, self.region, self._told, self._names = key, region, told, tuple(names)
        self.texts, self.annotations, self.ids = Counter[Kind](), Counter[Kind](), Counter[Kind]()
        self._marks: dict[Meant, str] = {}
        self._found: dict[str, list[ContactMatch]] = {}  # by annotated value: the same ones come again and again

    @property
    def distinct(self) -> Counter[Kind]:
        """Count the different identities of each kind."""
        return Counter(kind for kind, _ in self._marks)

    def redact(self, dialogue: Dialogue) -> Dialogue:
        """The dialogue with everything replaced. Raises `InputError` where its frames are no frames."""
        people = dialogue.user_id, dialogue.wizard_id
        known = _KnownContacts(people, self._names)
        self.ids["person"] += len(people)
        user, wizard = map(self.pseudonym, people)
        try:
            turns = tuple(self._turns(dialogue, known))
        except RecursionError as error:
            raise InputError(f"dialogue {shown(dialogue.id)}: frames or db are nested too deeply") from error
        return replace(dialogue, user_id=user, wizard_id=wizard, turns=turns)

    def redacted(self, text: str, people: Iterable[str] = ()) -> str:
        """A text beside the dialogues, such as a comment; `people` are ids that may stand in it."""
        return self._replaced(text, self._spans(text, None, _KnownContacts(people, self._names)), self.texts)

    def pseudonym(self, person: str) -> str:
        """Return the pseudonym of a person's id."""
        return self._mark(("person", person))

    def _spans(self, text: str, turn: int | None, known: _KnownContacts) -> list[ContactMatch]:
        """Find the spans of a text to replace, and remember them."""
        spans = apart([*find(text, self.region), *known.find(text)])
        for span in spans:
            known.add(text[span.start : span.end], span.meant)
            self._told(ReplacedText(text, span, self._mark(span.meant), turn))
        return spans

    def _turns(self, dialogue: Dialogue, known: _KnownContacts) -> Iterator[Turn]:
        labels = LabelRedactor(partial(self._written, known=known), lambda span: self._marked(span.meant))
        for number, turn in enumerate(dialogue.turns):
            spans = self._spans(turn.text, number, known)
            yield replace(labels.redact(turn, spans), text=self._replaced(turn.text, spans, self.texts))

    def _written(self, value: str, known: _KnownContacts) -> str:
        """Return a value of a label without what says by itself whose it is: a whole address, a number, a name."""
        if meant := known.meant_by(value):
            return self._marked(meant)
        if value not in self._found:
            self._found[value] = find(value, self.region)
        return self._replaced(value, apart([*self._found[value], *known.find(value)]), self.annotations)

    def _marked(self, meant: Meant) -> str:
        """Return the mark that stands in a label."""
        self.annotations[meant[0]] += 1
        return self._mark(meant)

    def _replaced(self, text: str, spans: Sequence[ContactMatch], counts: Counter[Kind]) -> str:
        pieces, end = list[str](), 0
        for span in spans:
            pieces += [text[end : span.start], self._mark(span.meant)]
            end = span.end
            counts[span.kind] += 1
        return "".join(pieces) + text[end:]

    def _mark(self, meant: Meant) -> str:
        if meant not in self._marks:
            kind, value = meant
            keyed = hmac.new(self.key, f"{kind}:{value}".encode(), hashlib.sha256).hexdigest()
            # Letters only: no later run takes a mark for a number.
            letters = keyed.translate(_LETTERS)[:_LENGTH]
            self._marks[meant] = f"U{letters.upper()}" if kind == "person" else f"{kind.upper()}-{letters}"
        return self._marks[meant]
