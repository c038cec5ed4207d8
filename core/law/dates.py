"""What a day changes besides the law itself: a crew entered in a certificate outlives the rules it was entered by."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from core import facts as f
from core.law.answer import Answer
from core.law.library import law
from core.law.version import Version
from core.text import N_

if TYPE_CHECKING:
    from core.interview import Facts

DATED_WORDS = {
    "R31": N_(
        "Until November 2023 the printed tables for passenger vessels had wrong headings and missed one "
        "engineer. This answer uses the corrected tables."
    ),
    "B26": N_(
        "The numbers have not changed since 2022, but §§ 96 and 118 on who may replace whom read differently until "
        "30 April 2024, 20 October 2025 and 30 December 2025."
    ),
    "H6": N_("The wording of these rules before 2006 was not found. This answer follows the text of 2006 to 2008."),
    "text-between": N_(
        "The text of these rules between 2 July 2012 and 16 March 2018 was not found. The numbers are the same in both; "
        "other changes are taken as in force since 23 December 2016."
    ),
}
"""The sentences of the notices that belong to a span of days."""


def add_dated_notices(result: Answer, version: Version, day: date) -> None:
    """Write the notices of a version that belong to this day and, if they name tables, to this table."""
    for notice in version.dated_notices:
        own = result.table is not None and result.table.name in notice.tables
        if day <= notice.to and (own or not notice.tables):
            provision = notice.provision or (result.table.provision if result.table else version.provisions["other"])
            result.notice(notice.id, provision, DATED_WORDS[notice.id])


def add_date_notices(facts: Facts, result: Answer, version: Version, vessel: str, day: date) -> None:
    """A crew entered in a certificate outlives its law (BinSchPersV § 96 Abs. 1 Satz 3, § 137)."""
    cabin = vessel == "cabin" or facts.used.get(f.SHIP.key) == "cabin"
    if day >= facts.today and not cabin:
        return
    certificate_day = facts.offer_day(f.CERTIFICATE_DATE, None)
    if day < facts.today:
        result.notice(
            "past-date",
            "BinSchPersV § 96 Abs. 1 Satz 3",
            N_("This is the law of {day}. A crew entered in a certificate stays valid until that certificate ends."),
            day=day,
        )
    if certificate_day is None or certificate_day >= version.start:
        return
    entries = version.cabin_entries
    if cabin and entries and day >= entries.ended and certificate_day < entries.before:
        result.notice(
            "cabin-entries",
            entries.provision,
            N_(
                "Your certificate is older than these rules. For cabin vessels, a crew entered by the former German rules "
                "(BinSchUO Anhang VI) ended on {end}; one entered by the Rhine rules stays valid until the certificate ends."
            ),
            end=entries.ended,
        )
        return
    result.notice(
        "older-certificate",
        "BinSchPersV § 96 Abs. 1 Satz 3",
        N_(
            "Your certificate is older than these rules (in force since {start}). "
            "The crew that it names stays valid until the certificate ends."
        ),
        start=version.start,
    )
    _add_law_of_the_certificate(result, version, certificate_day)


def _add_law_of_the_certificate(result: Answer, version: Version, day: date) -> None:
    """Name the law by which the crew was fixed that the certificate holds."""
    former = law().at(version.family, day)
    if former is not None:
        result.notice(
            "certificate-law",
            "BinSchPersV § 96 Abs. 1 Satz 3",
            N_(
                "When your certificate was issued on {day}, another version was in force: {regulation}. Ask for that day to "
                "see the crew by which it was fixed, and compare it with the entry."
            ),
            day=day,
            regulation=former.name,
        )
