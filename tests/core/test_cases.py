"""The cases of ``tests/cases``: facts in, answer out."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from core import Result, step
from core.result import Option

from ..conftest import TODAY

FOLDER = Path(__file__).parent.parent / "cases"
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(FOLDER.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]


def words(crew: dict[str, int] | Any) -> str:
    return ", ".join(f"{rank} {number}" for rank, number in crew.items())


def describe(option: Option) -> str:
    alternatives = ",".join(str(index) for index in option.alternatives)
    return f"{alternatives}: {words(option.take)} → {words(option.put)}, times {option.times}"


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    result = step(case["facts"], TODAY)
    assert isinstance(result, Result)
    notices = {notice.id for notice in result.notices}
    found = {
        "kind": result.kind,
        "section": result.section,
        "group": result.group,
        "column": result.column,
        "crews": [words(crew) for crew in result.crews],
        "options": [describe(option) for option in result.options],
        "offers": [offer.fact.key for offer in result.offers],
        "entries": list(result.certificate_entries),
        "unused": list(result.unused),
        "rest": [note.provision for note in result.rest.notes] if result.rest else [],
    }
    assert {key: found[key] for key in found if key in case} == {key: case[key] for key in found if key in case}
    assert result.kind == case.get("kind", "determined")
    assert set(case.get("has", [])) <= notices
    assert not set(case.get("has_not", [])) & notices
    assert set(case.get("needs", [])) <= {need for condition in result.conditions for need in condition.needs}
    assert set(case.get("conditions", [])) <= {condition.id for condition in result.conditions}
