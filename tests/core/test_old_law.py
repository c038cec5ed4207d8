"""The repealed law: its tables against an independent transcription, cell by cell, and cases read from its text.

Every file of ``tests/cases/old`` names its regulation. Where that one is not collected, its tests are skipped, and said so.
"""

import itertools
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core import Result, step
from core.check import check
from core.crew import RANKS
from core.law import versions

from ..conftest import TODAY
from . import test_tables as tables
from .test_cases import describe
from .test_check import person

FOLDER = Path(__file__).parent.parent / "cases" / "old"
IDS = ("binschuo-1988", "binschuo-2008-xi", "binschuo-2018-vi", "rheinschpersv-2011-v1", "rheinschpersv-2011-v2")
COLLECTED = {version.id: version for version in versions()}

RHINE = ("A1 S1", "A1 S2", "A2 S1", "A2 S2", "B S1", "B S2")
NATIONAL = ("A", "B", "C", "D")
NATIONAL_TABLES = {
    **{(name, number): NATIONAL for name, groups in (("towed", 5), ("motor", 5), ("tug", 4), ("day-trip", 7))
       for number in range(1, groups + 1)},
    ("harbour-tug", 1): ("all",),
}  # fmt: skip
FERRIES = {(name, number): ("all",) for name in ("passenger-ferry", "car-ferry") for number in range(1, 6)}
RHINE_GROUPS = {"motor": 3, "convoy": 5, "day-trip": 6, "steam-day-trip": 2, "cabin": 3}
# Which groups and columns the law prints; what is transcribed must be all of it.
PRINTED: dict[str, dict[tuple[str, int], tuple[str, ...]]] = {
    "binschuo-1988": NATIONAL_TABLES,
    "binschuo-2008-xi": NATIONAL_TABLES | FERRIES,
    "binschuo-2018-vi": NATIONAL_TABLES | FERRIES | {("passenger-boat", 1): ("all",)},
    "rheinschpersv-2011-v1": {
        (name, number): RHINE
        for name, groups in (RHINE_GROUPS | {"convoy": 6}).items()
        for number in range(1, groups + 1)
    },
    "rheinschpersv-2011-v2": {
        (name, number): RHINE for name, groups in RHINE_GROUPS.items() for number in range(1, groups + 1)
    },
}

# The smallest and the largest figure of each group, as the law prints its limits.
LENGTHS = ((20, 70), (70.01, 86), (86.01, 135))
PASSENGERS = ((13, 75), (76, 300), (301, 400), (401, 700), (701, 1100), (1101, 1600), (1601, 2500))
FIGURES: dict[str, dict[str, tuple[tuple[float, float], ...]]] = {
    "rhine": {
        "motor length_m": LENGTHS,
        "day-trip passengers": ((13, 75), (76, 250), (251, 600), (601, 1000), (1001, 2000), (2001, 3000)),
        "steam-day-trip passengers": ((501, 1000), (1001, 2000)),
        "cabin beds": ((1, 50), (51, 100), (101, 200)),
    },
    "national": {
        "towed deadweight_t": ((15, 250), (250.1, 500), (500.1, 750), (750.1, 1400), (1400.1, 3000)),
        "motor deadweight_t": ((15, 500), (500.1, 750), (750.1, 1000), (1000.1, 1350), (1350.1, 3000)),
        "tug power_kw": ((100, 147.2), (147.3, 294.4), (294.5, 441.6), (441.7, 1000)),
        "day-trip passengers": PASSENGERS,
        "passenger-ferry passengers": ((10, 35), (36, 250), (251, 600), (601, 1000), (1001, 1500)),
    },
}
FORMATIONS = {
    "rheinschpersv-2011-v1": (("37x15",), ("86x15",), ("pusher+1-over-86", "116.5x15"), ("pusher+2", "motor+1"),
                              ("pusher+3-4", "motor+2-3"), ("pusher+5",)),
    "rheinschpersv-2011-v2": (("37x15",), ("86x15",), ("pusher+1-over-86", "116.5x15"), ("pusher+2", "motor+1"),
                              ("pusher+3", "motor+2")),
}  # fmt: skip
CAR_FERRIES = (((1, 1), (45, 250)), ((45.1, 1), (135, 250)), ((135.1, 1), (45, 251), (270, 600)),
               ((270.1, 1), (45, 601), (300, 1000)), ((45, 1001), (300, 1001)))  # fmt: skip
