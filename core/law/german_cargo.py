"""Germany's waterways: towed craft, motor cargo vessels and tankers (BinSchPersV §§ 104, 105, 116 Abs. 1).

Table, engine power, missing equipment, towing, missing aids (READINGS B1), in this order.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from core import facts as f
from core.bands import Band
from core.crew import Crew, count, post, table_posts, without
from core.facts import band_of
from core.law.answer import Answer, outside_scope
from core.law.german_table import MORE, authority, bands_of, from_table, missing_equipment, power_help
from core.law.version import Group, Table, Version, mode_choices
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts

SHUTTLE_UP_TO = Decimal(150)
TIDAL_UP_TO = Decimal(330)
PERMIT_UP_TO = Decimal(500)
ELBE_UP_TO = Decimal(300)  # the band that holds the 120 t of the rule
AIDS_ABOVE = Decimal(750)


def motor_vessel(facts: Facts, version: Version) -> Answer:
    """§ 105: motor cargo vessels and motor tankers; with a limited engine they count as towed (Abs. 6)."""
    if facts.offer(f.ENGINE_LIMITED) == "yes":
        result = by_deadweight(facts, version, version.tables["towed"], may_be_small=True)
        if result.kind == "determined":
            result.notice(
                "engine-limited",
                version.provisions["engine_limited"],
                N_(
                    "With a limited engine the vessel counts as one without. The limit must be entered in the certificate."
                ),
            )
        return result
    return by_deadweight(facts, version, version.tables["motor"], may_be_small=True, towing=True)


def towed(facts: Facts, version: Version) -> Answer:
    """§ 104: towed craft without an engine."""
    return by_deadweight(facts, version, version.tables["towed"], shuttle=True)


def by_deadweight(
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
    below = band_of(fact, "lt15")
    bands = (below, *bands_of(table, fact, "cuts", *(("barge_cuts",) if shuttle else ())))
    band = facts.measure(fact, bands)
    if band is below:
        # §§ 104, 105: the tables begin at 15 t (READINGS B4).
        small = version.provisions.get("small_craft")
        if may_be_small and small and facts.ask(f.SMALL_CRAFT) == "yes":
            return outside_scope(version, f"{version.short} {small}")
        result = authority(version)
        result.notice(
            "B4",
            table.provision,
            N_("The table begins at 15 t. Below that, the authority fixes the crew."),
        )
        return result
    group = table.group_of_band(band)
    mode = facts.ask(f.MODE, mode_choices(version))
    result = from_table(version, table, group, mode)
    if shuttle and (_shuttle(facts, result, version, band, mode) or _tidal(facts, result, version, band, mode)):
        return result
    if table.name == "motor":
        _power(facts, result, version)
        _elbe(result, version, band, mode)
    judged = result.crews
    missing_equipment(facts, result, table, group)
    if towing:
        _towing(facts, result, version)
    if not empty:
        _missing_aids(facts, result, version, group, mode, judged)
    _who_counts(result, version, table, group, band)
    return result


def _shuttle(facts: Facts, result: Answer, version: Version, band: Band, mode: str) -> bool:
    """§ 104 Abs. 5: reliefs for cargo barges up to 150 t in shuttle traffic in mode A; say whether one is taken."""
    p = version.provisions
    if mode != "A" or band.high is None:
        return False
    kind = facts.offer(f.SHUTTLE) if band.high <= SHUTTLE_UP_TO else "no"
    if kind == "no":
        if band.high <= PERMIT_UP_TO:
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


def _tidal(facts: Facts, result: Answer, version: Version, band: Band, mode: str) -> bool:
    """§ 116 Abs. 5, § 3.05 Nr. 5, until 2022: barges and lighters on tidal waters; say whether the relief is taken."""
    provision = version.provisions.get("tidal_lighter")
    if provision is None or mode != "A" or band.high is None or band.high > TIDAL_UP_TO:
        return False
    if facts.offer(f.TIDAL_LIGHTER) != "yes":
        return False
    result.change(
        provision,
        Text("On these tidal waters the boatmaster alone is enough for barges and lighters up to 330 t."),
        lambda crew: tuple(each for each in crew if each.rank == "boatmaster"),
    )
    result.condition(
        "tidal-lighter",
        provision,
        Text(
            "A barge or lighter (not a tank lighter) of at most 330 t, in mode A (16 hours), on the Elbe below the upper limit "
            "of the port of Hamburg and its tributaries, the Trave, the Eider, or the Kiel Fjord as far as Laboe."
        ),
        (0,),
        None,
        ("tidal_water", "not_a_tank_lighter"),
    )
    return True


def _power(facts: Facts, result: Answer, version: Version) -> None:
    """§ 105 Abs. 4: above a limit a higher rank in place of one boatman of the table crew."""
    bands = tuple(band_of(f.POWER, name) for name in version.rules["power_bands"])
    over = bands[-1]
    if table_posts(result.crews[0], "boatman") and facts.measure(f.POWER, bands, power_help(version, bands)) is over:
        provision, rank = version.provisions["power"], version.rules["power_rank"]
        result.change(
            provision,
            Text(POWER_WORDS[rank], {"limit": over.low} if rank in POWER_WITH_LIMIT else {}),
            lambda crew: (*without(crew, "boatman"), post(rank, provision)),
        )
        return
    if "power_small" in version.provisions:
        result.notice(
            "engines-known",
            version.provisions["power_small"],
            N_(
                "Up to {limit} kW: one crew member must be familiar with working and watching the engines, and a second one must "
                "be able to start and stop them."
            ),
            limit=over.low,
        )


POWER_WORDS = {
    "able_boatman": N_("The engines have more than 600 kW: an able boatman in place of one boatman."),
    "engine_boatman": N_(
        "The engines have more than {limit} kW: an engine boatman (Matrosen-Motorwart) in place of one boatman."
    ),
}
POWER_WITH_LIMIT = ("engine_boatman",)


def _elbe(result: Answer, version: Version, band: Band, mode: str) -> None:
    """§ 117 Abs. 8, § 3.06 Nr. 8, until 2022: what the authority may permit on the Elbe."""
    provision = version.provisions.get("elbe_permit")
    if provision and mode == "A" and band.high is not None and band.high <= ELBE_UP_TO:
        result.notice(
            "elbe-permit",
            provision,
            N_(
                "On the Elbe and its tributaries the authority may permit vessels up to 120 t to sail without the apprentice in "
                "mode A (16 hours): by day, without explosive or inflammable goods, in local traffic only."
            ),
        )


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
    if group.band is None or group.band.low is None or group.band.low < AIDS_ABOVE:
        return
    others = [each.rank for each in judged[0] if each.rank != "boatmaster"]
    boatmen = [rank for rank in others if rank in ("boatman", version.rules["power_rank"])]
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
    result.notice("B7", p["aids_apprentice"] if with_apprentice else p["aids"], AIDS_WORDS[version.rules["power_rank"]])


AIDS_WORDS = {
    "able_boatman": N_(
        "The rules do not say whether this comes before or after the other increases. Here it is judged on the crew of the "
        "table; an able boatman who stands there because of more than 600 kW counts as a boatman."
    ),
    "engine_boatman": N_(
        "The rules do not say whether this comes before or after the other increases. Here it is judged on the crew of the "
        "table; an engine boatman who stands there because of the engine power counts as a boatman."
    ),
}


def _who_counts(result: Answer, version: Version, table: Table, group: Group, band: Band) -> None:
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
            ("age>=17", f"sailing_days>={2 * version.rules['year_days']}"),
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
