"""The free choice of crew off the Rhine: the other answer beside an answer."""

from typing import Any

import pytest

from core import Question, Result, step
from core.choice import carry, fewest, other_answer

from ..conftest import TODAY


def answer(**facts: Any) -> Result:
    result = step({"water": "german", **facts}, TODAY)
    assert isinstance(result, Result)
    return result


def test_a_convoy_knows_both_answers() -> None:
    national = answer(vessel="convoy", formation="pusher+2", stretch="usual", mode="C", equipment="S2")
    other = other_answer(national, TODAY)
    assert isinstance(other, Result)
    assert (other.mode, other.standard, other.group) == ("B", "S2", "4")
    assert fewest(national) == 5
    assert fewest(other) == 5
    back = other_answer(other, TODAY)
    assert isinstance(back, Question), "which water it is, the Rhine rules never asked"
    assert back.fact.key == "stretch"


@pytest.mark.parametrize(("german", "rhine"), [("A", "A2"), ("B", "A2"), ("C", "B"), ("D", "B")])
def test_modes_are_compared_by_hours(german: str, rhine: str) -> None:
    """READINGS B31."""
    other = other_answer(answer(vessel="cabin", passengers_aboard="yes", beds=80, mode=german, equipment="S2"), TODAY)
    assert isinstance(other, Result)
    assert other.mode == rhine


@pytest.mark.parametrize(("vessel", "standard"), [("motor-vessel", "S1"), ("motor-vessel", "S2"), ("day-trip", "S1")])
def test_standard_s1_proves_the_german_lists(vessel: str, standard: str) -> None:
    """BinSchPersV § 105 Abs. 2, § 108 Abs. 2."""
    carried = carry({"water": "german", "rules": "rhine", "vessel": vessel, "mode": "A1", "equipment": standard})
    assert carried["equipment"] == "met"


def test_what_the_other_rules_need_is_asked() -> None:
    other = other_answer(
        answer(vessel="motor-vessel", deadweight_t=600, mode="A", power_kw=500, equipment="met"), TODAY
    )
    assert isinstance(other, Question)
    assert other.fact.key == "length_m"


def test_there_is_no_choice_on_the_rhine_for_ferries_and_for_ships_by_chapter_25() -> None:
    on_rhine = step({"water": "rhine", "vessel": "tug"}, TODAY)
    assert isinstance(on_rhine, Result)
    ferry = answer(vessel="passenger-ferry", ferry_kind="rowing", passengers=10)
    ship = answer(vessel="seagoing", ship_papers="es-trin-25", ship="other")
    for result in (on_rhine, ferry, ship):
        assert other_answer(result, TODAY) is None


def test_every_answer_with_a_choice_has_another_side(results: list[Result]) -> None:
    for result in results:
        if result.facts.get("water") == "german" and any(offer.fact.key == "rules" for offer in result.offers):
            carried = carry(result.facts)
            assert carried["rules"] == "rhine"
            assert other_answer(result, TODAY) is not None
