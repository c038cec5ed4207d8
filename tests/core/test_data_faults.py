"""What the law refuses to read or to answer, and what it does where nothing is concerned."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core import InputError, Result, step
from core.bands import Band, band_from_name
from core.facts import parse_fact, parse_facts
from core.law import DATA, Law, law, using
from core.law.answer import Answer
from core.law.changes import Change, touching
from core.law.posts import line_ups
from core.law.version import DataError, Version, load, section
from core.text import Text
from core.then_and_now import _announcement, compare
from core.wording import say

from ..conftest import TODAY

GERMANY = (DATA / "binschpersv.toml").read_text(encoding="utf-8")


def rhine() -> Version:
    version = law().at("rhine", TODAY)
    assert version is not None
    return version


def test_a_table_knows_its_groups_and_no_other() -> None:
    table = rhine().tables["motor"]
    assert table.group("2").number == "2"
    with pytest.raises(DataError, match="table motor has no group 9"):
        table.group("9")
    narrow = replace(table, groups=table.groups[1:])
    below = band_from_name("to70")
    assert below is not None
    with pytest.raises(DataError, match="no group of table motor holds to70"):
        narrow.group_of_band(below)


def test_a_provision_has_a_section() -> None:
    assert section("§ 19.02 Nr. 1") == "19.02"
    with pytest.raises(DataError, match="no section in 'Anlage 8'"):
        section("Anlage 8")


def test_a_rank_that_is_unknown_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "binschpersv.toml"
    place = GERMANY.index("[serve.ranks]")
    old = GERMANY[place:].splitlines()[1]
    file.write_text(
        GERMANY[:place] + GERMANY[place:].replace(old, old.replace('["', '["captain", "', 1), 1), encoding="utf-8"
    )
    with pytest.raises(DataError, match="captain"):
        load(file)


def test_a_condition_that_concerns_nobody_is_not_written() -> None:
    answer = Answer("determined", rhine(), "19.02")
    answer.condition("x", "§ 1", Text("Nobody."), (), "boatman", ("age>18",))
    assert answer.conditions == []
    answer.condition("x", "§ 1", Text("Somebody."), (0,), "boatman", ("age>18",))
    assert [condition.alternatives for condition in answer.conditions] == [(0,)]


def test_a_change_may_touch_a_stretch_of_numbers() -> None:
    change = Change("x", None, "§ 1", ({"power_kw": {"above": 150, "up_to": 300}},), {}, elsewhere=False)
    inside = {"150to300": True, "150to250": True, "to150": False, "over300": False, "150to400": False}
    for name, touched in inside.items():
        assert bool(touching([change], {"power_kw": _band(name)}, None)) is touched, name
    numbers = {"150": False, "150.01": True, "300": True, "300.01": False}
    for number, touched in numbers.items():
        assert bool(touching([change], {"power_kw": Decimal(number)}, None)) is touched, number
    assert not touching([change], {}, None)
    above = replace(change, touches=({"power_kw": {"above": 150}},))
    assert touching([above], {"power_kw": _band("over300")}, None)
    up_to = replace(change, touches=({"power_kw": {"up_to": 150}},))
    assert touching([up_to], {"power_kw": _band("to150")}, None)


def _band(name: str) -> Band:
    band = band_from_name(name)
    assert band is not None
    return band


def test_a_certificate_from_before_all_collected_law_names_no_former_law() -> None:
    vessel = {
        "water": "rhine",
        "vessel": "motor-vessel",
        "length_m": 80,
        "mode": "A1",
        "equipment": "S2",
        "date": "2024-01-01",
    }
    old, older = (result(**vessel, certificate_date=day) for day in ("2015-06-01", "1975-06-01"))
    assert "certificate-law" in [notice.id for notice in old.notices]
    assert "certificate-law" not in [notice.id for notice in older.notices]


def test_after_the_last_version_the_answer_names_the_last_day() -> None:
    with using(Law(tuple(version for version in law().versions if version.id != "binschpersv"))):
        tug = result(water="german", vessel="tug", date="2026-01-01")
    (notice,) = tug.notices
    assert (tug.kind, notice.id) == ("outside", "date-missing")
    assert notice.text.params["last"] == date(2022, 1, 17)


def test_a_seagoing_ship_by_chapter_25_on_a_day_without_rhine_rules() -> None:
    with using(Law(tuple(version for version in law().versions if version.id != "rheinschpersv-2023"))):
        ship = result(water="german", vessel="seagoing", ship_papers="es-trin-25", ship="other", date="2026-01-01")
    assert ship.version is None
    assert "seagoing-german" not in [notice.id for notice in ship.notices]


def test_a_formation_of_today_has_its_name_of_that_day() -> None:
    facts = parse_facts({"water": "rhine", "vessel": "convoy", "formation": "motor+2", "mode": "A1", "equipment": "S2"})
    found = compare(facts, date(2015, 6, 1), date(2020, 6, 1), TODAY)
    assert found.before.facts["formation"] == "motor+2-3"
    assert found.after.facts["formation"] == "motor+2"


def test_an_answer_that_is_read_from_another_place_counts_where_it_differs() -> None:
    boat = parse_facts({"water": "german", "vessel": "passenger-boat", "zone": "4"})
    found = compare(boat, date(2020, 1, 1), date(2024, 1, 1), TODAY)
    assert "§ 3.11" in [change.before for change in found.changes] or found.same


def test_another_kind_of_answer_is_announced_without_numbers() -> None:
    before = result(water="rhine", vessel="tug")
    after = result(water="rhine", vessel="peniche")
    said = say(_announcement(date(2028, 1, 1), before, after), "en")
    assert said == "From 1 January 2028 new rules hold for this vessel, and the answer is another."


def result(**raw: Any) -> Result:
    outcome = step(raw, TODAY)
    assert isinstance(outcome, Result)
    return outcome


@pytest.mark.parametrize("number", [Decimal("1e99"), Decimal("Infinity"), Decimal("NaN"), 1e300, float("inf")])
def test_numbers_beyond_all_measure_are_refused(number: object) -> None:
    with pytest.raises(InputError):
        parse_fact("length_m", number)


def test_a_relief_goes_as_far_as_its_number() -> None:
    """A made-up option that replaces none of the apprentices."""
    found = result(water="german", vessel="motor-vessel", deadweight_t=900, mode="B", power_kw=700, equipment="met")
    assert found.version is not None
    [option] = found.options
    none = replace(found, options=(replace(option, times=0),), version=replace(found.version))

    def ways(answer: Result) -> set[str]:
        places = [place for lines in line_ups(answer) for line in lines for place in line if place.rank == "apprentice"]
        return {rank for place in places for way in place.ways for rank in way.ranks}

    assert "deckhand" in ways(found)
    assert ways(none) == {"apprentice"}
