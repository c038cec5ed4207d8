"""The code of a case: short, readable, for ever."""

import re
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import CodeError, Question, Result, decode, encode, run
from core.bands import band_from_name
from core.code import BAND_LETTERS, LIMIT
from core.facts import FACTS, plain

from ..conftest import TODAY

# Codes that were once given out. They stand on stickers: never change a line, only add.
GIVEN_OUT = {
    "wRvMl82_5mA1eS2": {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"},
    "wRvMlAkNmBeABC": {
        "water": "rhine", "vessel": "motor-vessel", "length_m": "lt20", "small_craft": "no", "mode": "B", "equipment": "no-S1-abc",
    },
    "wGrRvCf116mA2eGJ": {
        "water": "german", "rules": "rhine", "vessel": "convoy", "formation": "116.5x15", "mode": "A2", "equipment": "no-S1-gj",
    },
    "wRvDaYp250mA1eS1tY": {
        "water": "rhine", "vessel": "day-trip", "passengers_aboard": "yes", "passengers": 250, "mode": "A1", "equipment": "S1",
        "charter": "yes",
    },
    "wRvKaYbBmBeOTd230601z210501": {
        "water": "rhine", "vessel": "cabin", "passengers_aboard": "yes", "beds": "51to100", "mode": "B", "equipment": "no-S1-other",
        "date": "2023-06-01", "certificate_date": "2021-05-01",
    },
    "wRvSpJmA2eS1iY": {
        "water": "rhine", "vessel": "steam-day-trip", "passengers": "501to1000", "mode": "A2", "equipment": "S1",
        "engineers_waived": "yes",
    },
    "wGvXhEsClDeS2cI": {
        "water": "german", "vessel": "seagoing", "ship_papers": "es-trin-25", "ship": "cargo", "length_m": "over86", "equipment": "S2",
        "crew_rules": "imo-stcw",
    },
    "wGrRvXhNsDaYpGmA1eABCtYnYcPdF7VzEGS": {
        "water": "german", "rules": "rhine", "vessel": "seagoing", "ship_papers": "none", "ship": "day-trip", "passengers_aboard": "yes",
        "passengers": "over2000", "mode": "A1", "equipment": "no-S1-abc", "charter": "yes", "school": "yes", "crew_rules": "part-3",
        "date": "2024-01-01", "certificate_date": "2021-05-01",
    },
    "": {},
}  # fmt: skip


@pytest.mark.parametrize("code", GIVEN_OUT)
def test_codes_given_out_still_mean_the_same(code: str) -> None:
    assert {key: plain(value) for key, value in decode(code).items()} == GIVEN_OUT[code]
    assert encode(decode(code)) == code


@pytest.mark.parametrize(
    ("code", "day"),
    [
        ("d700101", date(1970, 1, 1)),
        ("d991231", date(1999, 12, 31)),
        ("d000229", date(2000, 2, 29)),
        ("d691231", date(2069, 12, 31)),
        ("d000", date(1970, 1, 1)),
        ("d00Z", date(1970, 2, 5)),
    ],
)
def test_a_day_is_six_digits_or_three_of_base_36(code: str, day: date) -> None:
    """The short one, the days since 1970, is written where a code would grow too long."""
    assert decode(code) == {"date": day}


def test_every_fact_and_value_has_its_own_token() -> None:
    letters = [fact.letter for fact in FACTS]
    assert len(letters) == len(set(letters))
    for fact in FACTS:
        tokens = [choice.short for choice in fact.choices]
        assert len(tokens) == len(set(tokens)), fact.key
        assert all(re.fullmatch("[A-Z0-9]+", token) for token in tokens)
        assert all(band_from_name(name) for name in BAND_LETTERS.get(fact.key, ()))
        if fact.kind == "number":
            assert set(fact.bands) <= set(BAND_LETTERS[fact.key])


def test_no_case_is_longer_than_forty_characters(outcomes: list[Question | Result]) -> None:
    longest: dict[str, object] = {"date": date(2023, 4, 14), "certificate_date": date(2021, 12, 31)}
    longest |= {"crew_rules": "part-3", "charter": "no", "school": "no"}
    for outcome in outcomes:
        facts = {**longest, **outcome.facts}
        for key, number in (("length_m", "116.55"), ("passengers", 10000), ("beds", 2000)):
            if key in facts:
                facts[key] = number
        code = encode(facts)
        assert re.fullmatch("[A-Za-z0-9_]{0,40}", code), code
        assert decode(code).keys() == facts.keys()


def test_nothing_is_shortened_while_there_is_room() -> None:
    facts = {
        "water": "german", "rules": "rhine", "vessel": "seagoing", "ship_papers": "none", "ship": "day-trip", "passengers_aboard": "no",
        "length_m": "116.5", "mode": "A1", "equipment": "S2", "school": "yes", "date": "2024-01-01", "certificate_date": "2021-05-01",
    }  # fmt: skip
    assert encode(facts) == "wGrRvXhNsDaNl116_5mA1eS2nYd240101z210501"
    assert len(encode(facts)) == LIMIT
    assert encode({**facts, "length_m": "116.55"}) == "wGrRvXhNsDaNl116_55mA1eS2nYdF7VzEGS"


def test_a_number_that_is_too_long_becomes_its_band() -> None:
    facts = {"water": "german", "vessel": "motor-vessel"}
    assert encode({**facts, "deadweight_t": "20000.5"}) == "wGvMg20000_5"
    assert encode({**facts, "deadweight_t": "12345.67"}) == "wGvMgM"


def test_order_does_not_matter() -> None:
    facts = {"mode": "A1", "water": "rhine", "equipment": "S2", "length_m": "82,5", "vessel": "motor-vessel"}
    assert encode(facts) == "wRvMl82_5mA1eS2"
    assert decode("eS2mA1vMl82_5wR") == decode("wRvMl82_5mA1eS2")


def test_every_option_of_every_question_survives_its_code(outcomes: list[Question | Result]) -> None:
    for outcome in outcomes:
        if isinstance(outcome, Question):
            for option in outcome.options:
                facts = {**outcome.facts, outcome.fact.key: option.value}
                again = run(decode(encode(facts)), TODAY)
                assert outcome.fact.key in again.facts
                assert not isinstance(again, Question) or again.fact is not outcome.fact


@pytest.mark.parametrize(
    "strange",
    [
        "w", "wQ", "xX", "wRwR", "wrong", "wR vM", "wR-vM", "wRvMl", "wRvMl82_5_1", "wRvMlZ", "wRvMl1", "wRvMl9999", "d231301",
        "d2304", "dA", "lA9", "l_", "WR", "ß", "wR" * 60, "../..", "0", "_", "p1_5", "pA1",
    ],
)  # fmt: skip
def test_strange_codes_are_refused(strange: str) -> None:
    with pytest.raises(CodeError):
        decode(strange)


@given(st.text(alphabet="wvlpbmedztnirfaskchRMDKSXABC0123456789_", max_size=50))
def test_any_text_is_a_case_or_refused(text: str) -> None:
    try:
        facts = decode(text)
    except CodeError:
        return
    assert decode(encode(facts)) == facts or len(encode(facts)) <= 40


@given(st.decimals(min_value=5, max_value=300, places=2))
def test_exact_numbers_are_kept(number: Decimal) -> None:
    code = encode(
        {"water": "rhine", "vessel": "motor-vessel", "length_m": str(number), "mode": "A1", "equipment": "S2"}
    )
    assert decode(code)["length_m"] == number


def test_a_number_with_too_many_digits_becomes_its_band() -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": Decimal("82.123456789")}
    assert decode(encode(facts))["length_m"] == band_from_name("70to86")
