"""Amendments of the reading that is taken, be it the rules' or the parser's."""

import pytest
from msgspec.structs import replace

import reading
from parses import ROME, heard
from reading import TODAY, parse_wishes
from wayframe.meaning.notation import meaning, parse, show
from wayframe.meaning.records import PASSED_OVER, Meaning, Spoken
from wayframe.reader import ReaderContext
from wayframe.reader.meaning_amendments import (
    with_all_values_open,
    with_changes_filled,
    with_counted_booked,
    with_days_noted,
    with_deadlines_met,
    with_facts_of_named,
    with_goals_asked,
    with_goals_kept,
    with_homes_left,
    with_journey_kept,
    with_lacks_asked_about,
    with_likings,
    with_lists_replaced,
    with_named_asked_about,
    with_named_rejected,
    with_names_wished_for,
    with_needs,
    with_open_apart,
    with_openings_asked,
    with_others_counted_in,
    with_others_sought,
    with_passed_over,
    with_reasons_of_facts,
    with_those_asked_for,
    with_those_of_list,
    with_trips_of_others,
    with_whole_stay,
    without_comparing_to_itself,
    without_denied_names,
    without_early_goodbyes,
    without_idle_turns,
    without_implied_denials,
    without_impossible_starts,
    without_old_limits,
    without_orders_repeated,
    without_own_money,
    without_rejecting_what_is_asked_about,
    without_repeated,
)
from wayframe.schema import Schema, Slot

WITH_LIST = replace(reading.source("trips").schema, slots=(Slot(name="themes", label="theme", kind="list"),))


def test_of_a_list_something_else_instead_is_a_correction() -> None:
    rock = 'wish(themes, is("rock"))'
    turn = replace(heard(rock, "rock instead"), schema=WITH_LIST)
    assert show(with_lists_replaced(meaning(rock), turn).all()) == f"correct([{rock}])"
    assert show(with_lists_replaced(meaning(ROME), turn).all()) == ROME
    beside = replace(heard(rock, "and rock"), schema=WITH_LIST)
    assert show(with_lists_replaced(meaning(rock), beside).all()) == rock


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("social(goodbye)", "social(goodbye)"),
        ("social(thanks); social(goodbye)", "social(thanks); social(goodbye)"),
        (f"social(goodbye); {ROME}", ROME),
        (f"{ROME}; social(goodbye)", f"{ROME}; social(goodbye)"),
    ],
)
def test_leave_is_taken_at_the_end(said: str, kept: str) -> None:
    moves = [Spoken(move, at, at + 1) for at, move in enumerate(parse(said))]
    assert show(without_early_goodbyes(Meaning(tuple(moves))).all()) == kept


def test_one_turns_to_it_where_nothing_else_is_spoken_of() -> None:
    to_it, of_named = "return(it())", 'ask(facts, slots=[price], of=named("Marlowe House"))'
    assert show(without_idle_turns(meaning(f"{to_it}; {of_named}")).all()) == of_named
    alone = f"{to_it}; ask(facts, slots=[price])"
    assert show(without_idle_turns(meaning(alone)).all()) == alone


def test_an_option_that_is_named_is_asked_for_its_own_values() -> None:
    of_named, of_all = 'ask({}, slots=[seat], of=named("Marlowe House"))', "ask(values, slots=[seat])"
    assert show(with_facts_of_named(meaning(of_named.format("values"))).all()) == of_named.format("facts")
    assert show(with_facts_of_named(meaning(of_all)).all()) == of_all


def test_an_option_that_is_named_beside_a_feature_is_asked_about_not_whether_it_is_that() -> None:
    name, wifi = 'wish(name, is("Marlowe House"))', "wish(wifi, is(yes))"
    turn = heard("", "has the Marlowe House got wifi?")
    asked = with_named_asked_about(meaning(f"ask(holds, of=it(), wishes=[{name}, {wifi}])"), turn)
    assert show(asked.all()) == f'ask(holds, of=named("Marlowe House"), wishes=[{wifi}])'
    only_named = f"ask(holds, of=it(), wishes=[{name}])"
    assert show(with_named_asked_about(meaning(only_named), turn).all()) == only_named


def test_from_where_users_set_off_is_kept_of_a_question_that_says_it_first() -> None:
    asked, denver = "ask(values, slots=[dst_city], wishes=[{}])", 'wish(or_city, is("Denver"))'
    first = with_journey_kept(meaning(asked.format(denver)), heard("", "where can I go from Denver?"))
    assert show(first.all()) == f"{asked.format(denver)}; {denver}"
    both = f'{asked.format(denver)}; wish(or_city, is("Boston"))'
    assert show(with_journey_kept(meaning(both), heard("", "from Boston; and from Denver?")).all()) == both


