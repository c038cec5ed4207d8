"""The code of a case: facts as short readable tokens, for buttons, addresses, QR codes and stickers.

A code is a row of tokens in the order of the registry, each a small letter for the fact and its value in capitals and
digits: ``wRvMl82_5mA1eS2`` is the Rhine, a motor vessel, 82.5 m, mode A1, standard S2. Codes live for ever: the letters
and tokens of ``core.facts`` and the band letters below are only ever added to.
"""

import re
import string
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from string import ascii_uppercase

from core.bands import Band, find
from core.facts import FACTS, Fact, InputError, Value, band_of, in_registry_order, parse_fact, parse_facts

LIMIT = 40
"""The most characters that the code of a case may have."""

_TOKEN = re.compile(r"([a-z]+)([A-Z0-9_]+)", re.ASCII)
_NUMBER = re.compile(r"\d+(?:_\d+)?", re.ASCII)
_CODE = re.compile(r"(?:[a-z]+[A-Z0-9_]+)*", re.ASCII)
_BY_LETTER = {fact.letter: fact for fact in FACTS}
LONGEST_NUMBER = 7
_PACKED_DAY = 3
_FIRST = date(1970, 1, 1)

# Append only. The letter of a band is its place in this list; names that the law no longer uses stay.
BAND_LETTERS: Mapping[str, tuple[str, ...]] = {
    "length_m": ("lt20", "20to70", "70to86", "over86", "to70"),
    "passengers": (
        "to75",
        "76to250",
        "251to500",
        "501to600",
        "601to1000",
        "1001to2000",
        "over2000",
        "to500",
        "251to600",
        "501to1000",
        "to35",
        "36to75",
        "251to300",
        "301to400",
        "401to500",
        "601to700",
        "701to1000",
        "1001to1100",
        "1101to1600",
        "1601to2000",
        "76to300",
        "401to700",
        "701to1100",
        "over1600",
        "36to250",
        "over1000",
        "to250",
    ),
    "beds": ("to50", "51to100", "over100"),
    "deadweight_t": (
        "lt15",
        "15to45",
        "45to135",
        "135to150",
        "150to250",
        "250to270",
        "270to300",
        "300to500",
        "500to750",
        "750to1000",
        "1000to1350",
        "1350to1400",
        "over1400",
        "15to150",
        "15to250",
        "250to500",
        "750to1400",
        "15to300",
        "over1350",
        "to45",
        "135to270",
        "over270",
        "300to330",
        "330to500",
        "250to330",
    ),
    "displacement_t": ("lt15", "15to300", "300to500", "500to750", "750to1000", "1000to1350", "over1350"),
    "power_kw": (
        "to150",
        "150to300",
        "300to450",
        "450to600",
        "over600",
        "to600",
        "over450",
        "to147.2",
        "147.2to150",
        "150to294.4",
        "294.4to300",
        "300to441.6",
        "441.6to450",
        "450to589",
        "589to600",
        "to589",
        "over589",
        "147.2to294.4",
        "294.4to441.6",
        "over441.6",
    ),
    "towed_vessels": ("to1", "1to3", "over3"),
}


class CodeError(ValueError):
    """A text that is not the code of a case."""


def encode(facts: Mapping[str, object]) -> str:
    """Return the code of a case: at most 40 of ``[A-Za-z0-9_]``; equal facts give equal codes.

    Exact numbers are kept while there is room: a code that would grow too long first packs its days into three
    characters, then names bands instead of numbers. Raises InputError for facts that cannot be read.
    """
    known = [(fact, value) for fact, value in in_registry_order(parse_facts(facts)) if _has_token(fact, value)]
    code = "".join(fact.letter + _token(fact, value) for fact, value in known)
    if len(code) > LIMIT:
        code = "".join(fact.letter + (_packed(value) or _token(fact, value)) for fact, value in known)
    if len(code) > LIMIT:
        code = "".join(fact.letter + (_packed(value) or _token(fact, _in_band(fact, value))) for fact, value in known)
    return code


def decode(code: str) -> dict[str, Value]:
    """Return the facts of a code. Raises CodeError for anything that ``encode`` never wrote."""
    if len(code) > 2 * LIMIT or not _CODE.fullmatch(code):
        raise CodeError(code[:LIMIT])
    facts: dict[str, Value] = {}
    for letter, token in _TOKEN.findall(code):
        fact = _BY_LETTER.get(letter)
        if fact is None or fact.key in facts:
            raise CodeError(code)
        facts[fact.key] = _value(fact, token, code)
    return facts


def _has_token(fact: Fact, value: Value) -> bool:
    """Say whether a fact can stand in a code; a band that no question ever offered cannot, and is asked again."""
    return not isinstance(value, Band) or value.value in _letters(fact)


def _token(fact: Fact, value: Value) -> str:
    match value:
        case str():
            return fact.choice(value).short
        case date():
            return f"{value:%y%m%d}"
        case Decimal():
            number = f"{value:f}".replace(".", "_")
            return number if len(number) <= LONGEST_NUMBER else _token(fact, _in_band(fact, value))
        case Band():
            tens, ones = divmod(_letters(fact).index(value.value), 26)
            return ascii_uppercase[tens - 1] * bool(tens) + ascii_uppercase[ones]


def _packed(value: Value) -> str | None:
    """Return a day as three characters: its number since 1970 in base 36; ``None`` for anything else."""
    if not isinstance(value, date):
        return None
    number, digits = (value - _FIRST).days, ""
    for _ in range(_PACKED_DAY):
        number, digit = divmod(number, 36)
        digits = (string.digits + ascii_uppercase)[digit] + digits
    return digits


def _letters(fact: Fact) -> tuple[str, ...]:
    return BAND_LETTERS[fact.key]


def _in_band(fact: Fact, value: Value) -> Value:
    """Return the finest band of a number; any other value as it is."""
    if not isinstance(value, Decimal):
        return value
    return find([band_of(fact, name) for name in fact.bands], value) or value


def _value(fact: Fact, token: str, code: str) -> Value:
    try:
        match fact.kind:
            case "choice":
                return next(choice.value for choice in fact.choices if choice.short == token)
            case "date" if len(token) == _PACKED_DAY:
                return parse_fact(fact.key, (_FIRST + timedelta(days=int(token, 36))).isoformat())
            case "date":
                century = 1900 if token[:2] >= "70" else 2000
                return date(century + int(token[:2]), int(token[2:4]), int(token[4:6]))
            case "number":
                if token.isalpha():
                    place = 0
                    for letter in token[:3]:
                        place = 26 * place + ascii_uppercase.index(letter) + 1
                    return parse_fact(fact.key, _letters(fact)[place - 1])
                if not _NUMBER.fullmatch(token):
                    raise CodeError(code)
                return parse_fact(fact.key, Decimal(token.replace("_", ".")))
    except (StopIteration, ValueError, ArithmeticError, IndexError, InputError):
        raise CodeError(code) from None