FIRST_FERRY_DAY = date(2016, 12, 23)


def transcribed(regulation: str) -> dict[str, frozenset[str]]:
    """Return every cell: table, group, column and alternative; ranks in any order, readings applied."""
    lines = (FOLDER / f"{regulation}-cells.txt").read_text(encoding="utf-8").splitlines()
    cells = [line.split("  # ")[0].split(": ", 1) for line in lines if not line.startswith("#")]
    found = {cell: frozenset(crew.split(", ")) for cell, crew in cells}
    assert len(found) == len(cells), "a cell is transcribed twice"
    return found


def alternatives(regulation: str) -> dict[str, list[dict[str, int]]]:
    """Return the crews of each column, without footnotes."""
    found: dict[str, list[dict[str, int]]] = {}
    for cell, crew in transcribed(regulation).items():
        column, alternative = cell.rsplit(" ", 1)
        assert int(alternative) == len(found.setdefault(column, [])), cell
        found[column].append({rank: int(number[0]) for rank, number in (entry.split(" ") for entry in crew)})
    return found


@pytest.mark.parametrize("regulation", IDS)
def test_the_transcription_is_complete(regulation: str) -> None:
    cells = alternatives(regulation)
    printed = {
        f"{name} {number} {column}"
        for (name, number), columns in PRINTED[regulation].items()
        for column in columns
    }  # fmt: skip
    assert set(cells) == printed
    for crews in cells.values():
        for crew in crews:
            assert set(crew) <= set(RANKS)
            assert crew.keys() & {"boatmaster", "ferry_master"}


@pytest.mark.parametrize("regulation", IDS)
def test_every_cell_is_that_of_the_law(regulation: str) -> None:
    version = COLLECTED[regulation]
    assert version.end is not None
    stored = {cell: frozenset(crew.split(", ")) for cell, crew in tables.stored(version.at(version.end)).items()}
    law = transcribed(regulation)
    differing = [
        f"{cell}: {sorted(stored.get(cell, ()))}, law {sorted(law.get(cell, ()))}"
        for cell in law | stored
        if stored.get(cell) != law.get(cell)
    ]
    assert not differing, "\n".join(differing)


