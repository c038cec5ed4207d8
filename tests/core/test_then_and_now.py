"""A case on two days, what is documented between them, and a version that is only planned."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core import LANGUAGES, Question, Result, answer, step
from core.facts import parse_facts
from core.law import DATA, law, read, using, versions
from core.law.version import DataError
from core.then_and_now import Comparison, announced, compare, difference
from core.wording import say

from ..conftest import TODAY

MOTOR = {
    "water": "german",
    "vessel": "motor-vessel",
    "deadweight_t": 600,
    "mode": "A",
    "power_kw": 500,
    "equipment": "met",
}
"""Group 2, mode A: a boatmaster and a boatman."""


def compared(one: str, other: str, **facts: Any) -> Comparison:
    return compare(parse_facts(facts), date.fromisoformat(one), date.fromisoformat(other), TODAY)


def crews(outcome: Question | Result) -> list[dict[str, int]]:
    assert isinstance(outcome, Result)
    return [dict(crew) for crew in outcome.crews]


def counting(comparison: Comparison) -> list[str]:
    return [f"{each.day} {each.before} → {each.after}" for each in comparison.changes if each.counts]


# -------------------------------------------------------------------------------------------------------- then and now


def test_the_same_case_on_two_days_and_what_lies_between() -> None:
    facts = {"water": "german", "vessel": "tug", "power_kw": 450, "mode": "C", "equipment": "met"}
    found = compared("2024-01-01", "2007-01-01", **facts)
    assert found.days == (date(2007, 1, 1), date(2024, 1, 1))
    assert crews(found.before) == [{"boatmaster": 2, "boatman": 2, "engineer": 1, "engine_boatman": 1}]
    assert crews(found.after) == [{"boatmaster": 2, "boatman": 2, "apprentice": 1, "engine_minder": 1}]
    assert not found.same
    assert counting(found)[:2] == ["2022-01-18 § 3.07 Nr. 1 → § 107 Abs. 1", "2022-01-18 § 3.02 Nr. 1 → § 124 Abs. 1"]
    for documented in found.changes:
        assert all("{" not in say(documented.text, language) for language in LANGUAGES)


def test_what_changed_words_only_is_listed_but_does_not_count() -> None:
    facts = {"water": "rhine", "vessel": "pusher", "length_m": 60, "mode": "A2", "equipment": "S2"}
    found = compared("2018-01-01", "2020-01-01", **facts)
    assert found.same
    assert [str(each.day) for each in found.changes] == ["2019-12-01"]
    assert not counting(found)


def test_a_formation_is_carried_over_to_its_name_of_that_day() -> None:
    facts = {"water": "rhine", "vessel": "convoy", "formation": "pusher+5", "mode": "A1", "equipment": "S2"}
    found = compared("2015-06-01", "2020-06-01", **facts)
    assert crews(found.before)[0] == {"boatmaster": 1, "helmsman": 1, "able_boatman": 1, "boatman": 1, "apprentice": 1, "engineer": 1}  # fmt: skip
    assert crews(found.after) == [{"boatmaster": 1, "helmsman": 1, "boatman": 1, "apprentice": 1, "engineer": 1}]
    assert counting(found)[0] == "2017-12-01 § 3.16 Nr. 1 Stufe 6 → § 3.16 Nr. 1 Stufe 5"
    today = compared("2015-06-01", "2020-06-01", **{**facts, "formation": "pusher+3"})
    assert isinstance(today.before, Question), "three, four or more: the old law wants to know"
    assert today.before.fact.key == "formation"


def test_what_a_day_left_to_the_authority_and_what_it_asks_otherwise() -> None:
    ferry = {"vessel": "car-ferry", "ferry_kind": "cable", "deadweight_t": 40, "passengers": 100}
    found = compared("2016-12-22", "2016-12-23", water="rhine", **ferry)
    assert (isinstance(found.before, Result), crews(found.before)) == (True, [])
    assert crews(found.after) == [{"ferry_master": 1, "deckhand": 1}]
    assert counting(found) == ["2016-12-23 § 3.09 → §§ 3.08a und 3.08b"]
    cabin = compared(
        "2020-01-01", "2024-01-01", water="german", vessel="cabin", passengers=100, mode="A", equipment="met"
    )
    assert isinstance(cabin.after, Question)
    assert counting(cabin) == ["2022-01-18 § 3.08 → § 109"]


def test_a_harbour_tug_without_its_equipment_no_longer_needs_an_engineer() -> None:
    """Anhang VI § 3.07 Nr. 2 Satz 2 put one in the place of the Matrosen-Motorwart, § 107 Abs. 3 Satz 2 puts nobody."""
    facts = {"water": "german", "vessel": "harbour-tug", "equipment": "not-met"}
    found = compared("2022-01-17", "2022-01-18", **facts)
    assert crews(found.before) == [{"boatmaster": 1, "boatman": 2, "engineer": 1}]
    assert crews(found.after) == [{"boatmaster": 1, "able_boatman": 1, "boatman": 2}]
    assert "2022-01-18 § 3.07 Nr. 2 Satz 2 → § 107 Abs. 3 Satz 2" in counting(found)
    met = compared("2022-01-17", "2022-01-18", **{**facts, "equipment": "met"})
    assert "2022-01-18 § 3.07 Nr. 2 Satz 2 → § 107 Abs. 3 Satz 2" not in counting(met)


def test_a_case_on_the_same_law_has_nothing_between() -> None:
    found = compared("2024-01-01", "2026-01-01", water="rhine", vessel="tug")
    assert found.same
    assert not found.changes


# ------------------------------------------------------------------------------------------------- a version to come


def future(folder: Path, **changes: str) -> Path:
    """Write the German rules as a version that begins on 1 January 2028, with these changes of its text."""
    text = (DATA / "binschpersv.toml").read_text(encoding="utf-8")
    changes = {'id = "binschpersv"': 'id = "binschpersv-2028"', "from = 2022-01-18": "from = 2028-01-01", **changes}
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new, 1)
    (folder / "binschpersv-2028.toml").write_text(text, encoding="utf-8")
    return folder


ONE_BOATMAN_MORE = {
    """number = "2"
