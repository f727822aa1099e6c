import random

import pytest

from wayframe.dialogue import Act
from wayframe.scoring import READING_MEASURES, ReadingAgreement
from wayframe.tagging import TaggedText, words

TEXT = "From New York to Rome or Bari"
WORDS = tuple(words(TEXT))


def reading(slots: str, acts: str) -> TaggedText:
    """Tags a word: "-" outside, "Bo"/"Io" or_city, "Bd"/"Id" dst_city; acts "i" inform, "c" confirm."""
    names = {"o": "or_city", "d": "dst_city", "i": "inform", "c": "confirm"}
    tags = tuple("O" if tag == "-" else f"{tag[0]}-{names[tag[1]]}" for tag in slots.split())
    carried = tuple(() if word == "-" else tuple(names[act] for act in word) for word in acts.split())
    return TaggedText(WORDS, tags, carried)


LABELS = reading("- Bo Io - Bd - Bd", "- i i i i i ic")


def test_the_truth_is_wholly_right() -> None:
    agreement = ReadingAgreement()
    agreement.add(LABELS, (Act("inform"),), LABELS, (Act("inform"),))
    assert {agreement.f1(measure) for measure in READING_MEASURES} == {1.0}


def test_words_values_and_acts_are_counted_apart() -> None:
    agreement = ReadingAgreement()
    said = reading("- Bo Bo - Bd - -", "- i i - i - c")
    agreement.add(LABELS, (Act("inform"), Act("inform"), Act("thankyou")), said, (Act("inform"), Act("confirm")))
    assert agreement.hits("slots_word_f1") == (3, 3, 4)
    assert agreement.hits("slots_span_f1") == (1, 3, 3)
    assert agreement.hits("acts_word_f1") == (4, 4, 7)
    assert agreement.hits("acts_turn_f1") == (1, 2, 2)
    assert agreement.f1("slots_word_f1") == pytest.approx(6 / 7)
    assert agreement.by_label("acts_word_f1")["confirm"] == (1, 1, 1)


def test_of_nothing_there_is_no_figure() -> None:
    agreement = ReadingAgreement()
    agreement.add(TaggedText((), (), ()), (), TaggedText((), (), ()), ())
    assert {agreement.f1(measure) for measure in READING_MEASURES} == {None}


def test_parts_add_up() -> None:
    parts = [ReadingAgreement() for _ in range(2)]
    for part in parts:
        part.add(LABELS, (), reading("- Bo Io - - - -", "- - - - - - -"), ())
    assert ReadingAgreement.sum(parts).hits("slots_span_f1") == (2, 2, 6)


def test_values_agree_with_nervaluate() -> None:
    nervaluate = pytest.importorskip("nervaluate", reason="nervaluate is not installed")
    chance, agreement, labels, said = random.Random(0), ReadingAgreement(), [], []
    for _ in range(50):
        sides = []
        for _ in range(2):
            tags = ["O"] * len(WORDS)
            for at in range(len(WORDS)):
                if chance.random() < 0.5:
                    slot = chance.choice(["or_city", "dst_city"])
                    follows = at and tags[at - 1] != "O" and tags[at - 1][2:] == slot and chance.random() < 0.5
                    tags[at] = f"{'I' if follows else 'B'}-{slot}"
            sides.append(tags)
        labels.append(sides[0])
        said.append(sides[1])
        empty = ((),) * len(WORDS)
        agreement.add(TaggedText(WORDS, tuple(sides[0]), empty), (), TaggedText(WORDS, tuple(sides[1]), empty), ())
    results = nervaluate.Evaluator(labels, said, tags=["or_city", "dst_city"], loader="list").evaluate()
    strict = results["overall"]["strict"]
    assert (strict.correct, strict.actual, strict.possible) == agreement.hits("slots_span_f1")
