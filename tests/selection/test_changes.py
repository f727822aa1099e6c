from small_corpus import dialogue, frame
from wayframe.dialogue import Frame, SlotRequest
from wayframe.selection import changes


def test_a_new_frame_is_told_by_how_it_differs_from_its_parent() -> None:
    before = [frame(1, dst_city="Rome", price="900.0")]
    (new,) = changes(before, [*before, frame(2, 1, dst_city="Paris")])
    assert (new.frame, new.parent, new.new) == (2, 1, True)
    assert list(new.info) == ["dst_city"]
    assert new.dropped == ("price",)


def test_a_frame_that_stays_as_it_was_is_not_told() -> None:
    frames = [frame(1, dst_city="Rome"), frame(2, 1, dst_city="Paris")]
    (changed,) = changes(frames, [frames[0], frame(2, 1, dst_city="Pisa")])
    assert (changed.frame, changed.new) == (2, False)


def test_questions_are_asked_and_closed() -> None:
    price, seat = SlotRequest("user", "price"), SlotRequest("user", "seat")
    (changed,) = changes([Frame(1, None, {}, (price,))], [Frame(1, None, {}, (seat,))])
    assert changed.asked == (seat,)
    assert changed.answered == (price,)


def test_the_turns_of_a_dialogue() -> None:
    turns = dialogue().turns
    created = [c.frame for c in changes(turns[0].frames, turns[1].frames) if c.new]
    assert created == [2, 3]
    assert changes(turns[5].frames, turns[6].frames) == []
