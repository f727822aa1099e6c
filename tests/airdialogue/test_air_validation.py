import json
from pathlib import Path

import pytest

from air_samples import action, base, flight, intent, sample, written
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.records import KnowledgeBase, Sample, encode
from wayframe.airdialogue.validation import check, findings_of
from wayframe.errors import InputError


def errors(sample: Sample, kb: KnowledgeBase | None = None) -> list[str]:
    findings = findings_of(SamplePair(1, sample, kb or base()))
    return [f"{finding.field}: {finding.what}" for finding in findings if not finding.oddity]


def oddities(sample: Sample, kb: KnowledgeBase | None = None) -> set[str]:
    return {finding.oddity for finding in findings_of(SamplePair(1, sample, kb or base())) if finding.oddity}


def test_a_good_sample_has_nothing_wrong() -> None:
    assert list(findings_of(SamplePair(1, sample(), base()))) == []


@pytest.mark.parametrize("name", ["Ida", "Ida Maria van den Moss"])
def test_a_name_has_two_words(name: str) -> None:
    (error, *_) = errors(sample(intent=intent(name=name)))
    assert error == f"intent.name: expected a first and a last name, found '{name}'"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"dialogue": (), "timestamps": ()}, "dialogue: has no turn"),
        ({"dialogue": ("Hello.",), "timestamps": (1,)}, "dialogue[0]: expected customer: or agent:, found 'Hello.'"),
        ({"timestamps": (1, 2)}, "timestamps: expected 4, one a turn, found 2"),
        ({"correct_sample": None}, "correct_sample: is missing"),
        ({"correct_sample": False}, "correct_sample: expected True: the truth is book 1000 1001"),
        ({"expected_action": action("no_flight")}, "expected_action: expected book 1000 1001, found no_flight"),
        ({"action": action("fly", 1000), "correct_sample": False}, "action.status: expected one of book, change"),
        ({"intent": intent(departure_day="07")}, "intent.departure_day: expected a day of the month"),
    ],
)
def test_errors_of_a_sample(changes: dict[str, object], error: str) -> None:
    kb = base(flight(1000), flight(1001))
    right = {"expected_action": action("book", 1000, 1001)}
    assert any(found.startswith(error) for found in errors(sample(**(right | changes)), kb))


def test_errors_of_flights_say_which() -> None:
    kb = base(flight(1000), flight(1001, departure_time_num=24, num_connections=3, price=0, return_day="32"))
    fields = [error.partition(": ")[0] for error in errors(sample(expected_action=None, correct_sample=True), kb)]
    assert fields == ["kb[1].return_day", "kb[1].departure_time_num", "kb[1].num_connections", "kb[1].price"]


def test_what_is_only_odd() -> None:
    odd = sample(
        intent=intent(max_connections=2, max_price=300, return_airport="OSL"),
        dialogue=("agent: Hi.", "agent: Héllo."),
        timestamps=(2, 1),
        action=action("no_flight", name="ida moss"),
        expected_action=action("no_flight"),
    )
    assert errors(odd, base(flight(airline="Pan"))) == []
    assert oddities(odd, base(flight(airline="Pan"))) == {
        "a wish that excludes nothing",
        "a highest price that the generator never draws",
        "an origin that is the destination",
        "other numbers of flights",
        "an airline of no known class",
        "a speaker who goes on",
        "characters beyond ASCII",
        "time that goes back",
        "a name typed otherwise",
    }


def test_bad_lines_are_errors_and_unknown_keys_oddities(tmp_path: Path) -> None:
    extra = json.dumps(json.loads(encode(sample())) | {"mood": 1})
    kb = json.loads(encode(base()))
    kb["kb"][3]["seats"] = 9
    found = list(check(*written(tmp_path, (sample(), base()), ("{", base()), (extra, json.dumps(kb)))))
    assert [checked.line for checked in found] == [1, 2, 3]
    assert found[0].problems == ()
    assert "truncated" in found[1].problems[0].what
    assert [problem.field for problem in found[2].problems] == ["mood", "kb file: kb.seats"]
    assert found[2].problems[0].oddity == "an unknown key 'mood'"


def test_what_is_passed_over_is_json_too(tmp_path: Path) -> None:
    extra = encode(sample()).decode().replace('{"intent"', '{"mood":1e999,"intent"', 1)
    (checked,) = check(*written(tmp_path, (extra, base())))
    assert [problem.oddity for problem in checked.problems] == [""]


def test_unequal_lengths_are_no_matter_of_lines(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 2 has no knowledge base"):
        list(check(*written(tmp_path, (sample(), base()), (sample(), ""))))


def test_the_real_sample_has_no_error(airdialogue_files: tuple[Path, Path]) -> None:
    problems = [problem for checked in check(*airdialogue_files) for problem in checked.problems]
    assert [problem for problem in problems if not problem.oddity] == []
