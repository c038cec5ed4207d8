"""Where published texts of the law contradict each other, and which of them the answers follow.

Cells of tables come from the data of the versions; what is not a cell is written here. A contradiction is listed as long
as its regulation is collected. What the law leaves open is no erratum: it stands as a notice on the answer that it changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core import wording
from core.law import versions
from core.law.version import Reading, Table, Version
from core.text import Text


@dataclass(frozen=True, slots=True)
class Erratum:
    """A contradiction in words: the reading's name, the provision and its official address, what the texts say, and what
    is done about it.
    """

    id: str
    regulation: str
    provision: str
    url: str
    texts: str
    reading: str


@dataclass(frozen=True, slots=True)
class _Written:
    """A contradiction that is not a cell; ``regulations`` are the versions that it is about."""

    id: str
    regulations: tuple[str, ...]
    provision: str
    texts: Text
    reading: Text


_WRITTEN = (
    _Written(
        "R3",
        ("rheinschpersv-2023",),
        "§ 19.04 Nr. 2",
        Text("Group 1, B S2: some copies print one boatman; the German and the Dutch text print none."),
        Text("No boatman is counted."),
    ),
    _Written(
        "R5",
        ("rheinschpersv-2023",),
        "§ 19.04 Nr. 5",
        Text(
            "Apprentices in place of boatmen: the German text and the French text of its predecessor name day-trip and "
            "steam vessels; the Dutch text names day-trip vessels only."
        ),
        Text("It is offered for both. On steam vessels the answer says so."),
    ),
    _Written(
        "R31",
        ("rheinschpersv-2023",),
        "§ 19.04",
        Text(
            "The first print of April 2023 had wrong headings over the groups 1 and 2 and one engineer too few; it was "
            "corrected in November 2023."
        ),
        Text("The corrected text is used from the first day."),
    ),
    _Written(
        "H1",
        ("binschuo-1988",),
        "§ 117",
        Text("Some copies leave cells blank: helmsman in group 4, D; and in § 119 the Schiffsjunge in four cells."),
        Text("A blank cell counts as none."),
    ),
    _Written(
        "H2",
        ("binschuo-2008-xi",),
        "§ 3.05",
        Text("Misprints in the limits of the groups: “up to 700 t” in § 3.05 and “from 1191” in § 3.08."),
        Text("The limits are read as 750 t and 1101 passengers, where the next group begins."),
    ),
)

_SCHOOL = Text(
    "One apprentice less during school, group and column {cell}: the present German text does not list this case; the Dutch "
    "text and the earlier German text do."
)


def errata(language: str) -> tuple[Erratum, ...]:
    """Return every contradiction in the collected regulations, in the order of the regulations, the newest first."""
    return tuple(
        erratum for version in reversed(versions()) for erratum in sorted(_of(version, language), key=_by_number)
    )


def _by_number(erratum: Erratum) -> tuple[str, int]:
    return erratum.id[0], int(erratum.id[1:])


def _of(version: Version, language: str) -> Iterator[Erratum]:
    def erratum(name: str, provision: str, texts: Text, reading: Text) -> Erratum:
        regulation = f"{wording.say(Text(version.short), language)} ({wording.in_force(version, language)})"
        url = wording.source_url(provision, version)
        return Erratum(name, regulation, provision, url, wording.say(texts, language), wording.say(reading, language))

    for table in version.tables.values():
        for reading in table.readings:
            rank = wording.rank_name(reading.rank, 2, language)
            counted = Text("{read} is counted, and the answer says so.", {"read": reading.read})
            yield erratum(reading.id, table.provision, _cell(reading, rank), counted)
        for provision, cell, name in _school_readings(table):
            offered = Text("It is offered, and the answer says so.")
            yield erratum(name, provision, _SCHOOL.with_(cell=cell), offered)
    for each in _WRITTEN:
        if version.id in each.regulations:
            yield erratum(each.id, each.provision, each.texts, each.reading)


def _cell(reading: Reading, rank: str) -> Text:
    return Text(
        "Group {group}, {columns}, number of {rank}: the German text prints {printed}; the Dutch text and another German "
        "text print {read}.",
        {
            "group": reading.group,
            "columns": reading.columns,
            "rank": rank,
            "printed": reading.printed,
            "read": reading.read,
        },
    )


def _school_readings(table: Table) -> Iterator[tuple[str, str, str]]:
    """Yield provision, cell and name of the school reductions that the texts disagree about."""
    for cell, school in table.school_cells.items():
        if school.reading:
            yield school.provision, cell, school.reading
