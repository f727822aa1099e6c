import json
from pathlib import Path

from commanding import Done, wayframe
from scenes import dialogue
from wayframe import corpus


def frames(*args: str | Path) -> Done:
    return wayframe("corpus", "frames", *args)


def test_json_holds_both_comparisons(tmp_path: Path) -> None:
    corpus.write(tmp_path / "trips.jsonl", [dialogue("trip", "1: inform(or_city=Rome)", "request(dst_city)")])
    done = frames(tmp_path / "trips.jsonl", "--json", "--diff", "5")
    found = json.loads(done.stdout)
    keys = {"turns", "turns_equal", "frames", "frames_equal", "triples", "parents", "components"}
    assert found["teacher_forced"].keys() == found["free_running"].keys() == keys
    assert found["teacher_forced"]["triples"] == {"precision": 1, "recall": 1, "f1": 1}
    assert found["teacher_forced"]["components"].keys() == {
        "info", "pseudo_slots", "requests", "binary_questions", "compare_requests"
    }  # fmt: skip
    assert found["differences"] == []


def test_a_table_for_people(tmp_path: Path) -> None:
    corpus.write(tmp_path / "trips.json.gz", [dialogue("trip", "1: inform(or_city=Rome)", "request(dst_city)")])
    assert "turns in full" in frames(tmp_path / "trips.json.gz").stdout


def test_what_is_no_corpus_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('[{"id": 1}]')
    done = frames(tmp_path / "broken.json")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "broken.json" in done.stderr
