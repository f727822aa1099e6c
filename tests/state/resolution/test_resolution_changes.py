"""What is changed of a booking, and of which one."""

from __future__ import annotations

from states import replied, state_after

ROME = 'wish(city, is("Rome"))'


def test_who_meant_another_one_changes_what_was_just_booked() -> None:
    said = 'change([], of=described([wish(city, is("Oslo"))]), to=nth(2))'
    assert replied(state_after(ROME, "book(of=nth(1))"), said) == ["Confirm change B A"]
    assert replied(state_after(ROME, "book(of=nth(1))", "recall(bookings)"), said) == ["Empty booking A"]


def test_a_booking_that_only_the_change_describes_is_the_one_that_stands() -> None:
    said = "change([wish(stars, is(5))], of=described([wish(stars, is(5))], of=booked()))"
    assert replied(state_after(ROME, "book(of=nth(1))"), said) == ["Confirm change C A"]
