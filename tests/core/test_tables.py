"""The tables: every cell against an independent transcription, and what a data file may not contain."""

import itertools
import re
from pathlib import Path

import pytest

from core.bands import counted, faults, measured
from core.crew import count
from core.law import DATA, versions
from core.law.version import DataError, Version, load
from core.wording import source_url

FILE = DATA / "rheinschpersv-2023.toml"
CELLS = Path(__file__).parent.parent / "cases" / "rheinschpersv-2023-cells.txt"

# READINGS R1 and R2: where the German consolidation prints no engineer and this product counts one.
READ_AS_ONE_ENGINEER = {"convoy 5 A2 S2 0", "day-trip 2 A2 S1 0", "day-trip 2 A2 S2 0"}


def rhine() -> Version:
    return next(version for version in versions() if version.id == "rheinschpersv-2023")


def transcribed() -> dict[str, str]:
    lines = CELLS.read_text(encoding="utf-8").splitlines()
    cells = dict(line.split(": ", 1) for line in lines if not line.startswith("#"))
    return {cell: crew + ", engineer 1" if cell in READ_AS_ONE_ENGINEER else crew for cell, crew in cells.items()}


def stored(version: Version) -> dict[str, str]:
    cells = {}
    for table in version.tables.values():
        marks = {meaning: mark for mark, meaning in table.footnotes.items()}
        for group in table.groups:
            for column, crews in group.crews.items():
                for alternative, crew in enumerate(crews):
                    ranks: dict[str, int] = {}
                    notes: dict[str, str] = {}
                    for post in crew:
                        ranks[post.rank] = ranks.get(post.rank, 0) + 1
                        notes[post.rank] = "".join(sorted((marks[note] for note in post.notes), key="¹²³".index))
                    cells[f"{table.name} {group.number} {column} {alternative}"] = ", ".join(
                        f"{rank} {number}{notes[rank]}" for rank, number in ranks.items()
                    )
    return cells


def test_every_cell_is_that_of_the_law() -> None:
    assert stored(rhine()) == transcribed()


def test_every_cell_of_the_german_rules_is_that_of_the_law() -> None:
    """§§ 104 to 109, 112 and 113; ranks in any order."""
    version = next(version for version in versions() if version.id == "binschpersv")
    lines = CELLS.with_name("binschpersv-cells.txt").read_text(encoding="utf-8").splitlines()
    cells = dict(line.split(": ", 1) for line in lines if not line.startswith("#"))
    own = {}
    for table in version.tables.values():
        for group in table.groups:
            for column, (crew,) in group.crews.items():
                own[f"{table.name} {group.number} {column}"] = {
                    f"{rank} {number}" for rank, number in count(crew).items()
                }
    assert {frozenset(own.pop(f"{single} 1 all")) for single in ("harbour-tug", "passenger-boat")} == {
        frozenset({"boatmaster 1", "able_boatman 1", "boatman 1"}),
        frozenset({"boatmaster 1", "deckhand 1"}),
    }
    assert own == {cell: set(crew.split(", ")) for cell, crew in cells.items()}
    assert len(own) == 143


def test_the_transcription_covers_nineteen_groups_in_six_columns() -> None:
    cells = {cell.rsplit(" ", 1)[0] for cell in transcribed()}
    assert len(cells) == 19 * 6


def test_every_version_says_where_it_comes_from_and_when_it_was_checked() -> None:
    problems = []
    for version in versions():
        if version.checked < version.start or version.text_as_of < version.start:
            problems.append(f"{version.id}: checked before it was in force")
        if not version.source.startswith("https://"):
            problems.append(f"{version.id}: no official address")
        provisions = [text.removeprefix("BinSchUO ").removeprefix("Anhang II ") for text in version.provisions.values()]
        provisions += [table.provision for table in version.tables.values()]
        provisions += [note for operation in version.operation.values() for _, note in operation.notes]
        problems += [f"{version.id}: no section in {text!r}" for text in provisions if not re.match(r"§ \d", text)]
        problems += [f"{version.id}: {text}" for text in provisions if not source_url(text).startswith("https://")]
    assert not problems


def test_versions_of_one_family_neither_overlap_nor_leave_a_gap() -> None:
    families: dict[str, list[Version]] = {}
    for version in versions():
        families.setdefault(version.family, []).append(version)
    for family, members in families.items():
        for earlier, later in itertools.pairwise(members):
            assert earlier.end is not None, family
            assert (later.start - earlier.end).days == 1, family


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("boatman      | 1     | 1     | -     | -     | 1    | -", "boatman      | 1     | 1     | -     | -     | 1", "5 cells"),
        ("boatman      | 1     | 1     | -", "bootsman     | 1     | 1     | -", "unknown rank 'bootsman'"),
        ("| A1 S1 | A1 S2 | A2 S1 | A2 S2 | B S1 | B S2", "| A1 S1 | A1 S3 | A2 S1 | A2 S2 | B S1 | B S2", "columns"),
        ('band = "76to250"', 'band = "80to250"', "gap or an overlap"),
        ('band = "76to250"', 'band = "70to250"', "gap or an overlap"),
        ('band = "70to86"', 'band = "71to86"', "gap or an overlap"),
        ("apprentice   | -     | -     | -     | -     | 1¹   | 2¹³", "apprentice   | -     | -     | -     | -     | 1⁴   | 2¹³", "cannot read"),
        ("boatmaster   | 1 1   | 1", "boatmaster   | 1     | 1", "alternatives"),
        ('cells = ["1 B S2"]', 'cells = ["9 B S2"]', "school cell"),
        ("read = 1", "read = 2", "reading R1"),
        ('formations = ["37x15"]', 'formations = ["86x15"]', "named twice"),
        ("[operation.A1]", "[operation.A3]", "every mode"),
    ],
)  # fmt: skip
def test_a_faulty_data_file_is_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "broken.toml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=complaint):
        load(broken)


def test_every_fault_of_a_table_is_named_at_once(tmp_path: Path) -> None:
    """A row that cannot be read does not hide the faults of the rows and cells behind it."""
    text = FILE.read_text(encoding="utf-8")
    block = """
             | A1 S1 | A1 S2 | A2 S1 | A2 S2 | B S1 | B S2
boatmaster   | 1 1   | 1     | 2     |       | 2    | 2
helmsman     | -     | -
able_boatman | x     | y     | -     | -     | -    | -
captain      | -     | -     | -     | -     | -    | -
"""
    start = text.index('crew = """') + len('crew = """')
    broken = tmp_path / "broken.toml"
    broken.write_text(text[:start] + block + text[text.index('"""', start) :], encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(broken)
    told = str(caught.value)
    assert "helmsman has 2 cells for 6 columns" in told
    assert "A1 S1: able_boatman has 1 alternatives, the column 2" in told
    assert "A1 S2: cannot read 'y'" in told
    assert "A2 S2: boatmaster has 0 alternatives" in told
    assert "unknown rank 'captain'" in told


def test_bands_find_gaps_and_overlaps() -> None:
    assert not faults(measured(["to70", "70to86", "over86"]))
    assert not faults(counted(["to75", "76to250", "over250"]))
    assert faults(counted(["to75", "77to250", "over250"]))
    assert faults(counted(["to75", "75to250", "over250"]))
    assert faults(measured(["to70", "over60"]))
    assert faults(measured(["20to70", "70to86"])) == ["20to70: nothing below", "70to86: nothing above"]
