"""The name of a saved vessel: the only free text that is kept, and treated as hostile."""

import unicodedata

from core.facts import as_typed
from core.text import Text

MOST = 40
"""The most characters of a name."""

_SPACES = frozenset(("Zs", "Zl", "Zp"))
# Controls, what changes the direction of writing, zero-width marks, private and unassigned characters.
_REMOVED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
# Letters and signs by category, but nobody sees them: fillers of Hangul, the empty Braille cell, variation selectors.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(n) for n in range(0xFE00, 0xFE10)}
_MARKS_ON_ONE_LETTER = 2


class BadNameError(ValueError):
    """A name that cannot be taken; ``text`` says what is wrong and what would be right."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.msgid)
        self.text = text


def clean_name(typed: str) -> str:
    """Return a name as it is kept: composed (NFC), one space between words, nothing that is invisible or turns the text.

    Raises BadNameError for a name that is empty or longer than 40 characters.
    """
    spaced = "".join(" " if character.isspace() or _is(character, _SPACES) else character for character in typed[:400])
    seen = "".join(c for c in spaced if not _is(c, _REMOVED) and c not in _INVISIBLE)
    name = " ".join(_without_piles(unicodedata.normalize("NFC", seen)).split())
    if not name:
        raise BadNameError(Text("This name is empty. Please write a name of 1 to {most} characters.", {"most": MOST}))
    if len(name) > MOST:
        raise BadNameError(
            Text(
                "This name has {length} characters: “{typed}”. Please write one of at most {most}.",
                {"length": len(name), "typed": as_typed(name), "most": MOST},
            )
        )
    return name


def key_of(name: str) -> str:
    """Return what makes two names the same: "VERA" and "Vera" are."""
    return unicodedata.normalize("NFC", name.casefold())


def _is(character: str, categories: frozenset[str]) -> bool:
    return unicodedata.category(character) in categories


def _without_piles(text: str) -> str:
    """Return a text without marks that stand alone, and with two on one letter at most: piles of them cover other lines."""
    kept: list[str] = []
    pile = _MARKS_ON_ONE_LETTER
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me", "Mc"):
            pile += 1
            if pile > _MARKS_ON_ONE_LETTER:
                continue
        else:
            pile = 0 if not character.isspace() else _MARKS_ON_ONE_LETTER
        kept.append(character)
    return "".join(kept)
