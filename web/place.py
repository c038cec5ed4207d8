"""Where a page stands, and the addresses of cases seen from there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from core import encode


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands: its language, the path behind it, and the site's address for share links.

    ``aboard`` is the code of the people aboard, with its mark: every case that is reached from here keeps them.
    """

    language: str
    rest: str
    site: str
    aboard: str = ""

    def case(self, facts: Mapping[str, object]) -> str:
        """Return the address of a case in this language."""
        code = encode(facts)
        return f"/{self.language}/r/{code}{self.aboard}" if code else f"/{self.language}/"

    def then(self, facts: Mapping[str, object], day: date | None) -> str:
        """Return the address at which a case of today stands beside another day, or asks for the day."""
        return f"/{self.language}/then/{self.code(facts)}" + (f"?on={day.isoformat()}" if day else "")

    def code(self, facts: Mapping[str, object]) -> str:
        """Return the code of a case for the hidden field of a form."""
        return encode(facts) + self.aboard
