from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from wayframe.collection.records import ChatMessage, RelaxedConstraint, SearchSuggestion, WizardSearch
from wayframe.collection.sessions import UnlabelledTurn, shown, turns
from wayframe.dialogue import Author, SearchLog
from wayframe.packages import Catalogue, Query


def said(*texts: str, wizard: str = "w:") -> list[ChatMessage]:
    """Messages, two seconds apart; those of the wizard begin with `w:`."""
    return [
        ChatMessage(number, "wizard" if text.startswith(wizard) else "user", text.removeprefix(wizard), 2000 * number)
        for number, text in enumerate(texts, 1)
    ]


def search(number: int, after: int, city: str = "Paris") -> WizardSearch:
    return WizardSearch(number, after, 2.0 * after + 1, Query(dst_city=city))


def test_messages_that_follow_each_other_are_one_turn() -> None:
    found = turns(said("hi", "to Paris please", "w:Hello!", "w:From where?", "Bari"))
    assert [(turn.author, turn.text) for turn in found] == [
        ("user", "hi\nto Paris please"),
        ("wizard", "Hello!\nFrom where?"),
        ("user", "Bari"),
    ]
    assert [turn.timestamp for turn in found] == [4000, 8000, 10000]
    assert [turn.messages for turn in found] == [(1, 2), (3, 4), (5,)]


def database(turn: UnlabelledTurn) -> SearchLog:
    assert isinstance(turn.db, SearchLog)
    return turn.db


def test_a_wizards_turn_has_the_searches_since_the_one_before() -> None:
    messages = said("Paris?", "w:A moment.", "w:The Alba.", "and Rome?", "w:The Sole.")
    first, between, second = search(1, 1), search(2, 2), search(3, 4, "Rome")
    found = turns(messages, (first, between, second))
    assert [[one.timestamp for one in database(turn).search] for turn in found] == [[], [3.0, 5.0], [], [9.0]]
    assert database(found[3]).search[0].DESTINATION_CITY == "Rome"
    assert all(len(turn.db.search) == len(turn.db.result) for turn in found)


def test_searches_after_the_last_reply_are_kept_with_it() -> None:
    found = turns(said("Paris?", "w:A moment.", "never mind"), (search(1, 1), search(2, 3)))
    assert [len(turn.db.search) for turn in found] == [0, 2, 0]


def test_what_a_wizard_says_first_belongs_to_no_turn() -> None:
    assert [turn.text for turn in turns(said("w:Anybody there?", "yes", "w:Good."))] == ["yes", "Good."]
    assert turns(said("w:Anybody there?")) == ()
    assert turns(()) == ()


def test_suggestions_that_were_shown_are_results(catalogue: Catalogue) -> None:
    packages = tuple(catalogue.search(Query(), 10))
    relaxed = (RelaxedConstraint("budget", "$1", "$900"),)
    suggested = SearchSuggestion(relaxed, packages[:2]), SearchSuggestion(relaxed, packages[1:4])
    assert shown(WizardSearch(1, 1, 2.0, Query(), suggestions=suggested)) == packages[:4]
    assert shown(WizardSearch(1, 1, 2.0, Query(), packages[:3])) == packages[:3]
    assert len(shown(WizardSearch(1, 1, 2.0, Query(), packages, (SearchSuggestion(relaxed, packages),)))) == 10


@given(st.lists(st.sampled_from(["user", "wizard"]), max_size=12), st.lists(st.integers(0, 12), max_size=6))
def test_turns_alternate_from_the_users_first_and_lose_no_search(authors: Sequence[Author], afters: list[int]) -> None:
    messages = [ChatMessage(number, author, f"text {number}", number) for number, author in enumerate(authors, 1)]
    searches = [search(number, after) for number, after in enumerate(sorted(afters), 1)]
    found = turns(messages, searches)
    assert [turn.author for turn in found] == ["user", "wizard"] * (len(found) // 2) + ["user"] * (len(found) % 2)
    if any(turn.author == "wizard" for turn in found):
        assert sum(len(turn.db.search) for turn in found) == len(searches)
    begins = next((place for place, author in enumerate(authors) if author == "user"), len(authors))
    assert [number for turn in found for number in turn.messages] == list(range(begins + 1, len(authors) + 1))
