import subprocess
import sys

import pytest

from wayframe.errors import InputError
from wayframe.tracking.learned.model import TreeEnsemble

lightgbm = pytest.importorskip("lightgbm", reason="the extra `learned` is not installed")
ROWS = [[float(one), float(one * other % 7), 0.5] for one in range(12) for other in range(12)]


@pytest.fixture(scope="module")
def text() -> str:
    import numpy

    rows = numpy.array(ROWS)
    settings = {"objective": "binary", "verbosity": -1, "min_data_in_leaf": 5, "num_threads": 1}
    grown = lightgbm.train(settings, lightgbm.Dataset(rows, rows[:, 1] > rows[:, 0] / 2), 20)
    return str(grown.model_to_string())


def test_the_scores_are_those_of_lightgbms_own_package(text: str) -> None:
    expected = lightgbm.Booster(model_str=text).predict(ROWS, raw_score=True)
    assert TreeEnsemble(text).scores(ROWS) == list(expected)
    assert TreeEnsemble(text).scores(ROWS[:1]) == [expected[0]]
    assert TreeEnsemble(text).scores([]) == []


def test_trees_are_used_without_the_package(text: str) -> None:
    program = (
        "import sys; from wayframe.tracking.learned.model import TreeEnsemble\n"
        "TreeEnsemble(sys.stdin.read()).scores([[1, 2, 0.5]])\n"
        "print({'lightgbm', 'numpy'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_what_isnt_trees_is_refused() -> None:
    with pytest.raises(InputError, match="LightGBM: "):
        TreeEnsemble("no trees")
