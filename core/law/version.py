"""One version of a regulation: its data file, read once and refused if anything in it cannot be right.

What an amendment changed within a version is an edition: a block in the same file that is laid over what stands above it.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.bands import Band, faults
from core.crew import RANKS, Crew, Post
from core.facts import BY_KEY, Choice, band_of
from core.text import Text

_CELL = re.compile(r"(\d+|-)([¹²³]*)")
_SECTION = re.compile(r"§ (\d+[a-z]?(?:\.\d+[a-z]?)*)")


class DataError(ValueError):
    """A data file contradicts itself; the message lists every fault that was found."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A cell where the published texts differ: what the German consolidation prints and what is read instead."""

    id: str
    group: str
    columns: tuple[str, ...]
    rank: str
    printed: int
    read: int


@dataclass(frozen=True, slots=True)
class SchoolCell:
    """A cell from which one apprentice at school may be missing; ``second``: only if the other one is aboard."""

    provision: str
    second: bool
    reading: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """One group (Stufe) of a table: what belongs to it, and its crews by column ("A1 S1"), alternatives in order."""

    number: str
    band: Band | None
    formations: tuple[str, ...]
    crews: Mapping[str, tuple[Crew, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A crew table. ``rules`` are the provisions and lists that go with it and belong to its family of law."""

    name: str
    provision: str
    section: str
    measure: str
    groups: tuple[Group, ...]
    readings: tuple[Reading, ...]
    school_cells: Mapping[str, SchoolCell]
    footnotes: Mapping[str, str]
    rules: Mapping[str, Any]

    @property
    def bands(self) -> tuple[Band, ...]:
        """The bands of the groups, in order."""
        return tuple(group.band for group in self.groups if group.band)

    @lru_cache(maxsize=64)  # noqa: B019 - there are a few tables, and they live as long as the program
    def footnote(self, meaning: str) -> str:
        """Return the provision of the footnote with this meaning."""
        mark = next(mark for mark, text in self.footnotes.items() if text == meaning)
        return f"{self.provision} Fußnote {'¹²³'.index(mark) + 1}"

    def rule(self, name: str) -> str | None:
        """Return the provision of a rule, or ``None`` if this table does not have it."""
        return self.rules.get(name)

    def group(self, number: str) -> Group:
        """Return a group by its number. Raises DataError for a number that is not there."""
        for group in self.groups:
            if group.number == number:
                return group
        raise DataError(f"table {self.name} has no group {number}")

    def after(self, group: Group) -> Group | None:
        """Return the next higher group, or ``None`` for the highest."""
        place = self.groups.index(group) + 1
        return self.groups[place] if place < len(self.groups) else None

    def group_of_band(self, band: Band) -> Group:
        """Return the group that holds a band of its measure. Raises DataError if none does."""
        for group in self.groups:
            if group.band and group.band.contains(band):
                return group
        raise DataError(f"no group of table {self.name} holds {band.value}")

    def group_of_formation(self, formation: str) -> Group | None:
        """Return the group in which a formation stands."""
        return next((group for group in self.groups if formation in group.formations), None)


@dataclass(frozen=True, slots=True)
class RestRule:
    """Who has to rest how long in which period; see ``rest`` of a result."""

    who: str
    hours: int
    in_one_piece: int
    outside_sailing: bool
    per_hours: int
    provision: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The night stop of an operating mode."""

    hours: int
    start: str
    end: str
    provision: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operating mode: sailing hours, night stop, rest, and the notes that go with it as (id, provision).

    Without a mode and hours it is what holds for everybody.
    """

    mode: str | None
    hours: int | None
    stop: Stop | None
    rest: tuple[RestRule, ...]
    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StaffRow:
    """Safety staff for a state of the vessel and a number of persons or beds (``None``: no limit)."""

    state: str
    measure: str
    above: int | None
    up_to: int | None
    passenger_expert: int
    first_aider: int
    breathing_apparatus: int


@dataclass(frozen=True, slots=True)
class DatedNotice:
    """A notice for answers of some tables (all, if none is named) up to a day."""

    id: str
    provision: str | None
    to: date
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Serve:
    """The general rule of who may fill a lower post: the ranks for each post.

    ``holders``: it speaks of whoever holds a boatmaster certificate, also as helmsman. ``gap`` names why it is not certain.
    """

    provision: str
    ranks: Mapping[str, frozenset[str]]
    holders: bool
    gap: str | None


@dataclass(frozen=True, slots=True)
class Qualify:
    """A rank that asks so little that others meet it too: who, and what they must fulfil."""

    provision: str
    ranks: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CabinEntries:
    """BinSchPersV § 137: entries for cabin vessels in certificates from before ``before`` ended on ``ended``."""

    provision: str
    before: date
    ended: date


@dataclass(frozen=True, slots=True)
class Missing:
    """A stretch of days whose law is not collected, and the name of what is missing."""

    start: date | None
    end: date
    what: str


@dataclass(frozen=True, slots=True)
class Amendment:
    """A day within a version on which its text changed, and where that was published."""

    start: date
    published: str


@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """A regulation as it stood between two days.

    ``rules`` are the parameters of rules that differ between versions. ``editions`` are the same version as amended within
    these days, each with the day on which it begins; the version itself is the first of them. ``missing`` is what came
    before and is not collected. ``old_ranks`` are the ranks that have another name today.
    """

    id: str
    family: str
    title: str
    short: str
    name: str
    cited_as: str
    start: date
    end: date | None
    published: str
    text_as_of: date
    checked: date
    source: str
    pending: tuple[str, ...]
    modes: tuple[str, ...]
    equipment: tuple[str, ...]
    scope: Mapping[str, int]
    provisions: Mapping[str, str]
    tables: Mapping[str, Table]
    shortfall: Mapping[str, Mapping[str, int]]
    operation: Mapping[str, Operation]
    without_mode: Operation | None
    safety_staff: Mapping[str, tuple[StaffRow, ...]]
    dated_notices: tuple[DatedNotice, ...]
    serve: Serve | None
    qualify: Mapping[str, Qualify]
    rules: Mapping[str, Any]
    sentences: Mapping[str, str]
    old_ranks: tuple[str, ...]
    cabin_entries: CabinEntries | None
    section_pages: bool
    missing: tuple[Missing, ...]
    editions: tuple[tuple[Amendment, "Version"], ...]

    def at(self, day: date) -> "Version":
        """Return the edition of this version that is in force on a day."""
        return next((edition for amendment, edition in reversed(self.editions) if amendment.start <= day), self)

    def until(self, successor: date) -> "Version":
        """Return this version with its last day before its successor. Raises DataError if its file says another day."""
        last = successor - timedelta(days=1)
        if self.end == last:
            return self
        if self.end is not None:
            raise DataError(f"{self.id} ends on {self.end}, but its successor begins on {successor}")
        return replace(self, end=last, editions=tuple((day, replace(each, end=last)) for day, each in self.editions))

    def in_force(self, day: date) -> bool:
        """Say whether this version was, is or will be the law on a day."""
        return self.start <= day and (self.end is None or day <= self.end)


@lru_cache(maxsize=16)
def mode_choices(version: Version) -> tuple[Choice, ...]:
    """Return the operating modes of a version as choices: the letter never stands without its hours."""
    return tuple(
        Choice(mode, mode, Text("{mode} · up to {hours} hours", {"mode": mode, "hours": operation.hours}))
        for mode, operation in version.operation.items()
    )


def mode_label(version: Version, mode: str) -> Text:
    """Return the words of an operating mode: "A1 · up to 14 hours"."""
    return next(choice.label for choice in mode_choices(version) if choice.value == mode)


def section(provision: str) -> str:
    """Return the bare number of the section in a provision: "§ 19.02 Nr. 1" gives "19.02"."""
    match = _SECTION.search(provision)
    if match is None:
        raise DataError(f"no section in {provision!r}")
    return match[1]


def load(path: Path) -> Version:
    """Read a data file. Raises DataError if a table has a gap, an overlap, an unknown rank or column, or a missing cell."""
    with path.open("rb") as stream:
        data = tomllib.load(stream)
    try:
        editions = []
        amended: Mapping[str, Any] = data
        for block in data.get("editions", ()):
            amended = _laid_over(amended, block)
            editions.append((Amendment(block["from"], block["published"]), _version({**amended, "from": data["from"]})))
        return _version(data, tuple(editions))
    except DataError as problem:
        raise DataError(f"{path.name}: {problem}") from None


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return a block with what another one changes: tables are laid over, ``false`` takes a key away, all else is replaced."""
    merged = dict(below)
    for key, value in above.items():
        if value is False:
            merged.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(below.get(key), Mapping):
            merged[key] = _laid_over(below[key], value)
        else:
            merged[key] = value
    return merged


def _version(data: Mapping[str, Any], editions: tuple[tuple[Amendment, Version], ...] = ()) -> Version:
    problems: list[str] = []
    modes = tuple(data["modes"])
    columns = tuple(f"{mode} {standard}" for mode in modes for standard in ("S1", "S2"))
    tables = {name: _table(name, block, columns, problems) for name, block in data["tables"].items()}
    problems += [
        f"{block} must name every mode, and no other"
        for block in ("operation", "shortfall")
        if block in data and set(data[block]) != set(modes)
    ]
    if problems:
        raise DataError("; ".join(problems))
    entries = data.get("cabin_entries")
    return Version(
        id=data["id"],
        family=data["family"],
        title=data["title"],
        short=data["short"],
        name=data["name"],
        cited_as=data["cited_as"],
        start=data["from"],
        end=data.get("to"),
        published=data["published"],
        text_as_of=data["text_as_of"],
        checked=data["checked"],
        source=data["source"],
        pending=tuple(data["pending"]),
        modes=modes,
        equipment=tuple(data["equipment"]),
        scope=data.get("scope", {}),
        provisions=data["provisions"],
        tables=tables,
        shortfall=data.get("shortfall", {}),
        operation={mode: _operation(mode, data["operation"][mode]) for mode in modes},
        without_mode=_operation(None, data["rest_without_mode"]) if "rest_without_mode" in data else None,
        safety_staff={kind: tuple(_staff(row) for row in rows) for kind, rows in data.get("safety_staff", {}).items()},
        dated_notices=tuple(
            DatedNotice(notice["id"], notice.get("provision"), notice["to"], tuple(notice.get("tables", ())))
            for notice in data.get("dated_notices", ())
        ),
        serve=_serve(data["serve"]) if "serve" in data else None,
        qualify={
            rank: Qualify(block["provision"], tuple(block["ranks"]), tuple(block["needs"]))
            for rank, block in data.get("qualify", {}).items()
        },
        rules=data.get("rules", {}),
        sentences=data.get("sentences", {}),
        old_ranks=tuple(data.get("old_ranks", ())),
        cabin_entries=CabinEntries(**entries) if entries else None,
        section_pages=data.get("section_pages", True),
        missing=tuple(Missing(block.get("from"), block["to"], block["what"]) for block in data.get("missing", ())),
        editions=editions,
    )


def _serve(block: Mapping[str, Any]) -> Serve:
    ranks = {post: frozenset(may) for post, may in block["ranks"].items()}
    unknown = {rank for rank in (*ranks, *(each for may in ranks.values() for each in may)) if rank not in RANKS}
    if unknown:
        raise DataError(f"serve: unknown ranks {sorted(unknown)}")
    return Serve(block["provision"], ranks, block.get("holders", False), block.get("gap"))


def _table(name: str, block: Mapping[str, Any], columns: Sequence[str], problems: list[str]) -> Table:
    about = f"table {name}"
    footnotes: Mapping[str, str] = block.get("footnotes", {})
    columns = block.get("columns", columns)
    measure: str = block["measure"]
    bands = _bands(measure, [group["band"] for group in block["groups"] if "band" in group])
    groups = []
    for place, group in enumerate(block["groups"]):
        crews = _crews(
            f"{about}, group {group['number']}", group["crew"], block["provision"], footnotes, columns, problems
        )
        formations = tuple(group.get("formations", ()))
        groups.append(Group(group["number"], bands[place] if bands else None, formations, crews))
    if bands:
        problems += [
            f"{about}: {fault}" for fault in faults(bands) if not fault.endswith(("nothing below", "nothing above"))
        ]
    named = [formation for group in groups for formation in group.formations]
    known = {choice.value for choice in BY_KEY["formation"].choices}
    problems += [
        f"{about}: formation {formation} is unknown or named twice"
        for formation in named
        if formation not in known or named.count(formation) > 1
    ]
    readings = tuple(
        Reading(r["id"], r["group"], tuple(r["columns"]), r["rank"], r["printed"], r["read"])
        for r in block.get("readings", ())
    )
    by_number = {group.number: group for group in groups}
    for reading in readings:
        for column in reading.columns:
            crews_read = by_number[reading.group].crews[column]
            if any(sum(post.rank == reading.rank for post in crew) != reading.read for crew in crews_read):
                problems.append(f"{about}: reading {reading.id} is not what stands in {column}")
    school_cells = {}
    for entry in block.get("school_cells", ()):
        for cell in entry["cells"]:
            number, _, column = cell.partition(" ")
            if number not in by_number or column not in columns:
                problems.append(f"{about}: school cell {cell} does not exist")
            provision = f"{block['school']} Buchst. {entry['letter']}" if "letter" in entry else block["school"]
            school_cells[cell] = SchoolCell(provision, entry["second"], entry.get("reading"))
    return Table(
        name=name,
        provision=block["provision"],
        section=section(block["provision"]),
        measure=measure,
        groups=tuple(groups),
        readings=readings,
        school_cells=school_cells,
        footnotes=footnotes,
        rules=block,
    )


def _bands(measure: str, names: Sequence[str]) -> tuple[Band, ...]:
    return tuple(band_of(BY_KEY[measure], name) for name in names)


def _crews(
    about: str,
    block: str,
    provision: str,
    footnotes: Mapping[str, str],
    columns: Sequence[str],
    problems: list[str],
) -> dict[str, tuple[Crew, ...]]:
    """Read one block: a line of column names, then a line for each rank with a cell for each column."""
    head, *lines = [[cell.strip() for cell in line.split("|")] for line in block.strip("\n").splitlines()]
    # A group may have one cell where others have sub-columns: "D" for "D 1" and "D 2".
    whole = list(dict.fromkeys(column.split(" ")[0] if column[-2:] in (" 1", " 2") else column for column in columns))
    if head[1:] not in (list(columns), whole):
        problems.append(f"{about}: the columns are {head[1:]}, not {list(columns)}")
    columns = head[1:]
    alternatives: dict[str, list[list[Post]]] = {}
    either: dict[str, list[tuple[Post, ...]]] = {}
    for row, *cells in lines:
        ranks = row.split(" or ")
        problems += [f"{about}: unknown rank {rank!r}" for rank in ranks if rank not in RANKS]
        if len(cells) != len(columns):
            problems.append(f"{about}: {row} has {len(cells)} cells for {len(columns)} columns")
            continue
        for column, cell in zip(columns, cells, strict=True):
            values = cell.split()
            crews = alternatives.setdefault(column, [[] for _ in values])
            if not values or len(values) != len(crews):
                problems.append(f"{about}, {column}: {row} has {len(values)} alternatives, the column {len(crews)}")
                continue
            for place, value in enumerate(values):
                match = _CELL.fullmatch(value)
                if match is None or any(mark not in footnotes for mark in match[2]):
                    problems.append(f"{about}, {column}: cannot read {value!r}")
                    continue
                notes = frozenset(footnotes[mark] for mark in match[2])
                number = 0 if match[1] == "-" else int(match[1])
                posts = [[Post(rank, provision, by_table=True, notes=notes)] * number for rank in ranks]
                crews[place] += posts[0]
                if len(ranks) > 1:
                    either.setdefault(column, [() for _ in values])[place] = tuple(posts[1])
    return {
        column: tuple(
            found
            for place, crew in enumerate(crews)
            for found in _either(tuple(crew), either[column][place] if column in either else ())
        )
        for column, crews in alternatives.items()
    }


def _either(crew: Crew, others: tuple[Post, ...]) -> Iterator[Crew]:
    """Yield what "the one rank or the other" makes of a crew whose last posts have the one: n posts give n + 1 crews."""
    for number in range(len(others) + 1):
        yield crew[: len(crew) - number] + others[:number]


def _operation(mode: str | None, block: Mapping[str, Any]) -> Operation:
    stop = block.get("stop")
    return Operation(
        mode=mode,
        hours=block.get("hours"),
        stop=Stop(stop["hours"], stop["from"], stop["to"], stop["provision"]) if stop else None,
        rest=tuple(RestRule(**rule) for rule in block["rest"]),
        notes=tuple((note, provision) for note, provision in block["notes"]),
    )


def _staff(row: Mapping[str, Any]) -> StaffRow:
    return StaffRow(
        state=row["state"],
        measure=row["measure"],
        above=row.get("above"),
        up_to=row.get("up_to"),
        passenger_expert=row["passenger_expert"],
        first_aider=row["first_aider"],
        breathing_apparatus=row["breathing_apparatus"],
    )
