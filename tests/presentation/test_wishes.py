from assisting import agent_over, talk
from wayframe.meaning.notation import parse
from wayframe.meaning.records import wishes_in
from wayframe.packages import Catalogue
from wayframe.presentation.wishes import passed_over, understood, understood_line


def test_the_wishes_of_a_conversation_slot_by_slot(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    text = "From Montreal to Tokyo or Berlin between August 23 and September 1, two adults and a child, at most $6,000"
    first, second = talk(agent, text, "not Tokyo, with wifi, and the price doesn't matter")
    assert understood_line(agent.locale, first.wishes) == (
        "from Montreal · to Tokyo or Berlin · leaving August 23 or later · back by September 1"
        " · for $6,000 or less · for 2 adults and a child"
    )
    wishes = {wish.slot.name: wish.text for wish in understood(agent.locale, second.wishes)}
    assert wishes["dst_city"] == "to Berlin"
    assert wishes["wifi"] == "with wifi"
    assert "price" not in wishes


def test_a_value_of_which_nothing_was_made_is_passed_over(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    (exchange,) = talk(agent, "I want to go from Montreal to Berlin in August, my sister lives in Oslo")
    assert passed_over(exchange.user) == ("Oslo",)
    (exchange,) = talk(agent, "From Montreal to Berlin in August")
    assert passed_over(exchange.user) == ()


def test_days_that_are_ruled_out_of_a_month_are_said(catalogue: Catalogue) -> None:
    wished = "wish(str_date, is(2016-09-01..2016-09-30)); wish(str_date, not(2016-09-02, 2016-09-09, 2016-09-16))"
    said = understood_line(agent_over(catalogue).locale, list(wishes_in(parse(wished))))
    assert said == "leaving in September, not leaving on a Friday (September 2 to 16)"
