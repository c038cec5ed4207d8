"""What the German rules of all kinds of craft share: the crew of a table, the list of equipment, the authority."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core import facts as f
from core.bands import Band
from core.crew import post, without
from core.facts import Fact, band_of
from core.law.answer import Answer
from core.law.version import Group, Table, Version, mode_label, section
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts

MORE = {
    "apprentice": N_("one apprentice more"),
    "boatman": N_("one boatman more"),
    "able_boatman": N_("one able boatman more"),
    "engine_boatman": N_("one engine boatman (Matrosen-Motorwart) more"),
}
READING_WORDS = {
    "H1": N_("Some copies of these rules leave a cell of this column blank. It is read as nobody."),
}
GROUP_WORDS = {
    "H2-700": N_(
        "The rules print 700 t as the upper limit of group 3, and group 4 begins above 750 t. That is a misprint: 750 t is "
        "meant, as in the rules before and after."
    ),
    "H2-1191": N_(
        "The rules print 1,191 passengers as the beginning of group 6, and group 5 ends with 1,100. That is a misprint: 1,101 is "
        "meant, as in the rules before and after."
    ),
}
"""Misprints that concern a whole group (READINGS H2)."""


def from_table(version: Version, table: Table, group: Group, mode: str | None, column: str | None = None) -> Answer:
    """Return the answer that begins with this cell; ``column`` is its name where it is not that of the mode."""
    result = Answer("determined", version, table.section)
    result.table = table
    result.group = group.number if len(table.groups) > 1 else None
    result.mode = mode
    result.mode_hours = version.operation[mode].hours if mode else None
    if mode is None:
        crews = group.crews["all"]
        text = Text("The rules prescribe this crew for group {group}.", {"group": group.number})
        if len(table.groups) == 1:
            text = Text("The rules prescribe this crew.")
    else:
        crews = group.crews[column or mode]
        gaps = {"group": group.number, "mode": mode_label(version, mode)}
        text = Text("The table prescribes this crew for group {group} and {mode}.", gaps)
        if column and column[-2:] in (" 1", " 2"):
            result.column = column[-1]
    result.start(table.provision, crews, text)
    for reading in table.readings:
        if reading.group == group.number and (column or mode) in reading.columns:
            result.notice(reading.id, table.provision, READING_WORDS[reading.id])
    misprint = table.rules.get("misprints", {}).get(group.number)
    if misprint:
        result.notice("H2", table.provision, GROUP_WORDS[misprint])
    return result


def authority(version: Version) -> Answer:
    """§ 115 (before 2022 §§ 120, 3.09, 3.12): the authority fixes the crew of all other craft."""
    provision = version.provisions["other"]
    result = Answer("authority", version, section(provision))
    result.notice(
        "authority",
        provision,
        N_(
            "No table of the German rules covers this craft. The authority fixes the crew and enters it in the certificate. "
            "Look there; if nothing is entered, ask the Generaldirektion Wasserstraßen und Schifffahrt."
        ),
    )
    return result


@lru_cache(maxsize=64)
def bands_of(table: Table, fact: Fact, *cuts: str) -> tuple[Band, ...]:
    """Return the bands of a table, cut where a rule named in the table (``cuts``) has a limit of its own."""
    parts: dict[str, list[str]] = {}
    for name in cuts:
        parts |= table.rules.get(name, {})
    return tuple(band_of(fact, name) for band in table.bands for name in parts.get(band.value, (band.value,)))


@lru_cache(maxsize=64)
def power_help(version: Version, bands: tuple[Band, ...]) -> Text | None:
    """Return the help for the question for the engine power where a version also names horsepower; else ``None``."""
    old = version.rules.get("horsepower")
    if not old:
        return None
    limits = [band.high for band in bands if band.high is not None]
    values = tuple(
        Text("{kw} kW = {horsepower} {unit}", {"kw": limit, "horsepower": old["of"][str(limit)], "unit": old["unit"]})
        for limit in limits
    )
    return Text("The power of all main engines together, in kilowatts: {values}.", {"values": values})


def missing_equipment(facts: Facts, result: Answer, table: Table, group: Group) -> None:
    """§§ 104 Abs. 2, 105 Abs. 5, 107 Abs. 1 and 3, 108 Abs. 6: one more where a condition of the list is missing."""
    question, help_ = EQUIPMENT_WORDS[table.rules.get("list", table.name)]
    if facts.ask(f.EQUIPMENT, ("met", "not-met"), Text(question), Text(help_)) == "not-met":
        one_more(result, table, group, N_("Not all equipment of the list is aboard: {more}."))
        swap = table.rules.get("increase_swap")
        if swap:
            # Before 2022 a harbour tug then needed an engineer in place of the engine boatman (READINGS H7).
            provision = str(table.rule("increase_provision"))
            result.change(
                provision,
                Text("An engineer must then be aboard in place of the engine boatman (Matrosen-Motorwart)."),
                lambda crew: (*without(crew, swap["take"]), post(swap["put"], provision)),
            )


def one_more(result: Answer, table: Table, group: Group, why: str) -> None:
    """Add the one member whom the increase of a table prescribes for a group."""
    provision = str(table.rule("increase_provision"))
    rank = str(table.rules["increase"][group.number])
    result.change(provision, Text(why, {"more": Text(MORE[rank])}), lambda crew: (*crew, post(rank, provision)))


EQUIPMENT_WORDS = {
    "towed": (
        N_("Does the craft have all the equipment of the list?"),
        N_(
            "Steering by one person without effort; over 40 m an intercom to the bow; over 350 t motor-driven pumps and bow "
            "anchor winch; over 750 t the stern anchor winch too. Standard S1 alone is no proof here."
        ),
    ),
    "motor": (
        N_("Does the vessel have all the equipment of the list?"),
        N_(
            "Standard S1 in the certificate proves it. Otherwise: steering, signals and engine controls at the steering "
            "position; alarms there; an intercom over 40 m; motor-driven pumps and anchor winch over 350 t. See the full list."
        ),
    ),
    "tug": (
        N_("Does the tug have all the equipment of the list?"),
        N_(
            "Standard S1 in the certificate proves it. Otherwise: engine control and alarms at the steering position, alarms to "
            "be heard and seen, motor-driven winches, tow-line winches worked by one person. See the full list."
        ),
    ),
    "harbour-tug": (
        N_("Does the harbour tug have all the equipment of the list?"),
        N_(
            "Engine control at the steering position; alarms at the steering position, the engine control room and on deck; "
            "motor-driven winches; tow-line winches worked by one person. Standard S1 is no proof of this list."
        ),
    ),
    "towed-before-2022": (
        N_("Does the craft have all the equipment of the list?"),
        N_(
            "Steering by one person without effort; over 40 m an intercom to the bow; over 350 t motor-driven pumps and bow "
            "anchor winch; over 750 t the stern anchor winch too; over 1000 t hatch beams that swing or slide."
        ),
    ),
    "motor-before-2022": (
        N_("Does the vessel have all the equipment of the list?"),
        N_(
            "Steering, signals and engine controls at the steering position; alarms there; an intercom over 40 m; motor-driven "
            "pumps and anchor winch over 350 t; hatch beams that swing or slide in group 4. See the full list."
        ),
    ),
    "tug-before-2022": (
        N_("Does the tug have all the equipment of the list?"),
        N_(
            "Engine control and alarms at the steering position, alarms to be heard or seen, motor-driven winches, tow-line "
            "winches worked by one person. See the full list."
        ),
    ),
    "harbour-tug-before-2022": (
        N_("Does the harbour tug have all the equipment of the list?"),
        N_(
            "Engine control at the steering position; alarms at the steering position, the engine control room and on deck; "
            "motor-driven winches; tow-line winches worked by one person."
        ),
    ),
    "passengers-before-2022": (
        N_("Does the vessel have all the equipment of the list?"),
        N_(
            "Steering, signals and engine controls at the steering position; alarms there; motor-driven pumps; anchor winches; "
            "on larger vessels intercom, loudspeakers and a motor-driven bow anchor winch. See the full list."
        ),
    ),
    "day-trip": (
        N_("Does the vessel have all the equipment of the list?"),
        N_(
            "Standard S1 in the certificate proves it. Otherwise: steering, signals and engine controls at the steering "
            "position; alarms there; motor-driven pumps; on larger vessels intercom, loudspeakers and anchor winch. "
            "See the full list."
        ),
    ),
}
"""The question and its help for the list of equipment of each table."""
