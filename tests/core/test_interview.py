"""The interview: facts that cannot be taken are dropped, and how many questions may still come is known."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from core import LANGUAGES, InputError, Question, Result, answer, remaining, run, settle, step
from core.bands import Band, cut_below, faults, measured
from core.coverage import COMPLETE, coverage
from core.facts import BY_KEY, WATER, band_of
from core.law import versions
from core.space import walk

from ..conftest import TODAY

MOTOR = {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}


def test_facts_that_cannot_be_are_asked_again() -> None:
    outcome, errors = settle({"water": "moon", "vessel": "convoy", "formation": "usual"}, TODAY)
    assert isinstance(outcome, Question)
    assert outcome.fact is WATER
    assert outcome.facts == {"vessel": "convoy"}
    assert [(error.key, error.value) for error in errors] == [("water", "moon"), ("formation", "usual")]


def test_a_value_of_other_rules_is_asked_again() -> None:
    outcome, errors = settle({"water": "rhine", "vessel": "convoy", "formation": "pusher+5"}, TODAY)
    assert isinstance(outcome, Question)
    assert outcome.fact.key == "formation"
    assert [error.key for error in errors] == ["formation"]
    with pytest.raises(InputError):
        step({"water": "rhine", "vessel": "convoy", "formation": "pusher+5"}, TODAY)


def test_how_many_questions_may_still_come() -> None:
    assert remaining(run(MOTOR_READ, TODAY), TODAY) == 0
    without_equipment = {key: value for key, value in MOTOR_READ.items() if key != "equipment"}
    assert remaining(run(without_equipment, TODAY), TODAY) == 1
    # Length, then perhaps whether it is a small craft, mode, equipment.
    assert remaining(step({"water": "rhine", "vessel": "motor-vessel"}, TODAY), TODAY) == 4


MOTOR_READ: dict[str, Any] = {**MOTOR, "length_m": Decimal("82.5")}


def test_what_is_wrong_is_an_object_too() -> None:
    assert answer({"water": "moon"}, "en", TODAY)["error"]["key"] == "water"
    assert answer(MOTOR, "en", TODAY, "crew")["error"]["key"] == "aboard"
    assert answer(MOTOR, "en", TODAY, [{"rank": "boatmaster"}])["check"]["verdict"] == "insufficient"


def test_without_offers_the_walk_leaves_them_all() -> None:
    start = {"water": "rhine", "vessel": "day-trip"}
    without = list(walk(TODAY, start, offers=False))
    assert not any("charter" in outcome.facts for outcome in without)
    assert len(without) < len(list(walk(TODAY, start)))


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["20to70", "over70"], "20to70: nothing below"),
        (["to70", "70to86"], "70to86: nothing above"),
        (["to70", "over86"], "between to70 and over86 there is a gap or an overlap"),
        (["over70", "over86"], "over70 and over86 overlap"),
        (["to70", "to86", "over86"], "to70 and to86 overlap"),
    ],
)
def test_a_row_of_bands_says_what_is_wrong_with_it(names: list[str], fault: str) -> None:
    assert fault in faults(measured(names))


def test_a_band_holds_what_lies_between_its_limits() -> None:
    closed = Band("20to70", Decimal(20), Decimal(70))
    above, below = measured(["70to86"])[0], Band("lt20", None, Decimal(20), high_open=True)
    assert [closed.holds(Decimal(number)) for number in ("19.99", "20", "70", "70.01")] == [False, True, True, False]
    assert [above.holds(Decimal(number)) for number in ("70", "70.01", "86", "86.01")] == [False, True, True, False]
    assert [below.holds(Decimal(number)) for number in ("0", "19.99", "20")] == [True, True, False]


def test_the_first_band_is_cut_where_the_scope_begins() -> None:
    first, second, third = cut_below(measured(["to70", "over70"]), Decimal(20))
    assert [first.holds(Decimal(19)), first.holds(Decimal(20)), second.holds(Decimal(20)), second.holds(Decimal(70))] == [
        True, False, True, True,
    ]  # fmt: skip
    assert (first.value, second.value, third.value) == ("lt20", "20to70", "over70")


def test_names_that_are_none_are_refused() -> None:
    with pytest.raises(KeyError):
        WATER.choice("moon")
    with pytest.raises(ValueError, match="wide"):
        band_of(BY_KEY["length_m"], "wide")


def test_what_is_collected_is_said() -> None:
    assert {entry.id for entry in coverage() if entry.state is COMPLETE} == {version.id for version in versions()}
    assert set(LANGUAGES) == {"de", "nl", "fr", "en"}
    assert isinstance(step({"water": "elsewhere", "date": date(2026, 1, 1)}, TODAY), Result)
