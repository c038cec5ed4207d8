"""Bands: the stretches of numbers between two limits of the law."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

_NUMBER = r"(\d{1,7}(?:\.\d{1,3})?)"
_OPEN_ENDED = re.compile(rf"(lt|to|over){_NUMBER}", re.ASCII)
_BETWEEN = re.compile(rf"{_NUMBER}to{_NUMBER}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Band:
    """Numbers from ``low`` to ``high`` (``None``: no limit); an open end does not belong to the band.

    ``value`` is the band's name in facts and codes: ``lt20``, ``to70``, ``70to86``, ``over86``.
    """

    value: str
    low: Decimal | None
    high: Decimal | None
    low_open: bool = False
    high_open: bool = False

    def holds(self, number: Decimal) -> bool:
        """Say whether a number lies in the band."""
        if self.low is not None and (number <= self.low if self.low_open else number < self.low):
            return False
        return self.high is None or not (number >= self.high if self.high_open else number > self.high)

    def contains(self, other: "Band") -> bool:
        """Say whether another band lies wholly inside this one."""
        low = self.low is None or (
            other.low is not None
            and (other.low > self.low or (other.low == self.low and (other.low_open or not self.low_open)))
        )
        high = self.high is None or (
            other.high is not None
            and (other.high < self.high or (other.high == self.high and (other.high_open or not self.high_open)))
        )
        return low and high


def band_from_name(name: str) -> Band | None:
    """Return the band that a name such as ``70to86`` describes, or ``None`` if it names none.

    A name does not say whether the lower limit of ``70to86`` belongs to it; it is taken not to.
    """
    if match := _OPEN_ENDED.fullmatch(name):
        limit = Decimal(match[2])
        if match[1] == "over":
            return Band(name, limit, None, low_open=True)
        return Band(name, None, limit, high_open=match[1] == "lt")
    if (match := _BETWEEN.fullmatch(name)) and Decimal(match[1]) < Decimal(match[2]):
        return Band(name, Decimal(match[1]), Decimal(match[2]), low_open=True)
    return None


def find(bands: Sequence[Band], value: Decimal | Band) -> Band | None:
    """Return the band that a number, or a band from elsewhere, falls into; ``None`` if it fits none or several."""
    if isinstance(value, Band):
        return next((band for band in bands if band.value == value.value or band.contains(value)), None)
    return next((band for band in bands if band.holds(value)), None)


def counted(names: Iterable[str]) -> tuple[Band, ...]:
    """Return bands of whole numbers, where ``76to250`` begins with 76 itself."""
    return tuple(
        Band(band.value, band.low, band.high, low_open=band.high is None)
        for name in names
        if (band := band_from_name(name))
    )


def measured(names: Iterable[str]) -> tuple[Band, ...]:
    """Return bands of measures, where ``70to86`` begins above 70."""
    return tuple(band for name in names if (band := band_from_name(name)))


def cut_below(bands: Sequence[Band], limit: Decimal) -> tuple[Band, ...]:
    """Return the bands with the first one cut in two: below the limit, and from the limit on."""
    first, *rest = bands
    return (
        Band(f"lt{limit}", None, limit, high_open=True),
        Band(f"{limit}to{first.high}", limit, first.high),
        *rest,
    )


def faults(bands: Sequence[Band]) -> list[str]:
    """Return what is wrong with a row of bands of whole numbers or measures: gaps and overlaps, in plain words."""
    problems = []
    if bands[0].low is not None:
        problems.append(f"{bands[0].value}: nothing below")
    if bands[-1].high is not None:
        problems.append(f"{bands[-1].value}: nothing above")
    for lower, upper in pairwise(bands):
        if lower.high is None or upper.low is None:
            problems.append(f"{lower.value} and {upper.value} overlap")
            continue
        step = upper.low - lower.high
        joined = step == 0 if upper.low_open or lower.high_open else step == 1
        if not joined:
            problems.append(f"between {lower.value} and {upper.value} there is a gap or an overlap")
    return problems
