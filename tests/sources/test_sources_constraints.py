from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources_drawn import NO, YES, day, days, usd, wish
from wayframe.meaning.records import Constraint, Days, Money, Number, Party, Text, Texts, Value
from wayframe.schema import Slot, trips
from wayframe.sources.constraints import allowed, checks, describes, fits, heads, holds, order
from wayframe.sources.protocol import Query

SCHEMA = trips()
RAM = Slot(name="ram", kind="number", label="RAM", unit="GB", better="more")
PAY = Slot(name="pay", kind="money", label="salary", unit="EUR", better="more")
HEM = Slot(name="hem", kind="number", label="hem", unit="cm")
NOTICE = Slot(name="notice", kind="number", label="notice", unit="days")
FREE = Slot(name="free_from", kind="date", label="free from", better="less")
TAGS = Slot(name="tags", kind="list", label="tags")
NOTES = Slot(name="notes", kind="text", label="notes")
NUMBERS = st.integers(-50, 5000).map(float)
DAYS = st.dates(date(2016, 1, 1), date(2017, 12, 31))


def so(slot: str | Slot, op: str, *values: Value, value: Value | None, strict: bool = False) -> bool | None:
    known = SCHEMA.by_name[slot] if isinstance(slot, str) else slot
    return holds(known, Constraint(op, values, strict=strict), value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("slot", "op", "asked", "held", "expected"),
    [
        ("price", "is", usd(500), usd(450), True),  # a plain price is what somebody will spend at most
        ("price", "is", usd(500), usd(500.01), False),
        ("price", "around", usd(500), usd(550), True),
        ("price", "around", usd(500), usd(551), False),
        ("price", "around", usd(500), usd(100), True),  # nobody minds to pay less for a trip
        ("price", "at_most", Money(500, "EUR"), usd(100), None),  # no rates are known
        (PAY, "is", Money(50_000, "EUR"), Money(60_000, "EUR"), True),  # nor to earn more
        (PAY, "around", Money(50_000), Money(60_000, "EUR"), False),
        ("category", "is", Number(4), Number(4.5), True),
        (HEM, "at_least", Number(1, "m"), Number(98, "cm"), False),  # what is said in another unit is so in it
        (HEM, "at_least", Number(1, "m"), Number(100, "cm"), True),
        (HEM, "at_most", Number(40, "inches"), Number(102, "cm"), False),
        (NOTICE, "at_most", Number(1, "months"), Number(14, "days"), True),
        (NOTICE, "at_most", Number(1, "month"), Number(60, "days"), False),
        ("category", "is", Number(4), Number(5), False),
        ("category", "is", Number(3.5), Number(4), False),
        ("duration", "is", Number(2, "weeks"), Number(12, "days"), True),  # two weeks are about as long
        ("duration", "is", Number(3, "days"), Number(5, "days"), False),
        ("duration", "at_most", Number(1, "week"), Number(8, "days"), False),
        (RAM, "is", Number(1, "TB"), Number(1000, "GB"), True),
        (RAM, "at_least", Number(16), Number(16, "GB"), True),
        ("str_date", "is", day("2016-08-20"), day("2016-08-25"), True),  # the window holds the stay
        ("str_date", "is", day("2016-08-20"), day("2016-08-19"), False),
        ("str_date", "is", days("2016-08-20", "2016-08-21"), day("2016-08-25"), False),
        ("str_date", "around", day("2016-08-20"), day("2016-08-23"), True),
        ("str_date", "around", days("2016-08-21", "2016-08-31"), day("2016-08-31"), True),  # "around the end of August"
        ("str_date", "around", days("2016-08-21", "2016-08-31"), day("2016-08-18"), False),
        ("str_date", "at_most", days("2016-08-20", "2016-08-22"), day("2016-08-22"), True),
        ("end_date", "is", day("2016-08-20"), day("2016-08-12"), True),
        ("end_date", "is", day("2016-08-20"), day("2016-08-21"), False),
        (FREE, "is", day("2016-09-15"), day("2016-08-01"), True),  # whoever moves in later is served by it
        (FREE, "is", days("2016-09-01", "2016-09-30"), day("2016-09-30"), True),
        (FREE, "is", day("2016-09-15"), day("2016-10-01"), False),
        ("dst_city", "is", Text("europe"), Text("Rome"), True),
        ("dst_city", "is", Text("the Caribbean"), Text("Punta Cana"), True),
        ("dst_city", "is", Text("USA"), Text("New York"), True),
        ("dst_city", "not", Text("Italy"), Text("Rome"), False),
        ("dst_city", "is", Text("MONTRÉAL"), Text("Montreal"), True),
        ("dst_city", "is", Text("Mexico"), Text("Mexico City"), True),
        ("dst_city", "is", Text("Mexico City"), Text("Punta Cana"), False),
        ("seat", "is", Text("Economy"), Text("economy"), True),
        ("wifi", "is", YES, YES, True),
        ("wifi", "not", YES, NO, True),
        ("wifi", "is", Text("fast"), YES, None),
        (TAGS, "is", Text("wifi"), Texts(("free wifi", "lift")), True),
        (TAGS, "not", Text("pool"), Texts(("free wifi", "lift")), True),
        (NOTES, "is", Text("sea view"), Text("With a sea view, quiet"), True),  # a comma is none of a word
        (NOTES, "is", Text("quiet"), Text("Bright and quiet"), True),
        ("gst_rating", "at_least", Number(8), None, None),
        ("gst_rating", "least", Number(8), None, True),
        ("price", "more", usd(100), usd(500), None),
    ],
)  # fmt: skip
def test_what_a_constraint_means(
    slot: str | Slot, op: str, asked: Value, held: Value | None, expected: bool | None
) -> None:
    assert so(slot, op, asked, value=held) is expected


