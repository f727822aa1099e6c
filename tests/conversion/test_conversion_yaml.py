import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from wayframe.conversion.yaml import Value, block, quoted

yaml = pytest.importorskip("ruamel.yaml", reason="ruamel.yaml is not installed: it reads YAML 1.2")

names = st.from_regex(r"[a-z_]{1,5}", fullmatch=True)
scalars = strategies.texts | st.booleans() | st.integers(-9, 9)


def lists(held: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Lists as the conversions write them: of maps and plain values, not of lists."""
    return st.lists(scalars | st.dictionaries(names, held, min_size=1, max_size=2), min_size=1, max_size=3)


values = st.recursive(
    scalars, lambda held: st.dictionaries(names, held, min_size=1, max_size=3) | lists(held), max_leaves=8
)


def read(text: str) -> object:
    return yaml.YAML(typ="safe", pure=True).load(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_quoted_string_is_one_line_that_reads_back(text: str) -> None:
    assert len(quoted(text).splitlines()) == 1
    assert read(quoted(text)) == text


@given(st.dictionaries(names, values, min_size=1, max_size=3))
def test_a_block_reads_back(value: dict[str, Value]) -> None:
    assert read(block(value)) == value


def test_a_block_looks_as_people_write_it() -> None:
    assert block({"a": [{"b": "x", "c": {"d": 1}}], "e": True}) == 'a:\n- b: "x"\n  c:\n    d: 1\ne: true\n'
