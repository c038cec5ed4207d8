"""The Rhine: the rules of the Rheinschiffspersonalverordnung, in the order in which they are applied.

What differs between versions (section numbers, tables, lists of cells) is in the data file; this module holds what the
sentences of the law do. Comments name what a rule says in our own words; ``version.provisions`` names where it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from core import facts as f
from core.bands import counted, cut_below
from core.crew import Crew, count, indices, noted, post, table_posts, without
from core.law.answer import Answer, outside_scope
from core.law.dates import add_date_notices, add_dated_notices
from core.law.notes import (
    MODE_WITH_STOP,
    MODE_WITHOUT_STOP,
    REST_NOTES,
    STAFF_NOTES,
    common_notices,
    free_choice_notices,
    old_rank_notices,
    safety_staff,
)
from core.law.version import Group, Table, Version, mode_choices, mode_label, section
from core.result import Note, Rest
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts

DIMENSIONS = ("37x15", "86x15", "116.5x15")
BY_LENGTH_OF_THE_LIGHTER = "pusher+1-over-86"
# Where a formation or a shortfall has other words here than in the registry of facts.
FORMATION_WORDS = {
    "116.5x15": f.Choice(
        "116.5x15", "116", Text("Over 86 up to 116.50 m long, up to 15 m wide"), Text("up to 116.50 × 15 m")
    ),
}
RELIEF_WORDS = {
    "i and l": f.Choice(
        "no-S1-gj",
        "GJ",
        Text("Not S1: only cranks (i) and/or layout of the controls (l) fall short"),
        Text("Not S1: only i and/or l"),
    ),
}


def answer(facts: Facts, version: Version, vessel: str, day: date, *, on_rhine: bool) -> Answer:
    """Answer for a vessel under the Rhine rules of a day."""
    match vessel:
        case "motor-vessel":
            result = _by_length(facts, version, cut_at_20=True, may_be_small=True)
        case "pusher":
            result = _pusher(facts, version)
        case "convoy":
            result = _convoy(facts, version)
        case "day-trip" | "cabin":
            result = _passenger(facts, version, vessel)
        case "steam-day-trip":
            result = _steam(facts, version)
        case "seagoing":
            result = _seagoing(facts, version, on_rhine=on_rhine)
        case "peniche":
            result = _peniche(version)
        case "recreational":
            result = _recreational(facts, version)
        case _:
            result = _authority(version, vessel, on_rhine=on_rhine)
    if result.kind != "outside":
        result.rest = _rest(version, result.mode)
        _add_common_notices(facts, result, version, vessel, day, on_rhine=on_rhine)
    return result


# -------------------------------------------------------------------------------------------- which table, which group

ReadTable = Callable[["Facts", Version, Table, Group], Answer]
"""What is done once the table and the group are known: take the crew, or only the number of people."""


def _by_length(
    facts: Facts,
    version: Version,
    read: ReadTable | None = None,
    *,
    cut_at_20: bool = False,
    may_be_small: bool = False,
) -> Answer:
    """§ 19.02: motor vessels and pushers by length."""
    table = version.tables["motor"]
    limit = Decimal(version.scope["length_m"])
    band = facts.measure(f.LENGTH, cut_below(table.bands, limit) if cut_at_20 else table.bands)
    # § 1.01: a motor vessel below 20 m is under the rules only from 100 m³ on, or with an ADN certificate.
    if may_be_small and band.high == limit and facts.ask(f.SMALL_CRAFT) == "yes":
        return outside_scope(version, version.provisions["scope"])
    return (read or _from_table)(facts, version, table, table.group_of_band(band))


def _pusher(facts: Facts, version: Version) -> Answer:
    """§ 19.02: a pusher alone."""
    result = _by_length(facts, version)
    if result.standard == "S2":
        result.notice(
            "R22",
            version.provisions["standard_entry"],
            N_(
                "The rules do not say what standard S2 is for a pusher alone. "
                "S2 counts if no. 47 of your certificate says so."
            ),
        )
    return result


def _convoy(facts: Facts, version: Version) -> Answer:
    """§ 19.03: rigid convoys and other rigid assemblies, by formation."""
    table = version.tables["convoy"]
    formation = facts.ask(f.FORMATION, _formations(table))
    group = table.group_of_formation(formation)
    if group is None:
        return _convoy_without_row(version, table)
    result = _from_table(facts, version, table, group)
    if formation in DIMENSIONS:
        result.notice(
            "R20",
            table.provision,
            N_(
                "A convoy of at most 116.50 × 15 m may also fit a row that counts lighters. The rules do not say which "
                "row then decides. Here the dimensions decide; the crew of the higher group is always the safe one."
            ),
        )
    elif formation != BY_LENGTH_OF_THE_LIGHTER:
        result.notice(
            "R20",
            table.provision,
            N_(
                "If the whole convoy is at most 116.50 × 15 m, it also fits a row by dimensions, with another crew. "
                "The rules do not say which row then decides. The row by lighters, taken here, is the safe one."
            ),
        )
    if formation.startswith("motor+2") and result.standard == "S2":
        result.notice(
            "R22",
            version.provisions["standard_entry"],
            N_(
                "The rules do not say what standard S2 is for a motor vessel that pushes two or more craft. "
                "S2 counts if no. 47 of your certificate says so."
            ),
        )
    if formation not in DIMENSIONS:
        result.notice(
            "lighters",
            version.provisions["lighters"],
            N_(
                "Motor vessels without their own engine running and dumb barges count as lighters. "
                "Several lighters count as one if together they are at most 76.50 m long and 15 m wide."
            ),
        )
    if group is table.groups[-1] and "large_convoy" in version.provisions:
        result.notice(
            "large-convoy",
            version.provisions["large_convoy"],
            N_(
                "If the pushed craft together cover 7,000 m² or more (length × breadth), the boatmaster needs the "
                "specific authorisation for large convoys. The number of crew stays the same."
            ),
        )
    return result


@lru_cache(maxsize=16)
def _formations(table: Table) -> tuple[str | f.Choice, ...]:
    """Return the formations of the table in its order, and what stands in no row."""
    named = [formation for group in table.groups for formation in group.formations]
    return (*(FORMATION_WORDS.get(formation, formation) for formation in named), "other")


@lru_cache(maxsize=16)
def _equipment(version: Version) -> tuple[str | f.Choice, ...]:
    """Return the answers to the question for the standard; the letters of the list differ between versions."""
    relief = RELIEF_WORDS.get(version.rules["relief_letters"])
    return tuple(relief if relief and relief.value == value else value for value in version.equipment)


def _convoy_without_row(version: Version, table: Table) -> Answer:
    result = _authority(version, "convoy")
    if "motor+2-3" in _formations(table):
        result.notice(
            "H4",
            table.provision,
            N_("A motor vessel with more than three lighters stands in no row of the table."),
        )
    result.notice(
        "R21",
        table.provision,
        N_("A pusher with one lighter, wider than 15 m and at most 86 m long, stands in no row of the table."),
    )
    result.notice(
        "R22",
        table.provision,
        N_(
            "Coupled motor vessels with both engines running are not in the table either. "
            "One inspection body has said that each must then be crewed by its own table."
        ),
    )
    return result


def _passenger(facts: Facts, version: Version, vessel: str, read: ReadTable | None = None) -> Answer:
    """§ 19.04 Nr. 1, 3 and 4: day-trip vessels by passengers, cabin vessels by beds, empty ones by length."""
    if facts.ask(f.PASSENGERS_ABOARD) == "no":
        result = _by_length(facts, version, read)
        result.notice(
            "empty",
            version.provisions["empty"],
            N_("No passengers are aboard, so the crew goes by the length of the vessel."),
        )
        return result
    table = version.tables[vessel]
    band = facts.measure(f.BEDS if vessel == "cabin" else f.PASSENGERS, table.bands)
    group = table.group_of_band(band)
    result = (read or _from_table)(facts, version, table, group)
    # § 16.11 Nr. 2: expert and first-aider may be one person where at most 75 persons are permitted.
    smallest_day_trip = vessel == "day-trip" and group is table.groups[0]
    result.safety_staff = safety_staff(version, vessel, STAFF_NOTES, one_person=smallest_day_trip)
    if smallest_day_trip:
        result.notice(
            "up-to-12",
            version.provisions["other"],
            N_(
                "A passenger vessel used for at most 12 passengers is not in the table: there the inspection body decides."
            ),
        )
    return result


def _steam(facts: Facts, version: Version) -> Answer:
    """§ 19.04 Nr. 2: steam vessels. The table begins at 501 and ends at 2 000 passengers (READINGS R16)."""
    table = version.tables["steam-day-trip"]
    first, last = table.bands[0], table.bands[-1]
    assert first.low is not None  # noqa: S101 - this table has a limit at both ends
    bands = counted((f"to{first.low - 1}", *(band.value for band in table.bands), f"over{last.high}"))
    band = facts.measure(f.PASSENGERS, bands)
    if band not in table.bands:
        result = _authority(version, "steam-day-trip")
        result.notice(
            "R16",
            version.provisions["other"],
            N_(
                "The table for steam vessels covers 501 to 2,000 passengers only. "
                "Outside that, the inspection body fixes the crew."
            ),
        )
    else:
        result = _from_table(facts, version, table, table.group_of_band(band))
        waived = facts.used.get(f.ENGINEERS_WAIVED.key) == "yes"
        result.notice(
            "R17",
            version.provisions["engineers_decided"],
            N_(
                "On steam vessels the inspection body decides whether engineers are required and enters it under no. 52 "
                "of the certificate."
            )
            if waived
            else N_(
                "On steam vessels the inspection body decides whether engineers are required and enters it under no. 52 "
                "of the certificate. The number here holds if it has decided yes."
            ),
        )
        result.notice(
            "R5",
            table.rule("apprentice_for_boatman") or table.provision,
            N_(
                "The published texts differ on whether apprentices may replace boatmen on steam vessels. "
                "This answer follows the German text: they may."
            ),
        )
    result.safety_staff = safety_staff(version, "day-trip", STAFF_NOTES, one_person=False)
    return result


def _seagoing(facts: Facts, version: Version, *, on_rhine: bool) -> Answer:
    """§ 19.07: a seagoing ship is crewed like the inland vessel that does the same work, or by IMO and STCW."""
    ship = facts.ask(f.SHIP)
    if ship == "other":
        return _authority(version, "seagoing")
    if ship == "cargo":
        # BinSchUO § 1 Abs. 6: on the other waterways a seagoing ship is under the rules at any size.
        result = _by_length(facts, version, _sea_crew, cut_at_20=True, may_be_small=on_rhine)
    else:
        result = _passenger(facts, version, ship, _sea_crew)
    if result.kind == "determined":
        result.notice(
            "seagoing",
            version.provisions["seagoing"],
            N_("Seagoing ships take their crew from the same tables as inland vessels of the same kind."),
        )
        if "seagoing_stcw" in version.provisions:
            result.notice(
                "seagoing-stcw",
                version.provisions["seagoing_stcw"],
                N_(
                    "The crew of a seagoing ship may prove their qualification by STCW certificates. For the boatmaster this "
                    "ends on 17 January 2038, and the passage must begin or end a sea voyage."
                ),
            )
    return result


# -------------------------------------------------------------------------------------------- reading the table


def _from_table(facts: Facts, version: Version, table: Table, group: Group) -> Answer:
    """Take the crew from the table and let the rules change it: charter, missing equipment, waived engineers, school."""
    mode = facts.ask(f.MODE, mode_choices(version))
    equipment = facts.ask(f.EQUIPMENT, _equipment(version))
    standard = "S2" if equipment == "S2" else "S1"
    column = f"{mode} {standard}"
    result = _sheet(version, table, group, mode, standard)
    result.equipment = equipment
    result.certificate_entries = ("47",)
    result.start(
        table.provision,
        group.crews[column],
        Text(
            "The table prescribes this crew for group {group}, {mode} and standard {standard}.",
            {"group": group.number, "mode": mode_label(version, mode), "standard": standard},
        ),
    )
    read_from = _charter(facts, result, table, group, column)
    _shortfall(result, version, mode, equipment)
    if "commission" in table.footnotes.values():
        _waived_engineers(facts, result, version)
    _school(facts, result, table, f"{read_from.number} {column}", equipment)
    _add_options(result, version, table, equipment)
    _add_footnote_conditions(result, table)
    _add_readings(result, version, table, {group.number, read_from.number}, column, equipment)
    return result


def _sea_crew(facts: Facts, version: Version, table: Table, group: Group) -> Answer:
    """§ 19.07: the crew of the table, or by the rules for seafarers if that is chosen."""
    read = _by_seafarers if facts.offer(f.CREW_RULES) == "imo-stcw" else _from_table
    return read(facts, version, table, group)


def _by_seafarers(facts: Facts, version: Version, table: Table, group: Group) -> Answer:
    """§ 19.07 Nr. 2: only the number of people of the 24-hour mode must match, with one boatmaster (READINGS R24)."""
    standard = "S2" if facts.ask(f.EQUIPMENT, _equipment(version)) == "S2" else "S1"
    mode = version.modes[-1]
    heads = min(len(crew) for crew in group.crews[f"{mode} {standard}"])
    result = _sheet(version, table, group, mode, standard)
    provision = version.provisions["seagoing_imo"]
    result.section = section(provision)
    crew = (post("boatmaster", provision), *(post("seafarer", provision) for _ in range(heads - 1)))
    result.start(
        provision,
        [crew],
        Text(
            "As many people as the table prescribes in {mode} for group {group} and standard {standard}: {heads}.",
            {"heads": heads, "mode": mode_label(version, mode), "group": group.number, "standard": standard},
        ),
    )
    result.condition(
        "relief-after-14-hours",
        provision,
        Text(
            "A holder of a boatmaster certificate for the stretch must be aboard. After at most 14 hours of sailing "
            "within 24 hours another holder must take over."
        ),
        (0,),
        "boatmaster",
        ("boatmaster_certificate", "relief_after_14_hours"),
    )
    result.condition(
        "documents-aboard",
        provision,
        Text(
            "The documents on number and qualification of the crew must be aboard. The ship's log records the names and "
            "watches of the certificate holders; and when and where the voyage begins, is interrupted, goes on and ends, "
            "with day, time, place and river kilometre."
        ),
        (0,),
        None,
        ("documents_aboard", "ship_log"),
    )
    result.notice(
        "R24",
        provision,
        N_(
            "The rules ask for as many people as in the 24-hour mode but do not name the column. "
            "Here the ship's own standard counts, and S1 if none is proven; of two alternatives the smaller number."
        ),
    )
    return result


def _sheet(version: Version, table: Table, group: Group, mode: str, standard: str) -> Answer:
    result = Answer("determined", version, table.section)
    result.table = table
    result.group = group.number
    result.mode = mode
    result.mode_hours = version.operation[mode].hours
    result.standard = standard
    return result


def _charter(facts: Facts, result: Answer, table: Table, group: Group, column: str) -> Group:
    """§ 19.04 Nr. 9: with fewer passengers than its group begins with, fixed beforehand, one group down.

    Returns the group whose crew is taken. The alternatives become those of the lower group.
    """
    charter = table.rule("charter")
    if charter is None or group is table.groups[0]:
        return group
    lower = table.groups[table.groups.index(group) - 1]
    assert lower.band is not None and lower.band.high is not None  # noqa: S101, PT018 - only the last group is open above
    limit = int(lower.band.high) + 1
    if facts.offer(f.CHARTER, limit=limit) != "yes":
        return group
    crews = lower.crews[column]
    last = len(result.crews) - 1
    base = [result.crews[min(index, last)] for index in range(len(crews))]
    first = result.steps.pop()
    result.start(first.provision, base, first.text)
    result.replace(
        charter,
        Text("Charter trip: the crew of the next lower group, group {group}, is enough.", {"group": lower.number}),
        crews,
    )
    result.condition(
        "charter",
        charter,
        Text(
            "The number of passengers is fixed before the trip, stays below {limit} and does not change during the trip. "
            "Safety personnel and the safety rota stay as they are.",
            {"limit": limit},
        ),
        range(len(crews)),
        None,
        ("passengers_fixed", f"passengers<{limit}"),
    )
    return lower


def _shortfall(result: Answer, version: Version, mode: str, equipment: str) -> None:
    """§ 19.05: more crew where the equipment does not meet standard S1, on top of each alternative (READINGS R8)."""
    if equipment in ("S1", "S2"):
        return
    p = version.provisions
    rule = version.shortfall[mode]
    relieved = equipment == "no-S1-gj" and rule["relief"] < rule["added"]
    number = rule["relief"] if equipment == "no-S1-gj" else rule["added"]
    letter = "a" if rule["added"] == 1 else "b"
    provision = p["shortfall_b_relief"] if relieved else p[f"shortfall_{letter}"]
    if relieved:
        text = Text(
            "Standard S1 is not met, but only cranks or the layout of the controls fall short: "
            "one boatman more instead of two in operating mode B (24 hours)."
        )
    elif number == 1:
        text = Text("Standard S1 is not met: one boatman more.")
    else:
        text = Text("Standard S1 is not met: two boatmen more in operating mode B (24 hours).")
    result.change(provision, text, lambda crew: crew + (post("boatman", provision),) * number)
    if equipment == "no-S1-abc":
        # § 19.05 Nr. 2: where engine control, alarms or engine supply fall short, a higher rank takes their place.
        abc, rank = p[f"shortfall_abc_{letter}"], version.rules["shortfall_abc_rank"]
        one, several = SHORTFALL_ABC_WORDS[rank]
        text = Text(several) if number > 1 else Text(one)
        result.change(abc, text, lambda crew: crew[:-number] + (post(rank, abc),) * number)


SHORTFALL_ABC_WORDS = {
    "able_boatman": (
        N_(
            "Engine control, alarms or engine supply (a, b or c of the list) fall short: "
            "an able boatman in place of the added boatman."
        ),
        N_(
            "Engine control, alarms or engine supply (a, b or c of the list) fall short: "
            "able boatmen in place of the added boatmen."
        ),
    ),
    "engine_boatman": (
        N_(
            "Engine control, alarms or engine supply (a, b or c of the list) fall short: "
            "an engine boatman (Matrosen-Motorwart) in place of the added boatman."
        ),
        N_(
            "Engine control, alarms or engine supply (a, b or c of the list) fall short: "
            "engine boatmen (Matrosen-Motorwarte) in place of the added boatmen."
        ),
    ),
}
"""The words for one and for several, by the rank that takes the place of the added boatmen."""


def _waived_engineers(facts: Facts, result: Answer, version: Version) -> None:
    """§ 19.04 Nr. 2 footnote 2: on steam vessels the inspection body decides whether engineers are required."""
    result.certificate_entries = (*result.certificate_entries, "52")
    if facts.offer(f.ENGINEERS_WAIVED) == "yes":
        # What the table lets "engineers or engine boatmen" be makes no difference then: each crew is listed once.
        first = {tuple(without_engineers(crew)): place for place, crew in reversed(tuple(enumerate(result.crews)))}
        result.keep(sorted(first.values()))
        result.change(
            version.provisions["engineers_decided"],
            Text("No. 52 of the certificate says that no engineers are required."),
            without_engineers,
        )


def without_engineers(crew: Crew) -> Crew:
    """Return a crew without engineers and those who may stand in their posts by the table."""
    return tuple(each for each in crew if "commission" not in each.notes)


def _school(facts: Facts, result: Answer, table: Table, cell_name: str, equipment: str) -> None:
    """§ 19.02 Nr. 3, § 19.03 Nr. 3, § 19.04 Nr. 6 to 8: one apprentice less while at school, in the listed cells only."""
    cell = table.school_cells.get(cell_name)
    if cell is None:
        return
    if cell.reading:
        result.notice(
            cell.reading,
            cell.provision,
            N_(
                "The published texts differ on whether the crew may be one apprentice short during school here. "
                "The Dutch text and the earlier German text say yes; this answer offers it."
            ),
        )
    if facts.offer(f.SCHOOL) != "yes":
        return
    concerned = tuple(index for index, crew in enumerate(result.crews) if table_posts(crew, "apprentice"))
    result.change(
        cell.provision,
        Text("One apprentice is away at a boatmen's vocational school: one apprentice less."),
        lambda crew: without(crew, "apprentice"),
    )
    result.condition(
        "school",
        cell.provision,
        Text(
            "At most three months in a row in a calendar year, with at least one month between two absences. "
            "The school's certificate with the dates is aboard. Not for an apprentice who replaces a boatman."
        ),
        concerned,
        "apprentice",
        ("attends_school", "months<=3", "months_between>=1", "school_certificate_aboard"),
    )
    if cell.second:
        result.condition(
            "second-apprentice",
            cell.provision,
            Text("Only while the second apprentice is aboard."),
            concerned,
            "apprentice",
            ("second_apprentice_aboard",),
        )
    if equipment not in ("S1", "S2"):
        result.notice(
            "school-shortfall",
            cell.provision,
            N_(
                "The list of school reductions names the standard of the table. Where standard S1 is not met, this answer "
                "reduces the crew of the S1 column and adds the extra crew on top."
            ),
        )


# -------------------------------------------------------------------------------------------- what is allowed besides


def _add_options(result: Answer, version: Version, table: Table, equipment: str) -> None:
    """Write the substitutions; all of them speak of the posts that the table prescribes (READINGS R11)."""
    crews = result.crews
    result.option(
        "apprentice-for-boatman",
        table.rule("apprentice_for_boatman"),
        N_(
            "An apprentice may take the place of a boatman whom the table prescribes, if the apprentice is at least 17, "
            "in the third year of training or later, and can prove one year of navigation time in inland navigation."
        ),
        indices(crews, "boatman"),
        {"boatman": 1},
        {"apprentice": 1},
        ("age>=17", "training_year>=3", f"sailing_days>={version.rules['year_days']}"),
    )
    by_deckhand = [index for index, crew in enumerate(crews) if noted(crew, "deckhand")]
    # While one apprentice is at school only because the other is aboard, that one must be an apprentice.
    if by_deckhand and not any(condition.id == "second-apprentice" for condition in result.conditions):
        result.option(
            "deckhand-for-apprentice",
            table.footnote("deckhand"),
            N_("A deckhand may take the place of one apprentice, of one only."),
            {1: by_deckhand},
            {"apprentice": 1},
            {"deckhand": 1},
        )
    result.option(
        "able-boatman-for-engineer",
        table.rule("engineer"),
        N_("An additional able boatman may take the place of an engineer."),
        indices(crews, "engineer"),
        {"engineer": 1},
        {"able_boatman": 1},
    )
    _add_boatman_for_engineer(result, table)
    if equipment == "no-S1-abc" and "shortfall_abc_relief" in version.provisions:
        added = count(crews[0])["able_boatman"] - table_posts(crews[0], "able_boatman")
        result.option(
            "boatman-for-added-able-boatman",
            version.provisions["shortfall_abc_relief"],
            N_("The added able boatman may be a boatman, because the table already prescribes an able boatman."),
            {added: alternatives} if (alternatives := _with_able_boatman(crews)) else {},
            {"able_boatman": 1},
            {"boatman": 1},
        )


def _add_boatman_for_engineer(result: Answer, table: Table) -> None:
    """§ 19.03 Nr. 4 and § 19.04 Nr. 10 (READINGS R15): when a boatman is enough in place of an engineer."""
    crews = result.crews
    if table.rule("engineer_by_boatman") == "able-boatman-prescribed":
        able = _with_able_boatman(crews)
        groups = {times: [i for i in found if i in able] for times, found in indices(crews, "engineer").items()}
        result.option(
            "boatman-for-engineer",
            table.rule("engineer"),
            N_(
                "An additional boatman may take the place of an engineer, "
                "because the table already prescribes an able boatman."
            ),
            {times: found for times, found in groups.items() if found},
            {"engineer": 1},
            {"boatman": 1},
        )
        return
    for number, found in sorted(indices(crews, "able_boatman").items()):
        alternatives = [index for index in found if table_posts(crews[index], "engineer") >= number]
        result.option(
            "boatman-for-engineer",
            table.rule("engineer"),
            N_(
                "Additional boatmen may take the place of engineers if exactly as many engineers are replaced as the table "
                "prescribes able boatmen."
            ),
            {1: alternatives} if alternatives else {},
            {"engineer": number},
            {"boatman": number},
        )


def _with_able_boatman(crews: tuple[Crew, ...]) -> list[int]:
    return [index for index, crew in enumerate(crews) if table_posts(crew, "able_boatman")]


def _add_footnote_conditions(result: Answer, table: Table) -> None:
    """Write the footnotes that ask something of a person."""
    for meaning, rank, needs, text in FOOTNOTE_CONDITIONS:
        alternatives = [index for index, crew in enumerate(result.crews) if noted(crew, meaning)]
        if not alternatives:
            continue
        at_school = meaning == "over-18" and any(condition.id == "school" for condition in result.conditions)
        if at_school:
            text = N_("The apprentice who remains must be over 18 years of age.")
            result.notice(
                "R28",
                table.footnote(meaning),
                N_(
                    "The rules ask that one of the two apprentices be over 18. They do not say which one while the other is "
                    "at school. Here it must be the one who remains."
                ),
            )
        result.condition(meaning, table.footnote(meaning), Text(text), alternatives, rank, needs)


FOOTNOTE_CONDITIONS = (
    (
        "certificate",
        "helmsman",
        ("boatmaster_certificate",),
        N_(
            "The helmsman must hold a Rhine patent or a Union certificate of qualification as boatmaster. "
            "The specific authorisation for stretches with specific risks is not needed."
        ),
    ),
    ("over-18", "apprentice", ("age>18",), N_("One of the apprentices must be over 18 years of age.")),
)


READING_WORDS = dict.fromkeys(
    ("R1", "R2"),
    N_(
        "The published texts differ here: the German consolidation prints no engineer; the Dutch texts and the "
        "earlier German text print one. This answer counts one engineer."
    ),
) | {
    "H4-marks": N_(
        "In the copy of this table that was found, the footnote marks of this group cannot be read. They are taken from the "
        "group before it."
    ),
    "H4": N_(
        "The published texts differ here: the German text of that time prints no boatman; the Dutch text and the later "
        "German text print one. This answer counts one boatman."
    ),
}


def _add_readings(
    result: Answer, version: Version, table: Table, groups: set[str], column: str, equipment: str
) -> None:
    """Write the readings that changed this answer."""
    for reading in table.readings:
        if reading.group in groups and column in reading.columns:
            result.notice(reading.id, table.provision, READING_WORDS[reading.id])
    for number in sorted(groups):
        marks = table.rules.get("group_notices", {}).get(number)
        if marks:
            result.notice(marks, table.provision, READING_WORDS[marks])
    relief = "shortfall_abc_relief" in version.provisions
    if equipment == "no-S1-abc" and result.mode == version.modes[-1] and relief:
        result.notice(
            "R10",
            version.provisions["shortfall_abc_relief"],
            N_(
                "The rules do not say how many able boatmen the table must prescribe before both added ones may be "
                "boatmen. Here one is enough."
            )
            if _with_able_boatman(result.crews)
            else N_(
                "Both added able boatmen could be boatmen if the table already prescribed an able boatman. "
                "This table prescribes none, so they stay able boatmen."
            ),
        )
    if equipment not in ("S1", "S2") and any(condition.id == "charter" for condition in result.conditions):
        result.notice(
            "R29",
            table.rule("charter") or table.provision,
            N_(
                "The rules do not say how a charter trip and missing equipment go together. "
                "Here the extra crew comes on top of the lower group."
            ),
        )


# -------------------------------------------------------------------------------------------- without a table


def _peniche(version: Version) -> Answer:
    """§ 19.08: a péniche needs a boatmaster and a person of at least 16 who can help."""
    provision = version.provisions["peniche"]
    result = _two_people(version, provision)
    result.condition(
        "helper-age",
        provision,
        Text("The second person is at least 16 years old and able to help with manoeuvres."),
        (0,),
        "helper",
        ("age>=16", "able_to_help"),
    )
    return result


def _recreational(facts: Facts, version: Version) -> Answer:
    """§ 19.09: a recreational craft needs a boatmaster and a person who can help; small ones are outside."""
    if facts.ask(f.SMALL_CRAFT) == "yes":
        return outside_scope(version, version.provisions["scope"])
    provision = version.provisions["recreational"]
    result = _two_people(version, provision)
    result.condition(
        "helper",
        provision,
        Text("The second person is able to help with manoeuvres."),
        (0,),
        "helper",
        ("able_to_help",),
    )
    return result


def _two_people(version: Version, provision: str) -> Answer:
    result = Answer("determined", version, section(provision))
    result.start(
        provision,
        [(post("boatmaster", provision), post("helper", provision))],
        Text("The tables do not apply. A boatmaster and a second person who can help are enough."),
    )
    return result


def _authority(version: Version, vessel: str, *, on_rhine: bool = False) -> Answer:
    """§ 19.06: the inspection body fixes the crew and enters it under no. 48 of the certificate."""
    provision = version.provisions["other"]
    result = Answer("authority", version, section(provision))
    result.certificate_entries = ("48",)
    result.notice(
        "inspection-body",
        provision,
        N_(
            "No table of the Rhine rules covers this craft. The inspection body fixes the crew and enters it under no. 48 "
            "of the vessel certificate. Look there; if nothing is entered, ask the inspection body."
        ),
    )
    if vessel == "other":
        result.notice(
            "bunker",
            version.provisions["bunker"],
            N_(
                "For bunker vessels on short stretches only, the inspection body may fix a crew "
                "other than that of the table for motor vessels."
            ),
        )
    if vessel == "passenger-boat" and on_rhine:
        result.notice(
            "passenger-boat",
            version.rules["passenger_boat"],
            N_("On the Rhine the inspection body also decides for passenger vessels that carry at most 12 passengers."),
        )
    return result


# -------------------------------------------------------------------------------------------- beside the crew


@lru_cache(maxsize=64)
def _rest(version: Version, mode: str | None) -> Rest:
    """Chapter 18 (2011: §§ 3.10 to 3.13): hours, stop and rest of the mode; where no mode was needed, every mode in words."""
    if mode is not None:
        operation = version.operation[mode]
        return Rest(operation, tuple(Note(provision, REST_NOTES[name]) for name, provision in operation.notes))
    notes = []
    for name, operation in version.operation.items():
        gaps: dict[str, object] = {"mode": mode_label(version, name)}
        if operation.stop:
            gaps |= {"stop": operation.stop.hours, "start": operation.stop.start, "end": operation.stop.end}
        text = Text(MODE_WITH_STOP if operation.stop else MODE_WITHOUT_STOP, gaps)
        notes.append(Note(operation.stop.provision if operation.stop else operation.rest[0].provision, text))
    return Rest(None, tuple(notes))


def _add_common_notices(
    facts: Facts, result: Answer, version: Version, vessel: str, day: date, *, on_rhine: bool
) -> None:
    """Write what holds for every answer: the certificate prevails, who counts, what if one drops out."""
    p = version.provisions
    if result.certificate_entries:
        at_47 = p["standard_entry"] if result.equipment in ("S1", "S2") else p["shortfall_entry"]
        result.notice(
            "certificate",
            at_47 if "47" in result.certificate_entries else p["other_entry"],
            N_("The entry in your vessel certificate (no. {numbers}) prevails over this answer."),
            numbers=", ".join(result.certificate_entries),
        )
    else:
        result.notice(
            "certificate",
            "BinSchPersV § 96 Abs. 1",
            N_("An entry about the crew in your vessel certificate prevails over this answer."),
        )
    if result.mode == "B":
        result.notice(
            "mode-b",
            p["modes"],
            N_("Mode B means 24 hours here. In the German national rules, off the Rhine, mode B means 18 hours."),
        )
    add_dated_notices(result, version, day)
    add_date_notices(facts, result, version, vessel, day)
    if on_rhine:
        result.notice(
            "dutch-rules",
            p["dutch_rules"],
            N_(
                "Downstream of the Spijk ferry (km 857.40) the Dutch “Binnenvaartwet” is enough if the voyage does not "
                "cross the German-Dutch border. It uses the same tables, with some exemptions."
            ),
        )
    result.notices += old_rank_notices(version, result.crews)
    result.notices += common_notices(version)


def add_free_choice(result: Answer, national: Version) -> None:
    """BinSchPersV § 98 Abs. 2: what comes with the Rhine crew on another German waterway."""
    if result.kind != "outside" and result.version is not None:
        result.notices[:0] = free_choice_notices(result.version, national)
