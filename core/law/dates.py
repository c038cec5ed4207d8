"""What a day changes besides the law itself: a crew entered in a certificate outlives the rules it was entered by."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from core import facts as f
from core.law.answer import Answer
from core.law.version import Version
from core.text import N_

if TYPE_CHECKING:
    from core.interview import Facts

CABIN_ENTRIES_BEFORE = date(2022, 1, 18)
CABIN_ENTRIES_ENDED = date(2024, 1, 18)


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
    if cabin and day >= CABIN_ENTRIES_ENDED and certificate_day < CABIN_ENTRIES_BEFORE:
        result.notice(
            "cabin-entries",
            "BinSchPersV § 137",
            N_(
                "Your certificate is older than these rules. For cabin vessels, a crew entered by the former German rules "
                "(BinSchUO Anhang VI) ended on {end}; one entered by the Rhine rules stays valid until the certificate ends."
            ),
            end=CABIN_ENTRIES_ENDED,
        )
    else:
        result.notice(
            "older-certificate",
            "BinSchPersV § 96 Abs. 1 Satz 3",
            N_(
                "Your certificate is older than these rules (in force since {start}). "
                "The crew that it names stays valid until the certificate ends."
            ),
            start=version.start,
        )
