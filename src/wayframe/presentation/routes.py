"""The journeys of a conversation on a map: great circles between the cities that we know the place of, as a drawing.

Everything is in units of the drawing, `WIDTH` wide and `HEIGHT` high; faces put it on the screen as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import acos, atan2, cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

from wayframe.meaning.records import Text
from wayframe.presentation.presenter import Presenter
from wayframe.sources.places import CITIES, City, key
from wayframe.sources.protocol import Item
from wayframe.state.records import DialogueState

WIDTH, HEIGHT = 100.0, 34.0
MOST_ROUTES = 12
STEPS = 24
"""Pieces of a great circle."""

NARROWED = 0.78
"""The width of a degree east as a share of that of a degree north, as in the middle latitudes."""

MARGIN, LEAST = 1.35, 24.0
"""How much wider than its routes the map is, and how many degrees north it shows at least."""

LETTER, LINE, GAP = 2.9, 4.4, 2.0
"""The width of a letter of a name as phones show it, its line, and how far it stands from its city."""

RouteStatus = Literal["booked", "now", "before"]
Point = tuple[float, float]


class MapRoute(NamedTuple):
    """A journey: from where to where, whether it is booked or spoken of now, and its line as an SVG path."""

    title: str
    status: RouteStatus
    path: str


class MapPlace(NamedTuple):
    """A city, and where its name stands; one whose name would cover another has none."""

    x: float
    y: float
    name: str
    text_x: float = 0.0
    text_y: float = 0.0
    anchor: Literal["", "start", "end", "middle"] = ""


class MapLand(NamedTuple):
    """Where the picture of the whole world lies behind the routes."""

    x: float
    y: float
    width: float
    height: float


class RouteMap(NamedTuple):
    """A map; `statuses` are those that its routes have, for its key."""

    routes: tuple[MapRoute, ...]
    places: tuple[MapPlace, ...]
    land: tuple[MapLand, ...]

    @property
    def title(self) -> str:
        """The routes in a line, for those who can't see them."""
        return ", ".join(route.title for route in self.routes)

    @property
    def statuses(self) -> list[str]:
        """The statuses of the routes, each once."""
        return [status for status in _RANKS if status in {route.status for route in self.routes}]


def route_map(presenter: Presenter, state: DialogueState) -> RouteMap | None:
    """Return the map of the options of a conversation; None where none is a journey between cities that are known."""
    journeys = _journeys(presenter, state)
    if not journeys:
        return None
    drawing = _Drawing(journeys)
    return RouteMap(drawing.routes(), drawing.places(), drawing.land())


_RANKS: Mapping[RouteStatus, int] = {"booked": 0, "now": 1, "before": 2}
Journeys = dict[tuple[City, City], RouteStatus]


def _journeys(presenter: Presenter, state: DialogueState) -> Journeys:
    """Return the journeys of the options that aren't ruled out, with the best that is so of each, the best first."""
    statuses: dict[int, RouteStatus] = dict.fromkeys(state.options, "before")
    statuses |= dict.fromkeys((*chain(*state.lists[-1:]), *state.focus), "now")
    statuses |= dict.fromkeys((booking.option.frame for booking in state.standing), "booked")
    found = dict[tuple[City, City], RouteStatus]()
    for frame, option in sorted(state.options.items(), reverse=True):
        ends = tuple(_city(option.item, slot) for slot in presenter.journey)
        status = statuses[frame]
        if frame in state.rejected and status != "booked":
            continue
        match ends:
            case (City() as source, City() as goal) if source != goal:
                found[source, goal] = min(found.get((source, goal), status), status, key=_RANKS.__getitem__)
    best = sorted(found, key=lambda journey: _RANKS[found[journey]])[:MOST_ROUTES]
    return {journey: found[journey] for journey in best}


def _city(item: Item, slot: str) -> City | None:
    value = item.values.get(slot)
    return _CITIES.get(key(value.value)) if isinstance(value, Text) else None


_CITIES: Mapping[str, City] = {key(city.name): city for city in CITIES}