band = "500to750"
crew = \"\"\"
           | A | B | C | D
boatmaster | 1 | 2 | 2 | 2
helmsman   | - | - | - | -
boatman    | 1 | 1""": """number = "2"
band = "500to750"
crew = \"\"\"
           | A | B | C | D
boatmaster | 1 | 2 | 2 | 2
helmsman   | - | - | - | -
boatman    | 2 | 1"""
}


@pytest.fixture
def planned(tmp_path: Path) -> Iterator[None]:
    """The collected law and, from a folder of its own, a made-up version of 2028: one boatman more in group 2, mode A."""
    with using(read(DATA, future(tmp_path, **ONE_BOATMAN_MORE))):
        yield


@pytest.mark.usefixtures("planned")
def test_a_new_version_is_a_data_file_and_nothing_more() -> None:
    assert [version.id for version in law().family("germany")][-2:] == ["binschpersv", "binschpersv-2028"]
    last_day = step({**MOTOR, "date": "2027-12-31"}, TODAY)
    first_day = step({**MOTOR, "date": "2028-01-01"}, TODAY)
    assert crews(last_day) == [{"boatmaster": 1, "boatman": 1}]
    assert crews(first_day) == [{"boatmaster": 1, "boatman": 2}]
    words = answer({**MOTOR, "date": "2028-01-01"}, "en", TODAY, [{"rank": "boatmaster"}, {"rank": "boatman"}])
    assert words["result"]["regulation"] == "binschpersv-2028"
    assert words["result"]["in_force"] == ["2028-01-01", None]
    assert words["check"]["missing"] == {"boatman": 1}
    assert answer(MOTOR, "en", TODAY)["result"]["in_force"] == ["2022-01-18", "2027-12-31"]


@pytest.mark.usefixtures("planned")
def test_what_it_will_change_is_announced_on_the_answers_of_today() -> None:
    result = step(MOTOR, TODAY)
    assert isinstance(result, Result)
    found = announced(result, TODAY)
    assert found is not None
    assert (found.day, found.version.id) == (date(2028, 1, 1), "binschpersv-2028")
    assert crews(found.after) == [{"boatmaster": 1, "boatman": 2}]
    assert say(found.text, "en") == "From 1 January 2028: 1\u00a0boatman more."
    in_b = step({**MOTOR, "mode": "B"}, TODAY)
    assert isinstance(in_b, Result)
    assert announced(in_b, TODAY) is None, "mode B stays as it is"
    past = step({**MOTOR, "date": "2024-01-01"}, TODAY)
    assert isinstance(past, Result)
    assert announced(past, TODAY) is None, "nobody sails in 2024 any more"
    planned_day = step({**MOTOR, "date": "2028-06-01"}, TODAY)
    assert isinstance(planned_day, Result)
    assert announced(planned_day, TODAY) is None


@pytest.mark.usefixtures("planned")
def test_a_planned_version_stands_beside_that_of_today() -> None:
    found = compared("2026-11-30", "2028-01-01", **MOTOR)
    assert not found.same
    assert (crews(found.before), crews(found.after)) == (
        [{"boatmaster": 1, "boatman": 1}],
        [{"boatmaster": 1, "boatman": 2}],
    )


def test_nothing_of_it_is_left_behind(tmp_path: Path) -> None:
    before = versions()
    with using(read(DATA, future(tmp_path, **ONE_BOATMAN_MORE))):
        assert len(versions()) == len(before) + 1
    assert versions() is before
    result = step(MOTOR, TODAY)
    assert isinstance(result, Result)
    assert announced(result, TODAY) is None
    assert result.version is not None
    assert result.version.end is None


def test_a_planned_version_may_ask_for_other_facts(tmp_path: Path) -> None:
    """Two new groups of 500 to 600 and 600 to 750 t: the tonnage of today is enough; a band is asked again."""
    split = {
        'band = "500to750"\ncrew = """\n           | A | B | C | D\nboatmaster | 1 | 2 | 2 | 2\nhelmsman   | - | - | - | -': (
            'band = "500to700"\ncrew = """\n           | A | B | C | D\nboatmaster | 1 | 2 | 2 | 2\nhelmsman   | 1 | - | - | -'
        ),
        'number = "3"\nband = "750to1000"': 'number = "3"\nband = "700to1000"',
    }
    with using(read(DATA, future(tmp_path, **split))):
        exact, band = step(MOTOR, TODAY), step({**MOTOR, "deadweight_t": "500to750"}, TODAY)
        assert isinstance(exact, Result)
        assert isinstance(band, Result)
        (one, other) = announced(exact, TODAY), announced(band, TODAY)
        assert one is not None
        assert say(one.text, "en") == "From 1 January 2028: 1\u00a0helmsman more."
        assert other is not None
        assert isinstance(other.after, Question)


def test_versions_that_overlap_or_contradict_each_other_are_refused(tmp_path: Path) -> None:
    text = (DATA / "binschuo-2018-vi.toml").read_text(encoding="utf-8")
    (tmp_path / "binschuo-2018-vi.toml").write_text(
        text.replace("to = 2022-01-17", "to = 2021-12-31", 1), encoding="utf-8"
    )
    with pytest.raises(DataError, match="ends on 2021-12-31"):
        read(DATA, tmp_path)


# ---------------------------------------------------------------------------------------------------------------- words


def test_a_difference_in_words() -> None:
    def words(before: list[dict[str, int]], after: list[dict[str, int]]) -> str:
        return say(difference(before, after), "en")

    assert words([{"boatmaster": 1}], [{"boatmaster": 1, "boatman": 2}]) == "2\u00a0boatmen more"
    assert words([{"boatman": 2}, {"boatman": 3}], [{"boatman": 1}, {"boatman": 2}]) == "1\u00a0boatman fewer"
    assert words([{"boatman": 1}], [{"apprentice": 1}]) == "1\u00a0boatman fewer, 1\u00a0apprentice more"
    assert words([{"boatman": 1}], [{"boatman": 1}, {"apprentice": 1}]) == "another crew"
