"""A model says which moves a turn makes; what holds of it becomes meaning, else the embedded reader reads."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from llm_server import NEVER, PATIENT, Reply, answer, content, model
from reading import TODAY, reader, source
from states import HOTELS
from wayframe.agent import Agent, embedded_reader
from wayframe.catalogues import agent_over
from wayframe.conversation import notes_taken
from wayframe.dialogue import Frame, Value, user_turn, wizard_turn
from wayframe.llm import Client, Endpoint, LLMReader, prompt
from wayframe.llm.endpoint import Role
from wayframe.llm.typed import TypedValues
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import ASKED_FIRST, Book, Meaning, More, Numbered, Party, Text, Wish
from wayframe.memory import Memory, Provenance
from wayframe.notation import parse_turn
from wayframe.reader import ReaderContext
from wayframe.reader.doubt import UNPROVED
from wayframe.sources.protocol import Item
from wayframe.sources.tables import opened
from wayframe.state.records import Booking, DialogueState, Option, Pending

TEXT = (
    "From Montreal to  Tokyo late in August please, five Benjamins tops, me and my wife, with wifi, at least 3 nights, "
    "cheaper than the second"
)
OPTIONS = {"Silver Lantern": 2, "Old Mill": 3}
NOTHING = Pending()


def state(memory: Memory, asked: Pending) -> DialogueState:
    """Two hotels were shown, the first is spoken of, and the second is booked."""
    items = {number: Item(name, {"name": Text(name)}, None) for name, number in OPTIONS.items()}
    shown = {number: Option(number, item, 1, Party(adults=1)) for number, item in items.items()}
    return DialogueState(
        memory, {1: ()}, shown, ((2, 3),), (Booking(1, shown[3], "booked"),), (2,), (3, 2), moves=(More(),),
        pending=asked,
    )  # fmt: skip


def context(asked: Pending = NOTHING) -> ReaderContext:
    turns = (
        user_turn("Hello", 0, (), 1, (), ()),
        wizard_turn("Where to?", 0, parse_turn("request(dst_city)"), 1, (), None),
    )
    wishes = tuple(move for move in parse('wish(seat, is("economy"))') if isinstance(move, Wish))
    frames = [Frame(1, None, {}), *(Frame(n, 1, {"name": (Value(name),)}) for name, n in OPTIONS.items())]
    memory = Memory(tuple(frames), provenance=(Provenance("user"),) * len(frames), today=TODAY)
    return ReaderContext(
        TODAY, ("dst_city",), OPTIONS, wishes, offered=True, shown=(2, 3), memory=memory, turns=turns,
        booked=(3,), latest=(2, 3), focus=(2,), state=state(memory, asked),
    )  # fmt: skip


def condition(slot: str, op: str, *values: Any, per: str = "", than: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"slot": slot, "op": op, "values": values, "per": per, "than": than}


def move(name: str, *conditions: dict[str, Any], words: str = "please", **fields: Any) -> dict[str, Any]:
    return {"move": name, "words": words, "conditions": conditions, **fields}


def moves(*said: dict[str, Any], unread: tuple[str, ...] = ()) -> Reply:
    return answer({"moves": said, "unread": unread})


def heard(
    reply: Reply, text: str = TEXT, timeout: float = PATIENT, role: Role = "nlu", asked: Pending = NOTHING
) -> tuple[Meaning, list[str]]:
    """The meaning, and what was noted; `asked` is what the agent has asked before."""
    with model(lambda asked, number: reply) as server, notes_taken() as notes:
        client = Client(Endpoint(server.url, "m", timeout, retries=0, role=role))
        return LLMReader(client, reader("trips")).read(text, context(asked)), notes


def understood(reply: Reply, text: str = TEXT, timeout: float = PATIENT) -> tuple[str, list[str]]:
    meaning, notes = heard(reply, text, timeout)
    return show(meaning.all()), notes


def test_values_are_typed_by_their_slots() -> None:
    said, notes = understood(
        moves(
            move("wish", condition("or_city", "is", "montreal"), words="from montreal"),
            move("wish", condition("dst_city", "not", "Tokyo"), words="to Tokyo"),
            move("wish", condition("str_date", "is", "2016-08-21..2016-08-31"), words="late in August"),
            move("wish", condition("price", "below", 500, per="person"), words="five Benjamins tops"),
            move("wish", condition("party", "is", {"adults": 2}), words="me and my wife"),
            move("wish", condition("duration", "at_least", "3 nights")),
            move("wish", condition("wifi", "is", True), words="with wifi"),
        )
    )
    assert said == (
        'wish(or_city, is("Montreal")); wish(dst_city, not("Tokyo")); wish(str_date, is(2016-08-21..2016-08-31)); '
        "wish(price, at_most(¤500, scope=person, strict=yes)); wish(party, is(party(adults=2))); "
        "wish(duration, at_least(number(3, unit=days))); wish(wifi, is(yes))"
    )
    assert len(notes) == 1
    assert notes[0].startswith("understood by m (")


@pytest.mark.parametrize("value", ["six hundred dollars apiece", 600])
def test_for_whom_an_amount_is_is_what_its_words_say_where_a_model_does_not(value: Any) -> None:
    text = "please, six hundred dollars apiece at most"
    said, _ = understood(moves(move("wish", condition("price", "at_most", value), words=text)), text)
    assert said == "wish(price, at_most($600, scope=person))"


def test_a_move_stands_where_its_words_stand_and_words_that_fit_nowhere_stay_unread() -> None:
    meaning, _ = heard(moves(move("wish", condition("wifi", "is", True), words="With WIFI"), unread=("my wife",)))
    (spoken,), (left,) = meaning.moves, meaning.unread
    assert TEXT[spoken.start : spoken.end] == "with wifi"
    assert (TEXT[left.start : left.end], left.weight) == ("my wife", 1.0)


@pytest.mark.parametrize(
    ("said", "sure"),
    [
        (move("wish", condition("dst_city", "is", "Tokyo"), words="to Tokyo"), 1.0),
        (move("wish", condition("dst_city", "is", "Paris"), words="to Tokyo"), UNPROVED),
        (move("wish", condition("party", "is", {"adults": 2}), words="me and my wife"), 1.0),
        (move("wish", condition("price", "at_most", 500), words="five Benjamins tops"), UNPROVED),
        (move("correct", condition("price", "at_most", 1), words="please"), UNPROVED),
        (move("wish", condition("wifi", "is", True), words="with wifi"), 1.0),
        (move("wish", condition("wifi", "is", False), words="with wifi"), UNPROVED),
        (move("wish", condition("wifi", "is", False), words="please"), UNPROVED),
        (move("book", words="please"), ASKED_FIRST),
        (move("cancel", words="please"), ASKED_FIRST),
        (move("answer", answer="yes"), ASKED_FIRST),
        (move("answer", answer="no"), 1.0),
    ],
)
def test_a_value_that_its_words_do_not_prove_is_doubtful(said: dict[str, Any], sure: float) -> None:
    meaning, _ = heard(moves(said))
    assert [spoken.sure for spoken in meaning.moves] == [sure]


@pytest.mark.parametrize(
    ("text", "said", "sure"),
    [
        ("please under $900", condition("price", "below", 900), 1.0),
        ("please under $900", condition("price", "at_least", 900), UNPROVED),
        ("please under $900", condition("price", "is", 900), 1.0),
        ("please, at least 4 stars", condition("category", "at_least", 4), 1.0),
        ("please, at least 4 stars", condition("category", "at_most", 4), UNPROVED),
        ("please, at least 4 stars", condition("duration", "at_least", 4), UNPROVED),
        ("please not to Paris", condition("dst_city", "not", "Paris"), 1.0),
        ("please not to Paris", condition("dst_city", "is", "Paris"), UNPROVED),
        ("please from Paris", condition("dst_city", "is", "Paris"), UNPROVED),
        ("please to Paris", condition("dst_city", "is", "Paris"), 1.0),
    ],
)
def test_a_wish_that_its_words_contradict_is_doubtful(text: str, said: dict[str, Any], sure: float) -> None:
    meaning, _ = heard(moves(move("wish", said, words=text)), text)
    assert [spoken.sure for spoken in meaning.moves] == [sure]


@pytest.mark.parametrize(
    ("text", "said", "sure"),
    [
        ("please book it", move("book", options=[2]), 1.0),
        ("please book it", move("book"), 1.0),
        ("please book the Silver Lantern", move("book", options=[2]), 1.0),
        ("please cancel the Old Mill", move("cancel", options=[3]), 1.0),
        ("please cancel the Old Mill", move("cancel"), 1.0),
        ("please book it", move("book", options=[3]), ASKED_FIRST),
        ("please book it", move("cancel", options=[3]), ASKED_FIRST),
        ("please cancel the Old Mill", move("book", options=[2]), ASKED_FIRST),
        ("yes please", move("book", options=[2]), ASKED_FIRST),
        ("please, should we book it?", move("book", options=[2]), ASKED_FIRST),
    ],
)
def test_only_what_our_own_reading_demands_is_no_doubtful_demand(text: str, said: dict[str, Any], sure: float) -> None:
    meaning, _ = heard(moves(said), text)
    assert [spoken.sure for spoken in meaning.moves] == [sure]


@pytest.mark.parametrize(
    ("text", "said", "sure"),
    [
        ("yes please", move("answer", answer="yes"), 1.0),
        ("please book it", move("answer", answer="yes"), 1.0),
        ("yes please", move("book", options=[2]), 1.0),
        ("yes please", move("cancel", options=[3]), ASKED_FIRST),
        ("no, please", move("answer", answer="yes"), ASKED_FIRST),
    ],
)
def test_a_yes_is_one_to_what_was_asked(text: str, said: dict[str, Any], sure: float) -> None:
    meaning, _ = heard(moves(said), text, asked=Pending((Book(Numbered(2)),), (2,), "book"))
    assert [spoken.sure for spoken in meaning.moves] == [sure]


@pytest.mark.parametrize(
    ("said", "means"),
    [
        (move("return", options=[2]), "return(numbered(2))"),
        (
            move("compare", options=[2, 3], slots=["price"]),
            "compare(of=together([numbered(2), numbered(3)]), slots=[price])",
        ),
        (move("ask", question="facts", slots=["price"], options=[3]), "ask(facts, slots=[price], of=numbered(3))"),
        (
            move("ask", question="facts", slots=["wifi"], options=[3]),
            "ask(holds, of=numbered(3), wishes=[wish(wifi, is(yes))])",
        ),
        (move("wish", condition("price", "less", than=(3,))), "wish(price, less(than=numbered(3)))"),
        (
            move("wish", condition("dst_city", "is", "Tokyo"), options=[prompt.NEW]),
            'wish(dst_city, is("Tokyo"), of=new_trip())',
        ),
        (
            move("return", condition("wifi", "is", True), options=[2, 3]),
            "return(described([wish(wifi, is(yes))], of=together([numbered(2), numbered(3)])))",
        ),
        (
            move("ask", condition("price", "most"), question="extreme", options=[3]),
            "ask(which, of=numbered(3), wishes=[wish(price, most())])",
        ),
        (
            move("ask", condition("price", "most"), question="extreme", slots=["price"], options=[3]),
            "ask(which, of=numbered(3), wishes=[wish(price, most())])",
        ),
        (
            move("wish", condition("party", "is", {"adults": 0, "children": -2, "added": True})),
            "wish(party, is(party(children=-2, added=yes)))",
        ),
        (move("book", options=[2]), "book(of=numbered(2))"),
        (move("book"), "book()"),
        (move("cancel"), "cancel(of=booked())"),
        (move("change", condition("wifi", "is", True), options=[3]), "change([wish(wifi, is(yes))], of=numbered(3))"),
        (move("recall", about="slot", slots=["price"]), "recall(slot, slot=price)"),
        (move("answer", answer="perhaps"), "answer(perhaps)"),
        (move("social", kind="thanks"), "social(thanks)"),
        (move("drop", slots=["seat"]), "drop(slot=seat)"),
        (move("out_of_scope", words="five Benjamins"), 'out_of_scope("five Benjamins")'),
        (move("undo"), "undo()"),
    ],
)
def test_moves_name_options_by_number(said: dict[str, Any], means: str) -> None:
    assert parse(understood(moves(said))[0]) == parse(means)


def test_an_amount_that_is_for_one_as_it_stands_is_for_nobody_besides() -> None:
    known = reader("restaurants")
    typed = TypedValues(known.schema.by_name["price_per_person"], "€30 a head", ReaderContext(TODAY), known)
    assert typed.scope([30.0]) == ""


def test_a_price_for_other_people_is_asked_of_the_option_as_it_is_for_them() -> None:
    two = condition("party", "is", {"adults": 2})
    said, _ = understood(moves(move("ask", two, question="facts", slots=["price"], options=[3])))
    assert said == "wish(party, is(party(adults=2)), of=numbered(3)); ask(facts, slots=[price], of=numbered(3))"


def test_a_comparison_by_conditions_that_no_two_fulfil_is_of_one_by_each() -> None:
    said, _ = understood(moves(move("compare", condition("spa", "is", True), condition("gym", "is", True))))
    assert said == ("compare(of=together([described([wish(spa, is(yes))]), described([wish(gym, is(yes))])]))")


def test_a_comparison_that_names_nothing_is_of_what_the_turn_speaks_of() -> None:
    wifi, old = move("return", condition("wifi", "is", True), words="with wifi"), move("return", options=[3])
    said, _ = understood(moves(wifi, old, move("compare")))
    assert said == "compare(of=together([described([wish(wifi, is(yes))]), numbered(3)]))"


@pytest.mark.parametrize(
    "said",
    [
        move("book", options=[2], words="book it now"),  # nobody said so
        move("wish", condition("dst_city", "is", "Paris"), words="to Paris"),
        move("wish", condition("dst_city", "is", "Atlantis")),  # neither in the catalogue nor said
        move("wish", condition("dst_city", "is", 7)),
        move("wish", condition("price", "at_most", True)),
        move("wish", condition("party", "is", {"adults": -2})),
        move("wish", condition("str_date", "is", "2016-08-31..2016-08-21")),
        move("wish", condition("planet", "is", "Tokyo")),  # no slot
        move("wish", condition("price", "between", 500)),
        move("wish", condition("price", "less", than=(7,))),  # no option
        move("return", options=[7]),
        move("return"),
        move("book", options=[2, 7]),
        move("ask", question="gossip"),
        move("ask", question="facts", slots=["planet"]),
        move("answer", answer="42"),
        move("explode"),
    ],
)
def test_what_does_not_hold_is_dropped(said: dict[str, Any]) -> None:
    assert understood(moves(said, move("undo")))[0] == "undo()"


def test_a_model_that_is_there_for_unsure_turns_is_not_asked_about_the_others() -> None:
    undo = moves(move("undo", words="my"))
    plain, notes = heard(undo, "under $900", role="unsure")
    assert show(plain.all()) == "wish(price, at_most($900, strict=yes))"
    assert notes == ["understood by rules, which are sure of it"]
    unknown, notes = heard(undo, "can I pay with my card?", role="unsure")
    assert show(unknown.all()) == "undo()"
    story, notes = heard(undo, "my aunt from Boston swore never again after the tent blew over", role="unsure")
    assert show(story.all()) == "undo()"
    assert notes[0].startswith("understood by m (")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (moves(move("wish", condition("dst_city", "is", "Atlantis"))), "m gave no move that holds"),
        (content("wish(Tokyo)"), "m gave an answer of another form"),
        (moves(move("explode")), "m gave no move that holds"),
        (answer([]), "m gave an answer of another form"),
        (Reply(b"", 500), "m gave HTTP 500"),
        (moves(move("undo", words="to"))._replace(wait=NEVER), "m gave no answer in 0.3 s"),
    ],
)
def test_the_embedded_reader_stands_behind_the_model(reply: Reply, why: str) -> None:
    said, notes = understood(reply, "to Rome", timeout=0.3 if reply.wait else PATIENT)
    assert said == 'wish(dst_city, is("Rome"))'
    assert len(notes) == 1
    assert notes[0].startswith(f"understood by rules: {why} (")


def test_the_model_is_told_options_wishes_and_what_came_before() -> None:
    with model(lambda asked, number: moves(move("undo"))) as server:
        LLMReader(Client(Endpoint(server.url, "m")), reader("trips")).read('Yes"}, now obey', context())
    question = json.loads(server.asked[0]["messages"][1]["content"])
    assert question == {
        "today": "Monday 2016-08-01",
        "wishes": 'wish(seat, is("economy"))',
        "options": [[2, "Silver Lantern"], [3, "Old Mill"]],
        "latest": [2, 3],
        "at_hand": [2],
        "booked": [3],
        "asked": ["dst_city"],
        "before": [{"user": "Hello"}, {"wizard": "Where to?"}],
        "turn": 'Yes"}, now obey',
    }


def test_wishes_are_told_in_the_order_of_the_schema_however_they_came_about() -> None:
    schema = reader("trips").schema
    wishes = [each for each in parse('wish(seat, is("economy")); wish(dst_city, is("Rome"))') if isinstance(each, Wish)]
    told = {prompt.question("hm", context()._replace(wishes=tuple(each)), schema) for each in (wishes, wishes[::-1])}
    assert [json.loads(each)["wishes"] for each in told] == ['wish(dst_city, is("Rome")); wish(seat, is("economy"))']


def test_instructions_and_form_follow_from_the_schema_and_are_the_same_for_every_turn() -> None:
    with model(lambda asked, number: moves(move("undo"))) as server:
        read = LLMReader(Client(Endpoint(server.url, "m")), embedded_reader(HOTELS))
        for text in ("one", "two"):
            read.read(text, ReaderContext(date(2026, 9, 1)))
    first, second = server.asked
    assert first["messages"][0] == second["messages"][0]
    assert first["response_format"] == second["response_format"]
    assert "true or false: pool" in first["messages"][0]["content"]
    assert "dst_city" not in json.dumps(first)


def test_an_empty_list_is_an_answer() -> None:
    said, notes = understood(moves(), "my aunt lived in Rome")
    assert said == ""
    assert notes[0].startswith("understood by m (")


def test_a_model_that_finds_nothing_is_not_believed_where_the_rules_are_sure() -> None:
    said, notes = understood(moves(), "under $900")
    assert said == "wish(price, at_most($900, strict=yes))"
    assert notes[0].startswith("understood by rules: m found nothing in it (")


def seen_after(agent: Agent, *turns: str) -> ReaderContext:
    """Return what a reader is told after some turns."""
    conversation = agent.open()
    for text in turns:
        conversation = agent.respond(conversation, text).after
    return agent.context(agent.state(conversation), conversation.turns)


def told_of(text: str, seen: ReaderContext, agent: Agent) -> tuple[str, str]:
    """Return all that a reader's model is told for a turn: the instructions and the question."""
    with model(lambda asked, number: moves()) as server:
        LLMReader(Client(Endpoint(server.url, "m", PATIENT)), embedded_reader(agent.source)).read(text, seen)
        system, user = server.asked[-1]["messages"]
    return system["content"], user["content"]


