"""Germany's waterways: convoys and tugs (BinSchPersV §§ 106, 107)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core import facts as f
from core.law.answer import Answer
from core.law.german_table import authority, from_table, missing_equipment, one_more, power_help
from core.law.version import Table, Version, mode_choices
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts


def convoy(facts: Facts, version: Version) -> Answer:
    """§ 106: pushed convoys, coupled vessels and other rigid assemblies."""
    table = version.tables.get("convoy")
    if table is None:
        return _no_table(version)
    help_ = Text(
        "Length and breadth are those of the whole assembly. One lighter equals two of 25.50 to 38.25 m, three of 19.12 to "
        "25.50 m, or four of up to 19.12 m. Motor vessels without their engine running and dumb barges count as lighters."
    )
    formation = facts.ask(f.FORMATION, _formations(table), help=help_)
    group = table.group_of_formation(formation)
    if group is None:
        result = authority(version)
        result.notice(
            "B10",
            table.provision,
            N_(
                "A motor vessel with more than three lighters, or two motor vessels with both engines running, "
                "stand in no row of the table."
            ),
        )
        return result
    usual = table.rules["usual_waters"].get(group.number)
    if usual and facts.ask(f.STRETCH) == "usual":
        group = table.group(usual)
    mode = facts.ask(f.MODE, mode_choices(version))
    equipment = facts.ask(f.EQUIPMENT, ("S2", "S1", "none"))
    column = mode
    if mode not in group.crews:
        # § 106 Abs. 2 Satz 2: sub-column 2 of mode D needs standard S2 (READINGS B12).
        column = "D 2" if equipment == "S2" else "D 1"
    result = from_table(version, table, group, mode, column)
    if equipment == "none":
        one_more(result, table, group, N_("Standard S1 is not met: {more}."))
    if column == "D 1":
        result.notice(
            "B12",
            version.provisions["sub_columns"],
            N_(
                "Without standard S2 this answer takes the first sub-column of mode D (24 hours). By the letter, the second "
                "sub-column with one boatman more would be open too."
            ),
        )
    _convoy_notices(result, version, table, formation)
    if group.number in ("2", "2a") and mode == "D":
        for rank, text in (
            ("apprentice", N_("One boatman may be replaced by an apprentice, instead of an engine-minder.")),
            ("engine_minder", N_("One boatman may be replaced by an engine-minder, instead of an apprentice.")),
        ):
            result.option(
                f"{rank}-for-boatman", version.provisions["convoy_boatman"], text, {1: [0]}, {"boatman": 1}, {rank: 1}
            )
    return result


def _no_table(version: Version) -> Answer:
    """Before 2022 the German rules had no table for convoys (READINGS H3)."""
    result = authority(version)
    result.notice(
        "no-convoy-table",
        version.provisions["other"],
        N_("These rules had no table for convoys. The crew of the Rhine rules could be chosen instead."),
    )
    return result


@lru_cache(maxsize=16)
def _formations(table: Table) -> tuple[str, ...]:
    """Return the formations of the table in its order, and what stands in no row."""
    return (*(formation for group in table.groups for formation in group.formations), "other")


def _convoy_notices(result: Answer, version: Version, table: Table, formation: str) -> None:
    if formation.startswith("pusher+1"):
        result.notice("B8", table.provision, N_("The limit of 86 m is read as the length of the lighter."))
    elif formation == "116.5x15":
        result.notice(
            "B9",
            table.provision,
            N_(
                "A motor vessel with one lighter, or a pusher with two, also fits this row if all together is at most "
                "116.50 × 15 m. The crew of the next higher group is always the safe one."
            ),
        )
    elif formation in ("pusher+2", "motor+1"):
        result.notice(
            "B9",
            table.provision,
            N_(
                "If the whole convoy is at most 116.50 × 15 m, it also fits group 2 with its own crew. "
                "The row by lighters, taken here, is the safe one."
            ),
        )
    result.notice(
        "lighters-germany",
        version.provisions["lighters"],
        N_(
            "One lighter equals two of 25.50 to 38.25 m, three of 19.12 to 25.50 m, or four of up to 19.12 m. Motor vessels "
            "without their engine running and dumb barges count as lighters."
        ),
    )
    result.notice(
        "large-convoy",
        version.provisions["large_convoy"],
        N_(
            "If the pushed craft together cover 7,000 m² or more (length × breadth), the boatmaster needs the "
            "specific authorisation for large convoys. The number of crew stays the same."
        ),
    )


def tug(facts: Facts, version: Version) -> Answer:
    """§ 107 Abs. 1: tugs by engine power."""
    table = version.tables["tug"]
    group = table.group_of_band(facts.measure(f.POWER, table.bands, power_help(version, table.bands)))
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    missing_equipment(facts, result, table, group)
    _port_tug(result, version)
    return result


def _port_tug(result: Answer, version: Version) -> None:
    result.notice(
        "port-tug",
        version.provisions["port_tug"],
        PORT_TUG_WORDS[version.sentences.get("port-tug", "")],
    )


PORT_TUG_WORDS = {
    "": N_(
        "For tugs that by their certificate sail only in ports, roadsteads or on short stretches, the authority may fix or "
        "permit another crew, but not where they handle seagoing ships in zones 1, 2 and 3."
    ),
    "everywhere": N_(
        "For tugs that by their certificate sail only in ports, roadsteads or on short stretches, the authority may fix or "
        "permit another crew."
    ),
}


def harbour_tug(facts: Facts, version: Version) -> Answer:
    """§ 107 Abs. 3: harbour tugs, one crew for every mode (READINGS B13)."""
    table = version.tables["harbour-tug"]
    result = from_table(version, table, table.groups[0], None)
    missing_equipment(facts, result, table, table.groups[0])
    _port_tug(result, version)
    result.notice(
        "B13",
        version.provisions["harbour_tug"],
        N_(
            "The law does not say what a harbour tug is. Look for the word “Bugsierschleppboot” in your certificate. "
            "Its crew is the same in every operating mode."
        ),
    )
    return result
