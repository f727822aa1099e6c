from __future__ import annotations

from hearing import OFFER, OTHER, TWO_OFFERS, WISH, after
from wayframe.nlu.wizard_context import wizard_context


def test_nothing_was_said_yet() -> None:
    assert wizard_context(after()).opening


def test_what_the_wizard_asked_and_suggested() -> None:
    found = wizard_context(after(WISH, "request(str_date, n_adults); suggest(or_city); suggest(category=3)"))
    assert found.asked == ("str_date", "n_adults")
    assert found.requested == ("str_date", "n_adults", "or_city")
    assert found.proposed == ("category",)


def test_what_the_wizard_wants_confirmed() -> None:
    assert wizard_context(after(WISH, "confirm(dst_city=Berlin)")).confirming == ("dst_city",)
    assert wizard_context(after(WISH, "confirm()")).confirming == ()
    assert wizard_context(after(WISH, "no_result()")).confirming is None


def test_offers_are_the_frames_of_the_last_turn() -> None:
    found = wizard_context(after(WISH, OFFER, "inform(budget=2000)", OTHER))
    assert [frame.info["name"][0].val for frame in found.offered] == ["Copper Kettle Inn"]
    assert "Silver Lantern Hotel" in [v.val for frame in found.others for v in frame.info.get("name", ())]


def test_a_value_of_an_offer_picks_it_unless_the_active_frame_has_it_too() -> None:
    found = wizard_context(after(WISH, TWO_OFFERS))
    assert found.offers("dst_city", "lisbon")
    assert not found.offers("dst_city", "Berlin")
    assert found.holds("dst_city", "Berlin")
    assert not found.remembers("dst_city", "Rome")


def test_the_names_that_frames_hold() -> None:
    found = wizard_context(after(WISH, TWO_OFFERS))
    assert set(found.names("name")) == {"Silver Lantern Hotel", "Copper Kettle Inn"}
    assert set(found.names("dst_city", "or_city")) == {"Berlin", "Lisbon", "Montreal"}
