"""Counting people by tapping: the kinds of people that can matter for an answer, and a short code for how many of each.

A kind is a rank, or a rank with the facts that an answer asks for, so that a surface needs nothing but plus and minus.
The code follows the code of the case after a hyphen: ``wRvMl82_5mA1eS2-B1M2`` has one boatmaster and two boatmen aboard.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from string import ascii_letters, digits

from core.code import CodeError
from core.law.posts import doubts, line_ups
from core.law.version import Version
from core.people import Person
from core.result import Result
from core.text import Text
from core.wording import rank_name, say

MARK = "-"
LIMIT = 22
"""The most characters that the people take in a code, the mark included."""

_DIGITS = digits + ascii_letters
MOST = len(_DIGITS) - 1
"""The most people of one kind that can be counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of people: the letter in codes, the person, the need that it answers, and its name if not that of the rank."""

    letter: str
    person: Person
    need: str | None = None
    name: Text | None = None


# Append only: the letters live for ever in chats and on stickers.
KINDS = (
    Kind("B", Person("boatmaster")),
    Kind("F", Person("ferry_master")),
    Kind("H", Person("helmsman")),
    Kind("h", Person("helmsman", boatmaster_certificate=True), "boatmaster_certificate",
         Text("helmsman with a boatmaster certificate")),
    Kind("A", Person("able_boatman")),
    Kind("M", Person("boatman")),
    Kind("m", Person("boatman", age=18), "age>=18|final_exam", Text("boatman, 18 or older or with the final examination")),
    Kind("L", Person("apprentice")),
    Kind("y", Person("apprentice", age=19), "age>18", Text("apprentice, over 18")),
    Kind("l", Person("apprentice", age=17, training_year=3, sailing_days=360), "training_year>=3",
         Text("apprentice, 17 or older, third year, one year of navigation time")),
    Kind("n", Person("apprentice", age=17, sailing_days=720), "sailing_days>=720",
         Text("apprentice, 17 or older, two years of navigation time")),
    Kind("D", Person("deckhand")),
    Kind("d", Person("deckhand", age=17), "age>=17", Text("deckhand, 17 or older")),
    Kind("E", Person("deckhand_180")),
    Kind("I", Person("engineer")),
    Kind("K", Person("engine_minder")),
    Kind("O", Person("engine_boatman")),
    Kind("S", Person("seafarer")),
    Kind("P", Person("helper")),
    Kind("p", Person("helper", age=16), "age>=16", Text("person able to help, 16 or older")),
)  # fmt: skip
# Holders of these papers are asked for only where there is a post of that name.
_OWN_POST_ONLY = {"ferry_master", "deckhand_180", "engine_boatman", "helper", "seafarer"}
_TWO_YEARS = "sailing_days>=720"
_BY_LETTER = {kind.letter: kind for kind in KINDS}

Counts = Mapping[Kind, int]
"""How many people of which kind."""


def kinds(result: Result) -> tuple[Kind, ...]:
    """Return the kinds of people who can fill a post of an answer, in the order of rank; none without a crew."""
    if result.kind != "determined" or result.version is None:
        return ()
    places = [place for lines in line_ups(result) for line in lines for place in line]
    ways = [way for place in places for way in place.ways]
    posts = {place.rank for place in places}
    needs = {(rank, need) for way in ways for need in way.needs for rank in way.ranks}
    conditions = {need for condition in result.conditions for need in condition.needs}
    return tuple(
        kind
        for kind in KINDS
        if any(doubts(kind.person, way) is not None for way in ways)
        and _told_apart(kind, _need(kind, result.version), posts, needs, conditions)
    )


def _need(kind: Kind, version: Version) -> str | None:
    """Return the need that a kind answers in a version: two years are not the same number of days in all of them."""
    return f"sailing_days>={2 * version.rules['year_days']}" if kind.need == _TWO_YEARS else kind.need


def _told_apart(
    kind: Kind, need: str | None, posts: set[str], needs: set[tuple[str, str]], conditions: set[str]
) -> bool:
    """Say whether an answer tells this kind apart from the plain rank, or has posts for the rank."""
    rank = kind.person.rank
    if "helper" in posts:
        return rank in posts and need in {None, *(known for _, known in needs)}
    if need == "boatmaster_certificate":
        # Elsewhere a helmsman with a boatmaster certificate simply counts as boatmaster.
        return need in conditions
    if need is not None:
        return (rank, need) in needs
    return rank in posts or rank not in _OWN_POST_ONLY


def people(counts: Counts) -> tuple[Person, ...]:
    """Return the people that were counted."""
    return tuple(replace(kind.person, count=number) for kind, number in counts.items() if number)


def name(kind: Kind, number: int, language: str) -> str:
    """Return the name of a kind in words, of a plain rank in the plural where there are several."""
    return say(kind.name, language) if kind.name else rank_name(kind.person.rank, number, language)


def encode_counts(counts: Counts) -> str:
    """Return the code of how many of each kind are aboard, with its mark; "" for nobody."""
    said = "".join(f"{kind.letter}{_DIGITS[counts[kind]]}" for kind in KINDS if counts.get(kind))
    return f"{MARK}{said}" if said else ""


def decode_counts(code: str) -> dict[Kind, int]:
    """Return how many of each kind a code counts (without the mark). Raises CodeError for a strange one."""
    if not re.fullmatch(r"(?:[A-Za-z][A-Za-z0-9])*", code, re.ASCII):
        raise CodeError(code)
    counts: dict[Kind, int] = {}
    for letter, digit in zip(code[::2], code[1::2], strict=True):
        if letter not in _BY_LETTER:
            raise CodeError(code)
        counts[_BY_LETTER[letter]] = _DIGITS.index(digit)
    return counts


def split(code: str) -> tuple[str, str]:
    """Return the code of the case and the code of the people in a code that may have both."""
    case, _, aboard = code.partition(MARK)
    return case, aboard


def fitting(counts: Counts, offered: Iterable[Kind]) -> dict[Kind, int]:
    """Return the counts of the kinds that are offered."""
    allowed = set(offered)
    return {kind: number for kind, number in counts.items() if kind in allowed and number}
