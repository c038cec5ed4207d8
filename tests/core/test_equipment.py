"""What must be aboard for a standard, in words."""

from typing import Any

import pytest

from core import Question, step
from core.equipment import from_items, german_list, s2_item

from ..conftest import TODAY


def question(**facts: Any) -> Question:
    outcome = step({"water": "german", **facts}, TODAY)
    assert isinstance(outcome, Question)
    return outcome


MOTOR = {"vessel": "motor-vessel", "deadweight_t": 500}


@pytest.mark.parametrize(
    ("facts", "provision"),
    [
        ({"vessel": "motor-vessel", "deadweight_t": 500, "mode": "A"}, "BinSchPersV § 105 Abs. 1"),
        ({"vessel": "motor-vessel", "deadweight_t": 500, "mode": "A", "engine_limited": "yes"}, "BinSchPersV § 104 Abs. 1"),
        ({"vessel": "peniche", "deadweight_t": 500, "mode": "A"}, "BinSchPersV § 105 Abs. 1"),
        ({"vessel": "towed", "deadweight_t": 500, "mode": "A"}, "BinSchPersV § 104 Abs. 1"),
        ({"vessel": "tug", "power_kw": 200, "mode": "A"}, "BinSchPersV § 107 Abs. 1"),
        ({"vessel": "harbour-tug"}, "BinSchPersV § 107 Abs. 3"),
        ({"vessel": "day-trip", "passengers_aboard": "yes", "passengers": 300, "mode": "A"}, "BinSchPersV § 108 Abs. 1"),
        ({"vessel": "day-trip", "passengers_aboard": "no", "displacement_t": 400, "mode": "A"}, "BinSchPersV § 105 Abs. 1"),
        ({"vessel": "steam-day-trip", "passengers": 600, "mode": "A"}, "BinSchPersV § 108 Abs. 1"),
        (
            {
                "vessel": "seagoing", "ship_papers": "none", "ship": "day-trip", "passengers_aboard": "yes", "passengers": 300,
                "mode": "A",
            },
            "BinSchPersV § 108 Abs. 1",
        ),
    ],
)  # fmt: skip
def test_the_german_list_of_a_vessel(facts: dict[str, Any], provision: str) -> None:
    asked = question(**facts)
    assert asked.fact.key == "equipment"
    found = german_list(asked)
    assert found is not None
    assert found[0] == provision
    assert len(found[1]) >= 4


@pytest.mark.parametrize(
    "facts",
    [
        {"vessel": "motor-vessel"},
        {"vessel": "convoy", "formation": "pusher+2", "stretch": "usual", "mode": "A"},
        {"vessel": "car-ferry", "ferry_kind": "free"},
    ],
)
def test_no_list_where_the_law_has_none(facts: dict[str, Any]) -> None:
    assert german_list(question(**facts)) is None


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"vessel": "motor-vessel"}, "A bow thruster"),
        ({"vessel": "pusher"}, "Coupling winches"),
        ({"vessel": "convoy", "formation": "pusher+2"}, "Coupling winches"),
        ({"vessel": "convoy", "formation": "motor+1"}, "Coupling winches"),
        ({"vessel": "convoy", "formation": "37x15"}, "Side by side"),
        ({"vessel": "convoy"}, "Side by side"),
        ({"vessel": "cabin"}, "propulsion and steering"),
        ({"vessel": "day-trip"}, "propulsion and steering"),
        ({"vessel": "seagoing", "ship": "cabin"}, "propulsion and steering"),
        ({"vessel": "seagoing", "ship": "cargo"}, "A bow thruster"),
    ],
)
def test_what_s2_asks_for_beyond_s1(facts: dict[str, Any], word: str) -> None:
    assert word in s2_item(facts).msgid


@pytest.mark.parametrize(
    ("missing", "s2", "value"),
    [
        ("", True, "S2"), ("", False, "S1"), ("a", True, "no-S1-abc"), ("ag", False, "no-S1-abc"), ("g", True, "no-S1-gj"),
        ("gj", False, "no-S1-gj"), ("gd", True, "no-S1-other"), ("k", False, "no-S1-other"),
    ],
)  # fmt: skip
def test_ticked_items_become_an_answer(missing: str, s2: bool, value: str) -> None:
    assert from_items(missing, s2=s2) == value
