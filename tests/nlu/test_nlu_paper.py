"""The paper's baseline learns a small language that these tests make up."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hearing import LEXICON, after
from small_corpus import Said, dialogue
from wayframe.dialogue import Act, Arg, Dialogue
from wayframe.errors import InputError
from wayframe.nlu import TrainingSet, models, storage

torch = pytest.importorskip("torch", reason="the paper's baseline needs torch")

if TYPE_CHECKING:
    from wayframe.nlu.paper.tagger import PaperTagger

CITIES = ["Oslo", "Rome", "Bari", "Tunis", "New York", "Lima"]


def lines(chance: random.Random) -> Said:
    here, there = chance.sample(CITIES, 2)
    budget = chance.randint(8, 40) * 100
    text, acts = chance.choice((
        (f"We leave from {here} to {there}", f"inform(or_city={here}, dst_city={there})"),
        (f"to {there} from {here} please", f"inform(dst_city={there}, or_city={here})"),
        (f"I can pay ${budget}", f"inform(budget={budget})"),
        (f"Is it {there}?", f"confirm(dst_city={there})"),
    ))  # fmt: skip
    return Said(text, acts)


def talk(count: int, seed: int) -> list[Dialogue]:
    chance = random.Random(seed)
    return [dialogue(f"talk-{seed}-{number}", said=[lines(chance)]) for number in range(count)]


@pytest.fixture(scope="module")
def tagger() -> PaperTagger:
    from wayframe.nlu import paper

    return paper.train(TrainingSet(talk(120, 1), LEXICON, "user", 1, talk(30, 2)), lambda done: None)


def test_it_learns_acts_and_slots(tagger: PaperTagger) -> None:
    assert tagger.tag("We leave from New York to Oslo", after()).acts == (
        Act("inform", (Arg("or_city", "New York"), Arg("dst_city", "Oslo"))),
    )
    assert tagger.tag("Is it Rome?", after()).acts == (Act("confirm", (Arg("dst_city", "Rome"),)),)


def test_names_it_never_saw_by_the_words_around_them(tagger: PaperTagger) -> None:
    reading = tagger.tag("from Paris to Madrid please", after())
    assert reading.tagged.slots == ("O", "B-or_city", "O", "B-dst_city", "O")


@pytest.mark.parametrize("text", ["", "  ", "👍🏽", "ZZZ 完 \u200d"])
def test_any_text_is_read(text: str, tagger: PaperTagger) -> None:
    assert "".join(word.text for word in tagger.tag(text, after()).tagged.words) == "".join(text.split())


def test_a_file_holds_all_of_it_and_one_seed_gives_one_model(tagger: PaperTagger, tmp_path: Path) -> None:
    from wayframe.nlu import paper

    first, again = tmp_path / "first.json", tmp_path / "again.json.gz"
    tagger.save(first)
    models.load(first).save(again)
    assert storage.read(first) == storage.read(again)
    small = [paper.train(TrainingSet(talk(20, 3), LEXICON, "user", 5), lambda done: None) for _ in range(2)]
    for number, each in enumerate(small):
        each.save(tmp_path / f"{number}.json")
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()


def test_weights_of_another_network_are_refused(tagger: PaperTagger, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    for weights in ({}, {"trigrams.weight": "AAAA"}, {"trigrams.weight": "?"}):
        body = {"trigrams": ["#a#"], "acts": ["O"], "slots": ["O"], "weights": weights}
        storage.write(path, "baseline", 1, tagger.training, body)
        with pytest.raises(InputError, match=r"model\.json: damaged: holds weights of another network"):
            models.load(path)


def test_nothing_to_learn_from() -> None:
    from wayframe.nlu import paper

    with pytest.raises(InputError, match="training needs turns with words, found none"):
        paper.train(TrainingSet(talk(2, 1), LEXICON, "wizard"), lambda done: None)
