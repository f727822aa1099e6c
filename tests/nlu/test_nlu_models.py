import sys
from pathlib import Path

import pytest

from hearing import LEXICON, after
from small_corpus import dialogue
from wayframe.errors import InputError
from wayframe.nlu import AsNLU, TrainingSet, models, storage
from wayframe.nlu.storage import trained_on


def test_rules_are_a_tagger_and_a_tagger_is_an_nlu() -> None:
    rules = models.tagger("rules")
    reading = rules.tag("to Rome for 900", after())
    assert ("B-dst_city" in reading.tagged.slots, len(reading.tagged.words)) == (True, 4)
    assert AsNLU(rules).understand("to Rome for 900", after()) == reading.acts


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("oracle", "model: expected one of rules, .*, found 'oracle'"),
        ("baseline", "model baseline: has to be trained first"),
        ("nowhere.json", r"nowhere\.json: no such file"),
    ],
)
def test_what_is_no_model_is_named(name: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        models.tagger(name)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\x80\x04pickled", "expected a trained NLU model, found something else or damage"),
        (b"[]", "expected a trained NLU model, found something else or damage"),
        (b'{"format": "wayframe-tracker"}', "expected a trained NLU model, found another file"),
        (b'{"format": "wayframe-nlu"}', "damaged: object missing required field `kind`"),
    ],
)
def test_a_file_that_is_no_model_is_refused(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=rf"model\.json: {complaint}"):
        models.load(path)


def test_another_kind_another_version_a_changed_letter(tmp_path: Path) -> None:
    path, training = tmp_path / "model.json", trained_on([dialogue()], "user", 3)
    assert (training.dialogues, training.author, training.seed) == (1, "user", 3)
    storage.write(path, "oracle", 1, training, {"weights": "none"})
    with pytest.raises(InputError, match=r"expected a model of one of the kinds .*, found 'oracle'"):
        models.load(path)
    with pytest.raises(InputError, match="was trained by another version of Wayframe"):
        storage.body(path, storage.read(path), "oracle", 2, storage.TaggerTraining)
    with pytest.raises(InputError, match="damaged: object contains unknown field `weights`"):
        storage.body(path, storage.read(path), "oracle", 1, storage.TaggerTraining)
    path.write_bytes(path.read_bytes().replace(b'"none"', b'"some"'))
    with pytest.raises(InputError, match="its checksum is not that of what it holds"):
        models.load(path)


def test_a_missing_library_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "wayframe.nlu.paper.tagger", raising=False)  # another test may have imported it
    with pytest.raises(InputError, match=r"the paper's baseline needs torch: .*pip install .*\[baseline\]"):
        models.trainer("baseline")(TrainingSet([dialogue()], LEXICON, "user"), lambda done: None)
