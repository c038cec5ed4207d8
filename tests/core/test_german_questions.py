"""What the German rules ask in words of their own: their conditions are not those of the Rhine rules."""

from core import Question, Result, step

from ..conftest import TODAY


def question(**facts: object) -> Question:
    outcome = step({"water": "german", **facts}, TODAY)
    assert isinstance(outcome, Question)
    return outcome


def test_lighters_count_by_their_own_lengths() -> None:
    """§ 106 Abs. 4; the 76.50 m of § 19.03 do not hold here."""
    assert "25.50 to 38.25 m" in question(vessel="convoy").help.msgid


def test_an_empty_passenger_vessel_goes_by_displacement() -> None:
    """§ 108 Abs. 4, § 109 Abs. 4."""
    for vessel in ("day-trip", "cabin"):
        assert "displacement" in question(vessel=vessel).help.msgid


def test_school_knows_no_month_between_absences() -> None:
    """§ 117 Abs. 2."""
    facts = {"vessel": "motor-vessel", "deadweight_t": 1200, "mode": "A", "power_kw": 100, "equipment": "met"}
    result = step({"water": "german", **facts, "mechanical_aids": "yes"}, TODAY)
    assert isinstance(result, Result)
    school = next(offer for offer in result.offers if offer.fact.key == "school")
    assert "month must lie between" not in school.help.msgid


def test_a_ferry_with_one_condition_believes_what_is_said_of_it() -> None:
    facts = {
        "vessel": "car-ferry",
        "ferry_kind": "cable",
        "deadweight_t": 100,
        "passengers": 200,
        "equipment": "not-met",
    }
    met, silent = (step({"water": "german", **facts, **more}, TODAY) for more in ({"mooring_device": "met"}, {}))
    assert isinstance(met, Result)
    assert isinstance(silent, Result)
    assert (len(met.steps), len(silent.steps)) == (1, 2)