def test_where_one_can_go_is_asked_by_whom_says_but_from_where() -> None:
    boston = 'wish(or_city, is("Boston"))'
    asked = with_goals_asked(meaning(boston), heard("", "where can I go from Boston?"))
    assert show(asked.all()) == f"ask(values, slots=[dst_city], wishes=[{boston}]); {boston}"
    cheap = f"{boston}; wish(price, at_most($500))"
    assert show(with_goals_asked(meaning(cheap), heard("", "where can I go from Boston for 500?")).all()) == cheap


@pytest.mark.parametrize(
    ("text", "said", "meant"),
    [
        ("have you something cheaper than the first?", "less(than=it())", "wish(price, less(than=nth(1)))"),
        ("something like the first, but cheaper", "less()", "wish(price, less(than=nth(1)))"),
        (
            "is the first cheaper than it?",
            "less(than=it())",
            "ask(holds, of=nth(1), wishes=[wish(price, less(than=it()))])",
        ),
    ],
)
def test_something_like_an_option_is_another_one(text: str, said: str, meant: str) -> None:
    asked = f"ask(holds, of=nth(1), wishes=[wish(price, {said})])"
    assert show(with_others_sought(meaning(asked), heard("", text)).all()) == meant


FLATS = Schema(
    item="flat",
    items="flats",
    name="address",
    slots=(Slot(name="opened", label="free from", kind="date", better="less"),),
)


@pytest.mark.parametrize(
    ("text", "said", "meant"),
    [
        ("from when is the first free?", "return(nth(1))", "ask(facts, slots=[opened], of=nth(1))"),
        (
            "what heating is it, and when can we move in?",
            "ask(facts, slots=[heating], of=it())",
            "ask(facts, slots=[heating, opened], of=it())",
        ),
        ("what do I pay when I move in?", "ask(sum, slots=[rent])", "ask(sum, slots=[rent])"),
        ("when can I view it?", 'out_of_scope("view it")', 'out_of_scope("view it")'),
    ],
)
def test_from_when_something_is_to_be_had_is_asked_beside_the_rest(text: str, said: str, meant: str) -> None:
    turn = replace(heard("", text), schema=FLATS)
    assert show(with_openings_asked(meaning(said), turn).all()) == meant


def test_a_day_beside_what_tells_an_option_is_a_term_of_its_booking() -> None:
    turn = replace(heard("", "book the first from the 1st of September"), schema=FLATS)
    dated = "described([wish(opened, at_most(2016-09-01))])"
    noted = 'book(of=nth(1)); note(words="from the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(f"book(of=nth(1, of={dated}))"), turn).all()) == noted
    turned = f"return(nth(1)); book(of={dated})"
    assert show(with_days_noted(meaning(turned), turn).all()) == f"return(nth(1)); {noted}"


def test_another_day_for_what_is_booked_is_noted_with_it() -> None:
    wish = "wish(opened, at_most(2016-09-01))"
    turn = replace(heard("", "please change it to the 1st of September"), schema=FLATS)
    assert show(with_days_noted(meaning(wish), turn).all()) == wish
    booked = replace(turn, context=turn.context._replace(booked=(1,)))
    noted = 'note(words="to the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(wish), booked).all()) == noted


def test_what_is_left_of_an_amount_is_asked_of_what_is_spoken_of() -> None:
    own = "described([wish(price, is($1800))])"
    left = "ask(left, slots=[price], {}wishes=[wish(price, at_most($1800))])"
    held = "ask(holds, {}wishes=[wish(breakfast, is(yes))])"
    said = "; ".join((left, held))
    assert show(without_own_money(meaning(said.format(*[f"of={own}, "] * 2))).all()) == said.format("", "")
    assert show(without_own_money(meaning(held.format(f"of={own}, "))).all()) == held.format(f"of={own}, ")


@pytest.mark.parametrize(
    ("said", "sure", "stays"),
    [
        ("answer(yes); ask(facts, slots=[seat], of=it())", 0.6, False),
        ("answer(yes); ask(facts, slots=[seat], of=it())", 0.95, True),
        ("answer(yes); ask(sum, slots=[price], of=booked())", 0.6, True),
        ("answer(yes); social(thanks)", 0.6, True),
    ],
)
def test_a_yes_beside_a_question_about_it_may_be_no_more_than_liking_it(said: str, sure: float, stays: bool) -> None:
    yes, *_ = with_likings(Meaning(tuple(Spoken(move, sure=sure) for move in parse(said)))).moves
    assert (yes.sure == sure) is stays