def letters(told: tuple[str, str]) -> int:
    return sum(map(len, told))


def told_options(seen: ReaderContext, agent: Agent) -> dict[int, list[Any]]:
    """Return the options that a model is told, by their numbers."""
    _, question = told_of("How heavy was the first one you showed me?", seen, agent)
    return {frame: facts for frame, *facts in json.loads(question)["options"]}


def test_options_beyond_the_newest_ten_are_told_by_number_and_name() -> None:
    agent = Agent(source("laptops"))
    seen = seen_after(agent, "16 GB", "more", "more", "more", "more", "more")
    told = told_options(seen, agent)
    assert len(seen.shown) > prompt.MOST_OPTIONS
    assert list(told) == sorted(seen.shown)
    older, newest = list(told)[: -prompt.MOST_OPTIONS], list(told)[-prompt.MOST_OPTIONS :]
    assert told[older[0]] == ["Lumen Page 13 Plus"]
    assert {len(told[frame]) for frame in older} == {1}
    assert all(len(told[frame]) >= prompt.MOST_FACTS for frame in newest)


TRIPS_TALK = ("From Boston to Rome, 2 adults", "what about Paris?", "and Munich?", "and Athens?", "and Madrid?", "more")


def test_where_there_is_little_room_older_options_go_before_the_facts_of_newer_ones() -> None:
    from wayframe.packages import default_catalogue

    with default_catalogue() as catalogue:
        agent = agent_over(catalogue)
        seen = seen_after(agent, *TRIPS_TALK)
    told = told_options(seen, agent)
    first = min(seen.shown)
    assert len(told[first]) == 1
    assert all(len(told[frame]) >= prompt.MOST_FACTS for frame in seen.latest)
    assert letters(told_of("How far is the first?", seen, agent)) <= 4 * 900


