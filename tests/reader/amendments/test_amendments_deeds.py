"""Bookings and changes: done once, and to what is named beside them."""

from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.deeds import with_changes_filled, with_counted_booked, without_orders_repeated


def test_so_many_of_one_are_booked_where_these_are_them() -> None:
    read = "return(nth(1)); note(count=2); book(of=every())"
    assert show(with_counted_booked(meaning(read)).all()) == "note(count=2); book(of=nth(1))"
    all_of_them = "note(count=2); book(of=every())"
    assert show(with_counted_booked(meaning(all_of_them)).all()) == all_of_them


def test_a_change_that_names_nothing_is_to_what_is_wished_for_beside_it() -> None:
    niece = "wish(party, is(party(children=1, ages=[8], added=yes)))"
    read = f"{niece}; change([], of=booked(), to=booked())"
    assert show(with_changes_filled(meaning(read)).all()) == f"change([{niece}], of=booked())"
    moved = "change([], of=booked(), to=nth(2))"
    assert show(with_changes_filled(meaning(f"{niece}; {moved}")).all()) == f"{niece}; {moved}"


def test_a_change_that_names_nothing_is_to_what_is_asked_about_beside_it() -> None:
    later = "wish(str_date, more(number(1, unit=days)))"
    read = f"change([], of=booked()); ask(holds, of=it(), wishes=[{later}])"
    assert show(with_changes_filled(meaning(read)).all()) == f"change([{later}], of=booked())"


def test_what_is_ordered_twice_is_booked_once() -> None:
    best = "book(of=extreme(gst_rating, most))"
    assert show(without_orders_repeated(meaning(f"{best}; book(of=it())")).all()) == best
    two = "book(of=nth(1)); book(of=nth(2))"
    assert show(without_orders_repeated(meaning(two)).all()) == two
