"""Talks that are over, people to annotate them, and the page in a server of its own."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fastapi import FastAPI, Request, Response

from studies import come, paired, trips_of
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.collection import StudyCollection
from wayframe.collection.labelling.trips import TripsLabeller
from wayframe.collection.records import ForbiddenError, ParticipantKind, StudyParticipant
from wayframe.packages import Query
from wayframe.web.collect import annotate, static_files
from wayframe.web.collect.exception_handlers import add_exception_handlers
from wayframe.web.request_limits import RequestLimits
from wayframe.web.security_headers import SecurityHeaders

TALK = (
    "Hi, I want to go from Montreal to Tokyo, please. My budget is $3,000.",
    "Hello! I have the {one} in Tokyo for ${price:,.2f}, or the {two}.",
    "How many stars does the {two} have?",
    "It has {stars} and free wifi (and a spa). When would you like to leave?",
    "On August 23. And what about Berlin?",
    "Sorry, I can't find any packages to Berlin.",
    "Then I'll take the first one!",
    "Your trip is booked. Have a great day!",
)


def talk(collection: StudyCollection, texts: tuple[str, ...] = TALK) -> int:
    """A talk that is over, with a search before the wizard's first message."""
    user, wizard, number = paired(collection)
    found = trips_of(collection).search(Query(dst_city="Tokyo"), 200)
    one = found[0]
    two = next(each for each in found if each.hotel.name != one.hotel.name)
    words = {"one": one.hotel.name, "two": two.hotel.name, "price": one.price, "stars": two.hotel.category}
    for place, text in enumerate(texts):
        if place == 1:
            collection.sessions.search(wizard, number, Query(dst_city="Tokyo"))
        collection.sessions.say(wizard if place % 2 else user, number, text.format(**words))
    collection.sessions.end(user, number)
    return number


def annotations(collection: StudyCollection) -> AnnotationService:
    """The annotations of a study."""
    return AnnotationService(collection.storage, TripsLabeller(trips_of(collection)), collection.clock)


def annotator(collection: StudyCollection, kind: ParticipantKind = "annotator") -> StudyParticipant:
    """Somebody who annotates, or decides."""
    return come(collection, kind)


def application(collection: StudyCollection, people: Sequence[StudyParticipant]) -> FastAPI:
    """The page by itself; who asks is named by a cookie, the number of one of the people."""
    app = FastAPI()

    def who(request: Request) -> StudyParticipant:
        number = request.cookies.get("who", "")
        if not number.isdecimal() or int(number) >= len(people):
            raise ForbiddenError("Who are you?")
        return people[int(number)]

    app.include_router(annotate.router(annotations(collection), lambda: collection.domain.agent().presenter, who, who))
    add_exception_handlers(app, "Study")
    app.add_middleware(RequestLimits)
    app.add_middleware(SecurityHeaders)

    def static(request: Request, name: str) -> Response:
        return static_files.response(request, name)

    app.add_api_route("/static/{name}", static)
    return app


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The address of a server that runs in this process."""
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server didn't start"
            time.sleep(0.005)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
