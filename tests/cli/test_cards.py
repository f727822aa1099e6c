from io import StringIO

from rich.console import Console, RenderableType

from assisting import agent_over, last
from wayframe.cli.output import printable
from wayframe.cli.terminal import booked, card, comparison, tree
from wayframe.memory import Memory, update
from wayframe.notation import parse
from wayframe.packages import Catalogue
from wayframe.presentation.bookings import BookingList, bookings
from wayframe.presentation.presenter import trips_presenter


def drawn(shown: RenderableType) -> str:
    console = Console(width=100, file=StringIO())
    console.print(shown)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_card_holds_what_the_offer_says() -> None:
    offer = "offer(name=Blue Fox, dst_city=Rome, category=4 stars, seat=economy, price=$700, id=2)"
    text = drawn(card(parse(offer), trips_presenter()))
    assert all(part in text for part in ("Blue Fox, Rome", "4 stars", "economy class", "$700", "frame 2"))


def test_bookings_have_their_sum_and_what_was_cancelled(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    trip = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults and a child"
    exchange = last(agent, trip, "book the cheapest", "book the first one too", "cancel the Tokyo one")
    text = " ".join(drawn(booked(bookings(agent.presenter, agent.state(exchange.after).bookings))).split())
    assert "Thistledown Lodge, Berlin from Montreal, August 28 to September 1, for 2 adults and a $2,384.16" in text
    assert "in all" in text
    assert "cancelled" in text
    assert "Nothing is booked." in drawn(booked(BookingList()))


def test_a_comparison_has_a_column_a_frame_and_marks_the_best_of_each_row() -> None:
    told = [
        parse("inform(write=[2{name=Blue Fox, dst_city=Rome}], price=$700, category=3 stars, wifi=True)"),
        parse("inform(write=[3{name=Old Mill, dst_city=Bari}], price=$900, category=4.5 stars, wifi=False)"),
    ]
    (table,) = comparison(told, trips_presenter())
    text = drawn(table)
    assert "Blue Fox" in text
    assert "Bari · frame 3" in text
    assert "★ $700" in text
    assert "★ 4.5 stars" in text
    assert "★ yes" not in text


def test_a_row_that_is_the_same_everywhere_has_no_best() -> None:
    told = [parse(f"inform(write=[{n}{{name=H{n}}}], price=$700)") for n in (2, 3)]
    (table,) = comparison(told, trips_presenter())
    assert "★" not in drawn(table)


def test_a_comparison_that_is_too_wide_goes_on_below() -> None:
    told = [parse(f"inform(write=[{n}{{name=H{n}, dst_city=Rome}}], price=${n}00)") for n in range(2, 8)]
    first, second = map(drawn, comparison(told, trips_presenter(), 80))
    assert "Rome · frame 4" in first
    assert "★ $200" in first
    assert "Rome · frame 5" in second
    assert "★" not in second


def test_a_title_that_is_too_long_for_the_border_is_not_cut_off() -> None:
    offer = parse("offer(name=Swallowtail Rooms, dst_city=Washington, price=$700, id=2)")
    shown = drawn(card(offer, trips_presenter()))
    assert "Swallowtail Rooms," in shown
    assert "Washington " in shown


def test_the_tree_marks_the_active_frame_and_names_what_is_inherited() -> None:
    memory = update(Memory(), "user", [parse("inform(or_city=Rome, dst_city=Bari)")], 1)
    memory = update(memory, "wizard", [parse("offer(name=Blue Fox, price=$700, id=2)")], 1)
    memory = update(memory, "user", [parse("switch_frame(ref=[2])")], 2)
    assert "▶ 2 name=Blue Fox  price=700.0  (or_city, dst_city as in 1)" in drawn(tree(memory))
    assert "nothing yet" in drawn(tree(Memory()))


def test_text_of_others_cannot_steer_the_terminal() -> None:
    assert printable("a\x1b[31mb\x07\u202e\nc") == "a\\x1b[31mb\\x07\\u202e c"
    assert printable("日本 👩‍🚀 é") == "日本 👩‍🚀 é"
