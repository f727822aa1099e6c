import hashlib
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wayframe.airdialogue import contexts, files, truth
from wayframe.airdialogue.contexts import distributions
from wayframe.airdialogue.records import KnowledgeBase, Sample, encode
from wayframe.errors import InputError

pytest.importorskip("numpy")
NAMES = contexts.own_names()

# Measured over 20,000 contexts of the public generator; with 20,000 of ours, two measurements of the same frequency p
# differ by more than five standard deviations, 5·sqrt(2p(1-p)/20000), once in two million: that is the tolerance.
COUNT = 20_000
PUBLIC: dict[str, dict[Any, float]] = {
    "status": {"no_reservation": 0.1812, "no_flight": 0.2609, "book": 0.54185, "cancel": 0.01035, "change": 0.0057},
    "goal": {"book": 0.79945, "cancel": 0.10025, "change": 0.1003},
    "reservation": {True: 0.09905},
    "departure_time": {None: 0.9011, "afternoon": 0.03955, "evening": 0.0293, "morning": 0.03005},
    "return_time": {None: 0.8949, "afternoon": 0.0415, "evening": 0.032, "morning": 0.0316},
    "class": {None: 0.90095, "business": 0.0303, "economy": 0.06875},
    "max_connections": {0: 0.06955, 1: 0.90205, None: 0.0284},
    "airline_preference": {None: 0.95065, "normal-cost": 0.04935},
    "max_price": {200: 0.2468, 500: 0.26, 1000: 0.2545, 5000: 0.2387},
    "departure_month": {
        "Jan": 0.08645,
        "Feb": 0.07795,
        "June": 0.08535,
        "July": 0.08255,
        "Sept": 0.0818,
        "Dec": 0.08465,
    },
}
PUBLIC_FLIGHTS: dict[str, dict[Any, float]] = {
    "class": {"business": 0.10003, "economy": 0.89997},
    "num_connections": {0: 0.06953, 1: 0.90027, 2: 0.0302},
    "airline": {"AA": 0.12538, "Delta": 0.12546, "JetBlue": 0.12416, "Spirit": 0.12549, "UA": 0.12506},
    "same route": {True: 0.18586},
    "same departure": {True: 0.61018},
    "same return": {True: 0.61048},
}
PUBLIC_PRICES = {
    "economy": {100: 0.45055, 200: 0.41342, 300: 0.12346, 400: 0.01204, 500: 0.00051},
    "business": {100: 0.0408, 200: 0.04554, 300: 0.07529, 500: 0.14677, 600: 0.16152, 700: 0.14527, 1000: 0.04417},
}
PUBLIC_TIED = {1: 0.68907, 2: 0.22893, 3: 0.06392, 4: 0.01488, 5: 0.00283}


@pytest.fixture(scope="module")
def drawn() -> list[tuple[Sample, KnowledgeBase]]:
    return list(contexts.contexts(COUNT, seed=11, names=NAMES))


def assert_close(counts: Counter[object], published: Mapping[Any, float], of_public: float) -> None:
    """Frequencies differ by chance only; `of_public` is how many the public ones were counted over."""
    total = counts.total()
    for value, frequency in published.items():
        deviation = (frequency * (1 - frequency) * (1 / total + 1 / of_public)) ** 0.5
        assert counts[value] / total == pytest.approx(frequency, abs=5 * deviation), value


@pytest.mark.long
def test_customers_are_like_the_public_generators(drawn: list[tuple[Sample, KnowledgeBase]]) -> None:
    seen: dict[str, Counter[object]] = {name: Counter() for name in PUBLIC}
    for sample, kb in drawn:
        assert sample.expected_action
        seen["status"][sample.expected_action.status] += 1
        seen["reservation"][kb.reservation > 0] += 1
        seen["class"][sample.intent.flight_class] += 1
        for name in PUBLIC.keys() - {"status", "reservation", "class"}:
            seen[name][getattr(sample.intent, name)] += 1
    for name, published in PUBLIC.items():
        assert_close(seen[name], published, COUNT)
    tied = Counter[object](
        len(s.expected_action.flight) for s, _ in drawn if s.expected_action and s.expected_action.flight
    )
    assert_close(tied, PUBLIC_TIED, COUNT * 0.5475)


@pytest.mark.long
def test_flights_are_like_the_public_generators(drawn: list[tuple[Sample, KnowledgeBase]]) -> None:
    seen: dict[str, Counter[object]] = {name: Counter() for name in (*PUBLIC_FLIGHTS, *PUBLIC_PRICES)}
    for sample, kb in drawn[:4000]:  # 120,000 flights
        wish = sample.intent
        for flight in kb.kb:
            seen["class"][flight.flight_class] += 1
            seen["num_connections"][flight.num_connections] += 1
            seen["airline"][flight.airline] += 1
            seen[flight.flight_class][flight.price] += 1
            route = (flight.departure_airport, flight.return_airport)
            seen["same route"][route == (wish.departure_airport, wish.return_airport)] += 1
            there = (flight.departure_month, flight.departure_day)
            seen["same departure"][there == (wish.departure_month, wish.departure_day)] += 1
            back = (flight.return_month, flight.return_day)
            seen["same return"][back == (wish.return_month, wish.return_day)] += 1
    # the flights of a context share its dates: as many contexts as flights would be too much to ask
    for name, published in PUBLIC_FLIGHTS.items():
        flights = 4000 if name.startswith("same") else COUNT * 30
        assert_close(seen[name], published, flights)
    assert_close(seen["economy"], PUBLIC_PRICES["economy"], COUNT * 27)
    assert_close(seen["business"], PUBLIC_PRICES["business"], COUNT * 3)


