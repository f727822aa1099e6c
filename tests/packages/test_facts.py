from wayframe.dialogue import FlightDuration, FlightLeg, Hotel, LocalTime, Package, Trip
from wayframe.ontology import AMENITIES, PACKAGE_SLOTS, VICINITY
from wayframe.packages.facts import facts
from wayframe.sources.places import key

HOTEL = Hotel("Amber Inn", "Kyoto", "Japan", "3.5 star hotel", 8.1, ("FREE_WIFI", "GYM"), ("heart", "theater", "park"))
OUT = FlightLeg(LocalTime(2016, 8, 13, 9, 5), LocalTime(2016, 8, 14, 12, 0), FlightDuration(13, 55))
BACK = FlightLeg(LocalTime(2016, 8, 20, 0, 30), LocalTime(2016, 8, 20, 23, 10), FlightDuration(36, 40))
PACKAGE = Package(1558.3, HOTEL, Trip("Montreal", "BUSINESS", 7, OUT, BACK))


def test_a_package_in_words() -> None:
    said = facts(PACKAGE)
    assert {slot: said[slot] for slot in said if not isinstance(said[slot], bool)} == {
        "name": "Amber Inn",
        "dst_city": "Kyoto",
        "or_city": "Montreal",
        "str_date": "August 13",
        "end_date": "August 20",
        "price": "$1,558.30",
        "duration": "7",
        "category": "3.5",
        "gst_rating": "8.1",
        "seat": "business",
        "dep_time_or": "9:05 am",
        "arr_time_dst": "12:00 pm",
        "dep_time_dst": "12:30 am",
        "arr_time_or": "11:10 pm",
    }


def test_every_amenity_and_place_is_said_by_its_slot() -> None:
    said = facts(PACKAGE)
    assert {slot for slot in (*AMENITIES, *VICINITY) if said[slot] is True} == {
        "wifi", "gym", "downtown", "theatre", "park",
    }  # fmt: skip
    assert set(PACKAGE_SLOTS) <= set(said)


def test_a_hotel_that_no_guest_rated_has_no_rating() -> None:
    unrated = Hotel("Amber Inn", "Kyoto", "Japan", "3.0 star hotel", 0, (), ())
    assert "gst_rating" not in facts(Package(1, unrated, PACKAGE.trip))


def test_names_are_the_same_but_for_case_accents_and_blanks() -> None:
    assert key(" São  PAULO ") == key("sao paulo")
    assert key("Rome") != key("Roma")