def test_by_then_is_that_day_at_the_latest() -> None:
    before, amount = "wish(end_date, at_most(2016-09-04, strict=yes))", "wish(price, at_most($900, strict=yes))"
    by_then = heard("", "school starts on the 4th, we have to be back by then")
    assert show(with_deadlines_met(meaning(before), by_then).all()) == "wish(end_date, at_most(2016-09-04))"
    assert show(with_deadlines_met(meaning(amount), by_then).all()) == amount
    assert show(with_deadlines_met(meaning(before), heard("", "school starts on the 4th")).all()) == before


def test_nothing_is_asked_to_be_earlier_than_itself() -> None:
    asked = "ask(holds, of={}, wishes=[wish(str_date, less(number(2, unit=days), than=it()))])"
    other = "ask(holds, of=it(), wishes=[wish(str_date, less(number(2, unit=days)))])"
    assert show(without_comparing_to_itself(meaning(asked.format("it()"))).all()) == other
    of_another = asked.format("nth(2)")
    assert show(without_comparing_to_itself(meaning(of_another)).all()) == of_another


def test_which_of_these_asks_of_all_of_them() -> None:
    asked = "ask(facts, slots=[gst_rating], of=it())"
    turn = heard(asked, "Which of these have its guests been happiest with?")
    assert show(with_those_of_list(meaning(asked), turn).all()) == "ask(facts, slots=[gst_rating], of=every())"
    one = heard(asked, "What do its guests say of it?")
    assert show(with_those_of_list(meaning(asked), one).all()) == asked


def test_the_day_of_a_booking_is_noted_where_things_are_to_be_had_from_a_day_on() -> None:
    booked = "wish(opened, at_most(2016-09-01), of=nth(1)); book(of=nth(1))"
    turn = replace(heard(booked, "I'll take the first from the 1st of September"), schema=FLATS)
    noted = 'book(of=nth(1)); note(words="from the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(booked), turn).all()) == noted
    searched = "wish(opened, at_most(2016-09-01))"
    assert show(with_days_noted(meaning(searched), replace(turn, text="free by then")).all()) == searched
    described = "book(of=described([wish(opened, at_most(2016-09-01))]))"
    assert show(with_days_noted(meaning(described), turn).all()) == described


def test_all_of_a_stay_is_moved_where_one_says_so() -> None:
    later = "wish(str_date, more(number(3, unit=days)))"
    held = ReaderContext(TODAY, wishes=parse_wishes("wish(end_date, at_most(2016-08-28))"))
    turn = replace(heard(later, "please put everything three days later"), context=held)
    assert show(with_whole_stay(meaning(later), turn).all()) == f"{later}; wish(end_date, more(number(3, unit=days)))"
    assert show(with_whole_stay(meaning(later), heard(later, "everything three days later")).all()) == later
    assert show(with_whole_stay(meaning(later), replace(heard(later, "three days later"), context=held)).all()) == later


def test_another_traveller_with_a_way_of_their_own_has_a_trip_of_their_own() -> None:
    route = 'wish(or_city, is("Boston")); wish(dst_city, is("Rome"))'
    read = f"wish(party, is(party(adults=1, added=yes))); {route}"
    turn = heard(read, "Another colleague wants to fly from Boston to Rome")
    alone = f"{route}; wish(party, is(party(adults=1)))"
    assert show(with_trips_of_others(meaning(read), turn).all()) == alone
    wished = replace(turn, context=ReaderContext(TODAY, wishes=parse_wishes("wish(party, is(party(adults=2)))")))
    anew = show(with_trips_of_others(meaning(read), wished).all())
    assert anew == f'drop(keeping=["or_city", "party"]); {alone}'
    joins = heard(read, "Another colleague joins us")
    coming = "wish(party, is(party(adults=1, added=yes)))"
    assert show(with_trips_of_others(meaning(coming), joins).all()) == coming


def test_so_many_of_one_are_booked_where_these_are_them() -> None:
    read = "return(nth(1)); note(count=2); book(of=every())"
    assert show(with_counted_booked(meaning(read)).all()) == "note(count=2); book(of=nth(1))"
    all_of_them = "note(count=2); book(of=every())"
    assert show(with_counted_booked(meaning(all_of_them)).all()) == all_of_them