def questions(regulation: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Walk over the groups of all tables: "table group", and facts at the edges of that group."""
    rhine = regulation.startswith("rhein")
    for measured, groups in FIGURES["rhine" if rhine else "national"].items():
        table, key = measured.split(" ")
        for number, figures in enumerate(groups, 1):
            for figure in figures:
                yield f"{table} {number}", {"vessel": "motor-vessel" if table == "motor" else table, key: figure}
                if rhine and table == "motor":
                    yield f"{table} {number}", {"vessel": "pusher", key: figure}
    for number, formations in enumerate(FORMATIONS.get(regulation, ()), 1):
        for formation in formations:
            yield f"convoy {number}", {"vessel": "convoy", "formation": formation}
    if not rhine:
        yield "harbour-tug 1", {"vessel": "harbour-tug"}
        yield "passenger-boat 1", {"vessel": "passenger-boat", "zone": "4"}
    for number, pairs in enumerate(CAR_FERRIES, 1):
        for tons, passengers in pairs:
            yield f"car-ferry {number}", {"vessel": "car-ferry", "deadweight_t": tons, "passengers": passengers}


@pytest.mark.parametrize("regulation", IDS)
def test_the_answer_is_the_cell_at_both_edges_of_each_group_on_the_first_and_the_last_day(regulation: str) -> None:
    version = COLLECTED[regulation]
    assert version.end is not None
    cells = alternatives(regulation)
    problems, asked = [], set()
    for group, facts in questions(regulation):
        for column in (cell.removeprefix(f"{group} ") for cell in cells if cell.startswith(f"{group} ")):
            mode, _, standard = column.partition(" ")
            first = max(version.start, FIRST_FERRY_DAY) if "ferry" in group else version.start
            for day in (first, version.end):
                case = facts | {
                    "date": day.isoformat(),
                    "water": "rhine" if standard else "german",
                    "equipment": standard or "met",
                    "passengers_aboard": "yes",
                    "ferry_kind": "free",
                    "mechanical_aids": "yes",
                }
                case |= {} if column == "all" else {"mode": mode}
                case |= {"power_kw": 589} if facts["vessel"] == "motor-vessel" and not standard else {}
                result = step(case, TODAY)
                found = [dict(crew) for crew in result.base] if isinstance(result, Result) else result
                asked.add(f"{group} {column}")
                if found != cells[f"{group} {column}"]:
                    problems.append(f"{group} {column} {facts} {day}: {found}")
    assert not problems, "\n".join(problems)
    assert asked == set(cells)


def cases(folder: Path) -> list[Any]:
    """Return the cases of every file, each with its regulation."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert data["regulation"] == path.stem
        found += [pytest.param(path.stem, case, id=f"{path.stem}: {case['name']}") for case in data["case"]]
    return found


def crews(lines: list[str]) -> list[dict[str, int]]:
    """Read "rank number, rank number", ranks in any order."""
    return [
        {rank: int(number) for rank, number in (entry.split(" ") for entry in line.split(", ") if entry)}
        for line in lines
    ]


def named(wanted: list[str], provisions: list[str]) -> bool:
    """Say whether each wanted provision is one of these or opens a narrower one: "§ 3.18 Nr. 1" and "§ 3.18 Nr. 1 Buchst. a"."""
    return all(any(re.search(rf"{re.escape(one)}(?!\w)", text) for text in provisions) for one in wanted)


@pytest.mark.parametrize(("regulation", "case"), cases(FOLDER))
def test_case(regulation: str, case: dict[str, Any]) -> None:
    result = step(case["facts"], TODAY)
    assert isinstance(result, Result), f"asks for {result.fact.key}"
    wanted = {"kind": "determined", "regulation": regulation} | case
    if wanted["kind"] == "outside" or not wanted["regulation"]:
        del wanted["regulation"]
    wanted |= {key: crews(case[key]) for key in ("base", "crews", "distinct_crews") if key in case}
    found = {
        "kind": result.kind,
        "regulation": result.version and result.version.id,
        "section": result.section,
        "group": result.group,
        "base": [dict(crew) for crew in result.base],
        "crews": [dict(crew) for crew in result.crews],
        "distinct_crews": [dict(crew) for crew, _ in itertools.groupby(result.crews)],
        "entries": list(result.certificate_entries),
    }
    assert {key: found[key] for key in found if key in wanted} == {key: wanted[key] for key in found if key in wanted}
    provisions = [taken.provision for taken in result.steps]
    assert named(case.get("why", []), provisions), provisions
    assert set(case.get("unused", [])) <= set(result.unused)
    options = [describe(option) for option in result.options]
    for allowed in case.get("allows", []):
        assert [option for option in options if f": {allowed}," in option], options
    for forbidden in case.get("forbids", []):
        # A rank alone: nothing may take its place; with an arrow: just this substitution.
        start = f": {forbidden}," if "→" in forbidden else f": {forbidden} "
        assert not [option for option in options if start in option], options
    notices = {notice.id for notice in result.notices}
    assert set(case.get("has", [])) <= notices
    assert not set(case.get("has_not", [])) & notices
    assert set(case.get("conditions", [])) <= {condition.id for condition in result.conditions}


@pytest.mark.parametrize(("regulation", "case"), cases(FOLDER / "people"))
def test_people(regulation: str, case: dict[str, Any]) -> None:
    result = step(case["facts"], TODAY)
    assert isinstance(result, Result), f"asks for {result.fact.key}"
    assert result.version
    assert result.version.id == regulation
    found = check(result, [person(words) for words in case["aboard"]], case["facts"], TODAY)
    possible = case["verdict"] if isinstance(case["verdict"], list) else [case["verdict"]]
    assert found.verdict in possible
    if found.assignment is None:
        return
    if "missing" in case or case["verdict"] == "sufficient":
        assert dict(found.assignment.missing) == case.get("missing", {})
    provisions = [entry.provision for entry in found.assignment.filled]
    assert named(case.get("why", []), provisions), provisions
    assert "crew" not in case or found.assignment.crew == case["crew"]
