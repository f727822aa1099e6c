"""The rules against the annotations of the release."""

import runpy
from pathlib import Path

from wayframe import corpus

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "values.py"


def test_annotated_values_have_the_form_that_frames_hold(frames_part_path: Path) -> None:
    held = runpy.run_path(str(BENCHMARK))["held"]
    same = [row.same for dialogue in corpus.stream(frames_part_path) for row in held(dialogue)]
    assert sum(same) / len(same) >= 0.99
