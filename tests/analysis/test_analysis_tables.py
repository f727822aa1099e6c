from msgspec.structs import replace

from wayframe.analysis import tables as published
from wayframe.analysis.stats import measure
from wayframe.analysis.tables import RELEASE, basis, compared
from wayframe.dialogue import Dialogue


def test_published_figures_apply_to_the_release_and_to_what_has_its_size(corpus: tuple[Dialogue, ...]) -> None:
    stats = measure(corpus)
    assert basis(RELEASE, stats).comparable
    other = basis("0" * 64, stats)
    assert not other.comparable
    assert "this file has 2 and 8." in other.why
    same_size = replace(stats, conversations=replace(stats.conversations, dialogues=1369, turns=19986))
    assert basis("0" * 64, same_size).comparable


def test_a_figure_agrees_at_the_published_precision(corpus: tuple[Dialogue, ...]) -> None:
    stats = measure(corpus)
    switching = replace(stats.switching, frames_mean=6.7149, switches_mean=3.59, created_by_wizard=4762)
    found = compared(replace(stats, switching=switching))
    assert found["frames_mean"].agrees
    assert not found["switches_mean"].agrees
    assert found["created_by_wizard"].agrees


def test_shares_are_of_all_creations_and_of_all_switches(corpus: tuple[Dialogue, ...]) -> None:
    found = compared(measure(corpus))
    assert found["created_by_user_share"].observed == found["switched_by_offer_share"].observed == 1 / 3


def test_what_does_not_exist_has_no_share() -> None:
    nothing = compared(measure([]))
    assert nothing["rating_mean"].observed is nothing["switched_by_value_share"].observed is None
    assert not nothing["rating_mean"].agrees


def test_notes_speak_to_whoever_has_the_release() -> None:
    assert not [each.name for each in published._ALL if "fold" in each.note]
