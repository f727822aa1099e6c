import pytest

from wayframe.airdialogue.scoring.outcomes import halves, likeness


@pytest.mark.parametrize(
    ("said", "expected", "score"),
    [
        ("Maria Stone", "Maria Stone", 1),
        ("maria  STONE.", "Maria Stone", 1),
        ("Stone Maria", "Maria Stone", 1),
        ("O'Hara", "OHara", 1),
        ("Maria", "Maria Stone", 10 / 16),
        ("A Lee", "Lee", 1),
        ("An Lee", "Ann Lee", 2 * 3 / 10),
        ("", "Maria Stone", 0),
        ("the", "a", 0),
    ],
)
def test_a_name_is_a_bag_of_characters(said: str, expected: str, score: float) -> None:
    assert likeness(said, expected) == pytest.approx(score, abs=1e-12)


@pytest.mark.parametrize(
    ("said", "score"),
    [("maria stone", 1), ("Maria Stein", 0.5), ("Stone Maria", 0), ("Maria", 0.5), ("", 0), ("Mary Ann Stone", 0.5)],
)
def test_half_a_point_for_each_end_of_a_name(said: str, score: float) -> None:
    assert halves(said, "Maria Stone") == score
