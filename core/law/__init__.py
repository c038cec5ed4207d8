"""Which law applies, and its answer.

``find_answer`` is the first page of the law: it chooses the family of law from the water, the vessel and the day, and
lets that family answer. Each family has its modules; each version of a regulation is one file in ``data``.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Protocol

from core import facts as f
from core.law import germany, rhine
from core.law.answer import Answer
from core.law.library import DATA, Law, law, read, using
from core.law.version import Version
from core.text import N_

if TYPE_CHECKING:
    from core.interview import Facts

__all__ = ["DATA", "FERRIES", "Law", "find_answer", "law", "read", "using", "version_of", "versions"]

FERRIES = ("passenger-ferry", "car-ferry")


def versions() -> tuple[Version, ...]:
    """Return every version of every regulation that is collected, the oldest first."""
    return law().versions


def version_of(family: str, day: date) -> Version | None:
    """Return the edition of a family of law that is in force on a day, if it is collected."""
    return law().at(family, day)


def find_answer(facts: Facts) -> Answer:
    """Choose the family of law and let it answer (READINGS section 1).

    Raises AskedError for the first fact that is missing, InputError for one that cannot be.
    """
    water = facts.ask(f.WATER)
    if water in ("hamburg-port", "elsewhere"):
        return _outside_water(water)
    vessel = facts.ask(f.VESSEL)
    if water == "german":
        return _german(facts, vessel)
    if vessel in FERRIES or vessel in _germans_on_the_rhine(facts):
        # BinSchPersV § 97 Abs. 2 Satz 2 and what came before it: on the Rhine, ferries follow the German rules.
        return _germany(facts, vessel, on_rhine=True)
    return _rhine(facts, vessel, on_rhine=True)


def _day(facts: Facts) -> date:
    """Return the day that is asked for, without offering it yet."""
    day = facts.given.get(f.DATE.key)
    return day if isinstance(day, date) else facts.today


def _germans_on_the_rhine(facts: Facts) -> tuple[str, ...]:
    """Return the other vessels that followed the German rules on the Rhine too, on this day (READINGS H8)."""
    version = version_of("germany", _day(facts))
    return tuple(version.rules.get("on_rhine", ())) if version else ()


def _rhine(facts: Facts, vessel: str, *, on_rhine: bool) -> Answer:
    return _of_family("rhine", rhine.answer, facts, vessel, on_rhine=on_rhine)


def _germany(facts: Facts, vessel: str, *, on_rhine: bool = False) -> Answer:
    return _of_family("germany", germany.answer, facts, vessel, on_rhine=on_rhine)


class _Rules(Protocol):
    """The rules of a family of law."""

    def __call__(self, facts: Facts, version: Version, vessel: str, day: date, *, on_rhine: bool) -> Answer: ...


def _of_family(family: str, rules: _Rules, facts: Facts, vessel: str, *, on_rhine: bool) -> Answer:
    """Answer by the version of a family that is in force on the day."""
    day = facts.offer_day(f.DATE, facts.today) or facts.today
    version = version_of(family, day)
    if version is None:
        return _not_collected(family, day)
    return rules(facts, version, vessel, day, on_rhine=on_rhine)


def _not_collected(family: str, day: date) -> Answer:
    """A day before the first version of a family, or after the last: say what is missing and whom to ask."""
    first, last = law().family(family)[0], law().family(family)[-1]
    provision = "RheinSchPersEV § 1" if family == "rhine" else "BinSchPersV § 96 Abs. 1"
    if last.end and last.end < day:
        return _outside(
            "date-missing",
            provision,
            N_(
                "The law of this day is not collected here. Answers end with {last}. "
                "Ask the waterway police or the authority that issued the vessel certificate."
            ),
            last=last.end,
        )
    missing = next(each for each in first.missing if day <= each.end and (each.start is None or each.start <= day))
    return _outside(
        "date-missing",
        provision,
        N_(
            "The law of this day is not collected here: {what}. Answers begin with {first}. "
            "Ask the waterway police or the authority that issued the vessel certificate."
        ),
        what=missing.what,
        first=first.start,
    )


def _german(facts: Facts, vessel: str) -> Answer:
    """Answer on the German federal waterways off the Rhine: national rules, or the Rhine crew by free choice."""
    national = version_of("germany", _day(facts))
    if national is None:
        return _germany(facts, vessel)
    if vessel == "seagoing" and "seagoing_papers" in national.provisions:
        papers = facts.ask(f.SHIP_PAPERS)
        if papers == "sea":
            return _outside(
                "sea-papers",
                "BinSchUO § 1 Abs. 7",
                N_(
                    "A seagoing ship with its sea certificates is not under the inland rules on seagoing waterways, nor for a "
                    "short time in zones 3 and 4. These rules prescribe no crew for it. Ask the Waterways and Shipping Office."
                ),
            )
        if papers == "es-trin-25":
            answer = _rhine(facts, vessel, on_rhine=False)
            if answer.version is not None:
                answer.notice(
                    "seagoing-german",
                    "BinSchUO § 1 Abs. 2 Nr. 2",
                    SEAGOING_WORDS[answer.version.rules["free_choice"]],
                )
            return answer
    if vessel not in FERRIES and facts.offer(f.RULES) == "rhine":
        answer = _rhine(facts, vessel, on_rhine=False)
        rhine.add_free_choice(answer, national)
        return answer
    return _germany(facts, vessel)


SEAGOING_WORDS = {
    "chapters-17-to-19": N_(
        "Seagoing ships that meet ES-TRIN chapter 25 follow part III of the Rhine rules on this waterway too."
    ),
    "part-ii": N_(
        "Seagoing ships that meet ES-TRIN chapter 25 follow part II of the Rhine rules on this waterway too."
    ),
}


def _outside(id: str, provision: str, text: str, **gaps: object) -> Answer:  # noqa: A002
    answer = Answer("outside")
    answer.notice(id, provision, text, **gaps)
    return answer


def _outside_water(water: str) -> Answer:
    if water == "hamburg-port":
        return _outside(
            "hamburg-port",
            "BinSchPersV § 1 Abs. 2 Nr. 5",
            N_(
                "Vessels used only in the port of Hamburg follow the rules of the port. Ask the Hamburg Port Authority."
            ),
        )
    return _outside(
        "elsewhere",
        "RheinSchPersV § 1.01",
        N_(
            "Rheincrew knows the Rhine and the other German federal waterways only. "
            "Ask the waterway authority of the country in which you sail."
        ),
    )
