"""The limits of what may be said, each written down a second time."""

from datetime import date
from decimal import Decimal

import pytest

from core import InputError
from core.aboard import KINDS
from core.facts import FACTS, as_typed, parse_fact
from core.matching import match

NUMBERS = {
    "length_m": (5, 300, False), "deadweight_t": (1, 30_000, False), "displacement_t": (1, 30_000, False), "passengers": (1, 10_000, True),
    "beds": (1, 2_000, True), "power_kw": (1, 20_000, False), "towed_vessels": (0, 20, True),
}  # fmt: skip
OFFERED = (
    "rules charter shuttle tidal_lighter lahn engine_limited towed_vessels towing_relief short_crossing radiotelephone mooring_at_helm "
    "one_engine_far_anchor remote_anchor school engineers_waived crew_rules date certificate_date"
)


def test_every_number_has_its_limits_here() -> None:
    assert set(NUMBERS) == {fact.key for fact in FACTS if fact.kind == "number"}
    assert {fact.key for fact in FACTS if fact.offered} == set(OFFERED.split())


@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_is_taken_from_the_least_to_the_most(key: str) -> None:
    low, high, whole = NUMBERS[key]
    assert parse_fact(key, low) == low
    assert parse_fact(key, high) == high
    for beyond in (low - 1, high + 1):
        with pytest.raises(InputError):
            parse_fact(key, beyond)
    half = Decimal(low) + Decimal("0.5")
    if whole:
        with pytest.raises(InputError):
            parse_fact(key, half)
    else:
        assert parse_fact(key, half) == half


@pytest.mark.parametrize("key", ["date", "certificate_date"])
def test_days_are_taken_from_1970_to_2069(key: str) -> None:
    assert parse_fact(key, "1970-01-01") == date(1970, 1, 1)
    assert parse_fact(key, "31.12.2069") == date(2069, 12, 31)
    for beyond in ("1969-12-31", "2070-01-01"):
        with pytest.raises(InputError):
            parse_fact(key, beyond)


def test_what_was_typed_is_repeated_up_to_eighty_characters() -> None:
    assert as_typed("x" * 79) == "x" * 79
    assert as_typed("x" * 80) == "x" * 80
    assert as_typed("x" * 81) == "x" * 79 + "…"


def test_each_kind_of_people_has_a_letter_of_its_own() -> None:
    letters = [kind.letter for kind in KINDS]
    assert len(letters) == len(set(letters))


def test_a_kind_just_meets_the_need_that_it_answers() -> None:
    """Somebody one year or one day below does not."""
    meet = {
        kind.letter: (kind.person.age, kind.person.training_year, kind.person.sailing_days)
        for kind in KINDS
        if kind.need
    }
    assert meet == {
        "h": (None, None, None), "m": (18, None, None), "y": (19, None, None), "l": (17, 3, 360), "n": (17, None, 720),
        "d": (17, None, None), "p": (16, None, None),
    }  # fmt: skip


def test_somebody_makes_room_where_that_costs_less() -> None:
    """The second post could be filled by the third kind for 5; it costs 1 to move the first post to the second kind."""
    assert match([[0, 1, None], [0, None, 5]], [1, 1, 1]) == [1, 0]
    assert match([[0, 7, None], [0, None, 5]], [1, 1, 1]) == [0, 2]


def test_room_is_made_along_a_chain_of_any_length() -> None:
    chain = [[0, 1, None, None], [None, 0, 1, None], [0, None, None, 9]]
    assert match(chain, [1, 1, 1, 1]) == [1, 2, 0]
    assert match(chain, [1, 1, 0, 1]) == [0, 1, 3]
    assert match(chain, [1, 1, 0, 0]) == [None, 1, 0]
