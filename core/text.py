"""Sentences before they have a language: an English source text and what goes into its gaps."""

from collections.abc import Mapping
from dataclasses import dataclass, field

LANGUAGES = ("de", "nl", "fr", "en")
"""The languages that Rheincrew speaks; English is the language of the source texts."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence to be said in the reader's language.

    ``msgid`` is the English source text, with ``{name}`` gaps; ``params`` fills them. A parameter may be a ``Text``
    itself (then it is translated), a number (then it is written as the language writes numbers) or a plain string.
    """

    msgid: str
    params: Mapping[str, object] = field(default_factory=dict)

    def with_(self, **params: object) -> "Text":
        """Return the same sentence with its gaps filled."""
        return Text(self.msgid, params)


@dataclass(frozen=True, slots=True)
class Plural:
    """A word or sentence with a singular and a plural in the source language."""

    singular: str
    plural: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of something, for a gap: "1 boatman", "2 boatmen"."""

    number: int
    name: Plural


def named(name: object, value: object) -> Text:
    """Return "Length: 82.50 m", with the colon as each language writes it; each part is what may fill a gap."""
    return Text("{name}: {value}", {"name": name, "value": value})


def N_(msgid: str) -> str:  # noqa: N802 - the name that every gettext tool knows
    """Mark an English source text for extraction and return it unchanged."""
    return msgid
