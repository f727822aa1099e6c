from wayframe.agent import Agent
from wayframe.catalogues import agent_over, opened
from wayframe.packages import Catalogue
from wayframe.presentation.routes import HEIGHT, WIDTH, RouteMap, route_map


def drawn(agent: Agent, *texts: str) -> RouteMap | None:
    conversation = agent.open()
    for text in texts:
        conversation = agent.respond(conversation, text).after
    return route_map(agent.presenter, agent.state(conversation))


def test_journeys_are_drawn_once_each_with_what_is_booked_on_top(catalogue: Catalogue) -> None:
    found = drawn(
        agent_over(catalogue), "From Montreal to Tokyo or Berlin in August", "book the Berlin one", "to Rome?"
    )
    assert found is not None
    assert {(route.title, route.status) for route in found.routes} == {
        ("Montreal to Berlin (booked)", "booked"),
        ("Montreal to Tokyo", "before"),
        ("Montreal to Rome", "now"),
    }
    assert found.routes[-1].status == "booked"
    assert found.statuses == ["booked", "now", "before"]


def test_all_places_lie_on_the_map_and_their_names_too(catalogue: Catalogue) -> None:
    found = drawn(agent_over(catalogue), "From Montreal to Tokyo or Berlin in August")
    assert found is not None
    assert {place.name for place in found.places} == {"Montreal", "Tokyo", "Berlin"}
    assert all(0 < place.x < WIDTH and 0 < place.y < HEIGHT for place in found.places)
    assert all(place.anchor for place in found.places)


def test_a_route_over_the_pacific_leads_into_the_next_world(catalogue: Catalogue) -> None:
    found = drawn(agent_over(catalogue), "From Tokyo to New York")
    assert found is not None
    tokyo, new_york = found.places
    assert tokyo.x < new_york.x
    assert len(found.land) == 2


def test_what_is_no_journey_has_no_map(catalogue: Catalogue) -> None:
    assert drawn(agent_over(catalogue)) is None
    assert drawn(agent_over(opened("examples/laptops.csv")), "at least 16 GB") is None