def test_their_truth_is_the_truth_and_their_lines_are_the_records(tmp_path: Path) -> None:
    data, kb = tmp_path / "data.jsonl", tmp_path / "kb.jsonl"
    contexts.generate(data, kb, 700, 5, NAMES)
    pairs = list(files.read(data, kb))
    assert len(pairs) == 700
    for _, sample, base in pairs:
        assert truth.expected_action(sample.intent, base) == sample.expected_action
        assert sample.action is not None
        assert truth.is_correct(sample.action, sample.expected_action)
    assert data.read_bytes() == b"".join(encode(pair.sample) + b"\n" for pair in pairs)
    assert kb.read_bytes() == b"".join(encode(pair.kb) + b"\n" for pair in pairs)
    assert [(pair.sample, pair.kb) for pair in pairs] == list(contexts.contexts(700, 5, NAMES))


@pytest.mark.long
def test_any_number_of_processes_gives_the_same_files(tmp_path: Path) -> None:
    digests = set()
    for jobs in (1, 3):
        told: list[int] = []
        paths = tmp_path / f"data{jobs}", tmp_path / f"kb{jobs}"
        contexts.generate(*paths, 1000, 9, NAMES, jobs=jobs, told=told.append)
        digests.add(tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths))
        assert told[-1] == 1000
    assert len(digests) == 1


def test_a_seed_has_contexts_of_its_own() -> None:
    assert list(contexts.contexts(3, 1, NAMES)) != list(contexts.contexts(3, 2, NAMES))


def test_names_with_marks_stay_json(tmp_path: Path) -> None:
    odd = contexts.AirportNames({'Q"1': "q", "Ö2": "ö", "C\\3": "c"}, ('An"n',), ("Näs",))
    sample, kb = next(contexts.contexts(1, 0, odd))
    assert sample.intent.name == 'An"n Näs'
    assert {flight.departure_airport for flight in kb.kb} <= set(odd.airports)


def test_compat_gives_the_public_generators_bytes(tmp_path: Path, airdialogue_folder: Path) -> None:
    data, kb = tmp_path / "data.jsonl", tmp_path / "kb.jsonl"
    contexts.generate(data, kb, 100, 20261121, contexts.read_names(airdialogue_folder), compat=True)
    # of the first hundred contexts that the public generator gave for this seed and these lists
    assert hashlib.sha256(data.read_bytes()).hexdigest().startswith("8e268ec0ce3c9a00b7d1e7a80120e094")
    assert hashlib.sha256(kb.read_bytes()).hexdigest().startswith("63b56b2c166fcc8d5129a341f0fbcdb4")


def test_compat_contexts_have_their_truth_too(tmp_path: Path) -> None:
    data, kb = tmp_path / "data.jsonl", tmp_path / "kb.jsonl"
    contexts.generate(data, kb, 50, 3, NAMES, compat=True)
    found = truth.agreement(data, kb)
    assert found == truth.TruthAgreement(50, 50, None)
    assert b'{"intent": {"departure_airport": "' in data.read_bytes()


def test_compat_takes_only_seeds_of_the_legacy_generator(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--seed"):
        contexts.generate(tmp_path / "d", tmp_path / "k", 1, 2**32, NAMES, compat=True)
    assert list(tmp_path.iterdir()) == []


def test_both_files_cannot_be_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at once"):
        contexts.generate(tmp_path / "d", tmp_path / "x" / ".." / "d", 1, 0, NAMES)


def test_own_lists_are_wide_plain_and_of_one_word() -> None:
    assert len(NAMES.airports) >= 100
    assert min(len(NAMES.first), len(NAMES.last)) >= 200
    assert all(len(code) == 3 and code.isupper() and city for code, city in NAMES.airports.items())
    assert all(name.isascii() and name.isalpha() for name in (*NAMES.first, *NAMES.last))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("airport.txt", "OSL:Oslo\nLIS\n", r"airport\.txt: line 2: expected CODE:name"),
        ("airport.txt", "OSL:Oslo:Norway\n", r"airport\.txt: line 1: expected CODE:name"),
        ("airport.txt", "OSL:Oslo\nOSL:Oslo\n", r"airport\.txt: line 2: airport 'OSL' comes twice"),
        ("airport.txt", "OSL:Oslo\n\nLIS:Lisbon\n", "expected 3 airports or more, found 2"),
        ("first_names.txt", "Mary Ann\n", r"first_names\.txt: line 1: expected a name of one word"),
        ("last_names.txt", "\n", r"last_names\.txt: holds no name"),
    ],
)
def test_bad_lists_are_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    good = {"airport.txt": "OSL:Oslo\nLIS:Lisbon\nCDG:Paris\n", "first_names.txt": "Ida\n", "last_names.txt": "Moss\n"}
    for each, lines in (good | {name: text}).items():
        (tmp_path / each).write_text(lines, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        contexts.read_names(tmp_path)


def test_a_missing_list_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"airport\.txt: no such file"):
        contexts.read_names(tmp_path)


def test_without_numpy_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("wayframe.airdialogue.contexts.")]:
        if module.rsplit(".", 1)[1] in ("arrays", "lines", "compat"):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(InputError, match=r"contexts need numpy: .*pip install .*\[air\]"):
        contexts.generate(tmp_path / "d", tmp_path / "k", 1, 0, NAMES)
    assert list(tmp_path.iterdir()) == []


def test_a_context_fills_its_knowledge_base() -> None:
    sample, kb = next(contexts.contexts(1, 0, NAMES))
    assert [flight.flight_number for flight in kb.kb] == list(range(1000, 1030))
    used = {code for flight in kb.kb for code in (flight.departure_airport, flight.return_airport)}
    assert len(used) == distributions.AIRPORTS
    assert {sample.intent.departure_airport, sample.intent.return_airport} <= used
    assert msgspec.json.decode(encode(sample), type=Sample) == sample
