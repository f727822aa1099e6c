import json
from pathlib import Path

import msgspec
import pytest

from small_corpus import dialogue, written
from wayframe.dialogue import DialogueLabels
from wayframe.errors import InputError
from wayframe.selection import RepeatCount, merged


def names(*paths: Path) -> tuple[list[str], int]:
    repeats = RepeatCount()
    return [each.id for each in merged(paths, repeats)], repeats.count


def test_files_follow_each_other(tmp_path: Path) -> None:
    monday = written(tmp_path / "monday.jsonl", dialogue("a"), dialogue("b"))
    tuesday = written(tmp_path / "tuesday.json.gz", dialogue("c"))
    assert names(monday, tuesday) == (["a", "b", "c"], 0)


def test_a_dialogue_that_comes_again_is_kept_once(tmp_path: Path) -> None:
    monday = written(tmp_path / "monday.json", dialogue("a"), dialogue("b"), dialogue("a"))
    assert names(monday, monday) == (["a", "b"], 4)


def test_how_the_json_is_laid_out_makes_no_difference(tmp_path: Path) -> None:
    one = written(tmp_path / "one.json", dialogue("a"))
    two = tmp_path / "two.json"
    two.write_text(json.dumps(json.loads(one.read_text()), indent=4, sort_keys=True))
    assert names(one, two) == (["a"], 1)


def test_two_dialogues_of_one_id_are_refused(tmp_path: Path) -> None:
    one = written(tmp_path / "one.json", dialogue("a"))
    other = msgspec.structs.replace(dialogue("a"), labels=DialogueLabels(1, False))
    two = written(tmp_path / "two.json", other)
    with pytest.raises(InputError, match=r"two\.json: dialogue 'a' is another one in .*one\.json"):
        names(one, two)
