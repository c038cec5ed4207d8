"""Germany's waterways: passenger vessels and passenger boats (BinSchPersV §§ 108, 109, 111)."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from core import facts as f
from core.bands import Band
from core.crew import count, table_posts, without
from core.law.answer import Answer
from core.law.german_cargo import by_deadweight
from core.law.german_table import bands_of, from_table, missing_equipment, one_more
from core.law.notes import GERMAN_STAFF_NOTES, safety_staff
from core.law.version import Group, Table, Version, mode_choices
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts

ELBE_WESER_ABOVE = Decimal(500)
LAHN_UP_TO = Decimal(250)


def passenger(facts: Facts, version: Version, vessel: str) -> Answer:
    """§§ 108, 109: day-trip vessels by passengers (steam too, READINGS B28), cabin vessels by beds."""
    p = version.provisions
    empty = Text("Without passengers aboard the crew goes by the displacement of the vessel.")
    if vessel != "steam-day-trip" and "empty_day_trip" in p and facts.ask(f.PASSENGERS_ABOARD, help=empty) == "no":
        result = by_deadweight(facts, version, version.tables["motor"], empty=True)
        result.notice(
            "empty-germany",
            p["empty_cabin"] if vessel == "cabin" else p["empty_day_trip"],
            N_(
                "No passengers are aboard, so the crew is that of a motor vessel, by displacement in place of deadweight."
            ),
        )
        return result
    if vessel == "cabin" and "cabin" in version.tables:
        return _cabin(facts, version)
    table = version.tables["day-trip"]
    band = facts.measure(f.PASSENGERS, bands_of(table, f.PASSENGERS, "cuts"))
    result = _by_passengers(facts, version, table, table.group_of_band(band), band)
    if vessel == "cabin":
        result.notice(
            "H3",
            table.provision,
            N_(
                "These rules have one table for all passenger vessels. A cabin vessel too is crewed by the number of passengers "
                "that it may carry."
            ),
        )
    return result


def _by_passengers(facts: Facts, version: Version, table: Table, group: Group, band: Band) -> Answer:
    """§ 108 (§§ 119, 3.08): the table, the list of equipment, the Lahn, and who may replace whom."""
    p = version.provisions
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    missing_equipment(facts, result, table, group)
    _lahn(facts, result, version, band)
    swap = version.rules["engine_swap"]
    if table_posts(result.crews[0], swap["take"]) and "boatman" in count(result.crews[0]):
        result.option(
            swap["id"],
            swap["provision"],
            SWAP_WORDS[swap["id"]],
            {1: [0]},
            {swap["take"]: 1},
            {swap["put"]: 1},
        )
    known = facts.used.get(f.PASSENGERS.key)
    over_500 = (
        known > ELBE_WESER_ABOVE if isinstance(known, Decimal) else band.high is None or band.high > ELBE_WESER_ABOVE
    )
    if mode == "A" and over_500:
        result.notice(
            "elbe-weser",
            p["elbe_weser"],
            N_(
                "With more than 500 permitted passengers on the Elbe below the upper limit of the port of Hamburg or on the "
                "Weser below the railway bridge in Bremen: besides the boatmaster, the helmsman or a boatman must hold the "
                "certificate for the stretch."
            ),
        )
    if version.safety_staff:
        result.safety_staff = safety_staff(version, "day-trip", GERMAN_STAFF_NOTES, one_person=group is table.groups[0])
    return result


SWAP_WORDS = {
    "minder-for-able-boatman": N_(
        "One able boatman may be replaced by an engine-minder, because a boatman belongs to the crew."
    ),
    "engineer-for-engine-boatman": N_(
        "An engine boatman (Matrosen-Motorwart) may be replaced by an engineer, because a boatman belongs to the crew."
    ),
}


def _lahn(facts: Facts, result: Answer, version: Version, band: Band) -> None:
    """§ 119 Abs. 5, § 3.08 Nr. 5, until 2022: one boatman less on the Lahn."""
    provision = version.provisions.get("lahn")
    if provision is None or band.high is None or band.high > LAHN_UP_TO or facts.offer(f.LAHN) != "yes":
        return
    if not table_posts(result.crews[0], "boatman"):
        result.notice(
            "lahn-no-boatman",
            provision,
            N_(
                "On the Lahn the crew is reduced by a boatman, but this crew has none. The rules do not say that an engine "
                "boatman may be left out instead, so nobody is."
            ),
        )
        return
    result.change(
        provision,
        Text("On the Lahn with at most 20 passengers aboard: one boatman less."),
        lambda crew: without(crew, "boatman"),
    )
    result.condition(
        "lahn",
        provision,
        Text(
            "At most 20 passengers aboard; the gauge at Kalkofen shows at most 200 cm; no lock is passed (without passengers "
            "aboard locks may be passed). The reduction is noted in the certificate."
        ),
        (0,),
        None,
        ("passengers_aboard<=20", "gauge_cm<=200", "no_lock"),
    )


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
        one_more(result, table, group, N_("Standard S2 is not met: {more}."))
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


def passenger_boat(facts: Facts, version: Version, *, on_rhine: bool) -> Answer:
    """§ 111: passenger boats; not licensed in zone 1 and on the Rhine (READINGS B23)."""
    if "passenger-boat" not in version.tables:
        return _small_passenger_vessel(facts, version)
    if not version.rules.get("passenger_boat_zones"):
        return _boat_without_zones(version, on_rhine=on_rhine)
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
        result.notice("without-deckhand", version.provisions["passenger_boat_permit"], WITHOUT_DECKHAND)
    result.notice("B23", places, text)
    return result


WITHOUT_DECKHAND = N_(
    "The authority may permit sailing without the deckhand under six conditions, such as daylight, good visibility "
    "and mooring without leaving the wheelhouse. Not for boats that can also sail."
)


def _boat_without_zones(version: Version, *, on_rhine: bool) -> Answer:
    """§ 3.11, 2018 to 2022: passenger boats everywhere, on the Rhine too (READINGS H8)."""
    table = version.tables["passenger-boat"]
    result = from_table(version, table, table.groups[0], None)
    if not on_rhine:
        result.notice("without-deckhand", version.provisions["passenger_boat_permit"], WITHOUT_DECKHAND)
    return result


def _small_passenger_vessel(facts: Facts, version: Version) -> Answer:
    """Until 2018 no rule of its own: group 1 of the table for passenger vessels (READINGS H8)."""
    table = version.tables["day-trip"]
    band = bands_of(table, f.PASSENGERS, "cuts")[0]
    result = _by_passengers(facts, version, table, table.groups[0], band)
    result.notice(
        "H8",
        table.provision,
        N_(
            "These rules had no crew of its own for small passenger boats. Here they are counted to group 1 of the table for "
            "passenger vessels; that is our reading, the rules do not say it."
        ),
    )
    return result
