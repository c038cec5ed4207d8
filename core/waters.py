"""The waterways by name: people name waters, not zones.

A name only helps to answer ``water``, ``stretch`` and ``zone``; the rules know nothing of it.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.text import N_, Text

DATA = Path(__file__).parent / "waters.toml"
MOST = 8
"""The most waters that a search returns."""


@dataclass(frozen=True, slots=True, eq=False)
class Water:
    """A waterway, or the part of one that lies in one zone.

    ``part`` says which part, or is ``None``; ``facts`` are the answers that its name gives; ``names`` are what it is called.
    """

    name: str
    part: Text | None
    facts: Mapping[str, str]
    names: tuple[str, ...]


# Which part of a water is meant. They stand in the data; here they are marked for translation.
PARTS = (
    N_("above the railway bridge in Bremen"),
    N_("above Papenburg"),
    N_("above the mouth of the Elbe-Seitenkanal"),
    N_("above the Peenestrom"),
    N_("above the railway lift bridge in Lübeck"),
    N_("without the Müritz itself"),
    N_("from Kelheim to the Austrian border"),
    N_("from the Elbe-Seitenkanal to the lower limit of the port of Hamburg"),
    N_("below the port of Hamburg"),
    N_("below the railway bridge in Bremen"),
    N_("from Papenburg to Greetsiel"),
    N_("below Oldenburg"),
    N_("below the railway lift bridge in Lübeck"),
    N_("seaward of Greetsiel"),
    N_("below the outer harbour of the sea lock in Leer"),
    N_("below the lock in Buxtehude"),
    N_("below the bridge Marschdamm in Horneburg"),
    N_("below the lock Salztorschleuse in Stade"),
    N_("below km 69.36, just above the Ostesperrwerk"),
    N_("below the road bridge in Pinneberg"),
    N_("below the road bridge in Elmshorn"),
    N_("below the gauge at Rensing"),
    N_("below the road bridge in Ueckermünde"),
    N_("below the Gieselaukanal"),
    N_("below the railway bridge in Rostock"),
    N_("only craft that are used in this port alone"),
)


@lru_cache(maxsize=1)
def waters() -> tuple[Water, ...]:
    """Return every waterway of the list. Raises ValueError for a part that has no words."""
    with DATA.open("rb") as stream:
        entries = tomllib.load(stream)["waters"]
    found = []
    for entry in entries:
        part = entry.get("part")
        if part is not None and part not in PARTS:
            raise ValueError(part)
        zone = entry.get("zone", "4")
        if entry.get("rhine"):
            facts = {"water": "rhine"}
        elif entry.get("hamburg"):
            facts = {"water": "hamburg-port"}
        else:
            usual = "usual" if zone == "4" else "other"
            facts = {"water": "german", "stretch": entry.get("stretch", usual), "zone": zone}
        found.append(Water(entry["names"][0], Text(part) if part else None, facts, tuple(entry["names"])))
    return tuple(found)


def search(query: str) -> tuple[Water, ...]:
    """Return the waters that a name means, the best first: whole names, then beginnings, parts of names, and names in a sentence.

    Case, accents, hyphens and spaces do not matter. Nothing is found for an empty query.
    """
    wanted = _plain(query)
    if not wanted:
        return ()
    phrases = _phrases(query)
    ranked = []
    for place, water in enumerate(waters()):
        ranks = [_rank(wanted, phrases, _plain(name)) for name in water.names]
        best = min(ranks)
        if best < _NO_MATCH:
            ranked.append((best, place, water))
    if any(rank == 0 for rank, _, _ in ranked):
        ranked = [entry for entry in ranked if entry[0] == 0]
    return tuple(water for _, _, water in sorted(ranked, key=lambda entry: entry[:2])[:MOST])


_NO_MATCH = 9


def _rank(wanted: str, phrases: frozenset[str], name: str) -> int:
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    if len(wanted) >= 3 and wanted in name:
        return 2
    return 3 if name in phrases else _NO_MATCH


def _phrases(query: str) -> frozenset[str]:
    """Return every run of words of a query, as names are compared: "auf der Mosel" has "mosel"."""
    words = query.split()
    runs = (words[start:end] for start in range(len(words)) for end in range(start + 1, len(words) + 1))
    return frozenset(_plain(" ".join(run)) for run in runs)


def _plain(name: str) -> str:
    """Return a name without case, accents, spaces and marks; ß is ss, and umlauts may be written out."""
    text = name.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]", "", text)
