"""Word classes: of whole phrases, and of phrases that begin at a word."""

from wayframe.reader.wordclasses import WordClasses

CLASSES = WordClasses({"article": ["the", "a"], "amount": ["how much"], "asking": ["how", "what"]})


def test_a_phrase_is_of_the_classes_that_list_it() -> None:
    assert CLASSES.of("the") == {"article"}
    assert CLASSES.of("how much") == {"amount"}
    assert CLASSES.of("zorb") == set()


def test_phrases_of_any_length_begin_at_a_word() -> None:
    words = ["tell", "me", "how", "much"]
    assert CLASSES.starting(words, 2) == {"amount", "asking"}
    assert CLASSES.starting(words, 3) == set()
