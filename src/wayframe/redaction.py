"""A corpus without who took part and how to reach them.

The ids of users and wizards become pseudonyms; e-mail addresses, web addresses, card and telephone numbers and handles
become marks such as `EMAIL-kbdaeocinm`. A key decides the pseudonyms: with the same key the same person or address has
the same one everywhere, and without the key nobody can tell by trying whose it is. What is replaced in a text is
replaced in its acts and in the frames. Names and street addresses in free text aren't found, unless they are given.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Raw, UnsetType
from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Dialogue, Turn
from wayframe.errors import InputError, shown

Kind = Literal["person", "url", "email", "card", "phone", "handle"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_URL = re.compile(
    r"(?:https?://|www\.)[^\s<>|\"]+"
    r"|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|biz|io|co\.uk|ca|de|fr|eu)\b(?:/[^\s<>|\"]*)?(?![\w@])",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]++@[\w-]+(?:\.[\w-]+)+")
_CARD = re.compile(r"(?<![0-9.,$-])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])")
_HANDLE = re.compile(r"(?<![\w@./<])@[A-Za-z_]\w+(?:[.-]\w+)*")
_MENTION = re.compile(r"(?<=<@)[A-Z0-9]{6,20}(?:\|[^<>]*)?(?=>)")  # as Slack writes who is meant
_TELLING = re.compile(r"(?=.*[0-9])(?=.*[^0-9]).{6,}")  # an id that is no word or number of a sentence
_PUNCTUATION = ".,;:!?)]'\""
_IN_FRAMES = ("val", "value")
_IN_SEARCHES = ("ORIGIN_CITY", "DESTINATION_CITY")  # what wizards typed; the rest of a search is chosen or a number
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_LENGTH = 10  # letters of a mark: 40 bits
_LEAST_DIGITS = 7  # of a telephone number


Meant = tuple[Kind, str]
"""What something stands for: of which kind it is, and its value, the same for all ways to write it."""


class Found(NamedTuple):
    """Something to replace: `text[start:end]`."""

    start: int
    end: int
    kind: Kind
    value: str

    @property
    def meant(self) -> Meant:
        """What it stands for."""
        return self.kind, self.value


def find(text: str, region: str = "US") -> list[Found]:
    """What in a text says how to reach somebody, in order, not overlapping.

    `region` is the country (two letters) whose telephone numbers are written without the country's code.
    """
    return _apart(_candidates(text, region))


def _apart(candidates: Iterable[Found]) -> list[Found]:
    """Those that overlap no earlier one, in the text's order."""
    found = list[Found]()
    for candidate in candidates:
        if all(candidate.end <= other.start or other.end <= candidate.start for other in found):
            found.append(candidate)
    return sorted(found)


def _candidates(text: str, region: str) -> Iterator[Found]:
    """What may be meant, the surest first."""
    import phonenumbers

    for match in _URL.finditer(text):
        address = match[0].rstrip(_PUNCTUATION)
        if "@" not in address or "/" in address:
            yield Found(match.start(), match.start() + len(address), "url", address)
    for match in _EMAIL.finditer(text):
        yield Found(*match.span(), "email", match[0].casefold())
    for match in _CARD.finditer(text):
        number = _digits(match[0])
        if _luhn(number):
            yield Found(*match.span(), "card", number)
    if sum(character.isdigit() for character in text) >= _LEAST_DIGITS:
        for phone in phonenumbers.PhoneNumberMatcher(text, region):
            number = phonenumbers.format_number(phone.number, phonenumbers.PhoneNumberFormat.E164)
            yield Found(phone.start, phone.end, "phone", number)
    for match in _MENTION.finditer(text):
        yield Found(*match.span(), "person", match[0].partition("|")[0])
    for match in _HANDLE.finditer(text):
        yield Found(*match.span(), "handle", match[0].casefold())


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def _luhn(number: str) -> bool:
    """Whether the check digit of a card's number is right."""
    doubled = (2 * int(digit) for digit in number[-2::-2])
    return (sum(map(int, number[-1::-2])) + sum(n - 9 if n > 9 else n for n in doubled)) % 10 == 0


class Replaced(NamedTuple):
    """What became of `text[found.start:found.end]`: `mark`; in turn `turn` of a dialogue, from 0, or in no turn."""

    text: str
    found: Found
    mark: str
    turn: int | None = None