def test_a_value_outside_of_all_that_was_read_is_passed_over() -> None:
    text = "from Boston to Rome, my sister lives in Oslo"
    places = [(text.index(city), text.index(city) + len(city)) for city in ("Boston", "Rome", "Oslo")]
    wishes = parse_wishes('wish(or_city, is("Boston")); wish(dst_city, is("Rome"))')
    read = Meaning(tuple(Spoken(wish, *place) for wish, place in zip(wishes, places, strict=False)))
    (oslo,) = with_passed_over(read, heard("", text)).unread
    assert (text[oslo.start : oslo.end], oslo.weight) == ("Oslo", PASSED_OVER)
    assert with_passed_over(meaning("more()"), heard("", text)).unread == ()


def test_a_change_that_names_nothing_is_to_what_is_wished_for_beside_it() -> None:
    niece = "wish(party, is(party(children=1, ages=[8], added=yes)))"
    read = f"{niece}; change([], of=booked(), to=booked())"
    assert show(with_changes_filled(meaning(read)).all()) == f"change([{niece}], of=booked())"
    moved = "change([], of=booked(), to=nth(2))"
    assert show(with_changes_filled(meaning(f"{niece}; {moved}")).all()) == f"{niece}; {moved}"


@pytest.mark.parametrize(
    ("text", "several"),
    [("we want to go to Rome", True), ("to Rome with my family", True), ("let us see Rome", False), ("Rome", False)],
)
def test_words_that_count_others_in_are_told(text: str, several: bool) -> None:
    assert with_others_counted_in(meaning("more()"), heard("", text)).for_several == several


def test_a_change_that_names_nothing_is_to_what_is_asked_about_beside_it() -> None:
    later = "wish(str_date, more(number(1, unit=days)))"
    read = f"change([], of=booked()); ask(holds, of=it(), wishes=[{later}])"
    assert show(with_changes_filled(meaning(read)).all()) == f"change([{later}], of=booked())"


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("why is it only 5 nights?", "ask(reason, slots=[duration])"),
        ("why are they all in economy?", "ask(reason, slots=[seat])"),
        ("why is that one so cheap?", "ask(reason, slots=[price])"),
        ("why do you suggest the cheap one?", "ask(reason)"),
        ("why do you suggest the 5-star one?", "ask(reason)"),
        ("why that one? It has 5 stars", "ask(reason)"),
    ],
)
def test_whoever_asks_why_a_fact_is_so_asks_about_that_fact(text: str, slots: str) -> None:
    assert show(with_reasons_of_facts(meaning("ask(reason)"), heard("", text)).all()) == slots


def test_what_one_asks_why_about_is_not_wished_for() -> None:
    read = with_reasons_of_facts(meaning("ask(reason); wish(duration, is(5))"), heard("", "why is it only 5 nights?"))
    assert show(read.all()) == "ask(reason, slots=[duration])"


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("so there's no business class at all?", 'wish(seat, not("business"))', 'wish(seat, is("business"))'),
        ("there's no beach?", "ask(holds, wishes=[wish(beach, is(no))])", "wish(beach, is(yes))"),
        (
            "there's no beach there?",
            "ask(holds, of=it(), wishes=[wish(beach, is(no))])",
            "ask(holds, of=it(), wishes=[wish(beach, is(yes))])",
        ),
        ("there's no beach there", "wish(beach, is(no))", "wish(beach, is(no))"),
    ],
)
def test_a_question_whether_something_is_not_there_looks_for_it(text: str, read: str, meant: str) -> None:
    assert show(with_lacks_asked_about(meaning(read), heard("", text)).all()) == meant


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("without a gym it would be no use to us", "yes"),
        ("a hotel without parking is not an option", "yes"),
        ("without a gym, it would be no use to us", "yes"),
        ("without a gym, please. The pool is no use to us", "no"),
        ("a hotel without a gym, please, it's no use to us", "no"),
        ("minus the gym, that's no use to us", "no"),
    ],
)
def test_what_something_is_no_use_without_is_wished_for(text: str, wanted: str) -> None:
    slot = "parking" if "parking" in text else "gym"
    assert show(with_needs(meaning(f"wish({slot}, is(no))"), heard("", text)).all()) == f"wish({slot}, is({wanted}))"


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ('wish(str_date, is(2016-08-01..2016-08-31), of=named("Ritz"))', True),
        ('ask(holds, of=named("Ritz"), wishes=[wish(str_date, is(2016-08-01..2016-08-31))])', True),
        ('ask(holds, of=named("Ritz"), wishes=[wish(gym, is(yes))])', False),
    ],
)
def test_what_is_named_before_anything_was_offered_is_looked_for(read: str, meant: bool) -> None:
    wished = 'wish(name, is("Ritz")); wish(str_date, is(2016-08-01..2016-08-31))'
    at_first = heard("", "is the Ritz free in August?")
    assert show(with_names_wished_for(meaning(read), at_first).all()) == (wished if meant else read)
    later = replace(at_first, context=at_first.context._replace(offered=True))
    assert show(with_names_wished_for(meaning(read), later).all()) == read


