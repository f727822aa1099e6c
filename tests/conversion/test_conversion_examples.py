from conversion_samples import THANKS, TRIP
from wayframe.conversion.examples import TaggedEntity, examples
from wayframe.dialogue import Act, Dialogue, DialogueLabels, Turn, user_turn


def of(*turns: Turn) -> Dialogue:
    return Dialogue("d", "u", "w", DialogueLabels(), turns)


def test_an_example_is_a_users_turn_with_its_acts_and_entities() -> None:
    first, second, third = examples([TRIP, THANKS])
    assert (first.dialogue_id, first.turn, first.acts) == ("d-1", 0, ("inform", "greeting"))
    assert [(first.text[start:end], slot) for start, end, slot in first.entities] == [
        ("OSLO", "dst_city"),
        ("lima", "or_city"),
        ("2", "n_adults"),
    ]
    assert first.not_located == ("intent",)  # "no preference" has no words, so it isn't missed
    assert second.entities == (TaggedEntity(5, 13, "name"),)
    assert third.acts == ("thankyou", "goodbye")


def test_turns_without_acts_or_words_are_no_examples() -> None:
    said = [("hm", []), (" \n", [Act("greeting")]), ("hm", [Act("")])]
    turns = [user_turn(text, 1, acts, 1, [], []) for text, acts in said]
    assert list(examples([of(*turns)])) == []


def test_acts_that_the_ontology_doesnt_know_come_last() -> None:
    turn = user_turn("hm", 1, [Act("shrug"), Act("reject"), Act("inform"), Act("shrug")], 1, [], [])
    assert [example.acts for example in examples([of(turn)])] == [("inform", "reject", "shrug")]
