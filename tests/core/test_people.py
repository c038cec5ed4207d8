"""The people aboard: what is read, what is refused, and what is said of them."""

from dataclasses import replace
from typing import Any

import pytest

from core import InputError, Result, answer, check_words, step, wording
from core.aboard import KINDS, fitting, name
from core.check import assign, best_way
from core.check import check as check_people
from core.choice import carry, fewer_people
from core.law.posts import Place, Way, _age
from core.people import MOST, Person, parse_people
from core.text import Text

from ..conftest import TODAY

MOTOR = {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}


def result(**facts: Any) -> Result:
    found = step({**MOTOR, **facts}, TODAY)
    assert isinstance(found, Result)
    return found


@pytest.mark.parametrize(
    ("raw", "person"),
    [
        ({"rank": "boatman"}, Person("boatman")),
        ({"rank": "boatman", "count": 0}, None),
        ({"rank": "boatman", "count": MOST}, Person("boatman", MOST)),
        ({"rank": "boatman", "count": "3"}, Person("boatman", 3)),
        ({"rank": "boatman", "count": 3.0}, Person("boatman", 3)),
        ({"rank": "apprentice", "age": 0, "training_year": 9, "sailing_days": 40_000}, Person("apprentice", 1, 0, 9, 40_000)),
        ({"rank": "apprentice", "age": 120, "training_year": 0, "sailing_days": 0}, Person("apprentice", 1, 120, 0, 0)),
        ({"rank": "apprentice", "age": None, "sailing_days": None}, Person("apprentice")),
        ({"rank": "helmsman", "boatmaster_certificate": True}, Person("helmsman", boatmaster_certificate=True)),
        ({"rank": "boatmaster", "stretch": "no"}, Person("boatmaster", stretch=False)),
        ({"rank": "boatman", "final_exam": "yes"}, Person("boatman", final_exam=True)),
        ({"rank": "engineer", "paper": "old"}, Person("engineer", old_paper=True)),
    ],
)  # fmt: skip
def test_a_person_is_read(raw: object, person: Person | None) -> None:
    assert parse_people([raw]) == (() if person is None else (person,))


