"""What ConvLab-3 asks of a data set in its unified format, as its published description and its checker say.

Source: data/unified_datasets/README.md and check.py of the repository ConvLab/ConvLab-3.
"""

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

SPECIAL = ("", "dontcare", None, "?")
KINDS = ("categorical", "non-categorical", "binary")


def checked(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The ontology and dialogues of a data set's folder; an AssertionError where they aren't as they should be."""
    assert {"README.md", "preprocess.py", "data.zip", "dummy_data.json"} <= {path.name for path in folder.iterdir()}
    with ZipFile(folder / "data.zip") as archive:
        ontology = json.loads(archive.read("data/ontology.json"))
        dialogues = json.loads(archive.read("data/dialogues.json"))
    dummies = json.loads((folder / "dummy_data.json").read_text(encoding="utf-8"))
    assert dummies == dialogues[:10]
    check_ontology(ontology)
    check_dialogues(folder.name, dialogues, ontology)
    return ontology, dialogues


def check_ontology(ontology: Mapping[str, Any]) -> None:
    for domain in ontology["domains"].values():
        assert isinstance(domain["description"], str)
        for slot in domain["slots"].values():
            assert isinstance(slot["description"], str)
            assert isinstance(slot["possible_values"], list)
            if slot["is_categorical"]:
                assert slot["possible_values"]
                assert not any(value in SPECIAL for value in slot["possible_values"])
    assert all(isinstance(intent["description"], str) for intent in ontology["intents"].values())
    for domain, slots in ontology["state"].items():
        assert slots.keys() <= ontology["domains"][domain]["slots"].keys()
        assert not any(slots.values())
    assert set(ontology["dialogue_acts"]) == set(KINDS)


def check_dialogues(name: str, dialogues: list[dict[str, Any]], ontology: Mapping[str, Any]) -> None:
    known = {kind: acts_by_speaker(ontology["dialogue_acts"][kind]) for kind in KINDS}
    numbers: dict[str, int] = {}
    for dialogue in dialogues:
        split = dialogue["data_split"]
        assert dialogue["dataset"] == name
        assert re.fullmatch(r"[^-]+-[^-]+-\d+", dialogue["dialogue_id"])
        assert dialogue["dialogue_id"] == f"{name}-{split}-{numbers.setdefault(split, 0)}"
        numbers[split] += 1
        assert set(dialogue["domains"]) <= ontology["domains"].keys()
        goal = dialogue["goal"]
        assert isinstance(goal["description"], str)
        assert isinstance(goal["inform"], dict)
        assert isinstance(goal["request"], dict)
        assert dialogue["turns"]
        for index, turn in enumerate(dialogue["turns"]):
            assert turn["utt_idx"] == index
            assert turn["speaker"] in ("user", "system")
            assert index == 0 or turn["speaker"] != dialogue["turns"][index - 1]["speaker"]
            check_acts(turn, dialogue["domains"], ontology, known)
            check_rest(turn, ontology)


def check_acts(turn: dict[str, Any], domains: list[str], ontology: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    assert set(turn["dialogue_acts"]) == set(KINDS)
    for kind in KINDS:
        for act in turn["dialogue_acts"][kind]:
            assert act["intent"] in ontology["intents"]
            assert turn["speaker"] in known[kind][act["intent"], act["domain"], act["slot"]]
            if kind == "binary":
                assert set(act) == {"intent", "domain", "slot"}
                continue
            assert act["domain"] in domains
            slot = ontology["domains"][act["domain"]]["slots"][act["slot"]]
            assert slot["is_categorical"] == (kind == "categorical")
            assert isinstance(act["value"], str)
            assert ("start" in act) == ("end" in act)
            if "start" in act:
                assert turn["utterance"][act["start"] : act["end"]] == act["value"]


def check_rest(turn: dict[str, Any], ontology: Mapping[str, Any]) -> None:
    if turn["speaker"] == "user":
        assert "db_results" not in turn
        for domain, slots in turn["state"].items():
            assert slots.keys() == ontology["state"][domain].keys()
            assert all(isinstance(value, str) for value in slots.values())
    else:
        assert "state" not in turn
        for results in turn["db_results"].values():
            assert all(isinstance(entity, dict) for entity in results)


def acts_by_speaker(listed: list[str]) -> dict[tuple[str, str, str], list[str]]:
    """The ontology's acts, each a dict written as Python, and who says them."""
    acts = [ast.literal_eval(act) for act in listed]
    return {
        (act["intent"], act["domain"], act["slot"]): [who for who in ("user", "system") if act[who]] for act in acts
    }
