"""What is collected and what is missing: one list for the docs, the sources page and the tests."""

from dataclasses import dataclass

from core.text import Text

COMPLETE = Text("complete")
MISSING = Text("not collected")


@dataclass(frozen=True, slots=True)
class Coverage:
    """A regulation, the days in which it was or is in force, and how much of it answers here.

    ``id`` is the name of its version in the machine interface.
    """

    id: str
    name: str
    years: str
    state: Text


COVERAGE = (
    Coverage("rheinschpersv-2023", "RheinSchPersV 2023", "2023-04-14 –", COMPLETE),
    Coverage("binschpersv", "BinSchPersV", "2022-01-18 –", COMPLETE),
    Coverage("rheinschpersv-2011-v2", "RheinSchPersV 2011", "2017-12-01 – 2023-04-13", COMPLETE),
    Coverage("rheinschpersv-2011-v1", "RheinSchPersV 2011", "2011-12-24 – 2017-11-30", COMPLETE),
    Coverage("binschuo-2018-vi", "BinSchUO 2018, Anhang VI", "2018-10-07 – 2022-01-17", COMPLETE),
    Coverage("binschuo-2008-xi", "BinSchUO 2008, Anhang XI", "2009-01-01 – 2018-10-06", COMPLETE),
    Coverage("binschuo-1988", "BinSchUO 1988", "1988-04-01 – 2008-12-31", COMPLETE),
    Coverage("binschuo-2008-xi-2", "BinSchUO 2008, Anhang XI, chapter 2 (Rhine)", "2009-01-01 – 2011-12-23", MISSING),
    Coverage("rheinschuo-23", "RheinSchUO, chapter 23 (Rhine)", "– 2008-12-31", MISSING),
)
