"""Annotating in a real browser: words marked by mouse and key, references, confirming, a connection that is lost."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("itsdangerous")

from annotating import annotations, annotator, application, serving, talk
from browser import LONGEST, chromium
from studies import collecting
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.annotation.labels import ActPosition, bare
from wayframe.collection.records import ParticipantKind, StudyParticipant
from wayframe.notation import show
from wayframe.packages import Catalogue

pytestmark = pytest.mark.long

TEXTS = (
    "😀 Hi, from New York, to Tokyo (Japan), for $1,700! At 9:00 a.m.",
    "There is the {one} and the {two}.",
    "What does the first one cost?",
    "It costs ${price:,.2f}",
)
_PLACE = """([turn, text, from, to]) => {
  const words = document.querySelector(`#turn-${turn} .words`), at = [...words.textContent].join("").indexOf(text);
  const count = (part) => [...part].length, start = count(words.textContent.slice(0, at)) + from;
  const range = rangeOf(words, start, start + Math.max(1, to - from)), rects = range.getClientRects();
  const [first, last] = [rects[0], rects[rects.length - 1]];
  return [first.left, first.top + first.height / 2, last.right, last.top + last.height / 2];
}"""


class Bench:
    """A page on which somebody has just taken a dialogue; `open` it before it is used, as all share one."""

    def __init__(self, page: Any, work: AnnotationService, person: StudyParticipant, at: str, cookie: str) -> None:
        self.page, self.keys, self._work, self._person, self._at, self._cookie = (
            page,
            page.keyboard,
            work,
            person,
            at,
            cookie,
        )
        number = work.take(person)
        assert number
        self.number = number

    def open(self) -> "Bench":
        """Open it, unless it is, without a menu."""
        address = f"{self._at}/annotate/{self.number}"
        if self.page.url == address:
            self.keys.press("Escape")
        else:
            self.page.context.add_cookies([{"name": "who", "value": self._cookie, "url": self._at}])
            self.page.goto(address)
        return self

    def acts(self, turn: int) -> list[str]:
        """What is kept of a turn."""
        opened = self._work.open(self._person, self.number)
        return [show(bare(act)) for act in opened.work.turns[turn].acts]

    def clear(self, turn: int) -> None:
        """Take all acts of a turn away."""
        self.at(turn)
        while self.page.locator(f"#turn-{turn} .name").count():
            self.page.locator(f"#turn-{turn} .name").first.focus()
            self.does("x")

    def at(self, turn: int) -> None:
        self.page.locator(f"#turn-{turn}").focus()

    def place(self, turn: int, text: str, start: int = 0, end: int | None = None) -> list[float]:
        """Where characters of a text stand: left, middle, right, middle."""
        found = self.page.evaluate(_PLACE, [turn, text, start, len(text) if end is None else end])
        return list(found)

    def drag(self, turn: int, text: str, start: int = 0, end: int | None = None) -> None:
        """Drag the mouse over characters, a quarter of a letter from their edges."""
        left, top, right, bottom = self.place(turn, text, start, end)
        self.pull(left + 1, top, right - 1, bottom)

    def pull(self, left: float, top: float, right: float, bottom: float) -> None:
        self.page.mouse.move(left, top)
        self.page.mouse.down()
        self.page.mouse.move((left + right) / 2, bottom, steps=3)
        self.page.mouse.move(right, bottom, steps=3)
        self.page.mouse.up()

    def tap(self, turn: int, text: str) -> None:
        """Touch a text in its middle."""
        left, top, right, _ = self.place(turn, text)
        self.page.touchscreen.tap((left + right) / 2, top)

    @property
    def words(self) -> str:
        """The words that the open menu is about."""
        self.page.wait_for_selector("#filter")
        return str(self.page.locator("#menu-title").inner_text()).removesuffix(" is").strip("“”")

    def choose(self, typed: str) -> None:
        """Type letters into the open menu and take what comes first; wait until it is kept."""
        self.page.wait_for_selector("#filter")
        before = self._version
        self.keys.type(typed)
        self.keys.press("Enter")
        self._kept(before)

    def does(self, key: str) -> None:
        """Press a key that changes something; wait until it is kept."""
        before = self._version
        self.keys.press(key)
        self._kept(before)

    @property
    def _version(self) -> str:
        return str(self.page.locator("#state").get_attribute("data-version"))

    def _kept(self, before: str) -> None:
        self.page.wait_for_selector(f'#state:not([data-version="{before}"])')
        self.page.wait_for_function("() => !busy && !queue.length")


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory, catalogue_path: Path) -> Iterator[Callable[[], Bench]]:
    """Gives benches, each with a dialogue of its own."""
    people = list[StudyParticipant]()
    with (
        chromium() as browser,
        Catalogue(catalogue_path) as catalogue,
        collecting(tmp_path_factory.mktemp("study"), catalogue) as study,
        serving(application(study, people)) as url,
    ):
        work, problems = annotations(study), list[str]()
        page = browser.new_context(viewport={"width": 1440, "height": 900}, has_touch=True).new_page()
        page.set_default_timeout(LONGEST)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security" in line.text else None)

        def take(kind: ParticipantKind = "annotator") -> Bench:
            number = talk(study, TEXTS)
            if kind == "adjudicator":
                differing(work, (annotator(study), annotator(study)), number)
            people.append(annotator(study, kind))
            bench = Bench(page, work, people[-1], url, str(len(people) - 1))
            assert bench.number == number
            return bench

        yield take
        page.context.close()
        assert problems == []


def differing(work: AnnotationService, people: tuple[StudyParticipant, StudyParticipant], number: int) -> None:
    """Two who are done with a dialogue, and differ in whether something was offered or suggested."""
    for place, person in enumerate(people):
        while work.take(person) != number:
            pass
        version = 1
        if place:
            version = work.edit(person, number, 1, lambda sheet: sheet.rename_act(1, ActPosition(1), "suggest")).version
        for turn in range(len(TEXTS)):
            version = work.edit(person, number, version, lambda sheet, turn=turn: sheet.confirm(turn)).version  # type: ignore[misc]
        work.finish(person, number, version)


@pytest.fixture(scope="module")
def shared(taken: Callable[[], Bench]) -> Bench:
    return taken()


@pytest.fixture
def bench(shared: Bench) -> Bench:
    """For tests that are about the turn that they work at."""
    return shared.open()


@pytest.fixture
def fresh(taken: Callable[[], Bench]) -> Bench:
    """For tests that are about a whole dialogue."""
    return taken().open()


@pytest.fixture
def decided(taken: Callable[[ParticipantKind], Bench]) -> Bench:
    """For tests of adjudication."""
    return taken("adjudicator").open()


def test_a_drag_over_parts_of_words_marks_whole_words(bench: Bench) -> None:
    bench.clear(0)
    bench.drag(0, "New York", 1, 6)
    assert bench.words == "New York"
    bench.choose("or_c")
    assert bench.acts(0) == ["inform(or_city=New York)"]


def test_signs_around_words_arent_swallowed_and_those_that_belong_stay(bench: Bench) -> None:
    for text, marked in (
        ("York, to", "York, to"),
        ("New York,", "New York"),
        ("(Japan),", "Japan"),
        ("Tokyo (Japan),", "Tokyo (Japan)"),
        ("$1,700!", "$1,700"),
        ("9:00 a.m.", "9:00 a.m."),
    ):
        bench.drag(0, text)
        assert bench.words == marked
        bench.keys.press("Escape")


def test_a_word_that_was_just_grazed_stays_out(bench: Bench) -> None:
    bench.drag(0, "from New York", 3)
    assert bench.words == "New York"


@pytest.mark.parametrize("key", ["Alt", "Shift"])
def test_with_a_key_down_characters_are_exact(bench: Bench, key: str) -> None:
    bench.clear(0)
    bench.keys.down(key)
    bench.drag(0, "New York", 2, 6)
    bench.keys.up(key)
    assert bench.words == "w Yo"
    bench.choose("name")
    assert bench.acts(0) == ["inform(name=w Yo)"]


def test_a_drag_past_the_end_goes_to_the_end(bench: Bench) -> None:
    left, top, *_ = bench.place(2, "cost?")
    _, _, _, bottom = bench.place(3, "It")
    bench.pull(left + 2, top, left + 60, bottom + 200)
    assert bench.words == "cost"


def test_a_double_click_marks_a_word(bench: Bench) -> None:
    left, top, right, _ = bench.place(0, "$1,700", 3)
    bench.page.mouse.dblclick((left + right) / 2, top)
    assert bench.words == "$1,700"


def test_words_are_marked_by_touch_the_first_and_the_last(bench: Bench) -> None:
    bench.clear(0)
    for first, last, marked in (
        ("York", "New", "New York"),
        ("Tokyo", "Tokyo", "Tokyo"),
        ("Tokyo", "Japan", "Tokyo (Japan"),
    ):
        bench.tap(0, first)
        bench.tap(0, last)
        assert bench.words == marked
        bench.keys.press("Escape")
    bench.tap(0, "Hi")
    bench.tap(2, "first")  # in another turn one begins again
    bench.tap(2, "one")
    assert bench.words == "first one"
    before = bench._version
    bench.page.locator("#options [data-label=ref_anaphora]").tap()
    bench._kept(before)
    assert "ref_anaphora=first one" in bench.acts(2)[0]


def test_edges_move_by_key_before_a_slot_is_chosen(bench: Bench) -> None:
    bench.drag(0, "York")
    for key, marked in (
        ("[", "New York"), ("]", "New York,"), ("}", "New York"), ("{", "York"), ("Alt+}", "Yor"), ("Alt+]", "York"),
    ):  # fmt: skip
        bench.keys.press(key)
        assert bench.words == marked


def test_edges_move_by_key_afterwards(bench: Bench) -> None:
    bench.clear(0)
    bench.drag(0, "York")
    bench.choose("name")
    bench.page.locator("#turn-0 .slot").focus()
    bench.does("[")
    assert bench.acts(0) == ["inform(name=New York)"]
    assert bench.page.evaluate("document.activeElement.dataset.at") == "0.0"


def test_words_are_marked_without_a_mouse(bench: Bench) -> None:
    bench.clear(2)
    for key in ("m", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Enter"):
        bench.keys.press(key)
    assert bench.words == "the first one"
    assert bench.page.locator("#options [aria-selected=true]").get_attribute("data-label") == "ref_anaphora"
    bench.choose("")
    assert bench.acts(2) == ["inform(ref_anaphora=the first one)"]


def test_marked_words_go_to_the_act_that_one_chooses(bench: Bench) -> None:
    bench.clear(0)
    for name in ("inform", "negate"):
        bench.at(0)
        bench.keys.press("a")
        bench.choose(name)
    bench.drag(0, "Tokyo")
    assert bench.words == "Tokyo"
    bench.keys.press("2")
    bench.choose("dst")
    assert bench.acts(0) == ["inform()", "negate(ref=[1{dst_city=Tokyo}])"]


def test_marked_words_go_to_the_act_that_one_has_just_made(bench: Bench) -> None:
    bench.clear(2)
    for name in ("inform", "request"):
        bench.at(2)
        bench.keys.press("a")
        bench.choose(name)
    bench.drag(2, "cost")
    bench.choose("price")
    bench.drag(2, "first one")
    bench.choose("ref_a")
    assert bench.acts(2) == ["inform()", "request(price, ref_anaphora=first one)"]


def test_a_click_on_a_card_says_what_is_meant(bench: Bench) -> None:
    bench.at(2)
    bench.keys.press("s")
    bench.page.wait_for_selector("#filter")
    bench.page.click("#frame-2 h3")
    bench.page.wait_for_function("() => document.querySelector('#turn-2 .frame').textContent === 'goes to frame 2'")
    bench.at(2)
    bench.keys.press("s")
    bench.choose("3")
    assert "goes to frame 3" in bench.page.locator("#turn-2 .frame").inner_text()
    assert "active" in str(bench.page.locator("#frame-3").get_attribute("class"))


def test_confirming_goes_on_and_all_confirmed_is_done(fresh: Bench) -> None:
    fresh.at(0)
    fresh.page.click("#finish button")
    assert "4 turns aren’t confirmed yet" in fresh.page.locator("#complaint").inner_text()
    for turn in range(4):
        assert fresh.page.locator(".turn[aria-current]").get_attribute("data-turn") == str(turn)
        fresh.does("Enter")
    assert "4 of 4" in fresh.page.locator("#state").inner_text()
    fresh.page.click("#finish button")
    fresh.page.wait_for_url("**/annotate")
    assert "done" in fresh.page.locator(".finished").inner_text()
    fresh.open()
    assert "Reopen it to change it." in fresh.page.locator(".note").inner_text()
    assert not fresh.page.get_by_role("button", name="+ act").count()
    for key in ("Enter", "a", "n", "x", "u"):
        fresh.keys.press(key)
    assert "Not changed" in fresh.page.locator("#saving").inner_text()
    assert fresh.page.evaluate("() => !busy && !queue.length && !asked")
    fresh.page.click("#reopen button")
    fresh.page.wait_for_selector("#finish")
    fresh.page.locator("#turn-0 .name").first.focus()
    fresh.does("x")


def test_what_was_refused_is_not_said_to_be_saved(fresh: Bench) -> None:
    """Here another tab is done meanwhile."""
    fresh.at(0)
    for _ in range(4):
        fresh.does("Enter")
    version = fresh.page.locator("#state").get_attribute("data-version")
    at = f"{fresh.page.url.partition('#')[0]}/finish"
    assert fresh.page.request.post(at, form={"version": version}, max_redirects=0).status == 303
    fresh.page.evaluate("() => { byId('state').dataset.version = Number(byId('state').dataset.version) + 1; }")
    fresh.page.click("#turn-0 .confirm")
    fresh.page.wait_for_function("() => byId('complaint').textContent.includes('Reopen it')")
    fresh.page.wait_for_function("() => byId('saving').textContent === 'Not saved'")


def test_keys_that_come_faster_than_answers_are_all_kept(fresh: Bench) -> None:
    fresh.at(0)
    fresh.page.evaluate("() => document.getElementById('turn-0').focus()")
    for _ in range(4):
        fresh.keys.press("Enter")
    fresh.page.wait_for_function("() => !busy && !queue.length")
    assert "4 of 4" in fresh.page.locator("#state").inner_text()


def test_who_has_gone_on_stays_there_when_the_answer_comes(fresh: Bench) -> None:
    fresh.at(0)
    for key in ("Enter", "j"):
        fresh.keys.press(key)
    fresh.page.wait_for_selector("#turn-0.confirmed")
    fresh.page.wait_for_function("() => !busy")
    assert fresh.page.evaluate("document.activeElement.id") == "turn-2"
    fresh.at(3)
    fresh.does("u")
    assert fresh.page.evaluate("document.activeElement.id") == "turn-0"


def test_values_by_hand_and_back_again(fresh: Bench) -> None:
    before = fresh.acts(0)
    fresh.clear(0)
    fresh.at(0)
    fresh.keys.press("a")
    fresh.choose("inform")
    fresh.keys.press("i")
    fresh.choose("flex")
    assert fresh.acts(0) == ["inform(flex=True)"]
    fresh.page.locator("#turn-0 .slot").focus()
    fresh.keys.press("v")
    fresh.choose("no")
    assert fresh.acts(0) == ["inform(flex=False)"]
    for _ in range(3 + len(before)):
        fresh.does("u")
    assert fresh.acts(0) == before


def test_a_change_while_the_connection_is_lost_is_sent_again(fresh: Bench) -> None:
    fresh.at(1)
    fresh.page.context.set_offline(True)
    fresh.keys.press("Enter")
    fresh.page.wait_for_function("() => document.getElementById('saving').textContent.includes('no connection')")
    fresh.page.context.set_offline(False)
    fresh.page.wait_for_selector("#turn-1.confirmed")


def test_a_change_that_came_too_fast_is_sent_again(fresh: Bench) -> None:
    refused = {"status": 429, "content_type": "text/html", "body": "Too fast"}
    fresh.page.route("**/edit", lambda route: route.fulfill(**refused), times=1)
    fresh.at(1)
    fresh.keys.press("Enter")
    fresh.page.wait_for_function("() => document.getElementById('saving').textContent.includes('one moment')")
    fresh.page.wait_for_selector("#turn-1.confirmed")


def test_a_second_tab_is_told_that_it_is_behind(fresh: Bench) -> None:
    other = fresh.page.context.new_page()
    other.goto(fresh.page.url)
    other.wait_for_selector(".turn[aria-current]")
    fresh.at(0)
    fresh.does("Enter")
    other.locator("#turn-3").focus()
    other.keyboard.press("Enter")
    other.wait_for_function("() => document.getElementById('complaint').textContent.includes('another tab')")
    assert other.locator("#turn-0.confirmed").count() == 1
    assert other.locator("#turn-3.confirmed").count() == 0
    other.close()


def test_an_adjudicator_takes_one_or_the_other(decided: Bench) -> None:
    beside = decided.page.locator("#turn-1 .beside")
    assert decided.page.locator(".beside").count() == 1
    assert decided.page.locator(".turn[aria-current]").get_attribute("data-turn") == "1"
    marked = {part.strip() for part in beside.locator(".differs").all_inner_texts()}
    assert marked == {"offer", "suggest"}
    for _ in range(2):
        other = "suggest" if decided.acts(1)[-1].startswith("offer") else "offer"
        before = decided.page.locator("#state").get_attribute("data-version")
        beside.get_by_role("button").click()
        decided.page.wait_for_selector(f'#state:not([data-version="{before}"])')
        decided.page.wait_for_function("() => !busy && !queue.length")
        assert decided.acts(1)[-1].startswith(f"{other}(")
    decided.at(1)
    decided.does("Enter")
    assert "4 of 4" in decided.page.locator("#state").inner_text()


def test_the_legend_opens_by_key_and_closes(bench: Bench) -> None:
    bench.at(0)
    bench.keys.press("?")
    assert bench.page.locator("#legend").is_visible()
    bench.keys.press("Escape")
    assert not bench.page.locator("#legend").is_visible()
