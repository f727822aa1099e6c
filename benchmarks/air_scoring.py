"""AirDialogue's scores timed beside the same rules restated in plain Python, and both compared.

Run: python benchmarks/air_scoring.py DATA KB [--dialogues 40000] [--restated 1000] [--json]

DATA is repeated until there are enough dialogues. Players do and say what the next dialogue's people did. The plain
restatement sees the first `--restated` dialogues only; its figures must be those of `--mode reference` on these, to
1e-9. Seconds are of CPU, files read included.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from wayframe.airdialogue.files import lines
from wayframe.airdialogue.scoring.actions import score_human, score_selfplay
from wayframe.airdialogue.scoring.responses import score_infer
from wayframe.airdialogue.scoring.score import TaskScore
from wayframe.airdialogue.scoring.words import words

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]
NORMAL = ("UA", "AA", "Delta", "Hawaiian")


def letters(name: str) -> str:
    kept = "".join(letter for letter in name.lower() if letter not in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    return " ".join(word for word in kept.split() if word not in ("a", "an", "the"))


def of_name(said: str, expected: str) -> float:
    one, other = letters(said), letters(expected)
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / (len(one) + len(other)) if common else 0.0


def apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    terms = [float(one[key] != other[key]) for key in ("departure_airport", "return_airport", "class")]
    for end in ("departure", "return"):
        terms.append(abs(MONTHS.index(one[f"{end}_month"]) - MONTHS.index(other[f"{end}_month"])) / 12)
        terms.append(abs(int(one[f"{end}_day"]) - int(other[f"{end}_day"])) / 31)
        terms.append(abs(one[f"{end}_time_num"] - other[f"{end}_time_num"]) / 24)
    terms.append(abs(one["num_connections"] - other["num_connections"]) / 2)
    terms.append(min(1, abs(one["price"] - other["price"]) / min(one["price"], other["price"])))
    terms.append(float((one["airline"] in NORMAL) != (other["airline"] in NORMAL)))
    return sum(terms) / 12


def of_flight(said: list[int], expected: list[int], kb: list[dict[str, Any]]) -> float:
    if not expected or not said:
        return float(not expected and not said)
    if said[0] in expected:
        return 1.0
    by_number = {flight["flight_number"]: flight for flight in kb}
    right = [by_number[number] for number in expected]
    nearest = min(apart(by_number[said[0]], each) for each in right)
    farthest = max(apart(flight, each) for flight in kb for each in right if flight is not each)
    return 1 - min(1, nearest / farthest)


def parts(said: dict[str, Any], expected: dict[str, Any], kb: list[dict[str, Any]]) -> list[float]:
    name, flight = of_name(said["name"], expected["name"]), of_flight(said["flight"], expected["flight"], kb)
    status = float(said["status"] == expected["status"])
    return [0.2 * name + 0.5 * flight + 0.3 * status, name, flight, status]


def runs(tokens: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def plain_bleu(pairs: list[tuple[list[str], list[str]]]) -> float:
    logs = 0.0
    for order in range(1, 5):
        right = sum(sum((runs(said, order) & runs(truth, order)).values()) for said, truth in pairs)
        if not right:
            return 0.0
        logs += math.log(right / sum(max(0, len(said) - order + 1) for said, _ in pairs)) / 4
    ratio = sum(len(said) for said, _ in pairs) / sum(len(truth) for _, truth in pairs)
    return 100 * math.exp(logs) * (1 if ratio > 1 else math.exp(1 - 1 / ratio))


def plain_rouge(said: list[str], truth: list[str]) -> float:
    table = [[0] * (len(truth) + 1) for _ in range(len(said) + 1)]
    for i, one in enumerate(said):
        for j, other in enumerate(truth):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    recall, precision = table[-1][-1] / len(truth), table[-1][-1] / len(said)
    beta = precision / (recall + 1e-12)
    return (1 + beta**2) * recall * precision / (recall + beta**2 * precision + 1e-12)


def plain_kl(pairs: list[tuple[list[str], list[str]]]) -> float:
    found = []
    for order in range(1, 5):
        said, truth = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
        for one, other in pairs:
            said += runs(one, order)
            truth += runs(other, order)
        often = {run: count for run, count in truth.items() if count >= 100}
        share = sum(often.values()) / sum(count for count in said.values() if count >= 100)
        total = sum(often.values())
        eps = 1e-10
        found.append(
            sum((c + eps) / total * math.log((c + eps) / (said[run] + eps) / share) for run, c in often.items())
        )
    return sum(found) / 4


def text(turns: list[str]) -> list[str]:
    return words(" ".join(" ".join(turn.split(":")[1:]).strip() for turn in turns))


def restated(folder: Path) -> Iterator[tuple[str, dict[str, float], float]]:
    """The same scores by the rules as they are written down, with the seconds that each takes."""
    start = process_time()
    truths, kbs = ([json.loads(line) for line in (folder / name).open()] for name in ("data", "kb"))
    rows = [
        [1.0] * 4 if truth["correct_sample"] else parts(truth["action"], truth["expected_action"], kb["kb"])
        for truth, kb in zip(truths, kbs, strict=True)
    ]
    yield "human", {"score": sum(row[0] for row in rows) / len(rows)}, process_time() - start
    start = process_time()
    truths, kbs, played = ([json.loads(line) for line in (folder / name).open()] for name in ("data", "kb", "played"))
    every = list(zip(played, truths, kbs, strict=True))
    rows = [parts(said["action"], truth["expected_action"], kb["kb"]) for said, truth, kb in every]
    bleus = [plain_bleu([(text(said["dialogue"]), text(truth["dialogue"]))]) for said, truth, _ in every]
    score = sum(map(sum, rows)) / len(rows) / 4
    yield "selfplay", {"score": score, "bleu": sum(bleus) / len(bleus)}, process_time() - start
    start = process_time()
    said = [line.split(" ") for line in (folder / "responses").open()]
    truth = [line.rstrip().split("|")[1].rsplit(" ", 1)[0].split(" ") for line in (folder / "targets").open()]
    pairs = [(" ".join(one).rstrip().split(" "), other) for one, other in zip(said, truth, strict=True)]
    found = {
        "bleu": plain_bleu(pairs),
        "kl": plain_kl(pairs),
        "accuracy": 100 * sum(o == t for o, t in pairs) / len(pairs),
    }
    found["rouge"] = 100 * sum(map(plain_rouge, said, truth)) / len(said)
    yield "infer", found, process_time() - start


def ours(folder: Path) -> Iterator[tuple[str, TaskScore, float]]:
    data, kb, played, targets, responses = (folder / name for name in ("data", "kb", "played", "targets", "responses"))
    tasks: dict[str, Callable[[], TaskScore]] = {
        "human": lambda: score_human(data, kb, "reference"),
        "selfplay": lambda: score_selfplay(data, kb, played, "reference"),
        "selfplay, strict": lambda: score_selfplay(data, kb, played),
        "infer": lambda: score_infer(targets, responses, "reference"),
    }
    for name, task in tasks.items():
        start = process_time()
        score = task()
        yield name, score, process_time() - start


def prepared(folder: Path, data: Path, kb: Path, count: int) -> Path:
    """Files of `count` dialogues, with predictions, targets and responses for them."""
    folder.mkdir()
    samples = [json.loads(line.text) for line in lines(data)]
    bases = [line.text for line in lines(kb)]
    said = [[" ".join(words(turn.partition(":")[2])) for turn in sample["dialogue"]] for sample in samples]
    with (
        (folder / "data").open("w") as truths,
        (folder / "kb").open("wb") as kbs,
        (folder / "played").open("w") as played,
        (folder / "targets").open("w") as targets,
        (folder / "responses").open("w") as responses,
    ):
        for number in range(count):
            at, other = number % len(samples), (number + number % 3) % len(samples)
            truths.write(json.dumps(samples[at]) + "\n")
            kbs.write(bases[at] + b"\n")
            played.write(json.dumps({key: samples[other][key] for key in ("action", "dialogue")}) + "\n")
            for turn, (truth, answer) in enumerate(zip(said[at], said[other], strict=False)):
                targets.write(f"A B <fl_empty> <st_book>|{truth} <t{turn % 2 + 1}>\n")
                responses.write(answer + "\n")
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("kb", type=Path)
    parser.add_argument("--dialogues", type=int, default=40_000)
    parser.add_argument("--restated", type=int, default=1_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as held:
        small = prepared(Path(held) / "small", options.data, options.kb, options.restated)
        plain = {name: (figures, seconds) for name, figures, seconds in restated(small)}
        for name, score, _ in ours(small):
            for figure, value in plain.get(name, ({}, 0.0))[0].items():
                found = score.figures[figure]
                assert isinstance(found, float)
                assert abs(found - value) < 1e-9, (name, figure, found, value)
        large = prepared(Path(held) / "large", options.data, options.kb, options.dialogues)
        result = {
            name: {
                "seconds": round(seconds, 2),
                "dialogues_per_second": round(options.dialogues / seconds),
                "restated_dialogues_per_second": round(options.restated / plain[name][1]) if name in plain else None,
            }
            for name, _, seconds in ours(large)
        }
    if options.json:
        print(json.dumps(result))
        return
    for name, figures in result.items():
        print(name, figures)


if __name__ == "__main__":
    main()
