"""An amendment, from a file in a folder of its own to the answers that it changes (docs/law-update.md)."""

import io
from datetime import date
from pathlib import Path

import pytest

from core import enumeration, step
from core.law import DATA, law, read, using
from core.law.changes import all_changes
from core.law.version import DataError
from core.result import Result

from ..conftest import TODAY

FIRST_DAY = date(2027, 7, 1)
RHINE = (DATA / "rheinschpersv-2023.toml").read_text(encoding="utf-8")
ONE = "boatman      | - 1   | 1     |"
"""The boatmen of § 19.02 group 2, mode A1: both alternatives of S1, and S2."""


def amended(folder: Path, cell: str) -> Path:
    """Write an edition: group 2 of § 19.02 with another number of boatmen in A1 S2 from the middle of 2027 on."""
    table = RHINE.partition("[[tables.motor.groups]]")[2].partition("[[tables.motor.school_cells]]")[0]
    assert table.count(ONE) == 1
    groups = "[[editions.tables.motor.groups]]" + table.replace("[[tables.", "[[editions.tables.").replace(ONE, cell)
    edition = f'\n[[editions]]\nfrom = {FIRST_DAY}\npublished = "made up"\n\n{groups}'
    (folder / "rheinschpersv-2023.toml").write_text(RHINE + edition, encoding="utf-8")
    return folder


@pytest.mark.proof
def test_a_made_up_amendment_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    before, folder = tmp_path / "before.txt", tmp_path / "planned"
    folder.mkdir()
    start = ("--on", str(FIRST_DAY))
    assert enumeration.main([*start, "--list", "--write", str(before)], TODAY, io.StringIO()) == 0
    amended(folder, "boatman      | - 1   | 2     |")
    output = io.StringIO()
    assert enumeration.main([*start, "--law", str(folder), "--diff", str(before)], TODAY, output) == 1
    lines = output.getvalue().splitlines()
    gone = [line.split()[0][1:] for line in lines if line.startswith("-")]
    come = [line.split()[0][1:] for line in lines if line.startswith("+")]
    assert gone == come, "no case appears or goes"
    assert "wRvMlCmA1eS2" in come
    assert all("lCmA1eS2" in code for code in come), "over 70 up to 86 m, A1, S2: alone, empty, or as a seagoing ship"


def test_it_answers_from_its_day_on(tmp_path: Path) -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 80, "mode": "A1", "equipment": "S2"}
    with using(read(DATA, amended(tmp_path, "boatman      | - 1   | 2     |"))):
        crews = []
        for day in ("2027-06-30", "2027-07-01"):
            result = step({**facts, "date": day}, TODAY)
            assert isinstance(result, Result)
            crews.append(result.crews[0]["boatman"])
    assert crews == [1, 2]


def test_a_cell_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="table motor, group 2, A1 S2: cannot read 'x'"):
        read(DATA, amended(tmp_path, "boatman      | - 1   | x     |"))


def test_each_day_on_which_the_text_changed_is_documented() -> None:
    documented = {(changes.family, changes.day) for changes in all_changes()}
    for family in ("rhine", "germany"):
        first, *later = law().family(family)
        days = [version.start for version in later]
        days += [amendment.start for version in (first, *later) for amendment, _ in version.editions]
        assert {(family, day) for day in days} <= documented