def test_what_is_ordered_twice_is_booked_once() -> None:
    best = "book(of=extreme(gst_rating, most))"
    assert show(without_orders_repeated(meaning(f"{best}; book(of=it())")).all()) == best
    two = "book(of=nth(1)); book(of=nth(2))"
    assert show(without_orders_repeated(meaning(two)).all()) == two


def test_what_is_asked_about_is_not_ruled_out() -> None:
    asked = "ask(reason, of=every())"
    assert show(without_rejecting_what_is_asked_about(meaning(f"reject(of=every()); {asked}")).all()) == asked
    others = f"reject(of=nth(1)); {asked}"
    assert show(without_rejecting_what_is_asked_about(meaning(others)).all()) == others


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("three friends in Toronto want to see Berlin", "or_city"),
        ("two students from Toronto, to Berlin please", "or_city"),
        ("I'd like to see Toronto or maybe Berlin", "dst_city"),
    ],
)
def test_where_people_are_who_want_to_see_another_place_is_their_start(text: str, slot: str) -> None:
    read = 'wish(dst_city, is("Toronto")); wish(dst_city, is("Berlin"))'
    found = show(with_homes_left(meaning(read), heard("", text)).all())
    assert found == f'wish({slot}, is("Toronto")); wish(dst_city, is("Berlin"))'


HOTELS = reading.Scene("trips", options=("Terrazza Court", "Fairwind Residence"))


def test_what_is_denied_by_its_name_is_not_turned_to() -> None:
    both = 'return(together([named("Terrazza Court"), named("Fairwind Residence")]))'
    turn = reading.reader("trips").pointed("no not the Terrazza, the Fairwind!", HOTELS.context())
    assert show(without_denied_names(meaning(both), turn).all()) == 'return(named("Fairwind Residence"))'
    asked = reading.reader("trips").pointed("the Terrazza or the Fairwind?", HOTELS.context())
    assert show(without_denied_names(meaning(both), asked).all()) == both


def test_the_only_place_that_is_named_at_first_is_the_goal_though_the_parser_passes_over_it() -> None:
    goal, party = 'wish(dst_city, is("Vienna"))', "wish(party, is(party(adults=2)))"
    turn = heard(f"{party}; {goal}", "my sister and I would like some music, perhaps Vienna?")
    assert show(with_goals_kept(meaning(party), turn).all()) == f"{party}; {goal}"
    from_there = 'wish(or_city, is("Vienna"))'
    assert show(with_goals_kept(meaning(from_there), turn).all()) == from_there
    later = replace(turn, context=turn.context._replace(offered=True))
    assert show(with_goals_kept(meaning(party), later).all()) == party


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "wish(str_date, is(2016-08-27)); wish(end_date, at_most(2016-08-26))",
            "wish(end_date, at_most(2016-08-26))",
        ),
        (
            "wish(str_date, is(2016-08-21..2016-08-31)); wish(end_date, at_most(2016-08-26))",
            "wish(str_date, is(2016-08-21..2016-08-31)); wish(end_date, at_most(2016-08-26))",
        ),
        ("wish(str_date, is(2016-08-27))", "wish(str_date, is(2016-08-27))"),
    ],
)
def test_nobody_leaves_after_being_back(said: str, kept: str) -> None:
    over = "it has to be over by the 26th of August because the hairdresser comes on the 27th"
    assert show(without_impossible_starts(meaning(said), heard(said, over)).all()) == kept


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("which hotels in Paris have breakfast?", "which"),
        ("what hotel there has breakfast?", "which"),
        ("does the one in Paris have breakfast?", "holds"),
    ],
)
def test_a_question_for_hotels_looks_for_those_that_are_so(text: str, question: str) -> None:
    of = 'of=described([wish(dst_city, is("Paris"))]), wishes=[wish(breakfast, is(yes))]'
    read = with_those_asked_for(meaning(f"ask(holds, {of})"), heard("", text))
    assert show(read.all()) == f"ask({question}, {of})"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ('wish(dst_city, not("Paris")); wish(dst_city, is("Rome"))', 'wish(dst_city, is("Rome"))'),
        (
            'correct([wish(dst_city, is("Rome"))]); wish(dst_city, not("Paris"))',
            'correct([wish(dst_city, is("Rome"))])',
        ),
        (
            'wish(dst_city, is("Italy")); wish(dst_city, not("Rome"))',
            'wish(dst_city, is("Italy")); wish(dst_city, not("Rome"))',
        ),
        (
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(str_date, not(2016-08-10))",
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(str_date, not(2016-08-10))",
        ),
        (
            "wish(str_date, not(2016-08-01..2016-08-31)); wish(end_date, not(2016-08-01..2016-08-31));"
            " wish(str_date, is(2016-09-15))",
            "wish(str_date, is(2016-09-15))",
        ),
        ('wish(dst_city, not("Paris"))', 'wish(dst_city, not("Paris"))'),
    ],
)
def test_what_is_wanted_instead_rules_the_others_out_by_itself(said: str, kept: str) -> None:
    assert show(without_implied_denials(meaning(said), heard(said)).all()) == kept


