"""Numbers as people type them: "82,5", "82.50 m", "1350"."""

import re
from decimal import Decimal

_SPACES = "\u0020\u00a0\u2007\u2009\u202f\t"
_BEYOND = 10**15
_NUMBER = re.compile(r"(\d+)(?:[.,](\d+))?", re.ASCII)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
UNIT_WORDS = {
    "m": ("m", "meter", "meters", "metre", "metres", "mètre", "mètres"),
    "t": ("t", "to", "tonnen", "tonnes", "tons", "ton", "tonne"),
    "kW": ("kw", "kilowatt"),
    "": (),
}


class NotANumberError(ValueError):
    """The text is not a number (or not in the unit that is asked for)."""


class WholeNumberError(ValueError):
    """A whole number is needed and this is a fraction."""


class AmbiguousNumberError(ValueError):
    """The text may mean two numbers: "1.350" is 1350 or 1.35. ``readings`` holds both, the larger first."""

    def __init__(self, readings: tuple[Decimal, Decimal]) -> None:
        super().__init__(str(readings))
        self.readings = readings


class OutOfRangeError(ValueError):
    """The number lies outside its range; ``guess`` is what was perhaps meant (a forgotten decimal sign)."""

    def __init__(self, guess: Decimal | None) -> None:
        super().__init__(str(guess))
        self.guess = guess


def parse_number(raw: object, unit: str, low: int, high: int, *, whole: bool) -> Decimal:
    """Read a number between ``low`` and ``high``.

    Takes JSON numbers, and text with a comma or a point as decimal sign, with or without the unit and with any kind of
    space before it. There is no grouping of thousands. Raises NotANumberError, WholeNumberError, AmbiguousNumberError or
    OutOfRangeError.
    """
    number = _from_text(raw, unit) if isinstance(raw, str) else _from_json(raw)
    if not low <= number <= high:
        raise OutOfRangeError(None if whole else _guess(number, low, high))
    if whole and number != number.to_integral_value():
        raise WholeNumberError
    return _plain(number)


def _from_json(raw: object) -> Decimal:
    if isinstance(raw, bool) or not isinstance(raw, int | float | Decimal):
        raise NotANumberError
    if isinstance(raw, int) and abs(raw) > _BEYOND:
        raise OutOfRangeError(None)
    number = Decimal(str(raw))
    if not number.is_finite():
        raise NotANumberError
    if number.adjusted() > _BEYOND.bit_length():
        raise OutOfRangeError(None)
    return number


def _from_text(raw: str, unit: str) -> Decimal:
    text = raw.strip().strip(_SPACES).casefold()
    for word in sorted(UNIT_WORDS[unit], key=len, reverse=True):
        if text.endswith(word):
            text = text.removesuffix(word).rstrip(_SPACES)
            break
    negative = text[:1] in ("-", "−", "–")
    text = text[1:].lstrip(_SPACES) if negative or text[:1] == "+" else text
    match = _NUMBER.fullmatch(text)
    if not match or len(text) > 20:
        raise NotANumberError
    if _THOUSANDS.fullmatch(text):
        whole, part = match[1], match[2]
        raise AmbiguousNumberError((Decimal(whole + part), _plain(Decimal(f"{whole}.{part}"))))
    number = Decimal(text.replace(",", "."))
    return -number if negative else number


def _guess(number: Decimal, low: int, high: int) -> Decimal | None:
    """Return a whole number with its decimal sign moved by one place or two, if that brings it into the range."""
    if number > _BEYOND or number != number.to_integral_value():
        return None
    return next((_plain(number / divisor) for divisor in (10, 100) if low <= number / divisor <= high), None)


def _plain(number: Decimal) -> Decimal:
    """Return the number without zeros behind its fraction, every other digit kept."""
    text = f"{number:f}"
    return Decimal(text.rstrip("0").rstrip(".") if "." in text else text)
