"""What must be aboard, in words: the standards S1 and S2 (RheinSchPersV § 19.01) and the lists of the German rules.

The fact ``equipment`` stays one choice; this list only helps to find it from what is aboard.
"""

from collections.abc import Collection, Mapping
from datetime import date

from core.facts import Value
from core.law import version_of
from core.law.version import Version
from core.result import Question
from core.text import Text

PROVISION = "§ 19.01 Nr. 1"

S1_ITEMS: Mapping[str, Text] = {
    "a": Text(
        "Speed and direction of thrust are controlled from the steering position. Auxiliary engines are switched from there, "
        "start by themselves or run throughout the voyage."
    ),
    "b": Text(
        "Alarms in the wheelhouse, to be seen and heard: cooling water, lubricating oil, reversing gear, "
        "bilge of the main engine room."
    ),
    "c": Text("Fuel supply and cooling of the main engines work by themselves."),
    "d": Text("One person can steer without particular effort, even at the greatest permitted draught."),
    "e": Text("Lights, signs and sound signals are given from the steering position."),
    "f": Text(
        "A voice link to bow, stern, accommodation and engine room, where you cannot talk directly. "
        "For the engine room light and sound signals are enough."
    ),
    "g": Text("Cranks of winches and other lifting gear need at most 160 N (about 16 kg)."),
    "h": Text("Towing winches that are in the vessel certificate have a motor."),
    "i": Text("Bilge pumps and deck-wash pumps have a motor."),
    "j": Text("The main controls and instruments are arranged ergonomically."),
    "k": Text("The steering system is operated remotely from the steering position."),
}
"""The items of standard S1 by their letter; all of them make S1."""

_STEERING = Text("One person can steer without particular effort, even at the greatest permitted draught.")
_SIGNALS = Text("Lights, signs and sound signals can be given from the steering position under way.")
_CONTROL = Text("The engines are controlled from the steering position.")
_ALARMS = Text(
    "Alarms at the steering position for the engines: cooling water, lubricating oil of engines and gears, reversing gear."
)
_HEARD_AND_SEEN = Text("These alarms can be heard and seen, work whenever the engine runs and cannot be missed.")
_MAINTENANCE = Text("Routine work in the engine room can be interrupted at any time under way.")
_HEAVY_WINCHES = Text("Winches for tow lines and for anchors over 300 kg have a motor.")

GERMAN_ITEMS: Mapping[str, tuple[Text, ...]] = {
    "towed": (
        _STEERING,
        Text("Over 40 m long: an intercom between steering position and bow."),
        Text("Over 350 t: bilge pumps and deck-wash pumps have a motor."),
        Text("Over 350 t: the bow anchor winch has a motor; over 750 t the stern anchor winch too."),
    ),
    "motor-vessel": (
        _STEERING,
        _SIGNALS,
        Text("Over 40 m long: an intercom between steering position and bow."),
        _CONTROL,
        _ALARMS,
        _HEARD_AND_SEEN,
        _MAINTENANCE,
        Text("Over 350 t: bilge pumps and deck-wash pumps have a motor."),
        Text("Over 350 t: the bow anchor winch has a motor; over 86 m long the stern anchor winch too."),
        Text("Groups 3 and 4 (over 750 to 1350 t): tow-line winches have a motor and are worked by one person."),
    ),
    "tug": (
        _CONTROL,
        _ALARMS,
        _HEARD_AND_SEEN,
        _HEAVY_WINCHES,
        Text("The tow-line winches can be worked by one person."),
    ),
    "harbour-tug": (
        _CONTROL,
        Text("All engine alarms can be worked from the steering position, the engine control room and the deck."),
        _HEARD_AND_SEEN,
        _HEAVY_WINCHES,
        Text("One person can work the tow-line winches from the steering position or from the deck."),
    ),
    "day-trip": (
        _STEERING,
        _SIGNALS,
        Text("Over 300 passengers: an intercom to the bow, and loudspeakers to give passengers instructions."),
        _CONTROL,
        _ALARMS,
        Text("These alarms can be heard or seen, work whenever the engine runs and cannot be missed."),
        _MAINTENANCE,
        Text("Bilge pumps and deck-wash pumps have a motor."),
        Text("Over 400 passengers: the bow anchor winch has a motor."),
    ),
}
"""What must be aboard under the German rules of today, by kind of vessel (BinSchPersV §§ 104, 105, 107, 108)."""

