"""The interview as a tree: every question and every answer that the law can come to, with what leads from one to the next.

The law itself is run, with facts still missing, until it asks. Numbers are answered by band; where an exact number matters
beyond its band, the band is cut (``Ask.exact``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from core.bands import Band
from core.facts import Fact, Value, band_of
from core.interview import AskedError, Facts, collect
from core.law import find_answer
from core.result import Question, Result
from core.text import Text


@dataclass(frozen=True, slots=True)
class Answer:
    """The law has come to a result."""

    result: Result


@dataclass(frozen=True, slots=True)
class Ask:
    """The law asks, or offers: one way on for each option.

    ``exact`` are the ways on for exact numbers, where they may not be those of the bands: the finest bands, in ascending
    order.
    """

    question: Question
    ways: "tuple[Node, ...]"
    exact: "tuple[tuple[Band, Node], ...]" = ()
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Day:
    """The law offers to take another day."""

    question: Question
    way: "Node"


@dataclass(frozen=True, slots=True)
class Peek:
    """The law goes different ways for a fact that is given and one that is not, without asking for it."""

    key: str
    absent: "Node"
    given: "Node"


Node = Answer | Ask | Day | Peek


class _OfferedError(AskedError):
    """The law offers something that was neither given nor left open so far."""


class _PeekedError(Exception):
    """The law wants to know whether a fact is given."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class _Given(dict[str, Value]):
    """The facts of a run, which tell when the law looks whether one of them is there."""

    def __init__(self, known: Mapping[str, Value], left: Mapping[str, bool]) -> None:
        super().__init__(known)
        self._left = left

    def __contains__(self, key: object) -> bool:
        if super().__contains__(key):
            return True
        if key not in self._left:
            raise _PeekedError(str(key))
        return self._left[str(key)]


class _Used(dict[str, Value]):
    """The facts that the law has used, which note what it reads again: only then an exact number may matter."""

    def __init__(self, read: set[str]) -> None:
        super().__init__()
        self._read = read

    def __getitem__(self, key: str) -> Value:
        self._read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
        self._read.add(key)
        return super().get(key, default)


class _Run(Facts):
    """A run that stops at offers as it does at questions. ``left``: offers left open, and facts looked for."""

    __slots__ = ("left",)

    def __init__(self, known: Mapping[str, Value], left: Mapping[str, bool], today: date, read: set[str]) -> None:
        super().__init__(_Given(known, left), today)
        self.used = _Used(read)
        self.left = left

    def offer(self, fact: Fact, help: Text | None = None, **gaps: object) -> str:  # noqa: A002 - as in ``Facts``
        value = super().offer(fact, help, **gaps)
        self._stop_at_offer(fact)
        return value

    def offer_measure(self, fact: Fact, bands: tuple[Band, ...]) -> Band:
        band = super().offer_measure(fact, bands)
        self._stop_at_offer(fact)
        return band

    def offer_day(self, fact: Fact, ordinary: date | None) -> date | None:
        day = super().offer_day(fact, ordinary)
        self._stop_at_offer(fact)
        return day

    def _stop_at_offer(self, fact: Fact) -> None:
        if fact.key not in self.left and self.offers and self.offers[-1].fact is fact:
            raise _OfferedError(self.offers[-1])


def grow(today: date) -> Node:
    """Return the whole interview for the law of a day, from its first question on."""
    return _Growth(today).grow({}, {})


class _Growth:
    """The runs of the law that make a tree, and the facts that the law has read again in them."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._read: set[str] = set()

    def grow(self, known: dict[str, Value], left: dict[str, bool]) -> Node:
        """Return what the law comes to when this is known."""
        run = _Run(known, left, self._today, self._read)
        try:
            return Answer(collect(run, find_answer(run)))
        except _PeekedError as peeked:
            absent, given = ({**left, peeked.key: there} for there in (False, True))
            return Peek(peeked.key, self.grow(known, absent), self.grow(known, given))
        except _OfferedError as offered:
            question = _settled(offered.question)
            default = self.grow(known, {**left, question.fact.key: False})
            if question.fact.kind == "date":
                return Day(question, default)
            return self._ask(question, known, left, default)
        except AskedError as asked:
            return self._ask(_settled(asked.question), known, left, None)

    def _ask(self, question: Question, known: dict[str, Value], left: dict[str, bool], default: Node | None) -> Ask:
        """Return a question with its ways on; an offer that was left open goes the way of its ordinary value."""
        key = question.fact.key
        self._read.discard(key)
        values = [option if isinstance(option, Band) else option.value for option in question.options]
        ways = tuple(
            default if default and value == question.default else self.grow({**known, key: value}, left)
            for value in values
        )
        stretches = _stretches(question.fact) if key in self._read else ()
        exact = tuple((band, self.grow({**known, key: inside(band)}, left)) for band in stretches)
        return Ask(question, ways, exact, offered=default is not None)


def _settled(question: Question) -> Question:
    """Return a question whose facts are plain ones."""
    return replace(question, facts=dict(question.facts))


def _stretches(fact: Fact) -> Iterator[Band]:
    """Yield the finest bands of a number, in ascending order."""
    if fact.kind == "number":
        yield from (band_of(fact, name) for name in fact.bands)


def inside(band: Band) -> Decimal:
    """Return a whole number inside a band."""
    low = band.low or Decimal(0)
    return low + 1 if band.high is None else (low + band.high) // 2
