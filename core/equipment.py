"""What the standards S1 and S2 are made of, for somebody who does not know the letters (RheinSchPersV § 19.01).

The fact ``equipment`` stays one choice; this list only helps to find it from what is aboard.
"""

from collections.abc import Collection, Mapping

from core.facts import Value
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
