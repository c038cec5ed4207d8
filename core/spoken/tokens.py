"""A line of text as tokens: words, numbers, marks and the tags A1, A2, S1, S2."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

LONGEST = 200
"""The most characters that are read; what follows is cut off."""

_TOKEN = re.compile(
    r"(?P<tag>(?<![^\W\d_])[AaSs][12](?![0-9]))|(?P<number>[0-9]+(?:[.,'’][0-9]+)*)|(?P<word>[^\W\d_]+)|(?P<mark>\S)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of the text: ``plain`` is how words are compared, ``start`` and ``end`` are its place in the text."""

    kind: Literal["tag", "number", "word", "mark"]
    text: str
    plain: str
    start: int
    end: int


def clean(text: str) -> str:
    """Return at most ``LONGEST`` characters of a text, composed, without control characters."""
    composed = unicodedata.normalize("NFC", text[:LONGEST])[:LONGEST]
    return "".join(" " if unicodedata.category(letter)[0] == "C" else letter for letter in composed)


def split(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text."""
    return tuple(
        Token(match.lastgroup, match[0], plain(match[0]), match.start(), match.end())  # type: ignore[arg-type]
        for match in _TOKEN.finditer(text)
    )


def plain(text: str) -> str:
    """Return a word as it is compared: no case, no accents, no marks; umlauts written out, ß as ss."""
    if text.isascii() and text.isalnum():
        return text.lower()
    return _bare(text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"))


def short(text: str) -> str:
    """Return a word like ``plain``, but with umlauts as people type them without the keys for it: ä as a."""
    return _bare(text.casefold())


def _bare(text: str) -> str:
    letters = (letter for letter in unicodedata.normalize("NFKD", text) if letter.isalnum() and letter.isascii())
    return "".join(letters)