def test_values_of_is_are_alternatives_and_those_of_not_are_all_excluded() -> None:
    assert so("dst_city", "is", Text("Rome"), Text("Paris"), value=Text("Paris"))
    assert not so("dst_city", "not", Text("Rome"), Text("Paris"), value=Text("Paris"))


def test_a_description_means_the_amount_and_the_day_as_they_are_said() -> None:
    price, leaving = SCHEMA.by_name["price"], SCHEMA.by_name["str_date"]
    assert describes(price, Constraint("is", (usd(489),)), usd(489))
    assert not describes(price, Constraint("is", (usd(489),)), usd(450))
    assert not describes(leaving, Constraint("is", (day("2016-08-20"),)), day("2016-08-25"))


def test_a_price_can_be_limited_for_each_person_and_for_each_night() -> None:
    values: dict[str, Value] = {"price": usd(1200), "str_date": day("2016-08-10"), "end_date": day("2016-08-14")}
    party = Party(adults=2, children=1)
    assert fits(SCHEMA, wish("price", "at_most", usd(400), scope="person"), values, party)
    assert not fits(SCHEMA, wish("price", "at_most", usd(399), scope="person"), values, party)
    assert fits(SCHEMA, wish("price", "at_most", usd(300), scope="night"), values, party)
    assert not fits(SCHEMA, wish("price", "at_most", usd(299), scope="night"), values, party)


def test_a_family_of_four_with_two_children_are_two_adults() -> None:
    assert heads(Party(total=4, children=2)) == (2, 2)
    assert heads(Party(adults=2, children=1)) == (2, 1)
    assert heads(Party()) == (1, 0)


def ends(*conditions: object) -> list[Days]:
    """The last days of being back that go without saying."""
    query = Query(tuple(conditions))  # type: ignore[arg-type]
    needs = [need for check in checks(SCHEMA, query) for need in check.needs[1:]]
    return [value for need in needs for value in need.constraint.values if isinstance(value, Days)]


def test_who_only_says_when_to_leave_is_back_two_weeks_later() -> None:
    leaving = wish("str_date", "is", day("2016-08-10"))
    assert ends(leaving) == [day("2016-08-24")]
    assert ends(leaving, wish("end_date", "is", day("2016-08-20"))) == []
    assert ends(leaving, wish("duration", "is", Number(30, "days"))) == [day("2016-09-15")]
    assert ends(wish("str_date", "is", days("2016-08-01", "2016-08-31"))) == [day("2016-08-31")]
    assert ends(wish("str_date", "at_least", day("2016-08-10"))) == []


def test_flexible_dates_make_the_window_two_days_wider_on_each_side() -> None:
    asked = Query((wish("str_date", "is", day("2016-08-10")), wish("flex", "is", YES)))
    needs = [need.constraint.values for check in checks(SCHEMA, asked) for need in check.needs]
    assert needs == [(day("2016-08-08"),), (day("2016-08-26"),)]


@given(NUMBERS, NUMBERS, st.sampled_from(["is", "not", "at_most", "at_least", "around"]), st.booleans())
def test_a_number_is_allowed_or_excluded(asked: float, held: float, op: str, strict: bool) -> None:
    same = so(RAM, op, Number(asked), value=Number(held, "GB"), strict=strict)
    assert same is not None
    if op in ("is", "not"):
        assert same != so(RAM, "not" if op == "is" else "is", Number(asked), value=Number(held))
    if op == "at_most":
        assert same == (held < asked if strict else held <= asked)
        assert same != so(RAM, "at_least", Number(asked), value=Number(held), strict=not strict)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_between_holds_both_ends_in_either_order(one: float, other: float, held: float) -> None:
    inside = min(one, other) <= held <= max(one, other)
    assert so(RAM, "between", Number(one), Number(other), value=Number(held)) == inside
    assert so(RAM, "between", Number(other), Number(one), value=Number(held)) == inside


@given(DAYS, st.integers(0, 40), DAYS)
def test_the_end_of_a_window_and_its_beginning_meet(first: date, length: int, held: date) -> None:
    span, on = Days(first, first + timedelta(length)), Days(held, held)
    assert so("end_date", "is", span, value=on) == (held <= span.last)
    assert so("str_date", "at_least", span, value=on) == (held >= span.first)
    assert so("str_date", "not", span, value=on) != (span.first <= held <= span.last)


@given(st.sampled_from([each for each in SCHEMA.slots if each.measured]), NUMBERS)
def test_what_is_allowed_is_no_distance_away(slot: Slot, number: float) -> None:
    made: dict[str, Value] = {
        "money": usd(abs(number)), "number": Number(number), "date": day("2016-08-10"),
    }  # fmt: skip
    value = made.get(slot.kind)
    numbers = allowed(slot, Constraint("at_most", (value,))) if value else None
    held = order(value)
    if numbers and held is not None:
        assert numbers.holds(held)
        assert numbers.away(held) == 0
