import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from wayframe.airdialogue.scoring import words as module
from wayframe.airdialogue.scoring.words import sentences, words

PIECES = [
    *("ok.", "Ok.", "Thanks", "I", "need", "2", "200.", "$300.", "St.", "p.m.", "We", "wait...", "(yes.)", '"Sure."'),
    *("no!", "why?", "it's", "can't", "cannot", "gonna", "a,", "b;", "10:30", "06/12.", "J.", "Stone.", "business"),
    *("Business", "--", "x.)", "!!", "?)", "e-mail.", "them'", "n't", "can't.", "'t", "is", "more'n", "wanna", "go"),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fly at 9. Thanks.", ["Fly at 9.", "Thanks."]),
        ("Fly at 9. thanks.", ["Fly at 9. thanks."]),
        ("Ok. Thank you.", ["Ok.", "Thank you."]),
        ("Ok. Can you?", ["Ok. Can you?"]),
        ("The price is 200. Business class.", ["The price is 200. Business class."]),
        ("Really?! Yes. (Sure.) Fine.", ["Really?!", "Yes.", "(Sure.)", "Fine."]),
        ("It is 5 p.m. here. It ends.", ["It is 5 p.m. here.", "It ends."]),
        ("", []),
    ],
)
def test_a_full_stop_may_belong_to_its_word(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't, can't and cannot.", ["I", "do", "n't", ",", "ca", "n't", "and", "can", "not", "."]),
        ("Ok. Can you?", ["Ok.", "Can", "you", "?"]),
        ('She said "yes" (twice)...', ["She", "said", "``", "yes", "''", "(", "twice", ")", "..."]),
        ("$1,500 at 9:30; it's ok!", ["$", "1,500", "at", "9:30", ";", "it", "'s", "ok", "!"]),
    ],
)
def test_words_are_those_of_the_toolkit(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@settings(max_examples=drawn(150))
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_as_nltk_splits_with_the_same_model(text: str) -> None:
    punkt = pytest.importorskip("nltk.tokenize.punkt")
    destructive = pytest.importorskip("nltk.tokenize.destructive")
    model = punkt.PunktParameters()
    model.abbrev_types = set(module._ABBREVIATIONS)
    model.sent_starters = set(module._WORDS["starters"].split())
    model.ortho_context.update(
        dict.fromkeys(module._WORDS["starters"].split(), punkt._ORTHO_MID_LC | punkt._ORTHO_MID_UC)
    )
    model.ortho_context.update(dict.fromkeys(module._WORDS["capitals"].split(), punkt._ORTHO_MID_LC))
    model.collocations = {("##number##", word) for word in module._COUNTED}
    split = punkt.PunktSentenceTokenizer(model).tokenize(text)
    assert sentences(text) == split
    tokens = [token for sentence in split for token in destructive.NLTKWordTokenizer().tokenize(sentence)]
    assert words(text) == tokens
