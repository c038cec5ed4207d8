"""Where a page stands, and the addresses of cases seen from there."""

from collections.abc import Mapping
from dataclasses import dataclass

from core import encode


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands: its language, the path behind it, and the site's address for share links."""

    language: str
    rest: str
    site: str

    def case(self, facts: Mapping[str, object]) -> str:
        """Return the address of a case in this language."""
        code = encode(facts)
        return f"/{self.language}/r/{code}" if code else f"/{self.language}/"