class _Known:
    """What was found in a dialogue so far: what is written so again means the same."""

    def __init__(self, people: Iterable[str], names: Iterable[str] = ()) -> None:
        self.surfaces: dict[str, Meant] = {p.casefold(): ("person", p) for p in people if _TELLING.fullmatch(p)}
        self.surfaces |= {name.casefold(): ("person", name.casefold()) for name in names}
        self.parts: dict[str, Meant] = {}

    def add(self, surface: str, meant: Meant) -> None:
        """`surface` is a way to write it. A frame may hold a number without what separates its digits."""
        self.surfaces[surface.casefold()] = meant
        if meant[0] in ("card", "phone"):
            self.parts |= dict.fromkeys((_digits(surface), f"{_digits(surface)}.0"), meant)

    def meant_by(self, value: str) -> Meant | None:
        """What a whole value stands for."""
        return self.surfaces.get(value.casefold()) or self.parts.get(value.casefold())

    def find(self, text: str) -> Iterator[Found]:
        """Where known surfaces stand in a text, the longest first."""
        lower = text.casefold()
        there = [surface for surface in self.surfaces if surface in lower]
        for surface in sorted(there, key=len, reverse=True):
            for match in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", text, re.IGNORECASE):
                yield Found(*match.span(), *self.surfaces[surface])


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
        told: Callable[[Replaced], None] = lambda replaced: None,
        names: Iterable[str] = (),
    ) -> None:
        import phonenumbers

        if region not in phonenumbers.SUPPORTED_REGIONS:
            raise InputError(f"region {shown(region)}: expected the two letters of a country, such as US")
        self.key, self.region, self._told, self._names = key, region, told, tuple(names)
        self.texts, self.annotations, self.ids = Counter[Kind](), Counter[Kind](), Counter[Kind]()
        self._marks: dict[Meant, str] = {}
        self._found: dict[str, list[Found]] = {}  # by annotated value: the same ones come again and again

    @property
    def distinct(self) -> Counter[Kind]:
        """How many different ones of each kind there were."""
        return Counter(kind for kind, _ in self._marks)

    def redact(self, dialogue: Dialogue) -> Dialogue:
        """The dialogue with everything replaced. Raises `InputError` where its frames are no frames."""
        people = dialogue.user_id, dialogue.wizard_id
        known = _Known(people, self._names)
        self.ids["person"] += len(people)
        user, wizard = map(self.pseudonym, people)
        try:
            turns = tuple(self._turn(number, turn, known) for number, turn in enumerate(dialogue.turns))
        except RecursionError as error:
            raise InputError(f"dialogue {shown(dialogue.id)}: frames or db are nested too deeply") from error
        return replace(dialogue, user_id=user, wizard_id=wizard, turns=turns)

    def redacted(self, text: str, people: Iterable[str] = ()) -> str:
        """A text beside the dialogues, such as a comment; `people` are ids that may stand in it."""
        return self._replaced(text, self._spans(text, None, _Known(people, self._names)), self.texts)

    def pseudonym(self, person: str) -> str:
        """What the id of somebody becomes."""
        return self._mark(("person", person))

    def _spans(self, text: str, turn: int | None, known: _Known) -> list[Found]:
        """What is to be replaced in a text, which is known from then on."""
        spans = _apart([*find(text, self.region), *known.find(text)])
        for span in spans:
            known.add(text[span.start : span.end], span.meant)
            self._told(Replaced(text, span, self._mark(span.meant), turn))
        return spans

    def _turn(self, number: int, turn: Turn, known: _Known) -> Turn:
        spans = self._spans(turn.text, number, known)

        def value(said: str) -> str:
            return self._annotated(said, turn.text, spans, known)

        labels, bare = turn.labels, turn.labels.acts_without_refs
        labels = replace(
            labels,
            acts=tuple(_act(act, value) for act in labels.acts),
            acts_without_refs=bare if isinstance(bare, UnsetType) else tuple(_act(act, value) for act in bare),
            frames_json=_json(labels.frames_json, _IN_FRAMES, value),
        )
        db = turn.db_json if isinstance(turn.db_json, UnsetType) else _json(turn.db_json, _IN_SEARCHES, value)
        return replace(turn, text=self._replaced(turn.text, spans, self.texts), labels=labels, db_json=db)

    def _annotated(self, value: str, text: str, spans: Sequence[Found], known: _Known) -> str:
        """A value of an act or a frame, in step with the text that it is from."""
        meant = known.meant_by(value) or _part_of(value, text, spans)
        if meant:
            known.parts[value.casefold()] = meant
            self.annotations[meant[0]] += 1
            return self._mark(meant)
        if value not in self._found:
            self._found[value] = find(value, self.region)
        return self._replaced(value, _apart([*self._found[value], *known.find(value)]), self.annotations)

    def _replaced(self, text: str, spans: Sequence[Found], counts: Counter[Kind]) -> str:
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


def _part_of(value: str, text: str, spans: Sequence[Found]) -> Meant | None:
    """What a value is a part of: wherever it stands in the text, that is replaced."""
    if not value or not spans:
        return None
    places = [match.span() for match in re.finditer(re.escape(value), text, re.IGNORECASE)]
    around = [next((s for s in spans if s.start <= start and end <= s.end), None) for start, end in places]
    return around[0].meant if around and around[0] and all(around) else None


def _act(act: Act, value: Callable[[str], str]) -> Act:
    return replace(act, args=tuple(_arg(arg, value) for arg in act.args))


def _arg(arg: Arg, value: Callable[[str], str]) -> Arg:
    if isinstance(arg.val, str):
        return replace(arg, val=value(arg.val))
    if isinstance(arg.val, tuple):
        refs = (replace(ref, annotations=tuple(_arg(a, value) for a in ref.annotations)) for ref in arg.val)
        return replace(arg, val=tuple(refs))
    return arg


def _json(raw: Raw, keys: Container[str], value: Callable[[str], str]) -> Raw:
    """JSON with the text under some keys replaced; the same bytes where nothing is."""
    before = msgspec.json.decode(raw)
    after = _mapped(before, keys, value, under=False)
    return raw if after == before else Raw(msgspec.json.encode(after))


def _mapped(node: Any, keys: Container[str], value: Callable[[str], str], *, under: bool) -> Any:
    if isinstance(node, dict):
        return {key: _mapped(inner, keys, value, under=key in keys) for key, inner in node.items()}
    if isinstance(node, list):
        return [_mapped(inner, keys, value, under=under) for inner in node]
    return value(node) if under and isinstance(node, str) else node
