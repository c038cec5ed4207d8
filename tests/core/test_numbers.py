"""Numbers and days as people type them."""

import json
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import InputError, wording
from core.facts import parse_fact

NARROW = "\u202f"


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("82,5", "82.5"),
        ("82.5", "82.5"),
        ("82,50", "82.5"),
        ("82,50 m", "82.5"),
        (f"82,5{NARROW}m", "82.5"),
        ("82,5\u00a0m", "82.5"),
        ("82.5m", "82.5"),
        ("  82 ", "82"),
        ("82 Meter", "82"),
        ("82 mètres", "82"),
        ("+82", "82"),
        (82, "82"),
        (82.5, "82.5"),
        (Decimal("82.50"), "82.5"),
        ("116,5", "116.5"),
        ("0082,5", "82.5"),
    ],
)
def test_a_number_is_understood(typed: object, number: str) -> None:
    assert parse_fact("length_m", typed) == Decimal(number)


@pytest.mark.parametrize(
    "typed",
    [
        "abc", "", " ", "8e1", "82,", ",5", "82 ft", "82 kW", "1,2,3", "1.350.000", "82-5", "82 5", "٨٢", "８２", "½", "82 m m", "82 meter m", True, False, None, [],
        {}, ["82"], "9" * 25, "NaN", "Infinity",
    ],
)  # fmt: skip
def test_what_is_not_a_number_is_refused(typed: object) -> None:
    with pytest.raises(InputError) as caught:
        parse_fact("length_m", typed)
    assert "is not a number" in caught.value.text.msgid
    assert caught.value.key == "length_m"


@pytest.mark.parametrize("typed", ["0", "-3", -3, "−3", "4,99", "300,01", "1000000", 10**400, 0, 1e300])
def test_a_number_outside_its_range_names_the_range(typed: object) -> None:
    with pytest.raises(InputError) as caught:
        parse_fact("length_m", typed)
    message = wording.error_object(caught.value, "en")["message"]
    assert "between 5 and 300" in message


@pytest.mark.parametrize(
    ("typed", "guess"), [("8250", "82.5"), ("1350", "135"), ("13500", "135"), ("825", "82.5"), ("3000", "300")]
)
def test_a_forgotten_decimal_sign_is_guessed(typed: str, guess: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_fact("length_m", typed)
    assert caught.value.guess is not None
    assert Decimal(caught.value.guess) == Decimal(guess)
    assert parse_fact("length_m", caught.value.guess) == Decimal(guess)


@pytest.mark.parametrize("typed", ["300,01", "1e9", 10**30, "99999999999999999999"])
def test_no_guess_where_no_decimal_sign_was_forgotten(typed: object) -> None:
    with pytest.raises(InputError) as caught:
        parse_fact("length_m", typed)
    assert caught.value.guess is None


def test_every_digit_counts() -> None:
    """70 m is group 1; the least more is group 2."""
    from core import Result, step

    from ..conftest import TODAY

    facts = {"water": "rhine", "vessel": "motor-vessel", "mode": "A1", "equipment": "S2"}
    result = step({**facts, "length_m": Decimal("70.00000000000000000000000000000000000001")}, TODAY)
    assert isinstance(result, Result)
    assert result.group == "2"


@pytest.mark.parametrize("key", ["length_m", "passengers", "beds"])
@pytest.mark.parametrize("typed", ["1.350", "1,350", "12.345", "1.350 m"])
def test_a_possible_thousands_separator_is_asked_back(key: str, typed: str) -> None:
    if typed.endswith("m") and key != "length_m":
        typed = typed.removesuffix(" m")
    with pytest.raises(InputError) as caught:
        parse_fact(key, typed)
    message = wording.error_object(caught.value, "en")["message"]
    assert "may mean" in message
    digits = typed.removesuffix(" m").replace(",", ".")
    assert digits.replace(".", "") in message.replace(",", "")


def test_people_are_counted_whole() -> None:
    assert parse_fact("passengers", "250") == 250
    with pytest.raises(InputError) as caught:
        parse_fact("passengers", "76,5")
    assert "whole number" in caught.value.text.msgid


@given(st.decimals(min_value=5, max_value=300, places=2))
def test_comma_and_point_mean_the_same(number: Decimal) -> None:
    text = f"{number:.2f}"
    assert parse_fact("length_m", text) == parse_fact("length_m", text.replace(".", ",")) == number


@given(st.text() | st.integers() | st.floats() | st.booleans() | st.none())
def test_anything_is_read_or_refused_with_a_sentence(raw: object) -> None:
    for key in ("length_m", "passengers", "water", "date"):
        try:
            parse_fact(key, raw)
        except InputError as error:
            words = wording.error_object(error, "en")
            assert words["key"] == key
            assert words["message"]
            json.dumps(words)


def test_two_readings_of_a_number_are_both_named() -> None:
    with pytest.raises(InputError) as caught:
        parse_fact("length_m", "1.350")
    message = wording.error_object(caught.value, "en")["message"]
    assert "may mean 1350 or 1.35." in message


@pytest.mark.parametrize("typed", ["2026-11-30", "30.11.2026", "30/11/2026", " 2026-11-30 ", date(2026, 11, 30)])
def test_a_day_is_understood(typed: object) -> None:
    assert parse_fact("date", typed) == date(2026, 11, 30)


@pytest.mark.parametrize("day", [date(1970, 1, 1), date(2024, 2, 29), date(2069, 12, 31)])
def test_the_first_and_the_last_day_that_can_be_asked_for(day: date) -> None:
    assert parse_fact("date", day.isoformat()) == day


@pytest.mark.parametrize(
    "typed", ["30.2.2026", "2026-13-01", "0.1.2026", "31.12.1969", "1.1.2070", "11-30-2026", "2026", "", None, 20261130]
)
def test_what_is_no_day_is_refused(typed: object) -> None:
    with pytest.raises(InputError) as caught:
        parse_fact("date", typed)
    assert "is not a day" in caught.value.text.msgid
    assert caught.value.key == "date"
