from wayframe.sources.places import WORLD, Places


def test_a_city_lies_in_its_country_and_its_part_of_the_world() -> None:
    assert WORLD.within("Rome", "Italy")
    assert WORLD.within("rome", "Europe")
    assert WORLD.within("Punta Cana", "the Caribbean")
    assert WORLD.within("New York", "the US")
    assert WORLD.within("Canada", "North America")
    assert not WORLD.within("Rome", "France")
    assert not WORLD.within("Atlantis", "Europe")


def test_the_own_name_of_a_city_is_no_country() -> None:
    places = Places({"Panama": "Panama", "Colon": "Panama"})
    assert places.within("Panama", "Panama")
    assert not places.within("Colon", "Panama")


def test_areas_are_those_that_have_cities() -> None:
    places = Places({"Rome": "Italy", "Tokyo": "Japan"})
    assert places.areas == ("Italy", "Japan", "Europe", "Asia")
