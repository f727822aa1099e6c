"""`wayframe packages`: generate, search, suggest from and import catalogues."""

from __future__ import annotations

import inspect
from calendar import month_abbr
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayframe.cli.options import AsJson, day, opened
from wayframe.cli.output import printable, progress, say

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.dialogue import Package, Trip
    from wayframe.packages import Catalogue, Query

app = typer.Typer(
    help="Catalogues of packages: hotels with flights both ways.",
    epilog="\b\nExample: wayframe packages search --from Montreal --to Tokyo",
    no_args_is_help=True,
)

_DAY: dict[str, Any] = {"formats": ["%Y-%m-%d"], "metavar": "DATE"}
_SHOWN = 3  # packages of each suggestion, for people

CatalogueFile = Annotated[
    Path | None, typer.Option("--catalogue", help="A catalogue file; else the default one.", metavar="FILE")
]
Limit = Annotated[int, typer.Option(min=1, help="How many at most.")]


def query_of(
    or_city: Annotated[str | None, typer.Option("--from", help="City to leave from.", metavar="CITY")] = None,
    dst_city: Annotated[str | None, typer.Option("--to", help="City to go to.", metavar="CITY")] = None,
    start: Annotated[datetime | None, typer.Option(help="Leave on this day or later.", **_DAY)] = None,
    end: Annotated[datetime | None, typer.Option(help="Be back home on this day or earlier.", **_DAY)] = None,
    flexible: Annotated[bool, typer.Option("--flexible", help="Two days more on each side.")] = False,
    adults: Annotated[int, typer.Option(help="Number of adults.")] = 1,
    children: Annotated[int, typer.Option(help="Number of children; one pays 0.618 of an adult's price.")] = 0,
    price_max: Annotated[float | None, typer.Option("--max-price", help="Dollars for the whole party.")] = None,
    price_min: Annotated[float | None, typer.Option("--min-price", help="Dollars for the whole party.")] = None,
    max_duration: Annotated[int | None, typer.Option(help="Days, from leaving to being back.")] = None,
    min_duration: Annotated[int | None, typer.Option(help="Days, from leaving to being back.")] = None,
    seat: Annotated[str | None, typer.Option(help="economy or business.")] = None,
    min_stars: Annotated[float | None, typer.Option(help="Stars of the hotel.")] = None,
    min_rating: Annotated[float | None, typer.Option(help="Guests' rating, to ten.")] = None,
    hotel: Annotated[str | None, typer.Option(help="Name of the hotel.", metavar="NAME")] = None,
    amenities: Annotated[
        list[str] | None, typer.Option("--amenity", metavar="NAME", help="wifi, breakfast, ...; repeat.")
    ] = None,
    vicinity: Annotated[
        list[str] | None, typer.Option("--near", metavar="NAME", help="beach, downtown, ...; repeat.")
    ] = None,
) -> Query:
    """The options that say what to look for."""
    from wayframe.packages import Query

    return Query(
        or_city,
        dst_city,
        day(start),
        day(end),
        flexible,
        adults,
        children,
        price_max,
        price_min,
        max_duration,
        min_duration,
        seat,
        min_stars,
        min_rating,
        hotel,
        tuple(amenities or ()),
        tuple(vicinity or ()),
    )