_HEARD_OR_SEEN = Text("These alarms can be heard or seen, work whenever the engine runs and cannot be missed.")
_FORMER_ITEMS: Mapping[str, tuple[Text, ...]] = {
    "towed-before-2022": (
        *GERMAN_ITEMS["towed"],
        Text("Over 1000 t: hatch beams that swing or slide, or something equal such as sliding hatch covers."),
    ),
    "motor-before-2022": (
        *(_HEARD_OR_SEEN if item is _HEARD_AND_SEEN else item for item in GERMAN_ITEMS["motor-vessel"]),
        Text(
            "Group 4 (over 1000 to 1350 t): hatch beams that swing or slide, or something equal such as sliding hatch covers."
        ),
    ),
    "tug-before-2022": tuple(_HEARD_OR_SEEN if item is _HEARD_AND_SEEN else item for item in GERMAN_ITEMS["tug"]),
    "harbour-tug-before-2022": GERMAN_ITEMS["harbour-tug"],
    "passengers-before-2022": (*GERMAN_ITEMS["day-trip"], Text("Anchor winches are aboard.")),
}
"""The lists of the German rules before 2022, by the name that the data files give them."""

_PROVISIONS = {
    "towed": "BinSchPersV § 104 Abs. 1",
    "motor-vessel": "BinSchPersV § 105 Abs. 1",
    "tug": "BinSchPersV § 107 Abs. 1",
    "harbour-tug": "BinSchPersV § 107 Abs. 3",
    "day-trip": "BinSchPersV § 108 Abs. 1",
}
_TABLES = {"motor-vessel": "motor", "cabin": "day-trip", "passenger-boat": "day-trip"}


def german_list(question: Question) -> tuple[str, tuple[Text, ...]] | None:
    """Return the provision and the items behind "is all equipment of the list aboard?"; ``None`` for other questions.

    Ferries have no list here: what they need is asked item by item.
    """
    values = [option.value for option in question.options]
    facts = question.used
    vessel = str(facts.get("vessel"))
    if question.fact.key != "equipment" or "met" not in values or vessel.endswith("ferry"):
        return None
    if facts.get("engine_limited") == "yes":
        kind = "towed"
    elif "displacement_t" in facts or (vessel in ("peniche", "seagoing") and "deadweight_t" in facts):
        kind = "motor-vessel"
    elif vessel in ("steam-day-trip", "seagoing"):
        kind = "day-trip"
    else:
        kind = vessel
    version = _version_of(facts, "germany")
    table = version.tables[_TABLES.get(kind, kind)] if version else None
    former = table.rules.get("list") if table else None
    if version and table and former:
        return f"{version.cited_as} {table.provision}", _FORMER_ITEMS[former]
    return _PROVISIONS[kind], GERMAN_ITEMS[kind]


def s1_list(question: Question) -> tuple[str, Mapping[str, Text]]:
    """Return the provision of standard S1 and its items, under the letters of the day that is asked for.

    The letters of the regulation of 2011 differ from those of ``S1_ITEMS`` from g on.
    """
    version = _version_of(question.used, "rhine")
    letters = version.rules.get("s1_letters") if version else None
    if version is None or letters is None:
        return PROVISION, S1_ITEMS
    return version.rules["s1_provision"], {letters.get(letter, letter): item for letter, item in S1_ITEMS.items()}


def _version_of(facts: Mapping[str, Value], family: str) -> Version | None:
    """Return the version of the day that a case names; ``None`` if it names none."""
    day = facts.get("date")
    return version_of(family, day) if isinstance(day, date) else None


ABC, GJ = frozenset("abc"), frozenset("gj")

_BOW_THRUSTER = Text("A bow thruster operated from the steering position.")
_PUSHING = Text(
    "Coupling winches driven hydraulically or electrically; or a bow thruster on the craft at the head, "
    "operated from the pushing vessel."
)
_PASSENGER = Text(
    "A bow thruster operated from the steering position; or propulsion and steering that manoeuvre as well."
)
_CONVOY = Text(
    "Side by side: a bow thruster operated from the steering position. Pushed: coupling winches driven hydraulically or "
    "electrically, or a bow thruster on the craft at the head, operated from the pushing vessel."
)


def s2_item(facts: Mapping[str, Value]) -> Text:
    """Return what standard S2 asks for beyond S1, for the vessel of these facts (§ 19.01 Nr. 1.2)."""
    vessel, ship = facts.get("vessel"), facts.get("ship")
    if vessel in ("day-trip", "steam-day-trip", "cabin") or ship in ("day-trip", "cabin"):
        return _PASSENGER
    if vessel == "pusher":
        return _PUSHING
    if vessel == "convoy":
        pushed = str(facts.get("formation", "")).startswith(("pusher", "motor+1"))
        return _PUSHING if pushed else _CONVOY
    return _BOW_THRUSTER


def from_items(missing: Collection[str], *, s2: bool) -> str:
    """Return the value of ``equipment`` from the letters of S1 that are not met, and whether the S2 item is aboard."""
    short = set(missing)
    if not short:
        return "S2" if s2 else "S1"
    if short & ABC:
        return "no-S1-abc"
    return "no-S1-gj" if short <= GJ else "no-S1-other"
