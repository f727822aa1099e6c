from scenes import after, tracked
from wayframe.notation import parse
from wayframe.tracking.anaphora import meant
from wayframe.tracking.options import FrameOptions

ROME = "1: inform(dst_city=Rome)"
OFFERS = (
    "offer(name=El Mar, duration=8, gst_rating=7, id=2); offer(name=Tropic, duration=5, gst_rating=9, id=3);"
    " offer(ref=[2], seat=business, price=1500, id=4); offer(ref=[2], seat=economy, price=900, id=5)"
)


def test_knows_packages_and_variants() -> None:
    options = FrameOptions(*after(ROME, OFFERS))
    assert options.offered == [2, 3, 4, 5]
    assert options.roots(options.offered) == [2, 3]
    assert options.leaves(options.offered) == [3, 4, 5]
    assert options.others() == options.by_wizard == [2, 3, 4, 5]
    assert list(options.ancestors(5)) == [2, 1]
    assert options.latest() == [2, 3]


def test_the_variants_of_a_single_offer_are_alternatives() -> None:
    single = "offer(name=El Mar, id=2); offer(ref=[2], seat=business, id=3); offer(ref=[2], seat=economy, id=4)"
    assert FrameOptions(*after(ROME, single)).latest() == [3, 4]


def test_what_was_offered_before_stays_an_alternative() -> None:
    options = FrameOptions(*after(ROME, "offer(name=El Mar, id=2)", "1: request_alts()", "offer(name=Tropic, id=3)"))
    assert (options.offered, options.latest()) == ([3], [2, 3])
    assert FrameOptions(*after(ROME, "sorry()")).latest() == []


def test_knows_what_was_asked_and_spoken_about() -> None:
    options = FrameOptions(*after(ROME, OFFERS, "1: request(wifi)", "inform(wifi=True, write=[3]); request(str_date)"))
    assert options.requested == {"str_date"}
    assert options.mentioned == {3}
    assert options.offered == []


def test_values_match_or_contradict() -> None:
    options = FrameOptions(*after(ROME, OFFERS))
    (rome,), (oslo,), (price,) = (
        parse(f"inform({each})").args for each in ("dst_city=rome", "dst_city=Oslo", "price=9")
    )
    assert options.holds(1, rome)
    assert not options.contradicts(1, rome)
    assert options.contradicts(1, oslo)
    assert not options.holds(1, price)
    assert not options.contradicts(1, price)


def test_words_pick_an_option() -> None:
    options = FrameOptions(*after(ROME, OFFERS))
    picked = {
        "the first one": 2, "the 2nd hotel": 3, "the last": 3, "the third": None, "cheapest": 5, "most expensive": 4,
        "less expensive": 5, "the longest": 2, "the shorter one": 3, "the better hotel": 3, "it": None, "": None,
    }  # fmt: skip
    assert {words: meant(words, options) for words in picked} == picked


def test_days_say_how_long_an_option_takes() -> None:
    long = "offer(str_date=August 20, end_date=September 3, id=2); offer(str_date=August 25, end_date=August 30, id=3)"
    options = FrameOptions(*after(ROME, long))
    assert (meant("the longest one", options), meant("the shorter", options)) == (2, 3)
    vague = "offer(str_date=August 20, id=2); offer(str_date=some day, end_date=August 30, id=3)"
    assert meant("the longest one", FrameOptions(*after(ROME, vague))) is None


def test_the_other_one_is_not_at_hand() -> None:
    lines = (ROME, "offer(name=El Mar, id=2)", "1: request_alts()", "offer(name=Tropic, id=3)")
    assert meant("the other hotel", FrameOptions(*after(*lines))) == 2
    assert meant("the other hotel", FrameOptions(*after(*lines, "2: switch_frame(ref=[2])", "sorry()"))) == 3
    assert meant("the other hotel", FrameOptions(*after(*lines[:2]))) is None


def test_nothing_is_the_cheapest_of_one_or_of_unknown_prices() -> None:
    assert meant("the cheapest", FrameOptions(*after(ROME, "offer(price=900, id=2)"))) is None
    assert meant("the cheapest", FrameOptions(*after(ROME, "offer(id=2); offer(price=about a lot, id=3)"))) is None


def test_one_more_is_another_party() -> None:
    lines = ("1: inform(dst_city=Rome, n_adults=1)", "offer(name=El Mar, id=2)", "2: switch_frame(ref=[2])", "sorry()")
    options = FrameOptions(*after(*lines))
    one, more, again = (parse(f"inform(n_adults={each})").args[0] for each in ("one adult", "one more", "1"))
    assert [options.holds(2, each) for each in (one, more, again)] == [True, False, True]
    assert [options.contradicts(2, each) for each in (one, more, again)] == [False, True, False]
    assert tracked("inform(n_adults=one more)", *lines).startswith("3: ")