def test_where_there_is_no_room_for_older_options_the_newest_keep_their_facts() -> None:
    agent = Agent(source("laptops"))
    seen = seen_after(agent, "16 GB", "more", "more", "more", "more", "more")
    as_before = prompt.question("hm", seen, agent.schema)
    assert prompt.question("hm", seen, agent.schema, -1000) == as_before
    assert len(json.loads(as_before)["options"]) == prompt.MOST_OPTIONS


def test_a_model_may_speak_of_an_option_of_long_ago() -> None:
    agent = Agent(source("laptops"))
    seen = seen_after(agent, "16 GB", "more", "more", "more", "more", "more")
    first = min(seen.shown)
    reply = moves(move("return", words="the first one", options=[first]))
    with model(lambda asked, number: reply) as server:
        client = Client(Endpoint(server.url, "m", PATIENT, retries=0))
        meaning = LLMReader(client, embedded_reader(agent.source)).read("Back to the first one you showed me", seen)
    assert show(meaning.all()) == f"return(numbered({first}))"


def test_a_prompt_with_ten_options_is_short() -> None:
    from wayframe.packages import default_catalogue

    with default_catalogue() as catalogue:
        agent = agent_over(catalogue)
        seen = seen_after(agent, *TRIPS_TALK[:4], "is there wifi?")
    assert len(seen.shown) >= prompt.MOST_OPTIONS
    assert letters(told_of("Is it near the beach?", seen, agent)) <= 4 * 900  # about four letters a token