class _Drawing:
    """Journeys put on paper: the part of the world around them, and what stands where."""

    def __init__(self, journeys: Journeys) -> None:
        self._journeys = journeys
        self._points, self._lines = dict[City, Point](), dict[tuple[City, City], list[Point]]()
        for source, goal in journeys:
            start = self._points.setdefault(source, _flat(source.longitude, source.latitude))
            line = _great_circle(source, goal, start)
            self._points.setdefault(goal, line[-1])
            self._lines[source, goal] = line
        self._left, self._top, self._scale = _frame_around(list(chain(*self._lines.values())))

    def routes(self) -> tuple[MapRoute, ...]:
        """Return the routes, those that matter most last, so that they lie on top."""
        found = list[MapRoute]()
        for (source, goal), status in reversed(self._journeys.items()):
            points = [self._placed(point) for point in self._lines[source, goal]]
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            booked = " (booked)" if status == "booked" else ""
            found.append(MapRoute(f"{source.name} to {goal.name}{booked}", status, path))
        return tuple(found)

    def places(self) -> tuple[MapPlace, ...]:
        """Return the cities, each with its name on a side where there is room."""
        points = {city: self._placed(point) for city, point in self._points.items()}
        taken = [(x - 1, y - 1, x + 1, y + 1) for x, y in points.values()]
        found = list[MapPlace]()
        for city, (x, y) in points.items():
            place = MapPlace(round(x, 1), round(y, 1), city.name)
            for side in _sides(place):
                box = _box(side)
                if _is_inside(box) and not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    place = side
                    break
            found.append(place)
        return tuple(found)

    def land(self) -> tuple[MapLand, ...]:
        """Return the worlds that the drawing shows a part of: a route over the Pacific leads into the next one."""
        found = list[MapLand]()
        for turn in (-360, 0, 360):
            x, y = self._placed(_flat(turn - 180, 90))
            width, height = 360 * NARROWED * self._scale, 180 * self._scale
            if x < WIDTH and x + width > 0:
                found.append(MapLand(round(x, 1), round(y, 1), round(width, 1), round(height, 1)))
        return tuple(found)

    def _placed(self, point: Point) -> Point:
        return (point[0] - self._left) * self._scale, (point[1] - self._top) * self._scale


def _flat(east: float, north: float) -> Point:
    return east * NARROWED, -north


def _great_circle(source: City, goal: City, start: Point) -> list[Point]:
    """Return the points of the shortest way between two cities, from the point at which the first one stands."""
    ends = [_on_sphere(city) for city in (source, goal)]
    angle = acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(*ends, strict=True)))))
    points, east = [start], start[0] / NARROWED
    for step in range(1, STEPS + 1):
        near, far = (sin(share * angle) / sin(angle) for share in (1 - step / STEPS, step / STEPS))
        x, y, z = (near * a + far * b for a, b in zip(*ends, strict=True))
        found = degrees(atan2(y, x))
        east = found + 360 * round((east - found) / 360)  # the nearest to the point before
        points.append(_flat(east, degrees(atan2(z, hypot(x, y)))))
    return points


def _on_sphere(city: City) -> tuple[float, float, float]:
    north, east = radians(city.latitude), radians(city.longitude)
    return cos(north) * cos(east), cos(north) * sin(east), sin(north)


def _frame_around(points: Sequence[Point]) -> tuple[float, float, float]:
    """Return the left and the upper end of the part of the world that is shown, and the scale."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    height = max((max(ys) - min(ys)) * MARGIN, (max(xs) - min(xs)) * MARGIN * HEIGHT / WIDTH, LEAST)
    width = height * WIDTH / HEIGHT
    middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return middle_x - width / 2, middle_y - height / 2, HEIGHT / height


Box = tuple[float, float, float, float]


def _sides(place: MapPlace) -> Iterable[MapPlace]:
    """Yield a city with its name at the right, at the left, below and above it."""
    x, y = place.x, place.y
    yield place._replace(text_x=x + GAP, text_y=y + 1.1, anchor="start")
    yield place._replace(text_x=x - GAP, text_y=y + 1.1, anchor="end")
    yield place._replace(text_x=x, text_y=y + LINE, anchor="middle")
    yield place._replace(text_x=x, text_y=y - LINE / 2, anchor="middle")


def _box(place: MapPlace) -> Box:
    width = LETTER * len(place.name)
    left = place.text_x - {"start": 0.0, "middle": width / 2, "end": width}[place.anchor or "start"]
    return left, place.text_y - 0.75 * LINE, left + width, place.text_y + 0.25 * LINE


def _is_inside(box: Box) -> bool:
    left, top, right, bottom = box
    return left >= 0 and top >= 0 and right <= WIDTH and bottom <= HEIGHT


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