def test_a_new_limit_takes_the_place_of_the_one_that_holds() -> None:
    both = "wish(price, at_most($300)); wish(price, at_most($2000, strict=yes))"
    turn = heard(both, "300, not 2000")
    held = replace(turn, context=turn.context._replace(wishes=parse_wishes("wish(price, at_most($2000))")))
    assert show(without_old_limits(meaning(both), held).all()) == "wish(price, at_most($300))"
    assert show(without_old_limits(meaning(both), turn).all()) == both
    span = "wish(price, at_least($300)); wish(price, at_most($2000))"
    assert show(without_old_limits(meaning(span), held).all()) == span


def test_the_limit_in_the_place_of_a_doubtful_one_is_doubtful() -> None:
    both = meaning("wish(price, at_most($2000)); wish(price, at_most($500))")
    doubtful = replace(both, moves=(replace(both.moves[0], sure=0.2), both.moves[1]))
    turn = heard("")
    held = replace(turn, context=turn.context._replace(wishes=parse_wishes("wish(price, at_most($2000))")))
    assert [each.sure for each in without_old_limits(doubtful, held).moves] == [0.2]


def test_a_slot_of_which_all_values_would_do_stays_open() -> None:
    turn = reading.reader("cars").pointed("manual or automatic", reading.Scene("cars").context())
    either = meaning('wish(gearbox, is("manual", "automatic"))')
    assert show(with_all_values_open(either, turn).all()) == "wish(gearbox, any())"
    assert (
        show(with_all_values_open(meaning('wish(gearbox, is("manual"))'), turn).all()) == 'wish(gearbox, is("manual"))'
    )


def test_a_question_asks_nothing_of_what_it_leaves_open() -> None:
    asked = "ask(which, wishes=[wish(gym, any()), wish(price, at_most($500))])"
    apart = "wish(gym, any()); ask(which, wishes=[wish(price, at_most($500))])"
    assert show(with_open_apart(meaning(asked)).all()) == apart


def test_a_denied_value_that_names_one_option_rejects_it() -> None:
    scene = reading.Scene("cars", options=("Skoda Octavia 2019", "Kia Picanto 2015"))
    skoda = meaning('wish(make, not("Skoda"))')
    definite = reading.reader("cars").pointed("not the Skoda", scene.context())
    assert show(with_named_rejected(skoda, definite).all()) == 'reject(of=named("Skoda Octavia 2019"))'
    brand = reading.reader("cars").pointed("no Skoda", scene.context())
    assert show(with_named_rejected(skoda, brand).all()) == 'wish(make, not("Skoda"))'


def test_what_is_wished_twice_is_wished_where_it_is_said_last() -> None:
    houston, dallas = 'wish(or_city, is("Houston"))', 'wish(or_city, is("Dallas"))'
    assert show(without_repeated(meaning(f"{houston}; {dallas}; {houston}")).all()) == f"{dallas}; {houston}"
    assert show(without_repeated(meaning("undo(); undo()")).all()) == "undo(); undo()"


def test_what_a_deal_hangs_on_is_needed() -> None:
    turn = reading.reader("trips").pointed("No gym, no deal", reading.Scene("trips").context())
    assert show(with_needs(meaning("wish(gym, any())"), turn).all()) == "wish(gym, is(yes))"