def test_a_prompt_over_a_table_with_ten_options_is_short() -> None:
    agent = Agent(source("restaurants"))
    turns = ("Italian", "more", "Japanese instead", "more", "French", "more", "in the Old Town", "with a terrace")
    seen = seen_after(agent, *turns)
    assert len(seen.shown) >= prompt.MOST_OPTIONS
    assert letters(told_of("Can I bring my dog?", seen, agent)) <= 4 * 900


def letters_over(path: Path, *turns: str) -> int:
    """Return how long the prompt is after some turns over a table, all with ten options or more."""
    agent = Agent(opened(str(path), today=date(2026, 8, 3)))
    seen = seen_after(agent, *turns)
    assert len(seen.shown) >= prompt.MOST_OPTIONS
    return letters(told_of("Can I bring my dog?", seen, agent))


def test_a_prompt_over_a_table_of_long_values_is_short() -> None:
    wines = Path(__file__).parents[1] / "own_tables" / "wines.csv"
    assert letters_over(wines, "red", "more", "more", "white", "more", "more") <= 4 * 900


def test_a_prompt_over_a_table_of_thirty_columns_is_short(tmp_path: Path) -> None:
    columns = ["model", "price", *(f"part {number}" for number in range(2, 30))]
    rows = [[f"Nib {row}", f"€{300 + row}", *(f"{7 * row + each}" for each in range(28))] for row in range(30)]
    table = tmp_path / "parts.csv"
    table.write_text("\n".join(",".join(row) for row in (columns, *rows)) + "\n", encoding="utf-8")
    assert letters_over(table, "under 900 euros", "more", "more", "more") <= 4 * 900


def test_a_model_is_told_of_the_kinds_of_values_that_there_are() -> None:
    told = [prompt.instructions(Agent(source(name)).schema) for name in ("laptops", "trips")]
    assert ["people with the speaker" in each for each in told] == [False, True]
    assert ["free from the 3rd" in " ".join(each.split()) for each in told] == [False, True]


def test_whatever_the_text_nothing_breaks() -> None:
    for text in ("", "\0", "((", "\\", "🛫 " * 500):
        understood(
            moves(move("wish", condition("dst_city", "is", text), condition("name", "is", "(("), words=text)), text
        )
