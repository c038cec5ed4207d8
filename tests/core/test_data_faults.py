"""What the law refuses to read or to answer, and what it does where nothing is concerned."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.bands import band_from_name
from core.law import DATA, law
from core.law.answer import Answer
from core.law.version import DataError, Version, load, section
from core.text import Text

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