@pytest.mark.parametrize(
    ("raw", "value", "words"),
    [
        ("crew", "crew", "must be a list of people"),
        ({}, "{}", "must be a list of people"),
        ([{}], "{}", "must be a list of people"),
        (["boatman"], "boatman", "must be a list of people"),
        ([{"rank": "captain"}], "captain", "“captain” is not a rank"),
        ([{"rank": []}], "[]", "“[]” is not a rank"),
        ([{"rank": "boatman", "count": MOST + 1}], "100", "“count” must be a whole number from 0 to 99"),
        ([{"rank": "boatman", "count": -1}], "-1", "“count” must be a whole number from 0 to 99"),
        ([{"rank": "boatman", "count": None}], "null", "“count” must be a whole number"),
        ([{"rank": "boatman", "count": "²"}], "²", "“count” must be a whole number"),
        ([{"rank": "boatman", "count": "000003"}], "000003", "“count” must be a whole number"),
        ([{"rank": "boatman", "age": 121}], "121", "“age” must be a whole number from 0 to 120"),
        ([{"rank": "boatman", "age": True}], "true", "“age” must be a whole number"),
        ([{"rank": "boatman", "age": 17.5}], "17.5", "“age” must be a whole number"),
        ([{"rank": "boatman", "age": 121.0}], "121.0", "“age” must be a whole number"),
        ([{"rank": "apprentice", "training_year": 10}], "10", "from 0 to 9"),
        ([{"rank": "apprentice", "sailing_days": 40_001}], "40001", "from 0 to 40000"),
        ([{"rank": "boatmaster", "stretch": "maybe"}], "maybe", "“stretch” must be true or false"),
        ([{"rank": "boatman", "paper": "new"}], "new", "“paper” can only be “old”"),
        ([{"rank": "boatman", "shoe_size": 43}], "43", "“shoe_size” says nothing about a person here"),
    ],
)  # fmt: skip
def test_what_is_no_person_is_named(raw: object, value: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_people(raw)
    error = wording.error_object(caught.value, "en")
    assert (error["key"], error["value"]) == ("aboard", value)
    assert words in error["message"]


def test_a_kind_has_a_name_in_words() -> None:
    by_letter = {kind.letter: kind for kind in KINDS}
    assert name(by_letter["M"], 1, "en") == "boatman"
    assert name(by_letter["M"], 2, "en") == "boatmen"
    assert name(by_letter["y"], 2, "en") == "apprentice, over 18"
    counts = {by_letter["M"]: 2, by_letter["L"]: 0, by_letter["P"]: 1}
    assert fitting(counts, [by_letter["M"], by_letter["L"]]) == {by_letter["M"]: 2}


def test_how_many_are_missing_is_said() -> None:
    assert check_words.missing_text({}, "en") is None
    one = check_words.missing_text({"boatman": 1}, "en")
    two = check_words.missing_text({"boatman": 1, "apprentice": 1}, "en")
    assert one is not None
    assert two is not None
    assert wording.say(one, "en").replace("\u00a0", " ") == "One person is missing: 1 boatman."
    assert wording.say(two, "en").replace("\u00a0", " ") == "Missing: 1 boatman, 1 apprentice."


def test_a_mode_that_still_needs_a_fact_names_it() -> None:
    facts = {"water": "german", "vessel": "motor-vessel", "deadweight_t": 200, "mode": "A", "equipment": "met"}
    modes = answer(facts, "en", TODAY, [{"rank": "boatmaster"}])["check"]["modes"]
    assert [mode.get("question") for mode in modes] == [None, None, "power_kw", "power_kw"]
    assert "question" not in modes[0]


def test_of_two_ways_the_first_counts() -> None:
    """A place that two provisions let the same person fill is filled by the first of them."""
    place = Place("boatman", (Way(frozenset(["boatman"]), "§ 1"), Way(frozenset(["boatman"]), "§ 2")))
    found = best_way(Person("boatman"), place)
    assert found is not None
    assert (found[0], found[1].provision) == (0, "§ 1")


def test_a_way_without_a_doubt_comes_before_one_with() -> None:
    ways = (Way(frozenset(["apprentice"]), "§ 1", ("age>=17",)), Way(frozenset(["apprentice"]), "§ 2"))
    found = best_way(Person("apprentice"), Place("boatman", ways))
    assert found is not None
    assert found[1].provision == "§ 2"
    assert found[2] == []


@pytest.mark.parametrize(
    ("rank", "age"),
    [
        ("apprentice", 15), ("deckhand", 16), ("deckhand_180", 16), ("engine_boatman", 17), ("boatman", 17), ("able_boatman", 17),
        ("helmsman", 17), ("engineer", 18), ("engine_minder", 18), ("ferry_master", 18), ("boatmaster", 18),
    ],
)  # fmt: skip
def test_a_paper_vouches_for_an_age(rank: str, age: int) -> None:
    """RheinSchPersV §§ 10.01, 10.02, 12.01; BinSchPersV §§ 29 to 37: nobody gets the paper younger."""
    assert _age(Person(rank), age) is True
    assert isinstance(_age(Person(rank), age + 1), Text)
    assert _age(Person(rank, age=age), age + 1) is False


def test_outside_the_rules_nothing_is_said_of_the_people() -> None:
    outside = result(water="elsewhere")
    assert assign(outside, [Person("boatmaster")]) is None
    found = check_people(outside, [Person("boatmaster")], MOTOR, TODAY)
    assert (found.verdict, found.modes) == ("unclear", ())
    [said] = check_words.verdict_texts(outside, [], found, "en")
    assert "outside the rules" in said.msgid
    [said] = check_words.verdict_texts(replace(outside, kind="authority"), [], found, "en")
    assert "to the authority" in said.msgid


def crews(*sizes: int) -> Result:
    return replace(result(), crews=tuple({"boatmaster": size} for size in sizes))


@pytest.mark.parametrize(
    ("national", "rhine", "said"),
    [
        ((3, 4), (5,), "The national crew needs fewer people: 3 in place of 5."),
        ((5,), (6, 3), "The crew by the Rhine rules needs fewer people: 3 in place of 5."),
        ((4,), (4, 5), "Both crews need the same number of people: 4."),
    ],
)
def test_which_crew_is_smaller(national: tuple[int, ...], rhine: tuple[int, ...], said: str) -> None:
    assert wording.say(fewer_people(crews(*national), crews(*rhine)), "en") == said


@pytest.mark.parametrize(
    ("facts", "equipment"),
    [
        ({"rules": "rhine", "vessel": "cabin", "passengers_aboard": "yes", "equipment": "S2"}, "S2"),
        ({"rules": "rhine", "vessel": "cabin", "passengers_aboard": "yes", "equipment": "S1"}, None),
        ({"rules": "rhine", "vessel": "cabin", "passengers_aboard": "no", "equipment": "S1"}, "met"),
        ({"rules": "rhine", "vessel": "convoy", "formation": "pusher+2", "equipment": "S1"}, "S1"),
        ({"rules": "rhine", "vessel": "motor-vessel", "equipment": "no-S1-abc"}, None),
        ({"vessel": "convoy", "formation": "pusher+2", "equipment": "S2"}, "S2"),
        ({"vessel": "motor-vessel", "equipment": "met"}, None),
    ],
)
def test_which_equipment_is_carried_to_the_other_rules(facts: dict[str, Any], equipment: str | None) -> None:
    carried = carry({"water": "german", **facts})
    assert carried.get("equipment") == equipment
    assert carried["rules"] == ("national" if "rules" in facts else "rhine")


def test_a_sentence_is_filled_anew() -> None:
    assert Text("{n} beds", {"n": 1}).with_(n=2) == Text("{n} beds", {"n": 2})
