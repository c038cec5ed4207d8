"""Germany's waterways: the rules of the Binnenschiffspersonalverordnung (BinSchPersV), part 3, in their order.

Table, engine power, missing equipment, towing, missing aids, options (READINGS B1). Ferries on the Rhine follow §§ 112, 113
and 118 too (§ 97 Abs. 2 Satz 2). What differs between versions is in the data file.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from core import facts as f
from core.bands import Band
from core.crew import Crew, count, post, table_posts, without
from core.facts import Fact, band_of
from core.law.answer import Answer, outside_scope
from core.law.dates import add_date_notices
from core.law.ferries import ferry
from core.law.german_table import from_table
from core.law.notes import GERMAN_REST_NOTES, GERMAN_STAFF_NOTES, german_notices, safety_staff
from core.law.version import Group, Table, Version, mode_choices, section
from core.result import Note, Rest
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts

FORMATIONS = (
    "pusher+1-up-to-86",
    "pusher+1-longer",
    "116.5x15",
    "pusher+2",
    "motor+1",
    "pusher+3-4",
    "motor+2-3",
    "pusher+5",
    "other",
)
UNAMENDED_BEFORE = date(2025, 12, 31)
ELBE_WESER_ABOVE = Decimal(500)
ENTRY_LEVEL = ("apprentice", "deckhand", "deckhand_180")
EXPERIENCED = ("age>=17", "sailing_days>=720")
MORE = {
    "apprentice": N_("one apprentice more"),
    "boatman": N_("one boatman more"),
    "able_boatman": N_("one able boatman more"),
}


def answer(facts: Facts, version: Version, vessel: str, day: date, *, on_rhine: bool) -> Answer:
    """Answer for a vessel under the German rules of a day."""
    match vessel:
        case "motor-vessel" | "peniche":
            result = _motor_vessel(facts, version)
        case "towed":
            result = _towed(facts, version)
        case "convoy":
            result = _convoy(facts, version)
        case "tug":
            result = _tug(facts, version)
        case "harbour-tug":
            result = _harbour_tug(facts, version)
        case "day-trip" | "cabin" | "steam-day-trip":
            result = _passenger(facts, version, vessel)
        case "passenger-boat":
            result = _passenger_boat(facts, version)
        case "passenger-ferry" | "car-ferry":
            result = ferry(facts, version, vessel)
        case "seagoing":
            result = _seagoing(facts, version)
        case "recreational":
            result = _recreational(facts, version)
        case _:
            result = _authority(version)
    if result.kind != "outside":
        if not on_rhine:
            _school(facts, result, version)
        _add_options(result, version, on_rhine=on_rhine)
        result.rest = _rest(version, result.mode)
        _add_common_notices(facts, result, version, vessel, day, on_rhine=on_rhine)
    return result


# -------------------------------------------------------------------------------------------- cargo


def _motor_vessel(facts: Facts, version: Version) -> Answer:
    """§ 105: motor cargo vessels and motor tankers; with a limited engine they count as towed (Abs. 6)."""
    if facts.offer(f.ENGINE_LIMITED) == "yes":
        result = _by_deadweight(facts, version, version.tables["towed"], may_be_small=True)
        if result.kind == "determined":
            result.notice(
                "engine-limited",
                version.provisions["engine_limited"],
                N_(
                    "With a limited engine the vessel counts as one without. The limit must be entered in the certificate."
                ),
            )
        return result
    return _by_deadweight(facts, version, version.tables["motor"], may_be_small=True, towing=True)


def _towed(facts: Facts, version: Version) -> Answer:
    """§ 104: towed craft without an engine."""
    return _by_deadweight(facts, version, version.tables["towed"], shuttle=True)


def _by_deadweight(
    facts: Facts,
    version: Version,
    table: Table,
    *,
    may_be_small: bool = False,
    towing: bool = False,
    shuttle: bool = False,
    empty: bool = False,
) -> Answer:
    """§§ 104, 105: by deadweight; ``empty`` passenger vessels by displacement (§ 108 Abs. 4, § 109 Abs. 4)."""
    fact = f.DISPLACEMENT if empty else f.DEADWEIGHT
    bands = _deadweight_bands(table, fact, shuttle=shuttle)
    band = facts.measure(fact, bands)
    if band is bands[0]:
        # §§ 104, 105: the tables begin at 15 t (READINGS B4).
        if may_be_small and facts.ask(f.SMALL_CRAFT) == "yes":
            return outside_scope(version, "BinSchPersV § 96 Abs. 1")
        result = _authority(version)
        result.notice(
            "B4",
            table.provision,
            N_("The table begins at 15 t. Below that, the authority fixes the crew."),
        )
        return result
    group = table.group_of_band(band)
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    if shuttle and _shuttle(facts, result, version, band, mode):
        return result
    if table.name == "motor":
        _power(facts, result, version)
    judged = result.crews
    _missing_equipment(facts, result, table, group)
    if towing:
        _towing(facts, result, version)
    if not empty:
        _missing_aids(facts, result, version, group, mode, judged)
    _who_counts(result, table, group, band)
    return result


@lru_cache(maxsize=16)
def _deadweight_bands(table: Table, fact: Fact, *, shuttle: bool) -> tuple[Band, ...]:
    """Return the bands of the question: below 15 t, those of the table, cut where a rule has a limit of its own."""
    names = ["lt15"]
    for group in table.groups:
        band = group.band
        assert band is not None  # noqa: S101 - the tables by deadweight have a band in every group
        if shuttle and band.value == "15to250":
            names += ["15to150", "150to250"]  # § 104 Abs. 5: reliefs up to 150 t
        elif band.value == "15to500":
            names += ["15to300", "300to500"]  # § 105 Abs. 3: apprentices above 300 t
        else:
            names.append(band.value)
    return tuple(band_of(fact, name) for name in names)


def _shuttle(facts: Facts, result: Answer, version: Version, band: Band, mode: str) -> bool:
    """§ 104 Abs. 5: reliefs for cargo barges up to 150 t in shuttle traffic in mode A; say whether one is taken."""
    p = version.provisions
    if mode != "A" or band.high is None:
        return False
    kind = facts.offer(f.SHUTTLE) if band.high <= 150 else "no"
    if kind == "no":
        if band.high <= 500:
            result.notice(
                "shuttle-permit",
                p["shuttle_permit"],
                N_(
                    "The authority may permit the boatmaster alone for barges up to 330 t in shuttle traffic over at most "
                    "20 km, and up to 500 t between the railway bridge in Bremen and the Mittelsbüren ports."
                ),
            )
        return False
    provision, text, boatmasters = {
        "single": (p["shuttle_single"], N_("In shuttle traffic over at most 20 km the boatmaster alone is enough."), 1),
        "pair": (
            p["shuttle_pair"],
            N_("In shuttle traffic, two barges side by side behind the tug need one boatmaster between them."),
            1,
        ),
        "alongside": (p["shuttle_alongside"], N_("In shuttle traffic, barges alongside the tug need no crew."), 0),
    }[kind]
    result.change(
        provision, Text(text), lambda crew: tuple(each for each in crew if each.rank == "boatmaster")[:boatmasters]
    )
    result.condition(
        "shuttle",
        provision,
        Text("A cargo barge of at most 150 t, in shuttle traffic on a stretch of at most 20 km, in mode A (16 hours)."),
        (0,),
        None,
        ("shuttle", "distance_km<=20"),
    )
    return True


def _power(facts: Facts, result: Answer, version: Version) -> None:
    """§ 105 Abs. 4: above 600 kW an able boatman in place of one boatman of the table crew."""
    if not table_posts(result.crews[0], "boatman"):
        return
    bands = tuple(band_of(f.POWER, name) for name in ("to600", "over600"))
    if facts.measure(f.POWER, bands) is bands[1]:
        provision = version.provisions["power"]
        result.change(
            provision,
            Text("The engines have more than 600 kW: an able boatman in place of one boatman."),
            lambda crew: (*without(crew, "boatman"), post("able_boatman", provision)),
        )


def _missing_equipment(facts: Facts, result: Answer, table: Table, group: Group) -> None:
    """§§ 104 Abs. 2, 105 Abs. 5, 107 Abs. 1 and 3, 108 Abs. 6: one more where a condition of the list is missing."""
    question, help_ = EQUIPMENT_WORDS[table.name]
    if facts.ask(f.EQUIPMENT, ("met", "not-met"), Text(question), Text(help_)) == "not-met":
        _one_more(result, table, group, N_("Not all equipment of the list is aboard: {more}."))


def _one_more(result: Answer, table: Table, group: Group, why: str) -> None:
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


def _towing(facts: Facts, result: Answer, version: Version) -> None:
    """§ 105 Abs. 7: a motor vessel that tows more than one vessel."""
    bands = tuple(band_of(f.TOWED_VESSELS, name) for name in f.TOWED_VESSELS.bands)
    band = facts.offer_measure(f.TOWED_VESSELS, bands)
    if band.value == bands[0].value:
        return
    if facts.offer(f.TOWING_RELIEF) == "yes":
        result.notice(
            "towing-relief",
            version.provisions["towing_relief"],
            N_(
                "No more crew for towing: downstream with at most two empty vessels without propulsion side by side, "
                "or as the leading vessel on a single tow line."
            ),
        )
        return
    if band.value == bands[1].value:
        provision, rank = version.provisions["towing_few"], "apprentice"
        text = Text("Two or three vessels are towed: one apprentice more.")
    else:
        provision, rank = version.provisions["towing_many"], "boatman"
        text = Text("Four or more vessels are towed: one boatman more.")
    result.change(provision, text, lambda crew: (*crew, post(rank, provision)))


def _missing_aids(
    facts: Facts, result: Answer, version: Version, group: Group, mode: str, judged: tuple[Crew, ...]
) -> None:
    """§ 116 Abs. 1: over 750 t without mechanical aids, where only boatmen are aboard besides the boatmaster.

    Judged on the table crew after § 105 Abs. 4; an able boatman put there counts as a boatman (READINGS B7).
    """
    if group.band is None or group.band.low is None or group.band.low < Decimal(750):
        return
    others = [each.rank for each in judged[0] if each.rank != "boatmaster"]
    boatmen = [rank for rank in others if rank in ("boatman", "able_boatman")]
    apprentices = others.count("apprentice")
    only_boatmen = bool(boatmen) and len(boatmen) == len(others)
    with_apprentice = mode == "A" and apprentices > 0 and len(boatmen) + apprentices == len(others) and bool(boatmen)
    if not (only_boatmen or with_apprentice) or facts.ask(f.MECHANICAL_AIDS) == "yes":
        return
    p = version.provisions
    if with_apprentice:
        result.change(
            p["aids_apprentice"],
            Text("No mechanical aids for heavy anchors and tow lines: a boatman in place of the apprentice."),
            lambda crew: (*without(crew, "apprentice"), post("boatman", p["aids_apprentice"])),
        )
    else:
        rank = "apprentice" if mode == "A" else "boatman"
        text = Text("No mechanical aids for heavy anchors and tow lines: {more}.", {"more": Text(MORE[rank])})
        result.change(p["aids"], text, lambda crew: (*crew, post(rank, p["aids"])))
    result.notice(
        "B7",
        p["aids_apprentice"] if with_apprentice else p["aids"],
        N_(
            "The rules do not say whether this comes before or after the other increases. Here it is judged on the crew of the "
            "table; an able boatman who stands there because of more than 600 kW counts as a boatman."
        ),
    )


def _who_counts(result: Answer, table: Table, group: Group, band: Band) -> None:
    """§ 104 Abs. 3 and 4, § 105 Abs. 3: who may stand as apprentice or boatman."""
    experienced = table.rules.get("experienced_apprentice", {})
    over_300 = band.low is not None and band.low >= Decimal(300)
    listed = group.number in experienced.get("groups", ())
    listed = listed or (over_300 and f"{group.number} over 300" in experienced.get("groups", ()))
    if listed and "apprentice" in count(result.crews[0]):
        result.condition(
            "experienced-apprentice",
            experienced["provision"],
            Text("Apprentices must have two years of navigation time and be at least 17 years old."),
            (0,),
            "apprentice",
            EXPERIENCED,
        )
    adult = table.rules.get("adult_boatman", {})
    if group.number in adult.get("groups", ()) and "boatman" in count(result.crews[0]):
        result.condition(
            "adult-boatman",
            adult["provision"],
            Text("Boatmen must be at least 18 years old, unless they have passed the final examination for boatmen."),
            (0,),
            "boatman",
            ("age>=18|final_exam",),
        )


# -------------------------------------------------------------------------------------------- convoys


def _convoy(facts: Facts, version: Version) -> Answer:
    """§ 106: pushed convoys, coupled vessels and other rigid assemblies."""
    table = version.tables["convoy"]
    help_ = Text(
        "Length and breadth are those of the whole assembly. One lighter equals two of 25.50 to 38.25 m, three of 19.12 to "
        "25.50 m, or four of up to 19.12 m. Motor vessels without their engine running and dumb barges count as lighters."
    )
    formation = facts.ask(f.FORMATION, FORMATIONS, help=help_)
    group = table.group_of_formation(formation)
    if group is None:
        result = _authority(version)
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
        _one_more(result, table, group, N_("Standard S1 is not met: {more}."))
    if column == "D 1":
        result.notice(
            "B12",
            "§ 106 Abs. 2",
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
        "§ 16 Abs. 1 Satz 1 Nr. 5",
        N_(
            "If the pushed craft together cover 7,000 m² or more (length × breadth), the boatmaster needs the "
            "specific authorisation for large convoys. The number of crew stays the same."
        ),
    )


# -------------------------------------------------------------------------------------------- tugs


def _tug(facts: Facts, version: Version) -> Answer:
    """§ 107 Abs. 1: tugs by engine power."""
    table = version.tables["tug"]
    group = table.group_of_band(facts.measure(f.POWER, table.bands))
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    _missing_equipment(facts, result, table, group)
    _port_tug(result)
    return result


def _port_tug(result: Answer) -> None:
    result.notice(
        "port-tug",
        "§ 116 Abs. 3",
        N_(
            "For tugs that by their certificate sail only in ports, roadsteads or on short stretches, the authority may fix or "
            "permit another crew, but not where they handle seagoing ships in zones 1, 2 and 3."
        ),
    )


def _harbour_tug(facts: Facts, version: Version) -> Answer:
    """§ 107 Abs. 3: harbour tugs, one crew for every mode (READINGS B13)."""
    table = version.tables["harbour-tug"]
    result = from_table(version, table, table.groups[0], None)
    _missing_equipment(facts, result, table, table.groups[0])
    _port_tug(result)
    result.notice(
        "B13",
        version.provisions["harbour_tug"],
        N_(
            "The law does not say what a harbour tug is. Look for the word “Bugsierschleppboot” in your certificate. "
            "Its crew is the same in every operating mode."
        ),
    )
    return result


# -------------------------------------------------------------------------------------------- passengers


def _passenger(facts: Facts, version: Version, vessel: str) -> Answer:
    """§§ 108, 109: day-trip vessels by passengers (steam too, READINGS B28), cabin vessels by beds."""
    p = version.provisions
    empty = Text("Without passengers aboard the crew goes by the displacement of the vessel.")
    if vessel != "steam-day-trip" and facts.ask(f.PASSENGERS_ABOARD, help=empty) == "no":
        result = _by_deadweight(facts, version, version.tables["motor"], empty=True)
        result.notice(
            "empty-germany",
            p["empty_cabin"] if vessel == "cabin" else p["empty_day_trip"],
            N_(
                "No passengers are aboard, so the crew is that of a motor vessel, by displacement in place of deadweight."
            ),
        )
        return result
    if vessel == "cabin":
        return _cabin(facts, version)
    table = version.tables["day-trip"]
    group = table.group_of_band(facts.measure(f.PASSENGERS, table.bands))
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    _missing_equipment(facts, result, table, group)
    if table_posts(result.crews[0], "able_boatman") and "boatman" in count(result.crews[0]):
        result.option(
            "minder-for-able-boatman",
            p["minder_for_able_boatman"],
            N_("One able boatman may be replaced by an engine-minder, because a boatman belongs to the crew."),
            {1: [0]},
            {"able_boatman": 1},
            {"engine_minder": 1},
        )
    known = facts.used[f.PASSENGERS.key]
    over_500 = not isinstance(known, Decimal) or known > ELBE_WESER_ABOVE
    if mode == "A" and group.number >= "4" and over_500:
        result.notice(
            "elbe-weser",
            p["elbe_weser"],
            N_(
                "With more than 500 permitted passengers on the Elbe below the upper limit of the port of Hamburg or on the "
                "Weser below the railway bridge in Bremen: besides the boatmaster, the helmsman or a boatman must hold the "
                "certificate for the stretch."
            ),
        )
    result.safety_staff = safety_staff(version, "day-trip", GERMAN_STAFF_NOTES, one_person=group is table.groups[0])
    return result


def _cabin(facts: Facts, version: Version) -> Answer:
    """§ 109: cabin vessels by beds; the table supposes standard S2."""
    p = version.provisions
    table = version.tables["cabin"]
    group = table.group_of_band(facts.measure(f.BEDS, table.bands))
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    question = Text("Does the vessel meet standard S2?")
    help_ = Text("Look at no. 47 of the certificate. Standard S1 alone is not enough here.")
    if facts.ask(f.EQUIPMENT, ("S2", "none"), question, help_) == "none":
        _one_more(result, table, group, N_("Standard S2 is not met: {more}."))
    result.condition(
        "rhine-engineer",
        p["engineer_meaning"],
        Text("The engineer must be qualified as engineer under the Rhine rules; an engine-minder is not enough."),
        (0,),
        "engineer",
        ("rhine_engineer",),
    )
    if mode == "D":
        result.option(
            "helmsman-for-third-boatmaster",
            p["third_boatmaster"],
            N_(
                "The third boatmaster may be replaced by a helmsman, if the boatmasters get enough rest during the voyage."
            ),
            {1: [0]},
            {"boatmaster": 1},
            {"helmsman": 1},
            ("enough_rest",),
        )
    result.notice(
        "duty-crew",
        p["duty_crew"],
        N_(
            "On duty, in every mode: the boatmaster and two other members of the deck crew. The engineer is not deck crew."
        ),
    )
    if group is not table.groups[-1] and mode != "A":
        result.notice(
            "B3",
            p["duty_crew"],
            N_(
                "Up to 100 beds, the crew of the table cannot keep three people on duty all the time and the rest times as "
                "well in this mode. For the full hours you need more people than the table says."
            ),
        )
    result.safety_staff = safety_staff(version, "cabin", GERMAN_STAFF_NOTES, one_person=False)
    return result


def _passenger_boat(facts: Facts, version: Version) -> Answer:
    """§ 111: passenger boats; not licensed in zone 1 and on the Rhine (READINGS B23)."""
    zone = facts.ask(f.ZONE)
    limits = version.provisions["passenger_boat_limits"]
    if zone == "1":
        result = Answer("outside", version)
        result.notice("zone-1", limits, N_("Passenger boats are not licensed in zone 1. Ask the authority."))
        return result
    table = version.tables["passenger-boat"]
    result = from_table(version, table, table.groups[0], None)
    if zone == "2":
        places = f"{limits} Nr. 2, § 7.02 Nr. 2 und 3"
        text = N_(
            "In zone 2: a hull of at most 12 m, at most 12 passengers, between sunrise and sunset only, "
            "not in poor visibility and not above 5 Beaufort."
        )
    elif zone == "annex-ix":
        places = f"{limits} Nr. 4, § 7.03 Nr. 2"
        text = N_("On the waters of Annex IX: a hull below 20 m, at most 35 passengers, mode A (16 hours) only.")
    else:
        places = f"{limits} Nr. 3, § 7.03 Nr. 2"
        text = N_("In zones 3 and 4: a hull below 20 m, at most 12 passengers, mode A (16 hours) only.")
    if zone != "2":
        result.mode, result.mode_hours = "A", version.operation["A"].hours
        result.notice(
            "without-deckhand",
            version.provisions["passenger_boat_permit"],
            N_(
                "The authority may permit sailing without the deckhand under six conditions, such as daylight, good visibility "
                "and mooring without leaving the wheelhouse. Not for boats that can also sail."
            ),
        )
    result.notice("B23", places, text)
    return result


# -------------------------------------------------------------------------------------------- others


def _seagoing(facts: Facts, version: Version) -> Answer:
    """BinSchUO § 1 Abs. 2 Nr. 2 b: seagoing ships without ES-TRIN chapter 25 are crewed like inland vessels."""
    ship = facts.ask(f.SHIP)
    if ship == "cargo":
        return _by_deadweight(facts, version, version.tables["motor"])
    if ship == "other":
        return _authority(version)
    return _passenger(facts, version, ship)


def _recreational(facts: Facts, version: Version) -> Answer:
    """§ 115 with BinSchUO § 1 Abs. 5: recreational craft of 20 m or more; small ones are outside (READINGS B28)."""
    if facts.ask(f.SMALL_CRAFT) == "yes":
        return outside_scope(version, "BinSchPersV § 96 Abs. 1")
    return _authority(version)


def _authority(version: Version) -> Answer:
    """§ 115: the authority fixes the crew of all other craft."""
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


# -------------------------------------------------------------------------------------------- what all have


def _school(facts: Facts, result: Answer, version: Version) -> None:
    """§ 117 Abs. 2: one apprentice less while at school, on a vessel with more than a boatmaster and a boatman."""
    provision = version.provisions["school"]
    if not result.crews or "apprentice" not in count(result.crews[0]) or len(result.crews[0]) <= 2:
        return
    help_ = Text("For at most three months in a row in a calendar year. The school's certificate must be aboard.")
    if facts.offer(f.SCHOOL, help_) != "yes":
        return
    result.change(
        provision,
        Text("One apprentice is away at a boatmen's vocational school: one apprentice less."),
        _without_any_apprentice,
    )
    result.condition(
        "school",
        provision,
        Text("At most three months in a row in a calendar year. The school's certificate is aboard."),
        (0,),
        "apprentice",
        ("attends_school", "months<=3", "school_certificate_aboard"),
    )


def _without_any_apprentice(crew: Crew) -> Crew:
    place = next(index for index, each in enumerate(crew) if each.rank == "apprentice")
    return crew[:place] + crew[place + 1 :]


def _add_options(result: Answer, version: Version, *, on_rhine: bool) -> None:
    """§ 96 Abs. 2 and § 118 Abs. 1: what the rules allow besides."""
    if not result.crews or not result.crews[0]:
        return
    p = version.provisions
    numbers = count(result.crews[0])
    experienced = any(condition.id == "experienced-apprentice" for condition in result.conditions)
    if "apprentice" in numbers and not experienced:
        result.option(
            "deck-crew-for-apprentice",
            p["apprentice_by_deck_crew"],
            N_(
                "An apprentice may be replaced by any member of the deck crew of at least 17 years, such as a deckhand."
            ),
            {numbers["apprentice"]: [0]},
            {"apprentice": 1},
            {"deckhand": 1},
            ("age>=17",),
        )
    if "engine_minder" in numbers:
        result.option(
            "engineer-for-engine-minder",
            p["engineer_as_minder"],
            N_("An engineer under the Rhine rules may serve as engine-minder."),
            {numbers["engine_minder"]: [0]},
            {"engine_minder": 1},
            {"engineer": 1},
        )
    _entry_level_options(result, version)
    if result.mode == "A" and not on_rhine and "boatman" in numbers and sum(numbers.values()) > 2:
        result.notice(
            "one-less",
            p["one_less"],
            N_(
                "If the boatmaster tried and could not complete the crew, the authority may allow one person less for one voyage "
                "in mode A (16 hours), as long as a boatman is aboard besides the boatmaster."
            ),
        )


def _entry_level_options(result: Answer, version: Version) -> None:
    """§ 118 Abs. 1: one boatman for two entry-level members, and the other way round (READINGS B19, B20, B29)."""
    have = count(result.crews[0])
    senior = sum(have.get(rank, 0) for rank in ("helmsman", "able_boatman", "boatman"))
    entry = sum(have.get(rank, 0) for rank in ENTRY_LEVEL)
    if result.mode == "A" and senior >= 2 and have.get("boatman", 0) and entry == 0:
        result.option(
            "two-entry-level-for-boatman",
            version.provisions["split_boatman"],
            N_(
                "One boatman may be replaced by two deckhands or apprentices. Not more than two of these may be in the crew."
            ),
            {1: [0]},
            {"boatman": 1},
            {"deckhand": 2},
        )
    if entry >= 2 and have.get("boatman", 0) + have.get("able_boatman", 0):
        pair = [rank for rank in ENTRY_LEVEL for _ in range(have.get(rank, 0))][:2]
        result.option(
            "boatman-for-two-entry-level",
            version.provisions["merge_entry_level"],
            N_(
                "Two deckhands or apprentices may be replaced by one boatman, "
                "because a further boatman or able boatman is aboard."
            ),
            {1: [0]},
            {rank: pair.count(rank) for rank in pair},
            {"boatman": 1},
        )


@lru_cache(maxsize=16)
def _rest(version: Version, mode: str | None) -> Rest:
    """§§ 101, 103: hours and rest; without a mode, what holds for everybody."""
    operation = version.operation[mode] if mode else version.without_mode
    assert operation is not None  # noqa: S101 - the data file has rules for craft without a mode
    return Rest(operation, tuple(Note(provision, GERMAN_REST_NOTES[name]) for name, provision in operation.notes))


def _add_common_notices(
    facts: Facts, result: Answer, version: Version, vessel: str, day: date, *, on_rhine: bool
) -> None:
    p = version.provisions
    add_date_notices(facts, result, version, vessel, day)
    ended = any(notice.id == "cabin-entries" for notice in result.notices)
    if not ended:
        result.notice(
            "certificate",
            p["certificate"],
            N_("An entry about the crew in the ferry certificate prevails over this answer.")
            if vessel.endswith("ferry")
            else N_("An entry about the crew in the certificate of this craft prevails over this answer."),
        )
    if result.mode == "B":
        result.notice(
            "mode-b-germany",
            p["modes"],
            N_("Mode B means 18 hours here. On the Rhine mode B means 24 hours."),
        )
    if on_rhine:
        result.notice(
            "ferry-on-rhine",
            "§ 97 Abs. 2 Satz 2",
            N_("On the Rhine, ferries follow the German rules for ferries."),
        )
    if day < UNAMENDED_BEFORE:
        result.notice(
            "B26",
            "§ 118 Abs. 1",
            N_(
                "The numbers have not changed since 2022, but §§ 96 and 118 on who may replace whom read differently until "
                "30 April 2024, 20 October 2025 and 30 December 2025."
            ),
        )
    result.notices += german_notices(version, on_rhine=on_rhine)