def _takes_query(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all options of `query_of` in place of its first parameter."""
    later = {"Query": object}  # not imported yet, and not an option
    asked = inspect.signature(query_of, eval_str=True, locals=later).parameters
    own = inspect.signature(command, eval_str=True, locals=later).parameters

    def run(**options: Any) -> None:
        query = query_of(**{name: options.pop(name) for name in asked})
        command(query, **options)

    run.__doc__ = command.__doc__
    parameters = (*asked.values(), *list(own.values())[1:])
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what inspect.signature reads
        [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
    )
    run.__annotations__ = {}
    return run


@app.command("search", epilog="\b\nExample: wayframe packages search --from Montreal --to Tokyo --max-price 2000")
@_takes_query
def search(query: Query, catalogue: CatalogueFile = None, limit: Limit = 10, as_json: AsJson = False) -> None:
    """Search a catalogue: the cheapest packages that fit."""
    with opened(catalogue) as found_in:
        packages = found_in.search(query, limit)
        shown = _table(packages) if packages else "Nothing fits. `wayframe packages suggest` says what would."
        figures = {"file": str(found_in.path), "query": query, "packages": packages}
        say(as_json, figures, *_unknown(found_in, query), shown)


@app.command("suggest", epilog="\b\nExample: wayframe packages suggest --from Montreal --to Tokyo --max-price 500")
@_takes_query
def suggest(
    query: Query,
    catalogue: CatalogueFile = None,
    limit: Limit = 3,
    seed: Annotated[int, typer.Option(help="Decides between what is equally near.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Say which constraints to relax, and what can be had then, nearest first."""
    with opened(catalogue) as found_in:
        suggestions = found_in.suggest(query, seed, limit)
        found, shown = list[dict[str, object]](), [*_unknown(found_in, query)]
        for relaxed, packages, distance in suggestions:
            found.append({"relaxed": [way._asdict() for way in relaxed], "distance": distance, "packages": packages})
            ways = (f"{slot}: {_worded(offered)} instead of {_worded(asked)}" for slot, asked, offered in relaxed)
            shown += ["; ".join(ways), _table(packages[:_SHOWN])]
        if not suggestions:
            shown.append("Nothing to suggest: what fits needs no suggestion, or nothing is near.")
        figures = {"file": str(found_in.path), "query": query, "seed": seed, "suggestions": found}
        say(as_json, figures, *shown)


@app.command("generate", epilog="\b\nExample: wayframe packages generate --seed 7 -o trips.sqlite")
def generate(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; else the default catalogue.", metavar="FILE"),
    ] = None,
    hotels: Annotated[int, typer.Option(help="Number of hotels.")] = 268,
    cities: Annotated[int, typer.Option(help="Number of cities.")] = 109,
    packages: Annotated[int, typer.Option(help="Number of packages.")] = 430_000,
    seed: Annotated[int, typer.Option(help="Same seed, same catalogue.")] = 0,
    today: Annotated[datetime, typer.Option(help="The day it is; trips start two days later.", **_DAY)] = datetime(
        2016, 8, 1
    ),
    as_json: AsJson = False,
) -> None:
    """Make a catalogue of invented hotels in real cities, with flights, dates and prices that agree."""
    from wayframe.packages import Plan, default_path_made
    from wayframe.packages import generate as generate_file

    path = output or default_path_made()
    plan = Plan(cities, hotels, packages, seed, day(today) or Plan().today)
    with progress("packages", packages) as told:
        generate_file(path, plan, told)
    _report(path, {}, as_json)


@app.command("import", epilog="\b\nExample: wayframe packages import frames.json -o frames.sqlite")
def import_(
    corpus: Annotated[
        Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="CORPUS")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The catalogue to write.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Make a catalogue from the search results inside a Frames corpus."""
    from wayframe.packages import import_corpus

    with progress("dialogues", None) as told:
        found = import_corpus(corpus, output, told)
    _report(output, found._asdict(), as_json)


def _report(path: Path, also: dict[str, int], as_json: bool) -> None:
    """Print the content of a catalogue that was just written."""
    from wayframe.packages import Catalogue

    with Catalogue(path) as made:
        holds: dict[str, Any] = {
            "file": str(path),
            "bytes": path.stat().st_size,
            "source": made.source,
            "today": made.today.isoformat(),
            "season": [day.isoformat() for day in made.season],
            "packages": len(made),
            "hotels": len(made.hotels()),
            "cities": len(made.cities()),
        } | also
    said = holds | {"season": " to ".join(holds["season"])}
    lines = (f"{name:13} {value:,}" if isinstance(value, int) else f"{name:13} {value}" for name, value in said.items())
    say(as_json, holds, *lines)


def _unknown(catalogue: Catalogue, query: Query) -> Iterator[str | Table]:
    for city in (query.or_city, query.dst_city):
        if city is not None and catalogue.city_id(city) is None:
            yield f"The catalogue has no city {city}."


def _table(packages: Sequence[Package]) -> Table:
    """Packages for people, two lines each: what they cost, where one stays, when one goes, what there is."""
    from rich.table import Table
    from rich.text import Text

    from wayframe.ontology import AMENITIES, VICINITY
    from wayframe.packages import facts

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("price", justify="right", no_wrap=True)
    for heading in ("hotel", "trip", "has"):
        table.add_column(heading)
    for package in packages:
        told = facts(package)
        has, near = (", ".join(slot for slot in known if told[slot]) for known in (AMENITIES, VICINITY))
        cells = (
            f"{told['price']}",
            f"{told['name']}, {told['dst_city']}\n{_graded(told)}",
            f"{_dates(package.trip)}\n{told['duration']} days, {told['seat']}",
            f"{has}\n{near and f'near {near}'}".strip(),
        )
        table.add_row(*(Text("\n".join(map(printable, cell.split("\n")))) for cell in cells))
    return table


def _graded(told: Mapping[str, str | bool]) -> str:
    """Return a hotel's stars and points: "4 stars, guests 8.1"."""
    from wayframe.schema import trips

    slots = [slot for slot in trips().of_kind("number") if slot.better and slot.name in told]
    return ", ".join(_CARDS[bool(slot.heading)].format(slot=slot, value=told[slot.name]) for slot in slots)


_CARDS = {True: "{slot.heading} {value}", False: "{value} {slot.label}"}


def _dates(trip: Trip) -> str:
    days = trip.leaving.departure, trip.returning.arrival
    return " to ".join(f"{month_abbr[moment.month]} {moment.day}" for moment in days)


def _worded(value: str | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
